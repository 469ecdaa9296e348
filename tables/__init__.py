"""Tables between moves: seats, journals, clocks, computer players. No Discord, no sentences.

The rest of the bot uses the names below, and the modules of verbs and views.
"""

from tables.lessons import Coaching, LessonLook
from tables.model.errors import Conflict, NotOurs, Refused, StorageFailed, StorageProblem
from tables.model.table import Cover, Ending, Facts, Kind, Matter, Opening, Phase, SeatInfo, WhenLate
from tables.model.values import (
    Advice,
    Follower,
    LogEntry,
    Look,
    MessageRef,
    Outcome,
    Person,
    PersonNotes,
    What,
)
from tables.reviews import Mistake, Review
from tables.service import Tables
from tables.timing.preferences import Preferences
from tables.views.replay import Frame, Replay

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
    "Mistake",
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
    "What",
    "WhenLate",
]
