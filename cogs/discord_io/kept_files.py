"""Files that a message has already: an edit names them by their ids instead of sending them again."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import discord

from cogs.discord_io.faults import INVALID_FORM, code_of
from engine.game import Struct

MOST_KNOWN: Final = 2_000
"""Of so many messages the files are known."""

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

    A file's name says what the file shows, so that a file of the same name is the same.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[int, Mapping[str, Kept]] = OrderedDict()

    async def edited(
        self, message_id: int, files: Files, edit: Callable[[list[Any]], Awaitable[Edited]]
    ) -> Edited:
        """Edit a message by `edit`, which is given what to send as the message's `attachments`.

        While the message is edited, its files are not known.  If a file that is named is gone, the edit is
        made again with all files.

        Args:
            message_id: The message; 0: not known, so all files are sent.
            files: All files that it will have.
            edit: Edits it, and gives it as it is then; None: that isn't known.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: As `edit`.
        """
        known = self._known.pop(message_id, {})
        named = [known[name] for name in files if name in known]
        sent = attached({name: content for name, content in files.items() if name not in known})
        try:
            message = await edit([*named, *sent])
        except discord.HTTPException as fault:
            if not named or code_of(fault) != INVALID_FORM:
                raise
            message = await edit(attached(files))
        if message is not None:
            self.note(message)
        return message

    def forget(self, message_id: int) -> None:
        """Forget the files of a message, because the message is about to lose them."""
        self._known.pop(message_id, None)

    def note(self, message: discord.Message) -> None:
        """Note the files of a message as Discord has just given it."""
        self._known.pop(message.id, None)
        if files := dict(_files(message.components)):
            self._known[message.id] = files
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def seen(self, message: discord.Message) -> None:
        """Note the files that a clicked message had at the click, where none are known of it."""
        if message.id not in self._known:
            self.note(message)


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
