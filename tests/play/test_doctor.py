"""`/doctor` tells people who run a server what the bot lacks there, and the operator the whole state."""

from __future__ import annotations

import time
from unittest.mock import patch

import pytest

from cogs.messages.repaint import Rest
from cogs.ops.connection import Socket
from cogs.ops.metrics import Metrics
from cogs.ops.operator import version
from cogs.text.names import table_name
from tables import Refused, StorageFailed
from tables.verbs.access import check_runs
from tables.verbs.lobby import held
from tests.play.evening import Evening
from tests.play.pairing import each_pairing

NOT_IN_CHARGE = "Only someone who may manage this server"
COSTS = {
    "VIEW_CHANNEL": "I can't see this channel",
    "SEND_MESSAGES": "I can't post here",
    "CREATE_PUBLIC_THREADS": "I can't open a thread for a game",
    "SEND_MESSAGES_IN_THREADS": "I can't post in a game's thread",
    "ATTACH_FILES": "boards are described in words",
    "READ_MESSAGE_HISTORY": "open a thread on a board",
}


def in_charge(evening: Evening, name: str, permission: str = "MANAGE_GUILD") -> None:
    """Give a person a permission to run the server."""
    evening.discord.change_permissions(name, "games", allow=[permission])


def operated(evening: Evening, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a person the bot's operator."""
    for one in evening.workers:
        monkeypatch.setitem(vars(one.bot.parts), "operator_id", evening.person(name).id)


@each_pairing
async def test_what_is_lacking_is_said_with_its_cost_and_its_remedy(evening: Evening) -> None:
    assert NOT_IN_CHARGE in await evening.say("Ana", "doctor")
    in_charge(evening, "Ana", "MANAGE_CHANNELS")
    told = await evening.say("Ana", "doctor")
    assert version() in told
    assert "clock agrees" in told
    assert not any(cost in told for cost in COSTS.values())
    assert (
        "An invitation to a role" in told
    )  # Nobody has to grant that, so the invitation doesn't ask for it.
    for lacking, cost in COSTS.items():
        evening.discord.deny("games", lacking)
        told = await evening.say("Ana", "doctor")
        assert ("I have every permission" in told) is (lacking not in COSTS)
        assert [one for one in COSTS.values() if one in told] == [cost], lacking
        assert f"“{lacking.title().replace('_', ' ').replace(' In ', ' in ')}”" in told


@each_pairing
async def test_the_tables_of_the_channel_are_listed_with_what_ails_them(evening: Evening) -> None:
    in_charge(evening, "Ana")
    assert "None yet." in await evening.say("Ana", "doctor")
    fine = await evening.lobby("Ana", "Ben")
    resting = await evening.lobby("Ben", "Ana")
    stopped = await evening.started("Cleo", "Ben")
    await evening.tables.happen(stopped, held)
    await evening.settled()
    keeper = evening.keeper(resting)
    keeper.bot.parts.displays.of(resting).rests._of["board"] = Rest(9, 1e12)
    told = await evening.say("Ana", "doctor")
    lines = {
        table: told.partition(table_name(await evening.tables.table(table)))[2].partition("\n- ")[0]
        for table in (fine, resting, stopped)
    }
    assert "all its clocks are stopped" in lines[stopped]
    is_asked = keeper is evening.workers[0]
    assert "Discord has refused" in lines[resting] or not is_asked or len(evening.workers) > 1
    assert "Discord has refused" not in lines[fine]


async def test_in_a_thread_what_counts_is_whether_it_may_post_there(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.dealt("Ana")
    await evening.settled()
    in_charge(evening, "Ana")
    thread = evening.discord.threads[-1].id
    told = await evening.say("Ana", "doctor", channel=thread)
    assert not any(cost in told for cost in COSTS.values())
    assert table_name(await evening.tables.table(await evening.table_id())) in told
    evening.discord.deny("games", "SEND_MESSAGES_IN_THREADS")
    assert "I can't post here" in await evening.say("Ana", "doctor", channel=thread)


@each_pairing
async def test_the_operator_learns_that_the_database_is_away(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    operated(evening, "Ben", monkeypatch)
    with (
        patch.object(evening.database, "read", side_effect=StorageFailed("closed")),
        patch.object(evening.database, "read_all", side_effect=StorageFailed("closed")),
        patch.object(evening.database, "write", side_effect=StorageFailed("closed")),
    ):
        told = await evening.say("Ben", "doctor", channel="games")
    assert "The whole bot" in told
    assert "Database: a test write failed." in told


@each_pairing
async def test_the_operator_learns_of_the_whole_bot_wherever_they_ask(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert NOT_IN_CHARGE in await evening.say("Ben", "doctor", channel="@bot")
    in_charge(evening, "Ana")
    assert "The whole bot" not in await evening.say("Ana", "doctor")
    assert NOT_IN_CHARGE in await evening.say("Ana", "doctor", channel="@bot")
    operated(evening, "Ben", monkeypatch)
    await evening.started("Ana", "Cleo")
    for place in ("@bot", "games"):
        told = await evening.say("Ben", "doctor", channel=place)
        assert "Tables: " in told
        assert "a test write took" in told
        assert "set `HEALTH_PORT`" in told
        assert ("leases are held" in told) is evening.tables.cluster.is_shared
        assert ("Disk: " in told) is not evening.tables.cluster.is_shared
        assert ("Permissions here" in told) is (place == "games")
    metrics = Metrics()
    for one in evening.workers:
        monkeypatch.setitem(vars(one.bot.parts), "watchers", (metrics,))
    metrics.called(is_sent=False)
    metrics.committed(1, 0.7)
    metrics.committed(1, 0.2)
    told = await evening.say("Ben", "doctor", channel="@bot")
    assert "0 failed clicks, 1 unsent notices, 0 requests over Discord's limit, 1 slow writes" in told


def test_who_runs_a_server_without_the_bot_hears_why_nothing_can_be_told() -> None:
    def told(**who: bool) -> str:
        about = dict.fromkeys(("is_operator", "runs_server", "is_server", "is_there"), False)
        try:
            check_runs(**{**about, **who})
        except Refused as refused:
            return refused.code
        return ""

    assert told(is_server=True, runs_server=True) == "not_a_member"
    assert told(is_server=True, runs_server=True, is_there=True) == ""
    assert told(is_server=True) == told(runs_server=True) == told(is_there=True) == "not_in_charge"
    assert told(is_operator=True) == ""


async def test_a_gateway_whose_heartbeats_are_not_answered_counts_as_silent(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_charge(evening, "Ana")
    long_ago = time.perf_counter() - 1000
    assert "latest heartbeat was" in await evening.say("Ana", "doctor")
    monkeypatch.setattr(Socket, "heartbeat", property(lambda _: (long_ago, 41.25)))
    assert "isn't connected right now" in await evening.say("Ana", "doctor")
