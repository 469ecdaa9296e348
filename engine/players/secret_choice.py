"""The move of a player who chooses in secret, at the same time as others.

In a *duel* of two, one wins what the other loses: the player draws from a mixed strategy, a *mix*, that can't
be exploited.  Against several, no mix is safe, as two may err at the cost of the third: the player gives a
good answer to the others' likely choices, expected to be mostly those of people who only look at their own
moves, and partly those of somebody who thinks further.

A player who clashes with others may choose again in the same turn.  In a duel, these choices are thought
through, too, but none of the next turn: chance comes before it, and a few worlds mislead more than the worth
of the state.  With several opponents, games are played on: all moves in the same worlds, against the same
choices of others, and with the same chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice, product
from math import inf
from typing import Any, Final, NamedTuple

from engine.game import AnyGame, Chance, Seat, Struct
from engine.players.lookahead import SEEDS, Stop, Stream, never, played_on, value, values
from engine.players.simultaneous import (
    Choice,
    Mix,
    Payoffs,
    answer,
    blended,
    choosers,
    drawn,
    evenly,
    mixed_strategies,
    pruned,
    softly,
    together,
    usual_mix,
)

NOTHING: Final = 1e-6
"""Differences below this many points are rounding errors."""


class Joint:
    """The joint choices of seats that choose at once, and the states to which these choices lead.

    Attributes:
        at_once: Each seat's payoff for each joint choice, judged by the state right after the choice.
    """

    def __init__(
        self, game: AnyGame, world: Any, seats: Sequence[Seat], moves: Sequence[Sequence[Any]]
    ) -> None:
        self.seats = tuple(seats)
        self.at_once = Payoffs([len(listed) for listed in moves], self._worths)
        self._game, self._world, self._moves = game, world, moves
        self._after: dict[Choice, Any] = {}

    def after(self, choice: Choice) -> Any:
        """The state after the joint choice `choice`."""
        state = self._after.get(choice)
        if state is None:
            state = self._after[choice] = together(self._game, self._world, self.made(choice))
        return state

    def made(self, choice: Choice) -> dict[Seat, Any]:
        """The move of each seat in a joint choice."""
        chosen = zip(self.seats, self._moves, choice, strict=True)
        return {seat: listed[place] for seat, listed, place in chosen}

    def is_duel(self) -> bool:
        """Whether just two seats choose, and each seat's gain is the other one's loss."""
        if len(self.seats) != 2:
            return False
        after = map(self.after, product(*map(range, self.at_once.counts)))
        sums = (sum(self._game.worth(state, seat) for seat in self.seats) for state in after)
        return all(abs(one) < NOTHING for one in sums)

    def _worths(self, choices: Sequence[Choice], one: int) -> Sequence[float]:
        return values(self._game, [self.after(choice) for choice in choices], self.seats[one])


TURNS: Final = 2
"""The number of turns after the present one in a playout."""


class Foresight:
    """Plays games on after joint choices, in worlds that fit the observation."""

    def __init__(
        self, game: AnyGame, worlds: Sequence[Any], joint: Joint, chance: Chance, stop: Stop = never
    ) -> None:
        self._game, self._joint, self._chance, self._stop = game, joint, chance, stop
        self._worlds = cycle(worlds)
        self._until = game.turn(worlds[0]) + 1 + TURNS

    def worths(self, one: int, mixes: Sequence[Mix], times: int) -> list[float]:
        """The average worth of each move of chooser `one` in playouts; others' moves are drawn by `mixes`."""
        totals, played = [0.0] * self._joint.at_once.counts[one], 0
        for choice in self._until_stopped(islice(self._choices(one, mixes, times), times)):
            self._play(one, choice, range(len(totals)), totals)
            played += 1
        return [total / played for total in totals]

    def best(self, one: int, mixes: Sequence[Mix], times: int) -> list[float]:
        """The average worth of each move of chooser `one` in playouts; `-inf` for all but the two best."""
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
        """Joint choices drawn by `mixes`, repeated for ever; in each, chooser `one` makes its move 0."""
        others = [[1.0] if place == one else mix for place, mix in enumerate(mixes)]
        return cycle(list(zip(*(evenly(mix, times, self._chance) for mix in others), strict=True)))

    def _until_stopped(self, choices: Iterator[Choice]) -> Iterator[Choice]:
        """Yield the first of `choices` in any case, and further ones until the time is up."""
        for choice in choices:
            yield choice
            if self._stop():
                return

    def _play(self, one: int, choice: Choice, places: Sequence[int], totals: list[float]) -> None:
        """Play on after `choice` with each move in `places` of chooser `one`; add the values to `totals`."""
        game, seat = self._game, self._joint.seats[one]
        world, seed = next(self._worlds), self._chance.below(SEEDS)
        for place in places:
            made = self._joint.made((*choice[:one], place, *choice[one + 1 :]))
            ended = played_on(game, together(game, world, made), self._until, Stream(seed))
            totals[place] += value(game, ended, seat)


USUALLY: Final = 0.8
"""The share of others' choices expected to be like those of people who only consider their own moves."""
USUALLY_AHEAD: Final = 0.5
"""The value of `USUALLY` for a player who plays games on (`Foresight`)."""
FORESEEN: Final = 16
"""About how many joint choices are weighed to predict another seat's choice."""
ANSWERED: Final = 48
"""About how many joint choices of the others are tried with each of the player's moves."""
CLEARLY: Final = 0.1
"""The difference in points that makes one of the player's own moves e times as likely as another."""
FORESEES: Final = 0.3
"""The difference in points that makes a move e times as likely for a player who foresees others' choices."""
FORESEES_AHEAD: Final = 2.0
"""The difference in points that makes a move e times as likely for a player who plays games on."""
OTHERS_PLAYED: Final = 3
"""Predicting another player's choice takes this many times fewer playouts than making one's own."""


def beliefs_and_answer(
    game: AnyGame, worlds: Sequence[Any], joint: Joint, playouts: int, chance: Chance, stop: Stop = never
) -> list[Mix]:
    """Each chooser's mix: the best one for the last chooser, which decides; for the others, expected ones.

    Args:
        game: The game.
        worlds: States that fit one observation.
        joint: The joint choices in the first of the worlds; the seat that decides stands last.
        playouts: How many times each move is played on, on average; 0: never, and only the state after the
            choice counts.
        chance: Draws the playouts and, if there are very many, the joint choices of others.
        stop: Once it returns True, each move is played on just once.
    """
    *others, own = range(len(joint.seats))
    near = joint.at_once
    usual = [usual_mix(near, one, chance, FORESEEN) for one in range(own + 1)]
    if not playouts:
        sharp = [*(answer(near, one, usual, FORESEEN, FORESEES, chance) for one in others), usual[own]]
        mixes = blended(sharp, usual, USUALLY)
        mixes[own] = answer(near, own, mixes, ANSWERED, CLEARLY, chance)
        return mixes
    ahead, fewer = Foresight(game, worlds, joint, chance, stop), max(1, playouts // OTHERS_PLAYED)
    sharp = [*(pruned(softly(ahead.worths(one, usual, fewer), FORESEES_AHEAD)) for one in others), usual[own]]
    mixes = blended(sharp, usual, USUALLY_AHEAD)
    mixes[own] = pruned(softly(ahead.best(own, mixes, playouts), CLEARLY))
    return mixes


FEW: Final = 64
"""If two seats have at most this many joint choices, their next choice of the turn is thought through."""
ROUNDS_AHEAD: Final = 30
"""The number of rounds of regret matching for the next choice of the turn."""
SAFELY: Final = 4
"""One in this many choices in a duel assumes nothing about the opponent, so that nobody can foretell it."""


class Depth(Struct, frozen=True):
    """The depth of thought about a secret choice.

    Attributes:
        rounds: The number of rounds of regret matching in a duel.
        ahead: How many choices of a turn are thought through in a duel, at most.
        trust: The share of the opponent's choices in a duel expected to be like people's, from 0 to 1.
        playouts: With several opponents, how many times each move is played on, on average; 0: never.
    """

    rounds: int
    ahead: int
    trust: float
    playouts: int


def secret_choice(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, chance: Chance, depth: Depth, stop: Stop = never
) -> Any:
    """A move of `seat`, drawn at random: in a duel, from a mix that does well against any choice.

    With several opponents, it is drawn from the moves that are about best if they choose as expected.
    Once `stop` returns True, no further game is played on.
    """
    found = thought_through(game, worlds, seat, chance, depth, stop)
    return drawn(found.moves[-1], found.mixes[-1], chance)


class Thought(NamedTuple):
    """The result of thinking a secret choice through; in each list, the seat that decides stands last.

    Attributes:
        moves: The promising moves of each chooser.
        mixes: For each chooser, how often each of its moves is best chosen.
        seen: For each chooser, how often it is expected to choose each of its moves.
        in_duel: Whether just two seats choose, and each seat's gain is the other one's loss.
    """

    seats: tuple[Seat, ...]
    moves: list[tuple[Any, ...]]
    mixes: list[Mix]
    seen: list[Mix]
    in_duel: bool


def thought_through(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, chance: Chance, depth: Depth, stop: Stop = never
) -> Thought:
    """The best mix of `seat`, and the mixes expected of the other seats, for one secret choice."""
    # `seat` stands last, so that the random draws for other seats don't depend on its move.
    seats = (*(one for one in choosers(game, worlds[0]) if one != seat), seat)
    moves = [game.promising_moves(worlds[0], one) for one in seats]
    joint = Joint(game, worlds[0], seats, moves)
    if not joint.is_duel():
        believed = beliefs_and_answer(game, worlds, joint, depth.playouts, chance, stop)
        return Thought(seats, moves, believed, believed, False)
    payoffs = payoffs_of(game, worlds[0], seats, moves, depth.ahead, chance, stop)
    trust = depth.trust if chance.below(SAFELY) else 0.0
    expected: list[Mix | None] | None = [usual_mix(payoffs, 0, chance), None] if trust else None
    mixes = mixed_strategies(payoffs, chance, depth.rounds, expected, trust)
    return Thought(seats, moves, mixes, blended(mixes, expected, trust), True)


def payoffs_of(
    game: AnyGame,
    state: Any,
    seats: Sequence[Seat],
    moves: Sequence[Sequence[Any]],
    ahead: int,
    chance: Chance,
    stop: Stop = never,
) -> Payoffs:
    """The payoffs of joint choices of `seats` among `moves` (by seat) in `state`.

    `ahead`: how many choices of this turn are thought through, at most.
    """
    turn = game.turn(state)

    @cache
    def worth(choice: Choice) -> Sequence[float]:
        made = {seat: listed[place] for seat, listed, place in zip(seats, moves, choice, strict=True)}
        after = together(game, state, made)
        is_same = game.turn(after) == turn
        return values_of(game, after, seats, ahead - 1 if is_same else 0, chance, stop)

    def worths(choices: Sequence[Choice], one: int) -> list[float]:
        return [worth(choice)[one] for choice in choices]

    return Payoffs([len(listed) for listed in moves], worths)


def values_of(
    game: AnyGame, state: Any, seats: Sequence[Seat], ahead: int, chance: Chance, stop: Stop = never
) -> Sequence[float]:
    """The value of a state for each of `seats`; if two seats choose again, they do so by their best mixes."""
    if ahead and len(seats) == 2 and set(choosers(game, state)) == set(seats) and not stop():
        moves = [game.promising_moves(state, seat) for seat in seats]
        payoffs = payoffs_of(game, state, seats, moves, ahead, chance, stop)
        if payoffs.size <= FEW:
            return payoffs.values(mixed_strategies(payoffs, chance, ROUNDS_AHEAD))
    return [value(game, state, seat) for seat in seats]
