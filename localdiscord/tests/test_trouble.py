from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from localdiscord import LocalDiscord
from localdiscord.tests.local_bots import channel_of, running
from localdiscord.tests.raw import Api


async def test_a_lost_answer_does_not_undo_what_was_done(local: LocalDiscord) -> None:
    async with running(local) as bot:
        local.faults.fail("POST", "/channels/*/messages", status=503, after=True)
        with pytest.raises(discord.DiscordServerError):
            await channel_of(bot, local).send("done", nonce="n")
        await channel_of(bot, local).send("done", nonce="n")
        assert [message.content for message in local.person("Ana").messages()] == ["done"]


async def test_requests_can_be_held_back(local: LocalDiscord) -> None:
    async with running(local) as bot:
        held = local.faults.hold("POST", "/channels/*/messages")
        sending = asyncio.create_task(channel_of(bot, local).send("late"))
        await held.struck.wait()
        assert local.person("Ana").messages() == []
        held.release()
        await sending
        assert len(local.person("Ana").messages()) == 1


@pytest.mark.parametrize("is_global", [False, True])
async def test_limits_on_order_are_waited_for(local: LocalDiscord, is_global: bool) -> None:
    async with running(local) as bot:
        local.faults.limit("POST", "/channels/*/messages", retry_after=0.02, is_global=is_global)
        await channel_of(bot, local).send("through")
        statuses = [r.status for r in local.requests if r.path.endswith("/messages")]
        assert statuses == [429, 200]
        assert local.invalid_requests == 1


async def test_a_channels_limit_is_announced_and_kept() -> None:
    async with LocalDiscord(channel_limit=(2, 30.0)) as local, Api(local) as api:
        path = f"{local.api_base}/channels/{local.channel('general').id}/messages"
        left = []
        for _ in range(3):
            async with api.session.post(path, json={"content": "x"}) as answer:
                left.append((answer.status, answer.headers["X-RateLimit-Remaining"]))
        assert left == [(200, "1"), (200, "0"), (429, "0")]
        assert (await api.post({"content": "x"}, "lounge"))[0] == 200
        local.clock.advance(30)
        assert (await api.post({"content": "x"}))[0] == 200


async def test_until_sees_changes_and_tells_when_it_waits_in_vain(local: LocalDiscord) -> None:
    ana = local.person("Ana")
    waiting = asyncio.create_task(local.until(lambda: ana.messages()[0].content))
    await asyncio.sleep(0)
    ana.say("there")
    assert await waiting == "there"
    with pytest.raises(TimeoutError, match="in vain"):
        await local.until(lambda: ana.messages()[5], timeout_s=0.01)


@pytest.mark.parametrize(
    ("after", "half", "said"),
    [
        pytest.param(False, False, [], id="before it is carried out"),
        pytest.param(True, False, ["cut"], id="before the answer"),
        pytest.param(False, True, ["cut"], id="in the middle of the answer"),
    ],
)
async def test_a_connection_can_be_cut(local: LocalDiscord, after: bool, half: bool, said: list[str]) -> None:
    async with Api(local) as api:
        # aiohttp doesn't retry a POST; discord.py retries errors that look like a reset.
        order = local.faults.cut("POST", "/channels/*/messages", after=after, half=half)
        with pytest.raises(aiohttp.ClientError):
            await api.post({"content": "cut"})
        assert order.hits == 1
        assert [message.content for message in local.person("Ana").messages()] == said
        assert (await api.post({"content": "whole"}))[0] == 200
        assert [one.status for one in local.requests][-2:] == [0, 200]
        assert local.crashes == []


async def test_interactions_can_come_late_and_out_of_order(local: LocalDiscord) -> None:
    async with running(local) as bot:
        seen: list[str] = []

        @bot.event
        async def on_interaction(interaction: discord.Interaction[discord.Client]) -> None:
            seen.append(str({**(interaction.data or {})}["custom_id"]))
            await interaction.response.defer()

        board = await channel_of(bot, local).send("board")
        local.deliver_late(lambda clicked: 0.05 if clicked.data["custom_id"] == "first" else 0.0)
        message = local.person("Ana").messages()[0]
        assert message.id == str(board.id)
        clicks = [await local.person("Ana").forge(message, name) for name in ("first", "second")]
        for click in clicks:
            await click.answered()
        assert seen == ["second", "first"]
