"""The contract of all lessons: they end, explain all their topics, and keep the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import CHANCE, LEARNER, AnyGame, Lesson, first_new
from engine.rapa_nui_cards.events import ScoringBegan
from engine.rapa_nui_cards.state import Card
from locales import SOURCE, sentences

GAMES = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
Choose = Callable[[Any, Sequence[Any]], Any]
"""What the learner sees, and what they may do -> what they do."""
MOST_DECISIONS = 150


def lesson_of(game: AnyGame) -> Lesson:
    assert game.lesson is not None
    return game.lesson


def whole(game: AnyGame, choose: Choose) -> tuple[list[str], Any, int]:
    """Play a lesson to its end; return its topics in order, the last state, the number of decisions."""
    lesson, decisions = lesson_of(game), 0
    said: list[str] = []
    state = game.start(lesson.seats, game.chosen_options(lesson.options))
    events: list[Any] = []
    while True:
        for made in computers(game, lesson, state):
            state, happened = made
            events += game.seen(happened, LEARNER)
        seen = game.observe(state, LEARNER)
        said += [topic] if (topic := first_new(lesson.after(seen, events), said)) else []
        if lesson.is_over(state) or not game.to_move(state):
            return said, state, decisions
        said += [topic] if (topic := first_new(lesson.before(seen), said)) else []
        assert LEARNER in game.to_move(state)
        move = choose(seen, game.legal_moves(state, LEARNER))
        state, happened = game.apply(state, LEARNER, move)
        events = [*game.seen(happened, LEARNER)]
        decisions += 1
        assert decisions < MOST_DECISIONS


def computers(game: AnyGame, lesson: Lesson, state: Any) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Yield the state and events after each move until the learner has to decide."""
    answered: dict[int, int] = {}
    while not lesson.is_over(state):
        asked = [
            seat
            for seat in game.to_move(state)
            if seat == CHANCE or not is_answered(game, state, seat, answered)
        ]
        seat = next((one for one in asked if one != LEARNER), None)
        if seat is None:
            return
        if seat == CHANCE:
            move = lesson.dealt(state)
        else:
            answered[seat] = game.question(state, seat)
            move = lesson.answer(game.observe(state, seat), game.legal_moves(state, seat))
        state, events = game.apply(state, seat, move)
        yield state, events


def is_answered(game: AnyGame, state: Any, seat: int, answered: dict[int, int]) -> bool:
    return answered.get(seat) == game.question(state, seat)


def at_random(seed: int) -> Choose:
    dice = random.Random(seed)
    return lambda _, legal: dice.choice(legal)


def test_every_game_has_a_lesson() -> None:
    assert all(game.lesson is not None for game in games().values())


@GAMES
def test_it_is_a_game_that_a_table_could_play(game: AnyGame) -> None:
    lesson = lesson_of(game)
    assert lesson.seats in game.seats
    game.start(lesson.seats, game.chosen_options(lesson.options))


@GAMES
def test_each_topic_is_one_sentence_of_the_game_and_none_is_left_over(game: AnyGame) -> None:
    catalogue = sentences(SOURCE)[game.id.replace("-", "_")]
    topics = lesson_of(game).topics
    assert len(set(topics)) == len(topics)
    assert {key for key in catalogue if key.startswith("lesson_")} == {f"lesson_{topic}" for topic in topics}


@GAMES
def test_who_follows_what_it_suggests_hears_of_everything_once(game: AnyGame) -> None:
    said, state, _ = whole(game, lesson_of(game).suggested)
    assert sorted(said) == sorted(lesson_of(game).topics)
    assert (said[0], said[-1]) == ("welcome", "end")
    result = game.result(state) or lesson_of(game).result(state)
    assert len(result.seats) == lesson_of(game).seats


@GAMES
def test_it_is_the_same_for_who_does_the_same(game: AnyGame) -> None:
    assert whole(game, at_random(3)) == whole(game, at_random(3))


@GAMES
@pytest.mark.parametrize("seed", range(6))
def test_it_begins_and_ends_with_a_sentence_whatever_one_does(game: AnyGame, seed: int) -> None:
    said, _, _ = whole(game, at_random(seed))
    assert (said[0], said[-1]) == ("welcome", "end")
    assert len(set(said)) == len(said)
    assert set(said) <= set(lesson_of(game).topics)


@GAMES
def test_it_takes_no_longer_than_a_quarter_of_an_hour(game: AnyGame) -> None:
    """With ten seconds for a decision, and most clicks at the card table decide two things."""
    _, _, decisions = whole(game, lesson_of(game).suggested)
    assert 10 < decisions <= 90


def test_a_scoring_is_explained_once_somebody_could_get_something_from_it() -> None:
    game = games()["rapa-nui-cards"]
    begun = game.start(2, game.chosen_options(lesson_of(game).options))
    state = next(made for made, _ in computers(game, lesson_of(game), begun))
    scored = [ScoringBegan(Card.MOAI, 1, None)]
    with_moai = replace(state, villages=(state.villages[0], (0, 0, 0, 0, 0, 0, 1)))
    told = [list(lesson_of(game).after(game.observe(one, LEARNER), scored)) for one in (state, with_moai)]
    assert told == [[], ["scored_moai"]]
