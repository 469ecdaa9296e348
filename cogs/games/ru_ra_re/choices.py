"""The controls of a turn: a button for each row."""

from __future__ import annotations

import discord

from cogs.games.contract import Question, move_button
from cogs.kit.components import Item, rows, text
from cogs.kit.language import Localizer
from cogs.kit.names import Names
from engine.ru_ra_re.moves import Choose
from engine.ru_ra_re.notation import write_move
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.scoring import gain


def choices(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """A button for each open row; the row chosen stands out, and the choice may be changed."""
    assert seen.viewer is not None
    chosen = seen.choices[seen.viewer]
    buttons = []
    for move in question.legal_moves:
        assert isinstance(move, Choose)
        more = gain(seen.collections, seen.viewer, seen.rows[move.row - 1])
        is_chosen = move.row == chosen
        buttons.append(
            move_button(
                question,
                write_move(move),
                words("ru_ra_re.button_row", n=move.row, points=more),
                style=discord.ButtonStyle.success if is_chosen else discord.ButtonStyle.primary,
            )
        )
    title = words("ru_ra_re.choose_title") if chosen is None else words("ru_ra_re.chosen_title", n=chosen)
    return [text(f"**{title}**", f"-# {words('ru_ra_re.choose_hint')}"), *rows(buttons, 4)]
