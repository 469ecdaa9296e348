"""The messages that the page shows, as JSON, in which pictures are scenes with areas that can be touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cogs.activity.session import Session
from cogs.discord_io.attachments import Picture, pictures
from cogs.games.touch import Area, areas, offered, with_choice
from cogs.interactions.click import ClickParts
from cogs.messages.panels import has_panel, reader_of
from cogs.messages.whereabouts import message_url
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.views.board import board_message
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


class Told(Struct, frozen=True):
    """The messages of a table, as the page receives them.

    Attributes:
        main: The person's panel or, for a person without a panel, the table's board.
        board: The board, if `main` is a panel; else None.
        asked: The number of the question to the person; None: no question.
        people: The names of the table's people, by their ids, as texts mention people by ids.
        choosing: Whether `main` is the panel at a later step of choosing a move.
    """

    main: View
    board: View | None
    asked: int | None
    people: Mapping[str, str]
    choosing: bool = False


def words_for(parts: ClickParts, session: Session) -> Localizer:
    """Return the sentences in a person's language, with Unicode emojis: the page can't show our own ones."""
    return Localizer(in_language(parts.tables.people.get(session.person).locale or session.locale))


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
    presses = {} if look is None or words is None else offered(offers or message, look, words)

    def pictured(one: Picture) -> Pictured:
        if look is None:
            return Pictured(one.scene, one.alt, [])
        scene = one.scene if offers is None else with_choice(one.scene, look, presses)
        return Pictured(scene, one.alt, areas(scene, look, presses))

    return View(message.to_components(), list(map(pictured, pictures(message))))


GAME: Final = (Phase.RUNNING, Phase.OVER)


async def told_of(parts: ClickParts, session: Session, table_id: str) -> Told:
    """Return the messages of a table for a person who may see it; raises what `Tables.look` raises."""
    tables, words = parts.tables, words_for(parts, session)
    public, board = await board_of(tables, words, table_id)
    is_game = public.table.phase in GAME and public.fault is None
    look = await tables.look(table_id, session.person) if is_game else public
    if look.observation is None or not has_panel(look):
        return Told(view_of(board), None, None, people_of(public.table))
    reader = await reader_of(parts, session.person, look)
    url = message_url(look, await tables.messages.get(table_id))
    panel = panel_message(look, words, url, reader=reader)
    return with_panel(look, words, panel, board)


def with_panel(
    look: Look, words: Localizer, panel: ui.LayoutView, board: ui.LayoutView, *, choosing: bool = False
) -> Told:
    """Return a person's panel, with the board beside it; `look`: the table as the person may know it."""
    main, beside = view_of(panel, look, words), view_of(board, look, words, panel)
    return Told(main, beside, look.asked, people_of(look.table), choosing)


def people_of(table: Facts) -> dict[str, str]:
    """Return the names of the people who sit or sat at a table, by their ids."""
    seats = (*(info for _, info in table.former), *table.seats)
    return {str(info.person_id): cleaned(info.name) for info in seats if info.person_id is not None}


async def board_of(tables: Tables, words: Localizer, table_id: str) -> tuple[Look, ui.LayoutView]:
    """Return a table as a spectator sees it, and its board's message."""
    look = await tables.look(table_id, None)
    return look, board_message(look, words, None)  # The page can't lead to the thread.
