from __future__ import annotations

import asyncio

import discord
import pytest
from discord import ui

from localdiscord import BadInput, LocalDiscord
from localdiscord.tests.local_bots import Bot, channel_of, running
from localdiscord.tests.people.test_leaving import ONLY_GUILDS, Panel, event, with_panel
from localdiscord.tests.raw import Api

HOUR_S, OVER_S = 3600, 1


async def open_thread(bot: Bot, local: LocalDiscord, minutes: int = 60) -> discord.Thread:
    starter = await channel_of(bot, local).send("table")
    return await starter.create_thread(name="Table 1", auto_archive_duration=minutes)  # type: ignore[arg-type]


async def refused(what: object) -> int:
    """Return the error code with which a request of discord.py is refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await what  # type: ignore[misc]
    return caught.value.code


async def test_a_deleted_channel_is_unknown_with_all_that_was_in_it(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot, Api(local) as api:
        ana = local.person("Ana")
        channel = channel_of(bot, local)
        interaction = await (await ana.command("panel")).answered()
        [shown] = ana.messages()
        thread = await open_thread(bot, local)
        inside = await thread.send("move", view=Panel(timeout=None))
        gone, thread_gone = await event(bot, "guild_channel_delete"), await event(bot, "thread_delete")
        heard = len(bot.heard)
        local.delete_channel("general")
        assert (await gone).id == channel.id
        assert (await thread_gone).id == thread.id
        # Discord sends no events for the threads; discord.py infers that they were deleted.
        assert bot.heard[heard:] == ["CHANNEL_DELETE"]
        assert shown.deleted
        assert local.threads == []
        for place in (channel.id, thread.id):
            messages = f"/channels/{place}/messages"
            for method, path in (
                ("GET", f"/channels/{place}"),
                ("POST", messages),
                ("PATCH", f"{messages}/{inside.id}"),
                ("DELETE", f"{messages}/{inside.id}"),
                ("POST", f"{messages}/{shown.id}/threads"),
            ):
                body = {"content": "x", "name": "x"} if method in ("POST", "PATCH") else None
                status, answer = await api.ask(method, path, body)
                assert (status, answer["code"]) == (404, 10003), (method, path)
        hook = f"/webhooks/{local.world.application_id}/{interaction.token}"
        assert (await api.ask("PATCH", f"{hook}/messages/@original", {"content": "x"}))[1]["code"] == 10008
        assert (await api.ask("POST", hook, {"content": "x"}))[1]["code"] == 10003
        with pytest.raises(BadInput):
            await ana.click(shown, "Go")
        with pytest.raises(LookupError):
            await ana.command("panel")


async def test_a_click_on_its_way_when_the_channel_is_deleted_cannot_be_answered(local: LocalDiscord) -> None:
    codes: asyncio.Queue[int] = asyncio.Queue()
    async with running(local) as bot:

        @bot.event
        async def on_interaction(interaction: discord.Interaction) -> None:
            local.delete_channel("general")
            await codes.put(await refused(interaction.response.edit_message(content="late")))
            await codes.put(await refused(interaction.response.send_message("late")))

        await channel_of(bot, local).send("x", view=Panel(timeout=None))
        ana = local.person("Ana")
        await ana.click(ana.messages()[0], "Go")
        async with asyncio.timeout(5):
            assert [await codes.get(), await codes.get()] == [10008, 10003]


async def test_a_new_channel_is_told_and_can_be_written_to(local: LocalDiscord) -> None:
    async with running(local, intents=ONLY_GUILDS) as bot:
        local.delete_channel("general")
        created = await event(bot, "guild_channel_create")
        made = local.create_channel("general")
        channel = await created
        assert (channel.id, channel.name) == (int(made.id), "general")
        await channel_of(bot, local).send("again")
        assert [m.content for m in local.person("Ana").messages()] == ["again"]


async def test_a_deleted_thread_leaves_its_message(local: LocalDiscord) -> None:
    async with running(local, intents=ONLY_GUILDS) as bot:
        thread = await open_thread(bot, local)
        await thread.send("in it")
        [inside] = local.person("Ana").messages("Table 1")[-1:]
        gone = await event(bot, "thread_delete")
        local.delete_thread(local.channel("Table 1"))
        assert (await gone).id == thread.id
        assert inside.deleted
        assert local.person("Ana").messages()[0].thread is None
        assert await refused(thread.send("more")) == 10003


async def test_a_quiet_thread_falls_asleep_and_a_message_wakes_it(local: LocalDiscord) -> None:
    async with running(local, intents=ONLY_GUILDS) as bot:
        thread = await open_thread(bot, local)
        last = await thread.send("move 1")
        local.clock.advance(HOUR_S - 60)
        await thread.send("move 2")
        local.clock.advance(HOUR_S - 60)
        assert not local.threads[0].archived
        asleep = await event(bot, "thread_update")
        local.clock.advance(60 + OVER_S)
        assert (await asleep)[1].archived
        assert await refused(last.edit(content="changed")) == 50083
        assert await refused(last.delete()) == 50083
        awake = await event(bot, "thread_join")  # Unknown to discord.py, which forgets archived threads.
        await thread.send("move 3")
        assert not (await awake).archived
        await last.edit(content="changed")
        local.clock.advance(HOUR_S + OVER_S)
        assert local.threads[0].archived


async def test_threads_of_a_week_sleep_after_a_week(local: LocalDiscord) -> None:
    async with running(local, intents=ONLY_GUILDS) as bot:
        await open_thread(bot, local, 10080)
        local.clock.advance(7 * 24 * HOUR_S - 60)
        assert not local.threads[0].archived
        local.clock.advance(60 + OVER_S)
        assert local.threads[0].archived


async def test_a_click_wakes_a_thread_first_and_a_locked_one_takes_none(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot:
        ana = local.person("Ana")
        thread = await open_thread(bot, local)
        await thread.send("move", view=Panel(timeout=None))
        message = ana.messages("Table 1")[-1]
        local.close_thread("Table 1")
        with pytest.raises(BadInput):
            await ana.command("panel", "Table 1")
        await (await ana.click(message, "Go")).answered()
        assert message.content == "gone ana"
        assert not local.threads[0].archived
        local.close_thread("Table 1", lock=True)
        for archived in (True, False):
            local.threads[0].archived = archived
            with pytest.raises(BadInput):
                await ana.click(message, "Go")
            with pytest.raises(BadInput):
                ana.say("let me in", "Table 1")
        local.reopen_thread("Table 1")
        await (await ana.click(message, "Go")).answered()


@pytest.mark.parametrize("archived", [True, False])
async def test_a_locked_thread_takes_nothing_from_a_bot_that_is_no_moderator(
    local: LocalDiscord, archived: bool
) -> None:
    async with running(local, intents=ONLY_GUILDS) as bot:
        thread = await open_thread(bot, local)
        message = await thread.send("move")
        local.close_thread("Table 1", lock=True)
        local.threads[0].archived = archived
        assert await refused(thread.send("more")) == 50083
        assert await refused(message.edit(content="more")) == 50083
        assert await refused(thread.edit(archived=False)) == 50013


async def test_a_moderating_bot_writes_in_locked_threads() -> None:
    everything = ("ADMINISTRATOR",)
    async with LocalDiscord(bot_permissions=everything) as local, running(local) as bot:
        thread = await open_thread(bot, local)
        local.close_thread("Table 1", lock=True)
        await thread.send("more")
        assert not local.threads[0].archived


async def test_an_answer_that_comes_when_its_thread_is_locked_is_refused(local: LocalDiscord) -> None:
    codes: list[int] = []

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Late")
        async def late(interaction: discord.Interaction[Bot]) -> None:
            await interaction.response.send_message("in time")
            local.close_thread("Table 1", lock=True)
            codes.append(await refused(interaction.edit_original_response(content="late")))
            codes.append(await refused(interaction.followup.send("late")))
            await interaction.followup.send("for you alone", ephemeral=True)

    async with running(local, setup) as bot:
        await open_thread(bot, local)
        ana = local.person("Ana")
        await (await ana.command("late", "Table 1")).answered()
        await local.until(lambda: ana.ephemeral())
        assert codes == [50083, 50083]
        assert local.threads[0].archived


async def test_time_that_is_skipped_counts_everywhere(local: LocalDiscord) -> None:
    heard: list[discord.Interaction] = []
    async with running(local) as bot:

        @bot.event
        async def on_interaction(interaction: discord.Interaction) -> None:
            heard.append(interaction)
            await interaction.response.defer()

        ana = local.person("Ana")
        sent = await channel_of(bot, local).send("x", view=ui.View().add_item(ui.Button(label="Go")))
        await (await ana.click(ana.messages()[0], "Go")).answered()
        for number in range(4):  # A young message can be edited without limit.
            await sent.edit(content=f"young {number}")
        local.clock.advance(15 * 60 - 10)
        await heard[0].edit_original_response(content="in time")
        local.clock.advance(11)
        assert await refused(heard[0].edit_original_response(content="late")) == 50027
        local.clock.advance(HOUR_S)
        for number in range(3):
            await sent.edit(content=f"old {number}")
        local.limits.old_edit_retry_s = 0.01
        assert await refused(sent.edit(content="too often")) == 30046
        local.clock.advance(HOUR_S + OVER_S)
        await sent.edit(content="an hour later")


async def test_ids_ascend_whatever_the_clock_does(local: LocalDiscord) -> None:
    ids = [int(local.clock.snowflake()) for _ in range(1000)]
    local.clock.advance(HOUR_S)
    ids += [int(local.clock.snowflake()) for _ in range(1000)]
    assert ids == sorted(set(ids))


async def test_a_channel_may_allow_one_person_more_or_less_than_the_others(local: LocalDiscord) -> None:
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot:
        guild = channel_of(bot, local).guild
        local.change_permissions("Ben", "general", allow=["MANAGE_MESSAGES"])
        local.change_permissions("Chloé", "general", deny=["VIEW_CHANNEL"])
        told = await event(bot, "guild_channel_create")
        local.create_channel("told")
        await told
        allowed = {}
        for name in ("Ana", "Ben", "Chloé"):
            member = await guild.fetch_member(local.person(name).id)
            allowed[name] = channel_of(bot, local).permissions_for(member)
        assert [one.view_channel for one in allowed.values()] == [True, True, False]
        assert [one.manage_messages for one in allowed.values()] == [False, True, False]
        with pytest.raises(BadInput):
            await local.person("Chloé").command("panel")
        await channel_of(bot, local).send("hidden")
        assert local.person("Chloé").messages() == []
        assert not any("hidden" in str(seen.payload) for seen in local.seen_by("Chloé"))
        local.change_permissions("Chloé", "general")
        assert [one.content for one in local.person("Chloé").messages()] == ["hidden"]


async def test_the_bot_hears_of_another_server_and_what_its_founder_does_there(local: LocalDiscord) -> None:
    heard: list[discord.Interaction] = []
    async with running(local, with_panel, intents=ONLY_GUILDS) as bot:

        @bot.event
        async def on_interaction(interaction: discord.Interaction) -> None:
            heard.append(interaction)

        joined = await event(bot, "guild_join")
        lair = local.found_server("lair", "Ben")
        await joined
        assert {guild.name for guild in bot.guilds} == {"Local server", "lair"}
        await (await local.person("Ben").command("panel", channel="lair")).answered()
        assert heard[0].guild_id == int(lair.guild_id or 0) != int(local.world.guild_id)
        assert heard[0].permissions.administrator
        with pytest.raises(BadInput):
            await local.person("Ana").command("panel", channel="lair")
        assert local.person("Ana").messages("lair") == []
