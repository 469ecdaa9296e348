"""`Tables`: all that the rest of the house may do with tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Concatenate, Final

import structlog

from engine.catalogue import games as all_games
from engine.game import AnyGame, Chance
from engine.players import PLAYERS, Player
from engine.record import Record
from tables import due, journal, lobby, looks, play, present, privacy, seat_changes, votes
from tables import replay as replays
from tables.admission import Admission
from tables.auto_answers import auto_move
from tables.cache import Locks, TableCache
from tables.chance import SystemChance
from tables.changes import Changes
from tables.clock import Clock, SystemClock
from tables.computers import Computers, Turn
from tables.database import Database
from tables.due import absences_in
from tables.errors import Refused, StorageFailed, StorageProblem, frames
from tables.fold import NOBODY
from tables.followers import Followers
from tables.messages import Messages
from tables.people import People
from tables.preferences import Preferences
from tables.replay import Replay
from tables.scrubbing import Scrubber
from tables.seal import Seal, read_seal
from tables.table import Facts, Opening, Phase, Table
from tables.timekeeper import Timekeeper
from tables.values import LogEntry, Look, Outcome, Person, Place
from tables.verbs import By, House, P, Verb
from tables.waking import Waking

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SEATING: Final = (lobby.joined, seat_changes.taken)
"""The verbs by which a person sits down, at so many tables at most."""
ALSO_UNREADABLE: Final = (lobby.cancelled, seat_changes.left)
"""The verbs for tables that can't be read as well."""


class Tables:
    """All tables of a bot, between moves and across restarts.

    What a person may do at a table are verbs, which `do` runs: functions of `lobby`, `play`, `present`,
    `votes`, `seat_changes` and `upkeep`.  Each click has its effect once.  On return it is on the disk; if it
    raises `Refused`, nothing has changed.

    Attributes:
        messages: Which message shows what of a table.
        people: Language, direct messages and settings of people.
        followers: Who watches tables without sitting at them.
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
        self._games = games
        self._players = players
        self._locks = Locks()
        self._cache = TableCache(database, games, self._locks)
        self._absences = absences_in(self._wanted)
        self._votes = partial(votes.settled, self._absences)
        self._changes = Changes(database, self._cache, self._locks, clock.now, self._votes)
        self._computers = Computers(players, chance, clock, self._cache.read, self.play_for_computer)
        answers = partial(auto_move, wanted=self._wanted)
        self._house = House(players, chance, answers, self._absences)
        self._timekeeper = Timekeeper(clock, self._attend, self._next_moment)
        self._waking = Waking(database, self._cache, clock, self._computers, self._timekeeper)
        self._changes.follow(self._waking.notice)
        self._cache.found_unreadable = self._timekeeper.notice
        self.clock = clock
        self._admission = Admission(
            database, self._cache, self._locks, self._changes, clock.now, self._forgetting
        )
        self._scrubber = Scrubber(database, clock)
        self.messages = Messages(database, clock.now)
        self.people = People(database, self._locks, self._person_decided, self._changes.whole)
        self.followers = Followers(database, self._cache, self._locks, self._changes.whole)

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
            await tables._admission.prepare()
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

    # Verbs

    async def do(
        self, table_id: str, person: Person, click: str, verb: Verb[P], *args: P.args, **kwargs: P.kwargs
    ) -> Outcome:
        """Let a person do something at a table, as `do(table_id, person, click, votes.agreed, number)`.

        Where the verb leaves the table as it is, the answer's status is `stale`.

        Raises:
            Refused: What the verb raises; `no_such_table`; where it seats them, `too_many_tables`; where it
                is not for unreadable tables, `table_damaged`, `old_rules` or `game_gone`.
        """

        def decide(table: Table, at: float) -> Table:
            if verb not in ALSO_UNREADABLE:
                looks.check_readable(table)
            return verb(table, By(person, click, at, self._house), *args, **kwargs)

        change = partial(self._admission.seat, person=person) if verb in SEATING else self._changes.change
        status, table = await self._changes.whole(change(table_id, click=click, decide=decide))
        is_unread = table.fault is not None and verb in ALSO_UNREADABLE
        return Outcome(status, self._look(table, None if is_unread else person.id))

    async def happen(
        self,
        table_id: str,
        happening: Callable[Concatenate[Table, float, P], Table],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Let something happen at a table that nobody clicked for; whether it is news.

        What can't be read or has ended stays as it is.

        Raises:
            StorageFailed: The disk would not take it.
        """

        def decide(table: Table, at: float) -> Table:
            looks.check_readable(table)
            return happening(table, at, *args, **kwargs)

        try:
            status, _ = await self._changes.whole(self._changes.change(table_id, "", decide))
        except StorageFailed:
            raise
        except Refused:
            return False
        return status == "done"

    async def amend(
        self,
        table_id: str,
        person: Person,
        amendment: Callable[Concatenate[Table, Person, P], Table],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Let a person change what they answer before they are asked, of which nobody is told.

        Raises:
            Refused: What the amendment raises; `no_such_table`, `table_damaged`, `old_rules` or `game_gone`.
        """

        def decide(table: Table) -> Table:
            looks.check_readable(table)
            return amendment(table, person, *args, **kwargs)

        await self._changes.whole(self._changes.amend(table_id, decide))

    # Lobby

    async def new(
        self, opening: Opening, person: Person, click: str, computers: Sequence[str] = ()
    ) -> Outcome:
        """Open a lobby; its owner sits on seat 0, `computers` that there are on the next ones.

        Raises:
            Refused: `unknown_game`, `illegal_option`, `too_many_tables` or `opens_too_many`.
        """
        game = self._games.get(opening.game_id)
        if game is None:
            raise Refused("unknown_game", game=opening.game_id)
        opening = lobby.opening(game, opening)
        known = [player for player in computers if player in self._players]
        status, table = await self._changes.whole(self._admission.open(game, opening, person, click, known))
        return Outcome(status, self._look(table, person.id))

    async def play_for_computer(self, turn: Turn, move: str) -> None:
        """Answer the question put to a computer player with one move.

        Raises:
            Refused: As `play.played_by_computer`, and those of a table that can't be read.
        """

        def decide(table: Table, at: float) -> Table:
            looks.check_readable(table)
            by = By(NOBODY, turn.click, at, self._house)
            return play.played_by_computer(table, by, turn.seat, turn.asked, move)

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

    async def log(self, table_id: str, viewer_person_id: int | None, since: int = 0) -> list[LogEntry]:
        """What happened after entry `since`, as far as that person may know.

        Raises:
            Refused: As `look`.
        """
        return looks.log(await self._cache.read(table_id), viewer_person_id, since)

    async def log_since_asked(self, table_id: str, person_id: int | None, asked: int) -> list[LogEntry]:
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

    async def replay(self, table_id: str, is_open: bool) -> Replay:
        """The game of a table so far, frame by frame, as a spectator may see it; open: with nothing hidden.

        Raises:
            Refused: As `look`, `not_started`, and `not_over` where it is to be open.
        """
        return replays.of_table(await self._cache.read(table_id), is_open)

    async def record_file(self, table_id: str) -> bytes:
        """The file of a finished game, which `open_file` reads.  Names are in it, ids are not.

        Raises:
            Refused: As `record`.
        """
        return replays.file_of(await self._cache.read(table_id))

    def open_file(self, content: bytes, is_open: bool) -> Replay:
        """The finished game of a file, which anybody may have written.

        Raises:
            Refused: `bad_record_file`, `unknown_game`, `old_rules_file`, `unfinished_record_file`;
                `damaged_record_file`: its move `number`, counted from 1, cannot be replayed.
        """
        return replays.of_file(content, self._games, self._players, is_open)

    async def ended_in(self, channel_id: int) -> list[Facts]:
        """The finished tables of a channel, those that ended last first, at most 25."""
        found = await replays.ended_in(self._database, channel_id)
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
        """The ids of tables with a message that is not up to date, and of open tables without any message."""
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
            for facts in await self.tables_of(person_id):
                await self._left_for_good(facts, Person(person_id, ""))
        await self._changes.whole(self._admission.forget(person_id, seat_changes.successor(self._players)))

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

    async def _left_for_good(self, facts: Facts, person: Person) -> None:
        # No person's id: this stays in the journal.
        click = f"forget:{facts.seat_of(person.id)}:{facts.version}"
        table = await self._cache.read(facts.id)
        if table.fault is not None:
            await self._left_unread(facts, person, click)
        elif facts.phase is Phase.LOBBY:
            await self.do(facts.id, person, click, seat_changes.left)
        else:
            await self.do(facts.id, person, click, seat_changes.yielded)

    async def _left_unread(self, facts: Facts, person: Person, click: str) -> None:
        try:
            await self.do(facts.id, person, click, seat_changes.left)
        except StorageFailed:
            raise
        except Exception as fault:  # Its rows are too odd even for that.
            log.error("not_left", table=facts.id, fault=frames(fault))

    def _wanted(self, person_id: int) -> Preferences:
        return self.people.preferences(person_id)

    async def _person_decided(self, person_id: int) -> None:
        """Look at the tables of somebody whose preferences changed: their clocks may stand now, or run."""
        for facts in await self.tables_of(person_id):
            await self._waking.wake(facts.id)
            self._changes.tell(facts.id)

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
