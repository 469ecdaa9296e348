"""Placing figures: all kinds and all places in one panel, with one click.  Rules: Rapa Nui board 5."""

from __future__ import annotations

from typing import Final

import discord

from cogs.games.rapa_nui_board.carving import carving_text
from cogs.games.rapa_nui_board.free import free_part
from cogs.games.rapa_nui_board.placing_ahead import plan_button
from cogs.games.rapa_nui_board.spaces import space_lists
from cogs.games.rapa_nui_board.terms import IMPROVEMENT_SIGNS, figures_text
from cogs.games.rapa_nui_board.turn import Button, Turn
from cogs.kit.components import Item, rows, text
from engine.rapa_nui_board.legal import free_places
from engine.rapa_nui_board.moves import PlaceChief, PlaceSculptor, PlaceSorcerer, PlaceVillager
from engine.rapa_nui_board.tiles import Improvement

TURN_ORDER: Final = "⭐"
QUARRY: Final = "⛏️"


def placing(turn: Turn) -> list[Item]:
    """All that can be placed, and the free actions."""
    words = turn.words
    villagers = turn.moves(PlaceVillager)
    lines = [f"**{words('rapa_nui_board.place_left', list=figures_text(turn.player, words))}**"]
    if any(isinstance(move, PlaceSculptor | PlaceChief) for move in turn.question.legal_moves):
        lines.append(f"-# {carving_text(turn)}")
    found: list[Item] = [turn.map(move.space for move in villagers), text(*lines)]
    if villagers:
        found += space_lists(turn, villagers, words("rapa_nui_board.place_villager"))
    return [*found, *rows(quarry(turn)), *rows([*stars(turn), *plan_button(turn)]), *free_part(turn)]


def quarry(turn: Turn) -> list[Button]:
    """Buttons for the columns of the moai quarry: for a villager, and for the chief below them."""
    words, free, primary = turn.words, free_places(turn.state), discord.ButtonStyle.primary
    found = []
    for move in turn.moves(PlaceSculptor):
        label = words.count("rapa_nui_board.place_quarry", free[move.column - 1], column=move.column)
        found.append(turn.move(move, label, QUARRY, style=primary))
    for below in turn.moves(PlaceChief):
        label = words("rapa_nui_board.place_below", column=below.column)
        chief = words.sign(IMPROVEMENT_SIGNS[Improvement.CHIEF])
        found.append(turn.move(below, label, chief, style=primary))
    return found


def stars(turn: Turn) -> list[Button]:
    """Buttons for the turn order track, for the sorcerer."""
    label, primary = "rapa_nui_board.place_order", discord.ButtonStyle.primary
    return [
        turn.move(move, turn.words(label, position=move.position), TURN_ORDER, style=primary)
        for move in turn.moves(PlaceSorcerer)
    ]
