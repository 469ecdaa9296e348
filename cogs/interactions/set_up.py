"""Clicks on *Set up…*, by which the owner of a table says what is to be played, and how, before it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

import discord
from msgspec.structs import replace

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import is_ephemeral
from cogs.interactions.parts import ClickParts
from cogs.people.contacts import by, person
from cogs.text import details
from cogs.text.components import plain
from cogs.text.details import Setting
from cogs.text.ids import TableId
from cogs.views.set_up import ANY, HINTS, NAME, name_form, set_up_message
from cogs.views.times import PACES, TURNS
from locales import languages
from tables import Look, Opening, Refused, WhenLate
from tables.verbs import lobby

Interaction = discord.Interaction
T = TypeVar("T")


async def clicked_set_up(parts: ClickParts, interaction: Interaction, clicked: TableId) -> Reply:
    """Show what can be chosen at a table, after a change of it if the click asks for one.

    Raises:
        Refused: `not_owner`; as `lobby.set_up` and `with_setting`; `unknown_button`.
    """
    setting = Setting.parse(clicked.detail) if clicked.detail else Setting("")
    table, words = clicked.table, parts.people.words_for(interaction)
    if setting.name == NAME and interaction.type is discord.InteractionType.modal_submit:
        done = await parts.tables.do(table, *by(interaction), lobby.named, typed(interaction, NAME))
        return set_up_reply(parts, interaction, done.look)
    if setting.value:
        change = partial(with_setting, setting=setting)
        done = await parts.tables.do(table, *by(interaction), lobby.set_up, change)
        return set_up_reply(parts, interaction, done.look, setting.name)
    await parts.tables.check(table, person(interaction), lobby.check_may_set_up)
    look = await parts.tables.look(table, None)
    if setting.name == NAME:
        return Reply(plain(words("set_up.again")), form=name_form(look, words))
    return set_up_reply(parts, interaction, look, setting.name)


def set_up_reply(
    parts: ClickParts, interaction: Interaction, look: Look, opened: str = "", note: str = ""
) -> Reply:
    """The panel, in place of the private message clicked, else as a new one; it is kept up to date.

    Args:
        parts: The bot's parts.
        interaction: The click of the table's owner.
        look: The table.
        opened: The setting whose values are offered; empty: none.
        note: A line above everything else.
    """
    words, message = parts.people.words_for(interaction), interaction.message
    view = set_up_message(look, words, opened, note)
    kept = set_up_message(look, words, opened) if note else None
    is_in_place = message is not None and is_ephemeral(interaction)
    shown = partial(parts.painters.ephemerals.answered, interaction, look, False, opened=opened)
    return Reply(view, edit=is_in_place, kept=kept, shown=shown)


def with_setting(agreed: Opening, setting: Setting) -> Opening:
    """What is agreed at a table, with one setting changed; any other name is an option of its game.

    Raises:
        Refused: `illegal_option`: there is no such value.
    """
    value = setting.value
    match setting.name:
        case "seats":
            return replace(agreed, wanted_seats=None if value == ANY else details.number(value))
        case "turn":
            return replace(agreed, turn_s=None if value == ANY else _one_of(TURNS, setting))
        case "late":
            lates = {late.value: late for late in WhenLate}
            return replace(agreed, when_late=_one_of(lates, setting))
        case "pace":
            return replace(agreed, pace_s=_one_of(PACES, setting))
        case "hints":
            return replace(agreed, hints=_one_of(HINTS, setting))
        case "language":
            return replace(agreed, locale=_one_of({code: code for code in languages()}, setting))
    return replace(agreed, options={**agreed.options, setting.name: value})


def _one_of(known: Mapping[str, T], setting: Setting) -> T:
    if setting.value not in known:
        raise Refused("illegal_option", name=setting.name, value=setting.value)
    return known[setting.value]


def typed(interaction: Interaction, name: str) -> str:
    """What somebody typed into the input of that name in a form."""
    data: Any = interaction.data or {}
    found = (one for one in _inputs(data.get("components")) if one.get("custom_id") == name)
    return next((str(one.get("value") or "") for one in found), "")


def _inputs(parts: Any) -> Iterator[Any]:
    """All inputs in a form, which stand in labels or rows."""
    for part in parts or ():
        yield part
        yield from _inputs([part["component"]] if "component" in part else part.get("components"))
