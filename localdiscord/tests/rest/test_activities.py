"""Tests of the Activity: its launch, the data that its page gets on the person, and the bot's requests."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import discord
import pytest
from discord import app_commands

from localdiscord import BadInput, FrameRefusal, LocalDiscord, Person
from localdiscord.model.interaction import Interaction
from localdiscord.tests.local_bots import running
from localdiscord.tests.raw import Api, button, row

URL = "http://127.0.0.1:9/page/"
COMMANDS = "/applications/{app}/commands"
GO = {"name": "go", "description": "Goes"}
ENTRY = {"name": "board", "type": 4, "handler": 1}


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(activity_url=URL) as started:
        yield started
        assert not started.crashes


async def clicked(local: LocalDiscord, api: Api, who: str = "Ana", channel: str = "general") -> Interaction:
    """Have a person click a button; the bot answers by launching the Activity."""
    await api.post({"content": "x", "components": [row(button())]}, channel)
    person = local.person(who)
    return await person.click(person.messages(channel)[-1], "Go")


async def launched(
    local: LocalDiscord, api: Api, who: str = "Ana", channel: str = "general"
) -> dict[str, Any]:
    """Launch the Activity for a person; return the response to the bot's answer."""
    click = await clicked(local, api, who, channel)
    status, told = await api.ask("POST", click.callback + "?with_response=true", {"type": 12})
    assert (status, click.response_type) == (200, 12)
    return dict(told)


async def instance(local: LocalDiscord, api: Api, instance_id: str) -> tuple[int, Any]:
    """Ask for an instance as the bot does; return the status and the body."""
    return await api.ask("GET", f"/applications/{local.bot.id}/activity-instances/{instance_id}")


async def exchange(api: Api, code: str, **change: str) -> tuple[int, Any]:
    """Exchange a code as a bot does; return the response."""
    local = api.local
    form = {"client_id": local.bot.id, "client_secret": local.client_secret, "code": code}
    return await api.ask("POST", "/oauth2/token", data={**form, "grant_type": "authorization_code", **change})


async def token_of(api: Api, person: Person, *scopes: str) -> str:
    """Return the token that the bot gets for a person's code."""
    status, told = await exchange(api, person.authorize(*scopes))
    assert (status, told["token_type"], told["scope"]) == (200, "Bearer", " ".join(scopes or ("identify",)))
    return str(told["access_token"])


def bearer(token: str) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {token}"}}


async def test_a_launch_opens_a_frame_of_which_the_bot_learns_the_instance(local: LocalDiscord) -> None:
    async with Api(local) as api:
        told = await launched(local, api)
        ana, general = local.person("Ana"), local.channel("general")
        instance_id = told["interaction"]["activity_instance_id"]
        assert told["resource"] == {"type": 12, "activity_instance": {"id": instance_id}}
        url = urlsplit(str(ana.launched))
        asked = {key: value[0] for key, value in parse_qs(url.query).items()}
        assert url.geturl().startswith(URL + "?")
        assert asked["instance_id"] == instance_id
        assert (asked["channel_id"], asked["guild_id"]) == (general.id, general.guild_id)
        assert {"frame_id", "launch_id", "location_id", "platform"} < {*asked}
        status, found = await instance(local, api, instance_id)
        assert (status, found["users"], found["location"]["kind"]) == (200, [ana.user.id], "gc")
        assert [seen.payload["url"] for seen in ana.seen() if seen.event == "ACTIVITY_LAUNCH"] == [
            ana.launched
        ]
        assert local.person("Ben").launched is None


async def test_people_of_a_channel_share_an_instance_until_the_last_has_left(local: LocalDiscord) -> None:
    async with Api(local) as api:
        first, second = await launched(local, api), await launched(local, api, "Ben")
        ana, ben = local.person("Ana"), local.person("Ben")
        assert first["resource"] == second["resource"]
        instance_id = first["interaction"]["activity_instance_id"]
        names = [one["username"] for one in participants(ana)]
        assert names == ["ana", "ben"]
        ana.close_activity()
        assert (await instance(local, api, instance_id))[1]["users"] == [ben.user.id]
        await launched(local, api, "Ben", "lounge")  # One frame a person: the other one closes.
        assert (await instance(local, api, instance_id)) == (404, {"message": "404: Not Found", "code": 0})
        assert (await launched(local, api))["resource"] != first["resource"]


def participants(person: Person) -> list[Any]:
    found = person.in_frame("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")["participants"]
    assert isinstance(found, list)
    return found


async def test_direct_messages_are_a_private_place(local: LocalDiscord) -> None:
    async with Api(local) as api:
        ana = local.person("Ana")
        await ana.launch("@bot")
        assert "guild_id" not in parse_qs(urlsplit(str(ana.launched)).query)
        found = local.world.activities.of(ana.user)
        assert found is not None
        _, told = await instance(local, api, found.id)
        assert told["location"]["kind"] == "pc"


async def test_a_code_is_exchanged_once_within_a_minute_by_who_knows_the_secret(local: LocalDiscord) -> None:
    async with Api(local) as api:
        ana = local.person("Ana")
        await ana.launch()
        code = ana.authorize()
        assert await exchange(api, code, client_secret="wrong") == (401, {"error": "invalid_client"})
        assert (await exchange(api, code, grant_type="password"))[1]["error"] == "unsupported_grant_type"
        assert (await exchange(api, code))[0] == 200
        for spent in (code, "never"):
            status, told = await exchange(api, spent)
            assert (status, told["error"]) == (400, "invalid_grant")
        late = ana.authorize()
        local.clock.advance(60)
        assert (await exchange(api, late))[1]["error"] == "invalid_grant"
        named = b64encode(f"{local.bot.id}:{local.client_secret}".encode()).decode()
        basic = {"Authorization": f"Basic {named}"}
        form = {"grant_type": "authorization_code", "code": ana.authorize()}
        address = f"{local.api_base}/oauth2/token"
        async with aiohttp.ClientSession(headers=basic) as own, own.post(address, data=form) as answer:
            assert answer.status == 200
        assert (await exchange(api, "x", grant_type="refresh_token"))[0] == 501


async def test_a_persons_token_shows_that_person_and_nothing_else(local: LocalDiscord) -> None:
    async with Api(local) as api:
        ana = local.person("Ana")
        await ana.launch()
        own = bearer(await token_of(api, ana))
        _, me = await api.ask("GET", "/users/@me", **own)
        assert (me["id"], me["locale"], "email" in me) == (ana.user.id, ana.user.locale, False)
        _, told = await api.ask("GET", "/oauth2/@me", **own)
        assert (told["user"]["id"], told["scopes"]) == (ana.user.id, ["identify"])
        for path in ("/users/@me/guilds", f"/users/{ana.id}", "/applications/@me", "/gateway/bot"):
            assert (await api.ask("GET", path, **own))[0] == 401
        assert (await api.ask("GET", "/oauth2/@me"))[0] == 401
        assert (await api.ask("GET", "/users/@me", **bearer("forged")))[0] == 401
        guilds = bearer(await token_of(api, ana, "guilds"))
        status, refused = await api.ask("GET", "/users/@me", **guilds)
        assert (status, refused["code"]) == (403, 50026)
        local.clock.advance(7 * 24 * 3600)
        assert (await api.ask("GET", "/users/@me", **own))[0] == 401


async def test_the_page_in_the_frame_is_answered_as_by_the_client(local: LocalDiscord) -> None:
    async with Api(local) as api:
        ana, ben = local.person("Ana"), local.person("Ben")
        with pytest.raises(BadInput):
            ana.authorize()
        await ana.launch()
        await ben.launch()
        assert ana.in_frame("CAPTURE_LOG", level="log", message="x") is None
        assert refused(ana, "USER_SETTINGS_GET_LOCALE") == 4006
        assert refused(ana, "AUTHENTICATE", access_token=await token_of(api, ben)) == 4009
        token = await token_of(api, ana, "identify", "guilds")
        told = ana.in_frame("AUTHENTICATE", access_token=token)
        assert (told["user"]["id"], told["scopes"]) == (ana.user.id, ["identify", "guilds"])
        assert ana.in_frame("USER_SETTINGS_GET_LOCALE") == {"locale": ana.user.locale}
        place = local.channel("general").id
        assert ana.in_frame("GET_CHANNEL", channel_id=place)["name"] == "general"
        assert refused(ana, "GET_CHANNEL", channel_id="1") == 4005
        assert refused(ana, "AUTHORIZE", client_id="1", scope=["identify"]) == 4007
        assert refused(ana, "AUTHORIZE", client_id=local.bot.id, scope="identify") == 4000
        assert refused(ana, "SUBSCRIBE", evt="SPEAKING_START") == 4004
        assert refused(ana, "START_PURCHASE") == 4002
        assert local.lacks == ["the Activity's command START_PURCHASE"]


def refused(person: Person, command: str, **args: Any) -> int:
    """Return the code with which a command of the person's frame is refused."""
    with pytest.raises(FrameRefusal) as caught:
        person.in_frame(command, **args)
    return caught.value.code


async def test_a_bulk_update_without_the_entry_point_is_refused(local: LocalDiscord) -> None:
    async with Api(local) as api:
        path = COMMANDS.format(app=local.bot.id)
        _, [entry] = await api.ask("GET", path)
        assert (entry["name"], entry["type"], entry["handler"]) == ("launch", 4, 2)
        status, told = await api.ask("PUT", path, [GO])
        assert (status, told["code"]) == (400, 50240)
        assert [command["name"] for command in local.commands] == ["launch"]
        _, kept = await api.ask("PUT", path, [GO, entry])
        assert [command["id"] for command in kept if command["type"] == 4] == [entry["id"]]
        assert (await api.ask("POST", path, ENTRY))[1]["code"] == 30032
        assert (await api.ask("DELETE", f"{path}/{entry['id']}"))[0] == 204
        assert (await api.ask("PUT", path, [GO]))[0] == 200
        assert (await api.ask("POST", path, ENTRY))[0] == 201
        guild = f"/applications/{local.bot.id}/guilds/{local.world.guild_id}/commands"
        assert (await api.ask("PUT", guild, [ENTRY]))[1]["code"] == 50035
        assert (await api.ask("POST", path, GO | {"name": "stay", "handler": 1}))[1]["code"] == 50035


async def test_an_entry_point_that_the_app_handles_is_an_interaction(local: LocalDiscord) -> None:
    async with Api(local) as api:
        path = COMMANDS.format(app=local.bot.id)
        await api.ask("PUT", path, [ENTRY])
        ana = local.person("Ana")
        used = await ana.launch()
        assert used is not None
        assert (used.data["name"], used.data["type"], ana.launched) == ("board", 4, None)
        assert (await api.ask("POST", used.callback, {"type": 12}))[0] == 204
        assert f"instance_id={used.instance_id}&" in str(ana.launched)


async def test_without_an_activity_nothing_of_it_is_there() -> None:
    async with LocalDiscord() as local, Api(local) as api:
        click = await clicked(local, api)
        status, told = await api.ask("POST", click.callback, {"type": 12})
        assert (status, told["code"], click.acknowledged) == (400, 50035, False)
        assert local.commands == []
        assert (await api.ask("POST", COMMANDS.format(app=local.bot.id), ENTRY))[1]["code"] == 50035
        with pytest.raises(BadInput):
            await local.person("Ana").launch()
        assert (await api.ask("GET", "/applications/@me"))[1]["flags"] == 0
        local.use_activity_url(URL)
        assert (await api.ask("GET", "/applications/@me"))[1]["flags"] == 1 << 17
        await local.person("Ana").launch()
        local.use_activity_url(None)
        assert (local.commands, local.person("Ana").launched) == ([], None)


async def test_discord_py_launches_an_activity() -> None:
    async def open_it(interaction: discord.Interaction[Any]) -> None:
        response: discord.InteractionCallbackResponse[Any] = await interaction.response.launch_activity()
        assert isinstance(response.resource, discord.InteractionCallbackActivityInstance)
        opened.append(response.resource.id)

    opened: list[str] = []
    async with LocalDiscord() as local:
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="open", description="Opens", callback=open_it
        )
        async with running(local, lambda bot: bot.tree.add_command(command)):
            local.use_activity_url(URL)
            ana = local.person("Ana")
            used = await (await ana.command("open")).answered()
            assert f"instance_id={used.instance_id}&" in str(ana.launched)
            await local.until(lambda: opened == [used.instance_id])
