"""The standing in a panel: it uses only facts that the reader knows; it is correct if nothing is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.games import screens
from cogs.games.contract import standing_line
from cogs.text.language import Localizer
from cogs.text.names import Names, spoken
from engine.catalogue import games
from engine.game import CHANCE
from engine.rapa_nui_cards.observe import public_total, totals_in_sight
from engine.rapa_nui_cards.state import Card, FaceDown, Good
from locales import in_language, languages
from tables.model.table import SeatInfo
from tests.cogs.test_screens import look
from tests.engine.seeded import Setup, few_setups, random_game

ENGLISH = Localizer(in_language("en"))
CARDS = games()["rapa-nui-cards"]
PEOPLE = ("Ana", "Ben", "Cleo", "Dao")
SEATS = tuple(SeatInfo(seat, 100 + seat, name, None) for seat, name in enumerate(PEOPLE))


def names(viewer: int, seats: int = 4) -> Names:
    return Names(SEATS[:seats], ENGLISH, viewer).for_alt_text


def said(lines: list[str]) -> str:
    return spoken(lines, ENGLISH)


@pytest.mark.parametrize(
    ("viewer", "totals", "expected"),
    [
        (0, ("5", "9", "7"), "You're behind: 5p, Ben 9p"),
        (1, ("5", "9", "7"), "You're ahead: 9p, Cleo 7p"),
        (2, ("5", "5", "7"), "You're ahead: 7p, Ana and Ben 5p"),
        (0, ("7", "5", "7"), "You're tied: 7p, Cleo 7p"),
        (0, ("7", "4-9", "5"), "Too close to call: 7p, Ben 4-9p"),
        (0, ("7", "7-9", "5"), "Too close to call: 7p, Ben 7-9p"),
        (0, ("7", "8-9", "2-9"), "You're behind: 7p, Ben 8-9p"),
        (0, ("9", "4-8", "7"), "You're ahead: 9p, Cleo 7p"),
    ],
)  # fmt: skip
def test_it_says_who_is_ahead_if_that_can_be_known_and_names_the_best_of_the_others(
    viewer: int, totals: tuple[str, ...], expected: str
) -> None:
    spans = [(int(one.split("-")[0]), int(one.split("-")[-1])) for one in totals]
    line = standing_line(spans, [f"{one}p" for one in totals], names(viewer, 3), ENGLISH)
    assert said([line]) == expected


def middle(setup: Setup, seed: int = 5, place: int = 40) -> Any:
    """Return a state in the middle of a random game."""
    game = list(random_game(setup, seed))[place:]
    return next(one.after for one in game if CHANCE not in setup.game.to_move(one.after))


def with_cards(state: Any) -> Any:
    """Return the state with goods, wood and a stone that make mental arithmetic easy.

    Values: fish 3, mulberry 2, sweet potato 1, grain 0.  Ben holds 5 mulberry and 5 grain.
    """
    villages = list(state.villages)
    villages[0] = tuple(2 if card is Card.MOAI else 1 if card is Card.PRIEST else 0 for card in Card)
    villages[1] = tuple(3 if card is Card.MOAI else 0 for card in Card)
    return replace(
        state,
        wood=(11, 4),
        glory=(6, 20),
        villages=tuple(villages),
        held=((2, 0, 1, 0), (0, 5, 0, 5)),
        stone=(4, 2, 1, 0),
        face_down=(),
        supply=(19, 18, 23, 20),
    )


def stands(state: Any, before: Any = None) -> list[str]:
    """Return the lines in Ana's panel."""
    seen, earlier = CARDS.observe(state, 0), CARDS.observe(before or state, 0)
    lines = screens()[CARDS.id].standing(seen, earlier, names(0, 2), ENGLISH.for_alt_text)
    return said(lines).split("\n")


def test_in_the_card_game_goods_count_for_all_as_far_as_they_can_be_counted() -> None:
    state = with_cards(middle(Setup(CARDS, 2, {})))
    # 6 gathered, 8 for Moai, 2 for wood; 2 fish at 3, and a sweet potato at 1.
    # Ben: 20 gathered, 12 for Moai; what lies nowhere else he holds: 5 mulberries at 2.
    assert stands(state) == [
        "You're behind: 23 points (7 from sacrifice cards), Ben 42 points (10 sacrifice cards included)"
    ]
    assert "Ben 42 points (10 from sacrifice cards)" in stands(replace(state, open_hands=True))[0]


def test_a_card_of_theirs_that_lies_face_down_may_be_any_of_those_that_they_may_hold() -> None:
    state = with_cards(middle(Setup(CARDS, 2, {})))
    mulberry = replace(state, held=(state.held[0], (0, 4, 0, 5)), face_down=(FaceDown(1, Good.MULBERRY),))
    grain = replace(state, held=(state.held[0], (0, 5, 0, 4)), face_down=(FaceDown(1, Good.GRAIN),))
    assert stands(mulberry) == stands(grain)
    assert stands(grain) == [
        "You're behind: 23 points (7 from sacrifice cards), Ben 40–42 points (9 sacrifice cards included)"
    ]


def test_one_counts_with_what_one_has_laid_face_down_oneself() -> None:
    state = replace(with_cards(middle(Setup(CARDS, 2, {}))), supply=(17, 18, 23, 20))
    laid = replace(state, face_down=(FaceDown(0, Good.SWEET_POTATO), FaceDown(0, Good.SWEET_POTATO)))
    # 3 sweet potatoes on the stone are worth 2, and the mulberries less than before.
    assert "You're behind: 24 points (8 from sacrifice cards)" in stands(laid)[0]


@pytest.mark.parametrize(
    ("stone", "expected"),
    [
        # A fish more changes no value, so nothing is said.
        ((5, 2, 1, 0), ""),
        # As many mulberries as fish: both are worth 3, and a sweet potato 2.
        ((4, 4, 1, 0), "Stone: your sacrifice cards 7 → 8 points"),
        # More mulberries than fish.
        ((4, 5, 1, 0), "Stone: your sacrifice cards 7 → 5 points"),
        # What one holds none of changes nothing for oneself.
        ((4, 1, 1, 2), ""),
    ],
)  # fmt: skip
def test_what_was_just_laid_on_the_stone_says_what_it_made_of_ones_goods(
    stone: tuple[int, ...], expected: str
) -> None:
    state = with_cards(middle(Setup(CARDS, 2, {})))
    _, *about = stands(replace(state, stone=stone), state)
    assert about == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        # A sweet potato of mine more: they are worth 2, and what I hold of others less.
        (
            (2, 0, 0, 0),
            "Stone: your sacrifice cards 7 → 6 points",
        ),
        # What one gets is no change of the stone's.
        (
            (2, 0, 3, 0),
            "Stone: your sacrifice cards 9 → 12 points",
        ),
    ],
)
def test_what_one_laid_oneself_is_among_the_goods_that_one_had(held: tuple[int, ...], expected: str) -> None:
    state = with_cards(middle(Setup(CARDS, 2, {})))
    now = replace(state, held=(held, state.held[1]), stone=(4, 2, 2, 0))
    assert stands(now, state)[1] == expected


@pytest.mark.parametrize("setup", few_setups(), ids=str)
@pytest.mark.parametrize("language", languages())
def test_every_game_says_how_one_stands_in_two_lines_at_most(setup: Setup, language: str) -> None:
    game, words = setup.game, Localizer(in_language(language))
    for played in list(random_game(setup, seed=2))[::9]:
        if CHANCE in game.to_move(played.after) or not game.to_move(played.after):
            continue
        for seat in range(setup.seats):
            mine = look(game, setup, played.after, seat)
            called = Names(mine.table.seats, words, seat)
            lines = screens()[game.id].standing(mine.observation, mine.before, called, words)
            assert 1 <= len(lines) <= 2
            assert re.search(r"\d", lines[0])
            assert not any("\n" in line for line in lines)


def test_where_nothing_is_hidden_what_is_in_sight_at_the_end_is_the_score() -> None:
    game = games()["rapa-nui-board"]
    setup = Setup(game, 3, {})
    state = list(random_game(setup, seed=8))[-1].after
    result = game.result(state)
    assert result is not None
    for seat in range(3):
        seen = game.observe(state, seat)
        line = screens()[game.id].standing(seen, seen, names(seat, 3), ENGLISH.for_alt_text)[0]
        assert f" {result.seats[seat].points}\u00a0point" in line


@pytest.mark.parametrize("seats", CARDS.seats)
def test_the_laurel_of_the_card_game_counts_goods_where_all_are_open_and_is_the_score_at_the_end(
    seats: int,
) -> None:
    game = [one.after for one in random_game(Setup(CARDS, seats, {}), seed=4)]
    result = CARDS.result(game[-1])
    assert result is not None
    at_the_end = CARDS.observe(game[-1], None)
    assert [public_total(at_the_end, seat) for seat in range(seats)] == [one.points for one in result.seats]
    for state in game[1::9]:
        hidden, opened = CARDS.observe(state, None), CARDS.observe(replace(state, open_hands=True), None)
        for seat in range(seats):
            mine = CARDS.observe(state, seat)
            assert public_total(mine, seat) == public_total(hidden, seat)
            assert totals_in_sight(opened)[seat] == (public_total(opened, seat),) * 2
            own = CARDS.observe(replace(state, open_hands=True), seat)
            assert public_total(own, seat) == public_total(opened, seat)
