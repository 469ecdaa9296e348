"""If no process for thinking can be started, tables neither stand still nor get senseless moves."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import structlog

from engine.game import AnyGame, Chance, Seat
from tables import Tables
from tables.computers.scheduling import AGAIN_S, LONG_S
from tables.computers.thinking import DIED, NOT_READY, NOT_STARTED, InThreads, NoMove
from tables.views.looks import taken_back
from tests.clock import Clock
from tests.tables.toys import ANN, Word, opened, running, say, turns, until

LEVELS = ("expert", "skilled", "sensible", "casual", "random")


class Scarce(InThreads):
    """Thinking without a process for the first questions.

    Attributes:
        fail: The failures of the first questions, in order; after these, there are processes.
        asked: The players that were asked.
    """

    def __init__(self, players: Any, fail: list[str]) -> None:
        super().__init__(players)
        self.fail, self.asked = fail, list[str]()

    async def think(self, game: AnyGame, player_id: str, seen: Any, seat: Seat, seed: int) -> str:
        """Think as `Thinking.think`, but fail as long as `fail` has failures."""
        self.asked.append(player_id)
        if self.fail:
            raise NoMove(self.fail.pop(0))
        return await super().think(game, player_id, seen, seat, seed)


class Players(dict[str, Callable[..., Any]]):
    """Computer players that add one pebble and end the turn.

    Attributes:
        chose: The players that have chosen a move.
        fail: The players that fail.
    """

    def __init__(self) -> None:
        super().__init__({level: self._player(level) for level in LEVELS})
        self.chose, self.fail = list[str](), set[str]()

    def _player(self, level: str) -> Callable[..., Any]:
        def choose(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
            assert threading.current_thread() is not threading.main_thread(), "it holds the loop"
            self.chose.append(level)
            if level in self.fail:
                raise ZeroDivisionError
            return Word("end") if observation.stage == "more" else Word("add", 1)

        return choose


async def at_the_computer(tables: Tables, level: str = "expert") -> str:
    """Return a table at which a computer player of this level is to move."""
    table = await running(tables, (ANN,), computers=[level])
    await say(tables, table, ANN, "add 1;end", "moved")
    return table


async def pauses(clock: Clock, pause_s: float) -> None:
    """Wait until a task waits for this many seconds."""
    end = clock.now() + pause_s
    async with asyncio.timeout(20):
        while not any(when == end for when, *_ in clock._waiting):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set all pauses before retries to zero."""
    monkeypatch.setattr("tables.computers.scheduling.AGAIN_S", (0.0,) * len(AGAIN_S))


@pytest.mark.parametrize("reason", [NOT_STARTED, DIED])
async def test_the_same_player_is_asked_again_in_a_moment(tmp_path: Path, reason: str) -> None:
    clock, players = Clock(), Players()
    thinking = Scarce(players, [reason] * len(AGAIN_S))
    async with opened(tmp_path, clock=clock, players=players, thinking=thinking) as tables:
        table = await at_the_computer(tables)
        for pause in AGAIN_S:
            await pauses(clock, pause)
            clock.time += pause
        await until(tables, table, lambda look: look.to_move == (0,))
    assert thinking.asked == ["expert"] * 4  # And once more for the end of the turn.
    assert players.chose == ["expert"] * 2


@pytest.mark.parametrize(
    ("level", "fail", "fallible", "asked", "chose"),
    [
        ("expert", [NOT_STARTED] * 3, [], ["expert"] * 3, ["sensible"]),
        ("expert", [NOT_READY], [], ["expert"], ["sensible"]),
        ("expert", [NOT_STARTED] * 3, ["sensible"], ["expert"] * 3, ["sensible", "casual"]),
        ("casual", [NOT_STARTED] * 3, [], ["casual"] * 3, ["casual"]),
        # What has ended its process is not tried in the bot's.
        ("sensible", [DIED] * 3, [], ["sensible"] * 3, ["casual"]),
        ("expert", [DIED] * 3, [], ["expert"] * 3 + ["skilled"], ["skilled"]),
        ("expert", [DIED] * 4, [], ["expert"] * 3 + ["skilled"], ["sensible"]),
    ],
)
@pytest.mark.usefixtures("hurried")
async def test_then_the_highest_player_that_is_quickly_done_chooses(
    tmp_path: Path, level: str, fail: list[str], fallible: list[str], asked: list[str], chose: list[str]
) -> None:
    players = Players()
    players.fail.update(fallible)
    thinking = Scarce(players, fail)
    async with opened(tmp_path, players=players, thinking=thinking) as tables:
        table = await at_the_computer(tables, level)
        await until(tables, table, lambda look: look.observation.heap == 2)
    assert thinking.asked[: len(asked)] == asked
    assert players.chose[: len(chose)] == chose


@pytest.mark.usefixtures("hurried")
async def test_at_random_only_where_all_players_fail(tmp_path: Path) -> None:
    players = Players()
    players.fail.update(LEVELS)
    thinking = Scarce(players, [NOT_STARTED] * 3)
    with structlog.testing.capture_logs() as logged:
        async with opened(tmp_path, players=players, thinking=thinking) as tables:
            table = await at_the_computer(tables)
            version = (await tables.look(table, None)).table.version
            await until(tables, table, lambda look: look.table.version > version)
    failed = [line["player"] for line in logged if line["event"] == "computer_player_failed"]
    assert failed[:4] == ["expert", "sensible", "casual", "random"]
    waited = [line["reason"] for line in logged if line["event"] == "computer_waits"]
    assert waited == [NOT_STARTED] * 2


async def test_who_waits_for_a_process_leaves_the_room_to_others_and_the_table_says_that_it_thinks(
    tmp_path: Path,
) -> None:
    clock, players = Clock(), Players()
    thinking = Scarce(players, [NOT_STARTED] * 3)
    async with opened(tmp_path, clock=clock, players=players, thinking=thinking) as tables:
        table = await at_the_computer(tables)
        await pauses(clock, AGAIN_S[0])
        clock.time += AGAIN_S[0]
        await pauses(clock, AGAIN_S[1])
        clock.time += LONG_S
        assert (thinking.room._value, len(thinking.asked)) == (2, 2)
        await until(tables, table, lambda look: look.is_long_thinking)
        assert sum(AGAIN_S) < 15


async def test_a_pause_ends_with_its_question(tmp_path: Path) -> None:
    clock, players = Clock(), Players()
    thinking = Scarce(players, [NOT_STARTED])
    async with opened(tmp_path, clock=clock, players=players, thinking=thinking) as tables:
        table = await at_the_computer(tables)
        await pauses(clock, AGAIN_S[0])
        await tables.do(table, ANN, "back", taken_back)
        assert not turns(tables)
        clock.time += AGAIN_S[0]
        await say(tables, table, ANN, "add 2;end", "again")
        await until(tables, table, lambda look: look.to_move == (0,))
    assert players.chose == ["expert"] * 2
