"""Commands in the menus of people and messages, and commands that a message mentions."""

from __future__ import annotations

from typing import Any

import pytest

from localdiscord import BadInput, LocalDiscord
from localdiscord.tests.local_bots import channel_of, running
from localdiscord.tests.raw import Api
from localdiscord.tests.small_menus import with_menus


async def test_a_command_is_used_on_a_person_by_their_menu(local: LocalDiscord) -> None:
    async with running(local, with_menus):
        ana, ben, chloe = (local.person(name) for name in ("Ana", "Ben", "Chloé"))
        used = await (await ana.use("Greet", ben)).answered()
        assert used.messages[0].content == "Member Ben"
        metadata = used.messages[0].message.payload()["interaction_metadata"]
        assert (metadata["name"], metadata["command_type"]) == ("Greet", 2)
        assert metadata["target_user"]["id"] == ben.user.id
        chloe.leave_server()
        assert (await (await ana.use("Greet", chloe)).answered()).messages[0].content == "User Chloé"
        assert (await (await ana.use("Greet", local.bot)).answered()).messages[0].content == "Member Bot"
        for name in ("Quote", "greet"):
            with pytest.raises(BadInput):
                await ana.use(name, ben)
        with pytest.raises(BadInput):
            await ana.use("Greet", ben, "@bot")  # Only Ana and the bot are in this channel.


async def test_a_command_is_used_on_a_message_that_one_sees(local: LocalDiscord) -> None:
    async with running(local, with_menus) as bot:
        ana, ben = local.person("Ana"), local.person("Ben")
        said = ben.say("hello")
        used = await (await ana.use("Quote", said)).answered()
        [quoted] = used.messages
        assert (quoted.content, quoted.ephemeral) == ("Ben: hello", True)
        assert quoted.message.payload()["interaction_metadata"]["target_message_id"] == said.id
        await channel_of(bot, local).send("of the bot")
        used = await (await ana.use("Quote", ana.messages()[-2])).answered()
        with pytest.raises(BadInput):
            await ben.use("Quote", quoted)  # Only Ana sees it.
        local.delete_message(said.message)
        with pytest.raises(BadInput):
            await ana.use("Quote", said)


async def test_fifteen_commands_fit_into_each_menu(local: LocalDiscord) -> None:
    async with running(local, with_menus), Api(local) as api:
        path = f"/applications/{local.bot.id}/commands"
        many: list[dict[str, Any]] = [
            {"name": f"Do {at}", "type": kind} for kind in (2, 3) for at in range(16)
        ]
        assert (await api.ask("PUT", path, many[:15] + many[16:31]))[0] == 200
        assert (await api.ask("PUT", path, many))[1]["code"] == 30032
        assert (await api.ask("POST", path, many[15]))[1]["code"] == 30032
        for wrong in (
            {"name": "Do", "type": 5},
            {"name": "Do", "type": 2, "name_localizations": {"xx": "x"}},
        ):
            assert (await api.ask("POST", path, wrong))[1]["code"] == 50035
