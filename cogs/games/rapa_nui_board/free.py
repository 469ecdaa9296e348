"""Free actions beside the main move; lists of spaces; texts on the moai that would be carved.

Rules: Rapa Nui board 1.4, 1.5, 6, 8.  Each kind of tile has its own button.  The tablet can be used for
almost anything at almost any time, so all its uses are behind one button.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import discord

from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.board import effect_lines
from cogs.games.rapa_nui_board.preview import either_text
from cogs.games.rapa_nui_board.turn import Turn, as_option
from cogs.text.language import Localizer
from cogs.text.names import LIST, capital
from cogs.text.ui import MOST_OPTIONS, Button, Item, rows, text
from engine.counts import Counts, changed
from engine.rapa_nui_board.legal_transport import after_payment
from engine.rapa_nui_board.moves import (
    STAR,
    Barter,
    ChipIn,
    Improve,
    LendAHand,
    PlaceVillager,
    Rest,
    Safekeep,
    Take,
    TakeTwo,
    write_counts,
)
from engine.rapa_nui_board.play_transport import received
from engine.rapa_nui_board.rounds import carved, sculptors
from engine.rapa_nui_board.state import FOR_TABLET, IMPROVEMENT_PRICES, Figure, Island, Tile


def carving_text(turn: Turn, planned: Sequence[int] = ()) -> str:
    """A sentence on the moai that the viewer would carve with further sculptors in the columns `planned`."""
    return turn.words("rapa_nui_board.place_carve", what=carved_text(turn, planned))


def carving_label(turn: Turn, where: str, column: int, planned: Sequence[int] = ()) -> str:
    """A label for placing a sculptor in `column`, named `where`, with the moai that would then be carved."""
    return turn.words("rapa_nui_board.place_makes", where=where, what=carved_text(turn, (*planned, column)))


def carved_text(turn: Turn, planned: Sequence[int]) -> str:
    """The moai that the viewer would carve so far, in words; `planned`: columns of further sculptors."""
    working = sculptors(turn.player)
    for column in planned:
        working = changed(working, column - 1, 1)
    moai = carved(working, turn.state.moai)
    if not any(moai):
        return turn.words("rapa_nui_board.carve_nothing")
    return terms.moai_counts_text(moai, turn.words.for_alt_text)


def space_lists(
    turn: Turn, moves: Sequence[PlaceVillager | LendAHand | Rest], placeholder: str, picked: str = ""
) -> list[Item]:
    """Select menus of the spaces of `moves`; in a plan (`picked`), an option adds its space to the plan."""
    options = {
        move.space: space_option(turn, move, picked) for move in sorted(moves, key=lambda move: move.space)
    }
    if len(options) <= MOST_OPTIONS:
        return turn.lists("spaces", list(options.values()), placeholder)
    letters = sorted({space[0] for space in turn.island.ids})
    middle = len(letters) // 2
    found: list[Item] = []
    for side, half in (("west", letters[:middle]), ("east", letters[middle:])):
        here = [one for space, one in options.items() if space[0] in half]
        found += turn.lists(side, here, f"{placeholder}{LIST}{half[0]}–{half[-1]}")
    return found


def space_option(turn: Turn, move: PlaceVillager | LendAHand | Rest, picked: str) -> discord.SelectOption:
    """A list option that makes a move to a space or, in a plan (`picked`), adds the space to the plan."""
    space = turn.island.numbers[move.space]
    has_moai = turn.state.spots[space].moai is not None
    sign = terms.MOAI if has_moai else terms.RESOURCE_SIGNS[turn.island.resources[space][-1]]
    label = terms.space_text(move.space, turn.state.seats, turn.words)
    emoji = turn.words.sign(sign)
    button = turn.pick(picked + move.space, label, emoji) if picked else turn.move(move, label, emoji)
    return as_option(button, space_note(turn, space))


def space_note(turn: Turn, space: int) -> str:
    """The description of a space: its use, resources, tile, figures, and distance from the crater."""
    words, spot = turn.words.for_alt_text, turn.state.spots[space]
    parts = [purpose_text(turn, space, words), either_text(turn.island.resources[space], words)]
    if spot.tile is not None:
        parts.append(words("rapa_nui_board.turn_tile", tile=terms.tile_name(spot.tile, words)))
    if spot.pukao:
        parts.append(words("rapa_nui_board.turn_styled"))
    if spot.owner == turn.seat:
        parts.append(words.count("rapa_nui_board.turn_yours", spot.fresh + spot.exhausted))
    parts.append(words.count("rapa_nui_board.turn_steps", steps(turn.island)[space]))
    return LIST.join(parts)


def purpose_text(turn: Turn, space: int, words: Localizer) -> str:
    """The use of a figure of the viewer on a space: for a moai, for a pukao, or only as part of a chain."""
    spot = turn.state.spots[space]
    if space not in turn.island.ahu or spot.pukao:
        return words("rapa_nui_board.turn_link")
    if spot.moai is None:
        return words("rapa_nui_board.turn_for_moai")
    return words("rapa_nui_board.turn_for_pukao", moai=terms.moai_text(spot.moai, words))


@cache
def steps(island: Island) -> dict[int, int]:
    """The number of steps from the crater to each space.  Rules: Rapa Nui board 3."""
    found, queue = {island.crater: 0}, deque([island.crater])
    while queue:
        at = queue.popleft()
        for space in island.neighbours[at]:
            if space not in found:
                found[space] = found[at] + 1
                queue.append(space)
    return found


KINDS: Final[dict[str, Tile]] = {
    "two": Tile.TAKE_2_MORE,
    "barter": Tile.BARTER,
    "chip": Tile.CHIP_IN,
    "rest": Tile.REST,
    "lend": Tile.LEND_A_HAND,
    "keep": Tile.SAFEKEEPING,
}
"""The ahu tiles that give free actions, by the first word of their moves' texts."""
TILES: Final = "tiles"
"""The text in a button's id that stands for the step with the effects of the viewer's tiles."""
BY_TABLET: Final = "tablet"
"""The text in a button's id that stands for the step with all uses of the tablet."""
FEW: Final = 2
"""The first list has the barters that give at most this many resources; a second list has the others."""
COLUMN: Final = "⛏️"


# Beside the main move


class Action(NamedTuple):
    """A free action: its button, and its effect in words."""

    button: Button
    effect: str


def free_part(turn: Turn) -> list[Item]:
    """A list of the free actions that are legal now; its last entry opens the effects of the viewer's tiles.

    Without free actions, that entry becomes a button below the controls.
    """
    words = turn.words
    actions = [*improvements(turn), *by_tile(turn)]
    if any(turn.beginning(STAR + word) for word in KINDS):
        button = turn.pick(BY_TABLET, words("rapa_nui_board.free_tablet"), words.sign(terms.TABLET))
        actions.append(Action(button, ""))  # The tablet's own step explains it; here its text would be cut.
    tiles = []
    if effect_lines(turn.state, turn.seat, words):
        tiles.append(turn.pick(TILES, words("rapa_nui_board.tiles_button")))
    if not actions:
        turn.beside[:0] = tiles
        return []
    options = [as_option(one, effect) for one, effect in (*actions, *((tile, "") for tile in tiles))]
    return turn.lists("free", options, words("rapa_nui_board.free_list"))


def effect_line(words: Localizer, what: str, effect: str) -> str:
    """A line in small text with the name of a thing and its effect."""
    return "-# " + words("rapa_nui_board.free_effect", what=what, effect=effect)


def improvements(turn: Turn) -> list[Action]:
    """The improvements that the viewer can build now, each with a button and its effect."""
    words = turn.words
    found = []
    for move in turn.moves(Improve):
        label = words(
            "rapa_nui_board.free_build",
            what=terms.improvement_name(move.improvement, words),
            price=terms.resources_text(IMPROVEMENT_PRICES[move.improvement], words.for_alt_text),
        )
        button = turn.move(move, label, words.sign(terms.IMPROVEMENT_SIGNS[move.improvement]))
        found.append(Action(button, terms.improvement_effect(move.improvement, words)))
    return found


def by_tile(turn: Turn) -> list[Action]:
    """The free actions by ahu tiles that the viewer can use now, one for each kind of tile."""
    found = []
    for word, tile in KINDS.items():
        if turn.beginning(word):
            button = turn.pick(
                word, terms.tile_name(tile, turn.words), turn.words.sign(terms.TILE_SIGNS[tile])
            )
            found.append(Action(button, terms.tile_effect(tile, turn.words)))
    return found


# Steps


def free_step(turn: Turn) -> list[Item]:
    """The controls of the free action that the viewer has picked; empty if they have picked none."""
    if turn.question.picked == BY_TABLET:
        return tablet_step(turn)
    if turn.question.picked == TILES and (effects := effect_lines(turn.state, turn.seat, turn.words)):
        title = turn.words("rapa_nui_board.tiles_button")
        return [text(f"**{title}**", *effects), *rows([turn.back()])]
    word, *_ = turn.question.picked.split(" ")
    kind = word.removeprefix(STAR)
    moves: Sequence[Any] = turn.beginning(turn.question.picked) if kind in KINDS else []
    return _STEPS[kind](turn, moves) if moves else []


def tablet_step(turn: Turn) -> list[Item]:
    """Buttons for all possible uses of the tablet, with their effects; empty if there are none."""
    words = turn.words
    kinds = {word: tile for word, tile in KINDS.items() if turn.beginning(STAR + word)}
    if not kinds:
        return []
    buttons = [
        turn.pick(STAR + word, terms.tile_name(tile, words), words.sign(terms.TILE_SIGNS[tile]))
        for word, tile in kinds.items()
    ]
    lines = [
        effect_line(words, terms.tile_text(tile, words), terms.tile_effect(tile, words))
        for tile in kinds.values()
    ]
    return [
        text(
            f"**{terms.tablet_text(words)}**", words("rapa_nui_board.free_tablet_once", n=FOR_TABLET), *lines
        ),
        *rows(buttons),
        *rows([turn.back()]),
    ]


def head(turn: Turn) -> Item:
    """A heading: the tile used, its effect, and whether the tablet replaces the tile."""
    words, (word, *_) = turn.words, turn.question.picked.split(" ")
    tile = KINDS[word.removeprefix(STAR)]
    lines = [f"**{terms.tile_text(tile, words)}**", f"-# {terms.tile_effect(tile, words)}"]
    if word.startswith(STAR):
        lines.append("-# " + words("rapa_nui_board.free_by_tablet", n=FOR_TABLET))
    return text(*lines)


def back(turn: Turn) -> list[Item]:
    """A button back: to the previous step, to the uses of the tablet, or to the controls of the main move."""
    before, _, _ = turn.question.picked.rpartition(" ")
    if not before:
        before = BY_TABLET if turn.question.picked.startswith(STAR) else ""
    return rows([turn.back(before)])


def take_two(turn: Turn, moves: Sequence[TakeTwo]) -> list[Item]:
    """Controls to choose two resources to take."""
    words = turn.words.for_alt_text
    options = [take_option(turn, move) for move in reversed(moves)]
    return [head(turn), *turn.lists("two", options, words("rapa_nui_board.free_two")), *back(turn)]


def lost(turn: Turn, move: Take | TakeTwo) -> Counts:
    """The resources of the choice `move` that would be lost, as the viewer may hold only a limited number."""
    return received(turn.player.resources, move.resources)[1]


def take_option(turn: Turn, move: Take | TakeTwo) -> discord.SelectOption:
    """A list option that takes the resources of `move`, and names those of them that would be lost."""
    words, gone = turn.words.for_alt_text, lost(turn, move)
    note = words("rapa_nui_board.take_lost", what=terms.resources_text(gone, words)) if any(gone) else ""
    return as_option(turn.move(move, terms.resources_text(move.resources, words)), note)


def barter(turn: Turn, moves: Sequence[Barter]) -> list[Item]:
    """Controls to choose the resources to return, then those to take."""
    words = turn.words.for_alt_text
    if " " in turn.question.picked:
        takes = [turn.move(move, terms.resources_text(move.take, words)) for move in reversed(moves)]
        options = list(map(as_option, takes))
        given = words("rapa_nui_board.free_barter_take", what=terms.resources_text(moves[0].give, words))
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
    """A list option for the resources given in a barter, with those that the viewer would keep."""
    words = turn.words.for_alt_text
    left = terms.resources_text(after_payment(turn.player.resources, give), words)
    button = turn.pick(f"{turn.question.picked} {write_counts(give)}", terms.resources_text(give, words))
    return as_option(button, words("rapa_nui_board.turn_keep", what=left))


def chip_in(turn: Turn, moves: Sequence[ChipIn]) -> list[Item]:
    """Controls to choose the column for the tile Chip In."""
    wheres = ((move, turn.words("rapa_nui_board.free_column", column=move.column)) for move in moves)
    buttons = [turn.move(move, carving_label(turn, where, move.column), COLUMN) for move, where in wheres]
    return [head(turn), text(f"-# {carving_text(turn)}"), *rows(buttons), *back(turn)]


def rest(turn: Turn, moves: Sequence[Rest]) -> list[Item]:
    """Controls to choose the exhausted transporter that becomes fresh again."""
    return where(turn, moves, turn.words("rapa_nui_board.free_rest"))


def where(turn: Turn, moves: Sequence[LendAHand | Rest], placeholder: str) -> list[Item]:
    """Controls to choose the space of a move."""
    spaces = turn.map((move.space for move in moves), step=turn.question.picked)
    return [*spaces, head(turn), *space_lists(turn, moves, placeholder), *back(turn)]


def lend(turn: Turn, moves: Sequence[LendAHand]) -> list[Item]:
    """Controls to choose a figure to lend, then its space."""
    if " " in turn.question.picked:
        return where(turn, moves, turn.words("rapa_nui_board.free_lend"))
    figures = dict.fromkeys((move.figure, move.column) for move in moves)
    buttons = [figure_button(turn, figure, column) for figure, column in figures]
    return [head(turn), *rows(buttons), *back(turn)]


def figure_button(turn: Turn, figure: Figure, column: int) -> Button:
    """A button that picks a figure to lend: a sculptor of a column, the sorcerer or the chief."""
    if figure is Figure.VILLAGER:
        label = turn.words("rapa_nui_board.free_sculptor", column=column)
        return turn.pick(f"{turn.question.picked} {column}", label)
    label = turn.words(f"rapa_nui_board.figure_{figure.value}")
    return turn.pick(f"{turn.question.picked} {figure.value}", capital(label))


def keep(turn: Turn, moves: Sequence[Safekeep]) -> list[Item]:
    """Controls to choose the carved moai to keep beyond the round."""
    words = turn.words
    buttons = [
        turn.move(move, terms.moai_text(move.size, words.for_alt_text), words.sign(terms.MOAI))
        for move in moves
    ]
    return [head(turn), *rows(buttons), *back(turn)]


_STEPS: Final[dict[str, Callable[[Turn, Any], list[Item]]]] = {
    "two": take_two,
    "barter": barter,
    "chip": chip_in,
    "rest": rest,
    "lend": lend,
    "keep": keep,
}
