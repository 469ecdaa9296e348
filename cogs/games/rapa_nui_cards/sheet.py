"""The final score sheet: the stone revealed, what each good is worth, each player's parts."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.discord_io.attachments import Picture
from cogs.games.rapa_nui_cards.board import stone_goods, turned_over_lines
from cogs.games.rapa_nui_cards.terms import (
    STONE,
    card_name,
    cards_text,
    good_name,
    goods_text,
    joined,
    wood_text,
)
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import MEDALS, Names, tied
from engine.game import Result, Seat, SeatResult
from engine.rapa_nui_cards.observe import Observation, known_stone
from engine.rapa_nui_cards.state import CARDS, GOODS, Card, Good
from pictures.rapa_nui_cards.sheet import sheet as pictured


def sheet(seen: Observation, result: Result, names: Names, words: Localizer) -> list[Item]:
    """Ranks and totals, why, and in the picture the stone as it was revealed."""
    best_first = sorted(range(len(result.seats)), key=lambda seat: result.seats[seat].rank)
    alt = spoken(stone_lines(seen, names.for_alt_text, words.for_alt_text), words)
    instead = [text(*stone_lines(seen, names, words))]
    return [
        Picture("score", pictured(seen, result, names.in_pictures), alt, instead),
        *(text(*score_lines(seen, seat, result.seats[seat], names, words)) for seat in best_first),
        *tie_break(seen, result, words),
    ]


def score_lines(
    seen: Observation, seat: Seat, score: SeatResult, names: Names, words: Localizer
) -> list[str]:
    """A player's rank and total, and in small print the parts of it and where they come from."""
    view, for_alt_text = seen.seats[seat], words.for_alt_text
    scored = (part for part in score.parts if part.points)
    parts = joined(part_text(part.name, part.points, words) for part in scored)
    total = words.count("rapa_nui_cards.points", score.points)
    held = goods_text(view.held, for_alt_text) if view.held is not None else ""
    return [
        f"{MEDALS[score.rank - 1]} **{words('rapa_nui_cards.rank', n=score.rank)} {names(seat)} — {total}**",
        f"-# {parts or words('rapa_nui_cards.none')}",
        f"-# {words('rapa_nui_cards.held')} {held} · {wood_text(view.wood, for_alt_text)}"
        f" · {words('rapa_nui_cards.village')} {cards_text(view.village, for_alt_text)}",
    ]


def scored(score: SeatResult) -> Mapping[str, int]:
    """What a player has scored, with all goods together: who has more of one has mostly less of another."""
    found = {part.name: part.points for part in score.parts}
    goods = sum(found.pop(CARDS[good].name.lower(), 0) for good in GOODS)
    return {**found, "goods": goods}


def part_text(name: str, points: int | str, words: Localizer) -> str:
    """A line of the score sheet with its points."""
    return tied(f"{part_name(name, words)} {points}")


def part_name(name: str, words: Localizer) -> str:
    """What a line of the score sheet is called, or all goods together."""
    match name:
        case "glory" | "wood" | "goods":
            return words(f"rapa_nui_cards.part_{name}")
        case "moai":
            return card_name(Card.MOAI, words)
        case _:
            return good_name(Good[name.upper()], words)


def stone_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """All cards on the stone, what each good is worth, and who laid what face down."""
    goods = stone_goods(known_stone(seen), words)
    revealed = words.signed(STONE, words("rapa_nui_cards.stone_revealed"))
    return [f"**{revealed}** {goods}", *turned_over_lines(seen, names, words)]


def tie_break(seen: Observation, result: Result, words: Localizer) -> list[Item]:
    """How equal points at the top were told apart; empty if there were none."""
    best = max(seat.points for seat in result.seats)
    if sum(seat.points == best for seat in result.seats) < 2:
        return []
    shared = sum(seat.rank == 1 for seat in result.seats) > 1
    key = "tie_shared" if shared else "tie_wood" if seen.wood_tiebreak else "tie_moai"
    return [text("-# " + words(f"rapa_nui_cards.{key}"))]
