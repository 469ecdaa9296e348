"""`Tables`: all that the rest of the bot may do with tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Concatenate, Final, TypeVar

import structlog
from msgspec.structs import replace

from engine.catalogue import games as all_games
from engine.game import AnyGame, Chance
from engine.players import PLAYERS, Player
from engine.players.weights import MISSING, checked
from tables import practice, privacy
from tables.changes import Changes
from tables.computers.scheduling import Computers
from tables.computers.thinking import InProcesses, Thinking
from tables.computers.worker_main import weights
from tables.daily import Daily, day_of, is_open
from tables.leagues import Leagues
from tables.lessons import Lessons
from tables.model.deals import Deal, Deals
from tables.model.errors import Refused, StorageFailed, StorageProblem, frames
from tables.model.table import MOST_ENTRIES, Facts, Opening, Table
from tables.model.values import Advice, Look, Outcome, Person, Place, Played
from tables.peer_events import PeerEvents
from tables.probe import Probe
from tables.put_back import begin_era
from tables.results import Results
from tables.reviews import Reviews
from tables.scheduler import Scheduler
from tables.session import Sessions
from tables.store import journal
from tables.store.address import shown
from tables.store.database import Database, Watcher
from tables.store.followers import Followers
from tables.store.journal import Reader
from tables.store.keyed_hash import Seal, read_key, read_seal
from tables.store.messages import LARGE_BOARD, Messages
from tables.store.people import Locks, People, lock_name
from tables.store.scrubbing import Scrubber
from tables.store.stores import open_database
from tables.timing.clock import Clock
from tables.verbs import By, House, P, Verb, deadlines, lobby, seat_changes, votes
from tables.views import looks, replay
from tables.views.advice import Advisor, about_move, about_own_turn, hinted
from tables.views.replay import Replay

T = TypeVar("T")
log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SEATING: Final = (lobby.joined, seat_changes.taken)
"""The verbs that seat a person; they run by `Changes.seat`, which limits a person's number of tables."""
ALSO_UNREADABLE: Final = (lobby.cancelled, seat_changes.left, seat_changes.departed)
"""The verbs that also work at tables that can't be replayed."""


class Tables:
    """All tables of a bot; through this class the rest of the bot reads and changes them.

    A person acts at a table by a verb, run by `do`: a function of `lobby`, `play`, `looks`, `votes`,
    `seat_changes` or `advice`. Each click has its effect only once. When `do` returns, the change is on the
    disk; if `do` raises `Refused`, nothing has changed. A view, run by `read`, returns all that a person may
    know.

    Attributes:
        sessions: The sessions of the tables in this process.
        messages: The database rows of the tables' Discord messages.
        people: Languages, direct channels and settings of people.
        followers: The people who follow tables without sitting at them.
        lessons: The guided first games of people.
        daily: The daily deals, and everybody's results.
        cluster: The processes that share the store, and which tables this one owns.
        peer_events: Reacts to changes by other processes.
        probe: Tests whether the store can be written, and counts open tables.
        seal: Hashes texts with the store's secret key.
        subscribe: `Changes.subscribe`: has a function called with the id of each changed table.
        unshown: `Scheduler.unshown`: the tables whose messages may be outdated after a start.
        has_shown: `Scheduler.has_shown`: remembers that a table's messages are up to date.
        facts: `Reader.facts`: the public facts about a table, without a replay.
    """

    def __init__(
        self,
        database: Database,
        deals: Deals,
        clock: Clock,
        games: Mapping[str, AnyGame],
        players: Mapping[str, Player],
        thinking: Thinking,
        seal: Seal,
    ) -> None:
        self.seal = seal
        self._database = database
        self._games = games
        self._players = players
        self._locks = Locks(database.cluster)
        self.cluster = database.cluster
        self.sessions = Sessions(self.cluster.is_ours)
        self.people = People(
            database,
            self.sessions,
            self._locks,
            lambda table_ids: self._scheduler.decided(table_ids),
            lambda work: self._changes.shielded(work),
        )
        self._wanted = self.people.preferences
        self._reader = Reader(database, games, self.sessions)
        settled = partial(votes.settled, self._wanted)
        self._version = deadlines.version_of(games)
        self._changes = Changes(
            database, self.sessions, self._reader, self._locks, clock.now, settled, self._due
        )
        read, tell = self._reader.read, self._changes.tell
        self._computers = Computers(players, thinking, deals, clock, self.sessions, read, self.do, tell)
        self._house = House(players, deals, self._wanted)
        self._scheduler = Scheduler(
            database,
            self.sessions,
            self._reader,
            clock,
            self._computers,
            self._changes,
            self._wanted,
            self._version,
        )
        self.sessions.kept = self._scheduler.notice
        self.subscribe = self._changes.subscribe
        self.unshown = self._scheduler.unshown
        self.has_shown = self._scheduler.has_shown
        self.facts = self._reader.facts
        self._advisor = Advisor(thinking)
        self.clock = clock
        self._scrubber = Scrubber(database, clock)
        self.messages = Messages(database, self.sessions, clock.now)
        shielded = self._changes.shielded
        self.followers = Followers(database, self.sessions, self._reader, self._locks, shielded)
        self.lessons = Lessons(database, self._locks, games, shielded)
        self.results = Results(database, self._reader)
        self.daily = Daily(database, self._reader, self.results, games, thinking, self._house)
        self.leagues = Leagues(
            *(database, self._locks, games, self._house, clock.now, self.results),
            *(self._changes, self.happen, self._reader.read),
        )
        self.reviews = Reviews(thinking, self.sessions, self._reader.read)
        self.probe = Probe(database)
        self.peer_events = PeerEvents(
            self.cluster, self.sessions, self._changes, self._scheduler, self.people
        )

    @classmethod
    async def open(
        cls,
        path: str,
        *,
        chance: Chance | None = None,
        clock: Clock | None = None,
        games: Mapping[str, AnyGame] | None = None,
        players: Mapping[str, Player] | None = None,
        thinking: Thinking | None = None,
    ) -> Tables:
        """Open the database, made if it is missing, and start computer players and timers.

        Args:
            path: The store's address: see `tables.store.address`.
            chance: The source of all chance, in tests; default: a checkable deal for each table.
            clock: Tells the time; default: the store's clock.
            games: The games by id; default: the catalogue.
            players: The computer players by id, the strongest first; default: all.
            thinking: Where computer players think; default: in processes of their own, which know only the
                games of the catalogue and `engine.players`.

        Raises:
            StorageProblem: The database can't be used; it is unchanged.
        """
        database = await open_database(path)
        tables: Tables | None = None
        try:
            files = weights()
            for game in (games or all_games()).values():
                for name, fault in checked(game, files)[1]:
                    # A game may lack the net for a number of players, and then values states without one.
                    say = log.info if fault == MISSING else log.warning
                    say("weights_left_out", file=name, fault=fault)
            await begin_era(database, games or all_games(), (clock or database.cluster.clock).now())
            tables = cls(
                database,
                Deals(await read_key(database, "deals"), chance),
                database.cluster.clock if clock is None else clock,
                all_games() if games is None else games,
                PLAYERS if players is None else players,
                InProcesses() if thinking is None else thinking,
                await read_seal(database),
            )
            await tables._changes.prepare()
            await tables._scrubber.start()
            tables._scheduler.start()
            tables.cluster.listen(tables.peer_events)
        except BaseException as fault:
            await (database if tables is None else tables).close()
            if isinstance(fault, StorageFailed):
                raise StorageProblem("io_error", path=shown(path), fault=fault.reason) from fault
            raise
        return tables

    async def close(self) -> None:
        """Stop the computer players and timers, finish changes under way, and close the store."""
        await self.peer_events.close()
        await self._advisor.close()
        await self.reviews.close()
        await self.daily.close()
        await self._scheduler.close()
        await self._scrubber.close()
        await self._changes.close()
        await self._database.close()

    async def caught_up(self) -> None:
        """Wait until all that is due by now has been done; for tests, which set the clock."""
        await self._scheduler.caught_up()
        await self._scrubber.caught_up()

    def watch(self, *watchers: Watcher) -> None:
        """Set the watchers, which are told how long each write and each computer player's thought takes."""
        self._database.watch(watchers)
        self._computers.watchers = watchers

    # Verbs

    async def do(
        self, table_id: str, person: Person, click: str, verb: Verb[P], *args: P.args, **kwargs: P.kwargs
    ) -> Outcome:
        """Run a verb for a person: `do(table_id, person, click, votes.agreed, number)`; return the outcome.

        `click` is the id of the click. The status is `stale` if the verb leaves the table unchanged.

        Raises:
            Refused: What the verb raises; `no_such_table`; `too_many_tables`, if the verb seats the person;
                `table_damaged`, `old_rules` or `game_gone`, unless the verb is one of `ALSO_UNREADABLE`.
        """

        def decide(table: Table, at: float) -> Table:
            if verb not in ALSO_UNREADABLE:
                lobby.check_readable(table)
            return verb(table, By(person, click, at, self._house), *args, **kwargs)

        if verb in SEATING:
            change = self._changes.seat(table_id, person, click, decide)
        else:
            change = self._changes.change(table_id, click, decide)
        status, table = await self._changes.shielded(change)
        is_unread = table.fault is not None and verb in ALSO_UNREADABLE
        return Outcome(status, self._look(table, None if is_unread else person.id))

    async def check(
        self, table_id: str, person: Person, verb: Verb[P], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Run a verb as `do` does, but without effect, to learn whether the person would be refused.

        Raises:
            Refused: What `do` raises, except `too_many_tables`.
        """
        table = await self._reader.read(table_id)
        if verb not in ALSO_UNREADABLE:
            lobby.check_readable(table)
        verb(table, By(person, "", self.clock.now(), self._house), *args, **kwargs)

    async def check_reached(self, table_id: str, number: int) -> None:
        """Refuse a button with an entry's `number` that the journal hasn't reached: a backup was restored.

        The table's messages are then repainted, once, in case the start didn't notice the restored backup.

        Raises:
            Refused: `put_back`; `no_such_table`.
        """
        for newest in (False, True):
            if number % MOST_ENTRIES <= (await self._reader.read(table_id, newest=newest)).facts.version:
                return
        session = self.sessions.get(table_id)
        if not session.is_doubted:  # A forged click may send any number.
            session.is_doubted = True
            await self.messages.doubt(table_id)
            self._changes.tell(table_id)
        raise Refused("put_back")

    async def happen(
        self,
        table_id: str,
        happening: Callable[Concatenate[Table, float, P], Table],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Change a table without a click, as in `happen(table_id, lobby.held)`; return whether it changed.

        The table stays unchanged if it can't be replayed, or if `happening` raises `Refused`.

        Raises:
            StorageFailed: The change could not be written.
        """

        def decide(table: Table, at: float) -> Table:
            lobby.check_readable(table)
            return happening(table, at, *args, **kwargs)

        try:
            status, _ = await self._changes.shielded(self._changes.change(table_id, "", decide))
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
        """Change a person's auto answers, plan or name at a table by a function such as `with_auto_answer`.

        Raises:
            Refused: What `amendment` raises; `no_such_table`, `table_damaged`, `old_rules` or `game_gone`.
        """

        def decide(table: Table) -> Table:
            lobby.check_readable(table)
            return amendment(table, person, *args, **kwargs)

        await self._changes.shielded(self._changes.amend(table_id, decide))

    # Lobby

    async def new(
        self, opening: Opening, person: Person, click: str, computers: Sequence[str] = ()
    ) -> Outcome:
        """Open a lobby with `person` on seat 0 and, of the computer players `computers`, those that exist.

        Raises:
            Refused: `unknown_game`, `illegal_option`; what `Changes.open` raises.
        """
        game = self._games.get(opening.game_id)
        if game is None:
            raise Refused("unknown_game", game=opening.game_id)
        opening = lobby.opening(game, opening)
        known = [player for player in computers if player in self._players]
        seated = partial(lobby.with_computers, players=known)
        status, table = await self._changes.shielded(self._changes.open(game, opening, person, click, seated))
        return Outcome(status, self._look(table, person.id))

    async def play_on(
        self, table_id: str, wanted: Opening, person: Person, click: str, moves: int, name: str
    ) -> Outcome:
        """Open a practice table named `name`: a finished game goes on after its first `moves` moves.

        `wanted`: The settings of the new table; its game, rules, options and size are the finished table's.

        Raises:
            Refused: What `practice.played_on` and `Changes.open` raise; `no_such_table`.
        """
        old = await self._reader.read(table_id)
        like = {name: getattr(old.facts, name) for name in ("game_id", "rules_version", "options")}
        opening = replace(wanted, wanted_seats=len(old.facts.seats), **like)

        def begin(table: Table, at: float) -> Table:
            return practice.played_on(table, By(person, click, at, self._house), old, moves, name)

        change = self._changes.open(old.game, opening, person, click, begin)
        status, table = await self._changes.shielded(change)
        return Outcome(status, self._look(table, person.id))

    # Advice

    async def hint(
        self, table_id: str, person: Person, click: str, asked: int
    ) -> tuple[Outcome, Advice | None]:
        """Advise a person on question `asked`; an entry in the journal tells everybody of the hint.

        Returns the outcome of that entry, and the advice (None: the question is answered or over).

        Raises:
            Refused: What `advice.hinted` and `Advisor.on` raise; then nobody is told.
        """
        matter = await self.read(table_id, about_own_turn, person.id, asked)
        given = None if matter is None else await self._advisor.on(self.sessions.of(table_id), matter)
        done = await self.do(table_id, person, click, hinted, asked)
        is_asked = done.look.asked == asked and not done.look.answered
        return done, given if is_asked else None

    async def why(self, table_id: str, person: Person, number: int) -> Advice | None:
        """The reasons that `person` may know for a computer player's move with the public number `number`.

        None: the move was taken back, or isn't a computer player's.

        Raises:
            Refused: What `advice.about_move` and `Advisor.on` raise.
        """
        matter = await self.read(table_id, about_move, person.id, number)
        return None if matter is None else await self._advisor.on(self.sessions.of(table_id), matter)

    # Reading

    async def table(self, table_id: str) -> Facts:
        """The public facts about a table; raises `Refused` (`no_such_table`) for an unknown id."""
        return (await self._reader.read(table_id)).facts

    async def look(self, table_id: str, person_id: int | None) -> Look:
        """All that the person `person_id` may know of a table now; None: all that a spectator may know.

        Raises:
            Refused: `no_such_table`, `table_damaged`, `old_rules`, `game_gone`.
        """
        return self._look(await self._reader.read(table_id), person_id)

    async def read(
        self, table_id: str, view: Callable[Concatenate[Table, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a view for a table: `read(table_id, looks.log_of, person_id)`.

        A view is a function of `tables.views`; its result holds only facts that its viewer may know.

        Raises:
            Refused: What the view raises; `no_such_table`.
        """
        return view(await self._reader.read(table_id), *args, **kwargs)

    async def deal(self, table_id: str) -> Deal | None:
        """The public facts about a table's deal; None: the deal can't be checked.

        Raises:
            Refused: `no_such_table`.
        """
        return await self._deal(await self._reader.read(table_id))

    async def _deal(self, table: Table) -> Deal | None:
        return self._house.deals.of(table, is_dealt_on=await self.is_dealt_on(table.facts))

    async def is_dealt_on(self, game: Facts | Played) -> bool:
        """Whether people still play, or will get, the deal of a game, so that the deal must stay secret."""
        day = day_of(game)
        if day is not None:
            return is_open(day, self.clock.now())
        return bool(game.shared) and await self.leagues.is_dealt_on(game.shared)

    async def record_file(self, table_id: str, *, named: bool = True) -> bytes:
        """The record file of a table's finished game; `named`: whether it has the people's names.

        Raises:
            Refused: What `replay.file_of` raises; `no_such_table`.
        """
        table = await self._reader.read(table_id)
        return replay.file_of(table, await self._deal(table), named=named)

    def open_file(self, content: bytes, is_open: bool) -> Replay:
        """The replay of a finished game from a record file of any origin; `is_open`: as in `of_table`.

        Raises:
            Refused: `bad_record_file`, `unknown_game`, `old_rules_file`, `unfinished_record_file`;
                `damaged_record_file`: move `number` of the file, counted from 1, cannot be replayed.
        """
        return replay.of_file(content, self._games, self._players, is_open)

    async def ended_in(self, channel_id: int) -> list[Facts]:
        """The finished tables of a channel whose games this bot has, the latest end first, at most 25."""
        found = await replay.ended_in(self._database, channel_id)
        return [facts for facts in found if self._reader.game_of(facts) is not None]

    async def tables_in(self, channel_id: int) -> list[Facts]:
        """The open tables of a channel, the oldest first."""
        return await journal.read_facts(self._database, journal.IN_CHANNEL, channel_id)

    async def tables_of(self, person_id: int) -> list[Facts]:
        """The open tables at which a person sits, the oldest first."""
        return await journal.read_facts(self._database, journal.OF_PERSON, person_id)

    async def latest_with(
        self, guild_id: int | None, channel_id: int, person_id: int, other_id: int
    ) -> Facts | None:
        """The table where two people last finished a game together; None: there is none.

        Only tables in the server `guild_id` or in the channel `channel_id` count.
        """
        place = (journal.LATEST_WITH, guild_id, channel_id)
        found = await journal.read_facts(self._database, *place, person_id, other_id)
        return found[0] if found else None

    async def open_tables(self, *places: Place) -> list[Facts]:
        """The open tables in `places`, the oldest first; without places, all open tables."""
        return await journal.read_facts(
            self._database, *journal.open_in(places) if places else (journal.OPEN,)
        )

    async def held_tables(self) -> list[Facts]:
        """The open tables whose clocks are stopped, since their channels can't be reached."""
        return await journal.read_facts(self._database, journal.HELD)

    async def kept_waiting(self, since: float) -> list[str]:
        """The ids of running tables where, after the time `since`, nobody acted or a turn's time ran out."""
        return await journal.read_ids(self._database, journal.IDLE, since)

    # People

    async def export_person(self, person_id: int) -> dict[str, Any]:
        """All that is stored of a person, as values for JSON."""
        return await privacy.export(self._database, person_id)

    async def forget_person(self, person_id: int, is_leaving: bool = False) -> None:
        """Delete a person's stored data; at ended tables, the person's seat stays, without a name.

        `is_leaving`: Whether the person first leaves all open tables, and computer players take over.

        Raises:
            Refused: `still_playing`: the person sits at open tables; `count`: how many.
        """
        for facts in await self.tables_of(person_id) if is_leaving else ():
            # The key has no person's id, since the journal keeps it.
            click = f"forget:{facts.seat_of(person_id)}:{facts.version}"
            try:
                await self.do(facts.id, Person(person_id, ""), click, seat_changes.departed)
            except Exception as fault:
                is_unread = (await self._reader.read(facts.id)).fault is not None
                if not is_unread or isinstance(fault, StorageFailed):
                    raise
                # The table's rows are too damaged for a verb.
                log.error("not_left", table=facts.id, fault=frames(fault))
        await self._changes.shielded(self._forget(person_id))

    async def _forget(self, person_id: int) -> None:
        """Delete a person's rows, empty the caches, and start a scrub.

        The person's seats at open tables that can't be replayed go to a computer player.
        """
        rows = privacy.forgetting(
            person_id, seat_changes.successor(self._players), self.seal(LARGE_BOARD, person_id)
        )
        async with self._locks.hold(lock_name(person_id)):
            while True:
                ids = await self._named_at(person_id)
                async with self.sessions.hold(ids):
                    if await self._named_at(person_id) != ids:
                        continue  # Meanwhile another table has begun to name the person.
                    try:
                        await self._database.write(rows, lock_name(person_id), *ids)
                        self.people.forget(person_id)
                        self.sessions.outdate_rows()
                    finally:
                        self._scrubber.wake()
                    for session in map(self.sessions.of, ids):
                        session.outdate()
                        self._changes.tell(session.id)
                    return

    async def _named_at(self, person_id: int) -> list[str]:
        return await privacy.seated_at(self._database, person_id, self.sessions.is_unreadable)

    def _look(self, table: Table, person_id: int | None) -> Look:
        session = self.sessions.known(table.facts.id)
        is_long_thinking = session is not None and session.is_thought_about_for_long(table)
        return looks.look(table, person_id, self._wanted, self.clock.now(), is_long_thinking)

    def _due(self, table: Table) -> deadlines.Due:
        return deadlines.row(table, self._wanted, self.clock.now(), self._version)
