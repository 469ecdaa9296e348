"""What a table is between moves: seats, the journal in the database, whose turn.  No Discord, no sentences.

The rest of the house uses what is named here.
"""

from tables.errors import Conflict, Refused, StorageFailed, StorageProblem
from tables.film import Film, Frame
from tables.service import Tables
from tables.table import Kind, Phase, SeatInfo
from tables.values import Answer, Happening, Look, Person, PersonNotes, Screen, TableView

__all__ = [
    "Answer",
    "Conflict",
    "Film",
    "Frame",
    "Happening",
    "Kind",
    "Look",
    "Person",
    "PersonNotes",
    "Phase",
    "Refused",
    "Screen",
    "SeatInfo",
    "StorageFailed",
    "StorageProblem",
    "TableView",
    "Tables",
]
