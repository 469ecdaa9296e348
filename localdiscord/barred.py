"""What Discord's client doesn't let people do: act in channels that they can't see, or that are closed."""

from __future__ import annotations

from localdiscord.model.channel import Channel
from localdiscord.model.interaction import COMPONENT
from localdiscord.model.user import User
from localdiscord.options import BadInput
from localdiscord.posting import wake
from localdiscord.world import World


def check_may_see(user: User, channel: Channel) -> None:
    """Check that somebody is in a channel.

    Raises:
        BadInput: if not, or if the channel is gone.
    """
    if channel.deleted or not channel.seen_by(user):
        raise BadInput(f"{user.name} is not in that channel")


def check_may_use(world: World, user: User, channel: Channel, kind: int) -> None:
    """Check that somebody can use the bot in a channel; a click in a sleeping thread wakes it first.

    In direct messages old buttons go on working without a common guild.

    Raises:
        BadInput: if they can't.
    """
    check_may_see(user, channel)
    if not channel.is_direct and not world.bot_is_told:
        raise BadInput(f"{world.bot.name} is not in the guild")
    if channel.locked:  # greyed out, for moderators too: discord-api-docs issue 7900
        raise BadInput("a locked thread takes no commands and clicks")
    if channel.archived and kind != COMPONENT:
        raise BadInput("an archived thread takes no commands")
    if channel.archived:  # so does the client before it sends a click: discord-api-docs issue 8474
        wake(world, channel)


def check_may_say(world: World, user: User, channel: Channel) -> None:
    """Check that somebody can write in a channel.

    Raises:
        BadInput: if they can't.
    """
    check_may_see(user, channel)
    if channel.is_direct and not world.share_guild(user):
        raise BadInput(f"{user.name} and {world.bot.name} are in no common guild")
    if channel.locked:
        raise BadInput("a locked thread takes no messages")
