"""The play-by-play in the table's thread, and the mention of those whose turn it is now.

`Painters` calls it at each repaint of a table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import discord
import structlog
from discord import ui

from cogs.games import screens
from cogs.kit.attachments import Call
from cogs.kit.components import Item, message, text
from cogs.kit.language import Localizer
from cogs.kit.names import Names
from cogs.live import threads
from cogs.live.noting import Noting
from cogs.live.parts import Parts
from cogs.live.surfaces import STORY, THREAD, Shown, nonce
from cogs.live.threads import Reopen
from cogs.views import calls
from cogs.views.board import seats_to_be_had, table_button
from cogs.views.proposals import answers
from cogs.views.story_lines import newest_lines, story_lines
from engine.game import Seat
from tables import Kind, LogEntry, Look, Phase
from tables.messages import Note
from tables.odd import number
from tables.preferences import Notice

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class StoryPainter:
    """Tells each thing that happened once: in the thread or, where there is none, in the channel."""

    def __init__(self, parts: Parts, reopen: Reopen) -> None:
        self._parts = parts
        self._reopen = reopen

    async def paint(self, look: Look, shown: Shown, noting: Noting) -> None:
        """Tell what has happened since the last post, and mention those whose turn it is now.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        table = look.table
        thread = shown.get(THREAD)
        if thread is None:
            return
        place = thread.message_id or thread.channel_id
        story = shown.get(STORY)
        told = story.version if story else 0
        last = story.message_id if story else 0
        if story and (intended := number(story.extra)) is not None:
            # A post was under way when the bot stopped: send it again, Discord drops a second one.
            last = await self._tell(look, place, told, intended, last, noting)
            told = intended
        else:
            # A sentence that could not become its post, as where the bot was shut out, would stay.
            await self._parts.attachments.give_up(about(table.id))
        if told < table.version and table.phase is not Phase.LOBBY:
            await self._parts.tables.messages.put(table.id, STORY, place, last, told, str(table.version))
            await self._tell(look, place, told, table.version, last, noting)

    async def _tell(self, look: Look, place: int, told: int, until: int, last: int, noting: Noting) -> int:
        table, before = look.table, last
        words = self._parts.words(table.locale)
        logged = await self._parts.tables.log(table.id, None, told)
        lines = story_lines([entry for entry in logged if entry.number <= until], look, words)
        called = called_seats(look, told, until, logged)
        new = {entry.kind for entry in logged if entry.number <= until}
        known = await self._parts.tables.public_number(table.id, told)
        if lines or called:
            here, asked = await self._told_here(look, called), asked_people(look, new)
            call = calls.in_thread(look, here, new, self._parts.now(), words)
            try:
                newest = newest_lines(lines, words)
                last = await threads.told(
                    self._parts,
                    self._reopen,
                    look,
                    lambda line: post(look, [line, *newest] if line else newest, called, words, new),
                    nonce=nonce(self._parts, table.id, STORY, table.channel_id, known),
                    call=Call(call, about(table.id)) if call else None,
                    allowed_mentions=mentions([*people_of(look, here), *asked]),
                )
            except (discord.NotFound, discord.Forbidden) as fault:
                # The bot may not post in the channel either; the board shows the same.
                log.info("story_untold", table=table.id, code=fault.code)
        noting.put(Note(STORY, place, last, until, still=before))
        return last

    async def _told_here(self, look: Look, called: list[Seat]) -> list[Seat]:
        """The called seats whose players want to be told in the thread, or can't be told elsewhere.

        Whoever has just moved is told by `ReminderPainter`, if the turn still waits then.
        """
        now = [seat for seat in called if seat not in look.clocks or not look.clocks[seat].is_called_late]
        people = [(seat, look.table.seats[seat].person_id) for seat in now]
        return [
            seat for seat, person in people if person and self._parts.people.notice(person) is Notice.THREAD
        ]


def about(table_id: str) -> str:
    """The subject of the calls in a table's thread: see `Call`."""
    return f"{table_id} {STORY}"


def controls(look: Look, new: Collection[Kind], names: Names, words: Localizer) -> list[Item]:
    """The buttons to answer new proposals, warnings and offers that still stand."""
    table = look.table
    items: list[Item] = []
    if table.phase is not Phase.RUNNING:
        return items
    if Kind.PROPOSE in new and look.proposal is not None and look.missing:
        items.append(answers(table.id, look.proposal, words))
    if Kind.WARN in new and look.closes_at is not None and look.fault is None:
        items.append(ui.ActionRow(table_button(table.id, "keep", words, label=words("time.button_keep"))))
    if {Kind.OFFER, Kind.GONE} & set(new):
        items += seats_to_be_had(table, names, words)
    return items


def asked_people(look: Look, new: Collection[Kind]) -> list[int]:
    """The people who are asked for something other than a move: to vote, take a seat, or keep the table."""
    table = look.table
    seats: list[Seat] = []
    if Kind.PROPOSE in new and look.proposal is not None:
        seats += look.missing
    if Kind.WARN in new and look.closes_at is not None:
        seats += [info.seat for info in table.seats if info.is_persons]
    offered = [info.offered_to for info in table.seats] if Kind.OFFER in new else []
    return [*people_of(look, seats), *(person for person in offered if person is not None)]


def people_of(look: Look, seats: Iterable[Seat]) -> list[int]:
    """The ids of the people in these seats."""
    people = (look.table.seats[seat].person_id for seat in seats)
    return [person for person in people if person is not None]


def called_seats(look: Look, told: int, until: int, logged: list[LogEntry]) -> list[Seat]:
    """The seats of people whose turn began after entry `told`, save by their own taking back."""
    own = {entry.number for entry in logged if entry.kind is Kind.BACK}
    return [
        seat
        for seat in look.to_move
        if told < look.owed_since[seat] <= until
        and look.owed_since[seat] not in own
        and look.table.seats[seat].person_id is not None
        and look.table.seats[seat].is_played_by_person
    ]


def mentions(people: Iterable[int]) -> discord.AllowedMentions:
    """What lets a message ping these people, and nobody else."""
    users = [discord.Object(person) for person in dict.fromkeys(people)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)


def post(
    look: Look, lines: list[str], called: list[Seat], words: Localizer, new: Collection[Kind] = ()
) -> ui.LayoutView:
    """One post of the story, with the buttons to answer the kinds of entries that are new in it."""
    names = Names(look.table.seats, words)
    items: list[Item] = [text(*lines)] if lines else []
    items += controls(look, new, names, words)
    if called:
        who = ", ".join(names(seat) for seat in called)
        call = words("table.call", who=who, table=look.table.id)
        task = screens()[look.table.game_id].task(look.observation, words)
        items.append(text(f"▶ **{call}** {task}"))
        button = table_button(look.table.id, "cards", words, discord.ButtonStyle.primary)
        items.append(ui.ActionRow(button))
    return message(items, screens()[look.table.game_id].colour if called else None)
