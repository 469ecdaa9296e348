"""The controls of a turn: a button for each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from cogs.games.contract import Question, kept_place, move_button
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names
from cogs.text.ui import Item, rows, text
from engine.ru_ra_re.moves import CHOOSES, Choose, write_move
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain


def choices(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """A button for each row, disabled if it can't be chosen; the row chosen so far stands out."""
    chosen = seen.choices[seen.seat]
    title = words("ru_ra_re.choose_title") if chosen is None else words("ru_ra_re.chosen_title", n=chosen)
    buttons = [
        row_button(seen, question, move, words)
        if move in question.legal_moves
        else kept_place(f"row{move.row}", words("ru_ra_re.button_row_empty", n=move.row))
        for move in CHOOSES[: len(seen.rows)]
    ]
    return [text(f"**{title}**"), *rows(buttons, 4)]


def row_button(seen: Observation, question: Question, move: Choose, words: Localizer) -> ui.Button:
    """A button that chooses a row; its label says how many points the row would bring."""
    more = gain(seen.collections, seen.seat, seen.rows[move.row - 1])
    is_chosen = move.row == seen.choices[seen.seat]
    return move_button(
        question,
        write_move(move),
        words("ru_ra_re.button_row", n=move.row, points=more),
        style=discord.ButtonStyle.success if is_chosen else discord.ButtonStyle.primary,
    )


TOUCHED: Final[Mapping[str, Sequence[str]]] = {"choose": ("card/{1}|row_number/{1}|gain/{1}",)}
"""The things in the pictures that a row consists of, for `GameScreen.touched`."""
