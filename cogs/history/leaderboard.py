"""The leaderboard of a server: ratings, the people with most games, and the game of the month."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from cogs.history.ratings import band_name
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import LIST, MEDALS, written
from cogs.text.ui import Item, message, text
from cogs.views.board import replay_button, signed_name
from cogs.views.times import moment
from engine.game import Struct
from tables.model.values import Played, SeatPlayed
from tables.views.ratings import Rating

MOST_LISTED: Final = 10
"""The most people in a list of ratings; in each of three or more lists, a third of that."""
MOST_GAMES: Final = 5
"""The most people in the list of those who have finished most games."""


class Standings(Struct, frozen=True, gc=True):
    """The part of a server's results that a reader may know.

    Attributes:
        lists: For each game and size of table, the people with a settled rating, the strongest first.
        busiest: The people who have finished most games on the server, with the number of games.
        month: The game of the month; None: the month has none, or the reader may not see it.
        is_listed: Whether other people may see the reader's profile.
    """

    lists: Sequence[tuple[str, str, Sequence[tuple[int, Rating]]]]
    busiest: Sequence[tuple[int, int]]
    month: Played | None
    is_listed: bool


def listed(lists: int) -> int:
    """The most people in each list of ratings of a leaderboard with `lists` lists."""
    return MOST_LISTED if lists < 3 else MOST_LISTED // 3


def leaderboard_message(found: Standings, words: Localizer) -> ui.LayoutView:
    """The leaderboard as a message, which notifies nobody."""
    each = listed(len(found.lists))
    items: list[Item] = [text(f"### 🏅 {words('profile.leaderboard')}")]
    for game_id, band, people in found.lists:
        lines = [
            f"{medal(place)} <@{person_id}>{LIST}{rating.shown}"
            for place, (person_id, rating) in enumerate(people[:each], 1)
        ]
        items.append(text(f"**{band_name(game_id, band, words)}**", *lines))
    if found.busiest:
        lines = [
            f"<@{person_id}>{LIST}{words.count('profile.games', games)}"
            for person_id, games in islice(found.busiest, MOST_GAMES)
        ]
        items.append(text(f"**{words('profile.busiest')}**", *lines))
    else:
        items.append(text(words("profile.nobody")))
    if found.month is not None:
        items.append(month_part(found.month, words))
    if not found.lists and found.busiest:
        items.append(text(f"-# {words('profile.no_ratings', button=words('table.button_set_up'))}"))
    if not found.is_listed:
        items.append(text(f"-# {words('profile.not_listed')}"))
    return message(items)


def medal(place: int) -> str:
    """The sign of a place in a list, counted from 1: a medal for the first three places, else the number."""
    return MEDALS[place - 1] if place <= 3 else f"{place}."


def month_part(game: Played, words: Localizer) -> Item:
    """The game of the month: its name, its players with their points, and a button for its replay."""
    seats = sorted((one for one in game.seats if not one.has_left), key=lambda one: one.rank)
    line = LIST.join([signed_name(game.game_id, words), moment(game.at, "d")])
    points = LIST.join(f"{player(one, words)} {one.points}" for one in seats)
    lines = f"**{words('profile.month')}**", line, points, f"-# {words('profile.month_how')}"
    return ui.Section(text(*lines), accessory=replay_button(game.table_id, words))


def player(one: SeatPlayed, words: Localizer) -> str:
    """The name of a finished game's player."""
    if one.computer is not None:
        return words(f"table.computer_name_{one.seat + 1}")
    return written(one.name) or words("table.somebody")
