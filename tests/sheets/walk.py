"""Walks through one table from its lobby to its replay, as its owner sees it on a phone; takes pictures."""

from __future__ import annotations

from collections.abc import Callable

from playwright.async_api import Browser

from cogs.games import screens
from cogs.text.ids import CHOOSE, PICK, OtherId, RulesPage, TableId
from cogs.views.lesson import BEGIN
from cogs.views.review import FIND
from cogs.views.set_up import SET_UP, SHEETS, TIMES
from engine.catalogue import games
from engine.players import LEVELS, PLAYERS
from localdiscord import Person, ShownMessage
from localdiscord.model.channel import Channel
from localdiscord.model.user import LOCALES
from locales import SOURCE
from tables import Look
from tables import Person as Player
from tables.lessons import lesson_id
from tables.verbs import play
from tables.verbs.auto_answers import Moves
from tests.engine.seeded import Seeded
from tests.sheets.paper import Tile
from tests.sheets.phone import Phone
from tests.sheets.stage import Stage

OWNER, OTHERS = "Ana", ("Ben", "Chloé")
REVIEW_S = 240.0
"""Seconds after which a review that isn't ready counts as failed; that of a long game takes a while."""
LATE, MOST_TOPICS = 5, 8
"""The number of question kinds after which the board is shown again, and the most kinds that are shown."""


def channel_of(game_id: str, language: str) -> str:
    """Return the name of the channel for a game in a language."""
    return f"{game_id}-{language}"


def locale_of(language: str) -> str:
    """Return Discord's locale for a language: `es-ES` for `es`."""
    return language if language in LOCALES else max(one for one in LOCALES if one.startswith(f"{language}-"))


async def walked(stage: Stage, browser: Browser, game_id: str, language: str) -> list[Tile]:
    """Return pictures of all moments of a table of this game, among people who speak this language."""
    people = [stage.discord.add_person(name, locale_of(language)) for name in (OWNER, *OTHERS)]
    channel = stage.discord.channel(channel_of(game_id, language))
    phone = await Phone.opened(stage, browser, people[0], channel)
    walk = Walk(stage, phone, game_id, language, people[1:])
    for part in (walk.lobby, walk.reading, walk.beginning, walk.early, walk.menu, walk.questions, walk.end):
        await part()
    await phone.close()
    assert phone.faults == []
    return walk.tiles


class Walk:
    """A walk through everything that a table's owner sees.

    The public methods are called in their order.  Messages are reached by clicks in the page; the moves in
    between are made directly at the table, the same in each language.

    Attributes:
        tiles: The pictures so far.
    """

    def __init__(self, stage: Stage, phone: Phone, game_id: str, language: str, others: list[Person]) -> None:
        self.tiles: list[Tile] = []
        self._stage = stage
        self._phone = phone
        self._game_id = game_id
        self._language = language
        self._cluster = others
        self._owner = phone.person
        self._moves = 0
        self._topics: list[str] = []
        self._table = ""
        self._panel: ShownMessage

    # The parts of the walk

    async def lobby(self) -> None:
        """Photograph the commands, the settings, and the lobby, after adding a computer player."""
        await self._command("")
        self.tiles.append(Tile("commands", await self._phone.picture(self._phone.suggestions)))
        await self._command("table new ")
        asked = await self._phone.picture(self._phone.suggestions, self._phone.box)
        self.tiles.append(Tile("/table new", asked))
        await self._phone.suggested([*games()].index(self._game_id))
        await self._phone.send()
        [facts] = await self._stage.tables.tables_in(int(self._phone.channel.id))
        self._table = facts.id
        await self._press(self._board(), "set_up")
        self._panel = self._phone.newest()
        await self._choose_language()
        await self._phone.control(self._panel, str(OtherId(CHOOSE, "computer1"))).click()
        await self._phone.choose(self._id("computer", LEVELS[0]))
        await self._look("the lobby", self._board)
        await self._look("Set up…", self._own)

    async def reading(self) -> None:
        """Photograph the texts to read before a game: its rules, and the beginning of its lesson."""
        await self._press(self._board(), "rules")
        rules, page = self._phone.newest(), 0
        while True:
            await self._look(f"rules, page {page + 1}", lambda: rules)
            page += 1
            further = self._phone.control(rules, str(OtherId("rules", str(RulesPage(self._game_id, page)))))
            if not await further.count() or await further.is_disabled():
                break
            await self._phone.use(further)
        await self._phone.use(self._phone.control(self._board(), str(OtherId("learn", self._game_id))))
        await self._look("the explained pictures", self._phone.newest)
        begin = str(TableId(lesson_id(self._game_id, 1), BEGIN))
        await self._phone.use(self._phone.control(self._phone.newest(), begin))
        await self._look("the first step of the lesson", self._phone.newest)

    async def beginning(self) -> None:
        """Photograph the first question, and the next step in answering it."""
        await self._press(self._panel, "uncomputer", "1")
        for other in self._cluster:
            await (await other.click(self._board(), custom_id=self._id("join"))).answered()
        await self._stage.painted(self._table)
        await self._phone.shown(self._panel)
        await self._press(self._panel, "start")
        await self._play(self._is_new)
        await self._look("the board at first", self._board)
        await self._look("the first question", self._own)
        await self._step()
        await self._look("one step further", self._own)

    async def early(self) -> None:
        """Photograph another question: in the channel, in the thread and in direct messages."""
        await self._play(self._is_new)
        await self._look("the board early", self._board)
        await self._look("another question", self._own)
        here, thread = self._phone.channel, self._board().thread
        assert thread is not None
        await self._visit(thread, "the story")
        await self._visit(self._direct().channel, "direct message")
        await self._phone.go(here)

    async def menu(self) -> None:
        """Photograph the menu, and a refusal there: the seat is offered to a person who has one."""
        await self._phone.shown(self._panel)
        await self._press(self._panel, "more")
        await self._phone.shown(self._panel)
        await self._phone.control(self._panel, self._id("offer")).click()
        await self._phone.choose(self._cluster[0].user.id)
        await self._look("the menu, with a refusal", self._own)
        await self._press(self._panel, "concede")
        await self._look("sure?", self._own)
        await self._press(self._panel, "more")
        await self._phone.shown(self._panel)
        await self._press(self._panel, "refresh")

    async def questions(self) -> None:
        """Photograph a question about each further topic of the lesson, and once the board."""
        while len(self._topics) < MOST_TOPICS and await self._play(self._is_new):
            await self._look(f"a question: {self._topics[-1] or 'no hint'}", self._own)
            if len(self._topics) == LATE:
                await self._look("the board late", self._board)

    async def end(self) -> None:
        """Photograph the end of the game, the actions after it, and the owner's settings."""
        await self._play(lambda _: False)
        await self._look("the score", self._board)
        await self._look("own panel at the end", self._own)
        await self._review()
        await self._press(self._board(), "replay")
        await self._look("the replay", self._phone.newest)
        replay = self._phone.newest()
        await self._phone.use(self._phone.view(replay).locator('[data-custom-id*=":replay:next."]'))
        await self._look("the replay, one move on", lambda: replay)
        await self._press(self._board(), "share")
        await self._look("the shared game", self._board)
        await self._command("settings ")
        await self._phone.send()
        await self._look("/settings", self._phone.newest)

    # Helpers

    async def _look(self, moment: str, find: Callable[[], ShownMessage]) -> None:
        """Once all changes are painted, find a message by `find`, and take a picture of it."""
        await self._stage.painted(self._table)
        view = await self._phone.shown(find())
        self.tiles.append(Tile(moment, await self._phone.picture(view)))

    async def _visit(self, channel: Channel, moment: str) -> None:
        """Open a channel, and take a picture of its newest message."""
        await self._phone.go(channel)
        await self._look(moment, lambda: self._owner.messages(channel)[-1])

    def _board(self) -> ShownMessage:
        """Return the table's public message."""
        return [one for one in self._owner.messages(self._phone.channel) if not one.ephemeral][-1]

    def _own(self) -> ShownMessage:
        """Return the owner's panel: *Set up…* in the lobby, later the game's."""
        return self._panel

    def _direct(self) -> ShownMessage:
        """Return the owner's panel in direct messages."""
        return self._owner.direct_messages()[-1]

    def _id(self, verb: str, detail: str = "") -> str:
        return str(TableId(self._table, verb, detail))

    async def _press(self, message: ShownMessage, verb: str, detail: str = "") -> None:
        await self._phone.use(self._phone.control(message, self._id(verb, detail)))

    async def _command(self, text: str) -> None:
        """Begin to type a command."""
        await self._phone.type(f"/{text}")

    async def _review(self) -> None:
        """Ask for a review, and wait until it is ready."""
        await self._press(self._board(), "review")
        review = self._phone.newest()
        await self._stage.discord.until(lambda: "⏳" not in review.text, timeout_s=REVIEW_S)
        await self._look("the review", lambda: review)
        find = self._phone.view(review).locator(f'[data-custom-id*=":{FIND}:"]')
        if await find.count():
            await self._phone.use(find.first)
            await self._look("a costly move, asked again", lambda: review)

    async def _choose_language(self) -> None:
        """Choose the table's language, and take pictures of both forms on the way."""
        for sheet in SHEETS:
            await self._press(self._panel, SET_UP, sheet)
            form = self._phone.form
            self.tiles.append(Tile(f"Set up…, {sheet}", await self._phone.picture(form)))
            if sheet == TIMES and self._language != SOURCE:
                await form.locator('[data-custom-id="language"]').click()
                await self._phone.opened_list.locator(f'[data-value="{self._language}"]').click()
            await self._phone.use(form.locator('button[type="submit"]'))
            await form.wait_for(state="detached")
            await self._phone.shown(self._panel)

    async def _step(self) -> None:
        """Choose the first option of the present step."""
        view = self._phone.view(self._panel)
        lists = view.locator(f'[role="combobox"][data-custom-id^="{OtherId(CHOOSE)}"]:enabled')
        buttons = view.locator(f'button[data-custom-id^="{self._id(PICK)}"]:enabled').or_(
            view.locator(f'button[data-custom-id^="m:{self._table}:"]:enabled')
        )
        if not await lists.count():
            await self._phone.use(buttons.first)
            return
        await lists.first.click()
        self.tiles.append(Tile("a list of choices", await self._phone.picture(view, self._phone.opened_list)))
        await self._phone.use(self._phone.opened_list.get_by_role("option").first)

    def _is_new(self, look: Look) -> bool:
        """Whether the owner is asked about a topic for the first time; note that they were asked."""
        topic = self._topic(look)
        is_new = topic not in self._topics
        self._topics += [topic] if is_new else []
        return is_new

    def _topic(self, look: Look) -> str:
        """Return the lesson's topic of the owner's question; empty: the lesson has none for it."""
        return screens()[self._game_id].hint(look.observation, look.legal_moves)

    async def _play(self, is_there: Callable[[Look], bool]) -> bool:
        """Have everybody move until the owner is asked and `is_there` holds; False: the game ended before."""
        async with self._stage.unpainted(self._table):
            while (asked := await self._asked()) is not None:
                person, look = asked
                if person is self._owner and is_there(look):
                    return True
                await self._move(person, look)
        return False

    async def _asked(self) -> tuple[Person, Look] | None:
        """Return a person who is asked, the owner last, with their look; None: the game is over."""
        for person in (*self._cluster, self._owner):
            look = await self._stage.tables.look(self._table, person.id)
            if look.asked is not None and not look.answered:
                return person, look
        return None

    async def _move(self, person: Person, look: Look) -> None:
        """Have a person make the move that a computer player would make."""
        assert look.seat is not None
        assert look.asked is not None
        self._moves += 1
        move = PLAYERS["sensible"](look.game, look.observation, look.seat, Seeded(self._moves))
        who, click = Player(person.id, person.user.name), f"{self._table}:{self._moves}"
        text = Moves((look.game.write_move(move),)).encode()
        await self._stage.tables.do(self._table, who, click, play.played, look.asked, text)
