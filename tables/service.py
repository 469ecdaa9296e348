"""`Tables`: all that the rest of the house may do with tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import structlog

from engine.catalogue import games as all_games
from engine.game import AnyGame, Chance
from engine.players import PLAYERS, Player
from engine.record import Record
from tables import (
    due,
    films,
    journal,
    lobby,
    looks,
    planning,
    play,
    present,
    privacy,
    rematch,
    seat_changes,
    unreadable,
    votes,
)
from tables.agreements import Agreements
from tables.cache import Locks, TableCache
from tables.chance import SystemChance
from tables.changes import Changes, Decide
from tables.clock import Clock, SystemClock
from tables.computers import Computers, Turn
from tables.database import Database
from tables.doors import Doors
from tables.due import absences_in
from tables.errors import Refused, StorageFailed, StorageProblem, frames
from tables.film import Film
from tables.film import of_table as film_of_table
from tables.followers import Followers
from tables.messages import Messages
from tables.people import People
from tables.preferences import Preferences
from tables.scrubbing import Scrubber
from tables.seal import Seal, read_seal
from tables.standing import standing_move
from tables.table import Facts, Opening, Phase, Table, WhenLate
from tables.timekeeper import Timekeeper
from tables.upkeep import Housekeeping
from tables.values import Answer, Happening, Look, Person, Place
from tables.waking import Waking

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Tables:
    """All tables of a bot, between moves and across restarts.

    Every verb takes the key of the click that caused it and has its effect once.  On return it is on the
    disk; if it raises `Refused`, nothing has changed.

    Attributes:
        messages: Which message shows what of a table.
        people: Language, direct messages and settings of people.
        followers: Who watches tables without sitting at them.
        agreements: What players settle among themselves.
        housekeeping: What happens to tables because of what happens around them.
        clock: What time it is.
        seal: Makes texts that look like chance to everybody else.
    """

    def __init__(
        self,
        database: Database,
        chance: Chance,
        clock: Clock,
        games: Mapping[str, AnyGame],
        players: Mapping[str, Player],
        seal: Seal,
    ) -> None:
        self.seal = seal
        self._database = database
        self._chance = chance
        self._games = games
        self._players = players
        self._locks = Locks()
        self._cache = TableCache(database, games, self._locks)
        self._absences = absences_in(self._wanted)
        self._votes = partial(votes.settled, self._absences)
        self._changes = Changes(database, self._cache, self._locks, clock.now, self._votes)
        self._computers = Computers(players, chance, clock, self._cache.read, self.play_for_computer)
        self._answers = partial(standing_move, wanted=self._wanted)
        self._timekeeper = Timekeeper(clock, self._attend, self._next_moment)
        self._waking = Waking(database, self._cache, clock, self._computers, self._timekeeper)
        self._changes.follow(self._waking.notice)
        self._cache.found_unreadable = self._timekeeper.notice
        self.clock = clock
        self._doors = Doors(database, self._cache, self._locks, self._changes, clock.now, self._forgetting)
        self._scrubber = Scrubber(database, clock)
        self.messages = Messages(database, clock.now)
        self.people = People(database, self._locks, self._person_decided, self._changes.whole)
        self.followers = Followers(database, self._cache, self._locks, self._changes.whole)
        self.agreements = Agreements(self._do, self._look, self._doors, self._changes, players)
        self.housekeeping = Housekeeping(self._do, self._changes)

    @classmethod
    async def open(
        cls,
        path: str,
        *,
        chance: Chance | None = None,
        clock: Clock | None = None,
        games: Mapping[str, AnyGame] | None = None,
        players: Mapping[str, Player] | None = None,
    ) -> Tables:
        """Open the database, a new one where there is none, and let computer players go on.

        Args:
            path: The SQLite file.
            chance: Where shuffles and draws come from; default: the operating system's entropy.
            clock: What time it is; default: the machine's.
            games: What can be played, by id; default: the catalogue.
            players: The computer players by id; default: all.

        Raises:
            StorageProblem: It cannot be used; the file is as it was.
        """
        database = await Database.open(path)
        try:
            seal = await read_seal(database)
        except BaseException:
            await database.close()
            raise
        tables = cls(
            database,
            SystemChance() if chance is None else chance,
            SystemClock() if clock is None else clock,
            all_games() if games is None else games,
            PLAYERS if players is None else players,
            seal,
        )
        try:
            await tables._doors.prepare()
            await tables.people.read()
            await tables.followers.read()
            await tables._scrubber.start()
        except BaseException as fault:
            await tables.close()
            if isinstance(fault, StorageFailed):
                raise StorageProblem("io_error", path=path, fault=fault.reason) from fault
            raise
        tables._waking.start()
        return tables

    async def close(self) -> None:
        """End the computer players, finish what is under way, and let the file go."""
        await self._waking.close()
        await self._scrubber.close()
        await self._changes.close()
        await self._database.close()

    async def caught_up(self) -> None:
        """Wait until all that has fallen due by now has been done; for tests, which move the clock."""
        await self._waking.caught_up()
        await self._scrubber.caught_up()

    def subscribe(self, callback: Callable[[str], None]) -> None:
        """Have `callback` called with a table's id after each commit that changed it, or the names at it.

        It is called on the loop, must be quick, and reads the table itself; what it raises is logged.
        """
        self._changes.subscribe(callback)

    # Lobby

    async def new(
        self,
        guild_id: int | None,
        channel_id: int,
        person: Person,
        game_id: str,
        seats: int | None,
        options: Mapping[str, str],
        pace_s: float,
        locale: str,
        click: str,
        turn_s: float | None = None,
        when_late: WhenLate = WhenLate.MOVE,
        computers: Sequence[str] = (),
    ) -> Answer:
        """Open a lobby; its owner sits on seat 0, `computers` that there are on the next ones.

        The table has `seats` seats, which must all be taken, or as many as join where that is None.  Options
        not named have their defaults.  A computer player waits `pace_s` seconds before each move.  Who takes
        longer than `turn_s` for a turn is `when_late`.

        Raises:
            Refused: `unknown_game`, `illegal_option`, `too_many_tables` or `opens_too_many`.
        """
        game = self._games.get(game_id)
        if game is None:
            raise Refused("unknown_game", game=game_id)
        version = game.rules_version
        wanted = Opening(
            game=game_id,
            rules_version=version,
            options=options,
            seats=seats,
            guild_id=guild_id,
            channel_id=channel_id,
            pace_s=max(0.0, pace_s),
            locale=locale,
            turn_s=turn_s,
            when_late=when_late,
        )
        opening = lobby.opening(game, wanted)
        known = [player for player in computers if player in self._players]
        status, table = await self._changes.whole(self._doors.open(game, opening, person, click, known))
        return Answer(status, self._look(table, person.id))

    async def again(self, table_id: str, person: Person) -> Answer:
        """A seat at a lobby like a finished table: `done` where it was opened for that.

        Raises:
            Refused: `not_over`, `not_your_table`; as `new` and `join`.
        """
        return await rematch.again(self, table_id, person)

    async def join(self, table_id: str, person: Person, click: str) -> Answer:
        """Sit down on the next free seat.

        Raises:
            Refused: `already_seated`, `table_full`, `already_started`, `too_many_tables`.
        """
        status, table = await self._changes.whole(self._doors.join(table_id, person, click))
        return Answer(status, self._look(table, person.id))

    async def leave(self, table_id: str, person: Person, click: str) -> Answer:
        """Stand up; the owner hands over to the next person, the last person ends the table.

        From a table that can't be read one may go at any time.

        Raises:
            Refused: `not_your_table`, `already_started`.
        """

        def decide(table: Table, at: float) -> Table:
            if table.fault is not None:
                return unreadable.left(table, person, self._players, click, at)
            return lobby.left(table, person, click, at)

        return await self._do(table_id, person, click, decide, readable=False)

    async def add_computer(self, table_id: str, person: Person, player_id: str, click: str) -> Answer:
        """Let a computer player sit down on the next free seat.

        Raises:
            Refused: `not_owner`, `unknown_player`, `table_full`, `already_started`.
        """

        def decide(table: Table, at: float) -> Table:
            return lobby.with_computer(table, person, player_id, self._players, click, at)

        return await self._do(table_id, person, click, decide)

    async def remove_computer(self, table_id: str, person: Person, click: str) -> Answer:
        """Let the computer player that came last stand up.

        Raises:
            Refused: `not_owner`, `no_computer`, `already_started`.
        """
        return await self._do(
            table_id, person, click, lambda table, at: lobby.without_computer(table, person, click, at)
        )

    async def start(self, table_id: str, person: Person, click: str) -> Answer:
        """Begin the game.

        Raises:
            Refused: `not_owner`, `too_few_players`, `illegal_option`, `already_started`.
        """

        def decide(table: Table, at: float) -> Table:
            return play.settled(lobby.started(table, person, click, at), self._chance, self._answers, at)

        return await self._do(table_id, person, click, decide)

    async def cancel(self, table_id: str, person: Person, click: str, moderator: bool = False) -> Answer:
        """End a table without a result.

        A moderator may always; the owner in the lobby, with no other person at the table, or after a week
        without a move.

        Raises:
            Refused: `not_owner`, `not_abandoned`, `table_over`, `table_cancelled`.
        """

        def decide(table: Table, at: float) -> Table:
            return lobby.cancelled(table, person, click, at, moderator)

        return await self._do(table_id, person, click, decide, readable=False)

    # Play

    async def play(self, table_id: str, person: Person, asked: int, moves: str, click: str) -> Answer:
        """Answer a question with a move, or several joined by `;`: all of them or none.

        What stands after each `>` is a move planned for one's next questions (`planning`).

        If `asked` is not the number of the question put to that person's seat now, nothing happens and the
        answer's status is `stale`.

        Raises:
            Refused: `not_started`, `not_your_table`, `not_your_turn`, or the code of an illegal move.
        """

        def decide(table: Table, at: float) -> Table:
            seat = play.seat_of(table.facts, person.id)
            if not play.is_current(table, seat, asked):
                return table
            now, later = planning.parted(moves)
            table = planning.planned(seat_changes.returned(table, seat, at), seat, now, later)
            return play.played(table, seat, now, self._chance, self._answers, click, at)

        return await self._do(table_id, person, click, decide)

    async def take_back(self, table_id: str, person: Person, click: str, number: int | None = None) -> Answer:
        """Undo that person's latest click and what followed from it.

        If `number` is not that click's, as `Look.takes_back` gave it, nothing happens and the answer's status
        is `stale`; None: whichever click it is.

        Raises:
            Refused: As `present.taken_back`.
        """

        def decide(table: Table, at: float) -> Table:
            seat = play.seat_of(table.facts, person.id)
            if number not in (None, looks.latest_click(table, seat)):
                return table
            return present.taken_back(table, seat, click, self._absences, at)

        return await self._do(table_id, person, click, decide)

    async def play_for_computer(self, turn: Turn, moves: str) -> None:
        """Answer the question put to a computer player.

        Raises:
            Refused: As `play`.
        """

        def decide(table: Table, at: float) -> Table:
            looks.check_readable(table)
            lobby.check_open(table.facts)
            is_away = not table.facts.seats[turn.seat].is_played_by_person
            if not is_away or not play.is_current(table, turn.seat, turn.asked):
                return table
            chosen = moves.split(";")
            return play.played(table, turn.seat, chosen, self._chance, self._answers, turn.click, at)

        await self._changes.whole(self._changes.change(turn.table_id, turn.click, decide))

    # Reading

    async def facts(self, table_id: str) -> Facts:
        """What everybody may know of a table by its rows alone, without a replay: `access` judges by it.

        Raises:
            Refused: `no_such_table`.
        """
        return await self._cache.facts(table_id)

    async def table(self, table_id: str) -> Facts:
        """What everybody may know of a table.

        Raises:
            Refused: `no_such_table`.
        """
        return (await self._cache.read(table_id)).facts

    async def look(self, table_id: str, person_id: int | None) -> Look:
        """What one person may know of a table now; None: a spectator.

        Raises:
            Refused: `no_such_table`, `table_damaged`, `old_rules`, `game_gone`.
        """
        return self._look(await self._cache.read(table_id), person_id)

    async def log(self, table_id: str, viewer_person_id: int | None, since: int = 0) -> list[Happening]:
        """What happened after entry `since`, as far as that person may know.

        Raises:
            Refused: As `look`.
        """
        return looks.log(await self._cache.read(table_id), viewer_person_id, since)

    async def log_since_asked(self, table_id: str, person_id: int | None, asked: int) -> list[Happening]:
        """What happened after question `asked` was put, as far as that person may know.

        Raises:
            Refused: As `look`.
        """
        return looks.log_since_asked(await self._cache.read(table_id), person_id, asked)

    async def public_number(self, table_id: str, number: int) -> int:
        """The number of an entry as everybody may know it: one that is sent anywhere tells no secret change.

        Raises:
            Refused: `no_such_table`.
        """
        return looks.public_number(await self._cache.read(table_id), number)

    async def record(self, table_id: str) -> Record:
        """A finished game from its first to its last move.

        Raises:
            Refused: As `look`, and `not_over`.
        """
        return looks.record(await self._cache.read(table_id))

    async def film(self, table_id: str, is_open: bool) -> Film:
        """The game of a table so far, frame by frame, as a spectator may see it; open: with nothing hidden.

        Raises:
            Refused: As `look`, `not_started`, and `not_over` where it is to be open.
        """
        return film_of_table(await self._cache.read(table_id), is_open)

    async def record_file(self, table_id: str) -> bytes:
        """The file of a finished game, which `open_file` reads.  Names are in it, ids are not.

        Raises:
            Refused: As `record`.
        """
        return films.file_of(await self._cache.read(table_id))

    def open_file(self, content: bytes, is_open: bool) -> Film:
        """The finished game of a file, which anybody may have written.

        Raises:
            Refused: `bad_record_file`, `unknown_game`, `old_rules_file`, `unfinished_record_file`;
                `damaged_record_file`: its move `number`, counted from 1, cannot be replayed.
        """
        return films.of_file(content, self._games, self._players, is_open)

    async def ended_in(self, channel_id: int) -> list[Facts]:
        """The finished tables of a channel, those that ended last first, at most 25."""
        found = await films.ended_in(self._database, channel_id)
        return [facts for facts in found if self._cache.game_of(facts) is not None]

    async def tables_in(self, channel_id: int) -> list[Facts]:
        """The tables of a channel in a lobby or running, the oldest first."""
        return await journal.read_facts(self._database, journal.IN_CHANNEL, channel_id)

    async def tables_of(self, person_id: int) -> list[Facts]:
        """The tables in a lobby or running at which a person sits, the oldest first."""
        return await journal.read_facts(self._database, journal.OF_PERSON, person_id)

    async def open_tables(self, *places: Place) -> list[Facts]:
        """The tables in a lobby or running, the oldest first: all, or those in some places."""
        return await journal.read_facts(
            self._database, *journal.open_in(places) if places else (journal.OPEN,)
        )

    async def with_clocks(self) -> list[str]:
        """The ids of running tables with a time per turn."""
        return [table_id for (table_id,) in await self._database.read(journal.WITH_CLOCKS)]

    async def unfinished_messages(self) -> list[str]:
        """The ids of tables with a screen that is not up to date, and of open tables without any screen."""
        return await self.messages.unfinished()

    # People

    async def export_person(self, person_id: int) -> dict[str, Any]:
        """All that is stored of a person, ready for JSON."""
        return await privacy.export(self._database, person_id)

    async def forget_person(self, person_id: int, is_leaving: bool = False) -> None:
        """Remove what is stored of a person; ended tables keep a seat without a name.

        With `is_leaving` they leave the tables that are open: computer players go on where games run.

        Raises:
            Refused: `still_playing`: they sit at `count` tables in a lobby or running.
        """
        if is_leaving:
            for view in await self.tables_of(person_id):
                await self._left_for_good(view, Person(person_id, ""))
        await self._changes.whole(self._doors.forget(person_id, seat_changes.successor(self._players)))

    @contextmanager
    def _forgetting(self, person_id: int) -> Iterator[None]:
        """While a person is deleted from the disk; afterwards all that remembers people forgets them too."""
        self._scrubber.expect()
        try:
            yield
            for forget in (self.people.forget, self.followers.forget, self.messages.forget):
                forget(person_id)
        finally:
            self._scrubber.wake()

    async def _left_for_good(self, view: Facts, person: Person) -> None:
        # No person's id: this stays in the journal.
        click = f"forget:{view.seat_of(person.id)}:{view.version}"
        table = await self._cache.read(view.id)
        if table.fault is not None:
            await self._left_unread(view, person, click)
        elif view.phase is Phase.LOBBY:
            await self.leave(view.id, person, click)
        else:
            await self.agreements.give_to_computer(view.id, person, None, click)

    async def _left_unread(self, view: Facts, person: Person, click: str) -> None:
        try:
            await self.leave(view.id, person, click)
        except StorageFailed:
            raise
        except Exception as fault:  # Its rows are too odd even for that.
            log.error("not_left", table=view.id, fault=frames(fault))

    def _wanted(self, person_id: int) -> Preferences:
        return self.people.preferences(person_id)

    async def _person_decided(self, person_id: int) -> None:
        """Look at the tables of somebody whose preferences changed: their clocks may stand now, or run."""
        for view in await self.tables_of(person_id):
            await self._waking.wake(view.id)
            self._changes.tell(view.id)

    async def _do(
        self, table_id: str, person: Person, click: str, decide: Decide, readable: bool = True
    ) -> Answer:
        def checked(table: Table, at: float) -> Table:
            if readable:
                looks.check_readable(table)
            return decide(table, at)

        status, table = await self._changes.whole(self._changes.change(table_id, click, checked))
        return Answer(status, self._look(table, person.id if table.fault is None else None))

    def _look(self, table: Table, person_id: int | None) -> Look:
        return present.look(table, person_id, self._absences, self.clock.now())

    async def _attend(self, table_id: str) -> Table:
        """Do what is due at a table; what changes by the passing of time alone is told as well."""

        def decide(table: Table, at: float) -> Table:
            return due.attended(table, self._wanted, at)

        status, table = await self._changes.whole(self._changes.change(table_id, "", decide))
        if status != "done":
            self._changes.tell(table_id)
            self._computers.notice(table)
        return table

    def _next_moment(self, table: Table) -> float | None:
        return due.next_moment(table, self._wanted, self.clock.now())
