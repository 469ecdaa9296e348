"""Choosing at the same time as others: guess what they choose, and find a good answer to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final

from engine.game import CHANCE, AnyGame, Chance, Seat

GUESSES: Final = 16
"""How many times the choices of the others are guessed."""
ABOUT_EQUAL: Final = 1.0
"""How many points more make a move e times as likely, to the sensible player."""
FINE: Final = 1_000_000
"""Likelihoods are drawn in steps of 1 / `FINE`."""


def is_asked_with_others(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether others choose at the same time as `seat`."""
    return any(other not in (seat, CHANCE) for other in game.to_move(state))


def choosers(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """The seats that choose together."""
    return tuple(seat for seat in game.to_move(state) if seat != CHANCE)


def good_answer(
    game: AnyGame,
    observation: Any,
    seat: Seat,
    chance: Chance,
    likely: Callable[[Sequence[float]], Sequence[float]],
) -> Any:
    """A legal move of `seat` that does well, on average, whatever the others choose at the same time.

    Of moves that are about equally good one is drawn: otherwise players who think alike would choose the same
    again and again, and everybody could foretell it.  `likely` says how likely moves of these worths are.
    """
    worlds = [game.determinise(observation, chance) for _ in range(GUESSES)]
    moves = game.legal_moves(worlds[0], seat)
    worths = [0.0] * len(moves)
    for world in worlds:
        others = guessed(game, world, seat, chance)
        for place, move in enumerate(moves):
            worths[place] += game.worth(together(game, world, {seat: move, **others}), seat) / GUESSES
    return drawn(moves, likely(worths), chance)


def softened(worths: Sequence[float], softness: float) -> list[float]:
    """How likely moves are of these worths, in points: by `softness` points more e times as likely."""
    best = max(worths)
    return [exp((worth - best) / softness) for worth in worths]


def drawn(moves: Sequence[Any], likelihoods: Sequence[float], chance: Chance) -> Any:
    """One of `moves`, drawn by their weights."""
    left = chance.below(FINE) / FINE * sum(likelihoods)
    for move, likelihood in zip(moves, likelihoods, strict=True):
        left -= likelihood
        if left < 0:
            return move
    return moves[-1]


def guessed(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> dict[Seat, Any]:
    """A legal move for each of the others who choose at the same time, each as likely."""
    asked = (other for other in game.to_move(state) if other not in (seat, CHANCE))
    legal = {other: game.legal_moves(state, other) for other in asked}
    return {other: moves[chance.below(len(moves))] for other, moves in legal.items()}


def together(game: AnyGame, state: Any, choices: dict[Seat, Any]) -> Any:
    """`state` after these choices, each as far as it is legal.

    Some seats may have chosen before.  With the last missing choice the question is over, so that comes last.
    """
    left = [(seat, move) for seat, move in choices.items() if move in game.legal_moves(state, seat)]
    asked = {seat: game.question(state, seat) for seat, _ in left}
    postponed = False

    def is_still_asked(after: Any, one: Seat, answer: Any) -> bool:
        # When chance moves or the game is over, nobody is, though no other question is put.
        return answer in game.legal_moves(after, one) and game.question(after, one) == asked[one]

    while left:
        (seat, move), *left = left
        made = game.make(state, seat, move)
        if left and not postponed and not is_still_asked(made, *left[0]):
            left.append((seat, move))
            postponed = True
        else:
            state = made
    return state
