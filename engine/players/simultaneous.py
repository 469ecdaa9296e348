"""Choosing at the same time as others: guess what they choose, or find a mix that gives nothing away.

A good answer is a move that does well whatever the others choose.  A mix of choices that nobody can take much
advantage of is found by regret matching+ (Tammelin 2014) on what the joint choices are worth: each chooser
chooses what it regrets not to have chosen; the average of all rounds, later ones counting more, is the mix
that is played.  The others may be expected to choose, for a part, as people do who only look at their own
moves.
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
"""How many times the choices of the others are guessed."""
ABOUT_EQUAL: Final = 1.0
"""How many points more make a move e times as likely, to the sensible player."""
FINE: Final = 1_000_000
"""Likelihoods are drawn in steps of 1 / `FINE`."""


def is_asked_with_others(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether others choose at the same time as `seat`."""
    return any(other not in (seat, CHANCE) for other in game.to_move(state))


def choosers(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """The seats that choose together."""
    return tuple(seat for seat in game.to_move(state) if seat != CHANCE)


def good_answer(
    game: AnyGame,
    observation: Any,
    seat: Seat,
    chance: Chance,
    likely: Callable[[Sequence[float]], Sequence[float]],
) -> Any:
    """A legal move of `seat` that does well, on average, whatever the others choose at the same time.

    Of moves that are about equally good one is drawn: otherwise players who think alike would choose the same
    again and again, and everybody could foretell it.  `likely` says how likely moves of these worths are.
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
    """How likely moves are of these worths, in points: by `softness` points more e times as likely."""
    best = max(worths)
    return [exp((worth - best) / softness) for worth in worths]


def drawn(moves: Sequence[Any], likelihoods: Sequence[float], chance: Chance) -> Any:
    """One of `moves`, drawn by their weights."""
    left = chance.below(FINE) / FINE * sum(likelihoods)
    for move, likelihood in zip(moves, likelihoods, strict=True):
        left -= likelihood
        if left < 0:
            return move
    return moves[-1]


def guessed(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> dict[Seat, Any]:
    """A legal move for each of the others who choose at the same time, each as likely."""
    asked = (other for other in game.to_move(state) if other not in (seat, CHANCE))
    legal = {other: game.legal_moves(state, other) for other in asked}
    return {other: moves[chance.below(len(moves))] for other, moves in legal.items()}


def together(game: AnyGame, state: Any, choices: dict[Seat, Any]) -> Any:
    """`state` after these choices, as far as each is legal; the choice that ends the question comes last."""
    left = [(seat, move) for seat, move in choices.items() if move in game.legal_moves(state, seat)]
    asked = {seat: game.question(state, seat) for seat, _ in left}
    postponed = False

    def is_still_asked(after: Any, one: Seat, answer: Any) -> bool:
        # When chance moves or the game is over, nobody is, though no other question is put.
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
"""For each chooser the place of its move."""
Mix = list[float]
"""How often each move is chosen, from 0 to 1."""

ALL: Final = 4
"""If the others have no more joint choices than so many times those that would be drawn, all are weighed."""
HARDLY: Final = 0.003
"""Joint choices of the others that are less likely than this are not looked at."""
LEAST_SHARE: Final = 0.02
"""What would be chosen less often than this is not chosen at all."""


class Payoffs:
    """What each joint choice is worth to each chooser, in points; worked out when it is asked for.

    Attributes:
        counts: How many moves each chooser has.
    """

    def __init__(self, counts: Sequence[int], worth: Callable[[Choice], Sequence[float]]) -> None:
        self.counts = tuple(counts)
        self._worth = worth
        self._known: dict[Choice, Sequence[float]] = {}
        self._rows: dict[int, list[list[float]]] = {}

    @property
    def size(self) -> int:
        """How many joint choices there are."""
        return prod(self.counts)

    def of(self, choice: Choice) -> Sequence[float]:
        """What it is worth to each chooser if they choose so."""
        known = self._known.get(choice)
        if known is None:
            known = self._known[choice] = self._worth(choice)
        return known

    def worths(self, one: int, mixes: Sequence[Mix], chance: Chance, draws: int = 1) -> list[float]:
        """What each move of a chooser is worth if the others choose by these mixes.

        Of two it is exact; of more about exact where the others have few joint choices, else what it is worth
        on average against `draws` of them, all moves against the same ones.
        """
        if len(self.counts) == 2:
            other = mixes[1 - one]
            return [sum(map(mul, row, other)) for row in self._table(one)]
        others = [[1.0] if place == one else mix for place, mix in enumerate(mixes)]
        is_small = self.size <= ALL * draws * self.counts[one]
        choices = _likely(others) if is_small else _drawn(others, draws, chance)
        totals = [0.0] * self.counts[one]
        for choice, weight in choices:
            before, after = choice[:one], choice[one + 1 :]
            for place in range(self.counts[one]):
                totals[place] += weight * self.of((*before, place, *after))[one]
        whole = sum(weight for _, weight in choices)
        return [total / whole for total in totals]

    def values(self, mixes: Sequence[Mix]) -> tuple[float, float]:
        """Of two choosers: what it is worth to each if both choose by these mixes."""
        worths = [[sum(map(mul, row, mixes[1 - one])) for row in self._table(one)] for one in (0, 1)]
        return sum(map(mul, mixes[0], worths[0])), sum(map(mul, mixes[1], worths[1]))

    def _table(self, one: int) -> list[list[float]]:
        """Of two choosers: what it is worth to one, by its own move and then the other's."""
        if one not in self._rows:
            mine, theirs = range(self.counts[one]), range(self.counts[1 - one])
            pairs = [[(own, other) if one == 0 else (other, own) for other in theirs] for own in mine]
            self._rows[one] = [[self.of(pair)[one] for pair in row] for row in pairs]
        return self._rows[one]


def _likely(mixes: Sequence[Mix]) -> list[tuple[Choice, float]]:
    """The joint choices that aren't unlikely, each with how likely it is."""
    listed = [[(place, share) for place, share in enumerate(mix) if share] for mix in mixes]
    found = [(tuple(place for place, _ in one), prod(share for _, share in one)) for one in product(*listed)]
    return [(choice, likely) for choice, likely in found if likely >= HARDLY]


def _drawn(mixes: Sequence[Mix], draws: int, chance: Chance) -> list[tuple[Choice, float]]:
    """Joint choices drawn from the mixes: by each chooser each move about as many times as it is likely."""
    return [(choice, 1.0) for choice in zip(*(evenly(mix, draws, chance) for mix in mixes), strict=True)]


def evenly(mix: Mix, draws: int, chance: Chance) -> tuple[int, ...]:
    """Places of moves drawn from a mix, in random order, each about as many times as it is likely."""
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
    """How often each chooser had best choose each of its moves.

    Args:
        payoffs: What choices are worth.
        chance: Draws what others choose, where they are more than two.
        rounds: How many times regret is matched.
        expected: How a chooser is expected to choose by itself; None: it does what is best.
        trust: How much of its choices is as `expected`, from 0 to 1; the rest is what is best.
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
    """How the choosers choose if a part, `trust`, of their choices is as `expected`."""
    if expected is None:
        return list(mixes)
    return [
        mix
        if usual is None
        else [trust * one + (1 - trust) * best for one, best in zip(usual, mix, strict=True)]
        for mix, usual in zip(mixes, expected, strict=True)
    ]


def strategy(regrets: Sequence[float]) -> Mix:
    """How often to choose each move, by how much it is regretted not to have chosen it."""
    total = sum(regrets)
    if not total:
        return [1 / len(regrets)] * len(regrets)
    return [regret / total for regret in regrets]


def pruned(totals: Sequence[float]) -> Mix:
    """The average strategy without what is hardly ever chosen."""
    least = LEAST_SHARE * sum(totals)
    kept = [total if total >= least else 0.0 for total in totals]
    whole = sum(kept)
    return [total / whole for total in kept]


def answer(
    payoffs: Payoffs, one: int, mixes: Sequence[Mix], draws: int, softness: float, chance: Chance
) -> Mix:
    """How a chooser answers these mixes: by a move that is about the best."""
    return pruned(softly(payoffs.worths(one, mixes, chance, draws), softness))


def usual_mix(payoffs: Payoffs, one: int, chance: Chance, draws: int = GUESSES) -> Mix:
    """How a chooser chooses who takes each choice of the others to be as likely: the better the oftener."""
    even = [[1 / count] * count for count in payoffs.counts]
    return softly(payoffs.worths(one, even, chance, draws), ABOUT_EQUAL)


def softly(worths: Sequence[float], softness: float) -> Mix:
    """How often each move is chosen by what it is worth: by `softness` points more e times as often."""
    likely = softened(worths, softness)
    whole = sum(likely)
    return [share / whole for share in likely]
