"""The menu of a player at a running table: automatic answers, and buttons to end or leave a game."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import TableId, Wish
from cogs.text.language import Localizer, catalogue
from cogs.text.names import level_lines
from cogs.text.ui import Button, Item, message, rows, style_if, text
from cogs.views.board import back_button, own_label, table_button, title
from engine.game import AutoAnswer
from tables import Look
from tables.model.fold import play_on
from tables.verbs.votes import is_alone

SURE = "sure"
"""The detail of the button by which a player confirms a step that can't be undone."""
BACK = "back"
"""The detail of the button, beside `SURE`, that leads back from the question to the list of tables."""
OF_LIST = ".list"
"""The end of the details of buttons in a list of tables to end, and in the question that replaces it."""


def menu_message(look: Look, words: Localizer, note: str = "", *, has_lists: bool) -> ui.LayoutView:
    """The menu with all that a player can do besides making moves; `note`: a line on top.

    `has_lists`: Whether Discord can show lists of people; it can't in direct messages with the bot.
    """
    table = look.table
    levels = [f"-# {line}" for line in level_lines(table, words)]
    read = [table_button(table.id, verb, words) for verb in ("rules", "guide", "log")]
    items: list[Item] = [
        text(title(table, words), *([note] if note else []), *levels),
        # The back button is kept apart from those by which a player gives up the seat.
        ui.ActionRow(back_button(table, words), *read),
    ]
    for standing in look.game.auto_answers:
        items += auto_answer_part(look, standing, words)
    if look.proposal is None:
        items += [text(f"**{words('menu.table')}**"), ui.ActionRow(*asks(look, words))]
    items += seat_part(look, words, has_lists=has_lists)
    return message(items, screens()[table.game_id].colour)


def asks(look: Look, words: Localizer) -> list[Button]:
    """Buttons to propose to undo moves or to end the game; a player without other people can just end it."""
    table = look.table
    buttons = [table_button(table.id, "propose", words, detail="back", label=words("menu.propose_back"))]
    may_end = look.seat == table.owner_seat and is_alone(table, look.seat)
    verb, detail, end = ("cancel", "", "cancel") if may_end else ("propose", "end", "propose_end")
    buttons.append(table_button(table.id, verb, words, detail=detail, label=words(f"menu.{end}")))
    return buttons if look.may_ask_back and look.takes_back is None else buttons[1:]


def seat_part(look: Look, words: Localizer, *, has_lists: bool) -> list[Item]:
    """Controls to offer the viewer's seat to a person, to give it to a computer player, or to concede."""
    assert look.seat is not None
    table, offered = look.table, look.table.seats[look.seat].offered_to
    lines = [f"**{words('menu.seat')}**"]
    items: list[Item] = []
    if offered is not None:
        lines.append(words("menu.offered", to=f"<@{offered}>"))
        items.append(ui.ActionRow(table_button(table.id, "withdraw", words, label=words("menu.withdraw"))))
    elif has_lists:
        people = ui.UserSelect(str(TableId(table.id, "offer")), words("menu.offer"))
        items.append(ui.ActionRow(people))
    elif not table.is_direct:
        lines.append(f"-# {words('menu.offer_in_server', button=own_label(table.game_id, words))}")
    leave = ui.ActionRow(
        table_button(table.id, "fill", words, label=words("menu.fill")),
        table_button(table.id, "concede", words, discord.ButtonStyle.danger, label=words("menu.concede")),
    )
    return [text(*lines), *items, leave]


def auto_answer_part(look: Look, standing: AutoAnswer, words: Localizer) -> list[Item]:
    """A recurring question, its present automatic answer, and buttons that each set a complete new answer."""
    name = catalogue(look.table.game_id)
    key = f"{name}.standing_{standing.name}"
    chosen = look.auto_answers.get(standing.name, "").split()
    labels = {value: words(f"{key}_{value}") for value in standing.values}
    if chosen and standing.is_list:
        now = " › ".join(labels[value] for value in chosen)
    else:
        now = labels[chosen[0]] if chosen else words("menu.asked")
    buttons = [_wish(look, standing, (), words("menu.ask_me"), chosen=not chosen)]
    for value in standing.values:
        is_chosen = value in chosen
        without = [one for one in chosen if one != value]
        # The empty value means *Ask me*, and makes this id differ from that of the *Ask me* button.
        answer = (without or [""]) if is_chosen else [*without, value] if standing.is_list else [value]
        label = (
            f"{chosen.index(value) + 1}. {labels[value]}" if is_chosen and standing.is_list else labels[value]
        )
        buttons.append(_wish(look, standing, answer, label, chosen=is_chosen))
    return [text(f"**{words(key)}**", words("menu.now", answer=now)), *rows(buttons)]


def sure_message(look: Look, verb: str, words: Localizer, place: str = "") -> ui.LayoutView:
    """The question whether the viewer wants `verb`, which can't be undone, with buttons *yes* and *back*.

    `place`: The end of the buttons' details: `OF_LIST` if the question replaces a list of tables; else empty.
    """
    label, danger = words(f"menu.{verb}"), discord.ButtonStyle.danger
    buttons = [table_button(look.table.id, verb, words, danger, detail=f"{SURE}{place}", label=label)]
    if place == OF_LIST:
        back = words("table.button_to_panel")
        buttons.append(table_button(look.table.id, verb, words, detail=f"{BACK}{place}", label=back))
    elif look.seat is not None:
        buttons.append(table_button(look.table.id, "more", words, label=words("menu.rather_not")))
    others = [info for info in look.table.seats if info.seat != look.seat and not info.conceded]
    asks = words("menu.sure_concede_on" if verb == "concede" and play_on(others) else f"menu.sure_{verb}")
    return message([text(title(look.table, words), asks), *rows(buttons)])


def _wish(look: Look, standing: AutoAnswer, values: Iterable[str], label: str, *, chosen: bool) -> Button:
    detail = str(Wish(standing.name, tuple(values)))
    return Button(label, style_if(chosen), str(TableId(look.table.id, "wish", detail)))
