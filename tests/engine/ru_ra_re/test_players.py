"""Games among sensible players: with the estimate's guesses, games are as expected."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game import CHANCE
from engine.players import PLAYERS
from engine.ru_ra_re.events import Clashed, TurnEnded
from engine.ru_ra_re.game import GAME
from tests.engine.seeded import Seeded, Turns

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seats", GAME.seats)
def test_players_who_think_alike_get_past_each_other(seats: int) -> None:
    """Clashes are part of the game, but no turn is made of them."""
    met: Counter[str] = Counter()
    for seed in range(2):
        chance, turns = Seeded(seed), Turns(GAME)
        state = GAME.start(seats, {})
        while (seat := turns.next_seat(state)) is not None:
            if seat == CHANCE:
                move = GAME.chance_move(state, chance)
            else:
                move = PLAYERS["sensible"](GAME, GAME.observe(state, seat), seat, chance)
            state, events = GAME.apply(state, seat, move)
            met["clashes"] += sum(isinstance(event, Clashed) for event in events)
            met["turns"] += sum(isinstance(event, TurnEnded) for event in events)
    assert met["clashes"] < 2.5 * met["turns"]
