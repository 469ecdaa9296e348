"""The final score: ranks, totals, and both scorings with their parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cogs.discord_io.attachments import Picture
from cogs.games.ru_ra_re.terms import collection_text, points_text
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import LIST, MEDALS, Names, tied
from engine.game import Part, Result, Seat, SeatResult
from engine.ru_ra_re.observe import Observation
from pictures.ru_ra_re.sheet import SCORINGS, by_scoring
from pictures.ru_ra_re.sheet import sheet as pictured
from pictures.score_rows import best_first


def sheet(seen: Observation, result: Result, names: Names, words: Localizer) -> list[Item]:
    """The picture; in words, who came where and why."""
    order = best_first(result)
    heads = [head(seat, result, names.for_alt_text, words.for_alt_text) for seat in order]
    items: list[Item] = [Picture("score", pictured(result, names.in_pictures), spoken(heads, words), [])]
    items += (text(*score_lines(seen, seat, result, names, words)) for seat in order)
    if sum(score.rank == 1 for score in result.seats) > 1:
        items.append(text(f"-# {words('ru_ra_re.tie')}"))
    return items


def head(seat: Seat, result: Result, names: Names, words: Localizer) -> str:
    """Rank, name and total of a player."""
    score = result.seats[seat]
    rank = words("ru_ra_re.rank", n=score.rank)
    medal = "" if words.is_alt_text else f"{MEDALS[score.rank - 1]} "
    return f"{medal}**{rank} {names(seat)} — {points_text(score.points, words)}**"


def score_lines(seen: Observation, seat: Seat, result: Result, names: Names, words: Localizer) -> list[str]:
    """A player's total, and in small print the parts of both scorings and the collection."""
    both = zip(SCORINGS, by_scoring(result.seats[seat].parts), strict=True)
    return [
        head(seat, result, names, words),
        *(f"-# {scoring_line(scoring, parts, words)}" for scoring, parts in both),
        f"-# {collection_text(seen.collections[seat], words.for_alt_text)}",
    ]


def scoring_line(scoring: str, parts: Sequence[Part], words: Localizer) -> str:
    """The parts of one scoring."""
    scored = [
        part_text(part.name.removeprefix(f"{scoring}_"), part.points, words) for part in parts if part.points
    ]
    total = points_text(sum(part.points for part in parts), words)
    told = LIST.join(scored) or words("ru_ra_re.none")
    return words(f"ru_ra_re.scoring_{scoring}", points=total, parts=told)


def part_text(name: str, points: int | str, words: Localizer) -> str:
    """What a player has scored for one thing."""
    return tied(words(f"ru_ra_re.part_{name}", n=points))


def scored(score: SeatResult) -> Mapping[str, int]:
    """What a player has scored for each thing in both scorings together."""
    both: Counter[str] = Counter()
    for scoring, parts in zip(SCORINGS, by_scoring(score.parts), strict=True):
        both.update({part.name.removeprefix(f"{scoring}_"): part.points for part in parts})
    return both
