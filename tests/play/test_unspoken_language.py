"""Whole games in a pseudo-language: the tests read all texts that people receive.

A text in another language is in the code instead of the catalogues.  All texts have room for words 40 %
longer.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.catalogue import games
from engine.players.quick import sensible_player
from engine.rapa_nui_board.state import ISLANDS
from localdiscord import ShownMessage
from tables import Person
from tables.verbs import play
from tests.engine.seeded import Seeded
from tests.locales.pseudo import UNSPOKEN, speak, unspoken
from tests.play.evening import PATIENCE_S, Evening, an_evening, choose, ids_of, moves_of

pytestmark = pytest.mark.slow

PEOPLE = ("Ana", "Ben", "Dao")
SERVER = "Rapa Nui"
PLACES = {name for island in ISLANDS.values() for name in island.names if name}
CITIES = r"\d\d:\d\d · \D+$"
"""A clock in the list of those around the world: the cities are Babel's."""
NAMES = re.compile("|".join([UNSPOKEN, SERVER, *PEOPLE, *PLACES, CITIES]))
"""Besides what is the same in each language: names of people, of their server, and of places."""
RECEIVED = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MODAL", "CHOICES", "THREAD_CREATE", "THREAD_UPDATE")
NOT_PRESSED = re.compile("cancel|start|forget:yes|:again|:leave|:concede|:fill|:propose")
"""What ends something, or begins another table."""


@pytest.fixture
async def evening(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Evening]:
    """The bot online among people who all get the pseudo-language."""
    speak(monkeypatch)
    monkeypatch.setattr("tables.reviews.MOST_S", 0.3)
    async with an_evening(tmp_path, people=dict.fromkeys(PEOPLE, "en-US")) as began:
        yield began


def newest(evening: Evening, name: str) -> ShownMessage:
    """Return a person's newest ephemeral message."""
    return evening.person(name).ephemeral("games")[-1]


async def pressed_all(evening: Evening, name: str, shown: ShownMessage, most: int = 100) -> None:
    """Press every button of a message, choose every option, and do the same with those that appear then."""
    used: set[str] = set()
    while ahead := [one for one in ids_of(shown) if one not in used and not NOT_PRESSED.search(one)][
        : most - len(used)
    ]:
        used.add(ahead[0])
        await (await choose(evening.person(name), shown, ahead[0])).answered()


async def opened(evening: Evening, game: str) -> str:
    """Open a table of Ana and Ben, and click everything before its start; return its id."""
    await evening.say("Ana", "rules", game=game)
    await pressed_all(evening, "Ana", newest(evening, "Ana"))
    await evening.say("Ana", "learn", game=game)
    for _ in range(4):
        for move in moves_of(newest(evening, "Ana"))[:1]:
            await evening.forge("Ana", newest(evening, "Ana"), move)
    await (await evening.person("Ana").command("table new", game=game)).answered()
    table = await evening.table_id()
    for verb in ("join", "join", "start", "set_up"):
        await evening.forge("Ben", evening.board(), f"t:{table}:{verb}")
    await evening.forge("Ana", evening.board(), f"t:{table}:set_up")
    await pressed_all(evening, "Ana", newest(evening, "Ana"))
    panel = newest(evening, "Ana")
    while len((await evening.tables.table(table)).seats) > 2:
        await evening.forge("Ana", panel, f"t:{table}:uncomputer")
    usual = [f"{option.name}.{option.default}" for option in games()[game].options]
    for setting in (*usual, "seats.any", "turn.2d"):
        await evening.forge("Ana", panel, f"t:{table}:set_up:{setting}")
    await evening.settled()
    await evening.forge("Ana", evening.board(), f"t:{table}:start")
    return table


async def looked_around(evening: Evening, table: str) -> None:
    """Click everything besides the game itself: settings, lists, menus, refusals."""
    for command in ("settings", "privacy", "games", "cards", "table list", "table show"):
        await evening.say("Ana", command)
        await evening.settled()
        if command in ("settings", "privacy"):
            await pressed_all(evening, "Ana", newest(evening, "Ana"))
    await evening.person("Ana").complete("settings", "away", "")
    await evening.person("Ana").complete("settings", "quiet", "")
    for verb in ("more", "log", "closer", "follow", "propose:end", "unplan"):
        await evening.forge("Ana", evening.board(), f"t:{table}:{verb}")
    for verb in ("follow", "cards", "cancel", "log"):
        await evening.forge("Dao", evening.board(), f"t:{table}:{verb}")
    await pressed_all(evening, "Dao", newest(evening, "Dao"))
    for custom_id in ("nonsense", "o:set:x.y", "t:zzzzz:join", f"m:{table}:999999:nonsense"):
        await evening.forge("Dao", evening.board(), custom_id)


async def played_on(evening: Evening, table: str, moves: int) -> None:
    """Have Ana and Ben make `moves` moves, or all to the end, as a computer player would choose them."""
    chance = Seeded(1)
    while moves and (await evening.look(table)).result is None:
        for name in PEOPLE[:2]:
            mine = await evening.look(table, name)
            if mine.asked is None or mine.answered or mine.seat is None:
                continue
            move = mine.game.write_move(sensible_player(mine.game, mine.observation, mine.seat, chance))
            who = Person(evening.person(name).id, name)
            click = f"{name} {mine.asked}"
            await evening.tables.do(table, who, click, play.played, mine.asked, move)
            moves -= 1
            break


async def seen_after_the_end(evening: Evening, table: str) -> None:
    """Open review, shared game, replay and record."""
    for verb in ("review", "share", "replay"):
        await evening.forge("Dao", evening.board(), f"t:{table}:{verb}")
        await evening.discord.until(
            lambda: not newest(evening, "Dao").loading and "⏳" not in newest(evening, "Dao").text,
            timeout_s=PATIENCE_S,
        )
        await pressed_all(evening, "Dao", newest(evening, "Dao"), 16)
    for verb in ("join", "start", "back", "again"):
        await evening.forge("Ana", evening.board(), f"t:{table}:{verb}")


def received(evening: Evening) -> list[str]:
    """Return all texts that anybody saw at any time."""
    seen = [one for name in PEOPLE for one in evening.discord.seen_by(name) if one.event in RECEIVED]
    return list(dict.fromkeys(text for one in seen for text in one.texts))


@pytest.mark.parametrize("game", games())
async def test_all_that_people_receive_in_a_game_is_in_the_catalogues(evening: Evening, game: str) -> None:
    table = await opened(evening, game)
    await evening.turn("Ana", "Ben")
    await evening.settled()
    await played_on(evening, table, 12)
    await looked_around(evening, table)
    await played_on(evening, table, -1)
    await evening.settled()
    await seen_after_the_end(evening, table)
    await evening.settled()
    texts = received(evening)
    assert len(texts) > 200
    ids = {one.id for name in PEOPLE for one in await evening.tables.tables_of(evening.person(name).id)}
    allowed = re.compile("|".join([table, *ids, NAMES.pattern]))
    assert [line for text in texts for line in unspoken(text, allowed)] == []
    assert evening.in_vain() == set()
