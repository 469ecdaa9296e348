"""Rapa Nui, the board game, as the contract wants it: its facts, and the object that keeps the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.game import CHANCE, Chance, Event, Game, IllegalMove, Option, Result, Seat
from engine.rapa_nui_board import legal, play, scoring
from engine.rapa_nui_board.chain import can_carry
from engine.rapa_nui_board.evaluation import promising_moves, worth
from engine.rapa_nui_board.moves import CarryMoai, CarryPukao, DrawOrder, Move, Shuffle
from engine.rapa_nui_board.notation import read_move, write_move
from engine.rapa_nui_board.observe import Observation, determinise, observe, reveal
from engine.rapa_nui_board.refusals import refusal
from engine.rapa_nui_board.state import Phase, State

KEPT: Final = 6
"""Of so many states the legal moves are kept."""


class _Kept:
    """A list of moves of the decider; those of the latest states are kept, as they are asked for often."""

    def __init__(self, find: Callable[[State, Seat], tuple[Move, ...]]) -> None:
        self._find = find
        self._latest: tuple[tuple[State, tuple[Move, ...]], ...] = ()

    def kept(self, state: State) -> tuple[Move, ...]:
        """Those of a state that are kept; none where they are not."""
        return next((found for known, found in self._latest if known is state), ())

    def __call__(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if found := self.kept(state):
            return found
        found = self._find(state, seat)
        self._latest = ((state, found), *self._latest[: KEPT - 1])
        return found


class RapaNuiBoard(Game[State, Move, Observation]):
    """The game.  Rules: docs/rules/rapa_nui_board.md."""

    id = "rapa-nui-board"
    hides = False
    rules_version = 1
    seats = (2, 3, 4)
    options = (
        Option("beginner_set", ("off", "on")),
        Option("auto_collect", ("on", "off")),
        Option("turn_order", ("random", "seats")),
    )
    state_type = State

    observe = staticmethod(observe)
    reveal = staticmethod(reveal)
    determinise = staticmethod(determinise)
    worth = staticmethod(worth)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def __init__(self) -> None:
        self._all = _Kept(legal.legal_moves)
        self._few = _Kept(legal.short_list)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before chance has moved.  Rules: Rapa Nui board 2."""
        return play.start(seats, self.chosen_options(options))

    def to_move(self, state: State) -> tuple[Seat, ...]:
        """The one seat that decides.  Rules: Rapa Nui board 11."""
        return () if state.phase is Phase.OVER else (state.decider,)

    def question(self, state: State, seat: Seat) -> int:
        """How many decisions came before this one."""
        return state.question

    def turn(self, state: State) -> int:
        """Which round it is.  Rules: Rapa Nui board 4."""
        return state.round

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Rules: Rapa Nui board 11."""
        return self._all(state, seat) if seat == state.decider else ()

    def is_legal(self, state: State, seat: Seat, move: Move) -> bool:
        """Every chain may be chosen, also one that is not listed.  Rules: Rapa Nui board 7.1, 11."""
        if seat != state.decider:
            return False
        if state.phase is Phase.TRANSPORT and isinstance(move, CarryMoai | CarryPukao):
            return can_carry(state, seat, move)
        return move in (self._all.kept(state) or self._short_list(state, seat))

    def _short_list(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """The legal moves of the decider, in the transport phase with the cheapest ways alone."""
        return (self._few if state.phase is Phase.TRANSPORT else self._all)(state, seat)

    def promising_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Some hundred moves may be legal; a few of them are worth thinking about."""
        return promising_moves(state, seat, self._short_list(state, seat)) if seat == state.decider else ()

    def obvious_move(self, state: State, seat: Seat) -> Move | None:
        """The only legal move: all can see that it is, since nothing is hidden.  Rules: Rapa Nui board 11."""
        if seat != state.decider or len(self._short_list(state, seat)) > 1:
            return None
        found = self._all(state, seat)
        return found[0] if len(found) == 1 else None

    def chance_move(self, state: State, chance: Chance) -> Move:
        """The first turn order, then the ahu tiles.  Rules: Rapa Nui board 2.4, 2.6."""
        if state.phase is Phase.DRAW_ORDER:
            return DrawOrder(chance.shuffled(range(state.seats)))
        return Shuffle(chance.shuffled(play.tiles_to_shuffle(state)))

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        """Rules: Rapa Nui board 5 to 8."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif not self.is_legal(state, seat, move):
            raise refusal(state, seat, move)
        return play.play(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Always: chance moves before the first decision only.  Rules: Rapa Nui board 9."""
        return True

    def result(self, state: State) -> Result | None:
        """Rules: Rapa Nui board 10."""
        return scoring.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    match state.phase, move:
        case Phase.DRAW_ORDER, DrawOrder(order) if sorted(order) == list(range(state.seats)):
            return
        case Phase.SHUFFLE, Shuffle(tiles) if sorted(tiles) == sorted(play.tiles_to_shuffle(state)):
            return
        case _:
            raise IllegalMove("not_chance")


GAME: Final = RapaNuiBoard()
