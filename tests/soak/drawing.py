"""What a replayed table should look like in Discord, as lines that are compared with what people saw."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from cogs.discord_io.attachments import without_pictures
from cogs.games import screens
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names, spoken
from cogs.text.ui import message
from cogs.views.board import board_message
from cogs.views.panel import Reader, panel_message
from cogs.views.story_lines import story_lines
from localdiscord.model.components import TEXT, custom_ids, file_names, texts, walk
from localdiscord.model.errors import Json
from locales import SOURCE, in_language, languages
from tables import Look
from tables.model.table import Table
from tables.views.looks import log_of
from tests.play.evening import without_own_emojis

TIME: Final = re.compile(r"<t:\d+(:\w)?>")
URL: Final = re.compile(r"https?://\S+?/channels/[\w@/]+")
LINK: Final = re.compile(r"\[(.*?)\]\(\)")
ENGLISH: Final = Localizer(in_language(SOURCE))
NUMBER: Final = re.compile(r"\d+")
MENTION: Final = re.compile(r"<@\d+>")


@cache
def computer_names() -> re.Pattern[str]:
    """Return a pattern that matches the names of computer players in all languages."""
    named = {
        in_language(language)(f"table.computer_name_{seat}")
        for language in languages()
        for seat in range(1, 5)
    }
    return re.compile("|".join(map(re.escape, sorted(named, key=len, reverse=True))))


def plain(text: str) -> str:
    """Return a text without parts that may differ at each drawing: times, addresses, our own emojis."""
    found = URL.sub("", TIME.sub("<t>", without_own_emojis(text) if "<:" in text else text))
    return LINK.sub(r"\1", found)


def nameless(line: str) -> str:
    """Return a line without people's names, since seats change hands."""
    return computer_names().sub("@", MENTION.sub("@", line)).strip()


def lines(payload: Json) -> list[str]:
    """Return all texts in a message as spoken lines, since some are below a picture or in its own text."""
    found = (line for text in texts(payload) for line in plain(text).split("\n"))
    return [spoken([line], ENGLISH).replace("、", ENGLISH.comma) for line in found if line.strip()]


def told(components: list[Json]) -> list[str]:
    """Return only the lines of a message's texts, without buttons and pictures."""
    content = (part["content"] for part in walk(components) if part["type"] == TEXT)
    return [line for text in content for line in plain(text).split("\n") if line.strip()]


def drawn(view: ui.LayoutView) -> Json:
    """Return a message as it is sent to Discord."""
    return {"components": view.to_components()}


def ways(view: ui.LayoutView) -> list[Json]:
    """Return the two forms of a message: with its pictures, and with texts in their place."""
    return [drawn(view), drawn(without_pictures(view))]


def board(look: Look, thread_id: int | None, language: str = "") -> list[Json]:
    """Return the forms of a board; `language` empty: in the table's language."""
    return ways(board_message(look, words(language or look.table.locale), thread_id))


def panel(look: Look, public: Look, language: str) -> list[Json]:
    """Return the forms of a player's panel: described in words or not, with `public`'s board or without."""
    readers = Reader(), Reader(describes=True)
    views = (
        panel_message(look, words(language), None, board=board, reader=reader)
        for board in (None, public)
        for reader in readers
    )
    return [way for view in views for way in ways(view)]


def own(look: Look, language: str) -> list[Json]:
    """Return the part of a panel that only its player may see, in messages with and without the board."""
    said, screen = words(language), screens()[look.table.game_id]
    names = Names(look.table.seats, said, look.seat)
    owns = (
        screen.own(look.observation, look.before, names, said, beside_board=beside)
        for beside in (False, True)
    )
    return [way for own in owns for way in ways(message(own))]


def story(table: Table, look: Look, place: int) -> list[str]:
    """Return the lines of the thread on the entry at index `place`."""
    entries = [one for one in log_of(table, None, place) if one.number == place + 1]
    found = story_lines(entries, look, words(look.table.locale))
    return [line for text in found for line in plain(text).split("\n") if is_story(line)]


def is_story(line: str) -> bool:
    """Whether a line of the thread reports an event, and is no call, explanation or summary."""
    return not line.startswith(("▶ ", "-#", "🏆 ")) and not asides().search(line)


def is_left_out(line: str) -> bool:
    """Whether a line says that lines were left out of a full post."""
    return NUMBER.sub("#", line) in {
        NUMBER.sub("#", "-# " + in_language(language).count("table.left_out", count))
        for language in languages()
        for count in (1, 2)
    }


def calls(line: str) -> bool:
    """Whether a line of the thread calls people: to their turn, to agree, to a seat, to play again."""
    return line.startswith(("▶ ", "-#", "🪑", "🙋")) or bool(asides().search(line))


@cache
def asides() -> re.Pattern[str]:
    """Return a pattern that matches the thread's lines that are not part of the story."""
    found = []
    for language in languages():
        for key in ("table.dm_closed", "table.again_call"):
            places = dict.fromkeys(("who", "button", "id", "channel", "others", "table"), "\0")
            parts = in_language(language)(key, **places).split("\0")
            found.append(".*".join(map(re.escape, parts)))
    return re.compile("|".join(found))


@cache
def words(language: str) -> Localizer:
    """Return the sentences of a language, without our own emojis."""
    return Localizer(in_language(language))


def all_lines(payloads: Iterable[Json]) -> set[str]:
    """Return all lines of several messages."""
    return {line for payload in payloads for line in lines(payload)}


def all_files(payloads: Iterable[Json]) -> set[str]:
    """Return the names of all files of several messages."""
    return {name for payload in payloads for name in file_names(payload)}


def ids(payload: Json) -> set[str]:
    """Return the custom_ids in a message."""
    return set(custom_ids(payload))
