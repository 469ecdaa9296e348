"""Applications that people install for themselves: groups, direct messages, servers without the bot."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import orjson
import pytest
from discord import app_commands

from localdiscord import BadInput, Interaction, LocalDiscord
from localdiscord.tests.local_bots import Bot, running
from localdiscord.tests.raw import Api, button, row

HERE: dict[str, Any] = {
    "name": "here",
    "description": "Of servers",
    "integration_types": [0],
    "contexts": [0],
}
MINE: dict[str, Any] = {
    "name": "mine",
    "description": "Everywhere",
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
}
AWAY: dict[str, Any] = {"name": "away", "description": "Of people", "integration_types": [1]}
PLAIN: dict[str, Any] = {"name": "plain", "description": "Says nothing"}
CLOSED: dict[str, Any] = {"name": "closed", "description": "Not in private", "dm_permission": False}
BOARD = {"content": "board", "components": [row(button())]}


async def register(local: LocalDiscord, api: Api, *commands: dict[str, Any]) -> list[dict[str, Any]]:
    """Replace all commands."""
    path = f"/applications/{local.bot.id}/commands"
    status, kept = await api.ask("PUT", path, list(commands))
    assert status == 200, kept
    return list(kept)


async def answer(api: Api, interaction: Interaction, kind: int, data: Any = None) -> tuple[int, Any]:
    """Send the first answer to an interaction."""
    return await api.ask("POST", interaction.callback, {"type": kind} | ({"data": data} if data else {}))


def hook(local: LocalDiscord, interaction: Interaction, rest: str = "") -> str:
    """Return the path of the webhook of an interaction's token."""
    return f"/webhooks/{local.bot.id}/{interaction.token}{rest}"


def told(interaction: Interaction) -> dict[str, Any]:
    """Return an interaction as the bot gets it."""
    body: dict[str, Any] = orjson.loads(interaction.raw)
    return body


async def test_each_command_is_offered_where_its_installations_and_contexts_allow_it() -> None:
    async with LocalDiscord() as local, Api(local) as api:
        local.world.way_in = lambda _: None
        kept = await register(local, api, HERE, MINE, AWAY, PLAIN, CLOSED)
        assert [(one["integration_types"], one["contexts"]) for one in kept] == [
            ([0], [0]),
            ([0, 1], [0, 1, 2]),
            ([1], None),
            ([0, 1], None),
            ([0, 1], None),
        ]
        ana = local.person("Ana")
        group = local.add_group("Ana", "Ben", "Chloé", name="evening")
        pair = local.add_group("Ana", "Ben")
        lair = local.found_server("lair", "Ben", members=["Ana"], with_bot=False)
        home, outside = local.world.guild_id, str(lair.guild_id)

        async def offered(person: str) -> dict[str, dict[str, Any]]:
            """Return the installations by which a person is offered each command, by command and place."""
            found: dict[str, dict[str, Any]] = {}
            places: dict[str, Any] = {
                "home": "general",
                "bot": "@bot",
                "group": group,
                "pair": pair,
                "lair": lair,
            }
            for command in ("here", "mine", "away", "plain", "closed"):
                for name, place in places.items():
                    try:
                        used = await local.person(person).command(command, place)
                    except BadInput:
                        continue
                    found.setdefault(command, {})[name] = told(used)["authorizing_integration_owners"]
                    assert told(used)["context"] == {"bot": 1, "group": 2, "pair": 2}.get(name, 0)
            return found

        both = {"home": {"0": home}, "bot": {"0": "0"}}
        assert await offered("Ana") == {"here": {"home": {"0": home}}, "mine": both, "plain": both} | {
            "closed": {"home": {"0": home}}
        }
        local.install("Ana")
        me = ana.user.id
        own = {name: {"1": me} for name in ("home", "bot", "group", "pair", "lair")}
        every = own | {"home": {"0": home, "1": me}, "bot": {"0": "0", "1": me}}
        assert await offered("Ana") == {
            "here": {"home": {"0": home}},
            "mine": every,
            "away": own,
            "plain": every,
            "closed": {"home": {"0": home, "1": me}, "lair": {"1": me}},
        }
        assert await offered("Ben") == {"here": {"home": {"0": home}}, "mine": both, "plain": both} | {
            "closed": {"home": {"0": home}}
        }
        local.remove_bot()  # Now the server is like any other without the bot.
        assert (await offered("Ana"))["mine"]["home"] == {"1": me}
        assert "home" not in (await offered("Ben")).get("mine", {})
        local.install("Ana", False)
        with pytest.raises(BadInput):
            await ana.command("mine", group)
        with pytest.raises(BadInput):
            await local.person("Chloé").command("mine", lair)
        assert outside not in (home, "0")


async def test_commands_name_installations_and_contexts_that_exist() -> None:
    async with LocalDiscord(check=False) as local, Api(local) as api:
        path = f"/applications/{local.bot.id}/commands"
        wrong: dict[str, Any]
        for wrong in ({"integration_types": [2]}, {"contexts": [3]}, {"contexts": []}, {"contexts": [1, 1]}):
            status, refused = await api.ask("POST", path, PLAIN | wrong)
            assert (status, refused["code"], list(refused["errors"])) == (400, 50035, list(wrong)), wrong
        status, kept = await api.ask("POST", path, MINE)
        status, edited = await api.ask("PATCH", f"{path}/{kept['id']}", {"contexts": None})
        assert (status, edited["contexts"], edited["integration_types"]) == (200, None, [0, 1])


async def test_in_a_group_the_bot_has_only_the_tokens_of_interactions() -> None:
    async with LocalDiscord() as local, Api(local) as api:
        local.world.way_in = lambda _: None
        await register(local, api, MINE)
        local.install("Ana")
        group = local.add_group("Ana", "Ben", "Chloé", name="evening")
        ana, ben, dora = (local.person(name) for name in ("Ana", "Ben", "Dao"))
        used = await ana.command("mine", group)
        shown = told(used)
        assert "guild_id" not in shown
        assert "member" not in shown
        assert shown["user"]["id"] == ana.user.id
        assert shown["channel"]["type"] == 3
        assert len(shown["channel"]["recipients"]) == 3
        assert shown["app_permissions"] == str(1 << 14 | 1 << 15 | 1 << 17)
        assert (await answer(api, used, 4, BOARD))[0] == 204
        board = ben.messages(group)[-1]
        assert board.payload["interaction_metadata"]["authorizing_integration_owners"] == {"1": ana.user.id}
        assert dora.messages(group) == []
        assert {ping.user.name for ping in local.pings} == {
            "Ana",
            "Ben",
            "Chloé",
        }
        there = f"/channels/{group.id}"
        one = f"{there}/messages/{board.id}"
        for method, path, body in (
            ("GET", there, None),
            ("GET", there + "/messages", None),
            ("POST", there + "/messages", {"content": "x"}),
            ("GET", one, None),
            ("PATCH", one, {"content": "x"}),
            ("DELETE", one, None),
            ("POST", one + "/threads", {"name": "x"}),
            ("POST", there + "/threads", {"name": "x", "type": 11}),
            ("POST", there + "/typing", None),
            ("DELETE", there, None),
        ):
            status, refused = await api.ask(method, path, body)
            assert (status, refused["code"]) == (403, 50001), (method, path)
        # Anybody there can click; the token of their click edits only its own posts or the clicked message.
        click = await ben.click(board, "Go")
        assert told(click)["authorizing_integration_owners"] == {"1": ana.user.id}
        assert (await answer(api, click, 4, {"content": "hand", "flags": 64}))[0] == 204
        edit = {"content": "new"}
        assert (await api.ask("PATCH", hook(local, click, f"/messages/{board.id}"), edit))[0] == 404
        assert (await api.ask("PATCH", hook(local, click, "/messages/@original"), edit))[1]["flags"] == 64
        assert [one.content for one in ben.messages(group)] == ["board", "new"]
        assert [one.content for one in ana.messages(group)] == ["board"]
        second = await ben.click(board, "Go")
        assert (await answer(api, second, 6))[0] == 204
        status, hand = await api.ask("POST", hook(local, second), {"content": "hand", "flags": 64})
        assert (status, hand["flags"]) == (200, 64)
        assert (await api.ask("PATCH", hook(local, second, "/messages/@original"), edit))[1]["id"] == board.id
        assert (await api.ask("PATCH", hook(local, second, f"/messages/{board.id}"), edit))[0] == 200
        assert (await api.ask("PATCH", hook(local, used, f"/messages/{hand['id']}"), edit))[0] == 404
        local.install("Ana", False)  # Clicks on existing messages still arrive.
        assert (await answer(api, await ben.click(board, "Go"), 7, BOARD))[0] == 204
        local.clock.advance(15 * 60 + 1)
        status, refused = await api.ask("PATCH", hook(local, second, "/messages/@original"), edit)
        assert (status, refused["code"]) == (401, 50027)


async def test_only_where_the_application_has_no_bot_there_are_at_most_five_follow_ups() -> None:
    async with LocalDiscord() as local, Api(local) as api:
        local.world.way_in = lambda _: None
        await register(local, api, MINE)
        local.install("Ana")
        ana, group = local.person("Ana"), local.add_group("Ana", "Ben")
        for place, most in ((group, 5), ("general", 7)):
            used = await ana.command("mine", place)
            await answer(api, used, 5)
            codes = [await api.ask("POST", hook(local, used), {"content": "x"}) for _ in range(8)]
            assert [status for status, _ in codes] == [200] * (most + 1) + [400] * (7 - most)
            assert all(body["code"] == 40094 for status, body in codes if status == 400)
            assert (await api.ask("PATCH", hook(local, used, "/messages/@original"), {"content": "y"}))[
                0
            ] == 200


async def test_a_server_without_the_bot_is_unknown_to_it_and_may_keep_external_apps_private() -> None:
    async with LocalDiscord() as local, Api(local) as api, running(local, sync=False) as bot:
        local.world.way_in = lambda _: None
        await register(local, api, MINE)
        local.install("Ben")
        lair = local.found_server("lair", "Ana", members=["Ben", "Chloé"], with_bot=False)
        ben, chloe = local.person("Ben"), local.person("Chloé")
        ben.say("hello", lair)
        assert [one.content for one in chloe.messages(lair)] == ["hello"]
        assert local.person("Dao").messages(lair) == []
        used = await ben.command("mine", lair)
        shown = told(used)
        assert (shown["guild_id"], shown["guild"]["id"]) == (lair.guild_id, lair.guild_id)
        assert int(shown["member"]["permissions"]) & 1 << 50
        assert shown["context"] == 0
        assert shown["app_permissions"] == str(1 << 14 | 1 << 15 | 1 << 18)
        assert (await api.ask("POST", f"/channels/{lair.id}/messages", {"content": "x"}))[1]["code"] == 50001
        await answer(api, used, 4, BOARD)
        assert [one.ephemeral for one in chloe.messages(lair)] == [False, False]
        local.change_permissions("Chloé", lair, deny=["USE_EXTERNAL_APPS"])
        click = await chloe.click(chloe.messages(lair)[-1], "Go")
        assert (await answer(api, click, 5))[0] == 204
        assert (await api.ask("PATCH", hook(local, click, "/messages/@original"), {"content": "x"}))[1][
            "flags"
        ] == 64
        assert (await api.ask("POST", hook(local, click), {"content": "y"}))[1]["flags"] == 64
        assert len(ben.messages(lair)) == 2
        assert len(chloe.messages(lair)) == 4
        assert [guild.name for guild in bot.guilds] == ["Local server"]
        assert not {"MESSAGE_CREATE", "MESSAGE_UPDATE"} & set(bot.heard)
        assert bot.heard.count("GUILD_CREATE") == 1


async def test_the_bot_can_write_to_whoever_installed_it_or_shares_a_server_with_it() -> None:
    async with LocalDiscord() as local, Api(local) as api:
        ben = local.person("Ben")

        async def code() -> int:
            channel = (await api.ask("POST", "/users/@me/channels", {"recipient_id": ben.user.id}))[1]
            status, body = await api.ask("POST", f"/channels/{channel['id']}/messages", {"content": "x"})
            return 200 if status == 200 else int(body["code"])

        ben.leave_server()
        assert await code() == 50278
        local.install("Ben")
        assert await code() == 200
        ben.write_to_bot("hello")
        ben.close_direct_messages()
        assert await code() == 50007
        ben.open_direct_messages()
        local.install("Ben", False)
        assert await code() == 50278
        local.found_server("lair", "Ana", members=["Ben"], with_bot=False)
        assert await code() == 50278
        local.found_server("den", "Ana", members=["Ben"])
        assert await code() == 200


async def test_a_group_has_two_to_ten_people() -> None:
    async with LocalDiscord(people=[f"P{number}" for number in range(11)]) as local:
        assert (local.add_group("P0", "P1").type, local.add_group("P0", "P1", "P2").type) == (1, 3)
        for people in (["P0"], ["P0", "P0"], [f"P{number}" for number in range(11)]):
            with pytest.raises(ValueError, match="2 to 10"):
                local.add_group(*people)


async def test_discord_py_plays_in_a_group() -> None:
    heard: list[discord.Interaction[Any]] = []
    boards: list[discord.Message] = []
    done = asyncio.Event()

    class Board(discord.ui.View):
        @discord.ui.button(label="Hand")
        async def hand(self, interaction: discord.Interaction[Any], _button: Any) -> None:
            heard.append(interaction)
            await interaction.response.defer()
            await interaction.followup.send("cards", ephemeral=True)
            await interaction.edit_original_response(content="board 2")
            done.set()

    def setup(bot: Bot) -> None:
        @bot.tree.command(name="play", description="Play")
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def play(interaction: discord.Interaction[Any]) -> None:
            heard.append(interaction)
            await interaction.response.send_message("board", view=Board())
            boards.append(await interaction.original_response())

    async with LocalDiscord() as local, running(local, setup) as bot:
        group = local.add_group("Ana", "Ben", "Chloé", name="evening")
        local.install("Ana")
        ana, ben = local.person("Ana"), local.person("Ben")
        played = await (await ana.command("play", group)).answered()
        assert heard[0].is_user_integration()
        assert not heard[0].is_guild_integration()
        assert heard[0].context.private_channel
        assert heard[0].guild is None
        assert isinstance(heard[0].channel, discord.GroupChannel)
        await local.until(lambda: boards)
        with pytest.raises(discord.Forbidden) as caught:
            await heard[0].channel.send("x")
        assert caught.value.code == 50001
        await (await ben.click(played.messages[0], "Hand")).answered()
        await asyncio.wait_for(done.wait(), 5)
        assert [one.content for one in ben.messages(group)] == ["board 2", "cards"]
        assert [one.content for one in ana.messages(group)] == ["board 2"]
        assert heard[1].message is not None
        assert heard[1].message.interaction_metadata is not None
        assert heard[1].message.interaction_metadata.is_user_integration()
        assert heard[1].user.id == ben.id
        assert bot.heard.count("MESSAGE_CREATE") == 0
        await (await ana.command("play")).answered()
        assert heard[2].is_user_integration()
        assert heard[2].is_guild_integration()


async def test_whom_one_can_choose_depends_on_who_is_there() -> None:
    option = {"name": "who", "description": "Whom", "type": 6}
    channel = {"name": "where", "description": "Where", "type": 7}
    asks = MINE | {"options": [option, channel]}
    picks = {"content": "who?", "components": [row({"type": 5, "custom_id": "who"})]}
    async with LocalDiscord() as local, Api(local) as api:
        local.world.way_in = lambda _: None
        await register(local, api, asks)
        local.install("Ana")
        ana, ben, dao = (local.person(name) for name in ("Ana", "Ben", "Dao"))
        group = local.add_group("Ana", "Ben", "Chloé")
        lair = local.found_server("lair", "Ana", members=["Ben"], with_bot=False)
        for place, members in ((group, None), (lair, {ben.user.id})):
            used = await ana.command("mine", place, who=ben)
            resolved = told(used)["data"]["resolved"]
            assert set(resolved["users"]) == {ben.user.id}
            assert set(resolved.get("members", {})) == (members or set())
            with pytest.raises(BadInput):
                await ana.command("mine", place, where=local.channel("general"))
            await answer(api, used, 4, picks)
            await ben.choose(ben.messages(place)[-1], [ana], custom_id="who")
            with pytest.raises(BadInput):
                await ben.choose(ben.messages(place)[-1], [dao], custom_id="who")
        with pytest.raises(BadInput):
            await ana.command("mine", group, who=dao)
        outsider = told(await ana.command("mine", lair, who=dao))["data"]["resolved"]
        assert (set(outsider["users"]), "members" in outsider) == ({dao.user.id}, False)


async def test_what_follows_from_a_message_has_its_installations_and_ends_with_its_place() -> None:
    form = {"custom_id": "f", "title": "Form", "components": [row({"type": 4, "custom_id": "t", "style": 1})]}
    form["components"][0]["components"][0]["label"] = "Text"  # type: ignore[index]
    async with LocalDiscord() as local, Api(local) as api:
        local.world.way_in = lambda _: None
        await register(local, api, MINE)
        local.install("Ana")
        ana, ben, group = local.person("Ana"), local.person("Ben"), local.add_group("Ana", "Ben", "Chloé")
        both = {"0": local.world.guild_id, "1": ana.user.id}
        for place, owners in (("general", both), (group, {"1": ana.user.id})):
            await answer(api, await ana.command("mine", place), 4, BOARD)
            click = await ben.click(ben.messages(place)[-1], "Go")
            assert (await answer(api, click, 9, form))[0] == 204
            filled = await ben.submit(click, t="x")
            assert (await answer(api, filled, 6))[0] == 204
            for one in (click, filled):
                assert told(one)["authorizing_integration_owners"] == owners
            status, kept = await api.ask("POST", hook(local, filled), {"content": "x"})
            metadata = kept["interaction_metadata"]
            assert (status, metadata["authorizing_integration_owners"]) == (200, owners)
            assert metadata["triggering_interaction_metadata"]["authorizing_integration_owners"] == owners
        await api.post(BOARD)  # by the bot itself
        posted = await ben.click(ben.messages()[-1], "Go")
        assert told(posted)["authorizing_integration_owners"] == {"0": local.world.guild_id}
        last, late = await ana.command("mine", group), await ana.command("mine", group)
        await answer(api, last, 5)
        local.delete_channel(group)
        assert (await answer(api, late, 4, BOARD))[1]["code"] == 10003
        assert (await api.ask("PATCH", hook(local, last, "/messages/@original"), BOARD))[1]["code"] == 10008
        assert (await api.ask("POST", hook(local, last), BOARD))[1]["code"] == 10003
        with pytest.raises(BadInput):
            await ana.command("mine", group)
