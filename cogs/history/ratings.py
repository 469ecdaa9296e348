"""Ratings in words: a game's effect on a person's rating, with the reason."""

from __future__ import annotations

from cogs.text.language import Localizer
from cogs.text.names import LIST, written
from cogs.views.board import game_name
from tables.model.table import Facts
from tables.views.ratings import COUNTED, PROVISIONAL, Change, Met, Rating


def change_line(change: Change, table: Facts, words: Localizer) -> str:
    """A line on a game's effect on a person's rating, with the opponents, or on why there was no effect."""
    before, after = change.before, change.after
    if change.reason != COUNTED:
        return "➖ " + words(f"profile.{change.reason}", rating=before.shown)
    against = LIST.join(met_line(one, table, words) for one in change.against)
    sign = "📈" if after.shown >= before.shown else "📉"
    line = f"{sign} " + words("profile.changed", before=before.shown, after=after.shown, who=against)
    return words.together(line, provisional(after, words))


def band_name(game_id: str, band: str, words: Localizer) -> str:
    """The name of a list of ratings: the game, and the size of its tables."""
    return words("profile.list", game=game_name(game_id, words), seats=band.replace("-", "–"))


def provisional(rating: Rating, words: Localizer) -> str:
    """A remark on how many games are left until a rating is settled; empty for a settled rating."""
    left = PROVISIONAL - rating.games
    return words.count("profile.provisional", left) if left > 0 else ""


def met_line(met: Met, table: Facts, words: Localizer) -> str:
    """The name of an opponent, or a computer player's level, with the rating at that time: `Ann (1510)`."""
    people = {
        info.person_id: written(info.name) for info in (*(left for _, left in table.former), *table.seats)
    }
    if met.computer is not None:
        key = f"table.level_{met.computer}"
        name = words(key) if words.has(key) else words("table.somebody")
    else:
        name = (people.get(met.person_id, "") if met.person_id else "") or words("table.somebody")
    return f"{name} ({met.rating.shown})"
