"""Game tables, without Discord. The rest of the bot uses the names below, and the verbs and views."""

from tables.lessons import LessonLook
from tables.model.errors import NotOurs, Refused, StorageFailed, StorageProblem
from tables.model.table import Cover, Facts, Kind, Matter, Opening, Phase, SeatInfo, WhenLate
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
from tables.views.replay import Replay

__all__ = [
    "Advice",
    "Cover",
    "Facts",
    "Follower",
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
