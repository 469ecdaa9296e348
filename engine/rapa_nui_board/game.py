"""Rapa Nui, the board game: its facts, its guided first game, and `GAME`, which the catalogue finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine.game import CHANCE, LEARNER, Chance, Event, Game, IllegalMove, Lesson, Option, Result, Seat
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board import play, rounds
from engine.rapa_nui_board.evaluation import bold_moves, promising_moves, totals, worth
from engine.rapa_nui_board.features import feature_names, features
from engine.rapa_nui_board.legal import is_legal, legal_moves, obvious_move, refusal, to_move
from engine.rapa_nui_board.moves import (
    DROP_OUT,
    SCULPTORS,
    SORCERERS,
    CarryMoai,
    CarryPukao,
    DrawOrder,
    Exchange,
    Improve,
    Move,
    Placement,
    PlaceSculptor,
    PlaceVillager,
    Shuffle,
    TakeTile,
    read_move,
    write_move,
)
from engine.rapa_nui_board.play import tiles_to_shuffle
from engine.rapa_nui_board.rounds import final_result
from engine.rapa_nui_board.state import (
    AT_HAND,
    Observation,
    Phase,
    Spaces,
    State,
    Tile,
    determinise,
    observe,
    reveal,
)

ROUNDS: Final = 3
"""The number of rounds of the lesson; all topics come up in them, while a whole game has about eight."""

LESSON_OVER: Final = "lesson"
"""The reason in the result of a lesson that ended before the end of the game."""
_ONE, _TWO, _ = SCULPTORS
_BESIDE_CRATER: Final = PlaceVillager("D4")
"""The placement beside the crater, on the space to which the first moai goes, as the lesson explains."""
_STARS: Final = SORCERERS[:2]


def _to(*spaces: str) -> tuple[Placement, ...]:
    return tuple(map(PlaceVillager, spaces))


PLANS: Final[Mapping[tuple[bool, int], tuple[Placement, ...]]] = {
    (True, 1): (_ONE, *_to("D4"), _TWO, *_STARS, *_to("D2", "E3")),
    (True, 2): (*_to("B3", "C3", "D4"), *_STARS, _ONE),
    (True, 3): (_ONE, _TWO, *_to("E3", "F3"), *_STARS),
    (False, 1): (_ONE, *_to("C4", "A2"), *_STARS, *_to("G4")),
    (False, 2): (*_to("C4"), _ONE, *_to("E4"), *_STARS, _TWO),
    (False, 3): (*_to("D2", "C2"), *_STARS, *_to("D1", "C1")),
}
"""The lesson's placements in order of preference; a key says whether the learner places, and the round."""


class IslandLesson(Lesson):
    """The guided first game: two play, without tablets; the learner begins."""

    seats = 2
    options = {"beginner_set": "on", "turn_order": "seats"}  # noqa: RUF012 - nobody changes the dict
    topics = (
        "welcome",
        "tile",
        "sculptor",
        "transporter",
        "bigger",
        "sorcerer",
        "carved",
        "carry",
        "erected",
        "stop",
        "round_over",
        "pukao",
        "offering",
        "offered",
        "chain",
        "improve",
        "last_round",
        "end",
    )

    def dealt(self, state: State) -> Move:
        """The prepared move of chance: the turn order by seats, or the ahu tiles in a fixed mixed order."""
        if state.phase is Phase.DRAW_ORDER:
            return DrawOrder(tuple(range(state.seats)))
        return Shuffle(_mixed(sorted(tiles_to_shuffle(state))))

    def answer(self, seen: Observation, legal_moves: Sequence[Move]) -> Move:
        """The computer player's move: it places by `PLANS`, and carries and takes what is worth most."""
        state = seen.state
        match state.phase:
            case Phase.PLACE:
                return _placed(seen, legal_moves)
            case Phase.DISPLAY:
                return max(legal_moves, key=lambda move: move == TakeTile(Tile.TAKE_2_MORE))
            case Phase.TRANSPORT:
                return _carried(legal_moves)
            case Phase.EXCHANGE:
                exchanges = [move for move in legal_moves if isinstance(move, Exchange)]
                return max(
                    exchanges, key=lambda one: (one.thrift is None and one.feast is None, one.offering)
                )
        return legal_moves[0]

    def before(self, seen: Observation) -> Iterator[str]:
        """The topics that explain the present phase; in placing, also those on where figures can go."""
        state = seen.state
        match state.phase:
            case Phase.DISPLAY:
                yield "tile"
            case Phase.PLACE:
                yield from _before_placing(state)
            case Phase.TRANSPORT:
                yield from _before_carrying(state)
            case Phase.EXCHANGE:
                yield "offering"

    def after(self, seen: Observation, events: Sequence[Any]) -> Iterator[str]:
        """The topics that explain the results of sculpting, a transport, an offering or a round's end."""
        if self.is_over(seen.state):
            yield "end"
        found = {_explained(event) for event in events}
        yield from (topic for topic in self.topics if topic in found)

    def is_over(self, state: State) -> bool:
        """Whether three rounds are over."""
        return state.round > ROUNDS or state.phase is Phase.OVER

    def result(self, state: State) -> Result:
        """The current score, as the result of the lesson."""
        result = final_result(state)
        return result if result.reason else replace(result, reason=LESSON_OVER)


def _explained(event: Any) -> str:
    match event:
        case happened.TilesLaid():
            return "welcome"
        case happened.MoaiReceived(seat, _) if seat == LEARNER:
            return "carved"
        case happened.MoaiErected(seat, _, _) if seat == LEARNER:
            return "erected"
        case happened.Gained():
            return "chain"
        case happened.RoundEnded():
            return "round_over"
        case happened.OfferingTaken():
            return "offered"
    return ""


def _before_placing(state: State) -> Iterator[str]:
    """The topics about placing figures that fit the learner's figures and the spaces still free."""
    player, legal = state.players[LEARNER], legal_moves(state, LEARNER)
    if state.round == 1:
        if not any(player.sculptors) and _ONE in legal:
            yield "sculptor"
        if not state.standing[LEARNER] and _BESIDE_CRATER in legal:
            yield "transporter"
        if player.sculptors[0] > player.sculptors[1] and _TWO in legal:
            yield "bigger"
    elif may_stand_on(state, legal, state.plain):
        yield "pukao"
    if state.round == ROUNDS:
        yield "last_round"
    if _may_improve(state):
        yield "improve"
    if player.sorcerer == AT_HAND:
        yield "sorcerer"


def may_stand_on(state: State, legal: Sequence[Move], spaces: Spaces) -> bool:
    """Whether one of the legal moves places a villager on one of these spaces."""
    numbers = state.island.numbers
    return any(isinstance(move, PlaceVillager) and spaces >> numbers[move.space] & 1 for move in legal)


def _before_carrying(state: State) -> Iterator[str]:
    legal = legal_moves(state, LEARNER)
    if any(isinstance(move, CarryMoai) for move in legal):
        yield "carry"
    if not any(isinstance(move, CarryMoai | CarryPukao) for move in legal):
        yield "stop"
    if _may_improve(state):
        yield "improve"


def _may_improve(state: State) -> bool:
    """Whether the lesson explains improvements: in its last round, if the learner can pay for one."""
    return state.round == ROUNDS and any(isinstance(move, Improve) for move in legal_moves(state, LEARNER))


def _placed(seen: Observation, legal: Sequence[Move]) -> Move:
    assert seen.viewer is not None
    plan = PLANS[seen.viewer == LEARNER, min(seen.state.round, ROUNDS)]
    left = (move for move in plan if move in legal and not _is_done(seen.state, seen.viewer, move))
    return next(left, next(move for move in legal if isinstance(move, Placement)))


def _is_done(state: State, seat: Seat, move: Placement) -> bool:
    """Whether a figure of `seat` already stands on the place of `move`."""
    match move:
        case PlaceVillager(space):
            return state.spots[state.island.numbers[space]].owner == seat
        case PlaceSculptor(column):
            return state.players[seat].sculptors[column - 1] > 0
    return False


def _carried(legal: Sequence[Move]) -> Move:
    """The computer player's transport move: the largest moai, else a pukao, else dropping out."""
    moai = [move for move in legal if isinstance(move, CarryMoai) and not _uses_tiles(move)]
    pukao = [move for move in legal if isinstance(move, CarryPukao) and not _uses_tiles(move)]
    loads: list[Move] = [*sorted(moai, key=lambda move: -move.size), *pukao, DROP_OUT]
    return loads[0]


def _uses_tiles(move: CarryMoai | CarryPukao) -> bool:
    takes_more = isinstance(move, CarryMoai) and move.take_3_more is not None
    return takes_more or move.log_road is not None or move.mana is not None


def _mixed(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    order = sorted(range(len(tiles)), key=lambda place: place * 11 % 31)
    return tuple(tiles[place] for place in order)


LESSON: Final = IslandLesson()


class RapaNuiBoard(Game[State, Move, Observation]):
    """The rules of the game.  Rules: docs/rules/rapa_nui_board.md."""

    id = "rapa-nui-board"
    rules_version = 1
    seats = (2, 3, 4)
    options = (
        Option("beginner_set", ("off", "on"), easier="on"),
        Option("auto_collect", ("on", "off")),
        Option("turn_order", ("random", "seats")),
    )
    hides = False
    lesson = LESSON

    to_move = staticmethod(to_move)
    legal_moves = staticmethod(legal_moves)
    is_legal = staticmethod(is_legal)
    promising_moves = staticmethod(promising_moves)
    bold_moves = staticmethod(bold_moves)
    obvious_move = staticmethod(obvious_move)
    make = staticmethod(play.play)
    observe = staticmethod(observe)
    reveal = staticmethod(reveal)
    determinise = staticmethod(determinise)
    worth = staticmethod(worth)
    totals = staticmethod(totals)
    part_names = ("offerings", "outstanding", "resources", "tablet", "favour")
    feature_names = staticmethod(feature_names)
    features = staticmethod(features)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def at_once(self, state: State, seat: Seat, move: Move) -> float:
        """The points if the game ended right after the move."""
        return rounds.points(play.play(state, seat, move), seat)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before the first move of chance.  Rules: Rapa Nui board 2."""
        return play.start(seats, self.chosen_options(options))

    def turn(self, state: State) -> int:
        """The number of the round.  Rules: Rapa Nui board 4."""
        return state.round

    def chance_move(self, state: State, chance: Chance) -> Move:
        """A random first turn order; after that a shuffle of the ahu tiles.  Rules: 2.4, 2.6."""
        if state.phase is Phase.DRAW_ORDER:
            return DrawOrder(chance.shuffled(range(state.seats)))
        return Shuffle(chance.shuffled(play.tiles_to_shuffle(state)))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        """Raise IllegalMove for an illegal move.  Rules: Rapa Nui board 5 to 8."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif not is_legal(state, seat, move):
            raise refusal(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """True: nothing is hidden, and chance moves only at setup.  Rules: Rapa Nui board 9."""
        return True

    def result(self, state: State) -> Result | None:
        """The final score; None while the game goes on.  Rules: Rapa Nui board 10."""
        return rounds.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    match state.phase, move:
        case Phase.DRAW_ORDER, DrawOrder(order) if sorted(order) == list(range(state.seats)):
            return
        case Phase.SHUFFLE, Shuffle(tiles) if sorted(tiles) == [*play.tiles_to_shuffle(state)]:
            return
        case _:
            raise IllegalMove("not_chance")


GAME: Final = RapaNuiBoard()
