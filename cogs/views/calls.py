"""The sentences that notifications show for messages that call people to a table.

A message made of components shows nothing in Discord's notifications, so it is first sent as a sentence
(`Attachments.send`).  A sentence contains only public facts, since other people may see a locked phone.  It
gives times in words, since notifications don't show Discord's timestamps.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final

from cogs.games import screens
from cogs.text.language import Localizer
from cogs.text.names import Names, written_table_name
from cogs.views.board import game_name
from cogs.views.story_lines import cancelled_line, proposal_question
from cogs.views.times import DAY_S, HOUR_S, MINUTE_S, duration
from engine.game import Seat
from tables import Facts, Kind, Look, Phase
from tables.model.table import OPEN_PHASES, winners
from tables.timing.clock import UTC_NAME, local

SLACK: Final = 0.1
"""A duration is rounded up to a whole number of units if it falls short by at most this part of a unit."""


def to_turn(look: Look, seat: Seat, now: float, words: Localizer, zone: str, *, is_reminder: bool) -> str:
    """The sentence of a direct message that calls a player to their turn; `zone`: their time zone."""
    key = "calls.reminder" if is_reminder else "calls.turn"
    task = screens()[look.table.game_id].your_task(look.observation, words.for_alt_text)
    turn = words(key, table=_table(look, words), task=task)
    return words.together(turn, time_left(look, [seat], now, words, zone))


def in_thread(
    look: Look, called: Collection[Seat], new: Collection[Kind], now: float, words: Localizer
) -> str:
    """The thread's sentences that call the seats in `called` to move, and others to answer new questions.

    `new`: The kinds of the new entries in the journal, such as a proposal or an offered seat.
    """
    turns = [_turns(look, called, now, words)] if called else []
    return "\n".join([*turns, *_questions(look, new, now, words)])


def reminder_in_thread(look: Look, seat: Seat, now: float, words: Localizer) -> str:
    """The thread's sentence that reminds a player whose time is about to run out."""
    who = _mentions(look, [seat], words)
    line = words("calls.reminder_thread", who=who, table=written_table_name(look.table))
    return words.together(line, time_left(look, [seat], now, words))


def of_thread(table: Facts, words: Localizer) -> re.Pattern[str]:
    """A pattern that matches each sentence of `in_thread` and `reminder_in_thread` for a table."""
    called, gap = written_table_name(table), "\0"
    sentences = (
        *(words.count("table.call", n, who=gap, table=called) for n in (1, 2)),
        words("calls.asked", who=gap, table=called, question=gap),
        words("calls.closing", who=gap, table=called, time=gap),
        words("calls.offer", to=gap, who=gap, table=called),
        words("calls.reminder_thread", who=gap, table=called),
    )
    return re.compile("|".join(".+".join(map(re.escape, one.split(gap))) for one in sentences))


def to_follower(look: Look, words: Localizer, *, is_first: bool) -> str:
    """The sentence that tells a follower about the state of a game; `look` has what a spectator may know."""
    table = look.table
    if table.phase is Phase.CANCELLED:
        state = cancelled_line(look, words)
    elif table.phase is Phase.OVER:
        best = winners(table.seats, look.result)
        state = words.count("table.won", len(best), who=_named(look, best, words))
    else:
        state = _asked(look, words)
    begun = words("follow.begun") if is_first and table.phase in OPEN_PHASES else ""
    return words.together(words("calls.about", table=_table(look, words)), begun, state)


def time_left(look: Look, seats: Iterable[Seat], now: float, words: Localizer, zone: str = UTC_NAME) -> str:
    """The time that seats have left: its end in the time zone `zone` or, if `zone` is UTC, a duration.

    Empty: no clock runs, the time has run out, or the seats' times end at different moments.
    """
    clocks = [look.clocks.get(seat) for seat in seats]
    ends = {clock.runs_out if clock and not clock.is_late else None for clock in clocks}
    runs_out = ends.pop() if len(ends) == 1 else None
    if runs_out is None or runs_out <= now or look.table.held:
        return ""
    if zone == UTC_NAME:
        return words("calls.left", time=roughly(runs_out - now, words))
    there, today = local(runs_out, zone), local(now, zone).date()
    clock = words.clock(there)
    if there.date() == today:
        return words("calls.until_today", time=clock)
    if there.date() == today + timedelta(days=1):
        return words("calls.until_tomorrow", time=clock)
    return words("calls.until_day", day=words.date(there.date()), time=clock)


def roughly(seconds: float, words: Localizer) -> str:
    """A duration in words: whole days, hours or minutes, rounded down (but see `SLACK`)."""
    unit = next((length for length in (DAY_S, HOUR_S) if seconds >= (2 - SLACK) * length), MINUTE_S)
    return duration(max(1, int(seconds / unit + SLACK)) * unit, words)


def _turns(look: Look, called: Collection[Seat], now: float, words: Localizer) -> str:
    call = words.count(
        "table.call", len(called), who=_mentions(look, called, words), table=written_table_name(look.table)
    )
    task = screens()[look.table.game_id].your_task(look.observation, words.for_alt_text, len(called))
    return words.together(words("calls.called", call=call, task=task), time_left(look, called, now, words))


def _questions(look: Look, new: Collection[Kind], now: float, words: Localizer) -> Iterable[str]:
    """Sentences that call people to answer an open proposal, warning or offer of a kind in `new`."""
    table, names = look.table, Names(look.table.seats, words)
    called = written_table_name(table)
    if Kind.PROPOSE in new and look.proposal is not None and look.missing:
        asked = _mentions(look, look.missing, words)
        seat = look.proposal.seat
        question = proposal_question(look.proposal.matter, look.undoing, seat, names.plain(seat), words)
        yield words("calls.asked", who=asked, table=called, question=question)
    if Kind.WARN in new and look.closes_at is not None:
        people = [info.seat for info in table.seats if info.is_persons]
        time = roughly(look.closes_at - now, words)
        yield words("calls.closing", who=_mentions(look, people, words), table=called, time=time)
    if Kind.OFFER in new:
        for info in table.seats:
            if info.offered_to is not None:
                to = f"<@{info.offered_to}>"
                yield words("calls.offer", to=to, who=names.plain(info.seat), table=called)


def _table(look: Look, words: Localizer) -> str:
    game = game_name(look.table.game_id, words)
    return words("calls.table", game=game, table=written_table_name(look.table))


def _asked(look: Look, words: Localizer) -> str:
    """A sentence that names the players who have to decide, and the decision; empty if nobody has to."""
    if not look.to_move:
        return ""
    task = screens()[look.table.game_id].task(look.observation, words.for_alt_text)
    return words("calls.does", who=_named(look, look.to_move, words), task=task)


def _named(look: Look, seats: Iterable[Seat], words: Localizer) -> str:
    """The names of players as a list; not mentions, which a locked phone shows as numbers."""
    names = Names(look.table.seats, words)
    return words.listed(map(names.plain, seats))


def _mentions(look: Look, seats: Iterable[Seat], words: Localizer) -> str:
    """The mentions of players, joined as the language does."""
    return words.listed(f"<@{look.table.seats[seat].person_id}>" for seat in seats)
