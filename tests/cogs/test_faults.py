"""The meaning of Discord's codes: a row has a status, a code, and whether the request may be retried."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.discord_io.faults import is_denied, is_final, is_refused, is_unfit
from cogs.messages.repaint import LONGEST_S, Resting, Rests, Severity, Trying, severity
from tests.clock import Clock

PART = "board"


def fault(status: int, code: int) -> discord.HTTPException:
    """Return the exception that discord.py raises."""
    response: Any = SimpleNamespace(status=status, reason="")
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": ""})


FINAL = "final"
"""It is gone or not allowed."""
UNFIT = "unfit"
"""Discord doesn't take what was sent."""
PASSES = "passes"
"""The same may work later; a refusal all the same."""
FAILS = "fails"
"""Discord fails, or sets a limit."""


@pytest.mark.parametrize(
    ("status", "code", "meaning"),
    [
        *((404, code, FINAL) for code in (10003, 10004, 10007, 10008, 10013, 10014, 10015, 10062)),
        *((403, code, FINAL) for code in (20026, 40007, 50001, 50005, 50007, 50009, 50013, 50021, 50278)),
        *((400, code, FINAL) for code in (40060, 50083, 160004, 160005)),
        (401, 50027, FINAL),
        *((400, code, UNFIT) for code in (0, 50006, 50024, 50033, 50035, 160006, 200000, 240000)),
        (413, 40005, UNFIT),
        (405, 0, UNFIT),
        *((403, code, PASSES) for code in (0, 40001, 40002, 40003, 40333, 110001, 99999)),
        *((404, code, PASSES) for code in (0, 99999)),
        *((401, code, PASSES) for code in (0, 40001)),
        *((400, code, PASSES) for code in (20016, 20022, 20028, 20029, 40003, 40004, 40006, 130000)),
        *((status, 0, FAILS) for status in (429, 500, 502, 503, 504)),
        (429, 20028, FAILS),
        (429, 30046, FAILS),
        (503, 130000, FAILS),
    ],
)
def test_what_a_code_means(status: int, code: int, meaning: str) -> None:
    refusal = fault(status, code)
    assert is_denied(refusal) is (meaning != FAILS)
    assert is_final(refusal) is (meaning == FINAL)
    assert is_unfit(refusal) is (meaning == UNFIT)
    assert is_refused(refusal) is (meaning in (FINAL, UNFIT))
    assert severity(refusal) is (Severity.BARRED if meaning == FINAL else Severity.PASSES)


@pytest.mark.parametrize("other", [TimeoutError(), OSError(), discord.RateLimited(60.0), ValueError()])
def test_what_discord_has_not_said_is_no_refusal(other: Exception) -> None:
    assert not any(asks(other) for asks in (is_denied, is_final, is_unfit, is_refused))


@pytest.mark.parametrize(
    ("status", "code", "tries", "pauses"),
    [
        pytest.param(403, 0, 4, [0, 0, 0, 120], id="after the first tries the pauses grow"),
        pytest.param(404, 99999, 9, [0, 0, 0, 120, 240, 480, 960, 1920, LONGEST_S], id="to an hour"),
        pytest.param(403, 50013, 3, [120, 240, 480], id="what is final rests at once"),
        pytest.param(
            400, 50083, 2, [LONGEST_S, LONGEST_S], id="a moderator may open a thread, which is told"
        ),
        pytest.param(503, 0, 9, [0] * 9, id="an outage is no refusal"),
    ],
)
def test_pauses_between_tries(status: int, code: int, tries: int, pauses: list[float]) -> None:
    clock = Clock()
    rests, found = Rests((2.0, 5.0, 60.0), lambda: clock.time), []
    for _ in range(tries):
        rests.failed(PART, fault(status, code))
        before = clock.time
        clock.time = rests.wakes_at(PART) if rests.is_resting(PART) else clock.time
        assert not rests.is_resting(PART)
        found.append(clock.time - before)
    assert found == pauses


def test_what_discord_does_not_take_is_left_until_something_changes() -> None:
    clock = Clock()
    rests = Rests((2.0, 60.0), lambda: clock.time)
    for is_hopeless in (False, False, True):
        assert rests.is_hopeless(PART, fault(400, 240000)) is is_hopeless
        assert not rests.is_resting(PART)
        rests.failed(PART, fault(400, 240000))
    assert rests.is_resting(PART)
    assert rests.wakes_at(PART) == inf


def test_a_change_ends_the_rest_but_not_the_count() -> None:
    clock = Clock()
    rests = Rests((2.0, 60.0), lambda: clock.time)
    assert not rests.end()
    rests.failed(PART, fault(403, 50013))
    assert rests.end()
    assert not rests.is_resting(PART)
    rests.failed(PART, fault(403, 50013))
    assert rests.wakes_at(PART) == clock.time + 240
    rests.worked(PART)
    assert not rests.end()


async def test_a_part_whose_rest_ends_while_others_are_painted_is_not_overlooked() -> None:
    clock = Clock()
    rests = Rests((2.0, 60.0), lambda: clock.time)

    async def refused() -> None:
        raise fault(403, 50013)

    async def slow() -> None:
        clock.time += 1

    first = Trying(rests)
    await first("board", refused)
    tried = Trying(rests)
    clock.time += 119.5
    await tried("board", refused)
    await tried("story", slow)
    assert [type(one) for one in tried.faults] == [Resting]
    assert tried.again_at == first.again_at < clock.time
