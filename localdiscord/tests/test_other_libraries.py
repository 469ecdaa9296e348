"""Small bots with libraries other than discord.py, if `make libraries` has installed these."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

from localdiscord import LocalDiscord, running_bot

BOTS: Final = Path(__file__).resolve().parent / "bots"
LIBRARIES: Final = BOTS.parents[2] / "build" / "libraries"


DISCORD_JS: Final = max(LIBRARIES.glob("discord.js==*[0-9]"), default=None)
NODE: Final = shutil.which("node")


def row(bot: str, library: str, newest: tuple[int, int] = (3, 14)) -> object:
    """Return a test case of a library's bot, skipped if the library is missing or Python too new."""
    folder = max(LIBRARIES.glob(f"{library}==*[0-9]"), default=None)
    is_missing = folder is None or sys.version_info[:2] > newest
    left_out = pytest.mark.skipif(is_missing, reason=f"{library} isn't installed, or not for this Python")
    return pytest.param(bot, folder, id=library, marks=left_out)


@pytest.mark.parametrize(
    ("bot", "folder"),
    [
        row("disnake_bot.py", "disnake"),
        row("hikari_bot.py", "hikari"),
        row("interactions_bot.py", "discord-py-interactions", newest=(3, 13)),
        row("nextcord_bot.py", "nextcord", newest=(3, 12)),
        row("pycord_bot.py", "py-cord"),
    ],
)
async def test_a_bot_with_another_library_is_used(
    local: LocalDiscord, bot: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(folder))
    async with running_bot(local, shlex.join([sys.executable, str(BOTS / bot)])):
        await use_all_five_commands(local)


@pytest.mark.skipif(DISCORD_JS is None or NODE is None, reason="discord.js or node isn't installed")
async def test_a_bot_with_discord_js_is_used(local: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NODE_PATH", f"{DISCORD_JS}/node_modules")
    async with running_bot(local, shlex.join([NODE or "", str(BOTS / "discordjs_bot.cjs")])):
        await use_all_five_commands(local)


async def use_all_five_commands(local: LocalDiscord) -> None:
    ana = local.person("Ana")
    await local.until(lambda: len(local.commands) == 5, timeout_s=30)
    await (await ana.command("ask", question="Tea?")).answered()
    [asked] = ana.messages()
    assert asked.content == "Tea?"
    await (await ana.click(asked, "Yes")).answered()
    assert asked.content == "yes"
    await (await ana.choose(asked, ["blue"], placeholder="Colour")).answered()
    assert [message.content for message in ana.ephemeral()] == ["picked blue"]

    await (await ana.command("later")).answered()
    await local.until(
        lambda: [m.content for m in ana.messages()][-2:] == ["at last", "and more"], timeout_s=30
    )

    opened = await (await ana.command("form")).answered()
    assert opened.modal is not None
    await (await ana.submit(opened, Name="Tea")).answered()
    assert ana.messages()[-1].content == "named Tea"

    await (await ana.command("file")).answered()
    [attached] = ana.messages()[-1].attachments
    assert (attached["filename"], attached["size"]) == ("abc.txt", 3)

    await (await ana.command("tidy")).answered()
    await local.until(lambda: ana.ephemeral()[-1].content == "tidy", timeout_s=30)
    assert ana.messages()[-1].content == "edited"
    [thread] = local.threads
    assert (thread.name, [m.content for m in ana.messages(thread)][-1]) == ("Thread", "in the thread")
    assert (local.violations, local.lacks) == ([], [])
