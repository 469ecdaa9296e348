"""A lesson as a table: begun, played on, and what is explained at it.  Pure functions of its journal.

A lesson is a table in memory alone: a person on seat `LEARNER`, computer players on the others, who answer
at once.  So nobody waits, nothing falls due, and what was said already follows from its journal.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.game import CHANCE, LEARNER, AnyGame, IllegalMove, Lesson, Seat, first_new
from engine.players import USUAL
from tables.model import fold
from tables.model.errors import Refused
from tables.model.limits import SETTLING_MOVES
from tables.model.table import Entry, Kind, Opening, Phase, Step, Table, next_entry
from tables.model.values import Look, Person
from tables.verbs import play
from tables.verbs.planning import Moves
from tables.views import looks

AT: Final = 0.0
"""The time of all entries: nobody asks when a lesson was played."""


class Row(msgspec.Struct, array_like=True, frozen=True):
    """An entry as it is stored, in order: a lesson is written anew at each click, so it is kept short."""

    kind: Kind
    seat: Seat | None
    text: str
    click: str | None


class Coaching(NamedTuple):
    """What is explained to the learner now.

    Attributes:
        after: The topic that explains what has happened since their latest decision; None: nothing new has.
        before: The topic that helps them to decide now; None: they know.
        said: All topics explained in this lesson so far, these two included.
    """

    after: str | None
    before: str | None
    said: tuple[str, ...]


class LessonLook(msgspec.Struct, frozen=True):
    """A lesson as its learner sees it.

    Attributes:
        look: Its table.
        coaching: What is explained.
        topics: How many topics there are.
        is_over: Nothing is left to do.
        is_anew: It could not be taken up where it was left, so it began again.
        is_stale: What was asked for had its time before, so nothing has changed.
    """

    look: Look
    coaching: Coaching
    topics: int
    is_over: bool
    is_anew: bool = False
    is_stale: bool = False


def lesson_of(game: AnyGame) -> Lesson:
    """The lesson of a game.

    Raises:
        Refused: `unknown_game`: it has none.
    """
    if game.lesson is None:
        raise Refused("unknown_game", game=game.id)
    return game.lesson


def begun(game: AnyGame, lesson_id: str, person: Person) -> Table:
    """A new lesson: dealt, and played on until the learner has to decide."""
    lesson = lesson_of(game)
    opening = Opening(
        game_id=game.id,
        rules_version=game.rules_version,
        options=game.chosen_options(lesson.options),
        wanted_seats=lesson.seats,
        guild_id=None,
        channel_id=0,
        pace_s=0.0,
        locale="",
    )
    text = msgspec.json.encode(opening).decode()
    table = fold.opened(game, lesson_id, Entry(1, Kind.OPEN, LEARNER, text, None, AT), person)
    for seat in range(lesson.seats):
        if seat != LEARNER:
            table = fold.add(table, _entry(table, Kind.COMPUTER, seat, USUAL))
    table = fold.add(table, _entry(table, Kind.START, None, str(game.rules_version), "start"))
    return settled(table)


def read(game: AnyGame, lesson_id: str, person: Person, journal: str) -> Table:
    """The lesson that a journal holds, as `written` gave it.

    Raises:
        Exception: It can't be read, or its moves are not those of this game any more.
    """
    first, *others = _rows(journal)
    opening = Entry(1, first.kind, first.seat, first.text, first.click, AT)
    table = fold.opened(game, lesson_id, opening, person)
    for row in others:
        table = fold.add(table, _entry(table, row.kind, row.seat, row.text, row.click))
    return table


def written(table: Table) -> str:
    """The journal of a lesson as JSON."""
    entries = (step.entry for step in table.steps)
    return msgspec.json.encode([Row(one.kind, one.seat, one.text, one.click) for one in entries]).decode()


def _rows(journal: str) -> tuple[Row, ...]:
    return msgspec.json.decode(journal, type=tuple[Row, ...])


def own_moves(journal: str) -> list[str]:
    """The learner's moves alone: a journal also holds what lies face down.  Empty if it can't be read."""
    try:
        rows = _rows(journal)
    except (msgspec.MsgspecError, ValueError):
        return []
    return [row.text for row in rows if row.kind is Kind.MOVE and row.seat == LEARNER]


def played(table: Table, click: str, asked: int, moves: str) -> Table:
    """The lesson after the learner's answer to question `asked`; `moves` is written by `planning.Moves`.

    Moves planned for later questions are made as soon as those are put.  The lesson is unchanged if `asked`
    is not the number of the question put now, or the same click was counted before.

    Raises:
        Refused: The code of an illegal move; `table_over`: there are more moves than are asked for.
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
            break  # It went otherwise than planned: the learner is asked.
    return table


def taken_back(table: Table, click: str, number: int) -> Table:
    """The lesson as it was before the learner's latest click, if that is `number`, as `Look.takes_back` is.

    Raises:
        Refused: As `play.taken_back`.
    """
    if click in table.clicks or number != looks.latest_click(table, LEARNER):
        return table
    return play.taken_back(table, LEARNER, click, AT)


def settled(table: Table) -> Table:
    """The lesson after all moves that are made until the learner has to decide, or it is over."""
    for _ in range(SETTLING_MOVES):
        due = _due(table)
        if due is None:
            return table
        seat, move, key = due
        table = _moved(table, table.game.write_move(move), key, seat)
    raise play.GameFault(f"{table.game.id}: the moves of a lesson find no end")


def is_over(table: Table) -> bool:
    """Whether nothing is left to do in a lesson."""
    position = table.position
    return table.facts.phase is not Phase.RUNNING or (
        position is not None and lesson_of(table.game).is_over(position.state)
    )


def look(table: Table, person: Person, *, is_anew: bool = False, is_stale: bool = False) -> LessonLook:
    """A lesson as its learner sees it."""
    seen = looks.look(table, person.id, (), None, ())
    if is_over(table) and seen.result is None and table.position is not None:
        seen = replace(seen, result=lesson_of(table.game).result(table.position.state))
    return LessonLook(
        look=seen,
        coaching=coaching(table),
        topics=len(lesson_of(table.game).topics),
        is_over=is_over(table),
        is_anew=is_anew,
        is_stale=is_stale,
    )


def coaching(table: Table) -> Coaching:
    """What is explained now; what was explained before follows from the moves that stand."""
    lesson, game = lesson_of(table.game), table.game
    said: list[str] = []
    after = before = None
    events: list[Any] = []
    for place, step in enumerate(table.mainline):
        events += game.seen(step.events, LEARNER)
        following = table.mainline[place + 1 : place + 2]
        if step.position is None or (following and not _is_learners_click(following[0])):
            continue
        seen = game.observe(step.position.state, LEARNER)
        after = first_new(lesson.after(seen, events), said)
        said += [after] if after else []
        before = None if not following and is_over(table) else first_new(lesson.before(seen), said)
        said += [before] if before else []
        events = []
    return Coaching(after, before, tuple(said))


def _is_learners_click(step: Step) -> bool:
    return step.entry.seat == LEARNER and step.entry.click is not None


def _asked(table: Table) -> int | None:
    question = None if is_over(table) else play.open_question(table, LEARNER)
    return None if question is None else question.number


def _due(table: Table) -> tuple[Seat, Any, str | None] | None:
    """The next move that is made without asking the learner, by whom, and its key."""
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
