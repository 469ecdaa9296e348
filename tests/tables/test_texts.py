"""Small texts in the journal and in rows: their forms never change, and they can be read again."""

from __future__ import annotations

import pytest

from tables import Matter
from tables.model.table import ProposalText


@pytest.mark.parametrize(
    ("text", "asks"),
    [("end", ProposalText(Matter.END)), ("back 12", ProposalText(Matter.BACK, 12))],
)
def test_what_a_proposal_asks_is_read_as_it_is_written(text: str, asks: ProposalText) -> None:
    assert asks.encode() == text
    assert ProposalText.parse(text) == asks


@pytest.mark.parametrize("text", ["", "odd", "END", "back x", "back 1 2", " end"])
def test_a_proposal_for_nothing_that_there_is_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"Matter|int"):
        ProposalText.parse(text)
