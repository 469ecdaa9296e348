"""The screen of Ru-Ra-Re for the contract: score, highlight, hints, rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from cogs.discord_io.attachments import Picture
from cogs.games.contract import GameScreen, details, rank_line
from cogs.games.ru_ra_re.board import board, gain_line, own, standing
from cogs.games.ru_ra_re.choices import TOUCHED, choices
from cogs.games.ru_ra_re.story import brief, tell
from cogs.games.ru_ra_re.terms import SIGNS, cards_text, collection_text, points_text
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, spoken, tied
from cogs.text.ui import Item, text
from engine.game import Event, Part, Result, Seat, SeatResult
from engine.ru_ra_re.events import Clashed, TurnBegan
from engine.ru_ra_re.game import GAME, LESSON
from engine.ru_ra_re.moves import Choose, Move
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.state import Phase
from pictures.ru_ra_re.board import SCORINGS, by_scoring
from pictures.ru_ra_re.board import sheet as pictured
from pictures.scores import best_first
from tables.lessons import example


def sheet(seen: Observation, result: Result, names: Names, words: Localizer) -> list[Item]:
    """The final score: a picture, then each player's rank and points in words."""
    order = best_first(result)
    heads = [head(seat, result, names.for_alt_text, words.for_alt_text) for seat in order]
    items: list[Item] = [
        Picture("score", pictured(result, names.in_pictures), spoken(heads, words), []),
        details(order, partial(score_lines, seen, result), names, words),
    ]
    if sum(score.rank == 1 for score in result.seats) > 1:
        items.append(text(f"-# {words('ru_ra_re.tie')}"))
    return items


def head(seat: Seat, result: Result, names: Names, words: Localizer) -> str:
    """A line with a player's medal, rank, name and total."""
    score = result.seats[seat]
    return rank_line("ru_ra_re", score, names(seat), points_text(score.points, words), words)


def score_lines(seen: Observation, result: Result, seat: Seat, names: Names, words: Localizer) -> list[str]:
    """Lines with a player's total, and in small text the parts of both scorings and the collection."""
    both = zip(SCORINGS, by_scoring(result.seats[seat].parts), strict=True)
    return [
        head(seat, result, names, words),
        *(f"-# {scoring_line(scoring, parts, words)}" for scoring, parts in both),
        f"-# {collection_text(seen.collections[seat], words.for_alt_text)}",
    ]


def scoring_line(scoring: str, parts: Sequence[Part], words: Localizer) -> str:
    """A line with a player's points in one scoring, part by part; `scoring`: the scoring's name."""
    scored = [
        part_text(part.name.removeprefix(f"{scoring}_"), part.points, words) for part in parts if part.points
    ]
    total = points_text(sum(part.points for part in parts), words)
    told = LIST.join(scored) or words("ru_ra_re.none")
    return words(f"ru_ra_re.scoring_{scoring}", points=total, parts=told)


def part_text(name: str, points: int | str, words: Localizer) -> str:
    """The name of one part of a score with its points."""
    return tied(words(f"ru_ra_re.part_{name}", n=points))


def scored(score: SeatResult) -> Mapping[str, int]:
    """A player's points for each part of the score, summed over both scorings."""
    both: Counter[str] = Counter()
    for scoring, parts in zip(SCORINGS, by_scoring(score.parts), strict=True):
        both.update({part.name.removeprefix(f"{scoring}_"): part.points for part in parts})
    return both


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the two players who clashed most often, or that nobody clashed."""
    met: Counter[tuple[Seat, ...]] = Counter()
    for event in events:
        if isinstance(event, Clashed):
            met.update(combinations(sorted(event.seats), 2))
    if not met:
        return words("ru_ra_re.never_met")
    (pair, times), *_ = met.most_common(1)
    key = "ru_ra_re.met" if names.seats == len(pair) else "ru_ra_re.most_met"
    return words.count(key, times, who=names.listed(pair))


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """The lesson's topic for this turn: the fitting ones in rotation; in the last turn, `last_turn`."""
    topics = list(LESSON.before(seen))
    return "last_turn" if seen.last_turn else topics[(seen.turn - 1) % len(topics)]


PAGES: Final = 4
DECISIONS: Final = 5
"""`example` is the lesson's state after this many decisions, when both players have cards."""
EXPLAINED: Final = {
    "board": {
        "deck": "deck*",
        "box": "box*",
        "row": "card/1|row_number/1",
        "cross": "card/4",
        "met": "met/1/*",
        "scored": "points/0|points/0/number",
        "in_sight": "in_sight/0*",
        "choosing": "chooses/*",
        "collection": "collection/1/*|no/collection/1/*",
    },
    "own": {
        "gain": "gain/1*",
        "count": "collection/0/church/number",
        "next": "next/0/horse",
        "worth": "points/0/farmhouse",
    },
}
TAUGHT: Final = {
    "choose": "card/*",
    "taken": "collection/0/*",
    "kings": "*collection/0/king",
    "animals": "*collection/0/sheep|*collection/0/horse|*collection/0/pig|*collection/0/donkey",
    "knights": "*collection/0/knight",
    "churches": "*collection/0/church",
    "farm": "*collection/0/farm*",
    "clash": "clash/*",
    "first_scoring": "points/0|points/0/number",
    "last_turn": "ends",
}


def rules(words: Localizer) -> Sequence[Sequence[Item]]:
    """The pages of the rules: idea, a turn, the two scorings, the points for each kind of card."""
    return [[text(words(f"ru_ra_re.rules_{page}"))] for page in range(1, PAGES + 1)]


class RuRaReScreen(GameScreen):
    """The appearance of Ru-Ra-Re in Discord: in pictures, and in words that a screen reader can read."""

    symbol = "👑"
    emblem = "ru_ra_re:king"
    title = "ru_ra_re:land.title"
    colour = 0x4F8A5B
    chapters = (TurnBegan,)
    signs = SIGNS

    board = staticmethod(board)
    own = staticmethod(own)
    standing = staticmethod(standing)
    choices = staticmethod(choices)
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
        """The task of the players who have yet to choose, in words that follow their names."""
        if seen.phase is not Phase.CHOOSE:
            return words("ru_ra_re.task_shuffle")
        owing = zip(seen.waiting, seen.ready, strict=True)
        return words.count("ru_ra_re.task", sum(waits and not ready for waits, ready in owing))

    def your_task(self, seen: Observation, words: Localizer, called: int = 1) -> str:
        """The task of the players who have yet to choose, addressed to these players."""
        return words.count("ru_ra_re.your_task", called)

    def advise(self, move: Move, words: Localizer) -> str:
        """The move as an order without a full stop."""
        assert isinstance(move, Choose)
        return words("ru_ra_re.advise", n=move.row)

    def brings(self, seen: Observation, move: Move, names: Names, words: Localizer) -> list[str]:
        """The cards of the row that the move chooses, with their points for the viewer."""
        assert isinstance(move, Choose)
        return [gain_line(seen, move.row, words)]

    def at_stake(self, seen: Observation, move: Move, words: Localizer) -> str:
        """The cards of the row that the move chooses."""
        assert isinstance(move, Choose)
        return cards_text(seen.rows[move.row - 1], words)

    def choice_name(self, move: Move, words: Localizer) -> str:
        """The row that the move chooses, in words."""
        assert isinstance(move, Choose)
        return words("ru_ra_re.choice", n=move.row)


SCREEN: Final = RuRaReScreen()
