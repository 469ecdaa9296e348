"""Joint choices of those who choose at the same time: what each leads to, and is worth at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from engine.game import AnyGame, Seat
from engine.players.matrix import Choice, Payoffs
from engine.players.simultaneous import together
from engine.players.value import value

NOTHING: Final = 1e-6
"""So many points are none, but for rounding."""


class Joint:
    """What joint choices of some seats lead to.

    Attributes:
        seats: Who chooses.
        at_once: What each joint choice is worth to each of them, looking no further than the state after it.
    """

    def __init__(
        self, game: AnyGame, world: Any, seats: Sequence[Seat], moves: Sequence[Sequence[Any]]
    ) -> None:
        self.seats = tuple(seats)
        self.at_once = Payoffs([len(listed) for listed in moves], self._worth)
        self._game, self._world, self._moves = game, world, moves
        self._after: dict[Choice, Any] = {}

    def after(self, choice: Choice) -> Any:
        """The state after a joint choice."""
        state = self._after.get(choice)
        if state is None:
            state = self._after[choice] = together(self._game, self._world, self.made(choice))
        return state

    def made(self, choice: Choice) -> dict[Seat, Any]:
        """The move of each seat in a joint choice."""
        chosen = zip(self.seats, self._moves, choice, strict=True)
        return {seat: listed[place] for seat, listed, place in chosen}

    def is_duel(self) -> bool:
        """Whether two choose, and what one of them wins the other loses."""
        if len(self.seats) != 2:
            return False
        after = map(self.after, product(*map(range, self.at_once.counts)))
        # Not `value`: two who share the victory have both won.
        return all(
            abs(sum(self._game.worth(state, seat) for seat in self.seats)) < NOTHING for state in after
        )

    def _worth(self, choice: Choice) -> Sequence[float]:
        state = self.after(choice)
        return [value(self._game, state, seat) for seat in self.seats]
