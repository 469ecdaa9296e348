"""The final score: why the game ended, who came where, and the parts of each score."""

from __future__ import annotations

from cogs.discord_io.attachments import Picture
from cogs.games.rapa_nui_board.alt_text import offerings_text
from cogs.games.rapa_nui_board.terms import outstanding_name, points_text, resources_text
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import LIST, MEDALS, Names, tied
from engine.game import Result, Seat
from engine.rapa_nui_board.state import OUTSTANDING, Observation
from pictures.rapa_nui_board.sheet import sheet as pictured
from pictures.score_rows import best_first


def sheet(seen: Observation, result: Result, names: Names, words: Localizer) -> list[Item]:
    """The picture; in words who came where, with all parts of the score."""
    order = best_first(result)
    heads = [head(seat, result, names.for_alt_text, words.for_alt_text) for seat in order]
    return [
        text(f"-# {words(f'rapa_nui_board.ended_{result.reason}')}"),
        Picture("score", pictured(result, names.in_pictures), spoken(heads, words), []),
        *(text(*score_lines(seen, seat, result, names, words)) for seat in order),
        *tie(result, words),
    ]


def head(seat: Seat, result: Result, names: Names, words: Localizer) -> str:
    """Rank, name and total of a player."""
    score = result.seats[seat]
    medal = "" if words.is_alt_text else f"{MEDALS[score.rank - 1]} "
    rank = words("rapa_nui_board.rank", n=score.rank)
    return f"{medal}**{rank} {names(seat)} — {points_text(score.points, words)}**"


def score_lines(seen: Observation, seat: Seat, result: Result, names: Names, words: Localizer) -> list[str]:
    """A player's total, and in small print the parts of it and where they come from."""
    player, for_alt_text = seen.state.players[seat], words.for_alt_text
    scored = (part for part in result.seats[seat].parts if part.points)
    parts = (part_text(part.name, part.points, words) for part in scored)
    won = LIST.join(
        outstanding_name(tile, for_alt_text) for tile in OUTSTANDING if seen.state.outstanding[tile] == seat
    )
    left = resources_text(player.resources, for_alt_text) if any(player.resources) else ""
    owned = [one for one in (offerings_text(player, for_alt_text), won, left) if one]
    return [
        head(seat, result, names, words),
        f"-# {LIST.join(parts) or words('rapa_nui_board.none')}",
        *([f"-# {' — '.join(owned)}"] if owned else []),
    ]


def part_text(name: str, points: int | str, words: Localizer) -> str:
    """What a player has scored for one thing."""
    return tied(words(f"rapa_nui_board.part_{name}", n=points))


def tie(result: Result, words: Localizer) -> list[Item]:
    """A sentence on a shared victory; empty if there is none."""
    if sum(score.rank == 1 for score in result.seats) < 2:
        return []
    return [text(f"-# {words('rapa_nui_board.tie')}")]
