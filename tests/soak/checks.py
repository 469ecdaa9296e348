"""The invariants after a storm, checked by what people saw and by what is on the disk."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cogs.text.ids import MoveId, TableId
from tables.model.table import Kind, is_by_hand
from tables.store.journal import PLACES
from tables.timing.preferences import Preferences
from tables.verbs import deadlines as due
from tables.verbs.auto_answers import Moves
from tests.soak import hidden, shown
from tests.soak.crew import Crew
from tests.soak.ledger import Click, Verdict
from tests.soak.replays import Life, lives_of
from tests.soak.report import Report
from tests.soak.stage import Stage

PUNCTUAL_S = 30.0
"""Seconds of delay after which a due action counts as missed."""
ALARM = re.compile(r"\[(?:error|critical)\s*\] (\w+)")
FORESEEN = frozenset({"write_failed", "storage_failed", "unforeseen", "event_failed"})
"""Errors in the log that a full disk explains, or that have a traceback, for which there is another check."""
LOGGED = re.compile(r"\d{4}-\d\d-\d\dT|\[|(WARNING|ERROR|CRITICAL) ")
IN_OUR_CODE = re.compile(r"/(cogs|tables|engine|pictures|locales)/")
KINDS = {
    "join": Kind.JOIN,
    "leave": Kind.LEAVE,
    "start": Kind.START,
    "cancel": Kind.CANCEL,
    "computer": Kind.COMPUTER,
    "uncomputer": Kind.LEAVE,
}
"""The kinds of journal entries that each of the board's verbs writes."""
BY_WHOM_THEY_ARE_FOR = frozenset(
    {
        *(Kind.SET_UP, Kind.NAME, Kind.MOVE, Kind.BACK, Kind.PROPOSE, Kind.AGREE, Kind.DECLINE),
        *(Kind.OFFER, Kind.RETURN, Kind.CONCEDE, Kind.HINT),
    }
)
"""Kinds of entries that only the person on the entry's seat can make."""


def check_all(stage: Stage, report: Report) -> None:
    """Run all checks, and add their findings to the report."""
    ledger = stage.ledger
    ledger.judge_deferred()
    lives = lives_of(stage)
    report.clicks = len(ledger.clicks)
    report.confirmed = sum(click.verdict is Verdict.CONFIRMED for click in ledger.clicks)
    report.entries = sum(len(life.entries) for life in lives)
    report.tables = len(lives)
    report.kinds = Counter(str(entry.kind) for life in lives for entry in life.entries)
    clicks = {click.key: click for click in ledger.clicks}
    checks = {
        "every journal replays": replays(lives),
        "nothing confirmed is missing": nothing_is_missing(lives, ledger.clicks),
        "nothing is there twice": nothing_is_doubled(lives),
        "what was refused did nothing": nothing_refused_was_done(lives, ledger.clicks),
        "nobody acts for others": nobody_acts_for_others(lives, clicks),
        "each thing is told once": shown.stories(stage, lives),
        "nobody knows what they must not": hidden.leaks(stage, lives),
        "everything is answered in time": late(ledger.unanswered()),
        "a take-back undoes one click": take_backs(lives),
        "what falls due is done": undone_dues(stage, lives),
        "the bot finds no fault in itself": alarms(stage.bot.log),
        "a process that is alone never meets a conflict": conflicts(stage),
        "nothing malformed is sent": (str(one) for one in stage.discord.violations),
        "the local Discord holds": (repr(one) for one in stage.discord.crashes),
        "nobody else is pinged": shown.pings(stage),
        "every call becomes its message": shown.bare_calls(stage),
        "nothing ends in a traceback": tracebacks(stage.bot.log),
    }
    for name, found in checks.items():
        _enter(report, name, found)


def _enter(report: Report, name: str, found: Iterator[str], when: str = "") -> None:
    """Add a check's findings to the report; an exception in the check is a finding, too.

    An impossible state of a game may cause such an exception.
    """
    try:
        for sentence in found:
            report.find(name, when + sentence)
    except Exception as fault:
        report.find(name, f"{when}it broke: {fault!r}")


def check_screens(stage: Stage, report: Report, when: str, *, is_told: bool = True) -> None:
    """Add each message that does not agree with its table's journal to the report.

    `is_told`: False: nobody has told the bot that it sees a channel again, so tables there may still be on
    hold.
    """
    lives = [life for life in lives_of(stage) if is_told or not life.row.held]
    for name, found in (
        ("every board is the newest", shown.boards(stage, lives)),
        ("every panel is the newest", shown.panels(stage, lives)),
    ):
        _enter(report, name, found, f"{when}: ")


def replays(lives: list[Life]) -> Iterator[str]:
    """Find journals that don't agree with the other rows of the database."""
    for life in lives:
        if life.fault:
            yield f"{life.id}: {life.fault}"
            continue
        facts, row = life.now.facts, life.row
        told = (facts.phase, facts.version, facts.owner_seat, facts.channel_id, facts.held)
        if told != (row.phase, row.version, row.owner_seat, row.channel_id, row.held):
            yield f"{life.id}: the journal says {told}, the rows say {row}"
        seats = [(one.seat, one.computer, one.cover, one.gone, one.conceded) for one in facts.seats]
        if seats != [(one.seat, one.computer, one.cover, one.gone, one.conceded) for one in row.seats]:
            yield f"{life.id}: the journal seats {seats}, the rows {row.seats}"
        left = {number * PLACES + info.seat: info.person_id for number, info in facts.former}
        if left != row.left:
            yield f"{life.id}: by the journal {left} have left their seats, by the rows {row.left}"


def nothing_is_missing(lives: list[Life], clicks: list[Click]) -> Iterator[str]:
    """Find confirmed clicks whose entries are missing from the journal, or differ from it."""
    by_id = {life.id: life for life in lives}
    for click in clicks:
        said = click.said
        if click.verdict is not Verdict.CONFIRMED or said is None:
            continue
        life = by_id.get(said.table)
        entries = [entry for entry in life.entries if entry.click == click.key] if life else []
        if not entries:
            yield f"{click} was confirmed, and is nowhere"
        elif isinstance(said, MoveId) and life is not None:
            yield from _moves_as_said(click, life, entries[0].number, Moves.parse(said.moves).now)
        elif isinstance(said, TableId) and entries[0].kind is not KINDS[said.verb]:
            yield f"{click} stands there as {entries[0]}"


def _moves_as_said(click: Click, life: Life, number: int, moves: Sequence[str]) -> Iterator[str]:
    """Find clicks whose entries don't stand together in the journal; forced moves may come between."""
    seat = life.entries[number - 1].seat
    following = iter(life.entries[number - 1 :])
    for move in moves:
        for entry in following:
            if entry.kind is Kind.MOVE and entry.text == move and entry.seat == seat:
                break
            if entry.click not in (None, click.key) and is_by_hand(entry):
                yield f"{click}: {move!r} is not there; {entry} is"
                return
        else:
            yield f"{click}: {move!r} is not there"
            return


def nothing_is_doubled(lives: list[Life]) -> Iterator[str]:
    """Find clicks and numbers that a journal has more than once."""
    everywhere = Counter(entry.click for life in lives for entry in life.entries if entry.click)
    by_people = [key for key in everywhere if key.isdecimal()]
    yield from (f"click {key} is there {everywhere[key]} times" for key in by_people if everywhere[key] > 1)
    for life in lives:
        numbers = [entry.number for entry in life.entries]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{life.id}: entries {numbers}"
        asked = Counter(entry.click for entry in life.entries if entry.click)
        yield from (f"{life.id}: {key!r} is there {count} times" for key, count in asked.items() if count > 1)


def nothing_refused_was_done(lives: list[Life], clicks: list[Click]) -> Iterator[str]:
    """Find entries of clicks that were refused."""
    done = {entry.click for life in lives for entry in life.entries}
    for click in clicks:
        if click.verdict is Verdict.REFUSED and click.key in done:
            text = click.interaction.messages[0].text if click.interaction.messages else ""
            yield f"{click} was refused with {text!r}, and done"


def nobody_acts_for_others(lives: list[Life], clicks: dict[str, Click]) -> Iterator[str]:
    """Find entries by people who did not sit on the entry's seat, or had no right to end the table."""
    for life in lives:
        for before, entry in zip(life.tables, life.entries[1:], strict=False):
            click = clicks.get(entry.click or "")
            if click is None:
                continue
            seat = before.facts.seat_of(click.who.id)
            if entry.kind in BY_WHOM_THEY_ARE_FOR and seat != entry.seat:
                yield f"{life.id}: {click} moved {entry}, from seat {seat}"
            if entry.kind is Kind.CANCEL and seat is None:
                yield f"{life.id}: {click} ended a table of others"
            if entry.kind is Kind.MOVE and isinstance(click.said, MoveId):
                yield from _answered_what_was_asked(life, click, click.said, entry.number)


def _answered_what_was_asked(life: Life, click: Click, said: MoveId, number: int) -> Iterator[str]:
    """Find moves that answer another question than the panel's."""
    position = life.tables[number - 2].position
    seat = life.entries[number - 1].seat
    question = position.questions.get(seat) if position is not None and seat is not None else None
    if question is None or question.number != said.asked:
        yield f"{life.id}: {click} answered question {said.asked}; asked was {question}"


def late(clicks: list[Click]) -> Iterator[str]:
    """Find clicks without an answer in time, for which no trouble is an excuse."""
    yield from (f"{click} was not answered within 3 s" for click in clicks)


def take_backs(lives: list[Life]) -> Iterator[str]:
    """Find take-backs that undo anything but the person's latest click and the forced moves after it."""
    for life in lives:
        for before, entry in zip(life.tables, life.entries[1:], strict=False):
            if entry.kind is not Kind.BACK or entry.click is None:
                continue
            undone = [step.entry for step in before.mainline if step.entry.number > int(entry.text)]
            by_hand = [one for one in undone if is_by_hand(one)]
            if len(by_hand) != 1 or by_hand[0].seat != entry.seat:
                yield f"{life.id}: {entry} undoes {by_hand}"


def undone_dues(stage: Stage, lives: list[Life]) -> Iterator[str]:
    """Find actions that were due by the clock and were not done."""
    for life in lives:
        if life.fault or life.row.held:
            continue
        table = due.attended(life.now, lambda _: Preferences(), stage.clock.now() - PUNCTUAL_S)
        left = [step.entry.kind for step in table.steps[len(life.tables) :]]
        if left:
            yield f"{life.id}: {left} was not done"


def alarms(log: list[str]) -> Iterator[str]:
    """Find log lines in which the bot reports an error."""
    found = (match for line in log if (match := ALARM.search(line)))
    counted = Counter(match[1] for match in found)
    yield from (f"{count} × {name}" for name, count in counted.items() if name not in FORESEEN)


def conflicts(stage: Stage) -> Iterator[str]:
    """Find log lines in which a single process reports that another process was first."""
    if not isinstance(stage.bot, Crew):
        yield from (line for line in stage.bot.log if "journal_conflict" in line)


def tracebacks(log: list[str]) -> Iterator[str]:
    """Find unforeseen exceptions in the log, with their last line and the place in our code."""
    counted: Counter[str] = Counter()
    place, ours, last = "", "", ""
    for number, line in enumerate([*log, "[end of the log]"]):
        if line.startswith("Traceback (most recent call last)"):
            place = place or log[number - 1]
        elif place and line.lstrip().startswith("File ") and IN_OUR_CODE.search(line):
            ours = line.strip()
        elif place and LOGGED.match(line):
            counted[f"{last[:200]} at {ours}"] += 1
            place, ours = "", ""
        elif place and line and not line.startswith(" "):
            last = line
    yield from (f"{count} × {line}" for line, count in counted.items())
