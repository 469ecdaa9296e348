"""The screen of Rapa Nui, the card game, for the contract: score, highlight, hints, rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from cogs.discord_io.attachments import Picture
from cogs.games.contract import GameScreen, details, rank_line
from cogs.games.rapa_nui_cards import terms
from cogs.games.rapa_nui_cards.board import board, own, standing, stone_goods, turned_over_lines
from cogs.games.rapa_nui_cards.choices import TOUCHED, brings, choices
from cogs.games.rapa_nui_cards.story import advise, brief, tell
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, spoken, tied
from cogs.text.ui import Item, text
from engine.game import Event, Result, Seat, SeatResult
from engine.rapa_nui_cards.events import Received
from engine.rapa_nui_cards.game import GAME, LESSON
from engine.rapa_nui_cards.moves import PLAYS, Move
from engine.rapa_nui_cards.observe import Observation, known_stone
from engine.rapa_nui_cards.state import CARDS, GOODS, Card, Good, Phase
from pictures.rapa_nui_cards.board import sheet as pictured
from pictures.scores import best_first
from tables.lessons import example


def sheet(seen: Observation, result: Result, names: Names, words: Localizer) -> list[Item]:
    """The final score: a picture of the revealed stone, each player's rank and points, and the tie-break."""
    order, plain, plainly = best_first(result), words.for_alt_text, names.for_alt_text
    lines = partial(score_lines, seen, result)
    heads = [lines(seat, plainly, plain)[0] for seat in order]
    alt = spoken([*heads, *stone_lines(seen, plainly, plain)], words)
    instead = [text(*stone_lines(seen, names, words))]
    return [
        Picture("score", pictured(seen, result, names.in_pictures), alt, instead),
        details(order, lines, names, words),
        *tie_break(seen, result, words),
    ]


def score_lines(seen: Observation, result: Result, seat: Seat, names: Names, words: Localizer) -> list[str]:
    """Lines with a player's rank and total, and in small text the points by part and the things counted."""
    view, score, for_alt_text = seen.seats[seat], result.seats[seat], words.for_alt_text
    scored = (part for part in score.parts if part.points)
    parts = LIST.join(part_text(part.name, part.points, words) for part in scored)
    total = words.count("rapa_nui_cards.points", score.points)
    held = terms.goods_text(view.held, for_alt_text) if view.held is not None else ""
    return [
        rank_line("rapa_nui_cards", score, names(seat), total, words),
        *([f"-# {parts}"] if parts else []),
        f"-# {terms.wood_text(view.wood, for_alt_text)} · {words('rapa_nui_cards.held')} {held}",
    ]


def scored(score: SeatResult) -> Mapping[str, int]:
    """A player's points for each part of the score; all goods together are one part."""
    found = {part.name: part.points for part in score.parts}
    goods = sum(found.pop(CARDS[good].name.lower(), 0) for good in GOODS)
    return {**found, "goods": goods}


def part_text(name: str, points: int | str, words: Localizer) -> str:
    """The name of a part of the score with its points."""
    return tied(f"{part_name(name, words)} {points}")


def part_name(name: str, words: Localizer) -> str:
    """The name of a part of the score: glory, wood, moai, one good, or `goods` for all of them."""
    match name:
        case "glory" | "wood" | "goods":
            return words(f"rapa_nui_cards.part_{name}")
        case "moai":
            return terms.card_name(Card.MOAI, words)
        case _:
            return terms.good_name(Good[name.upper()], words)


def stone_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """Lines on all cards on the stone, the value of each good, and the face-down cards with their owners."""
    goods = stone_goods(known_stone(seen), words)
    revealed = words.signed(terms.STONE, words("rapa_nui_cards.stone_revealed"))
    return [f"**{revealed}** {goods}", *turned_over_lines(seen, names, words)]


def tie_break(seen: Observation, result: Result, words: Localizer) -> list[Item]:
    """A text on how a tie at the top was decided; an empty list if there was no tie."""
    best = max(seat.points for seat in result.seats)
    if sum(seat.points == best for seat in result.seats) < 2:
        return []
    shared = sum(seat.rank == 1 for seat in result.seats) > 1
    key = "tie_shared" if shared else "tie_wood" if seen.wood_tiebreak else "tie_moai"
    return [text("-# " + words(f"rapa_nui_cards.{key}"))]


LEAST_POINTS = 3


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the most points that anybody got at once or, if these are few, on the most wood."""
    received = [event for event in events if isinstance(event, Received)]
    points = max(received, key=lambda event: event.gain.glory, default=None)
    if points is not None and points.gain.glory >= LEAST_POINTS:
        return words.count("rapa_nui_cards.most_points", points.gain.glory, who=names(points.seat))
    wood = max(received, key=lambda event: event.gain.wood, default=None)
    if wood is not None and wood.gain.wood:
        return words.count("rapa_nui_cards.most_wood", wood.gain.wood, who=names(wood.seat))
    return ""


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """The lesson's topic for this turn; if several fit, another one in each round; empty if none fits.

    The topic of a Moai's price is left out once the viewer can't raise a Moai any more in this turn.
    """
    is_late = seen.phase is Phase.PLAY and PLAYS[Card.MOAI] not in legal_moves
    topics = [topic for topic in LESSON.before(seen) if topic != "moai" or not is_late]
    return topics[(seen.turn - 1) // len(seen.seats) % len(topics)] if topics else ""


PAGES: Final = 5
DECISIONS: Final = 34
"""`example` is the lesson's state after this many decisions, when both players have raised Moai."""
EXPLAINED: Final = {
    "board": {
        "scored": "scored|gain/*",
        "stone": "stone/*|no/stone/*",
        "worth": "worth/*",
        "face_down": "face_down/*",
        "in_sight": "points/0*",
        "first": "first/*",
        "village": "village/0/*",
        "hand_size": "hand/1*",
        "held_size": "held/1*",
    },
    "own": {
        "hand": "hand",
        "held": "held/*",
        "wood": "wood/*",
        "glory": "glory/*",
        "laid": "stone|own_face_down",
    },
}
TAUGHT: Final = {
    "play": "hand",
    "take": "column/*",
    **dict.fromkeys(
        ("scored_lumberjack", "scored_gatherer", "scored_priest", "scored_moai"), "scored|gain/*"
    ),
    "majority": "village/0/*",
    "buy": "supply/*",
    "several": "hand",
    "moai": "hand",
    "stone": "stone/*|no/stone/*|worth/*",
    "face_down": "held/0/*",
    "offer": "supply/*",
    "wood_or_points": "wood/0*|glory/0*",
    "much_wood": "wood/0*",
    "last_cards": "deck*",
}


def rules(words: Localizer) -> Sequence[Sequence[Item]]:
    """The pages of the rules: idea, a turn, scorings, raising Moai, the end."""
    return [[text(words(f"rapa_nui_cards.rules_{page}"))] for page in range(1, PAGES + 1)]


def task_key(seen: Observation) -> str:
    """The last part of the keys of sentences on the present task."""
    is_face_down = seen.phase is Phase.SACRIFICE and seen.decider == seen.active
    return "lay_face_down" if is_face_down else seen.phase.value


class RapaNuiCardsScreen(GameScreen):
    """The appearance of the card game in Discord: in pictures, and in words that a screen reader can read."""

    symbol = "🗿"
    emblem = "art:moai"
    title = "rapa_nui_cards:land.title"
    colour = 0xC96A3D
    signs = terms.SIGNS

    board = staticmethod(board)
    own = staticmethod(own)
    standing = staticmethod(standing)
    choices = staticmethod(choices)
    advise = staticmethod(advise)
    brings = staticmethod(brings)
    hint = staticmethod(hint)
    touched = TOUCHED
    tell = staticmethod(tell)
    brief = staticmethod(brief)
    sheet = staticmethod(sheet)
    scored = staticmethod(scored)
    part = staticmethod(part_text)
    highlight = staticmethod(highlight)
    taught_things = TAUGHT
    explained = EXPLAINED
    example = staticmethod(partial(example, GAME, DECISIONS))
    rules = staticmethod(rules)

    def task(self, seen: Observation, words: Localizer) -> str:
        """The task of the player who decides, in words that follow their name."""
        return words(f"rapa_nui_cards.task_{task_key(seen)}")

    def your_task(self, seen: Observation, words: Localizer, called: int = 1) -> str:
        """The task of the player who decides, addressed to this player."""
        return words(f"rapa_nui_cards.your_task_{task_key(seen)}")


SCREEN: Final = RapaNuiCardsScreen()
