"""The board, a player's own things, and the standing: in pictures and in small text."""

from __future__ import annotations

from functools import partial
from typing import Final

from cogs.discord_io.attachments import Picture, SmallPrint
from cogs.games.contract import standing_line
from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.alt_text import (
    island_lines,
    offerings_text,
    players_lines,
    spaces_text,
    supply_lines,
)
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names, spoken
from cogs.text.ui import Item, text
from engine.game import Seat
from engine.rapa_nui_board.rounds import QUIET_ROUNDS_MOST, points
from engine.rapa_nui_board.state import (
    IMPROVEMENTS,
    ISLANDS,
    OUTSTANDING,
    TILES,
    Observation,
    Phase,
    State,
    empty_ahu,
)
from pictures.rapa_nui_board.island import island as island_scene
from pictures.rapa_nui_board.island import region as region_scene
from pictures.rapa_nui_board.players import players as pictured

WITHIN_TRANSPORT: Final = (Phase.COLLECT, Phase.TAKE, Phase.EXCHANGE)


def board(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[Item]:
    """Pictures of the island and of all players' things, and lines on the round and each player.

    Differences from the earlier observation `before` are highlighted in the pictures.
    """
    island = island_lines(seen.state, names.for_alt_text, words.for_alt_text)
    players = players_lines(seen.state, names.for_alt_text, words.for_alt_text)
    return [
        Picture(
            "island",
            island_scene(seen.state, before.state),
            spoken(island, words),
            [text(*island_lines(seen.state, names, words.for_alt_text))],
        ),
        Picture(
            "players",
            pictured(seen.state, before.state, seen.state.order, names.in_pictures),
            spoken(players, words),
            [text(*players_lines(seen.state, names, words.for_alt_text))],
        ),
        text(
            *round_lines(seen.state, names, words),
            *(seat_line(seen.state, seat, names, words) for seat in seen.state.order),
        ),
    ]


def region(seen: Observation, name: str, names: Names, words: Localizer) -> list[Item]:
    """An enlarged picture of a part of the island; its alternative text describes the whole island."""
    for_alt_text = spoken(island_lines(seen.state, names.for_alt_text, words.for_alt_text), words)
    instead = text(*island_lines(seen.state, names, words.for_alt_text))
    return [Picture("region", region_scene(seen.state, name), for_alt_text, [instead])]


def round_lines(state: State, names: Names, words: Localizer) -> list[str]:
    """Lines on the round, the phase, how near the end of the game is, and an unfinished transport."""
    island, empty = ISLANDS[state.seats], empty_ahu(state)
    phase = Phase.TRANSPORT if state.phase in WITHIN_TRANSPORT else state.phase
    parts = [words("rapa_nui_board.round", n=state.round)] if state.round else []
    parts += [
        words(f"rapa_nui_board.phase_{phase.value}"),
        words.count("rapa_nui_board.empty_ahu", empty, end=island.end[state.seats]),
    ]
    if state.quiet_rounds:
        parts.append(words.count("rapa_nui_board.quiet_rounds", state.quiet_rounds, most=QUIET_ROUNDS_MOST))
    return [f"-# {LIST.join(parts)}", *transport_lines(state, names, words)]


def transport_lines(state: State, names: Names, words: Localizer) -> list[str]:
    """A line on the load and the path of an unfinished transport; empty if there is none."""
    transport = state.transport
    if transport is None:
        return []
    what = terms.load_text(transport.size, words.for_alt_text)
    path = spaces_text(state, transport.path)
    return ["-# " + words("rapa_nui_board.under_way", who=names(transport.seat), what=what, path=path)]


def seat_line(state: State, seat: Seat, names: Names, words: Localizer) -> str:
    """A line in small text on a player's resources, points, figures left to place, and improvements."""
    player, for_alt_text = state.players[seat], words.for_alt_text
    parts = [
        f"**{names(seat)}**",
        terms.resources_text(player.resources, for_alt_text),
        terms.points_text(points(state, seat), for_alt_text),
    ]
    if figures := terms.figures_text(player, for_alt_text):
        parts.append(words("rapa_nui_board.to_place", list=figures))
    if player.dropped_out:
        parts.append(words("rapa_nui_board.dropped_out"))
    if any(player.improvements):
        built = (
            terms.improvement_name(tile, for_alt_text) for tile in IMPROVEMENTS if player.improvements[tile]
        )
        parts.append(words("rapa_nui_board.built", list=LIST.join(built)))
    return "-# " + " — ".join(parts)


def own(
    seen: Observation, before: Observation, names: Names, words: Localizer, *, beside_board: bool = False
) -> list[Item]:
    """A picture of the viewer's things, larger than on the board, and the effects of their tiles in words.

    Differences from the earlier observation `before` are highlighted.  The picture shows the market only when
    something can be bought: not while figures are placed nor, `beside_board`, while moai are carried.
    """
    assert seen.viewer is not None
    unsold = (Phase.PLACE, Phase.TRANSPORT) if beside_board else (Phase.PLACE,)
    supply = supply_lines(seen.state, words.for_alt_text)
    alt = spoken((*own_lines(seen.state, seen.viewer, words.for_alt_text), *supply), words)
    instead = [text(*own_lines(seen.state, seen.viewer, words), *supply)]
    scene = pictured(
        seen.state,
        before.state,
        (seen.viewer,),
        names.in_pictures,
        with_market=seen.state.phase not in unsold,
    )
    picture = Picture("own", scene, alt, instead)
    effects = effect_lines(seen.state, seen.viewer, words)
    aloud = partial(effect_lines, seen.state, seen.viewer, words.for_alt_text)
    if not effects:
        return [picture]
    return [picture, SmallPrint(effects, lambda: [spoken([line], words) for line in aloud()])]


def own_lines(state: State, seat: Seat, words: Localizer) -> list[str]:
    """Lines on the resources, figures to place, carved moai, offerings and outstanding tiles of a player."""
    player = state.players[seat]
    won = (terms.outstanding_name(tile, words) for tile in OUTSTANDING if state.outstanding[tile] == seat)
    told = {
        "own_resources": terms.resources_text(player.resources, words),
        "own_figures": terms.figures_text(player, words),
        "own_moai": terms.moai_counts_text(player.moai, words) if any(player.moai) else "",
        "own_kept": terms.moai_counts_text(player.safekept, words) if any(player.safekept) else "",
        "own_offerings": offerings_text(player, words.for_alt_text),
        "own_outstanding": LIST.join(won),
    }
    return [f"**{words(f'rapa_nui_board.{name}')}** {said}" for name, said in told.items() if said]


def effect_lines(state: State, seat: Seat, words: Localizer) -> list[str]:
    """Lines in small text with the effects of a player's unused ahu tiles, tablet and improvements."""
    player = state.players[seat]
    lines = [
        terms.tile_text(tile, words)
        + (f"{TIE}×{player.tiles[tile]}" if player.tiles[tile] > 1 else "")
        + f" — {terms.tile_effect(tile, words)}"
        for tile in TILES
        if player.tiles[tile]
    ]
    if player.tablet:
        lines.append(f"{terms.tablet_text(words)} — {words('rapa_nui_board.tablet_effect')}")
    lines += (
        f"{terms.improvement_text(tile, words)} — {terms.improvement_effect(tile, words)}"
        for tile in IMPROVEMENTS
        if player.improvements[tile]
    )
    return [f"-# {line}" for line in lines]


def standing(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[str]:
    """A line on who would be ahead if the game ended now, by points; `before` isn't used."""
    totals = [points(seen.state, seat) for seat in range(seen.state.seats)]
    said = [terms.points_text(total, words) for total in totals]
    return [standing_line([(total, total) for total in totals], said, names, words)]
