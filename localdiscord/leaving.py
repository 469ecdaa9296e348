"""People and the bot leave the guild and come back, and the guild fails and recovers."""

from __future__ import annotations

from typing import TypedDict, Unpack

import orjson

from localdiscord.errors import Json
from localdiscord.gateway import intents as intent
from localdiscord.model.user import User
from localdiscord.world import World


class Change(TypedDict, total=False):
    """What is to change of a person; an empty `nick` or `timeout_until` ends what was before."""

    dms_open: bool | None
    locale: str | None
    in_guild: bool | None
    nick: str | None
    timeout_until: str | None


def change_person(world: World, person: User, **change: Unpack[Change]) -> None:
    """Change what a person allows, their language, their name here, or whether they may write or are in."""
    in_guild = change.pop("in_guild", None)
    for name, value in change.items():
        if value is not None:
            setattr(person, name, None if value == "" else value)
    if in_guild is not None and in_guild is not person.in_guild:
        (come_back if in_guild else leave)(world, person)
    tell_people(world)


def tell_people(world: World) -> None:
    """Tell the pages who there is."""
    people = [person.person_payload() for person in world.people.values()]
    world.hub.to_screens("PEOPLE_UPDATE", orjson.dumps({"people": people}), None)
    world.hub.changed()


def leave(world: World, person: User) -> None:
    """Let somebody leave the guild; a bot without the intent for members hears nothing of it."""
    person.in_guild = False
    for channel in world.channels.values():
        channel.members.pop(person.id, None)
    body = {"guild_id": world.guild_id, "user": person.payload()}
    _tell_of_member(world, "GUILD_MEMBER_REMOVE", body)
    world.hub.to_one_screen("GUILD_DELETE", person, {"id": world.guild_id})
    world.hub.changed()


def come_back(world: World, person: User) -> None:
    """Let somebody join the guild again; they have to join their threads anew."""
    person.in_guild = True
    person.joined_at = world.clock.iso()
    body = {"guild_id": world.guild_id} | person.member_payload()
    _tell_of_member(world, "GUILD_MEMBER_ADD", body)
    world.hub.to_one_screen("GUILD_CREATE", person, {"id": world.guild_id})
    world.hub.changed()


def _tell_of_member(world: World, event: str, body: Json) -> None:
    if world.bot_is_told:
        world.hub.to_bot(event, orjson.dumps(body), intent.GUILD_MEMBERS)


def remove_bot(world: World) -> None:
    """Throw the bot out of the guild; what it wrote stays."""
    if not world.bot.in_guild:
        return
    world.bot.in_guild = False
    for channel in world.channels.values():
        channel.members.pop(world.bot.id, None)
    # The id alone: discord-api-docs issue 714.
    world.hub.to_bot("GUILD_DELETE", orjson.dumps({"id": world.guild_id}), intent.GUILDS)
    world.tell_bot_state()


def invite_bot(world: World) -> None:
    """Let the bot into the guild again; to it that is a new guild."""
    if world.bot.in_guild:
        return
    world.bot.in_guild = True
    world.bot.joined_at = world.clock.iso()
    _show_guild(world, is_new=True)
    world.tell_bot_state()


def begin_outage(world: World) -> None:
    """Make the guild unavailable: the bot gets none of its events, and people can't use the bot in it."""
    if not world.bot_is_told:
        return
    world.outage = True
    body = {"id": world.guild_id, "unavailable": True}
    world.hub.to_bot("GUILD_DELETE", orjson.dumps(body), intent.GUILDS)
    world.hub.changed()


def end_outage(world: World) -> None:
    """Make the guild available again."""
    if not world.outage:
        return
    world.outage = False
    if world.bot.in_guild:
        _show_guild(world, is_new=False)


def _show_guild(world: World, *, is_new: bool) -> None:
    for session in world.hub.sessions.values():
        if not session.intents & intent.GUILDS or not session.hears(world.guild_id):
            continue
        body = world.guild_create_payload(session.intents)
        if is_new:  # the field is missing then, and only then: discord-api-docs pull request 5124
            del body["unavailable"]
        session.dispatch("GUILD_CREATE", orjson.dumps(body))
    world.hub.changed()
