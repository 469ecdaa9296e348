"""About what resources are worth, by the exchanges that they allow.  The numbers are guesses."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.counts import Counts, changed, put
from engine.rapa_nui_board.exchange import after_payment, default_payment
from engine.rapa_nui_board.play_transport import outstanding_won
from engine.rapa_nui_board.tiles import OFFERINGS, OUTSTANDING_POINTS, Offering, Outstanding, values_left

EXCHANGES_MOST: Final = 3
"""How many exchanges are thought ahead."""
LATER: Final = (0.8, 0.6, 0.4)
"""How likely each of those comes in a later round, early in the game."""
SURE: Final = 0.97
"""How likely an exchange is made for which all is ready."""
HOPE: Final = (0.35, 0.5, 0.8, 1.05)
"""What a resource may bring later besides its point, early in the game: reed, egg, wood, pearl."""
HELD_WELL: Final = 5
"""Up to how many resources of a kind are worth more than their point."""


@lru_cache(maxsize=20_000)
def resources_worth(
    held: Counts,
    owned: Counts,
    stacks: Counts,
    free: tuple[bool, ...],
    seats: int,
    now: float,
    later: float,
) -> float:
    """About how many points these resources will bring.

    Args:
        held: How many of each resource.
        owned: How many offering tiles of each kind.
        stacks: How many are left.
        free: Which outstanding tiles nobody has.
        seats: How many play.
        now: About how many exchanges can be made in this round.
        later: How much time there is in later rounds, from 0 to 1.
    """
    total = float(sum(held))
    for number in range(EXCHANGES_MOST):
        chance = max(SURE * min(1.0, max(0.0, now - number)), LATER[number] * later)
        if chance < 0.05:
            break
        best = _best_exchange(held, owned, stacks, free, seats)
        if best is None:
            break
        gain, offering, payment = best
        total += chance * gain
        held = after_payment(held, payment)
        free = _left(owned, offering, free)
        owned, stacks = changed(owned, offering, 1), changed(stacks, offering, -1)
    hopes = zip(held, HOPE, strict=True)
    return total + later * sum(min(count, HELD_WELL) * hope for count, hope in hopes)


def _best_exchange(
    held: Counts, owned: Counts, stacks: Counts, free: tuple[bool, ...], seats: int
) -> tuple[float, Offering, Counts] | None:
    """The best exchange: points more than its payment is worth, offering, payment; None if there is none."""
    best: tuple[float, Offering, Counts] | None = None
    for offering in OFFERINGS:
        payment = default_payment(offering, held, thrift=False) if stacks[offering] else None
        if payment is None:
            continue
        points = values_left(seats, offering, stacks[offering])[0] + _bonus(owned, offering, free)
        gain = points - sum(payment)
        # What is paid could have been kept for something dearer.
        lost = sum(count * hope for count, hope in zip(payment, HOPE, strict=True))
        if best is None or gain - lost > best[0]:
            best = (gain - lost, offering, payment)
    return best


def _bonus(owned: Counts, offering: Offering, free: tuple[bool, ...]) -> int:
    return sum(OUTSTANDING_POINTS[tile] for tile in _won(changed(owned, offering, 1)) if free[tile])


@lru_cache(maxsize=4096)
def _won(owned: Counts) -> tuple[Outstanding, ...]:
    return outstanding_won([offering for offering in OFFERINGS for _ in range(owned[offering])])


def _left(owned: Counts, offering: Offering, free: tuple[bool, ...]) -> tuple[bool, ...]:
    for tile in _won(changed(owned, offering, 1)):
        free = put(free, tile, False)
    return free
