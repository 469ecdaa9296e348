"""The messages that the page shows, as JSON, in which pictures are scenes with areas that can be touched."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from cogs.activity.session import Session
from cogs.discord_io.attachments import Picture, pictures
from cogs.games import screens
from cogs.games.touch import Area, areas, offered, with_choice
from cogs.interactions.click import ClickParts
from cogs.messages.panels import has_panel, reader_of
from cogs.messages.whereabouts import THREAD, message_url
from cogs.text import ids, ui
from cogs.text.language import Localizer
from cogs.text.names import MARKS
from cogs.views.board import LARGE, board_message
from cogs.views.panel import panel_message
from engine.game import Struct
from locales import in_language
from pictures import Scene
from tables import Facts, Look, Phase, Tables
from tables.model.texts import cleaned


class Pictured(Struct, frozen=True):
    """A picture, by its scene, with its alternative text and the areas that can be touched."""

    scene: Scene
    alt: str
    touch: list[Area]


class View(Struct, frozen=True):
    """A message of the page: its components, in Discord's JSON, and its pictures in order."""

    components: list[Any]
    pictures: list[Pictured]


class Seen(NamedTuple):
    """The messages of a table that a page shows to a person.

    Attributes:
        main: The person's panel or, for a person without a panel, the table's board.
        board: The board, if `main` is a panel; else None.
        is_panel: Whether `main` is a panel.
        asked: The number of the question to the person; None: there is none.
        people: The names of the table's people, by their ids, as texts mention people by ids.
        version: The table's version.
    """

    main: View
    board: View | None
    is_panel: bool
    asked: int | None
    people: Mapping[str, str]
    version: int


def words_for(parts: ClickParts, session: Session) -> Localizer:
    """Return the sentences in a person's language, as for their clicks in Discord."""
    return parts.words(parts.people.get(session.person).locale or session.locale)


OWN_EMOJI: Final = re.compile(r"<:(\w+)_[0-9a-f]{6}:\d+>")
"""One of our own emojis in a text, which only Discord can show."""


@cache
def signs() -> Mapping[str, str]:
    """Return, by the name of each of our own emojis, the Unicode emoji that the page shows in its place."""
    own = (*MARKS, *(sign for screen in screens().values() for sign in screen.signs))
    return {sign.name: sign.unicode for sign in own}


def on_page(part: Any) -> Any:
    """Return a copy of a component's JSON for the page.

    The copy has Unicode emojis in place of our own ones, and no button *Large board*.
    """
    if isinstance(part, str):
        return OWN_EMOJI.sub(lambda found: signs().get(found[1], ""), part) if "<:" in part else part
    if isinstance(part, list):
        kept = [on_page(one) for one in part if not (isinstance(one, dict) and _opens_page(one))]
        return [one for one in kept if not isinstance(one, dict) or one.get("components") != []]
    if not isinstance(part, dict):
        return part
    if part.get("id") and isinstance(part.get("name"), str):  # An emoji of ours on a button or option.
        return {"name": signs().get(part["name"].rpartition("_")[0], "")}
    return {key: on_page(one) for key, one in part.items()}


def _opens_page(part: dict[str, Any]) -> bool:
    asked = ids.read(str(part.get("custom_id", "")))
    return asked is not None and asked.verb == LARGE


def view_of(
    message: ui.LayoutView,
    look: Look | None = None,
    words: Localizer | None = None,
    offers: ui.LayoutView | None = None,
) -> View:
    """Return a message as JSON.

    Args:
        message: The message.
        look: The table as the reader may know it, so that touches on the pictures answer its question; None:
            the pictures can't be touched.
        words: The reader's language, in which the areas of pictures tell the outcome of a touch.
        offers: The panel that has the answers' buttons, if `message` is the board beside it; None: `message`
            itself has them.
    """
    drawn = pictures(message)
    if look is None or words is None:
        untouched = [Pictured(one.scene, one.alt, []) for one in drawn]
        return View(on_page(message.to_components()), untouched)
    presses = offered(offers or message, look, Localizer(in_language(words.language)))

    def pictured(one: Picture) -> Pictured:
        scene = one.scene if offers is None else with_choice(one.scene, look, presses)
        return Pictured(scene, one.alt, areas(scene, look, presses))

    return View(on_page(message.to_components()), list(map(pictured, drawn)))


GAME: Final = (Phase.RUNNING, Phase.OVER)


async def seen_of(parts: ClickParts, session: Session, table_id: str) -> Seen:
    """Return the messages of a table for a person who may see it; raises what `Tables.look` raises."""
    tables, words = parts.tables, words_for(parts, session)
    public, board = await board_of(tables, words, table_id)
    people = people_of(public.table)
    is_game = public.table.phase in GAME and public.fault is None
    look = await tables.look(table_id, session.person) if is_game else public
    if look.observation is None or not has_panel(look):
        return Seen(view_of(board), None, False, None, people, public.table.version)
    reader = await reader_of(parts, session.person, look)
    url = message_url(look, await tables.messages.get(table_id))
    panel = panel_message(look, words, url, reader=reader)
    main, beside = view_of(panel, look, words), view_of(board, look, words, panel)
    return Seen(main, beside, True, look.asked, people, look.table.version)


def people_of(table: Facts) -> dict[str, str]:
    """Return the names of the people who sit or sat at a table, by their ids."""
    seats = (*(info for _, info in table.former), *table.seats)
    return {str(info.person_id): cleaned(info.name) for info in seats if info.person_id is not None}


async def board_of(tables: Tables, words: Localizer, table_id: str) -> tuple[Look, ui.LayoutView]:
    """Return a table as a spectator sees it, and its board's message."""
    look = await tables.look(table_id, None)
    thread = (await tables.messages.get(table_id)).get(THREAD)
    return look, board_message(look, words, thread.message_id if thread else None)
