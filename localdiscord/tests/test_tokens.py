"""A bot's token has Discord's form, which contains the id of the bot."""

from __future__ import annotations

import re

import pytest

from localdiscord import LocalDiscord
from localdiscord.model.user import APPLICATION_ID, application_of, token_of

SHAPE = re.compile(r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{38}")


def test_without_one_the_token_has_discords_shape_and_is_always_the_same() -> None:
    discord, other = LocalDiscord(), LocalDiscord()
    assert SHAPE.fullmatch(discord.token)
    assert discord.token == other.token
    assert discord.bot.id == discord.world.application_id == APPLICATION_ID


@pytest.mark.parametrize("application", ["80351110224678912", "1199999999999999999"])
def test_the_bot_has_the_id_that_its_token_names(application: str) -> None:
    discord = LocalDiscord(token=token_of(application))
    assert discord.bot.id == discord.world.application_id == application


@pytest.mark.parametrize(
    "token",
    [
        "local",
        "",
        ".",
        "ä.b.c",
        "MTIz.b.c",
        "bG9jYWxsb2NhbGxvY2Fs.b.c",
        "A",
        "/w==.x",
        "MDAwMDAwMDAwMDAwMDAwMDAw",
    ],
)
def test_a_token_of_another_shape_names_nobody(token: str) -> None:
    assert application_of(token) == APPLICATION_ID
