"""Many equal log lines become one line that gives their number; all other lines are written."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import structlog

from cogs.ops.log_lines import FOLDED_S, Folded


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time


def written(folded: Folded, method: str, **line: Any) -> dict[str, Any] | None:
    """Return a line as it is written; None: it is left out."""
    try:
        return dict(folded(None, method, dict(line)))
    except structlog.DropEvent:
        return None


def fault(kind: type[Exception] = ValueError) -> Exception:
    try:
        raise kind
    except Exception as raised:
        return raised


@pytest.mark.parametrize(
    ("method", "first", "second", "is_folded"),
    [
        pytest.param("warning", {"event": "a"}, {"event": "a"}, True, id="the same"),
        pytest.param(
            "warning", {"event": "a", "table": "x"}, {"event": "a", "table": "y"}, True, id="of another table"
        ),
        pytest.param(
            "error",
            {"event": "a", "reason": "unreachable"},
            {"event": "b", "reason": "unreachable"},
            True,
            id="another thing that the same outage keeps from being done",
        ),
        pytest.param("warning", {"event": "a"}, {"event": "b"}, False, id="something else"),
        pytest.param(
            "warning", {"event": "a", "code": 1}, {"event": "a", "code": 2}, False, id="of another code"
        ),
        pytest.param(
            "error",
            {"event": "a", "exc_info": fault()},
            {"event": "a", "exc_info": fault(KeyError)},
            False,
            id="another exception",
        ),
        pytest.param(
            "error",
            {"event": "a", "exc_info": fault()},
            {"event": "a", "exc_info": fault()},
            True,
            id="the same exception",
        ),
        pytest.param("info", {"event": "click"}, {"event": "click"}, False, id="below a warning"),
        pytest.param(
            "info",
            {"event": "request_malformed"},
            {"event": "request_malformed"},
            True,
            id="what strangers cause",
        ),
    ],
)
def test_a_line_like_one_just_written_is_left_out(
    method: str, first: dict[str, Any], second: dict[str, Any], is_folded: bool
) -> None:
    folded = Folded(Clock().now)
    assert written(folded, method, **first) == first
    assert written(folded, method, **second) == (None if is_folded else second)


def test_the_next_one_says_how_many_were_left_out() -> None:
    clock = Clock()
    folded = Folded(clock.now)
    for number in range(1000):
        clock.time = FOLDED_S * number / 1000
        written(folded, "warning", event="a")
    clock.time = FOLDED_S
    assert written(folded, "warning", event="a") == {"event": "a", "left_out": 999}
    clock.time += FOLDED_S
    assert written(folded, "warning", event="a") == {"event": "a"}


def test_lines_of_libraries_are_folded_too() -> None:
    clock = Clock()
    folded = Folded(clock.now)

    def record(name: str, text: str) -> logging.LogRecord:
        return logging.LogRecord(name, logging.WARNING, "", 0, text, (), None)

    assert folded.filter(record("discord.http", "one"))
    assert not folded.filter(record("discord.http", "one"))
    assert folded.filter(record("discord.http", "two"))
    assert folded.filter(record("psycopg.pool", "error connecting"))
    assert written(folded, "warning", event="news_interrupted", reason="unreachable") is None
    clock.time += FOLDED_S
    assert folded.filter(again := record("discord.http", "one"))
    assert again.getMessage() == "one left_out=1"
