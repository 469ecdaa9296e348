"""A reason is said only if it was measured: each pattern has cases in which it fires, and others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.players.judging import Judged, judge
from engine.players.lookahead import Stream
from engine.players.reasons import PATTERNS, Case, Reason, case_of, reasons
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth
from engine.standings import AGAINST, BEST, OTHERS
from tests.engine.players.small_games import Pennies, Trap, as_game

BUDGET: Final = Budget(worlds=8, plans=4, looks=200, secret=Depth(rounds=300, ahead=1, trust=0.0, playouts=0))
NAMES: Final = ("wood", "glory", "hand", "others", "best", "won")


def judged(move: str, *values: float, share: float | None = None, **parts: float) -> Judged:
    """A move with these values; parts are the same in each trial, those that aren't named 0."""
    return Judged(move, values, tuple((name, (parts.get(name, 0.0),) * len(values)) for name in NAMES), share)


def in_trials(**parts: tuple[float, ...]) -> Case:
    """A move that is better by three points in each trial, by parts that differ from trial to trial."""
    (trials,) = {len(points) for points in parts.values()}
    better, other = (judged(move, *[points] * trials) for move, points in (("a", 3.0), ("b", 0.0)))
    named = tuple((name, parts.get(name, points)) for name, points in better.parts)
    return Case(replace(better, parts=named), other)


def better_by(points: float = 3.0, **parts: float) -> Case:
    """A move that is better by so many points in each world, by these parts."""
    return Case(judged("a", points, points, points, **parts), judged("b", 0.0, 0.0, 0.0))


def worse_by(points: float = 3.0, **parts: float) -> Case:
    """The same, asked about the other one."""
    case = better_by(points, **parts)
    assert case.other is not None
    return Case(case.other, case.one)


def mixed(*shares: float, in_duel: bool = True) -> Case:
    """A secret choice with a mix of moves a, b, c and so on."""
    chosen = zip("abcd", shares, strict=False)
    found = [judged(move, 1.0, 1.0, share=share) for move, share in chosen]
    all_of_them = [replace(one, in_duel=in_duel) for one in found]
    case = case_of(all_of_them, "a")
    assert case is not None
    return case


OUTCOMES: Final = {"w": True, "l": False, "-": None}


def ended(better: str, other: str, *, asked_about_other: bool = False, in_secret: bool = False) -> Case:
    """A move that is better by how it ends: in each trial won, lost, or - the game goes on."""
    found = []
    for move, signs, points in (("a", better, 3.0), ("b", other, 0.0)):
        won = sum({"w": 6.0, "l": -6.0, "-": 0.0}[sign] for sign in signs) / len(signs)
        one = judged(move, *[points] * len(signs), won=won)
        found.append(replace(one, outcomes=tuple(OUTCOMES[sign] for sign in signs), in_secret=in_secret))
    return Case(found[1], found[0]) if asked_about_other else Case(found[0], found[1])


NOT_ITSELF: Final = replace(ended("wwww", "----").one, outcomes=(None,) * 4)
"""The game is over and won only after what somebody may do next."""
OTHER: Final = ended("wwww", "----").other
WON_BEHIND: Final = Case(
    replace(ended("wwww", "----").one, parts=judged("a", *[3.0] * 4, won=6.0, wood=-6.0).parts), OTHER
)
"""It ends the game and wins it, where the other one seems to bring as much by the end of the turn."""
IN_TURN: Final = Case(judged("a", 1.0, 1.0), judged("b", 1.0, 1.0))
SPREAD: Final = Case(judged("a", 9.0, -7.0, 6.0, -5.0), judged("b", 0.0, 0.0, 0.0, 0.0))

CASES: Final[dict[str, tuple[list[tuple[Case, Any]], list[Case]]]] = {
    # Pattern: cases in which it fires, each with what it finds; cases in which it doesn't.
    "alone": ([(Case(judged("a", 1.0), None), Reason("alone"))], [IN_TURN, better_by()]),
    "evenly": (
        [
            (mixed(0.5, 0.5), Reason("evenly", moves=("a", "b"))),
            (mixed(0.4, 0.32, 0.28), Reason("evenly", moves=("a", "b", "c"))),
            (mixed(0.48, 0.04, 0.48), Reason("evenly", moves=("a", "c"))),
        ],
        [mixed(0.7, 0.3), mixed(1.0, 0.0), mixed(0.5, 0.5, in_duel=False), IN_TURN],
    ),
    "mostly": (
        [
            (mixed(0.7, 0.3), Reason("mostly", moves=("a", "b"))),
            (mixed(0.2, 0.65, 0.15), Reason("mostly", moves=("b", "a", "c"))),
        ],
        [mixed(0.5, 0.5), mixed(0.95, 0.05), IN_TURN],
    ),
    "better": (
        [
            (better_by(2.0), Reason("better", 2.0, 3, 3)),
            (
                Case(judged("a", 4.0, 4.0, -1.0, 4.0, 4.0), judged("b", *[0.0] * 5)),
                Reason("better", 3.0, 4, 5),
            ),
        ],
        [worse_by(2.0), better_by(0.2), SPREAD, IN_TURN, Case(judged("a", 1.0), None)],
    ),
    "worse": (
        [(worse_by(2.0), Reason("worse", 2.0, 3, 3))],
        [better_by(2.0), worse_by(0.2), SPREAD, IN_TURN],
    ),
    "close": (
        [
            (SPREAD, Reason("close", of=4)),
            (better_by(0.2), Reason("close", of=3)),
            (IN_TURN, Reason("close", of=2)),
        ],
        [better_by(2.0), worse_by(2.0), Case(judged("a", 1.0), None)],
    ),
    "more": (
        [
            (better_by(wood=2.0, glory=1.0), Reason("more", 3.0, parts=("wood", "glory"))),
            (worse_by(wood=2.0), Reason("more", 2.0, parts=("wood",))),
            (better_by(wood=0.5, glory=3.0, hand=2.0), Reason("more", 5.0, parts=("glory", "hand"))),
        ],
        [
            better_by(others=3.0),
            better_by(wood=0.2),
            better_by(best=3.0),
            SPREAD,
            better_by(0.1, wood=5.0),
            in_trials(wood=(9.0, -7.0, 6.0, -5.0)),  # On average more, but that may well be chance.
        ],
    ),
    "less": (
        [(better_by(wood=4.0, glory=-2.0), Reason("less", 2.0, parts=("glory",)))],
        [
            better_by(wood=4.0, glory=-0.2),
            better_by(wood=4.0, glory=-1.0),
            SPREAD,
            better_by(others=-2.0),
            in_trials(wood=(-9.0, 7.0, -6.0, 5.0)),
        ],
    ),
    "hinders": (
        [
            (better_by(others=2.0), Reason("hinders", 2.0)),
            (worse_by(others=2.0), Reason("hinders", 2.0)),
            (better_by(others=1.0, best=1.4), Reason("hinders", 2.4)),
        ],
        [
            better_by(wood=2.0),
            better_by(wood=4.0, others=1.0),
            better_by(others=-2.0),
            better_by(others=-1.0, best=2.0),  # The best of them has less, but all together more.
            in_trials(others=(9.0, -7.0, 6.0, -5.0)),
            SPREAD,
        ],
    ),
    "helps": (
        [
            (better_by(wood=4.0, others=-2.0), Reason("helps", 2.0)),
            (better_by(wood=4.0, others=-1.0, best=-1.4), Reason("helps", 2.4)),
        ],
        [
            better_by(others=2.0),
            better_by(wood=4.0, others=-1.0),
            better_by(others=1.0, best=-2.0),
            in_trials(others=(-9.0, 7.0, -6.0, 5.0)),
            SPREAD,
        ],
    ),
    "wins": (
        [
            (ended("wwww", "----"), Reason("wins", 6.0)),
            (ended("wwww", "----", asked_about_other=True), Reason("wins", 6.0)),
            (ended("wwww", "llll"), Reason("wins", 12.0)),
            (ended("wwww", "wwll"), Reason("wins", 6.0)),
        ],
        [
            ended("----", "llll"),  # It doesn't end the game: the other one does, and loses it.
            ended("wlll", "llll"),  # It loses more often than it wins.
            ended("wwwl", "----"),
            ended("www-", "llll"),
            ended("wwww", "wwww"),
            ended("wwww", "llll", in_secret=True),
            Case(NOT_ITSELF, OTHER),
            better_by(8.0, won=8.0),
            better_by(wood=2.0),
            SPREAD,
        ],
    ),
    "loses": (
        [
            (ended("----", "llll"), Reason("loses", 6.0)),
            (ended("----", "llll", asked_about_other=True), Reason("loses", 6.0)),
            (ended("wwwl", "llll"), Reason("loses", 9.0)),
        ],
        [
            ended("wwww", "llll"),  # That it wins says enough.
            ended("wwww", "----"),
            ended("----", "lllw"),
            ended("----", "lll-"),
            ended("llll", "llll"),
            ended("----", "llll", in_secret=True),
            better_by(6.0, won=6.0),
            better_by(wood=2.0),
            SPREAD,
        ],
    ),
    "wins_more": (
        [
            (ended("wwwwwwwl", "wlllllll"), Reason("wins_more", 9.0)),
            (ended("wwwwwwwl", "wlllllll", asked_about_other=True), Reason("wins_more", 9.0)),
            (ended("wwwwllll", "llllllll", in_secret=True), Reason("wins_more", 6.0)),
            (ended("wwww", "llll", in_secret=True), Reason("wins_more", 12.0)),
        ],
        [
            ended("wlll", "llll", in_secret=True),  # Once more may well be chance.
            ended("wwwwwww-", "wlllllll"),
            ended("wwwwwwwl", "wlllll--"),
            ended("wwww", "wwww", in_secret=True),
            ended("wwww", "llll"),
            ended("wwwl", "llll"),
            better_by(6.0, won=6.0),
            better_by(wood=2.0),
            SPREAD,
        ],
    ),
    "later": (
        [
            (better_by(3.0, wood=0.2), Reason("later", 2.8)),
            (better_by(3.0, wood=-1.0), Reason("later", 4.0)),
        ],
        [better_by(3.0, wood=2.0), better_by(0.4, wood=0.15), better_by(0.1), SPREAD, WON_BEHIND],
    ),
}


def test_each_pattern_is_tried_both_ways() -> None:
    assert [pattern.__name__ for pattern in PATTERNS] == list(CASES)
    assert all(fires and silent for fires, silent in CASES.values())


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.__name__)
def test_a_pattern_fires_where_it_is_there_and_nowhere_else(pattern: Callable[[Case], Any]) -> None:
    fires, silent = CASES[pattern.__name__]
    for case, reason in fires:
        assert pattern(case) == reason
    for case in silent:
        assert pattern(case) is None


def test_the_verdict_is_always_one() -> None:
    """Better, worse, close or alone: never two of them, never none."""
    verdicts = {"alone", "better", "worse", "close"}
    for fires, silent in CASES.values():
        for case in (*(one for one, _ in fires), *silent):
            assert len([one for one in reasons(case) if one.name in verdicts]) == 1


def test_of_why_only_the_weightiest_is_said() -> None:
    case = better_by(6.0, wood=6.0, glory=-3.0, others=5.0)
    assert [one.name for one in reasons(case)] == ["better", "more", "hinders"]
    case = better_by(6.0, wood=4.0, glory=-4.0)
    assert [one.name for one in reasons(case)] == ["better", "later"]


def test_how_the_game_ends_is_said_also_where_the_turn_shows_no_other_reason() -> None:
    case = ended("----", "llll")
    assert case.other is not None
    other = replace(case.other, parts=judged("b", *[0.0] * 4, won=-6.0, wood=6.0).parts)
    assert [one.name for one in reasons(Case(case.one, other))] == ["better", "loses", "later"]
    assert [one.name for one in reasons(WON_BEHIND)] == ["better", "less", "wins"]


def test_a_move_is_compared_with_the_best_of_the_others() -> None:
    best, second, last = (
        judged(move, points, points) for move, points in zip("abc", (3.0, 2.0, 1.0), strict=True)
    )
    assert case_of((best, second, last), "a") == Case(best, second)
    assert case_of((best, second, last), "b") == Case(second, best)
    assert case_of((best, second, last), "c") == Case(last, best)
    assert case_of((best,), "a") == Case(best, None)
    assert case_of((best,), "z") is None


def test_it_says_why_not_to_step_into_a_trap() -> None:
    """Holding gives a point less at once, but isn't struck a move later."""
    case = case_of(judge(as_game(Trap()), (), 0, Stream(1), budget=BUDGET), "hold")
    assert case is not None
    assert [one.name for one in reasons(case)] == ["better", "later"]


def test_where_anything_is_as_good_the_choice_had_best_be_even() -> None:
    game = Secretly()
    case = case_of(judge(as_game(game), game.second_choice(), 0, Stream(1), budget=BUDGET), "heads")
    assert case is not None
    assert {one.name for one in reasons(case)} >= {"evenly"}
    assert set(next(one for one in reasons(case) if one.name == "evenly").moves) == {"heads", "tails"}


class Secretly(Pennies):
    """Matching pennies, from an observation that shows all."""

    def second_choice(self) -> Any:
        """The state in which it is played for a point."""
        return self.make(self.make(self.start(), 0, "heads"), 1, "tails")

    def determinise(self, seen: Any, chance: Any) -> Any:
        return seen

    def is_legal(self, state: Any, seat: int, move: str) -> bool:
        return True

    def worth_parts(self, state: Any, seat: int) -> Any:
        return (("own", self.worth(state, seat)), ("others", 0.0))


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_parts_of_the_others_have_one_name_in_all_games(game: Any) -> None:
    names = [name for name, _ in game.worth_parts(game.start(2, {}), 0)]
    assert [name for name in names if name in AGAINST] == [OTHERS, BEST]
