"""A verdict states only measured differences, and its parts add up to the whole."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from engine.players.judging import Judged, judge
from engine.players.lookahead import WINNING, Stream
from engine.players.reasons import Case, Verdict, case_of, verdict
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth
from engine.players.weights import OTHERS, WON
from tests.engine.players.small_games import Pennies, Trap, as_game

BUDGET: Final = Budget(worlds=8, plans=4, looks=200, secret=Depth(rounds=300, ahead=1, trust=0.0, playouts=0))
NAMES: Final = ("wood", "glory", "moai", "fish", OTHERS, WON)
TRIALS: Final = 4


def judged(move: str, **parts: float | tuple[float, ...]) -> Judged:
    """Return a judged move that brings these points, by part: one number for all trials, or one for each."""
    found = []
    for name in NAMES:
        points = parts.get(name, 0.0)
        found.append((name, points if isinstance(points, tuple) else (points,) * TRIALS))
    values = tuple(map(sum, zip(*(points for _, points in found), strict=True)))
    return Judged(move, values, tuple(found))


def worth(move: str, *values: float, share: float | None = None, in_duel: bool = True) -> Judged:
    """Return a judged move of a game without a net, which has only values."""
    return Judged(move, values, share=share, in_duel=in_duel)


NOTHING: Final = judged("b")
BEHIND: Final = judged("b", won=-WINNING)


def better_by(**parts: float | tuple[float, ...]) -> Verdict:
    """Return the verdict on a move that brings these points more than the other one, by part."""
    return verdict(Case(judged("a", **parts), NOTHING))


def mixed(*shares: float, in_duel: bool = True, asked: str = "a") -> Verdict:
    """The verdict on the move `asked` of a secret choice with a mix of moves a, b, c and so on."""
    chosen = zip("abcd", shares, strict=False)
    case = case_of([worth(move, 1.0, 1.0, share=share, in_duel=in_duel) for move, share in chosen], asked)
    assert case is not None
    return verdict(case)


@pytest.mark.parametrize(
    ("parts", "points", "named", "rest"),
    [
        ({"wood": 2.0, "glory": 1.0}, 3.0, [("wood", 2.0), ("glory", 1.0)], 0.0),
        ({"wood": 4.0, "glory": -2.0}, 2.0, [("wood", 4.0), ("glory", -2.0)], 0.0),
        ({"others": 2.0, "wood": 0.2}, 2.2, [("others", 2.0)], 0.2),  # Too little to be named.
        ({"wood": 9.0, "glory": 1.0}, 10.0, [("wood", 9.0)], 1.0),  # Little beside the largest part.
        ({"wood": 4.0, "glory": (2.5, -1.5, 2.0, -1.0)}, 4.5, [("wood", 4.0)], 0.5),  # Perhaps chance.
        (
            {"wood": 4.0, "glory": 3.0, "moai": 2.0, "others": 1.5, "fish": 1.0},
            11.5,
            [("wood", 4.0), ("glory", 3.0), ("moai", 2.0)],  # More would be hard to read.
            2.5,
        ),
    ],
)
def test_the_parts_named_and_the_rest_add_up(
    parts: dict[str, Any], points: float, named: list[tuple[str, float]], rest: float
) -> None:
    found = verdict(Case(judged("a", **parts), NOTHING))
    assert (found.name, [*found.parts]) == ("better", named)
    left = found.points - sum(points for _, points in found.parts)
    assert (found.points, left) == pytest.approx((points, rest))


def test_the_worse_of_two_is_told_of_what_the_better_one_brings() -> None:
    case = Case(NOTHING, judged("a", wood=2.0))
    assert verdict(case) == Verdict("worse", 2.0, (("wood", 2.0),), (0.5, 0.5))


@pytest.mark.parametrize(
    ("won", "chances"),
    [
        ((0.0, 0.0), (0.5, 0.5)),
        ((3.0, -3.0), (0.75, 0.25)),
        ((WINNING, -WINNING), (1.0, 0.0)),
        ((9.0, -9.0), (0.99, 0.01)),  # A net may foretell more than there is.
        (((WINNING, WINNING, WINNING, -WINNING), -WINNING), (0.75, 0.0)),
    ],
)
def test_winning_is_told_as_a_chance_and_not_as_points(won: Any, chances: tuple[float, ...]) -> None:
    better, other = (judged("ab"[place], wood=2.0 - place, won=one) for place, one in enumerate(won))
    found = verdict(Case(better, other))
    assert found.chances == pytest.approx(chances)
    assert found.points == pytest.approx(1.0)


def test_a_move_that_wins_is_better_though_it_brings_fewer_points() -> None:
    found = verdict(Case(judged("a", wood=-3.0, won=WINNING), BEHIND))
    assert (found.name, found.points, found.chances) == ("better", -3.0, (1.0, 0.0))


@pytest.mark.parametrize("less", [{"wood": 0.2}, {"wood": (9.0, -7.0, 6.0, -5.0)}, {}])
def test_what_may_be_chance_or_is_next_to_nothing_is_close(less: dict[str, Any]) -> None:
    assert better_by(**less) == Verdict("close")


def test_without_another_move_it_is_alone_and_without_a_net_its_points_are_told() -> None:
    assert verdict(Case(NOTHING, None)) == Verdict("alone")
    assert verdict(Case(worth("a", 3.0, 2.0), worth("b", 1.0, 0.0))) == Verdict("better", 2.0)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (mixed(0.5, 0.5), Verdict("mixed", mix=("a", "b"), is_even=True)),
        (mixed(0.4, 0.32, 0.28), Verdict("mixed", mix=("a", "b", "c"), is_even=True)),
        (mixed(0.48, 0.04, 0.48), Verdict("mixed", mix=("a", "c"), is_even=True)),
        (mixed(0.7, 0.3), Verdict("mixed", mix=("a", "b"))),
        (mixed(0.2, 0.65, 0.15), Verdict("mixed", mix=("b", "a", "c"))),
        (mixed(0.02, 0.68, 0.3), Verdict("close", mix=("b", "c"))),
        (mixed(0.95, 0.05), Verdict("close")),
        (mixed(0.5, 0.5, in_duel=False), Verdict("close")),  # Among several no mix is safe.
    ],
)
def test_a_choice_that_is_best_mixed_is_told_so(found: Verdict, told: Verdict) -> None:
    assert found == told


def test_a_move_is_compared_with_the_best_of_the_others() -> None:
    best, second, last = (
        worth(move, points, points) for move, points in zip("abc", (3.0, 2.0, 1.0), strict=True)
    )
    assert case_of((best, second, last), "a") == Case(best, second)
    assert case_of((best, second, last), "b") == Case(second, best)
    assert case_of((best, second, last), "c") == Case(last, best)
    assert case_of((best,), "a") == Case(best, None)
    assert case_of((best,), "z") is None


def test_a_trap_is_seen() -> None:
    """Holding gives a point less at once, but isn't struck a move later."""
    case = case_of(judge(as_game(Trap()), (), 0, Stream(1), budget=BUDGET), "hold")
    assert case is not None
    assert verdict(case).name == "better"


def test_where_anything_is_as_good_the_choice_had_best_be_even() -> None:
    game = Secretly()
    case = case_of(judge(as_game(game), game.second_choice(), 0, Stream(1), budget=BUDGET), "heads")
    assert case is not None
    found = verdict(case)
    assert replace(found, mix=tuple(sorted(found.mix))) == Verdict(
        "mixed", mix=("heads", "tails"), is_even=True
    )


class Secretly(Pennies):
    """Matching pennies, with an observation that shows everything."""

    def second_choice(self) -> Any:
        """Return the state in which the choice is for a point."""
        return self.make(self.make(self.start(), 0, "heads"), 1, "tails")

    def determinise(self, seen: Any, chance: Any) -> Any:
        return seen

    def is_legal(self, state: Any, seat: int, move: str) -> bool:
        return True

    def turn(self, state: Any) -> int:
        return len(state)
