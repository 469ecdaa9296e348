"""People's numbers of games, results and opponents, computed from finished games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.game import Struct
from tables.model.values import Played, SeatPlayed

OF_PERSON: Final = "id IN (SELECT table_id FROM seats WHERE person_id = ? AND seat >= 0)"
"""The SQL condition for the tables at which a person had a seat at the end."""
OF_SERVER: Final = "guild_id = ? AND guest = 0"


class Tally(Struct, frozen=True):
    """A person's results in one game: how many games, how many won, and average points, whole and by part."""

    game_id: str
    games: int
    won: int
    points: float
    parts: Mapping[str, float]


class Rival(Struct, frozen=True):
    """An opponent of a person: how many games they had, and in how many the person was ahead or behind.

    `name` is the opponent's name in the latest of these games.
    """

    person_id: int
    name: str
    games: int
    ahead: int
    behind: int


def own_seat(game: Played, person_id: int) -> SeatPlayed | None:
    """The seat that a person had at a game's end; None: the person had no seat then."""
    return next((one for one in game.seats if one.person_id == person_id and not one.has_left), None)


def own_games(games: Iterable[Played], person_id: int) -> list[tuple[Played, SeatPlayed]]:
    """The games that a person has finished, each with the person's seat."""
    seats = ((game, own_seat(game, person_id)) for game in games)
    return [(game, own) for game, own in seats if own is not None]


def tallies(games: Iterable[Played], person_id: int) -> list[Tally]:
    """A tally of each game that a person has finished, the most played first."""
    by_game: dict[str, list[SeatPlayed]] = {}
    for game, own in own_games(games, person_id):
        by_game.setdefault(game.game_id, []).append(own)
    return sorted((_tally(game_id, seats) for game_id, seats in by_game.items()), key=lambda one: -one.games)


def _tally(game_id: str, seats: Sequence[SeatPlayed]) -> Tally:
    parts: Counter[str] = Counter()
    for own in seats:
        for part in own.parts:
            parts[part.name] += part.points
    count = len(seats)
    return Tally(
        game_id,
        count,
        sum(own.rank == 1 for own in seats),
        sum(own.points for own in seats) / count,
        {name: points / count for name, points in parts.items()},
    )


def rivals(games: Iterable[Played], person_id: int) -> list[Rival]:
    """The people with whom a person has finished games, the opponents in most games first."""
    found: dict[int, Rival] = {}
    for game, own in own_games(games, person_id):
        for other in game.seats:
            if other.person_id in (None, person_id) or other.has_left:
                continue
            assert other.person_id is not None
            known = found.get(other.person_id) or Rival(other.person_id, "", 0, 0, 0)
            found[other.person_id] = Rival(
                other.person_id,
                other.name or known.name,
                known.games + 1,
                known.ahead + (own.rank < other.rank),
                known.behind + (own.rank > other.rank),
            )
    return sorted(found.values(), key=lambda one: -one.games)


def most_games(games: Iterable[Played]) -> list[tuple[int, int]]:
    """The id of each person, and the number of games that they have finished, the highest number first."""
    counts = Counter(
        one.person_id
        for game in games
        for one in game.seats
        if one.person_id is not None and not one.has_left
    )
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def closest(games: Iterable[Played]) -> list[Played]:
    """The games with at least two people, by the winner's lead, the smallest first.

    Of games with equal leads, the one with most points for the winner comes first.
    """

    def closeness(game: Played) -> tuple[int, int]:
        best, second = sorted((one.points for one in game.seats if not one.has_left), reverse=True)[:2]
        return best - second, -best

    people = (
        (game, {one.person_id for one in game.seats if one.person_id and not one.has_left}) for game in games
    )
    return sorted((game for game, who in people if len(who) > 1), key=closeness)
