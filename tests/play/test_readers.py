"""Private panels fit their readers: tips while the game is new, descriptions for those who want them."""

from __future__ import annotations

from pathlib import Path

import pytest

from localdiscord import ShownMessage
from localdiscord.model.components import TEXT, alt_texts, walk
from pictures import Scene
from tests.play.evening import PATIENCE_S, Evening, an_evening, moves_of

TIP = "💡"
SEATED = "(first player)"
"""Stands in what describes the players of the card game, in nothing else."""
HINT = "Describe pictures in words"


def written(panel: ShownMessage | None) -> str:
    """Return the texts of a panel, without alternative texts."""
    parts = walk(panel.components) if panel is not None else []
    return "\n".join(part["content"] for part in parts if part["type"] == TEXT)


def aloud(panel: ShownMessage | None) -> str:
    """Return the alternative texts of a panel."""
    return "\n".join(alt_texts({"components": panel.components})) if panel is not None else ""


async def sets(evening: Evening, name: str, label: str) -> None:
    """Change a person's setting by its button."""
    await evening.say(name, "settings")
    await evening.press(name, label, evening.person(name).ephemeral("games")[-1])


async def shows(evening: Evening, name: str, what: str, *, wanted: bool) -> None:
    """Wait until a person's panel contains a text, or contains it no more."""
    await evening.discord.until(
        lambda: (what in written(evening.panel(name))) == wanted, timeout_s=PATIENCE_S
    )


async def test_tips_can_be_switched_off_and_on_and_open_panels_follow(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    who = await evening.turn("Ana", "Ben")
    await shows(evening, who, TIP, wanted=True)
    await sets(evening, who, "Never")
    await shows(evening, who, TIP, wanted=False)
    await sets(evening, who, "In my first two games")
    await shows(evening, who, TIP, wanted=True)
    other = "Ben" if who == "Ana" else "Ana"
    assert TIP not in written(await evening.dealt(other))


@pytest.mark.slow
async def test_tips_go_with_the_last_of_the_first_games_and_are_there_in_another_game(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.messages.panels.FIRST_GAMES", 1)
    table = await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.turn("Ana")
    await shows(evening, "Ana", TIP, wanted=True)
    await evening.run_to_the_end(table, "Ana", "Ben")
    await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.turn("Ana")
    assert TIP not in written(evening.panel("Ana"))
    await sets(evening, "Ana", "Always")
    await shows(evening, "Ana", TIP, wanted=True)
    await sets(evening, "Ana", "In my first two games")
    await shows(evening, "Ana", TIP, wanted=False)
    await evening.started("Ana", "Ben")
    await shows(evening, await evening.turn("Ana", "Ben"), TIP, wanted=True)


async def test_what_pictures_show_is_written_for_who_wants_it_and_said_aloud_to_all(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    who = await evening.turn("Ana", "Ben")
    await shows(evening, who, "sacrifice cards included", wanted=True)
    assert SEATED not in written(evening.panel(who))
    assert SEATED in aloud(evening.panel(who))
    assert SEATED in written(evening.board())
    await sets(evening, who, "Pictures and words")
    await shows(evening, who, SEATED, wanted=True)
    await sets(evening, who, "Pictures only")
    await shows(evening, who, SEATED, wanted=False)


async def test_where_pictures_are_missing_it_is_written_whatever_was_set(tmp_path: Path) -> None:
    def broken(_: Scene) -> bytes:
        raise RuntimeError

    async with an_evening(tmp_path, people={"Ana": "en-US", "Ben": "en-US"}, draw=broken) as evening:
        await evening.started("Ana", "Ben")
        who = await evening.turn("Ana", "Ben")
        await shows(evening, who, SEATED, wanted=True)
        await shows(evening, who, "Hand:", wanted=True)
        assert aloud(evening.panel(who)) == ""


async def hears(evening: Evening, name: str, *, wanted: bool) -> None:
    """Wait until the alternative texts of a person's panel mention the setting, or no longer do."""

    def says() -> bool:
        said = aloud(evening.panel(name))
        return bool(said) and (HINT in said) == wanted

    await evening.discord.until(says, timeout_s=PATIENCE_S)


async def test_who_listens_is_told_of_the_setting_until_their_first_move(evening: Evening) -> None:
    await evening.started("Ana", "Ben", game="ru-ra-re")
    for name in ("Ana", "Ben"):
        await hears(evening, name, wanted=True)
        assert HINT not in written(evening.panel(name))
    assert HINT not in "\n".join(evening.board().alt_texts)
    panel = await evening.dealt("Ana")
    await (await evening.person("Ana").click(panel, custom_id=moves_of(panel)[0])).answered()
    await hears(evening, "Ana", wanted=False)
    await hears(evening, "Ben", wanted=True)
    await sets(evening, "Ben", "Pictures only")
    await hears(evening, "Ben", wanted=False)


@pytest.mark.slow
async def test_whoever_has_finished_such_a_game_is_not_told_of_it_again(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.run_to_the_end(table, "Ana", "Ben")
    await evening.started("Ben", "Cleo", game="ru-ra-re")
    await hears(evening, "Cleo", wanted=True)
    await evening.turn("Ben")
    await hears(evening, "Ben", wanted=False)
