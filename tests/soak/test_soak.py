"""A storm of a quarter of a minute; `make soak` runs longer ones."""

from __future__ import annotations

import pytest

from tests.soak.__main__ import again, told
from tests.soak.machine import storm

SECONDS = 14.0
ENOUGH = 25


@pytest.mark.long
@pytest.mark.parametrize("seed", [11])
async def test_after_a_storm_all_that_was_confirmed_is_there_once_and_every_screen_is_true(seed: int) -> None:
    report = await storm(seed, SECONDS)
    assert not report.findings, told(report, again(seed, SECONDS), with_log=True)
    # A storm in which nobody could do anything would prove nothing.
    assert report.confirmed > ENOUGH
    assert report.deaths > 0
