"""Placing figures: all kinds and all places in one panel, with one click.  Rules: Rapa Nui board 5."""

from __future__ import annotations

from typing import Final

import discord

from cogs.games.rapa_nui_board.carving import carved_with, carving_label, carving_text
from cogs.games.rapa_nui_board.free import free_part
from cogs.games.rapa_nui_board.placing_ahead import plan_button
from cogs.games.rapa_nui_board.spaces import space_lists
from cogs.games.rapa_nui_board.terms import IMPROVEMENT_SIGNS, figures_text, star_text
from cogs.games.rapa_nui_board.turn import Button, Turn
from cogs.text.components import Item, rows, text
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
    if turn.moves(PlaceSorcerer):
        lines.append(f"-# {words('rapa_nui_board.place_stars')}")
    crater = turn.island.ids[turn.island.crater]
    found: list[Item] = [*turn.map((move.space for move in villagers), about=crater), text(*lines)]
    if villagers:
        found += space_lists(turn, villagers, words("rapa_nui_board.place_villager"))
    # A message has 40 parts: the more kinds of figures, the fewer are left for buttons of free actions.
    kinds = (villagers, turn.moves(PlaceSorcerer), turn.moves(PlaceChief))
    free = free_part(turn, most=sum(not kind for kind in kinds))
    plan = [] if free and all(kinds) else plan_button(turn)
    return [*found, *rows(quarry(turn)), *chief(turn), *rows([*stars(turn), *plan]), *free]


def quarry(turn: Turn) -> list[Button]:
    """Buttons for a villager in each column of the moai quarry."""
    words, free, primary = turn.words, free_places(turn.state), discord.ButtonStyle.primary
    found = []
    for move in turn.moves(PlaceSculptor):
        column = move.column
        what = carved_with(turn, column)
        label = words.count("rapa_nui_board.place_quarry", free[column - 1], column=column, what=what)
        found.append(turn.move(move, label, QUARRY, style=primary))
    return found


def chief(turn: Turn) -> list[Item]:
    """A list of the columns for the chief, below them; empty if there is none to place."""
    words, sign = turn.words, turn.words.sign(IMPROVEMENT_SIGNS[Improvement.CHIEF])
    options = []
    for move in turn.moves(PlaceChief):
        below = words("rapa_nui_board.place_below", column=move.column)
        options.append(turn.move_option(move, carving_label(turn, below, move.column), emoji=sign))
    return turn.lists("chief", options, words("rapa_nui_board.place_chief"))


def stars(turn: Turn) -> list[Button]:
    """Buttons for the turn order track, for the sorcerer."""
    primary = discord.ButtonStyle.primary
    return [
        turn.move(move, star_text(move.position, turn.words), TURN_ORDER, style=primary)
        for move in turn.moves(PlaceSorcerer)
    ]
