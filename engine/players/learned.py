"""A learned value: a small net that judges a state by its game's `features`, in place of `worth`.

`learned` returns a copy of a game whose `worth` is learned, so every search works with it unchanged.  The
nets were taught by games against themselves (`make teach`) to tell how such games end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Final, Protocol

from engine.game import AnyGame, Seat
from engine.players.weights import checked


class Nets:
    """The nets of one game, by the number of its features: each number of players has another."""

    def __init__(self, game: AnyGame) -> None:
        self.by_size: dict[int, Valuing] = {}
        self._game = game
        self._duel = len(game.feature_names(2))

    def worth(self, state: Any, seat: Seat) -> float:
        """The value of a state to `seat`, as in `worths`."""
        return self.worths((state,), seat)[0]

    def worths(self, states: Sequence[Any], seat: Seat) -> list[float]:
        """The value of each state to `seat`, in points: by the net; without one, by the game's own estimate.

        With two players, what one wins the other loses: the second sees the value to the first, negated.
        """
        game = self._game
        open_ones = [state for state in states if game.to_move(state)]
        found: list[float] = []
        if open_ones:
            features = [game.features(state, 0) for state in open_ones]
            net, is_duel = self.by_size.get(len(features[0])), len(features[0]) == self._duel
            if net is None:
                return [game.worth(state, seat) for state in states]
            if seat and not is_duel:
                features = [game.features(state, seat) for state in open_ones]
            found = net.values(features)
            if seat and is_duel:
                found = [-value for value in found]
        if len(open_ones) == len(states):
            return found
        left = iter(found)
        return [next(left) if game.to_move(state) else game.worth(state, seat) for state in states]


class Valuing(Protocol):
    """A net, as `Nets` asks it."""

    def values(self, features: Sequence[Sequence[float]], /) -> list[float]:
        """The value of states with these features, in points."""


_NETS: Final[dict[tuple[str, int], Nets]] = {}
_TAUGHT: Final[dict[tuple[str, int], AnyGame]] = {}
"""The taught games, by id and version of the rules: set once, as a program starts."""


def learn(games: Iterable[AnyGame], files: Mapping[str, bytes]) -> None:
    """Have `learned` value the states of games by the nets in these files, but for those unfit by `checked`.

    Raises:
        Unfit: A file that fits its game has no net.
    """
    from engine.players.net import net_of  # Numpy, which only processes with computer players need.

    for game, weights in checked(games, files)[0]:
        key = game.id, game.rules_version
        if key not in _NETS:
            taught, nets = copy(game), Nets(game)
            vars(taught).update(worth=nets.worth, worths=nets.worths)
            _NETS[key], _TAUGHT[key] = nets, taught
        inputs = len(game.feature_names(weights.seats))
        _NETS[key].by_size[inputs] = net_of(weights, inputs)


def learned(game: AnyGame) -> AnyGame:
    """The game with a learned `worth`; the game itself if none was learned for it."""
    return _TAUGHT.get((game.id, game.rules_version), game)
