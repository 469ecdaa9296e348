"""Bots that know nothing of the local Discord, each in a process of its own."""

from __future__ import annotations

import asyncio
import re
import shlex
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from localdiscord import LocalDiscord, running_bot
from localdiscord.bots import environment

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PYTHON = shlex.quote(sys.executable)
SMALL_BOT = f"{PYTHON} {shlex.quote(str(HERE / 'small_bot.py'))}"
PATIENCE_S = 20.0


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[tuple[Process, str]]:
    """Run `python -m localdiscord` with these arguments; yield the process, and the address of its page."""
    words = (sys.executable, "-m", "localdiscord", *arguments)
    process = await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=PIPE, cwd=ROOT)
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_S)
        yield process, line.split()[1].decode()
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.communicate(), PATIENCE_S)


class Screen:
    """A person's page, played by a test without a browser."""

    def __init__(self, session: aiohttp.ClientSession, page: str) -> None:
        self._session = session
        self._page = page
        self._as: dict[str, str] = {}
        self._socket: aiohttp.ClientWebSocketResponse

    async def be(self, person: str) -> None:
        """Choose the person, and begin to get their events."""
        self._as = {"as": person}
        self._socket = await self._session.ws_connect(f"{self._page}local/events", params=self._as)

    async def state(self) -> Any:
        """Return the state that the page would show."""
        async with self._session.get(f"{self._page}local/state", params=self._as) as answer:
            return await answer.json()

    async def next(self, *names: str) -> Any:
        """Wait for the next event with one of these names; return it."""
        async with asyncio.timeout(PATIENCE_S):
            while (event := await self._socket.receive_json())["t"] not in names:
                pass
        return event["d"]

    async def interact(self, body: dict[str, Any]) -> None:
        """Send an interaction: a command or a click."""
        url = f"{self._page}local/interactions"
        async with self._session.post(url, params=self._as, json=body) as answer:
            assert answer.status == 204, await answer.text()


async def with_commands(screen: Screen) -> Any:
    """Return the page's state once the bot is online and has registered its commands."""
    while True:
        state = await screen.state()
        if state["commands"] and state["bot"]["online"]:
            return state
        await screen.next("COMMANDS_UPDATE", "BOT_UPDATE")


async def test_the_command_line_runs_a_small_bot_and_somebody_uses_it() -> None:
    names = ("--people", "Zoe:fr", "--guild", "Home", "--channels", "hall", "--bot-name", "Polly")
    async with started("--bot", SMALL_BOT, *names) as (process, page), aiohttp.ClientSession() as session:
        zoe = Screen(session, page)
        [person] = (await zoe.state())["people"]
        await zoe.be(person["id"])
        state = await with_commands(zoe)
        assert (state["guild"]["name"], state["bot"]["username"]) == ("Home", "Polly")
        [hall, direct], [command] = state["channels"], state["commands"]
        assert direct["type"] == 1
        assert hall["name"] == "hall"
        options = [{"name": "question", "value": "Tea?"}]
        data = {"id": command["id"], "name": "poll", "type": 1, "options": options}
        await zoe.interact({"type": 2, "channel_id": hall["id"], "nonce": "1", "data": data})
        asked = await zoe.next("MESSAGE_CREATE")
        assert asked["content"] == "Tea?"
        [button] = asked["components"][0]["components"]
        assert button["label"] == "Yes"
        click = {"type": 3, "channel_id": hall["id"], "message_id": asked["id"], "nonce": "2"}
        await zoe.interact(click | {"data": {"component_type": 2, "custom_id": button["custom_id"]}})
        assert (await zoe.next("MESSAGE_UPDATE"))["content"] == "1 said yes"
        process.terminate()
        assert await asyncio.wait_for(process.wait(), PATIENCE_S) == 0


async def test_a_test_runs_a_small_bot_and_two_people_use_it(local: LocalDiscord) -> None:
    async with running_bot(local, SMALL_BOT) as process:
        ana, ben = local.person("Ana"), local.person("Ben")
        await (await ana.command("poll", question="Tea?")).answered()
        [message] = ben.messages()
        for who in (ana, ben):
            await (await who.click(message, "Yes")).answered()
        assert message.content == "2 said yes"
        assert process.returncode is None
    assert process.returncode is not None
    assert local.violations == []


async def test_a_bot_that_ends_before_it_is_connected_is_told(local: LocalDiscord) -> None:
    with pytest.raises(RuntimeError, match="ended with 3"):
        async with running_bot(local, f"{PYTHON} -c 'raise SystemExit(3)'"):
            pass


async def test_the_command_line_ends_as_its_bot_does() -> None:
    async with started("--bot", f"{PYTHON} -c 'raise SystemExit(3)'") as (process, _page):
        assert await asyncio.wait_for(process.wait(), PATIENCE_S) == 3


async def test_a_bot_that_is_not_there_is_told() -> None:
    async with started("--bot", "no-such-bot") as (process, _page):
        assert process.stderr is not None
        assert b"can't be started" in await asyncio.wait_for(process.stderr.read(), PATIENCE_S)
        assert await asyncio.wait_for(process.wait(), PATIENCE_S) == 1


async def test_the_machines_own_start_up_module_still_runs(
    local: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os; os._exit(5)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="ended with 5"):
        async with running_bot(local, SMALL_BOT):
            pass


PLAIN = "class Route: BASE = 'there'"
ASKS = "class DiscordWebSocket: pass"


@pytest.mark.parametrize(
    ("module", "source", "address"),
    [
        pytest.param("discord.http", PLAIN, "Route.BASE", id="discord.py"),
        pytest.param("discord.http", "class Route: API_BASE_URL = ''", "Route.API_BASE_URL", id="py-cord"),
        pytest.param("disnake.http", PLAIN, "Route.BASE", id="disnake"),
        pytest.param("hikari.urls", "REST_API_URL = ''", "REST_API_URL", id="hikari"),
        pytest.param("interactions.api.http.route", PLAIN, "Route.BASE", id="interactions.py"),
        pytest.param("nextcord.http", PLAIN, "Route.BASE", id="nextcord"),
        pytest.param("discord.gateway", ASKS, "", id="a library that asks where the gateway is"),
        pytest.param("discord.http", "", "", id="a library of a known name and another shape"),
        pytest.param("discord.http", "class Route: pass", "", id="one with a route of another shape"),
        pytest.param("disnake.gateway", "", "", id="a module that nobody knows"),
    ],
)
async def test_a_library_is_pointed_at_the_local_discord_or_left_alone(
    local: LocalDiscord, tmp_path: Path, module: str, source: str, address: str
) -> None:
    folder = tmp_path.joinpath(*module.split(".")[:-1])
    folder.mkdir(parents=True)
    for package in (folder, *folder.parents):
        if package.is_relative_to(tmp_path) and package != tmp_path:
            (package / "__init__.py").touch()
    (folder / f"{module.split('.')[-1]}.py").write_text(source)
    shown = f"m.{address}" if address else "'imported'"
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import {module} as m; print({shown})"
    words = (sys.executable, "-c", program)
    process = await asyncio.create_subprocess_exec(*words, env=environment(local), stdout=PIPE, stderr=PIPE)
    out, told = await process.communicate()
    assert out.decode().strip() == (local.api_base if address else "imported"), told.decode()
    is_odd = module == "discord.http" and not address
    assert (b"discord.http isn't pointed" in told) is is_odd


async def test_the_example_of_the_readme_runs() -> None:
    readme = (HERE.parent / "README.md").read_text("utf-8")
    [example] = re.findall(r"```python\n(from localdiscord .*?)```", readme, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example.replace("python mybot.py", SMALL_BOT), names)
    await names["test_everybody_can_say_yes"]()
