"""No table stands still: if an answer was undone, its question is a new one, for computer players, too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.catalogue import games
from engine.game import AnyGame, AutoAnswer
from tables import Cover, Matter, Person, Tables, WhenLate
from tables.verbs.auto_answers import with_auto_answer
from tables.verbs.votes import agreed, proposed
from tables.views.looks import taken_back
from tests.clock import Clock
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    GAMES,
    Clicks,
    FingerGame,
    FingerView,
    Word,
    opened,
    running,
    say,
    until,
)

HOUR_S = 3600.0
ALL: Mapping[str, AnyGame] = {**GAMES, **games()}


async def choose(tables: Tables, table: str, person: Person, click: str) -> None:
    """Make the first legal move."""
    look = await tables.look(table, person.id)
    await say(tables, table, person, look.game.write_move(look.legal_moves[0]), click)


async def take_back_together(tables: Tables, table: str, who: Person, other: Person, click: Clicks) -> None:
    """Have one player ask to take back a move, and the other agree."""
    await tables.do(table, who, click(), proposed, Matter.BACK)
    proposal = (await tables.look(table, None)).proposal
    assert proposal is not None
    await tables.do(table, other, click(), agreed, proposal.number)


SECRET = sorted({"fingers", "fingers-staying", "ru-ra-re"})


@pytest.mark.parametrize("game", SECRET)
async def test_a_computer_player_whose_choice_was_undone_chooses_again(tmp_path: Path, game: str) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, games=ALL, clock=clock) as tables:
        table = await running(tables, (ANN, BOB), game, computers=["random"], pace_s=HOUR_S)
        number = (await tables.look(table, ANN.id)).asked
        await choose(tables, table, BOB, click())
        await clock.pass_once_awaited(HOUR_S)
        await until(tables, table, lambda look: look.to_move == (0,))
        await take_back_together(tables, table, BOB, ANN, click)
        assert (await tables.look(table, None)).to_move == (0, 1, 2)
        await clock.pass_once_awaited(HOUR_S)
        await until(tables, table, lambda look: look.to_move == (0, 1))
        # Of Ann nothing was undone: the button that she sees is good.
        assert (await tables.look(table, ANN.id)).asked == number


@pytest.mark.parametrize("game", SECRET)
async def test_a_computer_player_chooses_again_after_a_restart(tmp_path: Path, game: str) -> None:
    """So does a table that stands still since a version that kept the number."""
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, games=ALL, clock=clock) as tables:
        table = await running(tables, (ANN, BOB), game, computers=["random"], pace_s=HOUR_S)
        await choose(tables, table, ANN, click())
        await clock.pass_once_awaited(HOUR_S)
        await until(tables, table, lambda look: look.to_move == (1,))
        await take_back_together(tables, table, ANN, BOB, click)
        await choose(tables, table, ANN, click())
        await choose(tables, table, BOB, click())
        assert (await tables.look(table, None)).to_move == (2,)
    async with opened(tmp_path, games=ALL, clock=clock) as tables:
        await clock.pass_once_awaited(HOUR_S)
        await until(tables, table, lambda look: 0 in look.to_move or 1 in look.to_move)


async def test_who_plays_for_somebody_chooses_again(tmp_path: Path) -> None:
    clock, click, people = Clock(), Clicks(), (ANN, BOB, CAT)
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(
            tables, people, "fingers", turn_s=24 * HOUR_S, when_late=WhenLate.SEAT, pace_s=HOUR_S
        )
        await say(tables, table, BOB, "show 2", click())
        await say(tables, table, ANN, "show 1", click())
        clock.time += 24 * HOUR_S
        await tables.caught_up()
        assert (await tables.look(table, None)).table.seats[2].cover is Cover.STAY
        await clock.pass_once_awaited(HOUR_S)
        await until(tables, table, lambda look: look.observation.turn == 1)
        await say(tables, table, ANN, "show 1", click())
        await clock.pass_once_awaited(HOUR_S)
        await until(tables, table, lambda look: look.to_move == (1,))
        await take_back_together(tables, table, ANN, BOB, click)
        assert (await tables.look(table, None)).to_move == (0, 1, 2)
        await clock.pass_once_awaited(HOUR_S)
        await until(tables, table, lambda look: look.to_move == (0, 1))


class AnsweringFingers(FingerGame):
    """`FingerGame` with automatic answers."""

    id = "answering-fingers"
    auto_answers = (AutoAnswer("showing", ("1", "2", "3"), is_list=False),)

    def auto_move(self, observation: FingerView, auto_answers: Mapping[str, tuple[str, ...]]) -> Word | None:
        return Word("show", int(auto_answers["showing"][0])) if "showing" in auto_answers else None


ANSWERING: Mapping[str, AnyGame] = {"answering-fingers": AnsweringFingers()}


async def test_a_standing_answer_that_somebody_else_had_undone_is_given_again(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, (ANN, BOB, CAT), "answering-fingers")
        await tables.amend(table, CAT, with_auto_answer, "showing", ("3",))
        await say(tables, table, ANN, "show 1", click())
        assert (await tables.look(table, None)).to_move == (1,)
        asked = (await tables.look(table, CAT.id)).asked
        await tables.do(table, ANN, click(), proposed, Matter.BACK)
        number = (await tables.look(table, None)).proposal
        assert number is not None
        await tables.do(table, BOB, click(), agreed, number.number)
        await tables.do(table, CAT, click(), agreed, number.number)
        cat = await tables.look(table, CAT.id)
        assert (cat.to_move, cat.answered) == ((0, 1, 2), False)
        assert cat.asked != asked  # What she saw before was answered.
        await say(tables, table, ANN, "show 2", click())
        assert (await tables.look(table, None)).to_move == (1,)


async def test_who_had_their_own_standing_answer_undone_wants_to_be_asked(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, (ANN, BOB, CAT), "answering-fingers")
        await tables.amend(table, CAT, with_auto_answer, "showing", ("3",))
        await say(tables, table, ANN, "show 1", click())
        await tables.do(table, CAT, click(), taken_back)
        assert (await tables.look(table, None)).to_move == (1, 2)
        await say(tables, table, BOB, "show 1", click())
        cat = await tables.look(table, CAT.id)
        assert (cat.to_move, cat.answered) == ((2,), False)
        await say(tables, table, CAT, "show 2", click())
        assert (await tables.look(table, None)).observation.turn == 1
