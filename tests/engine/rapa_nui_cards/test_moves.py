"""All moves that can be written, in every phase: legal ones are made, others refused with a known code."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from engine.game import CHANCE, IllegalMove
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import Move, Play, PlayGatherers, Take
from engine.rapa_nui_cards.state import Card, Good, Phase
from tests.engine.seeded import Setup, random_game

GOODS = ("fish", "mulberry", "sweet_potato", "grain")
TEXTS = (
    *(f"buy {good}" for good in GOODS),
    "skip",
    *(f"play {card}" for card in ("lumberjack", "priest", "moai")),
    *(f"gather {good} {count}" for good, count in product(GOODS, (1, 2, 3))),
    "discard",
    *(f"sacrifice {good}" for good in GOODS),
    *(f"offer {good}" for good in GOODS),
    *(f"take {column}" for column in (1, 2, 3, 4)),
    "collect wood",
    "collect glory",
    *(f"instead {good}" for good in GOODS),
)
"""Every decision, by section 8 of the rule page."""
NOT_MOVES: tuple[Move, ...] = (
    *(Take(column) for column in (-1, 0, 5)),
    *(PlayGatherers(Good.FISH, count) for count in (-1, 0, 4)),
    *(Play(card) for card in (Card.FISH, Card.GRAIN)),
)
"""Moves with numbers that none has."""
CODES = {"not_now", "not_enough_wood", "pile_empty", "not_in_hand", "may_not_discard", "not_held"}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_one_move(text: str) -> None:
    assert GAME.write_move(GAME.read_move(text)) == text


@pytest.mark.parametrize(
    "text", ["Take 1", "take 1 ", "take 01", "take 5", "gather fish 0", "gather fish 4", "play fish", "buy"]
)
def test_nearly_a_text_is_no_move(text: str) -> None:
    with pytest.raises(IllegalMove) as illegal:
        GAME.read_move(text)
    assert illegal.value.code == "unknown_move"


@pytest.mark.parametrize("seats", GAME.seats)
def test_in_every_phase_all_other_moves_are_refused_for_a_known_reason(seats: int) -> None:
    moves: list[Move] = [*map(GAME.read_move, TEXTS), *NOT_MOVES]
    refused = set()
    phases = set()
    for seed in range(8):
        for played in random_game(Setup(GAME, seats, {}), seed):
            if played.seat == CHANCE:
                continue
            phases.add(played.before.phase)
            before, legal = msgspec.json.encode(played.before), GAME.legal_moves(played.before, played.seat)
            assert len(set(legal)) == len(legal)
            for move in moves:
                if move in legal:
                    GAME.apply(played.before, played.seat, move)
                    continue
                with pytest.raises(IllegalMove) as illegal:
                    GAME.apply(played.before, played.seat, move)
                refused.add(illegal.value.code)
            assert msgspec.json.encode(played.before) == before
    assert refused <= CODES
    assert refused >= CODES - {"pile_empty"}  # Piles seldom run out.
    assert phases >= set(Phase) - {Phase.DRAW_FIRST, Phase.SHUFFLE, Phase.OVER, Phase.COLLECT_OTHER}
