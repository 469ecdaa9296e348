from __future__ import annotations

import asyncio
from typing import Literal

import discord
import pytest
from discord import app_commands, ui

from localdiscord import BadInput, LocalDiscord, NotAnswered
from localdiscord.tests.local_bots import Bot, running

Spoken = discord.Interaction[Bot]


async def test_a_deferred_answer_is_filled_later(local: LocalDiscord) -> None:
    think = asyncio.Event()

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Thinks")
        async def think_hard(interaction: Spoken) -> None:
            await interaction.response.defer(thinking=True)
            await think.wait()
            await interaction.followup.send("thought")
            await interaction.followup.send("and more", ephemeral=True)

    async with running(local, setup):
        ana, ben = local.person("Ana"), local.person("Ben")
        interaction = await (await ana.command("think_hard")).answered()
        [message] = ana.messages()
        assert message.loading
        think.set()
        await local.until(lambda: len(interaction.answers) == 2)
        assert not message.loading
        assert [m.content for m in ana.messages()] == ["thought", "and more"]
        assert [m.content for m in ben.messages()] == ["thought"]
        assert [m.content for m in ana.ephemeral()] == ["and more"]
        assert "and more" not in " ".join(seen.text for seen in ben.seen())


async def test_ephemeral_answers_change_for_one_person(local: LocalDiscord) -> None:
    def setup(bot: Bot) -> None:
        class Panel(ui.View):
            @ui.button(label="Next", custom_id="next")
            async def next(self, interaction: Spoken, _button: ui.Button[Panel]) -> None:
                await interaction.response.edit_message(content="two")

            @ui.button(label="Later", custom_id="later")
            async def later(self, interaction: Spoken, _button: ui.Button[Panel]) -> None:
                await interaction.response.defer()
                await interaction.edit_original_response(content="three")
                await interaction.delete_original_response()

        @bot.tree.command(description="Cards")
        async def cards(interaction: Spoken) -> None:
            await interaction.response.send_message("one", view=Panel(timeout=None), ephemeral=True)

    async with running(local, setup):
        ana, ben = local.person("Ana"), local.person("Ben")
        await (await ana.command("cards")).answered()
        [panel] = ana.ephemeral()
        await (await ana.click(panel, "Next")).answered()
        assert panel.content == "two"
        with pytest.raises(BadInput):
            await ben.click(panel, "Next")
        await ana.click(panel, "Later")
        await local.until(lambda: panel.deleted)
        assert [seen.text for seen in ana.seen()][:2] == ["one\nNext\nLater", "two\nNext\nLater"]
        assert ben.seen() == []


async def test_commands_take_options_as_the_client_sends_them(local: LocalDiscord) -> None:
    used: list[object] = []

    def setup(bot: Bot) -> None:
        table = app_commands.Group(name="table", description="Tables")

        @table.command(description="New")
        @app_commands.rename(with_whom="with-whom")
        async def new(
            interaction: Spoken,
            game: Literal["cards", "board"],
            seats: app_commands.Range[int, 2, 4] = 3,
            with_whom: discord.Member | None = None,
        ) -> None:
            used.append((game, seats, with_whom and with_whom.display_name, str(interaction.locale)))
            await interaction.response.send_message("opened")

        bot.tree.add_command(table)

    async with running(local, setup):
        ben = local.person("Ben")
        interaction = await ben.command("table new", game="cards", seats=2, with_whom=local.person("Ana"))
        await interaction.answered()
        await (await ben.command("table new", game="board")).answered()
        assert used == [("cards", 2, "Ana", "de"), ("board", 3, None, "de")]
        assert ben.messages()[0].payload["interaction_metadata"]["name"] == "table new"
        for wrong in ({}, {"game": "chess"}, {"game": "cards", "seats": 5}, {"game": "cards", "more": 1}):
            with pytest.raises(BadInput):
                await ben.command("table new", **wrong)
        for unknown in ("table", "table old", "chair"):
            with pytest.raises(BadInput):
                await ben.command(unknown)


async def test_options_complete_while_one_types(local: LocalDiscord) -> None:
    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Rules")
        async def rules(interaction: Spoken, game: str) -> None:
            await interaction.response.send_message(game)

        @rules.autocomplete("game")
        async def games(_interaction: Spoken, typed: str) -> list[app_commands.Choice[str]]:
            names = ["Rabbits", "Rust"]
            return [
                app_commands.Choice(name=n, value=n.lower()) for n in names if n.lower().startswith(typed)
            ]

    async with running(local, setup):
        ana = local.person("Ana")
        assert await ana.complete("rules", "game", "ra") == [("Rabbits", "rabbits")]
        assert len(await ana.complete("rules", "game", "r")) == 2


async def test_a_form_is_opened_filled_and_answered(local: LocalDiscord) -> None:
    class Form(ui.Modal, title="Name it"):
        name: ui.Label[Form] = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=10))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            field = self.name.component
            assert isinstance(field, ui.TextInput)
            await interaction.response.send_message(f"called {field.value}")

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Name")
        async def name(interaction: Spoken) -> None:
            await interaction.response.send_modal(Form())

    async with running(local, setup):
        ana = local.person("Ana")
        opened = await (await ana.command("name")).answered()
        assert opened.modal is not None
        assert opened.modal["title"] == "Name it"
        with pytest.raises(BadInput):
            await ana.submit(opened, name="much too long a name")
        await (await ana.submit(opened, name="Moai")).answered()
        assert ana.messages()[-1].content == "called Moai"


async def test_a_menu_offers_and_people_choose(local: LocalDiscord) -> None:
    chosen: list[list[str]] = []

    def setup(bot: Bot) -> None:
        class Menu(ui.View):
            @ui.select(
                placeholder="Pick",
                max_values=2,
                options=[
                    discord.SelectOption(label="Fish", value="f"),
                    discord.SelectOption(label="Wood", value="w"),
                ],
            )
            async def pick(self, interaction: Spoken, select: ui.Select[Menu]) -> None:
                chosen.append(select.values)
                await interaction.response.defer()

            @ui.select(cls=ui.UserSelect, placeholder="Who")
            async def who(self, interaction: Spoken, select: ui.UserSelect[Menu]) -> None:
                chosen.append([user.display_name for user in select.values])
                await interaction.response.defer()

        @bot.tree.command(description="Menu")
        async def menu(interaction: Spoken) -> None:
            await interaction.response.send_message(view=Menu(timeout=None))

    async with running(local, setup):
        ana = local.person("Ana")
        await (await ana.command("menu")).answered()
        [message] = ana.messages()
        await (await ana.choose(message, ["Fish", "w"], placeholder="Pick")).answered()
        await (await ana.choose(message, local.person("Ben"), placeholder="Who")).answered()
        assert chosen == [["f", "w"], ["Ben"]]
        with pytest.raises(BadInput):
            await ana.choose(message, "gold", placeholder="Pick")


def silent(bot: Bot) -> None:
    @bot.tree.command(description="Says nothing")
    async def silence(interaction: Spoken) -> None:
        bot.dispatch("asked", interaction)


async def test_an_interaction_fails_after_three_seconds(local: LocalDiscord) -> None:
    async with running(local, silent) as bot:
        asked = asyncio.create_task(bot.wait_for("asked", timeout=2))
        interaction = await local.person("Ana").command("silence")
        heard: Spoken = await asked
        assert not interaction.failed
        local.clock.advance(3.1)
        assert interaction.failed
        with pytest.raises(NotAnswered):
            await interaction.answered()
        with pytest.raises(discord.NotFound) as caught:
            await heard.response.send_message("too late")
        assert caught.value.code == 10062


async def test_an_interaction_can_be_answered_once_and_its_token_runs_out(local: LocalDiscord) -> None:
    async with running(local, silent) as bot:
        asked = asyncio.create_task(bot.wait_for("asked", timeout=2))
        interaction = await local.person("Ana").command("silence")
        heard: Spoken = await asked
        with pytest.raises(discord.NotFound) as caught:
            await heard.followup.send("before the answer")
        assert caught.value.code == 10015
        await heard.response.send_message("first")
        again = asyncio.create_task(bot.wait_for("asked", timeout=2))
        await asyncio.sleep(0)
        local.deliver_again(interaction)
        second: Spoken = await again
        assert second.id == heard.id
        with pytest.raises(discord.HTTPException) as refused:
            await second.response.send_message("second")
        assert refused.value.code == 40060
        await heard.followup.send("in time")
        local.clock.advance(15 * 60 + 1)
        with pytest.raises(discord.HTTPException) as refused:
            await heard.edit_original_response(content="late")
        assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_a_forged_click_reaches_the_bot(local: LocalDiscord) -> None:
    async with running(local) as bot:
        heard = asyncio.create_task(bot.wait_for("interaction", timeout=2))
        message = local.person("Ana").say("no buttons here")
        forged = await local.person("Ben").forge(message, "m:1:2:buy")
        interaction = await heard
        assert dict(interaction.data or {})["custom_id"] == "m:1:2:buy"
        assert interaction.user.display_name == "Ben"
        await interaction.response.send_message("no", ephemeral=True)
        await forged.answered()
        assert [m.content for m in local.person("Ben").ephemeral()] == ["no"]


async def test_permissions_stand_in_interactions(local: LocalDiscord) -> None:
    async with running(local, silent) as bot:
        local.deny("general", "CREATE_PUBLIC_THREADS")
        asked = asyncio.create_task(bot.wait_for("asked", timeout=2))
        await local.person("Ana").command("silence")
        heard: Spoken = await asked
        assert not heard.app_permissions.create_public_threads
        assert heard.app_permissions.send_messages


async def test_commands_work_in_direct_messages(local: LocalDiscord) -> None:
    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Here")
        async def here(interaction: Spoken) -> None:
            where = "direct" if interaction.guild is None else "guild"
            await interaction.response.send_message(where, ephemeral=where == "guild")

    async with running(local, setup):
        ana = local.person("Ana")
        await (await ana.command("here", "@bot")).answered()
        await (await ana.command("here")).answered()
        assert [m.content for m in ana.direct_messages()] == ["direct"]
        assert [m.content for m in ana.ephemeral()] == ["guild"]


async def test_commands_and_clicks_in_threads_known_from_before(local: LocalDiscord) -> None:
    async with running(local) as bot:
        channel = bot.get_channel(int(local.channel("general").id))
        assert isinstance(channel, discord.TextChannel)
        await (await channel.send("table")).create_thread(name="Table 1")

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Where")
        async def where(interaction: Spoken) -> None:
            assert isinstance(interaction.channel, discord.Thread)
            await interaction.response.send_message(interaction.channel.name)

    async with running(local, setup) as bot:
        assert [thread.name for thread in bot.guilds[0].threads] == ["Table 1"]
        ana = local.person("Ana")
        await (await ana.command("where", "Table 1")).answered()
        assert ana.messages("Table 1")[-1].content == "Table 1"
        thread = bot.guilds[0].threads[0]
        await thread.edit(archived=True)
        with pytest.raises(BadInput):
            await ana.command("where", "Table 1")


async def test_menus_in_forms_name_people(local: LocalDiscord) -> None:
    class Form(ui.Modal, title="Whom"):
        whom: ui.Label[Form] = ui.Label(text="Whom", component=ui.UserSelect(custom_id="whom"))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            select = self.whom.component
            assert isinstance(select, ui.UserSelect)
            await interaction.response.send_message(select.values[0].display_name)

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Invite")
        async def invite(interaction: Spoken) -> None:
            await interaction.response.send_modal(Form())

    async with running(local, setup):
        ana, ben = local.person("Ana"), local.person("Ben")
        opened = await (await ana.command("invite")).answered()
        submitted = await (await ana.submit(opened, whom=ben.user.id)).answered()
        assert submitted.messages[0].content == "Ben"


async def test_a_form_opened_by_a_button_changes_its_message(local: LocalDiscord) -> None:
    class Form(ui.Modal, title="New name"):
        text: ui.Label[Form] = ui.Label(text="Name", component=ui.TextInput(custom_id="name"))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            assert isinstance(self.text.component, ui.TextInput)
            await interaction.response.edit_message(content=self.text.component.value)

    class Panel(ui.View):
        @ui.button(label="Rename", custom_id="rename")
        async def rename(self, interaction: discord.Interaction, _button: ui.Button[Panel]) -> None:
            await interaction.response.send_modal(Form())

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Panel")
        async def panel(interaction: Spoken) -> None:
            await interaction.response.send_message("old", view=Panel(timeout=None))

    async with running(local, setup):
        ana = local.person("Ana")
        await (await ana.command("panel")).answered()
        [message] = ana.messages()
        opened = await (await ana.click(message, "Rename")).answered()
        await (await ana.submit(opened, Name="new")).answered()
        assert message.content == "new"
        assert "rename" in message.custom_ids
