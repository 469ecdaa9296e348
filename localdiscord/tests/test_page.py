from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from localdiscord import LocalDiscord
from localdiscord.tests.local_bots import Bot, running
from localdiscord.tests.people.test_commands_and_buttons import with_join


class Page:
    """A client of the page's server, in place of the browser."""

    def __init__(self, local: LocalDiscord, session: aiohttp.ClientSession, name: str) -> None:
        self.local = local
        self.session = session
        self.me = {"as": local.person(name).user.id}

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        url = f"{self.local.page}local/{path}"
        async with self.session.request(method, url, params=self.me, json=body) as answer:
            return answer.status, await answer.json() if answer.content_type == "application/json" else None

    async def get(self, path: str) -> Any:
        return (await self.ask("GET", path))[1]

    async def event(self, socket: aiohttp.ClientWebSocketResponse, name: str) -> Any:
        while True:
            event = await socket.receive_json(timeout=5)
            if event["t"] == name:
                return event["d"]


async def fresh_channel(bot: Bot, local: LocalDiscord) -> discord.TextChannel:
    channel = await bot.fetch_channel(int(local.channel("general").id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_the_page_sees_and_does_what_a_client_does(local: LocalDiscord) -> None:
    async with running(local, with_join) as bot, aiohttp.ClientSession() as session:
        page = Page(local, session, "Ana")
        state = await page.get("state")
        assert state["me"]["locale"] == "en-US"
        assert [person["global_name"] for person in state["people"]] == ["Ana", "Ben", "Chloé", "Dao"]
        assert [channel.get("name") for channel in state["channels"]] == ["general", "lounge", None]
        assert state["bot"]["online"] is True
        [command] = state["commands"]
        general = state["channels"][0]["id"]
        url = f"{local.page}local/events"
        async with session.ws_connect(url, params=page.me) as socket:
            await local.until(lambda: page.me["as"] in local.world.events.screens)
            body = {
                "type": 2,
                "channel_id": general,
                "nonce": "1",
                "data": {"id": command["id"], "name": "lobby"},
            }
            assert await page.ask("POST", "interactions", body) == (204, None)
            assert (await page.event(socket, "INTERACTION_CREATE"))["nonce"] == "1"
            message = await page.event(socket, "MESSAGE_CREATE")
            assert message["interaction_metadata"]["user"]["id"] == page.me["as"]
            assert (await page.event(socket, "INTERACTION_SUCCESS"))["nonce"] == "1"
            click = {"type": 3, "channel_id": general, "nonce": "2", "message_id": message["id"]}
            data = {"component_type": 2, "custom_id": "join"}
            assert (await page.ask("POST", "interactions", click | {"data": data}))[0] == 204
            changed = await page.event(socket, "MESSAGE_UPDATE")
            assert changed["components"][0]["components"][0]["content"] == "1 joined"
            [listed] = await page.get(f"channels/{general}/messages")
            assert listed["id"] == message["id"]
            wrong = click | {"data": data | {"custom_id": "other"}}
            assert (await page.ask("POST", "interactions", wrong))[0] == 400
            assert (await page.ask("POST", f"channels/{general}/messages", {"content": "Hi"}))[0] == 200
            assert (await page.event(socket, "MESSAGE_CREATE"))["content"] == "Hi"
            ben = f"people/{local.person('Ben').user.id}"
            status, person = await page.ask("PATCH", ben, {"dms_open": False, "locale": "fr"})
            assert (status, person["dms_open"], person["locale"]) == (200, False, "fr")
            assert (await page.event(socket, "PEOPLE_UPDATE"))["people"][1]["locale"] == "fr"
            await page.ask("PATCH", f"channels/{general}", {"denied": ["SEND_MESSAGES"]})
            assert not (await fresh_channel(bot, local)).permissions_for(bot.guilds[0].me).send_messages
            assert (await page.get("state"))["permissions"][general] == ["SEND_MESSAGES"]
            assert (await page.ask("DELETE", f"messages/{general}/{message['id']}"))[0] == 204
            assert (await page.event(socket, "MESSAGE_DELETE"))["id"] == message["id"]
            user = await bot.fetch_user(int(page.me["as"]))
            await user.send("psst")
            assert (await page.event(socket, "CHANNEL_CREATE"))["type"] == 1
            assert (await page.event(socket, "MESSAGE_CREATE"))["content"] == "psst"
        assert len((await page.get("state"))["channels"]) == 3
        assert len((await Page(local, session, "Ben").get("state"))["channels"]) == 3


async def test_the_page_is_told_when_nobody_answers(local: LocalDiscord) -> None:
    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Nothing")
        async def nothing(_interaction: discord.Interaction) -> None:
            pass

    async with running(local, setup), aiohttp.ClientSession() as session:
        page = Page(local, session, "Ana")
        async with session.ws_connect(f"{local.page}local/events", params=page.me) as socket:
            await local.until(lambda: page.me["as"] in local.world.events.screens)
            general = local.channel("general").id
            body = {"type": 2, "channel_id": general, "nonce": "9", "data": {"name": "nothing"}}
            await page.ask("POST", "interactions", body)
            await page.event(socket, "INTERACTION_CREATE")
            local.clock.advance(3.1)
            assert (await page.event(socket, "INTERACTION_FAILURE"))["nonce"] == "9"


async def test_files_outside_the_page_are_not_served(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("static/..%2fserver.py", "static/%2e%2e/server.py", "secret", "cdn/x"):
            async with session.get(local.page + path) as answer:
                assert answer.status == 404
        async with session.get(f"{local.page}local/state", headers={"Origin": "http://elsewhere"}) as answer:
            assert answer.status == 403


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("ana-8017.example.org", "https://ana-8017.example.org", 200),
        ("localhost:8017", "https://ana-8017.example.org", 200),
        ("ana-8017.example.org", "https://elsewhere.example.org", 403),
        ("elsewhere.example.org", "https://elsewhere.example.org", 403),
    ],
)
async def test_a_forwarded_page_is_served_under_the_name_that_was_set_and_no_other(
    local: LocalDiscord, monkeypatch: pytest.MonkeyPatch, host: str, origin: str, status: int
) -> None:
    monkeypatch.setenv("LOCALDISCORD_ORIGIN", "https://ana-8017.example.org")
    assert await status_of(local, host, origin) == status


@pytest.mark.parametrize(("domain", "status"), [("example.org", 200), ("elsewhere.example.org", 403)])
async def test_in_a_codespace_the_page_is_served_under_the_name_of_its_port(
    local: LocalDiscord, monkeypatch: pytest.MonkeyPatch, domain: str, status: int
) -> None:
    monkeypatch.delenv("LOCALDISCORD_ORIGIN", raising=False)
    monkeypatch.setenv("CODESPACE_NAME", "ana")
    monkeypatch.setenv("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN", "example.org")
    name = f"ana-{local.port}.{domain}"
    assert await status_of(local, name, f"https://{name}") == status
    assert await status_of(local, f"localhost:{local.port}", f"https://{name}") == status


async def status_of(local: LocalDiscord, host: str, origin: str) -> int:
    """Ask for the page's state as a page of `origin` does, at `host`; return the answer's status."""
    headers = {"Host": host, "Origin": origin}
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{local.page}local/state", headers=headers) as answer,
    ):
        return answer.status
