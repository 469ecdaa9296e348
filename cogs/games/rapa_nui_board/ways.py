"""The ways of a transport: the cheapest ones in a list, all page by page.  Rules: 7.1."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import discord

from cogs.games.rapa_nui_board.extras import Extras
from cogs.games.rapa_nui_board.preview import Carry, Forecast, dues_worth, others_in_short
from cogs.games.rapa_nui_board.terms import (
    TABLET,
    TILE_SIGNS,
    moai_text,
    pukao_text,
    space_text,
    tile_name,
)
from cogs.games.rapa_nui_board.turn import MOST_OPTIONS, Button, Turn
from cogs.text.components import Item, rows, text
from cogs.text.language import Sign
from cogs.text.names import LIST
from engine.rapa_nui_board.legal_transport import leaves_out
from engine.rapa_nui_board.moves import By, CarryMoai, CarryPukao
from engine.rapa_nui_board.tiles import Tile

EXTRAS_OF: Final[dict[type[Carry], Extras]] = {
    CarryMoai: {"take_3_more": Tile.TAKE_3_MORE, "mana": Tile.MANA},
    CarryPukao: {"mana": Tile.MANA},
}
PAGE: Final = 3 * MOST_OPTIONS
"""How many ways stand on a page."""
_PICKED: Final = re.compile(r"ways ([0-9]{1,5}) ([0-9]{1,3})")


def cheapest_first(turn: Turn, moves: Iterable[Carry]) -> list[Carry]:
    """Transports sorted: those without the tablet first, then by number of tiles, then by worth of dues."""

    def used_and_due(move: Carry) -> tuple[int, int, int]:
        used = [move.log_road, *(getattr(move, name) for name in EXTRAS_OF[type(move)])]
        return used.count(By.TABLET), used.count(By.TILE), dues_worth(turn, move)

    return sorted(moves, key=used_and_due)


def alike(turn: Turn, move: Carry) -> list[Carry]:
    """The transports of the same load to the same destination with the same extras, the cheapest first."""
    same = ["size"] if isinstance(move, CarryMoai) else []
    same += EXTRAS_OF[type(move)]
    found = (
        one
        for one in turn.moves(type(move))
        if one.path[-1] == move.path[-1] and all(getattr(one, name) is getattr(move, name) for name in same)
    )
    return cheapest_first(turn, found)


def other_ways(turn: Turn, move: Carry) -> list[Item]:
    """A list of the cheapest other ways, and a button to all of them if there are more."""
    everything = alike(turn, move)
    others = [one for one in everything if one != move]
    options = [way_option(turn, one) for one in others[:MOST_OPTIONS]]
    found = turn.lists("ways", options, turn.words("rapa_nui_board.carry_other_way"))
    if len(others) <= MOST_OPTIONS:
        return found
    label = turn.words.count("rapa_nui_board.carry_all_ways", len(everything))
    return [*found, *rows([turn.pick(_picked(turn, move, 1), label)])]


def all_ways(turn: Turn) -> list[Item]:
    """A page of all ways if that was picked; else empty."""
    match = _PICKED.fullmatch(turn.question.picked)
    move = turn.move_at(int(match[1])) if match else None
    if match is None or not isinstance(move, CarryMoai | CarryPukao):
        return []
    everything = alike(turn, move)
    pages = [everything[at : at + PAGE] for at in range(0, len(everything), PAGE)]
    page = min(max(int(match[2]), 1), len(pages))
    words = turn.words
    load = moai_text(move.size, words) if isinstance(move, CarryMoai) else pukao_text(words)
    lines = [
        f"**{load} → {space_text(move.path[-1], turn.state.seats, words)}**",
        words.count("rapa_nui_board.carry_ways_count", len(everything)),
    ]
    if leaves_out(turn.state, turn.seat, move):
        lines.append(f"-# {words('rapa_nui_board.carry_ways_dearest')}")
    first = (page - 1) * PAGE
    return [
        *turn.map([move.path[-1]], step=_picked(turn, move, page)),
        text(*lines),
        *_lists(turn, pages[page - 1], first + 1),
        *rows([*_turning(turn, move, page, len(pages)), turn.back(turn.at(move))]),
    ]


def _lists(turn: Turn, shown: list[Carry], first: int) -> list[Item]:
    """Lists of these ways, numbered from `first` on."""
    found: list[Item] = []
    for at in range(0, len(shown), MOST_OPTIONS):
        options = [way_option(turn, one) for one in shown[at : at + MOST_OPTIONS]]
        numbers = {"first": first + at, "last": first + at + len(options) - 1}
        found += turn.lists(
            f"ways{first + at}", options, turn.words("rapa_nui_board.carry_ways_part", **numbers)
        )
    return found


def _picked(turn: Turn, move: Carry, page: int) -> str:
    return f"ways {turn.number(move)} {page}"


def _turning(turn: Turn, move: Carry, page: int, pages: int) -> list[Button]:
    """Buttons to the pages before and after."""
    labels = {page - 1: "rapa_nui_board.carry_ways_cheaper", page + 1: "rapa_nui_board.carry_ways_dearer"}
    return [
        turn.pick(_picked(turn, move, to), turn.words(label))
        for to, label in labels.items()
        if 1 <= to <= pages
    ]


def way_option(turn: Turn, move: Carry) -> discord.SelectOption:
    """An option for a way: the spaces that it passes, and who gains."""
    words = turn.words.for_alt_text
    note = others_in_short(Forecast(turn, move), turn.names.for_alt_text, words)
    sign = None
    if move.log_road is not None:
        sign = turn.words.sign(road_sign(move.log_road))
        road = words("rapa_nui_board.carry_road", tile=tile_name(Tile.LOG_ROAD, words), space=move.road or "")
        if move.log_road is By.TABLET:
            road = words("rapa_nui_board.turn_by_tablet", what=road)
        note = f"{road}{LIST}{note}"
    return turn.pick_option(turn.at(move), way_text(move), note, emoji=sign)


def way_text(move: Carry) -> str:
    """The spaces of a way."""
    return "–".join(move.path)


def road_sign(by: By) -> Sign:
    """The emoji of what is used for Log road."""
    return TABLET if by is By.TABLET else TILE_SIGNS[Tile.LOG_ROAD]
