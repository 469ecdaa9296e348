"""A computer player that looks ahead: it plays out the best plans for its turn, in sampled worlds.

1. Worlds: states that fit the observation are sampled, the same for all plans.
2. First look: the plans for this turn are ranked by the worth at their end; the best are kept.
3. Sequential halving: the kept plans are played out to the end of the player's next turn and of the round,
   with the same chance; after each heat the worse half is dropped: most time goes to comparing the best.
4. A plan's value averages the first look and the playouts: by playouts alone, a player would put a good move
   off for ever, since in each playout somebody makes the move later.

The budget counts the moves looked at, so the same observation and the same chance bring the same move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat, Struct
from engine.players.learned import learned
from engine.players.lookahead import SEEDS, Plan, Stop, Stream, best_plans, never, played_out, value
from engine.players.secret_choice import Depth, secret_choice
from engine.players.simultaneous import is_asked_with_others

PLAYED_OUT: Final = 0.65
"""The weight of the playouts in a plan's value, from 0 to 1; the first look has the rest."""
PLAYED_ROUND: Final = 0.5
"""The weight in place of `PLAYED_OUT` for games whose `turn` counts rounds: their playouts are long."""
LOOKED_AT: Final = 10
"""The most worlds in which the first look is taken."""
EACH: Final = 3
"""The most plans with the same first move that are played out."""
TURNS: Final = 1
"""The number of turns that the player has in a playout after its present turn."""


class Budget(Struct, frozen=True):
    """The limits of a computer player's thought.

    Attributes:
        worlds: How many states that fit the observation are sampled.
        plans: How many plans are played out.
        looks: About how many moves are compared in all playouts together.
        secret: The depth of thought about a secret choice.
    """

    worlds: int
    plans: int
    looks: int
    secret: Depth


def choose(
    game: AnyGame,
    observation: Any,
    seat: Seat,
    chance: Chance,
    *,
    budget: Budget,
    stop: Stop = never,
    by_net: bool = True,
) -> Any:
    """The legal move of `seat` that is best on average over sampled worlds; if `stop()`, the best so far.

    `by_net`: Whether states are valued by the learned net, if the game has one; else by the game's `worth`.
    """
    game = learned(game) if by_net else game
    world = game.determinise(observation, chance)
    moves = game.promising_moves(world, seat)
    if len(moves) == 1:
        return moves[0]
    further = range(1, budget.worlds if game.hides else 1)
    worlds = [world, *(game.determinise(observation, chance) for _ in further)]
    if is_asked_with_others(game, world, seat):
        return secret_choice(game, worlds, seat, chance, budget.secret, stop)
    order = chance.shuffled(moves)  # Among equally good moves, one is drawn at random.
    plans = best_plans(game, worlds[:LOOKED_AT], seat, order, budget.plans, EACH)
    return halved(game, worlds, seat, plans, chance, budget, stop).way[0]


def halved(
    game: AnyGame,
    worlds: Sequence[Any],
    seat: Seat,
    plans: Sequence[Plan],
    chance: Chance,
    budget: Budget,
    stop: Stop = never,
) -> Plan:
    """The best of `plans`, found in heats: each plays the remaining plans out, and drops the worse half."""
    alive, totals, played, looks = list(plans), dict.fromkeys(plans, 0.0), 0, 0
    trust = trust_in_playouts(game, worlds[0])
    heats = (len(alive) - 1).bit_length()

    def worth(plan: Plan) -> float:
        return mixed(plan.worth, totals[plan] / played, trust)

    for heat in range(1, heats + 1):
        if len({plan.way[0] for plan in alive}) == 1:
            break
        # Each plan has at least one playout; if a heat exceeds its share, later heats have less.
        until, may_differ = max(looks + 1, budget.looks * heat // heats), True
        while may_differ and looks < until:
            if stop():
                return max(alive, key=worth) if played else alive[0]
            world, seed = worlds[played % len(worlds)], chance.below(SEEDS)
            may_differ = len(worlds) > 1
            for plan in alive:
                stream = Stream(seed)
                ended = played_out(game, followed(game, world, seat, plan), seat, stream, TURNS)
                totals[plan] += value(game, ended.state, seat)
                looks += 1 + ended.looks
                # Without chance, another playout would end the same way.
                may_differ |= stream.was_asked
            played += 1
        alive.sort(key=worth, reverse=True)
        alive = alive[: (len(alive) + 1) // 2]
    return alive[0]


def trust_in_playouts(game: AnyGame, state: Any) -> float:
    """The weight, from 0 to 1, that playouts from `state` have in a plan's value."""
    return PLAYED_ROUND if game.whose_turn(state) is None else PLAYED_OUT


def mixed(first_look: float, playouts: float, trust: float) -> float:
    """A plan's value: the average of its worth at first look and in `playouts`, whose weight is `trust`."""
    return (1 - trust) * first_look + trust * playouts


def followed(game: AnyGame, state: Any, seat: Seat, plan: Plan) -> Any:
    """The state after `seat` makes the moves of `plan`, or as many of the first ones as are legal."""
    first, *further = plan.way
    state = game.make(state, seat, first)
    for move in further:
        if game.to_move(state) != (seat,) or not game.is_legal(state, seat, move):
            break
        state = game.make(state, seat, move)
    return state
