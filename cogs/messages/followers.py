"""Direct messages to followers of a table: the board at each new turn, and at the end of the game.

`Updaters` calls `FollowerUpdater` at each repaint of a table; a click on *Follow* sends the first message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import discord
import structlog

from cogs.discord_io.attachments import Call
from cogs.discord_io.faults import TROUBLE, code_of, is_final
from cogs.messages.display import age_s
from cogs.messages.parts import Parts
from cogs.messages.repaint import Trying
from cogs.messages.whereabouts import Shown, channel, delete_bare_calls_in, message_at, message_url, nonce
from cogs.text.language import Localizer
from cogs.views import calls
from cogs.views.follow import follower_message
from tables import Facts, Follower, Kind, LogEntry, Look, What
from tables.model.table import OPEN_PHASES
from tables.views.looks import log_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SPACING_S: Final = 60.0
"""The least seconds between two notices of turns at one table to the same follower."""
BELIEVED_S: Final = 7 * 24 * 3600.0
"""Seconds for which a follower still counts as seeing a channel after Discord has last confirmed it."""
AT_ONCE: Final = 5
"""The most followers of a table to whom messages are sent at the same time."""


class FollowerUpdater:
    """Sends a table's followers the state that everybody in the table's channel can see.

    Only public facts decide when a message is sent, so that its time doesn't reveal secret choices.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def paint(self, look: Look, shown: Shown, tried: Trying) -> None:
        """Send followers the notices they want and haven't got; `look`: the table as spectators see it."""
        followers = await self._parts.tables.followers.of_table(look.table.id)
        display = self._parts.displays.of(look.table.id)
        follow = {follower.person_id for follower in followers}
        display.seen_there = {one: at for one, at in display.seen_there.items() if one in follow}
        if not followers:
            return
        logged = await self._parts.tables.read(look.table.id, log_of, None)
        logged = [one for one in logged if one.number <= look.table.version]
        room = asyncio.Semaphore(AT_ONCE)

        async def told(follower: Follower) -> None:
            async with room:
                await tried(f"follower:{follower.person_id}", self._paint, look, follower, shown, logged)

        await asyncio.gather(*map(told, followers))

    async def _paint(self, look: Look, follower: Follower, shown: Shown, logged: list[LogEntry]) -> None:
        table = look.table
        followers = self._parts.tables.followers
        if follower.person_id in self._parts.displays.of(table.id).confirming:
            return
        if table.seat_of(follower.person_id) is not None:
            # A follower who has taken a seat gets a player's notices instead.
            await followers.unfollow(table.id, follower.person_id)
            await self.retire(follower)
        elif table.phase not in OPEN_PHASES:
            is_told = follower.told >= table.version
            if is_told or await self._tell_if_there(look, follower, shown, logged):
                await followers.unfollow(table.id, follower.person_id)
        elif not follower.is_confirmed:
            await self._tell_if_there(look, follower, shown, logged)
        elif follower.what is What.TURNS and is_new_turn(look, follower.told, logged):
            age = age_s(follower.message_id, self._parts.discord_clock.now())
            if age < SPACING_S:
                self._parts.refresher.mark_at(table.id, self._parts.now() + SPACING_S - age)
            else:
                await self._tell_if_there(look, follower, shown, logged)

    async def _tell_if_there(
        self, look: Look, follower: Follower, shown: Shown, logged: list[LogEntry]
    ) -> bool:
        """Notify a follower; one who can no longer see the table's channel stops following instead.

        Such a person gets no message, since it would contain news of the channel.  If Discord fails to
        answer, a follower who saw the channel in the last `BELIEVED_S` seconds is notified; for any other
        follower, return False: nothing was done, and a repaint asks again after `SPACING_S`.
        """
        match await self._is_there(look, follower):
            case True:
                await self._tell(look, follower, shown, logged)
            case False:
                await self._parts.tables.followers.unfollow(look.table.id, follower.person_id)
                await self.leave(look.table, follower)
            case None:
                self._parts.refresher.mark_at(look.table.id, self._parts.now() + SPACING_S)
                return False
        return True

    async def _is_there(self, look: Look, follower: Follower) -> bool | None:
        """Whether a follower sees the table's channel, by Discord's answer or a recent one; None: unknown."""
        table, person_id = look.table, follower.person_id
        if table.guild_id is None:
            return True
        found = await self._parts.membership.presence(table.guild_id, table.channel_id, person_id)
        seen_there = self._parts.displays.of(table.id).seen_there
        if found is None:
            believed = self._parts.now() - seen_there.get(person_id, 0.0) < BELIEVED_S
            return True if believed else None
        seen_there.pop(person_id, None)
        if found.sees:
            seen_there[person_id] = self._parts.now()
        return found.sees

    @contextmanager
    def confirming(self, table_id: str, person_id: int) -> Iterator[None]:
        """Keep repaints from writing to a person while their click on *Follow* is being answered."""
        confirming = self._parts.displays.of(table_id).confirming
        confirming.add(person_id)
        try:
            yield
        finally:
            confirming.discard(person_id)

    async def confirm(self, look: Look, follower: Follower, shown: Shown, words: Localizer) -> bool:
        """Send the board to a person who has just clicked *Follow*; False: Discord refuses that for good.

        After a temporary failure, return True: a repaint sends the board.
        """
        self._parts.displays.of(look.table.id).seen_there[follower.person_id] = self._parts.now()
        try:
            return await self._tell(look, follower, shown, [], words)
        except TROUBLE as fault:
            log.info("confirmation_put_off", table=look.table.id, fault=type(fault).__name__)
            self._parts.refresher.mark(look.table.id)
            return True

    async def leave(self, table: Facts, follower: Follower) -> None:
        """Delete the latest notice to a person who has stopped following.

        If a process was killed before it added the board to a first notice, delete the notice's sentence.
        """
        if follower.is_confirmed:
            await self.retire(follower)
            return
        try:
            place = await self._parts.people.direct_channel(
                self._parts.client, follower.person_id, is_noted=False
            )
        except TROUBLE as fault:
            log.info("bare_calls_stay", table=table.id, fault=type(fault).__name__)
        else:
            await delete_bare_calls_in(self._parts, table, place)

    async def retire(self, follower: Follower) -> None:
        """Delete the latest notice to a follower, if there is one."""
        notes = self._parts.tables.people.get(follower.person_id)
        if not follower.is_confirmed or notes.dm_channel_id is None:
            return
        try:
            await message_at(self._parts, notes.dm_channel_id, follower.message_id).delete()
        except TROUBLE as fault:
            log.info(
                "old_notice_stays", table=follower.table_id, code=code_of(fault), fault=type(fault).__name__
            )

    async def _tell(
        self,
        look: Look,
        follower: Follower,
        shown: Shown,
        logged: list[LogEntry],
        words: Localizer | None = None,
    ) -> bool:
        """Send a follower a notice, and delete their former notice; False: Discord refuses notices for good.

        The nonce names the turn (by public numbers) and the former notice: if the bot is killed after the
        sending, Discord does not post the notice a second time.
        """
        table, person_id = look.table, follower.person_id
        followers = self._parts.tables.followers
        words = words or self._parts.people.words(person_id)
        since = [one for one in logged if one.number > follower.told]
        first = not follower.is_confirmed
        view = follower_message(look, follower.what, since, words, message_url(look, shown), is_first=first)
        goes_on = table.phase in OPEN_PHASES
        is_quiet = self._parts.people.is_quiet(person_id, self._parts.now())
        call = Call(calls.to_follower(look, words, is_first=first), f"{table.id} follow {person_id}")
        turn = "first" if first and goes_on else turn_number(look, logged)
        try:
            channel_id = await self._parts.people.direct_channel(
                self._parts.client, person_id, is_noted=False
            )
            sent = await self._parts.attachments.send(
                channel(self._parts, channel_id),
                view,
                nonce=nonce(self._parts, table.id, "follow", person_id, turn, follower.message_id),
                silent=is_quiet,
                call=None if is_quiet else call,
                begun=self._parts.displays.of(table.id).begun,
            )
        except discord.HTTPException as fault:
            if not is_final(fault):
                raise
            await followers.unfollow(table.id, person_id)
            return False
        await self._parts.people.opened(person_id, channel_id)
        told = follower.told if first and goes_on else table.version
        if not await followers.note(table.id, person_id, sent.id, told):
            await message_at(self._parts, channel_id, sent.id).delete()  # The person follows no more.
            return True
        await self.retire(follower)
        return True


def is_new_turn(look: Look, told: int, logged: list[LogEntry]) -> bool:
    """Whether the present turn began after journal entry `told`, but not because moves were taken back.

    False while a computer player is to move, since computer players need only a moment.
    """
    seats = look.table.seats
    if any(not seats[seat].is_played_by_person for seat in look.to_move):
        return False
    own = {one.number for one in logged if one.kind is Kind.BACK and one.moderator is None}
    since = [look.owed_since[seat] for seat in look.to_move]
    return any(told < number and number not in own for number in since)


def turn_number(look: Look, logged: list[LogEntry]) -> int:
    """Return the current turn's public number: the number of public journal entries when it began."""
    since = max((look.owed_since[seat] for seat in look.to_move), default=look.table.version)
    return sum(one.number <= since for one in logged)
