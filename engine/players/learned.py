"""A learned value: a small net that judges a state by its game's `features`, in place of `worth`.

`learned` returns a copy of a game whose `worth` is learned, so every search works with it unchanged.  The
nets were taught by games against themselves (`make teach`) to tell how such games end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final

from engine.game import AnyGame, Seat
from engine.players.weights import checked

if TYPE_CHECKING:
    from engine.players.net import Net


class Nets:
    """The nets of one game, by the number of players."""

    def __init__(self, game: AnyGame, nets: Mapping[int, Net]) -> None:
        self._game, self._nets = game, nets

    def worth(self, state: Any, seat: Seat) -> float:
        """The value of a state to `seat`, as in `worths`."""
        return self.worths((state,), seat)[0]

    def worths(self, states: Sequence[Any], seat: Seat) -> list[float]:
        """The value of each state to `seat`, in points: by the net; without one, by the game's own estimate.

        With two players, what one wins the other loses: the second sees the value to the first, negated.
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


_TAUGHT: Final[dict[tuple[str, int], AnyGame]] = {}
"""The taught games, by id and version of the rules: set once, as a program starts."""


def learn(games: Iterable[AnyGame], files: Mapping[str, bytes]) -> None:
    """Have `learned` value the states of games by the nets in these files, but for those unfit by `checked`.

    Raises:
        Unfit: A file that fits its game has no net.
    """
    from engine.players.net import net_of  # Numpy, which only processes with computer players need.

    for game in games:
        fit, _ = checked(game, files)
        if fit:
            nets = Nets(game, {one.seats: net_of(one, len(game.feature_names(one.seats))) for one in fit})
            taught = copy(game)
            vars(taught).update(worth=nets.worth, worths=nets.worths)
            _TAUGHT[game.id, game.rules_version] = taught


def learned(game: AnyGame) -> AnyGame:
    """The game with a learned `worth`; the game itself if none was learned for it."""
    return _TAUGHT.get((game.id, game.rules_version), game)
