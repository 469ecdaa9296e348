"""An evening of games for tests: a local Discord, the bot on it, and people who click and read."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cogs.client import TableBot
from cogs.discord_io.faults import SIGN
from cogs.games import screens
from cogs.interactions.answer import TASK_NAME as LATE_PICTURES
from cogs.interactions.lobby import opening, with_settings
from cogs.messages.refresher import Pace
from cogs.messages.repaint import Noting
from cogs.people.access import Shard
from cogs.text.ids import PICK, Setting
from cogs.text.names import MARKS, table_name
from localdiscord import Interaction, LocalDiscord, NotAnswered, Person, Seen, ShownMessage
from localdiscord.rest.interactions import DEFER, DEFER_UPDATE
from pictures import Scene
from tables import Look, Opening, Phase, Tables
from tables import Person as Player
from tables.store.database import Database
from tables.verbs.play import played
from tests import uploads
from tests.balancer import HOST, Balancer
from tests.engine.seeded import Seeded
from tests.local import local_discord
from tests.play.pace import PACE
from tests.play.pairing import PAIRING, Pairing
from tests.play.thumbnails import thumbnail
from tests.play.worker import PATIENCE_S as PATIENCE_S
from tests.play.worker import Worker, all_heard, share_out
from tests.tables import stores

SILENT, EPHEMERAL, V2 = 1 << 12, 1 << 6, 1 << 15
"""Discord's flags of messages: without notification, ephemeral, made of components."""
DEFERRED = (DEFER, DEFER_UPDATE)
ASKED = ("game", "seats", "channel")
"""The options of `/table new` and of tests that use it."""
CHEERS = ("You won!", "You finished")
CHOSEN = "Your choice is in"
"""The text in a panel whose player has chosen in secret, and may still change the choice."""
EMOJI = re.compile(r"<:(?P<name>\w+)_[0-9a-f]{6}:\d+>")
"""Matches one of the application's own emojis in a text."""

Answered = Callable[[Interaction], Coroutine[Any, Any, Interaction]]


class Evening:
    """The bot in this process, on a local Discord; unless `draw` is given, its pictures are small.

    Attributes:
        discord: The local Discord.
        path: The path of the database, if it is a file.
        pairing: The pairing on which the evening plays.
        workers: The bot's processes, all inside this one.  If the gateway reports the server to any worker,
            it does so to the first.
    """

    def __init__(
        self,
        discord: LocalDiscord,
        folder: Path,
        draw: Callable[[Scene], bytes] = thumbnail,
        pace: Pace = PACE,
        pairing: Pairing = PAIRING,
        *,
        has_activity: bool = False,
    ) -> None:
        self.discord = discord
        self.path = folder / stores.NAME
        self.pairing = pairing
        self._folder = folder
        self._store = stores.BY_NAME[pairing.store]
        self._words = count(1)
        self._balancer: Balancer | None = None
        address = self._store.address(folder)
        made = partial(
            Worker, discord, address, draw, pace, is_https=pairing.is_https, has_activity=has_activity
        )
        if pairing.way == "gateway" and pairing.workers > 1:
            home = shard_of(discord, pairing.workers)
            numbers = ((home + place) % pairing.workers for place in range(pairing.workers))
            self.workers = [made(shard=Shard(number, pairing.workers)) for number in numbers]
        else:
            told = 0 if pairing.way == "https-only" else 1
            self.workers = [made(has_gateway=place < told) for place in range(pairing.workers)]

    @property
    def tables(self) -> Tables:
        """The tables of the first worker."""
        return self.workers[0].tables

    @property
    def bot(self) -> TableBot:
        """The client of the first worker."""
        return self.workers[0].bot

    def keeper(self, table: str) -> Worker:
        """Return the worker that owns a table, and so repaints its messages."""
        return next(one for one in self.workers if one.tables.cluster.is_ours(table))

    @property
    def database(self) -> type[Database]:
        """The class of the workers' stores, for tests in which these fail."""
        return type(self.tables._database)

    async def begin(self, seed: int | None = 1) -> None:
        """Open the tables and come online; `seed`: None: games have sealed deals, which anyone can check."""
        chance = None if seed is None else Seeded(seed)
        for one in self.workers:
            await one.begin(chance)
        await share_out(self.workers)
        if self.bot.receiver is not None:
            self.discord.use_activity_url(f"http://{HOST}:{self.workers[0].port}/activity/")
        if self.pairing.is_https:
            ports = [one.port for one in self.workers]
            self._balancer = Balancer(ports)
            await self._balancer.begin()
            await self.discord.use_interactions_url(
                self._balancer.url if len(ports) > 1 else f"http://{HOST}:{ports[0]}/"
            )

    async def end(self) -> None:
        """Stop the bot in order, as SIGTERM does."""
        # Otherwise, the receivers would wait a moment for a last request on each idle connection.
        self.discord.endpoint.let_go()
        if self._balancer is not None:
            self._balancer.let_go()
        await asyncio.gather(*(one.end() for one in self.workers))
        if self._balancer is not None:
            await self._balancer.end()
        await self.discord.until(lambda: not self.discord.online, timeout_s=PATIENCE_S)

    def send_to(self, at: int) -> None:
        """Send all further interactions over HTTPS to one of the workers, whoever owns the table."""
        if self._balancer is not None:
            self._balancer.first = self.workers[at].port

    def in_vain(self) -> set[tuple[str, int]]:
        """The methods and statuses of requests that Discord has refused."""
        return {(one.method, one.status) for one in self.discord.requests if one.status >= 400}

    def rows(self, sql: str, *parameters: Any) -> list[Any]:
        """Run a statement directly in the database; return the rows of its result."""
        return self._store.run(self._folder, sql, parameters)

    def everything(self) -> dict[str, list[Any]]:
        """Return all rows of the database, by the name of the database table."""
        return self._store.everything(self._folder)

    async def all_heard(self) -> None:
        """Wait until each worker has heard of all changes; people, too, look before they click."""
        await all_heard(self.workers, next(self._words))

    def answered_and_heard(self, answered: Answered) -> Answered:
        """Return a function that waits for an answer, and until all workers have heard of the change.

        Tests use it for each click, since nobody clicks faster than that.
        """

        async def waited(used: Interaction) -> Interaction:
            try:
                await answered(used)
            except NotAnswered:
                # If a click on a message that has just been deleted is answered in the response, that shows
                # nowhere.
                if not (self.pairing.is_https and used.message is not None and used.message.deleted):
                    raise
            if self.discord.world.interactions.get(used.id) is used:  # If not, it belongs to another evening.
                await self.all_heard()
            return used

        return waited

    async def caught_up(self) -> None:
        """Wait until everything that is due by now has been done."""
        for one in self.workers:
            await one.tables.caught_up()
        await self.all_heard()

    async def kept_house(self) -> None:
        """Wait until all reported changes of servers and channels have had their effect."""
        for one in self.workers:
            await one.bot.housekeeping.caught_up()
        await self.all_heard()

    def person(self, name: str) -> Person:
        """Return the person with a name in the server."""
        return self.discord.person(name)

    def mention(self, command: str) -> str:
        """Return a mention of a command, as in sentences: `</table new:7>`."""
        found = next(one for one in self.discord.commands if one["name"] == command.split()[0])
        return f"</{command}:{found['id']}>"

    async def lobby(self, *names: str, **options: Any) -> str:
        """Have the first of these people open a table, and the others join; return the table's id.

        Options that `/table new` doesn't have are settings of *Set up…*, which the table has from the
        beginning.
        """
        host = self.person(names[0])
        asked = {"game": "rapa-nui-cards", **{name: options[name] for name in ASKED if name in options}}
        settings = [Setting(name, value) for name, value in options.items() if name not in ASKED]
        with patch("cogs.commands.table.opening", partial(set_up_opening, settings)):
            await self._finished(await host.command("table new", **asked))
        for name in names[1:]:
            await self.press(name, "Join")
        return await self.table_id()

    async def name_of(self, table: str) -> str:
        """Return the name of a table."""
        return table_name(await self.tables.table(table))

    async def table_id(self) -> str:
        """Return the id of the newest table in #games."""
        views = await self.tables.tables_in(int(self.discord.channel("games").id))
        return views[-1].id

    async def started(self, *names: str, **options: Any) -> str:
        """Open and start a table with these people; return the table's id."""
        table = await self.lobby(*names, **options)
        await self.painted()  # A late repaint of the lobby could hide the board for a moment.
        await self.press(names[0], "Start")
        return table

    async def set_up(self, name: str, *labels: str) -> ShownMessage:
        """Press *Set up…* on the board, then these buttons or options on its panel; return the panel."""
        await self.press(name, "Set up…")
        panel = self.person(name).ephemeral("games")[-1]
        for label in labels:
            await self.press(name, label, panel)
        await self.settled()
        return panel

    async def fill(self, person: str, panel: ShownMessage, label: str, /, **filled: Any) -> list[str]:
        """Fill and submit the form behind a button of a panel; return the texts of new ephemeral messages."""
        who = self.person(person)
        before = {shown.id for shown in who.ephemeral()}
        opened = await (await who.click(panel, label)).answered()
        await self._finished(await who.submit(opened, **filled))
        return [shown.text for shown in who.ephemeral() if shown.id not in before]

    async def press(self, name: str, label: str, message: ShownMessage | None = None) -> list[str]:
        """Press a button, or choose an option, by its label, on the board or on `message`.

        Returns:
            The texts of new ephemeral messages.
        """
        who, pressed = self.person(name), message or self.board()
        before = {shown.id for shown in who.ephemeral()}
        menus = [menu for menu in pressed.selects if label in dict(menu.options)]
        if menus and label not in [button.label for button in pressed.buttons]:
            await self._finished(await who.choose(pressed, label, custom_id=menus[0].custom_id))
        else:
            await self._finished(await who.click(pressed, label))
        return [shown.text for shown in who.ephemeral() if shown.id not in before]

    async def forge(self, name: str, message: ShownMessage, custom_id: str) -> list[str]:
        """Send a click with any custom_id on a message; return the texts of new ephemeral messages."""
        who = self.person(name)
        before = {shown.id for shown in who.ephemeral()}
        await self._finished(await who.forge(message, custom_id))
        return [shown.text for shown in who.ephemeral() if shown.id not in before]

    async def say(self, name: str, command: str, channel: str = "games", **options: Any) -> str:
        """Use a command; return the text of the reply."""
        await self._finished(await self.person(name).command(command, channel=channel, **options))
        return self.person(name).ephemeral(channel)[-1].text

    async def paint_panel(self, table: str, seat: int, person_id: int) -> None:
        """Paint one player's panel alone, as a repaint would that takes this person for the seat's player."""
        keeper = self.keeper(table)
        noting = Noting(keeper.tables.messages, table)
        shown = await keeper.tables.messages.get(table)
        await keeper.bot.parts.updaters.direct_panels.paint(table, seat, person_id, shown, noting)
        await noting.write()

    async def _finished(self, used: Interaction) -> None:
        """Wait for the answer to an interaction; if it was deferred, until the click's work is done."""
        await used.answered()
        if used.response_type in DEFERRED:
            await self._answered()
            await self.all_heard()

    async def _answered(self) -> None:
        while busy := [
            task
            for one in self.workers
            for task in one.bot.parts.capacity.busy
            if task.get_name() != LATE_PICTURES
        ]:
            await asyncio.wait(busy)

    async def settled(self) -> None:
        """Wait until all deferred clicks have had their effect, and all changes are painted."""
        if any(used.response_type in DEFERRED for used in self.discord.world.interactions.values()):
            await self._answered()
        await self.painted()

    async def painted(self) -> None:
        """Wait until all changes are painted, even while the answer to a click is held back."""
        await self.all_heard()
        while busy := [task for one in self.workers for task in one.bot.parts.refresher.busy]:
            await asyncio.gather(*busy)
            await self.all_heard()

    def board(self) -> ShownMessage:
        """Return the newest public message in #games, which is the board."""
        return [shown for shown in self.person("Ana").messages("games") if not shown.ephemeral][-1]

    def thread(self) -> list[ShownMessage]:
        """Return the messages of the newest thread."""
        return self.person("Ana").messages(self.discord.threads[-1].id)

    def pings(self, name: str) -> int:
        """Return how many times a person was notified, by direct messages or mentions."""
        who = self.person(name)
        new = [seen.payload for seen in self.discord.seen_by(name) if seen.event == "MESSAGE_CREATE"]
        direct = [one for one in new if "guild_id" not in one and not one["flags"] & (SILENT | EPHEMERAL)]
        mentions = [one for one in new if any(told["id"] == str(who.id) for told in one["mentions"])]
        return len(direct) + len(mentions)

    def panel(self, name: str) -> ShownMessage | None:
        """Return a person's newest direct message; None: there is none."""
        shown = self.person(name).direct_messages()
        return shown[-1] if shown else None

    async def dealt(self, name: str) -> ShownMessage:
        """Wait for the panel of a person whose game has begun; return it."""
        found = await self.discord.until(lambda: self.panel(name), timeout_s=PATIENCE_S)
        assert found is not None
        return found

    async def turn(self, *names: str) -> str:
        """Wait until it is the turn of one of these people; return their name."""

        def acting() -> str | None:
            able = (name for name in names if moves_of(self.panel(name)) or steps_of(self.panel(name)))
            return next(able, None)

        found = await self.discord.until(acting, timeout_s=PATIENCE_S)
        assert found is not None
        return found

    async def look(self, table: str, name: str | None = None) -> Look:
        """Return a table as a person sees it; `name`: None: as a spectator sees it."""
        return await self.tables.look(table, self.person(name).id if name else None)

    async def play_to_the_end(self, *names: str, seed: int = 1) -> int:
        """Have these people click on their panels until the game has ended; return the number of clicks."""
        clicks = await asyncio.gather(*(self._play(name, random.Random(f"{seed}{name}")) for name in names))
        return sum(clicks)

    async def run_to_the_end(self, table: str, *names: str, seed: int = 1) -> None:
        """Once these people have their panels, make their moves to the end of the game without clicks."""
        for name in names:
            await self.dealt(name)
        dice, clicks, changed = random.Random(seed), count(1), asyncio.Event()
        self.tables.subscribe(lambda _: changed.set())
        people = [Player(self.person(name).id, name) for name in names]
        while (await self.tables.table(table)).phase is Phase.RUNNING:
            changed.clear()
            looks = [(who, await self.tables.look(table, who.id)) for who in people]
            asked = [(who, look) for who, look in looks if look.asked is not None and not look.answered]
            for who, look in asked[:1]:
                move, click = dice.choice(look.legal_moves), f"run to the end {next(clicks)}"
                await self.tables.do(table, who, click, played, look.asked or 0, look.game.write_move(move))
            async with asyncio.timeout(PATIENCE_S):
                await changed.wait()  # If none of them is asked, a computer player moves.
        await self.settled()

    async def _play(self, name: str, dice: random.Random) -> int:
        who, clicks = self.person(name), 0
        while True:
            await self.discord.until(lambda: has_something(self.panel(name)), timeout_s=PATIENCE_S)
            panel = self.panel(name)
            moves, steps = moves_of(panel), steps_of(panel)
            if panel is None or not (moves or steps):
                return clicks
            offered = steps if steps and (not moves or dice.random() < 0.5) else moves
            # Half of the time the last button, since Moai come last.
            custom_id = offered[-1] if dice.random() < 0.5 else dice.choice(offered)
            await (await choose(who, panel, custom_id)).answered()
            clicks += 1


def set_up_opening(settings: list[Setting], *given: Any) -> Opening:
    """Return the usual settings of a new table with `settings` changed, as clicks in its lobby would."""
    return with_settings(opening(*given), {one.name: one.value for one in settings})


async def press_in_lobby(discord: LocalDiscord, who: Person, label: str, channel: str = "games") -> None:
    """Press a button of a channel's newest board as soon as it is enabled, and wait for the answer.

    If the answer was deferred, the lobby shows the change a little later.
    """

    def able() -> ShownMessage | None:
        shown = who.messages(channel)[-1:]
        return next(
            (one for one in shown if any(b.label == label and not b.disabled for b in one.buttons)), None
        )

    board = await discord.until(able, timeout_s=PATIENCE_S)
    assert board is not None
    await (await who.click(board, label)).answered()


async def choose(who: Person, panel: ShownMessage, custom_id: str) -> Interaction:
    """Press the button with an id, or choose the option with this value."""
    for menu in panel.selects:
        if custom_id in (value for _, value in menu.options):
            return await who.choose(panel, custom_id, custom_id=menu.custom_id)
    return await who.click(panel, custom_id=custom_id)


def ids_of(panel: ShownMessage | None) -> list[str]:
    """Return the ids of a panel's enabled buttons, and the values of its options."""
    if panel is None:
        return []
    pressed = [button.custom_id for button in panel.buttons if button.custom_id and not button.disabled]
    return pressed + [value for menu in panel.selects if not menu.disabled for _, value in menu.options]


def moves_of(panel: ShownMessage | None) -> list[str]:
    """Return the ids of a panel's buttons and options that make moves."""
    return [one for one in ids_of(panel) if one.startswith("m:")]


def steps_of(panel: ShownMessage | None) -> list[str]:
    """Return the ids of a panel's buttons that lead one step on, or back, in choosing a move."""
    return [one for one in ids_of(panel) if f":{PICK}:" in one]


def refusal(panel: ShownMessage | None) -> str:
    """Return the refusal at the top of a panel; empty: there is none."""
    lines = panel.text.split("\n") if panel is not None else []
    return next((line.removeprefix(SIGN).strip() for line in lines if line.startswith(SIGN)), "")


def shown_to(who: Person) -> list[str]:
    """Return the texts of all messages that a person has ever seen, as they were then."""
    return [one.text for one in who.seen() if "components" in one.payload]


def without_own_emojis(text: str) -> str:
    """Return a text with Unicode emojis in place of our own."""
    signs = {sign.name: sign.unicode for screen in screens().values() for sign in (*MARKS, *screen.signs)}
    return EMOJI.sub(lambda found: signs[found["name"]], text)


def has_something(panel: ShownMessage | None) -> bool:
    """Whether a panel offers something to do, or says that the game is over."""
    if panel is None or CHOSEN in panel.text:
        return False
    return bool(moves_of(panel) or steps_of(panel) or any(cheer in panel.text for cheer in CHEERS))


def notices(discord: LocalDiscord) -> list[Seen]:
    """Return the messages that notified people, as they were then: a locked phone shows their plain content.

    Replies to people's own clicks and commands are left out, since these people are looking.
    """
    by_bot = (ping.message for ping in discord.pings if ping.message.author is discord.bot)
    told = {message.id for message in by_bot if message.metadata is None}
    return [one for one in discord.world.events.history if one.event == "MESSAGE_CREATE" and one.id in told]


def blank_notices(discord: LocalDiscord) -> list[str]:
    """Return the texts of messages that notified people without plain content, so that phones show none."""
    empty = [one for one in notices(discord) if not one.payload["content"] or one.payload["flags"] & V2]
    return [one.text for one in empty]


@asynccontextmanager
async def an_evening(
    folder: Path,
    seed: int | None = 1,
    draw: Callable[[Scene], bytes] = thumbnail,
    pace: Pace = PACE,
    here_s: float = 0.0,
    pairing: Pairing = PAIRING,
    has_activity: bool = False,
    **discord: Any,
) -> AsyncIterator[Evening]:
    """Run the bot online; `has_activity`: with the Activity, whose page each of its processes serves.

    A player who has moved less than `here_s` seconds before their turn is called late; by default, there is
    no such player.  At the end, check that each request was well-formed and limited its mentions, and that
    each call had a text.
    """
    async with a_local_discord(pairing, **discord) as server:
        uploads.bring(server)
        evening = Evening(server, folder, draw, pace, pairing, has_activity=has_activity)
        with (
            patch("tables.timing.turn_clock.HERE_S", here_s),
            patch("cogs.ops.connection.IDENTIFY_S", 0.0),
            patch.object(Interaction, "answered", evening.answered_and_heard(Interaction.answered)),
        ):
            await evening.begin(seed)
            try:
                yield evening
            finally:
                await evening.end()
                stores.BY_NAME[pairing.store].let_go(folder)
        uploads.keep(server)
        assert server.violations == []
        assert server.lacks == []
        assert server.crashes == []
        assert server.unguarded == []
        assert blank_notices(server) == []


def shard_of(discord: LocalDiscord, count: int) -> int:
    """Return the number of the shard, of `count`, that gets the server's events."""
    return (int(discord.world.guild_id) >> 22) % count


def a_local_discord(pairing: Pairing, **options: Any) -> LocalDiscord:
    """Return a local Discord; if there are several shards, the server's is not that of direct messages."""
    made = local_discord(**options)
    while pairing.workers > 1 and not shard_of(made, pairing.workers):
        made = local_discord(**options)  # A millisecond later, the server gets another id.
    return made
