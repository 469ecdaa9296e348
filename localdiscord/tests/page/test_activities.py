"""In the page, in Chromium: the Activity opens in a frame, whose page gets to know its person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.raw import Api, button, row

pytestmark = IN_THE_BROWSER
PAGE = """<!doctype html><title>Tiny</title><p id="told">…</p><p id="people"></p><button>End</button><script>
const query = new URLSearchParams(location.search), waiting = {}, home = new URL(document.referrer).origin;
const send = (operation, data) => parent.postMessage([operation, data], home);
const ask = (cmd, args, evt) => new Promise((done) => {
  const nonce = String(Math.random());
  waiting[nonce] = done;
  send(1, { cmd, args, evt, nonce });
});
const show = (id, text) => (document.getElementById(id).textContent = text);
document.querySelector("button").onclick = () => send(2, { code: 1000, message: "", nonce: "1" });
addEventListener("message", async ({ origin, data: [operation, told] }) => {
  if (origin !== home) return;
  if (operation === 2) return show("told", `closed ${told.code}`);
  if (told.cmd !== "DISPATCH") return waiting[told.nonce](told);
  if (told.evt !== "READY") return show("people", told.data.participants.map((one) => one.username).join());
  await ask("SUBSCRIBE", {}, "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE");
  const wrong = await ask("AUTHORIZE", { client_id: "1", scope: ["identify"] });
  const client_id = "CLIENT", scope = ["identify"], prompt = "none";
  const { data } = await ask("AUTHORIZE", { client_id, response_type: "code", scope, prompt });
  const name = await (await fetch("session", { method: "POST", body: data.code })).text();
  show("told", `${name} ${wrong.evt} ${wrong.data.code} ${query.get("platform")} ${told.data.user.username}`);
});
const client_id = query.get("wrong") ? "1" : "CLIENT";
send(0, { v: 1, encoding: "json", client_id, frame_id: query.get("frame_id") });
</script>"""


@asynccontextmanager
async def tiny_app(local: LocalDiscord) -> AsyncIterator[str]:
    """Run the web server of an application, and yield the address of its page."""

    async def show(_request: web.Request) -> web.Response:
        return web.Response(text=PAGE.replace("CLIENT", local.bot.id), content_type="text/html")

    async def name(request: web.Request) -> web.Response:
        form = {"client_id": local.bot.id, "client_secret": local.client_secret}
        form |= {"grant_type": "authorization_code", "code": await request.text()}
        async with aiohttp.ClientSession(local.api_base + "/") as session:
            async with session.post("oauth2/token", data=form) as answer:
                token = (await answer.json())["access_token"]
            async with session.get("users/@me", headers={"Authorization": f"Bearer {token}"}) as answer:
                return web.Response(text=(await answer.json())["global_name"])

    app = web.Application()
    app.add_routes([web.get("/page/", show), web.post("/page/session", name)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/page/"
    finally:
        await runner.cleanup()


async def opened(
    local: LocalDiscord, browser: Browser, width: int, who: str = "Ana", host: str = "127.0.0.1"
) -> Page:
    page = await browser.new_page(viewport={"width": width, "height": 860}, has_touch=width < 600)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    home = local.page.replace("127.0.0.1", host)
    await page.goto(f"{home}?as={local.person(who).user.id}")
    await expect(page.get_by_role("button", name="Launch Bot")).to_be_visible()
    return page


@pytest.mark.parametrize(("width", "platform"), [(1280, "desktop"), (400, "mobile")])
async def test_the_page_in_the_frame_learns_who_is_there(
    local: LocalDiscord, browser: Browser, width: int, platform: str
) -> None:
    async with tiny_app(local) as url:
        local.use_activity_url(url)
        page, ana, ben = await opened(local, browser, width), local.person("Ana"), local.person("Ben")
        await page.get_by_role("button", name="Launch Bot").click()
        frame = page.frame_locator("iframe")
        await expect(frame.locator("#told")).to_have_text(f"Ana ERROR 4007 {platform} ana")
        box = await page.locator(".activity").bounding_box()
        assert box is not None
        assert (box["x"] > 500) is (width > 1000)
        assert box["x"] + box["width"] == width
        await ben.launch()
        await expect(frame.locator("#people")).to_have_text("ana,ben")
        await page.get_by_role("button", name="Close").click()
        await expect(page.locator("iframe")).to_have_count(0)
        await local.until(lambda: ana.launched is None and ben.launched)
        await page.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_the_page_in_the_frame_keeps_strict_cookies(
    local: LocalDiscord, browser: Browser, host: str
) -> None:
    async with tiny_app(local) as url:
        local.use_activity_url(url)
        page = await opened(local, browser, 1280, host=host)
        await page.get_by_role("button", name="Launch Bot").click()
        frame = page.frame_locator("iframe")
        await expect(frame.locator("#told")).to_contain_text("Ana")
        kept = "document.cookie = 'kept=1; samesite=strict', document.cookie"
        assert await frame.locator("body").evaluate(f"() => ({kept})") == "kept=1"
        await page.close()


async def test_a_click_opens_the_frame_in_the_window_that_was_clicked(
    local: LocalDiscord, browser: Browser
) -> None:
    async with tiny_app(local) as url, Api(local) as api:
        local.use_activity_url(url + "?wrong=1")
        await api.post({"content": "x", "components": [row(button())]})
        page, other = await opened(local, browser, 1280), await opened(local, browser, 1280)
        await page.get_by_role("button", name="Go").click()
        click = await local.until(lambda: [*local.world.interactions.values()][-1])
        await api.ask("POST", click.callback, {"type": 12})
        await expect(page.frame_locator("iframe").locator("#told")).to_have_text("closed 4000")
        assert await other.locator("iframe").count() == 0
        await page.frame_locator("iframe").get_by_role("button", name="End").click()
        await expect(page.locator("iframe")).to_have_count(0)
        ana = local.person("Ana")
        await local.until(lambda: ana.launched is None)
        await ana.launch()  # By no window: it opens in each.
        await expect(other.locator("iframe")).to_have_count(1)
        await other.close()
        await local.until(lambda: ana.launched is None)
        await page.close()
