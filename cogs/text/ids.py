"""The `custom_id` of our buttons and selects: a verb, and what it is about.

A message keeps nothing else of the game, so an old button means the same for ever.  Each id is checked
against the table when it comes back with a click: it says what somebody pressed, never what they may do.
"""

from __future__ import annotations

import re
from typing import Final

from engine.game import Struct

PLAY: Final = "play"
"""The verb of a button that answers a question of a game with moves."""
PICK: Final = "pick"
"""The verb of a button that goes one step further in choosing a move."""
CHOOSE: Final = "choose"
"""The verb of a list (select menu) whose options have custom_ids as their values."""
MAX_LENGTH: Final = 100
"""Discord's limit for a custom_id, in characters."""

_TABLE: Final = r"[0-9a-z]{1,13}"
_MOVE: Final = re.compile(rf"m:(?P<table>{_TABLE}):(?P<asked>[0-9]{{1,12}}):(?P<moves>[ -~]{{1,70}})")
_TABLE_VERB: Final = re.compile(
    rf"t:(?P<table>{_TABLE}):(?P<verb>[a-z_]{{1,20}})(:(?P<detail>[ -~]{{1,60}}))?"
)
_OTHER: Final = re.compile(r"o:(?P<verb>[a-z_]{1,20})(:(?P<detail>[ -~]{1,70}))?")


class MoveId(Struct, frozen=True):
    """A button that answers question `asked` of a table with `moves`, written by `auto_answers.Moves`."""

    table: str
    asked: int
    moves: str

    verb = PLAY

    @property
    def detail(self) -> str:
        """The number of the question and the moves, as a `details.Pick`."""
        return f"{self.asked}.{self.moves}"

    def __str__(self) -> str:
        return f"m:{self.table}:{self.asked}:{self.moves}"


class TableId(Struct, frozen=True):
    """A button or list about a table: join it, start it, see one's cards."""

    table: str
    verb: str
    detail: str = ""

    def __str__(self) -> str:
        return f"t:{self.table}:{self.verb}" + (f":{self.detail}" if self.detail else "")


class OtherId(Struct, frozen=True):
    """A button or list that is about no table: a page of the rules, a setting."""

    verb: str
    detail: str = ""

    table = ""

    def __str__(self) -> str:
        return f"o:{self.verb}" + (f":{self.detail}" if self.detail else "")


def read(custom_id: str) -> MoveId | TableId | OtherId | None:
    """What a `custom_id` says; None if it is none of ours."""
    if match := _MOVE.fullmatch(custom_id):
        return MoveId(match["table"], int(match["asked"]), match["moves"])
    if match := _TABLE_VERB.fullmatch(custom_id):
        return TableId(match["table"], match["verb"], match["detail"] or "")
    if match := _OTHER.fullmatch(custom_id):
        return OtherId(match["verb"], match["detail"] or "")
    return None
