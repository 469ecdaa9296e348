"""The log, even at its finest level, contains no token of the bot, an interaction or a webhook."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
import structlog
import yarl
from multidict import CIMultiDict, CIMultiDictProxy

import bot
from cogs.discord_io.faults import sentence
from cogs.text.language import Localizer
from localdiscord import LocalDiscord
from locales import in_language
from tests.local import local_discord
from tests.play.evening import PATIENCE_S, choose, moves_of
from tests.play.killed_bot import ROOT, KilledBot

pytestmark = pytest.mark.only_with("sqlite", "the bot is a process of its own, on a file")

TOKEN = "MTA5.Gk3x.aVeryLongTokenOfABotThatMustNotBeRead"


async def use(discord: LocalDiscord) -> None:
    """Use commands and click, while Discord refuses, cuts or delays some requests."""
    ana, ben = discord.person("Ana"), discord.person("Ben")
    faults = discord.faults
    faults.limit("POST", "*/callback", times=1)
    await (await ana.command("table new", game="rapa-nui-cards")).answered()
    await discord.until(lambda: ana.messages("games"), timeout_s=PATIENCE_S)
    faults.fail("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    refused = await ben.click(ana.messages("games")[-1], custom_id=first_id(discord, "join"))
    await discord.until(lambda: refused.failed or faults.orders[-1].hits == 1, timeout_s=PATIENCE_S)
    faults.fail("PATCH", "/webhooks/*", status=404, code=10015, times=2)
    faults.fail("POST", "/webhooks/*", status=500, times=2)
    faults.limit("PATCH", "*", retry_after=0.05, times=2)
    for verb in ("set_up", "computer", "start"):
        await (await choose(ana, ana.messages("games")[-1], first_id(discord, verb))).answered()
    # If Ana begins, her panel is the one in which she started the game.
    await discord.until(
        lambda: ana.direct_messages() or moves_of(ana.ephemeral("games")[-1]), timeout_s=PATIENCE_S
    )
    for custom_id in ("nonsense", "t:zzzzz:cards", "o:forget"):
        await (await ana.forge(ana.messages("games")[-1], custom_id)).answered()


def first_id(discord: LocalDiscord, verb: str) -> str:
    """Return the id of a button or option with this verb in the newest message."""
    found = discord.person("Ana").messages("games")[-1].custom_ids
    return next(one for one in found if one.split(":")[2:3] == [verb])


@pytest.mark.slow
async def test_no_token_is_in_the_log_of_an_evening_with_trouble(tmp_path: Path) -> None:
    async with local_discord(token=TOKEN, people=["Ana", "Ben"]) as discord:
        bot = KilledBot(discord, tmp_path / "tables.sqlite3")
        with (tmp_path / "log").open("wb") as log:
            await bot.launch({"LOG_LEVEL": "DEBUG"}, log.fileno())
        await discord.until(lambda: discord.online, timeout_s=PATIENCE_S)
        await use(discord)
        discord.drop_gateway()
        await discord.until(lambda: discord.online, timeout_s=PATIENCE_S)
        assert await bot.end() == 0
        said = (tmp_path / "log").read_text("utf-8")
        tokens = [one.token for one in discord.world.interactions.values()]
    assert "click" in said  # The finest level is on.
    assert len(tokens) > 5
    assert [token for token in (TOKEN, TOKEN[10:40], *tokens) if token in said] == []


def test_a_fault_of_the_way_to_discord_is_logged_without_the_request_that_it_holds() -> None:
    headers = CIMultiDictProxy(CIMultiDict({"Authorization": f"Bot {TOKEN}"}))
    url = yarl.URL(f"https://discord.com/api/v10/webhooks/1/{TOKEN}")
    fault = aiohttp.TooManyRedirects(aiohttp.RequestInfo(url, "POST", headers, url), ())
    with structlog.testing.capture_logs() as logged:
        assert sentence(fault, Localizer(in_language("en")), None, "1")
    assert "TooManyRedirects" in str(logged)
    assert TOKEN not in str(logged)


TELLS = """
import asyncio, logging, sys
import structlog
import bot

bot.set_up_logging(sys.argv[1])
try:
    try:
        raise KeyError("a red card")
    except KeyError as fault:
        raise ValueError("a green card") from fault
except ValueError:
    structlog.get_logger("ours").exception("part_not_painted")
    logging.getLogger("theirs").exception("Task exception was never retrieved")
"""


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
def test_what_an_exception_says_is_logged_at_the_finest_level_alone(level: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", TELLS, level], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stderr.count("KeyError") == ran.stderr.count("ValueError") == 2
    assert ran.stderr.count(", line ") == 4
    assert ("card" in ran.stderr) is (level == "DEBUG")


def test_a_level_that_is_none_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["bot.py"])
    monkeypatch.setenv("LOG_LEVEL", "debgu")
    assert bot.main() == bot.FAILED
    assert "debgu" in capsys.readouterr().out
