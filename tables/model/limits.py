"""How much one person or one channel may have at once, and how large a file may be."""

from __future__ import annotations

from typing import Final

TABLES_PER_PERSON: Final = 20
"""Tables in a lobby or running at which one person sits."""
TABLES_PER_CHANNEL: Final = 10
"""Tables in a lobby or running in one channel."""
OPENED_PER_HOUR: Final = 30
"""Tables that one person may open in an hour, ended ones included, for each stays in the journal."""
HOUR_S: Final = 3600.0
LOBBIES_PER_OWNER: Final = 2
"""Lobbies of one person that may wait in one channel: others want to play there too."""
FOLLOWED_PER_PERSON: Final = 20
"""Tables that one person follows."""
FOLLOWERS_PER_TABLE: Final = 50
"""People who follow one table."""
HERE_S: Final = 3 * 60.0
"""Who has moved so short a time before their turn began still has their panel before them: they see it."""
UNCALLED_S: Final = 2 * 60.0
"""So long after that they are called nevertheless, if the turn still waits."""
ABANDONED_AFTER_S: Final = 7 * 24 * 3600.0
"""So long after the last move the owner may end a running table."""
DAY_S: Final = 24 * 3600.0
LOBBY_ASLEEP_S: Final = 6 * DAY_S
"""So long after the last change of a lobby the people in it are warned that it will be closed."""
LONELY_ASLEEP_S: Final = 2 * DAY_S
"""The same for a lobby in which nobody but its owner waits."""
TABLE_ASLEEP_S: Final = 28 * DAY_S
"""The same for a running table; time limits, where there are any, come long before."""
WARNED_S: Final = 3 * DAY_S
"""So long after the warning a table is closed."""
TURN_S: Final = (600.0, 7 * DAY_S)
"""The shortest and the longest time for a turn."""
AWAY_S: Final = 21 * DAY_S
"""An absence stops the clocks of a turn, or a vote, for so long at most; texts of `/settings` say so too."""
LATE_IN_A_ROW: Final = 3
"""After so many late turns, with no sign of life between them, a computer player stays in the seat."""
TABLES_IN_MEMORY: Final = 200
"""So many tables are kept in memory; the others are read from the journal again."""
SETTLING_MOVES: Final = 10_000
"""So many moves of chance and obvious moves in a row are a fault of the game."""
ENDED_TABLES: Final = 25
"""So many finished tables of a channel are listed."""
FILE_BYTES: Final = 256 * 1024
"""The size of a record's file."""
FILE_MOVES: Final = 5_000
"""The moves in a record's file."""
FILE_NAME_LENGTH: Final = 100
"""The characters of a player's name, in a record's file too; longer ones are cut."""
TABLE_NAME_LENGTH: Final = 40
"""The characters of the name that somebody gives a table; the rest is cut."""
