"""Choices made at once by several seats: guesses at others' choices, or a mixed strategy (a *mix*).

A good answer is a move that does well against any choices of the others.  A mix that nobody can exploit much
is found by regret matching+ (Tammelin 2014) on the payoffs of the joint choices: in each round each chooser
prefers moves that it regrets not to have chosen; the average of all rounds, later ones counting more, is the
mix.  Some of the others' choices may be expected to be those of people who only look at their own moves.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate, product
from math import exp, prod
from operator import mul
from typing import Any, Final

from engine.game import CHANCE, AnyGame, Chance, Seat

GUESSES: Final = 16
"""How many guesses at the others' choices a good answer is based on."""
ABOUT_EQUAL: Final = 1.0
"""The default difference in points that makes one move e times as likely as another."""
FINE: Final = 1_000_000
"""Random draws by probability have a resolution of 1 / `FINE`."""


def is_asked_with_others(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether other seats choose at the same time as `seat`."""
    return any(other not in (seat, CHANCE) for other in game.to_move(state))


def choosers(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """The seats that choose at once in `state`."""
    return tuple(seat for seat in game.to_move(state) if seat != CHANCE)


def good_answer(
    game: AnyGame,
    observation: Any,
    seat: Seat,
    chance: Chance,
    likely: Callable[[Sequence[float]], Sequence[float]],
) -> Any:
    """A legal move of `seat` that does well on average over the choices of the others at the same time.

    The move is drawn from moves about equally good: otherwise players who think alike would make the same
    choice again and again, and everybody could foretell it.  `likely` turns moves' worths into weights.
    """
    worlds = [game.determinise(observation, chance) for _ in range(GUESSES)]
    moves = game.legal_moves(worlds[0], seat)
    worths = [0.0] * len(moves)
    for world in worlds:
        others = guessed(game, world, seat, chance)
        for place, move in enumerate(moves):
            worths[place] += game.worth(together(game, world, {seat: move, **others}), seat) / GUESSES
    return drawn(moves, likely(worths), chance)


def softened(worths: Sequence[float], softness: float) -> list[float]:
    """The weight of each move in a draw, by its worth: `softness` points more make it e times as likely."""
    best = max(worths)
    return [exp((worth - best) / softness) for worth in worths]


def drawn(moves: Sequence[Any], likelihoods: Sequence[float], chance: Chance) -> Any:
    """One of `moves`, drawn at random by the weights `likelihoods`."""
    left = chance.below(FINE) / FINE * sum(likelihoods)
    for move, likelihood in zip(moves, likelihoods, strict=True):
        left -= likelihood
        if left < 0:
            return move
    return moves[-1]


def guessed(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> dict[Seat, Any]:
    """A random legal move for each other seat that chooses at the same time as `seat`."""
    asked = (other for other in game.to_move(state) if other not in (seat, CHANCE))
    legal = {other: game.legal_moves(state, other) for other in asked}
    return {other: moves[chance.below(len(moves))] for other, moves in legal.items()}


def together(game: AnyGame, state: Any, choices: dict[Seat, Any]) -> Any:
    """The state after the legal moves among `choices`; the move that ends the common question is last."""
    left = [(seat, move) for seat, move in choices.items() if move in game.legal_moves(state, seat)]
    asked = {seat: game.question(state, seat) for seat, _ in left}
    postponed = False

    def is_still_asked(after: Any, one: Seat, answer: Any) -> bool:
        # The common question is over, too, when chance moves or the game has ended without another question.
        return answer in game.legal_moves(after, one) and game.question(after, one) == asked[one]

    while left:
        (seat, move), *left = left
        made = game.make(state, seat, move)
        if left and not postponed and not is_still_asked(made, *left[0]):
            left.append((seat, move))
            postponed = True
        else:
            state = made
    return state


Choice = tuple[int, ...]
"""A joint choice: for each chooser, the index of its move."""
Mix = list[float]
"""A mixed strategy of a chooser: the probability of each of its moves."""

ALL: Final = 4
"""The others' joint choices are all weighed if there are at most this many for each one to be drawn."""
HARDLY: Final = 0.003
"""Joint choices of the others that are less probable than this are ignored."""
LEAST_SHARE: Final = 0.02
"""A move whose share of a mix is smaller than this is left out of the mix."""


class Payoffs:
    """The payoff of each joint choice to each chooser, in points, computed at the first request and cached.

    `counts`: the number of moves of each chooser.  `worths`: returns one chooser's payoffs.
    """

    def __init__(
        self, counts: Sequence[int], worths: Callable[[Sequence[Choice], int], Sequence[float]]
    ) -> None:
        self.counts = tuple(counts)
        self._worths = worths
        self._known: list[dict[Choice, float]] = [{} for _ in self.counts]
        self._rows: dict[int, list[list[float]]] = {}

    @property
    def size(self) -> int:
        """The number of joint choices."""
        return prod(self.counts)

    def of(self, choices: Sequence[Choice], chooser: int) -> list[float]:
        """The payoff of each joint choice in `choices` to the chooser with the number `chooser`."""
        known = self._known[chooser]
        if missing := [choice for choice in dict.fromkeys(choices) if choice not in known]:
            known.update(zip(missing, self._worths(missing, chooser), strict=True))
        return [known[choice] for choice in choices]

    def worths(self, chooser: int, mixes: Sequence[Mix], chance: Chance, draws: int = 1) -> list[float]:
        """The average payoff of each move of the chooser with this number if the others choose by `mixes`.

        The averages are exact for two choosers, and nearly exact if the others have few joint choices; else
        `draws` joint choices of the others are drawn, the same for all moves.
        """
        if len(self.counts) == 2:
            other = mixes[1 - chooser]
            return [sum(map(mul, row, other)) for row in self._table(chooser)]
        others = [[1.0] if place == chooser else mix for place, mix in enumerate(mixes)]
        is_small = self.size <= ALL * draws * self.counts[chooser]
        choices = _likely(others) if is_small else _drawn(others, draws, chance)
        own, totals = range(self.counts[chooser]), [0.0] * self.counts[chooser]
        listed = [
            (*choice[:chooser], place, *choice[chooser + 1 :]) for choice, _ in choices for place in own
        ]
        found = iter(self.of(listed, chooser))
        for _, weight in choices:
            for place in own:
                totals[place] += weight * next(found)
        whole = sum(weight for _, weight in choices)
        return [total / whole for total in totals]

    def values(self, mixes: Sequence[Mix]) -> tuple[float, float]:
        """The average payoff to each of two choosers who choose by `mixes`."""
        worths = [
            [sum(map(mul, row, mixes[1 - chooser])) for row in self._table(chooser)] for chooser in (0, 1)
        ]
        return sum(map(mul, mixes[0], worths[0])), sum(map(mul, mixes[1], worths[1]))

    def _table(self, chooser: int) -> list[list[float]]:
        """The payoffs to one of two choosers: rows are its own moves, columns the other's moves."""
        if chooser not in self._rows:
            mine, theirs = range(self.counts[chooser]), range(self.counts[1 - chooser])
            pairs = [[(own, other) if chooser == 0 else (other, own) for other in theirs] for own in mine]
            found = iter(self.of([pair for row in pairs for pair in row], chooser))
            self._rows[chooser] = [[next(found) for _ in row] for row in pairs]
        return self._rows[chooser]


def _likely(mixes: Sequence[Mix]) -> list[tuple[Choice, float]]:
    """The joint choices possible under `mixes`, each with its probability; negligible ones are left out."""
    listed = [[(place, share) for place, share in enumerate(mix) if share] for mix in mixes]
    found = [(tuple(place for place, _ in one), prod(share for _, share in one)) for one in product(*listed)]
    return [(choice, likely) for choice, likely in found if likely >= HARDLY]


def _drawn(mixes: Sequence[Mix], draws: int, chance: Chance) -> list[tuple[Choice, float]]:
    """`draws` joint choices drawn by `mixes`, each with weight 1."""
    return [(choice, 1.0) for choice in zip(*(evenly(mix, draws, chance) for mix in mixes), strict=True)]


def evenly(mix: Mix, draws: int, chance: Chance) -> tuple[int, ...]:
    """`draws` indices of moves in random order, each index about as often as its share of `mix`."""
    reached = list(accumulate(mix))
    begin = chance.below(FINE) / FINE
    last = len(mix) - 1
    places = [min(last, bisect(reached, (begin + one) / draws * reached[-1])) for one in range(draws)]
    return chance.shuffled(places)


def mixed_strategies(
    payoffs: Payoffs,
    chance: Chance,
    rounds: int,
    expected: Sequence[Mix | None] | None = None,
    trust: float = 0.0,
) -> list[Mix]:
    """The best mix of each chooser, by regret matching.

    Args:
        payoffs: The payoffs of the joint choices.
        chance: Draws the choices of others, where more than two choose.
        rounds: The number of rounds of regret matching.
        expected: For each chooser, its usual mix, or None if it chooses best.  By default all choose best.
        trust: The share of choices made by `expected`, from 0 to 1; the others are the best ones.
    """
    regrets = [[0.0] * count for count in payoffs.counts]
    totals = [[0.0] * count for count in payoffs.counts]
    for number in range(1, rounds + 1):
        now = [strategy(of_one) for of_one in regrets]
        seen = blended(now, expected, trust)
        for one, mix in enumerate(now):
            worths = payoffs.worths(one, seen, chance)
            usual = sum(map(mul, mix, worths))
            more = [worth - usual for worth in worths]
            regrets[one] = [max(0.0, had + now) for had, now in zip(regrets[one], more, strict=True)]
            totals[one] = [had + number * share for had, share in zip(totals[one], mix, strict=True)]
    return [pruned(of_one) for of_one in totals]


def blended(mixes: Sequence[Mix], expected: Sequence[Mix | None] | None, trust: float) -> list[Mix]:
    """The mixes of choosers that choose by `expected` with probability `trust`, else by `mixes`."""
    if expected is None:
        return list(mixes)
    return [
        mix
        if usual is None
        else [trust * one + (1 - trust) * best for one, best in zip(usual, mix, strict=True)]
        for mix, usual in zip(mixes, expected, strict=True)
    ]


def strategy(regrets: Sequence[float]) -> Mix:
    """The mix in proportion to the moves' regrets; if there are no regrets, all shares are equal."""
    total = sum(regrets)
    if not total:
        return [1 / len(regrets)] * len(regrets)
    return [regret / total for regret in regrets]


def pruned(totals: Sequence[float]) -> Mix:
    """The mix in proportion to `totals`, without moves whose share would be tiny (`LEAST_SHARE`)."""
    least = LEAST_SHARE * sum(totals)
    kept = [total if total >= least else 0.0 for total in totals]
    whole = sum(kept)
    return [total / whole for total in kept]


def answer(
    payoffs: Payoffs, chooser: int, mixes: Sequence[Mix], draws: int, softness: float, chance: Chance
) -> Mix:
    """The best reply of a chooser to the others' `mixes`: a mix of the moves that are about best."""
    return pruned(softly(payoffs.worths(chooser, mixes, chance, draws), softness))


def usual_mix(payoffs: Payoffs, chooser: int, chance: Chance, draws: int = GUESSES) -> Mix:
    """The mix of one chooser that thinks all choices of the others equally likely."""
    even = [[1 / count] * count for count in payoffs.counts]
    return softly(payoffs.worths(chooser, even, chance, draws), ABOUT_EQUAL)


def softly(worths: Sequence[float], softness: float) -> Mix:
    """The mix in which `softness` points more of worth make a move e times as likely."""
    likely = softened(worths, softness)
    whole = sum(likely)
    return [share / whole for share in likely]
