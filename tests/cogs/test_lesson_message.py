"""A lesson's message teaches one thing at a time: it points at the thing, and mentions nothing untaught."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cogs.discord_io.attachments import pictures
from cogs.games import screens
from cogs.text.language import Localizer
from cogs.text.ui import LayoutView, TextDisplay
from cogs.views.lesson import lesson_message
from engine.catalogue import games
from locales import SOURCE, in_language
from tables import LessonLook, Person
from tables.lessons import begun, lesson_id, lesson_of, look, played

GAMES = pytest.mark.parametrize("game_id", games())
WORDS = Localizer(in_language(SOURCE))
ANN = Person(1, "Ann")


def lesson(game_id: str) -> Iterator[LessonLook]:
    """Yield a lesson at each decision of a learner who follows the advice, and at its end."""
    game = games()[game_id]
    table = begun(game, lesson_id(game_id, 1), ANN)
    while True:
        now = look(table, ANN)
        yield now
        if now.look.asked is None:
            return
        move = lesson_of(game).suggested(now.look.observation, now.look.legal_moves)
        table = played(table, str(now.look.asked), now.look.asked, game.write_move(move))


@cache
def messages(game_id: str) -> tuple[tuple[LessonLook, LayoutView], ...]:
    return tuple((now, lesson_message(now, WORDS)) for now in lesson(game_id))


def small(view: LayoutView) -> list[str]:
    """Return the lines in small text without news: forecasts and explanations beside the lesson's."""
    texts = [part.content for part in view.walk_children() if isinstance(part, TextDisplay)]
    told = [one for one in texts if not one.startswith(f"-# **{WORDS('time.news')}**")]
    return [line for one in told for line in one.splitlines() if line.startswith("-# ")]


@GAMES
def test_the_first_decision_has_its_sentence_and_buttons_and_no_other_texts(game_id: str) -> None:
    lines = small(messages(game_id)[0][1])
    assert "to learn" in lines[-1]
    assert len(lines) <= 2, lines  # A display of tiles says what becomes of the others.


def test_a_forecast_comes_after_what_it_speaks_of() -> None:
    steps = messages("rapa-nui-cards")
    told = [WORDS("rapa_nui_cards.best") in str(small(view)) for _, view in steps]
    taught = next(at for at, (now, _) in enumerate(steps) if now.coaching.before == "take")
    assert not any(told[: taught + 1])
    assert told[taught + 1]


@GAMES
def test_each_thing_that_a_sentence_is_about_gets_a_rim_where_it_is_shown(game_id: str) -> None:
    things = dict(screens()[game_id].taught_things)
    assert set(things) <= set(lesson_of(games()[game_id]).topics)
    for now, view in messages(game_id):
        shown = {one.role for each in pictures(view) for one in each.scene.placed}
        for topic in filter(None, now.coaching[:2]):
            if f"rim/{things.get(topic)}" in shown:
                del things[topic]
    assert things == {}, "no picture of the lesson shows them"


@GAMES
def test_the_counter_says_how_many_rules_are_left(game_id: str) -> None:
    for now, view in messages(game_id):
        left = now.topics - len(now.coaching.said)
        said = WORDS.count("learn.left", left) if left else ""
        assert said in str(small(view))
        assert said or "to learn" not in str(small(view))
