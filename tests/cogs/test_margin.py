"""At the end, the private panel tells the margin of the win or loss, and what decided it."""

from __future__ import annotations

import pytest
from msgspec import structs

from cogs.text.language import Localizer
from cogs.text.names import spoken
from cogs.views.panel import margin
from engine.catalogue import games
from engine.game import Part, Result, Seat, SeatResult
from locales import in_language
from tests.cogs.test_screens import SNOWFLAKE, look
from tests.engine.seeded import Setup, random_game

CARDS = (("glory", 20), ("wood", 3)), (("glory", 12), ("wood", 9)), (("glory", 20), ("wood", 1))
EQUAL = ("offerings", 4), ("tablet", 6)
BOARD = (("offerings", 9), ("tablet", 2)), EQUAL, EQUAL

Scores = tuple[tuple[tuple[str, int], ...], ...]
"""For each seat what it has scored, and for what."""


def told(game_id: str, scores: Scores, ranks: tuple[int, ...], seat: Seat) -> str:
    """Return the lines for a seat; they name players by their seats."""
    setup = Setup(games()[game_id], len(scores), {})
    *_, last = random_game(setup, seed=1)
    result = Result(
        tuple(
            SeatResult(sum(points for _, points in parts), tuple(Part(*part) for part in parts), rank)
            for parts, rank in zip(scores, ranks, strict=True)
        ),
        "end",
    )
    ended, words = look(setup.game, setup, last.after, seat), Localizer(in_language("en"))
    named = tuple(structs.replace(info, name=f"P{info.seat}") for info in ended.table.seats)
    ended = structs.replace(ended, table=structs.replace(ended.table, seats=named))
    said = spoken(margin(ended, result, seat, words), words).replace("\u00a0", " ")
    for other, mark in enumerate("🔴🔷🟩🔺"):
        said = said.replace(f"{mark} <@{SNOWFLAKE + other}>", f"P{other}")
    return said


@pytest.mark.parametrize(
    ("seat", "ranks", "lines"),
    [
        (
            0,
            (1, 3, 2),
            "P2 came second with 21 points, 2 behind you.\nDeciding factor: wood (you 3, P2 1)."
            "\nYou : P2 — scorings 20 : 20, wood 3 : 1",
        ),
        (
            2,
            (1, 3, 2),
            "P0 won with 23 points, 2 ahead of you.\nDeciding factor: wood (P0 3, you 1)."
            "\nP0 : you — scorings 20 : 20, wood 3 : 1",
        ),
        (
            1,
            (1, 3, 2),
            "P0 won with 23 points, 2 ahead of you.\nDeciding factor: scorings (P0 20, you 12)."
            "\nP0 : you — scorings 20 : 12, wood 3 : 9",
        ),
    ],
)
def test_a_card_game_is_decided_by_the_part_in_which_the_winner_leads_most(
    seat: Seat, ranks: tuple[int, ...], lines: str
) -> None:
    assert told("rapa-nui-cards", CARDS, ranks, seat) == lines


def test_in_a_card_game_all_goods_count_together() -> None:
    mine = (("moai", 8), ("fish", 12), ("grain", 2))
    other = (("moai", 4), ("fish", 3), ("grain", 12))
    assert told("rapa-nui-cards", (mine, other), (1, 2), 1) == (
        "P0 won with 22 points, 3 ahead of you.\nDeciding factor: Moai (P0 8, you 4)."
        "\nP0 : you — Moai 8 : 4, sacrifice cards 14 : 15"
    )


OFFERINGS = "offerings 9 : 4, tablet 2 : 6"


@pytest.mark.parametrize(
    ("seat", "ranks", "lines"),
    [
        (
            0,
            (1, 2, 2),
            "P1 and P2 came second with 10 points, 1 behind you."
            f"\nDeciding factor: offerings (you 9, P1 4).\nYou : P1 — {OFFERINGS}",
        ),
        (
            1,
            (1, 2, 2),
            "P0 won with 11 points, 1 ahead of you."
            f"\nDeciding factor: offerings (P0 9, you 4).\nP0 : you — {OFFERINGS}",
        ),
        (1, (3, 1, 1), "You share the victory with P2."),
        (1, (3, 1, 2), "You and P2 tied on points, so the tiebreaker decided."),
        (2, (3, 1, 2), "You and P1 tied on points, so the tiebreaker decided."),
    ],
)
def test_equals_share_a_victory_or_are_told_apart(seat: Seat, ranks: tuple[int, ...], lines: str) -> None:
    assert told("rapa-nui-board", BOARD, ranks, seat) == lines


def test_what_two_scorings_brought_counts_together() -> None:
    mine = (("first_kings", 4), ("first_animals", 6), ("final_kings", 8), ("final_animals", 5))
    other = (("first_kings", 1), ("first_animals", 3), ("final_kings", 2), ("final_animals", 9))
    assert told("ru-ra-re", (mine, other), (1, 2), 0) == (
        "P1 came second with 15 points, 8 behind you.\nDeciding factor: Kings (you 12, P1 3)."
        "\nYou : P1 — Kings 12 : 3, Animals 11 : 12"
    )
