"""What the details of our ids say: the text behind the verb of a `TableId` or an `OtherId`.

Of a table, by verb:

    pick             "12.carve A3"             `Pick`
    wish             "tie.fish.sweet"          `Wish`
    propose          "end"                     a `Matter`, by `matter`
    agree, decline   "12.end"                  `ProposalRef`
    replay           "next.17.open"            `ReplayPosition`; "" opens the replay
    take             "2"                       a seat, by `number`
    fill             "2", "sure"               a seat that was left, or one's own; "" asks first
    concede          "sure"                    "" asks first
    back             "41"                      the entry that is taken back, by `number`
    computer         "sensible"                the id of a computer player
    closer           "north"                   a part of the board; "" is the first
    follow           "turns", "stop"           a `What`, or no more; "" asks

And of no table:

    rules            "chess.2"                 `RulesPage`
    replay           "5f1c0a.next.17.open"     `FilePosition`
    set              "language.de"             `Setting`
    games            "2"                       a page, by `number`
    data             "file"                    "" shows what is stored
    forget           "yes"                     "" asks first
    choose           "where"                   tells several lists of one message apart

They say what was pressed; whether there is such a thing, the table or the view decides.
"""

from __future__ import annotations

import re
from typing import Final

from engine.game import Struct
from tables import Matter, Refused

_STOP: Final = re.compile(r"(?P<step>[a-z]+)\.(?P<frame>[0-9]{1,6})\.(?P<mode>open|public)")
_SETTING: Final = re.compile(r"(?P<name>[a-z_]+)(\.(?P<value>[^.]+))?")


class Pick(Struct, frozen=True):
    """A step in choosing a move: `12.carve A3`.

    Attributes:
        asked: The number of the question.
        picked: How far the player has come, in the game's own words; may be empty, or hold dots.
    """

    asked: int
    picked: str

    def encode(self) -> str:
        """The step as text: `Pick(12, "carve A3").encode() == "12.carve A3"`."""
        return f"{self.asked}.{self.picked}"

    @staticmethod
    def parse(detail: str) -> Pick:
        """The step that a detail says.

        Raises:
            Refused: `unknown_button`.
        """
        asked, dot, picked = detail.partition(".")
        if not dot:
            raise Refused("unknown_button")
        return Pick(number(asked), picked)


class Wish(Struct, frozen=True):
    """The whole answer to something before it is asked: `tie.fish.sweet`; `tie` alone: to be asked.

    Attributes:
        name: That of the auto answer.
        values: In order.  A single empty one also asks to be asked: two buttons of a message that lead to
            the same answer need different ids.
    """

    name: str
    values: tuple[str, ...] = ()

    def encode(self) -> str:
        """The answer as text: `Wish("tie", ("fish", "sweet")).encode() == "tie.fish.sweet"`."""
        return ".".join((self.name, *self.values))

    @staticmethod
    def parse(detail: str) -> Wish:
        """The answer that a detail says, without empty values."""
        name, *values = detail.split(".")
        return Wish(name, tuple(value for value in values if value))


class ProposalRef(Struct, frozen=True):
    """Which proposal a button answers: `12.end`; of earlier versions `12`.

    Attributes:
        number: The entry by which it was made.
        matter: What it is about; None: the button does not say.
    """

    number: int
    matter: Matter | None

    def encode(self) -> str:
        """The proposal as text: `ProposalRef(12, Matter.END).encode() == "12.end"`."""
        return f"{self.number}.{self.matter.value}" if self.matter else str(self.number)

    @staticmethod
    def parse(detail: str) -> ProposalRef:
        """The proposal that a detail says.

        Raises:
            Refused: `unknown_button`.
        """
        entry, dot, about = detail.partition(".")
        return ProposalRef(number(entry), matter(about) if dot else None)


class ReplayPosition(Struct, frozen=True):
    """What a button of a replay leads to: `next.17.open`, `jump.0.public`.

    Attributes:
        step: What it is called: `next`, `play`; empty for a button that opens the replay.
        frame: Which frame of the replay it shows.
        is_open: With all that was hidden.
    """

    step: str = ""
    frame: int = 0
    is_open: bool = False

    def encode(self) -> str:
        """The button's text: `ReplayPosition("next", 17, True).encode() == "next.17.open"`."""
        return f"{self.step}.{self.frame}.{'open' if self.is_open else 'public'}"

    @staticmethod
    def parse(detail: str) -> ReplayPosition:
        """What a detail leads to; the beginning where it does not say."""
        found = _STOP.fullmatch(detail)
        return (
            ReplayPosition(found["step"], int(found["frame"]), found["mode"] == "open")
            if found
            else ReplayPosition()
        )


class FilePosition(Struct, frozen=True):
    """The same for the replay of a file, by its digest: `5f1c0a.next.17.open`."""

    file: str
    stop: ReplayPosition

    def encode(self) -> str:
        """The text: `FilePosition("5f1c0a", ReplayPosition("next", 17))` is `5f1c0a.next.17.public`."""
        return f"{self.file}.{self.stop.encode()}"

    @staticmethod
    def parse(detail: str) -> FilePosition:
        """The file and what a detail leads to; its beginning where it does not say."""
        file, _, stop = detail.partition(".")
        return FilePosition(file, ReplayPosition.parse(stop))


class RulesPage(Struct, frozen=True):
    """A page of a game's rules, counted from 0: `chess.2`."""

    game_id: str
    page: int = 0

    def encode(self) -> str:
        """The page as text: `RulesPage("chess", 2).encode() == "chess.2"`."""
        return f"{self.game_id}.{self.page}"

    @staticmethod
    def parse(detail: str) -> RulesPage:
        """The page that a detail says; the first where it does not say which."""
        game_id, _, page = detail.rpartition(".")
        return RulesPage(game_id, number(page, 0))


class Setting(Struct, frozen=True):
    """Something that a person decides, and how: `language.de`; `reminders` alone, where a list says how."""

    name: str
    value: str = ""

    def encode(self) -> str:
        """The setting as text: `Setting("language", "de").encode() == "language.de"`."""
        return f"{self.name}.{self.value}" if self.value else self.name

    @staticmethod
    def parse(detail: str) -> Setting:
        """The setting that a detail says.

        Raises:
            Refused: `unknown_button`.
        """
        found = _SETTING.fullmatch(detail)
        if found is None:
            raise Refused("unknown_button")
        return Setting(found["name"], found["value"] or "")


def number(detail: str, otherwise: int | None = None) -> int:
    """The number that a detail is; `otherwise` where it is none.

    Raises:
        Refused: `unknown_button`: it is none, and there is no `otherwise`.
    """
    if detail.isdecimal():
        return int(detail)
    if otherwise is None:
        raise Refused("unknown_button")
    return otherwise


def matter(detail: str) -> Matter:
    """What is proposed.

    Raises:
        Refused: `unknown_button`.
    """
    try:
        return Matter(detail)
    except ValueError as fault:
        raise Refused("unknown_button") from fault
