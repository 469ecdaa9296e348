"""Smaller choices: resources for a moai, what to gain, a tile from the display.  Rules: 2.7, 7.1, 7.2."""

from __future__ import annotations

from typing import Final

import discord

from cogs.games.rapa_nui_board.desk import Button, Desk, capital
from cogs.games.rapa_nui_board.preview import worth
from cogs.games.rapa_nui_board.terms import (
    RESOURCE_SIGNS,
    TILE_SIGNS,
    resource_text,
    resources_text,
    space_text,
    tile_effect,
    tile_name,
)
from cogs.kit.components import Item, rows, text
from engine.counts import Counts
from engine.rapa_nui_board.moves import Collect, Take, TakeTile
from engine.rapa_nui_board.play_transport import received
from engine.rapa_nui_board.tiles import RESOURCE_LIMIT

FEW: Final = 5
"""So many mixtures have a button each."""


def taking(desk: Desk) -> list[Item]:
    """Which resources for the moai: what would be worth most first."""
    words, moves = desk.words, sorted(desk.moves(Take), key=lambda move: -kept_worth(desk, move))
    transport = desk.state.transport
    assert transport is not None
    space = space_text(desk.island.ids[transport.path[-1]], desk.state.seats, words)
    lines = [
        f"**{words.count('rapa_nui_board.take_title', transport.take, space=space)}**",
        held_line(desk),
    ]
    if len(moves) <= FEW:
        return [text(*lines), *rows([take_button(desk, move) for move in moves])]
    options = [take_option(desk, move) for move in moves]
    return [text(*lines), *desk.lists("take", options, words("rapa_nui_board.take_list"))]


def held_line(desk: Desk) -> str:
    """What the viewer holds, and how much that may be."""
    what = resources_text(desk.player.resources, desk.words, zeros=True)
    return "-# " + desk.words("rapa_nui_board.take_held", what=what, most=RESOURCE_LIMIT)


def lost(desk: Desk, move: Take) -> Counts:
    """What would be beyond the limit."""
    return received(desk.player.resources, move.resources)[1]


def kept_worth(desk: Desk, move: Take) -> int:
    """How valuable is what would be kept."""
    return worth(move.resources) - worth(lost(desk, move))


def take_button(desk: Desk, move: Take) -> Button:
    """A mixture as a button."""
    words, gone = desk.words.aloud, lost(desk, move)
    label = resources_text(move.resources, words)
    if any(gone):
        label = f"{label} ({words('rapa_nui_board.take_lost', what=resources_text(gone, words))})"
    sign = desk.words.sign(RESOURCE_SIGNS[max(kind for kind, count in enumerate(move.resources) if count)])
    return desk.move(move, label, sign, style=discord.ButtonStyle.primary)


def take_option(desk: Desk, move: Take) -> discord.SelectOption:
    """A mixture as an option, with what would be lost of it."""
    words, gone = desk.words.aloud, lost(desk, move)
    note = words("rapa_nui_board.take_lost", what=resources_text(gone, words)) if any(gone) else ""
    return desk.move_option(move, resources_text(move.resources, words), note)


def collecting(desk: Desk) -> list[Item]:
    """Which resource to gain, because somebody passed the viewer's figures."""
    words, transport = desk.words, desk.state.transport
    assert transport is not None
    way = desk.island.path_ids(transport.path)
    title = words(
        "rapa_nui_board.take_gain",
        who=desk.names(transport.seat),
        space=space_text(desk.island.ids[transport.dues[0]], desk.state.seats, words),
    )
    buttons = [
        desk.move(
            move,
            capital(resource_text(move.resource, words.aloud)),
            words.sign(RESOURCE_SIGNS[move.resource]),
            style=discord.ButtonStyle.primary,
        )
        for move in desk.moves(Collect)
    ]
    return [desk.map(way=way), text(f"**{title}**", held_line(desk)), *rows(buttons)]


def choosing_tile(desk: Desk) -> list[Item]:
    """Which tile of the display, with what each does."""
    words = desk.words
    options = [
        desk.move_option(
            move,
            tile_name(move.tile, words),
            tile_effect(move.tile, words),
            emoji=words.sign(TILE_SIGNS[move.tile]),
        )
        for move in desk.moves(TakeTile)
    ]
    lines = [f"**{words('rapa_nui_board.take_tile')}**"]
    if any(desk.state.display):
        lines.append("-# " + words("rapa_nui_board.take_tile_hint"))
    return [desk.map(), text(*lines), *desk.lists("tiles", options, words("rapa_nui_board.take_tile_list"))]
