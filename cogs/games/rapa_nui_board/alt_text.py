"""The whole board in words without emojis, short enough for an alternative text in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from cogs.games.rapa_nui_board import terms
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names
from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_board.state import (
    ISLANDS,
    OFFERINGS,
    OUTSTANDING,
    OUTSTANDING_POINTS,
    SIZES,
    TILES,
    Island,
    Player,
    State,
    values_left,
)


def island_lines(state: State, names: Names, words: Localizer) -> list[str]:
    """Lines on the island (moai, ahu tiles, figures, resources) and the quarry's free spaces."""
    return [
        *moai_lines(state, words),
        *tile_lines(state, words),
        *figure_lines(state, names, words),
        words("rapa_nui_board.aloud_free", list=free_text(state)),
        map_line(ISLANDS[state.seats], words),
    ]


def aside_lines(state: State, names: Names, words: Localizer) -> list[str]:
    """Lines on turn order, placed figures, free spaces of the quarry, supply, and players' carved moai."""
    carved = ((seat, apart(carved_parts(state.players[seat], words), words)) for seat in state.order)
    return [
        words("rapa_nui_board.told_order", list=names.listed(state.order)),
        *figure_lines(state, names, words),
        words("rapa_nui_board.aloud_free", list=free_text(state)),
        supply_line(state, words),
        *(words("rapa_nui_board.aloud_seat", who=names(seat), list=parts) for seat, parts in carved if parts),
    ]


def map_line(island: Island, words: Localizer) -> str:
    """A line with the resources of each space, and where the crater and the pukao quarry are."""
    return words(
        "rapa_nui_board.aloud_map",
        list=shown_text(island, island.land, words),
        crater=island.ids[island.crater],
        quarry=island.ids[island.pukao_quarry],
    )


def shown_text(island: Island, spaces: Sequence[int], words: Localizer) -> str:
    """Spaces grouped by their resources, in words, the cheapest first: `reed E1 F1 · reed/egg D5`."""
    return LIST.join(
        "/".join(words(f"rapa_nui_board.resource_{terms.key(resource)}") for resource in resources)
        + " "
        + " ".join(island.ids[space] for space in spaces if island.resources[space] == resources)
        for resources in sorted({island.resources[space] for space in spaces})
    )


def moai_lines(state: State, words: Localizer) -> list[str]:
    """Lines with the ahu on which moai stand, with and without a pukao."""
    lines = []
    for sentence, pukao in (("aloud_bare", False), ("aloud_styled", True)):
        parts = []
        for size in reversed(SIZES):
            here = (at for at, spot in enumerate(state.spots) if (spot.moai, spot.pukao) == (size, pukao))
            if spaces := spaces_text(state, here):
                parts.append(f"{words(f'rapa_nui_board.size_{terms.key(size)}')} {spaces}")
        if parts:
            lines.append(words(f"rapa_nui_board.{sentence}", list=LIST.join(parts)))
    return lines


def tile_lines(state: State, words: Localizer) -> list[str]:
    """Lines on the ahu tiles of the island, with their spaces, and on those laid open for two players."""
    lying = {
        tile: spaces_text(state, (number for number, spot in enumerate(state.spots) if spot.tile is tile))
        for tile in TILES
    }
    parts = [f"{terms.tile_name(tile, words)} {spaces}" for tile, spaces in lying.items() if spaces]
    lines = [words("rapa_nui_board.aloud_tiles", list=LIST.join(parts))] if parts else []
    if any(state.display):
        lines.append(words("rapa_nui_board.aloud_display", list=terms.tile_counts_text(state.display, words)))
    return lines


def figure_lines(state: State, names: Names, words: Localizer) -> list[str]:
    """A line with each player's placed figures, in turn order; players who have placed none are left out."""
    lines = ((seat, apart(figure_parts(state, seat, words), words)) for seat in state.order)
    return [words("rapa_nui_board.aloud_seat", who=names(seat), list=parts) for seat, parts in lines if parts]


def figure_parts(state: State, seat: Seat, words: Localizer) -> Iterator[str]:
    """A text for each kind of figure that a player has placed, with the places of these figures."""
    player = state.players[seat]
    own = [(number, spot) for number, spot in enumerate(state.spots) if spot.owner == seat]
    if fresh := spaces_text(state, (number for number, spot in own for _ in range(spot.fresh))):
        yield words("rapa_nui_board.aloud_fresh", list=fresh)
    if exhausted := spaces_text(state, (number for number, spot in own for _ in range(spot.exhausted))):
        yield words("rapa_nui_board.aloud_exhausted", list=exhausted)
    if sculptors := sum(player.sculptors):
        yield words.count("rapa_nui_board.aloud_sculptors", sculptors, list=columns_text(player.sculptors))
    if any(player.chipped_in):
        yield words("rapa_nui_board.aloud_chipped", list=columns_text(player.chipped_in))
    if player.chief > 0:
        yield words("rapa_nui_board.aloud_chief", n=player.chief)
    if player.sorcerer > 0:
        yield words("rapa_nui_board.aloud_sorcerer", n=player.sorcerer)


def columns_text(counts: Counts) -> str:
    """The column numbers of sculptors, from the number of sculptors in each column: `1 1 2`."""
    return " ".join(str(column) for column, count in enumerate(counts, 1) for _ in range(count))


def free_text(state: State) -> str:
    """The number of free spaces in each column of the moai quarry."""
    taken = [sum(column) for column in zip(*(player.sculptors for player in state.players), strict=True)]
    columns = ISLANDS[state.seats].columns
    return LIST.join(str(spaces - used) for spaces, used in zip(columns, taken, strict=True))


def players_lines(state: State, names: Names, words: Localizer) -> list[str]:
    """Lines on supply, stacks, outstanding tiles, and things of players that the small text doesn't have."""
    own = ((seat, apart(own_parts(state, seat, words), words)) for seat in state.order)
    return [
        *supply_lines(state, words),
        *(words("rapa_nui_board.aloud_seat", who=names(seat), list=parts) for seat, parts in own if parts),
    ]


def supply_line(state: State, words: Localizer) -> str:
    """A line with the moai and pukao that are left in the supply."""
    moai = terms.moai_counts_text(state.moai, words)
    return words("rapa_nui_board.aloud_supply", moai=moai, n=state.pukao)


def supply_lines(state: State, words: Localizer) -> list[str]:
    """Lines with the moai, pukao, offerings and outstanding tiles that are left in the supply."""
    left = (
        words("table.noted", what=terms.outstanding_name(tile, words), note=OUTSTANDING_POINTS[tile])
        for tile in OUTSTANDING
        if state.outstanding[tile] is None
    )
    return [
        supply_line(state, words),
        words("rapa_nui_board.aloud_stacks", list=stacks_text(state, words)),
        words("rapa_nui_board.aloud_outstanding", list=LIST.join(left) or words("rapa_nui_board.none")),
    ]


def stacks_text(state: State, words: Localizer) -> str:
    """The number of offering tiles left of each kind, and the points of the top one: `Hut 4 (8)`."""
    stacks = []
    for offering, left in zip(OFFERINGS, state.stacks, strict=True):
        stack = f"{terms.offering_name(offering, words)} {left}"
        if left:
            stack = words("table.noted", what=stack, note=values_left(state.seats, offering, left)[0])
        stacks.append(stack)
    return LIST.join(stacks)


def own_parts(state: State, seat: Seat, words: Localizer) -> Iterator[str]:
    """A text for each kind of thing that a player has: carved moai, tiles, tablet, offerings and so on."""
    player = state.players[seat]
    yield from carved_parts(player, words)
    if any(player.tiles):
        yield words("rapa_nui_board.aloud_owned", list=terms.tile_counts_text(player.tiles, words))
    if player.tablet:
        yield words("rapa_nui_board.aloud_tablet")
    if offerings := offerings_text(player, words):
        yield offerings
    if won := [tile for tile in OUTSTANDING if state.outstanding[tile] == seat]:
        yield words(
            "rapa_nui_board.aloud_won", list=LIST.join(terms.outstanding_name(tile, words) for tile in won)
        )


def apart(parts: Iterable[str], words: Localizer) -> str:
    """The texts `parts` joined by a separator that no part contains, since each part may be a list."""
    told = list(parts)

    def two(before: str, after: str) -> str:
        return words("rapa_nui_board.aloud_parts", before=before, after=after)

    return reduce(two, told) if told else ""


def carved_parts(player: Player, words: Localizer) -> Iterator[str]:
    """Texts on a player's carved moai: on all of them, then on those that are kept beyond the round."""
    if any(player.moai):
        yield words("rapa_nui_board.aloud_carved", list=terms.moai_counts_text(player.moai, words))
    if any(player.safekept):
        yield words("rapa_nui_board.aloud_kept", list=terms.moai_counts_text(player.safekept, words))


def offerings_text(player: Player, words: Localizer) -> str:
    """The values of the offering tiles that a player took, by kind: `Hut 8 7 · Boat 12`."""
    by_kind = {
        offering: [tile.points for tile in player.offerings if tile.offering is offering]
        for offering in OFFERINGS
    }
    return LIST.join(
        f"{terms.offering_name(offering, words)} {' '.join(map(str, points))}"
        for offering, points in by_kind.items()
        if points
    )


def spaces_text(state: State, numbers: Iterable[int]) -> str:
    """The names of spaces, given by their numbers: `E1 G3`."""
    ids = ISLANDS[state.seats].ids
    return " ".join(ids[number] for number in numbers)
