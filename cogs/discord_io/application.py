"""Uploads our own emojis, which all servers can show, and our commands to Discord.

`TableBot.setup_hook` uploads them at each start; an emoji that Discord has already is not sent again.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping
from typing import Any, Final

import discord
import structlog
from discord.app_commands import Command, CommandTree
from discord.http import Route

from cogs.discord_io.faults import INVALID_FORM, TROUBLE, UNKNOWN_EMOJI, code_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST: Final = 2000
"""Discord's limit for the number of an application's emojis."""
ROOMY: Final = 1500
"""Emojis with former drawings are deleted only if the application has more emojis than this."""
ENTRY_POINT: Final = 4
"""The type of the command by which people launch an Activity."""
DIGITS: Final = 6
NAME: Final = re.compile(rf"[A-Za-z0-9_]{{1,{32 - 1 - DIGITS}}}")
"""The form of our emojis' names: short enough for Discord's 32 characters with a digest added."""

_unfinished: set[asyncio.Task[None]] = set()
"""Tasks that nobody waits for any more, kept here since the event loop holds no reference to them."""


async def own_emojis(
    client: discord.Client, images: Mapping[str, bytes], patience_s: float = 15.0
) -> dict[str, str]:
    """Return each of our emojis as text for a message, such as `<:fish_1a2b3c:123>`, by its name in `images`.

    Emojis that Discord lacks, or has with an older drawing, are uploaded first.  An emoji that can't be
    uploaded is missing from the result, and the caller shows a Unicode emoji instead.  `images`: the drawings
    as PNG.  `patience_s`: the most seconds until the return; emojis not uploaded by then wait for the next
    start.
    """
    names = {name: _name_at_discord(name, image) for name, image in images.items()}
    stock = _Stock(client, {names[name]: image for name, image in images.items()}, names)
    task = asyncio.create_task(stock.fill(), name="emojis")
    # After `patience_s`, a running request is finished, and no further one is begun. It is not cancelled:
    # during a global rate limit, discord.py holds back all requests until the request that met the limit goes
    # on.
    try:
        await asyncio.wait([task], timeout=patience_s)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not task.done():
        stock.is_late = True
        _unfinished.add(task)
        task.add_done_callback(_unfinished.discard)
        log.warning("emojis_unfinished", missing=len(stock.missing()))
    return {name: str(stock.there[known]) for name, known in names.items() if known in stock.there}


def _name_at_discord(name: str, image: bytes) -> str:
    """Return an emoji's name at Discord, which ends with a digest of the drawing."""
    assert NAME.fullmatch(name), name
    return f"{name}_{hashlib.blake2b(image).hexdigest()[:DIGITS]}"


class _Stock:
    """The application's emojis at Discord.

    Attributes:
        there: The emojis that exist, by their names at Discord.
        is_late: Whether `own_emojis` has stopped waiting, so that no further request is begun.  A flag tells
            this better than the time: uvloop's clock counts whole milliseconds, and may be slightly behind.
    """

    def __init__(self, client: discord.Client, wanted: Mapping[str, bytes], names: Mapping[str, str]) -> None:
        self.there: dict[str, discord.Emoji] = {}
        self.is_late = False
        self._client = client
        self._wanted = wanted
        self._ours = re.compile(f"(?:{'|'.join(names)})_[0-9a-f]{{{DIGITS}}}")

    async def fill(self) -> None:
        """Upload missing emojis, deleting old ones if there is no room; never raises, so the bot starts."""
        try:
            if not self._wanted or not await self._list():
                return
            # Old messages, which are never repainted, still show the old drawings. So old drawings are
            # deleted last, the oldest first, and before the uploads only as many as the new emojis need.
            count = len(self.there) + len(self.missing())
            spare = self._superseded()[: max(0, count - ROOMY)]
            in_the_way = max(0, count - MOST)
            await self._delete(spare[:in_the_way])
            for name in self.missing():
                # The list may be newer by now, since `_upload` fetches it again: then the emoji may be in it.
                if name not in self.there and not self.is_late:
                    await self._upload(name)
            await self._delete(spare[in_the_way:])
        except Exception:
            if not self._client.is_closed():  # A closed client means that the bot was stopped meanwhile.
                log.exception("emojis_fault")

    def missing(self) -> list[str]:
        """Return the names, with digests, of our emojis that Discord lacks."""
        return [name for name in self._wanted if name not in self.there]

    def _superseded(self) -> list[discord.Emoji]:
        """Return our emojis with outdated drawings, the oldest emoji first."""
        old = (
            emoji
            for name, emoji in self.there.items()
            if name not in self._wanted and self._ours.fullmatch(name)
        )
        return sorted(old, key=lambda emoji: emoji.id)

    async def _list(self) -> bool:
        """Fetch the list of the application's emojis into `there`; return whether that worked."""
        try:
            emojis = await self._client.fetch_application_emojis()
        except TROUBLE as fault:
            log.warning("emojis_not_listed", code=code_of(fault), fault=type(fault).__name__)
            return False
        self.there = {emoji.name: emoji for emoji in emojis}
        return True

    async def _upload(self, name: str) -> None:
        try:
            emoji = await self._client.create_application_emoji(name=name, image=self._wanted[name])
        except (*TROUBLE, ValueError) as fault:  # ValueError: discord.py finds that the file is no image.
            if code_of(fault) == INVALID_FORM and not self.is_late:
                # Another process has uploaded this emoji, or this process did, and the answer was lost.
                await self._list()
            if name not in self.there:
                log.warning("emoji_not_uploaded", emoji=name, code=code_of(fault), fault=type(fault).__name__)
        else:
            self.there[name] = emoji

    async def _delete(self, emojis: list[discord.Emoji]) -> None:
        """Delete emojis in turn; stop at the first failure, since further requests would fail, too."""
        for emoji in emojis:
            if self.is_late:
                return
            try:
                await emoji.delete()
            except TROUBLE as fault:
                if code_of(fault) != UNKNOWN_EMOJI:  # Another process has deleted an unknown emoji.
                    log.warning(
                        "emoji_not_deleted", emoji=emoji.name, code=code_of(fault), fault=type(fault).__name__
                    )
                    return
            self.there.pop(emoji.name, None)


async def sent_commands(tree: CommandTree[Any], *, anyway: bool) -> dict[str, int]:
    """Send Discord the commands in `tree`; return the ids of slash commands by their full English names.

    `anyway`: Whether to send the commands even if Discord already has exactly these, with all translations.

    Raises:
        discord.HTTPException: Discord failed, or refused the request.
    """
    client = tree.client
    assert client.application_id is not None
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    there: list[Any] = await client.http.request(route, params={"with_localizations": 1})
    ours: list[Any] = [
        *await translated(tree),
        # Discord refuses all commands if its own, which launches an Activity, isn't among them.
        *[command for command in there if command.get("type") == ENTRY_POINT],
    ]
    if anyway or not covers(_by_name(there), _by_name(ours)):
        there = [*await client.http.bulk_upsert_global_commands(client.application_id, payload=ours)]
    ids = {command["name"]: int(command["id"]) for command in there if command.get("type", 1) == 1}
    # A subcommand's mention has the id of its group.
    return {
        command.qualified_name: ids[command.qualified_name.split()[0]]
        for command in tree.walk_commands()
        if isinstance(command, Command)
    }


async def translated(tree: CommandTree[Any]) -> list[Any]:
    """Return the commands in `tree` as Discord takes them, with their names and texts in all languages."""
    assert tree.translator is not None
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]


def covers(there: Any, ours: Any) -> bool:
    """Whether commands listed by Discord (`there`) equal `ours` in all fields that we send."""
    if isinstance(ours, dict) and isinstance(there, dict):
        return all(covers(there.get(key), value) for key, value in ours.items())
    if isinstance(ours, list) and isinstance(there, list):
        return len(ours) == len(there) and all(map(covers, there, ours))
    return ours is None or bool(there == ours or (there is None and not ours))


def _by_name(commands: Any) -> list[Any]:
    return sorted(commands, key=lambda command: (command.get("type", 1), command["name"]))
