"""How one stands, as a panel says it: by what its reader may know; true where nothing is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.games import screens
from cogs.games.contract import standing_line
from cogs.kit.alt_text import spoken
from cogs.kit.language import Localizer
from cogs.kit.names import Names
from engine.catalogue import games
from engine.game import CHANCE
from engine.rapa_nui_cards.observe import goods_in_sight, public_total, total_in_sight
from engine.rapa_nui_cards.scoring import values
from engine.rapa_nui_cards.state import Card
from locales import in_language, languages
from tables.table import SeatInfo
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
    ("viewer", "points", "expected"),
    [
        (0, (5, 9, 7), "How you stand: 5p in sight. The best besides you: Ben 9p"),
        (1, (5, 9, 7), "How you stand: 9p in sight. The best besides you: Cleo 7p"),
        (2, (5, 5, 7), "How you stand: 7p in sight. The best besides you: Ana 5p, Ben 5p"),
    ],
)
def test_the_best_of_the_others_is_named_and_all_that_share_it(
    viewer: int, points: tuple[int, ...], expected: str
) -> None:
    line = standing_line(points, [f"{one}p" for one in points], names(viewer, 3), ENGLISH)
    assert said([line]) == expected


def middle(setup: Setup, seed: int = 5, place: int = 40) -> Any:
    """A state in the middle of a random game."""
    game = list(random_game(setup, seed))[place:]
    return next(one.after for one in game if CHANCE not in setup.game.to_move(one.after))


def with_cards(state: Any) -> Any:
    """The state with goods, wood and a stone that can be reckoned with in one's head."""
    villages = list(state.villages)
    villages[0] = tuple(2 if card is Card.MOAI else 1 if card is Card.PRIEST else 0 for card in Card)
    villages[1] = tuple(3 if card is Card.MOAI else 0 for card in Card)
    return replace(
        state,
        wood=(11, 4),
        glory=(6, 20),
        villages=tuple(villages),
        held=((2, 0, 1, 0), (0, 5, 5, 0)),
        stone=(4, 2, 1, 0),
    )


def test_in_the_card_game_the_viewers_goods_count_and_hidden_ones_are_counted_apart() -> None:
    state = with_cards(middle(Setup(CARDS, 2, {})))
    seen = CARDS.observe(state, 0)
    assert values(seen.stone) == (3, 2, 1, 0)
    # 6 gathered, 8 for Moai, 2 for wood; 2 fish at 3, and a sweet potato at 1.
    assert (total_in_sight(seen, 0), goods_in_sight(seen, 0)) == (6 + 8 + 2 + 7, 7)
    lines = screens()[CARDS.id].standing(seen, names(0, 2), ENGLISH.for_alt_text)
    assert said(lines).split("\n") == [
        "How you stand: 23 points in sight. The best besides you: Ben 32 points without 10 goods"
        " that you can't see",
        "Your goods are worth 7 by the open stone, Village: Moai ×2, Priest",
    ]
    opened = replace(state, open_hands=True)
    lines = screens()[CARDS.id].standing(CARDS.observe(opened, 0), names(0, 2), ENGLISH.for_alt_text)
    assert "The best besides you: Ben 47 points" in said(lines)
    assert "without" not in said(lines)


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
            lines = screens()[game.id].standing(mine.observation, called, words)
            assert 1 <= len(lines) <= 2
            assert all(re.search(r"\d", line) and "\n" not in line for line in lines)


def test_where_nothing_is_hidden_what_is_in_sight_at_the_end_is_the_score() -> None:
    game = games()["rapa-nui-board"]
    setup = Setup(game, 3, {})
    state = list(random_game(setup, seed=8))[-1].after
    result = game.result(state)
    assert result is not None
    for seat in range(3):
        line = screens()[game.id].standing(game.observe(state, seat), names(seat, 3), ENGLISH.for_alt_text)[0]
        assert line.startswith(f"**How you stand:** {result.seats[seat].points}")


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
            assert public_total(opened, seat) == total_in_sight(mine, seat)
