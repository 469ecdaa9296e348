"""The play-by-play in the table's thread, and the call to whoever's turn it has become."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
import structlog
from discord import ui

from cogs.board import table_button
from cogs.layout import message
from cogs.painters import threads
from cogs.painters.canvas import STORY, THREAD, Shown, nonce
from cogs.screens import screens
from cogs.screens.contract import Item, text
from cogs.seats import Names
from cogs.speech import Speech
from engine.game import Seat
from tables import Happening, Kind, Look, Phase

if TYPE_CHECKING:
    from cogs.client import TableBot

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_CHARACTERS: Final = 3500
"""Of one post; Discord's limit for all texts of a message is 4,000."""


def story_lines(happenings: list[Happening], look: Look, words: Speech) -> list[str]:
    """What happened, in one line each."""
    names = Names(look.table.seats, words)
    screen = screens()[look.table.game_id]
    lines: list[str] = []
    for happening in happenings:
        if happening.kind is Kind.BACK and happening.seat is not None:
            lines.append("↩️ " + words("table.told_back", who=names(happening.seat)))
        elif happening.kind is Kind.CANCEL:
            lines.append("🚫 " + words("table.cancelled"))
        lines += screen.tell(happening.events, names, words)
    return lines


def newest_lines(lines: list[str], words: Speech) -> list[str]:
    """As many of the newest lines as fit into one post, with a word on those left out."""
    kept: list[str] = []
    length = 0
    for line in reversed(lines):
        length += len(line) + 1
        if length > MOST_CHARACTERS:
            kept.append("-# " + words.count("table.left_out", len(lines) - len(kept)))
            break
        kept.append(line)
    return kept[::-1]


class StoryPainter:
    """Tells each thing that happened once, in the thread or, without one, in the channel."""

    def __init__(self, bot: TableBot) -> None:
        self._bot = bot

    async def paint(self, look: Look, shown: Shown) -> None:
        """Tell what has happened since the last time, and call whose turn it has become.

        Raises:
            discord.HTTPException: Discord is not at its best; try again later.
        """
        table = look.table
        thread = shown.get(THREAD)
        if thread is None:
            return
        place = thread.message_id or thread.channel_id
        story = shown.get(STORY)
        told = story.version if story else 0
        last = story.message_id if story else 0
        if story and story.extra:
            # A post was on its way when the bot stopped: send just the same, Discord drops the second one.
            intended = int(story.extra)
            last = await self._tell(look, place, told, intended, last)
            told = intended
        if told < table.version and table.phase is not Phase.LOBBY:
            await self._bot.tables.screens.put(table.id, STORY, place, last, told, str(table.version))
            await self._tell(look, place, told, table.version, last)

    async def _tell(self, look: Look, place: int, told: int, until: int, last: int) -> int:
        table = look.table
        speech = self._bot.speech(table.locale)
        happenings = await self._bot.tables.log(table.id, None, told)
        lines = story_lines([entry for entry in happenings if entry.number <= until], look, speech)
        called = called_seats(look, told, until, happenings)
        if lines or called:
            try:
                newest = newest_lines(lines, speech)
                last = await threads.told(
                    self._bot,
                    look,
                    lambda line: post(look, [line, *newest] if line else newest, called, speech),
                    nonce=nonce(table.id, STORY, table.channel_id, told),
                    allowed_mentions=mentions(look, called),
                )
            except (discord.NotFound, discord.Forbidden) as fault:
                # No right to post in the channel either: what is told is told on the board as well.
                log.info("story_untold", table=table.id, code=fault.code)
        await self._bot.tables.screens.put(table.id, STORY, place, last, until)
        return last


def called_seats(look: Look, told: int, until: int, happenings: list[Happening]) -> list[Seat]:
    """The seats of people whose turn it has become after entry `told`, save by their own taking back."""
    own = {entry.number for entry in happenings if entry.kind is Kind.BACK}
    return [
        seat
        for seat in look.to_move
        if told < look.owed_since[seat] <= until
        and look.owed_since[seat] not in own
        and look.table.seats[seat].person_id is not None
    ]


def mentions(look: Look, seats: list[Seat]) -> discord.AllowedMentions:
    """Ping the people on `seats`, and nobody else."""
    people = (look.table.seats[seat].person_id for seat in seats)
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(person) for person in people if person]
    )


def post(look: Look, lines: list[str], called: list[Seat], words: Speech) -> ui.LayoutView:
    """One post of the story."""
    names = Names(look.table.seats, words)
    items: list[Item] = [text(*lines)] if lines else []
    if called:
        who = ", ".join(names(seat) for seat in called)
        call = words("table.call", who=who, table=look.table.id)
        task = screens()[look.table.game_id].task(look.observation, words)
        items.append(text(f"▶ **{call}** {task}"))
        button = table_button(look.table.id, "cards", words, discord.ButtonStyle.primary)
        items.append(ui.ActionRow(button))
    return message(items, screens()[look.table.game_id].colour if called else None)
