"""Rapa Nui, the board game, as the contract wants it: its facts, and the object that keeps the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game import CHANCE, Chance, Event, Game, IllegalMove, Option, Result, Seat
from engine.rapa_nui_board import play, scoring
from engine.rapa_nui_board.evaluation import promising_moves, worth, worth_parts
from engine.rapa_nui_board.legal import is_legal, legal_moves, obvious_move, refusal, to_move
from engine.rapa_nui_board.lesson import LESSON
from engine.rapa_nui_board.moves import DrawOrder, Move, Shuffle, read_move, write_move
from engine.rapa_nui_board.observe import Observation, determinise, observe, reveal
from engine.rapa_nui_board.state import Phase, State


class RapaNuiBoard(Game[State, Move, Observation]):
    """The game.  Rules: docs/rules/rapa_nui_board.md."""

    id = "rapa-nui-board"
    rules_version = 1
    seats = (2, 3, 4)
    options = (
        Option("beginner_set", ("off", "on"), easier="on"),
        Option("auto_collect", ("on", "off")),
        Option("turn_order", ("random", "seats")),
    )
    hides = False
    state_type = State
    lesson = LESSON

    to_move = staticmethod(to_move)
    legal_moves = staticmethod(legal_moves)
    is_legal = staticmethod(is_legal)
    promising_moves = staticmethod(promising_moves)
    obvious_move = staticmethod(obvious_move)
    make = staticmethod(play.play)
    observe = staticmethod(observe)
    reveal = staticmethod(reveal)
    determinise = staticmethod(determinise)
    worth = staticmethod(worth)
    worth_parts = staticmethod(worth_parts)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before chance has moved.  Rules: Rapa Nui board 2."""
        return play.start(seats, self.chosen_options(options))

    def question(self, state: State, seat: Seat) -> int:
        """How many decisions came before this one."""
        return state.question

    def turn(self, state: State) -> int:
        """Which round it is.  Rules: Rapa Nui board 4."""
        return state.round

    def chance_move(self, state: State, chance: Chance) -> Move:
        """The first turn order, then the ahu tiles.  Rules: Rapa Nui board 2.4, 2.6."""
        if state.phase is Phase.DRAW_ORDER:
            return DrawOrder(chance.shuffled(range(state.seats)))
        return Shuffle(chance.shuffled(play.tiles_to_shuffle(state)))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        """Refuse an illegal move.  Rules: Rapa Nui board 5 to 8."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif not is_legal(state, seat, move):
            raise refusal(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Always: chance moves only before the first decision.  Rules: Rapa Nui board 9."""
        return True

    def result(self, state: State) -> Result | None:
        """The final score.  Rules: Rapa Nui board 10."""
        return scoring.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    match state.phase, move:
        case Phase.DRAW_ORDER, DrawOrder(order) if sorted(order) == list(range(state.seats)):
            return
        case Phase.SHUFFLE, Shuffle(tiles) if sorted(tiles) == [*play.tiles_to_shuffle(state)]:
            return
        case _:
            raise IllegalMove("not_chance")


GAME: Final = RapaNuiBoard()
