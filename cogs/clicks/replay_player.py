"""Shows replays: finds the film, steps through it, and lets it run move by move until somebody stops it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from typing import Any, Final

import discord
import structlog
from discord import ui

from cogs.kit.attachments import Files
from cogs.kit.components import message, text
from cogs.kit.delivery import edited
from cogs.kit.details import Stop
from cogs.kit.faults import TROUBLE, code_of
from cogs.kit.language import Speech
from cogs.kit.places import board_channel, is_private
from cogs.kit.reply import Reply
from cogs.live.parts import Parts
from cogs.views.replay import Source, replay_message
from engine.game import Struct
from tables import Facts, Film, Phase, Refused
from tables.limits import FILE_BYTES

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction

PACE_S: Final = 2.5
"""So long each frame stays while a replay runs by itself."""
KEPT_FILES: Final = 32


class Reel(Struct, frozen=True):
    """A film, where it comes from, and the file that goes with its messages; empty for a table's."""

    film: Film
    source: Source
    content: bytes

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.film.frames) - 1

    @property
    def files(self) -> Files:
        """The files that a message has besides its pictures."""
        return {f"{self.film.game_id}.json": self.content} if self.content else {}

    def message(self, number: int, words: Speech, *, is_playing: bool) -> ui.LayoutView:
        """The message that shows a frame."""
        file = next(iter(self.files), "")
        return replay_message(self.film, self.source, number, words, is_playing=is_playing, file=file)


class Show:
    """A replay that runs by itself in one message.

    Attributes:
        number: The frame that it shows.
        task: What runs it.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.task: asyncio.Task[None] | None = None
        self._stopped = asyncio.Event()

    async def pause(self, seconds: float) -> bool:
        """Wait, and say whether it was stopped meanwhile."""
        try:
            await asyncio.wait_for(self._stopped.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def halt(self) -> None:
        """Show no more frames after the one under way."""
        self._stopped.set()

    async def stop(self) -> None:
        """Wait for the frame under way, and show no more."""
        self.halt()
        if self.task is not None:
            await asyncio.wait([self.task])


class Projector:
    """Replays of tables and of files, each for one person alone."""

    def __init__(self, parts: Parts, pace_s: float = PACE_S) -> None:
        self._parts = parts
        self._pace_s = pace_s
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._shows: dict[int, Show] = {}
        self._reading = asyncio.Lock()

    async def open_latest(self, interaction: Interaction) -> Reply:
        """The game of this channel that was played last.

        Raises:
            Refused: `nothing_to_replay`.
        """
        here = await self.tables_here(interaction)
        if not here:
            raise Refused("nothing_to_replay")
        return await self.clicked(interaction, Source(table=here[0].id), Stop())

    async def tables_here(self, interaction: Interaction) -> list[Facts]:
        """The tables of this channel that can be replayed: running ones first, then the latest."""
        channel = board_channel(interaction)
        found = [*await self._parts.tables.tables_in(channel), *await self._parts.tables.ended_in(channel)]
        begun = (table for table in found if table.phase is not Phase.LOBBY)
        # Not by when a running game changed last: that would tell of a choice changed in secret.
        return sorted(begun, key=lambda table: (table.phase is Phase.RUNNING, table.created_at), reverse=True)

    async def open_file(self, interaction: Interaction, attachment: discord.Attachment) -> Reply:
        """The game of a file that somebody gave.

        Raises:
            Refused: As `Tables.open_file`, and `file_gone`.
        """
        if attachment.size > FILE_BYTES:
            raise Refused("bad_record_file")
        content = await self._download(attachment.url)
        source = Source(file=digest_of(content))
        self._keep(source.file, content)
        return await self.clicked(interaction, source, Stop())

    async def clicked(self, interaction: Interaction, source: Source, stop: Stop) -> Reply:
        """Show a frame, in place of the one that was clicked.

        Raises:
            Refused: As `access.checked`, `Tables.film` or `Tables.open_file`; `file_gone`.
        """
        former = self._shows.pop(interaction.user.id, None)
        if former is not None:
            await former.stop()
        reel = await self._reel(interaction, source, stop.is_open)
        number = former.number if former is not None and stop.step == "stop" else _target(interaction, stop)
        number = min(number, reel.last)
        speech = self._parts.people.words_for(interaction)
        is_playing = stop.step == "play" and number < reel.last
        return Reply(
            reel.message(number, speech, is_playing=is_playing),
            edit=bool(stop.step) and is_private(interaction),
            files=reel.files,
            shown=partial(self._play, interaction, reel, number, speech) if is_playing else None,
        )

    async def record(self, interaction: Interaction, table_id: str) -> Reply:
        """The file of a finished game.

        Raises:
            Refused: As `access.checked` and `Tables.record_file`.
        """
        table = await self._table(interaction, table_id)
        content = await self._parts.tables.record_file(table_id)
        speech = self._parts.people.words_for(interaction)
        name = f"{table.game_id}-{table.id}.json"
        line = text(speech("replay.file", id=table.id))
        return Reply(message([line, ui.File(f"attachment://{name}")]), files={name: content})

    @property
    def running(self) -> int:
        """How many replays run by themselves now."""
        return sum(show.task is not None and not show.task.done() for show in self._shows.values())

    async def close(self) -> None:
        """Stop all that runs by itself."""
        shows, self._shows = self._shows, {}
        for show in shows.values():
            await show.stop()

    async def _reel(self, interaction: Interaction, source: Source, is_open: bool) -> Reel:
        if source.table:
            table = await self._table(interaction, source.table)
            is_open = is_open and table.phase is Phase.OVER
            return Reel(await self._parts.tables.film(source.table, is_open), source, b"")
        content = self._files.get(source.file)
        if content is None:
            content = await self._attached(interaction, source.file)
        # A stranger's file may take a while: one at a time, and not on the loop.
        async with self._reading:
            film = await asyncio.to_thread(self._parts.tables.open_file, content, is_open)
        return Reel(film, source, content)

    async def _table(self, interaction: Interaction, table_id: str) -> Facts:
        """A table whose game the clicker may watch.

        Raises:
            Refused: As `access.checked`.
        """
        await self._parts.access.checked(interaction, table_id, "replay")
        return await self._parts.tables.table(table_id)

    async def _attached(self, interaction: Interaction, digest: str) -> bytes:
        """The record that the message that was clicked shows: its attachments leave such files out."""
        parts = interaction.message.components if interaction.message is not None else []
        inside = [child for part in parts if isinstance(part, discord.Container) for child in part.children]
        record = next((part for part in [*parts, *inside] if isinstance(part, discord.FileComponent)), None)
        if record is None:
            raise Refused("file_gone")
        content = await self._download(record.media.url)
        if digest_of(content) != digest:
            raise Refused("file_gone")  # The id was never on this message.
        self._keep(digest, content)
        return content

    async def _download(self, url: str) -> bytes:
        """A file that lies at Discord.

        Raises:
            Refused: `file_gone`.
        """
        try:
            return await self._parts.client.http.get_from_cdn(url)
        except TROUBLE as fault:
            raise Refused("file_gone") from fault

    def _keep(self, digest: str, content: bytes) -> None:
        self._files[digest] = content
        self._files.move_to_end(digest)
        if len(self._files) > KEPT_FILES:
            self._files.popitem(last=False)

    def _play(self, interaction: Interaction, reel: Reel, number: int, speech: Speech, *_: int) -> None:
        show = Show(number)
        running = self._run(show, interaction, reel, speech)
        show.task = asyncio.create_task(running, name="replay")
        former = self._shows.get(interaction.user.id)
        if former is not None:
            former.halt()  # Clicked twice in a moment: the later one runs.
        self._shows[interaction.user.id] = show

    async def _run(self, show: Show, interaction: Interaction, reel: Reel, speech: Speech) -> None:
        """Show the frames that follow, until the last one or a click."""
        try:
            while show.number < reel.last and not await show.pause(self._pace_s):
                number = show.number + 1
                view = reel.message(number, speech, is_playing=number < reel.last)
                drawn, files = await self._parts.gallery.hung(view)
                await edited(interaction, drawn, {**reel.files, **files})
                show.number = number
        except TROUBLE as fault:
            # Most often somebody dismissed the message; a click on it goes on from where it stands.
            log.info("replay_ended", fault=type(fault).__name__, code=code_of(fault))
        except Exception:
            log.exception("replay_failed")


def digest_of(content: bytes) -> str:
    """The digest by which a file is known."""
    return blake2b(content, digest_size=8).hexdigest()


def _target(interaction: Interaction, stop: Stop) -> int:
    """Which frame a click asks for: what was chosen in the menu, or what the button says."""
    data: Mapping[str, Any] = {**(interaction.data or {})}
    chosen = str(next(iter(data.get("values") or ()), ""))
    return int(chosen) if chosen.isdecimal() and len(chosen) < 7 else stop.frame
