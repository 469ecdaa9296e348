"""What the card game's panel forecasts of a play is what happens; a sacrifice says what it costs oneself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.games.rapa_nui_cards.preview import best_continuation
from cogs.games.rapa_nui_cards.worth import worth_lines
from cogs.kit.alt_text import spoken
from cogs.kit.language import Localizer
from engine.counts import Counts
from engine.rapa_nui_cards.events import ScoringBegan
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import Move, Play, PlayGatherers, Take
from engine.rapa_nui_cards.observe import Observation, goods_in_sight
from engine.rapa_nui_cards.state import GOODS, Card, Good, Phase
from locales import in_language
from tests.engine.seeded import Setup, random_game

ENGLISH = Localizer(in_language("en")).for_alt_text
NONE = (0,) * len(Card)
FISHER, LUMBERJACK, PRIEST, MOAI = Card(Good.FISH), Card.LUMBERJACK, Card.PRIEST, Card.MOAI


def taken(state: Any, column: int, takes: int) -> tuple[Any, ScoringBegan]:
    """Take so many cards of a column last, and what is scored then; other choices are made somehow."""
    while True:
        (seat, *_) = GAME.to_move(state)
        moves = GAME.legal_moves(state, seat)
        move: Move = moves[0]
        if isinstance(move, Take):
            missing = 3 - sum(state.hands[seat])
            able = [one for one in moves if isinstance(one, Take) and one.column != column]
            others = [one for one in able if len(state.columns[one.column - 1]) > 1]
            move = Take(column) if missing <= takes or not others else others[0]
        before = state
        state, events = GAME.apply(state, seat, move)
        for event in events:
            if isinstance(event, ScoringBegan):
                return before, event


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_best_after_a_play_is_what_is_scored_then(seats: int) -> None:
    seen_to_happen = 0
    for played in random_game(Setup(GAME, seats, {}), seed=seats):
        if played.after.phase is not Phase.PLAY:
            continue
        (seat,) = GAME.to_move(played.after)
        for move in GAME.legal_moves(played.after, seat):
            then = best_continuation(GAME.observe(played.after, seat), move)
            if then is None:
                continue
            state, _ = GAME.apply(played.after, seat, move)
            before, scored = taken(state, then.column, then.takes)
            assert (scored.card, scored.column) == (then.card, then.column)
            assert before.villages == then.villages
            seen_to_happen += 1
    assert seen_to_happen > 50


def observed(
    columns: list[list[Card]], villages: list[tuple[int, ...]], stone: tuple[int, ...] = (0,) * 4
) -> Observation:
    """What seat 0 sees in a made-up game of two, as it is about to play."""
    for played in random_game(Setup(GAME, 2, {}), seed=1):
        if played.after.phase is Phase.PLAY and GAME.to_move(played.after) == (0,):
            seen = GAME.observe(played.after, 0)
            views = tuple(replace(view, village=one) for view, one in zip(seen.seats, villages, strict=True))
            return replace(seen, seats=views, columns=tuple(map(tuple, columns)), stone=stone)
    raise AssertionError


@pytest.mark.parametrize(
    ("move", "villages", "column", "card"),
    [
        # Nobody has a Fisher before; the one that is played is the majority.
        (PlayGatherers(Good.FISH, 1), [NONE, NONE], 1, FISHER),
        (Play(PRIEST), [NONE, NONE], 2, PRIEST),
        # What gives the viewer nothing in any case is at least not given to the other one.
        (Play(LUMBERJACK), [NONE, tuple(int(card is PRIEST) for card in Card)], 1, FISHER),
        # Two cards are taken after two are played: what lies two deep can be reached.
        (PlayGatherers(Good.GRAIN, 2), [NONE, NONE], 3, Card(Good.GRAIN)),
    ],
)
def test_the_play_counts_before_the_scoring(
    move: Move, villages: list[Counts], column: int, card: Card
) -> None:
    columns = [[FISHER, MOAI], [PRIEST, MOAI], [Card(Good.GRAIN), MOAI, MOAI], [MOAI]]
    then = best_continuation(observed(columns, villages), move)
    assert then is not None
    assert (then.column, then.card) == (column, card)


def test_nothing_is_forecast_where_every_column_is_new() -> None:
    assert best_continuation(observed([[MOAI]] * 4, [NONE, NONE]), Play(PRIEST)) is None


def heard(lines: list[str]) -> list[str]:
    """Lines as they are read aloud."""
    return spoken(lines, ENGLISH).split("\n")


def test_a_sacrifice_says_what_becomes_of_all_ones_goods_and_which_values_change() -> None:
    seen = observed([[MOAI]] * 4, [NONE, NONE], stone=(2, 1, 0, 0))
    mine = replace(seen.seats[0], held=(1, 3, 0, 0))
    seen = replace(seen, seats=(mine, *seen.seats[1:]), face_down=())
    fish, mulberry = Good.FISH, Good(1)
    # 2 fish, 1 mulberry on the stone: 3 and 2 points each.  A fish more changes nothing but the card is gone;
    # with a second mulberry both are worth 3, and what isn't there 2.
    assert heard(worth_lines(seen, [fish, mulberry], ENGLISH, gives=True)) == [
        "fish: your goods 9 → 6 points",
        "mulberry: your goods stay at 9 points (mulberry 2 → 3, sweet potato 1 → 2, grain 1 → 2)",
    ]
    assert heard(worth_lines(seen, [mulberry], ENGLISH, gives=False)) == [
        "mulberry: your goods 9 → 12 points (mulberry 2 → 3, sweet potato 1 → 2, grain 1 → 2)"
    ]


def test_goods_have_one_value_in_a_panel_also_once_one_has_laid_a_card_face_down() -> None:
    """Everything counts what the viewer knows of the stone: the open cards, and those that they laid."""
    told = 0
    for played in random_game(Setup(GAME, 2, {}), seed=7):
        state = played.after
        if state.phase not in (Phase.SACRIFICE, Phase.OFFER) or not state.face_down:
            continue
        seen = GAME.observe(state, state.decider)
        ((_, goods),) = {goods_in_sight(seen, state.decider)}
        lines = heard(worth_lines(seen, list(GOODS), ENGLISH, gives=False))
        assert all(f" {goods} → " in line or f"stay at {goods} point" in line for line in lines)
        told += 1
    assert told > 2
