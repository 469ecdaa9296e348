"""Limits: how much a person or a channel may have at once, how long things take, how large files are."""

from __future__ import annotations

from typing import Final

TABLES_PER_PERSON: Final = 20
"""The most open tables at which one person may sit."""
TABLES_PER_CHANNEL: Final = 10
"""The most open tables in one channel."""
OPENED_PER_HOUR: Final = 30
"""The most tables that one person may open in an hour, including those that have ended since."""
HOUR_S: Final = 3600.0
INVITED_PER_TABLE: Final = 8
"""How many people and roles may be called to a lobby."""
LOBBIES_PER_OWNER: Final = 2
"""The most lobbies of one owner in one channel, since others want to play there too."""
FOLLOWED_PER_PERSON: Final = 20
"""The most tables that one person may follow."""
FOLLOWERS_PER_TABLE: Final = 50
"""The most people who may follow one table."""
HERE_S: Final = 3 * 60.0
"""Seconds after a move for which its player counts as watching their panel, so that no ping calls them."""
UNCALLED_S: Final = 2 * 60.0
"""Seconds after a turn began at which a player who counted as watching their panel gets a ping after all."""
ABANDONED_AFTER_S: Final = 7 * 24 * 3600.0
"""Seconds without a move after which the owner may end a running table."""
DAY_S: Final = 24 * 3600.0
LOBBY_ASLEEP_S: Final = 6 * DAY_S
"""Seconds after a lobby's last change at which its people are warned that the lobby will be closed."""
LONELY_ASLEEP_S: Final = 2 * DAY_S
"""Seconds after a lobby's last change at which a person alone there is warned that it will be closed."""
TABLE_ASLEEP_S: Final = 28 * DAY_S
"""Seconds after a running table's last change at which its players are warned that it will be closed."""
WARNED_S: Final = 3 * DAY_S
"""Seconds between the warning that a table will be closed and its closing."""
TURN_S: Final = (600.0, 7 * DAY_S)
"""The shortest and the longest time for a turn, in seconds."""
AWAY_S: Final = 21 * DAY_S
"""The most seconds for which absences stop the clock of one turn or vote; `/settings` states this number."""
LATE_IN_A_ROW: Final = 3
"""After a person missed this many turns in a row, a computer player plays for them until they return."""
HURRY_S: Final = 600.0
"""Seconds that a player may still take for a turn in a league once the round's time has ended."""
TABLES_IN_MEMORY: Final = 200
"""How many tables are cached in memory; the others are replayed from their journals when needed."""
SETTLING_MOVES: Final = 10_000
"""The most moves in a row that a table makes without asking anybody; more mean that the game has a fault."""
ENDED_TABLES: Final = 25
"""How many finished tables of a channel are listed."""
FILE_BYTES: Final = 256 * 1024
"""The largest size of a record's file, in bytes."""
FILE_MOVES: Final = 5_000
"""The most moves in a record's file."""
FILE_NAME_LENGTH: Final = 100
"""The most characters of a player's name, also in a record's file; the rest is cut."""
TABLE_NAME_LENGTH: Final = 40
"""The most characters of a table's name; the rest is cut."""
WORD_LENGTH: Final = 100
"""The most characters of a word that a player adds to the deal."""
