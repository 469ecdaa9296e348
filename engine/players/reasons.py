"""Reasons why one move is better than another, found only in measured differences.

A reason is found by one of the `PATTERNS`, each of which looks for one thing in the measurements and returns
None if it isn't there.  The sentence of a reason stands in `locales/`, by the name of its pattern.
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
"""A difference of fewer points than this counts as none."""
ERRORS: Final = 2.0
"""A difference of fewer standard errors than this counts as none: it may come from the sampling of worlds."""
MOST_PARTS: Final = 2
"""The most parts of `worth` that a reason names."""
MOST_REASONS: Final = 2
"""The most reasons that are given besides the verdict."""
TELLING: Final = 0.3
"""A part is named if its difference is at least this share of the largest part's difference."""
SELDOM: Final = 0.1
"""A move that a mixed strategy chooses less often than this isn't named."""
MOSTLY: Final = 1.5
"""Moves count as chosen evenly unless the most frequent is this many times as frequent as the rarest."""


class Reason(Struct, frozen=True):
    """A reason that was found.

    Attributes:
        name: The name of its pattern.
        points: About how many points the difference is.
        times: The number of sampled worlds in which the difference shows.
        of: The number of sampled worlds.
        parts: The names of the parts of `worth` that differ.
        moves: The moves that a mixed strategy chooses, in reasons about secret choices.
    """

    name: str
    points: float = 0.0
    times: int = 0
    of: int = 0
    parts: tuple[str, ...] = ()
    moves: tuple[Any, ...] = ()


class Case(Struct, frozen=True):
    """Two moves to compare: `one` is asked about; `other` is the best of the rest, None if there is no rest.

    Attributes:
        mix: All judged moves of a secret choice, with their shares; empty if the choice isn't secret.
    """

    one: Judged
    other: Judged | None
    mix: tuple[Judged, ...] = ()

    @property
    def gains(self) -> tuple[float, ...]:
        """How many points more `one` brings than `other`, in each world."""
        assert self.other is not None
        return tuple(mine - its for mine, its in zip(self.one.values, self.other.values, strict=True))

    @property
    def gain(self) -> float:
        """How many points more `one` brings than `other`, on average; 0.0 if there is no clear difference."""
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

        Empty if neither move is clearly better.
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


def reasons(case: Case) -> tuple[Reason, ...]:
    """The reasons to give, in order: the verdict, then the weightiest explanations of it."""
    found = [reason for pattern in PATTERNS if (reason := pattern(case)) is not None]
    why = [reason for reason in found if reason.name in WHY]
    if any(reason.name == "later" for reason in why):
        # The state at the end of the turn then explains nothing, unless the game ends with the turn.
        why = [reason for reason in why if reason.name in ENDS or reason.name == "later"]
    told = sorted(why, key=lambda reason: reason.points, reverse=True)[:MOST_REASONS]
    return tuple(reason for reason in found if reason.name not in WHY or reason in told)


Pattern = Callable[[Case], Reason | None]
"""A function that returns one kind of reason if a case has it, else None."""


def alone(case: Case) -> Reason | None:
    """The verdict that there is no other move to compare with."""
    return Reason("alone") if case.other is None else None


def evenly(case: Case) -> Reason | None:
    """The verdict that several secret choices are best made about equally often."""
    often = _often(case)
    if len(often) < 2 or (often[0].share or 0.0) >= MOSTLY * (often[-1].share or 0.0):
        return None
    return Reason("evenly", moves=tuple(one.move for one in often))


def mostly(case: Case) -> Reason | None:
    """The verdict that secret choices are best mixed unevenly; it names them, the most frequent one first."""
    often = _often(case)
    if len(often) < 2 or evenly(case) is not None:
        return None
    return Reason("mostly", moves=tuple(one.move for one in often))


def better(case: Case) -> Reason | None:
    """The verdict that the move asked about brings clearly more than any other."""
    gain = case.gain
    return Reason("better", gain, *_times(case, 1.0)) if gain > 0 else None


def worse(case: Case) -> Reason | None:
    """The verdict that another move brings clearly more."""
    gain = case.gain
    return Reason("worse", -gain, *_times(case, -1.0)) if gain < 0 else None


def close(case: Case) -> Reason | None:
    """The verdict that no move is clearly better than the move asked about, nor clearly worse."""
    if case.other is None or case.gain:
        return None
    return Reason("close", of=len(case.gains))


def more(case: Case) -> Reason | None:
    """The reason that the better move brings more points in some parts of `worth`."""
    return _by_parts("more", case, 1.0)


def less(case: Case) -> Reason | None:
    """The reason against the better move: it brings fewer points in some parts of `worth`."""
    return _by_parts("less", case, -1.0)


def hinders(case: Case) -> Reason | None:
    """The reason that the better move leaves fewer points to the opponents."""
    return _of_others("hinders", case, 1.0)


def helps(case: Case) -> Reason | None:
    """The reason against the better move: it leaves more points to the opponents."""
    return _of_others("helps", case, -1.0)


def wins(case: Case) -> Reason | None:
    """The reason that the better move ends the game and wins, in every world, whatever others choose."""
    return _ends("wins", case, lambda better, _: _always(better, True))


def loses(case: Case) -> Reason | None:
    """The reason that the worse move ends the game without winning, in all worlds, whatever others choose."""
    if wins(case) is not None:
        return None  # The reason `wins` is enough.
    return _ends("loses", case, lambda _, worse: _always(worse, False))


def wins_more(case: Case) -> Reason | None:
    """The reason that both moves end the game in every world, and the better one wins in clearly more."""
    if wins(case) is not None or loses(case) is not None:
        return None
    return _ends("wins_more", case, _clearly_wins_more)


def later(case: Case) -> Reason | None:
    """The reason that the better move's advantage shows only in later turns."""
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
"""All patterns, in the order in which their reasons are given."""
ENDS: Final = frozenset({"wins", "loses", "wins_more"})
"""The names of the patterns about the end of the game."""
WHY: Final = ENDS | {"more", "less", "hinders", "helps", "later"}
"""The names of the patterns that explain why a move is better; the others give a verdict."""


def _often(case: Case) -> list[Judged]:
    return [one for one in case.mix if one.in_duel and (one.share or 0.0) >= SELDOM]


def _times(case: Case, sign: float) -> tuple[int, int]:
    """The number of worlds where `case.one` is better (`case.other` if `sign` is -1), and of all worlds."""
    gains = case.gains
    return sum(sign * gain > 0 for gain in gains), len(gains)


def _telling(case: Case) -> float:
    """The least number of points by which a part must differ between two moves to be named."""
    return max(LEAST, TELLING * max((abs(fmean(points)) for points in case.parts.values()), default=0.0))


def _clear(gains: Sequence[float], least: float) -> float:
    """The average of `gains`; 0.0 if it is less than `least`, or may come from the sampling of worlds."""
    mean = sum(gains) / len(gains)
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1))
    return mean if abs(mean) >= least and abs(mean) > ERRORS * spread / sqrt(len(gains)) else 0.0


def _ends(name: str, case: Case, is_so: Callable[[Judged, Judged], bool]) -> Reason | None:
    """A reason if `is_so(better, worse)` and winning makes up a good part of the difference; else None."""
    if case.ranked is None or not is_so(*case.ranked):
        return None
    points = fmean(case.parts[WON])
    return Reason(name, points) if points >= _telling(case) else None


def _always(judged: Judged, is_won: bool) -> bool:
    """Whether the move wins (`is_won` False: doesn't win) at once in every world, whatever others choose."""
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
    """A reason if the opponents' parts speak for the better move (against it if `sign` is -1); else None.

    It must hold for the opponents' average as well: what the best of them loses, another may gain.
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
