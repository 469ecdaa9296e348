"""Ru-Ra-Re as the contract wants it: its facts, and the object that keeps the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.counts import counted, listed
from engine.game import CHANCE, Chance, Event, Game, IllegalMove, Result, Seat
from engine.ru_ra_re import play, scoring
from engine.ru_ra_re.evaluation import at_a_glance, worth, worth_parts
from engine.ru_ra_re.legal import is_legal, legal_moves, refusal, to_move
from engine.ru_ra_re.lesson import LESSON
from engine.ru_ra_re.moves import Move, Shuffle, read_move, write_move
from engine.ru_ra_re.observe import Observation, determinise, observe, reveal
from engine.ru_ra_re.state import CARDS, DECK, Phase, State


class RuRaRe(Game[State, Move, Observation]):
    """The game.  Rules: docs/rules/ru_ra_re.md."""

    id = "ru-ra-re"
    rules_version = 1
    seats = (2, 3, 4)
    options = ()
    state_type = State
    lesson = LESSON

    to_move = staticmethod(to_move)
    legal_moves = staticmethod(legal_moves)
    is_legal = staticmethod(is_legal)
    make = staticmethod(play.play)
    observe = staticmethod(observe)
    reveal = staticmethod(reveal)
    determinise = staticmethod(determinise)
    worth = staticmethod(worth)
    worth_parts = staticmethod(worth_parts)
    at_a_glance = staticmethod(at_a_glance)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before the shuffle.  Rules: Ru-Ra-Re 2."""
        self.chosen_options(options)
        return play.start(seats)

    def question(self, state: State, seat: Seat) -> int:
        """The number of the choice, counted through the game: the same for all seats that choose together."""
        return state.question

    def turn(self, state: State) -> int:
        """Which turn it is, counted from 1, also before the first one."""
        return max(1, state.turn)

    def obvious_move(self, state: State, seat: Seat) -> Move | None:
        """Never any: seats choose only among two open rows or more.  Rules: Ru-Ra-Re 3.2."""
        return None

    def chance_move(self, state: State, chance: Chance) -> Move:
        """The order of all cards, or later of the cards in the box.  Rules: Ru-Ra-Re 2, 3.3."""
        at_setup = state.phase is Phase.SHUFFLE
        cards = DECK if at_setup else listed(play.cards_to_shuffle(state), CARDS)
        return Shuffle(chance.shuffled(cards))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        """Refuse an illegal move.  Rules: Ru-Ra-Re 3."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif not is_legal(state, seat, move):
            raise refusal(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Never: a choice is changed by choosing anew, and the last one reveals all.

        Moves can be taken back until another seat acts.  If choices could be, a player who suddenly can't
        would learn that another seat has changed its choice in secret.  Rules: Ru-Ra-Re 4, ruling 23.
        """
        return False

    def is_told(self, before: State, seat: Seat, move: Move, now: State) -> bool:
        """Once all have chosen.  Rules: Ru-Ra-Re 3.1, 4."""
        return now.question != before.question

    def result(self, state: State) -> Result | None:
        """The final score.  Rules: Ru-Ra-Re 5."""
        return scoring.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    if CHANCE not in to_move(state) or not isinstance(move, Shuffle):
        raise IllegalMove("not_chance")
    if counted(move.cards, len(CARDS)) != play.cards_to_shuffle(state):
        raise IllegalMove("not_chance")


GAME: Final = RuRaRe()
