"""Keeps the message of each league up to date: edits the message, or posts it again after its deletion."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from weakref import WeakValueDictionary

import discord
import structlog

from cogs.discord_io.attachments import NOBODY, Call
from cogs.discord_io.faults import TROUBLE, code_of
from cogs.history.league import Urls, league_message, league_name, league_url
from cogs.messages.parts import Parts
from cogs.messages.tracked_message import TrackedMessage, Update
from cogs.messages.whereabouts import BOARD, channel, message_at, nonce
from cogs.text import ui
from tables.leagues import Season
from tables.store.leagues import League, LeaguePhase

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


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
        """Have a league's message show the league's present state; close the league after its final state.

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
        if league.phase is LeaguePhase.RUNNING and not league.message_id:
            await self._tell_moved(season, shown.message_id)
        await parts.tables.leagues.shown(league.id, shown.message_id, view.digest)
        if done is Update.POSTED and league.message_id:
            with suppress(*TROUBLE, discord.NotFound):  # The former message could not be edited any more.
                await former.delete()

    async def _tell_moved(self, season: Season, message_id: int) -> None:
        """Tell all players that their league goes on in another channel, where its message is."""
        league = season.league
        url = league_url(league, message_id)
        for member in season.members.values():
            if not member.has_left:
                await tell(self._parts, member.person_id, league, "moved", league.channel_id, url=url)


async def tell(parts: Parts, person_id: int, league: League, key: str, about: int, **told: str) -> None:
    """Send a person a sentence on a league by direct message, if the person takes any.

    `key`: the sentence's key, without `league.`.  `about`: a number that tells this message from later ones
    with the same key: a retry with the same number posts nothing new.  `told`: the values in the sentence.
    """
    people = parts.people
    if not people.takes_direct(person_id):
        return
    words = people.words(person_id)
    line = words(f"league.{key}", league=league_name(league, words), **told)
    is_quiet = people.is_quiet(person_id, parts.now())
    try:
        await parts.attachments.send(
            channel(parts, await people.direct_channel(parts.client, person_id)),
            ui.plain(line),
            nonce=nonce(parts, f"league_{key}", league.id, about),
            silent=is_quiet,
            call=None if is_quiet else Call(line, f"league_{key} {league.id} {person_id}"),
        )
    except TROUBLE as fault:
        log.info("league_untold", league=league.id, about=key, code=code_of(fault))
