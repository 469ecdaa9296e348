"""In the page, in Chromium: somebody plays on the large board by touching what they see there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from nacl.signing import VerifyKey
from playwright.async_api import Browser, FrameLocator, Locator, Page, ViewportSize, WebSocketRoute, expect

from cogs.client import TableBot
from cogs.messages.refresher import Pace
from cogs.ops.settings import Door, LargeBoard, Network
from engine.players import PLAYERS, RANDOM
from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from tables import Tables
from tables.computers.thinking import InThreads
from tests.browser.pages import NARROW, WIDE
from tests.browser.test_a_newcomer_plays import opened_table
from tests.engine.seeded import Seeded
from tests.local import local_discord

pytestmark = IN_THE_BROWSER

TOUCHES = 4
FEWEST = 2
"""Of so many touches at least so many are of things in pictures; the rest have no picture."""


@pytest_asyncio.fixture(loop_scope="session")
async def discord(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """A local Discord with the bot on it, which has the large board."""
    async with local_discord() as server:
        players = {**PLAYERS, "beginner": PLAYERS[RANDOM]}
        path, thinking = str(tmp_path / "tables.sqlite3"), InThreads(players)
        tables = await Tables.open(path, chance=Seeded(1), thinking=thinking)
        bot = TableBot(
            tables,
            api_base=server.api_base,
            pace=Pace(settle_s=0.05, spacing_s=0.05, pictures_s=60),
            network=Network(
                Door(VerifyKey(bytes.fromhex(server.public_key)), port=0),
                large_board=LargeBoard(server.client_secret, server.page.rstrip("/")),
            ),
        )
        running = asyncio.create_task(bot.start(server.token))
        await server.until(lambda: server.online, timeout_s=20)
        assert bot.receiver is not None
        port = bot.receiver.address[1]
        server.use_activity_url(f"http://127.0.0.1:{port}/activity/")
        yield server
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        await tables.close()
        assert server.violations == []
        assert server.lacks == []
        assert server.crashes == []


async def settled(frame: FrameLocator) -> None:
    """Wait until the last press is done."""
    await expect(frame.locator("body.waits")).to_have_count(0)
    await expect(frame.locator("#told")).to_have_text("")


async def by_mouse(thing: Locator) -> None:
    await thing.click()


async def by_finger(thing: Locator) -> None:
    await thing.tap()


async def by_key(thing: Locator) -> None:
    await thing.focus()
    await thing.press("Enter")


Do = Callable[[Locator], Awaitable[None]]
"""A way to touch a thing."""


async def touched(frame: FrameLocator, place: int, do: Do) -> bool:
    """Touch something that can be touched, or else press a button of the panel; whether it was touched."""
    await expect(frame.locator("#main")).to_contain_text("Your turn")
    found = frame.locator("#table .area:visible")
    is_area = await found.count() > 0
    if not is_area:
        await do(frame.locator('#main button[data-press^="m:"]:enabled').first)
        return False
    await do(found.nth(place % await found.count()))
    if await frame.locator("#choice:popover-open").count():
        await do(frame.locator("#choice button").first)
    await settled(frame)
    if do is by_key:
        await expect(frame.locator(":focus")).to_have_count(1)
    return True


async def pinched(page: Page, frame: FrameLocator) -> None:
    """Enlarge the first picture with two fingers, and make it small again; no row of buttons is below it."""
    client = await page.context.new_cdp_session(page)
    box, whole = [
        await frame.locator(f"#main .{part}").first.bounding_box() for part in ("window", "picture")
    ]
    assert box is not None
    assert box == whole
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def moved(kind: str, apart: float | None = None) -> None:
        points = [] if apart is None else [{"x": x + by, "y": y, "id": int(by > 0)} for by in (-apart, apart)]
        await client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for way in ((20, 40, 60), (60, 40, 20)):
        await moved("touchStart", way[0])
        for apart in way:
            await moved("touchMove", apart)
        await moved("touchEnd")
        await expect(frame.locator("#main .picture.near")).to_have_count(int(way[-1] > way[0]))
    await expect(frame.locator("#choice:popover-open")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "size", "do", "has_sockets"),
    [
        ("card game", NARROW, by_finger, True),
        ("Ru-Ra-Re", WIDE, by_mouse, False),
        ("board game", WIDE, by_key, True),
    ],
    ids=["cards", "rows", "board"],
)
async def test_a_game_is_played_by_touching_it(
    discord: LocalDiscord, browser: Browser, game: str, size: ViewportSize, do: Do, has_sockets: bool
) -> None:
    page = await browser.new_page(viewport=size, has_touch=size is NARROW)
    if not has_sockets:  # The page waits for news by requests instead.
        await page.route_web_socket(re.compile("/live$"), lambda one: one.close())
    told: list[str] = []
    page.on("pageerror", lambda fault: told.append(f"error {fault}"))
    page.on("console", lambda line: told.append(f"{line.type} {line.text} {line.location}"))
    await page.goto(discord.page)
    await opened_table(page, game)
    await page.get_by_role("button", name="Large board").last.click()
    frame = page.frame_locator("iframe")
    await expect(frame.locator(".picture.drawn").first).to_be_visible()
    if size is NARROW:
        await pinched(page, frame)
    by_touch = sum([await touched(frame, place, do) for place in range(TOUCHES)])
    assert by_touch >= FEWEST
    await frame.get_by_role("button", name="More…").click()
    await expect(frame.locator("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(frame.locator("dialog")).to_be_hidden()
    await expect(frame.get_by_role("button", name="More…")).to_be_focused()
    # The messages beside it may have lost a picture to a newer one.  And the page asks for a session again
    # while the bot doesn't know of the launch yet.
    faults = [line for line in told if line.startswith("error") and "/cdn/" not in line]
    assert [line for line in faults if not re.search(r"status of 404 .*/activity/session'", line)] == []
    await page.close()


LATER = "(_, ms) => { const now = performance.now.bind(performance); performance.now = () => now() + ms; }"
"""Lets the page believe that time has passed."""
STOPS = "areas => areas.filter(area => area.tabIndex === 0).map(area => area.dataset.answers)"
SCRIPTS = """async () => {
  const { link, paragraphs } = await import(document.querySelector('link[href*="words."]').href);
  return [link("javascript:alert(1)").localName, paragraphs("<t:99999999999999999>")[0].textContent];
}"""


async def test_a_choice_and_a_connection_end(discord: LocalDiscord, browser: Browser) -> None:
    page = await browser.new_page(viewport=WIDE)
    is_connected = asyncio.Event()
    is_silent = False

    def connected(socket: WebSocketRoute) -> None:
        is_connected.set()
        server = socket.connect_to_server()
        server.on_message(lambda said: None if is_silent else socket.send(said))

    await page.route_web_socket(re.compile("/live$"), connected)
    await page.goto(discord.page)
    await opened_table(page, "board game")
    await page.get_by_role("button", name="Large board").last.click()
    frame = page.frame_locator("iframe")
    await expect(frame.locator("#main")).to_contain_text("Your turn")
    stops = await frame.locator("#table .area").evaluate_all(STOPS)
    assert len(set(stops)) == len(stops) > 0
    await frame.locator("#table .area").first.press("Enter")
    choice = frame.get_by_role("dialog")
    await expect(choice).to_be_visible()
    await frame.locator('#main button[data-press^="m:"]').last.dispatch_event("click")
    await expect(choice).to_be_hidden()
    await expect(frame.locator(":focus")).to_have_count(1)
    index = re.compile("/activity/$")
    await page.route(index, lambda one: one.abort())
    is_silent = True
    await frame.locator("body").evaluate(LATER, 7_000)
    await expect(frame.locator("#state")).to_have_text("Connection lost. Trying again…")
    is_silent = False
    await page.unroute(index)
    await expect(frame.locator("#state")).to_have_text("You're connected again.")
    is_connected.clear()
    await frame.locator("body").evaluate(LATER, 61_000)
    await asyncio.wait_for(is_connected.wait(), 5)
    await page.close()


async def test_outside_of_discord_the_page_says_what_is_wrong(
    discord: LocalDiscord, browser: Browser
) -> None:
    page = await browser.new_page()
    await page.goto(str(discord.world.activities.url))
    await expect(
        page.get_by_role("alert").filter(has_text="Discord didn't confirm who you are.")
    ).to_be_visible()
    assert await page.evaluate(SCRIPTS) == ["span", "<t:99999999999999999>"]
    await page.close()
