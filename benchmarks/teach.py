"""Teaches neural networks the value of states, by games against themselves; no game is named here.

`python -m benchmarks.teach`, or `make teach`, teaches a net for each game and number of players (`--game`,
`--seats`: only these), and writes its weights and its learning curve into `engine/weights/`.  In each game,
every seat makes the move that the net values most, and now and then a random one.  After each lot of games,
the net is corrected towards the outcomes: TD(λ), by the forward view, on the newest games and some older
ones.  The value of an ended game is the lead in points and the worth of winning.  The same seed gives the
same net on the same machine.  With `--twin`, a twin in C (`benchmarks.twin`) teaches the values in minutes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from itertools import product
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks import twin
from benchmarks.circles import ROOT
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Seat
from engine.players.learned import end_of
from engine.players.lookahead import Stream, value
from engine.players.net import Floats, unpacked, written
from engine.players.simultaneous import Payoffs, drawn, evenly, mixed_strategies, softened, together
from engine.players.weights import Taught, file_name, foretold, read

FOLDER: Final = ROOT / "engine" / "weights"
HIDDEN: Final = 32
POINTS: Final = 25.0
"""The points that an output of 1 stands for."""
LAMBDA: Final = 0.9
"""The weight of later states in a state's target; the rest is the net's value of the next state."""
LOT: Final = 16
"""The number of games between two corrections, a lot."""
KEPT: Final = 40
"""The number of lots that are kept."""
AGAIN: Final = 3
"""The number of older lots, drawn from those kept, in each correction, besides the newest lot."""
ADDS_UP: Final = 3.0
"""The weight of the error of the parts' sum, relative to the error of each part."""
BATCH: Final = 256
RATE: Final = 2e-3
LAST_RATE: Final = 5e-5
"""The learning rates at the beginning and at the end."""
ODD: Final = 0.1
"""The share of moves made at random at the beginning; there are none at the end."""
LITTLE_ODD: Final = 0.05
"""The share of moves made at random while only the parts are taught."""
MOST_MOVES: Final = 32
"""The most moves that are valued for a decision; if there are more, this many are drawn."""
MOST_STEPS: Final = 2_000
ROUNDS: Final = 40
"""The number of rounds of regret matching for a secret choice of two."""
GUESSED: Final = 6
"""The number of joint choices of the others against which a secret choice among several seats is tried."""
FINE: Final = 1_000_000


class Lot(NamedTuple):
    """The features of states, and the outputs that a net should give for them (targets)."""

    features: Floats
    targets: Floats


class Game(NamedTuple):
    """A played game: for each seat, the features of its states, and its end in the form of `foretold`."""

    features: list[Floats]
    ends: list[Floats]


def lot_of(played: Sequence[Game], learner: Learner, values: Learner | None = None) -> Lot:
    """Return the lot of some games: the outputs that a learner should have given, values or their parts.

    `values`: the net of values, which gives inputs to a learner of parts; None: the learner learns values.
    """
    told = []
    for one in played:
        for features, end in zip(one.features, one.ends, strict=True):
            seen = features if values is None else values.seen(features)
            told.append(Lot(seen, hoped(learner.outputs(seen), end if values else end.sum(keepdims=True))))
    return Lot(*(np.concatenate(parts) for parts in zip(*told, strict=True)))


class Learner:
    """A net in training: its weights, and the moments of the optimizer Adam."""

    def __init__(self, inputs: int, outputs: int, seed: int, hidden: int = HIDDEN) -> None:
        self._dice = np.random.default_rng(seed)
        self._rows = (self._dice.standard_normal((inputs, hidden)) * 0.08).astype(np.float32)
        self._inner = np.zeros(hidden, np.float32)
        self._outer = (self._dice.standard_normal((hidden, outputs)) * 0.1).astype(np.float32)
        self._bias = np.zeros(outputs, np.float32)
        self._all = [self._rows, self._inner, self._outer, self._bias]
        self._moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self._all]
        self._steps = 0

    @property
    def hidden(self) -> int:
        """The number of hidden units."""
        return self._inner.size

    @property
    def numbers(self) -> Floats:
        """All weights of the net, in the order of `Weights`."""
        return np.concatenate([one.reshape(-1) for one in self._all])

    def load(self, numbers: Floats) -> None:
        """Start from the weights of a net that was taught before."""
        at = 0
        for one in self._all:
            one[:] = numbers[at : at + one.size].reshape(one.shape)
            at += one.size

    def begin_at(self, ends: Sequence[Floats]) -> None:
        """Start from the average of some games' ends: great parts would take long to learn from 0."""
        self._bias[:] = np.mean(ends, 0)

    def outputs(self, features: Floats) -> Floats:
        """Return each output for states with these features; 1 stands for `POINTS`."""
        found: Floats = np.tanh(features @ self._rows + self._inner) @ self._outer + self._bias
        return found

    def seen(self, features: Floats) -> Floats:
        """Return the inputs of a net of parts for states with these features, as `Net.seen`."""
        return np.concatenate([features, np.tanh(features @ self._rows + self._inner)], 1)

    def correct(self, lot: Lot, rate: float, sums: Floats | None = None) -> float:
        """Move the net towards a lot's targets, and the sums of its outputs towards `sums`, if given.

        Returns:
            The mean squared error of all outputs before the correction, in points².
        """
        order, errors = self._dice.permutation(len(lot.features)), 0.0
        for at in range(0, len(order), BATCH):
            chosen = order[at : at + BATCH]
            given = lot.features[chosen]
            hidden = np.tanh(given @ self._rows + self._inner)
            found = hidden @ self._outer + self._bias
            error = found - lot.targets[chosen]
            errors += float((error * error).sum())
            if sums is not None:
                error += ADDS_UP * (found.sum(1) - sums[chosen])[:, None]
            error /= len(chosen)
            back = error @ self._outer.T * (1 - hidden * hidden)
            slopes = [given.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
            self._step(slopes, rate)
        return errors / len(order) * POINTS * POINTS

    def _step(self, slopes: Sequence[Floats], rate: float) -> None:
        self._steps += 1
        fade, sharpen = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for numbers, slope, (mean, square) in zip(self._all, slopes, self._moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            numbers -= rate * (mean / fade) / (np.sqrt(square / sharpen) + 1e-8)


class School:
    """Plays the games by which a net of a game for `seats` players learns."""

    def __init__(self, game: AnyGame, seats: int, learner: Learner, chance: Stream) -> None:
        self._game, self._seats, self._learner, self._chance = game, seats, learner, chance

    def played(self, odd: float) -> Game:
        """Play a game; the share `odd` of the moves is random."""
        game, seats = self._game, self._seats
        state = game.start(seats, game.chosen_options({}))
        seen: list[list[Sequence[float]]] = [[] for _ in range(seats)]
        for _ in range(MOST_STEPS):
            asked = game.to_move(state)
            if not asked:
                break
            if asked == (CHANCE,):
                state = game.make(state, CHANCE, game.chance_move(state, self._chance))
                continue
            if len(asked) > 1:
                state = together(game, state, self._chosen(state, asked, odd))
            else:
                state = game.make(state, asked[0], self._best(state, asked[0], odd))
            if game.to_move(state):
                for one in range(seats):
                    seen[one].append(game.features(state, one))
        ends = [np.array(end_of(game, state, one), np.float32) / POINTS for one in range(seats)]
        return Game([np.array(one, np.float32) for one in seen], ends)

    def _is_odd(self, odd: float) -> bool:
        return self._chance.below(FINE) < odd * FINE

    def _values(self, states: Sequence[Any], seat: Seat) -> Floats:
        """Return the value of each state to `seat`, in points."""
        game = self._game
        features = np.array([game.features(one, seat) for one in states], np.float32)
        found: Floats = POINTS * self._learner.outputs(features)[:, 0]
        for place, one in enumerate(states):
            if not game.to_move(one):
                found[place] = value(game, one, seat)
        return found

    def _best(self, state: Any, seat: Seat, odd: float) -> Any:
        """Return the move of `seat` that the net values most or, with probability `odd`, a random one."""
        game, chance = self._game, self._chance
        moves = game.bold_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        if self._is_odd(odd):
            return moves[chance.below(len(moves))]
        if len(moves) > MOST_MOVES:
            moves = chance.shuffled(moves)[:MOST_MOVES]
        return moves[int(self._values([game.make(state, seat, move) for move in moves], seat).argmax())]

    def _chosen(self, state: Any, asked: tuple[Seat, ...], odd: float) -> dict[Seat, Any]:
        """Return a secret choice for each seat in `asked`, drawn from a mix that the net values highly."""
        moves = [self._game.bold_moves(state, seat) for seat in asked]
        mixes = self._duel(state, asked, moves) if len(asked) == 2 else self._crowd(state, asked, moves)
        chosen = {}
        for seat, listed, mix in zip(asked, moves, mixes, strict=True):
            is_odd = self._is_odd(odd)
            chosen[seat] = (
                listed[self._chance.below(len(listed))] if is_odd else drawn(listed, mix, self._chance)
            )
        return chosen

    def _duel(self, state: Any, asked: tuple[Seat, ...], moves: list[tuple[Any, ...]]) -> list[list[float]]:
        listed = list(product(*(range(len(one)) for one in moves)))
        after = [self._after(state, asked, moves, choice) for choice in listed]
        known = [dict(zip(listed, self._values(after, seat).tolist(), strict=True)) for seat in asked]

        def worths(choices: Sequence[tuple[int, ...]], one: int) -> list[float]:
            return [known[one][choice] for choice in choices]

        return mixed_strategies(Payoffs([len(one) for one in moves], worths), self._chance, ROUNDS)

    def _crowd(self, state: Any, asked: tuple[Seat, ...], moves: list[tuple[Any, ...]]) -> list[list[float]]:
        """Return for each seat the mix of its moves, against plausible choices of the other seats."""
        usual = [softened(self._game.at_a_glance(state, seat), 2.0) for seat in asked]
        mixes = []
        for one, seat in enumerate(asked):
            others = [[1.0] if place == one else mix for place, mix in enumerate(usual)]
            guesses = list(zip(*(evenly(mix, GUESSED, self._chance) for mix in others), strict=True))
            own = range(len(moves[one]))
            after = [
                self._after(state, asked, moves, (*guess[:one], place, *guess[one + 1 :]))
                for place in own
                for guess in guesses
            ]
            worths = self._values(after, seat).reshape(len(own), -1).mean(1)
            mixes.append(softened(worths.tolist(), 0.5))
        return mixes

    def _after(
        self, state: Any, asked: tuple[Seat, ...], moves: list[tuple[Any, ...]], choice: tuple[int, ...]
    ) -> Any:
        made = {seat: listed[at] for seat, listed, at in zip(asked, moves, choice, strict=True)}
        return together(self._game, state, made)


def hoped(told: Floats, end: Floats) -> Floats:
    """Return the outputs that a net should have given for the states of one game, by TD(λ).

    Args:
        told: The net's outputs for each state, in the order of the game.
        end: The right outputs at the end of the game.
    """
    found, following = np.empty_like(told), end
    for at in range(len(told) - 1, -1, -1):
        found[at] = following
        following = LAMBDA * following + (1 - LAMBDA) * told[at]
    return found


class Lesson:
    """Teaches one net, each time by the newest lot and some older ones."""

    def __init__(self, learner: Learner, chance: Stream) -> None:
        self.learner, self._chance = learner, chance
        self._lots: list[tuple[Lot, Floats | None]] = []

    def teach(self, newest: Sequence[Game], rate: float, values: Learner | None = None) -> float:
        """Correct the net; return the mean squared error before the correction, in points².

        `values`: the net of values, to which the parts must add up; None: the net itself learns values.
        """
        lots = self._lots
        sums = (
            None
            if values is None
            else np.concatenate(
                [values.outputs(features)[:, 0] for one in newest for features in one.features]
            )
        )
        lots.append((lot_of(newest, self.learner, values), sums))
        del lots[:-KEPT]
        again = [lots[self._chance.below(len(lots) - 1)] for _ in range(min(AGAIN, len(lots) - 1))]
        errors = [self.learner.correct(lot, rate, whole) for lot, whole in (lots[-1], *again)]
        return errors[0]


def teach(
    game: AnyGame, seats: int, seed: int, count: int, say: Callable[[str], None], known: Floats | None = None
) -> tuple[Learner, Learner, list[float]]:
    """Return the nets of values and of their parts, taught by `count` games of `seats` players.

    Args:
        game: The game.
        seats: The number of players.
        seed: The seed of all chance.
        count: The number of games.
        say: Called now and then with a line on the progress.
        known: The weights of a net of values taught before: only the parts are taught then.

    Returns:
        Both nets; and for each lot the mean squared error of its values (points²) or, if they are known, of
        all parts.
    """
    inputs, chance = len(game.feature_names(seats)), Stream(seed)
    hidden = HIDDEN if known is None else (known.size - 1) // (inputs + 2)
    values = Lesson(Learner(inputs, 1, seed, hidden), chance)
    parts = Lesson(Learner(inputs + hidden, len(foretold(game)), seed, hidden), Stream(seed + 1))
    if known is not None:
        values.learner.load(known)
    school, curve = School(game, seats, values.learner, chance), list[float]()
    began = time.process_time()
    for played in range(0, count, LOT):
        left = 1 - played / count
        rate = LAST_RATE + (RATE - LAST_RATE) * left
        newest = [school.played(ODD * left if known is None else LITTLE_ODD) for _ in range(LOT)]
        error = 0.0 if known is not None else values.teach(newest, rate)
        if not played:
            parts.learner.begin_at([end for one in newest for end in one.ends])
        in_parts = parts.teach(newest, rate, values.learner)
        curve.append(error if known is None else in_parts)
        if len(curve) % 50 == 0:
            mean = sum(curve[-50:]) / 50
            say(f"{time.process_time() - began:6.0f} s {played + LOT:7d} games, error {mean:.1f} points²")
    return values.learner, parts.learner, curve


SHOWN: Final = 20
"""The number of points of the learning curve that are stored."""
COUNTS: Final = {2: 40_000, 3: 30_000, 4: 25_000}
"""The number of games by which a net is taught, by the number of players."""


def main() -> None:
    """Teach nets as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=games())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="the number of games to play")
    parser.add_argument("--parts", action="store_true", help="keep the values, and teach their parts alone")
    parser.add_argument(
        "--twin", action="store_true", help="have a twin in C teach the values, if there is one"
    )
    options = parser.parse_args()
    for game in games().values():
        for seats in game.seats:
            if options.game in (None, game.id) and options.seats in (None, seats) and game.feature_names(2):
                file = FOLDER / file_name(game, seats)
                known, told = None, None
                if options.parts:
                    before = read(game, seats, file.read_bytes())
                    known, told = unpacked(before.numbers), before.taught
                elif options.twin and (game.id, seats) in twin.TWINS:
                    known, told = twin.values(game, seats, options.seed)
                count = options.games or COUNTS[seats]
                values, parts, curve = teach(game, seats, options.seed, count, say, known)
                shown = [round(fmean(part), 1) for part in np.array_split(curve, min(SHOWN, len(curve)))]
                taught = told or Taught(count, options.seed, shown)
                numbers = values.numbers if known is None else known
                file.write_bytes(written(game, seats, POINTS, taught, values.hidden, numbers, parts.numbers))


def say(text: str) -> None:
    """Print a line without buffering."""
    print(text, flush=True)


if __name__ == "__main__":
    main()
