"""The `custom_id`s of our buttons and lists: a verb, the table concerned (if any), and a detail.

An id holds no state of the game, so an old button always means the same.  The id in a click tells only which
button was pressed: whether the person may do that is checked at the table.
"""

from __future__ import annotations

import re
from typing import Final

from engine.game import Struct
from tables import Matter, Refused
from tables.model.texts import digits

PLAY: Final = "play"
"""The verb of a button that answers a game's question with one or more moves."""
PICK: Final = "pick"
"""The verb of a button that shows the next step of choosing a move."""
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
    """The id of a button that plays `moves` (see `Moves.encode`) in answer to question `asked` of a table."""

    table: str
    asked: int
    moves: str

    verb = PLAY

    @property
    def detail(self) -> str:
        """The question's number and the moves as a detail, in the form of a `Pick`, such as `12.buy fish`."""
        return f"{self.asked}.{self.moves}"

    def __str__(self) -> str:
        return f"m:{self.table}:{self.asked}:{self.moves}"


class TableId(Struct, frozen=True):
    """The id of a button or list that concerns a table, such as the button to join it."""

    table: str
    verb: str
    detail: str = ""

    def __str__(self) -> str:
        return f"t:{self.table}:{self.verb}" + (f":{self.detail}" if self.detail else "")


class OtherId(Struct, frozen=True):
    """The id of a button or list that concerns no table, such as the list of a person's languages."""

    verb: str
    detail: str = ""

    table = ""

    def __str__(self) -> str:
        return f"o:{self.verb}" + (f":{self.detail}" if self.detail else "")


def read(custom_id: str) -> MoveId | TableId | OtherId | None:
    """Parse a `custom_id`; None: the text is no id of this bot's."""
    if match := _MOVE.fullmatch(custom_id):
        return MoveId(match["table"], int(match["asked"]), match["moves"])
    if match := _TABLE_VERB.fullmatch(custom_id):
        return TableId(match["table"], match["verb"], match["detail"] or "")
    if match := _OTHER.fullmatch(custom_id):
        return OtherId(match["verb"], match["detail"] or "")
    return None


LONGEST: Final = 8
"""No table's id has more characters; a longer text in its place names a lesson or a puzzle."""
_PUZZLE: Final = re.compile(r"try(?P<place>[0-9a-z]{3})(?P<table>[0-9a-z]{5,7})")


class Puzzle(Struct, frozen=True):
    """A costly move of a finished game as a puzzle: a player tries to find a better move.

    In the ids of the puzzle's buttons, the puzzle's text, such as `try00fk3f9a`, stands for the table's id,
    and the number of tries already used stands for the question's number.

    Attributes:
        place: How many moves the game had before this move.
    """

    table: str
    place: int

    def __str__(self) -> str:
        return f"try{digits(self.place).rjust(3, '0')}{self.table}"

    @staticmethod
    def parse(text: str) -> Puzzle:
        """Parse a `Puzzle` in the place of a table's id; raises `Refused` if the text is malformed."""
        found = _PUZZLE.fullmatch(text)
        if found is None:
            raise Refused("no_such_table", table=text)
        return Puzzle(found["table"], int(found["place"], 36))


# Details: `str` writes each as a text, and `parse` reads it.  A text that can't be read is refused as
# `unknown_button`, except where a default (a replay's beginning, the first page) is as good an answer.

_STOP: Final = re.compile(r"(?P<step>[a-z]+)\.(?P<frame>[0-9]{1,6})\.(?P<mode>open|public)")
_SETTING: Final = re.compile(r"(?P<name>[a-z_]+)(\.(?P<value>[^.]+))?")


class Pick(Struct, frozen=True):
    """The steps of a move chosen so far (`picked`, as the game writes them), for question number `asked`."""

    asked: int
    picked: str

    def __str__(self) -> str:
        return f"{self.asked}.{self.picked}"

    @staticmethod
    def parse(detail: str) -> Pick:
        """Parse a `Pick` in an id's detail; raises `Refused` if the detail is malformed."""
        asked, dot, picked = detail.partition(".")
        if not dot:
            raise Refused("unknown_button")
        return Pick(number(asked), picked)


class Wish(Struct, frozen=True):
    """A player's request to set an automatic answer (`tie.fish.sweet`) or to remove one (`tie`).

    Attributes:
        name: The automatic answer's name.
        values: The values in order.  No value removes the automatic answer; so does one empty value, which a
            second such button of the same message has, since its id must differ.
    """

    name: str
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ".".join((self.name, *self.values))

    @staticmethod
    def parse(detail: str) -> Wish:
        """Parse a `Wish` in an id's detail, leaving out empty values."""
        name, *values = detail.split(".")
        return Wish(name, tuple(value for value in values if value))


class DailyStep(Struct, frozen=True):
    """A date's deal and a step in playing it, such as `2026-11-28.play`; no step: the date's results."""

    day: str
    step: str = ""

    def __str__(self) -> str:
        return f"{self.day}.{self.step}" if self.step else self.day

    @staticmethod
    def parse(detail: str) -> DailyStep:
        """Parse a `DailyStep` in an id's detail."""
        day, _, step = detail.partition(".")
        return DailyStep(day, step)


class ProposalRef(Struct, frozen=True):
    """The proposal that a button answers, such as `12.end`; earlier versions of the bot wrote `12`.

    Attributes:
        number: The number of the journal entry that made the proposal.
        matter: The kind of the proposal; None if the button's id doesn't say.
    """

    number: int
    matter: Matter | None

    def __str__(self) -> str:
        return f"{self.number}.{self.matter.value}" if self.matter else str(self.number)

    @staticmethod
    def parse(detail: str) -> ProposalRef:
        """Parse a `ProposalRef` in an id's detail; raises `Refused` if the detail is malformed."""
        entry, dot, about = detail.partition(".")
        return ProposalRef(number(entry), matter(about) if dot else None)


class ReplayPosition(Struct, frozen=True):
    """The frame to which a button of a replay leads, such as `next.17.open` or `jump.0.public`.

    Attributes:
        step: The button's name, such as `next` or `play`.  A button outside of the replay has the name `at`
            if it opens the replay at a frame, and no name if it opens the replay's beginning.
        frame: The frame's number, from 0.
        is_open: Whether the game's secrets are shown too.
    """

    step: str = ""
    frame: int = 0
    is_open: bool = False

    def __str__(self) -> str:
        return f"{self.step}.{self.frame}.{'open' if self.is_open else 'public'}"

    @staticmethod
    def parse(detail: str) -> ReplayPosition:
        """Parse a `ReplayPosition` in an id's detail; if the detail is malformed, the replay's beginning."""
        found = _STOP.fullmatch(detail)
        if found is None:
            return ReplayPosition()
        return ReplayPosition(found["step"], int(found["frame"]), found["mode"] == "open")


class FilePosition(Struct, frozen=True):
    """A position in the replay of a file: the file's digest and the position, as in `5f1c0a.next.17.open`."""

    file: str
    stop: ReplayPosition

    def __str__(self) -> str:
        return f"{self.file}.{self.stop}"

    @staticmethod
    def parse(detail: str) -> FilePosition:
        """Parse a `FilePosition` in an id's detail; if the position is malformed, the replay's beginning."""
        file, _, stop = detail.partition(".")
        return FilePosition(file, ReplayPosition.parse(stop))


class RulesPage(Struct, frozen=True):
    """A page of a game's rules, counted from 0, such as `chess.2`."""

    game_id: str
    page: int = 0

    def __str__(self) -> str:
        return f"{self.game_id}.{self.page}"

    @staticmethod
    def parse(detail: str) -> RulesPage:
        """Parse a `RulesPage` in an id's detail; the first page if the detail has no page number."""
        game_id, _, page = detail.rpartition(".")
        return RulesPage(game_id, number(page, 0))


class Setting(Struct, frozen=True):
    """A setting and its new value, such as `language.de`; a list has no value, since its options hold it."""

    name: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.name}.{self.value}" if self.value else self.name

    @staticmethod
    def parse(detail: str) -> Setting:
        """Parse a `Setting` in an id's detail; raises `Refused` if the detail is malformed."""
        found = _SETTING.fullmatch(detail)
        if found is None:
            raise Refused("unknown_button")
        return Setting(found["name"], found["value"] or "")


def number(detail: str, otherwise: int | None = None) -> int:
    """Parse a number in an id's detail; if the detail isn't one, return `otherwise`.

    Raises:
        Refused: The detail isn't a number, and `otherwise` is None.
    """
    if detail.isdecimal():
        return int(detail)
    if otherwise is None:
        raise Refused("unknown_button")
    return otherwise


def matter(detail: str) -> Matter:
    """Parse the kind of a proposal in an id's detail; raises `Refused` if there is no such kind."""
    try:
        return Matter(detail)
    except ValueError as fault:
        raise Refused("unknown_button") from fault
