"""Pictures in messages: draws them when a message is sent or edited, and attaches their files.

An edit names the files that the message has already by their ids instead of sending them again (`KeptFiles`).
Below a picture small print says in words what the picture shows: in messages that everybody reads, and in
those for one person who wants that; else the alternative texts of the message's pictures say it.
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Final, TypeVar

import discord
import structlog

from cogs.discord_io.faults import INVALID_FORM, MESSAGE_GONE, MISSING_PERMISSIONS, TROUBLE, code_of
from cogs.discord_io.watching import Watchers
from cogs.text import ui
from cogs.text.ui import Item, text
from engine.game import Struct
from pictures import ANY_PURPOSE, Purpose, Scene, Studio, Unwanted

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NOBODY: Final = discord.AllowedMentions.none()
"""Lets a message ping nobody."""
MOST_ALT: Final = 1024
"""Discord's limit for an alternative text, in characters."""
BARRED_S: Final = 600.0
"""Seconds for which a channel that refused a picture gets none: each refusal counts against the bot."""

PURPOSE: Final[ContextVar[Purpose]] = ContextVar("purpose")
"""Why the present task draws, which decides how soon its pictures are drawn."""


class Picture(ui.MediaGallery):
    """A picture in a message.

    Attributes:
        scene: What is drawn.
        alt: Its alternative text.
        filename: Its file's name; equal pictures have the same name, others another.
        instead: The parts that stand in its place where it can't be drawn or sent.
    """

    def __init__(self, subject: str, scene: Scene, alt: str, instead: Sequence[ui.Item]) -> None:
        self.scene = scene
        self.alt = alt[:MOST_ALT]
        self._subject = subject
        self.filename = f"{subject}-{scene.key}.png"
        self.instead = tuple(instead)
        super().__init__(f"attachment://{self.filename}", self.alt)

    def saying(self, alt: str, *instead: ui.Item) -> Picture:
        """The same picture with another alternative text, and more in its place where it can't be sent."""
        return Picture(self._subject, self.scene, alt, (*self.instead, *instead))


def pictures(view: ui.LayoutView) -> list[Picture]:
    """The pictures of a message, in order."""
    return [item for item in view.walk_children() if isinstance(item, Picture)]


def without_files(view: ui.LayoutView) -> ui.LayoutView:
    """The same message with texts in place of its pictures, and without other attached files."""
    return _rebuilt(view, lambda items: [item for item in _replaced(items) if not isinstance(item, ui.File)])


MOST_CHARACTERS: Final = 4000
"""Discord's limit for all texts of a message."""


def without_pictures(view: ui.LayoutView) -> ui.LayoutView:
    """The same message with texts in place of its pictures."""
    return view.once(_in_words)


def _in_words(view: ui.LayoutView) -> ui.LayoutView:
    return _rebuilt(view, lambda items: list(_replaced(items)))


def _rebuilt(view: ui.LayoutView, change: Callable[[Iterable[Any]], list[Any]]) -> ui.LayoutView:
    """The same message with other parts in it."""
    parts = (
        ui.Container(*_shortened(change(part.children)), accent_colour=part.accent_colour)
        if isinstance(part, ui.Container)
        else part
        for part in change(view.children)
    )
    return ui.LayoutView(*parts)


def _replaced(items: Iterable[Any]) -> Iterable[Any]:
    for item in items:
        if isinstance(item, Picture):
            yield from item.instead
        else:
            yield item


def _shortened(items: list[Any]) -> list[Any]:
    """Parts of a message with the longest texts cut until all texts together have `MOST_CHARACTERS`."""
    texts = {at: item.content for at, item in enumerate(items) if isinstance(item, ui.TextDisplay)}
    inside = (one for item in items if isinstance(item, ui.Section) for one in item.children)
    others = sum(len(one.content) for one in inside if isinstance(one, ui.TextDisplay))
    whole = dict(texts)
    while (excess := sum(map(len, texts.values())) + others - MOST_CHARACTERS) > 0:
        at = max(texts, key=lambda at: len(texts[at]))
        if len(texts[at]) < 2:
            break
        texts[at] = _cut(texts[at], max(len(texts[at]) - excess, len(texts[at]) // 2))
    cut = {at: ui.TextDisplay(text) for at, text in texts.items() if text != whole[at]}
    return [cut.get(at, item) for at, item in enumerate(items)]


def _cut(text: str, most: int) -> str:
    """The beginning of a text, in at most so many characters, with no word or emoji cut through."""
    head = text[: most - 1]
    *_, end = (0, *(found.start() for found in _END.finditer(head)))
    return head[:end] + "…"


_END: Final = re.compile(r"[ \n]|(?<=[\u3001-\u30ff\u3400-\u9fff\uff01-\uff9f])(?![、。」）ー])")
"""Where a text may be cut: at a space or, since Japanese has none, behind one of its letters."""


class Call(Struct, frozen=True):
    """How a message that calls somebody begins: as a sentence that a notification can show.

    Attributes:
        sentence: The message's text until it is edited to become the message proper.
        about: What it calls to.  An unfinished call is deleted when another one is sent about the same.
    """

    sentence: str
    about: str


Begun = dict[tuple[int, str], tuple[str, discord.PartialMessage]]
"""Calls that are only their sentences yet: by channel and what they are about, with their nonces."""


async def _put_away(message: discord.PartialMessage) -> bool:
    """Delete a call's sentence that never became a whole message; whether the sentence is gone."""
    try:
        await message.delete()
    except TROUBLE as fault:
        if code_of(fault) in MESSAGE_GONE:
            return True
        log.info("call_stays", channel=message.channel.id, code=code_of(fault), fault=type(fault).__name__)
        return False
    return True


class Attachments:
    """Sends and edits messages with their pictures, or without where they can't be drawn or are refused.

    Attributes:
        kept: The files that messages have already.
        begun: The sentences of calls that are about no table.
    """

    def __init__(
        self,
        studio: Studio,
        now: Callable[[], float],
        watchers: Watchers = (),
    ) -> None:
        self._studio = studio
        self._watchers = watchers
        self._now = now
        self.kept = KeptFiles()
        self._barred_until: dict[int, float] = {}
        self.begun: Begun = {}

    async def rendered(self, view: ui.LayoutView) -> tuple[ui.LayoutView, Files]:
        """A message and the files of its pictures; without pictures if they can't be drawn.

        Raises:
            Unwanted: By the task's `PURPOSE`, nobody needs the pictures any more.
        """
        try:
            purpose = PURPOSE.get(ANY_PURPOSE)
            return view, {
                each.filename: await self._studio.picture(each.scene, purpose) for each in pictures(view)
            }
        except Unwanted:
            raise
        except Exception:
            # A fault in a drawing must not keep anybody from playing: the texts say the same.
            log.exception("not_drawn")
            return without_pictures(view), {}

    async def send(
        self,
        place: discord.PartialMessageable,
        view: ui.LayoutView,
        *,
        call: Call | None = None,
        begun: Begun | None = None,
        **how: Any,
    ) -> discord.PartialMessage | discord.Message:
        """Post a message; with a `call`, it is sent as the call's sentence first, which notifications show.

        `begun`: the sentences of calls about the same table; None: the message is about no table.  Nobody is
        mentioned unless `how` allows it.

        Raises:
            discord.HTTPException: As discord.py's `send`.
        """
        begun = self.begun if begun is None else begun
        how = {"allowed_mentions": NOBODY} | how
        if call is not None:
            return await self._called(place, view, call, begun, **how)
        sent = await self._sent(place, view, **how)
        if sent.content:
            # By the nonce, Discord gave back the sentence of an earlier try, which has called already.
            await self.edit(place.get_partial_message(sent.id), view, content=None)
            # It is a message proper now: the next call must not delete it.
            for key in [key for key, (_, posted) in begun.items() if posted.id == sent.id]:
                del begun[key]
        return sent

    async def _sent(
        self, place: discord.PartialMessageable, view: ui.LayoutView, **how: Any
    ) -> discord.Message:
        if self._barred_until.get(place.id, 0) > self._now():
            return await place.send(view=ui.sendable(without_pictures(view)), **how)
        shown, files = await self.rendered(view)
        try:
            sent = await place.send(view=ui.sendable(shown), files=attached(files), **how)
        except discord.Forbidden as fault:
            if not files or fault.code != MISSING_PERMISSIONS:
                raise
            sent = await place.send(view=ui.sendable(without_pictures(view)), **how)
            self._bar(place.id)
            return sent
        self.kept.note(sent)
        return sent

    async def _called(
        self,
        place: discord.PartialMessageable,
        view: ui.LayoutView,
        call: Call,
        begun: Begun,
        *,
        nonce: str,
        allowed_mentions: discord.AllowedMentions,
        **how: Any,
    ) -> discord.PartialMessage:
        """Post a call's sentence, and edit it to become the message proper.

        The edit notifies nobody.  If it fails, another try with the same nonce goes on from the sentence;
        another process gets the sentence back from Discord, by the nonce.
        """
        await self.rendered(view)  # Drawn first, to replace the sentence, which has no buttons, at once.
        key = place.id, call.about
        former, sent = begun.get(key, ("", None))
        if sent is None or former != nonce:
            if sent is not None:
                await _put_away(sent)
            try:
                posted = await place.send(
                    call.sentence, nonce=nonce, allowed_mentions=allowed_mentions, **how
                )
            except TROUBLE:
                self._tell(is_sent=False)
                raise
            self._tell(is_sent=True)
            sent = place.get_partial_message(posted.id)
            begun[key] = nonce, sent
        try:
            await self.edit(sent, view, content=None, allowed_mentions=allowed_mentions)
        except discord.HTTPException as fault:
            if fault.code not in MESSAGE_GONE:
                raise
            log.info("call_deleted", channel=place.id)
        begun.pop(key, None)
        return sent

    def _tell(self, is_sent: bool) -> None:
        for watcher in self._watchers:
            watcher.called(is_sent)

    async def give_up(self, begun: Begun, about: str) -> None:
        """Delete the sentences of calls about something that is over."""
        for key, (_, sent) in [one for one in begun.items() if one[0][1] == about]:
            if await _put_away(sent):
                begun.pop(key, None)

    def forget(self) -> None:
        """Forget the pictures that were drawn, since a name on them is to be forgotten."""
        self._studio.forget()

    async def edit(self, message: discord.PartialMessage, view: ui.LayoutView, **how: Any) -> None:
        """Edit a message to show a view; that notifies nobody.

        Raises:
            discord.HTTPException: As discord.py's `edit`.
        """
        how = {"allowed_mentions": NOBODY} | how
        place = message.channel.id
        if self._barred_until.get(place, 0) > self._now():
            self.kept.forget(message.id)
            await message.edit(view=ui.sendable(without_pictures(view)), attachments=[], **how)
            return
        shown, files = await self.rendered(view)
        try:
            await self.kept.edited(
                message.id,
                files,
                lambda sent: message.edit(view=ui.sendable(shown), attachments=sent, **how),
            )
        except discord.Forbidden as fault:
            if not files or fault.code != MISSING_PERMISSIONS:
                raise
            await message.edit(view=ui.sendable(without_pictures(view)), attachments=[], **how)
            self._bar(place)

    def _bar(self, place: int) -> None:
        """Send no pictures to a channel for `BARRED_S`, since Discord refuses pictures there."""
        now = self._now()
        barred = {one: until for one, until in self._barred_until.items() if until > now}
        self._barred_until = {**barred, place: now + BARRED_S}
        log.info("no_pictures_here", channel=place)


class SmallPrint(ui.TextDisplay):
    """Text below a picture that says what it shows.

    Attributes:
        parts: The text in parts of a line or more, each whole in itself.
        aloud: Gives the same parts as they are read aloud.
    """

    def __init__(self, parts: Sequence[str], aloud: Callable[[], Sequence[str]]) -> None:
        super().__init__("\n".join(parts))
        self.parts = tuple(parts)
        self.aloud = aloud


def quietly(items: Sequence[Item]) -> list[Item]:
    """Parts of a message, with all small print moved to the alternative texts of the pictures.

    Each part of it goes to the first picture with room for it; what finds none stays where it is, and what
    follows it too.  Where pictures can't be sent, it stands there as before.
    """
    shown = dict(enumerate(items))
    above: int | None = None
    for at, item in enumerate(items):
        if isinstance(item, Picture):
            above = at
        elif isinstance(item, SmallPrint) and above is not None:
            moved, rest = _moved(shown, item)
            picture = shown[above]
            if isinstance(picture, Picture) and moved:
                shown[above] = picture.saying(picture.alt, text(*moved))
            if rest:
                shown[at] = text(*rest)
            else:
                del shown[at]
    return list(shown.values())


def saying_besides(items: Sequence[Item], line: str) -> list[Item]:
    """Parts of a message, where the first picture with room has a line more in its alternative text."""
    shown = list(items)
    for at, item in enumerate(shown):
        if isinstance(item, Picture) and len(item.alt) + 1 + len(line) < MOST_ALT:
            shown[at] = item.saying(f"{item.alt}\n{line}")
            break
    return shown


def _moved(shown: dict[int, Item], small_print: SmallPrint) -> tuple[Sequence[str], Sequence[str]]:
    """Add parts of a small print to alternative texts of pictures: those that found room, and the rest."""
    parts = small_print.parts
    for count, said in enumerate(small_print.aloud()):
        for at, item in shown.items():
            if isinstance(item, Picture) and len(item.alt) + 1 + len(said) < MOST_ALT:
                shown[at] = item.saying(f"{item.alt}\n{said}")
                break
        else:
            return parts[:count], parts[count:]
    return parts, ()


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
        """The file as Discord is sent it."""
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
        """Edit a message by `edit`, which is given the message's `attachments` to send.

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
