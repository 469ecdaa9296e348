from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest
import zstandard

from localdiscord import LocalDiscord
from localdiscord.tests.local_bots import Bot, channel_of, point_at, running


async def test_a_bot_logs_in_and_sees_its_guild(local: LocalDiscord) -> None:
    async with running(local) as bot:
        assert local.online
        assert bot.user is not None
        assert str(bot.user.id) == local.bot.id
        [guild] = bot.guilds
        assert guild.name == "Local server"
        assert [channel.name for channel in guild.text_channels] == ["general", "lounge"]
        assert [member.id for member in guild.members] == [bot.user.id]
        assert bot.heard[:2] == ["READY", "GUILD_CREATE"]
    await local.until(lambda: not local.online)


async def test_a_wrong_token_is_refused_by_both_doors(local: LocalDiscord) -> None:
    point_at(local)
    with pytest.raises(discord.LoginFailure):
        await Bot().start("wrong")
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 0, "properties": {}}})
        message = await socket.receive()
        assert message.data == 4004


@pytest.mark.parametrize(
    ("kind", "unpacker"),
    [("zlib-stream", zlib.decompressobj), ("zstd-stream", zstandard.ZstdDecompressor().decompressobj)],
)
async def test_a_connection_is_compressed_as_the_bot_asks(
    local: LocalDiscord, kind: str, unpacker: Callable[[], Any]
) -> None:
    stream = unpacker()
    address = f"{local.gateway_url}?compress={kind}"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        told = [json.loads(stream.decompress(await socket.receive_bytes()))]
        await socket.send_json({"op": 1, "d": None})
        told.append(json.loads(stream.decompress(await socket.receive_bytes())))
    assert [one["op"] for one in told] == [10, 11]


async def test_a_compression_that_there_is_not_closes_the_connection(local: LocalDiscord) -> None:
    address = f"{local.gateway_url}?compress=none-such"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        assert (await socket.receive()).data == 4012


@pytest.mark.parametrize(
    ("sent", "code"),
    [({"op": 3, "d": {}}, 4003), ({"op": 99, "d": {}}, 4003), ({"no": 1}, 4002)],
)
async def test_nonsense_closes_the_connection(local: LocalDiscord, sent: object, code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json(sent)
        assert (await socket.receive()).data == code


async def test_privileged_intents_must_be_granted(local: LocalDiscord) -> None:
    point_at(local)
    bot = Bot(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await bot.start(local.token)
    await bot.close()
    async with (
        LocalDiscord(privileged=True) as generous,
        running(generous, intents=discord.Intents.all()) as bot,
    ):
        assert len(bot.guilds[0].members) == 5


@pytest.mark.parametrize("privileged", [False, True])
async def test_content_of_others_needs_the_intent(privileged: bool) -> None:
    intents = discord.Intents.default()
    intents.message_content = privileged
    async with LocalDiscord(privileged=privileged) as local, running(local, intents=intents) as bot:
        ana = local.person("Ana")
        heard = [bot.wait_for("message", timeout=2), bot.wait_for("message", check=bool, timeout=2)]
        first = asyncio.gather(*heard)
        await asyncio.sleep(0)
        ana.say("a secret")
        assert (await first)[0].content == ("a secret" if privileged else "")
        direct = asyncio.create_task(bot.wait_for("message", timeout=2))
        await asyncio.sleep(0)
        ana.write_to_bot("for you")
        assert (await direct).content == "for you"


async def test_what_happens_while_the_connection_is_cut_is_replayed(local: LocalDiscord) -> None:
    async with running(local) as bot:
        ana = local.person("Ana")
        heard: list[int] = []

        @bot.event
        async def on_message(message: discord.Message) -> None:
            heard.append(message.id)

        resumed = asyncio.create_task(bot.wait_for("resumed", timeout=5))
        await asyncio.sleep(0)
        local.drop_gateway(stay_down=True)
        assert not local.online
        said = [int(ana.say(f"number {n}").id) for n in range(3)]
        local.raise_gateway()
        await resumed
        await asyncio.sleep(0)
        assert heard == said
        assert bot.heard.count("READY") == 1


async def test_a_bot_resumes_when_asked_to_reconnect(local: LocalDiscord) -> None:
    async with running(local) as bot:
        resumed = asyncio.create_task(bot.wait_for("resumed", timeout=5))
        await asyncio.sleep(0)
        local.ask_to_reconnect()
        await resumed
        assert local.online


async def test_a_bot_begins_anew_when_its_session_is_invalid(local: LocalDiscord) -> None:
    async with running(local) as bot:
        local.invalidate_session()
        await local.until(lambda: local.world.identified == 2)
        await local.until(lambda: local.online)
        assert not bot.is_closed()


async def test_the_guild_outlives_the_bot(local: LocalDiscord) -> None:
    async with running(local) as bot:
        sent = await channel_of(bot, local).send("before")
    async with running(local) as bot:
        found = await channel_of(bot, local).fetch_message(sent.id)
        assert found.content == "before"
        await found.edit(content="after")
    assert local.person("Ben").messages()[0].content == "after"


async def test_members_can_be_asked_for_by_id(local: LocalDiscord) -> None:
    async with running(local) as bot:
        ana = local.person("Ana")
        found = await bot.guilds[0].query_members(user_ids=[ana.id])
        assert [member.display_name for member in found] == ["Ana"]
        fetched = await bot.guilds[0].fetch_member(ana.id)
        assert fetched.name == "ana"
        assert (await bot.fetch_user(ana.id)).global_name == "Ana"


async def test_a_click_made_while_the_connection_is_cut_is_answered_after_it(local: LocalDiscord) -> None:
    async with running(local) as bot:

        @bot.event
        async def on_interaction(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("heard")

        ana = local.person("Ana")
        message = ana.say("click here")
        local.drop_gateway(stay_down=True)
        click = await ana.forge(message, "x")
        local.raise_gateway()
        await click.answered()
        assert [shown.content for shown in click.messages] == ["heard"]


@pytest.mark.parametrize("heartbeats", [False, True])
async def test_a_connection_can_fall_silent_and_the_next_one_brings_what_was_missed(
    local: LocalDiscord, heartbeats: bool
) -> None:
    async with running(local) as bot:
        [connection] = local.gateway.connections
        local.silence_gateway(heartbeats=heartbeats)
        let_through = connection.wire.lets_through
        assert let_through is not None
        assert let_through(b'{"op":11,"d":null}') is heartbeats
        known = len(bot.heard)
        local.create_channel("new")
        assert local.gateway.connections == {connection}
        local.drop_gateway()
        await local.until(lambda: local.online)
        heard = asyncio.create_task(bot.wait_for("guild_channel_create", timeout=5))
        if "CHANNEL_CREATE" not in bot.heard[known:]:
            await heard
        heard.cancel()
        assert local.world.identified == 1


async def test_sessions_can_fail_to_be_resumed(local: LocalDiscord) -> None:
    async with running(local) as bot:
        local.spoil_resumes(2)
        resumed = asyncio.create_task(bot.wait_for("resumed", timeout=10))
        await asyncio.sleep(0)
        local.drop_gateway()
        await resumed
        assert local.gateway.resumes_to_fail == 0
        local.spoil_resumes(1, hang=True)
        local.drop_gateway()
        await local.until(lambda: local.gateway.resumes_to_hang == 0)
        assert not local.online
