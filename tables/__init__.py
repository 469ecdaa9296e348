"""What a table is between moves: seats, the journal in the database, whose turn.  No Discord, no sentences.

The rest of the house uses what is named here, and the modules of the verbs that `Tables.do` runs.
"""

from tables.errors import Conflict, Refused, StorageFailed, StorageProblem
from tables.film import Film, Frame
from tables.followers import Follower, What
from tables.preferences import Preferences
from tables.service import Tables
from tables.table import Cover, Ending, Facts, Kind, Matter, Opening, Phase, SeatInfo, WhenLate
from tables.values import Answer, Happening, Look, MessageRef, Person, PersonNotes

__all__ = [
    "Answer",
    "Conflict",
    "Cover",
    "Ending",
    "Facts",
    "Film",
    "Follower",
    "Frame",
    "Happening",
    "Kind",
    "Look",
    "Matter",
    "MessageRef",
    "Opening",
    "Person",
    "PersonNotes",
    "Phase",
    "Preferences",
    "Refused",
    "SeatInfo",
    "StorageFailed",
    "StorageProblem",
    "Tables",
    "What",
    "WhenLate",
]
