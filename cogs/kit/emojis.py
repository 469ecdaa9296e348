"""The application's own emojis, which messages can show in every server: brought to Discord at the start."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping
from typing import Final

import discord
import structlog

from cogs.kit.faults import INVALID_FORM, TROUBLE, code_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST: Final = 2000
"""So many emojis Discord lets an application have."""
ROOMY: Final = 1500
"""While fewer exist, those of older drawings stay."""
DIGITS: Final = 6
NAME: Final = re.compile(rf"[A-Za-z0-9_]{{1,{32 - 1 - DIGITS}}}")
"""A name with which Discord's 32 characters are enough for the digest too."""

_unfinished: set[asyncio.Task[None]] = set()
"""What nobody waits for any more; the event loop alone would let it be collected."""


async def own_emojis(
    client: discord.Client, images: Mapping[str, bytes], patience_s: float = 15.0
) -> dict[str, str]:
    """How to write each of our emojis in a message: `<:fish_1a2b3c:123>`, by its name in `images` (PNG).

    Those that Discord does not have yet, or has in another drawing, are uploaded first; ones that can't be
    had are missing from the answer and the caller falls back to Unicode.

    Args:
        client: Logged in, so that it knows its application.
        images: The drawings.
        patience_s: After this time there is an answer; what is not uploaded by then is at the next start.
    """
    names = {name: _name_at_discord(name, image) for name, image in images.items()}
    stock = _Stock(client, {names[name]: image for name, image in images.items()}, names, patience_s)
    task = asyncio.create_task(stock.fill(), name="emojis")
    # At the end of our patience the request under way is left alone and no other is begun. Cancelling it
    # would be worse: discord.py shuts all requests out during a global rate limit and lets them in again only
    # if the one that met the limit is still there.
    try:
        await asyncio.wait([task], timeout=patience_s)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not task.done():
        _unfinished.add(task)
        task.add_done_callback(_unfinished.discard)
        log.warning("emojis_unfinished", missing=len(stock.missing()))
    return {name: str(stock.there[known]) for name, known in names.items() if known in stock.there}


def _name_at_discord(name: str, image: bytes) -> str:
    """The emoji's name at Discord: another drawing has another one."""
    assert NAME.fullmatch(name), name
    return f"{name}_{hashlib.blake2b(image).hexdigest()[:DIGITS]}"


class _Stock:
    """What Discord has of our emojis.

    Attributes:
        there: The application's emojis, by their names at Discord.
    """

    def __init__(
        self,
        client: discord.Client,
        wanted: Mapping[str, bytes],
        names: Mapping[str, str],
        patience_s: float,
    ) -> None:
        self.there: dict[str, discord.Emoji] = {}
        self._client = client
        self._wanted = wanted
        self._ours = re.compile(f"(?:{'|'.join(names)})_[0-9a-f]{{{DIGITS}}}")
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + patience_s

    async def fill(self) -> None:
        """Upload what is missing; never raises, for no emoji is worth a bot that does not start."""
        try:
            if not self._wanted or not await self._list():
                return
            # Old drawings are deleted late and the oldest first: old messages, which are never painted again,
            # still show them. Only those that leave the new ones no room go before the uploads.
            count = len(self.there) + len(self.missing())
            spare = self._superseded()[: max(0, count - ROOMY)]
            in_the_way = max(0, count - MOST)
            await self._delete(spare[:in_the_way])
            for name in self.missing():
                # Listed again meanwhile, it may have turned up.
                if name not in self.there and not self._is_late():
                    await self._upload(name)
            await self._delete(spare[in_the_way:])
        except Exception:
            if not self._client.is_closed():  # else it was merely too late
                log.exception("emojis_fault")

    def missing(self) -> list[str]:
        """The names at Discord of those that it lacks."""
        return [name for name in self._wanted if name not in self.there]

    def _superseded(self) -> list[discord.Emoji]:
        """Ours in drawings that we no longer use, the oldest first."""
        old = (
            emoji
            for name, emoji in self.there.items()
            if name not in self._wanted and self._ours.fullmatch(name)
        )
        return sorted(old, key=lambda emoji: emoji.id)

    def _is_late(self) -> bool:
        return self._loop.time() >= self._until

    async def _list(self) -> bool:
        """Look what there is; whether that worked."""
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
        except (*TROUBLE, ValueError) as fault:  # ValueError: discord.py finds that this is no image
            if code_of(fault) == INVALID_FORM and not self._is_late():
                # Another process of ours may have been faster, or this one before its answer was lost.
                await self._list()
            if name not in self.there:
                log.warning("emoji_not_uploaded", emoji=name, code=code_of(fault), fault=type(fault).__name__)
        else:
            self.there[name] = emoji

    async def _delete(self, emojis: list[discord.Emoji]) -> None:
        """Delete emojis up to the first that can't be: the others would fare no better."""
        for emoji in emojis:
            if self._is_late():
                return
            try:
                await emoji.delete()
            except discord.NotFound:
                pass  # another process of ours was faster
            except TROUBLE as fault:
                log.warning(
                    "emoji_not_deleted", emoji=emoji.name, code=code_of(fault), fault=type(fault).__name__
                )
                return
            self.there.pop(emoji.name, None)
