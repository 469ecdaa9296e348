"""Advice in words: whole sentences in all languages, on panels that still fit Discord."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.games import screens
from cogs.text.ids import TableId
from cogs.text.language import Localizer, catalogue
from cogs.views.advice import HINT, WHY, advice_lines, advice_message, move_line
from cogs.views.panel import panel_message
from engine.catalogue import games
from engine.game import CHANCE
from engine.players.judging import WON
from engine.players.reasons import PATTERNS, Reason
from engine.standings import AGAINST
from locales import in_language, languages
from tables import Advice, Look, SeatInfo
from tables.model.values import Explainable, Said
from tables.views.advice import MOST
from tests.cogs.test_screens import assert_fits, look, parts, with_emojis
from tests.engine.seeded import Played, Setup, random_game

ENGLISH = Localizer(in_language("en"))
ROWS_2_AND_5 = "row 2 and row 5, each about as often."
EACH_GAME = pytest.mark.parametrize("game_id", games())
EACH_LANGUAGE = pytest.mark.parametrize("language", languages())


def moments(game_id: str, seats: int, seed: int = 2) -> list[Played]:
    """The moves of a game at random but for those of chance."""
    setup = Setup(games()[game_id], seats, games()[game_id].chosen_options({}))
    return [one for one in random_game(setup, seed) if one.seat != CHANCE]


def seen_by(played: Played, game_id: str, seats: int, **more: Any) -> Look:
    """How it looks to who is to move."""
    game = games()[game_id]
    setup = Setup(game, seats, game.chosen_options({}))
    return replace(look(game, setup, played.before, played.seat), **more)


@EACH_GAME
def test_every_part_of_what_a_position_is_worth_has_a_word(game_id: str) -> None:
    game, name = games()[game_id], catalogue(game_id)
    found = {part for part, _ in game.worth_parts(game.start(2, {}), 0)} - AGAINST - {WON}
    assert all(ENGLISH.has(f"{name}.reason_{part}") for part in found)


@EACH_GAME
def test_every_move_can_be_named_in_one_line(game_id: str) -> None:
    for played in moments(game_id, 3):
        events = games()[game_id].seen(played.events, played.seat)
        line = move_line(seen_by(played, game_id, 3).table, played.seat, events, ENGLISH)
        assert line
        assert "\n" not in line
        assert not line.startswith("-#")


@EACH_LANGUAGE
@EACH_GAME
def test_each_reason_is_a_sentence_in_each_language(game_id: str, language: str) -> None:
    game, words = games()[game_id], with_emojis(language)
    played = moments(game_id, 2)[8]
    seen = seen_by(played, game_id, 2)
    texts = [game.write_move(move) for move in seen.legal_moves[:2]]
    part = game.worth_parts(played.before, 0)[0][0]
    said = tuple(Said(text, played.events) for text in texts)
    for pattern in PATTERNS:
        is_mix = pattern.__name__ in ("evenly", "mostly")
        if is_mix and game_id != "ru-ra-re":
            continue
        reason = Reason(pattern.__name__, 1.6, 30, 48, (part,), tuple(texts) if is_mix else ())
        advice = Advice(played.seat, (reason,), said, texts[-1])
        for about in (HINT, WHY):
            lines = advice_lines(advice, seen, words, about)
            assert all(lines)
            assert len(lines) == (1 if is_mix and about == HINT else 2 if is_mix else 3)
            assert_fits(advice_message(advice, seen, words, about))


def test_a_mix_is_said_in_place_of_one_choice() -> None:
    played = moments("ru-ra-re", 2)[0]
    seen = seen_by(played, "ru-ra-re", 2)
    said = (Said("choose 2", played.events), Said("choose 5", played.events))
    mixed, better = Reason("evenly", moves=("choose 2", "choose 5")), Reason("better", 2.2, 30, 48)
    given = Advice(played.seat, (mixed, better), said, "choose 5")
    assert advice_lines(given, seen, ENGLISH, HINT) == [
        "💡 **A hint:** row 2 and row 5, each about as often."
    ]
    _, line = advice_lines(given, seen, ENGLISH, WHY)
    assert line == f"Best is a mix that nobody can foretell: {ROWS_2_AND_5}"


@pytest.mark.parametrize(
    ("points", "told"),
    [(0.4, "less than a point"), (1.2, "about 1 point"), (2.6, "about 3 points")],
)
def test_how_much_better_is_said_roughly(points: float, told: str) -> None:
    played = moments("rapa-nui-cards", 2)[0]
    given = Advice(played.seat, (Reason("better", points, 40, 48),), (Said("skip", ()),), None)
    _, line = advice_lines(given, seen_by(played, "rapa-nui-cards", 2), ENGLISH, HINT)
    assert line == f"Better than the next best by {told}, and better in 40 of 48 trials."


def test_what_speaks_for_another_move_is_told_of_that_one() -> None:
    played = moments("rapa-nui-cards", 2)[0]
    why = Reason("more", 1.0, parts=("goods",)), Reason("hinders", 0.5)
    told = []
    for verdict in ("better", "worse"):
        given = Advice(played.seat, (Reason(verdict, 2.0, 6, 6), *why), (Said("skip", ()),), None)
        told.append(advice_lines(given, seen_by(played, "rapa-nui-cards", 2), ENGLISH, WHY)[1])
    assert "For it: " in told[0]
    assert "For the other one: " in told[1]
    assert "For it" not in told[1]
    assert "The other one leaves the other players less." in told[1]


def test_what_was_hidden_is_blamed_only_where_anything_is() -> None:
    for game_id, game in games().items():
        played = moments(game_id, 2)[3]
        given = Advice(played.seat, (Reason("alone"),), (), None)
        lines = {
            about: advice_lines(given, seen_by(played, game_id, 2), ENGLISH, about)[1]
            for about in (HINT, WHY)
        }
        assert (lines[HINT] != lines[WHY]) == game.hides


def offers(view: Any) -> tuple[list[str], list[str]]:
    """The ids of what asks for a hint, and of what asks why."""
    drawn = parts(view.to_components())
    hints = [part["custom_id"] for part in drawn if f":{HINT}:" in part.get("custom_id", "")]
    menus = [part for part in drawn if part.get("custom_id", "").startswith(f"o:choose:{WHY}")]
    options = [option for menu in menus for option in menu["options"]]
    assert not any("<" in option["label"] or "**" in option["label"] for option in options)
    return hints, [option["value"] for option in options]


@pytest.mark.slow
@EACH_LANGUAGE
@EACH_GAME
def test_panels_with_advice_fit_discord_and_their_lists_hold_plain_text(game_id: str, language: str) -> None:
    """Even the fullest ones do; on those that are played on all the time there is room for advice."""
    seats, words, game = max(games()[game_id].seats), with_emojis(language), games()[game_id]
    made, url = moments(game_id, seats), "https://discord.com/channels/1/2/3"
    for before, played in [*pairwise(made)][::7]:
        events = game.seen(before.events, before.seat)
        asked = tuple(Explainable(100 + n, before.seat, events) for n in range(MOST))
        fullest = seen_by(played, game_id, seats, may_have_hint=True, explainable=asked)
        assert_fits(panel_message(fullest, words, url))
        usual = replace(fullest, table=replace(fullest.table, seats=people(seats)), takes_back=None)
        view = panel_message(usual, words, url)
        assert_fits(view)
        hints, whys = offers(view)
        assert hints == [str(TableId(usual.table.id, HINT, str(usual.asked)))]
        numbers = [str(TableId(usual.table.id, WHY, str(one.number))) for one in reversed(asked)]
        assert whys == numbers
        quiet = replace(usual, may_have_hint=False, explainable=())
        assert offers(panel_message(quiet, words, url)) == ([], [])


def people(seats: int) -> tuple[SeatInfo, ...]:
    """A person on each seat who plays for themselves."""
    return tuple(SeatInfo(seat, 1000 + seat, "Ana", None) for seat in range(seats))


def test_only_games_in_which_several_choose_at_once_name_choices() -> None:
    assert screens()["ru-ra-re"].choice_name(games()["ru-ra-re"].read_move("choose 3"), ENGLISH) == "row 3"
