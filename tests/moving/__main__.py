"""`python -m tests.moving`: makes README's moving pictures of a recorded game and of one of its turns."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from bot import prepare, set_up_logging
from cogs.text.language import Localizer
from cogs.views.end_card import moving_picture
from engine.catalogue import games
from engine.players import PLAYERS
from localdiscord.tests.browsers import ARGUMENTS, chromium
from locales import SOURCE, in_language
from locales.terminal import say
from pictures import Film as Board
from pictures import animation
from pictures.animation import animated
from tables.views.replay import Contents, of_file
from tests.moving.film import Film, Format
from tests.moving.turn import Turn
from tests.sheets.__main__ import with_our_font
from tests.sheets.stage import a_stage

ROOT: Final = Path(__file__).parents[2]
RECORD: Final = Path(__file__).with_name("record.json")
TURN: Final = 15
MOST_BYTES: Final = 1_000_000
FORMATS: Final = {
    "turn": (Format(830, 750, 23, is_touched=False), 708),
    "turn-phone": (Format(400, 720, 17, is_touched=True), 400),
}
"""The names of the files, each with its format and the width of messages, in px of the page."""


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.moving", description="One turn, as moving pictures."
    )
    parser.add_argument("--record", type=Path, default=RECORD, help="a game's record, as /replay reads it")
    parser.add_argument("--turn", type=int, default=TURN, help="which of its turns, counted from 1")
    parser.add_argument("--to", type=Path, default=ROOT / "docs", help="the folder for the pictures")
    parser.add_argument("--frames", type=Path, help="a folder for the single frames, too")
    return parser.parse_args()


async def filmed(record: Contents, number: int) -> dict[str, Film]:
    """Return a film of a record's turn in each format."""
    with tempfile.TemporaryDirectory(prefix="moving-") as temporary:
        async with async_playwright() as playwright, a_stage(Path(temporary), FORMATS) as stage:
            people = [stage.discord.add_person(player.name, "en-US") for player in record.players]
            environment: dict[str, str | float | bool] = {**with_our_font(Path(temporary))}
            browser = await playwright.chromium.launch(
                executable_path=chromium(), args=ARGUMENTS, env=environment
            )
            films = {}
            for name, (form, width) in FORMATS.items():
                turn = Turn(stage, people, record, number, form)
                await turn.play(browser, name, width)
                films[name] = turn.film
            await browser.close()
    return films


def shared(record: bytes) -> bytes:
    """Return the moving picture of a record's game, as *Share* posts it."""
    replay = of_file(record, games(), PLAYERS, is_open=False)
    film = moving_picture(replay, Localizer(in_language(SOURCE))).drawn
    assert isinstance(film, Board)
    return animation.filmed(film)


def kept(film: Film, name: str, options: argparse.Namespace) -> None:
    """Write a film's moving picture and, if the options ask for them, its frames."""
    frames = film.frames()
    content = animated(frames, MOST_BYTES)
    path = options.to / f"{name}.webp"
    path.write_bytes(content)
    seconds = sum(frame.ms for frame in frames) / 1000
    say(f"{path}: {len(content) / 1000:.0f} kB, {len(frames)} frames, {seconds:.1f} s")
    if options.frames:
        options.frames.mkdir(parents=True, exist_ok=True)
        for number, frame in enumerate(frames):
            frame.image.save(options.frames / f"{name}-{number:02}-{frame.ms}ms.png")


def main() -> int:
    """Make README's moving pictures; return the exit status."""
    options = arguments()
    if chromium() is None:
        say("No Chromium is installed, which shows the pages; the variable CHROMIUM names one elsewhere.")
        return 1
    set_up_logging("WARNING")
    prepare()
    (options.to / "game.webp").write_bytes(shared(options.record.read_bytes()))
    for name, film in asyncio.run(filmed(Contents.parse(options.record.read_bytes()), options.turn)).items():
        kept(film, name, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
