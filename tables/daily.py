"""The daily deal: on each date everybody can play the same deal of a game against the same computer players.

A person's first table with a date's deal counts if it is opened while the date lasts anywhere on earth; the
person's other tables are for practice.  Only the tables are stored: streaks and comparisons are computed.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.game import AnyGame, Struct
from engine.players import LEVELS
from engine.players.review import course
from tables.computers.thinking import Thinking
from tables.model.deals import DAILY, asked_at
from tables.model.errors import Refused
from tables.model.fold import NOBODY, add, opened
from tables.model.table import (
    OPEN_PHASES,
    PRACTICE,
    Entry,
    Facts,
    Kind,
    Opening,
    Phase,
    Table,
    final_result,
    next_entry,
)
from tables.model.values import Played
from tables.results import Results
from tables.store.database import Database
from tables.store.journal import Reader, read_facts
from tables.timing.clock import cancelled, local
from tables.verbs import House
from tables.verbs.lobby import joined_by_computer, opening
from tables.verbs.play import settled

NAME: Final = DAILY
"""The beginning of the names of daily deals; the date follows, as in `daily:2026-11-28`."""
FIRST: Final = date(2026, 1, 1)
"""The earliest date that has a deal."""
AHEAD_H: Final = 14
"""The time zone in which each day begins first is this many hours ahead of UTC."""
BEHIND_H: Final = 12
"""The time zone in which each day begins last is this many hours behind UTC."""
BY_WEEKDAY: Final = (0, 1, 1, 2, 2, 3, 1)
"""For each weekday, Monday first, the index in `LEVELS` of the computers' level: one without a time limit."""
SHOWN_LEVELS: Final = LEVELS[:4]
"""The computer levels that play each deal too, so that everybody has results to compare with."""
FREEZES: Final = 2
"""How many missed days a streak survives."""
REGAINED: Final = 7
"""After this many days played, one more missed day is forgiven."""
MOST_DAYS: Final = 10
"""The number of days for which the computer players' results are cached."""
BARS: Final = "▁▂▃▄▅▆▇█"
MOST_BARS: Final = 12
MOST_BEST: Final = 10
"""The most games of a date that others can watch."""
DAYS_OF: Final = f"""
phase = '{Phase.OVER}' AND ending = '' AND shared LIKE '{NAME}%'
AND id IN (SELECT table_id FROM seats WHERE person_id = ? AND seat >= 0)"""
OWN: Final = "shared IN (?, ?) AND id IN (SELECT table_id FROM seats WHERE person_id = ? AND seat >= 0)"


class Plan(Struct, frozen=True):
    """The daily deal of a date: the game, the number of players, and the level of the computer players."""

    day: date
    game_id: str
    seats: int
    level: str

    @property
    def name(self) -> str:
        """The name of the date's deal."""
        return f"{NAME}{self.day.isoformat()}"


class Standing(Struct, frozen=True):
    """A person's result with a date's deal, compared with other people's results that count.

    Attributes:
        tables: The person's tables of that date: first the table that counts, then the tables for practice.
        points: The person's points; None: the person's game isn't over, or ended early.
        counts: For each number of points, how many people made it, this person included.
        below: The share of other people who made fewer points, from 0 to 1; people with equal points count
            half.  None: nobody else has finished.
        levels: The points that each computer level made in the person's place; empty: not known yet.
        strip: The person's lead in the course of their game, as a line of bars.
        streak: The days in a row that the person has played, up to that date.
        freezes: How many missed days the streak survives now.
        best: The games of that date with the most points, the best first; to be shown only to people whose
            own game is over.
    """

    plan: Plan
    tables: tuple[Facts, ...]
    points: int | None = None
    counts: Mapping[int, int] = {}
    below: float | None = None
    levels: Mapping[str, int] = {}
    strip: str = ""
    streak: int = 0
    freezes: int = FREEZES
    best: tuple[Played, ...] = ()


def has_tried(tables: Iterable[Facts]) -> bool:
    """Whether a person's game that counts for a date is over; `tables`: the person's tables of that date."""
    return any(table.is_compared and table.phase not in OPEN_PHASES for table in tables)


def planned(day: date, games: Mapping[str, AnyGame]) -> Plan:
    """The plan of a date: the games take turns, and so do the numbers of players of each game."""
    turn, ids = day.toordinal(), sorted(games)
    sizes = games[ids[turn % len(ids)]].seats
    level = LEVELS[BY_WEEKDAY[day.weekday()]]
    return Plan(day, ids[turn % len(ids)], sizes[turn // len(ids) % len(sizes)], level)


def day_of(facts: Facts | Played) -> date | None:
    """The date of a table's daily deal; None: the table has another deal."""
    if not facts.shared.startswith(NAME):
        return None
    return date.fromisoformat(facts.shared.removeprefix(NAME).removesuffix(PRACTICE))


def is_open(day: date, now: float) -> bool:
    """Whether it is the date `day` anywhere on earth at `now`, in seconds since 1970."""
    noon = datetime.combine(day, time(), UTC)
    begins, ends = noon - timedelta(hours=AHEAD_H), noon + timedelta(hours=24 + BEHIND_H)
    return begins.timestamp() <= now < ends.timestamp()


def read_day(text: str, now: float, zone: str) -> date:
    """The date in a person's `text`, such as `2026-11-28`; empty: today in their time zone.

    Raises:
        Refused: `no_such_day`: the text is no date; `day_to_come`; `day_too_early`.
    """
    today = local(now, zone).date()
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError as fault:
        raise Refused("no_such_day") from fault
    if day > today:
        raise Refused("day_to_come")
    if day < FIRST:
        raise Refused("day_too_early", day=FIRST.isoformat())
    return day


def streak(days: Iterable[date], today: date) -> tuple[int, int]:
    """The length in days of a person's streak up to `today`, and how many missed days it still survives.

    `FREEZES` missed days don't break a streak.  Each `REGAINED` days played win one of them back.  Today
    doesn't count as missed.
    """
    played = sorted({day for day in days if day <= today})
    count, freezes, before = 0, FREEZES, played[0] if played else today
    for day in [*played, today]:
        missed = max(0, (day - before).days - 1)
        if missed > freezes:
            count, freezes = 0, FREEZES
        elif count:
            freezes -= missed
        if day in played and (day != before or count == 0):
            count += 1
            freezes = min(FREEZES, freezes + (count % REGAINED == 0))
        before = day
    return count, freezes


def strip(leads: Sequence[float]) -> str:
    """A line of at most `MOST_BARS` bars, each higher for a larger lead, of middle height for a draw."""
    most = max((abs(lead) for lead in leads), default=0.0) or 1.0
    last, bars = len(leads) - 1, min(len(leads), MOST_BARS)
    chosen = [leads[round(last * place / max(bars - 1, 1))] for place in range(bars)]
    return "".join(BARS[round((lead / most + 1) / 2 * (len(BARS) - 1))] for lead in chosen)


class Daily:
    """The daily deals: the plan of each date, and people's results."""

    def __init__(
        self,
        database: Database,
        reader: Reader,
        results: Results,
        games: Mapping[str, AnyGame],
        thinking: Thinking,
        house: House,
    ) -> None:
        self._database = database
        self._reader = reader
        self._results = results
        self._games = games
        self._thinking = thinking
        self._house = house
        self._levels: OrderedDict[date, asyncio.Task[dict[str, int]]] = OrderedDict()

    async def close(self) -> None:
        """Cancel the games that computer players play in a person's place."""
        await cancelled(*self._levels.values())

    def plan(self, day: date) -> Plan:
        """The plan of a date."""
        return planned(day, self._games)

    async def own(self, plan: Plan, person_id: int) -> tuple[Facts, ...]:
        """A person's tables with a date's deal: first the table that counts, then the tables for practice."""
        names = plan.name, plan.name + PRACTICE
        found = await read_facts(self._database, OWN, *names, person_id)
        return tuple(sorted(found, key=lambda facts: facts.shared))

    async def standing(self, plan: Plan, person_id: int, wait_s: float) -> Standing:
        """A person's standing on a date; waits at most `wait_s` seconds for the computer players' results."""
        mine = await self.own(plan, person_id)
        theirs = await self._ranked(plan)
        points = {one.seats[0].person_id: one.seats[0].points for one in theirs if one.seats[0].person_id}
        counts: dict[int, int] = {}
        for each in points.values():
            counts[each] = counts.get(each, 0) + 1
        days = [day_of(one) for one in await read_facts(self._database, DAYS_OF, person_id)]
        count, freezes = streak((day for day in days if day is not None), plan.day)
        best = tuple(theirs[:MOST_BEST])
        found = Standing(plan, mine, counts=counts, streak=count, freezes=freezes, best=best)
        if person_id not in points:
            return found
        own, others = points[person_id], len(points) - 1
        fewer = sum(n for made, n in counts.items() if made < own) + (counts[own] - 1) / 2
        ended = next(one.table_id for one in theirs if one.seats[0].person_id == person_id)
        return replace(
            found,
            points=own,
            below=fewer / others if others else None,
            levels=await self._of_levels(plan, wait_s),
            strip=await self._strip(ended),
        )

    async def best(self, plan: Plan) -> list[Played]:
        """The games of a date with the most points, the best first; at most `MOST_BEST`."""
        return (await self._ranked(plan))[:MOST_BEST]

    async def puzzle(self, plan: Plan) -> Played | None:
        """The game whose costliest move becomes a date's puzzle: the middle one of its games, by points."""
        found = await self._ranked(plan)
        return found[len(found) // 2] if found else None

    async def _ranked(self, plan: Plan) -> list[Played]:
        found = await self._results.of("shared = ?", plan.name)
        return sorted(found, key=lambda one: (-one.seats[0].points, one.at))

    async def _strip(self, table_id: str) -> str:
        table = await self._reader.read(table_id)
        states = [step.position.state for step in table.mainline if step.position is not None]
        moments = await asyncio.to_thread(course, table.game, states)
        return strip([moment.leads[0] for moment in moments])

    async def _of_levels(self, plan: Plan, wait_s: float) -> dict[str, int]:
        """The points of each of `SHOWN_LEVELS`; empty if they aren't known within `wait_s` seconds."""
        task = self._levels.get(plan.day)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._levels[plan.day] = asyncio.create_task(self._played_by_levels(plan), name="daily")
            if len(self._levels) > MOST_DAYS:
                self._levels.popitem(last=False)[1].cancel()
        await asyncio.wait([task], timeout=wait_s)
        return task.result() if task.done() and not task.cancelled() and task.exception() is None else {}

    async def _played_by_levels(self, plan: Plan) -> dict[str, int]:
        return {level: await self._played_by(plan, level) for level in SHOWN_LEVELS}

    async def _played_by(self, plan: Plan, level: str) -> int:
        """The points that a computer player of `level` makes with a date's deal, in a person's place."""
        game = self._games[plan.game_id]
        table = begun(game, plan, level, self._house)
        while table.facts.phase is Phase.RUNNING:
            seat = table.owing[0]
            player = level if seat == 0 else plan.level
            position = table.mainline[asked_at(table, seat)].position
            assert position is not None
            seen = game.recall(position.state, seat)
            seed = self._house.deals.seed(table.facts, seat, seen)
            move = await self._thinking.think(game, player, seen, seat, seed)
            table = add(table, next_entry(table.facts, Kind.MOVE, seat, move, None, 0.0))
            table = settled(table, self._house, 0.0)
        result = final_result(table)
        assert result is not None
        return result.seats[0].points


def wanted(plan: Plan, locale: str, *, counts: bool) -> Opening:
    """The settings of a table with a date's deal; only the table's player sees the table.

    `counts`: Whether the table's result counts; False: the table is for practice.
    """
    return Opening(
        game_id=plan.game_id,
        wanted_seats=plan.seats,
        locale=locale,
        guest=True,
        shared=plan.name if counts else plan.name + PRACTICE,
    )


def begun(game: AnyGame, plan: Plan, level: str, house: House) -> Table:
    """The table of a date's deal, with a computer player in place of a person; nothing is stored."""
    text = msgspec.json.encode(opening(game, wanted(plan, "", counts=True))).decode()
    table = opened(game, plan.name, Entry(1, Kind.OPEN, 0, text, None, 0.0), NOBODY)
    for _ in range(1, plan.seats):
        table = joined_by_computer(table, plan.level, None, 0.0)
    versions = f"{game.rules_version}{house.deals.version}"
    table = add(table, next_entry(table.facts, Kind.START, None, versions, None, 0.0))
    return settled(table, house, 0.0)
