"""What the parts of the bot work with: built once by `cogs.client`, and handed to whoever needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from discord.ext import commands

from cogs.kit.access import Access
from cogs.kit.admission import Admission
from cogs.kit.attachments import Gallery
from cogs.kit.language import Speech
from cogs.kit.left_players import LeftPlayers
from cogs.kit.membership import Membership
from cogs.kit.people import Acquaintances
from cogs.kit.reach import Reach
from cogs.live.refresher import Refresher
from cogs.live.surface import Surfaces
from tables import Tables


@dataclass(frozen=True)
class Parts:
    """The parts that most others need.

    Attributes:
        client: The way to Discord.
        tables: What there is to show.
        people: Languages and direct messages of people.
        gallery: Sends messages with their pictures.
        admission: Decides who is worked for now.
        reach: Knows which places are gone.
        membership: Knows who is in a table's channel.
        access: Judges who may do what.
        left_players: Finds out who has left a server.
        refresher: Has tables repainted.
        surfaces: Knows what messages show.
        speech: The sentences for a Discord locale, with our emojis in them.
        now: Seconds since 1970.
    """

    client: commands.Bot
    tables: Tables
    people: Acquaintances
    gallery: Gallery
    admission: Admission
    reach: Reach
    membership: Membership
    access: Access
    left_players: LeftPlayers
    refresher: Refresher
    surfaces: Surfaces
    speech: Callable[[str | None], Speech]
    now: Callable[[], float]
