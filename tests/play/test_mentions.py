"""Commands in sentences become links that people in Discord can press."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.text.language import COMMAND, Localizer, own_name
from localdiscord.model.components import walk
from locales import SOURCE, in_language, languages, sentences
from tests.play.evening import Evening, an_evening
from tests.play.pairing import each_pairing

IN_TERMINALS = ("backup", "commands", "move", "start")
"""Catalogues whose sentences people read where nothing can be pressed."""


def naming() -> dict[str, tuple[str, ...]]:
    """Return the English sentences that name commands, by their keys."""
    return {
        f"{name}.{key}": forms
        for name, catalogue in sentences(SOURCE).items()
        for key, forms in catalogue.items()
        if name not in IN_TERMINALS and any(COMMAND.search(form) for form in forms)
    }


def test_commands_are_named_in_texts_alone() -> None:
    """Labels and forms show no mentions, and a count's forms aren't looked through for commands."""
    assert len(naming()) > 20
    for key, forms in naming().items():
        assert ".button_" not in key
        assert len(forms) == 1, key


@pytest.mark.parametrize("language", languages())
async def test_each_sentence_mentions_its_commands_in_each_language(language: str, evening: Evening) -> None:
    plain, ids = in_language(language), evening.bot._commands
    words = evening.bot.words(language)
    for key in naming():
        named = COMMAND.findall(sentences(SOURCE)[key.partition(".")[0]][key.partition(".")[2]][0])
        told, source = words(key), plain(key)
        for command in named:
            mention = evening.mention(command)
            assert mention == f"</{command}:{ids[command]}>"
            assert mention in told, key
            source = source.replace(f"`/{own_name(command, plain)}`", mention)
        assert told == source
        assert words.for_alt_text(key) == plain(key)
        assert Localizer(plain)(key) == plain(key)


@each_pairing
async def test_every_process_mentions_the_same_command_whatever_way_its_clicks_come(evening: Evening) -> None:
    assert {tuple(one.bot._commands.items()) for one in evening.workers} == {
        tuple(evening.bot._commands.items())
    }
    told = await evening.say("Ben", "cards")
    assert evening.mention("table new") in told


async def test_a_start_mentions_what_the_last_one_did(tmp_path: Path) -> None:
    told = []
    async with an_evening(tmp_path, people={"Ana": "de", "Ben": "en-US"}) as evening:
        told.append(await evening.say("Ana", "games"))
        assert evening.mention("table new") in told[0]
        await evening.bot.setup_hook()
        told.append(await evening.say("Ana", "games"))
        await evening.started("Ben", "Ana")
        await evening.settled()
        # Alternative texts are read aloud, and labels are shown as they are.
        for shown in [*evening.person("Ana").messages("games"), *evening.person("Ana").direct_messages()]:
            for part in walk(shown.message.payload()["components"]):
                for field in ("label", "placeholder", "description"):
                    assert "</" not in str(part.get(field)), part
    assert told[0] == told[1]
