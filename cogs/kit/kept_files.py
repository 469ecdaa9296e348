"""Files that a message has already: an edit names them by their ids instead of sending them again."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import discord

from cogs.kit.faults import INVALID_FORM, code_of
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


def attached(files: Files) -> list[Any]:
    """Files as discord.py sends them; such a list can be sent only once."""
    return [discord.File(io.BytesIO(content), name) for name, content in files.items()]


class KeptFiles:
    """The files of messages, by their names, as Discord's last answer told them.

    A file's name says what it shows, so that a file of the same name is the same.

    Args:
        now: Tells the time.
        others_edit: Other processes edit the same messages: what a message has, a click on it tells best.
    """

    def __init__(self, now: Callable[[], float], *, others_edit: bool = False) -> None:
        self._now = now
        self._others_edit = others_edit
        self._known: OrderedDict[int, Mapping[str, Kept]] = OrderedDict()
        self._paused_until = 0.0
        self._refused = 0
        self._under_way: dict[int, int] = {}
        self._crossed: set[int] = set()

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
        known = self._known.pop(message_id, {})
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
                pass
            elif message is not None:
                self.note(message)
            elif message_id and not sent:
                self._know(message_id, {name: known[name] for name in files})
        return message

    @contextmanager
    def _edit(self, message_id: int) -> Iterator[None]:
        """Surrounds an edit; a message is `_crossed` from its second edit at once until all have ended."""
        if not message_id:
            yield
            return
        others = self._under_way.get(message_id, 0)
        self._under_way[message_id] = others + 1
        if others:
            self._crossed.add(message_id)
        try:
            yield
        finally:
            self._under_way[message_id] -= 1
            if not self._under_way[message_id]:
                del self._under_way[message_id]
                self._crossed.discard(message_id)

    def forget(self, message_id: int) -> None:
        """Forget the files of a message, because it is about to lose them."""
        self._known.pop(message_id, None)

    def note(self, message: discord.Message) -> None:
        """Note the files of a message as Discord has just given it."""
        self._known.pop(message.id, None)
        self._know(message.id, dict(_files(message.components)))

    def seen(self, message: discord.Message) -> None:
        """Name of a message only such files as it had, too, when it was clicked.

        An answer in a response may have been lost, or another process may have edited the message: and
        nobody tells us where the next answer in a response is refused.
        """
        known = self._known.pop(message.id, None)
        if self._others_edit and message.id not in self._under_way:
            self.note(message)
        elif known:
            there = dict(_files(message.components))
            self._know(message.id, {name: file for name, file in known.items() if there.get(name) == file})

    def _know(self, message_id: int, files: Mapping[str, Kept]) -> None:
        if files and self._now() >= self._paused_until:
            self._known[message_id] = files
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


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
