"""The engine beside the reference, move by move: same legal moves, same figures, same scores.

`REFERENCE_GAMES=2000` plays more of them.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from engine.game import CHANCE
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import DrawFirst, Shuffle
from engine.rapa_nui_cards.state import Counts, State
from tests.engine.rapa_nui_cards.reference import GOODS, KINDS, Reference
from tests.engine.seeded import Seeded

GAMES = int(os.environ.get("REFERENCE_GAMES", "150"))


def counted(kinds: list[str], names: tuple[str, ...]) -> Counts:
    counter = Counter(kinds)
    return tuple(counter[name] for name in names)


def assert_same(state: State, reference: Reference) -> None:
    assert [GAME.write_move(move) for move in GAME.legal_moves(state, state.decider)] == reference.moves()
    assert (state.decider, state.active) == (reference.decider, reference.active)
    assert list(state.wood) == reference.wood
    assert list(state.glory) == reference.points
    assert [counted(hand, KINDS) for hand in reference.hand] == list(state.hands)
    assert [counted(village, KINDS) for village in reference.village] == list(state.villages)
    assert [counted(held, GOODS) for held in reference.held] == list(state.held)
    assert tuple(reference.supply.values()) == state.supply
    assert counted(reference.stone, GOODS) == state.stone
    assert [(seat, GOODS.index(good)) for seat, good in reference.face_down] == [
        (card.seat, card.good) for card in state.face_down
    ]
    assert [[KINDS[card] for card in column] for column in state.columns] == reference.columns
    assert [KINDS[card] for card in state.deck] == reference.deck


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tiebreak", ["on", "off"])
def test_engine_and_reference_play_the_same_game(seats: int, tiebreak: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(GAMES // 6 + 1):
        chance = Seeded(seed)
        state = GAME.start(seats, {"wood_tiebreak": tiebreak})
        first = GAME.chance_move(state, chance)
        assert isinstance(first, DrawFirst)
        state, _ = GAME.apply(state, CHANCE, first)
        order = GAME.chance_move(state, chance)
        assert isinstance(order, Shuffle)
        state, _ = GAME.apply(state, CHANCE, order)
        cards = [KINDS[card] for card in order.cards]
        reference = Reference(seats, first.seat, cards, wood_tiebreak=tiebreak == "on")
        while GAME.to_move(state):
            assert_same(state, reference)
            texts = reference.moves()
            # Half the time the last one: skip, save up, raise Moai.
            text = texts[max(chance.below(len(texts)), chance.below(2) * len(texts) - 1)]
            met[text.split()[0] + (" moai" if text == "play moai" else "")] += 1
            reference.do(text)
            state, _ = GAME.apply(state, state.decider, GAME.read_move(text))
        assert reference.over
        result = GAME.result(state)
        assert result is not None
        assert [seat.points for seat in result.seats] == reference.totals()
        assert [seat.rank for seat in result.seats] == reference.ranks()
    # The rare corners were met, or the comparison says little.
    assert all(met[word] for word in ("play moai", "sacrifice", "offer", "collect", "discard"))
