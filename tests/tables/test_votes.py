"""A proposal waits only for those who can answer it, even if the seats change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tables import Cover, Kind, Matter, Person, Phase, Tables, WhenLate
from tables.model.limits import DAY_S
from tables.model.table import Ending
from tables.timing.preferences import with_away
from tables.verbs.seat_changes import came_back, conceded, left_behind, offered, taken, yielded
from tables.verbs.votes import agreed, proposed
from tables.views.looks import log_of
from tests.clock import Clock
from tests.tables.toys import ANN, BOB, CAT, DAN, Clicks, frozen, opened, put, refusal, running, say, until

Happens = Callable[[Tables, str, Clock], Awaitable[object]]


async def ask(tables: Tables, table: str, who: Person, click: Clicks) -> int:
    """Propose to end the game; return the proposal's number."""
    await tables.do(table, who, click(), proposed, Matter.END)
    proposal = (await tables.look(table, None)).proposal
    assert proposal is not None
    return proposal.number


async def gives_seat_to_computer(tables: Tables, table: str, clock: Clock) -> None:
    await tables.do(table, CAT, "cat", yielded)


async def gives_up(tables: Tables, table: str, clock: Clock) -> None:
    await tables.do(table, CAT, "cat", conceded)


async def leaves_the_server(tables: Tables, table: str, clock: Clock) -> None:
    await tables.happen(table, left_behind, 2)


async def is_forgotten(tables: Tables, table: str, clock: Clock) -> None:
    await tables.forget_person(CAT.id, is_leaving=True)


async def is_late(tables: Tables, table: str, clock: Clock) -> None:
    clock.time += DAY_S
    await tables.caught_up()


ABSENT = (gives_seat_to_computer, gives_up, leaves_the_server, is_forgotten, is_late)


@pytest.mark.parametrize("happens", ABSENT)
async def test_what_all_others_agreed_to_is_done_once_the_last_one_asked_is_gone(
    tmp_path: Path, happens: Happens
) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, (ANN, BOB, CAT), turn_s=DAY_S, when_late=WhenLate.SEAT)
        await say(tables, table, ANN, "sleep", click())
        await say(tables, table, BOB, "sleep", click())
        await tables.do(table, BOB, click(), agreed, await ask(tables, table, ANN, click))
        assert (await tables.table(table)).phase is Phase.RUNNING
        await happens(tables, table, clock)
        view = await tables.table(table)
        assert (view.phase, view.ending) == (Phase.CANCELLED, Ending.AGREED)


@pytest.mark.parametrize("happens", ABSENT)
async def test_a_proposal_that_hangs_since_an_earlier_version_is_settled_at_the_start(
    tmp_path: Path, happens: Happens, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, (ANN, BOB, CAT), turn_s=DAY_S, when_late=WhenLate.SEAT, pace_s=DAY_S)
        await say(tables, table, ANN, "sleep", click())
        await say(tables, table, BOB, "sleep", click())
        await tables.do(table, BOB, click(), agreed, await ask(tables, table, ANN, click))
        with monkeypatch.context() as patched:
            patched.setattr(tables._changes, "_settled", lambda table, at: table)
            patched.setattr("tables.verbs.votes.settled", lambda absences, table, at: table)
            await happens(tables, table, clock)
        assert (await tables.table(table)).phase is Phase.RUNNING
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        assert (await tables.table(table)).ending is Ending.AGREED


async def test_whoever_takes_a_seat_is_asked_anew(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB, CAT))
        number = await ask(tables, table, ANN, click)
        await tables.do(table, BOB, click(), agreed, number)
        await tables.do(table, BOB, click(), offered, DAN)
        await tables.do(table, DAN, click(), taken, 1)
        await tables.do(table, CAT, click(), agreed, number)
        assert (await tables.table(table)).phase is Phase.RUNNING
        await tables.do(table, DAN, click(), agreed, number)
        assert (await tables.table(table)).ending is Ending.AGREED


async def test_whoever_takes_a_seat_sees_at_once_what_the_others_see(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB, CAT), turn_s=DAY_S)
        await tables.do(table, ANN, click(), offered, DAN)
        await ask(tables, table, BOB, click)
        answer = await tables.do(table, DAN, click(), taken, 0)
        assert answer.look.clocks[0].runs_out is not None
        assert 0 in answer.look.missing
        assert frozen(answer.look) == frozen(await tables.look(table, DAN.id))


async def test_a_proposal_goes_with_who_made_it(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB, CAT))
        number = await ask(tables, table, ANN, click)
        await tables.do(table, ANN, click(), conceded)
        assert (await tables.look(table, None)).proposal is None
        assert (await tables.read(table, log_of, None))[-1].kind is Kind.DECLINE
        assert await refusal(tables.do(table, BOB, click(), agreed, number)) == ("proposal_gone", {})
        await ask(tables, table, BOB, click)


async def test_who_is_away_for_three_weeks_is_not_waited_for_any_longer(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        began = clock.now()
        await put(tables, BOB.id, settings=with_away({}, began, began + 50 * DAY_S))
        await ask(tables, table, ANN, click)
        assert (await tables.look(table, None)).missing == (1,)
        clock.time = began + 21 * DAY_S - 1
        await tables.caught_up()
        assert (await tables.table(table)).phase is Phase.RUNNING
        clock.time += 1
        await tables.caught_up()
        assert (await tables.table(table)).ending is Ending.AGREED


async def test_who_plays_while_they_are_away_is_asked(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        began = clock.now()
        await put(tables, BOB.id, settings=with_away({}, began, began + 50 * DAY_S))
        await say(tables, table, ANN, "add 1;end", click())
        clock.time = began + 20 * DAY_S
        await say(tables, table, BOB, "add 1;end", click())
        clock.time = began + 30 * DAY_S
        await ask(tables, table, ANN, click)
        assert (await tables.look(table, None)).missing == (1,)


async def test_of_three_turns_in_a_row_that_ran_out_the_third_makes_a_computer_player_stay(
    tmp_path: Path,
) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S, when_late=WhenLate.MOVE, target="600")
        for round_ in (1, 2, 3):
            clock.time += DAY_S
            look = await until(tables, table, lambda look: look.to_move == (1,))
            assert look.table.seats[0].cover is (Cover.STAY if round_ == 3 else Cover.NONE)
            await say(tables, table, BOB, "add 1;end", click())
        await until(tables, table, lambda look: look.to_move == (1,))  # At once.
        late = [told.text for told in await tables.read(table, log_of, None) if told.kind is Kind.LATE]
        assert late == ["", "", "stay"]
        # Ann has no say any more, until she is back.
        await tables.do(table, ANN, click(), came_back)
        await say(tables, table, BOB, "add 1;end", click())
        assert (await tables.look(table, ANN.id)).asked is not None
        clock.time += DAY_S
        await until(tables, table, lambda look: look.to_move == (1,))
        assert (await tables.table(table)).seats[0].cover is Cover.NONE  # It counts from one again.


async def test_whoever_moved_in_between_is_no_ghost(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S, when_late=WhenLate.MOVE, target="600")
        for turn in range(6):
            if turn == 2:
                await say(tables, table, ANN, "add 1;end", click())
            else:
                clock.time += DAY_S
            look = await until(tables, table, lambda look: look.to_move == (1,))
            assert look.table.seats[0].cover is (Cover.STAY if turn == 5 else Cover.NONE)
            await say(tables, table, BOB, "add 1;end", click())


async def test_late_turns_of_before_this_version_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their entries say nothing of staying: they replay as they were."""
    clock, click = Clock(), Clicks()
    with monkeypatch.context() as patched:
        patched.setattr("tables.verbs.deadlines.LATE_IN_A_ROW", 1000)
        async with opened(tmp_path, clock=clock) as tables:
            table = await running(tables, turn_s=DAY_S, when_late=WhenLate.MOVE, target="600")
            for _ in range(4):
                clock.time += DAY_S
                await until(tables, table, lambda look: look.to_move == (1,))
                await say(tables, table, BOB, "add 1;end", click())
    async with opened(tmp_path, clock=clock) as tables:
        assert (await tables.look(table, None)).table.seats[0].cover is Cover.NONE
        clock.time += DAY_S
        look = await until(tables, table, lambda look: look.to_move == (1,))
        assert look.table.seats[0].cover is Cover.STAY
