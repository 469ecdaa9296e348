"""An outsider for Rapa Nui, the board game: 2, 3 or 4 players.

`outsider(game, observation, seat, chance)` is called as the levels' players are.  It was written from the
rules page (`docs/rules/rapa_nui_board.md`) alone, and shares no features, candidates or search with them; its
estimate of a state is in `rapa_nui_board_estimate.py`.

A move is chosen in two steps.  First, each legal move is made, and the estimate gives the mover's lead; of
transports and exchanges with the same outcome, only the cheapest is considered.  Then the best few moves are
followed: the mover ends the turn, the others reply by the same estimate, and the mover moves again; in the
transport phase, until the end of the round.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final, NamedTuple

from benchmarks.outsiders.rapa_nui_board_estimate import (
    WEIGHTS,
    Estimate,
    Weights,
    owned_kinds,
    spending,
    unclaimed,
)
from engine.game import Chance, Game, Seat
from engine.rapa_nui_board.moves import (
    BY_TABLET,
    Barter,
    CarryMoai,
    CarryPukao,
    Exchange,
    LendAHand,
    Move,
    PlaceVillager,
    Safekeep,
    Take,
)
from engine.rapa_nui_board.presence import chained
from engine.rapa_nui_board.state import (
    IMPROVEMENTS_MOST,
    PLACE,
    RESOURCE_LIMIT,
    TRANSPORT,
    Observation,
    Player,
    Spaces,
    State,
    spaces_in,
)

FOLLOWED: Final = 6
"""The number of best moves that are followed."""
STEPS_MOST: Final = 14
"""The most moves of a line (a sequence of moves) that is followed in the transport phase."""
TURN_MOST: Final = 3
"""The most further moves of the same turn after a free action."""
TAKES_MOST: Final = 14
"""The most ways to take resources that are judged; the ones with the most valuable result are kept."""
TAKES_REPLIED: Final = 3
"""The most ways to take resources that are judged for a reply within a line."""
BARTERS_MOST: Final = 5
FOR_WINNING: Final = 15.0
"""The value of winning at the end of a game, in points."""


class Rated(NamedTuple):
    """A move, the mover's estimated lead after it, and the state after it."""

    worth: float
    move: Move
    after: State


class Mind:
    """One search for a move."""

    def __init__(self, game: Game[Any, Any, Any], state: State, weights: Weights) -> None:
        """Judge `state` first: all states of the search are judged for the same number of rounds to come."""
        self.game, self.weights = game, weights
        estimate = Estimate(state, weights)
        estimate.points()
        self.outlook = estimate.rounds

    def ahead(self, state: State, seat: Seat) -> float:
        """Return a seat's estimated lead over the others, in points; at the game's end, the true lead."""
        bonus, weights = 0.0, self.weights
        result = self.game.result(state)
        if result is None:
            totals = Estimate(state, weights, self.outlook).points()
        else:
            totals = [float(one.points) for one in result.seats]
        others = [total for one, total in enumerate(totals) if one != seat]
        most = max(others)
        if result is not None and totals[seat] != most:
            bonus = FOR_WINNING if totals[seat] > most else -FOR_WINNING
        if len(others) == 1:
            return totals[seat] - most + bonus
        return totals[seat] - weights.leader * most - weights.field * sum(others) / len(others) + bonus

    def candidates(self, state: State, seat: Seat, *, light: bool) -> list[Move]:
        """Return a seat's legal moves, one for each outcome; `light`: leave out far-fetched ones."""
        moves: Iterable[Move] = self.game.legal_moves(state, seat)
        phase, player = state.phase, state.players[seat]
        near = _neighbourhood(state, 1 if light or phase is TRANSPORT else 2)
        found: list[Move] = []
        barters: list[tuple[float, int, Move]] = []
        seen = set[Hashable]()
        numbers = state.island.numbers
        for number, move in enumerate(moves):
            if isinstance(move, Barter):
                if not light:
                    barters.append((-self.purse(state, player, move), number, move))
                continue
            if isinstance(move, PlaceVillager):
                if near >> numbers[move.space] & 1:
                    found.append(move)
                continue
            if light and _is_far_fetched(move):
                continue
            if isinstance(move, LendAHand) and not near >> numbers[move.space] & 1:
                continue
            key = _outcome(move, number, light=light)
            if key not in seen:
                seen.add(key)
                found.append(move)
        found += [move for _, _, move in sorted(barters)[:BARTERS_MOST]]
        return found or [*self.game.legal_moves(state, seat)]

    def purse(self, state: State, player: Player, move: Barter | Take) -> float:
        """Return a quick estimate of a player's resources after a barter or a taking."""
        if isinstance(move, Barter):
            change = zip(player.resources, move.give, move.take, strict=True)
            held = [has - less + more for has, less, more in change]
        else:
            gained = zip(player.resources, move.resources, strict=True)
            held = [min(RESOURCE_LIMIT, has + more) for has, more in gained]
        built = player.improvements
        worth = spending(
            len(state.players),
            tuple(held),
            state.stacks,
            owned_kinds(player),
            unclaimed(state),
            built[1],
            (0.9, 0.7),
            tuple([1 + grade for grade in self.weights.grades]),
        )
        if sum(built) < IMPROVEMENTS_MOST:
            worth += 2.0 * (held[2] >= 2 and not built[2]) + 3.0 * (held[3] >= 3 and not built[3])
        return worth

    def settled(self, state: State) -> State:
        """Return the state after all choices that a transport still needs, each the best by the estimate."""
        while state.transport is not None:
            seat = state.decider
            answers = self.candidates(state, seat, light=True)
            answers = self.best_takes(state, seat, answers, TAKES_REPLIED)
            after = [self.game.make(state, seat, move) for move in answers]
            state = after[0] if len(after) == 1 else max(after, key=lambda one: self.ahead(one, seat))
        return state

    def best_takes(self, state: State, seat: Seat, answers: list[Move], most: int) -> list[Move]:
        """Return `answers` with only the `most` ways to take resources that leave the most valuable ones."""
        if len(answers) <= most or not isinstance(answers[0], Take):
            return answers
        player = state.players[seat]
        worth = [self.purse(state, player, move) if isinstance(move, Take) else 0.0 for move in answers]
        order = sorted(range(len(answers)), key=lambda number: -worth[number])
        return [answers[number] for number in order[:most]]

    def rated(self, state: State, seat: Seat, *, light: bool) -> list[Rated]:
        """Return a seat's moves, the best by the estimate first, each with the state after it."""
        moves = self.best_takes(state, seat, self.candidates(state, seat, light=light), TAKES_MOST)
        found = []
        for move in moves:
            after = self.settled(self.game.make(state, seat, move))
            found.append(Rated(self.ahead(after, seat), move, after))
        found.sort(key=lambda one: -one.worth)
        return found

    def reply(self, state: State) -> State:
        """Return the state after the deciding seat's best move by the estimate."""
        return self.rated(state, state.decider, light=True)[0].after

    def followed(self, before: State, state: State, seat: Seat) -> float:
        """Return a seat's lead after following a move: the rest of its turn, all replies, its next move."""
        for _ in range(TURN_MOST):
            if state.decider != seat or not _is_same_turn(before, state, seat):
                break
            state = self.reply(state)
        if before.phase is TRANSPORT:
            for _ in range(STEPS_MOST):
                if state.phase is not TRANSPORT:
                    break
                state = self.reply(state)
        else:
            for _ in range(len(state.players) - 1):
                if state.phase is not PLACE or state.decider == seat:
                    break
                state = self.reply(state)
            if state.phase is PLACE and state.decider == seat:
                state = self.reply(state)
        return self.ahead(state, seat)


def _outcome(move: Move, number: int, *, light: bool) -> Hashable:
    """Return a key for a move's outcome; of moves with the same key, only the first listed is considered."""
    match move:
        case CarryMoai():
            return 0, move.size, move.path[-1], move.log_road, move.mana, move.take_3_more
        case CarryPukao():
            return 1, move.path[-1], move.log_road, move.mana
        case Exchange():
            return 2, move.offering, move.artistic, move.thrift, move.feast
        case Safekeep():
            return 3, move.size, move.by
        case _:
            return number


def _is_far_fetched(move: Move) -> bool:
    """Whether a move is left out of replies: it uses the tablet, lends a figure or keeps a moai."""
    match move:
        case CarryMoai():
            return BY_TABLET in (move.log_road, move.mana, move.take_3_more)
        case CarryPukao():
            return BY_TABLET in (move.log_road, move.mana)
        case Exchange():
            return BY_TABLET in (move.thrift, move.feast)
        case LendAHand() | Safekeep():
            return True
        case _:
            return getattr(move, "by", None) is BY_TABLET


def _neighbourhood(state: State, steps: int) -> Spaces:
    """Return the spaces with figures, and all spaces within `steps` steps of one."""
    found = chained(state)
    for _ in range(steps):
        for space in spaces_in(found):
            found |= state.island.beside[space]
    return found


def _is_same_turn(before: State, now: State, seat: Seat) -> bool:
    """Whether a seat has made only free actions between the states `before` and `now`."""
    if before.phase is not now.phase or before.round != now.round:
        return False
    then, after = before.players[seat], now.players[seat]
    if before.phase is PLACE:
        quarry = (then.sculptors, then.sorcerer, max(0, then.chief))
        return before.standing == now.standing and quarry == (
            after.sculptors,
            after.sorcerer,
            max(0, after.chief),
        )
    return (before.bare, before.plain) == (now.bare, now.plain)


def outsider(
    game: Game[Any, Any, Any],
    observation: Observation,
    seat: Seat,
    chance: Chance,
    weights: Weights = WEIGHTS,
) -> Move:
    """Return the outsider's move for a seat; `chance` isn't used."""
    state: State = game.determinise(observation, chance)
    mind = Mind(game, state, weights)
    best = mind.rated(state, seat, light=False)[:FOLLOWED]
    if len(best) == 1 or state.phase not in (PLACE, TRANSPORT):
        return best[0].move
    worth = [mind.followed(state, one.after, seat) for one in best]
    return best[max(range(len(best)), key=worth.__getitem__)].move
