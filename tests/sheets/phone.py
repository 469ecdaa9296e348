"""The local Discord's page in a narrow window: used as a person does, and photographed."""

from __future__ import annotations

from typing import Any, Final, Self

from playwright.async_api import Browser, FloatRect, Locator, Page, ViewportSize

from localdiscord import Interaction, Person, ShownMessage
from localdiscord.model.channel import Channel
from localdiscord.model.components import media_of
from tests.sheets.stage import Stage

WIDTH, HEIGHT = 400, 2600
"""The size of the window, in px; it is so high that it shows the longest message completely."""
MARGIN: Final = 6
"""The margin around photographed parts, in px."""
PATIENCE_S: Final = 20.0
"""Seconds after which a wait fails because something did not appear."""
WHOLE_LISTS: Final = ".suggestions, .select-list { max-height: none !important; }"
"""A style that shows lists completely, without scrolling."""
EDGES: Final = "part => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]"
IS_SHOWN: Final = """([id, controls, files]) => {
  const view = document.querySelector(`[data-message-id="${id}"]`);
  if (!view || view.querySelector(".waiting, .held, .thinking")) return false;
  const ids = [...view.querySelectorAll("[data-custom-id]")].map((control) => control.dataset.customId);
  const images = [...view.querySelectorAll(".picture img")];
  const names = images.map((image) => image.src.split("/").at(-1));
  return `${ids.sort()}` === `${controls}` && `${names.sort()}` === `${files}`
    && images.every((image) => image.complete && image.naturalWidth);
}"""


class Phone:
    """The page of one person.

    Attributes:
        person: The person.
        channel: The channel that is open now.
        faults: The exceptions in the page's own code.
    """

    def __init__(self, stage: Stage, page: Page, person: Person, channel: Channel) -> None:
        self._stage = stage
        self._page = page
        self.person = person
        self.channel = channel
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))

    @classmethod
    async def opened(
        cls,
        stage: Stage,
        browser: Browser,
        person: Person,
        channel: Channel,
        *,
        width: int = WIDTH,
        scale: float = 1.0,
    ) -> Self:
        """Open the page; return it once it shows the channel; `scale`: pixels of a picture per px."""
        page = await browser.new_page(
            viewport=ViewportSize(width=width, height=HEIGHT), device_scale_factor=scale, color_scheme="dark"
        )
        phone = cls(stage, page, person, channel)
        await page.goto(f"{stage.discord.page}?as={person.user.id}&channel={channel.id}")
        await page.add_style_tag(content=WHOLE_LISTS)
        await page.locator(".channel-start").wait_for()
        return phone

    async def close(self) -> None:
        """Close the page."""
        await self._page.context.close()

    # Parts of the page

    def view(self, message: ShownMessage) -> Locator:
        """Return a message on the page."""
        return self._page.locator(f'[data-message-id="{message.id}"]')

    def control(self, message: ShownMessage, custom_id: str) -> Locator:
        """Return a button or list of a message."""
        return self.view(message).locator(f'[data-custom-id="{custom_id}"]')

    @property
    def suggestions(self) -> Locator:
        """The list of suggestions above the input box."""
        return self._page.locator(".suggestions")

    @property
    def box(self) -> Locator:
        """The input box."""
        return self._page.locator(".composer")

    @property
    def opened_list(self) -> Locator:
        """The open list."""
        return self._page.locator(".select-list")

    @property
    def form(self) -> Locator:
        """The open form."""
        return self._page.locator("dialog.modal")

    def newest(self) -> ShownMessage:
        """Return the newest ephemeral message in this channel."""
        return self.person.ephemeral(self.channel)[-1]

    async def evaluated(self, script: str, argument: Any) -> Any:
        """Return what a function of JavaScript returns in the page."""
        return await self._page.evaluate(script, argument)

    # Actions

    async def type(self, text: str) -> None:
        """Type a text into the empty input box."""
        await self._page.locator("textarea.composer-text").fill(text)

    async def suggested(self, place: int) -> None:
        """Take a suggestion, by its place."""
        await self.suggestions.get_by_role("option").nth(place).click()

    async def send(self) -> None:
        """Send the command, and wait for the answer."""
        await self.use(self._page.locator(".composer .send.ready"))

    async def use(self, control: Locator) -> None:
        """Press a control, and wait until the bot has answered."""
        before = len(self._used())
        await control.click()
        await self._stage.discord.until(lambda: len(self._used()) > before, timeout_s=PATIENCE_S)
        await self._stage.answered(self._used()[-1])

    async def choose(self, value: str) -> None:
        """Choose from the open list, and wait until the bot has answered."""
        await self.use(self.opened_list.locator(f'[data-value="{value}"]'))

    async def go(self, channel: Channel) -> None:
        """Open another channel."""
        link = self._page.locator(f'nav a[data-channel-id="{channel.id}"]')
        drawer = self._page.locator(".drawer-button")
        if await drawer.is_visible():  # If the drawer is hidden, the channels are beside the messages.
            await drawer.click()
        await link.click()
        await link.and_(self._page.locator("[aria-current]")).wait_for(state="attached")

    def _used(self) -> list[Interaction]:
        """Return the person's interactions, in order."""
        used = self._stage.discord.world.interactions.values()
        return [one for one in used if one.user is self.person.user]

    # Photographs

    async def shown(self, message: ShownMessage) -> Locator:
        """Return a message on the page, once the page shows its latest content with all pictures."""
        buttons = [button.custom_id for button in message.buttons if button.custom_id]
        ids = sorted([*buttons, *(menu.custom_id for menu in message.selects)])
        files = sorted(media["url"].rsplit("/", 1)[-1] for media in media_of(message.components))
        await self._page.wait_for_function(IS_SHOWN, arg=[message.id, ids, files])
        return self.view(message)

    async def picture(self, *parts: Locator) -> bytes:
        """Photograph parts of the page (PNG), in its full width."""
        await self._page.mouse.move(0, 0)  # There, the pointer changes no part's looks.
        await parts[0].evaluate("part => part.scrollIntoView({ block: 'center' })")
        edges = [await self._edges(part) for part in parts]
        top = max(0, min(top for top, _ in edges) - MARGIN)
        bottom = min(HEIGHT, max(bottom for _, bottom in edges) + MARGIN)
        cut = FloatRect(x=0, y=top, width=WIDTH, height=bottom - top)
        return await self._page.screenshot(clip=cut, animations="disabled")

    async def _edges(self, part: Locator) -> tuple[float, float]:
        """Return the top and bottom of a part of the page, in px from the page's top."""
        top = bottom = 0.0
        while top == bottom:  # The part has just been replaced by a newer one.
            top, bottom = await part.evaluate(EDGES)
        return top, bottom
