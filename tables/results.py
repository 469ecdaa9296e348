"""The results of finished games, from which profiles, ratings, daily deals and leagues are computed.

No result is stored.  A journal is replayed at the first call, in a thread, and its `Summary` is cached.
People and names come from the rows at each call, since people may be forgotten or renamed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

import structlog

from engine.game import AnyGame, Seat, SeatResult, Struct
from engine.standings import ranks
from tables.model.errors import frames
from tables.model.fold import Unreadable
from tables.model.table import OPEN_PHASES, Ending, Entry, Facts, Kind, Phase, ranked_with_conceded
from tables.model.values import Played, SeatPlayed
from tables.practice import is_practice
from tables.store.database import Database
from tables.store.journal import READ_ENTRIES, Reader, entries_of, read_facts
from tables.views.ratings import Change, Ratings, band_of, folded

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_CACHED: Final = 5_000
"""The most `Summary`s in the cache; each takes about a kilobyte."""
BY_THE_RULES: Final = f"phase = '{Phase.OVER}' AND ending = '{Ending.NONE}'"
SETTLED: Final = (
    f"({BY_THE_RULES} OR phase = '{Phase.OVER}' AND ending = '{Ending.CONCEDED}'"
    f" OR phase = '{Phase.CANCELLED}' AND ending = '{Ending.LEFT}')"
)
"""The SQL condition for games that count for ratings: also games that people gave up or left."""
RATED: Final = f"rated = 1 AND {SETTLED}"
MARK: Final = f"""
SELECT count(*), max(changed_at), (
  SELECT count(*) FROM seats
  WHERE person_id IS NOT NULL AND table_id IN (SELECT id FROM tables WHERE {RATED})
) FROM tables WHERE {RATED}"""
"""The SQL query whose result changes when a rated game ends, or when a rated player is forgotten."""


class Summary(Struct, frozen=True):
    """The results computed from the journal of a finished game; no person is named.

    Attributes:
        at: When the game ended.
        results: The result of each seat, or the standing of a game that wasn't played to its end.
        left: For each person who left: the entry's number, the seat, and the standing at that moment.
    """

    at: float
    results: tuple[SeatResult, ...]
    left: tuple[tuple[int, Seat, SeatResult], ...]


Moves = list[tuple[int, Seat, str]]
"""Moves, each with the number of its entry."""


def summary(game: AnyGame, facts: Facts, entries: Iterable[Entry]) -> Summary:
    """The results of a finished game, from its journal; far quicker than a replay that keeps each position.

    Raises:
        Unreadable: The moves don't lead to the end.
    """
    moves: Moves = []
    left: list[tuple[int, Seat, Moves]] = []
    at = facts.changed_at
    for entry in entries:
        at = entry.at
        if entry.kind is Kind.MOVE and entry.seat is not None:
            moves.append((entry.number, entry.seat, entry.text))
        elif entry.kind is Kind.BACK:
            moves = [move for move in moves if move[0] <= int(entry.text)]
        elif entry.kind in (Kind.TAKE, Kind.YIELD) and entry.seat is not None:
            left.append((entry.number, entry.seat, list(moves)))
    end = _after(game, facts, moves)
    result = game.result(end)
    if result is None and facts.ending is Ending.NONE:
        raise Unreadable(facts.version)
    standings = ((number, seat, _standing(game, _after(game, facts, made))) for number, seat, made in left)
    return Summary(
        at,
        _standing(game, end) if result is None else result.seats,
        tuple((number, seat, standing[seat]) for number, seat, standing in standings),
    )


def _after(game: AnyGame, facts: Facts, moves: Moves) -> Any:
    """The state after `moves`, which are not checked again."""
    state = game.start(len(facts.seats), facts.options)
    for _, seat, text in moves:
        state = game.make(state, seat, game.read_move(text))
    return state


def _standing(game: AnyGame, state: Any) -> tuple[SeatResult, ...]:
    """The result of each seat, by an estimate of its points at the end of the game."""
    totals = game.totals(state)
    return tuple(SeatResult(round(own), (), rank) for own, rank in zip(totals, ranks(totals), strict=True))


def played(facts: Facts, found: Summary) -> Played:
    """A finished game, from its `Summary` and the people whom the rows have now."""
    results = ranked_with_conceded(found.results, facts.seats)
    former = dict(facts.former)
    seats = [
        SeatPlayed(info.seat, info.person_id, info.name, info.computer, own.points, own.parts, own.rank)
        for info, own in zip(facts.seats, results, strict=True)
    ]
    for number, seat, own in found.left:
        one = former.get(number)  # None: the person was forgotten.
        who = (None, "") if one is None else (one.person_id, one.name)
        seats.append(SeatPlayed(seat, *who, None, own.points, (), own.rank, has_left=True))
    return Played(
        facts.id,
        facts.game_id,
        facts.rules_version,
        facts.options,
        facts.guild_id,
        facts.channel_id,
        facts.shared,
        facts.rated,
        found.at,
        tuple(seats),
    )


class Results:
    """The results of finished games, and the ratings computed from them."""

    def __init__(self, database: Database, reader: Reader) -> None:
        self._database = database
        self._reader = reader
        self._cached: dict[str, Summary | None] = {}
        self._one = asyncio.Lock()
        self._fold = asyncio.Lock()
        self._folded: tuple[Any, Ratings] | None = None

    async def of(self, where: str, *parameters: Any) -> list[Played]:
        """The games that ended by the rules and fit the SQL condition `where`, the oldest end first.

        `where` is about the columns of `tables`.  Practice tables and unreadable ones are left out.
        """
        return await self._of(BY_THE_RULES, where, parameters)

    async def rated(self) -> list[Played]:
        """The games that count for ratings, including games that ended because people gave up or left."""
        return await self._of(RATED, "1 = 1", ())

    async def ratings(self) -> Ratings:
        """The ratings after all rated games; cached until another rated game has ended."""
        async with self._fold:
            mark = [tuple(row) for row in await self._database.read(MARK)]
            if self._folded is None or self._folded[0] != mark:
                self._folded = mark, await asyncio.to_thread(folded, await self.rated())
            return self._folded[1]

    async def change(self, facts: Facts, person_id: int) -> Change | None:
        """The change of a person's rating by a table's game; None: not rated, or the person didn't play."""
        if not facts.rated or facts.phase in OPEN_PHASES:
            return None
        changes = (await self.ratings()).changes(person_id, facts.game_id, band_of(len(facts.seats)))
        return next((one for one in reversed(changes) if one.table_id == facts.id), None)

    async def _of(self, ended: str, where: str, parameters: Sequence[Any]) -> list[Played]:
        rows = await read_facts(self._database, f"{ended} AND ({where})", *parameters)
        known = [(facts, await self._summary(facts)) for facts in rows]
        games = [played(facts, found) for facts, found in known if found is not None]
        return sorted(games, key=lambda one: (one.at, one.table_id))

    async def _summary(self, facts: Facts) -> Summary | None:
        if facts.id not in self._cached:
            async with (
                self._one
            ):  # One replay at a time: they would only slow each other, and the event loop.
                if facts.id not in self._cached:
                    self._cached[facts.id] = await self._made(facts)
                    if len(self._cached) > MOST_CACHED:
                        del self._cached[next(iter(self._cached))]
        return self._cached.get(facts.id)

    async def _made(self, facts: Facts) -> Summary | None:
        game = self._reader.game_of(facts)
        if game is None:
            return None
        rows = await self._database.read(READ_ENTRIES, facts.id)
        try:
            entries = entries_of(rows)
            if is_practice(entries):
                return None
            found = await asyncio.to_thread(summary, game, facts, entries)
        except Exception as fault:  # A damaged journal: whatever a game raises.
            log.warning("no_result", table=facts.id, fault=frames(fault))
            return None
        return found if len(found.results) == len(facts.seats) else None
