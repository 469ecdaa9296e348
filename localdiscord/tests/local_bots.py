"""A real discord.py bot for tests, connected to the local Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from localdiscord import LocalDiscord


def point_at(local: LocalDiscord) -> None:
    """Have discord.py connect to the local Discord, by the class attributes with Discord's addresses."""
    Route.BASE = local.api_base
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(local.gateway_url)


class Bot(discord.Client):
    """A bot to which a test adds commands before the bot starts."""

    def __init__(
        self, setup: Callable[[Bot], Any] | None = None, *, sync: bool = True, **options: Any
    ) -> None:
        options.setdefault("intents", discord.Intents.default())
        super().__init__(guild_ready_timeout=0.01, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.is_up = asyncio.Event()
        self._setup = setup
        self._sync = sync

    async def setup_hook(self) -> None:
        if self._setup is not None:
            self._setup(self)
        if self._sync:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait between two sessions."""

    async def on_ready(self) -> None:
        self.is_up.set()

    async def on_socket_event_type(self, event: str) -> None:
        self.heard.append(event)


@asynccontextmanager
async def running(
    local: LocalDiscord, setup: Callable[[Bot], Any] | None = None, **options: Any
) -> AsyncIterator[Bot]:
    """Run a bot; yield it when it is connected and ready."""
    point_at(local)
    bot = Bot(setup, **options)
    task = asyncio.create_task(bot.start(local.token))
    ready = asyncio.create_task(bot.is_up.wait())
    try:
        await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED, timeout=10)
        if task.done():
            task.result()
        assert ready.done(), "the bot did not get ready"
        yield bot
    finally:
        ready.cancel()
        await bot.close()
        await asyncio.wait([task], timeout=5)


def channel_of(bot: Bot, local: LocalDiscord, name: str = "general") -> discord.TextChannel:
    """Return a text channel as the bot's library knows it."""
    channel = bot.get_channel(int(local.channel(name).id))
    assert isinstance(channel, discord.TextChannel)
    return channel
