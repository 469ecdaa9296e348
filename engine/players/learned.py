"""Learned values: a small net judges a state by its game's `features`, instead of the game's `worth`.

`learned` returns a copy of a game whose `worth` asks the net, so that every search can use it.  The nets were
taught by games against themselves (`make teach`) to predict how games end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final

from engine.game import AnyGame, Seat
from engine.players.lookahead import value
from engine.players.weights import checked, foretold

if TYPE_CHECKING:
    from engine.players.net import Net


class Nets:
    """The nets of one game, by the number of players.

    Attributes:
        taught: A copy of the game whose `worth` asks the net, and whose promising moves include bold ones.
    """

    def __init__(self, game: AnyGame, nets: Mapping[int, Net], parts: Mapping[int, Net]) -> None:
        self._game, self._nets, self._parts = game, nets, parts
        self.taught = copy(game)
        learned = {"worth": self.worth, "worths": self.worths, "promising_moves": self.promising_moves}
        vars(self.taught).update(learned)

    def promising_moves(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """The moves that `seat` considers: with a net, `bold_moves`; else the game's promising moves."""
        game = self._game
        has_net = game.players(state) in self._nets
        found: tuple[Any, ...] = (game.bold_moves if has_net else game.promising_moves)(state, seat)
        return found

    def worth(self, state: Any, seat: Seat) -> float:
        """The value of a state to `seat`, in points: `worths` for one state."""
        return self.worths((state,), seat)[0]

    def parts(self, states: Sequence[Any], seat: Seat) -> list[list[float]] | None:
        """The parts (named by `foretold`) of each state's expected score; None: no net of parts exists."""
        game, seats = self._game, self._game.players(states[0])
        if seats not in self._parts:
            return None
        seen = [game.features(state, seat) for state in states if game.to_move(state)]
        found = iter(self._parts[seats].outputs(self._nets[seats].seen(seen)) if seen else ())
        return [next(found) if game.to_move(state) else end_of(game, state, seat) for state in states]

    def worths(self, states: Sequence[Any], seat: Seat) -> list[float]:
        """The value of each state to `seat`, in points, by the net; without a net, by the game's own `worth`.

        With two players, the value to the second is the negated value to the first.
        """
        game = self._game
        seats = game.players(states[0])
        net = self._nets.get(seats)
        if net is None:
            return game.worths(states, seat)
        viewer, sign = (0, 1 - 2 * seat) if seats == 2 else (seat, 1)
        seen = [game.features(state, viewer) for state in states if game.to_move(state)]
        found = iter(net.values(seen) if seen else ())
        return [sign * next(found) if game.to_move(state) else game.worth(state, seat) for state in states]


def end_of(game: AnyGame, state: Any, seat: Seat) -> list[float]:
    """The points of a finished game, part by part (`foretold`); all 0 if the game has no result."""
    result = game.result(state)
    if result is None:
        return [0.0] * len(foretold(game))
    own = [float(points) for points in game.final_parts(result.seats[seat])]
    ahead = game.worth(state, seat)
    return [*own, ahead - sum(own), value(game, state, seat) - ahead]


_NETS: Final[dict[tuple[str, int], Nets]] = {}
"""The nets by game id and rules version; `learn` sets them once, when a program starts."""


def learn(games: Iterable[AnyGame], files: Mapping[str, bytes]) -> None:
    """Load the nets in these files for `learned`, except those that `checked` finds unfit for their games.

    Raises:
        Unfit: A file that `checked` accepts has no valid net.
    """
    from engine.players.net import (  # Imports numpy, which only processes with computer players need.
        net_of,
        parts_net_of,
    )

    for game in games:
        fit, _ = checked(game, files)
        if fit:
            inputs = {one.seats: len(game.feature_names(one.seats)) for one in fit}
            nets = {one.seats: net_of(one, inputs[one.seats]) for one in fit}
            parts = {one.seats: parts_net_of(one, inputs[one.seats]) for one in fit if one.parts}
            _NETS[game.id, game.rules_version] = Nets(game, nets, parts)


def learned(game: AnyGame) -> AnyGame:
    """A copy of the game whose `worth` asks its net; the game itself if it has no net."""
    nets = _NETS.get((game.id, game.rules_version))
    return game if nets is None else nets.taught


def ends_foretold(game: AnyGame, states: Sequence[Any], seat: Seat) -> list[list[float]] | None:
    """The parts (named by `foretold`) of the score expected from each state; None: no net of parts."""
    nets = _NETS.get((game.id, game.rules_version))
    return None if nets is None else nets.parts(states, seat)
