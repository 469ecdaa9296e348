"""Channels of each kind, as discord.py knows them, and requests that Discord refuses there."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from localdiscord import BadInput, LocalDiscord
from localdiscord.tests.local_bots import Bot, running
from localdiscord.tests.raw import Api

KINDS = {
    "text": (discord.TextChannel, 11),
    "news": (discord.TextChannel, 10),
    "voice": (discord.VoiceChannel, None),
    "stage": (discord.StageChannel, None),
    "forum": (discord.ForumChannel, None),
    "media": (discord.ForumChannel, None),
}
"""The class of each kind in discord.py, and the kind of threads on its messages; None: no threads."""


@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_of_channel_takes_what_it_does_at_discord(local: LocalDiscord, kind: str) -> None:
    shown, thread = KINDS[kind]
    async with running(local) as bot, Api(local) as api:
        place = local.create_channel("there", kind)
        await bot.wait_for("guild_channel_create", timeout=5)
        assert type(bot.get_channel(int(place.id))) is shown
        ana, has_posts = local.person("Ana"), kind in ("forum", "media")
        status, answer = await api.post({"content": "Hello"}, "there")
        assert (status, answer.get("code")) == ((403, 50008) if has_posts else (200, None))
        if has_posts:
            with pytest.raises(BadInput):
                ana.say("Hello", place)
            opened = ana.post("Chess", "Who plays?", place)
            [first] = ana.messages(opened)
            assert (first.text, first.message.id) == ("Who plays?", opened.id)
            seen = await bot.wait_for("thread_create", timeout=5)
            await seen.send("I do")
            assert [one.text for one in ana.messages(opened)] == ["Who plays?", "I do"]
            asked = {"name": "Go", "message": {"content": "Anybody?"}}
            status, made = await api.ask("POST", f"/channels/{place.id}/threads", asked)
            assert (status, made["message"]["id"], made["parent_id"]) == (201, made["id"], place.id)
            status, answer = await api.ask(
                "POST", f"/channels/{opened.id}/threads", {"name": "x", "type": 11}
            )
        else:
            message = ana.say("Hello", place).message
            route = f"/channels/{place.id}/messages/{message.id}/threads"
            status, answer = await api.ask("POST", route, {"name": "chat"})
            if thread is not None:
                assert (status, answer["type"]) == (201, thread)
                inside = ana.say("Hello", answer["id"]).message
                route = f"/channels/{answer['id']}/messages/{inside.id}/threads"
                status, answer = await api.ask("POST", route, {"name": "chat"})
        assert (status, answer["code"]) == (400, 50024)


async def test_a_command_is_offered_where_its_contexts_say(local: LocalDiscord) -> None:
    used: list[tuple[bool, int]] = []

    def with_commands(bot: Bot) -> None:
        async def answer(interaction: discord.Interaction) -> None:
            used.append((interaction.context.dm_channel, interaction.app_permissions.value))
            await interaction.response.send_message("here")

        for name, guild, direct in (("here", True, False), ("alone", False, True)):
            command: Any = app_commands.Command(name=name, description="Answers", callback=answer)
            command.allowed_contexts = app_commands.AppCommandContext(guild=guild, dm_channel=direct)
            bot.tree.add_command(command)

    async with running(local, with_commands):
        ana = local.person("Ana")
        await (await ana.command("here")).answered()
        await (await ana.command("alone", "@bot")).answered()
        for name, place in (("here", "@bot"), ("alone", "general")):
            with pytest.raises(BadInput):
                await ana.command(name, place)
        forum = local.create_channel("forum", "forum")
        with pytest.raises(BadInput):
            await ana.command("here", forum)
    assert [is_direct for is_direct, _ in used] == [False, True]
    direct = discord.Permissions(used[1][1])
    assert (direct.attach_files, direct.send_messages) == (True, False)  # as the documents' example


async def test_a_forum_may_ask_for_a_tag(local: LocalDiscord) -> None:
    async with running(local) as bot, Api(local) as api:
        forum = local.create_channel("there", "forum")
        local.require_tag(forum, "Chess", moderated=["News"])
        await bot.wait_for("guild_channel_update", timeout=5)
        seen = bot.get_channel(int(forum.id))
        assert isinstance(seen, discord.ForumChannel)
        assert seen.flags.require_tag
        assert {tag.name: tag.moderated for tag in seen.available_tags} == {"Chess": False, "News": True}
        free, moderated = (str(tag.id) for tag in seen.available_tags)
        local.deny(forum, "MANAGE_THREADS")
        for tags, code in (([], 40067), (["1"], 10087), ([moderated], 50013), ([free], None)):
            asked = {"name": "Go", "message": {"content": "Anybody?"}, "applied_tags": tags}
            _, answer = await api.ask("POST", f"/channels/{forum.id}/threads", asked)
            assert answer.get("code") == code
        assert answer["applied_tags"] == [free]
