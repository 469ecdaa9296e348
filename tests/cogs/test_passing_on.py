"""Clicks over HTTPS that another process answers, which looks after the table."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from cogs.discord_io.in_response import in_response
from cogs.ops import passing_on, receiver
from cogs.ops.passing_on import MARK, PassingOn, table_of
from tests.cogs.bench import ACKNOWLEDGED, Bench, posted, signed
from tests.house.test_house import ROOT

TABLE = "t1"


def click(number: int = 7, custom_id: str = f"t:{TABLE}:refresh") -> bytes:
    """A click on a button."""
    data = {"component_type": 2, "custom_id": custom_id}
    return json.dumps({"id": str(number), "type": 3, "token": "secret", "data": data}).encode()


class Pair:
    """Two processes: each thinks that it knows who looks after a table.

    Attributes:
        first: The one that gets what is posted.
        owner: The one that looks after the table, as the first one thinks.
        sent: What was sent to Discord as a request; `has_sent` is set then.
        asked: The tables of which an address was wanted.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.sent: list[tuple[str, Any]] = []
        self.has_sent = asyncio.Event()
        self.api_base = ""
        self.owner = Bench(PassingOn(self._first, ""))
        self.first: Bench

    def _first(self, table_id: str) -> str:
        self.asked.append(f"{table_id} again")
        return "{}:{}".format(*self.first.receiver.address)

    def _owner(self, table_id: str) -> str | None:
        self.asked.append(table_id)
        return "{}:{}".format(*self.owner.receiver.address) if table_id == TABLE else None

    async def begin(self) -> None:
        """Have both listen."""
        self.first = Bench(PassingOn(self._owner, self.api_base))
        for one in (self.first, self.owner):
            await one.begin()

    async def end(self) -> None:
        """Close both."""
        for one in (self.first, self.owner):
            await one.end()

    def answered_by(self) -> tuple[int, int]:
        """How many clicks the first one has worked on, and how many the owner."""
        return len(self.first.came), len(self.owner.came)


@pytest.fixture
async def pair() -> AsyncIterator[Pair]:
    made = Pair()

    async def callback(request: web.BaseRequest) -> web.Response:
        made.sent.append((request.path, json.loads(await request.read())))
        made.has_sent.set()
        return web.Response(status=204)

    discord = web.ServerRunner(web.Server(callback))
    await discord.setup()
    await web.TCPSite(discord, "127.0.0.1", 0).start()
    made.api_base = "http://{}:{}".format(*discord.addresses[0])
    await made.begin()
    yield made
    await made.end()
    await discord.cleanup()


async def post(pair: Pair, body: bytes, **headers: str) -> tuple[int, Any]:
    return await pair.first.post(body, signed(body) | headers)


async def test_a_click_is_answered_by_who_looks_after_its_table(pair: Pair) -> None:
    assert await post(pair, click()) == (200, ACKNOWLEDGED)
    assert pair.answered_by() == (0, 1)
    assert pair.owner.came == [json.loads(click())]
    assert pair.asked == [TABLE]  # Who got it from another passes it on no further.


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(click(custom_id="t:t2:refresh"), id="a table of one's own"),
        pytest.param(click(custom_id="o:rules"), id="no table"),
        pytest.param(click(custom_id="nonsense"), id="nothing of ours"),
        pytest.param(b'{"id":"7","type":2,"token":"t","data":{"name":"games"}}', id="a command"),
        pytest.param(b'{"id":"7","type":3,"token":"t","data":[]}', id="odd data"),
        pytest.param(b'{"id":"7","type":3,"token":"t"}', id="no data"),
    ],
)
async def test_all_else_is_answered_at_once(pair: Pair, body: bytes) -> None:
    assert await post(pair, body) == (200, ACKNOWLEDGED)
    assert pair.answered_by() == (1, 0)


def test_moves_and_forms_have_their_table_too() -> None:
    assert table_of({"data": {"custom_id": "m:abc:12:take 3"}}) == "abc"
    assert table_of({"type": 5, "data": {"custom_id": "t:abc:note", "components": []}}) == "abc"


async def test_one_delivered_twice_is_worked_on_once(pair: Pair) -> None:
    assert await post(pair, click()) == (200, ACKNOWLEDGED)
    assert await post(pair, click()) == (202, None)
    assert await pair.owner.post(click(), signed(click()) | {MARK: "1"}) == (202, None)
    assert pair.answered_by() == (0, 1)


async def test_where_the_answer_comes_later_that_is_said(pair: Pair) -> None:
    async def later(_: Any) -> None:
        way = in_response()
        assert way is not None
        way.pass_on()

    pair.owner.answer = later
    assert await post(pair, click()) == (202, None)
    assert pair.answered_by() == (0, 1)


async def test_who_is_gone_is_asked_again_after_a_while(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    await pair.owner.end()
    for number in (1, 2):
        assert await post(pair, click(number)) == (200, ACKNOWLEDGED)
    assert pair.answered_by() == (2, 0)
    pair.owner = Bench()
    await pair.owner.begin()
    monkeypatch.setattr(passing_on, "SHUNNED_S", 0.0)
    assert await post(pair, click(3)) == (200, ACKNOWLEDGED)
    assert pair.answered_by() == (2, 1)


async def test_who_did_not_answer_is_not_asked_for_a_while(pair: Pair) -> None:
    port = pair.owner.receiver.address[1]
    await pair.owner.end()
    assert await post(pair, click(1)) == (200, ACKNOWLEDGED)
    pair.owner = Bench()
    pair.owner.receiver._door = pair.owner.receiver._door._replace(port=port)
    await pair.owner.begin()
    assert await post(pair, click(2)) == (200, ACKNOWLEDGED)
    assert pair.answered_by() == (2, 0)


async def test_who_stands_still_is_waited_for_a_little(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = asyncio.Event()

    async def stands_still(_: Any) -> None:
        way = in_response()
        assert way is not None
        await goes_on.wait()
        way.pass_on()

    pair.owner.answer = stands_still
    monkeypatch.setattr(passing_on, "WITHIN_S", 0.05)
    assert await post(pair, click()) == (200, ACKNOWLEDGED)
    assert pair.answered_by() == (1, 1)
    goes_on.set()


async def test_who_looks_after_the_table_and_takes_long_says_so_before_the_other_gives_up(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = asyncio.Event()

    async def stands_still(_: Any) -> None:
        await goes_on.wait()

    pair.owner.answer = stands_still
    monkeypatch.setattr(receiver, "PEER_WITHIN_S", 0.02)
    assert await post(pair, click()) == (202, None)
    assert pair.answered_by() == (0, 1)
    goes_on.set()


def test_each_waits_for_longer_than_the_next_one_takes() -> None:
    read = re.findall(r"proxy_read_timeout (\d+)ms", (ROOT / "README.md").read_text("utf-8"))
    assert len(read) == 1
    balancer_s = int(read[0]) / 1000
    assert receiver.PEER_WITHIN_S < passing_on.WITHIN_S < receiver.ANSWER_WITHIN_S < balancer_s < 1.5


async def test_where_both_stand_still_discord_is_told_in_time(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that the one has used up, the other doesn't have."""
    loop, goes_on, ages = asyncio.get_running_loop(), asyncio.Event(), list[float]()

    async def stands_still(_: Any) -> None:
        way = in_response()
        assert way is not None
        ages.append(loop.time() - way.came_at)
        await goes_on.wait()

    pair.first.answer = pair.owner.answer = stands_still
    monkeypatch.setattr(passing_on, "WITHIN_S", 1.0)
    monkeypatch.setattr(receiver, "PEER_WITHIN_S", 9.0)
    monkeypatch.setattr(receiver, "ANSWER_WITHIN_S", 1.2)
    began = loop.time()
    assert await post(pair, click()) == (202, None)
    assert loop.time() - began < 2
    assert pair.answered_by() == (1, 1)
    assert ages[1] > 0.9
    goes_on.set()


async def test_who_is_stopping_or_has_no_room_leaves_it_to_who_asked(pair: Pair) -> None:
    async def turned_away(_: Any) -> None:
        way = in_response()
        assert way is not None
        assert way.turn_away()

    pair.owner.answer = turned_away
    assert await post(pair, click()) == (200, ACKNOWLEDGED)
    assert pair.answered_by() == (1, 1)


async def test_who_is_taken_for_another_answers_itself(pair: Pair) -> None:
    pair.owner = pair.first
    assert await post(pair, click()) == (200, ACKNOWLEDGED)
    assert len(pair.first.came) == 1


async def test_an_answer_that_did_not_come_to_discord_is_sent_as_a_request(pair: Pair) -> None:
    came, goes_on = asyncio.Event(), asyncio.Event()

    async def when_cut(payload: Any) -> None:
        came.set()
        await goes_on.wait()
        await pair.owner.acknowledged(payload)

    pair.owner.answer = when_cut
    _, writer = await asyncio.open_connection(*pair.first.receiver.address)
    await posted(writer, click())
    await came.wait()
    writer.transport.abort()
    await pair.first.left()
    goes_on.set()
    async with asyncio.timeout(10):
        await pair.has_sent.wait()
    assert pair.sent == [("/interactions/7/secret/callback", ACKNOWLEDGED)]
    assert pair.answered_by() == (0, 1)
