"""A transport: what to carry, where to, which way; shown whole before it is done.  Rules: 7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from cogs.screens.contract import Item, rows, text
from cogs.screens.rapa_nui_board.desk import Button, Desk, capital, lists
from cogs.screens.rapa_nui_board.extras import Extras, switches, used_text
from cogs.screens.rapa_nui_board.free import free_part
from cogs.screens.rapa_nui_board.placing import carved_text
from cogs.screens.rapa_nui_board.preview import (
    Carry,
    Forecast,
    in_short,
    lines,
    others_in_short,
)
from cogs.screens.rapa_nui_board.terms import (
    MOAI,
    PUKAO,
    TABLET,
    TILE_SIGNS,
    moai_text,
    pukao_text,
    space_text,
    tile_name,
)
from cogs.seats import LIST
from cogs.speech import Sign, Speech
from engine.rapa_nui_board.moves import DROP_OUT, By, CarryMoai, CarryPukao
from engine.rapa_nui_board.tiles import SIZES, Size, Tile

Load = Size | None
"""What is carried: a moai of a size; None for a pukao."""

OF_MOAI: Final[Extras] = {"take_3_more": Tile.TAKE_3_MORE, "mana": Tile.MANA}
OF_PUKAO: Final[Extras] = {"mana": Tile.MANA}
ROAD: Final[Extras] = {"log_road": Tile.LOG_ROAD}
STOP: Final = "🛑"


def carrying(desk: Desk) -> list[Item]:
    """The step of a transport that was picked, else the first one."""
    move = desk.picked_move()
    if isinstance(move, Carry):
        return preview(desk, move)
    loads = to_carry(desk)
    if len(loads) == 1:
        return first_step(desk, destinations(desk, loads[0]), [])
    for load in loads:
        if desk.question.picked == picked(load):
            goals = sorted({move.path[-1] for move in carries(desk, load)})
            title = text(f"**{load_text(load, desk.words)}**")
            return [desk.map(goals), title, *destinations(desk, load), *rows([desk.back()])]
    return first_step(desk, [], [load_button(desk, load) for load in loads])


def first_step(desk: Desk, where: list[Item], buttons: list[Button]) -> list[Item]:
    """All that could be done next; where to at once, if just one thing can be carried."""
    words = desk.words
    reached = {move.path[-1] for load in to_carry(desk) for move in carries(desk, load)}
    title = "carry_what" if buttons else "carry_only" if where else "carry_none"
    what = LIST.join(load_text(load, words) for load in to_carry(desk))
    found = [f"**{words(f'rapa_nui_board.{title}', what=what)}**", *waiting_lines(desk)]
    stop = desk.move(DROP_OUT, words("rapa_nui_board.carry_stop"), STOP, style=discord.ButtonStyle.danger)
    return [desk.map(reached), text(*found), *where, *rows([*buttons, stop]), *free_part(desk)]


def waiting_lines(desk: Desk) -> list[str]:
    """The carved moai: which would go back when the round ends, and which are kept."""
    kept = desk.player.safekept
    left = tuple(moai - safe for moai, safe in zip(desk.player.moai, kept, strict=True))
    return [
        "-# " + desk.words(f"rapa_nui_board.carry_{name}", list=carved_text(moai, desk.words))
        for name, moai in (("waiting", left), ("kept", kept))
        if any(moai)
    ]


# What to carry


def carries(desk: Desk, load: Load) -> list[Carry]:
    """The transports of a load, as the engine has them: those that pay least first."""
    if load is None:
        return [*desk.moves(CarryPukao)]
    return [move for move in desk.moves(CarryMoai) if move.size is load]


def to_carry(desk: Desk) -> list[Load]:
    """What can be carried, the largest first."""
    loads: list[Load] = [*reversed(SIZES), None]
    return [load for load in loads if carries(desk, load)]


def load_of(move: Carry) -> Load:
    """What a transport carries."""
    return move.size if isinstance(move, CarryMoai) else None


def picked(load: Load) -> str:
    """The pick of a load."""
    return "pukao" if load is None else f"moai {load.name.lower()}"


def load_text(load: Load, words: Speech) -> str:
    """A load with its emoji."""
    return pukao_text(words) if load is None else moai_text(load, words)


def load_sign(load: Load) -> Sign:
    """The emoji of a load."""
    return PUKAO if load is None else MOAI


def load_button(desk: Desk, load: Load) -> Button:
    """A button that shows where a load can be carried to."""
    label = capital(load_text(load, desk.words.aloud))
    primary = discord.ButtonStyle.primary
    return desk.pick(picked(load), label, desk.words.sign(load_sign(load)), style=primary)


# Where to


def destinations(desk: Desk, load: Load) -> list[Item]:
    """Where a load can be carried to, each with what the best way brings and to whom."""
    best: dict[str, Carry] = {}
    for move in carries(desk, load):
        best.setdefault(move.path[-1], move)
    options = [destination_option(desk, best[space]) for space in sorted(best)]
    what = capital(load_text(load, desk.words.aloud))
    return lists("destinations", options, desk.words("rapa_nui_board.carry_only", what=what))


def destination_option(desk: Desk, move: Carry) -> discord.SelectOption:
    """An option that shows a transport before it is done."""
    words, forecast = desk.words, Forecast(desk, move)
    sign = load_sign(load_of(move))
    tile = desk.seen.spots[desk.island.numbers[move.path[-1]]].tile
    if tile is not None:
        sign = TILE_SIGNS[tile]
    if move.log_road is not None:
        sign = road_sign(move.log_road)
    return desk.pick_option(
        desk.at(move),
        space_text(move.path[-1], desk.seen.seats, words.aloud),
        in_short(forecast, desk.names.aloud, words.aloud),
        emoji=words.sign(sign),
    )


# Which way


def preview(desk: Desk, move: Carry) -> list[Item]:
    """One transport: its way, what it brings to whom, other ways, and the button that does it."""
    words, load = desk.words, load_of(move)
    there = [one for one in carries(desk, load) if one.path[-1] == move.path[-1]]
    space = space_text(move.path[-1], desk.seen.seats, words)
    extras = OF_PUKAO if load is None else OF_MOAI
    found = [
        f"**{load_text(load, words)} → {space}**",
        f"-# {way_text(move)}",
        *lines(Forecast(desk, move), desk),
    ]
    used = used_text(move, {**ROAD, **extras}, words)
    if used:
        found.append("-# " + words("rapa_nui_board.turn_uses", list=used))
    confirm = desk.move(
        move, words("rapa_nui_board.carry_do"), words.sign(load_sign(load)), style=discord.ButtonStyle.success
    )
    before = "" if len(to_carry(desk)) == 1 else picked(load)
    return [
        desk.map([move.path[-1]], move.path),
        text(*found),
        *other_ways(desk, there, move, extras),
        *rows(switches(desk, there, move, extras)),
        *rows([confirm, desk.back(before)]),
    ]


def other_ways(desk: Desk, there: Sequence[Carry], move: Carry, extras: Extras) -> list[Item]:
    """The ways to the same destination with the same extras, if there are several."""
    alike = [one for one in there if all(getattr(one, name) is getattr(move, name) for name in extras)]
    if len(alike) == 1:
        return []
    options = [way_option(desk, one, is_chosen=one == move) for one in alike]
    return lists("ways", options, desk.words("rapa_nui_board.carry_other_way"))


def way_option(desk: Desk, move: Carry, *, is_chosen: bool) -> discord.SelectOption:
    """A way by the spaces that it passes, and who gains."""
    words = desk.words.aloud
    note = others_in_short(Forecast(desk, move), desk.names.aloud, words)
    sign = None
    if move.log_road is not None:
        sign = desk.words.sign(road_sign(move.log_road))
        road = words("rapa_nui_board.carry_road", tile=tile_name(Tile.LOG_ROAD, words), space=move.road or "")
        if move.log_road is By.TABLET:
            road = words("rapa_nui_board.turn_by_tablet", what=road)
        note = f"{road}{LIST}{note}"
    return desk.pick_option(desk.at(move), way_text(move), note, emoji=sign, default=is_chosen)


def way_text(move: Carry) -> str:
    """The spaces of a way."""
    return "–".join(move.path)


def road_sign(by: By) -> Sign:
    """The emoji of what pays for Log road."""
    return TABLET if by is By.TABLET else TILE_SIGNS[Tile.LOG_ROAD]
