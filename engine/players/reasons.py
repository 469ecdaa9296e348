"""Why one move is better than another: what was measured to differ, and nothing else.

A reason is one of the `PATTERNS`, each of which looks for one thing in what was measured, and is silent where
it isn't there.  What is said of it stands in `locales/`, by the name of the pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from operator import sub
from statistics import fmean
from typing import Any, Final

from engine.game import Struct
from engine.players.judging import WON, Judged
from engine.standings import AGAINST, OTHERS

LEAST: Final = 0.3
"""A difference of fewer points is none."""
ERRORS: Final = 2.0
"""A difference of fewer standard errors is none: it may well come from the worlds that were sampled."""
MOST_PARTS: Final = 2
"""So many parts are named at most, for a move and against it."""
MOST_REASONS: Final = 2
"""So much is said of why at most."""
TELLING: Final = 0.3
"""A part is named that makes up this share of the largest one, or more."""
SELDOM: Final = 0.1
"""What a mix chooses less often is not told."""
MOSTLY: Final = 1.5
"""What a mix chooses so many times as often as the next it chooses mostly."""


class Reason(Struct, frozen=True):
    """Something that was detected.

    Attributes:
        name: The name of its pattern.
        points: About how many points it is about.
        times: In how many of the sampled worlds it is so.
        of: How many were sampled.
        parts: The names of parts of `worth`.
        moves: The moves that a mix chooses.
    """

    name: str
    points: float = 0.0
    times: int = 0
    of: int = 0
    parts: tuple[str, ...] = ()
    moves: tuple[Any, ...] = ()


class Case(Struct, frozen=True):
    """Two moves side by side: `one` is asked about, `other` is the best of all others; None: there is none.

    Attributes:
        mix: All moves of a secret choice, by how often they had best be made; else none.
    """

    one: Judged
    other: Judged | None
    mix: tuple[Judged, ...] = ()

    @property
    def gains(self) -> tuple[float, ...]:
        """How many points more `one` brings, in each world."""
        assert self.other is not None
        return tuple(mine - its for mine, its in zip(self.one.values, self.other.values, strict=True))

    @property
    def gain(self) -> float:
        """How many points more `one` brings on average; 0.0 where there is no clear difference."""
        return 0.0 if self.other is None else _clear(self.gains, LEAST)

    @property
    def ranked(self) -> tuple[Judged, Judged] | None:
        """The better one and the other; None where neither is clearly better."""
        gain = self.gain
        if self.other is None or not gain:
            return None
        return (self.one, self.other) if gain > 0 else (self.other, self.one)

    @property
    def parts(self) -> dict[str, tuple[float, ...]]:
        """How many points more each part of the better one brings, in each trial.

        There are none where neither is clearly better.
        """
        if self.ranked is None:
            return {}
        pairs = zip(*(judged.parts for judged in self.ranked), strict=True)
        return {name: tuple(map(sub, points, less)) for (name, points), (_, less) in pairs}


def case_of(judged: Sequence[Judged], move: Any) -> Case | None:
    """`move` beside the best of all other moves that were judged; None: it was not judged itself."""
    one = next((found for found in judged if found.move == move), None)
    if one is None:
        return None
    others = [found for found in judged if found.move != move]
    other = max(others, key=lambda found: found.value, default=None)
    chosen = [found for found in judged if found.share is not None]
    mix = sorted(chosen, key=lambda found: found.share or 0.0, reverse=True)
    return Case(one, other, tuple(mix))


def reasons(case: Case) -> tuple[Reason, ...]:
    """What there is to say, in order: a verdict, then the weightiest of what was found of why."""
    found = [reason for pattern in PATTERNS if (reason := pattern(case)) is not None]
    why = [reason for reason in found if reason.name in WHY]
    if any(reason.name == "later" for reason in why):
        # The turn's end shows no reason, then, but that it is the end of the game.
        why = [reason for reason in why if reason.name in ENDS or reason.name == "later"]
    told = sorted(why, key=lambda reason: reason.points, reverse=True)[:MOST_REASONS]
    return tuple(reason for reason in found if reason.name not in WHY or reason in told)


Pattern = Callable[[Case], Reason | None]
"""Looks for one thing; None: it is not there."""


def alone(case: Case) -> Reason | None:
    """There is nothing to compare it with."""
    return Reason("alone") if case.other is None else None


def evenly(case: Case) -> Reason | None:
    """Of a secret choice several had best be made about equally often, so that nobody can foretell it."""
    often = _often(case)
    if len(often) < 2 or (often[0].share or 0.0) >= MOSTLY * (often[-1].share or 0.0):
        return None
    return Reason("evenly", moves=tuple(one.move for one in often))


def mostly(case: Case) -> Reason | None:
    """Of a secret choice one had best be made more often than others, which had best be made now and then."""
    often = _often(case)
    if len(often) < 2 or evenly(case) is not None:
        return None
    return Reason("mostly", moves=tuple(one.move for one in often))


def better(case: Case) -> Reason | None:
    """The move brings clearly more than any other."""
    gain = case.gain
    return Reason("better", gain, *_times(case, 1.0)) if gain > 0 else None


def worse(case: Case) -> Reason | None:
    """Another one brings clearly more."""
    gain = case.gain
    return Reason("worse", -gain, *_times(case, -1.0)) if gain < 0 else None


def close(case: Case) -> Reason | None:
    """There is no clear difference."""
    if case.other is None or case.gain:
        return None
    return Reason("close", of=len(case.gains))


def more(case: Case) -> Reason | None:
    """The better one brings more of something."""
    return _by_parts("more", case, 1.0)


def less(case: Case) -> Reason | None:
    """For that it brings less of something else."""
    return _by_parts("less", case, -1.0)


def hinders(case: Case) -> Reason | None:
    """The better one leaves less to the others."""
    return _of_others("hinders", case, 1.0)


def helps(case: Case) -> Reason | None:
    """The better one leaves more to the others, but not so much more as it brings."""
    return _of_others("helps", case, -1.0)


def wins(case: Case) -> Reason | None:
    """The better one ends the game, and wins it: in every world, whatever others choose."""
    return _ends("wins", case, lambda better, _: _always(better, True))


def loses(case: Case) -> Reason | None:
    """The other one ends the game, and doesn't win it: in every world, whatever others choose."""
    if wins(case) is not None:
        return None  # That says enough.
    return _ends("loses", case, lambda _, worse: _always(worse, False))


def wins_more(case: Case) -> Reason | None:
    """With both the game is over, in every world, and the better one has clearly won more of them."""
    if wins(case) is not None or loses(case) is not None:
        return None
    return _ends("wins_more", case, _clearly_wins_more)


def later(case: Case) -> Reason | None:
    """At the end of the turn it doesn't show yet that it is better: that comes of how the game goes on."""
    if wins(case) is not None:
        return None
    gain, now = abs(case.gain), sum(map(fmean, case.parts.values()))
    return Reason("later", gain - now) if gain - now >= LEAST and now < min(LEAST, gain / 2) else None


PATTERNS: Final[tuple[Pattern, ...]] = (
    alone,
    evenly,
    mostly,
    better,
    worse,
    close,
    more,
    less,
    hinders,
    helps,
    wins,
    loses,
    wins_more,
    later,
)
"""All patterns, in the order in which they are told."""
ENDS: Final = frozenset({"wins", "loses", "wins_more"})
"""Those that tell of the end of the game."""
WHY: Final = ENDS | {"more", "less", "hinders", "helps", "later"}
"""Those that say why one is better."""


def _often(case: Case) -> list[Judged]:
    return [one for one in case.mix if one.in_duel and (one.share or 0.0) >= SELDOM]


def _times(case: Case, sign: float) -> tuple[int, int]:
    """In how many worlds one is better or, with -1, the other; and how many there are."""
    gains = case.gains
    return sum(sign * gain > 0 for gain in gains), len(gains)


def _telling(case: Case) -> float:
    """A part that differs by so many points is told."""
    return max(LEAST, TELLING * max((abs(fmean(points)) for points in case.parts.values()), default=0.0))


def _clear(gains: Sequence[float], least: float) -> float:
    """What is gained on average; 0.0 where that is less than `least`, or may well come from the worlds."""
    mean = sum(gains) / len(gains)
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1))
    return mean if abs(mean) >= least and abs(mean) > ERRORS * spread / sqrt(len(gains)) else 0.0


def _ends(name: str, case: Case, is_so: Callable[[Judged, Judged], bool]) -> Reason | None:
    """A reason if it `is_so` of the better one and the other, and is a good part of what makes it better."""
    if case.ranked is None or not is_so(*case.ranked):
        return None
    points = fmean(case.parts[WON])
    return Reason(name, points) if points >= _telling(case) else None


def _always(judged: Judged, is_won: bool) -> bool:
    """Whether the game ends so in every world, and that isn't in the hands of others who choose as well."""
    outcomes = judged.outcomes
    return bool(outcomes) and not judged.in_secret and all(one is is_won for one in outcomes)


def _clearly_wins_more(better: Judged, worse: Judged) -> bool:
    gains = []
    for one, other in zip(better.outcomes, worse.outcomes, strict=True):
        if one is None or other is None:
            return False
        gains.append(float(one) - float(other))
    return bool(gains) and _clear(gains, 0.0) > 0


def _of_others(name: str, case: Case, sign: float) -> Reason | None:
    """A reason if what the others have speaks for it or, with -1, against it.

    That is what counts for who is ahead, but must also be so of all of them together: what the best one loses
    another may get.
    """
    if OTHERS not in case.parts:
        return None
    named = [points for part, points in case.parts.items() if part in AGAINST]
    against = [sum(points) for points in zip(*named, strict=True)]
    points, average = (sign * _clear(gains, LEAST) for gains in (against, case.parts[OTHERS]))
    return Reason(name, points) if points >= _telling(case) and average > 0 else None


def _by_parts(name: str, case: Case, sign: float) -> Reason | None:
    own = [part for part in case.parts if part not in AGAINST and part != WON]
    parts = {part: sign * _clear(case.parts[part], LEAST) for part in own}
    found = sorted((part for part in parts if parts[part] >= _telling(case)), key=parts.__getitem__)
    named = tuple(reversed(found))[:MOST_PARTS]
    return Reason(name, sum(parts[part] for part in named), parts=named) if named else None
