"""The screen of Rapa Nui, the card game, as the contract wants it, with its highlight, hints and rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from cogs.games.contract import GameScreen, example_names, played
from cogs.games.rapa_nui_cards.board import board, own, standing
from cogs.games.rapa_nui_cards.choices import choices
from cogs.games.rapa_nui_cards.sheet import part_text, scored, sheet
from cogs.games.rapa_nui_cards.story import brief, tell
from cogs.games.rapa_nui_cards.terms import SIGNS
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import Event
from engine.rapa_nui_cards.events import Received
from engine.rapa_nui_cards.game import GAME, LESSON
from engine.rapa_nui_cards.moves import PLAYS, Move
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import Card, Phase, State

LEAST_POINTS = 3


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the most points that anybody got at once or, if nobody got many, on the most wood."""
    received = [event for event in events if isinstance(event, Received)]
    points = max(received, key=lambda event: event.gain.glory, default=None)
    if points is not None and points.gain.glory >= LEAST_POINTS:
        return words.count("rapa_nui_cards.most_points", points.gain.glory, who=names(points.seat))
    wood = max(received, key=lambda event: event.gain.wood, default=None)
    if wood is not None and wood.gain.wood:
        return words.count("rapa_nui_cards.most_wood", wood.gain.wood, who=names(wood.seat))
    return ""


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """What the lesson has to say now; where that is several things, one after the other round by round.

    That a Moai costs wood helps before one buys, and where it can be raised; else it is too late.
    """
    is_late = seen.phase is Phase.PLAY and PLAYS[Card.MOAI] not in legal_moves
    topics = [topic for topic in LESSON.before(seen) if topic != "moai" or not is_late]
    return topics[(seen.turn - 1) // len(seen.seats) % len(topics)] if topics else ""


PAGES: Final = 5
SEATS: Final = 2
MOVES: Final = """
-1 first 0
-1 shuffle LGSGFMGMSULLLPSLUFGUFLPMMLPUMLLLPMSSPGMFMFMPLPLUPP
0 skip
0 gather sweet_potato 1
0 take 4
1 skip
1 gather grain 1
1 take 2
0 skip
0 play lumberjack
0 take 3
1 skip
1 gather fish 1
1 take 3
0 skip
0 gather grain 1
0 take 1
1 skip
1 play lumberjack
1 take 3
"""


@cache
def example() -> State:
    """The state a few turns into a game."""
    state: State = played(GAME, SEATS, MOVES)
    return state


def rules(words: Localizer) -> Sequence[Sequence[Item]]:
    """What it is about, a turn, what is scored, raising Moai, the end."""
    pages: list[list[Item]] = [[text(words(f"rapa_nui_cards.rules_{page}"))] for page in range(1, PAGES + 1)]
    everybodys, mine = GAME.observe(example(), None), GAME.observe(example(), 0)
    names = example_names(SEATS, words)
    shown = board(everybodys, everybodys, names, words)
    pages[0] += [text(words("rapa_nui_cards.example_board")), *shown]
    pages[1] += [text(words("rapa_nui_cards.example_own")), *own(mine, mine, names, words)]
    return pages


class RapaNuiCardsScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "🗿"
    emblem = "art:moai"
    title = "rapa_nui_cards:land.title"
    colour = 0xC96A3D
    signs = SIGNS

    board = staticmethod(board)
    own = staticmethod(own)
    standing = staticmethod(standing)
    choices = staticmethod(choices)
    hint = staticmethod(hint)
    tell = staticmethod(tell)
    brief = staticmethod(brief)
    sheet = staticmethod(sheet)
    scored = staticmethod(scored)
    part = staticmethod(part_text)
    highlight = staticmethod(highlight)
    rules = staticmethod(rules)

    def task(self, seen: Observation, words: Localizer) -> str:
        """What the decider has to do."""
        down = seen.phase is Phase.SACRIFICE and seen.decider == seen.active
        return words(f"rapa_nui_cards.task_{'lay_face_down' if down else seen.phase.value}")


SCREEN: Final = RapaNuiCardsScreen()
