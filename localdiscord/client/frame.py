"""Commands that the page in an Activity's frame sends to Discord's client, and the client's answers."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from localdiscord.changes.activities import PARTICIPANTS, launch, participants
from localdiscord.changes.interactions import check_may_use, interact
from localdiscord.checks.commands import ENTRY_POINT, LAUNCHED_BY_DISCORD
from localdiscord.client.commands import checked_use
from localdiscord.model.activity import CODE_LASTS_S, Frame, Grant, Instance
from localdiscord.model.channel import Channel
from localdiscord.model.clock import iso
from localdiscord.model.errors import BadInput, Json
from localdiscord.model.interaction import COMMAND, Interaction
from localdiscord.model.user import User
from localdiscord.model.world import World

INVALID_PAYLOAD, INVALID_COMMAND, INVALID_EVENT, INVALID_CHANNEL = 4000, 4002, 4004, 4005
INVALID_PERMISSIONS, INVALID_CLIENT, INVALID_TOKEN = 4006, 4007, 4009


class FrameRefusal(Exception):
    """Raised for a command of a frame that Discord's client refuses with a code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Sender(NamedTuple):
    """The frame that sends a command, with its person and instance."""

    world: World
    user: User
    instance: Instance
    frame: Frame


def run(world: World, user: User, name: str, args: Json) -> Any:
    """Carry out a command of the page in a person's frame, and return the answer's data.

    Raises:
        BadInput: if the person has no frame.
        FrameRefusal: if Discord's client refuses the command.
    """
    instance = world.activities.of(user)
    if instance is None:
        raise BadInput(f"{user.name} has no Activity open")
    frame = instance.frames[user.id]
    if name not in COMMANDS:
        world.lack(f"the Activity's command {name[:40]}")
        raise FrameRefusal(INVALID_COMMAND, f"Invalid command: {name[:40]}")
    if (scope := SCOPES.get(name)) is not None and scope not in frame.scopes:
        raise FrameRefusal(INVALID_PERMISSIONS, "Not authenticated or invalid scope")
    return COMMANDS[name](Sender(world, user, instance, frame), args)


def authorize(sender: Sender, args: Json) -> Json:
    """Have the person allow at once whatever the page asks for; return the code for that."""
    world, scopes = sender.world, args.get("scope")
    if args.get("client_id") != world.application_id:
        raise FrameRefusal(INVALID_CLIENT, "Invalid Client ID")
    if not isinstance(scopes, list) or not scopes or not all(isinstance(one, str) for one in scopes):
        raise FrameRefusal(INVALID_PAYLOAD, 'child "scope" fails because "scope" must be a list of scopes')
    if args.get("response_type", "code") != "code":
        raise FrameRefusal(INVALID_PAYLOAD, 'child "response_type" fails because it must be "code"')
    code = secrets.token_urlsafe(22)
    world.activities.codes[code] = Grant(sender.user, scopes, world.clock.now() + CODE_LASTS_S)
    return {"code": code}


def authenticate(sender: Sender, args: Json) -> Json:
    """Accept the page's token; from now on, the token's scopes hold for the page's commands."""
    world, token = sender.world, str(args.get("access_token"))
    grant = world.activities.grant(f"Bearer {token}", world.clock.now())
    if grant is None or grant.user is not sender.user:
        raise FrameRefusal(INVALID_TOKEN, "Invalid token")
    sender.frame.scopes = frozenset(grant.scopes)
    keys = ("username", "discriminator", "id", "avatar", "public_flags", "global_name")
    application = {"id": world.application_id, "name": world.bot.username, "icon": None}
    return {
        "access_token": token,
        "user": {key: value for key, value in sender.user.payload().items() if key in keys},
        "scopes": grant.scopes,
        "expires": iso(grant.until),
        "application": application | {"description": world.application_description},
    }


def get_channel(sender: Sender, args: Json) -> Json:
    """Return a channel that the person can see."""
    channel = sender.world.channels.get(str(args.get("channel_id")))
    if channel is None or not channel.seen_by(sender.user):
        raise FrameRefusal(INVALID_CHANNEL, "Invalid channel")
    told = {"id": channel.id, "type": channel.type, "name": channel.name, "guild_id": channel.guild_id}
    return told | {"voice_states": [], "messages": []}


def subscribe(_sender: Sender, args: Json) -> Json:
    """Accept the subscription to an event for frames, or its end."""
    if args.get("evt") != PARTICIPANTS:
        raise FrameRefusal(INVALID_EVENT, f"Invalid event: {args.get('evt')}")
    return {"evt": PARTICIPANTS}


COMMANDS: dict[str, Callable[[Sender, Json], Any]] = {
    "AUTHORIZE": authorize,
    "AUTHENTICATE": authenticate,
    "GET_CHANNEL": get_channel,
    "SUBSCRIBE": subscribe,
    "UNSUBSCRIBE": subscribe,
    "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS": lambda sender, _: {
        "participants": participants(sender.world, sender.instance)
    },
    "USER_SETTINGS_GET_LOCALE": lambda sender, _: {"locale": sender.user.locale},
    "GET_PLATFORM_BEHAVIORS": lambda *_: {},
    "ENCOURAGE_HW_ACCELERATION": lambda *_: {"enabled": True},
    "SET_CONFIG": lambda _, args: {"use_interactive_pip": bool(args.get("use_interactive_pip"))},
    "SET_ORIENTATION_LOCK_STATE": lambda *_: None,
    "CAPTURE_LOG": lambda *_: None,
}
SCOPES = {"GET_CHANNEL": "guilds", "USER_SETTINGS_GET_LOCALE": "identify"}


def enter(world: World, user: User, channel: Channel, nonce: str | None = None) -> Interaction | None:
    """Use the entry-point command; return None if Discord itself launches the Activity, without the bot.

    Raises:
        BadInput: if there is none, or the person can't use it in that channel.
    """
    check_may_use(world, user, channel, COMMAND)
    command = next((one for one in world.all_commands() if one["type"] == ENTRY_POINT), None)
    if command is None:
        raise BadInput(f"{world.bot.name} has no Activity")
    data = checked_use(world, user, {"id": command["id"], "type": ENTRY_POINT}, channel)
    if command["handler"] == LAUNCHED_BY_DISCORD:
        launch(world, user, channel, nonce)
        return None
    return interact(world, user, channel, COMMAND, data, nonce=nonce)
