"""Several of the bot's processes on one PostgreSQL, behind a balancer: people notice nothing of that."""

from __future__ import annotations

import pytest

from tests.play.conftest import ENGLISH
from tests.play.crowd import Crowd, a_crowd
from tests.play.evening import ids_of
from tests.soak.__main__ import again, told
from tests.soak.machine import storm

pytestmark = pytest.mark.postgres

SECONDS, SEED = 4.0, 5


@pytest.mark.long
@pytest.mark.slow
async def test_workers_that_are_restarted_one_by_one_lose_no_click_and_do_nothing_twice() -> None:
    report = await storm(SEED, SECONDS, 3, workers=2, only="rolled|told twice", jumps=())
    assert not report.findings, told(report, again(SEED, SECONDS, 3, workers=2), with_log=True)
    assert report.troubles["rolled"] > 0
    assert report.confirmed > 5


async def test_a_private_panel_is_kept_up_to_date_by_whoever_answered_last(database_address: str) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        mine, theirs = crowd.owner(table), crowd.other(table)
        print(mine, theirs, table)
        opened = await crowd.say(theirs, "Ana", "cards")
        panel = opened.messages[0]
        print(panel.text, ids_of(panel))


async def started(crowd: Crowd, *names: str, **options: object) -> str:
    await crowd.say(0, names[0], "table new", **{"game": "rapa-nui-cards", **options})
    for name in names[1:]:
        await crowd.click(1, name, crowd.board(), "Join")
    await crowd.click(0, names[0], crowd.board(), "Start")
    views = await crowd.tables[0].tables_in(int(crowd.discord.channel("games").id))
    return views[-1].id
