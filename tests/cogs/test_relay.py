"""The relay of an interaction to the owner of its table: only genuine ones are taken, and each only once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import msgspec
import pytest

from cogs.discord_io.delivery import CAME, Came
from cogs.ops import relay as relay_module
from cogs.ops.relay import SEAL, SEALED_AT, STALE_S, Relay, Relayed
from tables.store.keyed_hash import sealed
from tests.clock import Clock

TABLE = "abcde"
PAYLOAD = {"id": "7", "type": 3, "token": "t"}
BODY = msgspec.json.encode(PAYLOAD)


class Process:
    """A process with a relay, and the interactions that it has taken."""

    def __init__(self, clock: Clock, secret: bytes = b"s") -> None:
        self.came: list[Came] = []
        self.owns: set[str] = set()
        self.owner: str | None = None
        self.at = ""
        cluster = SimpleNamespace(
            is_shared=True,
            is_ours=self.owns.__contains__,
            address_of=lambda about: self.owner,
            reached_at=self._reached_at,
        )
        tables: Any = SimpleNamespace(
            cluster=cluster, seal=lambda *parts: sealed(secret, *parts), clock=clock
        )
        self.relay = Relay(tables, self.came.append, "127.0.0.1", 0)

    def _reached_at(self, host: str, port: int) -> None:
        self.at = f"{host}:{port}"


class Waiting:
    """An interaction that waits for its answer."""

    def __init__(self) -> None:
        self.age_s = 0.0
        self.is_deferred = False
        self.may_be_deferred = True

    async def defer(self) -> bool:
        """Defer the interaction."""
        self.is_deferred = self.may_be_deferred
        return self.may_be_deferred


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def pair(clock: Clock) -> AsyncIterator[tuple[Process, Process]]:
    first, owner = Process(clock), Process(clock)
    owner.owns.add(TABLE)
    for one in (first, owner):
        await one.relay.listen()
    first.owner = owner.at
    yield first, owner
    for one in (first, owner):
        await one.relay.close()


async def handed_over(process: Process, waiting: Any) -> None:
    """Relay an interaction of a process to the owner of its table."""
    CAME.set(Came(PAYLOAD, BODY))
    async with asyncio.timeout(10):
        await process.relay.hand_over(TABLE, waiting)


async def test_the_owner_takes_it_with_its_age(pair: tuple[Process, Process]) -> None:
    first, owner = pair
    waiting = Waiting()
    waiting.age_s = 0.4
    await handed_over(first, waiting)
    assert (first.came, owner.came) == ([], [Came(PAYLOAD, BODY, 0.4)])
    assert not waiting.is_deferred


async def test_one_that_is_relayed_twice_is_worked_on_once(pair: tuple[Process, Process]) -> None:
    first, owner = pair
    for _ in range(2):
        await handed_over(first, Waiting())
    assert len(owner.came) == 1
    assert not owner.relay.is_new("7")  # By the gateway, too.


@pytest.mark.parametrize("is_closed", [True, False], ids=["gone", "being stopped"])
async def test_where_the_owner_takes_nothing_it_is_deferred_until_somebody_does(
    pair: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch, is_closed: bool
) -> None:
    first, owner = pair
    monkeypatch.setattr(relay_module, "AGAIN_S", 0.01)
    owner.relay.stop_taking()  # Which comes first: what is taken afterwards would never be begun.
    if is_closed:
        await owner.relay.close()
    waiting = Waiting()
    handing = asyncio.create_task(handed_over(first, waiting))
    while not waiting.is_deferred:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    first.owns.add(TABLE)
    await handing
    assert [one.is_deferred for one in first.came] == [True]
    assert owner.came == []


async def test_an_owner_that_stands_still_keeps_nothing(
    pair: tuple[Process, Process], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it finds once it goes on is too old: somebody else has answered it."""
    first, owner = pair
    monkeypatch.setattr(relay_module, "WITHIN_S", 0.05)
    monkeypatch.setattr(relay_module, "AGAIN_S", 0.01)
    goes_on, is_done, respond = asyncio.Event(), asyncio.Event(), owner.relay._respond

    async def still(request: Any) -> Any:
        await goes_on.wait()
        try:
            return await respond(request)
        finally:
            is_done.set()

    assert owner.relay._runner is not None
    monkeypatch.setattr(owner.relay._runner.server, "_answer", still)
    waiting = Waiting()
    handing = asyncio.create_task(handed_over(first, waiting))
    while not waiting.is_deferred:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    first.owns.add(TABLE)
    await handing
    clock.time += STALE_S
    goes_on.set()
    async with asyncio.timeout(10):
        await is_done.wait()
    assert (len(first.came), owner.came) == (1, [])


async def test_where_discord_no_longer_waits_it_is_dropped(pair: tuple[Process, Process]) -> None:
    first, owner = pair
    first.owner, waiting = None, Waiting()
    waiting.may_be_deferred = False
    await handed_over(first, waiting)
    assert (first.came, owner.came) == ([], [])


@pytest.mark.parametrize(
    ("off_s", "about", "change", "status"),
    [
        pytest.param(0.0, TABLE, {}, 202, id="as it should be"),
        pytest.param(STALE_S, TABLE, {}, 410, id="old"),
        pytest.param(-STALE_S, TABLE, {}, 410, id="from the future"),
        pytest.param(0.0, "other", {}, 409, id="another owner's table"),
        pytest.param(0.0, TABLE, {SEAL: "0" * 24}, 401, id="forged"),
        pytest.param(0.0, TABLE, {SEAL: "é"}, 401, id="an odd seal"),
        pytest.param(0.0, TABLE, {SEALED_AT: "nan"}, 401, id="another time"),
        pytest.param(0.0, TABLE, {SEALED_AT: ""}, 401, id="no time"),
    ],
)
async def test_who_is_believed(
    pair: tuple[Process, Process], clock: Clock, off_s: float, about: str, change: dict[str, str], status: int
) -> None:
    _, owner = pair
    body = msgspec.json.encode(Relayed(about, msgspec.Raw(BODY), 0.0, False))
    at = repr(clock.time - off_s)
    headers = {SEAL: owner.relay._sealed(body, at), SEALED_AT: at, **change}
    headers = {name: text.encode("latin-1").decode("latin-1") for name, text in headers.items()}
    async with aiohttp.ClientSession() as session:
        async with session.post(f"http://{owner.at}/", data=body, headers=headers) as response:
            assert response.status == status
        async with session.get(f"http://{owner.at}/") as response:
            assert response.status == 405
    assert len(owner.came) == (status == 202)


async def test_a_process_of_another_store_is_not_believed(clock: Clock) -> None:
    stranger, owner = Process(clock, b"other"), Process(clock)
    owner.owns.add(TABLE)
    await owner.relay.listen()
    stranger.owner, waiting = owner.at, Waiting()
    waiting.may_be_deferred = False
    await handed_over(stranger, waiting)
    await owner.relay.close()
    await stranger.relay.close()
    assert owner.came == []
