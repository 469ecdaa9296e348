"""Placing figures: one with one click, or several planned ahead.  Rules: Rapa Nui board 5.

A plan places its first figure now, and each further figure at the player's next turns.  The step of a plan is
the word `plan` and two characters for each figure, in order: `plan E2q1t2` is a villager on E2, one in column
1 of the quarry, and the sorcerer on position 2 of the turn order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from cogs.games.contract import move_button
from cogs.games.rapa_nui_board.free import carved_text, carving_label, carving_text, free_part, space_lists
from cogs.games.rapa_nui_board.terms import IMPROVEMENT_SIGNS, figures_text, star_text
from cogs.games.rapa_nui_board.turn import ASIDE, Turn, as_option
from cogs.text.language import Localizer
from cogs.text.names import LIST
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
    sculptors = [move for move in left if isinstance(move, PlaceSculptor)]
    carves = [carving_text(turn, columns)] if columns or any(turn.player.sculptors) else []
    lines = [
        f"**{title if chosen else words('rapa_nui_board.plan_empty', n=most)}**",
        *(f"-# {line}" for line in (*carves, *quarry_texts(turn, sculptors, columns))),
    ]
    places = [move.space for move in chosen if isinstance(move, PlaceVillager)]
    crater = turn.island.ids[turn.island.crater]
    found = turn.map((move.space for move in spaces), (), places, crater, step=picked.rstrip())
    found.append(text(*lines))
    if spaces:
        found += space_lists(turn, spaces, words("rapa_nui_board.place_villager"), picked)
    others = [
        turn.pick(picked + code(move), placement_label(turn, move, columns))
        for kind in (PlaceSculptor, PlaceChief, PlaceSorcerer)
        for move in left
        if isinstance(move, kind)
    ]
    undo = f"{PICK} {codes[:-2]}".rstrip()
    back = turn.pick(undo, words("rapa_nui_board.plan_undo")) if codes else turn.back()
    hint = text(f"-# {words('rapa_nui_board.plan_hint')}")
    return [*found, *rows([*others, back]), *rows(confirm(turn, chosen)), hint]


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
    """The placement that two characters of a plan mean; None: they mean none."""
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
    """The placements that can follow `chosen` in a plan: each figure once, no space or position twice."""
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
    """The button that places the plan's first figure and plans the rest; empty if no figure was chosen."""
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


def placement_label(turn: Turn, move: Placement, planned: Sequence[int]) -> str:
    """A button's label for a placement; for the chief, with the moai that would then be carved."""
    where = placement_text(move, turn.words)
    match move:
        case PlaceChief(column):
            return carving_label(turn, where, column, planned)
        case PlaceSorcerer(position):
            return star_text(position, turn.words)
        case _:
            return where


def planned(seen: Observation, moves: Sequence[str], words: Localizer) -> str:
    """Planned placements in words; `moves` are their texts from the journal."""
    read = (read_move(text) for text in moves)
    return LIST.join(placement_text(move, words) for move in read if isinstance(move, Placement))


TURN_ORDER: Final = "⭐"


def placing(turn: Turn) -> list[Item]:
    """Controls for all placements that are legal now, and for the free actions."""
    words = turn.words
    villagers = turn.moves(PlaceVillager)
    lines = [f"**{words('rapa_nui_board.place_left', list=figures_text(turn.player, words))}**"]
    carves = turn.question.is_told("bigger") and any(turn.player.sculptors)
    so_far = [carving_text(turn)] if carves else []
    lines += (f"-# {line}" for line in (*so_far, *quarry_texts(turn, turn.moves(PlaceSculptor))))
    about = turn.island.ids[turn.island.crater] if villagers else ASIDE
    found: list[Item] = [*turn.map((move.space for move in villagers), about=about), text(*lines)]
    if villagers:
        found += space_lists(turn, villagers, words("rapa_nui_board.place_villager"))
    # A message has 40 parts: the more kinds of figures, the fewer are left for buttons of free actions.
    kinds = (villagers, turn.moves(PlaceSorcerer), turn.moves(PlaceChief))
    free = free_part(turn, most=sum(not kind for kind in kinds))
    turn.beside.extend([] if free and all(kinds) else plan_button(turn))
    return [*found, *rows(quarry(turn)), *chief(turn), *rows(stars(turn)), *free]


def quarry_texts(turn: Turn, moves: Sequence[PlaceSculptor], planned: Sequence[int] = ()) -> list[str]:
    """A text on each column where a sculptor of `moves` would carve anything: the moai, and the free spaces.

    `planned`: the columns in which earlier figures of a plan become sculptors.
    """
    words, free = turn.words, free_places(turn.state)
    made = {move.column: carved_text(turn, [*planned, move.column]) for move in moves}
    return [
        words.count(
            "rapa_nui_board.place_quarry", free[column - 1] - planned.count(column), column=column, what=what
        )
        for column, what in made.items()
        if what != words("rapa_nui_board.carve_nothing")
    ]


def quarry(turn: Turn) -> list[Button]:
    """Buttons that place a villager as a sculptor, one for each column of the moai quarry."""
    return [
        turn.move(
            move,
            turn.words("rapa_nui_board.free_column", column=move.column),
            style=discord.ButtonStyle.primary,
        )
        for move in turn.moves(PlaceSculptor)
    ]


def chief(turn: Turn) -> list[Item]:
    """A list of the columns below which the chief can be placed; empty if the chief can't be placed."""
    words, sign = turn.words, turn.words.sign(IMPROVEMENT_SIGNS[Improvement.CHIEF])
    options = []
    for move in turn.moves(PlaceChief):
        below = words("rapa_nui_board.place_below", column=move.column)
        options.append(as_option(turn.move(move, carving_label(turn, below, move.column), sign)))
    return turn.lists("chief", options, words("rapa_nui_board.place_chief"))


def stars(turn: Turn) -> list[Button]:
    """Buttons that place the sorcerer on a star space of the turn order track."""
    primary = discord.ButtonStyle.primary
    return [
        turn.move(move, star_text(move.position, turn.words), TURN_ORDER, style=primary)
        for move in turn.moves(PlaceSorcerer)
    ]
