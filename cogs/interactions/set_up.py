"""Clicks on *Set up…*, by which the owner of a table says what is to be played, and how, before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, TypeVar

import discord
from msgspec.structs import replace

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.messages.whereabouts import BOARD, is_lobby_of
from cogs.text.ids import Setting
from cogs.text.ui import plain
from cogs.views.set_up import NAME, SET_UP, SETTINGS, name_form, set_up_message
from tables import Look, Opening, Refused
from tables.verbs import lobby
from tables.verbs.access import Right

Interaction = discord.Interaction
T = TypeVar("T")


@button(SET_UP, Right.READ)
async def clicked_set_up(click: Click) -> Reply:
    """Show its owner what can be chosen at a table, after the change that the detail, a `Setting`, asks for.

    Raises:
        Refused: `not_owner`; as `lobby.set_up` and `with_setting`; `unknown_button`.
    """
    await adopt(click)
    setting = Setting.parse(click.detail) if click.detail else Setting("")
    if setting.name == NAME and click.interaction.type is discord.InteractionType.modal_submit:
        done = await click.do(lobby.named, typed(click.interaction, NAME))
        return set_up_reply(click, done.look)
    if setting.value:
        done = await click.do(lobby.set_up, partial(with_setting, setting=setting))
        return set_up_reply(click, done.look, setting.name)
    await click.tables.check(click.table, click.person, lobby.check_may_set_up)
    look = await click.look()
    if setting.name == NAME:
        return Reply(plain(click.words("set_up.again")), form=name_form(look, click.words))
    return set_up_reply(click, look, setting.name)


async def adopt(click: Click) -> None:
    """Note a lobby as the board if it is clicked before `/table new` knows what its reply has become.

    Else the repaint that a change brings would post a second one.
    """
    message = click.message
    if message is None or BOARD in await click.tables.messages.get(click.table):
        return
    look = await click.look()
    if is_lobby_of(message, look.table):
        await click.parts.painters.board.posted(look, message.channel.id, message.id)


def set_up_reply(click: Click, look: Look, opened: str = "", note: str = "") -> Reply:
    """The panel, in place of the private message clicked, else as a new one; it is kept up to date.

    Args:
        click: The click of the table's owner.
        look: The table.
        opened: The setting whose values are offered; empty: none.
        note: A line above everything else.
    """
    view = set_up_message(look, click.words, opened, note)
    kept = set_up_message(look, click.words, opened) if note else None
    shown = partial(click.parts.painters.ephemerals.answered, click.interaction, look, False, opened=opened)
    return Reply(view, edit=click.is_ephemeral, kept=kept, shown=shown)


def with_setting(agreed: Opening, setting: Setting) -> Opening:
    """What is agreed at a table, with one setting changed; any other name is an option of its game.

    Raises:
        Refused: `illegal_option`: there is no such value.
    """
    if setting.name not in SETTINGS:
        return replace(agreed, options={**agreed.options, setting.name: setting.value})
    field, values = SETTINGS[setting.name]
    if setting.value not in values:
        raise Refused("illegal_option", name=setting.name, value=setting.value)
    return replace(agreed, **{field: values[setting.value]})


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
