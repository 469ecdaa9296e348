"""Limits: how much a person or a channel may have at once, how long things take, how large files are."""

from __future__ import annotations

from typing import Final

TABLES_PER_PERSON: Final = 20
"""Open tables at which one person may sit."""
TABLES_PER_CHANNEL: Final = 10
"""Open tables in one channel."""
OPENED_PER_HOUR: Final = 30
"""Tables that one person may open in an hour, including those that have ended: each stays in the journal."""
HOUR_S: Final = 3600.0
LOBBIES_PER_OWNER: Final = 2
"""Lobbies of one owner in one channel, since others want to play there too."""
FOLLOWED_PER_PERSON: Final = 20
"""Tables that one person may follow."""
FOLLOWERS_PER_TABLE: Final = 50
"""People who may follow one table."""
HERE_S: Final = 3 * 60.0
"""Seconds after a move in which its player counts as watching their panel: a new turn doesn't call them."""
UNCALLED_S: Final = 2 * 60.0
"""Seconds of a new turn after which a player who counted as watching is called nevertheless."""
ABANDONED_AFTER_S: Final = 7 * 24 * 3600.0
"""Seconds after the last move from when the owner may end a running table."""
DAY_S: Final = 24 * 3600.0
LOBBY_ASLEEP_S: Final = 6 * DAY_S
"""Seconds after a lobby's last change at which its people are warned that it will be closed."""
LONELY_ASLEEP_S: Final = 2 * DAY_S
"""The same seconds for a lobby in which only its owner waits."""
TABLE_ASLEEP_S: Final = 28 * DAY_S
"""The same seconds for a running table; time limits, if there are any, come long before."""
WARNED_S: Final = 3 * DAY_S
"""Seconds from the warning until the table is closed."""
TURN_S: Final = (600.0, 7 * DAY_S)
"""The shortest and the longest time for a turn, in seconds."""
AWAY_S: Final = 21 * DAY_S
"""The most seconds for which an absence stops the clock of a turn or a vote; `/settings` tells this too."""
LATE_IN_A_ROW: Final = 3
"""Late turns in a row, without a sign of life between, after which a computer player stays in the seat."""
TABLES_IN_MEMORY: Final = 200
"""How many tables are cached; the others are replayed from their journals when needed."""
SETTLING_MOVES: Final = 10_000
"""The most moves of chance and obvious moves in a row; more are a fault of the game."""
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
