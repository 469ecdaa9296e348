"""Films one turn of a recorded game, which its player makes in the page."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Locator

from cogs.text.ids import MoveId, TableId
from engine.catalogue import games
from engine.game import CHANCE
from engine.record import Ply
from localdiscord import Person, ShownMessage
from tables import Person as Player
from tables.model.fold import add
from tables.model.table import Kind, Phase, Table, next_entry
from tables.verbs import play
from tables.verbs.auto_answers import Moves
from tables.views.replay import Contents
from tests.moving.film import Film, Format, Photo
from tests.sheets.phone import PATIENCE_S, Phone
from tests.sheets.stage import Stage

SIDEBAR: Final = 264
"""The width of the list of channels beside the messages, in px of the page, if there is room for both."""
BARE: Final = ".context { display: none; }"
"""A style that hides the line above a message with the command or message that it answers."""
LOOK_MS: Final = 2000
"""Milliseconds for which a new message is shown before anything happens."""
GLANCE_MS: Final = 500
"""Milliseconds for which the next choice is shown before the pointer comes."""
END_MS: Final = 2500
"""Milliseconds for which the last picture is shown before the film begins again."""


class Camera(Phone):
    """Photographs the player's page, and notes the places of the buttons."""

    async def photo(self, message: ShownMessage) -> Photo:
        """Photograph a message, once the page shows it with its pictures."""
        return await self._photo(await self.shown(message))

    async def whole_channel(self) -> Photo:
        """Photograph all messages of the channel."""
        return await self._photo(self._page.locator(".log"))

    async def label(self, message: ShownMessage, custom_id: str) -> str:
        """Return the text of a button, without an emoji at its beginning, which our font lacks."""
        return (await self.control(message, custom_id).inner_text()).strip().splitlines()[-1]

    async def _photo(self, view: Locator) -> Photo:
        await self._page.add_style_tag(content=BARE)
        await self._page.mouse.move(0, 0)
        image = Image.open(io.BytesIO(await view.screenshot(animations="disabled"))).convert("RGB")
        around = await view.bounding_box()
        assert around is not None
        scale, places = image.width / around["width"], {}
        for button in await view.locator("button[data-custom-id]").all():
            box, custom_id = await button.bounding_box(), await button.get_attribute("data-custom-id")
            if box is not None and custom_id is not None:
                left, top = box["x"] - around["x"], box["y"] - around["y"]
                edges = left, top, left + box["width"], top + box["height"]
                places[custom_id] = edges[0] * scale, edges[1] * scale, edges[2] * scale, edges[3] * scale
        return Photo(image, places)


class Turn:
    """Films a turn of a record: the board before, the player's moves, the thread after.

    The player's moves must be buttons of their panel; moves chosen from lists are not supported.

    Attributes:
        film: The film so far.
    """

    def __init__(
        self, stage: Stage, people: list[Person], record: Contents, number: int, form: Format
    ) -> None:
        self._stage = stage
        self._people = people
        self._game = games()[record.game]
        turns = self._turns(record)
        self._before, self._plies = turns[:number], list(turns[number])
        self._after = turns[number + 1][:1]
        self._active = people[self._plies[0].seat]
        self._form = form
        self._table = ""
        self._is_begun = False
        self.film = Film(form)

    async def play(self, browser: Browser, channel: str, width: int) -> None:
        """Play the turn at a new table of a channel, in a page with messages of the given width in px."""
        await self._begin(channel)
        beside = 0 if self._form.is_touched else SIDEBAR
        camera = await Camera.opened(
            self._stage,
            browser,
            self._active,
            self._stage.discord.channel(channel),
            width=width + beside,
            scale=self._form.width / width,
        )
        await self._board_before(camera, channel)
        panel = camera.newest()
        while self._plies:
            await self._move(camera, panel)
        await self._results(camera, panel, channel)
        await camera.close()
        assert camera.faults == []

    def _turns(self, record: Contents) -> list[list[Ply]]:
        """Return the moves of each turn; the moves before the first turn come first."""
        turns: list[list[Ply]] = []
        state = self._game.start(record.seats, record.options)
        for seat, text in record.moves:
            while len(turns) <= self._game.turn(state):
                turns.append([])
            turns[-1].append(Ply(seat, text))
            state, _ = self._game.apply(state, seat, self._game.read_move(text))
        return [*turns, []]

    async def _begin(self, channel: str) -> None:
        """Open a table for all players, and play its game up to the turn to be filmed."""
        owner, others = self._people[0], self._people[1:]
        await self._stage.answered(await owner.command("table new", channel=channel, game=self._game.id))
        await self._stage.discord.until(lambda: self._boards(channel), timeout_s=PATIENCE_S)
        [facts] = await self._stage.tables.tables_in(int(self._stage.discord.channel(channel).id))
        self._table = facts.id
        for person in others:
            used = await person.click(self._boards(channel)[-1], custom_id=str(TableId(self._table, "join")))
            await self._stage.answered(used)
        for plies in self._before:  # Each is painted separately, to get a message of its own in the thread.
            await self._stage.painted(self._table)
            assert await self._stage.tables.happen(self._table, self._with, plies)
        await self._stage.painted(self._table)

    def _with(self, table: Table, at: float, plies: list[Ply]) -> Table:
        """Return the table after these moves, chance included; start the game if it has not begun."""
        if table.facts.phase is Phase.LOBBY:
            rules = str(self._game.rules_version)
            table = add(table, next_entry(table.facts, Kind.START, None, rules, "start", at))
        for ply in plies:
            click = None if ply.seat == CHANCE else f"record:{table.facts.version}"
            table = add(table, next_entry(table.facts, Kind.MOVE, ply.seat, ply.text, click, at))
        return table

    async def _board_before(self, camera: Camera, channel: str) -> None:
        """Show the board, and how the player opens their panel."""
        board, cards = self._boards(channel)[-1], str(TableId(self._table, "cards"))
        self.film.chapter(f"The board in the channel: it is {self._active.user.name}’s turn")
        self.film.show(await camera.photo(board), LOOK_MS)
        self.film.press(cards)
        await camera.use(camera.control(board, cards))
        self.film.chapter(f"Only {self._active.user.name} sees these cards and choices")
        self.film.show(await camera.photo(camera.newest()), LOOK_MS)

    async def _move(self, camera: Camera, panel: ShownMessage) -> None:
        """Make the moves of one button: the player's in the page, others directly at the table."""
        person = self._people[self._plies[0].seat]
        look = await self._stage.tables.look(self._table, person.id)
        photo, asked = await camera.photo(panel), look.asked
        if asked is None:  # The table has made this forced move already.
            self._plies.pop(0)
            return
        if person is not self._active:
            who, text = Player(person.id, person.user.name), Moves((self._plies.pop(0).text,)).encode()
            await self._stage.tables.do(self._table, who, f"other:{asked}", play.played, asked, text)
            await self._stage.painted(self._table)
            return
        texts = tuple(ply.text for ply in self._plies)
        ids = {count: str(MoveId(self._table, asked, Moves(texts[:count]).encode())) for count in range(9)}
        count = max(count for count, custom_id in ids.items() if custom_id in photo.buttons)
        self.film.chapter(f"{person.user.name}’s choice: {await camera.label(panel, ids[count])}")
        if self._is_begun:  # If not, the panel has just been shown from its top.
            self.film.show(photo, GLANCE_MS, self.film.reached(photo, ids[count]))
        self._is_begun = True
        self.film.press(ids[count])
        del self._plies[:count]
        await camera.use(camera.control(panel, ids[count]))
        await self._stage.painted(self._table)

    async def _results(self, camera: Camera, panel: ShownMessage, channel: str) -> None:
        """Show the panel, the board and the thread after the turn."""
        self.film.chapter(f"{self._active.user.name}’s panel says what happened")
        self.film.show(await camera.photo(panel), LOOK_MS)
        board, thread = self._boards(channel)[-1], self._boards(channel)[-1].thread
        self.film.chapter("The board again" + self._next(": it is {}’s turn"))
        self.film.show(await camera.photo(board), LOOK_MS)
        assert thread is not None
        await camera.go(thread)
        await camera.shown(self._active.messages(thread)[-1])
        self.film.chapter("The thread tells every move" + self._next(" and calls {}"))
        self.film.show(await camera.whole_channel(), END_MS, float("inf"))

    def _next(self, words: str) -> str:
        """Return a caption on the player of the next turn; empty: there is no next turn."""
        return "".join(words.format(self._people[ply.seat].user.name) for ply in self._after)

    def _boards(self, channel: str) -> list[ShownMessage]:
        """Return the public messages of a channel; the last one is the table's board."""
        return [one for one in self._people[0].messages(channel) if not one.ephemeral]
