"""Keeps the message of each league up to date: edits it, or posts it again if it was deleted."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from weakref import WeakValueDictionary

import discord

from cogs.discord_io.attachments import NOBODY
from cogs.discord_io.faults import TROUBLE
from cogs.history.league import Urls, league_message
from cogs.messages.parts import Parts
from cogs.messages.tracked_message import TrackedMessage, Update
from cogs.messages.whereabouts import BOARD, channel, message_at, nonce
from cogs.text import ui
from tables.leagues import Season


class LeagueMessages:
    """Shows leagues in their channels."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def urls(self, season: Season) -> Urls:
        """The addresses of the boards of a season's present tables."""
        found = {}
        for group in season.groups:
            if group.facts is not None:
                board = (await self._parts.tables.messages.get(group.table_id)).get(BOARD)
                if board is not None and board.message_id:
                    place = f"{group.facts.guild_id}/{board.channel_id}/{board.message_id}"
                    found[group.table_id] = f"https://discord.com/channels/{place}"
        return found

    async def show(self, league_id: str) -> None:
        """Have a league's message show its present state.

        Raises:
            Refused: `no_league`.
            discord.HTTPException: Discord failed, or refused.
        """
        lock, leagues = self._locks.setdefault(league_id, asyncio.Lock()), self._parts.tables.leagues
        async with lock:
            season = await leagues.season(league_id)
            await self._show(season)
            if season.is_final and season.league.due_at is not None:
                await leagues.close(league_id)

    async def _show(self, season: Season) -> None:
        league, parts = season.league, self._parts
        view = league_message(season, await self.urls(season), parts.words(league.settings.locale))
        shown = TrackedMessage(league.message_id, league.shown)
        if league.message_id and shown.shows(view):
            return
        former = message_at(parts, league.channel_id, league.message_id)

        async def edit() -> None:
            await former.edit(view=ui.sendable(view), allowed_mentions=NOBODY)

        async def post() -> None:
            # If the bot is killed before it notes the message, the nonce keeps Discord from posting it twice.
            sent = await channel(parts, league.channel_id).send(
                view=ui.sendable(view),
                nonce=nonce(parts, "league", league.id, league.message_id),
                allowed_mentions=NOBODY,
            )
            shown.message_id = sent.id

        done = await shown.update(view, edit, post, is_post=not league.message_id)
        if done is Update.GONE:
            await post()
        await parts.tables.leagues.shown(league.id, shown.message_id, ui.digest(view))
        if done is Update.POSTED and league.message_id:
            with suppress(*TROUBLE, discord.NotFound):  # The former message could not be edited any more.
                await former.delete()
