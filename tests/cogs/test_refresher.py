"""The refresher alone: it misses no change of a table."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.messages.refresher import RESUMED_AT_ONCE, Pace, Refresher
from cogs.messages.repaint import behind
from cogs.messages.tracked_message import BOARD
from tables import MessageRef, NotOurs, StorageFailed
from tables.store.messages import Note
from tests.clock import Clock
from tests.cogs.displayed import displays


class Idle:
    """Stands for the admission, without any waiting, and for the tables, without storage."""

    async def give_way(self) -> None:
        """Return at once."""

    async def has_shown(self, table_id: str) -> None:
        """Do nothing."""


ANYTHING: Any = Idle()
ALONE: Any = SimpleNamespace(
    is_shared=False,
    is_ours=lambda table_id: True,
    looking_after=lambda table_id: nullcontext(),
    tell=lambda table_id: None,
)
AT_ONCE = Pace(settle_s=0, spacing_s=0, retry_s=(0,))


async def nobody_hears(table_id: str) -> None:
    """Ignore that Discord has refused a table's messages."""


async def test_a_change_in_the_moment_in_which_a_repaint_ends_is_painted() -> None:
    loop, painted = asyncio.get_running_loop(), list[str]()
    done = asyncio.Event()
    painter = Refresher(ANYTHING, ANYTHING, displays(), ALONE, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        if len(painted) == 1:
            # Two turns of the loop from now the task has ended, and nobody has cleared it away yet.
            loop.call_soon(lambda: loop.call_soon(painter.mark, "table"))
        else:
            done.set()
        return []

    painter.begin(paint, nobody_hears)
    painter.mark("table")
    await asyncio.wait_for(done.wait(), timeout=10)
    assert painted == ["table", "table"]
    await painter.close()


async def test_what_the_disk_would_not_tell_at_the_start_is_painted_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, reads, painted = Clock(), list[str](), asyncio.Event()

    async def told(name: str, found: list[str]) -> list[str]:
        reads.append(name)
        if reads.count(name) < 3:
            raise StorageFailed("io_error")
        return found

    tables: Any = SimpleNamespace(
        clock=clock,
        messages=SimpleNamespace(unfinished=lambda: told("screens", ["behind"])),
        followers=SimpleNamespace(behind=lambda: told("followers", [])),
        unshown=lambda: told("clocks", []),
    )
    painter = Refresher(tables, ANYTHING, displays(), ALONE, AT_ONCE)
    monkeypatch.setattr(painter, "mark", lambda table_id: painted.set() if table_id == "behind" else None)
    await painter.resume()
    async with asyncio.timeout(10):
        while not painted.is_set():
            await asyncio.sleep(0)
            clock.time += 300
    await painter.close()


def left_behind(unfinished: list[str], unshown: list[str]) -> Any:
    """Return tables of an earlier process: these with outdated messages, and those not shown yet."""

    async def found(ids: list[str]) -> list[str]:
        return ids

    return SimpleNamespace(
        clock=Clock(),
        messages=SimpleNamespace(unfinished=lambda: found(unfinished)),
        followers=SimpleNamespace(behind=lambda: found([])),
        unshown=lambda: found(unshown),
        has_shown=ANYTHING.has_shown,
    )


async def test_tables_where_people_play_all_the_time_keep_none_of_before_the_start_waiting() -> None:
    busy, behind, painted = [f"busy {n}" for n in range(9)], [f"behind {n}" for n in range(9)], list[str]()
    enough = asyncio.Event()

    painter = Refresher(left_behind(behind, behind[:2]), ANYTHING, displays(), ALONE, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        if table_id in (*busy, *behind[:5]):
            painter.mark(table_id)
        if painted.count(table_id) == 50:
            enough.set()
        return []

    painter.begin(paint, nobody_hears)
    for table_id in busy:
        painter.mark(table_id)
    await painter.resume()
    await asyncio.wait_for(enough.wait(), timeout=10)
    await painter.close()
    assert {*behind} <= {*painted}


async def test_while_discord_fails_only_a_few_tables_of_before_the_start_are_tried() -> None:
    behind, painted, enough = [f"behind {n}" for n in range(9)], list[str](), asyncio.Event()

    painter = Refresher(left_behind(behind, behind), ANYTHING, displays(), ALONE, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        if len(painted) == 100:
            enough.set()
        raise TimeoutError

    painter.begin(paint, nobody_hears)
    await painter.resume()
    await asyncio.wait_for(enough.wait(), timeout=10)
    await painter.close()
    assert len({*painted}) == RESUMED_AT_ONCE


async def test_a_repaint_that_the_disk_would_not_take_down_is_tried_again() -> None:
    painted = list[str]()
    done = asyncio.Event()
    painter = Refresher(ANYTHING, ANYTHING, displays(), ALONE, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        if len(painted) == 1:
            raise StorageFailed("disk_full")
        done.set()
        return []

    painter.begin(paint, nobody_hears)
    painter.mark("table")
    await asyncio.wait_for(done.wait(), timeout=10)
    await painter.close()


async def test_who_paints_a_table_that_was_taken_over_tells_its_owner() -> None:
    told = list[str]()
    others: Any = SimpleNamespace(**{**vars(ALONE), "tell": told.append})
    painter = Refresher(ANYTHING, ANYTHING, displays(), others, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        return [OSError(), NotOurs()]

    painter.begin(paint, nobody_hears)
    painter.mark("table")
    await asyncio.wait_for(asyncio.wait(painter.busy), timeout=10)
    assert told == ["table"]
    await painter.close()


async def test_a_mark_from_when_a_table_was_ours_is_handed_over_with_it() -> None:
    told, ours, painted = list[str](), {"ours", "moved"}, list[str]()
    others: Any = SimpleNamespace(**{**vars(ALONE), "is_ours": ours.__contains__, "tell": told.append})
    painter = Refresher(ANYTHING, ANYTHING, displays(), others, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        return []

    painter.begin(paint, nobody_hears)
    for table_id in ("ours", "moved", "of others"):
        painter.changed(table_id)
    ours.discard("moved")
    await asyncio.gather(*painter.busy)
    assert (painted, told) == (["ours"], ["moved"])
    await painter.close()


async def test_a_table_that_another_process_has_changed_is_looked_at_as_if_nothing_was_known_of_it() -> None:
    shown, painted = displays(), list[str]()
    others: Any = SimpleNamespace(**{**vars(ALONE), "is_ours": "ours".__eq__})
    tables: Any = SimpleNamespace(clock=Clock(), has_shown=ANYTHING.has_shown)
    painter = Refresher(tables, ANYTHING, shown, others, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        return []

    painter.begin(paint, nobody_hears)
    shown.of("ours").rests.put_off("board", 60)
    for message_id, table_id in ((7, "ours"), (8, "of others")):
        shown.noted(table_id, message_id, "digest")
        painter._changed_elsewhere(table_id)
    await asyncio.gather(*painter.busy)
    assert painted == ["ours"]
    assert not shown.of("ours").rests.is_resting("board")
    assert shown.noted("ours", 7, "digest").digest == ""
    await painter.close()


async def test_tables_that_others_look_after_meanwhile_keep_none_of_ours_waiting() -> None:
    ours, painted, enough = [f"ours {n}" for n in range(3)], list[str](), asyncio.Event()
    others = [f"theirs {n}" for n in range(RESUMED_AT_ONCE)]
    were_ours = set(others)

    def is_ours(table_id: str) -> bool:
        if table_id in were_ours:
            were_ours.discard(table_id)  # Once, when what is behind is looked for.
            return True
        return table_id in ours

    elsewhere: Any = SimpleNamespace(**{**vars(ALONE), "is_ours": is_ours, "tell": lambda *_: None})
    painter = Refresher(left_behind([*others, *ours], []), ANYTHING, displays(), elsewhere, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        if {*painted} == {*ours}:
            enough.set()
        return []

    painter.begin(paint, nobody_hears)
    await painter.resume()
    await asyncio.wait_for(enough.wait(), timeout=10)
    await painter.close()


async def test_what_is_still_to_be_repainted_at_the_end_is_noted_for_who_comes_next() -> None:
    board = MessageRef("t", BOARD, 5, 55, 9, 0.0, "digest")
    noted, begun = dict[str, list[Note]](), asyncio.Event()

    async def put_all(table_id: str, notes: list[Note]) -> set[str]:
        noted[table_id] = notes
        return {BOARD}

    async def messages(table_id: str) -> dict[str, MessageRef]:
        return {BOARD: board} if table_id != "without board" else {}

    async def paint(table_id: str) -> list[Exception]:
        if table_id == "under way":
            begun.set()
            await asyncio.Event().wait()
        return []

    ours: Any = SimpleNamespace(**{**vars(ALONE), "is_ours": lambda table_id: table_id != "of others"})
    tables: Any = SimpleNamespace(
        peer_events=SimpleNamespace(listen=lambda changed, moved: None),
        messages=SimpleNamespace(get=messages, put_all=put_all),
        has_shown=ANYTHING.has_shown,
    )
    painter = Refresher(tables, ANYTHING, displays(), ours, AT_ONCE)
    painter.join()
    painter.begin(paint, nobody_hears)
    painter.changed("shown")
    await asyncio.gather(*painter.busy)
    painter.changed("under way")
    await begun.wait()
    for table_id in ("just changed", "without board", "of others"):
        painter.changed(table_id)
    await painter.close()
    assert set(noted) == {"under way", "just changed"}
    assert all(notes == [behind(board)] for notes in noted.values())


async def test_what_was_refused_is_tried_again_by_who_looks_after_the_table() -> None:
    told, painted = list[str](), list[str]()
    elsewhere: Any = SimpleNamespace(**{**vars(ALONE), "is_ours": "ours".__eq__, "tell": told.append})
    tables: Any = SimpleNamespace(clock=Clock(), has_shown=ANYTHING.has_shown)
    shown = displays()
    painter = Refresher(tables, ANYTHING, shown, elsewhere, AT_ONCE)

    async def paint(table_id: str) -> list[Exception]:
        painted.append(table_id)
        return []

    painter.begin(paint, nobody_hears)
    for table_id in ("ours", "of others"):
        painter.retry(table_id)
    assert (painter.busy, told) == ([], ["of others"])  # Nothing of ours was refused.
    shown.of("ours").rests.put_off("board", 60)
    painter.retry("ours")
    await asyncio.gather(*painter.busy)
    assert not shown.of("ours").rests.is_resting("board")
    assert painted == ["ours"]
    await painter.close()
