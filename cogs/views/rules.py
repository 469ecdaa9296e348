"""The rules of a game, page by page."""

from __future__ import annotations

from cogs.games import screens
from cogs.text import ui
from cogs.text.components import message, text
from cogs.text.details import RulesPage
from cogs.text.ids import OtherId, TableId
from cogs.text.language import Localizer
from cogs.text.names import unbroken
from cogs.views.board import back_button, learn_button, signed_name
from tables import Facts, Refused


def rules_message(game_id: str, page: int, words: Localizer, back_to: Facts | None = None) -> ui.LayoutView:
    """One page of a game's rules, with buttons to the ones beside it, and to its lesson.

    `back_to`: It is shown in place of the viewer's panel of that table, and has a button back.

    Raises:
        Refused: There is no such game (`unknown_game`).
    """
    screen = screens().get(game_id)
    if screen is None:
        raise Refused("unknown_game", game=game_id)
    pages = screen.rules(words)
    page = min(max(page, 0), len(pages) - 1)
    head = f"## {unbroken(signed_name(game_id, words))}"
    foot = f"-# {words('table.page', page=page + 1, pages=len(pages))}"

    def turn(label: str, to: int) -> ui.Button:
        other = OtherId("rules", RulesPage(game_id, to % 100).encode())
        custom_id = TableId(back_to.id, "rules", str(to % 100)) if back_to else other
        return ui.Button(label=words(label), custom_id=str(custom_id), disabled=not 0 <= to < len(pages))

    buttons = ui.ActionRow(
        turn("table.button_previous", page - 1),
        turn("table.button_next", page + 1),
        learn_button(game_id, words),
        *([back_button(back_to, words)] if back_to else []),
    )
    return message([text(head), *pages[page], text(foot), buttons], screen.colour)
