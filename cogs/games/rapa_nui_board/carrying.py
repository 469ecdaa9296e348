"""The steps of choosing a transport: load, destination, path.

Each step shows the results of its choices in advance.  Rules: 7.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import discord

from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.exchanging import Extras, switches, uses_text
from cogs.games.rapa_nui_board.free import free_part
from cogs.games.rapa_nui_board.preview import (
    Carry,
    Forecast,
    dues_worth,
    in_short,
    lines,
    others_in_short,
    payable_offerings,
)
from cogs.games.rapa_nui_board.turn import Turn, as_option
from cogs.text.language import Sign
from cogs.text.names import LIST, TIE, capital
from cogs.text.ui import MOST_OPTIONS, Button, Item, rows, text
from engine.rapa_nui_board.legal_transport import can_exchange, leaves_out, moai_goals, pukao_goals
from engine.rapa_nui_board.moves import DROP_OUT, By, CarryMoai, CarryPukao
from engine.rapa_nui_board.state import SIZES, Size, Tile

EXTRAS_OF: Final[dict[type[Carry], Extras]] = {
    CarryMoai: {"take_3_more": Tile.TAKE_3_MORE, "mana": Tile.MANA},
    CarryPukao: {"mana": Tile.MANA},
}
PAGE: Final = 3 * MOST_OPTIONS
"""The number of paths on one page of the list of all paths."""
_PICKED: Final = re.compile(r"ways ([0-9]{1,5}) ([0-9]{1,3})")


def cheapest_first(turn: Turn, moves: Iterable[Carry]) -> list[Carry]:
    """Sort transports: by use of the tablet, then by number of tiles used, then by other players' gains."""

    def used_and_due(move: Carry) -> tuple[int, int, int]:
        used = [move.log_road, *(getattr(move, name) for name in EXTRAS_OF[type(move)])]
        return used.count(By.TABLET), used.count(By.TILE), dues_worth(turn, move)

    return sorted(moves, key=used_and_due)


def alike(turn: Turn, move: Carry) -> list[Carry]:
    """The legal transports like `move` in all but the path and Log road, the cheapest first."""
    same = ["size"] if isinstance(move, CarryMoai) else []
    same += EXTRAS_OF[type(move)]
    found = (
        one
        for one in turn.moves(type(move))
        if one.path[-1] == move.path[-1] and all(getattr(one, name) is getattr(move, name) for name in same)
    )
    return cheapest_first(turn, found)


def switch_list(turn: Turn, buttons: list[Button]) -> list[Item]:
    """The switches of extra effects: a button or, if there are several, a list."""
    if len(buttons) < 2:
        return rows(buttons)
    return turn.lists("extras", list(map(as_option, buttons)), turn.words("rapa_nui_board.carry_extras"))


def other_ways(turn: Turn, move: Carry) -> list[Item]:
    """A list of the cheapest other paths for `move`; if there are more, also a button to all paths."""
    everything = alike(turn, move)
    others = [one for one in everything if one != move]
    options = [way_option(turn, one) for one in others[:MOST_OPTIONS]]
    found = turn.lists("ways", options, turn.words("rapa_nui_board.carry_other_way"))
    if len(others) <= MOST_OPTIONS:
        return found
    label = turn.words.count("rapa_nui_board.carry_all_ways", len(everything))
    return [*found, *rows([turn.pick(_picked(turn, move, 1), label)])]


def all_ways(turn: Turn) -> list[Item]:
    """A page of the list of all paths of a transport; empty unless the viewer has opened that list."""
    match = _PICKED.fullmatch(turn.question.picked)
    move = turn.move_at(int(match[1])) if match else None
    if match is None or not isinstance(move, CarryMoai | CarryPukao):
        return []
    everything = alike(turn, move)
    pages = [everything[at : at + PAGE] for at in range(0, len(everything), PAGE)]
    page = min(max(int(match[2]), 1), len(pages))
    words = turn.words
    lines = [
        heading(turn, move),
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
    """Select menus with the transports `shown`, which are numbered from `first` on."""
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
    """Buttons to the previous and the next page of the list of paths; pages are counted from 1."""
    labels = {page - 1: "rapa_nui_board.carry_ways_cheaper", page + 1: "rapa_nui_board.carry_ways_dearer"}
    return [
        turn.pick(_picked(turn, move, to), turn.words(label))
        for to, label in labels.items()
        if 1 <= to <= pages
    ]


def way_option(turn: Turn, move: Carry) -> discord.SelectOption:
    """A list option for a transport: the spaces on its path, and the players who gain by it."""
    words = turn.words.for_alt_text
    note = others_in_short(Forecast(turn, move), turn.names.for_alt_text, words)
    sign = None
    if move.log_road is not None:
        sign = turn.words.sign(road_sign(move.log_road))
        road = words(
            "rapa_nui_board.carry_road", tile=terms.tile_name(Tile.LOG_ROAD, words), space=move.road or ""
        )
        if move.log_road is By.TABLET:
            road = words("rapa_nui_board.turn_by_tablet", what=road)
        note = f"{road}{LIST}{note}"
    return as_option(turn.pick(turn.at(move), "–".join(move.path), sign), note)


def road_sign(by: By) -> Sign:
    """The sign of the thing that pays for Log Road: the tablet or the tile, as `by` says."""
    return terms.TABLET if by is By.TABLET else terms.TILE_SIGNS[Tile.LOG_ROAD]


def why_no_moai(turn: Turn) -> str:
    """The reason why the viewer can erect no moai; called only if they can't."""
    if not any(turn.player.moai):
        return turn.words("rapa_nui_board.why_none_carved")
    start = turn.island.ids[turn.island.crater]
    goals = moai_goals(turn.state, turn.seat)
    return _no_chain(turn, start, goals) if goals else turn.words("rapa_nui_board.why_no_moai", start=start)


def why_no_pukao(turn: Turn) -> str:
    """The reason why the viewer can place no pukao; called only if they can't."""
    if not turn.state.pukao:
        return turn.words("rapa_nui_board.refused_no_pukao")
    if not can_exchange(turn.player, turn.state.stacks, tablet_used=False):
        return turn.words("rapa_nui_board.refused_no_exchange")
    start = turn.island.ids[turn.island.pukao_quarry]
    goals = pukao_goals(turn.state, turn.seat)
    return _no_chain(turn, start, goals) if goals else turn.words("rapa_nui_board.why_no_pukao", start=start)


def _no_chain(turn: Turn, start: str, goals: Iterable[int]) -> str:
    listed = " ".join(turn.island.ids[space] for space in sorted(goals))
    return turn.words("rapa_nui_board.why_no_chain", start=start, list=listed)


Load = Size | None
"""The load of a transport: a moai of this size; None for a pukao."""

ROAD: Final[Extras] = {"log_road": Tile.LOG_ROAD}
STOP: Final = "🛑"
STOPPING: Final = "stop"
"""The text in a button's id that stands for the question whether to stop."""


def carrying(turn: Turn) -> list[Item]:
    """The controls of the step that the viewer has picked in choosing a transport, or of the first step."""
    move = turn.picked_move()
    if isinstance(move, Carry):
        return preview(turn, move)
    if ways := all_ways(turn):
        return ways
    loads = to_carry(turn)
    if loads and turn.question.picked == STOPPING:
        return stopping(turn, loads)
    if len(loads) > 1:
        loads = [load for load in loads if picked(load) == turn.question.picked]
    return where(turn, loads[0]) if loads else what(turn)


def ending(turn: Turn, buttons: Sequence[Button], before: str | None) -> list[Item]:
    """A step's last parts: the row of `closing` and, at the first step (`before` None), the free actions."""
    return [*closing(turn, buttons, before), *(free_part(turn) if before is None else [])]


def closing(turn: Turn, buttons: Sequence[Button], before: str | None) -> list[Item]:
    """A row of `buttons` with a button back to the step `before`; at the first step (None), one to stop."""
    if before is not None:
        return rows([*buttons, turn.back(before)])
    label = turn.words("rapa_nui_board.carry_stop")
    stop = turn.pick(STOPPING, label, STOP) if to_carry(turn) else turn.move(DROP_OUT, label, STOP)
    return rows([*buttons, stop])


def stopping(turn: Turn, loads: Sequence[Load]) -> list[Item]:
    """The question whether the viewer really stops carrying, since they could still carry `loads`."""
    listed = LIST.join(terms.load_text(load, turn.words) for load in loads)
    stop = turn.move(DROP_OUT, turn.words("rapa_nui_board.carry_stop"), STOP)
    return [text(turn.words("rapa_nui_board.carry_sure", list=listed)), *rows([stop, turn.back()])]


def waiting_lines(turn: Turn) -> list[str]:
    """Lines on the viewer's carved moai (how many will go back, how many are kept) and payable offerings.

    If no moai can be erected now, a line gives the reason; if nothing can be carried, offerings are left out.
    """
    kept = turn.player.safekept
    left = tuple(moai - safe for moai, safe in zip(turn.player.moai, kept, strict=True))
    lines = [
        turn.words(f"rapa_nui_board.carry_{name}", list=terms.moai_counts_text(moai, turn.words))
        for name, moai in (("waiting", left), ("kept", kept))
        if any(moai)
    ]
    if lines and not turn.moves(CarryMoai):
        lines.append(why_no_moai(turn))
    if to_carry(turn) and turn.state.pukao and (payable := payable_offerings(turn.player, turn.state)):
        offerings = (f"{terms.offering_text(kind, turn.words)}{TIE}{points}" for kind, points in payable)
        lines.append(turn.words("rapa_nui_board.carry_payable", list=LIST.join(offerings)))
    return [f"-# {line}" for line in lines]


# The load


def what(turn: Turn) -> list[Item]:
    """The first step: a button for each load that can be carried, or a line on why there is none."""
    loads = to_carry(turn)
    title = "carry_what" if loads else "carry_none"
    found = [f"**{turn.words(f'rapa_nui_board.{title}')}**", *waiting_lines(turn)]
    if not loads:
        found += [] if any(turn.player.moai) else [f"-# {why_no_moai(turn)}"]
        found.append(f"-# {why_no_pukao(turn)}")
    reached = [space for load in loads for space in goals(turn, load)]
    buttons = [load_button(turn, load) for load in loads]
    return [*turn.map(reached), text(*found), *ending(turn, buttons, None)]


def carries(turn: Turn, load: Load) -> list[Carry]:
    """The legal transports of a load, to all destinations, in the engine's order."""
    if load is None:
        return [*turn.moves(CarryPukao)]
    return [move for move in turn.moves(CarryMoai) if move.size is load]


def to_carry(turn: Turn) -> list[Load]:
    """The loads for which there are legal transports, the largest first."""
    loads: list[Load] = [*reversed(SIZES), None]
    return [load for load in loads if carries(turn, load)]


def load_of(move: Carry) -> Load:
    """The load of a transport."""
    return move.size if isinstance(move, CarryMoai) else None


def picked(load: Load) -> str:
    """The text that stands for a load in the id of a button: `moai large` or `pukao`."""
    return "pukao" if load is None else f"moai {load.name.lower()}"


def heading(turn: Turn, move: Carry) -> str:
    """A line with the load and the destination of a transport."""
    space = terms.space_text(move.path[-1], turn.state.seats, turn.words)
    return f"**{terms.load_text(load_of(move), turn.words)} → {space}**"


def load_sign(load: Load) -> Sign:
    """The sign (emoji) of a load."""
    return terms.PUKAO if load is None else terms.MOAI


def load_button(turn: Turn, load: Load) -> Button:
    """A button that goes on to the destinations of a load."""
    label = capital(terms.load_text(load, turn.words.for_alt_text))
    primary = discord.ButtonStyle.primary
    return turn.pick(picked(load), label, turn.words.sign(load_sign(load)), style=primary)


# The destination


def goals(turn: Turn, load: Load) -> dict[str, Carry]:
    """The destinations of a load, each with the cheapest transport to that space."""
    best: dict[str, Carry] = {}
    for move in cheapest_first(turn, carries(turn, load)):
        best.setdefault(move.path[-1], move)
    return dict(sorted(best.items()))


def where(turn: Turn, load: Load) -> list[Item]:
    """A list of a load's destinations with their results; for a single destination, the preview."""
    best = goals(turn, load)
    if len(best) == 1:
        return preview(turn, *best.values())
    is_first = len(to_carry(turn)) == 1
    title = turn.words("rapa_nui_board.carry_to", what=terms.load_text(load, turn.words))
    options = [destination_option(turn, move) for move in best.values()]
    return [
        *turn.map(best, step="" if is_first else picked(load)),
        text(f"**{title}**", *(waiting_lines(turn) if is_first else [])),
        *turn.lists("destinations", options, turn.words("rapa_nui_board.carry_where")),
        *ending(turn, [], None if is_first else ""),
    ]


def destination_option(turn: Turn, move: Carry) -> discord.SelectOption:
    """A list option that leads to a transport's preview, with the transport's destination and results."""
    words, forecast = turn.words, Forecast(turn, move)
    sign = load_sign(load_of(move))
    tile = turn.state.spots[turn.island.numbers[move.path[-1]]].tile
    if tile is not None:
        sign = terms.TILE_SIGNS[tile]
    if move.log_road is not None:
        sign = road_sign(move.log_road)
    space = terms.space_text(move.path[-1], turn.state.seats, words.for_alt_text)
    note = in_short(forecast, turn.names.for_alt_text, words.for_alt_text)
    return as_option(turn.pick(turn.at(move), space, words.sign(sign)), note)


# The path


def preview(turn: Turn, move: Carry) -> list[Item]:
    """The preview of a transport: path, results for all players, other paths, a button to carry it out."""
    words, load = turn.words, load_of(move)
    possible = [one for one in carries(turn, load) if one.path[-1] == move.path[-1]]
    extras = EXTRAS_OF[type(move)]
    found = [f"-# {'–'.join(move.path)}", *(f"-# {line}" for line in lines(Forecast(turn, move), turn))]
    used = uses_text(move, {**ROAD, **extras}, words)
    if used:
        found.append("-# " + words("rapa_nui_board.turn_uses", list=used))
    confirm = turn.move(
        move, words("rapa_nui_board.carry_do"), words.sign(load_sign(load)), style=discord.ButtonStyle.success
    )
    several_loads, several_goals = len(to_carry(turn)) > 1, len(goals(turn, load)) > 1
    before = picked(load) if several_loads and several_goals else ""
    is_first = not several_loads and not several_goals
    is_stuck = any(turn.player.moai) and not turn.moves(CarryMoai)
    return [
        *turn.map(way=move.path, step=turn.at(move)),
        text(heading(turn, move), *found),
        *closing(turn, [confirm], None if is_first else before),
        *other_ways(turn, move),
        *switch_list(turn, switches(turn, possible, move, extras)),
        *(free_part(turn) if is_first else []),
        *([text(f"-# {why_no_moai(turn)}")] if is_first and is_stuck else []),
    ]
