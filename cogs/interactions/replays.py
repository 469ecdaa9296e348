"""Shows replays and reviews, each to one person.

In a replay, clicks show one frame or another, or the frames follow by themselves until the reader stops them.
A review that is not ready is shown as its progress, and edited when it is ready.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from functools import partial
from hashlib import blake2b
from typing import Any, Final

import discord
import structlog

from cogs.discord_io.attachments import without_pictures
from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE, code_of, refusal
from cogs.discord_io.origin import is_private, places
from cogs.messages.parts import Parts
from cogs.text import ui
from cogs.text.ids import ReplayPosition
from cogs.text.language import Localizer
from cogs.text.names import written_table_name
from cogs.text.ui import message, text
from cogs.views.board import table_button
from cogs.views.replay import OpenReplay, ReplaySource, replay_message
from cogs.views.review import ANEW, review_message
from tables import Facts, Phase, Refused, Review
from tables.model.limits import FILE_BYTES
from tables.timing.clock import cancelled
from tables.verbs.access import Right
from tables.views.replay import of_table

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction

PACE_S: Final = 2.5
"""Seconds between two frames of a replay that runs by itself."""
KEPT_FILES: Final = 32
OPENING: Final = ("", "at")
"""The steps that open a replay in a new message: "" at its beginning, "at" at a certain frame."""
MOST_FOLLOWED: Final = 100
"""The most messages that are edited once their review is ready; others have a button to look again."""


class Playback:
    """A replay whose frames follow by themselves in one message.

    Attributes:
        number: The number of the frame that the message shows.
        task: The task that shows the frames.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.task: asyncio.Task[None] | None = None
        self._stopped = asyncio.Event()

    async def pause(self, seconds: float) -> bool:
        """Wait for some seconds, or until the replay is stopped; return whether the replay was stopped."""
        try:
            async with asyncio.timeout(seconds):
                await self._stopped.wait()
        except TimeoutError:
            return False
        return True

    def halt(self) -> None:
        """Show no further frames after the one being shown."""
        self._stopped.set()

    async def stop(self) -> None:
        """Show no further frames, and wait until the frame being shown is done."""
        self.halt()
        if self.task is not None:
            await asyncio.wait([self.task])


class ReplayPlayer:
    """Shows replays of tables and files, each to one person.

    For each person, the frames of at most one replay follow by themselves.
    """

    def __init__(self, parts: Parts, pace_s: float = PACE_S) -> None:
        self._parts = parts
        self._pace_s = pace_s
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._playing: dict[int, Playback] = {}
        self._reading = asyncio.Lock()

    async def open_latest(self, interaction: Interaction) -> Reply:
        """Open the replay of a game in the interaction's channel, if possible of one that the user played.

        A running game comes before the games that have ended, and a newer game before an older one.

        Raises:
            Refused: No game has begun in the channel (`nothing_to_replay`).
        """
        here = await self.tables_here(interaction)
        if not here:
            raise Refused("nothing_to_replay")
        mine = (table for table in here if table.seat_of(interaction.user.id) is not None)
        source = ReplaySource(table=next(mine, here[0]).id)
        return await self.clicked(interaction, source, ReplayPosition())

    async def tables_here(self, interaction: Interaction) -> list[Facts]:
        """Return the place's tables that can be replayed: running ones first, then the newest first.

        In a thread, the tables of its channel count, too.
        """
        tables, found = self._parts.tables, list[Facts]()
        for place in places(interaction):
            found += [*await tables.tables_in(place), *await tables.ended_in(place)]
        begun = (table for table in found if table.phase is not Phase.LOBBY)
        # The order by latest change would reveal when somebody changes a secret choice.
        return sorted(begun, key=lambda table: (table.phase is Phase.RUNNING, table.created_at), reverse=True)

    async def open_file(self, interaction: Interaction, attachment: discord.Attachment) -> Reply:
        """Open the replay of an attached file; raises `Refused` if the file can't be downloaded or read."""
        if attachment.size > FILE_BYTES:
            raise Refused("bad_record_file")
        return await self.open_record(interaction, await self._download(attachment.url))

    async def open_record(self, interaction: Interaction, content: bytes) -> Reply:
        """Open the replay of a record file; raises what `clicked` raises."""
        source = ReplaySource(file=digest_of(content))
        self._keep(source.file, content)
        return await self.clicked(interaction, source, ReplayPosition())

    async def clicked(self, interaction: Interaction, source: ReplaySource, stop: ReplayPosition) -> Reply:
        """Show the frame of `stop` in the clicked message or, if `stop` opens a replay, in a new message.

        Raises:
            AtOwner: Another process shows replays of the table or file.
            Refused: The table or file can't be replayed for the clicker, or the file is gone (`file_gone`).
        """
        if source.file:
            self._parts.access.check_owned(source.file)  # A file's replays all run in one process.
        former = self._playing.pop(interaction.user.id, None)
        if former is not None:
            await former.stop()
        opened = await self._opened(interaction, source, stop.is_open)
        number = former.number if former is not None and stop.step == "stop" else _target(interaction, stop)
        if stop.step == "mode":
            number = await self._same_moment(interaction, opened, number)
        number = min(number, opened.last)
        words = self._parts.people.words_for(interaction)
        is_playing = stop.step == "play" and number < opened.last
        return Reply(
            replay_message(opened, number, words, is_playing=is_playing),
            edit=stop.step not in OPENING and is_private(interaction),
            files=opened.files,
            is_whole=True,
            shown=partial(self._play, interaction, opened, number, words) if is_playing else None,
        )

    async def _same_moment(self, interaction: Interaction, opened: OpenReplay, number: int) -> int:
        """Return the number that the frame `number` gets when secrets are shown or hidden."""
        other = await self._opened(interaction, opened.source, not opened.replay.is_open)
        return opened.replay.number_at(other.replay.frames[min(number, other.last)].moves)

    async def record(self, interaction: Interaction, table_id: str) -> Reply:
        """Send the record of a table's game as a file; raises `Refused` if the clicker may not have it."""
        table = await self._table(interaction, table_id)
        content = await self._parts.tables.record_file(table_id)
        words = self._parts.people.words_for(interaction)
        name = f"{table.game_id}-{table.id}.json"
        line = text(words("replay.file", id=table.id))
        return Reply(message([line, ui.File(f"attachment://{name}")]), files={name: content})

    async def close(self) -> None:
        """Stop all replays that run by themselves."""
        playing, self._playing = self._playing, {}
        for playback in playing.values():
            await playback.stop()

    async def _opened(self, interaction: Interaction, source: ReplaySource, is_open: bool) -> OpenReplay:
        if source.table:
            table = await self._table(interaction, source.table)
            is_open = is_open and table.phase is Phase.OVER
            replay = await self._parts.tables.read(source.table, of_table, is_open)
            return OpenReplay(replay, source, written_table_name(table))
        content = self._files.get(source.file)
        if content is None:
            content = await self._attached(interaction, source.file)
        # A stranger's file may take long to replay, so only one file is replayed at a time, and in a thread.
        async with self._reading:
            replay = await asyncio.to_thread(self._parts.tables.open_file, content, is_open)
        return OpenReplay(replay, source, content=content)

    async def _table(self, interaction: Interaction, table_id: str) -> Facts:
        """Return a table whose game the clicker may watch; raises `Refused` if they may not."""
        await self._parts.access.checked(interaction, table_id, Right.READ)
        return await self._parts.tables.table(table_id)

    async def _attached(self, interaction: Interaction, digest: str) -> bytes:
        """Download the record that is attached to the clicked message, and return its content."""
        message = interaction.message
        parts = message.components if message is not None else []
        inside = [child for part in parts if isinstance(part, discord.Container) for child in part.children]
        record = next((part for part in [*parts, *inside] if isinstance(part, discord.FileComponent)), None)
        if record is None:
            raise Refused("file_gone")
        content = await self._download(record.media.url)
        if digest_of(content) != digest:
            raise Refused("file_gone")  # The id is forged: no message of ours has a button with it.
        self._keep(digest, content)
        return content

    async def _download(self, url: str) -> bytes:
        """Download a file from Discord, and return its content; raises `Refused` (`file_gone`)."""
        try:
            return await self._parts.client.http.get_from_cdn(url)
        except TROUBLE as fault:
            raise Refused("file_gone") from fault

    def _keep(self, digest: str, content: bytes) -> None:
        self._files[digest] = content
        self._files.move_to_end(digest)
        if len(self._files) > KEPT_FILES:
            self._files.popitem(last=False)

    def _play(
        self,
        interaction: Interaction,
        opened: OpenReplay,
        number: int,
        words: Localizer,
        message_id: int,
        _: bool,
    ) -> None:
        playback = Playback(number)
        running = self._run(playback, interaction, opened, words, message_id)
        playback.task = asyncio.create_task(running, name="replay")
        playback.task.add_done_callback(lambda _: self._ended(interaction.user.id, playback))
        former = self._playing.get(interaction.user.id)
        if former is not None:
            former.halt()  # After two quick clicks, only the later one's replay runs.
        self._playing[interaction.user.id] = playback

    def _ended(self, person_id: int, playback: Playback) -> None:
        if self._playing.get(person_id) is playback:
            del self._playing[person_id]

    async def _run(
        self,
        playback: Playback,
        interaction: Interaction,
        opened: OpenReplay,
        words: Localizer,
        message_id: int,
    ) -> None:
        """Show one frame after the other in a message, until the last frame is shown or a click stops it."""
        try:
            while playback.number < opened.last and not await playback.pause(self._pace_s):
                number = playback.number + 1
                view = replay_message(opened, number, words, is_playing=number < opened.last)
                drawn, files = await self._parts.attachments.rendered(view)
                edit = self._parts.attachments.kept.edited_answer
                await edit(interaction, drawn, {**opened.files, **files}, message_id)
                playback.number = number
        except TROUBLE as fault:
            # The reader has probably dismissed the message; otherwise, a click continues from the frame
            # shown.
            log.info("replay_ended", fault=type(fault).__name__, code=code_of(fault))
        except Exception:
            log.exception("replay_failed")


def digest_of(content: bytes) -> str:
    """Return the digest that identifies a file by its content."""
    return blake2b(content, digest_size=8).hexdigest()


def _target(interaction: Interaction, stop: ReplayPosition) -> int:
    """Return the number of the frame that a click asks for, by the choice in a list or by the button."""
    data: Mapping[str, Any] = {**(interaction.data or {})}
    chosen = str(next(iter(data.get("values") or ()), ""))
    return int(chosen) if chosen.isdecimal() and len(chosen) < 7 else stop.frame


class Reviewer:
    """Shows reviews; when a review isn't ready, edits its message until it is."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._following: set[asyncio.Task[None]] = set()

    async def clicked(self, interaction: Interaction, table_id: str, detail: str) -> Reply:
        """Return the review of a table's game; if it isn't ready, its progress, in a message edited later."""
        table = await self._parts.tables.table(table_id)
        review = await self._parts.tables.reviews.review(table_id)
        words = self._parts.people.words_for(interaction)
        view = await self._view(interaction, table, review, words)
        edit = detail == ANEW and is_private(interaction)
        if review.is_ready:
            return Reply(view, edit=edit, is_whole=True)
        # Pictures would delay the answer, and a late answer can't be edited later.
        shown = partial(self._follow, interaction, table.id, words)
        return Reply(without_pictures(view), edit=edit, is_whole=True, shown=shown)

    async def close(self) -> None:
        """Cancel the tasks that wait for reviews."""
        await cancelled(*self._following)

    async def _view(
        self, interaction: Interaction, table: Facts, review: Review, words: Localizer
    ) -> ui.LayoutView:
        frames: list[int] = []
        if review.told:
            replay = await self._parts.tables.read(table.id, of_table, True)
            frames = [replay.number_at(one.place + 1) for one in review.told]
        describes = self._parts.tables.people.preferences(interaction.user.id).describes is True
        return review_message(table, review, frames, words, describes=describes)

    def _follow(
        self, interaction: Interaction, table_id: str, words: Localizer, message_id: int, _is_sure: bool
    ) -> None:
        if len(self._following) < MOST_FOLLOWED:
            following = self._bring(interaction, table_id, words, message_id)
            task = asyncio.create_task(following, name="review")
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _bring(
        self, interaction: Interaction, table_id: str, words: Localizer, message_id: int
    ) -> None:
        """Edit a message until it shows the whole review, or a sentence on the review's failure."""
        try:
            async for view in self._views(interaction, table_id, words):
                drawn, files = await self._parts.attachments.rendered(view)
                await self._parts.attachments.kept.edited_answer(interaction, drawn, files, message_id)
        except TROUBLE as fault:
            # The reader has probably dismissed the message; a further click will show the finished review.
            log.info("review_not_shown", fault=type(fault).__name__, code=code_of(fault))
        except Exception:
            log.exception("review_not_shown")

    async def _views(
        self, interaction: Interaction, table_id: str, words: Localizer
    ) -> AsyncIterator[ui.LayoutView]:
        """Yield the views of a review: its progress, then the whole; or a failure with a retry button."""
        tables = self._parts.tables
        table = await tables.table(table_id)
        try:
            begun = await tables.reviews.begun(table_id)
            yield await self._view(interaction, table, begun, words)
            if not begun.is_ready:
                made = await tables.reviews.made(table_id)
                table = await tables.table(table_id)  # A player may have asked to be forgotten meanwhile.
                yield await self._view(interaction, table, made, words)
        except Refused as refused:
            again = table_button(table_id, "review", words, detail=ANEW, label=words("review.button_again"))
            yield message([text(f"⚠️ {refusal(refused, words, table.game_id)}"), ui.ActionRow(again)])
