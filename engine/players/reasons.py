"""The verdict on a move compared with another, and the parts of the final score that make the difference.

The parts add up to the whole difference; the chance to win is no part.  `locales/` has a sentence for each
verdict, by the verdict's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import sub
from statistics import fmean
from typing import Any, Final

from engine.game import Struct
from engine.players.judging import Judged
from engine.players.lookahead import WINNING
from engine.players.weights import WON

LEAST: Final = 0.3
"""A difference of fewer points than this counts as none."""
ERRORS: Final = 2.0
"""A difference below this many standard errors counts as none: it may be due to the worlds sampled."""
ERRORS_OF_PARTS: Final = 3.0
"""A part's difference below this many standard errors counts as none; with 2.0, 1 in 20 would be chance."""
MOST_PARTS: Final = 3
"""The most parts of the final score that are named."""
TELLING: Final = 0.2
"""A part is named if its difference is at least this share of the largest part's difference."""
SELDOM: Final = 0.1
"""A move to which a mixed strategy gives a smaller share than this isn't named."""
MOSTLY: Final = 1.5
"""Moves count as evenly chosen if the most frequent has at most this many times the share of the rarest."""
MORE_OFTEN: Final = 0.03
"""The least difference in the chance to win that makes one of two moves with about equal points better."""
CERTAIN: Final = 0.01
"""The least distance of a predicted chance to win from 0 and from 1."""


class Verdict(Struct, frozen=True):
    """The comparison of a move with others, as people are told of it.

    Attributes:
        name: `better`: the move asked about is clearly better than any other; `worse`: another move is
            clearly better; `close`: neither is the case; `alone`: there is no other move; `mixed`: the move
            is one of several among which a player best chooses at random.
        points: By how much the better move improves the lead over the opponents at the end, in points.
        parts: The parts of these points that differ most, each with its points; the largest stands first.
        chances: The chance to win, from 0 to 1, after the better move and after the other; empty if unknown.
        mix: In a secret choice, the moves among which the player best chooses at random, the most frequent
            one first; empty if one move is best.
        is_even: Whether all moves of the mix are best chosen about equally often.
    """

    name: str
    points: float = 0.0
    parts: tuple[tuple[str, float], ...] = ()
    chances: tuple[float, ...] = ()
    mix: tuple[Any, ...] = ()
    is_even: bool = False


class Case(Struct, frozen=True):
    """Two moves to compare: `one`, which is asked about, and `other`, the best other move (None: no other).

    Attributes:
        mix: All judged moves of a secret choice, with their shares; empty if the choice isn't secret.
    """

    one: Judged
    other: Judged | None
    mix: tuple[Judged, ...] = ()

    @property
    def gains(self) -> tuple[float, ...]:
        """How many points more `one` brings than `other`, in each trial."""
        assert self.other is not None
        return tuple(mine - its for mine, its in zip(self.one.values, self.other.values, strict=True))

    @property
    def gain(self) -> float:
        """How many points more `one` brings than `other`, on average; 0.0 if the difference isn't clear."""
        return 0.0 if self.other is None else _clear(self.gains, LEAST)

    @property
    def ranked(self) -> tuple[Judged, Judged] | None:
        """The better move and the worse one; None if neither is clearly better."""
        gain = self.gain
        if self.other is None or not gain:
            return None
        return (self.one, self.other) if gain > 0 else (self.other, self.one)

    @property
    def parts(self) -> dict[str, tuple[float, ...]]:
        """How many points more the better move brings in each part, in each trial.

        Empty if neither move is clearly better, or no net was taught.
        """
        if self.ranked is None:
            return {}
        pairs = zip(*(judged.parts for judged in self.ranked), strict=True)
        return {name: tuple(map(sub, points, less)) for (name, points), (_, less) in pairs}


def case_of(judged: Sequence[Judged], move: Any) -> Case | None:
    """`move` compared with the best of the other moves judged; None if `move` wasn't judged."""
    one = next((found for found in judged if found.move == move), None)
    if one is None:
        return None
    others = [found for found in judged if found.move != move]
    other = max(others, key=lambda found: found.value, default=None)
    chosen = [found for found in judged if found.share is not None]
    mix = sorted(chosen, key=lambda found: found.share or 0.0, reverse=True)
    return Case(one, other, tuple(mix))


def verdict(case: Case) -> Verdict:
    """The verdict on `case.one`, the move asked about."""
    often = [one for one in case.mix if one.in_duel and (one.share or 0.0) >= SELDOM]
    mix = tuple(one.move for one in often) if len(often) > 1 else ()
    is_even = bool(mix) and (often[0].share or 0.0) < MOSTLY * (often[-1].share or 0.0)
    if case.one.move in mix:
        return Verdict("mixed", mix=mix, is_even=is_even)
    if case.other is None:
        return Verdict("alone")
    if case.ranked is None:
        return Verdict("close", mix=mix, is_even=is_even)
    parts, chances = case.parts, tuple(map(_chance, case.ranked)) if case.one.parts else ()
    known = {name: fmean(points) for name, points in parts.items()}
    points = abs(case.gain) - known.pop(WON, 0.0)
    least = max(LEAST, TELLING * max(map(abs, known.values()), default=0.0))
    if points < LEAST and chances and chances[0] - chances[1] < MORE_OFTEN:
        return Verdict("close", mix=mix, is_even=is_even)

    def is_telling(points: Sequence[float]) -> bool:
        return abs(_clear(points, LEAST, ERRORS_OF_PARTS)) >= least

    clear = [(name, points) for name, points in known.items() if is_telling(parts[name])]
    named = list[tuple[str, float]]()
    for one in sorted(clear, key=lambda one: -abs(one[1])):
        if len(named) == MOST_PARTS or abs(points - sum(points for _, points in named)) < LEAST:
            break
        named.append(one)
    return Verdict(
        name="better" if case.gain > 0 else "worse",
        points=points,
        parts=tuple(named),
        chances=chances,
        mix=mix,
        is_even=is_even,
    )


def _chance(judged: Judged) -> float:
    """The chance to win after a move: exactly 0 or 1 only if the game was over in each trial."""
    won = dict(judged.parts)[WON]
    if all(abs(one) == WINNING for one in won):
        return fmean(won) / WINNING / 2 + 0.5
    return min(1 - CERTAIN, max(CERTAIN, fmean(won) / WINNING / 2 + 0.5))


def _clear(gains: Sequence[float], least: float, errors: float = ERRORS) -> float:
    """The average of `gains`; 0.0 if it is nearer to 0 than `least`, or than `errors` standard errors."""
    mean = sum(gains) / len(gains)
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1))
    return mean if abs(mean) >= least and abs(mean) > errors * spread / sqrt(len(gains)) else 0.0
