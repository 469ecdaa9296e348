"""Reviews of finished games: their contents, games without a review, and failures."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import AnyGame, Seat
from engine.players import PLAYERS
from engine.players.judging import JUDGES, Judged
from engine.players.lookahead import Stream
from engine.players.review import JUDGED_AGAIN, QUICKLY
from engine.players.searcher import Budget
from tables import Person, Refused
from tables.computers.thinking import SEED, InProcesses, InThreads, NoMove
from tables.model.fold import NOBODY, add
from tables.model.table import Ending, Kind, Phase, Table, next_entry, seats_at
from tables.reviews import MOST_FAILED, Judging, Review, Reviews, spread, taken_apart
from tables.session import Session, Sessions
from tables.verbs.play import computer_click
from tests.engine.seeded import Setup
from tests.tables.test_replay import TOYS, table_of
from tests.tables.toys import CAT

ROWS = Setup(games()["ru-ra-re"], 2, {})
CARDS = Setup(games()["rapa-nui-cards"], 2, {"open_hands": "off", "first_player": "random"})


class Judges(InThreads):
    """A judge that records its questions; it gives random judgements, unless it has to think.

    Attributes:
        asked: The observation, seat and budget of each question.
        thinks: Whether the judge thinks.
        fails: Whether the judge dies, by the number of earlier questions.
        go: An event: judgements may be returned.
    """

    def __init__(self, fails: Callable[[int], bool] = lambda asked: False) -> None:
        super().__init__(PLAYERS)
        self.asked: list[tuple[Any, Seat, Budget]] = []
        self.thinks = False
        self.fails = fails
        self.go = asyncio.Event()
        self.go.set()

    async def judge(
        self,
        game: AnyGame,
        seen: Any,
        seat: Seat,
        also: Sequence[str],
        budget: Budget = JUDGES,
        seed: int = SEED,
    ) -> tuple[Judged, ...]:
        self.asked.append((seen, seat, budget))
        await self.go.wait()
        if self.fails(len(self.asked) - 1):
            raise NoMove("died")
        if self.thinks:
            return await super().judge(game, seen, seat, also, budget, seed)
        moves = game.promising_moves(game.determinise(seen, Stream(1)), seat)
        judged = [Judged(move, (float(place), place + 1.0), ()) for place, move in enumerate(moves)]
        return tuple(reversed(judged))


@pytest.fixture
async def judges() -> AsyncIterator[Judges]:
    made = Judges()
    yield made
    await made.close()


def reviews_of(judges: Judges, *tables: Table) -> Reviews:
    known = {table.facts.id: table for table in tables}

    async def find(table_id: str) -> Table:
        return known[table_id]

    return Reviews(judges, Sessions(), find)


async def ready(reviews: Reviews, table: str = "t") -> Review:
    await reviews.review(table)
    return await reviews.made(table)


async def refusal(work: Any) -> str:
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code


def by_computer(table: Table, seat: Seat) -> Table:
    """Return the game with a seat's moves made by a computer player for its person."""

    def marked(step: Any) -> Any:
        if step.entry.kind is not Kind.MOVE or step.entry.seat != seat:
            return step
        return replace(step, entry=replace(step.entry, click=computer_click(seat, step.entry.number)))

    return replace(table, mainline=tuple(map(marked, table.mainline)))


# What is told


async def test_it_tells_of_at_most_three_moves_the_dearest_first_with_what_would_have_been_better(
    judges: Judges,
) -> None:
    table, judges.thinks = table_of(CARDS, seed=3), True
    found = await ready(reviews_of(judges, table))
    assert found.is_ready
    assert 1 <= len(found.told) <= 3
    assert found.judged == found.decisions > 20
    played = taken_apart(table)
    for one in found.told:
        step = played.steps[one.place]
        assert (step.ply.seat, step.events) == (one.seat, one.played)
        assert one.better != one.played
        assert one.verdict.name == "worse"
        assert one.compared_with(table.game, one.better) == one.verdict
        assert one.compared_with(table.game, table.game.read_move(step.ply.text)) is None
        assert all(one.compared_with(table.game, move) for move in one.good)
    assert len({(one.seat, one.turn) for one in found.told}) == len(found.told)


async def test_a_move_is_judged_by_what_its_maker_had_seen_and_forgot_nothing_of(judges: Judges) -> None:
    """The cards that went into others' hands before all eyes too: those who judge moves know them."""
    table = table_of(CARDS, seed=3)
    await ready(reviews_of(judges, table))
    played = taken_apart(table)
    seen = [CARDS.game.recall(one.before, one.seat) for one in played.decisions]
    eyes = [CARDS.game.observe(one.before, one.seat) for one in played.decisions]
    assert all(view != one for view, one in zip(eyes, seen, strict=True))
    quick = [(seen, seat) for seen, seat, budget in judges.asked if budget is QUICKLY]
    asked = {
        decision.place: (one, decision.seat) for one, decision in zip(seen, played.decisions, strict=True)
    }
    assert quick == [asked[decision.place] for decision in spread(played.decisions)]
    assert all((one, seat) in quick for one, seat, _ in judges.asked)


async def test_only_what_people_chose_is_judged(judges: Judges) -> None:
    table = table_of(ROWS, seed=3)
    assert {one.seat for one in taken_apart(table).decisions} == {0, 1}
    assert {one.seat for one in taken_apart(by_computer(table, 1)).decisions} == {0}
    none = await ready(reviews_of(judges, by_computer(by_computer(table, 1), 0)))
    assert (none.decisions, none.is_ready, none.told) == (0, True, ())
    assert none.course


def handed_over(kind: Kind, left: int, by: Person = NOBODY, setup: Setup = CARDS) -> Table:
    """Return a game in which Ann gave up her seat with `left` moves to go, by an entry of some kind."""
    game, whole = setup.game, table_of(setup, seed=3).mainline
    table = table_of(setup, seed=3, moves=len(whole) - 1 - left)
    if kind is Kind.TAKE:
        table = add(table, next_entry(table.facts, Kind.OFFER, 0, "", None, 0), by)
    text = "sensible" if kind is Kind.YIELD else ""
    table = add(table, next_entry(table.facts, kind, 0, text, None, 0), by)
    for step in whole[-left:]:
        assert step.entry.seat is not None
        entry = next_entry(table.facts, Kind.MOVE, step.entry.seat, step.entry.text, None, 0)
        table = add(table, entry)
    assert (table.facts.phase, table.game) == (Phase.OVER, game)
    return table


async def test_what_was_chosen_before_a_seat_was_handed_over_is_judged_and_whose_it_was_not_mixed_up(
    judges: Judges,
) -> None:
    judges.thinks = True
    whole = taken_apart(table_of(CARDS, seed=3)).decisions
    taken, yielded = handed_over(Kind.TAKE, 30, CAT), handed_over(Kind.YIELD, 30)
    played = taken_apart(taken)
    assert played.decisions == whole
    later = {one.place for one in whole if one.place >= len(played.plies) - 30}
    assert any(one.seat == 0 and one.place in later for one in whole)
    ann = table_of(CARDS, seed=3).facts.seats[0]
    assert [seats_at(taken.facts, one.entry)[0].person_id for one in played.plies] == [
        CAT.id if place >= len(played.plies) - 30 else ann.person_id for place in range(len(played.plies))
    ]
    played = taken_apart(yielded)
    assert played.decisions == tuple(one for one in whole if one.seat == 1 or one.place not in later)
    told = (await ready(reviews_of(judges, taken))).told
    assert told
    assert [one.seats_at(taken.facts)[0].name for one in told] == [
        taken.facts.seats[0].name if one.place in later else ann.name for one in told
    ]


def test_somebody_forgotten_while_a_table_could_not_be_read_chose_what_they_chose() -> None:
    """Then a computer player sits there without an entry."""
    table = table_of(ROWS, seed=3)
    clicked = tuple(
        replace(step, entry=replace(step.entry, click=str(step.entry.number))) for step in table.mainline
    )
    seats = (
        replace(table.facts.seats[0], person_id=None, name="", computer="sensible"),
        table.facts.seats[1],
    )
    played = taken_apart(replace(table, facts=(facts := replace(table.facts, seats=seats)), mainline=clicked))
    assert {one.seat for one in played.decisions} == {0, 1}
    own = [seats_at(facts, one.entry)[0] for one in played.plies if one.seat == 0]
    assert {(info.computer, info.person_id, info.name) for info in own} == {(None, None, "")}


@pytest.mark.parametrize("setup", [ROWS, CARDS, *TOYS], ids=str)
def test_the_course_goes_from_turn_to_turn_to_the_result(setup: Setup) -> None:
    table = table_of(setup, seed=1)
    course = taken_apart(table).course
    turns = [moment.turn for moment in course]
    assert turns == sorted(turns)
    assert len(set(turns)) >= len(turns) - 1
    assert table.position is not None
    result = setup.game.result(table.position.state)
    assert result is not None
    points = [one.points for one in result.seats]
    best = max(points)
    assert [lead >= 0 for lead in course[-1].leads] == [one == best for one in points]


# Asked for again, and by many


async def test_it_is_made_once_and_then_known_at_once(judges: Judges) -> None:
    reviews = reviews_of(judges, table_of(ROWS, seed=3))
    judges.go.clear()
    first, again = await reviews.review("t"), await reviews.review("t")
    assert not first.is_ready
    assert first.course == again.course != ()
    judges.go.set()
    made = await asyncio.gather(*(reviews.made("t") for _ in range(3)))
    asked = len(judges.asked)
    assert made[0] == made[1] == await reviews.review("t") == await reviews.made("t")
    assert len(judges.asked) == asked
    assert (await ready(reviews_of(judges, table_of(ROWS, seed=3)))) == made[0]


async def test_one_at_a_time_is_made_and_it_never_holds_all_places_to_think(judges: Judges) -> None:
    tables = [
        replace(table_of(ROWS, seed=seed), facts=replace(table_of(ROWS, seed=1).facts)) for seed in (1, 2)
    ]
    known = dict(zip("ab", tables, strict=True))

    async def find(table_id: str) -> Table:
        table = known[table_id]
        return replace(table, facts=replace(table.facts, id=table_id))

    reviews = Reviews(judges, Sessions(), find)
    judges.go.clear()
    await asyncio.gather(*map(reviews.review, known))
    await asyncio.sleep(0)
    assert len(judges.asked) == 1
    async with asyncio.timeout(5), judges.room:  # A computer player of another table finds a place.
        pass
    judges.go.set()
    assert [one.is_ready for one in await asyncio.gather(*map(reviews.made, known))] == [True, True]


async def test_too_many_at_once_are_refused(judges: Judges, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.reviews.MOST_WAITING", 1)
    reviews = reviews_of(judges, table_of(ROWS, seed=1))
    judges.go.clear()
    await reviews.review("t")
    table = table_of(ROWS, seed=2)
    with pytest.raises(Refused, match="reviews_waiting"):
        reviews._begin(Session("other"), table)
    await reviews.close()


# What goes wrong


async def test_a_worker_that_dies_is_asked_again_and_a_few_moves_may_be_left_out() -> None:
    judges = Judges(lambda asked: asked == 3)  # Once: the second try finds it.
    whole = await ready(reviews_of(judges, table_of(ROWS, seed=3)))
    assert whole.judged == whole.decisions
    judges.fails = lambda asked: asked in (3, 4)
    judges.asked.clear()
    partly = await ready(reviews_of(judges, table_of(ROWS, seed=3)))
    assert partly.judged == partly.decisions - 1
    assert partly.is_ready
    await judges.close()


async def test_where_too_many_fail_it_says_so_and_the_next_click_begins_anew() -> None:
    judges = Judges(lambda asked: True)
    reviews = reviews_of(judges, table_of(ROWS, seed=3))
    assert (await reviews.review("t")).course
    assert await refusal(reviews.made("t")) == "review_failed"
    assert len(judges.asked) == 2 * (MOST_FAILED + 1)
    judges.fails = lambda asked: False
    assert (await ready(reviews)).is_ready
    await judges.close()


async def test_time_that_is_up_ends_it_with_what_was_found(
    judges: Judges, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.reviews.MOST_S", -1.0)
    found = await ready(reviews_of(judges, table_of(ROWS, seed=3)))
    assert (found.is_ready, found.judged, found.told) == (True, 0, ())
    assert found.decisions > 0
    assert not found.is_whole


async def in_turns(
    reviews: Reviews, judges: Judges, a_turn: int, monkeypatch: pytest.MonkeyPatch
) -> list[Review]:
    """Ask for a review until it is whole, with time for `a_turn` judgements at each request."""
    made, until = list[Review](), 0

    def is_late() -> float:
        return float(len(judges.asked) >= until)

    monkeypatch.setattr("tables.reviews.MOST_S", 0.5)
    monkeypatch.setattr("tables.reviews.monotonic", is_late)
    while not made or not made[-1].is_whole:
        assert len(made) < 40
        until = len(judges.asked) + a_turn
        made.append(await ready(reviews))
    return made


@pytest.mark.parametrize("setup", [ROWS, CARDS], ids=str)
async def test_one_without_time_to_the_end_goes_on_when_it_is_asked_for_again_and_ends_the_same(
    setup: Setup, judges: Judges, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(setup, seed=3)
    whole = await ready(reviews_of(judges, table))
    assert whole.is_whole
    at_once, judges.asked = list(map(repr, judges.asked)), []
    reviews = reviews_of(judges, table)
    made = await in_turns(reviews, judges, 9, monkeypatch)
    assert made[-1] == whole == await reviews.review("t")
    assert len(made) > 3
    assert [one.judged for one in made] == sorted(one.judged for one in made)
    assert not any(one.is_whole for one in made[:-1])
    # Nothing is judged quickly for a second time.
    quick = [repr(one) for one in judges.asked if one[2] is QUICKLY]
    assert sorted(quick) == sorted(one for one in at_once if repr(QUICKLY) in one)


async def test_all_moves_count_as_judged_with_the_last_one_only_and_not_while_the_dearest_are_judged_again(
    judges: Judges,
) -> None:
    """A review that said *53 of 53* for seconds seemed to hang."""
    played = taken_apart(table_of(CARDS, seed=3))
    judging = Judging(played, judges)
    far = [judging.judged async for _ in judging.go_on()]
    again = sum(budget is not QUICKLY for _, _, budget in judges.asked)
    assert again > 1
    assert far == sorted(far)
    assert far[-1] == len(played.decisions)
    assert far[-1 - again :] == list(range(far[-1] - again, far[-1] + 1))


async def test_where_the_dearest_moves_could_not_be_judged_again_it_is_not_whole() -> None:
    judges = Judges()
    judges.fails = lambda asked: judges.asked[asked][2] is not QUICKLY
    reviews = reviews_of(judges, table_of(CARDS, seed=3))
    found = await ready(reviews)
    assert (found.is_ready, found.is_whole, found.told) == (True, False, ())
    assert 0 < found.decisions - found.judged <= JUDGED_AGAIN
    judges.fails = lambda asked: False
    again = await ready(reviews)
    assert again.is_whole
    assert again.told
    await judges.close()


@pytest.mark.parametrize("setup", [ROWS, CARDS, *TOYS], ids=str)
def test_wherever_the_time_ends_the_whole_game_was_looked_at_and_all_who_played(setup: Setup) -> None:
    chosen = taken_apart(table_of(setup, seed=1)).decisions
    order = spread(chosen)
    assert sorted(order, key=lambda one: one.place) == list(chosen)
    for count in range(8, len(order)):
        places = sorted(chosen.index(one) for one in order[:count])
        gaps = [after - before for before, after in pairwise([-1, *places, len(chosen)])]
        assert max(gaps) <= 3 * len(chosen) / count + 1
        seats = Counter(one.seat for one in order[:count])
        all_of = Counter(one.seat for one in chosen)
        assert all(seats[seat] >= all_of[seat] / len(chosen) * count / 2 - 1 for seat in all_of)


async def test_what_is_known_is_shown_where_too_many_others_wait_or_going_on_fails(
    judges: Judges, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews = reviews_of(judges, table_of(ROWS, seed=3))
    monkeypatch.setattr("tables.reviews.MOST_S", -1.0)
    known = await ready(reviews)
    monkeypatch.setattr("tables.reviews.MOST_S", 150.0)
    judges.fails = lambda asked: True
    assert await ready(reviews) is known
    monkeypatch.setattr("tables.reviews.MOST_WAITING", 0)
    assert await reviews.review("t") is known
    monkeypatch.undo()
    judges.fails = lambda asked: False
    assert (await ready(reviews)).is_whole


async def test_what_is_under_way_ends_with_the_bot(judges: Judges) -> None:
    reviews = reviews_of(judges, table_of(ROWS, seed=3))
    judges.go.clear()
    await reviews.review("t")
    waiting = asyncio.create_task(reviews.made("t"))
    await asyncio.sleep(0)
    await reviews.close()
    assert await refusal(waiting) == "review_failed"
    assert reviews._under_way == set()
    assert await refusal(reviews.review("t")) == "reviews_waiting"


async def test_games_without_an_end_are_refused_by_what_they_lack(judges: Judges) -> None:
    running = table_of(ROWS, seed=3, moves=9)
    assert await refusal(reviews_of(judges, running).review("t")) == "not_over"
    ended = add(running, next_entry(running.facts, Kind.CANCEL, None, Ending.AGREED.value, None, 0))
    assert ended.facts.phase in (Phase.OVER, Phase.CANCELLED)
    assert await refusal(reviews_of(judges, ended).review("t")) == "nothing_to_review"
    assert judges.asked == []


class Dying(InProcesses):
    """A judge whose process is killed before the third question."""

    asked = 0

    async def judge(self, *asked: Any, **how: Any) -> tuple[Judged, ...]:
        self.asked += 1
        if self.asked == 3:
            (process,) = self._processes
            process.kill()
        return await super().judge(*asked, **how)


async def test_a_process_that_is_killed_meanwhile_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.reviews.budgets", lambda first: (QUICKLY,))
    thinking, table = Dying(), table_of(ROWS, seed=3)

    async def find(table_id: str) -> Table:
        return table

    found = await ready(Reviews(thinking, Sessions(), find))
    assert (found.is_ready, found.judged) == (True, found.decisions)
    assert thinking.asked > found.decisions
    await thinking.close()
