"""Random lives of tables: whatever happens, no table stands still.

A running table either waits for people who can answer now, or moves on in time.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import AnyGame
from engine.players import PLAYERS
from tables import Kind, Matter, Person, Phase, Refused, Tables, WhenLate
from tables.model.deals import Deals
from tables.model.limits import AWAY_S
from tables.model.table import Table
from tables.session import Turn
from tables.timing.preferences import OnlyMove, with_away, with_preferences
from tables.timing.turn_clock import turn_of
from tables.verbs import By
from tables.verbs.auto_answers import with_auto_answer
from tables.verbs.lobby import held, resumed
from tables.verbs.play import played
from tables.verbs.seat_changes import came_back, conceded, left_behind, offered, taken, yielded
from tables.verbs.votes import agreed, declined, proposed
from tables.views.looks import taken_back
from tests.clock import Clock
from tests.engine.seeded import Seeded
from tests.tables.toys import ANN, BOB, CAT, DAN, GAMES, Clicks, opened, put, running, say, turns

LIVES: Final = int(os.environ.get("LIVES", "25"))
EVE: Final = Person(105, "Eve")
PEOPLE: Final = (ANN, BOB, CAT, DAN, EVE)
ALL: Final[Mapping[str, AnyGame]] = {**GAMES, **games()}
RANDOM: Final = {"random": PLAYERS["random"]}
LONG: Final = {"pebbles": {"target": "600"}, "fingers": {"rounds": "50"}, "fingers-staying": {"rounds": "50"}}
HOUR_S, DAY_S = 3600.0, 86400.0


class Setup(NamedTuple):
    """The settings with which a table is opened."""

    game: str
    people: int
    computers: int
    pace_s: float
    turn_s: float | None
    is_long: bool
    when_late: WhenLate


class Act(NamedTuple):
    """An event: its kind, the person it happens to, and a number that makes a choice if there is one."""

    verb: str
    who: int
    choice: int


class Life:
    """A table, and everything that may happen to it."""

    def __init__(self, folder: Path, setup: Setup) -> None:
        self.folder, self.setup = folder, setup
        self.clock, self.click = Clock(), Clicks()
        self.stack = AsyncExitStack()
        self.begun: dict[asyncio.Task[None], float] = {}
        self.id = ""

    async def live(self, acts: Sequence[Act]) -> None:
        """Have these events happen, and check the table after each."""
        await self.open()
        try:
            people = PEOPLE[: self.setup.people]
            computers = ["random"] * self.setup.computers
            options = LONG.get(self.setup.game, {}) if self.setup.is_long else {}
            self.id = await running(
                self.tables,
                people,
                self.setup.game,
                computers=computers,
                pace_s=self.setup.pace_s,
                turn_s=self.setup.turn_s,
                when_late=self.setup.when_late,
                rated=False,
                **options,
            )
            for act in acts:
                await self.rest()
                await self.check()
                with suppress(Refused):
                    await getattr(self, act.verb)(PEOPLE[act.who], act.choice)
            await self.rest()
            await self.check()
        finally:
            await self.stack.aclose()

    async def open(self) -> None:
        """Start the bot."""
        self.tables: Tables = await self.stack.enter_async_context(
            opened(self.folder, clock=self.clock, games=ALL, players=RANDOM)
        )

    async def rest(self) -> None:
        """Let the computer players move whose time has come."""
        while True:
            await self.tables.caught_up()
            tasks, now = [thought.task for thought in turns(self.tables).values()], self.clock.now()
            for task in tasks:
                self.begun.setdefault(task, now)
            thinking = [task for task in tasks if self.begun[task] + self.setup.pace_s <= now]
            if not thinking:
                return
            await asyncio.wait(thinking)

    async def check(self) -> None:
        """Check that the table does not stand still."""
        table = await self.tables._reader.read(self.id)
        if table.position is None or table.facts.phase is not Phase.RUNNING:
            return
        assert table.position.owing
        for seat in table.position.owing:
            if table.facts.seats[seat].is_played_by_person:
                await self._check_person(table, seat)
            else:
                turn = Turn(self.id, seat, table.position.questions[seat].number)
                assert turn in turns(self.tables)
                assert turn.click not in table.clicks

    async def _check_person(self, table: Table, seat: int) -> None:
        look = await self.tables.look(self.id, table.facts.seats[seat].person_id)
        assert look.seat == seat
        assert look.asked is not None
        text = table.game.write_move(look.legal_moves[0])
        house = replace(self.tables._house, deals=Deals(b"", Seeded()))
        by = By(Person(look.table.seats[seat].person_id or 0, ""), "a click", self.clock.now(), house)
        after = played(table, by, look.asked, text)
        assert after.facts.version > table.facts.version
        self._check_time(table, seat)
        has_time = self.setup.turn_s is not None and self.setup.when_late is not WhenLate.WAIT
        if has_time and not table.facts.held:
            assert look.clocks[seat].runs_out is not None

    def _check_time(self, table: Table, seat: int) -> None:
        """Check that nobody has held up the table for longer than agreed, days away included."""
        facts, turn = table.facts, turn_of(table, seat)
        since = {step.entry.kind for step in table.steps if step.entry.at >= turn.began}
        # Then its clock began anew, or stood still for a while.
        is_longer = facts.held or since & {Kind.RESUME, Kind.BACK}
        if facts.turn_s is not None and facts.when_late is not WhenLate.WAIT and not is_longer:
            assert self.clock.now() < turn.began + 3 * facts.turn_s + AWAY_S

    # What people do

    async def move(self, person: Person, choice: int) -> None:
        """Answer a question, or change a secret choice."""
        look = await self.tables.look(self.id, person.id)
        if look.legal_moves:
            move = look.legal_moves[choice % len(look.legal_moves)]
            answer = await say(self.tables, self.id, person, look.game.write_move(move), self.click())
            assert answer.status == "done"

    async def whoever_is_asked_moves(self, _: Person, choice: int) -> None:
        """Have a person who is asked move."""
        for seat in (await self.tables.look(self.id, None)).to_move:
            person_id = (await self.tables.table(self.id)).seats[seat].person_id
            if person_id is not None:
                await self.move(next(one for one in PEOPLE if one.id == person_id), choice)

    async def take_back(self, person: Person, _: int) -> None:
        await self.tables.do(self.id, person, self.click(), taken_back)

    async def propose_back(self, person: Person, _: int) -> None:
        await self.tables.do(self.id, person, self.click(), proposed, Matter.BACK)

    async def propose_end(self, person: Person, _: int) -> None:
        await self.tables.do(self.id, person, self.click(), proposed, Matter.END)

    async def agree(self, person: Person, _: int) -> None:
        await self.tables.do(self.id, person, self.click(), agreed, *await self._proposed())

    async def all_agree_to_take_back(self, person: Person, _: int) -> None:
        await self.propose_back(person, 0)
        for other in PEOPLE:
            with suppress(Refused):
                await self.agree(other, 0)

    async def think_better_of_it(self, person: Person, choice: int) -> None:
        """Make a move, and ask to take it back when the computer players have moved."""
        await self.move(person, choice)
        await self.computers_move(person, choice)
        await self.rest()
        await self.all_agree_to_take_back(person, choice)

    async def decline(self, person: Person, _: int) -> None:
        await self.tables.do(self.id, person, self.click(), declined, *await self._proposed())

    async def _proposed(self) -> tuple[int, Matter | None]:
        proposal = (await self.tables.look(self.id, None)).proposal
        return (proposal.number, proposal.matter) if proposal is not None else (0, None)

    async def hand_over(self, person: Person, choice: int) -> None:
        to = PEOPLE[choice % len(PEOPLE)]
        await self.tables.do(self.id, person, self.click(), offered, to)
        if choice % 2:
            await self.take(to, choice)

    async def take(self, person: Person, choice: int) -> None:
        for seat in range(len((await self.tables.table(self.id)).seats)):
            with suppress(Refused):
                await self.tables.do(self.id, person, self.click(), taken, seat)

    async def give_to_computer(self, person: Person, choice: int) -> None:
        seat = None if choice % 2 else choice % 4
        await self.tables.do(self.id, person, self.click(), yielded, seat)

    async def give_up(self, person: Person, _: int) -> None:
        await self.tables.do(self.id, person, self.click(), conceded)

    async def come_back(self, person: Person, _: int) -> None:
        await self.tables.do(self.id, person, self.click(), came_back)

    async def be_forgotten(self, person: Person, _: int) -> None:
        await self.tables.forget_person(person.id, is_leaving=True)

    async def be_away(self, person: Person, choice: int) -> None:
        settings = self.tables.people.get(person.id).settings
        until = None if choice % 3 == 0 else self.clock.now() + choice * DAY_S
        await put(self.tables, person.id, settings=with_away(settings, self.clock.now(), until))

    async def all_stay_away(self, _: Person, choice: int) -> None:
        """Have everybody go away, and again as soon as that absence is over."""
        for _again in range(2):
            for person in PEOPLE:
                await self.be_away(person, 20)
            self.clock.time += 20 * DAY_S
            await self.rest()
            await self.check()

    async def answer_before_being_asked(self, person: Person, choice: int) -> None:
        settings = self.tables.people.get(person.id).settings
        await put(
            self.tables,
            person.id,
            settings=with_preferences(settings, only_move=[*OnlyMove][choice % 3], quiet=UNSET),
        )
        game = (await self.tables.look(self.id, None)).game
        if game.auto_answers:
            one = game.auto_answers[choice % len(game.auto_answers)]
            await self.tables.amend(self.id, person, with_auto_answer, one.name, one.values[:1])

    # What happens around them

    async def leave_the_server(self, person: Person, _: int) -> None:
        seat = (await self.tables.table(self.id)).seat_of(person.id)
        if seat is not None:
            await self.tables.happen(self.id, left_behind, seat)

    async def hold(self, _: Person, choice: int) -> None:
        await self.tables.happen(self.id, held)

    async def resume(self, _: Person, choice: int) -> None:
        await self.tables.happen(self.id, resumed)

    async def restart(self, _: Person, choice: int) -> None:
        await self.stack.aclose()
        self.clock.time += choice * HOUR_S
        await self.open()

    async def computers_move(self, _: Person, choice: int) -> None:
        self.clock.time += self.setup.pace_s

    async def time_passes(self, _: Person, choice: int) -> None:
        self.clock.time += choice * HOUR_S

    async def time_runs_out(self, _: Person, choice: int) -> None:
        """Move the clock to the next moment at which something is due, a few times."""
        for _again in range(1 + choice % 4):
            due = self.tables.sessions.next_at
            self.clock.time = max(due if due < inf else 0.0, self.clock.now())
            await self.rest()


OFTEN: Final = ("move", "whoever_is_asked_moves", "computers_move", "think_better_of_it")
SELDOM: Final = tuple(
    name
    for name, verb in vars(Life).items()
    if not name.startswith("_") and name not in ("live", "open", "rest", "check") and callable(verb)
)
SETUPS: Final = st.builds(
    Setup,
    game=st.sampled_from(sorted(ALL)),
    people=st.sampled_from((2, 3, 1)),
    computers=st.sampled_from((1, 0)),
    pace_s=st.sampled_from((HOUR_S, 0.0)),
    turn_s=st.sampled_from((None, HOUR_S, 2 * DAY_S)),
    is_long=st.sampled_from((True, True, False)),
    when_late=st.sampled_from(WhenLate),
).filter(lambda setup: setup.people + setup.computers >= 2)
ACTS: Final = st.lists(
    st.builds(
        Act,
        verb=st.one_of(st.sampled_from(OFTEN), st.sampled_from(OFTEN), st.sampled_from(SELDOM)),
        who=st.sampled_from((0, 1, 2, 0, 1, 2, 3, 4)),
        choice=st.integers(0, 30),
    ),
    min_size=40,
    max_size=60,
)


@pytest.mark.slow
@settings(max_examples=LIVES, deadline=None, derandomize="LIVES" not in os.environ)
@given(setup=SETUPS, acts=ACTS)
def test_a_running_table_waits_for_who_can_answer_or_moves_within_its_pace(
    setup: Setup, acts: list[Act]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(Life(Path(folder), setup).live(acts))
