"""The picture of a table that waits for its players, and in words who sits where."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.discord_io.attachments import Picture
from cogs.games import screens
from cogs.text.language import Localizer, catalogue
from cogs.text.names import Names, spoken
from pictures.lobby import Seated, lobby
from tables.model.values import Look
from tables.verbs.lobby import max_seats


def lobby_picture(look: Look, words: Localizer) -> Picture:
    """The picture; in its place stands nothing, for the lobby says all of it in its own words."""
    names = Names(look.table.seats, words)
    players = [
        Seated(name, is_computer=info.computer is not None)
        for name, info in zip(names.in_pictures, look.table.seats, strict=True)
    ]
    scene = lobby(screens()[look.table.game_id].title, players, max_seats(look.game, look.table))
    return Picture("lobby", scene, spoken(place_lines(look, words.for_alt_text), words), ())


def place_lines(look: Look, words: Localizer) -> Iterator[str]:
    """Which game waits, and each of its seats in a line."""
    table, names = look.table, Names(look.table.seats, words)
    yield words("table.lobby_waits", game=words(f"{catalogue(table.game_id)}.name"))
    for seat in range(max_seats(look.game, table)):
        if seat >= len(table.seats):
            yield words("table.lobby_free", n=seat + 1)
        elif table.seats[seat].computer is not None:
            yield words("table.lobby_computer", n=seat + 1, who=names(seat))
        else:
            yield words("table.lobby_person", n=seat + 1, who=names(seat))
