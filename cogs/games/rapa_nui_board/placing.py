"""Placing figures: one with one click, or several planned ahead.  Rules: Rapa Nui board 5.

A plan places its first figure now, and each further figure at the player's next turns.  The step of a plan is
the word `plan` and two characters for each figure, in order: `plan E2q1t2` is a villager on E2, one in column
1 of the quarry, and the sorcerer on position 2 of the turn order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import discord

from cogs.games.contract import move_button
from cogs.games.rapa_nui_board.free import (
    COLUMN,
    carved_text,
    carving_label,
    carving_text,
    free_part,
    space_lists,
)
from cogs.games.rapa_nui_board.terms import IMPROVEMENT_SIGNS, figures_text, star_text
from cogs.games.rapa_nui_board.turn import ASIDE, Turn, as_option
from cogs.text.language import Localizer
from cogs.text.names import LIST, capital
from cogs.text.ui import Button, Item, rows, text
from engine.game import IllegalMove
from engine.rapa_nui_board.legal import free_places
from engine.rapa_nui_board.moves import (
    Move,
    PlaceChief,
    Placement,
    PlaceSculptor,
    PlaceSorcerer,
    PlaceVillager,
    read_move,
    write_move,
)
from engine.rapa_nui_board.state import AT_HAND, Improvement, Observation, figures_at_hand
from tables.verbs.auto_answers import Moves

PICK: Final = "plan"
TURN_ORDER: Final = "⭐"
MOST: Final = 5
"""The most figures of a plan, so that the text of the plan fits into a button's id."""
_LETTERS: Final = {"q": "sculptor", "c": "chief", "t": "sorcerer"}


def plan_button(turn: Turn) -> list[Button]:
    """The button that begins a plan; an empty list if only one figure is left to place."""
    if figures_at_hand(turn.player) < 2:
        return []
    return [turn.pick(PICK, turn.words("rapa_nui_board.plan_button"), "📌")]


def plan_step(turn: Turn) -> list[Item]:
    """The controls of a plan: the figures chosen so far, and all possible next ones; empty without a plan."""
    word, _, codes = turn.question.picked.partition(" ")
    chosen = plan(turn, codes) if word == PICK else None
    if chosen is None:
        return []
    words, left = turn.words, following(turn, chosen)
    most = min(MOST, figures_at_hand(turn.player))
    spaces = [move for move in left if isinstance(move, PlaceVillager)]
    picked = f"{PICK} {codes}"
    listed = LIST.join(f"{place}. {placement_text(move, words)}" for place, move in enumerate(chosen, 1))
    title = words("rapa_nui_board.plan_title", list=listed)
    columns = [move.column for move in chosen if isinstance(move, PlaceSculptor | PlaceChief)]
    carves = [carving_text(turn, columns)] if columns or any(turn.player.sculptors) else []
    lines = [
        f"**{title if chosen else words('rapa_nui_board.plan_empty', n=most)}**",
        *(f"-# {line}" for line in carves),
    ]
    places = [move.space for move in chosen if isinstance(move, PlaceVillager)]
    crater = turn.island.ids[turn.island.crater]
    found = turn.map((move.space for move in spaces), (), places, crater, step=picked.rstrip())
    found.append(text(*lines))
    if spaces:
        found += space_lists(turn, spaces, words("rapa_nui_board.place_villager"), picked)
    found += elsewhere(turn, left, columns, lambda move: picked + code(move))
    undo = f"{PICK} {codes[:-2]}".rstrip()
    back = turn.pick(undo, words("rapa_nui_board.plan_undo")) if codes else turn.back()
    hint = text(f"-# {words('rapa_nui_board.plan_hint')}")
    return [*found, *rows([*confirm(turn, chosen), back]), hint]


def plan(turn: Turn, codes: str) -> list[Placement] | None:
    """The placements of a plan in order, from its `codes`; None: they aren't possible in that order."""
    chosen: list[Placement] = []
    if len(codes) % 2:
        return None
    for place in range(0, len(codes), 2):
        move = decoded(codes[place : place + 2])
        if move not in following(turn, chosen):
            return None
        chosen.append(move)
    return chosen


def decoded(two: str) -> Move | None:
    """The placement that two characters of a plan mean; None: the characters mean no placement."""
    try:
        return read_move(f"{_LETTERS[two[0]]} {two[1]}" if two[0] in _LETTERS else f"villager {two}")
    except IllegalMove:
        return None


def code(move: Placement) -> str:
    """The two characters that mean a placement in a plan."""
    if isinstance(move, PlaceVillager):
        return move.space
    word, number = write_move(move).split(" ")
    return {name: letter for letter, name in _LETTERS.items()}[word] + number


def following(turn: Turn, chosen: Sequence[Placement]) -> list[Placement]:
    """The placements that can come after those in `chosen`: no figure, space or position is used twice."""
    if len(chosen) == MOST:
        return []
    villagers = sum(isinstance(move, PlaceVillager | PlaceSculptor) for move in chosen)
    spent: set[type] = {type(move) for move in chosen if isinstance(move, PlaceSorcerer | PlaceChief)}
    if turn.player.sorcerer != AT_HAND:
        spent.add(PlaceSorcerer)
    if villagers == turn.player.villagers:
        spent |= {PlaceVillager, PlaceSculptor}
    # The first player may use star 1, too, but not for their first figure.
    is_free = all(player.sorcerer != 1 for player in turn.state.players)
    first = [PlaceSorcerer(1)] if chosen and is_free else []
    return [
        move
        for move in dict.fromkeys([*first, *turn.question.legal_moves])
        if isinstance(move, Placement)
        and type(move) not in spent
        and (isinstance(move, PlaceSculptor) or move not in chosen)
    ]


def confirm(turn: Turn, chosen: Sequence[Placement]) -> list[Button]:
    """The button that places a plan's first figure and plans the others; empty below two chosen figures."""
    if len(chosen) < 2:
        return []
    label = turn.words("rapa_nui_board.plan_do")
    now, *later = map(write_move, chosen)
    moves = Moves((now,), tuple(later))
    return [move_button(turn.question, moves.encode(), label, "📌", discord.ButtonStyle.success)]


def placement_text(move: Placement, words: Localizer) -> str:
    """The place of a placement's figure, in a word or two."""
    match move:
        case PlaceVillager(space):
            return space
        case PlaceSculptor(column):
            return words("rapa_nui_board.plan_quarry", column=column)
        case PlaceSorcerer(position):
            return words("rapa_nui_board.place_order", position=position)
        case PlaceChief(column):
            return words("rapa_nui_board.place_below", column=column)


def planned(seen: Observation, moves: Sequence[str], words: Localizer) -> str:
    """Planned placements in words; `moves` are their texts from the journal."""
    read = (read_move(text) for text in moves)
    return LIST.join(placement_text(move, words) for move in read if isinstance(move, Placement))


def placing(turn: Turn) -> list[Item]:
    """Controls for all placements that are legal now, and for the free actions."""
    words = turn.words
    villagers = turn.moves(PlaceVillager)
    title = words("rapa_nui_board.place_left", list=figures_text(turn.player, words))
    about = turn.island.ids[turn.island.crater] if villagers else ASIDE
    found: list[Item] = [*turn.map((move.space for move in villagers), about=about), text(f"**{title}**")]
    if villagers:
        found += space_lists(turn, villagers, words("rapa_nui_board.place_villager"))
    found += elsewhere(turn, turn.question.legal_moves)
    if turn.question.is_told("bigger") and any(turn.player.sculptors):
        found.append(text(f"-# {carving_text(turn)}"))
    free = free_part(turn)
    turn.beside.extend(plan_button(turn))
    return [*found, *free]


def elsewhere(
    turn: Turn,
    moves: Iterable[Move],
    planned: Sequence[int] = (),
    leads_to: Callable[[Placement], str] | None = None,
) -> list[Item]:
    """A list of the placements among `moves` beside the island: in the quarry, below it, and on a star.

    `planned`: the columns in which earlier figures of a plan become sculptors or chiefs.  `leads_to`: returns
    the step of a plan to which a placement leads; None: the option places the figure.
    """
    options = []
    for move in moves:
        if isinstance(move, PlaceSculptor | PlaceChief | PlaceSorcerer):
            label, sign = _where(turn, move, planned)
            button = turn.pick(leads_to(move), label, sign) if leads_to else turn.move(move, label, sign)
            options.append(as_option(button, _outcome(turn, move, planned)))
    return turn.lists("elsewhere", options, turn.words("rapa_nui_board.place_elsewhere"))


def _where(turn: Turn, move: Placement, planned: Sequence[int]) -> tuple[str, str]:
    """The label and the sign of an option for a placement beside the island."""
    words, where = turn.words, placement_text(move, turn.words)
    match move:
        case PlaceSorcerer(position):
            return star_text(position, words), TURN_ORDER
        case PlaceChief(column):
            chief = words.sign(IMPROVEMENT_SIGNS[Improvement.CHIEF])
            return carving_label(turn, where, column, planned), chief
        case _:
            return capital(where), COLUMN


def _outcome(turn: Turn, move: Placement, planned: Sequence[int]) -> str:
    """A text on the moai that a sculptor would carve, and on the column's free spaces; else empty."""
    if not isinstance(move, PlaceSculptor):
        return ""
    words, column = turn.words, move.column
    what = carved_text(turn, [*planned, column])
    if what == words("rapa_nui_board.carve_nothing"):
        return ""
    free = free_places(turn.state)[column - 1] - planned.count(column)
    return words.count("rapa_nui_board.place_quarry", free, what=what)
