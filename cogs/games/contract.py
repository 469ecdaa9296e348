"""The contract of a game's screen: everything in Discord that differs from game to game.

The rest of the messages (titles, whose turn it is, buttons of all games) is in `cogs/views/board.py` and
`cogs/views/panel.py`.  A screen knows only observations, legal moves, and events as a viewer sees them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import discord

from cogs.discord_io.attachments import SmallPrint
from cogs.text import ui
from cogs.text.ids import PICK, MoveId, OtherId, Pick, TableId
from cogs.text.language import Localizer, Sign
from cogs.text.names import LIST, MEDALS, TIE, Names, spoken
from cogs.text.ui import Item
from engine.game import AnyGame, Event, Result, Seat, SeatResult, Struct, Viewer
from pictures import Scene
from tables.model.table import SeatInfo
from tables.verbs.auto_answers import Moves


@cache
def played(game: AnyGame, seats: int, moves: str) -> Any:
    """Return a new game's state after `moves`: lines such as `0 buy fish` (seat 0); raises `IllegalMove`."""
    state = game.start(seats, game.chosen_options({}))
    for line in moves.strip().splitlines():
        seat, _, text = line.partition(" ")
        state, _ = game.apply(state, int(seat), game.read_move(text))
    return state


def example_names(seats: int, words: Localizer) -> Names:
    """Names for the players of an example game: the names of computer players."""
    return Names([SeatInfo(seat, None, "", "example") for seat in range(seats)], words)


class Question(Struct, frozen=True):
    """A game's question to the viewer.  `asked`: its number; `picked`: the present step of choosing a move.

    `taught`: The topics that a lesson has explained to the viewer; None for a viewer without a lesson.
    `advised`: The move that a hint in the same message advises; None: the message has no hint.
    """

    table: str
    asked: int
    legal_moves: tuple[Any, ...]
    picked: str = ""
    taught: Collection[str] | None = None
    advised: Any = None

    def is_told(self, topic: str) -> bool:
        """Whether the viewer knows a topic of the lesson, so that texts may mention the topic's things."""
        return self.taught is None or topic in self.taught


def about(touched: Mapping[str, Sequence[str]], text: str, own: Viewer) -> list[str]:
    """The things that the last move in `text` is about, as `touched` of a screen says; `own`: the viewer."""
    moves = Moves.parse(text)
    words = [*moves.now, *moves.later][-1].split(" ")
    return [thing.format(*words, own=own) for thing in touched.get(words[0].removeprefix("*"), ())]


class GameScreen(ABC):
    """The appearance of one game in Discord; `seen` and `before` are observations, now and earlier."""

    symbol: ClassVar[str]
    """The emoji that stands for the game."""
    emblem: ClassVar[str]
    """The name of the sprite that stands for the game."""
    title: ClassVar[str]
    """The name of the sprite behind the game's lobby and on its end card."""
    colour: ClassVar[int]
    """The colour at the edge of the game's messages, 0xRRGGBB."""
    own_button: ClassVar[str] = "table.button_cards"
    """The key of the label on the button that opens a player's own panel."""
    choices_show_board: ClassVar[bool] = False
    """Whether `choices` contain a picture of the board, so that a panel needs no other picture of it."""
    explained: ClassVar[Mapping[str, Mapping[str, str]]]
    """The roles of the things that a legend numbers in the first pictures of `board` and `own`, by name.

    The sentence on a thing has the key `guide_<name>`; `pictures.callouts.around` finds the role's sprites.
    """
    taught_things: ClassVar[Mapping[str, str]] = {}
    """By topic of the lesson: the roles of the things in the pictures that the topic's sentence is about."""
    taught_steps: ClassVar[Mapping[str, str]] = {}
    """By topic of the lesson: the step of `choices` that shows the topic's things, if not the first step."""
    touched: ClassVar[Mapping[str, Sequence[str]]] = {}
    """By the first word of a move: the roles of the things in the pictures that the move is about.

    A gap such as `{1}` stands for a word of the move (`{0}` is the first), `{own}` for the viewer's seat.
    """
    signs: ClassVar[tuple[Sign, ...]]
    """The signs for which the game has emojis of its own."""
    chapters: ClassVar[tuple[type[Event], ...]] = ()
    """The public events, such as the beginning of a round, that begin a new message in the table's thread."""

    @abstractmethod
    def task(self, seen: Any, words: Localizer) -> str:
        """The task of the players to move, in words that follow their names: `must play a card`."""

    @abstractmethod
    def your_task(self, seen: Any, words: Localizer, called: int = 1) -> str:
        """The task of the players to move, addressed to them: `play a card`; `called`: how many they are."""

    @abstractmethod
    def board(self, seen: Any, before: Any, names: Names, words: Localizer) -> list[Item]:
        """The board; `seen`: a spectator's observation; changes since `before` are highlighted."""

    @abstractmethod
    def own(
        self, seen: Any, before: Any, names: Names, words: Localizer, *, beside_board: bool = False
    ) -> list[Item]:
        """The viewer's own things, such as their hand; changes since observation `before` are highlighted.

        `beside_board`: Whether the message shows the board, too; the board's things are then left out here.
        """

    def standing(self, seen: Any, before: Any, names: Names, words: Localizer) -> list[str]:
        """A line or two on the points of the viewer and the best opponent, and on changes since `before`."""
        return []

    @abstractmethod
    def choices(self, seen: Any, question: Question, names: Names, words: Localizer) -> list[Item]:
        """The controls for the viewer's question, with the price and the result of each choice.

        If the controls begin with a picture, it shows all that the decision needs, and a panel has `own`
        below the controls.  If there are many choices, they come in steps.  `question.picked` is the present
        step, in the game's own format; the step comes from a button's id, which anybody may have forged.
        """

    def hint(self, seen: Any, legal_moves: Sequence[Any]) -> str:
        """The topic of the game's lesson that helps a beginner to choose a move now; empty: no topic does.

        The panel shows the text `coach_<topic>` of the game's catalogue; if there is none, `lesson_<topic>`.
        """
        return ""

    @abstractmethod
    def advise(self, move: Any, words: Localizer) -> str:
        """A move as an order without a full stop, for hints and better moves: `Play Fish Gatherer`."""

    def brings(self, seen: Any, move: Any, names: Names, words: Localizer) -> list[str]:
        """Lines on the outcome of a legal move, as far as the viewer can know it; by default none."""
        return []

    def at_stake(self, seen: Any, move: Any, words: Localizer) -> str:
        """The things behind a number in a move's text, in words, such as the cards of row 3; default: empty.

        `seen`: an observation of the state before the move.
        """
        return ""

    def choice_name(self, move: Any, words: Localizer) -> str:
        """The name of a move in a sentence; only for games in which several players choose in secret."""
        raise NotImplementedError

    def planned(self, seen: Any, moves: Sequence[str], words: Localizer) -> str:
        """The viewer's planned moves in a few words; only for games in which moves can be planned."""
        return LIST.join(moves)

    def regions(self, seen: Any) -> Sequence[str]:
        """The names of the board's parts that can be enlarged; a part's label has the key `region_<name>`."""
        return ()

    def region(self, seen: Any, name: str, names: Names, words: Localizer) -> list[Item]:
        """An enlarged part of the board, one of `regions`; `seen`: a spectator's observation."""
        raise NotImplementedError

    def things(self, seen: Any, legal_moves: Sequence[Any], texts: Sequence[str]) -> Mapping[str, list[str]]:
        """By each of `texts` (moves, steps of choosing one): the roles of the things that it is about."""
        return {text: about(self.touched, text, seen.viewer) for text in texts}

    def chosen(self, seen: Any, legal_moves: Sequence[Any], texts: Sequence[str]) -> Scene | None:
        """The whole board with the choices in `texts` (as of `things`) drawn in; None: nothing to draw."""
        return None

    @abstractmethod
    def tell(self, events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
        """The events of one move, as lines of the play-by-play."""

    def brief(self, events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
        """The events of one move as lines of news for the player `names.viewer`; by default as in `tell`.

        If not all lines have room, those that begin in bold are kept.
        """
        return self.tell(events, names, words)

    @abstractmethod
    def sheet(self, seen: Any, result: Result, names: Names, words: Localizer) -> list[Item]:
        """The end card's parts: all players' final scores in detail, and the secrets revealed at the end."""

    def scored(self, score: SeatResult) -> Mapping[str, int]:
        """The points in a player's final score, by the name of the score's part."""
        return {part.name: part.points for part in score.parts}

    @abstractmethod
    def part(self, name: str, points: int | str, words: Localizer) -> str:
        """A part of a score in words, such as `wood 3`; or of two players' scores, such as `wood 3 : 1`."""

    @abstractmethod
    def highlight(self, events: Iterable[Event], names: Names, words: Localizer) -> str:
        """A sentence on one remarkable public event of a finished game; empty: there is none."""

    @abstractmethod
    def example(self) -> Any:
        """A state, for the legend, in which all things of `explained` appear."""

    @abstractmethod
    def rules(self, words: Localizer) -> Sequence[Sequence[Item]]:
        """The rules of the game as short pages, with pictures where they help."""


def move_button(
    question: Question,
    moves: str,
    label: str,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button:
    """A button that answers a question with `moves`: one move's text, or several (see `Moves.encode`)."""
    return ui.Button(
        label=label, emoji=emoji, style=style, custom_id=str(MoveId(question.table, question.asked, moves))
    )


def kept_place(name: str, label: str) -> ui.Button:
    """A disabled button in place of a move that isn't legal now; `name` is the unique part of its id."""
    return ui.Button(label=label, custom_id=str(OtherId("kept", name)), disabled=True)


def pick_id(question: Question, picked: str) -> str:
    """The id of a button, or the value of an option, that leads to the step `picked` of choosing a move."""
    return str(TableId(question.table, PICK, str(Pick(question.asked, picked))))


def rank_line(game: str, score: SeatResult, who: str, points: str, words: Localizer) -> str:
    """A line with a player's medal, rank, name and points; `game` is the prefix of the sentence's key."""
    medal = "" if words.is_alt_text else f"{MEDALS[score.rank - 1]} "
    return f"{medal}**{words(f'{game}.rank', n=score.rank)} {who} — {points}**"


def details(
    order: Sequence[Seat],
    lines: Callable[[Seat, Names, Localizer], list[str]],
    names: Names,
    words: Localizer,
) -> SmallPrint:
    """Each player's final score in words, in the given order of seats.

    `lines` returns a player's lines; the picture's alternative text has the first line anyway.
    """

    def aloud() -> list[str]:
        plain, plainly = words.for_alt_text, names.for_alt_text
        return [spoken([plainly(seat), *lines(seat, plainly, plain)[1:]], plain) for seat in order]

    return SmallPrint(["\n".join(lines(seat, names, words)) for seat in order], aloud)


def standing_line(
    totals: Sequence[tuple[int, int]], said: Sequence[str], names: Names, words: Localizer
) -> str:
    """A line on who is ahead, by the least and the most possible points of each seat (`totals`).

    Players who have given up are left out, since they can't win.  `said`: the points of each seat in words.
    """
    viewer = names.viewer
    assert viewer is not None
    others = names.rivals
    most = max(sum(totals[seat]) for seat in others)
    alike: dict[str, list[Seat]] = {}
    for seat in others:
        if sum(totals[seat]) == most:
            alike.setdefault(said[seat], []).append(seat)
    best = (f"{names.listed(seats)}{TIE}{points}" for points, seats in alike.items())
    verdict = words(f"table.standing_{_place(totals[viewer], [totals[seat] for seat in others])}")
    return words("table.standing", verdict=verdict, own=said[viewer], best=LIST.join(best))


def _place(own: tuple[int, int], others: Sequence[tuple[int, int]]) -> str:
    """The viewer's place: `ahead`, `behind`, `level` or, if it isn't known, `open`.

    `own` and `others` are the least and the most possible points of the viewer and of each opponent.
    """
    least, most = max(one for one, _ in others), max(one for _, one in others)
    if own[0] > most:
        return "ahead"
    if own[1] < least:
        return "behind"
    return "level" if own == (most, least) else "open"
