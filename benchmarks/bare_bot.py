"""The floor: a bot with discord.py alone, which answers each click by editing the message.

The edited message is as large as one of our bot's.  Clicks come over the gateway or, for `ways`, over HTTPS
by our receiver.
"""

from __future__ import annotations

import os

import discord
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import fast_loop
from cogs.ops.receiver import Receiver
from cogs.ops.settings import network

TEXT = "**Hand:** Fish · Priest · Moai\n" * 8


def view(clicks: int) -> ui.LayoutView:
    """Return a panel that is about as large as a player's."""
    made = ui.LayoutView(timeout=None)
    buttons = [ui.Button[ui.LayoutView](label=f"Move {n}", custom_id=f"move:{n}:{clicks}") for n in range(5)]
    made.add_item(ui.Container(ui.TextDisplay(TEXT), ui.Separator(), ui.ActionRow(*buttons)))
    made.stop()
    return made


class BareBot(discord.Client):
    """A bot that only answers clicks, and stores nothing."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.clicks = 0
        Route.BASE = os.environ["DISCORD_API_BASE"]

    async def setup_hook(self) -> None:
        """Prepare to connect to the local Discord's gateway."""
        gateway = await self.http.request(Route("GET", "/gateway/bot"))
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway["url"])
        if (door := network(os.environ).door) is not None:
            self.receiver = Receiver(door, self._connection.parse_interaction_create)
            await self.receiver.listen()

    async def on_ready(self) -> None:
        """Post a message with a panel for each person."""
        channel = self.get_channel(int(os.environ["CHANNEL"]))
        assert isinstance(channel, discord.TextChannel)
        for _ in range(int(os.environ["PEOPLE"])):
            await channel.send(view=view(0))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click by the same panel."""
        self.clicks += 1
        await interaction.response.edit_message(view=view(self.clicks))


if __name__ == "__main__":
    import asyncio

    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(BareBot().start(os.environ["DISCORD_TOKEN"]))
