"""What a secret choice among several leads to: it is played on, to the end of the second turn that follows.

All moves are tried in the same worlds, against the same choices of others, and go on with the same chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from math import inf
from typing import Any, Final

from engine.game import AnyGame, Chance
from engine.players.joint import Joint
from engine.players.matrix import Choice, Mix, evenly
from engine.players.playout import played_on
from engine.players.simultaneous import together
from engine.players.stop import Stop, never
from engine.players.stream import SEEDS, Stream
from engine.players.value import value

TURNS: Final = 2
"""How many turns after the present one are played on to their end."""


class Foresight:
    """Joint choices played on, in worlds that fit what is seen."""

    def __init__(
        self, game: AnyGame, worlds: Sequence[Any], joint: Joint, chance: Chance, stop: Stop = never
    ) -> None:
        self._game, self._joint, self._chance, self._stop = game, joint, chance, stop
        self._worlds = cycle(worlds)
        self._until = game.turn(worlds[0]) + 1 + TURNS

    def worths(self, one: int, mixes: Sequence[Mix], times: int) -> list[float]:
        """What each move of a chooser is worth, played on so many times, if others choose by these mixes."""
        totals, played = [0.0] * self._joint.at_once.counts[one], 0
        for choice in self._until_stopped(islice(self._choices(one, mixes, times), times)):
            self._play(one, choice, range(len(totals)), totals)
            played += 1
        return [total / played for total in totals]

    def best(self, one: int, mixes: Sequence[Mix], times: int) -> list[float]:
        """The same by as many plays, of which the better moves get more; `-inf` for all but the two best."""
        alive = list(range(self._joint.at_once.counts[one]))
        totals, played, plays = [0.0] * len(alive), 0, times * len(alive)
        choices = self._choices(one, mixes, times)
        heats = (len(alive) - 1).bit_length()
        for heat in range(heats):
            if heat:
                alive = sorted(alive, key=totals.__getitem__, reverse=True)[: (len(alive) + 1) // 2]
            for choice in self._until_stopped(islice(choices, -(-plays // (heats * len(alive))))):
                self._play(one, choice, alive, totals)
                played += 1
        return [total / played if place in alive else -inf for place, total in enumerate(totals)]

    def _choices(self, one: int, mixes: Sequence[Mix], times: int) -> Iterator[Choice]:
        """Joint choices as the others are likely to make them, for ever."""
        others = [[1.0] if place == one else mix for place, mix in enumerate(mixes)]
        return cycle(list(zip(*(evenly(mix, times, self._chance) for mix in others), strict=True)))

    def _until_stopped(self, choices: Iterator[Choice]) -> Iterator[Choice]:
        """The first of the choices, and further ones until the time is up."""
        for choice in choices:
            yield choice
            if self._stop():
                return

    def _play(self, one: int, choice: Choice, places: Sequence[int], totals: list[float]) -> None:
        """Add to `totals` what these moves of a chooser come to in the next world."""
        game, seat = self._game, self._joint.seats[one]
        world, seed = next(self._worlds), self._chance.below(SEEDS)
        for place in places:
            made = self._joint.made((*choice[:one], place, *choice[one + 1 :]))
            ended = played_on(game, together(game, world, made), self._until, Stream(seed))
            totals[place] += value(game, ended, seat)
