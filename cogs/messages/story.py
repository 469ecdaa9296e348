"""The play-by-play in a table's thread ("story"): events, the players whose turn it is, and reminders.

If a player's turn begins just after their own move, they are called later, by a *late call*.  Players who
want their notices in direct messages get reminders and late calls with their panel there.

`Updaters` calls `StoryUpdater.paint` and `remind` at each repaint; the scheduler has a table repainted when a
reminder is due.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import discord
import structlog

from cogs.discord_io.attachments import Call
from cogs.discord_io.faults import TROUBLE, code_of, is_refused, is_too_old, is_unfit
from cogs.games import screens
from cogs.messages.board import Posted, is_awake, tell_in_thread
from cogs.messages.display import age_s
from cogs.messages.parts import Parts
from cogs.messages.repaint import Noting
from cogs.messages.tracked_message import StoryNote, TurnMark
from cogs.messages.whereabouts import FRESH_S, STORY, THREAD, UNTIL_THE_END, Shown, message_at, nonce
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names, written_table_name
from cogs.text.ui import Item, message, text
from cogs.views import calls
from cogs.views.board import DEAL, own_button, seats_to_be_had, table_button, votes_on, won_line
from cogs.views.reading import sealed_message
from cogs.views.story_lines import newest_lines, story_lines
from cogs.views.times import moment
from engine.game import Seat
from tables import Kind, LogEntry, Look, MessageRef, Phase
from tables.store.messages import Note
from tables.timing.preferences import Notice, reminders_of
from tables.views.looks import log_of, public_number

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Newest(NamedTuple):
    """The newest post of a table's play-by-play, by its note in the database.

    Attributes:
        channel_id: The channel or thread of the post.
        message_id: The post's id; 0: there is no post yet.
        told: The number of the last journal entry in the play-by-play.
        note: The rest of the database note.
    """

    channel_id: int
    message_id: int
    told: int
    note: StoryNote

    @staticmethod
    def among(shown: Shown) -> Newest:
        """Return the newest post of the play-by-play; `shown`: the database notes of the table's messages."""
        ref, thread = shown.get(STORY), shown[THREAD]
        if ref is None:
            return Newest(thread.message_id or thread.channel_id, 0, 0, StoryNote())
        return Newest(ref.channel_id, ref.message_id, ref.version, StoryNote.parse(ref.extra))

    @property
    def since(self) -> int:
        """The number of the journal entry after which the post begins; if not known, the last entry told."""
        return self.told if self.note.since is None else self.note.since


class Untold(NamedTuple):
    """The public part of the journal entries that the play-by-play has not told yet.

    Attributes:
        logged: The entries.
        called: The seats of people whose turn began with these entries.
        here: Those of the seats in `called` whose players are notified in the thread.
        asked: The ids of people who are asked for something other than a move, such as a vote.
    """

    logged: list[LogEntry]
    called: list[Seat]
    here: list[Seat]
    asked: list[int]


class StoryUpdater:
    """Tells each event of a table once: in the table's thread or, without a thread, in the table's place.

    The newest post gets further lines by edits, unless somebody must be notified (see `_goes_on`).  Only this
    post has buttons, for the players for whom the table waits now.  Edits are idempotent, since a post's text
    depends only on the journal and on the entry after which the post begins.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def paint(self, look: Look, shown: Shown, noting: Noting) -> None:
        """Tell the events since the last repaint, and mention the players whose turn it is now.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        table = look.table
        if THREAD not in shown:
            return
        newest = Newest.among(shown)
        if newest.note.until is not None:
            # The bot stopped while it sent this post. It sends the post again, and Discord drops a duplicate.
            newest = await self._post(look, newest, newest.note.until, noting)
            await noting.write()
        else:
            # If a call's post was given up, its bare sentence would otherwise stay for ever.
            begun = self._parts.displays.of(table.id).begun
            await self._parts.attachments.give_up(begun, about(table.id))
        if newest.told < table.version and table.phase is not Phase.LOBBY:
            await self._tell(look, newest, shown, noting)

    async def _tell(self, look: Look, newest: Newest, shown: Shown, noting: Noting) -> None:
        """Tell all untold entries by an edit of the newest post or, if that isn't possible, by a new post."""
        table, words = look.table, self._parts.words(look.table.locale)
        news = await self._news(look, newest.told, table.version)
        is_new = bool(news.called or story_lines(news.logged, look, words))
        lines = await self._lines(look, newest.since, table.version, words)
        fitting = newest_lines(lines, words)
        may_edit = self._is_in_reach(look, newest, shown) and bool(lines or waited_for(look))
        if is_new:
            may_edit = may_edit and fitting == lines and self._goes_on(look, newest, shown, news)
        if may_edit and not await self._edit(look, newest, post(look, fitting, words)):
            # After such a refusal (of a deleted post, for example), this post is never edited again.
            newest, may_edit = newest._replace(note=StoryNote()), False
        if is_new and not may_edit:
            under_way = newest.note.under_way(table.version).encode()
            place = newest.channel_id, newest.message_id
            await self._parts.tables.messages.put(table.id, STORY, *place, newest.told, under_way)
            await self._post(look, newest, table.version, noting)
        else:
            noting.put(self._noted(look, newest, newest._replace(told=table.version)))

    async def _news(self, look: Look, told: int, until: int) -> Untold:
        logged = await self._parts.tables.read(look.table.id, log_of, None, told)
        logged = [entry for entry in logged if entry.number <= until]
        called = called_seats(look, told, until, logged)
        asked = asked_people(look, {entry.kind for entry in logged})
        return Untold(logged, called, self._told_here(look, called), asked)

    async def _lines(self, look: Look, since: int, until: int, words: Localizer) -> list[str]:
        logged = await self._parts.tables.read(look.table.id, log_of, None, since)
        return story_lines([entry for entry in logged if entry.number <= until], look, words)

    def _is_in_reach(self, look: Look, newest: Newest, shown: Shown) -> bool:
        """Whether the newest post can be edited: False if its thread is archived or lost."""
        if newest.note.since is None or not newest.message_id or look.fault is not None:
            return False
        thread = shown[THREAD]
        if newest.channel_id != (thread.message_id or thread.channel_id):
            return False
        return is_awake(self._parts, look.table, newest.channel_id)

    def _goes_on(self, look: Look, newest: Newest, shown: Shown, news: Untold) -> bool:
        """Whether the newest post, if it has room, may be edited to tell the untold entries.

        False if a player is to be notified, a new round begins, the post is old, or another message of the
        table stands below the post.
        """
        begins = screens()[look.table.game_id].chapters
        others = (ref for ref in shown.values() if ref.channel_id == newest.channel_id and ref.name != THREAD)
        return not (
            news.here
            or news.asked
            or any(isinstance(event, begins) for entry in news.logged for event in entry.events)
            or any(ref.message_id > newest.message_id for ref in others)
            or age_s(newest.message_id, self._parts.discord_clock.now()) > FRESH_S
        )

    async def _edit(self, look: Look, newest: Newest, view: ui.LayoutView) -> bool:
        """Edit a post to show `view`; False: Discord refuses the edit for good."""
        message = self._parts.displays.noted(look.table.id, newest.message_id, newest.note.digest)
        sent = message_at(self._parts, newest.channel_id, newest.message_id)
        try:
            await message.show(view, partial(self._parts.attachments.edit, sent, view))
        except TROUBLE as fault:
            if not (is_refused(fault) or is_too_old(fault) or self._is_hopeless(look, fault)):
                raise
            log.info("story_not_edited", table=look.table.id, code=code_of(fault))
            return False
        return True

    def _is_hopeless(self, look: Look, fault: Exception) -> bool:
        return self._parts.displays.of(look.table.id).rests.is_hopeless(STORY, fault)

    async def _post(self, look: Look, former: Newest, until: int, noting: Noting) -> Newest:
        """Tell all untold entries up to `until` in a new post, and remove the buttons of the former post."""
        table, words = look.table, self._parts.words(look.table.locale)
        if former.told == 0:
            await self._seal(look, words)
        news = await self._news(look, former.told, until)
        lines = newest_lines(story_lines(news.logged, look, words), words)
        newest = former._replace(told=until, note=former.note.under_way(None))
        if lines or news.called:
            try:
                sent = await self._sent(look, former, news, lines, words)
            except discord.HTTPException as fault:
                # A refused post is skipped, or all later posts would wait for ever; the board shows the same
                # facts.
                if not (is_unfit(fault) and self._is_hopeless(look, fault)):
                    raise
                log.info("story_untold", table=table.id, code=fault.code)
            else:
                is_sure = former.note.until is None  # Else Discord may have returned an older post.
                if is_sure:
                    told = self._parts.displays.noted(table.id, sent.message.id, "")
                    told.posted(post(look, lines, words))
                # A line on top (that the thread is lost) must not be repeated, so a post with such a line is
                # never edited.
                since = None if sent.line else former.told
                newest = Newest(sent.message.channel.id, sent.message.id, until, StoryNote(since=since))
        noting.put(self._noted(look, former, newest))
        if newest.message_id != former.message_id:
            await self._close(look, former, newest, words)
        return newest

    async def _seal(self, look: Look, words: Localizer) -> None:
        """Post the seal of the table's deal: the first message of the play-by-play, which is never edited."""
        deal = await self._parts.tables.deal(look.table.id)
        if deal is not None:
            await tell_in_thread(
                self._parts,
                look,
                lambda line: sealed_message(look.table, deal, words, line),
                nonce=nonce(self._parts, look.table.id, STORY, look.table.channel_id, DEAL),
                allowed_mentions=discord.AllowedMentions.none(),
            )

    async def _sent(
        self, look: Look, former: Newest, news: Untold, lines: list[str], words: Localizer
    ) -> Posted:
        table = look.table
        known = await self._parts.tables.read(table.id, public_number, former.told)
        kinds = {entry.kind for entry in news.logged}
        call = calls.in_thread(look, news.here, kinds, self._parts.now(), words)
        return await tell_in_thread(
            self._parts,
            look,
            lambda line: post(look, [line, *lines] if line else lines, words),
            nonce=nonce(self._parts, table.id, STORY, table.channel_id, known),
            call=Call(call, about(table.id)) if call else None,
            allowed_mentions=mentions([*people_of(look, news.here), *news.asked]),
        )

    def _noted(self, look: Look, former: Newest, newest: Newest) -> Note:
        known = self._parts.displays.noted(look.table.id, newest.message_id, newest.note.digest)
        note = StoryNote(None, newest.note.since, known.digest)
        place = newest.channel_id, newest.message_id
        return Note(STORY, *place, newest.told, note.encode(), still=former.message_id)

    async def _close(self, look: Look, former: Newest, newest: Newest, words: Localizer) -> None:
        """Remove the buttons and the players to move from the former post; delete a post without other lines.

        If Discord fails, the buttons stay, which is harmless; the new post must not wait for a retry.
        """
        is_known = former.message_id and former.note.since is not None and look.fault is None
        if is_known and former.channel_id in (newest.channel_id, look.table.channel_id):
            lines = newest_lines(await self._lines(look, former.since, former.told, words), words)
            try:
                if lines:
                    await self._edit(look, former, message([text(*lines)]))
                else:
                    await message_at(self._parts, former.channel_id, former.message_id).delete()
            except TROUBLE as fault:
                log.info("old_call_stays", table=look.table.id, fault=type(fault).__name__)

    def _told_here(self, look: Look, called: list[Seat]) -> list[Seat]:
        """Return the seats in `called` whose players want calls in the thread, or can't get direct messages.

        Players who have just moved are left out: they get a late call if they still have to move.
        """
        now = [seat for seat in called if seat not in look.clocks or not look.clocks[seat].is_called_late]
        people = [(seat, look.table.seats[seat].person_id) for seat in now]
        notice = self._parts.people.notice
        return [seat for seat, one in people if one and notice(one, look.table) is Notice.THREAD]


def about(table_id: str) -> str:
    """Return the subject (`Call.about`) of the calls in a table's thread."""
    return f"{table_id} {STORY}"


def controls(look: Look, names: Names, words: Localizer) -> list[Item]:
    """Return buttons to answer a table's proposals, warnings and offers, and mentions of the people asked."""
    table = look.table
    votes = votes_on(look, words)
    asked = f"-# {words('agree.missing', who=names.listed(look.missing))}"
    items = [text(asked), *votes] if votes else []
    if look.closes_at is not None and look.fault is None:
        items.append(ui.ActionRow(table_button(table.id, "keep", words, label=words("time.button_keep"))))
    return [*items, *seats_to_be_had(table, names, words)]


def asked_people(look: Look, new: Collection[Kind]) -> list[int]:
    """Return the ids of the people whom entries of the kinds `new` ask to vote, sit down or keep a table."""
    table = look.table
    seats: list[Seat] = []
    if Kind.PROPOSE in new and look.proposal is not None:
        seats += look.missing
    if Kind.WARN in new and look.closes_at is not None:
        seats += [info.seat for info in table.seats if info.is_persons]
    offered = [info.offered_to for info in table.seats] if Kind.OFFER in new else []
    return [*people_of(look, seats), *(person for person in offered if person is not None)]


def people_of(look: Look, seats: Iterable[Seat]) -> list[int]:
    """Return the ids of the people in these seats."""
    people = (look.table.seats[seat].person_id for seat in seats)
    return [person for person in people if person is not None]


def waited_for(look: Look) -> list[Seat]:
    """Return the seats of the people (not computer players) who must move now."""
    seats = ((seat, look.table.seats[seat]) for seat in look.to_move)
    return [seat for seat, info in seats if info.person_id is not None and info.is_played_by_person]


def called_seats(look: Look, told: int, until: int, logged: list[LogEntry]) -> list[Seat]:
    """Return the seats of people whose turn began in the entries after `told`, up to `until`.

    Turns that began because a player took moves back don't count.
    """
    own = {one.number for one in logged if one.kind is Kind.BACK and one.moderator is None}
    return [
        seat
        for seat in waited_for(look)
        if told < look.owed_since[seat] <= until and look.owed_since[seat] not in own
    ]


def mentions(people: Iterable[int]) -> discord.AllowedMentions:
    """Return the allowed mentions by which a message notifies these people, and nobody else."""
    users = [discord.Object(person) for person in dict.fromkeys(people)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)


def post(look: Look, lines: Sequence[str], words: Localizer) -> ui.LayoutView:
    """Return the view of the newest post: its lines, the players to move, and buttons for their answers."""
    if look.table.phase is not Phase.RUNNING:
        return message([text(*lines, *([won_line(look, words)] if look.table.phase is Phase.OVER else []))])
    names = Names(look.table.seats, words)
    items: list[Item] = [text(*lines)] if lines else []
    items += controls(look, names, words)
    called = waited_for(look)
    if called:
        call = words.count(
            "table.call", len(called), who=names.listed(called), table=written_table_name(look.table)
        )
        task = screens()[look.table.game_id].your_task(look.observation, words, len(called))
        items.append(text(f"▶ **{call}** {task}"))
        items.append(ui.ActionRow(own_button(look.table, words, discord.ButtonStyle.primary)))
    return message(items, screens()[look.table.game_id].colour if called else None)


async def remind(parts: Parts, look: Look, seat: Seat, person_id: int, shown: Shown, noting: Noting) -> None:
    """Send a player's reminder in the thread, if one is due and wasn't sent yet.

    Send also a late call: the call of a player who had just moved when their turn began.  If several messages
    are due, only the last is sent.  A reminder of a turn that is over is deleted.

    Raises:
        discord.HTTPException: Discord failed; try again later.
    """
    thread, clock = shown.get(THREAD), look.clocks.get(seat)
    turn = called_to(parts, look, seat, person_id)
    name = f"reminder:{seat}"
    former = shown.get(name)
    if former is not None and former.message_id:
        await _withdraw(parts, former, turn, noting)
    if thread is None or clock is None:
        return
    if parts.people.notice(person_id, look.table) is not Notice.THREAD:
        return
    if turn is None or not (turn.reminder or clock.is_called_late):
        return
    if not is_called(look, seat, turn, parts.now()):
        return
    if former is not None and TurnMark.parse(former.extra) == turn:
        return
    words = parts.words(look.table.locale)
    line = _line(look, seat, person_id, turn, words)

    def drawn(before: str) -> ui.LayoutView:
        button = own_button(look.table, words, discord.ButtonStyle.primary)
        lines = [before, line] if before else [line]
        items = [text(*lines), ui.ActionRow(button)]
        return message(items, screens()[look.table.game_id].colour)

    sent = await tell_in_thread(
        parts,
        look,
        drawn,
        nonce=nonce(parts, look.table.id, name, await public_turn(parts, look, turn)),
        call=Call(_call(look, seat, turn, parts.now(), words), f"{look.table.id} {name}"),
        allowed_mentions=mentions([person_id]),
    )
    place, sent_id = sent.message.channel.id, sent.message.id
    # If the bot crashes before this note, it sends the message again, and Discord drops the duplicate.
    await parts.tables.messages.put(look.table.id, name, place, sent_id, UNTIL_THE_END, turn.encode())


async def _withdraw(parts: Parts, former: MessageRef, turn: TurnMark | None, noting: Noting) -> None:
    """Delete the reminder or late call `former`, unless it is about the present turn (`turn`; None: none)."""
    mark = TurnMark.parse(former.extra)
    if mark is None or (turn is not None and turn.since == mark.since):
        return
    try:
        await message_at(parts, former.channel_id, former.message_id).delete()
    except TROUBLE as fault:
        rests = parts.displays.of(former.table_id).rests
        if not (is_refused(fault) or rests.is_hopeless(former.name, fault)):
            raise
        log.info("reminder_stays", table=former.table_id, code=code_of(fault))
    place, still = former.channel_id, former.message_id
    noting.put(Note(former.name, place, 0, UNTIL_THE_END, former.extra, still=still))


def _line(look: Look, seat: Seat, person_id: int, turn: TurnMark, words: Localizer) -> str:
    """Return the text of a reminder or late call in the thread, which mentions the player."""
    clock, table, who = look.clocks[seat], look.table, f"<@{person_id}>"
    if turn.reminder and clock.runs_out is not None:
        when = moment(clock.runs_out)
        return "⏰ " + words("time.reminder_thread", who=who, table=written_table_name(table), when=when)
    task = screens()[table.game_id].your_task(look.observation, words)
    call = words.count("table.call", 1, who=who, table=written_table_name(table))
    return f"▶ **{call}** {task}"


def _call(look: Look, seat: Seat, turn: TurnMark, now: float, words: Localizer) -> str:
    """Return the sentence that notifications show for a reminder or late call in the thread."""
    if turn.reminder:
        return calls.reminder_in_thread(look, seat, now, words)
    return calls.in_thread(look, [seat], (), now, words)


def called_to(parts: Parts, look: Look, seat: Seat, person_id: int) -> TurnMark | None:
    """Return the turn to which a seat's player is to be called now, with the number of due reminders.

    None: the seat has no decision to make, or a computer player makes it for the player.
    """
    if seat not in look.to_move or not look.table.seats[seat].is_played_by_person:
        return None
    since, clock = look.owed_since[seat], look.clocks.get(seat)
    if clock is None:
        return TurnMark(since)
    wanted, now = parts.tables.people.preferences(person_id), parts.now()
    return TurnMark(since, sum(at <= now for at in reminders_of(clock, wanted)))


def is_called(look: Look, seat: Seat, turn: TurnMark, now: float) -> bool:
    """Whether it is time to call a player to their turn; after a player's own move, the call comes later."""
    clock = look.clocks.get(seat)
    return clock is None or turn.reminder > 0 or clock.called_at <= now


async def public_turn(parts: Parts, look: Look, turn: TurnMark | None) -> str:
    """Return a turn as text for a nonce, by public numbers; if `turn` is None, an empty text."""
    if turn is None:
        return ""
    return TurnMark(await parts.tables.read(look.table.id, public_number, turn.since), turn.reminder).encode()
