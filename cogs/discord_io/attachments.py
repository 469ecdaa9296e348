"""Draws the pictures of a message when it is sent or edited, and attaches their files.

An edit uploads only those files that the message lacks, and names the others by their ids (`KeptFiles`).

Each picture is described in words: by a text below it (`SmallPrint`) if the message is public or its reader
has asked for descriptions, else by the picture's alternative text.
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, TypeVar

import discord
import structlog

from cogs.discord_io.faults import (
    INVALID_FORM,
    MESSAGE_GONE,
    MISSING_PERMISSIONS,
    TOO_LARGE,
    TROUBLE,
    code_of,
    is_final,
)
from cogs.discord_io.watching import Watchers
from cogs.text import ui
from cogs.text.ui import Item, text
from engine.game import Struct
from pictures import ANY_PURPOSE, Film, Purpose, Scene, Studio, Unwanted
from pictures.callouts import rimmed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NOBODY: Final = discord.AllowedMentions.none()
"""Allowed mentions that keep a message from notifying anybody by its mentions."""
MOST_ALT: Final = 1024
"""Discord's limit for an alternative text, in characters."""
BARRED_S: Final = 600.0
"""Seconds for which the bot sends no pictures to a channel where Discord has refused a picture."""

PURPOSE: Final[ContextVar[Purpose]] = ContextVar("purpose")
"""The purpose of the current task's pictures, which decides how soon they are drawn."""


class Picture(ui.MediaGallery):
    """A picture in a message, which is drawn when the message is sent.

    Attributes:
        scene: The scene that is drawn.
        drawn: The content of the picture's file: the scene, or a film whose last frame is the scene.
        filename: The name of the picture's file; pictures have the same name if, and only if, they are equal.
        instead: The parts that replace the picture in the message if it can't be drawn or sent.
    """

    def __init__(
        self, subject: str, scene: Scene, alt: str, instead: Sequence[ui.Item], film: Film | None = None
    ) -> None:
        self.scene = scene
        self._film = film
        self.drawn = scene if film is None else film
        self.alt = alt[:MOST_ALT]
        self._subject = subject
        self.filename = f"{subject}-{self.drawn.key}.{'png' if film is None else 'webp'}"
        self.instead = tuple(instead)
        super().__init__(f"attachment://{self.filename}", self.alt)

    def saying(self, alt: str, *instead: ui.Item) -> Picture:
        """Return a copy of the picture with the alternative text `alt`.

        The parts `instead` are added to the parts that replace the picture if it can't be drawn or sent.
        """
        return Picture(self._subject, self.scene, alt, (*self.instead, *instead), self._film)

    def rimmed(self, roles: Sequence[str]) -> Picture:
        """Return a copy with rims around those things in the picture that have one of the `roles`."""
        return Picture(self._subject, rimmed(self.scene, roles), self.alt, self.instead)


def pictures(view: ui.LayoutView) -> list[Picture]:
    """Return the pictures of a message, in order."""
    return [item for item in view.walk_children() if isinstance(item, Picture)]


def without_files(view: ui.LayoutView) -> ui.LayoutView:
    """Return a copy of a message with texts in place of its pictures, and with no other files."""
    return _rebuilt(view, lambda items: [item for item in _replaced(items) if not isinstance(item, ui.File)])


MOST_CHARACTERS: Final = 4000
"""Discord's limit for all texts of a message together, in characters."""


def without_pictures(view: ui.LayoutView) -> ui.LayoutView:
    """Return a copy of a message with texts in place of its pictures; its other files stay."""
    return _rebuilt(view, lambda items: list(_replaced(items)))


def _rebuilt(view: ui.LayoutView, change: Callable[[Iterable[Any]], list[Any]]) -> ui.LayoutView:
    """Return a copy of a message, with each part replaced by the parts that `change` returns for it."""
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
    """Return a message's parts, the longest texts cut until all texts together fit in `MOST_CHARACTERS`."""
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
    """Return the beginning of a text, at most `most` characters, cut between words or emojis."""
    head = text[: most - 1]
    *_, end = (0, *(found.start() for found in _END.finditer(head)))
    return head[:end] + "…"


_END: Final = re.compile(r"[ \n]|(?<=[\u3001-\u30ff\u3400-\u9fff\uff01-\uff9f])(?![、。」）ー])")
"""Matches where a text may be cut: at a space or, since Japanese has no spaces, after a Japanese letter."""


class Call(Struct, frozen=True):
    """A message that notifies somebody: it is sent as one sentence, since phones show only plain text.

    Attributes:
        sentence: The message's text at first; an edit then replaces the sentence by the real contents.
        about: The subject of the call; sending a call deletes unfinished calls on the same subject.
    """

    sentence: str
    about: str


Begun = dict[tuple[int, str], tuple[str, discord.PartialMessage]]
"""Calls of which only the sentence has been sent: each one's nonce and message, by channel id and subject."""


async def _put_away(message: discord.PartialMessage) -> bool:
    """Delete an unfinished call's message; return whether it is deleted, now or earlier."""
    try:
        await message.delete()
    except TROUBLE as fault:
        if code_of(fault) in MESSAGE_GONE:
            return True
        log.info("call_stays", channel=message.channel.id, code=code_of(fault), fault=type(fault).__name__)
        return False
    return True


class Attachments:
    """Sends and edits messages with their pictures, or with texts in place of pictures that can't be sent.

    Attributes:
        kept: The files that messages have already.
        begun: The unfinished calls (`Begun`) that are about no table.
    """

    def __init__(self, studio: Studio, now: Callable[[], float], watchers: Watchers = ()) -> None:
        self._studio = studio
        self._watchers = watchers
        self._now = now
        self.kept = KeptFiles()
        self._barred_until: dict[int, float] = {}
        self.begun: Begun = {}

    async def rendered(self, view: ui.LayoutView) -> tuple[ui.LayoutView, Files]:
        """Draw a message's pictures; return the message and the files, or a copy with texts if drawing fails.

        Raises:
            Unwanted: Nobody needs the pictures any more, according to the task's `PURPOSE`.
        """
        try:
            purpose = PURPOSE.get(ANY_PURPOSE)
            return view, {
                each.filename: await self._studio.picture(each.drawn, purpose) for each in pictures(view)
            }
        except Unwanted:
            raise
        except Exception:
            # A bug in a drawing must not keep anybody from playing: the texts give the same information.
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
        """Post a message and return it; with a `call`, post the call's sentence, then edit the message.

        `begun`: the unfinished calls of the message's table; None: the message is about no table.
        `how`: arguments for discord.py's `send`; without `allowed_mentions`, the message pings nobody.

        Raises:
            discord.HTTPException: Discord refused the message, or failed.
        """
        begun = self.begun if begun is None else begun
        how = {"allowed_mentions": NOBODY} | how
        if call is not None:
            return await self._called(place, view, call, begun, **how)
        sent = await self._sent(place, view, **how)
        if sent.content:
            # Discord knew the nonce, and returned the sentence of an earlier try, which was a notification.
            await self.edit(place.get_partial_message(sent.id), view, content=None)
            # The message is finished, so the next call must not delete it.
            for key in [key for key, (_, posted) in begun.items() if posted.id == sent.id]:
                del begun[key]
        return sent

    async def _sent(
        self, place: discord.PartialMessageable, view: ui.LayoutView, **how: Any
    ) -> discord.Message:
        async def post(shown: ui.LayoutView, files: Files) -> discord.Message:
            return await place.send(view=ui.sendable(shown), files=attached(files), **how)

        sent = await self._with_pictures(place.id, view, post)
        self.kept.note(sent)
        return sent

    async def _with_pictures(
        self, place: int, view: ui.LayoutView, send: Callable[[ui.LayoutView, Files], Awaitable[Edited]]
    ) -> Edited:
        """Call `send` with a view and its pictures, or with texts if the place may not have pictures."""
        if self._barred_until.get(place, 0) > self._now():
            return await send(without_pictures(view), NO_FILES)
        shown, files = await self.rendered(view)
        try:
            return await send(shown, files)
        except discord.Forbidden as fault:
            if not files or fault.code != MISSING_PERMISSIONS:
                raise
        sent = await send(without_pictures(view), NO_FILES)
        self._bar(place)
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
        """Post a call's sentence, and edit it to show `view`; return the message.

        The edit notifies nobody.  If it fails, a retry with the same nonce edits the message in `begun`.  If
        another process retries, Discord recognises the nonce, and returns that message in place of a new one.
        """
        await self.rendered(view)  # Drawn first, so that the view replaces the sentence at once.
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
        """Delete the unfinished calls in `begun` on the subject `about`, since that subject is over."""
        for key, (_, sent) in [one for one in begun.items() if one[0][1] == about]:
            if await _put_away(sent):
                begun.pop(key, None)

    def forget(self) -> None:
        """Drop all cached pictures, since some may show the name of a person who wants to be forgotten."""
        self._studio.forget()

    async def edit(self, message: discord.PartialMessage, view: ui.LayoutView, **how: Any) -> None:
        """Edit a message to show a view; an edit notifies nobody.  `how`: arguments for discord.py's `edit`.

        Raises:
            discord.HTTPException: Discord refused the edit, or failed.
        """
        how = {"allowed_mentions": NOBODY} | how

        async def edit(shown: ui.LayoutView, files: Files) -> discord.Message:
            return await self.kept.edited(
                message.id, files, lambda sent: message.edit(view=ui.sendable(shown), attachments=sent, **how)
            )

        await self._with_pictures(message.channel.id, view, edit)

    def _bar(self, place: int) -> None:
        """Stop sending pictures to a channel for `BARRED_S` seconds, since Discord has refused a picture."""
        now = self._now()
        barred = {one: until for one, until in self._barred_until.items() if until > now}
        self._barred_until = {**barred, place: now + BARRED_S}
        log.info("no_pictures_here", channel=place)


class SmallPrint(ui.TextDisplay):
    """A text below a picture that describes the picture in words.

    Attributes:
        parts: The text in parts, each of one or more lines that make sense alone.
        aloud: Returns the words that a screen reader should read in place of each part.
    """

    def __init__(self, parts: Sequence[str], aloud: Callable[[], Sequence[str]]) -> None:
        super().__init__("\n".join(parts))
        self.parts = tuple(parts)
        self.aloud = aloud


def quietly(items: Sequence[Item]) -> list[Item]:
    """Return a message's parts, with descriptions (`SmallPrint`) moved into the pictures' alternative texts.

    Each part of a description moves to the first picture with room for it.  If no picture has room, this part
    and all later ones stay below the pictures.  Where pictures can't be sent, texts show all parts.
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
    """Return a message's parts, with `line` added to the alternative text of the first picture with room."""
    shown = list(items)
    for at, item in enumerate(shown):
        if isinstance(item, Picture) and len(item.alt) + 1 + len(line) < MOST_ALT:
            shown[at] = item.saying(f"{item.alt}\n{line}")
            break
    return shown


def _moved(shown: dict[int, Item], small_print: SmallPrint) -> tuple[Sequence[str], Sequence[str]]:
    """Move parts of a description into pictures' alternative texts; return the moved and the other parts."""
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
"""The most messages whose files are remembered."""

Files = Mapping[str, bytes]
"""The contents of a message's files, by the files' names."""
NO_FILES: Final[Files] = {}
Edited = TypeVar("Edited", bound=discord.Message | None)


class Kept(Struct, frozen=True):
    """A file that a message has already and keeps in an edit, in the form of an attachment for discord.py."""

    id: int

    def to_dict(self) -> dict[str, int]:
        """Return the JSON for Discord, which names the file by its id."""
        return {"id": self.id}


def attached(files: Files) -> list[Any]:
    """Return files as new attachments for discord.py, each of which can be sent only once."""
    return [discord.File(io.BytesIO(content), name) for name, content in files.items()]


async def sent_anyhow(
    send: Callable[[ui.LayoutView, Files], Awaitable[Edited]], view: ui.LayoutView, files: Files
) -> Edited:
    """Call `send` with a view and its files, or with texts if the files are too large or not allowed."""
    try:
        return await send(view, files)
    except discord.HTTPException as fault:
        if not files or (fault.code != MISSING_PERMISSIONS and fault.status != TOO_LARGE):
            raise
        return await send(without_files(view), NO_FILES)


class KeptFiles:
    """The ids of each message's files, by their names; files with the same name have the same content."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, Mapping[str, Kept]] = OrderedDict()

    async def edited(
        self, message_id: int, files: Files, edit: Callable[[list[Any]], Awaitable[Edited]]
    ) -> Edited:
        """Edit a message by calling `edit`, uploading only those of `files` that the message lacks.

        The other files are named by their ids; if Discord lacks one of these, the edit is made again with all
        files uploaded.  During the edit, this object doesn't know the message's files.  `edit`
        gets the `attachments`, and returns the edited message, or None if discord.py doesn't return it.
        `message_id`: 0: the id is not known, so all files are uploaded.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: `edit` raised it.
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

    async def edited_answer(
        self, interaction: discord.Interaction, view: ui.LayoutView, files: Files, message_id: int = 0
    ) -> discord.Message:
        """Edit the answer to an interaction to show a view with its files; return the edited message.

        If a click was deferred or answered by an edit, Discord counts the clicked message as its answer; any
        other message is a further message (follow-up) of the interaction.  `message_id`: the id of the
        answer's message; 0: not known.

        Raises:
            discord.HTTPException: Discord refused the edit, or failed.
        """
        edit: Any = interaction.edit_original_response
        shown, clicked = ui.sendable(view), interaction.message
        is_of_clicked = interaction.response.type in (
            discord.InteractionResponseType.deferred_message_update,
            discord.InteractionResponseType.message_update,
        )
        if message_id and clicked is not None and clicked.id != message_id and is_of_clicked:
            edit = partial(interaction.followup.edit_message, message_id)
        return await self.edited(
            message_id, files, lambda sent: edit(view=shown, attachments=sent, allowed_mentions=NOBODY)
        )

    async def try_edit_answer(
        self,
        interaction: discord.Interaction,
        message_id: int,
        view: ui.LayoutView,
        files: Files = NO_FILES,
    ) -> bool:
        """Edit the answer to an interaction, message `message_id`, to show a view with its files.

        Returns False if the reader has dismissed the answer, or the 15 minutes for edits are over.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        edit = partial(self.edited_answer, interaction, message_id=message_id)
        try:
            await sent_anyhow(edit, view, files)
        except discord.HTTPException as fault:
            if not is_final(fault):
                raise
            return False
        return True

    def note(self, message: discord.Message) -> None:
        """Remember the files of a message that Discord has just returned."""
        # A message without files is remembered, too; otherwise an older click would bring back the ids of
        # removed files.
        self._known[message.id] = dict(_files(message.components))
        self._known.move_to_end(message.id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def seen(self, message: discord.Message) -> None:
        """Remember the files that a message had when it was clicked, unless newer ones are known."""
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
