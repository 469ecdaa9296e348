"""The details of our ids: their texts never change, and each malformed text gets an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cogs.text import ids
from cogs.text.ids import (
    FilePosition,
    Pick,
    ProposalRef,
    ReplayPosition,
    RulesPage,
    Setting,
    Wish,
    matter,
    number,
)
from tables import Matter, Refused

WRITTEN = [
    ("12.carve A3", Pick(12, "carve A3")),
    ("12.", Pick(12, "")),
    ("12.a.b", Pick(12, "a.b")),
    ("tie", Wish("tie")),
    ("tie.fish", Wish("tie", ("fish",))),
    ("tie.fish.sweet", Wish("tie", ("fish", "sweet"))),
    ("12.end", ProposalRef(12, Matter.END)),
    ("12.back", ProposalRef(12, Matter.BACK)),
    ("next.17.open", ReplayPosition("next", 17, is_open=True)),
    ("jump.0.public", ReplayPosition("jump", 0, is_open=False)),
    ("5f1c0a.next.17.open", FilePosition("5f1c0a", ReplayPosition("next", 17, is_open=True))),
    ("rapa-nui-cards.0", RulesPage("rapa-nui-cards")),
    ("rapa-nui-cards.99", RulesPage("rapa-nui-cards", 99)),
    ("language.es-ES", Setting("language", "es-ES")),
    ("only_move.off", Setting("only_move", "off")),
    ("reminders", Setting("reminders")),
]


@pytest.mark.parametrize(("detail", "value"), WRITTEN)
def test_a_detail_is_read_as_it_is_written(detail: str, value: Any) -> None:
    assert str(value) == detail
    assert type(value).parse(detail) == value
    clicked = ids.TableId("k3f9a", "verb", detail)
    assert ids.read(str(clicked)) == clicked


@pytest.mark.parametrize(
    ("detail", "value"),
    [
        pytest.param("12", ProposalRef(12, None), id="a proposal of earlier versions"),
        pytest.param("tie.", Wish("tie"), id="the last answer taken out"),
        pytest.param("", ReplayPosition(), id="a button that opens a replay"),
    ],
)
def test_other_forms_are_read_too(detail: str, value: Any) -> None:
    assert type(value).parse(detail) == value


def test_a_wish_for_nothing_has_a_second_form() -> None:
    assert str(Wish("tie", ("",))) == "tie."


@pytest.mark.parametrize(
    ("parse", "detail"),
    [
        *((Pick.parse, detail) for detail in ("", "12", ".carve", "x.carve", "-1.carve", "1 2.carve")),
        *(
            (ProposalRef.parse, detail)
            for detail in ("", ".end", "x.end", "12.", "12.odd", "12.end.end", "-1")
        ),
        *((Setting.parse, detail) for detail in ("", ".", ".on", "direct.", "language.de.de", "Direct.on")),
        *((number, detail) for detail in ("", "x", "-1", "1.5", "1 2")),
        *((matter, detail) for detail in ("", "odd", "END")),
    ],
)
def test_garbage_is_refused(parse: Callable[[str], object], detail: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(detail)
    assert refused.value.code == "unknown_button"


@pytest.mark.parametrize(
    ("detail", "value"),
    [
        *(
            (odd, ReplayPosition())
            for odd in ("next", "next.x.open", "next.1.secret", "next.1234567.open", "NEXT.1.open")
        ),
        ("5f1c0a", FilePosition("5f1c0a", ReplayPosition())),
        ("5f1c0a.odd", FilePosition("5f1c0a", ReplayPosition())),
        ("rapa-nui-cards.x", RulesPage("rapa-nui-cards")),
        ("rapa-nui-cards.", RulesPage("rapa-nui-cards")),
    ],
)
def test_of_what_is_only_to_be_read_garbage_is_the_beginning(detail: str, value: Any) -> None:
    assert type(value).parse(detail) == value


def test_where_there_is_another_number_it_counts() -> None:
    assert [number(detail, 0) for detail in ("7", "", "x", "-1")] == [7, 0, 0, 0]
