"""The `custom_id`s of our buttons and lists: a verb, the table concerned (if any), and a detail.

A button holds nothing else of the game, so an old button means the same for ever.  An id that comes back with
a click is checked against the table: it says what somebody pressed, never what they may do.
"""

from __future__ import annotations

import re
from typing import Final

from engine.game import Struct
from tables import Matter, Refused

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
    """The id of a button that answers question `asked` of a table with `moves` (`auto_answers.Moves`)."""

    table: str
    asked: int
    moves: str

    verb = PLAY

    @property
    def detail(self) -> str:
        """The number of the question and the moves, in the form of a `Pick`."""
        return f"{self.asked}.{self.moves}"

    def __str__(self) -> str:
        return f"m:{self.table}:{self.asked}:{self.moves}"


class TableId(Struct, frozen=True):
    """The id of a button or list about a table: join it, start it, see one's cards."""

    table: str
    verb: str
    detail: str = ""

    def __str__(self) -> str:
        return f"t:{self.table}:{self.verb}" + (f":{self.detail}" if self.detail else "")


class OtherId(Struct, frozen=True):
    """The id of a button or list about no table: a page of the rules, a setting."""

    verb: str
    detail: str = ""

    table = ""

    def __str__(self) -> str:
        return f"o:{self.verb}" + (f":{self.detail}" if self.detail else "")


def read(custom_id: str) -> MoveId | TableId | OtherId | None:
    """A `custom_id` taken apart; None: it is none of ours."""
    if match := _MOVE.fullmatch(custom_id):
        return MoveId(match["table"], int(match["asked"]), match["moves"])
    if match := _TABLE_VERB.fullmatch(custom_id):
        return TableId(match["table"], match["verb"], match["detail"] or "")
    if match := _OTHER.fullmatch(custom_id):
        return OtherId(match["verb"], match["detail"] or "")
    return None


# Details: `str` writes each as a text, and `parse` reads it.  A text that can't be read is refused as
# `unknown_button`, except where a default (a replay's beginning, the first page) is as good an answer.

_STOP: Final = re.compile(r"(?P<step>[a-z]+)\.(?P<frame>[0-9]{1,6})\.(?P<mode>open|public)")
_SETTING: Final = re.compile(r"(?P<name>[a-z_]+)(\.(?P<value>[^.]+))?")


class Pick(Struct, frozen=True):
    """The steps of choosing a move so far, such as `12.carve A3`.

    Attributes:
        asked: The number of the question.
        picked: The steps chosen so far, in the game's own notation; may be empty, or hold dots.
    """

    asked: int
    picked: str

    def __str__(self) -> str:
        return f"{self.asked}.{self.picked}"

    @staticmethod
    def parse(detail: str) -> Pick:
        """The question and steps that a detail names; raises `Refused` if it can't be read."""
        asked, dot, picked = detail.partition(".")
        if not dot:
            raise Refused("unknown_button")
        return Pick(number(asked), picked)


class Wish(Struct, frozen=True):
    """An auto answer to set, such as `tie.fish.sweet`; `tie` alone: the player wants to be asked.

    Attributes:
        name: The auto answer's name.
        values: The values in order.  A single empty value means none: it exists because two buttons of one
            message that set the same answer need different ids.
    """

    name: str
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ".".join((self.name, *self.values))

    @staticmethod
    def parse(detail: str) -> Wish:
        """The auto answer that a detail names, without empty values."""
        name, *values = detail.split(".")
        return Wish(name, tuple(value for value in values if value))


class ProposalRef(Struct, frozen=True):
    """The proposal that a button answers, such as `12.end`; earlier versions of the bot wrote `12`.

    Attributes:
        number: The number of the journal entry that made the proposal.
        matter: The proposed matter; None: the button does not say.
    """

    number: int
    matter: Matter | None

    def __str__(self) -> str:
        return f"{self.number}.{self.matter.value}" if self.matter else str(self.number)

    @staticmethod
    def parse(detail: str) -> ProposalRef:
        """The proposal that a detail names; raises `Refused` if it can't be read."""
        entry, dot, about = detail.partition(".")
        return ProposalRef(number(entry), matter(about) if dot else None)


class ReplayPosition(Struct, frozen=True):
    """The frame to which a button of a replay leads, such as `next.17.open` or `jump.0.public`.

    Attributes:
        step: The button's name: `next`, `play`; empty for a button that opens the replay, `at` for one that
            opens it at a frame.
        frame: The frame's number, from 0.
        is_open: Hidden things are shown too.
    """

    step: str = ""
    frame: int = 0
    is_open: bool = False

    def __str__(self) -> str:
        return f"{self.step}.{self.frame}.{'open' if self.is_open else 'public'}"

    @staticmethod
    def parse(detail: str) -> ReplayPosition:
        """The position that a detail names; the replay's beginning if the detail can't be read."""
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
        """The file and position that a detail names; the replay's beginning if the position can't be read."""
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
        """The page that a detail names; the first if its number can't be read."""
        game_id, _, page = detail.rpartition(".")
        return RulesPage(game_id, number(page, 0))


class Setting(Struct, frozen=True):
    """A setting and its new value, as in `language.de`; `reminders` alone where the value is from a list."""

    name: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.name}.{self.value}" if self.value else self.name

    @staticmethod
    def parse(detail: str) -> Setting:
        """The setting and value that a detail names; raises `Refused` if it can't be read."""
        found = _SETTING.fullmatch(detail)
        if found is None:
            raise Refused("unknown_button")
        return Setting(found["name"], found["value"] or "")


def number(detail: str, otherwise: int | None = None) -> int:
    """A detail read as a number; if it is none, `otherwise`, or `Refused` is raised if that is None."""
    if detail.isdecimal():
        return int(detail)
    if otherwise is None:
        raise Refused("unknown_button")
    return otherwise


def matter(detail: str) -> Matter:
    """The matter of a proposal that a detail names; raises `Refused` if there is no such matter."""
    try:
        return Matter(detail)
    except ValueError as fault:
        raise Refused("unknown_button") from fault
