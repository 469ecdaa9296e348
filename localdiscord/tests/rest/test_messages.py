from __future__ import annotations

import io

import discord
import pytest
from discord import ui

from localdiscord import LocalDiscord
from localdiscord.tests.local_bots import channel_of, running
from localdiscord.tests.raw import Api

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x40\x00\x00\x00\x20\x08\x06\x00\x00\x00"


def code_of(caught: pytest.ExceptionInfo[discord.HTTPException]) -> int:
    return caught.value.code


async def test_the_same_nonce_twice_is_one_message(local: LocalDiscord) -> None:
    async with Api(local) as api:
        body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
        first, second = (await api.post(body))[1], (await api.post(body))[1]
        assert first["id"] == second["id"]
        assert len(local.person("Ana").messages()) == 1
        local.clock.advance(600)
        assert (await api.post(body))[1]["id"] != first["id"]


async def test_direct_messages_reach_one_person_or_are_refused(local: LocalDiscord) -> None:
    async with running(local) as bot:
        ana, ben = local.person("Ana"), local.person("Ben")
        await (await bot.fetch_user(ana.id)).send("for Ana")
        assert [message.content for message in ana.direct_messages()] == ["for Ana"]
        assert ben.direct_messages() == []
        assert [seen.text for seen in ana.seen() if seen.event == "MESSAGE_CREATE"] == ["for Ana"]
        assert ben.seen() == []
        ben.close_direct_messages()
        with pytest.raises(discord.Forbidden) as caught:
            await (await bot.fetch_user(ben.id)).send("for Ben")
        assert code_of(caught) == 50007
        ben.open_direct_messages()
        await (await bot.fetch_user(ben.id)).send("for Ben")


async def test_attachments_can_be_fetched_and_shown_in_components(local: LocalDiscord) -> None:
    async with running(local) as bot:
        view = ui.LayoutView()
        gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="The board")
        view.add_item(gallery)
        file = discord.File(io.BytesIO(PNG), "board.png", description="The board itself")
        sent = await channel_of(bot, local).send(view=view, file=file)
        [message] = local.person("Ana").messages()
        assert message.alt_texts == ["The board itself", "The board"]
        assert sent.attachments == []  # Discord lists only files that no component shows.
        [part] = sent.components
        assert isinstance(part, discord.MediaGalleryComponent)
        shown = part.items[0].media
        assert (shown.width, shown.height) == (64, 32)
        assert await bot.http.get_from_cdn(shown.url) == PNG
        assert str(shown.attachment_id) == message.attachments[0]["id"]

        new = discord.File(io.BytesIO(PNG), "next.png")
        gallery.items = [discord.MediaGalleryItem("attachment://next.png")]
        await sent.edit(view=view, attachments=[new])
        assert [attachment["filename"] for attachment in message.attachments] == ["next.png"]
        assert message.edited


async def test_files_too_large_are_refused(local: LocalDiscord) -> None:
    async with running(local) as bot:
        with pytest.raises(discord.HTTPException) as caught:
            await channel_of(bot, local).send(file=discord.File(io.BytesIO(b"x" * 10_485_761), "large.bin"))
        assert (caught.value.status, code_of(caught)) == (413, 40005)


async def test_threads_open_sleep_and_wake(local: LocalDiscord) -> None:
    async with running(local) as bot:
        ana = local.person("Ana")
        sent = await channel_of(bot, local).send("table")
        thread = await sent.create_thread(name="Table 1")
        assert thread.id == sent.id
        assert [t.name for t in local.threads] == ["Table 1"]
        with pytest.raises(discord.HTTPException) as caught:
            await sent.create_thread(name="again")
        assert code_of(caught) == 160004
        line = await thread.send("first")
        await thread.edit(archived=True)
        with pytest.raises(discord.HTTPException) as caught:
            await line.edit(content="changed")
        assert code_of(caught) == 50083
        await thread.send("wakes it")
        assert not local.threads[0].archived
        await line.edit(content="changed")
        local.clock.advance(5 * 24 * 3600)
        assert local.threads[0].archived
        ana.say("I wake it", "Table 1")
        assert not local.threads[0].archived
        assert [m.content for m in ana.messages("Table 1")][-3:] == ["changed", "wakes it", "I wake it"]
        local.delete_thread(local.threads[0])
        with pytest.raises(discord.NotFound) as missing:
            await thread.send("nobody hears")
        assert missing.value.code == 10003


@pytest.mark.parametrize(
    ("denied", "code"),
    [
        ("VIEW_CHANNEL", 50001),
        ("SEND_MESSAGES", 50013),
        ("EMBED_LINKS", 50013),
        ("ATTACH_FILES", 50013),
    ],
)
async def test_permissions_can_be_taken(local: LocalDiscord, denied: str, code: int) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        local.deny("general", denied)
        with pytest.raises(discord.Forbidden) as caught:
            await channel.send(
                "x", embed=discord.Embed(title="e"), file=discord.File(io.BytesIO(b"x"), "x.txt")
            )
        assert code_of(caught) == code
        assert not getattr(channel.permissions_for(channel.guild.me), denied.lower())
        await channel_of(bot, local, "lounge").send("still here")
        local.deny("general")
        await channel.send("back again")


async def test_threads_and_history_need_permissions(local: LocalDiscord) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        sent = await channel.send("table")
        local.deny("general", "CREATE_PUBLIC_THREADS", "READ_MESSAGE_HISTORY")
        with pytest.raises(discord.Forbidden):
            await sent.create_thread(name="no")
        with pytest.raises(discord.Forbidden):
            await channel.fetch_message(sent.id)
        assert [m async for m in channel.history()] == []
        local.deny("general")
        thread = await sent.create_thread(name="yes")
        local.deny("general", "SEND_MESSAGES_IN_THREADS")
        with pytest.raises(discord.Forbidden):
            await thread.send("no")


async def test_only_those_who_may_be_pinged_are(local: LocalDiscord) -> None:
    async with running(local) as bot:
        ana, ben = local.person("Ana"), local.person("Ben")
        channel = channel_of(bot, local)
        text = f"<@{ana.id}> and <@{ben.id}>"
        only_ana = discord.AllowedMentions(users=[discord.Object(ana.id)], everyone=False, roles=False)
        await channel.send(text, allowed_mentions=only_ana)
        assert (len(ana.pings()), len(ben.pings())) == (1, 0)
        assert ana.messages()[-1].mentions == ["Ana"]
        sent = await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
        await sent.edit(content=text, allowed_mentions=only_ana)
        await channel.send(text, allowed_mentions=only_ana, silent=True)
        assert (len(ana.pings()), len(ben.pings())) == (1, 0)


async def test_old_messages_can_be_edited_only_rarely(local: LocalDiscord) -> None:
    async with running(local) as bot:
        sent = await channel_of(bot, local).send("0")
        for number in range(10):
            await sent.edit(content=str(number))
        local.clock.advance(3601)
        for number in range(3):
            await sent.edit(content=f"late {number}")
        async with Api(local) as api:
            path = f"/channels/{sent.channel.id}/messages/{sent.id}"
            status, answer = await api.ask("PATCH", path, {"content": "too late"})
        assert (status, answer["code"]) == (429, 30046)
        local.clock.advance(3601)
        await sent.edit(content="in time again")


async def test_v2_messages_stay_what_they_are(local: LocalDiscord) -> None:
    async with running(local) as bot:
        view = ui.LayoutView()
        view.add_item(ui.TextDisplay("shown"))
        sent = await channel_of(bot, local).send(view=view)
        with pytest.raises(discord.HTTPException) as caught:
            await sent.edit(content="plain")
        assert code_of(caught) == 50035
        async with Api(local) as api:
            path = f"/channels/{sent.channel.id}/messages/{sent.id}"
            status, answer = await api.ask("PATCH", path, {"flags": 0, "content": "x", "components": []})
        assert (status, answer["code"]) == (400, 50035)
        plain = await channel_of(bot, local).send("plain")
        with pytest.raises(discord.HTTPException):
            await plain.edit(view=view)
        await plain.edit(content=None, view=view)
        assert local.person("Ana").messages()[-1].texts == ["shown"]


async def test_messages_of_others_are_theirs(local: LocalDiscord) -> None:
    async with running(local) as bot:
        said = local.person("Ana").say("mine")
        partial = channel_of(bot, local).get_partial_message(int(said.id))
        with pytest.raises(discord.Forbidden) as caught:
            await partial.edit(content="yours")
        assert code_of(caught) == 50005
        with pytest.raises(discord.Forbidden) as caught:
            await partial.delete()
        assert code_of(caught) == 50013
        own = await channel_of(bot, local).send("own", reference=partial)
        assert own.reference is not None
        await own.delete()
        assert [message.content for message in local.person("Ana").messages()] == ["mine"]
        with pytest.raises(discord.NotFound):
            await own.edit(content="gone")


async def test_emojis_of_the_application_stand_on_buttons(local: LocalDiscord) -> None:
    async with running(local) as bot:
        emoji = await bot.create_application_emoji(name="moai", image=PNG)
        assert [e.name for e in await bot.fetch_application_emojis()] == ["moai"]
        view = ui.View()
        view.add_item(ui.Button(emoji=emoji, custom_id="x"))
        await channel_of(bot, local).send("look", view=view)
        assert local.person("Ana").messages()[0].buttons[0].emoji == "moai"
        with pytest.raises(discord.HTTPException):
            await bot.create_application_emoji(name="moai", image=PNG)
        await emoji.edit(name="ahu")
        await emoji.delete()
        assert await bot.fetch_application_emojis() == []


async def test_a_message_that_does_not_say_whom_it_tells_is_found(local: LocalDiscord) -> None:
    async with Api(local) as api:
        await api.post({"content": "Hello", "allowed_mentions": {"parse": []}})
        assert local.unguarded == []
        await api.post({"content": "Hello, everybody"})
        assert [message.content for message in local.unguarded] == ["Hello, everybody"]
