"""Planning several figures: the first is placed now, the others each time it is the player's turn again.

A pick is `plan` and two characters for each figure, in order: `plan E2q1t2` is a villager on E2, one in
column 1 of the quarry, and the sorcerer on position 2 of the turn order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from cogs.games.contract import move_button
from cogs.games.rapa_nui_board.carving import carving_label, carving_text
from cogs.games.rapa_nui_board.spaces import space_lists
from cogs.games.rapa_nui_board.terms import star_text
from cogs.games.rapa_nui_board.turn import Button, Turn
from cogs.text.components import Item, rows, text
from cogs.text.language import Localizer
from cogs.text.names import LIST
from engine.game import IllegalMove
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
from engine.rapa_nui_board.state import AT_HAND, figures_at_hand
from tables.verbs.planning import Moves

PICK: Final = "plan"
MOST: Final = 5
"""How many figures fit one id."""
_LETTERS: Final = {"q": "sculptor", "c": "chief", "t": "sorcerer"}


def plan_button(turn: Turn) -> list[Button]:
    """The button that begins a plan, if there is more than one figure to place."""
    if figures_at_hand(turn.player) < 2:
        return []
    return [turn.pick(PICK, turn.words("rapa_nui_board.plan_button"), "📌")]


def plan_step(turn: Turn) -> list[Item]:
    """The figures chosen so far and all that can follow them; empty if no plan was picked."""
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
    lines = [
        f"**{title if chosen else words('rapa_nui_board.plan_empty', n=most)}**",
        f"-# {carving_text(turn, columns)}",
        f"-# {words('rapa_nui_board.plan_hint')}",
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
    back = turn.back(f"{PICK} {codes[:-2]}".rstrip() if codes else "")
    return [*found, *rows(others), *rows([*confirm(turn, chosen), back])]


def plan(turn: Turn, codes: str) -> list[Placement] | None:
    """The figures of a plan in order, as a pick has them; None if they can't be placed so."""
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
    """The placement that two characters mean; None if they mean none."""
    try:
        return read_move(f"{_LETTERS[two[0]]} {two[1]}" if two[0] in _LETTERS else f"villager {two}")
    except IllegalMove:
        return None


def code(move: Placement) -> str:
    """The two characters that mean a placement."""
    if isinstance(move, PlaceVillager):
        return move.space
    word, number = write_move(move).split(" ")
    return {name: letter for letter, name in _LETTERS.items()}[word] + number


def following(turn: Turn, chosen: Sequence[Placement]) -> list[Placement]:
    """The placements that can follow these in a plan: each figure once, no space or position twice."""
    if len(chosen) == MOST:
        return []
    villagers = sum(isinstance(move, PlaceVillager | PlaceSculptor) for move in chosen)
    spent: set[type] = {type(move) for move in chosen if isinstance(move, PlaceSorcerer | PlaceChief)}
    if turn.player.sorcerer != AT_HAND:
        spent.add(PlaceSorcerer)
    if villagers == turn.player.villagers:
        spent |= {PlaceVillager, PlaceSculptor}
    # Who is first may take star 1, only not with their first figure.
    first = [PlaceSorcerer(1)] if chosen and is_free(turn, 1) else []
    return [
        move
        for move in dict.fromkeys([*first, *turn.question.legal_moves])
        if isinstance(move, Placement)
        and type(move) not in spent
        and (isinstance(move, PlaceSculptor) or move not in chosen)
    ]


def is_free(turn: Turn, position: int) -> bool:
    """Whether no sorcerer stands on a star space."""
    return all(player.sorcerer != position for player in turn.state.players)


def confirm(turn: Turn, chosen: Sequence[Placement]) -> list[Button]:
    """The button that places the first figure and plans the others."""
    if len(chosen) < 2:
        return []
    label = turn.words("rapa_nui_board.plan_do")
    now, *later = map(write_move, chosen)
    moves = Moves((now,), tuple(later))
    return [move_button(turn.question, moves.encode(), label, "📌", discord.ButtonStyle.success)]


def placement_text(move: Placement, words: Localizer) -> str:
    """A placement in a word or two."""
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
    """A placement as a button: a sculptor's says what would be carved with those planned before."""
    where = placement_text(move, turn.words)
    match move:
        case PlaceSculptor(column) | PlaceChief(column):
            return carving_label(turn, where, column, planned)
        case PlaceSorcerer(position):
            return star_text(position, turn.words)
        case _:
            return where


def planned_text(moves: Sequence[str], words: Localizer) -> str:
    """Planned placements in words, from their texts in the journal."""
    read = (read_move(text) for text in moves)
    return LIST.join(placement_text(move, words) for move in read if isinstance(move, Placement))
