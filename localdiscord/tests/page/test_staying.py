"""In the page, in Chromium: typed text, scroll position, focus and open lists survive changes of messages."""

from __future__ import annotations

import asyncio
import io
import re
import struct
import zlib

import discord
import pytest
from discord import ui
from playwright.async_api import Browser, Locator, Page, Request, Route, ViewportSize, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.local_bots import channel_of, running
from localdiscord.tests.page.test_leaving import choose

pytestmark = IN_THE_BROWSER

WIDE = ViewportSize(width=1100, height=800)
NARROW = ViewportSize(width=400, height=800)
WIDTHS = pytest.mark.parametrize(
    "viewport", [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow")]
)
TURNS = 12
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c63606060f80f0001040100a93c3c640000000049454e44ae426082"
)
"""A PNG of one pixel."""


async def opened(local: LocalDiscord, browser: Browser, viewport: ViewportSize = WIDE) -> Page:
    """Open the page as Ana."""
    page = await browser.new_page(viewport=viewport)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(f"{local.page}?as={local.person('Ana').user.id}")
    await expect(page.locator(".channel-header h2")).to_be_visible()
    return page


class Growing(ui.View):
    """A panel that becomes longer or shorter with each click."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Grow", custom_id="grow")
    async def grow(self, interaction: discord.Interaction, _button: ui.Button[Growing]) -> None:
        await interaction.response.edit_message(content=lines(30))

    @ui.button(label="Shrink", custom_id="shrink")
    async def shrink(self, interaction: discord.Interaction, _button: ui.Button[Growing]) -> None:
        await interaction.response.edit_message(content=lines(2))

    @ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, _button: ui.Button[Growing]) -> None:
        await interaction.response.send_message("for you alone", ephemeral=True)


class Slow(ui.View):
    """Two buttons; the first one answers after a pause."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.may_answer = asyncio.Event()

    @ui.button(label="First", custom_id="first")
    async def first(self, interaction: discord.Interaction, _button: ui.Button[Slow]) -> None:
        await self.may_answer.wait()
        await interaction.response.edit_message(content="first it is")

    @ui.button(label="Second", custom_id="second")
    async def second(self, interaction: discord.Interaction, _button: ui.Button[Slow]) -> None:
        await interaction.response.edit_message(content="second it is")


def lines(count: int) -> str:
    """Return `count` lines of text."""
    return "\n".join(f"line {number}" for number in range(count))


class Reel(ui.View):
    """A list of turns, with the present one selected; the list's id also contains the turn."""

    def __init__(self, turn: int) -> None:
        super().__init__(timeout=None)
        options = [
            discord.SelectOption(label=f"Turn-{n}", value=str(n), default=n == turn) for n in range(TURNS)
        ]
        menu: ui.Select[Reel] = ui.Select(custom_id=f"jump.{turn}", options=options)
        self.add_item(menu)
        self.add_item(ui.Button(label="Next", custom_id=f"next.{turn + 1}"))


async def y_of(control: Locator) -> float:
    """Return a control's distance from the top of the window, in pixels."""
    box = await control.bounding_box()
    assert box is not None
    return box["y"]


@WIDTHS
async def test_what_is_typed_goes_to_the_box_wherever_the_focus_is(
    local: LocalDiscord, browser: Browser, viewport: ViewportSize
) -> None:
    async with running(local) as bot:
        await channel_of(bot, local).send("panel", view=Growing())
        page = await opened(local, browser, viewport)
        box = page.locator("textarea.composer-text")
        await page.locator(".button", has_text="Grow").click()
        await expect(page.locator(".log")).to_contain_text("line 29")
        await page.keyboard.type("Hello")
        await expect(box).to_have_value("Hello")
        await page.keyboard.press("Enter")
        await expect(page.locator(".message").last).to_contain_text("Hello")
        # Nothing has the focus, and people also use a command.
        await box.blur()
        await page.keyboard.type("/gr")
        await expect(box).to_have_value("/gr")


async def test_a_new_channel_says_how_to_begin(local: LocalDiscord, browser: Browser) -> None:
    async with running(local):
        page = await opened(local, browser, NARROW)
        await expect(page.locator(".channel-start")).to_contain_text("Type / to see what Bot can do.")
        await page.locator(".channel-start .key").click()
        await expect(page.locator("textarea.composer-text")).to_have_value("/")
        await expect(page.locator(".suggestions")).to_be_visible()


async def test_what_is_typed_stays_where_one_chooses_or_writes(local: LocalDiscord, browser: Browser) -> None:
    async with running(local) as bot:
        await channel_of(bot, local).send("list", view=Reel(0))
        page = await opened(local, browser)
        box = page.locator("textarea.composer-text")
        await page.locator(".select-box").click()
        await page.keyboard.type("turn-11")
        await expect(page.locator(".choice.active")).to_have_text("Turn-11")
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Channel settings").click()
        await page.keyboard.type("x")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Control+a")
        await expect(box).to_have_value("")
        await choose(page, "Server settings", "Create channel")
        await page.keyboard.type("elsewhere")
        await page.keyboard.press("Enter")
        await expect(page.locator(".channel-header h2")).to_have_text("elsewhere")
        await expect(box).to_have_value("")


@WIDTHS
async def test_a_panel_that_grows_between_others_keeps_its_buttons_where_they_were_pressed(
    local: LocalDiscord, browser: Browser, viewport: ViewportSize
) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        await channel.send(lines(40))
        await channel.send("panel", view=Growing())
        for _ in range(4):
            await channel.send(lines(30))
        page = await opened(local, browser, viewport)
        await page.locator(".button", has_text="Grow").scroll_into_view_if_needed()
        for press, has in (("Grow", "line 29"), ("Shrink", "line 1"), ("Grow", "line 29")):
            button, panel = page.locator(".button", has_text=press), page.locator(".message:has(.button)")
            before = await y_of(button)
            await button.click()
            await expect(panel).to_contain_text(has)
            await expect(panel.locator(".waiting")).to_have_count(0)
            assert await y_of(button) == pytest.approx(before, abs=1)
            await expect(button).to_be_in_viewport(ratio=1)


async def test_a_panel_that_others_make_longer_keeps_its_end_in_view(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        panel = await channel.send(lines(30), view=Growing())
        for _ in range(3):
            await channel.send(lines(30))
        page = await opened(local, browser, NARROW)
        shrink = page.locator(".button", has_text="Shrink")
        await shrink.scroll_into_view_if_needed()
        for count in (60, 3, 45):
            await panel.edit(content=lines(count))
            await expect(page.locator(".message:has(.button)")).to_contain_text(f"line {count - 1}")
            await expect(shrink).to_be_in_viewport(ratio=1)


async def test_who_is_at_the_end_stays_there_though_the_last_message_grows_while_one_scrolls(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        await channel.send(lines(60))
        last = await channel.send("panel", view=Growing())
        page = await opened(local, browser)
        # Both happen in one frame: the scroll event comes only after the message has grown.
        await page.evaluate(
            """async ([channel, id, content]) => {
                const { takeEvent } = await import("/static/updates.js");
                const scroller = document.querySelector(".scroller");
                scroller.scrollTop -= 1;
                takeEvent({ t: "MESSAGE_UPDATE", d: { id, channel_id: channel, content } });
            }""",
            [str(channel.id), str(last.id), lines(40)],
        )
        await expect(page.locator(".message").last).to_contain_text("line 39")
        await expect(page.locator(".button", has_text="Grow")).to_be_in_viewport(ratio=1)


@WIDTHS
async def test_an_answer_for_oneself_alone_comes_into_view(
    local: LocalDiscord, browser: Browser, viewport: ViewportSize
) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        await channel.send("panel", view=Growing())
        for _ in range(3):
            await channel.send(lines(30))
        page = await opened(local, browser, viewport)
        await page.locator(".button", has_text="Whisper").click()
        await expect(page.get_by_text("for you alone")).to_be_in_viewport(ratio=1)


async def test_a_list_follows_open_or_closed_and_the_focus_stays_though_ids_change(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local) as bot:
        reel = await channel_of(bot, local).send("list", view=Reel(0))
        page = await opened(local, browser)
        face, following = page.locator(".select-face"), page.locator(".button", has_text="Next")
        await following.focus()
        await reel.edit(view=Reel(1))
        await expect(face).to_have_text("Turn-1")
        await expect(following).to_be_focused()
        await page.locator(".select-box").click()
        offered, chosen = page.locator(".choice"), page.locator(".choice[aria-selected=true]")
        await expect(chosen).to_have_text("Turn-1")
        await page.keyboard.press("End")
        await reel.edit(view=Reel(2))
        await expect(face).to_have_text("Turn-2")
        await expect(chosen).to_have_text("Turn-2")
        await expect(page.locator(".choice.active")).to_have_text(f"Turn-{TURNS - 1}")
        await expect(page.locator(".select-box")).to_be_focused()
        await expect(page.locator(".select-list")).to_have_count(1)
        # The click must reach the control that is there now.
        await offered.nth(5).click()
        chosen_id = await local.until(lambda: local.world.interactions and list_ids(local))
        assert chosen_id == ("jump.2", ["5"])


def list_ids(local: LocalDiscord) -> tuple[str, list[str]]:
    """Return the id of the list used last, and the values chosen in it."""
    used = list(local.world.interactions.values())[-1]
    return used.data["custom_id"], used.data["values"]


def file_name(request: Request) -> str:
    """Return the name of the requested file."""
    return request.url.rsplit("/", 1)[-1]


def pixel(name: str) -> discord.File:
    """Return a picture with a file name."""
    return discord.File(io.BytesIO(PIXEL), f"{name}.png")


async def test_no_picture_is_asked_for_that_was_replaced(local: LocalDiscord, browser: Browser) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        shown = await channel.send("pictures", file=pixel("p0"))
        page = await opened(local, browser)
        await expect(page.locator(".picture img")).to_have_js_property("complete", True)
        asked: asyncio.Queue[str] = asyncio.Queue()
        given_up: asyncio.Queue[str] = asyncio.Queue()

        async def unanswered(route: Route) -> None:
            asked.put_nowait(file_name(route.request))

        page.on("requestfailed", lambda request: given_up.put_nowait(file_name(request)))
        await page.route("**/cdn/**", unanswered)
        log = page.locator(".log")
        for name in ("p1", "p2"):
            await shown.edit(content=name, attachments=[pixel(name)])
            await expect(log).to_contain_text(name)
            assert await asked.get() == f"{name}.png"
        assert await given_up.get() == "p1.png"
        # The picture stays the same, and is being loaded already.
        await shown.edit(content="p2 again")
        await expect(log).to_contain_text("p2 again")
        # Of two changes at once, only the later one's picture is loaded.
        await page.evaluate(
            """async ([channel, id, base]) => {
                const { takeEvent } = await import("/static/updates.js");
                for (const name of ["p3", "p4"]) {
                    const url = `${base}cdn/${name}.png`;
                    const attachments = [{ filename: name, content_type: "image/png", url }];
                    takeEvent({ t: "MESSAGE_UPDATE", d: { id, channel_id: channel, attachments } });
                }
            }""",
            [str(channel.id), str(shown.id), local.page],
        )
        assert await asked.get() == "p4.png"
        assert await given_up.get() == "p2.png"
        await page.unroute_all(behavior="ignoreErrors")


def blank(width: int, height: int) -> bytes:
    """Return a black picture of this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">II5B", width, height, 8, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(bytes((width + 1) * height)))
    return b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")


async def test_a_picture_that_is_pressed_twice_is_shown_in_its_own_size(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local) as bot:
        await channel_of(bot, local).send(file=discord.File(io.BytesIO(blank(1000, 1200)), "wide.png"))
        page = await opened(local, browser, NARROW)
        await page.locator(".picture").click()
        image = page.locator(".lightbox img")
        await expect(image).to_have_js_property("naturalWidth", 1000)
        small = await image.bounding_box()
        assert small is not None
        assert small["width"] < NARROW["width"]
        # The point at three quarters of the width stays where it was clicked.
        await image.click(position={"x": small["width"] * 0.75, "y": small["height"] * 0.5})
        await expect(image).to_have_js_property("width", 1000)
        large = await image.bounding_box()
        assert large is not None
        assert large["x"] + 750 == pytest.approx(small["x"] + small["width"] * 0.75, abs=150)
        await image.click(position={"x": 700, "y": 600})
        await expect(image).to_have_js_property("width", round(small["width"]))
        await page.keyboard.press("Escape")
        await expect(image).to_have_count(0)


@WIDTHS
async def test_a_press_counts_though_a_message_arrives_before_it_is_let_go(
    local: LocalDiscord, browser: Browser, viewport: ViewportSize
) -> None:
    async with running(local) as bot:
        ana = await bot.fetch_user(int(local.person("Ana").user.id))
        await ana.send("first")
        page = await opened(local, browser, viewport)
        rings = page.locator(".drawer-button .badge")
        await expect(rings).to_have_text("1")
        if viewport is NARROW:
            await hold(page, page.locator(".drawer-button"))
            await ana.send("second")
            await expect(page).to_have_title(re.compile(r"^\(2\)"))
            await page.mouse.up()
            await expect(page.locator(".sidebar")).to_be_visible()
            await expect(rings).to_have_text("2")
        else:
            await hold(page, page.locator(".channel-link.direct"))
            await ana.send("second")
            await expect(rings).to_have_text("2")
            await page.mouse.up()
            await expect(page.locator(".message")).to_have_count(2)


async def test_while_a_press_waits_for_its_answer_no_other_button_of_that_message_can_be_pressed(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local) as bot:
        slow = Slow()
        for name in ("one", "another"):
            await channel_of(bot, local).send(name, view=slow)
        page = await opened(local, browser)
        here, elsewhere = page.locator(".message").first, page.locator(".message").last
        first, second = (here.locator(f'[data-custom-id="{name}"]') for name in ("first", "second"))
        await first.click()
        await expect(first).to_have_attribute("aria-busy", "true")
        await expect(second).to_be_disabled()
        await expect(elsewhere.locator('[data-custom-id="second"]')).to_be_enabled()
        slow.may_answer.set()
        await expect(second).to_be_enabled()
        await second.click()
        await expect(here).to_contain_text("second it is")


async def hold(page: Page, pressed: Locator) -> None:
    """Press the mouse on an element, without releasing it."""
    await pressed.hover()
    await page.mouse.down()
