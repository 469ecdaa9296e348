"""Moves are judged in the same worlds, consistent with an observation, so that they can be compared."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalogue import games
from engine.game import CHANCE
from engine.players.judging import FEWEST, judge
from engine.players.lookahead import Stream
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth
from engine.players.simultaneous import together
from engine.rapa_nui_cards.moves import PLAYS
from engine.rapa_nui_cards.state import Card
from engine.ru_ra_re.moves import CHOOSES
from tests.engine.players.small_games import HiddenTrap, Trap, as_game
from tests.engine.ru_ra_re.situations import situation
from tests.engine.seeded import Setup, random_game
from tests.tables.toys import FingerGame

BUDGET = Budget(worlds=8, plans=3, looks=150, secret=Depth(rounds=20, ahead=1, trust=0.5, playouts=2))
CARDS, ROWS, BOARD = (games()[name] for name in ("rapa-nui-cards", "ru-ra-re", "rapa-nui-board"))
TRAPS = pytest.mark.parametrize("game", [as_game(Trap()), as_game(HiddenTrap())], ids=["open", "hidden"])


def some_states(game: Any, seats: int, every: int) -> list[Any]:
    """Return states of a random game in which a player who has a choice is to move."""
    found = [one for one in random_game(Setup(game, seats, {}), 4) if one.seat != CHANCE]
    return [one for one in found if len(game.promising_moves(one.before, one.seat)) > 1][::every]


@TRAPS
def test_the_best_move_comes_first_with_what_it_brings_in_each_world(game: Any) -> None:
    best, other = judge(game, (), 0, Stream(1), budget=BUDGET)
    assert (best.move, other.move) == ("hold", "grab")
    assert len(best.values) == len(other.values) == (8 if game.hides else 1)
    assert best.value > other.value == sum(other.values) / len(other.values)


def test_where_nothing_is_left_to_chance_one_trial_is_all() -> None:
    """More would be the same ones again, and prove nothing."""
    counts = set[int]()
    for played in some_states(BOARD, 2, 9):
        seen = BOARD.observe(played.before, played.seat)
        found = judge(BOARD, seen, played.seat, Stream(7), budget=BUDGET, also=(played.move,))
        counts |= {len(one.values) for one in found}
    assert 1 in counts


@pytest.mark.parametrize("seats", [2, 3])
def test_only_a_duel_has_a_mix_that_nobody_can_foretell(seats: int) -> None:
    played = some_states(ROWS, seats, 1)[0]
    seen = ROWS.observe(played.before, played.seat)
    found = judge(ROWS, seen, played.seat, Stream(1), budget=BUDGET)
    assert {one.in_duel for one in found} == {seats == 2}
    assert all(one.share is not None for one in found)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_the_same_chance_judges_the_same_and_asked_moves_are_judged_in_any_case(game: Any) -> None:
    for played in some_states(game, 3, 60):
        seen, asked = game.observe(played.before, played.seat), (played.move,)
        first, again = (judge(game, seen, played.seat, Stream(7), budget=BUDGET, also=asked) for _ in "ab")
        assert first == again
        assert played.move in {one.move for one in first}
        assert len(first) <= BUDGET.plans + 1 or ROWS is game
        assert {len(one.values) for one in first} <= ({FEWEST, 8} if game.hides else {1, FEWEST, 8})
        assert list(first) == sorted(first, key=lambda one: one.value, reverse=True)


def test_with_the_eyes_of_another_only_what_that_person_can_know_is_compared() -> None:
    """Whoever plays a card may have had to: which others it holds, nobody else knows."""
    buys = plays = 0
    for played in some_states(CARDS, 2, 1):
        seen = CARDS.observe(played.before, 1 - played.seat)
        found = judge(CARDS, seen, played.seat, Stream(2), budget=BUDGET, also=(played.move,))
        if CARDS.write_move(played.move).startswith(("buy", "skip")):
            buys += len(found) > 1
        elif played.move == PLAYS[Card.MOAI]:
            plays += [one.move for one in found] == [played.move]
        if buys and plays:
            return
    raise AssertionError(f"{buys} buys and {plays} plays were judged")


def test_where_no_world_fits_the_move_nothing_is_judged() -> None:
    played = some_states(CARDS, 2, 1)[0]
    never = CARDS.read_move("take 4")
    assert not CARDS.is_legal(played.before, played.seat, never)
    assert (
        judge(CARDS, CARDS.observe(played.before, None), played.seat, Stream(2), budget=BUDGET, also=(never,))
        == ()
    )


def test_of_a_secret_choice_it_says_how_often_each_had_best_be_made() -> None:
    game = ROWS
    for played in some_states(game, 2, 20):
        found = judge(game, game.observe(played.before, played.seat), played.seat, Stream(3), budget=BUDGET)
        assert sum(one.share or 0.0 for one in found) == pytest.approx(1.0)
        assert len({one.values for one in found}) > 1


def test_who_has_chosen_already_can_be_told_about_other_choices() -> None:
    """With the last missing choice the question is over: that one comes last, whoever makes it."""
    game = FingerGame()
    state = game.start(3, {})
    one, two, three = game.legal_moves(state, 0)
    for seat in (0, 1):
        state = game.make(state, seat, one)
    assert together(game, state, {0: two, 2: three, 1: one}).points == (2, 1, 3)
    assert together(game, state, {2: three, 1: two, 0: one}).points == (1, 2, 3)


@pytest.mark.parametrize("is_last", [True, False], ids=["the game is over", "chance shuffles the box"])
def test_what_comes_after_the_choice_is_no_question_to_who_has_chosen_already(is_last: bool) -> None:
    state = situation(2, deck="", box="5xN 4xK", last_turn=is_last)
    one, two = CHOOSES[:2]
    ready = ROWS.make(state, 0, CHOOSES[2])
    found = together(ROWS, ready, {1: two, 0: one})
    assert found == ROWS.make(ROWS.make(state, 0, one), 1, two)
