"""The effects of moves in setup and placing, and the functions for all moves.  Rules: Rapa Nui board 2, 5.

All moves passed in here are legal; `game.py` has checked them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, counted, listed, put
from engine.game import CHANCE, Seat, Told
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.free import FREE_ACTIONS
from engine.rapa_nui_board.legal import display_choices
from engine.rapa_nui_board.moves import Move
from engine.rapa_nui_board.play_transport import TRANSPORTS
from engine.rapa_nui_board.presence import COLUMN, NOTHING_TAKEN, STAR
from engine.rapa_nui_board.rounds import begin_round, next_to_carry, next_to_place, sculpt
from engine.rapa_nui_board.state import (
    AT_HAND,
    BEGINNER_TILES,
    FIRST_RESOURCES,
    IMPROVEMENTS,
    IN_VILLAGE,
    ISLANDS,
    MOAI,
    NO_MOAI,
    NO_TILES,
    OUTSTANDING,
    PUKAO,
    STACKS,
    TILE_COUNTS,
    TILES,
    VILLAGERS,
    Phase,
    Player,
    Spot,
    Spots,
    Standing,
    State,
    Taken,
    Tile,
)

DISPLAY_TURNS: Final = (1, 0, 1, 0)
"""The turn order positions of the players who take a tile from the display, in sequence.  Rules: 2.7."""


def start(seats: int, options: Mapping[str, str]) -> State:
    """The state before the first move of chance.  Rules: Rapa Nui board 2."""
    return _start(
        seats,
        options["beginner_set"] == "on",
        options["auto_collect"] == "on",
        options["turn_order"] == "random",
    )


@cache
def _start(seats: int, beginner_set: bool, auto_collect: bool, is_drawn: bool) -> State:
    island = ISLANDS[seats]
    player = Player(
        resources=FIRST_RESOURCES,
        villagers=VILLAGERS,
        sculptors=(0,) * len(island.columns),
        sorcerer=AT_HAND,
        chief=IN_VILLAGE,
        chipped_in=(0,) * len(island.columns),
        moai=NO_MOAI,
        safekept=NO_MOAI,
        tiles=NO_TILES,
        tablet=not beginner_set,
        improvements=(False,) * len(IMPROVEMENTS),
        offerings=(),
        dropped_out=False,
    )
    return State(
        beginner_set=beginner_set,
        auto_collect=auto_collect,
        phase=Phase.DRAW_ORDER if is_drawn else Phase.SHUFFLE,
        question=0,
        round=0,
        decider=CHANCE,
        order=tuple(range(seats)),
        spots=(Spot(),) * len(island.ids),
        standing=(0,) * seats,
        bare=island.ahu_set,
        plain=0,
        players=(player,) * seats,
        taken=NOTHING_TAKEN[seats],
        moai=MOAI[seats],
        pukao=PUKAO,
        display=NO_TILES,
        aside=NO_TILES,
        stacks=tuple(map(len, STACKS[seats])),
        outstanding=(None,) * len(OUTSTANDING),
        quiet_rounds=0,
        quiet=True,
        transport=None,
    )


def tiles_to_shuffle(state: State) -> tuple[Tile, ...]:
    """All ahu tiles in play, by kind.  Rules: Rapa Nui board 2.4, 11."""
    return _tiles_in_play(BEGINNER_TILES if state.beginner_set else TILES)


@cache
def _tiles_in_play(kinds: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(tile for tile in listed(TILE_COUNTS, TILES) if tile in kinds)


def play(state: State, seat: Seat, move: Move, told: Told = None) -> State:
    """The state after a legal `move` of `seat`; the events are added to `told`."""
    return _DONE[type(move)](state, seat, move, told)


def _draw_order(state: State, seat: Seat, move: moves.DrawOrder, told: Told) -> State:
    if told is not None:
        told.append(happened.OrderDrawn(move.order))
    return replace(state, phase=Phase.SHUFFLE, question=state.question + 1, order=move.order)


_WITH_TILE: Final = tuple(Spot(tile=tile) for tile in TILES)
"""The content of a space with only an ahu tile, for each kind of tile."""


def _lay_tiles(state: State, seat: Seat, move: moves.Shuffle, told: Told) -> State:
    """Lay a tile on each ahu, and the others into the display or the box.  Rules: Rapa Nui board 2.4, 2.7."""
    island, tiles = state.island, move.tiles
    left = counted(tiles[len(island.ahu) :], len(TILES))
    spots = [*state.spots]
    for space, tile in zip(island.ahu, tiles, strict=False):
        spots[space] = _WITH_TILE[tile]
    display, box = (left, NO_TILES) if state.seats == 2 else (NO_TILES, left)
    if told is not None:
        laid = zip(island.ahu, tiles, strict=False)
        on_ahu = tuple(happened.TileLaid(island.ids[space], tile) for space, tile in laid)
        told.append(happened.TilesLaid(on_ahu, display, box))
    question = state.question + 1
    state = replace(state, question=question, spots=tuple(spots), display=display, aside=box)
    if state.seats > 2:
        return begin_round(state, told)
    return replace(state, phase=Phase.DISPLAY, decider=state.order[DISPLAY_TURNS[0]])


def _take_tile(state: State, seat: Seat, move: moves.TakeTile, told: Told) -> State:
    """Take one tile and lay aside the others of its kind.  Rules: Rapa Nui board 2.7."""
    player, tile = state.players[seat], move.tile
    owned = replace(player, tiles=changed(player.tiles, tile, 1))
    if state.display[tile]:
        others = state.display[tile] - 1
        display, aside = put(state.display, tile, 0), changed(state.aside, tile, others)
    else:
        others, display, aside = 0, state.display, changed(state.aside, tile, -1)
    if told is not None:
        told.append(happened.DisplayTaken(seat, tile, others))
    players, question = put(state.players, seat, owned), state.question + 1
    state = replace(state, question=question, players=players, display=display, aside=aside)
    return _go_on_displaying(state, told)


def _go_on_displaying(state: State, told: Told) -> State:
    """Ask the next player to take a tile; after the last one, lay aside the rest.  Rules: 2.7, ruling 37."""
    taken = sum([sum(player.tiles) for player in state.players])
    for place in DISPLAY_TURNS[taken:]:
        seat = state.order[place]
        if any(state.display) or display_choices(state, seat):
            return replace(state, decider=seat)
    aside: Counts = added(state.aside, state.display)
    return begin_round(replace(state, display=NO_TILES, aside=aside), told)


def _place_villager(state: State, seat: Seat, move: moves.PlaceVillager, told: Told) -> State:
    if told is not None:
        told.append(happened.VillagerPlaced(seat, move.space))
    standing, spots, player = [*state.standing], [*state.spots], state.players[seat]
    space = ISLANDS[len(standing)].numbers[move.space]
    spot = spots[space]
    spots[space] = replace(spot, owner=seat, fresh=spot.fresh + 1)
    standing[seat] |= 1 << space
    player = replace(player, villagers=player.villagers - 1)
    return _go_on_placing(state, seat, player, state.taken, tuple(spots), tuple(standing), told)


def _place_sculptor(state: State, seat: Seat, move: moves.PlaceSculptor, told: Told) -> State:
    if told is not None:
        told.append(happened.SculptorPlaced(seat, move.column))
    players, taken, column = state.players, state.taken, move.column - 1
    free = ISLANDS[len(players)].columns[column]
    for one in players:
        free -= one.sculptors[column]
    if free == 1:
        taken |= COLUMN[move.column]
    player = players[seat]
    sculptors = changed(player.sculptors, column, 1)
    player = replace(player, villagers=player.villagers - 1, sculptors=sculptors)
    return _go_on_placing(state, seat, player, taken, state.spots, state.standing, told)


def _place_sorcerer(state: State, seat: Seat, move: moves.PlaceSorcerer, told: Told) -> State:
    if told is not None:
        told.append(happened.SorcererPlaced(seat, move.position))
    player = replace(state.players[seat], sorcerer=move.position)
    taken = state.taken | STAR[move.position]
    return _go_on_placing(state, seat, player, taken, state.spots, state.standing, told)


def _place_chief(state: State, seat: Seat, move: moves.PlaceChief, told: Told) -> State:
    if told is not None:
        told.append(happened.ChiefPlaced(seat, move.column))
    player = replace(state.players[seat], chief=move.column)
    return _go_on_placing(state, seat, player, state.taken, state.spots, state.standing, told)


def _go_on_placing(
    state: State, seat: Seat, player: Player, taken: Taken, spots: Spots, standing: Standing, told: Told
) -> State:
    """Ask the next player to place a figure; if all are placed, sculpt.  Rules: Rapa Nui board 5.

    `player` (at `seat`), `taken`, `spots` and `standing` are the new values after a placement.
    """
    players = [*state.players]
    players[seat] = player
    following = next_to_place(state.order, seat, players)
    state = replace(
        state,
        question=state.question + 1,
        decider=seat if following is None else following,
        spots=spots,
        standing=standing,
        players=tuple(players),
        taken=taken,
    )
    return sculpt(state, told) if following is None else state


def _drop_out(state: State, seat: Seat, move: moves.DropOut, told: Told) -> State:
    if told is not None:
        told.append(happened.DroppedOut(seat))
    players = put(state.players, seat, replace(state.players[seat], dropped_out=True))
    return next_to_carry(state, seat, state.question + 1, players, told)


_DONE: Final[Mapping[type[Move], Callable[[State, Seat, Any, Told], State]]] = {
    moves.DrawOrder: _draw_order,
    moves.Shuffle: _lay_tiles,
    moves.TakeTile: _take_tile,
    moves.PlaceVillager: _place_villager,
    moves.PlaceSculptor: _place_sculptor,
    moves.PlaceSorcerer: _place_sorcerer,
    moves.PlaceChief: _place_chief,
    moves.DropOut: _drop_out,
    **FREE_ACTIONS,
    **TRANSPORTS,
}
"""The function that carries out each kind of move; a look-up is faster than a long `match`."""
