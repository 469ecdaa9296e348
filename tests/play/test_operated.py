"""The bot's operator learns its state, but nothing about people's games."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import signal
import socket
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.catalogue import games
from localdiscord import Interaction, LocalDiscord, Person, ShownMessage
from tests.balancer import free_ports, listens
from tests.local import local_discord
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, choose, has_something, moves_of, press_in_lobby
from tests.play.killed_bot import HURRIED, KilledBot
from tests.play.test_killed import is_confirmed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.only_with("sqlite", "the bot is a process of its own, on a file"),
]

TOKEN = "MTA5.Gk3x.aVeryLongTokenOfABotThatMustNotBeRead"
PEOPLE = {**ENGLISH, "Eva": "en-US", "Finn": "en-US"}
PAIRS = (("Cleo", "Dao"), ("Eva", "Finn"))
"""Who plays until the bot is stopped."""
VERBS = {"table new", "join", "set_up", "start", "play", "cards", "other"}
"""What people ask for here."""
OUTCOMES = {"done", "refused"}
LABELS = {
    "verb": VERBS,
    "outcome": {*OUTCOMES, "sent", "failed"},
    "game": {*games(), "other"},
    "phase": {"lobby", "running"},
    "shard": {"0"},
    "route": {"POST /interactions/*/*/callback"},
    "le": None,  # The bound of a histogram's part.
}
"""Each label, and the values that it may have."""


@dataclass
class Seen:
    """All that an operator could see of a bot during an evening.

    Attributes:
        answers: The status and the body of each HTTP answer, by path.
        stopped: The answer of /livez while the bot's process was stopped; None: there was none.
        told: The messages to the service manager.
        log: The bot's log.
        secret: Texts that must be in none of these: names, ids, tokens, moves.
        status: The bot's exit status.
        took_s: Seconds from SIGTERM to the bot's end.
        confirmed: The clicks on moves that were confirmed about the time of SIGTERM.
        lost: Those in `confirmed` that the journal lacks.
    """

    answers: dict[str, tuple[int, str]] = field(default_factory=dict)
    stopped: int | None = None
    told: list[str] = field(default_factory=list)
    log: str = ""
    secret: dict[str, str] = field(default_factory=dict)
    status: int | None = None
    took_s: float = 0.0
    confirmed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


async def use(discord: LocalDiscord, seen: Seen) -> None:
    """Have two people play, with some clicks that are refused, doubled, or on no button."""
    ana, ben = discord.person("Ana"), discord.person("Ben")
    discord.faults.limit("POST", "*/callback", times=1)
    await (await ana.command("table new", game="rapa-nui-cards")).answered()
    await discord.until(lambda: ana.messages("games"), timeout_s=PATIENCE_S)
    for who, label in ((ben, "Join"), (ben, "Join"), (ana, "Set up…"), (ana, "Start")):
        await press_in_lobby(discord, who, label)
    for custom_id in ("t:zzzzz:cards", "t:zzzzz:a_forged_verb", "o:forged", "nonsense"):
        await (await ben.forge(ana.messages("games")[0], custom_id)).answered()
    for _ in range(3):
        acting = await discord.until(
            lambda: next((who for who in (ana, ben) if has_something(last(who))), None), timeout_s=PATIENCE_S
        )
        assert acting is not None
        move = moves_of(last(acting))[0]
        await (await choose(acting, last(acting), move)).answered()
        seen.secret[f"move {move}"] = move.split(":")[3]
    table = next(one.split(":")[1] for one in last(ana).custom_ids)
    seen.secret |= {"table": table, "token": TOKEN, "channel": discord.channel("games").id}
    for name, who in (("Ana", ana), ("Ben", ben)):
        seen.secret |= {name: name, f"id of {name}": str(who.id)}
    for used in discord.world.interactions.values():
        seen.secret |= {f"interaction {used.id}": used.id, f"token {used.id}": used.token}


def last(who: Person) -> ShownMessage:
    """Return a person's newest panel that asks for a move; if there is none, their newest panel.

    Raises:
        LookupError: They have no panel yet.
    """
    panels = [*who.ephemeral(), *who.direct_messages()]
    return next((one for one in reversed(panels) if moves_of(one)), panels[-1])


async def ask(session: aiohttp.ClientSession, port: int, path: str, within_s: float) -> tuple[int, str]:
    """Return the status and the body of the answer to a request.

    Raises:
        TimeoutError: There is no answer in time.
    """
    async with asyncio.timeout(within_s), session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def evening(folder: Path) -> Seen:
    seen, (port,) = Seen(), free_ports(1)
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(folder / "notify"))
    manager.setblocking(False)
    settings = {
        "HEALTH_PORT": str(port),
        "LOG_CLICKS": "on",
        "LOG_LEVEL": "INFO",
        "NOTIFY_SOCKET": str(folder / "notify"),
        "WATCHDOG_USEC": "1000000",
    }
    loop = asyncio.get_running_loop()
    async with (
        local_discord(token=TOKEN, people=PEOPLE) as discord,
        aiohttp.ClientSession() as session,
    ):
        bot = KilledBot(discord, folder / "tables.sqlite3", program=HURRIED)
        with (folder / "log").open("wb") as log:
            await bot.launch(settings, log.fileno())

        def heard() -> None:
            seen.told.append(manager.recv(100).decode())
            discord.world.events.changed()

        loop.add_reader(manager, heard)  # All the time: the system drops what finds too much unread.
        await discord.until(lambda: {"WATCHDOG=1", "READY=1"} <= set(seen.told), timeout_s=PATIENCE_S)
        await use(discord, seen)
        for path in ("/livez", "/readyz", "/metrics", "/"):
            seen.answers[path] = await ask(session, port, path, PATIENCE_S)
        bot.process.send_signal(signal.SIGSTOP)
        with contextlib.suppress(TimeoutError):
            seen.stopped, _ = await ask(session, port, "/livez", 0.2)
        bot.process.send_signal(signal.SIGCONT)
        await stop(discord, bot, seen)
        loop.remove_reader(manager)
        with contextlib.suppress(BlockingIOError):
            while True:
                seen.told.append(manager.recv(100).decode())
    manager.close()
    seen.log = (folder / "log").read_text("utf-8")
    return seen


async def stop(discord: LocalDiscord, bot: KilledBot, seen: Seen) -> None:
    """Send SIGTERM while four people click as fast as they can, and one answer is lost."""
    for host, guest in PAIRS:
        opened = await discord.person(host).command("table new", game="ru-ra-re", seats=2, channel="lounge")
        await opened.answered()
        for who, label in ((guest, "Join"), (host, "Start")):
            await press_in_lobby(discord, discord.person(who), label, "lounge")
    sent: list[tuple[Interaction, Person, int]] = []

    async def go_on(who: Person) -> None:
        while True:
            await discord.until(lambda: has_something(last(who)), timeout_s=PATIENCE_S)
            shown, since = last(who), len(discord.seen_by(who))
            used = await choose(who, shown, random.choice(moves_of(shown)))
            sent.append((used, who, since))
            discord.world.events.changed()
            await used.answered()

    clicking = [asyncio.create_task(go_on(discord.person(name))) for pair in PAIRS for name in pair]
    await discord.until(lambda: len(sent) >= 20, timeout_s=PATIENCE_S)
    held = discord.faults.hold("POST", "*/callback", times=1)
    await asyncio.wait_for(held.struck.wait(), PATIENCE_S)
    began = time.perf_counter()
    bot.process.send_signal(signal.SIGTERM)
    seen.status = await asyncio.wait_for(bot.process.wait(), PATIENCE_S)
    seen.took_s = time.perf_counter() - began
    for task in clicking:
        task.cancel()
    await asyncio.gather(*clicking, return_exceptions=True)
    with contextlib.closing(sqlite3.connect(bot.database)) as connection:
        kept = {click for (click,) in connection.execute("SELECT click FROM journal")}
    seen.confirmed = [used.id for used, who, since in sent if is_confirmed(discord, who, used, since)]
    seen.lost = [one for one in seen.confirmed if one not in kept]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    return asyncio.run(evening(tmp_path_factory.mktemp("operated")))


def test_a_bot_that_plays_is_alive_and_ready(seen: Seen) -> None:
    assert seen.answers["/livez"] == (200, '{"loop": true}')
    assert seen.answers["/readyz"] == (200, '{"journal": true, "gateway": true}')
    assert seen.answers["/"][0] == 404


async def test_a_bot_without_the_gateway_is_ready_once_it_takes_clicks(tmp_path: Path) -> None:
    health, clicks = free_ports(2)
    async with local_discord(token=TOKEN, people=PEOPLE) as discord, aiohttp.ClientSession() as session:
        bot = KilledBot(discord, tmp_path / "tables.sqlite3", program=HURRIED)
        held = discord.faults.hold("GET", "/users/@me")
        settings = {
            "GATEWAY": "off",
            "INTERACTIONS_PUBLIC_KEY": discord.public_key,
            "INTERACTIONS_PORT": str(clicks),
            "HEALTH_PORT": str(health),
        }
        await bot.launch(settings)
        await asyncio.wait_for(held.struck.wait(), PATIENCE_S)  # It logs in, and listens afterwards.
        before = await ask(session, health, "/readyz", PATIENCE_S)
        assert before == (503, '{"journal": true, "https": false}')
        held.release()
        await asyncio.wait_for(listens(clicks), PATIENCE_S)
        after = await ask(session, health, "/readyz", PATIENCE_S)
        assert after == (200, '{"journal": true, "https": true}')
        assert await bot.end() == 0


def test_a_process_that_stands_still_does_not_say_that_it_is_alive(seen: Seen) -> None:
    assert seen.stopped is None


def test_the_service_manager_is_told_of_the_start_the_life_and_the_end(seen: Seen) -> None:
    assert seen.told[0].startswith("EXTEND_TIMEOUT_USEC=")
    assert seen.told[1:3] == ["READY=1", "WATCHDOG=1"]
    assert seen.told[-1] == "STOPPING=1"


def test_a_bot_under_clicks_ends_within_five_seconds_and_keeps_what_it_confirmed(seen: Seen) -> None:
    """Also where an answer to Discord gets nowhere: for three seconds it is waited for."""
    assert seen.status == 0
    assert seen.took_s < 5.0
    assert len(seen.confirmed) >= 15
    assert seen.lost == []


def test_every_figure_is_there_and_has_counted(seen: Seen) -> None:
    families = {one.name: one.samples for one in text_string_to_metric_families(seen.answers["/metrics"][1])}
    for name in ("loop_delay", "answer", "commit", "repaint_lateness"):
        found = {sample.name: sample.value for sample in families[f"tables_{name}_seconds"]}
        assert found[f"tables_{name}_seconds_count"] > 0, name
    assert {"tables_commit_pieces", "tables_thinking_seconds"} < set(families)
    assert [sample.value for sample in families["tables_gateway_latency_seconds"]] > [0.0]
    sent = {
        sample.labels["outcome"]: sample.value for sample in families["tables_notices"] if is_sum(sample.name)
    }
    assert sent["sent"] >= 1
    (running,) = families["tables_open"]
    assert (running.labels, running.value) == ({"game": "rapa-nui-cards", "phase": "running"}, 1)
    (limited,) = [sample for sample in families["tables_rate_limited"] if is_sum(sample.name)]
    assert limited.value == 1
    clicks = {
        (sample.labels["verb"], sample.labels["outcome"]): sample.value
        for sample in families["tables_clicks"]
        if is_sum(sample.name)
    }
    assert clicks["join", "done"] == clicks["join", "refused"] == 1
    assert clicks["play", "done"] == 3
    assert clicks["other", "refused"] == 3
    assert clicks["cards", "refused"] == 1


def is_sum(name: str) -> bool:
    return name.endswith("_total")


def test_no_label_is_ever_an_id_or_a_name(seen: Seen) -> None:
    text = seen.answers["/metrics"][1]
    for figures in text_string_to_metric_families(text):
        for sample in figures.samples:
            for label, value in sample.labels.items():
                allowed = LABELS[label]
                assert allowed is None or value in allowed, (sample.name, label, value)
    labels = set(re.findall(r'="([^"]*)"', text))
    for what, secret in seen.secret.items():
        assert not [one for one in labels if one != "0" and secret in one], what


def test_a_line_a_click_tells_its_steps_and_nobodys_cards(seen: Seen) -> None:
    lines = [line for line in seen.log.splitlines() if " answered " in line]
    found = [dict(re.findall(r"(\w+)=(\S+)", line)) for line in lines]
    plays = [one for one in found if one["verb"] == "play" and one["table"] == seen.secret["table"]]
    assert len(plays) == 3
    for one in plays:
        assert one["outcome"] == "done"
        assert {"waited_ms", "worked_ms", "sent_ms"} < set(one)
    # An answer that a repaint has shown already isn't drawn again.
    assert any("drawn_ms" in one for one in plays)
    unfit = {what: secret for what, secret in seen.secret.items() if what != "table"}
    assert [what for what, secret in unfit.items() for line in lines if secret in line] == []
