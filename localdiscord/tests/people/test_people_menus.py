from __future__ import annotations

import discord
import pytest
from discord import app_commands, ui

from localdiscord import BadInput, LocalDiscord
from localdiscord.tests.local_bots import Bot, running

Spoken = discord.Interaction[Bot]


def with_menu(bot: Bot) -> None:
    class Menu(ui.View):
        @ui.select(cls=ui.UserSelect, placeholder="Who", custom_id="who", max_values=2)
        async def who(self, interaction: Spoken, select: ui.UserSelect[Menu]) -> None:
            names = [f"{type(user).__name__} {user.display_name}" for user in select.values]
            await interaction.response.edit_message(content=", ".join(names))

    @bot.tree.command(description="Menu")
    async def menu(interaction: Spoken) -> None:
        await interaction.response.send_message("?", view=Menu(timeout=None))

    @bot.tree.command(description="Greets")
    @app_commands.describe(whom="Whom")
    async def greet(interaction: Spoken, whom: discord.User) -> None:
        await interaction.response.send_message(whom.display_name)


async def test_a_menu_of_people_offers_the_members_and_the_bot(local: LocalDiscord) -> None:
    async with running(local, with_menu):
        ana, ben, chloe = (local.person(name) for name in ("Ana", "Ben", "Chloé"))
        await (await ana.command("menu")).answered()
        [message] = ana.messages()
        chosen = await ana.choose(message, [ben, local.bot], custom_id="who")
        await chosen.answered()
        assert message.content == "Member Ben, Member Bot"
        assert set(chosen.data["resolved"]["users"]) == {ben.user.id, local.bot.id}
        assert chosen.data["resolved"]["members"].keys() == chosen.data["resolved"]["users"].keys()
        chloe.leave_server()
        for wrong in (chloe, [], [ana, ben, local.bot], "12345"):
            with pytest.raises(BadInput):
                await ana.choose(message, wrong, custom_id="who")


async def test_in_direct_messages_there_are_only_two_people(local: LocalDiscord) -> None:
    async with running(local, with_menu):
        ana, ben = local.person("Ana"), local.person("Ben")
        await (await ana.command("menu", "@bot")).answered()
        [message] = ana.direct_messages()
        chosen = await ana.choose(message, [ana, local.bot])
        await chosen.answered()
        assert message.content == "User Ana, User Bot"
        assert "members" not in chosen.data["resolved"]
        with pytest.raises(BadInput):
            await ana.choose(message, ben)
        with pytest.raises(BadInput):
            await ana.command("greet", "@bot", whom=ben)
        await (await ana.command("greet", "@bot", whom=ana)).answered()


async def test_a_command_can_name_somebody_who_has_left(local: LocalDiscord) -> None:
    async with running(local, with_menu):
        ana, ben = local.person("Ana"), local.person("Ben")
        ben.leave_server()
        used = await (await ana.command("greet", whom=ben)).answered()
        assert used.messages[0].content == "Ben"
        assert "members" not in used.data["resolved"]
