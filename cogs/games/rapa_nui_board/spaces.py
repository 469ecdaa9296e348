"""Lists of spaces to choose from, with what each has to offer."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cache

import discord

from cogs.games.rapa_nui_board.preview import either_text
from cogs.games.rapa_nui_board.terms import MOAI, RESOURCE_SIGNS, moai_text, space_text, tile_name
from cogs.games.rapa_nui_board.turn import MOST_OPTIONS, Turn
from cogs.text.components import Item
from cogs.text.language import Localizer
from cogs.text.names import LIST
from engine.rapa_nui_board.island import Island
from engine.rapa_nui_board.moves import LendAHand, PlaceVillager, Rest


def space_lists(
    turn: Turn, moves: Sequence[PlaceVillager | LendAHand | Rest], placeholder: str, picked: str = ""
) -> list[Item]:
    """Lists of moves, each to a space: one list, or one for the west and one for the east.

    If something is `picked` already, an option adds its space to that instead of making its move.
    """
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
        where = turn.words(f"rapa_nui_board.turn_{side}", first=half[0], last=half[-1])
        found += turn.lists(side, here, f"{placeholder}{LIST}{where}")
    return found


def space_option(turn: Turn, move: PlaceVillager | LendAHand | Rest, picked: str) -> discord.SelectOption:
    """An option that makes a move to a space, or adds the space to what is picked."""
    space = turn.island.numbers[move.space]
    has_moai = turn.state.spots[space].moai is not None
    sign = MOAI if has_moai else RESOURCE_SIGNS[turn.island.resources[space][-1]]
    label = space_text(move.space, turn.state.seats, turn.words)
    note, emoji = space_note(turn, space), turn.words.sign(sign)
    if picked:
        return turn.pick_option(picked + move.space, label, note, emoji=emoji)
    return turn.move_option(move, label, note, emoji=emoji)


def space_note(turn: Turn, space: int) -> str:
    """What a space is for, what is printed, lies and stands on it, and how far it is from the crater."""
    words, spot = turn.words.for_alt_text, turn.state.spots[space]
    parts = [purpose_text(turn, space, words), either_text(turn.island.resources[space], words)]
    if spot.tile is not None:
        parts.append(words("rapa_nui_board.turn_tile", tile=tile_name(spot.tile, words)))
    if spot.pukao:
        parts.append(words("rapa_nui_board.turn_styled"))
    if spot.owner == turn.seat:
        parts.append(words.count("rapa_nui_board.turn_yours", spot.fresh + spot.exhausted))
    parts.append(words.count("rapa_nui_board.turn_steps", steps(turn.island)[space]))
    return LIST.join(parts)


def purpose_text(turn: Turn, space: int, words: Localizer) -> str:
    """What a fresh figure of the viewer could receive on a space; else that it is a link only."""
    spot = turn.state.spots[space]
    if space not in turn.island.ahu or spot.pukao:
        return words("rapa_nui_board.turn_link")
    if spot.moai is None:
        return words("rapa_nui_board.turn_for_moai")
    return words("rapa_nui_board.turn_for_pukao", moai=moai_text(spot.moai, words))


@cache
def steps(island: Island) -> dict[int, int]:
    """How many steps each space is from the crater.  Rules: Rapa Nui board 3."""
    found, queue = {island.crater: 0}, deque([island.crater])
    while queue:
        at = queue.popleft()
        for space in island.neighbours[at]:
            if space not in found:
                found[space] = found[at] + 1
                queue.append(space)
    return found
