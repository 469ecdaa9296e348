"""Computer players think in other processes; whatever happens to these, none is left at the end."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import subprocess
import sys
import threading
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import structlog

from benchmarks import thorough_players
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Seat
from engine.players import PLAYERS
from engine.players.judging import JUDGES, judge
from engine.players.lookahead import Stream, never
from tables import Tables
from tables.computers.thinking import (
    DIED,
    MOST_S,
    NOT_READY,
    NOT_STARTED,
    SEED,
    InProcesses,
    InThreads,
    NoMove,
)
from tables.computers.worker_main import MOST_CPU_S, NICENESS, Watch
from tables.verbs.lobby import cancelled
from tests.engine.seeded import Seeded, all_setups, random_game
from tests.tables import odd_players
from tests.tables.toys import ANN, BOB, opened, running, until

ODD = "tests.tables.odd_players"
SECRET = games()["ru-ra-re"]
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]

AN_END = """
import asyncio, os, signal
from bot import fast_loop
from tables.computers.thinking import InProcesses
from tests.tables.test_thinking import ODD, SECRET, situation

async def main():
    thinking = InProcesses(ODD)
    await thinking.think(SECRET, "random", *situation(SECRET), 1)
    thought = asyncio.create_task(thinking.think(SECRET, "endless", *situation(SECRET), 1))
    for _ in range(10):  # Until it is asked.
        await asyncio.sleep(0)
    print("thinks", flush=True)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # A test run in the background ignores it.
    os.kill(os.getpid(), {signal})

with asyncio.Runner(loop_factory=fast_loop()) as runner:
    runner.run(main())
"""


def situation(game: AnyGame) -> tuple[Any, Seat]:
    """Return the observation of a player who is asked in the middle of a game, and their seat."""
    setup = next(setup for setup in all_setups() if setup.game is game)
    for played in islice(random_game(setup, seed=1), 20, None):
        (seat, *_) = game.to_move(played.after) or (CHANCE,)
        if seat != CHANCE:
            return game.observe(played.after, seat), seat
    raise AssertionError("a short game")


@pytest.fixture
async def thinking() -> AsyncIterator[InProcesses]:
    made = InProcesses(ODD)
    yield made
    await made.close()


def think(thinking: InProcesses, player: str) -> Awaitable[str]:
    return thinking.think(SECRET, player, *situation(SECRET), 1)


async def idle(thinking: InProcesses) -> Process:
    """Return a process that has thought and is idle."""
    await think(thinking, "random")
    (process,) = thinking._processes
    return process


async def reason(thought: Awaitable[Any]) -> str:
    """Return the reason why there is no move."""
    with pytest.raises(NoMove) as none:
        await thought
    return none.value.reason


async def test_another_process_finds_the_same_move_for_the_same_seed(thinking: InProcesses) -> None:
    for game in games().values():
        seen, seat = situation(game)
        for player_id, player in PLAYERS.items():
            move = await thinking.think(game, player_id, seen, seat, 7)
            assert move == game.write_move(player(game, seen, seat, Stream(7)))
    assert len(thinking._processes) == 1


@pytest.mark.parametrize("module", ["engine.players", ODD, thorough_players.__name__])
def test_each_module_of_players_offers_them_to_other_processes(module: str) -> None:
    assert all(map(callable, importlib.import_module(module).players(never).values()))


async def test_who_thinks_is_told_when_the_time_is_up(thinking: InProcesses) -> None:
    assert await think(thinking, "thorough")


def test_each_thought_has_as_much_time() -> None:
    now = 100.0
    watch = Watch(lambda: now)
    for _ in range(2):
        watch.start()
        assert not watch.is_up()
        now += MOST_CPU_S
        assert watch.is_up()


async def test_another_process_judges_moves_alike() -> None:
    thinking = InProcesses()
    for game in (SECRET, games()["rapa-nui-cards"]):
        seen, seat = situation(game)
        chance, also = (
            Stream(SEED),
            tuple(game.promising_moves(game.determinise(seen, Seeded()), seat)[:1]),
        )
        texts = tuple(map(game.write_move, also))
        judged = await thinking.judge(game, seen, seat, texts)
        assert judged == judge(game, seen, seat, chance, budget=JUDGES, also=also)
    await thinking.close()


async def test_what_fails_in_judging_is_told_without_anything_it_knew(thinking: InProcesses) -> None:
    said = await reason(thinking.judge(SECRET, *situation(SECRET), ("nonsense",)))
    assert said.startswith("IllegalMove\n")
    assert await think(thinking, "random")


async def test_a_process_is_started_when_it_is_needed_and_stands_behind_the_bot(
    thinking: InProcesses,
) -> None:
    assert not thinking._processes
    process = await idle(thinking)
    expected = min(os.nice(0) + NICENESS, 19)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == expected


async def test_a_thought_that_is_cancelled_ends_with_its_process(thinking: InProcesses) -> None:
    process = await idle(thinking)
    thought = asyncio.ensure_future(think(thinking, "endless"))
    await asyncio.sleep(0)
    thought.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thought
    assert process.returncode is not None
    assert await think(thinking, "random")


async def test_a_start_that_is_cancelled_leaves_no_process(thinking: InProcesses) -> None:
    thought = asyncio.ensure_future(think(thinking, "random"))
    while not thinking._processes:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    (process,) = thinking._processes
    thought.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thought
    assert process.returncode is not None
    assert not thinking._processes


async def test_a_thought_that_finds_no_end_is_cut(thinking: InProcesses) -> None:
    process, thinking.most_s = await idle(thinking), 0.0
    assert await reason(think(thinking, "endless")) == "too_long"
    assert process.returncode is not None
    thinking.most_s = MOST_S
    assert await think(thinking, "random")


async def test_a_process_killed_while_it_thinks_is_told_and_the_next_is_a_new_one(
    thinking: InProcesses,
) -> None:
    process = await idle(thinking)
    thought = asyncio.ensure_future(think(thinking, "endless"))
    await asyncio.sleep(0)
    os.kill(process.pid, signal.SIGKILL)
    assert await reason(thought) == "died"
    assert (await idle(thinking)).pid != process.pid


async def test_a_process_killed_while_it_waits_is_replaced(thinking: InProcesses) -> None:
    process = await idle(thinking)
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    assert (await idle(thinking)).pid != process.pid


async def test_where_a_player_failed_is_told_without_what_it_knew(thinking: InProcesses) -> None:
    process = await idle(thinking)
    said = await reason(think(thinking, "fails"))
    assert said.startswith("ValueError\n")
    assert "in fails" in said
    assert str(situation(SECRET)[0]) not in said
    assert await idle(thinking) is process


async def test_a_player_that_dies_takes_only_its_process_along(thinking: InProcesses) -> None:
    assert await reason(think(thinking, "dies")) == "died"
    assert await think(thinking, "random")


async def test_what_a_player_prints_is_no_answer(thinking: InProcesses) -> None:
    assert await think(thinking, "talks") == await think(thinking, "random")


async def test_where_no_process_can_be_started_that_is_told(
    thinking: InProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", os.path.join(os.sep, "no", "such", "python"))
    assert await reason(think(thinking, "random")) == NOT_STARTED


@pytest.mark.parametrize("fault", [BlockingIOError, RuntimeError, MemoryError])
async def test_whatever_is_lacking_for_a_process_it_was_not_started(
    thinking: InProcesses, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    async def failing(*_: Any, **__: Any) -> Process:
        raise fault

    monkeypatch.setattr(asyncio, "create_subprocess_exec", failing)
    assert await reason(think(thinking, "random")) == NOT_STARTED


async def test_a_process_that_ends_before_it_was_asked_anything_was_not_started(
    thinking: InProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_players_module", "os.path")  # It offers no players.
    assert await reason(think(thinking, "random")) == NOT_STARTED
    assert not thinking._processes


async def test_a_process_that_takes_too_long_to_begin_was_not_ready(
    thinking: InProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.computers.thinking.START_S", 0.0)
    assert await reason(think(thinking, "random")) == NOT_READY
    assert not thinking._processes


async def test_nobody_waits_for_ever_for_a_thought_in_this_process() -> None:
    go, here = threading.Event(), InThreads({"waits": lambda *_: go.wait(20)}, most_s=0.0)
    assert await reason(here.think(SECRET, "waits", *situation(SECRET), 1)) == "too_long"
    go.set()
    await here.close()


async def test_closing_leaves_no_process(thinking: InProcesses) -> None:
    process = await idle(thinking)
    thought = asyncio.ensure_future(think(thinking, "endless"))
    await asyncio.sleep(0)
    await thinking.close()
    assert process.returncode is not None
    assert await reason(thought) == "died"
    assert await reason(think(thinking, "random")) == "closed"


@pytest.mark.parametrize("number", SIGNALS)
def test_a_process_that_thinks_ends_with_the_bot(number: int) -> None:
    # Both hold the same pipe of errors: that it ends proves that both have.
    ours = subprocess.run(
        [sys.executable, "-c", AN_END.format(signal=int(number))],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ours.stdout, ours.stderr) == (b"thinks\n", b"")
    assert ours.returncode != 0


# At a table


async def secret_table(tables: Tables, player: str) -> str:
    """Return a table at which two people and a computer player choose in secret at the same time."""
    return await running(tables, (ANN, BOB), SECRET.id, computers=[player])


@pytest.mark.parametrize(
    ("player", "most_s", "faults"),
    [
        ("dies", MOST_S, [("dies", DIED)]),
        ("fails", MOST_S, [("fails", "ValueError"), ("dies", DIED)]),
        ("endless", 0.0, [("endless", "too_long"), ("random", "too_long")]),
    ],
)
async def test_whatever_becomes_of_a_player_the_next_lower_one_moves(
    tmp_path: Path,
    thinking: InProcesses,
    monkeypatch: pytest.MonkeyPatch,
    player: str,
    most_s: float,
    faults: list[tuple[str, str]],
) -> None:
    thinking.most_s = most_s
    monkeypatch.setattr("tables.computers.scheduling.AGAIN_S", (0.0, 0.0))
    named = {name for name, _ in faults} | {"random"}
    players = {name: one for name, one in odd_players.PLAYERS.items() if name in named}
    with structlog.testing.capture_logs() as logged:
        async with opened(tmp_path, games=games(), players=players, thinking=thinking) as tables:
            table = await secret_table(tables, player)
            await until(tables, table, lambda look: look.to_move == (0, 1))
    failed = [line for line in logged if line["event"] == "computer_player_failed"]
    assert [(line["player"], line["fault"].split("\n")[0]) for line in failed] == faults


async def test_a_process_ends_as_soon_as_its_table_does(tmp_path: Path, thinking: InProcesses) -> None:
    async with opened(tmp_path, games=games(), players=odd_players.PLAYERS, thinking=thinking) as tables:
        table = await secret_table(tables, "endless")
        process = await at_work(thinking)
        await tables.do(table, ANN, "end", cancelled, moderator=True)
        await process.wait()


async def test_closing_the_tables_leaves_no_process(tmp_path: Path, thinking: InProcesses) -> None:
    async with opened(tmp_path, games=games(), players=odd_players.PLAYERS, thinking=thinking) as tables:
        await secret_table(tables, "endless")
        process = await at_work(thinking)
    assert process.returncode is not None


async def at_work(thinking: InProcesses) -> Process:
    """Return the only process, as soon as there is one."""
    while not thinking._processes:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    (process,) = thinking._processes
    return process
