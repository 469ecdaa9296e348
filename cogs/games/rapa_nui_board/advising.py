"""Moves as orders, for hints; and the outcomes of moves, as far as a player can know them."""

from __future__ import annotations

from cogs.games.contract import Question
from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.carrying import EXTRAS_OF, ROAD, to_carry
from cogs.games.rapa_nui_board.exchanging import payment_text, stack_text, taken, uses_text, wins
from cogs.games.rapa_nui_board.free import carving_text, space_note
from cogs.games.rapa_nui_board.preview import Forecast, lines
from cogs.games.rapa_nui_board.story import lent_text
from cogs.games.rapa_nui_board.turn import Turn
from cogs.text.language import Localizer
from cogs.text.names import Names, capital
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.legal import legal_moves
from engine.rapa_nui_board.moves import Move
from engine.rapa_nui_board.state import Observation, Tile


def advise(move: Move, words: Localizer) -> str:
    """A move as an order without a full stop: `Place a villager on E2`."""

    def order(kind: str, tile: Tile | None = None, **facts: str | int) -> str:
        if tile is not None:
            facts["what"] = terms.used_text(tile, getattr(move, "by", moves.By.TILE), words)
        return words(f"rapa_nui_board.advise_{kind}", **facts)

    match move:
        case moves.TakeTile(tile):
            return order("take", what=terms.tile_text(tile, words))
        case moves.Collect(resource):
            return order("take", what=terms.resource_text(resource, words))
        case moves.Take(resources):
            return order("take", what=terms.resources_text(resources, words))
        case moves.PlaceVillager(space):
            return order("villager", space=space)
        case moves.PlaceSculptor(column):
            return order("sculptor", n=column)
        case moves.PlaceSorcerer(position):
            return order("sorcerer", n=position)
        case moves.PlaceChief(column):
            return order("chief", n=column)
        case moves.Improve(improvement):
            return order("build", what=terms.improvement_text(improvement, words))
        case moves.Barter(give, take):
            given, got = terms.resources_text(give, words), terms.resources_text(take, words)
            return order("barter", Tile.BARTER, given=given, taken=got)
        case moves.TakeTwo(resources):
            return order("two", Tile.TAKE_2_MORE, list=terms.resources_text(resources, words))
        case moves.ChipIn(column):
            return order("chip", Tile.CHIP_IN, n=column)
        case moves.Rest(space):
            return order("rest", Tile.REST, space=space)
        case moves.LendAHand(figure, column, space):
            return order("lend", Tile.LEND_A_HAND, figure=lent_text(figure, column, words), space=space)
        case moves.Safekeep(size):
            return order("keep", Tile.SAFEKEEPING, moai=terms.moai_text(size, words))
        case moves.DropOut():
            return words("rapa_nui_board.carry_stop")
        case moves.Exchange():
            what = words("rapa_nui_board.offer_take", what=terms.offering_text(taken(move), words))
            return words("table.noted", what=what, note=payment_text(move, words))
        case moves.CarryMoai() | moves.CarryPukao():
            _, *over, last = move.path
            what = terms.carried_text(getattr(move, "size", None), words)
            carry = order("carry" if over else "straight", what=what, path=words.listed(over), space=last)
            used = uses_text(move, {**ROAD, **EXTRAS_OF[type(move)]}, words)
            return words("table.noted", what=carry, note=used) if used else carry
        case _:
            raise AssertionError(move)


def brings(seen: Observation, move: Move, names: Names, words: Localizer) -> list[str]:
    """Lines on the outcome of a legal move, as far as the viewer can know it."""
    turn = Turn(seen, Question("", 0, (move,)), names, words)
    match move:
        case moves.TakeTile(tile):
            return [capital(terms.tile_effect(tile, words))]
        case moves.PlaceVillager(space):
            return [capital(space_note(turn, turn.island.numbers[space]))]
        case moves.PlaceSculptor(column) | moves.PlaceChief(column):
            return [carving_text(turn, [column])]
        case moves.PlaceSorcerer(position):
            return [terms.star_text(position, words)]
        case moves.Improve(improvement):
            return [capital(terms.improvement_effect(improvement, words))]
        case moves.CarryMoai() | moves.CarryPukao():
            return lines(Forecast(turn, move), turn)
        case moves.DropOut():
            legal = Turn(seen, Question("", 0, legal_moves(seen.state, turn.seat)), names, words)
            return [] if to_carry(legal) else [words("rapa_nui_board.carry_none")]
        case moves.Exchange():
            return [stack_text(turn, taken(move), words), *map(capital, wins(turn, move, words))]
        case _:
            return []
