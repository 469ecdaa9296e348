"""How grave an exception in one part of a repaint is, and when what Discord refuses is tried again.

`painters` has each part painted by `Trying`, and `refresher` tries again what passes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from enum import IntEnum, auto
from math import inf
from typing import Final, NamedTuple, ParamSpec

import structlog

from cogs.discord_io.faults import LOCKED, TROUBLE, code_of, is_denied, is_final, is_unfit
from pictures import Unwanted
from tables import Refused, StorageFailed

P = ParamSpec("P")

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LONGEST_S: Final = 3600.0
"""Seconds between two tries at most: each refusal counts, and 10,000 in ten minutes shut the bot out."""
REMEMBERED: Final = 2_000
"""The refusals of so many parts are remembered."""


class Gravity(IntEnum):
    """How grave an exception is; of several in one repaint, the first in this order decides what is done."""

    PASSES = auto()
    """Discord, the connection or the disk failed: tried again until it works."""
    OURS = auto()
    """A fault in our code: tried again, but only a few times."""
    REFUSED = auto()
    """The table doesn't exist any more, or can't be read."""
    BARRED = auto()
    """Discord forbids it, the place is gone, or it was refused too often: it rests."""


class Resting(Exception):
    """A part is not painted now, since Discord has refused it too often."""


def gravity(fault: Exception) -> Gravity:
    """How grave an exception is."""
    if is_final(fault) or isinstance(fault, Resting):
        return Gravity.BARRED
    if isinstance(fault, Refused):
        return Gravity.REFUSED
    return Gravity.PASSES if isinstance(fault, (*TROUBLE, StorageFailed)) else Gravity.OURS


Part = tuple[str, str]
"""The id of a table, and the name of one of its messages."""


class Rest(NamedTuple):
    """How often Discord has refused a part in a row, and until when it rests, in seconds since 1970.

    `wakes`: the table is repainted then; else the next change of it is waited for.
    """

    tries: int = 0
    until: float = 0.0
    wakes: bool = True


class Rests:
    """The parts of tables that Discord refuses: after the first tries, which the refresher makes, they rest.

    Args:
        pauses_s: Seconds between the first tries; the last of them is doubled again and again after those.
        now: Tells the time.
    """

    def __init__(self, pauses_s: Sequence[float], now: Callable[[], float]) -> None:
        self._few, self._pause_s, self._now = len(pauses_s), pauses_s[-1], now
        self._of: dict[Part, Rest] = {}

    def is_resting(self, part: Part) -> bool:
        """Whether a part isn't to be tried now."""
        return self._of.get(part, Rest()).until > self._now()

    def is_hopeless(self, part: Part, fault: Exception) -> bool:
        """Whether a refusal is final, or follows as many as are made at first."""
        return is_final(fault) or (is_denied(fault) and self._of.get(part, Rest()).tries >= self._few)

    def failed(self, part: Part, fault: Exception) -> bool:
        """Note a fault of a part; whether it is hopeless, so that the part rests."""
        if not is_denied(fault):
            return False
        tries = max(self._of.get(part, Rest()).tries, self._few if is_final(fault) else 0) + 1
        longer = LONGEST_S if code_of(fault) in LOCKED else self._pause_s * 2.0 ** min(tries - self._few, 20)
        until = self._now() + min(longer, LONGEST_S) if tries > self._few else 0.0
        self._note(part, Rest(tries, until, not is_unfit(fault)))
        return tries > self._few

    def put_off(self, part: Part, wait_s: float) -> None:
        """Have a part rest for so many seconds."""
        self._note(part, self._of.get(part, Rest())._replace(until=self._now() + wait_s))

    def _note(self, part: Part, rest: Rest) -> None:
        self._of.pop(part, None)
        self._of[part] = rest
        if len(self._of) > REMEMBERED:
            del self._of[next(iter(self._of))]

    def worked(self, part: Part) -> None:
        """Note that a part was painted."""
        self._of.pop(part, None)

    def wakes_at(self, part: Part) -> float:
        """When a table is to be repainted since a part of it rests, in seconds since 1970; else infinity."""
        rest = self._of.get(part, Rest())
        return rest.until if rest.until and rest.wakes else inf

    def end(self, table_id: str) -> bool:
        """Have all of a table tried at its next repaint; whether Discord has refused anything of it."""
        refused = [part for part in self._of if part[0] == table_id]
        self._of.update({part: self._of[part]._replace(until=0.0) for part in refused})
        return bool(refused)


class Trying:
    """One repaint of a table, part by part.

    Attributes:
        faults: The exceptions of the parts that were not painted.
        again_at: When the first of them is to be tried again, in seconds since 1970; infinity: none rests.
    """

    def __init__(self, rests: Rests, table_id: str) -> None:
        self._rests = rests
        self._table_id = table_id
        self.faults: list[Exception] = []
        self.again_at = inf

    async def __call__(
        self, name: str, paint: Callable[P, Awaitable[None]], *what: P.args, **how: P.kwargs
    ) -> None:
        """Paint a part unless it rests; an exception is kept in `faults`, so that the others are painted."""
        part = self._table_id, name
        if self._rests.is_resting(part):
            self.faults.append(Resting())
        else:
            try:
                await paint(*what, **how)
            except Exception as fault:
                rests = self._rests.failed(part, fault)
                self.faults.append(Resting() if rests and not is_final(fault) else fault)
                if gravity(fault) is Gravity.OURS and not isinstance(fault, Unwanted):
                    log.exception("part_not_painted", part=name)
            else:
                self._rests.worked(part)
        self.again_at = min(self.again_at, self._rests.wakes_at(part))
