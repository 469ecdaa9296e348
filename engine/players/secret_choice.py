"""The move of a player who chooses in secret, at the same time as others.

In a duel, what one wins the other loses: a mix of choices is played that nobody can take much advantage of.
Against several, such a mix keeps nobody from losing, as two may err at the cost of the third.  What wins is a
good answer to what the others are likely to do.  They are taken to choose as people do who only look at their
own moves, and for a part as somebody who thinks further.

What one takes changes what is left for the next turn, and who gets in the others' way may be asked again in
the same one.  What a state is worth to look at says little of that, so it is played on: all moves in the same
worlds, against the same choices of others, and with the same chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from math import inf
from typing import Any, Final, NamedTuple

from engine.game import AnyGame, Chance, Seat, Struct
from engine.players.lookahead import SEEDS, Stop, Stream, never, played_on, value
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
        """What each move is worth, by more plays of the better ones; `-inf` for all but the two best."""
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


USUALLY: Final = 0.8
"""How much of the others' choices is taken to be as people choose who only look at their own moves."""
USUALLY_AHEAD: Final = 0.5
"""How much of the others' choices a player who looks ahead takes to be made without looking ahead."""
FORESEEN: Final = 16
"""Against about so many choices of the others it is worked out how somebody chooses."""
ANSWERED: Final = 48
"""Against about so many choices of the others one's own moves are tried."""
CLEARLY: Final = 0.1
"""How many points more make an own move e times as likely."""
FORESEES: Final = 0.3
"""How many points more make a move e times as likely to somebody who foresees how people choose."""
FORESEES_AHEAD: Final = 2.0
"""How many points more make a move e times as likely to somebody who looks ahead."""
OTHERS_PLAYED: Final = 3
"""What others choose who look ahead is worked out in so many times fewer playouts."""


def beliefs_and_answer(
    game: AnyGame, worlds: Sequence[Any], joint: Joint, playouts: int, chance: Chance, stop: Stop = never
) -> list[Mix]:
    """How often each chooser is taken to choose each of its moves; for the last: how often it had best.

    Args:
        game: Which game.
        worlds: States that fit what is seen; what can be seen of them is the same.
        joint: What comes of it in the first of them; who is to be answered for stands last.
        playouts: How many times a move is played on, on average; 0: no move is, and all that counts is the
            state after the choice.
        chance: Draws what others choose, where they have very many joint choices, and what follows.
        stop: Once it says so, each is played on once.
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
"""With so many joint choices of two, or fewer, the choice that follows is thought through too."""
WORLDS: Final = 3
"""In so many worlds it is thought through, at most."""
ROUNDS_AHEAD: Final = 30
"""How many times regret is matched in a choice that follows."""
SAFELY: Final = 4
"""One choice in so many is made without guessing how the others choose, so that nobody can foretell it."""


class Depth(Struct, frozen=True):
    """How deeply a secret choice is thought through.

    Attributes:
        rounds: How many times regret is matched in a duel.
        ahead: How many choices in a row of a duel are thought through: 1 or 2.
        trust: How much of the other's choices in a duel is expected to be as people choose, from 0 to 1.
        playouts: Among several, how many times a move is played on, on average; 0: none is.
    """

    rounds: int
    ahead: int
    trust: float
    playouts: int


def secret_choice(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, chance: Chance, depth: Depth, stop: Stop = never
) -> Any:
    """A move of `seat`, drawn: in a duel from a mix that does well whatever the other chooses.

    Among several, from those that do about best if the others choose about as people do.  Once `stop` says
    so, it looks no further ahead.
    """
    found = thought_through(game, worlds, seat, chance, depth, stop)
    return drawn(found.moves[-1], found.mixes[-1], chance)


class Thought(NamedTuple):
    """A secret choice thought through; who thinks stands last in each.

    Attributes:
        seats: Who chooses.
        moves: By chooser, its moves.
        mixes: By chooser, how often it had best choose each.
        seen: By chooser, how often it is taken to choose each.
        in_turn: In which turn they choose, if they are several; None: it is a duel.
    """

    seats: tuple[Seat, ...]
    moves: list[tuple[Any, ...]]
    mixes: list[Mix]
    seen: list[Mix]
    in_turn: int | None


def thought_through(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, chance: Chance, depth: Depth, stop: Stop = never
) -> Thought:
    """How often `seat` had best choose each of its moves, and the others theirs."""
    # Last, so that what is thought of replaces what others are taken to have chosen before.
    seats = (*(one for one in choosers(game, worlds[0]) if one != seat), seat)
    moves = [game.promising_moves(worlds[0], one) for one in seats]
    joint = Joint(game, worlds[0], seats, moves)
    if not joint.is_duel():
        believed = beliefs_and_answer(game, worlds, joint, depth.playouts, chance, stop)
        return Thought(seats, moves, believed, believed, game.turn(worlds[0]))
    # What is hidden matters only to the choices that follow.
    further = worlds[: WORLDS if depth.ahead > 1 else 1]
    payoffs = payoffs_of(game, further, seats, moves, depth.ahead, chance, stop)
    trust = depth.trust if chance.below(SAFELY) else 0.0
    expected: list[Mix | None] | None = [usual_mix(payoffs, 0, chance), None] if trust else None
    mixes = mixed_strategies(payoffs, chance, depth.rounds, expected, trust)
    return Thought(seats, moves, mixes, blended(mixes, expected, trust), None)


def value_after(game: AnyGame, state: Any, thought: Thought, depth: Depth, chance: Chance) -> float:
    """What a state after that choice is worth to who thinks, if it is thought through so deeply."""
    if thought.in_turn is None:
        return values_of(game, state, thought.seats, depth.ahead - 1, chance)[-1]
    if depth.playouts:
        state = played_on(game, state, thought.in_turn + 1 + TURNS, chance)
    return value(game, state, thought.seats[-1])


def payoffs_of(
    game: AnyGame,
    worlds: Sequence[Any],
    seats: Sequence[Seat],
    moves: Sequence[Sequence[Any]],
    ahead: int,
    chance: Chance,
    stop: Stop = never,
) -> Payoffs:
    """What joint choices of `seats` among their `moves` are worth to them, on average over `worlds`."""

    def worth(choice: Choice) -> Sequence[float]:
        made = {seat: listed[place] for seat, listed, place in zip(seats, moves, choice, strict=True)}
        after = [together(game, world, made) for world in worlds]
        found = [values_of(game, state, seats, ahead - 1, chance, stop) for state in after]
        return [sum(values) / len(found) for values in zip(*found, strict=True)]

    return Payoffs([len(listed) for listed in moves], worth)


def values_of(
    game: AnyGame, state: Any, seats: Sequence[Seat], ahead: int, chance: Chance, stop: Stop = never
) -> Sequence[float]:
    """What a state is worth to `seats`; if two of them choose together again, what comes of choosing well."""
    if ahead and len(seats) == 2 and set(choosers(game, state)) == set(seats) and not stop():
        moves = [game.promising_moves(state, seat) for seat in seats]
        payoffs = payoffs_of(game, (state,), seats, moves, ahead, chance)
        if payoffs.size <= FEW:
            return payoffs.values(mixed_strategies(payoffs, chance, ROUNDS_AHEAD))
    return [value(game, state, seat) for seat in seats]
