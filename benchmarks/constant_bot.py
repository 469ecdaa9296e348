"""The second floor: a bot with discord.py alone that sends messages like ours, made from constants.

It defers, sends pictures (with answers and after them) and repaints as often as our bot did (`SENT`).  It
knows no games, stores nothing and draws nothing, so all of its time is that of discord.py and aiohttp for
such messages.
"""

from __future__ import annotations

import asyncio
import io
import os
import struct
from itertools import count
from typing import Any, Final

import discord
import msgspec

from benchmarks.bare_bot import BareBot
from bot import fast_loop
from cogs.text import ui


class Sent(msgspec.Struct, frozen=True):
    """The messages that a bot sent, as averages for each click.

    Attributes:
        deferrals: Answers by a deferral, which show nothing.
        late: Edits that add a picture to an earlier answer.
        repaints: Edits and posts of other messages, each with a picture.
    """

    deferrals: float
    late: float
    repaints: float


TEXT: Final = "<:seat_1_dfae4b:1574337339314929664> <@1574337322449633343> takes Grain from column 4.\n"
TEXTS: Final = (TEXT * 5, TEXT * 4, TEXT)
"""The texts of a panel, about as long as a player's."""
ALT: Final = "Hand: Fish, Mulberry, Sweet potato\nSacrifice cards: 1 fish, 1 mulberry, 1 grain\n" * 5
OWN_BYTES: Final = 50_000
BOARD_BYTES: Final = 90_000


def picture(size: int) -> bytes:
    """Return `size` bytes that begin like a picture."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 1000, 402) + os.urandom(size)


def panel(click: int, name: str = "") -> ui.LayoutView:
    """Return a player's panel; `name`: the name of its picture's file; empty: no picture."""
    news, stand, now = map(ui.TextDisplay, TEXTS)
    shown = [ui.MediaGallery(f"attachment://{name}", ALT)] if name else [ui.TextDisplay(ALT)]
    buttons = [ui.Button(label=f"Move {n}", custom_id=f"move:{n}:{click}") for n in range(3)]
    return ui.LayoutView(ui.Container(news, *shown, stand, ui.Separator(), now, ui.ActionRow(*buttons)))


class Share:
    """Selects a share of a sequence of items, evenly spread over the sequence."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._due = 0.0

    def __call__(self) -> bool:
        """Return whether the next item is selected."""
        self._due += self._share
        is_due = self._due >= 1
        self._due -= is_due
        return is_due


class ConstantBot(BareBot):
    """A bot that answers clicks with constants, in the same ways as ours."""

    def __init__(self) -> None:
        super().__init__()
        sent = msgspec.json.decode(os.environ["SENT"], type=Sent)
        self._is_deferred = Share(sent.deferrals)
        answered = max(1 - sent.deferrals, 0.01)
        self._is_late = Share(sent.late / answered)
        self._repaints = Share(sent.repaints)
        self._own, self._board = picture(OWN_BYTES), picture(BOARD_BYTES)
        self._numbers = count()
        self._tasks = set[asyncio.Task[Any]]()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click."""
        response, nobody = interaction.response, discord.AllowedMentions.none()
        if self._repaints() and interaction.message is not None:
            self._go_on(self._repaint(interaction.message.id))
        if self._is_deferred():
            await response.defer()
            return
        number = next(self._numbers)
        if not self._is_late():
            view, file = self._shown(number, self._own)
            await response.edit_message(view=view, attachments=[file], allowed_mentions=nobody)
            return
        await response.edit_message(view=ui.sendable(panel(number)), attachments=[], allowed_mentions=nobody)
        view, file = self._shown(number, self._own)
        self._go_on(
            interaction.edit_original_response(view=view, attachments=[file], allowed_mentions=nobody)
        )

    async def _repaint(self, message_id: int) -> None:
        channel = self.get_partial_messageable(int(os.environ["CHANNEL"]))
        view, file = self._shown(next(self._numbers), self._board)
        await channel.get_partial_message(message_id).edit(view=view, attachments=[file])

    def _shown(self, number: int, content: bytes) -> tuple[discord.ui.LayoutView, discord.File]:
        name = f"cards-{number}.png"
        return ui.sendable(panel(number, name)), discord.File(io.BytesIO(content), name)

    def _go_on(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(ConstantBot().start(os.environ["DISCORD_TOKEN"]))
