"""Files that a message has already: an edit names them by their ids instead of sending them again."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

import discord
from discord.utils import snowflake_time

from cogs.discord_io.faults import INVALID_FORM, code_of
from cogs.discord_io.message_parts import shown_on
from engine.game import Struct

MOST_KNOWN: Final = 2_000
"""Of so many messages the files are known."""
PAUSE_S: Final = 60.0
"""After `MOST_REFUSED` no file is named for so long, so that hardly any edit has to be made twice."""
MOST_REFUSED: Final = 3
"""So many refusals in a row; one may come of another process that has edited the message meanwhile."""

Files = Mapping[str, bytes]
"""The contents of the files of a message, by name."""
NO_FILES: Final[Files] = {}
Edited = TypeVar("Edited", bound=discord.Message | None)


class Kept(Struct, frozen=True):
    """A file of a message that an edit keeps, as discord.py sends it among `attachments`."""

    id: int

    def to_dict(self) -> dict[str, int]:
        """What Discord is sent."""
        return {"id": self.id}


class Known(NamedTuple):
    """What is known of a message's files.

    Attributes:
        files: They, by their names.
        at: When it was edited last, or posted, by what Discord said of them; None: it said nothing.
    """

    files: Mapping[str, Kept]
    at: datetime | None = None


NOTHING: Final = Known({})


def attached(files: Files) -> list[Any]:
    """Files as discord.py sends them; such a list can be sent only once."""
    return [discord.File(io.BytesIO(content), name) for name, content in files.items()]


class KeptFiles:
    """The files of messages, by their names, as Discord's last answer told them.

    A file's name says what it shows, so that a file of the same name is the same.

    Args:
        now: Tells the time.
        others_edit: Other processes edit the same messages.

    Attributes:
        others_edit: As above: what a message has, nobody knows for certain.
    """

    def __init__(self, now: Callable[[], float], *, others_edit: bool = False) -> None:
        self._now = now
        self.others_edit = others_edit
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._paused_until = 0.0
        self._refused = 0
        self._under_way: dict[int, int] = {}
        self._crossed: dict[int, list[datetime]] = {}

    async def edited(
        self, message_id: int, files: Files, edit: Callable[[list[Any]], Awaitable[Edited]]
    ) -> Edited:
        """Edit a message by `edit`, which is given what to send as the message's `attachments`.

        While the message is edited nothing is known of it, so that of two edits at once the second sends all
        files; nor is anything afterwards, since nobody can say which of them it shows.  If the first comes
        second nevertheless, what it names is gone, and it is made again.

        Args:
            message_id: The message; 0: not known, so all files are sent.
            files: All files that it will have.
            edit: Edits it, and gives it as it is then; None: that isn't known, and it is presumed to have
                the files that were named.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: As `edit`.
        """
        known = self._known.pop(message_id, NOTHING).files
        named = [known[name] for name in files if name in known]
        sent = attached({name: content for name, content in files.items() if name not in known})
        with self._edit(message_id):
            try:
                message = await edit([*named, *sent])
            except discord.HTTPException as fault:
                if not named or code_of(fault) != INVALID_FORM:
                    raise
                self._refused += 1
                if self._refused >= MOST_REFUSED:
                    self._known.clear()
                    self._paused_until = self._now() + PAUSE_S
                message = await edit(attached(files))
            else:
                self._refused = 0 if named else self._refused
            if message_id in self._crossed:
                if message is not None:
                    self._crossed[message_id].append(_edited_at(message))
            elif message is not None:
                self.note(message)
            elif message_id and not sent:
                self._know(message_id, Known({name: known[name] for name in files}))
        return message

    @contextmanager
    def _edit(self, message_id: int) -> Iterator[None]:
        """Surrounds an edit; a message is `_crossed` from its second edit at once until all have ended.

        What is known of it then is when it was edited, at least: a click of before that tells nothing.
        """
        if not message_id:
            yield
            return
        others = self._under_way.get(message_id, 0)
        self._under_way[message_id] = others + 1
        if others:
            self._crossed.setdefault(message_id, [])
        try:
            yield
        finally:
            self._under_way[message_id] -= 1
            if not self._under_way[message_id]:
                del self._under_way[message_id]
                if edited := self._crossed.pop(message_id, []):
                    self._know(message_id, Known({}, max(edited)))

    def forget(self, message_id: int) -> None:
        """Forget the files of a message, because it is about to lose them."""
        self._known.pop(message_id, None)

    def note(self, message: discord.Message) -> None:
        """Note the files of a message as Discord has just given it."""
        self._known.pop(message.id, None)
        self._know(message.id, Known(dict(_files(message.components)), _edited_at(message)))

    def seen(self, interaction: discord.Interaction) -> None:
        """Note what the message that was clicked had then, unless Discord has told us something newer.

        Where nobody has confirmed our latest edit, only such files are named as it had at the click, too: an
        answer in a response may have been lost, and nobody tells us where the next one is refused.
        """
        message = interaction.message
        known = self._known.get(message.id, NOTHING) if message is not None else NOTHING
        if message is None or (known.at is not None and known.at > _edited_at(message)):
            return
        if self.others_edit and message.id not in self._under_way:
            shown_on(interaction)
            self.note(message)
        elif known.files:
            shown_on(interaction)
            there = dict(_files(message.components))
            both = {name: file for name, file in known.files.items() if there.get(name) == file}
            del self._known[message.id]
            self._know(message.id, known._replace(files=both))

    def _know(self, message_id: int, known: Known) -> None:
        if (known.files or self.others_edit) and self._now() >= self._paused_until:
            self._known[message_id] = known
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def _edited_at(message: discord.Message) -> datetime:
    return message.edited_at or snowflake_time(message.id)


def _files(components: Iterable[Any]) -> Iterator[tuple[str, Kept]]:
    for part in components:
        if isinstance(part, discord.Container):
            yield from _files(part.children)
        elif isinstance(part, discord.MediaGalleryComponent):
            yield from (_file(item.media) for item in part.items if item.media.attachment_id)
        elif isinstance(part, discord.FileComponent) and part.media.attachment_id:
            yield _file(part.media)


def _file(media: discord.UnfurledMediaItem) -> tuple[str, Kept]:
    assert media.attachment_id is not None
    return media.url.partition("?")[0].rpartition("/")[2], Kept(media.attachment_id)
