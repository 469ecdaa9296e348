"""The ledger's verdict on an answer in the clicked panel."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from cogs.discord_io.faults import SIGN
from cogs.text.ids import read
from localdiscord import Seen
from localdiscord.model.components import TEXT
from tests.soak.ledger import OLD, Verdict, shown_in_place

DONE, REFUSED = "### Table\n## Your turn", f"### Table\n{SIGN} You can't do that right now.\n## Your turn"


def edit(message_id: str, text: str) -> Seen:
    """Return an edit of a message to this text."""
    body = {"id": message_id, "components": [{"type": TEXT, "id": 1, "content": text}]}
    return Seen("MESSAGE_UPDATE", orjson.dumps(body), None)


@pytest.mark.parametrize(
    ("custom_id", "edits", "verdict"),
    [
        ("m:z:1:skip", [("1", DONE)], Verdict.CONFIRMED),
        ("m:z:1:skip", [("1", f"### Table\n-# {OLD[0]}")], Verdict.UNKNOWN),
        ("m:z:1:skip", [("1", REFUSED)], Verdict.REFUSED),
        ("m:z:1:skip", [("2", REFUSED), ("1", DONE)], Verdict.CONFIRMED),
        # Two clicks on one panel: nobody knows which of them was refused.
        ("m:z:1:skip", [("1", REFUSED), ("1", DONE)], Verdict.UNKNOWN),
        ("t:z:start", [("1", DONE)], Verdict.CONFIRMED),
        ("t:z:start", [("1", REFUSED)], Verdict.UNKNOWN),
    ],
)
def test_a_click_is_judged_by_its_own_panel(
    custom_id: str, edits: list[tuple[str, str]], verdict: Verdict
) -> None:
    click: Any = SimpleNamespace(
        said=read(custom_id), interaction=SimpleNamespace(message=SimpleNamespace(id="1"))
    )
    assert shown_in_place(click, [edit(*one) for one in edits]) is verdict
