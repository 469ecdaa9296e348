"""How a round goes on: whose turn is next, sculpting, the end of the round.  Rules: 4, 5, 6, 7.6."""

from __future__ import annotations

from msgspec.structs import replace

from engine.counts import Counts, added, changed, put
from engine.game import Event, Seat
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.scoring import end_reason, final_result
from engine.rapa_nui_board.state import (
    AT_HAND,
    IN_VILLAGE,
    Phase,
    Player,
    State,
    empty_ahu,
    figures_at_hand,
)
from engine.rapa_nui_board.tiles import NO_MOAI, VILLAGERS, Improvement, Size


def begin_round(state: State, told: list[Event]) -> State:
    """Begin a round: the first player places a figure.  Rules: Rapa Nui board 5."""
    told.append(happened.RoundBegan(state.round + 1, state.order))
    return replace(state, phase=Phase.PLACE, round=state.round + 1, quiet=True, decider=state.order[0])


def next_to_place(state: State, told: list[Event]) -> State:
    """Ask the next player with a figure to place it; if none has one, sculpt.  Rules: Rapa Nui board 5."""
    for seat in _following(state):
        if figures_at_hand(state.players[seat]):
            return replace(state, decider=seat)
    return _sculpt(state, told)


def next_to_carry(state: State, told: list[Event]) -> State:
    """Ask the next player who has not dropped out; if all have, end the round.  Rules: Rapa Nui board 7."""
    for seat in _following(state):
        if not state.players[seat].dropped_out:
            return replace(state, decider=seat)
    return _end_round(state, told)


def _following(state: State) -> tuple[Seat, ...]:
    """The seats in turn order from the one after the decider on, the decider itself last."""
    at = state.order.index(state.decider) + 1
    return (*state.order[at:], *state.order[:at])


def _sculpt(state: State, told: list[Event]) -> State:
    """Let the sorcerers change the turn order, and give out moai in that order.  Rules: Rapa Nui board 6."""
    order = tuple(sorted(state.order, key=lambda seat: state.players[seat].sorcerer))
    told.append(happened.OrderChanged(order))
    state = replace(state, order=order)
    for seat in order:
        player = state.players[seat]
        moai = carved(sculptors(player), state.moai)
        if any(moai):
            told.append(happened.MoaiReceived(seat, moai))
            supply = tuple(left - taken for left, taken in zip(state.moai, moai, strict=True))
            player = replace(player, moai=added(player.moai, moai))
            state = replace(state, moai=supply, players=put(state.players, seat, player))
    return replace(state, phase=Phase.TRANSPORT, decider=order[0])


def sculptors(player: Player) -> Counts:
    """How many sculptors a player has in each column, with chief and chip-in tiles.  Rules: 6."""
    working = added(player.sculptors, player.chipped_in)
    return changed(working, player.chief - 1, 1) if player.chief > 0 else working


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


def _end_round(state: State, told: list[Event]) -> State:
    """Take back moai and figures; then end the game or begin the next round.  Rules: Rapa Nui board 7.6."""
    for seat in state.order:
        state = _returned(state, seat, told)
    spots = tuple(
        replace(spot, owner=None, fresh=0, exhausted=0) if spot.owner is not None else spot
        for spot in state.spots
    )
    quiet_rounds = state.quiet_rounds + 1 if state.quiet else 0
    state = replace(state, spots=spots, quiet_rounds=quiet_rounds)
    empty = empty_ahu(state)
    told.append(happened.RoundEnded(state.round, empty, quiet_rounds))
    if end_reason(state) is None:
        return begin_round(state, told)
    result = final_result(state)
    told.append(happened.GameEnded(result.seats, result.reason))
    return replace(state, phase=Phase.OVER)


def _returned(state: State, seat: Seat, told: list[Event]) -> State:
    player = state.players[seat]
    back = tuple(waiting - kept for waiting, kept in zip(player.moai, player.safekept, strict=True))
    if any(player.moai):
        told.append(happened.MoaiReturned(seat, back, player.safekept))
    home = replace(
        player,
        villagers=VILLAGERS + player.improvements[Improvement.POPULAR],
        sculptors=(0,) * len(player.sculptors),
        sorcerer=AT_HAND,
        chief=IN_VILLAGE if player.chief == IN_VILLAGE else AT_HAND,
        chipped_in=(0,) * len(player.chipped_in),
        moai=player.safekept,
        safekept=NO_MOAI,
        dropped_out=False,
    )
    return replace(state, moai=added(state.moai, back), players=put(state.players, seat, home))
