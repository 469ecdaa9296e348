"""`python -m tests.sheets`: draws a contact sheet for each game and language."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import Final

from noto_cjk_sans_jp_bold import FONT_PATH  # type: ignore[import-untyped]
from playwright.async_api import Browser, async_playwright

from bot import prepare, set_up_logging
from engine.catalogue import games
from localdiscord.tests.browsers import ARGUMENTS, chromium
from locales import in_language, languages
from locales.terminal import say
from tests.sheets.paper import laid_out
from tests.sheets.stage import Stage, a_stage
from tests.sheets.walk import channel_of, walked

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "sheets"
AT_ONCE: Final = 3
"""The number of tables walked through at the same time: while one waits for a repaint, others go on."""
FONTS: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>{fonts}</dir></fontconfig>
"""


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.sheets", description="What people see, on sheets.")
    parser.add_argument("--games", nargs="+", choices=[*games()], default=[*games()])
    parser.add_argument("--languages", nargs="+", choices=languages(), default=languages())
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder for the sheets")
    return parser.parse_args()


def with_our_font(folder: Path) -> dict[str, str]:
    """Return a browser's environment with our font, for machines without a Japanese font."""
    settings = folder / "fonts.conf"
    settings.write_text(FONTS.format(fonts=Path(FONT_PATH).parent), "utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(settings)}


async def drawn(stage: Stage, browser: Browser, game_id: str, language: str, folder: Path) -> Path:
    """Draw one sheet; return its path."""
    tiles = await walked(stage, browser, game_id, language)
    path = folder / f"{channel_of(game_id, language)}.png"
    name = f"{in_language(language)('table.language')} · {game_id}"
    await asyncio.to_thread(lambda: laid_out(name, tiles).save(path))
    return path


async def draw(wanted: list[tuple[str, str]], folder: Path) -> None:
    """Draw the sheets of these games and languages, and print their paths."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(game_id: str, language: str) -> None:
        async with room:
            path = await drawn(stage, browser, game_id, language, folder)
            say(str(path))

    with tempfile.TemporaryDirectory(prefix="sheets-") as temporary:
        async with (
            async_playwright() as playwright,
            a_stage(Path(temporary), [channel_of(*each) for each in wanted]) as stage,
        ):
            environment: dict[str, str | float | bool] = {**with_our_font(Path(temporary))}
            browser = await playwright.chromium.launch(
                executable_path=chromium(), args=ARGUMENTS, env=environment
            )
            await asyncio.gather(*(one(*each) for each in wanted))
            await browser.close()


def main() -> int:
    """Draw all sheets that the command line asks for; return the exit status."""
    options = arguments()
    if chromium() is None:
        say("No Chromium is installed, which draws the sheets; the variable CHROMIUM names one elsewhere.")
        return 1
    began = time.monotonic()
    options.to.mkdir(parents=True, exist_ok=True)
    set_up_logging("WARNING")
    # Discord is in this process, and may answer a heartbeat before it counts as sent, which logs "41 s
    # behind".
    logging.getLogger("discord.gateway").setLevel(logging.ERROR)
    prepare()
    asyncio.run(draw(list(product(options.games, options.languages)), options.to))
    say(f"{len(options.games) * len(options.languages)} sheets in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
