"""The objects that most modules of the bot need: `cogs.client` builds them once and passes them on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from discord.ext import commands

from cogs.discord_io.attachments import Attachments
from cogs.discord_io.delivery import Capacity
from cogs.discord_io.discord_clock import DiscordClock
from cogs.discord_io.watching import Watchers
from cogs.messages.display import Displays
from cogs.messages.refresher import Refresher
from cogs.people.access import Access, Membership, Reach
from cogs.people.contacts import Contacts
from cogs.people.left_server import LeftPlayers
from cogs.text.language import Localizer
from tables import Tables


@dataclass(frozen=True)
class Parts:
    """The objects that most modules of the bot need.

    Attributes:
        client: Sends requests to Discord, and knows the servers and channels that the gateway has reported.
        people: Knows people's languages and direct-message channels.
        attachments: Sends messages with their pictures.
        capacity: Decides which clicks are worked on now, and which wait.
        reach: Knows the servers and channels whose events this process gets, and the deleted channels.
        membership: Finds out which people are in a table's channel, and their rights there.
        access: Checks people's rights at tables.
        left_players: Finds out which players have left a server.
        displays: The displays: all that this process knows of each table's messages.
        words: Returns the sentences for a Discord locale, with our emojis and mentions of our commands.
        now: Returns the time by the tables' clock, in seconds since 1970.
        discord_clock: Tells Discord's time, by which the age of messages is computed.
        watchers: Objects called at the end of clicks, repaints and notices, for metrics and logs.
    """

    client: commands.Bot
    tables: Tables
    people: Contacts
    attachments: Attachments
    capacity: Capacity
    reach: Reach
    membership: Membership
    access: Access
    left_players: LeftPlayers
    refresher: Refresher
    displays: Displays
    words: Callable[[str | None], Localizer]
    now: Callable[[], float]
    discord_clock: DiscordClock
    watchers: Watchers
