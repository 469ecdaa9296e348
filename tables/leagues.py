"""Leagues: seasons whose tables open by themselves, round by round.

The rows have the people of a league, and their seats in each round.  Standings are never stored, as they
follow from the rows and from the results of the tables.  `attend` opens tables and ends rounds that are due;
each of its steps can be repeated, so a bot that stops in the middle loses nothing, and opens no table twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from hashlib import blake2b
from math import inf
from typing import Final

import msgspec
import structlog
from msgspec.structs import replace

from engine.game import AnyGame, Struct
from tables.changes import Changes
from tables.model.errors import Conflict, Refused, StorageFailed, frames
from tables.model.fold import add
from tables.model.limits import DAY_S, HOUR_S, TABLE_NAME_LENGTH
from tables.model.table import (
    BY_LEAGUE,
    Ending,
    Facts,
    Kind,
    Opening,
    Phase,
    Table,
    WhenLate,
    next_entry,
)
from tables.model.texts import cleaned
from tables.model.values import Person
from tables.results import Results
from tables.store import leagues as rows
from tables.store.database import Database, Statement
from tables.store.leagues import Group, League, LeaguePhase, Member, Settings, read_league
from tables.store.people import Locks
from tables.store.people import lock_name as person_lock
from tables.timing.turn_clock import reserve_s
from tables.verbs import By, House
from tables.verbs.deadlines import hurried
from tables.verbs.lobby import brought, joined, named
from tables.verbs.lobby import opening as completed
from tables.verbs.play import started_with_computers
from tables.verbs.seat_changes import replaced
from tables.views.league import Played, Row, by_seat, pairings, round_robin, rounds, standings
from tables.views.ratings import band_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PEOPLE: Final = (4, 64)
"""The fewest people with whom a league starts, and the most who can join."""
DIVISION: Final = 16
"""Unless the moderator asks for another number, a league has divisions of at most this many people."""
DIVISIONS: Final = (1, 8)
ROUNDS: Final = (1, 20)
DAYS: Final = (1, 28)
"""The shortest and the longest time for a round, in days."""
TURNS: Final = 7
"""One turn may take a round's time divided by this number."""
RESERVE: Final = 3
"""A player's reserve for longer turns at the start of the season, as a multiple of the time for a turn."""
OVERTIME_S: Final = DAY_S
"""Seconds after a round's time at which the next round begins, even if a table has not ended."""


class Season(Struct, frozen=True):
    """A league with its standings; everybody may know all of it.

    Attributes:
        members: All people who take part or took part, by id, in the order of joining.
        divisions: The standings of each division.
        groups: The tables of the present round.
        is_final: Whether the league is over, and so are all its tables.
    """

    league: League
    members: Mapping[int, Member]
    divisions: tuple[tuple[Row, ...], ...]
    groups: tuple[Group, ...]
    is_final: bool


class Leagues:
    """Reads and writes the rows of leagues, and opens their tables."""

    def __init__(
        self,
        database: Database,
        locks: Locks,
        games: Mapping[str, AnyGame],
        house: House,
        now: Callable[[], float],
        results: Results,
        changes: Changes,
        happen: Callable[..., Awaitable[bool]],
        read: Callable[[str], Awaitable[Table]],
    ) -> None:
        self._database = database
        self._locks = locks
        self._games = games
        self._house = house
        self._now = now
        self._results = results
        self._changes = changes
        self._happen = happen
        self._read = read

    # People's actions

    async def open(
        self, settings: Settings, guild_id: int | None, channel_id: int, opener: Person, click: str, name: str
    ) -> League:
        """Open a league that people can join; a second call with the same `click` opens no second league.

        Raises:
            Refused: `unknown_game`, `league_size`, `illegal_option`, `unknown_player`; `league_here`: the
                channel has a league already.
        """
        _check(settings, self._games, self._house.players)
        league_id = blake2b(click.encode(), digest_size=5).hexdigest()
        title = cleaned(" ".join(name.split())[:TABLE_NAME_LENGTH])
        async with self._hold(f"channel:{channel_id}"):
            for known in await self.in_channel(channel_id):
                if known.id != league_id:
                    raise Refused("league_here")
                return known
            text = msgspec.json.encode(settings).decode()
            row = (league_id, click, guild_id, channel_id, text, title, opener.id)
            await self._database.write([(rows.OPEN, [row])])
        return await self.get(league_id)

    async def join(self, league_id: str, person: Person) -> None:
        """Add a person to a league that has not started.

        Raises:
            Refused: `no_league`, `league_started`, `league_over`, `league_full`, `in_league`.
        """
        async with self._hold(league_id):
            league, members, _ = await read_league(self._database, league_id)
            _check_joining(league)
            if person.id in members:
                raise Refused("in_league")
            if len(members) >= PEOPLE[1]:
                raise Refused("league_full", most=PEOPLE[1])
            numbers = "SELECT coalesce(max(number), 0) + 1 FROM league_people WHERE league_id = ?"
            ((number,),) = await self._database.read(numbers, league_id)
            await self._write([(rows.JOIN, [(league_id, person.id, cleaned(person.name), number)])])

    async def leave(self, league_id: str, person_id: int) -> None:
        """Take a person out of a league; after the start, a computer player takes over the person's games.

        Raises:
            Refused: `no_league`, `league_over`, `not_in_league`.
        """
        async with self._hold(league_id):
            league, members, _ = await read_league(self._database, league_id)
            if league.phase is LeaguePhase.OVER:
                raise Refused("league_over")
            if person_id not in members or members[person_id].has_left:
                raise Refused("not_in_league")
            way = rows.WITHDRAW if league.phase is LeaguePhase.JOINING else rows.DROP_OUT
            await self._write([(way, [(league_id, person_id)])])
        await self.attend(league_id)

    async def start(self, league_id: str) -> None:
        """Start a league: divide its people among divisions by rating, and begin the first round.

        Raises:
            Refused: `no_league`, `league_started`, `league_over`, `league_small`.
        """
        async with self._hold(league_id):
            league, members, groups = await read_league(self._database, league_id)
            _check_joining(league)
            settings, people = league.settings, list(members)
            if len(people) < PEOPLE[0]:
                raise Refused("league_small", least=PEOPLE[0])
            count = divisions(settings, len(people))
            if count > 1:
                people = await self._by_rating(settings, people)
            division = {person: at * count // len(people) for at, person in enumerate(people)}
            largest = max(sum(one == at for one in division.values()) for at in range(count))
            settings = replace(settings, rounds=settings.rounds or rounds(largest, settings.size))
            league = replace(league, settings=settings)
            members = {at: replace(one, division=division[at]) for at, one in members.items()}
            await self._write(
                [
                    (rows.BEGIN, [(msgspec.json.encode(settings).decode(), league_id)]),
                    (rows.DIVIDE, [(at, league_id, person) for person, at in division.items()]),
                    *await self._next_round(league, members, groups),
                ]
            )
        await self.attend(league_id)

    async def _by_rating(self, settings: Settings, people: Sequence[int]) -> list[int]:
        """`people` by rating, the highest first; then the people without a rating, in the given order."""
        ratings, band = await self._results.ratings(), band_of(settings.size)
        known = {one: ratings.rating(one, settings.game_id, band) for one in people}
        return sorted(people, key=lambda one: -known[one].mu if known[one].games else inf)

    async def pause(self, league_id: str) -> None:
        """Stop the clock of a league's round, while its tables go on. Raises `Refused`: `league_moved_on`."""
        async with self._hold(league_id):
            league = await self.get(league_id)
            if league.phase is not LeaguePhase.RUNNING or league.paused_at is not None:
                raise Refused("league_moved_on")
            await self._write([(rows.PAUSE, [(self._now(), league_id)])])

    async def resume(self, league_id: str) -> None:
        """Have the clock of a paused league's round go on. Raises `Refused`: `league_moved_on`."""
        async with self._hold(league_id):
            league = await self.get(league_id)
            if league.paused_at is None or league.due_at is None:
                raise Refused("league_moved_on")
            due_at = league.due_at + self._now() - league.paused_at
            await self._write([(rows.RESUME, [(due_at, league_id)])])
        await self.attend(league_id)

    async def move(self, league_id: str, channel_id: int) -> None:
        """Move a running league to another channel, with its tables that have lost their channel.

        Raises:
            Refused: `no_league`; `league_here`: the channel has a league already; `league_moved_on`: the
                league isn't running.
        """
        async with self._hold(f"channel:{channel_id}"):
            if await self.in_channel(channel_id):
                raise Refused("league_here")
            async with self._hold(league_id):
                league, _, groups = await read_league(self._database, league_id)
                if league.phase is not LeaguePhase.RUNNING:
                    raise Refused("league_moved_on")
                await self._write([(rows.MOVE, [(channel_id, league_id)])])
        for group in groups:
            if group.facts is not None and group.facts.phase is Phase.RUNNING:
                await self._happen(group.table_id, brought, channel_id, league.channel_id)
        if league.paused_at is not None:
            await self.resume(league_id)

    async def end(self, league_id: str) -> None:
        """End a league: no round follows, but open tables still count; raises `Refused` (`league_over`)."""
        async with self._hold(league_id):
            if (await self.get(league_id)).phase is LeaguePhase.OVER:
                raise Refused("league_over")
            await self._write([(rows.END, [(league_id,)])])

    async def close(self, league_id: str) -> None:
        """Have no process attend any more to a league that isn't running; if it hasn't begun, it ends."""
        await self._write([(rows.CLOSE, [(league_id,)])])

    async def shown(self, league_id: str, message_id: int, digest: str) -> None:
        """Store the id of the league's message in Discord, and the digest of the message's view."""
        await self._write([(rows.SHOW, [(message_id, digest, league_id)])])

    # Reading

    async def get(self, league_id: str) -> League:
        """The league with the id `league_id`; raises `Refused` (`no_league`) if there is no such league."""
        for row in await self._database.read(f"{rows.SELECT} id = ?", league_id):
            return rows.league(row)
        raise Refused("no_league")

    async def is_dealt_on(self, shared: str) -> bool:
        """Whether people still play, or will get, the deal named `shared`; True for deals of no league."""
        league_id, _, number = shared.removeprefix(rows.SHARED).partition(":")
        return not shared.startswith(rows.SHARED) or bool(
            await self._database.read(rows.DEALT_ON, league_id, int(number))
        )

    async def in_channel(self, channel_id: int) -> list[League]:
        """The leagues of a channel that are not over: one or none."""
        return [rows.league(row) for row in await self._database.read(rows.IN_CHANNEL, channel_id)]

    async def running_in(self, guild_id: int) -> list[League]:
        """The running leagues of a server, paused or not."""
        return [rows.league(row) for row in await self._database.read(rows.RUNNING_IN, guild_id)]

    async def ours(self) -> list[League]:
        """The leagues owned by this process that aren't over, or whose messages don't show their end yet."""
        leagues = [rows.league(row) for row in await self._database.read(rows.LIVELY)]
        return [one for one in leagues if self._database.cluster.is_ours(one.id)]

    async def season(self, league_id: str) -> Season:
        """A league with its standings, and with the tables of the present round."""
        league, members, groups = await read_league(self._database, league_id)
        played = await self._played(league, groups)
        left = 0 if league.phase is LeaguePhase.OVER else max(0, league.settings.rounds - league.round)
        to_play = {one.person_id: 0 if one.has_left else left for one in members.values()}
        for group, table in zip(groups, played, strict=True):
            for person in table.people if group.is_open(league) else ():
                if person in to_play:
                    to_play[person] += not members[person].has_left
        size = league.settings.size
        if league.settings.same_deal:
            played, size = _compared(league, groups, played, to_play), -(-len(members) // size)
        people_of: list[dict[int, int]] = []
        if league.round:
            count = 1 + max((one.division for one in members.values()), default=0)
            people_of = [
                {person: more for person, more in to_play.items() if members[person].division == at}
                for at in range(count)
            ]
        return Season(
            league,
            members,
            tuple(standings(people, played, size) for people in people_of if people),
            tuple(group for group in groups if group.round == league.round),
            league.phase is LeaguePhase.OVER and not any(group.is_open(league) for group in groups),
        )

    async def reserve_s(self, league_id: str, person_id: int) -> float:
        """The seconds left of a person's reserve of time at the person's latest table of a league."""
        league, _, groups = await read_league(self._database, league_id)
        own = [group for group in groups if person_id in group.people and group.facts is not None]
        if not own:
            return RESERVE * turn_s(league.settings)
        table = await self._read(max(own, key=lambda group: group.round).table_id)
        seat = table.facts.seat_of(person_id)
        seat = table.facts.seat_left_by(person_id) if seat is None else seat
        away = self._house.wanted(person_id).away
        return 0.0 if seat is None else reserve_s(table, seat, away, self._now())

    # Deadlines

    async def attend(self, league_id: str) -> None:
        """Do all that is due in a league: open tables, replace people who left, end and begin rounds."""
        async with self._hold(league_id, long=True):
            while await self._step(league_id):
                pass

    async def _step(self, league_id: str) -> bool:
        """Do all that is due in the present round; return whether the next round has begun."""
        league, members, groups = await read_league(self._database, league_id)
        if league.phase is not LeaguePhase.RUNNING or league.due_at is None:
            return False
        now, present = self._now(), [group for group in groups if group.round == league.round]
        for group in present:
            if not group.table_id and league.paused_at is None:
                await self._open(league, members, group)
        for group in groups:
            if group.facts is not None and group.facts.phase is Phase.RUNNING:
                await self._replace(league, members, group.facts)
        if league.paused_at is not None:
            return False
        league, members, groups = await read_league(self._database, league_id)
        ends_at = league.due_at or now
        still = [group for group in groups if group.round == league.round and group.is_open(league)]
        if still and now < ends_at + OVERTIME_S:
            for group in still if now >= ends_at else ():
                if group.facts is not None:
                    await self._happen(group.table_id, hurried, self._house.wanted, ends_at)
            return False
        playing = sum(not one.has_left for one in members.values())
        if league.round >= league.settings.rounds or playing < 2:
            await self._write([(rows.END, [(league_id,)])])
            return False
        await self._write(await self._next_round(league, members, groups))
        return True

    async def _next_round(
        self, league: League, members: Mapping[int, Member], groups: Sequence[Group]
    ) -> list[Statement]:
        """The statements that begin the next round: they store each person's table and seat.

        The tables are opened afterwards.
        """
        settings, number = league.settings, league.round + 1
        played = await self._played(league, groups)
        tables: list[tuple[int, ...]] = []
        for division in sorted({one.division for one in members.values()}):
            people = [one for one in members.values() if one.division == division]
            # The order in which people joined must not decide who meets.
            people.sort(key=lambda one: blake2b(f"{league.id}:{one.person_id}".encode()).digest())
            is_circle = settings.size == 2 and not settings.swiss
            # In the circle, a person who dropped out keeps their place, where a computer player sits.
            order = [one.person_id for one in people if is_circle or not one.has_left]
            pair = pairings if settings.swiss else round_robin
            found = await asyncio.to_thread(pair, order, played, settings.size, number) if order else ()
            playing = [tuple(one for one in table if not members[one].has_left) for table in found]
            tables += filter(None, playing)
        seats = [
            (league.id, number, at, seat, person)
            for at, table in enumerate(tables)
            for seat, person in enumerate(table)
        ]
        due_at = self._now() + settings.days * DAY_S
        return [(rows.SEAT, seats), (rows.NEXT, [(number, due_at, league.id)])]

    async def _open(self, league: League, members: Mapping[int, Member], group: Group) -> None:
        """Open the table of a group, unless it was opened before, and store the table's id."""
        settings = league.settings
        people = [
            Person(one, members[one].name) for one in group.people if one is not None and one in members
        ]
        opening = Opening(
            game_id=settings.game_id,
            wanted_seats=settings.size,
            guild_id=league.guild_id,
            channel_id=league.channel_id,
            locale=settings.locale,
            turn_s=turn_s(settings),
            when_late=WhenLate.SEAT,
        )
        if settings.same_deal:
            # Without a place, nobody sees a table of others; and its people sit on other seats of the deal.
            shared = f"{rows.SHARED}{league.id}:{group.round}"
            opening = replace(opening, guild_id=None, channel_id=0, guest=True, shared=shared)
            turn = group.number % max(len(people), 1)
            people = people[turn:] + people[:turn]

        def seated(present: Sequence[Person], table: Table, at: float) -> Table:
            # The keys have no person's id, since the journal keeps them.
            for seat, person in enumerate(present[1:], start=1):
                table = joined(table, By(person, f"{key}:{seat}", at, self._house))
            for seat, person in enumerate(present):
                reserve = next_entry(table.facts, Kind.RESERVE, seat, reserves[person.id], None, at)
                table = add(table, reserve)
            owner = By(present[0], f"{key}:start", at, self._house)
            if league.name:
                table = named(table, By(present[0], f"{key}:name", at, self._house), title)
            return started_with_computers(table, owner, settings.computer)

        async def opened() -> Table:
            async with self._locks.hold(*(person_lock(one.id) for one in people)):
                still = {person for (person,) in await self._database.read(rows.STILL, league.id)}
                present = [one for one in people if one.id in still]
                begin = partial(seated, present)
                return (await self._changes.open_for(game, complete, present, key, begin))[1]

        reserves = {one.id: f"{await self.reserve_s(league.id, one.id):.0f}" for one in people}
        title = f"{league.name} {group.round}.{group.number + 1}"
        key = f"{BY_LEAGUE}{league.id}:{group.round}:{group.number}"
        try:
            game = self._games[settings.game_id]
            complete = completed(game, opening)
            table_id = (await self._changes.shielded(opened())).facts.id
        except StorageFailed:
            raise
        except Refused as refusal:  # Nobody of the group takes part any more, or the game is gone.
            log.warning("league_table_not_opened", league=league.id, code=refusal.code)
            table_id = rows.NONE
        await self._write([(rows.NOTE, [(table_id, league.id, group.round, group.number)])])

    async def _replace(self, league: League, members: Mapping[int, Member], table: Facts) -> None:
        """Give seats of people who dropped out to a computer player; people who left the server drop out."""
        for info in table.seats:
            member = members.get(info.person_id or 0)
            if member is None:
                continue
            if info.gone and not member.has_left:
                await self._write([(rows.DROP_OUT, [(league.id, member.person_id)])])
            if info.gone or member.has_left:
                await self._happen(table.id, replaced, member.person_id, league.settings.computer)

    async def attend_all(self) -> list[League]:
        """Call `attend` for each of `ours`, and return these leagues; an exception is only logged."""
        found = await self.ours()
        for league in found:
            try:
                await self.attend(league.id)
            except StorageFailed as fault:
                log.warning("league_put_off", league=league.id, reason=fault.reason)
            except Exception as fault:
                log.error("league_failed", league=league.id, fault=frames(fault))
        return found

    # Rows

    def _hold(self, name: str, *, long: bool = False) -> AbstractAsyncContextManager[None]:
        return self._locks.hold(f"league:{name}", long=long)

    async def _write(self, statements: Sequence[Statement]) -> None:
        try:
            await self._database.write(statements)
        except Conflict as fault:  # Another process has done it: the rows are read again.
            raise StorageFailed("error") from fault

    async def _played(self, league: League, groups: Sequence[Group]) -> list[Played]:
        """The table of each group; a seat counts only for a person to whom the league gave it.

        If a game ended because players gave up, the other players have won, unless tables are compared.  A
        table that ended otherwise, not by the game's rules, has no result.
        """
        ended = {one.table_id: one for one in await self._results.of(rows.TABLES, league.id)}
        found = []
        for group in groups:
            ranks: tuple[int, ...] = ()
            points: tuple[int, ...] = ()
            seats = () if group.facts is None else group.facts.seats
            is_over = group.facts is not None and group.facts.phase is Phase.OVER
            if is_over and group.table_id in ended:
                own = ended[group.table_id].seats[: len(seats)]
                ranks, points = tuple(one.rank for one in own), tuple(one.points for one in own)
            elif (
                group.facts is not None
                and group.facts.ending is Ending.CONCEDED
                and not league.settings.same_deal
            ):
                points = tuple(int(not info.conceded) for info in seats)
                ranks = tuple(1 if one else 1 + sum(points) for one in points)
            people = [info.person_id if info.person_id in group.people else None for info in seats]
            found.append(Played(tuple(people) or group.people, ranks, points))
        return found


def _compared(
    league: League, groups: Sequence[Group], played: Sequence[Played], to_play: dict[int, int]
) -> list[Played]:
    """The tables of all rounds whose games have ended, compared seat by seat (`by_seat`).

    In a round with unfinished games, a game that has ended has no result yet: the function adds it to its
    players' games in `to_play`.
    """
    found: list[Played] = []
    for number in range(1, league.round + 1):
        here = [(group, table) for group, table in zip(groups, played, strict=True) if group.round == number]
        if any(group.is_open(league) for group, _ in here):
            for group, table in here:
                for person in table.people if table.ranks and not group.is_open(league) else ():
                    if person in to_play:
                        to_play[person] += 1
            continue
        found += by_seat([table for _, table in here])
    return found


def turn_s(settings: Settings) -> float:
    """The seconds that a player may take for a turn, a multiple of an hour."""
    return max(1, settings.days * DAY_S // TURNS // HOUR_S) * HOUR_S


def divisions(settings: Settings, people: int) -> int:
    """The number of divisions of a league that starts with this number of people."""
    wanted = settings.divisions or -(-people // DIVISION)
    return 1 if settings.same_deal else max(1, min(wanted, people // PEOPLE[0]))


def _check(settings: Settings, games: Mapping[str, AnyGame], players: Collection[str]) -> None:
    """Refuse settings with values that no league can have.

    Raises:
        Refused: `unknown_game`, `league_size`, `unknown_player`, `illegal_option`.
    """
    game = games.get(settings.game_id)
    if game is None:
        raise Refused("unknown_game", game=settings.game_id)
    if settings.size not in game.seats:
        raise Refused("league_size", least=min(game.seats), most=max(game.seats))
    if settings.computer not in players:
        raise Refused("unknown_player", player=settings.computer)
    for name, value, (least, most) in (
        ("rounds", settings.rounds or ROUNDS[0], ROUNDS),
        ("days", settings.days, DAYS),
        ("divisions", settings.divisions or DIVISIONS[0], DIVISIONS),
    ):
        if not least <= value <= most:
            raise Refused("illegal_option", name=name, value=str(value))


def _check_joining(league: League) -> None:
    if league.phase is LeaguePhase.OVER:
        raise Refused("league_over")
    if league.phase is not LeaguePhase.JOINING:
        raise Refused("league_started")
