"""The bot as a discord.py client: builds the parts, adds the cogs, and starts the repaints."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Mapping
from typing import Any, Final

import aiohttp
import discord
import msgspec
import structlog
import yarl
from discord import app_commands
from discord.app_commands import AppCommandContext, AppInstallationType
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.commands.league import LeagueCommand
from cogs.commands.menus import AppsMenus
from cogs.commands.private import PrivateCommands
from cogs.commands.settings import SettingsCommand
from cogs.commands.table import TableCommands
from cogs.discord_io.application import own_emojis, sent_commands
from cogs.discord_io.attachments import Attachments
from cogs.discord_io.delivery import CAME, Came, Capacity, Reply, pauses
from cogs.discord_io.discord_clock import DiscordClock
from cogs.discord_io.faults import TROUBLE, code_of, is_refused
from cogs.discord_io.watching import Watchers
from cogs.games import emoji_files
from cogs.interactions.answer import answer
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.replays import PACE_S, ReplayPlayer, Reviewer
from cogs.interactions.router import Router
from cogs.messages.display import Displays
from cogs.messages.parts import Parts
from cogs.messages.refresher import PACE, Pace, Refresher
from cogs.messages.updaters import Updaters
from cogs.ops import connection as gateway
from cogs.ops.housekeeping import Housekeeping
from cogs.ops.leagues import LeagueKeeper
from cogs.ops.receiver import Receiver
from cogs.ops.relay import Relay
from cogs.ops.settings import ALONE, LargeBoard, Network
from cogs.people.access import Access, Membership, Reach
from cogs.people.contacts import Contacts
from cogs.people.left_server import LeftPlayers
from cogs.text.language import CatalogueTranslator, Localizer
from locales import in_language
from pictures import Studio
from pictures.painter import PAINTER, filmed
from tables import Tables

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_PATIENCE_S: Final = 30.0
"""A request that a rate limit would delay by more than these seconds raises `discord.RateLimited` instead."""

LEAVE_S: Final = 0.7
"""The timeout for closing the gateway's connection when the bot is stopped."""
START_PAUSES_S: Final = (2.0, 5.0, 15.0, 60.0)
"""Seconds between the bot's tries to log in; the last pause is repeated for ever."""
IDENTIFY: Final = "identify"
"""The name of the queue in which a bot's processes take turns to identify themselves to the gateway."""

DISCORD: Final = "https://discord.com/api/v10"


EVERYWHERE: Final = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""The places in which each command can be used: servers, direct messages with the bot, and group messages."""
INSTALLS: Final = AppInstallationType(guild=True, user=True)
"""The ways to install the bot: on a server, and for a person's own use."""


class TableBot(commands.Bot):
    """The discord.py client that shows tables in Discord.

    Attributes:
        studio: The studio that draws pictures.
        parts: The objects that all other modules of `cogs/` share.
        large_board: Serves the Activity's page; None: the Activity is off.
        housekeeping: Keeps tables in step with servers, channels and threads that come and go.
        receiver: Receives interactions over HTTPS; None: interactions come over the gateway only.
    """

    def __init__(
        self,
        tables: Tables,
        *,
        api_base: str = DISCORD,
        studio: Studio | None = None,
        say_ready: Callable[[], None] = lambda: None,
        pace: Pace = PACE,
        replay_pace_s: float = PACE_S,
        watchers: Watchers = (),
        http_trace: aiohttp.TraceConfig | None = None,
        say_unreachable: Callable[[], None] = lambda: None,
        network: Network = ALONE,
        operator_id: int | None = None,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        discord_clock = DiscordClock(tables.clock.now)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            allowed_contexts=EVERYWHERE,
            allowed_installs=INSTALLS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=MOST_PATIENCE_S,
            heartbeat_timeout=gateway.SILENT_S,
            shard_id=network.shard and network.shard.number,
            shard_count=network.shard and network.shard.of,
            http_trace=discord_clock.listen(http_trace),
        )
        self.studio = studio or Studio(PAINTER.draw, PAINTER.forget, film=filmed)
        people = Contacts(tables.people, self.words)
        capacity = Capacity()
        displays = Displays(tables.sessions, discord_clock, tables.clock.now, pace.retry_s)
        reach = Reach(network.has_gateway, network.shard)
        membership = Membership(self, reach, tables.clock.now)
        shared = Parts(
            client=self,
            tables=tables,
            people=people,
            attachments=Attachments(self.studio, tables.clock.now, watchers),
            capacity=capacity,
            reach=reach,
            membership=membership,
            access=Access(tables, membership),
            left_players=LeftPlayers(self, tables, reach),
            refresher=Refresher(tables, capacity, displays, tables.cluster, pace, watchers),
            displays=displays,
            words=self.words,
            now=tables.clock.now,
            discord_clock=discord_clock,
            watchers=watchers,
        )
        self.parts = parts = ClickParts(
            **vars(shared),
            updaters=Updaters(shared),
            relay=Relay(tables, self._take, *network.relay_at),
            replay_player=ReplayPlayer(shared, replay_pace_s),
            reviewer=Reviewer(shared),
            pictures_s=pace.pictures_s,
            operator_id=operator_id,
        )
        self.housekeeping = Housekeeping(parts, pace.spacing_s)
        parts.refresher.begin(parts.updaters.paint, self.housekeeping.refused)
        parts.refresher.join()
        self._say_ready = say_ready
        self._say_unreachable = say_unreachable
        self._way_in: gateway.Connection | None = None
        self._api_base = api_base
        self._said_ready = False
        self._over = asyncio.Event()
        self.receiver = None
        if network.door is not None:
            self.receiver = Receiver(network.door, self._came, tables.clock.now)
        self._large_board = network.large_board
        self.large_board: Any = None
        self._emojis: Mapping[str, str] = {}
        self._commands: Mapping[str, int] = {}
        self._words: dict[str, Localizer] = {}
        Route.BASE = api_base
        self.tree.error(self._on_command_error)

    async def login(self, token: str) -> None:
        """Log in and call `setup_hook`; called by discord.py's `start`.

        While Discord fails or can't be reached, the bot retries with growing pauses: a service manager that
        restarted the bot each time would make no pauses.

        Raises:
            discord.LoginFailure: Discord does not know the token.
            discord.HTTPException: Discord refused a request.
        """
        for failures, pause in enumerate(pauses(START_PAUSES_S)):
            try:
                await super().login(token)
            except TROUBLE as fault:
                if is_refused(fault):
                    raise
                log.warning("not_started", fault=type(fault).__name__, code=code_of(fault), again_in_s=pause)
                if not failures:
                    self._say_unreachable()
                # Otherwise, discord.py would use the closed connector again at the next try.
                await self.http.close()
                self.http.connector = discord.utils.MISSING
                await asyncio.sleep(pause)
            else:
                return

    async def setup_hook(self) -> None:
        """Add the cogs, upload our commands and emojis, and start the repaints and the relay.

        discord.py calls this after the login and before the gateway is connected; `login` retries it.
        """
        if self._api_base != DISCORD and self.parts.reach.has_gateway:
            found = await self.http.request(Route("GET", "/gateway/bot"))
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(found["url"])
        await self.tree.set_translator(CatalogueTranslator())
        if not self.cogs:  # If there are cogs, an earlier call of `setup_hook` has added them.
            for cog in (TableCommands, LeagueCommand, PrivateCommands, SettingsCommand, AppsMenus, Router):
                await self.add_cog(cog(self.parts))
            await self.add_cog(self.housekeeping)
            await self.add_cog(LeagueKeeper(self.parts, self.parts.updaters.leagues))
        await self.parts.tables.peer_events.exclusively("set-up", self._send_what_we_have)
        self._words.clear()
        self.parts.tables.subscribe(self.parts.refresher.changed)
        # Outdated messages are repainted at once, since that needs no gateway.
        await self.parts.refresher.resume()
        self._connection.parsers["INTERACTION_CREATE"] = self._came
        await self.parts.relay.listen()
        if self.receiver is not None:
            if self._large_board is not None:
                self._open_activity(self.receiver, self._large_board)
            await self.receiver.listen()

    def _open_activity(self, receiver: Receiver, settings: LargeBoard) -> None:
        """Have the receiver answer the Activity's page; only this method imports the Activity's modules."""
        from cogs.activity.identity import Identity
        from cogs.activity.server import Activity

        assert self.application_id is not None
        identity = Identity(self, self._api_base, settings.secret, self.parts.now)
        self.large_board = Activity(self.parts, settings, identity, self.application_id)
        receiver.besides = self.large_board.respond

    async def _send_what_we_have(self) -> None:
        """Upload our commands and emojis; `setup_hook` lets only one process at a time do this.

        A bot without the gateway uploads its commands only if Discord has others.
        """
        self._commands = await sent_commands(self.tree, anyway=self.parts.reach.has_gateway)
        self._emojis = await own_emojis(self, await asyncio.to_thread(emoji_files))

    def _came(self, payload: Any) -> None:
        """Handle an interaction from the gateway or over HTTPS, unless this process has had it before."""
        if self.parts.relay.is_new(payload["id"]):
            is_shared = self.parts.tables.cluster.is_shared
            self._take(Came(payload, msgspec.json.encode(payload) if is_shared else b""))

    def _take(self, came: Came) -> None:
        """Have discord.py parse and handle an interaction, in tasks whose variable `CAME` is `came`."""
        context = contextvars.copy_context()
        context.run(CAME.set, came)
        context.run(self._connection.parse_interaction_create, came.payload)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn to identify itself: Discord allows one identification in 5 seconds."""
        if shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.parts.tables.peer_events.wait_for_slot(IDENTIFY, gateway.IDENTIFY_S)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected to the gateway until the bot is closed; called by discord.py's `start`.

        Without the gateway, only wait until the bot is closed.
        """
        if not self.parts.reach.has_gateway:
            self.dispatch("ready")
            self._ready.set()
            await self._over.wait()
            return
        if not reconnect:
            await super().connect(reconnect=False)
            return
        self._way_in = gateway.Connection(self)
        await self._way_in.keep()

    def hears_gateway(self) -> bool:
        """Whether the gateway is connected: Discord has acknowledged a heartbeat lately."""
        return self._way_in is not None and self._way_in.is_heard

    def hears_https(self) -> bool:
        """Whether the receiver takes requests: True from the end of setup until the bot is stopped."""
        return self.receiver is not None and self.receiver.is_taking

    @property
    def ways(self) -> dict[str, Callable[[], bool]]:
        """The ways by which clicks reach this process, by name; each function tells if its way is open."""
        gateway = {"gateway": self.hears_gateway} if self.parts.reach.has_gateway else {}
        return gateway if self.receiver is None else {**gateway, "https": self.hears_https}

    def words(self, locale: str | None) -> Localizer:
        """Return the sentences for a Discord locale, with our emojis and mentions of our commands."""
        words = in_language(locale)
        if words.language not in self._words:
            has_large_board = self._large_board is not None
            self._words[words.language] = Localizer(
                words, self._emojis, self._commands, has_large_board=has_large_board
            )
        return self._words[words.language]

    async def on_ready(self) -> None:
        """Log that the bot is online; the first time, also tell the operator.  discord.py calls this."""
        log.info("ready", guilds=len(self.guilds))
        if not self._said_ready:
            self._said_ready = True
            self._say_ready()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event, unless the bot is closed: discord.py may dispatch events even then."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Finish running answers, stop the repaints, and disconnect.

        The tables stay open: `bot.run`, which opened them, closes them.
        """
        if self.receiver is not None:
            await self.receiver.stop_taking()
        if self.large_board is not None:
            self.large_board.close()
        self.parts.relay.stop_taking()
        await self.parts.capacity.close()
        await self.parts.replay_player.close()
        await self.parts.reviewer.close()
        await self.parts.refresher.close()
        await self.parts.relay.close()
        if self.receiver is not None:
            await self.receiver.close()
        leaving = asyncio.create_task(super().close())
        if not (await asyncio.wait([leaving], timeout=LEAVE_S))[0]:
            log.warning("gateway_not_left")  # discord.py would wait half a minute for the gateway.
            await self.http.close()
        await leaving
        self._over.set()
        await asyncio.to_thread(self.studio.close)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an exception that the handler of an event has raised; called by discord.py."""
        log.exception("event_failed", occurrence=event_method)

    async def _on_command_error(
        self, interaction: discord.Interaction, fault: app_commands.AppCommandError
    ) -> None:
        """Tell a person that a command failed before its callback ran, such as one with outdated options."""

        async def raised() -> Reply:
            raise fault

        await answer(Click(self.parts, interaction), raised())
