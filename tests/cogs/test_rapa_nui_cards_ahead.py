"""The card game's panel forecasts plays correctly, and says what a sacrifice costs the viewer."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.games.contract import Question
from cogs.games.rapa_nui_cards.board import worth_lines, worth_told
from cogs.games.rapa_nui_cards.choices import ahead, best_continuation, choices, take, wastes_turn
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names, spoken
from engine.counts import Counts
from engine.rapa_nui_cards.events import ScoringBegan
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import Move, Play, PlayGatherers, Take
from engine.rapa_nui_cards.observe import Observation, known_stone
from engine.rapa_nui_cards.play import values, worth_of
from engine.rapa_nui_cards.state import GOODS, Card, Good, Phase
from locales import in_language
from tables.model.table import SeatInfo
from tests.engine.rapa_nui_cards.situations import cards, situation, taking
from tests.engine.seeded import Setup, random_game

ENGLISH = Localizer(in_language("en")).for_alt_text
NONE = (0,) * len(Card)
TWO = Names([SeatInfo(seat, seat + 1, name, None) for seat, name in enumerate(("Ana", "Ben"))], ENGLISH, 0)
FISHER, LUMBERJACK, PRIEST, MOAI = Card(Good.FISH), Card.LUMBERJACK, Card.PRIEST, Card.MOAI


def taken(state: Any, column: int, takes: int) -> tuple[Any, ScoringBegan]:
    """Take this many cards of a column last; return the state and the scoring; other choices are random."""
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
    """Return seat 0's observation in a made-up game of two, in which it is about to play."""
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


@pytest.mark.parametrize(
    ("beneath", "village", "others", "expected"),
    [
        pytest.param("P", "", "", "Priest, then column 1: you +1 point", id="brings me something"),
        pytest.param("f", "", "f", "", id="brings me nothing"),
        pytest.param("P", "P", "P P P", "", id="brings another more"),
        pytest.param("P", "P", "P P", "Priest, then column 1: you +2 points, Ben +2",
                     id="brings another as much"),
        # 3 wood are less than 3 points, but nobody else gets any.
        pytest.param("P L", "P P L L", "P P P", "Priest, then column 2: you +3 wood",
                     id="by the lead"),
    ],
)  # fmt: skip
def test_what_brings_one_most_brings_nobody_more(
    beneath: str, village: str, others: str, expected: str
) -> None:
    columns = [cards(f"{card} M") for card in beneath.split()] + [cards("M")] * (4 - len(beneath.split()))
    state = situation(villages=[village, others], hands=["P L L", "L L L"], columns=[], phase=Phase.PLAY)
    seen = GAME.observe(replace(state, columns=tuple(columns)), 0)
    found = [
        part.content for part in ahead(seen, [Play(PRIEST)], TWO, ENGLISH) if isinstance(part, ui.TextDisplay)
    ]
    assert [heard([text.split("\n")[1]])[0] for text in found] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("hand", "wood", "village", "column", "deck", "expected"),
    [
        pytest.param("M M", 2, "L", "P M", "L", True, id="nothing to play but a Moai that is too dear"),
        pytest.param("M M", 2, "L", "P M L", "L", False, id="another card can be played"),
        pytest.param("M P", 2, "L", "P M", "L", False, id="two Moai"),
        pytest.param("M M", 7, "L", "P M", "L", False, id="enough wood"),
        pytest.param("M M", 4, "L L", "L M", "L", False, id="the scoring brings 3 wood with the majority"),
        pytest.param("M M", 3, "L L", "L M", "L", True, id="the scoring brings too little"),
        pytest.param("M M", 5, "M", "M M", "L", True, id="a Moai brings 1"),
        pytest.param("M M", 6, "M", "M M", "L", False, id="a Moai brings 1, which is enough"),
        pytest.param("M M", 2, "L", "M", "L L L L L", True, id="nobody knows what a new column brings"),
        pytest.param("M M", 2, "L", "M", "L", False, id="the game ends"),
    ],
)  # fmt: skip
def test_it_warns_of_a_third_moai_that_cannot_be_raised(
    hand: str, wood: int, village: str, column: str, deck: str, expected: bool
) -> None:
    state = taking(
        hands=[hand, "f f f"],
        wood=(wood, 0),
        villages=[village, ""],
        columns=[column, "P P", "P P", "P P"],
        deck=deck,
    )
    seen = GAME.observe(state, 0)
    assert wastes_turn(seen, 1) is expected
    question = Question("abcde", 1, GAME.legal_moves(state, 0))
    said, *_ = take(seen, question, TWO, ENGLISH)
    assert isinstance(said, ui.TextDisplay)
    warned = [line for line in said.content.split("\n") if "⚠️" in line]
    assert [line.startswith("-# ⚠️ `1` You'd hold 3 Moai.") for line in warned] == ([True] if expected else [])


def test_a_third_moai_that_cannot_be_raised_is_not_what_brings_most() -> None:
    columns = [cards("P M"), cards("f f"), cards("g P"), cards("L L")]
    state = situation(
        villages=["P L P", ""], hands=["M M P", "f f f"], wood=(0, 0), columns=[], phase=Phase.PLAY
    )
    seen = GAME.observe(replace(state, columns=tuple(columns)), 0)
    then = best_continuation(seen, Play(PRIEST))
    assert then is not None
    assert (then.column, then.card) == (4, LUMBERJACK)
    mine, other = seen.seats
    rich = best_continuation(replace(seen, seats=(replace(mine, wood=7), other)), Play(PRIEST))
    assert rich is not None
    assert (rich.column, rich.card) == (1, PRIEST)


@pytest.mark.parametrize("phase", [Phase.BUY, Phase.PLAY])
def test_why_a_moai_is_to_be_discarded_stands_where_it_is_done(phase: Phase) -> None:
    state = situation(hands=["M M M", "f f f"], wood=(2, 0), phase=phase)
    question = Question("abcde", 1, GAME.legal_moves(state, 0))
    shown = " ".join(
        one.content
        for one in choices(GAME.observe(state, 0), question, TWO, ENGLISH)
        if isinstance(one, ui.TextDisplay)
    )
    assert "You hold 3 Moai and can't pay 7 wood for one (you have 2)." in shown
    assert "costs 7 wood" not in shown


def heard(lines: list[str]) -> list[str]:
    """Return lines as they are read aloud."""
    return spoken(lines, ENGLISH).split("\n")


def test_a_sacrifice_says_what_becomes_of_all_ones_goods_and_which_values_change() -> None:
    seen = observed([[MOAI]] * 4, [NONE, NONE], stone=(2, 1, 0, 0))
    mine = replace(seen.seats[0], held=(1, 3, 0, 0))
    seen = replace(seen, seats=(mine, *seen.seats[1:]), face_down=())
    fish, mulberry = Good.FISH, Good(1)
    # 2 fish, 1 mulberry on the stone: 3 and 2 points each.  A fish more changes nothing but the card is gone;
    # with a second mulberry both are worth 3, and what isn't there 2.
    assert heard(worth_lines(seen, [fish, mulberry], ENGLISH, gives=True)) == [
        "Your sacrifice cards would then be worth:",
        "fish: 9 → 6 points",
        "mulberry: 9 → 9 points (mulberry 2 → 3, sweet potato 1 → 2, grain 1 → 2)",
    ]
    assert worth_told(seen, fish, ENGLISH, gives=True) == "your sacrifice cards 9 → 6 points"
    assert worth_told(seen, mulberry, ENGLISH, gives=True).startswith("your sacrifice cards stay at 9 points")
    [_, given] = heard(worth_lines(seen, [mulberry], ENGLISH, gives=False))
    assert given == "mulberry: 9 → 12 points (mulberry 2 → 3, sweet potato 1 → 2, grain 1 → 2)"


def test_goods_have_one_value_in_a_panel_also_once_one_has_laid_a_card_face_down() -> None:
    """Everything counts what the viewer knows of the stone: the open cards, and those that they laid."""
    told = 0
    for played in random_game(Setup(GAME, 2, {}), seed=7):
        state = played.after
        if state.phase not in (Phase.SACRIFICE, Phase.OFFER) or not state.face_down:
            continue
        seen = GAME.observe(state, state.decider)
        goods = worth_of(seen.seats[state.decider].held or (), values(known_stone(seen)))
        _, *lines = heard(worth_lines(seen, list(GOODS), ENGLISH, gives=False))
        assert all(f": {goods} → " in line for line in lines)
        told += 1
    assert told > 2
