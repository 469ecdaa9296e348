from __future__ import annotations

import discord
from discord import ui

from localdiscord import LocalDiscord
from localdiscord.tests.local_bots import Bot, running


class JoinView(ui.LayoutView):
    def __init__(self, joined: int = 0) -> None:
        super().__init__(timeout=None)
        self.joined = joined
        box: ui.Container[JoinView] = ui.Container(ui.TextDisplay(f"{joined} joined"))
        row: ui.ActionRow[JoinView] = ui.ActionRow()
        button: ui.Button[JoinView] = ui.Button(label="Join", custom_id="join", emoji="🗿")
        button.callback = self.join  # type: ignore[method-assign]
        row.add_item(button)
        box.add_item(row)
        self.add_item(box)

    async def join(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=JoinView(self.joined + 1))


def with_join(bot: Bot) -> None:
    @bot.tree.command(description="Opens a lobby")
    async def lobby(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=JoinView())


async def test_a_command_is_answered_with_components_and_a_click_changes_them(local: LocalDiscord) -> None:
    async with running(local, with_join):
        ana, ben = local.person("Ana"), local.person("Ben")
        interaction = await (await ana.command("lobby")).answered()
        [message] = ben.messages("general")
        assert message.message is interaction.original
        assert message.texts == ["0 joined", "Join"]
        assert message.button("Join").emoji == "🗿"
        await (await ben.click(message, "Join")).answered()
        assert message.texts == ["1 joined", "Join"]
        await (await ana.click(message, custom_id="join")).answered()
        assert message.text == "2 joined\nJoin"
    assert local.violations == []
    assert not any(request.status >= 400 for request in local.requests)
