"""Practice tables: they continue exactly from a position of a finished game, independent of its table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import CHANCE
from engine.players import PLAYERS, USUAL
from tables import Person, Phase, Refused
from tables.model import fold
from tables.model.deals import Deals
from tables.model.table import Ending, Entry, Kind, Table
from tables.model.values import PersonNotes
from tables.practice import is_practice, played_on
from tables.timing.preferences import preferences
from tables.verbs import By, House
from tables.verbs.lobby import joined
from tables.verbs.play import played, started
from tables.views.looks import log_of
from tables.views.replay import Frame, of_table
from tests.engine.seeded import Seeded, Setup, few_setups
from tests.tables.test_replay import table_of
from tests.tables.toys import ANN, BOB, CHANNEL, opened, opening, refusal, until

DAN = Person(99, "Dan")
HOUSE = House(PLAYERS, Deals(b"secret"), lambda person_id: preferences(PersonNotes(person_id)))
ROWS = Setup(games()["ru-ra-re"], 2, {})
SETUPS = pytest.mark.parametrize("setup", few_setups(), ids=str)


def practised(old: Table, moves: int, person: Person = DAN) -> Table:
    """Return a person's practice table, opened as `Tables.play_on` does."""
    wanted = opening(
        old.facts.game_id,
        rules_version=old.facts.rules_version,
        options=old.facts.options,
        wanted_seats=len(old.facts.seats),
    )
    text = msgspec.json.encode(wanted).decode()
    table = fold.opened(old.game, "new", Entry(1, Kind.OPEN, 0, text, "key", 0), person)
    return played_on(table, By(person, "key", 0, HOUSE), old, moves, "Practice")


def frames_of(old: Table, seed: int, is_open: bool) -> list[Frame]:
    """Return some frames of a finished game, without the last one."""
    frames, chance = of_table(old, is_open).frames[:-1], Seeded(seed)
    return [frames[chance.below(len(frames))] for _ in range(3)]


@SETUPS
def test_it_begins_in_the_very_state_of_the_frame_from_which_it_is_played_on(setup: Setup) -> None:
    old, game = table_of(setup, seed=7), setup.game
    for frame in [*frames_of(old, 1, True), *frames_of(old, 2, False)]:
        if not chosen(old, frame.moves):
            continue  # All that followed went by itself.
        table = practised(old, frame.moves)
        position = table.mainline[frame.moves].position
        assert position is not None
        is_open = frame.observation == game.reveal(position.state)
        assert is_open or frame.observation == game.observe(position.state, None)
        made = of_table(old, True)
        assert [one.observation for one in of_table_open(table, frame.moves)] == [
            one.observation for one in made.frames if one.moves <= frame.moves
        ]
        assert table.facts.phase is Phase.RUNNING
        assert table.owing


def chosen(old: Table, moves: int) -> bool:
    """Whether any seat had a choice after this many moves of a finished game."""
    states = [step.position for step in old.mainline[moves:] if step.position is not None]
    asked = ((position.state, seat) for position in states for seat in position.to_move if seat != CHANCE)
    return any(old.game.obvious_move(state, seat) is None for state, seat in asked)


def of_table_open(table: Table, moves: int) -> list[Frame]:
    """Return the frames of a running game's first moves, with nothing hidden."""
    over = replace(table, facts=replace(table.facts, phase=Phase.OVER))
    return [one for one in of_table(over, True).frames if one.moves <= moves]


@SETUPS
def test_its_journal_alone_gives_it_again(setup: Setup) -> None:
    old = table_of(setup, seed=5)
    [frame, *_] = frames_of(old, 3, True)
    table = practised(old, frame.moves, BOB)
    again = fold.replayed(setup.game, table.facts, (step.entry for step in table.steps))
    assert (again.facts, again.position) == (table.facts, table.position)
    assert len({step.entry.click for step in table.steps} - {None}) == 2  # To open it, and to start.


@SETUPS
def test_its_player_has_their_own_seat_or_that_to_move_and_computers_have_the_others(setup: Setup) -> None:
    old = table_of(setup, seed=5)
    [frame, *_] = frames_of(old, 3, True)
    for seat, person in enumerate((ANN, BOB)):
        facts = practised(old, frame.moves, person).facts
        assert facts.seat_of(person.id) == facts.owner_seat == seat
        assert (facts.owner_id, facts.name) == (person.id, "Practice")
    table = practised(old, frame.moves)
    before = table.mainline[frame.moves].position
    assert before is not None
    assert table.facts.owner_seat == next(seat for seat in before.to_move if seat != CHANCE)
    others = [info for info in table.facts.seats if info.seat != table.facts.owner_seat]
    assert {info.computer for info in others} == {USUAL}
    assert {info.name for info in table.facts.seats} == {"", "Dan"}  # Nobody of the old table is named.
    assert HOUSE.deals.of(table, is_dealt_on=False) is None
    assert [is_practice(step.entry for step in one.steps) for one in (table, old)] == [True, False]


def test_its_log_begins_with_where_it_came_from() -> None:
    old = table_of(ROWS, seed=5)
    frame = of_table(old, True).frames[9]
    told = [one for one in log_of(practised(old, frame.moves), None) if one.text]
    assert [(one.kind, one.text) for one in told] == [(Kind.NAME, f"t {frame.turn}")]


def test_where_nothing_is_left_to_choose_or_the_game_ended_early_there_is_none() -> None:
    old = table_of(ROWS, seed=5)

    def code(table: Table, moves: int) -> str:
        with pytest.raises(Refused) as refused:
            practised(table, moves)
        return refused.value.code

    for moves in (of_table(old, True).frames[-1].moves, 10**6):
        assert code(old, moves) == "nothing_to_play_on"
    assert code(table_of(ROWS, seed=5, moves=20), 3) == "not_over"
    early = replace(old, facts=replace(old.facts, ending=Ending.AGREED))
    assert code(early, 3) == "ended_early"


def test_it_keeps_the_rules_of_the_finished_game() -> None:
    class Newer(type(ROWS.game)):  # type: ignore[misc]
        rules_version = ROWS.game.rules_version + 1
        former = (ROWS.game,)

    old = table_of(ROWS, seed=5)
    table = practised(old, of_table(old, True).frames[9].moves)
    again = fold.replayed(Newer(), table.facts, (step.entry for step in table.steps))
    assert again.game is ROWS.game
    assert (again.facts, again.position) == (table.facts, table.position)


async def test_it_is_a_table_of_its_own_which_goes_on_after_a_restart(tmp_path: Path) -> None:
    wanted = opening("ru-ra-re", wanted_seats=2, guild_id=7)
    async with opened(tmp_path, games=games()) as tables:
        old = (await tables.new(wanted, ANN, "open")).look.table.id
        await tables.do(old, BOB, "join", joined)
        await tables.do(old, ANN, "start", started)
        assert await refusal(tables.play_on(old, wanted, ANN, "early", 3, "Practice")) == ("not_over", {})
        await to_the_end(tables, old)
        before = await tables.table(old)
        there = replace(wanted, guild_id=None, channel_id=CHANNEL + 1)
        frame = (await tables.read(old, of_table, True)).frames[-2]
        done = await tables.play_on(old, there, BOB, "on", frame.moves, "Practice")
        assert (done.status, done.look.seat) == ("done", 1)
        again = await tables.play_on(old, there, BOB, "on", frame.moves, "Practice")
        assert (again.status, again.look.table.id) == ("repeated", done.look.table.id)
        assert await tables.table(old) == before
        facts = await tables.table(done.look.table.id)
        assert (facts.is_direct, facts.rated, facts.shared) == (True, False, "")
    async with opened(tmp_path, games=games()) as tables:
        look = await tables.look(done.look.table.id, BOB.id)
        assert look.table.seats == facts.seats
        assert look.asked is not None
        move = look.game.write_move(look.legal_moves[0])
        await tables.do(look.table.id, BOB, "go", played, look.asked, move)
        over = await until(tables, look.table.id, lambda look: look.table.phase is Phase.OVER)
        assert over.result is not None
        assert [game.table_id for game in await tables.results.of("1 = 1")] == [old]


async def to_the_end(tables: Any, table: str) -> None:
    """Play a game of two to its end, each time by the first legal move."""
    for step in range(1000):
        look = await tables.look(table, None)
        if look.table.phase is Phase.OVER:
            return
        person = (ANN, BOB)[look.to_move[0]]
        own = await tables.look(table, person.id)
        move = own.game.write_move(own.legal_moves[step % len(own.legal_moves)])
        await tables.do(table, person, f"s{step}", played, own.asked, move)
