"""A person's profile: games, points, ratings, opponents met most often, and the latest games to replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from cogs.discord_io.attachments import Picture, SmallPrint, quietly
from cogs.games import screens
from cogs.history.ratings import band_name
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import LIST, tied, written
from cogs.text.ui import Item, message, text
from cogs.views.board import game_name, replay_button, signed_name
from cogs.views.times import moment
from engine.game import Part, SeatResult, Struct
from pictures.curve import MOST, Curve, curves_picture
from tables.model.values import Played, SeatPlayed
from tables.played import Rival, Tally, own_games, tallies
from tables.views.ratings import COUNTED, Change

LATEST: Final = 5
"""How many of the latest games a profile lists at most."""
MOST_TALLIES: Final = 6
"""A profile shows the results in at most this many games, those that the person has played most."""
MOST_POINTS: Final = 100
"""The most ratings that a curve shows, the latest ones."""
RIVALS: Final = 5
"""The most opponents in a person's list of opponents."""
Lists = Mapping[tuple[str, str], Sequence[Change]]
"""The changes of a person's ratings, by game and size of table."""


class Profile(Struct, frozen=True, gc=True):
    """The part of a person's results that a reader may know.

    Attributes:
        person_id: The id of the person whose profile this is.
        is_own: Whether the reader is that person.
        games: The finished games, the oldest first.
        replayed: The games for whose replays the reader gets buttons.
        rivals: The person's opponents, without those whom the reader may not know of.
        ratings: The changes of the person's ratings.
        describes: Whether words below the picture describe the picture.
    """

    person_id: int
    is_own: bool
    games: Sequence[Played]
    replayed: Sequence[Played]
    rivals: Sequence[Rival]
    ratings: Lists
    describes: bool = False


def profile_message(profile: Profile, words: Localizer) -> ui.LayoutView:
    """A profile as a message; for a person who has finished no game, a sentence on how to begin one."""
    who = f"<@{profile.person_id}>"
    title = words("profile.own_title") if profile.is_own else words("profile.title", who=who)
    found = tallies(profile.games, profile.person_id)
    if not found:
        empty = words("profile.empty") if profile.is_own else words("profile.empty_other", who=who)
        return message([text(f"### 📇 {title}", empty)])
    items: list[Item] = [
        text(f"### 📇 {title}", *favourite_lines(found, words)),
        *(text(*tally_lines(one, words)) for one in found[:MOST_TALLIES]),
        *rivals_part(profile.rivals, words),
        *(ratings_part if profile.describes else quiet_ratings)(profile.ratings, words),
        *latest_part(profile, words),
    ]
    return message(items)


def favourite_lines(found: Sequence[Tally], words: Localizer) -> list[str]:
    """The line with the game that the person has played most; empty unless one of several games leads."""
    if len(found) < 2 or found[0].games == found[1].games:
        return []
    return [words("profile.favourite", game=game_name(found[0].game_id, words))]


def tally_lines(tally: Tally, words: Localizer) -> list[str]:
    """Lines on the person's results in one game: how often played and won, average points (also by part)."""
    played = words.count("profile.finished", tally.games, won=tally.won)
    head = f"**{signed_name(tally.game_id, words)}**"
    screen = screens().get(tally.game_id)
    if screen is None:
        return [head, played]
    parts = tuple(Part(name, round(points)) for name, points in tally.parts.items())
    scored = screen.scored(SeatResult(round(tally.points), parts, 1))
    told = [screen.part(name, points, words) for name, points in scored.items() if points]
    average = words.count("profile.average", round(tally.points))
    return [head, LIST.join([played, tied(average)]), *([f"-# {LIST.join(told)}"] if told else [])]


def rivals_part(found: Sequence[Rival], words: Localizer) -> list[Item]:
    """The opponents met most often, with the numbers of games ahead and behind; empty without opponents."""
    lines = [
        words.count(
            "profile.rival",
            one.games,
            who=f"**{written(one.name) or words('table.somebody')}**",
            ahead=one.ahead,
            behind=one.behind,
        )
        for one in found[:RIVALS]
    ]
    return [text(f"**{words('profile.rivals')}**", *lines)] if lines else []


def ratings_part(found: Lists, words: Localizer) -> list[Item]:
    """The person's ratings, with a picture of their changes; empty if no rated game has counted."""
    counted = {key: [one for one in changes if one.reason == COUNTED] for key, changes in found.items()}
    most = sorted((key for key in counted if counted[key]), key=lambda key: -len(counted[key]))[:MOST]
    lines, curves, aloud = list[str](), list[Curve](), list[str]()
    for key in most:
        rating, name = counted[key][-1].after, band_name(*key, words)
        remark = [words("profile.unsettled")] if rating.is_provisional else []
        lines.append(LIST.join([f"**{rating.shown}** {name}", *remark]))
        shown = (counted[key][0].before.shown, *(one.after.shown for one in counted[key]))[-MOST_POINTS:]
        curves.append(Curve(f"{game_name(key[0], words)}{LIST}{key[1].replace('-', '–')}", shown))
        facts = {"first": shown[0], "now": shown[-1], "high": max(shown), "low": min(shown)}
        aloud.append(words.for_alt_text("profile.curve", list=name, **facts))
    if not curves:
        return []
    title = words("profile.ratings")
    return [
        text(f"**{title}**", *lines),
        Picture("ratings", curves_picture(curves), title, []),
        SmallPrint([f"-# {line}" for line in aloud], lambda: aloud),
    ]


def quiet_ratings(found: Lists, words: Localizer) -> list[Item]:
    """The parts of `ratings_part`, with the picture described only in its alternative text."""
    return quietly(ratings_part(found, words))


def latest_part(profile: Profile, words: Localizer) -> list[Item]:
    """The latest games whose replays the reader may open, with buttons for these; empty without games."""
    found = list(islice(reversed(own_games(profile.replayed, profile.person_id)), LATEST))
    parts = [
        ui.Section(text(*game_lines(game, own, words)), accessory=replay_button(game.table_id, words))
        for game, own in found
    ]
    return [text(f"**{words('profile.latest')}**"), *parts] if parts else []


def game_lines(game: Played, own: SeatPlayed, words: Localizer) -> list[str]:
    """Two lines on a finished game: its date, and the points and rank of the person with the seat `own`."""
    seats = sum(not one.has_left for one in game.seats)
    place = words.count("profile.place", own.points, rank=own.rank, seats=seats)
    return [f"{signed_name(game.game_id, words)}{LIST}{moment(game.at, 'd')}", f"-# {place}"]
