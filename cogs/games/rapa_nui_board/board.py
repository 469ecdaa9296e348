"""The public board: the pictures of the island and of the players, and in small print who is who."""

from __future__ import annotations

from typing import Final

from cogs.discord_io.attachments import Picture
from cogs.games.rapa_nui_board.alt_text import island_lines, players_lines, spaces_text
from cogs.games.rapa_nui_board.terms import (
    figures_text,
    improvement_name,
    moai_text,
    points_text,
    pukao_text,
    resources_text,
)
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names
from engine.game import Seat
from engine.rapa_nui_board.island import ISLANDS
from engine.rapa_nui_board.rounds import QUIET_ROUNDS_MOST, points
from engine.rapa_nui_board.state import Observation, Phase, State, empty_ahu
from engine.rapa_nui_board.tiles import IMPROVEMENTS
from pictures.rapa_nui_board.island import island as island_scene
from pictures.rapa_nui_board.island import region as region_scene
from pictures.rapa_nui_board.players import players as players_scene

WITHIN_TRANSPORT: Final = (Phase.COLLECT, Phase.TAKE, Phase.EXCHANGE)


def board(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[Item]:
    """Two pictures, and below them a line for each player, in turn order."""
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
            players_scene(seen.state, before.state, seen.state.order, names.in_pictures),
            spoken(players, words),
            [text(*players_lines(seen.state, names, words.for_alt_text))],
        ),
        text(
            *round_lines(seen.state, names, words),
            *(seat_line(seen.state, seat, names, words) for seat in seen.state.order),
        ),
    ]


def region(seen: Observation, name: str, names: Names, words: Localizer) -> list[Item]:
    """A part of the island; its alternative text has the whole island."""
    for_alt_text = spoken(island_lines(seen.state, names.for_alt_text, words.for_alt_text), words)
    instead = text(*island_lines(seen.state, names, words.for_alt_text))
    return [Picture("region", region_scene(seen.state, name), for_alt_text, [instead])]


def round_lines(state: State, names: Names, words: Localizer) -> list[str]:
    """Lines about the round, the phase, how near the end is, and what is being carried."""
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
    """What is being carried and where, in a transport that is going on."""
    transport = state.transport
    if transport is None:
        return []
    what = (
        pukao_text(words.for_alt_text)
        if transport.size is None
        else moai_text(transport.size, words.for_alt_text)
    )
    path = spaces_text(state, transport.path)
    return ["-# " + words("rapa_nui_board.under_way", who=names(transport.seat), what=what, path=path)]


def seat_line(state: State, seat: Seat, names: Names, words: Localizer) -> str:
    """What one player has, in small print."""
    player, for_alt_text = state.players[seat], words.for_alt_text
    parts = [
        f"**{names(seat)}**",
        resources_text(player.resources, for_alt_text),
        points_text(points(state, seat), for_alt_text),
    ]
    if figures := figures_text(player, for_alt_text):
        parts.append(words("rapa_nui_board.to_place", list=figures))
    if player.dropped_out:
        parts.append(words("rapa_nui_board.dropped_out"))
    if any(player.improvements):
        built = (improvement_name(tile, for_alt_text) for tile in IMPROVEMENTS if player.improvements[tile])
        parts.append(LIST.join(built))
    return "-# " + " — ".join(parts)
