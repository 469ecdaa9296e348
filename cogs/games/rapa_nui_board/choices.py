"""The controls of a turn, phase by phase, and the smaller choices.  Rules: 2.7, 7.1, 7.2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import discord
from msgspec.structs import replace

from cogs.games.contract import Question
from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.carrying import carrying
from cogs.games.rapa_nui_board.exchanging import exchanging
from cogs.games.rapa_nui_board.free import free_step, lost, take_option
from cogs.games.rapa_nui_board.placing import placing, plan_step
from cogs.games.rapa_nui_board.preview import worth
from cogs.games.rapa_nui_board.turn import Turn, as_option, part_picked
from cogs.text.language import Localizer
from cogs.text.names import Names, capital
from cogs.text.ui import Button, Item, rows, text
from engine.rapa_nui_board.moves import Collect, Take, TakeTile
from engine.rapa_nui_board.state import RESOURCE_LIMIT, Observation, Phase

FEW: Final = 5
"""The most combinations of resources that get a button each; more are put into a list."""


def taking(turn: Turn) -> list[Item]:
    """Controls to choose the resources that a moai brings, the most valuable combination first."""
    words = turn.words
    moves = sorted(turn.moves(Take), key=lambda move: worth(lost(turn, move)) - worth(move.resources))
    transport = turn.state.transport
    assert transport is not None
    space = terms.space_text(turn.island.ids[transport.path[-1]], turn.state.seats, words)
    lines = [f"**{words.count('rapa_nui_board.take_title', transport.take, space=space)}**", held_line(turn)]
    if len(moves) <= FEW:
        return [text(*lines), *rows([take_button(turn, move) for move in moves])]
    options = [take_option(turn, move) for move in moves]
    return [text(*lines), *turn.lists("take", options, words("rapa_nui_board.take_list"))]


def held_line(turn: Turn) -> str:
    """A line with the viewer's resources, and the most of each kind that they may hold."""
    what = terms.resources_text(turn.player.resources, turn.words, zeros=True)
    return "-# " + turn.words("rapa_nui_board.take_held", what=what, most=RESOURCE_LIMIT)


def take_button(turn: Turn, move: Take) -> Button:
    """A button that takes the resources of `move`, and names those of them that would be lost."""
    words, gone = turn.words.for_alt_text, lost(turn, move)
    label = terms.resources_text(move.resources, words)
    if any(gone):
        note = words("rapa_nui_board.take_lost", what=terms.resources_text(gone, words))
        label = words("table.noted", what=label, note=note)
    sign = turn.words.sign(
        terms.RESOURCE_SIGNS[max(kind for kind, count in enumerate(move.resources) if count)]
    )
    return turn.move(move, label, sign, style=discord.ButtonStyle.primary)


def collecting(turn: Turn) -> list[Item]:
    """Controls to choose the resource that the viewer gains by another player's transport."""
    words, transport = turn.words, turn.state.transport
    assert transport is not None
    way = turn.island.path_ids(transport.path)
    title = words(
        "rapa_nui_board.take_gain",
        who=turn.names(transport.seat),
        space=terms.space_text(turn.island.ids[transport.dues[0]], turn.state.seats, words),
    )
    buttons = [
        turn.move(
            move,
            capital(terms.resource_text(move.resource, words.for_alt_text)),
            words.sign(terms.RESOURCE_SIGNS[move.resource]),
            style=discord.ButtonStyle.primary,
        )
        for move in turn.moves(Collect)
    ]
    return [*turn.map(way=way), text(f"**{title}**", held_line(turn)), *rows(buttons)]


def choosing_tile(turn: Turn) -> list[Item]:
    """Controls to choose one of the ahu tiles that may be taken, with the effect of each tile."""
    words = turn.words
    options = [
        as_option(
            turn.move(move, terms.tile_name(move.tile, words), words.sign(terms.TILE_SIGNS[move.tile])),
            terms.tile_effect(move.tile, words),
        )
        for move in turn.moves(TakeTile)
    ]
    lines = [f"**{words('rapa_nui_board.take_tile')}**"]
    if any(turn.state.display):
        lines.append("-# " + words("rapa_nui_board.take_tile_hint"))
    return [text(*lines), *turn.lists("tiles", options, words("rapa_nui_board.take_tile_list"))]


CONTROLS: Final[dict[Phase, Callable[[Turn], list[Item]]]] = {
    Phase.DISPLAY: choosing_tile,
    Phase.PLACE: placing,
    Phase.TRANSPORT: carrying,
    Phase.COLLECT: collecting,
    Phase.TAKE: taking,
    Phase.EXCHANGE: exchanging,
}


def choices(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """The controls of the present phase, at the step that the viewer has picked (none: the first step)."""
    part, picked = part_picked(question.picked, seen.state.seats)
    turn = Turn(seen, replace(question, picked=picked), names, words, part)
    items = free_step(turn) or plan_step(turn) or CONTROLS[seen.state.phase](turn)
    return [*items, *rows(turn.beside)]
