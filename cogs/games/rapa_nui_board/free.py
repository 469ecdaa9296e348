"""Free actions: those possible now stand beside the main move.  Rules: Rapa Nui board 1.4, 1.5, 8.

Each kind of tile has a button of its own.  The tablet could be used for almost anything at almost any
time, so all that it offers is behind one button.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import discord

from cogs.games.rapa_nui_board.carving import carving_label, carving_text
from cogs.games.rapa_nui_board.spaces import space_lists
from cogs.games.rapa_nui_board.terms import (
    IMPROVEMENT_SIGNS,
    MOAI,
    TABLET,
    TILE_SIGNS,
    improvement_effect,
    improvement_name,
    improvement_text,
    moai_text,
    resources_text,
    tablet_text,
    tile_effect,
    tile_name,
    tile_text,
)
from cogs.games.rapa_nui_board.turn import Button, Turn, capital, option
from cogs.text.components import Item, rows, text
from cogs.text.language import Localizer
from engine.counts import Counts
from engine.rapa_nui_board.exchange import after_payment
from engine.rapa_nui_board.moves import (
    STAR,
    Barter,
    ChipIn,
    Improve,
    LendAHand,
    Rest,
    Safekeep,
    TakeTwo,
    write_counts,
)
from engine.rapa_nui_board.play_transport import received
from engine.rapa_nui_board.state import Figure
from engine.rapa_nui_board.tiles import FOR_TABLET, IMPROVEMENT_PRICES, Tile

KINDS: Final[dict[str, Tile]] = {
    "two": Tile.TAKE_2_MORE,
    "barter": Tile.BARTER,
    "chip": Tile.CHIP_IN,
    "rest": Tile.REST,
    "lend": Tile.LEND_A_HAND,
    "keep": Tile.SAFEKEEPING,
}
"""The kinds of tiles, by the word that begins the texts of their moves."""
BY_TABLET: Final = "tablet"
"""The pick that shows what the tablet could be used as."""
BUTTONS_MOST: Final = 2
"""Up to how many free actions have a button each; more make a list."""
FEW: Final = 2
"""Barters of up to how many resources share a list."""
COLUMN: Final = "⛏️"


# Beside the main move


class Action(NamedTuple):
    """A free action: its button, and what it does."""

    button: Button
    effect: str


def free_part(turn: Turn, most: int = BUTTONS_MOST) -> list[Item]:
    """The free actions that can be taken now: a row of buttons, or a list where they are more than `most`."""
    words = turn.words
    actions = [*improvements(turn), *by_tile(turn)]
    if any(turn.beginning(STAR + word) for word in KINDS):
        button = turn.pick(BY_TABLET, words("rapa_nui_board.free_tablet"), words.sign(TABLET))
        actions.append(Action(button, words("rapa_nui_board.free_tablet_once", n=FOR_TABLET)))
    if len(actions) > most:
        return turn.lists("free", [as_option(one) for one in actions], words("rapa_nui_board.free_list"))
    effects = [
        effect_line(
            words, improvement_text(move.improvement, words), improvement_effect(move.improvement, words)
        )
        for move in turn.moves(Improve)
    ]
    return [*([text(*effects)] if effects else []), *rows([one.button for one in actions])]


def effect_line(words: Localizer, what: str, effect: str) -> str:
    """A thing and its effect, in small print."""
    return "-# " + words("rapa_nui_board.free_effect", what=what, effect=effect)


def as_option(action: Action) -> discord.SelectOption:
    """A free action as an option of a list."""
    button = action.button
    emoji = str(button.emoji) if button.emoji else None
    return option(str(button.custom_id), str(button.label), action.effect, emoji)


def improvements(turn: Turn) -> list[Action]:
    """The improvements that can be built, with price and effect."""
    words = turn.words
    found = []
    for move in turn.moves(Improve):
        label = words(
            "rapa_nui_board.free_build",
            what=improvement_name(move.improvement, words),
            price=resources_text(IMPROVEMENT_PRICES[move.improvement], words.for_alt_text),
        )
        button = turn.move(move, label, words.sign(IMPROVEMENT_SIGNS[move.improvement]))
        found.append(Action(button, improvement_effect(move.improvement, words)))
    return found


def by_tile(turn: Turn) -> list[Action]:
    """The kinds of tiles that can be used."""
    found = []
    for word, tile in KINDS.items():
        if turn.beginning(word):
            button = turn.pick(word, tile_name(tile, turn.words), turn.words.sign(TILE_SIGNS[tile]))
            found.append(Action(button, tile_effect(tile, turn.words)))
    return found


# Steps


def free_step(turn: Turn) -> list[Item]:
    """The step of a free action that was picked; empty if none was."""
    if turn.question.picked == BY_TABLET:
        return tablet_step(turn)
    word, *_ = turn.question.picked.split(" ")
    kind = word.removeprefix(STAR)
    moves: Sequence[Any] = turn.beginning(turn.question.picked) if kind in KINDS else []
    return _STEPS[kind](turn, moves) if moves else []


def tablet_step(turn: Turn) -> list[Item]:
    """What the tablet could be used as."""
    words = turn.words
    kinds = {word: tile for word, tile in KINDS.items() if turn.beginning(STAR + word)}
    if not kinds:
        return []
    buttons = [
        turn.pick(STAR + word, tile_name(tile, words), words.sign(TILE_SIGNS[tile]))
        for word, tile in kinds.items()
    ]
    lines = [effect_line(words, tile_text(tile, words), tile_effect(tile, words)) for tile in kinds.values()]
    return [
        text(f"**{tablet_text(words)}**", words("rapa_nui_board.free_tablet_once", n=FOR_TABLET), *lines),
        *rows(buttons),
        *rows([turn.back()]),
    ]


def head(turn: Turn) -> Item:
    """Which tile is used, what it does, and whether the tablet is used as it."""
    words, (word, *_) = turn.words, turn.question.picked.split(" ")
    tile = KINDS[word.removeprefix(STAR)]
    lines = [f"**{tile_text(tile, words)}**", f"-# {tile_effect(tile, words)}"]
    if word.startswith(STAR):
        lines.append("-# " + words("rapa_nui_board.free_by_tablet", n=FOR_TABLET))
    return text(*lines)


def back(turn: Turn) -> list[Item]:
    """A button back: to the step before, to those of the tablet, or to the main move."""
    before, _, _ = turn.question.picked.rpartition(" ")
    if not before:
        before = BY_TABLET if turn.question.picked.startswith(STAR) else ""
    return rows([turn.back(before)])


def take_two(turn: Turn, moves: Sequence[TakeTwo]) -> list[Item]:
    """Controls to choose two resources."""
    words = turn.words.for_alt_text
    options = []
    for move in reversed(moves):
        _, lost = received(turn.player.resources, move.resources)
        note = words("rapa_nui_board.take_lost", what=resources_text(lost, words)) if any(lost) else ""
        options.append(turn.move_option(move, resources_text(move.resources, words), note))
    return [head(turn), *turn.lists("two", options, words("rapa_nui_board.free_two")), *back(turn)]


def barter(turn: Turn, moves: Sequence[Barter]) -> list[Item]:
    """Controls to choose what to return, then what to take."""
    words = turn.words.for_alt_text
    if " " in turn.question.picked:
        options = [turn.move_option(move, resources_text(move.take, words)) for move in reversed(moves)]
        given = words("rapa_nui_board.free_barter_take", what=resources_text(moves[0].give, words))
        return [head(turn), *turn.lists("take", options, given), *back(turn)]
    gifts = dict.fromkeys(move.give for move in moves)
    few = [give for give in gifts if sum(give) <= FEW]
    many = [give for give in gifts if sum(give) > FEW]
    found = [head(turn)]
    for name, some in (("few", few), ("many", many)):
        options = [give_option(turn, give) for give in some]
        found += turn.lists(name, options, words(f"rapa_nui_board.free_barter_{name}"))
    return [*found, *back(turn)]


def give_option(turn: Turn, give: Counts) -> discord.SelectOption:
    """An option for the resources to return in a barter, with what is left."""
    words = turn.words.for_alt_text
    left = resources_text(after_payment(turn.player.resources, give), words)
    return turn.pick_option(
        f"{turn.question.picked} {write_counts(give)}",
        resources_text(give, words),
        words("rapa_nui_board.turn_keep", what=left),
    )


def chip_in(turn: Turn, moves: Sequence[ChipIn]) -> list[Item]:
    """Controls to choose the column for a chip-in tile."""
    buttons = [turn.move(move, chip_label(turn, move.column), COLUMN) for move in moves]
    return [head(turn), text(f"-# {carving_text(turn)}"), *rows(buttons), *back(turn)]


def chip_label(turn: Turn, column: int) -> str:
    """A column for a chip-in tile, and what would be carved with it."""
    return carving_label(turn, turn.words("rapa_nui_board.free_column", column=column), column)


def rest(turn: Turn, moves: Sequence[Rest]) -> list[Item]:
    """Controls to choose the transporter to make fresh again."""
    options = space_lists(turn, moves, turn.words("rapa_nui_board.free_rest"))
    return [
        *turn.map((move.space for move in moves), step=turn.question.picked),
        head(turn),
        *options,
        *back(turn),
    ]


def lend(turn: Turn, moves: Sequence[LendAHand]) -> list[Item]:
    """Controls to choose a figure, then its space."""
    if " " in turn.question.picked:
        where = space_lists(turn, moves, turn.words("rapa_nui_board.free_lend"))
        return [
            *turn.map((move.space for move in moves), step=turn.question.picked),
            head(turn),
            *where,
            *back(turn),
        ]
    figures = dict.fromkeys((move.figure, move.column) for move in moves)
    buttons = [figure_button(turn, figure, column) for figure, column in figures]
    return [head(turn), *rows(buttons), *back(turn)]


def figure_button(turn: Turn, figure: Figure, column: int) -> Button:
    """A button for a figure that can be lent."""
    if figure is Figure.VILLAGER:
        label = turn.words("rapa_nui_board.free_sculptor", column=column)
        return turn.pick(f"{turn.question.picked} {column}", label)
    label = turn.words(f"rapa_nui_board.figure_{figure.value}")
    return turn.pick(f"{turn.question.picked} {figure.value}", capital(label))


def keep(turn: Turn, moves: Sequence[Safekeep]) -> list[Item]:
    """Controls to choose the moai to keep."""
    words = turn.words
    buttons = [turn.move(move, moai_text(move.size, words.for_alt_text), words.sign(MOAI)) for move in moves]
    return [head(turn), *rows(buttons), *back(turn)]


_STEPS: Final[dict[str, Callable[[Turn, Any], list[Item]]]] = {
    "two": take_two,
    "barter": barter,
    "chip": chip_in,
    "rest": rest,
    "lend": lend,
    "keep": keep,
}
