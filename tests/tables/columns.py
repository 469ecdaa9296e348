"""All columns of the database, and what becomes of each where a person asks to be forgotten."""

from __future__ import annotations

from typing import Final

NOBODY: Final = "tells nothing of a person"
SEAT: Final = "a seat's deed; whose seat it was is forgotten with `seats`"
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "journal": {
        "table_id": NOBODY,
        "number": NOBODY,
        "kind": SEAT,
        "seat": SEAT,
        "text": SEAT,
        "click": "Discord's number of a click; leads to nobody",
        "at": SEAT,
    },
    "tables": {
        "id": NOBODY,
        "serial": NOBODY,
        "game": NOBODY,
        "rules_version": NOBODY,
        "options": NOBODY,
        "wanted_seats": NOBODY,
        "guild_id": NOBODY,
        "channel_id": NOBODY,
        "pace_s": NOBODY,
        "locale": NOBODY,
        "owner_seat": SEAT,
        "phase": NOBODY,
        "version": NOBODY,
        "created_at": NOBODY,
        "changed_at": NOBODY,
        "turn_s": NOBODY,
        "when_late": NOBODY,
        "hints": NOBODY,
        "guest": NOBODY,
        "shared": NOBODY,
        "rated": NOBODY,
        "held": NOBODY,
        "ending": NOBODY,
        "due_at": NOBODY,
        "due_by": NOBODY,
        "name": "what its owner calls it, and may tell of them: emptied when they leave it or are forgotten",
    },
    "seats": {
        "table_id": NOBODY,
        "seat": NOBODY,
        "person_id": "who sits there: emptied; who has left (a negative seat): the row is deleted",
        "name": "what they were called: emptied",
        "computer": NOBODY,
        "cover": SEAT,
        "offered_to": "to whom the seat is offered: emptied; invited, moderator (a negative seat): deleted",
        "gone": SEAT,
        "conceded": SEAT,
    },
    "auto_answers": {
        "table_id": NOBODY,
        "seat": "whose standing answer: the row is deleted when they leave the table, or it ends",
        "name": "likewise",
        "text": "likewise",
    },
    "followers": {
        "table_id": "which table they follow: the row is deleted",
        "person_id": "who follows: the row is deleted",
        "what": "deleted with the row",
        "message_id": "deleted with the row",
        "told": "deleted with the row",
    },
    "messages": {
        "table_id": NOBODY,
        "name": NOBODY,
        "channel_id": "may be a person's direct messages: those rows are deleted",
        "message_id": "likewise",
        "version": NOBODY,
        "at": NOBODY,
        "extra": NOBODY,
    },
    "secrets": {
        "name": NOBODY,
        "value": NOBODY,
    },
    "chores": {
        "name": NOBODY,
    },
    "lessons": {
        "person_id": "whose lesson: the row is deleted",
        "game": "deleted with the row",
        "run": "deleted with the row",
        "journal": "deleted with the row",
    },
    "people": {
        "person_id": "whose notes: the row is deleted",
        "locale": "deleted with the row",
        "dm_channel_id": "deleted with the row",
        "dm_state": "deleted with the row",
        "settings": "deleted with the row",
    },
}
