"""Lessons: guided first games. Each is a table in memory; its journal is stored as one row of `lessons`.

The learner sits on seat `LEARNER`, and computer players, which answer at once, on the others. So no clock
runs and nothing falls due. The journal also tells which topics were already explained.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec
import structlog
from msgspec.structs import replace

from engine.game import CHANCE, LEARNER, AnyGame, IllegalMove, Lesson, Seat, first_new
from engine.players import USUAL
from tables.model import fold
from tables.model.errors import GameFault, Refused, frames
from tables.model.limits import SETTLING_MOVES
from tables.model.table import Entry, Kind, Opening, Phase, Table, next_entry
from tables.model.texts import LESSON, LESSON_WIDTH, digits, is_lesson
from tables.model.values import Look, Person
from tables.store.database import Database
from tables.store.people import Locks
from tables.store.people import lock_name as person_lock
from tables.verbs import play
from tables.verbs.auto_answers import Moves
from tables.views import looks

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

READ: Final = "SELECT run, journal FROM lessons WHERE person_id = ? AND game = ?"
PUT: Final = """
INSERT INTO lessons (person_id, game, run, journal) VALUES (?, ?, ?, ?)
ON CONFLICT (person_id, game) DO UPDATE SET run = excluded.run, journal = excluded.journal"""
RUNS: Final = 36**LESSON_WIDTH

Change = Callable[[Table], Table]
AT: Final = 0.0
"""The time of all entries of lessons, since nobody needs to know when a lesson was played."""


class Row(msgspec.Struct, array_like=True, frozen=True):
    """A journal entry of a lesson, in the short form in which it is stored."""

    kind: Kind
    seat: Seat | None
    text: str
    click: str | None


class Coaching(NamedTuple):
    """The topics that a lesson explains to its learner now.

    Attributes:
        after: The topic that explains events since the learner's latest decision; None: no new topic.
        before: The topic that helps with the learner's present decision; None: no new topic.
        said: All topics explained in this lesson so far, `after` and `before` included.
    """

    after: str | None
    before: str | None
    said: tuple[str, ...]


class LessonLook(msgspec.Struct, frozen=True):
    """A lesson as its learner sees it.

    Attributes:
        look: The lesson's table, as the learner sees it.
        coaching: The topics that the lesson explains now.
        topics: How many topics the lesson has.
        is_first: Whether the learner has made no move yet.
        is_anew: Whether a new lesson was begun, since the stored one could not be read.
        is_stale: Whether the click's button was outdated, so that nothing has changed.
    """

    look: Look
    coaching: Coaching
    topics: int
    is_first: bool
    is_over: bool
    is_anew: bool = False
    is_stale: bool = False


def lesson_of(game: AnyGame) -> Lesson:
    """The `Lesson` of a game, which says how its guided first game goes.

    Raises:
        Refused: `unknown_game`: the game has no lesson.
    """
    if game.lesson is None:
        raise Refused("unknown_game", game=game.id)
    return game.lesson


def begun(game: AnyGame, lesson_id: str, person: Person) -> Table:
    """The table of a new lesson of a game, played on until the learner has to decide; nothing is stored."""
    lesson = lesson_of(game)
    opening = Opening(
        game_id=game.id,
        rules_version=game.rules_version,
        options=game.chosen_options(lesson.options),
        wanted_seats=lesson.seats,
    )
    text = msgspec.json.encode(opening).decode()
    table = fold.opened(game, lesson_id, Entry(1, Kind.OPEN, LEARNER, text, None, AT), person)
    for seat in range(lesson.seats):
        if seat != LEARNER:
            table = fold.add(table, _entry(table, Kind.COMPUTER, seat, USUAL))
    table = fold.add(table, _entry(table, Kind.START, None, str(game.rules_version), "start"))
    return settled(table)


def read(game: AnyGame, lesson_id: str, person: Person, journal: str) -> Table:
    """The table of a lesson, replayed from its `journal`, a text made by `written`.

    Raises:
        Exception: The journal can't be parsed, or its moves don't fit the game any more.
    """
    first, *others = msgspec.json.decode(journal, type=tuple[Row, ...])
    opening = Entry(1, first.kind, first.seat, first.text, first.click, AT)
    table = fold.opened(game, lesson_id, opening, person)
    for row in others:
        table = fold.add(table, _entry(table, row.kind, row.seat, row.text, row.click))
    return table


def written(table: Table) -> str:
    """The journal of a lesson as JSON, for its row."""
    entries = (step.entry for step in table.steps)
    return msgspec.json.encode([Row(one.kind, one.seat, one.text, one.click) for one in entries]).decode()


def own_moves(journal: str) -> list[str]:
    """The texts of the learner's moves in a lesson's journal; an empty list if the journal can't be read."""
    try:
        rows = msgspec.json.decode(journal, type=tuple[Row, ...])
    except (msgspec.MsgspecError, ValueError):
        return []
    return [row.text for row in rows if row.kind is Kind.MOVE and row.seat == LEARNER]


def played(table: Table, click: str, asked: int, moves: str) -> Table:
    """The lesson after the learner answered question `asked` by `moves`, an encoded `auto_answers.Moves`.

    Moves for later questions are made, too, as long as they fit. The lesson is unchanged if `asked` is not
    the number of the present question, or if `click` has had its effect before.

    Raises:
        Refused: The code of an illegal move; `table_over`: the lesson ended before the last of the moves.
    """
    if click in table.clicks or asked != _asked(table):
        return table
    said = Moves.parse(moves)
    for place, text in enumerate(said.now):
        table = settled(_answered(table, text, None if place else click))
    for text in said.later:
        try:
            table = settled(_answered(table, text, None))
        except Refused:
            break  # The move doesn't fit any more: the learner is asked.
    return table


def taken_back(table: Table, click: str, number: int) -> Table:
    """The lesson without the learner's latest click; unchanged if that click's public number isn't `number`.

    Raises:
        Refused: What `play.taken_back` raises.
    """
    if click in table.clicks or number != looks.latest_click(table, LEARNER):
        return table
    return play.taken_back(table, LEARNER, click, AT)


def settled(table: Table) -> Table:
    """Play a lesson on until the learner has to decide, or the lesson is over."""
    for _ in range(SETTLING_MOVES):
        due = _due(table)
        if due is None:
            return table
        seat, move, key = due
        table = _moved(table, table.game.write_move(move), key, seat)
    raise GameFault(f"{table.game.id}: the moves of a lesson find no end")


@cache
def example(game: AnyGame, decisions: int) -> Any:
    """The game's state in a lesson after `decisions` moves of a learner who follows the suggestions."""
    table = begun(game, lesson_id(game.id, 0), Person(LEARNER, ""))
    for _ in range(decisions):
        assert table.position is not None
        state = table.position.state
        move = lesson_of(game).suggested(game.observe(state, LEARNER), game.legal_moves(state, LEARNER))
        table = settled(_answered(table, game.write_move(move), None))
    assert table.position is not None
    return table.position.state


def is_over(table: Table) -> bool:
    """Whether a lesson is over."""
    position = table.position
    return table.facts.phase is not Phase.RUNNING or (
        position is not None and lesson_of(table.game).is_over(position.state)
    )


def look(table: Table, person: Person, *, is_anew: bool = False, is_stale: bool = False) -> LessonLook:
    """A lesson as its learner sees it; `is_anew` and `is_stale` become attributes of the `LessonLook`."""
    seen = looks.look_at(table, person.id, (), None, ())
    if is_over(table) and seen.result is None and table.position is not None:
        seen = replace(seen, result=lesson_of(table.game).result(table.position.state))
    return LessonLook(
        look=seen,
        coaching=coaching(table),
        topics=len(lesson_of(table.game).topics),
        is_first=not any(_is_learners(step.entry) for step in table.mainline),
        is_over=is_over(table),
        is_anew=is_anew,
        is_stale=is_stale,
    )


def coaching(table: Table) -> Coaching:
    """The topics to explain now, without topics that were explained after earlier moves."""
    lesson, game = lesson_of(table.game), table.game
    said: list[str] = []
    after = before = None
    events: list[Any] = []
    for place, step in enumerate(table.mainline):
        events += game.seen(step.events, LEARNER)
        following = [later.entry for later in table.mainline[place + 1 : place + 2]]
        is_learners = all(map(_is_learners, following))
        if step.position is None or not is_learners:
            continue
        seen = game.observe(step.position.state, LEARNER)
        after = first_new(lesson.after(seen, events), said)
        said += [after] if after else []
        before = None if not following and is_over(table) else first_new(lesson.before(seen), said)
        said += [before] if before else []
        events = []
    return Coaching(after, before, tuple(said))


def _is_learners(entry: Entry) -> bool:
    """Whether an entry is a move that the learner has chosen."""
    return entry.seat == LEARNER and entry.kind is Kind.MOVE and entry.click is not None


def _asked(table: Table) -> int | None:
    question = None if is_over(table) else play.open_question(table, LEARNER)
    return None if question is None else question.number


def _due(table: Table) -> tuple[Seat, Any, str | None] | None:
    """The seat, move and click key of the next move made without the learner; None: there is none."""
    position = table.position
    if position is None or is_over(table):
        return None
    lesson, game, state = lesson_of(table.game), table.game, position.state
    if CHANCE in position.to_move:
        return CHANCE, lesson.dealt(state), None
    for seat in position.owing:
        move = game.obvious_move(state, seat)
        if move is not None:
            return seat, move, None
    for seat in position.owing:
        if seat != LEARNER:
            move = lesson.answer(game.observe(state, seat), game.legal_moves(state, seat))
            return seat, move, play.computer_click(seat, position.questions[seat].number)
    return None


def _answered(table: Table, text: str, key: str | None) -> Table:
    if _asked(table) is None:
        raise Refused("table_over")
    try:
        return _moved(table, text, key)
    except IllegalMove as refusal:
        raise Refused(refusal.code, **refusal.facts) from refusal


def _moved(table: Table, text: str, key: str | None, seat: Seat = LEARNER) -> Table:
    return fold.add(table, _entry(table, Kind.MOVE, seat, text, key))


def _entry(table: Table, kind: Kind, seat: Seat | None, text: str, key: str | None = None) -> Entry:
    return next_entry(table.facts, kind, seat, text, key, AT)


class Lessons:
    """Reads and writes the rows `lessons`: each person's latest lesson of each game."""

    def __init__(
        self,
        database: Database,
        locks: Locks,
        games: Mapping[str, AnyGame],
        whole: Callable[[Coroutine[Any, Any, LessonLook]], Coroutine[Any, Any, LessonLook]],
    ) -> None:
        self._database = database
        self._locks = locks
        self._games = {game_id: game for game_id, game in games.items() if game.lesson is not None}
        self._codes = {_code(game_id): game_id for game_id in self._games}
        self._whole = whole

    async def open(self, person: Person, game_id: str) -> LessonLook:
        """Show a person's stored lesson of a game; begin one if there is none, or it can't be read.

        Raises:
            Refused: `unknown_game`.
        """
        if game_id not in self._games:
            raise Refused("unknown_game", game=game_id)
        return await self._whole(self._open(person, game_id))

    async def _open(self, person: Person, game_id: str) -> LessonLook:
        async with self._locks.hold(person_lock(person.id)):
            run, table = await self._read(person, game_id)
            if table is not None:
                return await asyncio.to_thread(look, table, person)
            return await self._begin(person, game_id, run + 1, is_anew=run > 0)

    async def begin_anew(self, person: Person, lesson_id: str) -> LessonLook:
        """Begin a person's lesson again; if `lesson_id` isn't the latest lesson's, begin nothing.

        In the second case, return the person's latest lesson, with `is_stale`.

        Raises:
            Refused: `no_lesson`: the person has no lesson of that game.
        """
        return await self._whole(self._change(person, lesson_id, None, begins_anew=True))

    async def look(self, person: Person, lesson_id: str) -> LessonLook:
        """A person's latest lesson of the game that `lesson_id` names, as the person sees it.

        Raises:
            Refused: `no_lesson`: the person has no lesson of that game.
        """
        return await self._change(person, lesson_id, None)

    async def play(self, person: Person, lesson_id: str, click: str, asked: int, moves: str) -> LessonLook:
        """Answer question `asked` of the lesson by `moves` (see `played`); store and return the lesson.

        Raises:
            Refused: `no_lesson`, or the code of an illegal move.
        """
        change = partial(played, click=click, asked=asked, moves=moves)
        return await self._whole(self._change(person, lesson_id, change))

    async def take_back(self, person: Person, lesson_id: str, click: str, number: int) -> LessonLook:
        """Undo the learner's latest click if its number is `number`; store and return the lesson.

        Raises:
            Refused: `no_lesson`; what `taken_back` raises.
        """
        change = partial(taken_back, click=click, number=number)
        return await self._whole(self._change(person, lesson_id, change))

    async def _change(
        self, person: Person, lesson_id: str, change: Change | None, *, begins_anew: bool = False
    ) -> LessonLook:
        game_id = self.game_of(lesson_id)
        async with self._locks.hold(person_lock(person.id)):
            run, table = await self._read(person, game_id)
            if not run:
                raise Refused("no_lesson")
            if table is None:
                return await self._begin(person, game_id, run + 1, is_anew=not begins_anew)
            if table.facts.id != lesson_id:
                return await asyncio.to_thread(look, table, person, is_stale=True)
            if begins_anew:
                return await self._begin(person, game_id, run + 1)
            if change is None:
                return await asyncio.to_thread(look, table, person)
            after = await asyncio.to_thread(change, table)
            if after is not table:
                await self._put(person, game_id, run, after)
            return await asyncio.to_thread(look, after, person, is_stale=after is table)

    async def _begin(self, person: Person, game_id: str, run: int, *, is_anew: bool = False) -> LessonLook:
        begin = partial(begun, self._games[game_id], lesson_id(game_id, run), person)
        table = await asyncio.to_thread(begin)
        await self._put(person, game_id, run, table)
        return await asyncio.to_thread(look, table, person, is_anew=is_anew)

    async def _read(self, person: Person, game_id: str) -> tuple[int, Table | None]:
        """How often a person has begun a game's lesson (0: never), and its table (None: it can't be read)."""
        for stored, journal in await self._database.read(READ, person.id, game_id):
            run = max(1, stored % RUNS)  # Even a damaged number gives a valid id.
            game, named = self._games[game_id], lesson_id(game_id, run)
            try:
                return run, await asyncio.to_thread(read, game, named, person, journal)
            except Exception as fault:  # The rules have changed, or the row is damaged.
                log.warning("lesson_unread", game=game_id, fault=frames(fault))
                return run, None
        return 0, None

    async def _put(self, person: Person, game_id: str, run: int, table: Table) -> None:
        row = (person.id, game_id, run, written(table))
        await self._database.write([(PUT, [row])])

    def game_of(self, lesson_id: str) -> str:
        """The id of the game that a lesson's id names.

        Raises:
            Refused: `no_lesson`: the id is no lesson's, or this bot lacks the game.
        """
        game_id = self._codes.get(lesson_id[len(LESSON) : len(LESSON) + LESSON_WIDTH])
        if game_id is None or not is_lesson(lesson_id):
            raise Refused("no_lesson")
        return game_id


def lesson_id(game_id: str, run: int) -> str:
    """The id of a person's lesson that was begun for the `run`th time, for buttons; longer than a table's id.

    The id names no person: a click is about the lesson of the person who clicks.
    """
    return LESSON + _code(game_id) + digits(run % RUNS).rjust(LESSON_WIDTH, "0")


def _code(game_id: str) -> str:
    return digits(crc32(game_id.encode()) % RUNS).rjust(LESSON_WIDTH, "0")
