"""Placing figures: all kinds and all places in one panel, one click each.  Rules: Rapa Nui board 5."""

from __future__ import annotations

from typing import Final

import discord

from cogs.games.rapa_nui_board.carving import carving_text
from cogs.games.rapa_nui_board.desk import Button, Desk
from cogs.games.rapa_nui_board.free import free_part
from cogs.games.rapa_nui_board.placing_ahead import plan_button
from cogs.games.rapa_nui_board.spaces import space_lists
from cogs.games.rapa_nui_board.terms import IMPROVEMENT_SIGNS, figures_text
from cogs.kit.components import Item, rows, text
from engine.rapa_nui_board.legal import free_places
from engine.rapa_nui_board.moves import PlaceChief, PlaceSculptor, PlaceSorcerer, PlaceVillager
from engine.rapa_nui_board.tiles import Improvement

TURN_ORDER: Final = "⭐"
QUARRY: Final = "⛏️"


def placing(desk: Desk) -> list[Item]:
    """All that can be placed, and the free actions."""
    words = desk.words
    villagers = desk.moves(PlaceVillager)
    lines = [f"**{words('rapa_nui_board.place_left', list=figures_text(desk.player, words))}**"]
    if any(isinstance(move, PlaceSculptor | PlaceChief) for move in desk.question.legal_moves):
        lines.append(f"-# {carving_text(desk)}")
    found: list[Item] = [desk.map(move.space for move in villagers), text(*lines)]
    if villagers:
        found += space_lists(desk, villagers, words("rapa_nui_board.place_villager"))
    return [*found, *rows(quarry(desk)), *rows([*stars(desk), *plan_button(desk)]), *free_part(desk)]


def quarry(desk: Desk) -> list[Button]:
    """The columns of the moai quarry, for a villager, and for the chief below them."""
    words, free, primary = desk.words, free_places(desk.state), discord.ButtonStyle.primary
    found = []
    for move in desk.moves(PlaceSculptor):
        label = words.count("rapa_nui_board.place_quarry", free[move.column - 1], column=move.column)
        found.append(desk.move(move, label, QUARRY, style=primary))
    for below in desk.moves(PlaceChief):
        label = words("rapa_nui_board.place_below", column=below.column)
        chief = words.sign(IMPROVEMENT_SIGNS[Improvement.CHIEF])
        found.append(desk.move(below, label, chief, style=primary))
    return found


def stars(desk: Desk) -> list[Button]:
    """The turn order track, for the sorcerer."""
    label, primary = "rapa_nui_board.place_order", discord.ButtonStyle.primary
    return [
        desk.move(move, desk.words(label, position=move.position), TURN_ORDER, style=primary)
        for move in desk.moves(PlaceSorcerer)
    ]
