"""Several of the bot's processes on one PostgreSQL, behind a load balancer: people don't notice."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from cogs.messages.whereabouts import BOARD, UNTIL_THE_END
from cogs.views.board import board_message
from localdiscord import Person, ShownMessage
from localdiscord.rest.interactions import DEFER_UPDATE
from locales import in_language
from tests.play.conftest import ENGLISH
from tests.play.crowd import Crowd, a_crowd
from tests.play.evening import PATIENCE_S, moves_of
from tests.soak.__main__ import again, told
from tests.soak.machine import storm

pytestmark = pytest.mark.postgres

SECONDS, SEED = 3.0, 11


@pytest.mark.long
@pytest.mark.slow
async def test_workers_that_are_restarted_one_by_one_lose_no_click_and_do_nothing_twice(
    database_address: str,
) -> None:
    how: dict[str, Any] = {"workers": 2, "only": "rolled", "way": "https"}
    report = await storm(SEED, SECONDS, 3, **how, jumps=(), address=database_address)
    assert not report.findings, told(report, again(SEED, SECONDS, 3, **how), with_log=True)
    assert report.troubles["rolled"] > 0
    assert report.confirmed > 5


async def test_a_private_panel_is_kept_up_to_date_by_whoever_answered_last(database_address: str) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        places = (crowd.owner(table), crowd.other(table))
        (panel,) = (await crowd.say(places[1], "Ana", "cards")).messages
        for number in range(6):
            look = await crowd.tables[0].look(table, crowd.person("Ana").id)
            name = "Ana" if look.asked is not None else "Ben"
            await crowd.discord.until(
                partial(shows_the_question, panel, look.asked if name == "Ana" else None),
                timeout_s=PATIENCE_S,
            )
            shown = (
                panel
                if name == "Ana"
                else await crowd.discord.until(partial(turn_of, crowd.person(name)), timeout_s=PATIENCE_S)
            )
            assert shown is not None
            await crowd.choose(places[number % 2], name, shown, moves_of(shown)[0])
            await crowd.painted()
            assert (await crowd.tables[0].table(table)).version > look.table.version
        (again,) = (await crowd.say(places[0], "Ana", "cards")).messages
        assert again.id != panel.id
        await crowd.discord.until(
            lambda: in_language("en")("table.opened_anew") in panel.text, timeout_s=PATIENCE_S
        )


async def test_what_another_worker_opens_in_a_private_panel_s_place_stays(
    database_address: str,
) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        await crowd.painted()
        for place in (crowd.owner(table), crowd.other(table)):
            (panel,) = (await crowd.say(place, "Ana", "cards")).messages
            await crowd.click(1 - place, "Ana", panel, "More…")
            menu = panel.text
            look = await crowd.tables[0].look(table, crowd.person("Ana").id)
            name = "Ana" if look.asked is not None else "Ben"
            own = await crowd.discord.until(partial(turn_of, crowd.person(name)), timeout_s=PATIENCE_S)
            assert own is not None
            await crowd.choose(place, name, own, moves_of(own)[0])
            await crowd.painted()
            assert panel.text == menu


async def test_a_click_whose_halves_reach_two_workers_has_one_effect(database_address: str) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        look = await crowd.tables[0].look(table, crowd.person("Ana").id)
        name = "Ana" if look.asked is not None else "Ben"
        panel = (await crowd.say(0, name, "cards")).messages[0]
        used = await crowd.person(name).forge(panel, moves_of(panel)[0])
        crowd.send_to(1)
        crowd.discord.deliver_again(used)
        await used.answered()
        await crowd.at_rest()
        written = await crowd.tables[1]._database.read("SELECT kind FROM journal WHERE click = ?", used.id)
        assert written == [("move",)]


async def test_a_click_that_reaches_another_worker_is_answered_by_who_knows_what_is_shown(
    database_address: str,
) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        await crowd.painted()
        await crowd.leases_moved()
        panels = {name: crowd.person(name).direct_messages()[-1] for name in ("Ana", "Ben")}
        again = [(name, one) for name in panels for one in panels[name].custom_ids if ":refresh" in one]
        assert again
        sent = len(list(crowd.discord.requests))
        for name, custom_id in again:
            used = await crowd.choose(crowd.other(table), name, panels[name], custom_id)
            assert used.response_type == DEFER_UPDATE
        further = list(crowd.discord.requests)[sent:]
        assert all(one.path.endswith("/callback") for one in further)


async def test_a_replay_that_runs_is_stopped_at_another_worker(database_address: str) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        for _ in range(6):
            look = await crowd.tables[0].look(table, crowd.person("Ana").id)
            name = "Ana" if look.asked is not None else "Ben"
            panel = (await crowd.say(0, name, "cards")).messages[0]
            await crowd.choose(0, name, panel, moves_of(panel)[0])
        (replay,) = (await crowd.say(0, "Ana", "replay")).messages
        await crowd.click(0, "Ana", replay, "⏯ Play")
        await crowd.at_rest()
        assert len(crowd.bots[0].parts.replay_player._playing) == 1
        await crowd.click(1, "Ana", replay, "⏸ Stop")
        assert len(crowd.bots[0].parts.replay_player._playing) == 0
        assert "⏯ Play" in [button.label for button in replay.buttons]


def turn_of(who: Person) -> ShownMessage | None:
    """Return a person's newest direct message, if it offers moves."""
    shown = who.direct_messages()[-1:]
    return shown[0] if shown and moves_of(shown[0]) else None


def shows_the_question(panel: ShownMessage, asked: int | None) -> bool:
    """Whether a panel has moves for question `asked`; None: whether it has no moves."""
    there = {int(one.split(":")[2]) for one in moves_of(panel)}
    return there == ({asked} if asked is not None else set())


async def started(crowd: Crowd, *names: str, **options: object) -> str:
    """Have the first person open a table, the others join, the first start; each click at another worker."""
    await crowd.say(0, names[0], "table new", **{"game": "rapa-nui-cards", **options})
    for name in names[1:]:
        await crowd.click(1, name, crowd.board(), "Join")
    await crowd.click(0, names[0], crowd.board(), "Start")
    views = await crowd.tables[0].tables_in(int(crowd.discord.channel("games").id))
    return views[-1].id


async def test_of_two_boards_that_two_workers_post_at_once_one_stays(database_address: str) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        await crowd.painted()
        former = (await crowd.tables[0].messages.get(table))[BOARD]
        for number, bot in enumerate(crowd.bots):  # Both begin with what stood there before.
            look = await crowd.tables[number].look(table, None)
            view = board_message(look, bot.parts.words(look.table.locale), None)
            await bot.parts.updaters.board.post(look, view, former, number)
        await crowd.painted()
        boards = [
            one for one in crowd.person("Ana").messages("games") if f"t:{table}:cards" in one.custom_ids
        ]
        assert len(boards) == 1
        noted = (await crowd.tables[0].messages.get(table))[BOARD]
        assert int(boards[0].id) == noted.message_id


async def test_a_board_whose_former_one_is_deleted_as_it_is_posted_is_the_board(
    database_address: str,
) -> None:
    async with a_crowd(database_address, people=ENGLISH) as crowd:
        table = await started(crowd, "Ana", "Ben")
        await crowd.painted()
        bot, messages = crowd.bots[0], crowd.tables[0].messages
        look, former = await crowd.tables[0].look(table, None), (await messages.get(table))[BOARD]
        view = board_message(look, bot.parts.words(look.table.locale), None)
        await messages.put(table, BOARD, former.channel_id, 0, UNTIL_THE_END)  # As when that is heard.
        await bot.parts.updaters.board.post(look, view, former, 1)
        await crowd.painted()
        assert (await messages.get(table))[BOARD].message_id == int(crowd.board().id)
        assert f"t:{table}:cards" in crowd.board().custom_ids
