"""The course of a round, the end of the game, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, without
from engine.game import Part, Result, Seat, SeatResult, Told
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.presence import NOTHING_TAKEN
from engine.rapa_nui_board.state import (
    AT_HAND,
    FOR_FAVOUR,
    FOR_RESOURCE,
    FOR_TABLET,
    IN_VILLAGE,
    ISLANDS,
    NO_MOAI,
    OUTSTANDING_POINTS,
    OVER,
    PLACE,
    POPULAR,
    TRANSPORT,
    VILLAGERS,
    Player,
    Size,
    Spot,
    State,
    Tile,
    empty_ahu,
)
from engine.standings import ranks

QUIET_ROUNDS_MOST: Final = 3
"""A game ends after this many rounds in a row in which no moai was erected or styled.  Rules: 7.6."""


def end_reason(state: State) -> str | None:
    """The reason why the game ends with this round; None if it goes on.  Rules: Rapa Nui board 7.6."""
    seats = len(state.players)
    if empty_ahu(state) <= ISLANDS[seats].end[seats]:
        return "island_full"
    return "quiet_rounds" if state.quiet_rounds >= QUIET_ROUNDS_MOST else None


def parts(state: State, seat: Seat) -> tuple[Part, ...]:
    """The lines of the score sheet of `seat` if the game ended in this state.  Rules: Rapa Nui board 10."""
    player = state.players[seat]
    won = zip(OUTSTANDING_POINTS, state.outstanding, strict=True)
    return (
        Part("offerings", sum(tile.points for tile in player.offerings)),
        Part("outstanding", sum(points for points, owner in won if owner == seat)),
        Part("resources", FOR_RESOURCE * sum(player.resources)),
        Part("tablet", FOR_TABLET * player.tablet),
        Part("favour", FOR_FAVOUR * player.tiles[Tile.FAVOUR]),
    )


def points(state: State, seat: Seat) -> int:
    """The total points of `seat` if the game ended in this state."""
    return sum(part.points for part in parts(state, seat))


def final_result(state: State) -> Result:
    """The score of each seat; equals share the victory.  Rules: Rapa Nui board 10, ruling 33."""
    sheets = [parts(state, seat) for seat in range(state.seats)]
    totals = [sum(part.points for part in sheet) for sheet in sheets]
    return Result(
        seats=tuple(
            SeatResult(total, sheet, rank)
            for total, sheet, rank in zip(totals, sheets, ranks(totals), strict=True)
        ),
        reason=end_reason(state) or "",
    )


NO_FIGURES: Final[Counts] = (0, 0, 0)
"""No figures in any column of the quarry."""


def begin_round(state: State, told: Told) -> State:
    """Begin a round: the first player places a figure.  Rules: Rapa Nui board 5."""
    if told is not None:
        told.append(happened.RoundBegan(state.round + 1, state.order))
    return replace(state, phase=PLACE, round=state.round + 1, quiet=True, decider=state.order[0])


_FOLLOWING: Final = {
    order: tuple((*order[order.index(seat) + 1 :], *order[: order.index(seat) + 1]) for seat in range(seats))
    for seats in ISLANDS
    for order in permutations(range(seats))
}
"""For each turn order and seat, all seats in that order, beginning after the seat and ending with it."""


def next_to_place(order: tuple[Seat, ...], seat: Seat, players: Sequence[Player]) -> Seat | None:
    """The next player after `seat` who has a figure to place; None if nobody has.  Rules: 5."""
    for following in _FOLLOWING[order][seat]:
        player = players[following]
        if player.villagers or player.sorcerer == AT_HAND or player.chief == AT_HAND:
            return following
    return None


def next_to_carry(state: State, seat: Seat, question: int, players: tuple[Player, ...], told: Told) -> State:
    """Ask the next player after `seat` who hasn't dropped out; if all have, end the round.  Rules: 7."""
    for following in _FOLLOWING[state.order][seat]:
        if not players[following].dropped_out:
            return replace(state, question=question, decider=following, players=players)
    return _end_round(state, seat, question, players, told)


def sculpt(state: State, told: Told) -> State:
    """Have the sorcerers change the turn order, and give out moai in the new order.  Rules: 6."""
    players, supply = [*state.players], state.moai
    sorcerers = [player.sorcerer for player in players]
    order = tuple(sorted(state.order, key=sorcerers.__getitem__))
    if told is not None:
        told.append(happened.OrderChanged(order))
    for seat in order:
        player = players[seat]
        working = sculptors(player)
        # Without a sculptor in the first column, a player makes no moai.
        if working[0] and (moai := carved(working, supply)) != NO_MOAI:
            if told is not None:
                told.append(happened.MoaiReceived(seat, moai))
            players[seat] = replace(player, moai=added(player.moai, moai))
            supply = without(supply, moai)
    return replace(state, phase=TRANSPORT, decider=order[0], order=order, players=tuple(players), moai=supply)


def sculptors(player: Player) -> Counts:
    """How many sculptors a player has in each column, with the chief and chip-ins counted.  Rules: 6."""
    working = player.sculptors
    if player.chipped_in != NO_FIGURES:
        working = added(working, player.chipped_in)
    return changed(working, player.chief - 1, 1) if player.chief > 0 else working


@lru_cache(maxsize=20_000)
def carved(working: Counts, supply: Counts) -> Counts:
    """How many moai of each size sculptors make, if `working` is their number by column.  Rules: 6."""
    first, second, _ = working
    large = min(working)
    medium = min(first, second) - large
    small = first - large - medium
    left, made = list(supply), list(NO_MOAI)
    for size, count in ((Size.LARGE, large), (Size.MEDIUM, medium), (Size.SMALL, small)):
        for _ in range(count):
            # If a size has run out, a smaller one is taken, never a larger one.
            there = next((smaller for smaller in range(size, -1, -1) if left[smaller]), None)
            if there is not None:
                left[there] -= 1
                made[there] += 1
    return tuple(made)


def _end_round(state: State, seat: Seat, question: int, players: tuple[Player, ...], told: Told) -> State:
    """End a round, in which `seat` decided last; end the game or begin the next round.  Rules: 7.6."""
    moai = state.moai
    for one in state.order:
        player = players[one]
        if player.moai != NO_MOAI:
            back = without(player.moai, player.safekept)
            moai = added(moai, back)
            if told is not None:
                told.append(happened.MoaiReturned(one, back, player.safekept))
    state = replace(
        state,
        question=question,
        decider=seat,
        spots=tuple(
            [spot if spot.owner is None else _left(spot.moai, spot.pukao, spot.tile) for spot in state.spots]
        ),
        standing=(0,) * len(players),
        players=tuple([_at_home(player) for player in players]),
        taken=NOTHING_TAKEN[len(players)],
        moai=moai,
        quiet_rounds=state.quiet_rounds + 1 if state.quiet else 0,
    )
    if told is not None:
        told.append(happened.RoundEnded(state.round, empty_ahu(state), state.quiet_rounds))
    if end_reason(state) is None:
        return begin_round(state, told)
    if told is not None:
        result = final_result(state)
        told.append(happened.GameEnded(result.seats, result.reason))
    return replace(state, phase=OVER)


@cache
def _left(moai: Size | None, pukao: bool, tile: Tile | None) -> Spot:
    """The content of a space from which all transporters have gone."""
    return Spot(moai=moai, pukao=pukao, tile=tile)


def _at_home(player: Player) -> Player:
    """The player after the end of a round: all figures are back, only safekept moai remain."""
    return replace(
        player,
        villagers=VILLAGERS + player.improvements[POPULAR],
        sculptors=NO_FIGURES,
        sorcerer=AT_HAND,
        chief=IN_VILLAGE if player.chief == IN_VILLAGE else AT_HAND,
        chipped_in=NO_FIGURES,
        moai=player.safekept,
        safekept=NO_MOAI,
        dropped_out=False,
    )
