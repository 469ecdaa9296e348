"""Tables between moves: seats, the journal in the database, whose turn it is.  No Discord, no sentences.

The rest of the bot uses the names below, and the modules of the verbs that `Tables.do` runs.
"""

from tables.errors import Conflict, NotOurs, Refused, StorageFailed, StorageProblem
from tables.followers import Follower, What
from tables.preferences import Preferences
from tables.replay import Frame, Replay
from tables.review import Review, Told
from tables.service import Tables
from tables.table import Cover, Ending, Facts, Kind, Matter, Opening, Phase, SeatInfo, WhenLate
from tables.tutoring import Coaching, LessonLook
from tables.values import Advice, LogEntry, Look, MessageRef, Outcome, Person, PersonNotes

__all__ = [
    "Advice",
    "Coaching",
    "Conflict",
    "Cover",
    "Ending",
    "Facts",
    "Follower",
    "Frame",
    "Kind",
    "LessonLook",
    "LogEntry",
    "Look",
    "Matter",
    "MessageRef",
    "NotOurs",
    "Opening",
    "Outcome",
    "Person",
    "PersonNotes",
    "Phase",
    "Preferences",
    "Refused",
    "Replay",
    "Review",
    "SeatInfo",
    "StorageFailed",
    "StorageProblem",
    "Tables",
    "Told",
    "What",
    "WhenLate",
]
