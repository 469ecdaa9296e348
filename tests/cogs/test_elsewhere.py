"""What one process tells another about messages."""

from __future__ import annotations

from pathlib import Path

import pytest
import structlog

from cogs.messages.elsewhere import MARK, Elsewhere, Told
from tests.tables.toys import opened


async def test_a_word_of_another_version_is_passed_over(tmp_path: Path) -> None:
    told: list[Told] = []
    async with opened(tmp_path) as tables:
        Elsewhere(tables.hearing).begin({MARK: told.append}, lambda: None)
        with structlog.testing.capture_logs() as logged:
            tables.hearing.heard(["told:a word of later:t1:0:0:", "told:mark:t2:0:0:"])
            tables.hearing.shared_out()
        assert {one.table_id for one in told} == {"t2"}
        assert logged == []


async def test_what_was_told_to_who_ends_before_doing_it_is_done_by_who_told_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Told] = []
    async with opened(tmp_path) as tables:
        ours = set[str]()
        monkeypatch.setattr(tables.hearing, "is_ours", ours.__contains__)
        elsewhere = Elsewhere(tables.hearing)
        elsewhere.begin({MARK: done.append}, lambda: None)
        elsewhere.tell(MARK, "t1")
        await elsewhere.close()
        tables.hearing.shared_out()
        assert not done
        ours.add("t1")
        tables.hearing.shared_out()
        assert [one.table_id for one in done] == ["t1"]
