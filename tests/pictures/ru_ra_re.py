"""Pictures of Ru-Ra-Re, to be looked at: of random games, and fuller ones."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.game import CHANCE, Part, Result, SeatResult
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.state import COPIES, Card, Meeting, State
from pictures import Scene
from pictures.ru_ra_re.board import board, own, own_alone, sheet
from tests.engine.seeded import Setup, random_game
from tests.pictures.scenes import NAMES


def moments(seats: int, seed: int = 5) -> Iterator[tuple[State, State]]:
    """Yield all states of a game after the cards were dealt, each with the state before."""
    for played in random_game(Setup(GAME, seats, {}), seed):
        if played.seat != CHANCE:
            yield played.before, played.after


def boards(seats: int, seed: int = 5) -> Iterator[Scene]:
    """Yield the public pictures of a game."""
    for before, state in moments(seats, seed):
        yield board(GAME.observe(state, None), GAME.observe(before, None), NAMES)


def hands(seats: int, seed: int = 5) -> Iterator[Scene]:
    """Yield the pictures of each player's own cards in a game."""
    for before, state in moments(seats, seed):
        for seat in range(seats):
            yield own(GAME.observe(state, seat), GAME.observe(before, seat))


def hands_alone(seats: int, seed: int = 5) -> Iterator[Scene]:
    """Yield the pictures of each player's own cards, without the rows."""
    for before, state in moments(seats, seed):
        for seat in range(seats):
            yield own_alone(GAME.observe(state, seat), GAME.observe(before, seat))


def the_sheet(seats: int, seed: int = 5) -> Scene:
    """Return the score sheet of a game."""
    *_, (_, last) = moments(seats, seed)
    result = GAME.result(last)
    assert result is not None
    return sheet(result, NAMES)


def drawn(seats: int, seed: int = 5) -> Iterator[Scene]:
    """Yield all pictures of a game."""
    yield from boards(seats, seed)
    yield from hands(seats, seed)
    yield from hands_alone(seats, seed)
    yield the_sheet(seats, seed)


def crowded(seats: int) -> Iterator[Scene]:
    """Yield pictures that are fuller than in any game."""
    before, state = list(moments(seats))[30]
    everybody = tuple(range(seats))
    seen = replace(
        GAME.observe(state, 0),
        collections=(COPIES,) * seats,
        points=(188,) * seats,
        rows=((Card.FARM_WOMAN,) * 3,) * len(state.rows),
        waiting=(True,) * seats,
        choices=(1, *(None,) * (seats - 1)),
        revealed=((Meeting(len(state.rows), everybody, (Card.KING,)),),),
        last_turn=True,
    )
    former = GAME.observe(before, 0)
    yield board(seen, former, NAMES)
    yield own(seen, former)
    few = replace(seen, collections=tuple(tuple(count - 1 for count in COPIES) for _ in everybody))
    yield own(few, former)
    yield own_alone(seen, former)
    yield own_alone(few, former)
    names = ("kings", "churches", "victory", "knights", "animals", "farm")
    parts = tuple(Part(f"{scoring}_{name}", 74) for scoring in ("first", "final") for name in names)
    yield sheet(Result(tuple(SeatResult(888, parts, 1) for _ in everybody), "deck_used_up"), NAMES)
