"""The Activity: sets its address, launches it in a channel, and closes people's frames."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

import orjson

from localdiscord.changes.commands import registered, tell_commands
from localdiscord.checks.commands import ENTRY_POINT, LAUNCHED_BY_DISCORD
from localdiscord.model.activity import Frame, Instance
from localdiscord.model.channel import Channel
from localdiscord.model.errors import Json
from localdiscord.model.events import Seen
from localdiscord.model.user import User
from localdiscord.model.world import World

LAUNCHED = "ACTIVITY_LAUNCH"
PARTICIPANTS = "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE"


def use(world: World, url: str | None) -> None:
    """Give the application an Activity at an address, with the entry-point command; None: remove it."""
    world.activities.url = url
    shelf = world.commands[None]
    entries = [key for key, command in shelf.items() if command["type"] == ENTRY_POINT]
    if url is None:
        world.activities.instances.clear()
        for key in entries:
            del shelf[key]
    elif not entries:
        entry = {"name": "launch", "type": ENTRY_POINT, "handler": LAUNCHED_BY_DISCORD}
        command_id = world.clock.snowflake()
        shelf[command_id] = registered(world, entry, command_id, None)
    tell_commands(world)


def launch(world: World, user: User, channel: Channel, nonce: str | None = None) -> Instance:
    """Open the Activity for a person in a channel, and return the Activity's instance.

    People in the same channel share an instance.  A person has only one frame, so an earlier one closes.
    """
    running = world.activities.instances
    found = next((one for one in running.values() if one.channel is channel), None)
    if found is None or user.id not in found.frames:
        leave(world, user)
        if found is None:
            found = Instance(world.clock.snowflake(), channel)
        running[found.id] = found
        found.frames[user.id] = Frame(str(uuid.uuid4()))
        tell_participants(world, found)
    opened: Json = {"instance_id": found.id, "channel_id": channel.id, "nonce": nonce}
    opened["url"] = frame_url(world, found, user)
    world.events.history.append(Seen(LAUNCHED, orjson.dumps(opened), frozenset([user.id])))
    world.events.to_one_screen(LAUNCHED, user, opened)
    world.events.changed()
    return found


def leave(world: World, user: User) -> None:
    """Close a person's frame, if there is one; an instance without people ends for ever."""
    left = world.activities.of(user)
    if left is None:
        return
    del left.frames[user.id]
    if not left.frames:
        del world.activities.instances[left.id]
    world.events.to_one_screen("ACTIVITY_CLOSE", user, {"instance_id": left.id})
    tell_participants(world, left)


def tell_participants(world: World, instance: Instance) -> None:
    """Send the frames of an instance the list of its people."""
    body = {"instance_id": instance.id, "participants": participants(world, instance)}
    world.events.to_screens(PARTICIPANTS, orjson.dumps(body), frozenset(instance.frames))
    world.events.changed()


def participants(world: World, instance: Instance) -> list[Json]:
    """Return the people of an instance as the embedded-app SDK shows them."""
    keys = ("id", "username", "global_name", "discriminator", "avatar", "flags", "bot")
    people = [world.user(user_id) for user_id in instance.frames]
    return [
        {key: value for key, value in user.payload().items() if key in keys}
        | ({"nickname": user.nick} if user.nick else {})
        for user in people
    ]


def frame_url(world: World, instance: Instance, user: User) -> str:
    """Return the address that a person's frame in an instance opens."""
    place = instance.location
    query = {
        "instance_id": instance.id,
        "location_id": place["id"],
        "launch_id": instance.launch_id,
        "channel_id": place["channel_id"],
        **({"guild_id": place["guild_id"]} if "guild_id" in place else {}),
        "frame_id": instance.frames[user.id].id,
        "platform": "desktop",
    }
    url = str(world.activities.url)
    return f"{url}{'&' if '?' in url else '?'}{urlencode(query)}"
