"""Hints, and reasons for computer players' moves: who gets them, and that they reveal nothing hidden."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.players.judging import Judged
from engine.players.lookahead import Stream
from engine.players.quick import random_player
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth
from engine.rapa_nui_cards.events import LaidFaceDown
from engine.ru_ra_re.play import gain
from tables import Kind, Look, Tables
from tables.computers.thinking import NoMove
from tables.model.table import Step, Table
from tables.session import Session
from tables.verbs.lobby import joined, set_up, with_computer
from tables.verbs.play import started
from tables.views import advice
from tables.views.looks import log_of
from tables.views.replay import of_table
from tests.engine.players.test_two_worlds import REARRANGED
from tests.tables.slow_thinking import SlowThinking
from tests.tables.toys import ANN, BOB, CAT, Clicks, opened, opening, refusal, running, say, until

GAMES = games()
CARDS, ROWS, BOARD = "rapa-nui-cards", "ru-ra-re", "rapa-nui-board"

QUICKLY = Budget(worlds=6, plans=3, looks=100, secret=Depth(rounds=20, ahead=1, trust=0.5, playouts=2))


@pytest.fixture(autouse=True)
def _judges_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.computers.worker_main.JUDGES", QUICKLY)


@asynccontextmanager
async def at_table(
    folder: Path, game: str, computers: int = 1, thinking: Any = None
) -> AsyncIterator[tuple[Tables, str]]:
    """Yield a table at which Ann plays against computer players and is asked, with all tables."""
    async with opened(folder, games=GAMES, thinking=thinking) as tables:
        table = await running(tables, (ANN,), game, computers=["casual"] * computers)
        await anns_turn(tables, table)
        yield tables, table


async def anns_turn(tables: Tables, table: str) -> Look:
    """Return Ann's look at a table once she is asked."""
    await until(tables, table, lambda look: look.to_move in ((0,), ()))
    return await tables.look(table, ANN.id)


async def play_on(tables: Tables, table: str, clicks: Clicks, moves: int) -> None:
    """Have Ann make some random moves, unless the game ends."""
    for number in range(moves):
        look = await anns_turn(tables, table)
        if look.asked is None:
            return
        move = random_player(look.game, look.observation, 0, Stream(number))
        await say(tables, table, ANN, look.game.write_move(move), clicks())
    await anns_turn(tables, table)


async def whole(tables: Tables, table: str) -> Table:
    return await tables._reader.read(table)


def hints(table: Table) -> list[tuple[int | None, str]]:
    """Return the hints in the journal."""
    return [(one.entry.seat, one.entry.text) for one in table.steps if one.entry.kind is Kind.HINT]


class Failing(SlowThinking):
    """A judge of moves whose process has died."""

    async def judge(self, *asked: Any) -> tuple[Judged, ...]:
        raise NoMove("died")


@pytest.mark.parametrize("game", [CARDS, ROWS, BOARD])
async def test_a_hint_is_a_legal_move_and_told_to_all_once(tmp_path: Path, game: str) -> None:
    async with at_table(tmp_path, game, 2) as (tables, table):
        look = await tables.look(table, ANN.id)
        assert look.may_have_hint
        assert look.asked is not None
        done, given = await tables.hint(table, ANN, "hint", look.asked)
        assert given is not None
        assert given.move in {look.game.write_move(move) for move in look.legal_moves}
        assert given.events is None  # The reader's own view of the game says what a move brings.
        assert done.look.asked == look.asked
        _, again = await tables.hint(table, ANN, "again", look.asked)
        assert again == given
        assert hints(await whole(tables, table)) == [(0, str(look.asked))]
        told = [entry for entry in await tables.read(table, log_of, None) if entry.kind is Kind.HINT]
        assert [(entry.seat, entry.text) for entry in told] == [(0, "")]
        assert (await tables.read(table, of_table, is_open=False)).frames
    async with opened(tmp_path, games=GAMES) as tables:
        assert hints(await whole(tables, table)) == [(0, str(look.asked))]
        assert (await tables.look(table, ANN.id)).may_have_hint


async def test_at_a_table_with_other_people_there_is_advice_only_if_that_was_agreed(tmp_path: Path) -> None:
    async with opened(tmp_path, games=GAMES) as tables:
        for allowed in (False, True):
            made = await tables.new(opening(CARDS), ANN, f"new{allowed}")
            table, clicks = made.look.table.id, Clicks()
            await tables.do(table, ANN, clicks(), set_up, partial(replace, hints=allowed))
            await tables.do(table, BOB, clicks(), joined)
            await tables.do(table, ANN, clicks(), with_computer, "casual")
            await tables.do(table, ANN, clicks(), started)
            look = await until(tables, table, lambda look: look.to_move in ((0,), (1,)))
            who = (ANN, BOB)[look.to_move[0]]
            seen = await tables.look(table, who.id)
            assert seen.may_have_hint is allowed
            assert bool(seen.explainable) <= allowed
            if allowed:
                assert (await tables.hint(table, who, "hint", seen.asked or 0))[1] is not None
            else:
                assert (await refusal(tables.hint(table, who, "hint", seen.asked or 0)))[0] == "no_advice"
                assert (await refusal(tables.why(table, who, 4)))[0] == "no_advice"
            assert len(hints(await whole(tables, table))) == allowed


async def test_who_does_not_sit_there_or_is_not_asked_gets_no_hint(tmp_path: Path) -> None:
    async with at_table(tmp_path, CARDS) as (tables, table):
        asked = (await tables.look(table, ANN.id)).asked or 0
        assert (await refusal(tables.hint(table, CAT, "cat", asked)))[0] == "not_your_table"
        assert (await refusal(tables.why(table, CAT, asked)))[0] == "not_your_table"
        assert (await tables.hint(table, ANN, "odd", 999))[1] is None
        assert await tables.why(table, ANN, 999) is None
        assert hints(await whole(tables, table)) == []


async def test_who_has_chosen_and_may_still_change_it_is_given_no_hint(tmp_path: Path) -> None:
    """All would hear of it, and that one thinks of a change nobody else is to know."""
    slow = SlowThinking()
    async with opened(tmp_path, games=GAMES, thinking=slow) as tables:
        table = await running(tables, (ANN,), ROWS, computers=["casual"])
        look = await tables.look(table, ANN.id)
        assert look.may_have_hint
        await say(tables, table, ANN, look.game.write_move(look.legal_moves[0]), "chosen")
        look = await tables.look(table, ANN.id)
        assert look.answered
        assert not look.may_have_hint
        assert (await tables.hint(table, ANN, "hint", look.asked or 0))[1] is None
        assert hints(await whole(tables, table)) == []


async def test_a_table_that_has_moved_on_gives_no_hint_and_tells_nobody(tmp_path: Path) -> None:
    slow = SlowThinking()
    slow.go.set()
    async with at_table(tmp_path, CARDS, thinking=slow) as (tables, table):
        slow.go.clear()
        slow.begun.clear()
        look = await tables.look(table, ANN.id)
        asking = asyncio.create_task(tables.hint(table, ANN, "hint", look.asked or 0))
        await slow.begins()
        await say(tables, table, ANN, look.game.write_move(look.legal_moves[0]), "moved")
        slow.go.set()
        done, given = await asking
        assert (done.status, given) == ("stale", None)
        assert hints(await whole(tables, table)) == []


async def test_two_clicks_at_once_are_thought_about_once(tmp_path: Path) -> None:
    slow = SlowThinking()
    slow.go.set()
    async with at_table(tmp_path, CARDS, thinking=slow) as (tables, table):
        before, look = len(slow.thoughts), await tables.look(table, ANN.id)
        clicks = (tables.hint(table, ANN, f"hint{number}", look.asked or 0) for number in range(3))
        found = await asyncio.gather(*clicks)
        assert len(slow.thoughts) == before + 1
        assert len({given for _, given in found}) == 1
        assert len(hints(await whole(tables, table))) == 1


async def test_where_whoever_judges_dies_nothing_has_changed_and_the_next_may_do_it(tmp_path: Path) -> None:
    failing = Failing()
    failing.go.set()
    async with at_table(tmp_path, CARDS, thinking=failing) as (tables, table):
        version, asked = (await tables.table(table)).version, (await tables.look(table, ANN.id)).asked or 0
        for click in ("one", "two"):
            assert (await refusal(tables.hint(table, ANN, click, asked)))[0] == "advice_failed"
        assert (await tables.table(table)).version == version
        tables._advisor._thinking = slow = SlowThinking()
        slow.go.set()
        assert (await tables.hint(table, ANN, "three", asked))[1] is not None


async def test_who_waits_for_too_long_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "MOST_S", 0.0)
    async with at_table(tmp_path, CARDS) as (tables, table):
        asked = (await tables.look(table, ANN.id)).asked or 0
        assert (await refusal(tables.hint(table, ANN, "hint", asked)))[0] == "advice_too_long"
        assert hints(await whole(tables, table)) == []


async def test_however_many_ask_computer_players_have_places_left(tmp_path: Path) -> None:
    slow = SlowThinking()
    slow.go.set()
    async with at_table(tmp_path, CARDS, 2, thinking=slow) as (tables, table):
        await play_on(tables, table, Clicks(), 2)
        found = [one for one in matters(await whole(tables, table)) if one is not None]
        assert len(found) > 2
        slow.go.clear()
        slow.begun.clear()
        before = len(slow.thoughts)
        asking = [asyncio.create_task(tables._advisor.on(tables.sessions.get(table), one)) for one in found]
        async with asyncio.timeout(5):
            await slow.begun.wait()
            async with slow.room:
                assert len(slow.thoughts) == before + 1
        slow.go.set()
        await asyncio.gather(*asking)
        assert len(slow.thoughts) == before + len(found)


async def test_what_is_done_with_cards_is_compared_if_all_saw_them_go_into_that_hand(tmp_path: Path) -> None:
    asked = set[str]()
    async with at_table(tmp_path, CARDS, 2) as (tables, table):
        session, clicks = tables.sessions.get(table), Clicks()
        while not {"play", "gather"} <= asked:
            await play_on(tables, table, clicks, 1)
            for matter in matters(await whole(tables, table)):
                if matter is not None and matter.made is not None:
                    what = matter.made.split()[0]
                    if what in ("play", "gather"):
                        asked.add(what)
                        assert (await tables._advisor.on(session, matter)).other is not None


@pytest.mark.slow
@pytest.mark.parametrize("game", [CARDS, ROWS, BOARD])
async def test_of_what_computers_decided_one_may_ask_why(tmp_path: Path, game: str) -> None:
    async with at_table(tmp_path, game, 2) as (tables, table):
        clicks, look = Clicks(), await tables.look(table, ANN.id)
        while not look.explainable:
            await play_on(tables, table, clicks, 1)
            look = await tables.look(table, ANN.id)
        for move in look.explainable[-2:]:
            assert move.seat != 0
            given = await tables.why(table, ANN, move.number)
            assert given is not None
            assert given.seat == move.seat
            assert given.verdict.name
            assert given.events is not None
            assert (
                given.events == move.events[: len(given.events)]
            )  # What no sampling of worlds can tell is left out.
        assert hints(await whole(tables, table)) == []
        assert (await tables.look(table, None)).explainable == ()


async def test_a_choice_in_secret_is_explained_only_once_all_have_chosen(tmp_path: Path) -> None:
    async with at_table(tmp_path, ROWS) as (tables, table):
        found = await whole(tables, table)
        moved = [step for step in found.mainline if step.entry.seat == 1]
        assert moved  # The computer has chosen, Ann has not.
        assert advice.explainable(found, 0, None) == ()
        assert await tables.why(table, ANN, moved[-1].entry.number) is None
        await play_on(tables, table, Clicks(), 1)
        numbers = [one.number for one in advice.explainable(await whole(tables, table), 0, None)]
        assert moved[-1].entry.number in numbers
        # It chose before Ann did; that she has learned since.
        assert moved[-1].entry.number in {
            one.number for one in (await tables.look(table, ANN.id)).explainable
        }


async def test_what_was_laid_face_down_is_never_explained(tmp_path: Path) -> None:
    async with at_table(tmp_path, CARDS, 3) as (tables, table):
        clicks, game = Clicks(), GAMES[CARDS]
        for _ in range(40):
            found = await whole(tables, table)
            by_computers = [step for step in found.mainline if step.entry.seat and lays_face_down(step)]
            if by_computers or not found.owing:
                break
            await play_on(tables, table, clicks, 4)
        assert by_computers
        told = {one.number for one in advice.explainable(found, 0, None)}
        assert not told & {step.entry.number for step in by_computers}
        (latest, *_) = reversed(by_computers)
        before = found.steps[latest.entry.number - 2].position
        assert before is not None
        move = game.read_move(latest.entry.text)
        assert not game.is_told(before.state, latest.entry.seat or 0, move, before.state)


def lays_face_down(step: Step) -> bool:
    """Whether a step laid a card that only its owner knows."""
    return any(isinstance(event, LaidFaceDown) for event in step.events)


@pytest.mark.parametrize("game_id", REARRANGED)
async def test_two_worlds_that_look_the_same_to_the_reader_bring_the_same_advice(
    tmp_path: Path, game_id: str
) -> None:
    """What is given to whoever judges holds nothing that the reader can't see, so neither does the answer."""
    compared = 0
    async with at_table(tmp_path, game_id, 2) as (tables, table):
        clicks = Clicks()
        for _ in range(6):
            await play_on(tables, table, clicks, 2)
            found = await whole(tables, table)
            if not found.owing:
                break
            for seed in range(3):
                other = in_another_world(found, game_id, seed)
                compared += other != found
                assert matters(other) == matters(found)
                assert offers(other) == offers(found)
    assert compared >= 6


def in_another_world(table: Table, game_id: str, seed: int) -> Table:
    """Return the table with each state replaced by one that looks the same to Ann."""

    def other(step: Any) -> Any:
        if step.position is None or not step.position.state.turn:
            return step
        changed = REARRANGED[game_id](step.position.state, 0, seed)
        return replace(step, position=replace(step.position, state=changed))

    steps = {step.entry.number: other(step) for step in table.steps}
    mainline = tuple(steps[step.entry.number] for step in table.mainline)
    return replace(table, steps=tuple(steps.values()), mainline=mainline)


def offers(table: Table) -> Any:
    """Return what Ann may ask about."""
    return advice.explainable(table, 0, None), advice.may_have_hint(table, 0)


def matters(table: Table) -> Sequence[advice.Matter | None]:
    """Return all questions that may be put to the judge for Ann."""
    assert table.position is not None
    asked = table.position.questions.get(0)
    own = [] if asked is None else [advice.about_own_turn(table, ANN.id, asked.number)]
    return [
        *own,
        *(advice.about_move(table, ANN.id, one.number) for one in advice.explainable(table, 0, None)),
    ]


async def test_the_same_matter_is_always_advised_alike(tmp_path: Path) -> None:
    async with at_table(tmp_path, CARDS, 2) as (tables, table):
        await play_on(tables, table, Clicks(), 2)
        found = matters(await whole(tables, table))[:2]
        assert found
        on = tables._advisor.on
        first = [await on(Session(table), one) for one in found if one]
        again = [await on(Session(table), one) for one in found if one]
        assert first == again


def test_a_hint_is_compared_with_the_move_that_brings_most_at_once_if_it_is_worse() -> None:
    game = GAMES[ROWS]
    state = game.start(2, {})
    state = game.make(state, -1, game.chance_move(state, Stream(1)))
    seen = game.recall(state, 0)
    matter = advice.Matter(game, seen, 0, None)
    gained = advice.gains(matter)
    assert gained == {move: gain(seen.collections, 0, seen.rows[move.row - 1]) for move in gained}
    least, lure = min(gained, key=lambda move: gained[move]), advice.tempting(gained)
    middle = next(move for move in gained if move not in (least, lure))
    assert gained[least] < gained[lure] == max(gained.values())

    def compared(best: Any, second: Any, last: Any, share: float) -> tuple[str | None, str, bool]:
        """Return the other move of a hint for `best`, the verdict's name, and whether the move tempts."""
        judged = [
            Judged(best, (9.0,), share=share, in_duel=True),
            Judged(second, (8.0,), share=1 - share, in_duel=True),
            Judged(last, (5.0,), share=0.0, in_duel=True),
        ]
        given = advice.advice(matter, judged, gained)
        return given.other, given.verdict.name, given.tempts

    assert compared(least, middle, lure, 1.0) == (game.write_move(lure), "better", True)
    assert compared(least, middle, lure, 0.6) == (game.write_move(lure), "better", True)
    assert compared(least, lure, middle, 0.6) == (game.write_move(lure), "mixed", False)
    assert compared(lure, middle, least, 1.0) == (game.write_move(middle), "better", False)
