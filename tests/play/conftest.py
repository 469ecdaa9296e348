"""The evening that most tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.upkeep import receiver
from tests.play.evening import WAY, Evening, an_evening

OF_THE_GATEWAY = (
    "test_channels_and_threads",
    "test_gateway_health",
    "test_housekeeping",
    "test_membership",
    "test_what_is_sent[a sleeping thread is woken by a post, and then goes on]",
    "test_a_nasty_name_does_no_harm_in_any_sentence",
    # Permissions that changed within the last minute:
    "test_a_game_can_be_replayed_by_who_sees_its_channel_or_played_it",
    "test_a_table_that_i_follow_and_can_t_see_any_more_is_not_told_of",
    "test_a_moderator_of_the_table_s_channel_ends_it_from_any_channel_of_its_server[lounge]",
)
"""The modules and tests about what only the gateway tells; `test_ways` says what is done without it."""
ENGLISH = {"Ana": "en-US", "Ben": "en-US", "Cleo": "en-GB", "Dao": "en-US"}


@pytest.fixture
def by_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have first answers sent as requests over HTTPS, too, so that Discord says what became of them."""
    monkeypatch.setattr(receiver, "ANSWER_WITHIN_S", 0)


@pytest.fixture
def way() -> str:
    """How the bot of `evening` gets its interactions; `each_way` has tests run by each."""
    return WAY


@pytest.fixture
async def evening(tmp_path: Path, way: str) -> AsyncIterator[Evening]:
    """The bot online among four people who speak English."""
    async with an_evening(tmp_path, people=ENGLISH, way=way) as began:
        yield began


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what doesn't apply to the way in that is tried."""
    if WAY == "https-only":
        items[:] = [
            one for one in items if not {one.path.stem, one.name, one.name.split("[")[0]} & {*OF_THE_GATEWAY}
        ]
