"""Teaches nets the value of states by games against themselves; no game is named here.

`python -m benchmarks.teach`, or `make teach`, teaches a net for each game and number of players (`--game`,
`--seats`: only these) and writes its weights with its curve into `engine/weights/`.  In each game, every seat
makes the move that the net values most, and now and then another one.  After each lot of games the net is
corrected towards how games went on: TD(λ), by the forward view, on the newest games and some older ones.  The
end of a game counts by its lead in points and the worth of winning.  The same seed brings the same net on the
same machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from itertools import product
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.circles import ROOT
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Seat
from engine.players.lookahead import Stream, value
from engine.players.net import Floats, written
from engine.players.simultaneous import Payoffs, drawn, evenly, mixed_strategies, softened, together
from engine.players.weights import Taught, file_name

FOLDER: Final = ROOT / "engine" / "weights"
HIDDEN: Final = 32
POINTS: Final = 25.0
"""The points that an output of 1 stands for."""
LAMBDA: Final = 0.9
"""The share of what came later in the target of a state; the rest is the net's value of the next state."""
LOT: Final = 16
"""The number of games between two corrections."""
KEPT: Final = 40
"""The number of lots that are kept."""
AGAIN: Final = 3
"""The number of kept lots that each correction goes through besides the newest one."""
BATCH: Final = 256
RATE: Final = 2e-3
LAST_RATE: Final = 5e-5
"""How far a correction goes, at the beginning and at the end."""
ODD: Final = 0.1
"""The share of moves made at random at the beginning; there are none at the end."""
MOST_MOVES: Final = 32
"""The most moves that are valued for a decision; of more, some are drawn."""
MOST_STEPS: Final = 2_000
ROUNDS: Final = 40
"""The number of rounds of regret matching for a secret choice of two."""
GUESSED: Final = 6
"""The number of joint choices of others against which a secret choice of several is tried."""
FINE: Final = 1_000_000


class Lot(NamedTuple):
    """The features of states, and what these states should have been worth."""

    features: Floats
    targets: Floats


class Learner:
    """A net in training: its numbers, and Adam's moments of them."""

    def __init__(self, inputs: int, seed: int) -> None:
        self._dice = np.random.default_rng(seed)
        self._rows = (self._dice.standard_normal((inputs, HIDDEN)) * 0.08).astype(np.float32)
        self._inner = np.zeros(HIDDEN, np.float32)
        self._outer = (self._dice.standard_normal(HIDDEN) * 0.1).astype(np.float32)
        self._bias = np.zeros(1, np.float32)
        self._all = [self._rows, self._inner, self._outer, self._bias]
        self._moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self._all]
        self._steps = 0

    @property
    def numbers(self) -> Floats:
        """All numbers of the net, as `Weights` has them."""
        return np.concatenate([one.reshape(-1) for one in self._all])

    def values(self, features: Floats) -> Floats:
        """The values of states with these features; 1 stands for `POINTS`."""
        found: Floats = np.tanh(features @ self._rows + self._inner) @ self._outer + self._bias
        return found

    def correct(self, lot: Lot, rate: float) -> float:
        """Move the net towards the targets of a lot; return the mean squared error before, in points²."""
        order, errors = self._dice.permutation(len(lot.features)), 0.0
        for at in range(0, len(order), BATCH):
            chosen = order[at : at + BATCH]
            given = lot.features[chosen]
            hidden = np.tanh(given @ self._rows + self._inner)
            error = hidden @ self._outer + self._bias - lot.targets[chosen]
            errors += float(error @ error)
            error /= len(chosen)
            back = np.outer(error, self._outer) * (1 - hidden * hidden)
            slopes = [given.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)]
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
    """Plays the games by which a net learns a game of `seats` players."""

    def __init__(self, game: AnyGame, seats: int, learner: Learner, chance: Stream) -> None:
        self._game, self._seats, self._learner, self._chance = game, seats, learner, chance

    def played(self, odd: float) -> Lot:
        """The states of one game, as each seat sees them; the share `odd` of the moves are made at random."""
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
        features = [np.array(one, np.float32) for one in seen]
        ends = [value(game, state, one) / POINTS for one in range(seats)]
        targets = [hoped(self._learner.values(one), end) for one, end in zip(features, ends, strict=True)]
        return Lot(np.concatenate(features), np.concatenate(targets))

    def _is_odd(self, odd: float) -> bool:
        return self._chance.below(FINE) < odd * FINE

    def _values(self, states: Sequence[Any], seat: Seat) -> Floats:
        """The value of each state to `seat`, in points."""
        game = self._game
        found = POINTS * self._learner.values(
            np.array([game.features(one, seat) for one in states], np.float32)
        )
        for place, one in enumerate(states):
            if not game.to_move(one):
                found[place] = value(game, one, seat)
        return found

    def _best(self, state: Any, seat: Seat, odd: float) -> Any:
        """The move of `seat` that the net values most, or a random one."""
        game, chance = self._game, self._chance
        moves = game.promising_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        if self._is_odd(odd):
            return moves[chance.below(len(moves))]
        if len(moves) > MOST_MOVES:
            moves = chance.shuffled(moves)[:MOST_MOVES]
        return moves[int(self._values([game.make(state, seat, move) for move in moves], seat).argmax())]

    def _chosen(self, state: Any, asked: tuple[Seat, ...], odd: float) -> dict[Seat, Any]:
        """A secret choice of each of `asked`, drawn from a mixed strategy that is good by the net."""
        moves = [self._game.promising_moves(state, seat) for seat in asked]
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
        """By seat, how often to make each move, against choices of others that look good at a glance."""
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


def hoped(values: Floats, end: float) -> Floats:
    """What the states of one game should have been worth, by TD(λ).

    Args:
        values: What they were worth by the net, in the order of the game.
        end: What the game was worth in the end.
    """
    found, following = np.empty_like(values), end
    for at in range(len(values) - 1, -1, -1):
        found[at] = following
        following = LAMBDA * following + (1 - LAMBDA) * float(values[at])
    return found


def teach(
    game: AnyGame, seats: int, seed: int, count: int, say: Callable[[str], None]
) -> tuple[Learner, list[float]]:
    """A net taught by `count` games of `seats` players, and the mean squared error of each lot (points²)."""
    learner, chance = Learner(len(game.feature_names(seats)), seed), Stream(seed)
    school, lots, curve = School(game, seats, learner, chance), list[Lot](), list[float]()
    began = time.process_time()
    for played in range(0, count, LOT):
        left = 1 - played / count
        newest = [school.played(ODD * left) for _ in range(LOT)]
        lots.append(Lot(*(np.concatenate(parts) for parts in zip(*newest, strict=True))))
        del lots[:-KEPT]
        rate = LAST_RATE + (RATE - LAST_RATE) * left
        curve.append(learner.correct(lots[-1], rate))
        for _ in range(min(AGAIN, len(lots) - 1)):
            learner.correct(lots[chance.below(len(lots) - 1)], rate)
        if len(curve) % 50 == 0:
            mean = sum(curve[-50:]) / 50
            say(f"{time.process_time() - began:6.0f} s {played + LOT:7d} games, error {mean:.1f} points²")
    return learner, curve


SHOWN: Final = 20
"""The number of points of a curve that are kept."""
COUNTS: Final = {2: 40_000, 3: 30_000, 4: 25_000}
"""By the number of players, the number of games by which a net is taught."""


def main() -> None:
    """Teach nets, as the options say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=games())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="the number of games to play")
    options = parser.parse_args()
    for game in games().values():
        for seats in game.seats:
            if options.game in (None, game.id) and options.seats in (None, seats) and game.feature_names(2):
                count = options.games or COUNTS[seats]
                learner, curve = teach(game, seats, options.seed, count, lambda text: print(text, flush=True))
                shown = [round(fmean(part), 1) for part in np.array_split(curve, min(SHOWN, len(curve)))]
                taught = Taught(count, options.seed, shown)
                file = written(game, seats, POINTS, taught, HIDDEN, learner.numbers)
                (FOLDER / file_name(game, seats)).write_bytes(file)


if __name__ == "__main__":
    main()
