"""Clicks over HTTPS that another process answers, which looks after the table."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.ops import passing_on
from cogs.ops.passing_on import MARK, PassingOn, table_of
from tests.cogs.bench import Bench, signed

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
        asked: The tables of which an address was wanted.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.owner = Bench(PassingOn(self._first))
        self.first: Bench

    def _first(self, table_id: str) -> str:
        self.asked.append(f"{table_id} again")
        return "{}:{}".format(*self.first.receiver.address)

    def _owner(self, table_id: str) -> str | None:
        self.asked.append(table_id)
        return "{}:{}".format(*self.owner.receiver.address) if table_id == TABLE else None

    async def begin(self) -> None:
        """Have both listen."""
        self.first = Bench(PassingOn(self._owner))
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
    await made.begin()
    yield made
    await made.end()


async def post(pair: Pair, body: bytes, **headers: str) -> tuple[int, Any]:
    return await pair.first.post(body, signed(body) | headers)


async def test_a_click_is_answered_by_who_looks_after_its_table(pair: Pair) -> None:
    assert await post(pair, click()) == (202, None)
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
    assert await post(pair, body) == (202, None)
    assert pair.answered_by() == (1, 0)


def test_moves_and_forms_have_their_table_too() -> None:
    assert table_of({"data": {"custom_id": "m:abc:12:take 3"}}) == "abc"
    assert table_of({"type": 5, "data": {"custom_id": "t:abc:note", "components": []}}) == "abc"


async def test_one_delivered_twice_is_worked_on_once(pair: Pair) -> None:
    assert await post(pair, click()) == (202, None)
    assert await post(pair, click()) == (202, None)
    assert await pair.owner.post(click(), signed(click()) | {MARK: "1"}) == (202, None)
    assert pair.answered_by() == (0, 1)


async def test_who_is_gone_is_asked_again_after_a_while(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    await pair.owner.end()
    for number in (1, 2):
        assert await post(pair, click(number)) == (202, None)
    assert pair.answered_by() == (2, 0)
    pair.owner = Bench()
    await pair.owner.begin()
    monkeypatch.setattr(passing_on, "SHUNNED_S", 0.0)
    assert await post(pair, click(3)) == (202, None)
    assert pair.answered_by() == (2, 1)


async def test_who_did_not_answer_is_not_asked_for_a_while(pair: Pair) -> None:
    port = pair.owner.receiver.address[1]
    await pair.owner.end()
    assert await post(pair, click(1)) == (202, None)
    pair.owner = Bench()
    pair.owner.receiver._door = pair.owner.receiver._door._replace(port=port)
    await pair.owner.begin()
    assert await post(pair, click(2)) == (202, None)
    assert pair.answered_by() == (2, 0)


async def test_who_is_taken_for_another_answers_itself(pair: Pair) -> None:
    pair.owner = pair.first
    assert await post(pair, click()) == (202, None)
    assert len(pair.first.came) == 1
