"""Ru-Ra-Re as the contract wants it: its facts, and the object that keeps the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game import CHANCE, Chance, Event, Game, IllegalMove, Result, Seat
from engine.ru_ra_re import play, scoring
from engine.ru_ra_re.evaluation import worth
from engine.ru_ra_re.legal import legal_moves, to_move
from engine.ru_ra_re.moves import Move, Shuffle
from engine.ru_ra_re.notation import read_move, write_move
from engine.ru_ra_re.observe import Observation, determinise, observe, reveal
from engine.ru_ra_re.refusals import refusal
from engine.ru_ra_re.state import Phase, State


class RuRaRe(Game[State, Move, Observation]):
    """The game.  Rules: docs/rules/ru_ra_re.md."""

    id = "ru-ra-re"
    rules_version = 1
    seats = (2, 3, 4)
    options = ()
    state_type = State

    to_move = staticmethod(to_move)
    legal_moves = staticmethod(legal_moves)
    observe = staticmethod(observe)
    reveal = staticmethod(reveal)
    determinise = staticmethod(determinise)
    worth = staticmethod(worth)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before the shuffle.  Rules: Ru-Ra-Re 2."""
        self.chosen_options(options)
        return play.start(seats)

    def question(self, state: State, seat: Seat) -> int:
        """How many choices of the game there were with this one: the same for all who choose together."""
        return state.question

    def turn(self, state: State) -> int:
        """Which turn it is, counted from 1; before the first one, that one."""
        return max(1, state.turn)

    def obvious_move(self, state: State, seat: Seat) -> Move | None:
        """None ever: a choice is put only where two rows or more are open.  Rules: Ru-Ra-Re 3.2."""
        return None

    def chance_move(self, state: State, chance: Chance) -> Move:
        """The order of all cards, later on of those in the box.  Rules: Ru-Ra-Re 2, 3.3."""
        return Shuffle(chance.shuffled(play.cards_to_shuffle(state)))

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        """Rules: Ru-Ra-Re 3."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif move not in legal_moves(state, seat):
            raise refusal(state, seat, move)
        return play.play(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Never.  A choice is changed by choosing anew, and what the last one revealed stays.

        Could a choice be taken back, then only until another seat acts: so a player would learn of another's
        secret change by no longer being allowed to.  Rules: Ru-Ra-Re 4, ruling 23.
        """
        return False

    def result(self, state: State) -> Result | None:
        """Rules: Ru-Ra-Re 5."""
        return scoring.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    if CHANCE not in to_move(state) or not isinstance(move, Shuffle):
        raise IllegalMove("not_chance")
    if sorted(move.cards) != sorted(play.cards_to_shuffle(state)):
        raise IllegalMove("not_chance")


GAME: Final = RuRaRe()
