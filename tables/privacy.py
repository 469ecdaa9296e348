"""Exports and deletes a person's stored data; `tests/tables/columns.py` says what happens to each column."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tables.lessons import own_moves
from tables.model.errors import Refused
from tables.model.fold import LARGEST
from tables.model.texts import texts
from tables.store.database import Database, Statement
from tables.store.journal import PLACES
from tables.store.messages import LARGE_BOARD
from tables.store.scrubbing import due

TABLES: Final = """
SELECT t.id, t.game, t.phase, t.created_at, t.name, s.seat, s.name
FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.person_id = ? AND s.seat >= 0 ORDER BY t.serial"""
LEFT: Final = f"""
SELECT t.id, t.game, t.phase, -s.seat % {PLACES}, s.name
FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.person_id = ? AND s.seat < 0
ORDER BY t.serial, s.seat DESC"""
# The moves are numbered from 1: journal numbers would tell how often others changed a secret choice.
DEEDS: Final = f"""
SELECT j.table_id, row_number() OVER (PARTITION BY j.table_id ORDER BY j.number), j.kind, j.text, j.at
FROM (SELECT table_id, CASE WHEN seat < 0 THEN -seat % {PLACES} ELSE seat END AS seat,
             CASE WHEN seat < 0 THEN -seat / {PLACES} ELSE {LARGEST} END AS until
      FROM seats WHERE person_id = ?) s
JOIN tables t ON t.id = s.table_id
JOIN journal j ON j.table_id = s.table_id AND j.seat = s.seat AND j.kind IN ('move', 'back')
     AND j.number < s.until
     AND j.number > (SELECT coalesce(max(k.number), 0) FROM journal k
                     WHERE k.table_id = s.table_id AND k.seat = s.seat AND k.kind = 'take'
                     AND k.number < s.until)
ORDER BY t.serial, j.number"""
NOTES: Final = "SELECT locale, dm_channel_id, dm_state, settings FROM people WHERE person_id = ?"
OWN_MESSAGES: Final = """
FROM messages WHERE channel_id = (SELECT dm_channel_id FROM people WHERE person_id = ?1)
OR (name LIKE 'posted:%' AND table_id IN (SELECT table_id FROM seats WHERE person_id = ?1))"""
# Without the time of the latest repaint, which may reveal when a secret choice was changed.
SCREENS: Final = f"SELECT table_id, name, channel_id, message_id {OWN_MESSAGES} ORDER BY table_id, name"
ANSWERS: Final = """
SELECT a.table_id, a.name, a.text FROM auto_answers a
JOIN seats s ON s.table_id = a.table_id AND s.seat = a.seat
WHERE s.person_id = ? ORDER BY a.table_id, a.name"""
FOLLOWED: Final = "SELECT table_id, what FROM followers WHERE person_id = ? ORDER BY table_id"
LESSONS: Final = "SELECT game, run, journal FROM lessons WHERE person_id = ? ORDER BY game"
LEAGUES: Final = """
SELECT league_id, name, division, has_left FROM league_people WHERE person_id = ? ORDER BY league_id"""
LEAGUES_OPENED: Final = "SELECT id, name FROM leagues WHERE opener_id = ? ORDER BY id"
OFFERS: Final = """
SELECT table_id, CASE WHEN seat < 0 THEN NULL ELSE seat END FROM seats
WHERE offered_to = ? ORDER BY table_id"""
HAND_ON: Final = """
UPDATE seats SET computer = ?, cover = '', gone = 0 WHERE person_id = ? AND conceded = 0
AND table_id IN (SELECT id FROM tables WHERE phase IN ('lobby', 'running'))"""
UNNAME: Final = """
UPDATE tables SET name = ''
WHERE name != '' AND id IN (SELECT table_id FROM seats WHERE person_id = ? AND seat >= 0)"""
UNNAME_LEAGUES: Final = """
UPDATE tables SET name = '' WHERE id IN (
  SELECT table_id FROM league_seats s JOIN leagues l ON l.id = s.league_id WHERE l.opener_id = ?)"""
SEATED: Final = """
SELECT t.id,
       s.person_id IS NOT NULL AND s.person_id = ?1 AND s.conceded = 0 AND t.phase IN ('lobby', 'running')
FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.person_id = ?1 OR s.offered_to = ?1
UNION ALL
SELECT t.id, 1 = 0 FROM league_seats s JOIN leagues l ON l.id = s.league_id
JOIN tables t ON t.id = s.table_id WHERE l.opener_id = ?1"""


async def export(database: Database, person_id: int) -> dict[str, Any]:
    """All that is stored of a person, as values for JSON."""
    notes = [
        {"locale": locale, "dm_channel_id": channel, "dm_state": state, "settings": _settings(settings)}
        for locale, channel, state, settings in await database.read(NOTES, person_id)
    ]
    return {
        "person_id": person_id,
        "notes": notes[0] if notes else None,
        "tables": await _named(
            database, TABLES, person_id, "table", "game", "phase", "created_at", "called", "seat", "name"
        ),
        "seats_left": await _named(database, LEFT, person_id, "table", "game", "phase", "seat", "name"),
        "moves": await _named(database, DEEDS, person_id, "table", "number", "kind", "text", "at"),
        "standing_answers": await _named(database, ANSWERS, person_id, "table", "name", "text"),
        "followed": await _named(database, FOLLOWED, person_id, "table", "what"),
        "seats_offered": await _named(database, OFFERS, person_id, "table", "seat"),
        "lessons": [
            {"game": game, "times_begun": run, "moves": own_moves(journal)}
            for game, run, journal in await database.read(LESSONS, person_id)
        ],
        "leagues": await _named(database, LEAGUES, person_id, "league", "name", "division", "left"),
        "leagues_opened": await _named(database, LEAGUES_OPENED, person_id, "league", "name"),
        "messages": await _named(database, SCREENS, person_id, "table", "name", "channel_id", "message_id"),
    }


async def seated_at(database: Database, person_id: int, is_unreadable: Callable[[str], bool]) -> list[str]:
    """The ids of all tables whose rows name a person: as a player, or because a seat is offered to them.

    Included are the tables of leagues that the person opened, as these tables' names may tell of the person.

    Raises:
        Refused: `still_playing`: the person sits at open tables that can be replayed; `count`: how many.
    """
    rows = await database.read(SEATED, person_id)
    still = sum(is_open and not is_unreadable(table_id) for table_id, is_open in rows)
    if still:
        raise Refused("still_playing", count=still)
    return sorted({table_id for table_id, _ in rows})


def forgetting(person_id: int, successor: str, mark: str) -> list[Statement]:
    """The statements that erase a person from all rows; the computer player `successor` gets open seats.

    `mark`: the person's hash in the rows named `LARGE_BOARD`, which are about the Activity.
    """
    me = [(person_id,)]
    return [
        (f"DELETE {OWN_MESSAGES}", me),
        ("DELETE FROM messages WHERE name = ? AND extra LIKE ?", [(LARGE_BOARD, f"%{mark}%")]),
        ("DELETE FROM followers WHERE person_id = ?", me),
        ("DELETE FROM lessons WHERE person_id = ?", me),
        (UNNAME_LEAGUES, me),
        ("UPDATE leagues SET opener_id = NULL, name = '' WHERE opener_id = ?", me),
        ("DELETE FROM league_people WHERE person_id = ?", me),
        ("UPDATE league_seats SET person_id = NULL WHERE person_id = ?", me),
        ("DELETE FROM seats WHERE offered_to = ? AND seat < 0", me),
        ("UPDATE seats SET offered_to = NULL WHERE offered_to = ?", me),
        ("DELETE FROM people WHERE person_id = ?", me),
        (UNNAME, me),
        (HAND_ON, [(successor, person_id)]),
        ("DELETE FROM seats WHERE person_id = ? AND seat < 0", me),
        ("UPDATE seats SET person_id = NULL, name = '' WHERE person_id = ?", me),
        due(),
    ]


def _settings(text: str) -> Mapping[str, str]:
    """Parse a person's settings; a text that can't be parsed is returned under the key `unreadable`."""
    return texts(text) or ({} if text == "{}" else {"unreadable": text})


async def _named(database: Database, sql: str, person_id: int, *names: str) -> list[dict[str, Any]]:
    return [dict(zip(names, row, strict=True)) for row in await database.read(sql, person_id)]
