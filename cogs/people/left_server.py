"""Finds out which players have left a server: by requests, at most one a day for each player.

No event of the gateway reports that a person has left.  So the housekeeping and each repaint have the bot ask
about a table's late players; and after a refused direct message, the bot asks about the addressee.
"""

from __future__ import annotations

from typing import Final

import discord
import structlog

from cogs.discord_io.faults import PERSON_GONE, TROUBLE, code_of
from cogs.people.access import Reach
from engine.game import Seat
from tables import Kind, Look, Phase, Refused, Tables
from tables.store.journal import LATEST
from tables.timing.preferences import reminders_of
from tables.verbs.seat_changes import left_behind
from tables.views.looks import log_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

ONCE_S: Final = 24 * 3600.0
"""Seconds between requests about a person in a server, and from a turn's beginning to the first request."""


class LeftPlayers:
    """Finds out which players have left their table's server, and marks their seats as deserted."""

    def __init__(self, client: discord.Client, tables: Tables, reach: Reach) -> None:
        self._client = client
        self._reach = reach
        self._tables = tables
        self._now = tables.clock.now
        self._asked: dict[tuple[int, int], float] = {}

    async def look_at(self, table_id: str) -> bool:
        """Ask Discord about the players who keep a table waiting; return whether any request was sent.

        Each repaint calls this, and so does the housekeeping, for tables that are not repainted.
        """
        try:
            look = await self._tables.look(table_id, None)
            if look.table.phase is not Phase.RUNNING or look.table.held or look.table.guest:
                return False
            late = await self._late(look)
            waited_for = [seat for seat in look.to_move if await self._is_overdue(look, seat)]
        except Refused as refusal:
            log.info("not_looked_at", table=table_id, code=refusal.code)
            return False
        asked = False
        for info in (look.table.seats[seat] for seat in sorted({*late, *waited_for})):
            if info.has_say and info.person_id is not None:
                asked = self._may_ask(look.table.guild_id, info.person_id) or asked
                await self.ask(look.table.guild_id, info.person_id)
        return asked

    async def ask(self, guild_id: int | None, person_id: int) -> bool:
        """Ask Discord, at most once a day, whether a person has left a server; False: no, or not known.

        The seats of a person who has left are marked as deserted, at all running tables of the server.
        """
        if guild_id is None or not self._is_there(guild_id) or not self._may_ask(guild_id, person_id):
            return False
        self._asked[guild_id, person_id] = self._now()
        try:
            await self._client.http.get_member(guild_id, person_id)
        except TROUBLE as fault:
            if code_of(fault) not in PERSON_GONE:
                log.info("member_unknown", code=code_of(fault), fault=type(fault).__name__)
                return False
        else:
            return False
        for table in await self._tables.tables_of(person_id):
            seat = table.seat_of(person_id)
            if table.guild_id == guild_id and table.phase is Phase.RUNNING and seat is not None:
                await self._tables.happen(table.id, left_behind, seat)
        return True

    def _is_there(self, guild_id: int) -> bool:
        """Whether to ask Discord about a server: False if the gateway says that the bot isn't there."""
        guild = self._client.get_guild(guild_id)
        return not self._reach.covers(guild_id) or (guild is not None and not guild.unavailable)

    def forget_old(self) -> None:
        """Forget requests that were made more than `ONCE_S` ago."""
        now = self._now()
        self._asked = {key: at for key, at in self._asked.items() if now - at < ONCE_S}

    def _may_ask(self, guild_id: int | None, person_id: int) -> bool:
        asked_at = self._asked.get((guild_id or 0, person_id))
        return asked_at is None or self._now() - asked_at >= ONCE_S

    async def _late(self, look: Look) -> list[Seat]:
        """Return the seats whose time for a move ran out within the last `ONCE_S` seconds."""
        if look.table.turn_s is None:
            return []
        newest = await self._tables.read(look.table.id, log_of, None, look.table.version - LATEST)
        since = self._now() - ONCE_S
        return [
            one.seat for one in newest if one.kind is Kind.LATE and one.seat is not None and one.at > since
        ]

    async def _is_overdue(self, look: Look, seat: Seat) -> bool:
        """Whether a seat's player is late, has had to move for `ONCE_S`, or has a reminder due."""
        clock, person_id = look.clocks.get(seat), look.table.seats[seat].person_id
        if clock is None or person_id is None:
            return False
        now = self._now()
        if clock.is_late or now - clock.since >= ONCE_S:
            return True
        wanted = self._tables.people.preferences(person_id)
        return any(at <= now for at in reminders_of(clock, wanted))
