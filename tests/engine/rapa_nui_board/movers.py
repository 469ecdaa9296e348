"""Players for tests of the board game; one builds chains, and so reaches late states and all tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from engine.game import CHANCE
from engine.players.quick import sensible_player
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import Move
from engine.rapa_nui_board.state import Phase, State
from tests.engine.seeded import Played, Seeded, Setup

FREE = (
    moves.Improve,
    moves.Barter,
    moves.TakeTwo,
    moves.ChipIn,
    moves.Rest,
    moves.LendAHand,
    moves.Safekeep,
)


def chain_builder(state: State, legal: tuple[Move, ...], chance: Seeded) -> Move:
    """Return a move drawn at random, preferring spaces beside other figures.

    While a transport is possible, the player never drops out.
    """
    free = [move for move in legal if isinstance(move, FREE)]
    main = [move for move in legal if not isinstance(move, FREE)]
    if free and not chance.below(4):
        kinds = sorted({type(move).__name__ for move in free})
        kind = kinds[chance.below(len(kinds))]
        return drawn([move for move in free if type(move).__name__ == kind], chance)
    if state.phase is Phase.PLACE:
        near = [move for move in main if isinstance(move, moves.PlaceVillager) and is_near(state, move.space)]
        goals = [move for move in near if is_goal(state, move.space)]
        carvers = [move for move in main if isinstance(move, moves.PlaceSculptor | moves.PlaceChief)]
        wanted: Sequence[Move] = (near, near, goals, goals, carvers[:1], main)[chance.below(6)]
        return drawn(wanted or near or main, chance)
    if state.phase is Phase.TRANSPORT:
        return drawn(main[1:] or main, chance)
    return drawn(main, chance)


def drawn(choices: Sequence[Move], chance: Seeded) -> Move:
    """Return one of the moves, all equally likely."""
    return choices[chance.below(len(choices))]


def is_near(state: State, at: str) -> bool:
    """Whether a space is beside a figure, the crater or the pukao quarry."""
    island = state.island
    here = (island.crater, island.pukao_quarry)
    near = island.neighbours[island.numbers[at]]
    return any(space in here or state.spots[space].owner is not None for space in near)


def is_goal(state: State, at: str) -> bool:
    """Whether a space is an ahu to which a moai or pukao can still be carried."""
    island = state.island
    space = island.numbers[at]
    return space in island.ahu and not state.spots[space].pukao


def chained_game(seats: int, seed: int, **options: str) -> Iterator[Played]:
    """Yield the moves of a game among chain builders."""
    chance = Seeded(seed)
    state: Any = Setup(GAME, seats, options).start()
    while to_move := GAME.to_move(state):
        (seat,) = to_move
        if seat == CHANCE:
            move = GAME.chance_move(state, chance)
        else:
            move = chain_builder(state, GAME.legal_moves(state, seat), chance)
        after, events = GAME.apply(state, seat, move)
        yield Played(state, seat, move, after, events)
        state = after


@cache
def sensible_game(seats: int, seed: int) -> tuple[Played, ...]:
    """Return the moves of a game among sensible players, who fill the island."""
    chance = Seeded(seed)
    state: Any = Setup(GAME, seats, {}).start()
    played: list[Played] = []
    while to_move := GAME.to_move(state):
        (seat,) = to_move
        if seat == CHANCE:
            move = GAME.chance_move(state, chance)
        else:
            move = sensible_player(GAME, GAME.observe(state, seat), seat, chance)
        after, events = GAME.apply(state, seat, move)
        played.append(Played(state, seat, move, after, events))
        state = after
    return tuple(played)
