"""What is said of why a move is better is so: each claim is held against states that it leads to, by replay.

The states are those of other worlds than the ones in which it was measured, and of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import fmean
from typing import Any, Final, NamedTuple

import pytest

from engine.game import CHANCE, AnyGame, Seat
from engine.players.judging import judge, worlds_with
from engine.players.lookahead import Plan, Stream, best_plans, value
from engine.players.reasons import ENDS, WHY, Case, Reason, case_of, reasons
from engine.players.searcher import Budget, followed
from engine.players.secret_choice import Depth, Thought, thought_through
from engine.players.simultaneous import drawn, together
from tests.engine.players.test_course import TOTALS, USUAL
from tests.engine.seeded import Played, Setup, random_game

BUDGET: Final = Budget(
    worlds=32, plans=3, looks=1200, secret=Depth(rounds=60, ahead=1, trust=0.5, playouts=0)
)
"""As many worlds as in earnest, since all that is said is about them; but fewer plans, to be quick."""
MANY: Final = 64
"""In so many worlds a claim is tried."""
QUICK: Final = 3
"""So many positions of a game are tried, besides those at its end."""
EACH: Final = pytest.mark.parametrize("setup", USUAL, ids=lambda setup: f"{setup.game.id}-{setup.seats}")
SURE: Final = 0.97
"""What is hidden may decide who wins, in worlds that nobody has thought of."""


class Ends(NamedTuple):
    """Where a move leads in the same worlds: right after it, and when one's own turn is over as planned."""

    after: Sequence[Any]
    planned: Sequence[Any]


class Told(NamedTuple):
    """A move beside another, with where both lead."""

    game: AnyGame
    seat: Seat
    better: Ends
    worse: Ends

    def gain(self, measure: Callable[[Any], float]) -> float:
        """How much more of something the better one brings by the end of the turn, on average."""
        found = zip(self.better.planned, self.worse.planned, strict=True)
        return fmean(measure(state) - measure(other) for state, other in found)

    def part(self, name: str) -> float:
        """The same of a part of what a state is worth."""
        return self.gain(lambda state: dict(self.game.worth_parts(state, self.seat))[name])

    def others(self) -> float:
        """The same of what all the others have together."""
        totals = TOTALS[self.game.id]
        return self.gain(lambda state: sum(totals(state)) - totals(state)[self.seat])

    def won(self, ends: Ends) -> float | None:
        """In what share of the worlds the game is won right after a move; None: in some it isn't over."""
        results = [None if self.game.to_move(one) else self.game.result(one) for one in ends.after]
        won = [result.seats[self.seat].rank == 1 for result in results if result is not None]
        return sum(won) / len(won) if len(won) == len(results) else None


Claim = Callable[[Told, Case, Reason], bool]


def wins(told: Told, case: Case, reason: Reason) -> bool:
    won = told.won(told.better)
    return won is not None and won >= SURE


def loses(told: Told, case: Case, reason: Reason) -> bool:
    won = told.won(told.worse)
    return won is not None and won <= 1 - SURE


def wins_more(told: Told, case: Case, reason: Reason) -> bool:
    often, seldom = told.won(told.better), told.won(told.worse)
    return often is not None and seldom is not None and often > seldom


def later(told: Told, case: Case, reason: Reason) -> bool:
    """By the end of the turn less shows than it is better."""
    return told.gain(lambda state: value(told.game, state, told.seat)) < abs(case.gain)


CLAIMS: Final[dict[str, Claim]] = {
    "more": lambda told, _, reason: all(told.part(name) > 0 for name in reason.parts),
    "less": lambda told, _, reason: all(told.part(name) < 0 for name in reason.parts),
    "hinders": lambda told, *_: told.others() < 0,
    "helps": lambda told, *_: told.others() > 0,
    "wins": wins,
    "loses": loses,
    "wins_more": wins_more,
    "later": later,
}
"""What must be so where it is said."""


class Thoughts:
    """What was thought of while moves were judged: plans by move, or how several choose in secret."""

    def __init__(self) -> None:
        self.plans: dict[Any, Plan] = {}
        self.thought: Thought | None = None

    def ends(self, game: AnyGame, worlds: Sequence[Any], seat: Seat, moves: Sequence[Any]) -> list[Ends]:
        """Where moves lead, each in the same worlds with the same choices of others."""
        if self.thought is None:
            return [
                Ends(
                    [game.make(world, seat, move) for world in worlds],
                    [followed(game, world, seat, self.plans[move]) for world in worlds],
                )
                for move in moves
            ]
        *others, _ = self.thought.seats
        chance, choices = Stream(3), []
        for _ in worlds:
            listed = zip(others, self.thought.moves, self.thought.seen, strict=False)
            choices.append({one: drawn(found, mix, chance) for one, found, mix in listed})
        found = []
        for move in moves:
            pairs = zip(worlds, choices, strict=True)
            after = [together(game, world, {**made, seat: move}) for world, made in pairs]
            found.append(Ends(after, after))
        return found


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    """Note what is thought of."""
    thoughts = Thoughts()

    def planned(*asked: Any) -> list[Plan]:
        found = best_plans(*asked)
        thoughts.plans = {one.way[0]: one for one in found}
        return found

    def thought(*asked: Any) -> Thought:
        thoughts.thought = thought_through(*asked)
        return thoughts.thought

    with monkeypatch.context() as patched:
        patched.setattr("engine.players.judging.best_plans", planned)
        patched.setattr("engine.players.judging.thought_through", thought)
        yield thoughts


def positions(setup: Setup, seed: int, most: int) -> list[Played]:
    """Some states of a game at random in which a seat has a choice, and those at its end."""
    game = setup.game
    asked = [one for one in random_game(setup, seed) if one.seat != CHANCE]
    found = [one for one in asked if len(game.promising_moves(one.before, one.seat)) > 1]
    last = setup.seats if game.hides else 1
    return [*found[seed % 3 : -last : len(found) // most + 1], *found[-last:]]


def said(
    setup: Setup, played: Played, seed: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Case, Told]]:
    """What a move that was made, and the best one, are compared with, and where all of them lead."""
    game, seat = setup.game, played.seat
    seen = game.observe(played.before, seat)
    with listening(monkeypatch) as thoughts:
        judged = judge(game, seen, seat, Stream(seed), budget=BUDGET, also=(played.move,))
    for move in dict.fromkeys((played.move, judged[0].move)):
        case = case_of(judged, move)
        assert case is not None
        if case.ranked is None:
            continue
        both = [one.move for one in case.ranked]
        wanted = MANY if game.hides else 1
        worlds = [played.before, *worlds_with(game, seen, seat, Stream(seed + 1), wanted, both)]
        yield case, Told(game, seat, *thoughts.ends(game, worlds, seat, both))


def held(setup: Setup, seed: int, most: int, monkeypatch: pytest.MonkeyPatch) -> tuple[set[str], list[str]]:
    """What was said of a game, and what of it isn't so."""
    return held_at(setup, positions(setup, seed, most), seed, monkeypatch)


def held_at(
    setup: Setup, chosen: Sequence[Played], seed: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[set[str], list[str]]:
    """The same of some positions."""
    names, wrong = set[str](), list[str]()
    for played in chosen:
        for case, told in said(setup, played, seed, monkeypatch):
            for reason in reasons(case):
                names.add(reason.name)
                if reason.name in CLAIMS and not CLAIMS[reason.name](told, case, reason):
                    moves = [setup.game.write_move(one.move) for one in case.ranked or ()]
                    wrong.append(f"turn {setup.game.turn(played.before)}, {moves}: {reason}")
    return names, wrong


def test_every_claim_is_tried() -> None:
    assert CLAIMS.keys() == WHY


def test_what_is_said_of_how_a_game_ends_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said_of_it = set[str]()
    for setup in USUAL:
        if setup.seats == 2 and setup.game.hides:
            for seed in range(3, 10):
                names, wrong = held_at(setup, positions(setup, seed, 1)[-2:], seed, monkeypatch)
                assert wrong == []
                said_of_it |= names
    assert said_of_it >= ENDS


@EACH
def test_what_is_said_of_why_a_move_is_better_is_so(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    names, wrong = held(setup, 1, QUICK, monkeypatch)
    assert wrong == []
    assert names & CLAIMS.keys()


@pytest.mark.slow
@EACH
def test_it_is_so_in_many_games(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 12 if setup.game.hides else 5  # Of these each takes its time.
    found = [held(setup, seed, most, monkeypatch) for seed in range(2, 6)]
    assert [wrong for _, of_game in found for wrong in of_game] == []
    assert {"more", "less"} <= {name for names, _ in found for name in names}
