"""How a round goes on: whose turn is next, sculpting, the end of the round.  Rules: 4, 5, 6, 7.6."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, put, without
from engine.game import Seat, Told
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.scoring import end_reason, final_result
from engine.rapa_nui_board.state import (
    AT_HAND,
    IN_VILLAGE,
    Phase,
    Player,
    Spot,
    State,
    empty_ahu,
    figures_at_hand,
)
from engine.rapa_nui_board.tiles import NO_MOAI, VILLAGERS, Improvement, Size

NO_FIGURES: Final[Counts] = (0, 0, 0)
"""No sculptors, by column."""


def begin_round(state: State, told: Told) -> State:
    """Begin a round: the first player places a figure.  Rules: Rapa Nui board 5."""
    if told is not None:
        told.append(happened.RoundBegan(state.round + 1, state.order))
    return replace(state, phase=Phase.PLACE, round=state.round + 1, quiet=True, decider=state.order[0])


def next_to_place(order: tuple[Seat, ...], seat: Seat, players: tuple[Player, ...]) -> Seat | None:
    """The next player after `seat` who has a figure to place; None if nobody has.  Rules: 5."""
    for following in _following(order, seat):
        if figures_at_hand(players[following]):
            return following
    return None


def next_to_carry(state: State, told: Told) -> State:
    """Ask the next player who has not dropped out; if all have, end the round.  Rules: Rapa Nui board 7."""
    for seat in _following(state.order, state.decider):
        if not state.players[seat].dropped_out:
            return replace(state, decider=seat)
    return _end_round(state, told)


@cache
def _following(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """The seats in turn order from the one after `seat` on, `seat` itself last."""
    at = order.index(seat) + 1
    return (*order[at:], *order[:at])


def sculpt(state: State, told: Told) -> State:
    """Let the sorcerers change the turn order, and give out moai in that order.  Rules: Rapa Nui board 6."""
    order = tuple(sorted(state.order, key=lambda seat: state.players[seat].sorcerer))
    if told is not None:
        told.append(happened.OrderChanged(order))
    state = replace(state, order=order)
    for seat in order:
        player = state.players[seat]
        moai = carved(sculptors(player), state.moai)
        if any(moai):
            if told is not None:
                told.append(happened.MoaiReceived(seat, moai))
            player = replace(player, moai=added(player.moai, moai))
            state = replace(state, moai=without(state.moai, moai), players=put(state.players, seat, player))
    return replace(state, phase=Phase.TRANSPORT, decider=order[0])


def sculptors(player: Player) -> Counts:
    """How many sculptors a player has in each column, with chief and chip-in tiles.  Rules: 6."""
    working = added(player.sculptors, player.chipped_in)
    return changed(working, player.chief - 1, 1) if player.chief > 0 else working


@lru_cache(maxsize=20_000)
def carved(working: Counts, supply: Counts) -> Counts:
    """The moai, by size, that these sculptors in the three columns make.  Rules: Rapa Nui board 6."""
    first, second, _ = working
    large = min(working)
    medium = min(first, second) - large
    small = first - large - medium
    left, made = list(supply), list(NO_MOAI)
    for size, count in ((Size.LARGE, large), (Size.MEDIUM, medium), (Size.SMALL, small)):
        for _ in range(count):
            # If a size is out, the next smaller one, never a larger one.
            there = next((smaller for smaller in range(size, -1, -1) if left[smaller]), None)
            if there is not None:
                left[there] -= 1
                made[there] += 1
    return tuple(made)


def _end_round(state: State, told: Told) -> State:
    """Take back moai and figures; then end the game or begin the next round.  Rules: Rapa Nui board 7.6."""
    moai = state.moai
    for seat in state.order:
        player = state.players[seat]
        if any(player.moai):
            back = without(player.moai, player.safekept)
            moai = added(moai, back)
            if told is not None:
                told.append(happened.MoaiReturned(seat, back, player.safekept))
    spots = tuple([_left(spot) if spot.owner is not None else spot for spot in state.spots])
    players = tuple([_at_home(player) for player in state.players])
    quiet_rounds = state.quiet_rounds + 1 if state.quiet else 0
    state = replace(state, spots=spots, players=players, moai=moai, quiet_rounds=quiet_rounds)
    empty = empty_ahu(state)
    if told is not None:
        told.append(happened.RoundEnded(state.round, empty, quiet_rounds))
    if end_reason(state) is None:
        return begin_round(state, told)
    if told is not None:
        result = final_result(state)
        told.append(happened.GameEnded(result.seats, result.reason))
    return replace(state, phase=Phase.OVER)


def _left(spot: Spot) -> Spot:
    """A space without its transporters."""
    return Spot(moai=spot.moai, pukao=spot.pukao, tile=spot.tile)


def _at_home(player: Player) -> Player:
    """A player with all figures back, and with the moai that were safekept."""
    return replace(
        player,
        villagers=VILLAGERS + player.improvements[Improvement.POPULAR],
        sculptors=NO_FIGURES,
        sorcerer=AT_HAND,
        chief=IN_VILLAGE if player.chief == IN_VILLAGE else AT_HAND,
        chipped_in=NO_FIGURES,
        moai=player.safekept,
        safekept=NO_MOAI,
        dropped_out=False,
    )
