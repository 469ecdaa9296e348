"""Attends to leagues once a minute: opens the tables that are due, and updates the leagues' messages."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog
from discord.ext import commands

from cogs.discord_io.faults import TROUBLE, UNKNOWN_CHANNEL, code_of, is_refused
from cogs.messages.leagues import LeagueMessages, tell
from cogs.messages.parts import Parts
from tables import Refused, StorageFailed
from tables.store.leagues import League, LeaguePhase
from tables.timing.clock import cancelled

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SELDOM: Final = 360
"""The most rounds between two requests about a league whose message Discord has refused."""
EACH_S: Final = 60.0
"""Seconds between two rounds of all leagues."""


class LeagueKeeper(commands.Cog):
    """The cog that starts rounds of leagues when they are due, and keeps the leagues' messages up to date."""

    def __init__(self, parts: Parts, messages: LeagueMessages) -> None:
        self._parts = parts
        self._messages = messages
        # The rounds since Discord refused the message of a league in a channel.
        self._refused: dict[tuple[str, int], int] = {}
        self._task: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start the cog's task; called by discord.py."""
        self._task = asyncio.create_task(self._run(), name="leagues")

    async def cog_unload(self) -> None:
        """Stop the cog's task; at the bot's next start, the leagues go on."""
        await cancelled(self._task)

    async def _run(self) -> None:
        clock = self._parts.tables.clock
        while True:
            await clock.until(clock.now() + EACH_S)
            try:
                await self.attend()
            except StorageFailed as fault:
                log.warning("leagues_put_off", reason=fault.reason)
            except Exception:
                log.exception("leagues_failed")

    async def attend(self) -> None:
        """Open tables and rounds that are due in this process's leagues; update the leagues' messages."""
        found = await self._parts.tables.leagues.attend_all()
        keys = {(one.id, one.channel_id) for one in found}
        self._refused = {key: rounds + 1 for key, rounds in self._refused.items() if key in keys}
        for league in found:
            key = league.id, league.channel_id
            rounds = self._refused.get(key, 0)
            if rounds & (rounds - 1) and rounds % SELDOM:
                continue  # Where Discord has refused, it is asked at the 1st, 2nd, 4th round, and so on.
            try:
                await self._messages.show(league.id)
            except TROUBLE as fault:
                log.info("league_not_shown", league=league.id, code=code_of(fault))
                if is_refused(fault):
                    self._refused.setdefault(key, 0)
                    await self._lost(league, is_deleted=code_of(fault) == UNKNOWN_CHANNEL)
            else:
                self._refused.pop(key, None)

    async def _lost(self, league: League, *, is_deleted: bool) -> None:
        """Pause a running league in whose channel the bot can't post, and tell the league's opener once.

        `is_deleted`: Whether the channel was deleted; then a league that isn't running is ended.
        """
        leagues = self._parts.tables.leagues
        if is_deleted:
            await leagues.close(league.id)
        league = await leagues.get(league.id)
        if league.phase is not LeaguePhase.RUNNING or league.paused_at is not None:
            return
        try:
            await leagues.pause(league.id)
        except StorageFailed:
            raise
        except Refused:  # A moderator has just paused or ended it.
            return
        if league.opener_id is not None:
            key = "lost_channel" if is_deleted else "lost"
            await tell(self._parts, league.opener_id, league, key, league.round)
