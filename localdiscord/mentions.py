"""Who a message names, and who of them is really told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from localdiscord.errors import Json
from localdiscord.model.channel import Message
from localdiscord.model.user import User
from localdiscord.world import World

USER = re.compile(r"<@!?(\d{1,20})>")
CODE = re.compile(r"```.*?```|``.*?``|`[^`]*`", re.DOTALL)


def mentioned(
    world: World, texts: Iterable[str], allowed: Any, *, replied_to: Message | None, may_ping_all: bool
) -> tuple[list[User], bool]:
    """The users that a text mentions and may mention, and whether everyone is mentioned."""
    text = "\n".join(CODE.sub("", part) for part in texts)
    rules: Json = (
        {"parse": ["users", "roles", "everyone"], "replied_user": True} if allowed is None else allowed
    )
    parse = rules.get("parse") or []
    wanted = [str(user_id) for user_id in rules.get("users") or []]
    found: list[User] = []
    for user_id in dict.fromkeys(USER.findall(text)):
        user = world.bot if user_id == world.bot.id else world.people.get(user_id)
        if user is not None and ("users" in parse or user_id in wanted):
            found.append(user)
    if replied_to is not None and rules.get("replied_user") and replied_to.author not in found:
        found.append(replied_to.author)
    everyone = may_ping_all and "everyone" in parse and ("@everyone" in text or "@here" in text)
    return found, everyone


def people_told(world: World, message: Message) -> list[User]:
    """The people whom a new message notifies."""
    if message.flags & 1 << 12:  # sent silently
        return []
    channel = message.channel
    if channel.recipient is not None:  # a direct message always tells
        return [channel.recipient] if message.author is world.bot else []
    told = world.members() if message.mention_everyone else message.mentions
    if message.only_for is not None:
        told = [user for user in told if user is message.only_for]
    return [user for user in told if user.in_guild and not user.bot and user is not message.author]
