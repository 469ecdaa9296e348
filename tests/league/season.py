"""One season on the real tables: people move at random, or not at all, and the bot fails and restarts.

After each step, invariants are checked: each group has one table, nobody sits at two tables of a round, the
standings agree with those of a second, simpler computation, a place counted as possible is never wrong, and
no reserve grows.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

from engine.game import AnyGame
from engine.players import PLAYERS
from tables import Facts, Person, Phase, Refused, StorageFailed, Tables
from tables.computers.thinking import Thinking
from tables.computers.worker_main import Asked, said
from tables.leagues import OVERTIME_S, Season
from tables.model.limits import DAY_S
from tables.model.table import Ending
from tables.store.database import Statement
from tables.store.leagues import LeaguePhase, Settings, read_league
from tables.verbs import seat_changes
from tables.verbs.play import played
from tests.clock import Clock
from tests.engine.seeded import Seeded
from tests.tables.toys import CHANNEL, GUILD, opened, turns

MODERATOR: Final = Person(1, "Mo")
DONE: Final = {"in_league", "league_started", "not_in_league", "league_over"}
"""The codes of refusals of a change that was made before, but whose answer was lost."""
STEPS: Final = 400
"""More steps, of six hours each, than any season here takes."""


class Inline(Thinking):
    """Computer players that think at once, so that a season with the same seed is always the same."""

    async def _said(self, game: AnyGame, asked: Asked) -> str:
        return said(game, PLAYERS, asked)

    async def close(self) -> None:
        pass


class Simulated:
    """A season that is determined by a seed."""

    def __init__(self, folder: Path, seed: int, *, people: int, size: int, swiss: bool, **more: Any) -> None:
        self.rng = random.Random(seed)
        self.clock = Clock()
        self.people = [Person(100 + number, f"P{number}") for number in range(people)]
        rounds = {"rounds": self.rng.randint(2, 4)} if swiss or size > 2 else {}
        game = self.rng.choice(["pebbles", "pebbles", "fingers"])
        wanted = {"game_id": game, "size": size, "swiss": swiss, "days": 2, "computer": "random", **rounds}
        self.settings = Settings(**{**wanted, **more})
        self.eager = {person.id: self.rng.choice((0.0, 0.2, 0.9, 1.0)) for person in self.people}
        self.restarts = self.tables_seen = 0
        self._folder = folder
        self._places: dict[int, tuple[int, int]] = {}
        self._reserves: dict[int, float] = {}
        self._stack = AsyncExitStack()
        self._clicks = 0

    @property
    def click(self) -> str:
        self._clicks += 1
        return f"click-{self._clicks}"

    async def run(self) -> Season:
        """Play the season to its end, and return it."""
        async with self._stack:
            await self._restart()
            league = await self.tables.leagues.open(
                self.settings, GUILD, CHANNEL, MODERATOR, self.click, "Spring"
            )
            self.id = league.id
            for person in self.people:
                await self._surely(partial(self._join, person))
            await self._surely(lambda: self.tables.leagues.start(self.id))
            for _ in range(STEPS):
                await self._step()
                season = await self._checked()
                if season.league.phase is LeaguePhase.OVER and not any(self._open(season)):
                    return season
            raise AssertionError("the season does not end")

    async def _join(self, person: Person) -> None:
        await self.tables.leagues.join(self.id, person)

    async def _restart(self) -> None:
        await self._stack.aclose()
        self.restarts += 1
        self.tables: Tables = await self._stack.enter_async_context(
            opened(self._folder, chance=Seeded(self.restarts), clock=self.clock, thinking=Inline())
        )
        await self.tables.caught_up()

    async def _step(self) -> None:
        """Let six hours pass: some people move, some drop out; the bot may fail at a write, and restart."""
        self.clock.time += DAY_S / 4
        await self._quiet()
        for facts in await self.tables.open_tables():
            for person in self.people:
                if facts.seat_of(person.id) is not None and self.rng.random() < self.eager[person.id]:
                    await self._move(facts.id, person)
        if self.rng.random() < 0.1:
            person = self.rng.choice(self.people)
            await self._surely(lambda: self.tables.leagues.leave(self.id, person.id))
        if self.rng.random() < 0.02:
            person = self.rng.choice(self.people)
            await self.tables.forget_person(person.id, is_leaving=True)
            self._places.clear()  # With one place less, others may get a better one.
        if self.rng.random() < 0.05:
            for facts in (await self.tables.open_tables())[:1]:
                await self._give_up(facts)
        await self._attend()
        await self._quiet()

    async def _move(self, table_id: str, person: Person) -> None:
        """Have a person make all moves at a table that they can make now."""
        for _ in range(20):
            look = await self.tables.look(table_id, person.id)
            is_idle = look.table.phase is not Phase.RUNNING or look.asked is None or look.answered
            if is_idle or look.table.seats[look.seat or 0].conceded:
                return
            text = look.game.write_move(self.rng.choice(look.legal_moves))
            with suppress(Refused):  # A computer player has just ended the game.
                await self.tables.do(table_id, person, self.click, played, look.asked or 0, text)

    async def _give_up(self, facts: Facts) -> None:
        for info in facts.seats[:1]:
            if info.person_id is not None and not info.conceded:
                verb = self.rng.choice((seat_changes.conceded, seat_changes.yielded))
                with suppress(Refused):
                    await self.tables.do(facts.id, Person(info.person_id, info.name), self.click, verb)

    async def _attend(self) -> None:
        await self._surely(lambda: self.tables.leagues.attend(self.id))
        await self.tables.leagues.attend_all()
        if self.rng.random() < 0.1:
            await self._restart()
            await self.tables.leagues.attend_all()

    async def _surely(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Repeat a task until it succeeds, with a restart of the bot after each failure.

        A write may fail, or its answer be lost.
        """
        while True:
            try:
                with self._faults():
                    await work()
            except StorageFailed:
                await self._restart()
                continue
            except Refused as refusal:
                if refusal.code not in DONE:
                    raise
            return

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Have a write fail now and then, before or after it is carried out."""
        at, is_before = self.rng.randint(1, 40), self.rng.random() < 0.5
        write = self.tables._database.write

        async def failing(statements: Sequence[Statement], *touched: str) -> None:
            nonlocal at
            at -= 1
            if at or not is_before:
                await write(statements, *touched)
            if not at:
                raise StorageFailed("io_error")

        self.tables._database.write = failing  # type: ignore[method-assign]
        try:
            yield
        finally:
            self.tables._database.write = write  # type: ignore[method-assign]

    async def _quiet(self) -> None:
        """Wait until everything due is done, and no computer player has to move."""
        await self.tables.caught_up()
        while found := [thought.task for thought in turns(self.tables).values()]:
            if (await asyncio.wait(found, timeout=0.2))[1]:
                self.clock.time += 60  # A player that could not store its move tries again.
            await self.tables.caught_up()

    def _open(self, season: Season) -> list[bool]:
        return [group.is_open(season.league) for group in season.groups]

    async def _checked(self) -> Season:
        """Check all invariants, and return the season."""
        season = await self.tables.leagues.season(self.id)
        league, members, groups = await read_league(self.tables._database, self.id)
        opened_by = await self.tables._database.read(
            "SELECT click FROM journal WHERE kind = 'open' AND click LIKE 'league:%'"
        )
        tables = [group.table_id for group in groups if group.facts is not None]
        assert len(opened_by) == len(set(tables)) == len(tables)
        assert all(group.facts is not None or group.round == league.round for group in groups)
        self.tables_seen = len(tables)
        seated = Counter((group.round, one) for group in groups for one in group.people if one is not None)
        assert all(count == 1 for count in seated.values())
        assert not any(
            info.person_id in members
            and members[info.person_id].has_left
            and league.phase is LeaguePhase.RUNNING
            for group in season.groups
            if group.facts is not None and group.facts.phase is Phase.RUNNING
            for info in group.facts.seats
            if info.person_id is not None and not info.conceded
        )
        points, shares = await self._counted([group.facts for group in groups if group.facts is not None])
        for division in season.divisions:
            for row in division:
                assert (row.points, row.share) == (points[row.person_id], shares[row.person_id])
                own = points[row.person_id], shares[row.person_id]
                others = [(points[one.person_id], shares[one.person_id]) for one in division]
                assert row.place == 1 + sum(other > own for other in others)
                best, worst = self._places.get(row.person_id, (1, len(division)))
                assert best <= row.best <= row.place <= row.worst <= worst, (row, best, worst)
                self._places[row.person_id] = row.best, row.worst
        person = self.people[self._clicks % len(self.people)].id
        if person in members:
            left = await self.tables.leagues.reserve_s(self.id, person)
            assert 0 <= left <= self._reserves.get(person, left)
            self._reserves[person] = left
        if league.due_at is not None:
            assert self.clock.now() < league.due_at + OVERTIME_S + DAY_S
        if league.phase is LeaguePhase.OVER and not any(self._open(season)):
            assert all(row.best == row.place == row.worst for rows in season.divisions for row in rows)
        return season

    async def _counted(self, tables: Sequence[Facts]) -> tuple[Counter[int], dict[int, Fraction]]:
        """Return the points and shares of all people, computed from a spectator's view of their tables."""
        points: Counter[int] = Counter()
        shares: dict[int, Fraction] = {person.id: Fraction(0) for person in self.people}
        for facts in tables:
            if facts.phase is not Phase.OVER:
                continue
            if facts.ending is Ending.CONCEDED:
                own = [int(not info.conceded) for info in facts.seats]
                ranks = [1 if one else 1 + sum(own) for one in own]
            else:
                result = (await self.tables.look(facts.id, None)).result
                assert result is not None
                own, ranks = [one.points for one in result.seats], [one.rank for one in result.seats]
            for seat, info in enumerate(facts.seats):
                if info.person_id is None:
                    continue
                for other in range(len(ranks)):
                    if other != seat:
                        points[info.person_id] += (ranks[seat] < ranks[other]) * 2 + (
                            ranks[seat] == ranks[other]
                        )
                whole = sum(own)
                shares[info.person_id] += Fraction(own[seat], whole) if whole else Fraction(1, len(own))
        return points, shares


async def season(folder: Path, seed: int) -> Simulated:
    """Play the season of a seed, and return it."""
    rng = random.Random(seed)
    size = rng.choice((2, 3, 4))
    simulated = Simulated(
        folder,
        seed,
        people=rng.randint(4, 14),
        size=size,
        swiss=rng.random() < 0.5,
        divisions=rng.choice((0, 0, 2)),
    )
    await simulated.run()
    return simulated
