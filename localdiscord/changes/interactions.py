"""Creates people's interactions with the bot, delivers them, and fails those without an answer in time."""

from __future__ import annotations

import uuid

import orjson

from localdiscord.changes.attachments import forget_used
from localdiscord.changes.messages import check_may_see, wake
from localdiscord.model.channel import OF_POSTS, Channel, Message
from localdiscord.model.errors import BadInput, Json
from localdiscord.model.interaction import (
    ANSWER_WITHIN_S,
    AUTOCOMPLETE,
    COMPONENT,
    TOKEN_LASTS_S,
    Interaction,
)
from localdiscord.model.user import User
from localdiscord.model.world import World

DELIVERABLE_AGAIN = 5_000


def check_may_use(
    world: World, user: User, channel: Channel, kind: int, message: Message | None = None
) -> None:
    """Check that a person can use the bot in a channel; a click in an archived thread unarchives it first.

    A person who shares no guild with the bot can still use old buttons in direct messages.

    Raises:
        BadInput: if the person can't use the bot there.
    """
    check_may_see(user, channel)
    if channel.type in OF_POSTS:
        raise BadInput("a forum takes commands in its posts only")
    if world.outage and channel.guild_id == world.guild_id:
        raise BadInput("the guild is unavailable")
    if message is not None and not world.bot_is_in(channel) and "1" not in owners_of(message):
        raise BadInput(f"{world.bot.name} is not in the guild")
    if channel.locked:  # The client greys commands out, for moderators too: discord-api-docs issue 7900.
        raise BadInput("a locked thread takes no commands and clicks")
    if channel.archived and kind != COMPONENT:
        raise BadInput("an archived thread takes no commands")
    if channel.archived:  # The client checks this, too, before it sends a click: discord-api-docs issue 8474.
        wake(world, channel)


def interact(
    world: World,
    user: User,
    channel: Channel,
    kind: int,
    data: Json,
    *,
    message: Message | None = None,
    nonce: str | None = None,
    parent: Interaction | None = None,
) -> Interaction:
    """Create an interaction, deliver it to the bot, and return it."""
    new = Interaction(
        world.clock.snowflake(),
        uuid.uuid4().hex,
        kind,
        user,
        channel,
        data,
        world.clock.now(),
        message,
        nonce,
    )
    new.parent = parent
    new.owners = authority(world, new)
    new.raw = orjson.dumps(payload(world, new))
    world.interactions[new.id] = world.by_token[new.token] = new
    forget_old(world, new)
    new.timer = world.clock.after(ANSWER_WITHIN_S, lambda: fail(world, new))
    if kind != AUTOCOMPLETE:
        world.events.to_one_screen("INTERACTION_CREATE", user, {"id": new.id, "nonce": nonce})
    delay_s = world.lateness_s(new)
    if delay_s > 0:
        world.clock.after(delay_s, lambda: deliver(world, new))
    else:
        deliver(world, new)
    return new


def owners_of(message: Message) -> Json:
    """Return the installations (of the server, of a person) by which a message was posted."""
    told: Json = {"0": message.channel.guild_id or "0"}
    if message.metadata is not None:
        told = message.metadata["authorizing_integration_owners"]
    return told


def authority(world: World, interaction: Interaction) -> Json:
    """Return the installations that allow an interaction, by their kind: "0" of the server, "1" of a person.

    A click and its follow-ups have those of the interaction that made the clicked message.
    """
    channel = interaction.channel
    if interaction.parent is not None:
        return interaction.parent.owners
    if interaction.message is not None:
        return owners_of(interaction.message)
    for command in world.all_commands():
        if command["id"] == interaction.data.get("id"):
            return installs(world, command, interaction.user, channel)
    return {"0": channel.guild_id or "0"} if world.bot_is_in(channel) else {"1": interaction.user.id}


def installs(world: World, command: Json, user: User, channel: Channel) -> Json:
    """Return the installations by which a person can use a command in a channel; empty: they can't."""
    contexts = command["contexts"]
    if contexts is None:
        contexts = [0, 1, 2] if command.get("dm_permission", True) else [0]
    if context_of(channel) not in contexts or command.get("guild_id") not in (None, channel.guild_id):
        return {}
    found: Json = {}
    if 0 in command["integration_types"] and world.bot_is_in(channel):
        found["0"] = channel.guild_id or "0"
    if 1 in command["integration_types"] and user.installed:
        found["1"] = user.id
    return found


def context_of(channel: Channel) -> int:
    """Return a channel's context for interactions: 0 a server, 1 DMs with the bot, 2 other people's DMs."""
    return 0 if not channel.is_direct else 1 if channel.recipient is not None else 2


def deliver(world: World, interaction: Interaction) -> None:
    """Send an interaction to the bot; if it was sent before, send it again with the same id and token.

    Raises:
        LookupError: if there have been too many interactions since.
    """
    if not interaction.raw:
        raise LookupError("that interaction is too old to be delivered again")
    if world.way_in is None:
        world.events.to_bot("INTERACTION_CREATE", interaction.raw)
    else:
        world.way_in(interaction)
    world.events.changed()


def forget_old(world: World, new: Interaction) -> None:
    """Remember an interaction; keep the raw JSON of only the newest `DELIVERABLE_AGAIN`.

    Now and then, drop expired interactions with their files.
    """
    world.fresh.append(new)
    if len(world.fresh) > DELIVERABLE_AGAIN:
        world.fresh.popleft().raw = b""
    if len(world.interactions) % 10_000 == 0:
        for interaction in [i for i in world.interactions.values() if is_expired(world, i)]:
            del world.interactions[interaction.id], world.by_token[interaction.token]
            forget_used(world, interaction.data)


def payload(world: World, interaction: Interaction) -> Json:
    """Return the interaction object that the bot gets."""
    user, channel = interaction.user, interaction.channel
    allowed = {"permissions": str(channel.permissions_of(user))}
    shown: Json = {
        "id": interaction.id,
        "application_id": world.application_id,
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": channel.id,
        "channel": channel.payload() | allowed,
        "locale": user.locale,
        "app_permissions": str(world.app_permissions_in(channel, user)),
        "authorizing_integration_owners": interaction.owners,
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "context": context_of(channel),
    }
    if channel.is_direct:
        shown["user"] = user.payload()
    else:
        shown["guild_id"] = channel.guild_id
        shown["guild"] = {"id": channel.guild_id, "locale": world.guild_locale, "features": []}
        shown["guild_locale"] = world.guild_locale
        shown["member"] = user.member_payload() | allowed
    if interaction.message is not None:
        shown["message"] = orjson.Fragment(interaction.message.raw())
    return shown


def acknowledge(world: World, interaction: Interaction, kind: int) -> None:
    """Record that the bot has answered an interaction; `kind`: the type of its answer."""
    interaction.response_type = kind
    interaction.settle()
    body = {"id": interaction.id, "nonce": interaction.nonce}
    world.events.to_one_screen("INTERACTION_SUCCESS", interaction.user, body)
    world.events.changed()


def fail(world: World, interaction: Interaction) -> None:
    """Record that the bot did not answer an interaction in time."""
    if interaction.acknowledged or interaction.failed:
        return
    interaction.failed = True
    interaction.settle()
    body = {"id": interaction.id, "nonce": interaction.nonce}
    world.events.to_one_screen("INTERACTION_FAILURE", interaction.user, body)
    world.events.changed()


def is_expired(world: World, interaction: Interaction) -> bool:
    """Whether an interaction's token has run out."""
    return world.clock.now() - interaction.made_at > TOKEN_LASTS_S
