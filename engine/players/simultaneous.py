"""Choosing at the same time as others: what they choose is imagined, and the best answer to it taken."""

from __future__ import annotations

from typing import Any, Final

from engine.game import CHANCE, AnyGame, Chance, Seat

GUESSES: Final = 24
"""So many times what the others choose is guessed."""


def is_asked_with_others(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether others choose at the same time as `seat`."""
    return any(other not in (seat, CHANCE) for other in game.to_move(state))


def best_answer(game: AnyGame, worlds: list[Any], seat: Seat, chance: Chance) -> Any:
    """The legal move of `seat` that does best, on average, whatever the others choose at the same time."""
    moves = chance.shuffled(game.legal_moves(worlds[0], seat))  # Equals are chosen among at random.
    totals = [0.0] * len(moves)
    for guess in range(GUESSES):
        world = worlds[guess % len(worlds)]
        others = drawn(game, world, seat, chance)
        for place, move in enumerate(moves):
            totals[place] += game.worth(together(game, world, {seat: move, **others}), seat)
    return moves[max(range(len(moves)), key=totals.__getitem__)]


def drawn(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> dict[Seat, Any]:
    """A legal move for each of the others who choose at the same time, each as likely."""
    asked = (other for other in game.to_move(state) if other not in (seat, CHANCE))
    legal = {other: game.legal_moves(state, other) for other in asked}
    return {other: moves[chance.below(len(moves))] for other, moves in legal.items()}


def together(game: AnyGame, state: Any, choices: dict[Seat, Any]) -> Any:
    """`state` after all have chosen so.

    Some of them may have chosen before; what was asked is over with the last choice that was lacking.
    """
    asked = {seat: game.question(state, seat) for seat in choices}
    for seat, move in choices.items():
        if seat not in game.to_move(state) or game.question(state, seat) != asked[seat]:
            break
        state, _ = game.apply(state, seat, move)
    return state
