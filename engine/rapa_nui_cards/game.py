"""Rapa Nui, the card game: its facts, its guided first game, and `GAME`, which the catalogue finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.game import (
    CHANCE,
    LEARNER,
    AutoAnswer,
    Chance,
    Event,
    Game,
    IllegalMove,
    IllegalOption,
    Lesson,
    Option,
    Result,
    Seat,
)
from engine.rapa_nui_cards import events as happened
from engine.rapa_nui_cards import moves, play
from engine.rapa_nui_cards.evaluation import totals, worth
from engine.rapa_nui_cards.events import DisplayLaid, GameEnded, Refilled, Sacrificed
from engine.rapa_nui_cards.features import feature_names, features
from engine.rapa_nui_cards.moves import (
    DISCARD,
    SKIP,
    Buy,
    Collect,
    DrawFirst,
    Move,
    Offer,
    Play,
    PlayGatherers,
    Sacrifice,
    Shuffle,
    Take,
    legal_moves,
    obvious_move,
    plays,
    purchases,
    read_move,
    refusal,
    to_move,
    write_move,
)
from engine.rapa_nui_cards.observe import Observation, determinise, observe, recall, reveal
from engine.rapa_nui_cards.play import dues
from engine.rapa_nui_cards.state import CARDS, DECK, GOODS, MOAI_PRICE, Card, Phase, State

SACRIFICE: Final = AutoAnswer("sacrifice", tuple(good.name.lower() for good in GOODS), is_list=True)
COLLECT: Final = AutoAnswer("collect", ("wood", "glory"), is_list=False)
STANDING: Final = (SACRIFICE, COLLECT)


def auto_move(seen: Observation, auto_answers: Mapping[str, tuple[str, ...]]) -> Move | None:
    """The move that the viewer's auto answers choose: a card to sacrifice, or wood or glory; or None."""
    if seen.viewer is None or seen.decider != seen.viewer:
        return None
    match seen.phase:
        case Phase.SACRIFICE:
            held = seen.own.held or ()
            kinds = (SACRIFICE.values.index(name) for name in auto_answers.get(SACRIFICE.name, ()))
            return next((moves.SACRIFICES[kind] for kind in kinds if held[kind]), None)
        case Phase.COLLECT_MOAI:
            for answer in auto_answers.get(COLLECT.name, ()):
                return moves.COLLECT_GLORY if answer == "glory" else moves.COLLECT_WOOD
    return None


MUCH_WOOD: Final = 6
"""With at least this much wood, the learner is told in the lesson to use it."""
FEW_CARDS: Final = 10
"""The number of cards left in the deck at which the lesson explains how the game ends."""

_LETTERS: Final = dict(zip("fmsglpM", CARDS, strict=True))
_ORDER: Final = (
    # The display, each column's front card last: beneath each front card lies a Lumberjack.
    "gMll" "Mglp" "lplm" "pslg"
    # The deck, in refills of four.
    "MlpM" "fMsl" "msMp" "gfpl" "MmsM" "fplm" "lpMf" "gsmp" "lf"
)  # fmt: skip
"""The cards in the order in which the lesson lays them, as keys of `_LETTERS`."""
CARDS_DEALT: Final = tuple(_LETTERS[letter] for letter in _ORDER)

_LIKED: Final = {Card.MOAI: 3, Card.LUMBERJACK: 2, Card.PRIEST: 1}
"""By kind of card, how much the lesson's computer player likes to lay and take it; 0 for Gatherers."""


class CardsLesson(Lesson):
    """The guided first game: two play; the learner begins."""

    seats = 2
    options = {"first_player": str(LEARNER + 1)}  # noqa: RUF012 - nobody changes the dict
    topics = (
        "welcome",
        "play",
        "take",
        "scored_lumberjack",
        "scored_gatherer",
        "scored_priest",
        "scored_moai",
        "majority",
        "buy",
        "several",
        "moai",
        "stone",
        "face_down",
        "offer",
        "wood_or_points",
        "much_wood",
        "last_cards",
        "end",
    )

    def dealt(self, state: State) -> Move:
        """The shuffle in a fixed order; the option `first_player` determines the player who begins."""
        return Shuffle(CARDS_DEALT)

    def answer(self, seen: Observation, legal_moves: Sequence[Move]) -> Move:
        """The computer player's favourite move: it never buys, and raises each Moai that it can pay for."""
        return max(legal_moves, key=lambda move: _liking(seen, move))

    def before(self, seen: Observation) -> Iterator[str]:
        """The topics that explain the present phase."""
        match seen.phase:
            case Phase.BUY | Phase.PLAY:
                yield from _before_playing(seen)
            case Phase.TAKE:
                yield "take"
            case Phase.SACRIFICE:
                # How the stone changes values is explained at the first sacrifice, whoever raised the Moai.
                yield "stone"
                if seen.active == seen.viewer:
                    yield "face_down"
            case Phase.OFFER:
                yield "offer"
            case Phase.COLLECT_MOAI:
                yield "wood_or_points"

    def after(self, seen: Observation, events: Sequence[Any]) -> Iterator[str]:
        """The topics that explain the latest scorings in which anybody could get something."""
        for event in events:
            match event:
                case happened.DisplayLaid():
                    yield "welcome"
                case happened.GameEnded():
                    yield "end"
        scorings = [event for event in events if isinstance(event, happened.ScoringBegan)]
        for event in scorings:
            is_gatherer = event.card < Card.LUMBERJACK
            if any(view.village[event.card] for view in seen.seats):
                yield "scored_gatherer" if is_gatherer else f"scored_{event.card.name.lower()}"
        if any(event.majority is not None for event in scorings):
            yield "majority"


def _before_playing(seen: Observation) -> Iterator[str]:
    view = seen.own
    hand = view.hand or ()
    able = plays(hand, view.wood)
    if len(able) > 1:
        yield "play"
    if seen.deck_size <= FEW_CARDS and able != (DISCARD,):
        yield "last_cards"
    if hand[Card.MOAI] and able != (DISCARD,):
        yield "moai"
    if any(isinstance(move, PlayGatherers) and move.count > 1 for move in able):
        yield "several"
    may_buy = seen.phase is Phase.BUY and purchases(view.village, view.wood, seen.supply) != (SKIP,)
    if may_buy and seen.turn > len(seen.seats):
        yield "buy"
        if view.wood >= MUCH_WOOD:
            yield "much_wood"


def _liking(seen: Observation, move: Move) -> int:
    """How much the computer player likes a move, compared with others."""
    view = seen.own
    held = view.held or ()
    match move:
        case Buy():
            return -1
        case Play(card):
            return _LIKED[card]
        case Sacrifice(good) | Offer(good):
            return held[good]
        case Take(column):
            return _LIKED.get(seen.columns[column - 1][-1], 0) + _brought(seen, column)
        case Collect(glory):
            return int(glory == (view.wood >= MOAI_PRICE))
        case _:
            return 0


def _brought(seen: Observation, column: int) -> int:
    """The wood, points or cards that the viewer would gain by taking from `column`, as far as they see."""
    beneath = seen.columns[column - 1][:-1]
    villages = [view.village for view in seen.seats]
    return dues(villages, beneath[-1])[seen.seat] if beneath else 0


LESSON: Final = CardsLesson()


FULL_DECK: Final = tuple(sorted(DECK))


class RapaNuiCards(Game[State, Move, Observation]):
    """The rules of the game.  Rules: docs/rules/rapa_nui_cards.md."""

    id = "rapa-nui-cards"
    rules_version = 1
    seats = (2, 3, 4)
    options = (
        Option("first_player", ("random", "1", "2", "3", "4")),
        Option("wood_tiebreak", ("on", "off")),
        Option("open_hands", ("off", "on"), easier="on"),
    )
    auto_answers = STANDING
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
    totals = staticmethod(totals)
    part_names = ("glory", "moai", "wood", *(CARDS[good].name.lower() for good in GOODS))
    feature_names = staticmethod(feature_names)
    features = staticmethod(features)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def at_once(self, state: State, seat: Seat, move: Move) -> float:
        """The points of `seat` after `move` and the best moves that it can make before others move.

        A sacrifice card counts at least 1 point, and a wood 0.5 points.
        """
        after = play.play(state, seat, move)
        if to_move(after) == (seat,):
            return max(self.at_once(after, seat, further) for further in legal_moves(after, seat))
        worth = tuple(max(1, value) for value in play.values(play.revealed_stone(after)))
        public = play.points_in_sight(after.glory[seat], after.villages[seat], 0)
        return public + play.worth_of(after.held[seat], worth) + after.wood[seat] / 2

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before the first move of chance.  Rules: Rapa Nui cards 2, 7."""
        chosen = self.chosen_options(options)
        first = chosen["first_player"]
        if first != "random" and int(first) > seats:
            raise IllegalOption("first_player", first)
        return play.start(seats, chosen)

    def turn(self, state: State) -> int:
        """The number of the turn, counted over all players.  Rules: Rapa Nui cards 3."""
        return state.turn

    def whose_turn(self, state: State) -> Seat:
        """The active player's seat, though others sacrifice and collect too.  Rules: Rapa Nui cards 3, 4."""
        return state.active

    def chance_move(self, state: State, chance: Chance) -> Move:
        """A draw of the first player; after that a shuffle of the cards.  Rules: Rapa Nui cards 2.1, 2.5."""
        if state.phase is Phase.DRAW_FIRST:
            return DrawFirst(chance.below(state.seats))
        return Shuffle(chance.shuffled(DECK))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        """Raise IllegalMove for an illegal move.  Rules: Rapa Nui cards 3, 4."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif move not in legal_moves(state, seat):
            raise refusal(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """False if cards were turned up, or another seat's only sacrifice card was automatically laid."""
        if any(isinstance(event, Sacrificed) for event in events[1:]):  # Laid automatically after the move.
            return False
        return not any(isinstance(event, DisplayLaid | Refilled | GameEnded) for event in events)

    def is_told(self, before: State, seat: Seat, move: Move, now: State) -> bool:
        """False for a sacrifice card that the active seat laid face down; else True.  Rules: 4.1, 5."""
        return not isinstance(move, Sacrifice) or seat != before.active

    def result(self, state: State) -> Result | None:
        """The final score; None while the game goes on.  Rules: Rapa Nui cards 6."""
        return play.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    match state.phase, move:
        case Phase.DRAW_FIRST, DrawFirst(seat) if 0 <= seat < state.seats:
            return
        case Phase.SHUFFLE, Shuffle(cards) if tuple(sorted(cards)) == FULL_DECK:
            return
        case _:
            raise IllegalMove("not_chance")


GAME: Final = RapaNuiCards()
