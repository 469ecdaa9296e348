from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord import ui

from localdiscord import BadInput, LocalDiscord, Person
from localdiscord.tests.local_bots import Bot, channel_of, running
from localdiscord.tests.raw import Api, button, row

Spoken = discord.Interaction[Bot]
ONLY_GUILDS = discord.Intents(guilds=True)


class Panel(ui.View):
    @ui.button(label="Go", custom_id="go")
    async def go(self, interaction: Spoken, _button: ui.Button[Panel]) -> None:
        await interaction.response.edit_message(content=f"gone {interaction.user.name}")


def with_panel(bot: Bot) -> None:
    bot.add_view(Panel(timeout=None))

    @bot.tree.command(description="Shows a panel")
    async def panel(interaction: Spoken) -> None:
        await interaction.response.send_message("here", view=Panel(timeout=None))


async def write_to(bot: Bot, person: Person, content: str = "psst") -> discord.Message:
    user = await bot.fetch_user(person.id)
    return await user.send(content, view=Panel(timeout=None))


async def event(bot: Bot, name: str) -> asyncio.Task[Any]:
    """Return a task that waits for discord.py's event `name`."""
    task = asyncio.create_task(bot.wait_for(name, timeout=3))
    await asyncio.sleep(0)
    return task


async def test_who_has_left_is_no_member_and_sees_nothing_of_the_server(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot:
        ana, ben = local.person("Ana"), local.person("Ben")
        guild = bot.guilds[0]
        assert (await guild.fetch_member(ana.id)).name == "ana"
        await (await ben.command("panel")).answered()
        [shown] = ana.messages()
        ana.leave_server()
        with pytest.raises(discord.NotFound) as caught:
            await guild.fetch_member(ana.id)
        assert caught.value.code == 10007
        assert await guild.query_members(user_ids=[ana.id]) == []
        with pytest.raises(BadInput):
            await ana.command("panel")
        with pytest.raises(BadInput):
            await ana.click(shown, "Go")
        with pytest.raises(BadInput):
            ana.say("still here?")
        await channel_of(bot, local).send(f"behind your back <@{ana.id}>")
        assert ana.messages() == []
        assert "behind" not in " ".join(seen.text for seen in ana.seen())
        assert local.pings == []
        assert not [name for name in bot.heard if name.startswith("GUILD_MEMBER_")]
        ana.come_back()
        assert (await guild.fetch_member(ana.id)).name == "ana"
        await (await ana.click(shown, "Go")).answered()
        assert len(ana.messages()) == 2


async def test_who_shares_no_server_can_be_answered_but_not_written_to(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot:
        ana = local.person("Ana")
        await write_to(bot, ana)
        [message] = ana.direct_messages()
        ana.leave_server()
        with pytest.raises(discord.Forbidden) as caught:
            await write_to(bot, ana)
        assert caught.value.code == 50278
        await (await ana.click(message, "Go")).answered()
        assert message.content == "gone ana"
        with pytest.raises(BadInput):
            ana.write_to_bot("hello?")
        ana.come_back()
        await write_to(bot, ana, "welcome")
        assert [m.content for m in ana.direct_messages()] == ["gone ana", "welcome"]


async def test_members_who_come_and_go_are_told_to_those_who_may_know() -> None:
    intents = discord.Intents(guilds=True, members=True)
    async with LocalDiscord(privileged=True) as local, running(local, intents=intents) as bot:
        removed = await event(bot, "member_remove")
        local.person("Ana").leave_server()
        assert (await removed).name == "ana"
        joined = await event(bot, "member_join")
        local.person("Ana").come_back()
        assert (await joined).name == "ana"


async def test_who_leaves_leaves_the_threads_too(local: LocalDiscord) -> None:
    async with running(local) as bot:
        thread = await channel_of(bot, local).create_thread(name="T")
        ana = local.person("Ana")
        await thread.add_user(discord.Object(ana.id))
        assert ana.user.id in local.threads[0].members
        ana.leave_server()
        with pytest.raises(discord.NotFound):
            await thread.add_user(discord.Object(ana.id))
        ana.come_back()
        assert ana.user.id not in local.threads[0].members


async def test_a_bot_that_is_removed_can_do_nothing_there(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot, Api(local) as api:
        ana = local.person("Ana")
        channel = channel_of(bot, local)
        sent = await channel.send("old", view=Panel(timeout=None))
        await write_to(bot, ana)
        gone = await event(bot, "guild_remove")
        local.remove_bot()
        assert (await gone).id == int(local.world.guild_id)
        assert not list(bot.guilds)
        messages = f"/channels/{channel.id}/messages"
        for method, path in (
            ("GET", f"/channels/{channel.id}"),
            ("GET", messages),
            ("POST", messages),
            ("PATCH", f"{messages}/{sent.id}"),
            ("DELETE", f"{messages}/{sent.id}"),
            ("GET", f"/guilds/{local.world.guild_id}/channels"),
            ("GET", f"/guilds/{local.world.guild_id}/members/{ana.id}"),
        ):
            body = {"content": "x"} if method in ("POST", "PATCH") else None
            status, answer = await api.ask(method, path, body)
            assert (status, answer["code"]) == (403, 50001), (method, path)
        status, answer = await api.ask("GET", f"/guilds/{local.world.guild_id}")
        assert (status, answer["code"]) == (404, 10004)
        assert await api.ask("GET", "/users/@me/guilds") == (200, [])
        with pytest.raises(BadInput):
            await ana.command("panel")
        with pytest.raises(BadInput):
            await ana.click(ana.messages()[0], "Go")
        with pytest.raises(discord.Forbidden) as caught:
            await write_to(bot, ana)
        assert caught.value.code == 50278
        [direct] = ana.direct_messages()
        await (await ana.click(direct, "Go")).answered()
        heard = len(bot.heard)
        ana.say("who is still here?")
        await channel_is_quiet(bot, local)
        assert bot.heard[heard:] == []


async def channel_is_quiet(bot: Bot, local: LocalDiscord) -> None:
    """Wait until the bot has received all events sent so far."""
    await bot.fetch_user(local.person("Ben").id)


async def test_an_invited_bot_finds_all_that_it_left(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot:
        ana = local.person("Ana")
        sent = await channel_of(bot, local).send("old")
        local.remove_bot()
        local.create_channel("later")
        joined = await event(bot, "guild_join")
        local.invite_bot()
        guild = await joined
        assert [channel.name for channel in guild.text_channels] == ["general", "lounge", "later"]
        await (await channel_of(bot, local).fetch_message(sent.id)).edit(content="new")
        assert ana.messages()[0].content == "new"
        await (await ana.command("panel")).answered()
        await write_to(bot, ana)


async def test_a_bot_that_starts_outside_is_ready_and_can_be_invited(local: LocalDiscord) -> None:
    local.remove_bot()
    async with running(local, intents=ONLY_GUILDS) as bot:
        assert not list(bot.guilds)
        joined = await event(bot, "guild_join")
        local.invite_bot()
        await joined


async def test_an_outage_is_no_leaving(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot:
        ana = local.person("Ana")
        unavailable = await event(bot, "guild_unavailable")
        local.begin_outage()
        assert (await unavailable).unavailable
        with pytest.raises(BadInput):
            await ana.command("panel")
        heard = len(bot.heard)
        local.create_channel("meanwhile")
        available = await event(bot, "guild_available")
        local.end_outage()
        guild = await available
        assert [channel.name for channel in guild.text_channels] == ["general", "lounge", "meanwhile"]
        assert bot.heard[heard:] == ["GUILD_CREATE"]
        await (await ana.command("panel")).answered()


async def test_a_bot_that_starts_during_an_outage_gets_its_server_afterwards(local: LocalDiscord) -> None:
    local.begin_outage()
    async with running(local, intents=ONLY_GUILDS) as bot:
        [guild] = bot.guilds
        assert guild.unavailable
        available = await event(bot, "guild_available")
        local.end_outage()
        assert len((await available).text_channels) == 2


async def test_a_form_cannot_be_sent_from_outside(local: LocalDiscord) -> None:
    async with running(local) as bot, Api(local) as api:

        @bot.event
        async def on_interaction(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(ui.Modal(title="Form", custom_id="form").add_item(field()))

        await api.post({"content": "x", "components": [row(button())]})
        ana = local.person("Ana")
        opened = await (await ana.click(ana.messages()[0], "Go")).answered()
        ana.leave_server()
        with pytest.raises(BadInput):
            await ana.submit(opened, what="x")


def field() -> ui.Label[Any]:
    return ui.Label(text="What", component=ui.TextInput(custom_id="what"))
