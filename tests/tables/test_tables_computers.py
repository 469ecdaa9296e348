"""Computer players move by themselves: once a question, even after a restart, without delaying others."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
import structlog
from msgspec.structs import replace

from engine.game import AnyGame, Chance, IllegalMove, Seat, Viewer
from tables import Kind, Phase, Tables, WhenLate
from tables.computers.scheduling import LONG_S
from tables.model.fold import NOBODY
from tables.session import Turn
from tables.verbs.lobby import cancelled, with_computer
from tables.verbs.play import played, played_by_computer, started
from tables.verbs.seat_changes import came_back
from tables.views.looks import log_of, record_of, taken_back
from tests.clock import Clock
from tests.engine.seeded import Seeded
from tests.tables.slow_thinking import SlowThinking
from tests.tables.toys import (
    ANN,
    BOB,
    GAMES,
    Clicks,
    PebbleGame,
    Pebbles,
    PebbleView,
    Word,
    opened,
    opening,
    refusal,
    running,
    say,
    turns,
    until,
)

MINUTE = 60.0
HOUR = 3600.0


def adds(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    """Return the move of a player that adds one pebble and ends the turn."""
    if observation.stage == "more":
        return Word("end")
    return Word("add", 1)


def crashes(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    raise ZeroDivisionError(f"secret {observation.seats * 7}")


def cheats(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    return Word("add", 9)


PLAYERS = {"adds": adds, "crashes": crashes, "cheats": cheats, "random": adds}


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_computer_players_alone_play_a_game_to_its_end(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path) as tables:
        answer = await tables.new(opening(game, guild_id=1, channel_id=2), ANN, "n")
        table, click = answer.look.table.id, Clicks()
        for number in range(2):
            await tables.do(table, ANN, f"c{number}", with_computer, "random")
        await tables.do(table, ANN, "s", started)
        while True:
            look = await until(
                tables, table, lambda look: 0 in look.to_move or look.table.phase is Phase.OVER
            )
            if look.table.phase is Phase.OVER:
                break
            mine = await tables.look(table, ANN.id)
            move = look.game.write_move(mine.legal_moves[0])
            await tables.do(table, ANN, click(), played, mine.asked or 0, move)
        assert (await tables.read(table, record_of)).seats == 3


async def test_a_computer_player_sees_what_its_seat_sees_and_thinks_beside_the_loop(tmp_path: Path) -> None:
    seen: list[tuple[PebbleView, bool]] = []

    def watching(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
        seen.append((observation, threading.current_thread() is threading.main_thread()))
        return adds(game, observation, seat, chance)

    async with opened(tmp_path, players={"watching": watching}) as tables:
        table = await running(tables, (ANN,), computers=["watching"])
        await say(tables, table, ANN, "draw", "1")
        await until(tables, table, lambda look: look.to_move == (0,))
        assert [(o.viewer, o.hand, on_loop) for o, on_loop in seen] == [(1, (), False)] * 2


async def test_a_computer_player_has_forgotten_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recall(game: PebbleGame, state: Pebbles, viewer: Viewer) -> PebbleView:
        return replace(game.observe(state, viewer), all_hands=state.hands)

    def counting(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
        known.append(observation.all_hands)
        return adds(game, observation, seat, chance)

    known: list[Any] = []
    monkeypatch.setattr(PebbleGame, "recall", recall)
    async with opened(tmp_path, players={"counting": counting}) as tables:
        table = await running(tables, (ANN,), computers=["counting"])
        await say(tables, table, ANN, "draw", "1")
        await until(tables, table, lambda look: look.to_move == (0,))
    assert len(known) == 2
    assert None not in known


async def test_a_table_of_computers_waits_its_pace(tmp_path: Path) -> None:
    async with opened(tmp_path, players=PLAYERS) as tables:
        table = await running(tables, (ANN,), computers=["adds"], pace_s=MINUTE)
        await say(tables, table, ANN, "add 1;end", "1")
        (turn,) = turns(tables)
        assert turn == Turn(table, 1, 6)
        # A slip can be taken back as long as the computer player waits.
        await tables.do(table, ANN, "2", taken_back)
        await tables.do(turn.table_id, NOBODY, turn.click, played_by_computer, turn.seat, turn.asked, "add 1")
        assert (await tables.look(table, None)).observation.heap == 0


async def test_computer_players_go_on_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path, players=PLAYERS) as tables:
        table = await running(tables, (ANN,), computers=["adds"], pace_s=MINUTE)
        await say(tables, table, ANN, "add 1;end", "1")
    async with opened(tmp_path, players=PLAYERS) as tables:
        tables.sessions.of(table).outdate()
        await tables.caught_up()
        (turn,) = turns(tables)
        assert turn == Turn(table, 1, 6)
        for move in ("add 1", "add 1"):
            await tables.do(
                turn.table_id, NOBODY, turn.click, played_by_computer, turn.seat, turn.asked, move
            )
        assert (await tables.look(table, None)).observation.heap == 2


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("crashes", [("failed", "crashes"), ("failed", "cheats")]),
        ("cheats", [("failed", "cheats")]),
        ("gone", [("unknown", "gone")]),
    ],
)
async def test_a_player_at_fault_is_logged_and_a_lower_one_plays_for_it(
    tmp_path: Path, player: str, said: list[tuple[str, str]]
) -> None:
    with structlog.testing.capture_logs() as logged:
        async with opened(tmp_path, players={**PLAYERS, "gone": adds}) as tables:
            table = await running(tables, (ANN,), computers=[player], pace_s=0.0)
            tables._computers._players = PLAYERS
            await say(tables, table, ANN, "add 1;end", "1")
            await until(tables, table, lambda look: look.to_move == (0,) or look.table.phase is Phase.OVER)
    told = [(line["event"], line.get("player")) for line in logged if line["log_level"] != "info"]
    assert told[: len(said)] == [(f"computer_player_{what}", who) for what, who in said]
    assert "secret 14" not in str(logged)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_where_no_move_looks_promising_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(type(GAMES[game]), "promising_moves", lambda *_: ())
    with structlog.testing.capture_logs() as logged:
        async with opened(tmp_path) as tables:
            table = await running(tables, (ANN,), game=game, computers=["expert"], pace_s=0.0)
            click = Clicks()
            while True:
                look = await until(tables, table, lambda look: 0 in look.to_move or not look.to_move)
                if look.table.phase is Phase.OVER:
                    break
                mine = await tables.look(table, ANN.id)
                move = look.game.write_move(mine.legal_moves[0])
                await tables.do(table, ANN, click(), played, mine.asked or 0, move)
    at_fault = [line["player"] for line in logged if line["event"] == "computer_player_failed"]
    assert at_fault[:2] == ["expert", "skilled"]
    assert "random" not in at_fault


async def test_a_secret_choice_of_a_computer_is_made_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        for name in ("fingers", "fingers-staying"):
            table = await running(tables, (ANN, BOB), name, name=name, computers=["random"])
            await until(tables, table, lambda look: look.observation.ready == (False, False, True))
            await say(tables, table, ANN, "show 1", f"{name}-1")
            await say(tables, table, ANN, "show 2", f"{name}-2")
            moves = [h for h in await tables.read(table, log_of, None) if h.kind is Kind.MOVE]
            assert [h.seat for h in moves] == [2, 0]
            await say(tables, table, BOB, "show 2", f"{name}-3")
            await until(tables, table, lambda look: look.observation.turn == 1 and look.observation.ready[2])


async def test_a_move_that_could_not_be_stored_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.computers.scheduling.pause_s", lambda failures: 0.0)
    async with opened(tmp_path, players=PLAYERS) as tables:
        table = await running(tables, (ANN,), computers=["adds"])
        write, failures = tables._database.write, 3

        async def failing(statements: Any, *given: Any) -> None:
            nonlocal failures
            from tables import StorageFailed

            if "computer:" in str(statements) and failures:
                failures -= 1
                raise StorageFailed("disk_full")
            await write(statements, *given)

        monkeypatch.setattr(tables._database, "write", failing)
        await say(tables, table, ANN, "add 1;end", "1")
        await until(tables, table, lambda look: look.to_move == (0,))
        assert failures == 0


async def waits_for_a_computer(tables: Tables, slow: SlowThinking) -> str:
    """Return a table at which a computer player has just begun to think, after Ann's move."""
    table = await running(tables, (ANN,), computers=["random"])
    await say(tables, table, ANN, "add 1;end", f"{table}-moved")
    await slow.begins()
    return table


async def test_a_thought_is_given_up_when_its_question_is_taken_back(tmp_path: Path) -> None:
    slow = SlowThinking()
    async with opened(tmp_path, thinking=slow) as tables:
        table = await waits_for_a_computer(tables, slow)
        await tables.do(table, ANN, "back", taken_back)
        assert not turns(tables)
        await say(tables, table, ANN, "add 2;end", "again")
        await slow.begins()
        slow.go.set()
        await until(tables, table, lambda look: look.to_move == (0,))
        assert slow.given_up == 1


async def test_a_thought_is_given_up_when_its_table_ends(tmp_path: Path) -> None:
    slow = SlowThinking()
    async with opened(tmp_path, thinking=slow) as tables:
        table = await waits_for_a_computer(tables, slow)
        await tables.do(table, ANN, "end", cancelled, moderator=True)
        await asyncio.gather(*tables._computers._ending, return_exceptions=True)
        assert (slow.given_up, turns(tables)) == (1, {})


async def test_a_question_that_is_a_computer_s_again_at_once_is_thought_about_anew(tmp_path: Path) -> None:
    slow, clock, click = SlowThinking(at_once=3), Clock(), Clicks()
    slow.may_end.clear()
    async with opened(tmp_path, clock=clock, thinking=slow) as tables:
        table = await running(tables, turn_s=HOUR, when_late=WhenLate.SEAT, target="600")
        found: list[Turn] = []
        for _ in range(2):
            clock.time += HOUR
            await tables.caught_up()
            await slow.begins()
            found += turns(tables)
            await tables.do(table, ANN, click(), came_back)
        assert found[0] == found[1]
        assert len(tables._computers._ending) == 2
        clock.time += HOUR
        await slow.begins()
        slow.may_end.set()
        slow.go.set()
        await until(tables, table, lambda look: look.to_move == (1,))
        assert slow.given_up == 2


async def test_a_table_says_once_that_a_computer_thinks_for_long(tmp_path: Path) -> None:
    slow, clock, told = SlowThinking(), Clock(), list[str]()
    async with opened(tmp_path, clock=clock, thinking=slow) as tables:
        table = await waits_for_a_computer(tables, slow)
        tables.subscribe(told.append)
        clock.time += LONG_S - 0.1
        await tables.caught_up()
        assert not (await tables.look(table, None)).is_long_thinking
        clock.time += 60
        await until(tables, table, lambda look: look.is_long_thinking)
        assert (await tables.look(table, ANN.id)).is_long_thinking
        assert told == [table]
        slow.go.set()
        look = await until(tables, table, lambda look: look.to_move == (0,))
        assert not look.is_long_thinking


async def test_those_who_wait_to_think_look_at_their_question_when_their_turn_has_come(
    tmp_path: Path,
) -> None:
    slow = SlowThinking(at_once=1)
    async with opened(tmp_path, thinking=slow) as tables:
        await waits_for_a_computer(tables, slow)
        second = await running(tables, (ANN,), computers=["random"], name="second")
        await say(tables, second, ANN, "add 1;end", "second-moved")
        while not any(thought.is_thinking for thought in tables.sessions.of(second).turns.values()):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)
        await tables.do(second, ANN, "back", taken_back)
        await say(tables, second, ANN, "add 2;end", "second-again")
        assert len(slow.thoughts) == 1
        slow.go.set()
        await until(tables, second, lambda look: look.to_move == (0,))
        assert slow.given_up == 0


async def test_the_same_chance_gives_the_same_seeds(tmp_path: Path) -> None:
    found = []
    for name in ("one", "other"):
        slow = SlowThinking()
        slow.go.set()
        (tmp_path / name).mkdir()
        async with opened(tmp_path / name, chance=Seeded(5), thinking=slow) as tables:
            table = await running(tables, (ANN,), computers=["random"])
            await say(tables, table, ANN, "add 1;end", "1")
            await until(tables, table, lambda look: look.to_move == (0,))
        found.append(slow.thoughts)
    assert found[0] == found[1]
    assert len({seed for _, _, seed in found[0]}) == len(found[0])


async def test_closing_ends_a_player_that_thinks(tmp_path: Path) -> None:
    thinking, go = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
        loop.call_soon_threadsafe(thinking.set)
        go.wait(20)
        return Word("add", 1)

    async with opened(tmp_path, players={"slow": slow}) as tables:
        table = await running(tables, (ANN,), computers=["slow"])
        await say(tables, table, ANN, "add 1;end", "1")
        await thinking.wait()
        # Meanwhile the loop is free.
        assert (await tables.look(table, None)).to_move == (1,)
        closing = asyncio.create_task(tables.close())
        await asyncio.sleep(0)
        go.set()
        await closing
        assert not turns(tables)
    async with opened(tmp_path, players=PLAYERS) as tables:
        await until(tables, table, lambda look: look.to_move == (0,))


async def test_nothing_hidden_is_logged(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as logged:
        async with opened(tmp_path, clock=Clock(), chance=Seeded(4)) as tables:
            table = await running(tables, (ANN,), computers=["random"])
            await say(tables, table, ANN, "draw", "1")
            await until(tables, table, lambda look: look.to_move == (0,))
            await refusal(say(tables, table, ANN, "add 7", "2"))
    assert not [line for line in logged if {"text", "moves", "state", "observation", "hand"} & line.keys()]


async def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        assert isinstance(tables, Tables)
        await tables.close()


def test_a_toy_refuses_what_it_does_not_know() -> None:
    with pytest.raises(IllegalMove):
        GAMES["fingers"].read_move("wave")
