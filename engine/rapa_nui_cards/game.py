"""Rapa Nui, the card game, as the contract wants it: its facts, and the object that keeps the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game import CHANCE, Chance, Event, Game, IllegalMove, IllegalOption, Option, Result, Seat
from engine.rapa_nui_cards import play, scoring
from engine.rapa_nui_cards.auto_answers import STANDING, auto_move
from engine.rapa_nui_cards.evaluation import worth, worth_parts
from engine.rapa_nui_cards.events import DisplayLaid, GameEnded, Refilled, Sacrificed
from engine.rapa_nui_cards.legal import legal_moves, obvious_move, refusal, to_move
from engine.rapa_nui_cards.lesson import LESSON
from engine.rapa_nui_cards.moves import DrawFirst, Move, Sacrifice, Shuffle, read_move, write_move
from engine.rapa_nui_cards.observe import Observation, determinise, observe, recall, reveal
from engine.rapa_nui_cards.state import DECK, Phase, State

FULL_DECK: Final = tuple(sorted(DECK))


class RapaNuiCards(Game[State, Move, Observation]):
    """The game.  Rules: docs/rules/rapa_nui_cards.md."""

    id = "rapa-nui-cards"
    rules_version = 1
    seats = (2, 3, 4)
    options = (
        Option("first_player", ("random", "1", "2", "3", "4")),
        Option("wood_tiebreak", ("on", "off")),
        Option("open_hands", ("off", "on"), easier="on"),
    )
    auto_answers = STANDING
    state_type = State
    lesson = LESSON

    to_move = staticmethod(to_move)
    legal_moves = staticmethod(legal_moves)
    obvious_move = staticmethod(obvious_move)
    auto_move = staticmethod(auto_move)
    make = staticmethod(play.play)
    observe = staticmethod(observe)
    recall = staticmethod(recall)
    reveal = staticmethod(reveal)
    determinise = staticmethod(determinise)
    worth = staticmethod(worth)
    worth_parts = staticmethod(worth_parts)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before chance has moved.  Rules: Rapa Nui cards 2, 7."""
        chosen = self.chosen_options(options)
        first = chosen["first_player"]
        if first != "random" and int(first) > seats:
            raise IllegalOption("first_player", first)
        return play.start(seats, chosen)

    def question(self, state: State, seat: Seat) -> int:
        """How many decisions came before this one."""
        return state.question

    def turn(self, state: State) -> int:
        """Which turn it is, counted over all players.  Rules: Rapa Nui cards 3."""
        return state.turn

    def whose_turn(self, state: State) -> Seat:
        """The active player's: others sacrifice and collect in it.  Rules: Rapa Nui cards 3, 4."""
        return state.active

    def chance_move(self, state: State, chance: Chance) -> Move:
        """Who begins, then the order of the cards.  Rules: Rapa Nui cards 2.1, 2.5."""
        if state.phase is Phase.DRAW_FIRST:
            return DrawFirst(chance.below(state.seats))
        return Shuffle(chance.shuffled(DECK))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        """Refuse an illegal move.  Rules: Rapa Nui cards 3, 4."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif move not in legal_moves(state, seat):
            raise refusal(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Not once new cards or the stone were turned up, or another's last sacrifice card was laid."""
        if any(isinstance(event, Sacrificed) for event in events[1:]):  # Laid for its owner, after the move.
            return False
        return not any(isinstance(event, DisplayLaid | Refilled | GameEnded) for event in events)

    def is_told(self, before: State, seat: Seat, move: Move, now: State) -> bool:
        """All but which card lies face down.  Rules: Rapa Nui cards 4.1, 5."""
        return not isinstance(move, Sacrifice) or seat != before.active

    def result(self, state: State) -> Result | None:
        """The final score.  Rules: Rapa Nui cards 6."""
        return scoring.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    match state.phase, move:
        case Phase.DRAW_FIRST, DrawFirst(seat) if 0 <= seat < state.seats:
            return
        case Phase.SHUFFLE, Shuffle(cards) if tuple(sorted(cards)) == FULL_DECK:
            return
        case _:
            raise IllegalMove("not_chance")


GAME: Final = RapaNuiCards()
