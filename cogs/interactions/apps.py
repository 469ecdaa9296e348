"""The handlers of the commands in Discord's *Apps* menus, on a person or on a message of ours.

Such a command finds the table that it is about, and then calls the handler of a button of that table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE
from cogs.discord_io.origin import check_channel, is_guest, places
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import board_reply, called, linked, opening
from cogs.interactions.router import reply
from cogs.text import ids
from cogs.text.names import written_table_name
from cogs.views.invite import OPEN, RESERVE, lobbies_message, new_table_message
from cogs.views.panel import NEXT
from tables import Look, Person, Phase, Refused
from tables.model.texts import cleaned, is_lesson
from tables.rematch import opened_once
from tables.verbs.access import Right
from tables.verbs.lobby import check_may_set_up


async def invited(click: Click, whom: discord.abc.User) -> Reply:
    """Invite a person to the clicker's lobby in this channel; ask which lobby if there are several.

    If there is no lobby, offer to open a table.
    """
    person = await invitee(click, whom.id)
    here = [one for place in places(click.interaction) for one in await click.tables.tables_in(place)]
    lobbies = [one for one in here if one.phase is Phase.LOBBY and one.owner_id == click.user_id]
    if len(lobbies) == 1:
        return await as_button(click, RESERVE, lobbies[0].id, str(person.id))
    if lobbies:
        return Reply(lobbies_message(lobbies, person.id, click.words))
    check_channel(click.interaction)
    return Reply(new_table_message(person.id, click.words))


async def played_again(click: Click, whom: discord.abc.User) -> Reply:
    """Call the handler of *Play again* for the latest finished table at which the clicker and a person sat.

    Only tables of this server count or, where the bot is a guest, only tables of this place.
    """
    person, here = await invitee(click, whom.id), click.interaction
    guild_id = None if is_guest(here) else here.guild_id
    found = await click.tables.latest_with(guild_id, places(here)[0], click.user_id, person.id)
    if found is None:
        raise Refused("never_played", who=f"<@{person.id}>")
    return await as_button(click, "again", found.id)


async def of_message(click: Click, message: discord.Message, verb: str) -> Reply:
    """Call the handler of the button with `verb`, at the table that a message of ours is about."""
    return await as_button(click, verb, await _table_of(click, message))


async def as_button(click: Click, verb: str, table: str, detail: str = "") -> Reply:
    """Return the reply to a click on a table's button, after a check of the right that the button needs."""
    click.verb, click.table, click.detail = verb, table, detail
    return await reply(click)


async def _table_of(click: Click, message: discord.Message) -> str:
    """Return the id of the table that a message of ours is about, even if the clicker may not see the table.

    The table is found by the message's database note, else by the ids of the message's buttons, else by the
    thread in which the message stands.

    Raises:
        Refused: `not_my_message`; `about_no_table`: the message is about no table, or several.
    """
    ours, messages = click.parts.client.user, click.tables.messages
    if ours is None or message.author.id != ours.id:
        raise Refused("not_my_message")
    noted = await messages.find_message(message.id)
    if noted is not None:
        return noted.table_id
    asked = [one for one in map(ids.read, _custom_ids(message.components)) if one is not None]
    found = {one.table for one in asked if one.table and one.verb != NEXT and not is_lesson(one.table)}
    if not found and (thread := await messages.find_message(message.channel.id)) is not None:
        return thread.table_id
    if len(found) != 1:
        raise Refused("about_no_table")
    return found.pop()


def _custom_ids(parts: Sequence[Any]) -> Iterator[str]:
    """Yield the ids of all buttons and lists of a message, and the values of the lists' options."""
    for part in parts:
        yield str(getattr(part, "custom_id", ""))
        yield from (str(option.value) for option in getattr(part, "options", ()))
        inside = [*getattr(part, "children", ()), getattr(part, "accessory", None)]
        yield from _custom_ids([one for one in inside if one is not None])


async def invitee(click: Click, person_id: int) -> Person:
    """Return a person whom the clicker wants to play with in this channel; asks Discord about the person.

    Raises:
        Refused: `invite_yourself`, `no_bots_invited`, `invite_not_here` in direct messages with the bot; or
            `invite_left`, `invite_in_timeout`, `invite_sees_not`, with the person as `who`.
    """
    if person_id == click.user_id:
        raise Refused("invite_yourself")
    guild_id, who = click.interaction.guild_id, f"<@{person_id}>"
    if is_guest(click.interaction):  # Discord doesn't tell a guest which people are there.
        return await _anyone(click, person_id)
    if guild_id is None:
        raise Refused("invite_not_here")
    member, sees = await click.parts.membership.member(guild_id, places(click.interaction)[0], person_id)
    if member is None:
        raise Refused("invite_left", who=who)
    if member.bot:
        raise Refused("no_bots_invited")
    if member.is_timed_out():
        raise Refused("invite_in_timeout", who=who)
    if not sees:
        raise Refused("invite_sees_not", who=who)
    return Person(person_id, cleaned(member.display_name))


async def _anyone(click: Click, person_id: int) -> Person:
    try:
        found = await click.parts.client.fetch_user(person_id)
    except TROUBLE as fault:
        raise Refused("discord_trouble") from fault
    if found.bot:
        raise Refused("no_bots_invited")
    return Person(person_id, cleaned(found.display_name))


@button(RESERVE, Right.AGAIN)
async def reserved(click: Click) -> Reply:
    """Reserve a seat in the clicker's lobby for the person whose id is the detail, and call the person."""
    await click.tables.check(click.table, click.person, check_may_set_up)
    return await _reserved(click, await invitee(click, ids.number(click.detail)))


@button(OPEN)
async def opened(click: Click) -> Reply:
    """Open a table with a seat reserved for a person; the detail has the ids of the game and the person.

    Further clicks on the same message open no second table until the first one has ended.
    """
    game_id, _, person_id = click.detail.rpartition(".")
    check_channel(click.interaction)
    person = await invitee(click, ids.number(person_id))
    key = f"invite:{click.message.id if click.message is not None else click.key}"
    done, _ = await opened_once(click.tables, opening(click, game_id, None), click.person, key, ())
    click.table = done.look.table.id
    await click.parts.people.note_locale(click.interaction)
    if done.status == "done" and not done.look.table.guest:
        click.parts.refresher.post(click.table)
        await click.parts.refresher.painted(click.table)
    await click.check(Right.AGAIN)
    if any(one.offered_to == person.id for _, one in done.look.table.invited):
        return await _told(click, await click.look(), person)
    return await _reserved(click, person)


async def _reserved(click: Click, person: Person) -> Reply:
    return await _told(click, (await called(click, person)).look, person)


async def _told(click: Click, look: Look, person: Person) -> Reply:
    """Return the confirmation that a person is invited, with a link to the table's board.

    Where the bot is a guest and can't notify anybody, return the board itself, which names the person.
    """
    if look.table.guest and look.table.channel_id == click.interaction.channel_id:
        return board_reply(click, await click.look())
    who, name = f"<@{person.id}>", written_table_name(look.table)
    told = click.words("table.invite_sent", who=who, table=name)
    return await linked(click, look, told, edit=click.is_ephemeral)
