"""Advice in words: whole sentences in all languages, on panels that still fit Discord."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from discord import ComponentType
from msgspec.structs import replace

from cogs.games import screens
from cogs.games.ru_ra_re.terms import cards_text
from cogs.text.ids import TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import Names
from cogs.views.advice import HINT, MOST_KNOWN, WHY, advice_lines, move_line
from cogs.views.panel import Advised, Reader, panel_message
from engine.catalogue import games
from engine.game import CHANCE
from engine.players.reasons import Verdict
from engine.players.weights import OTHERS
from engine.rapa_nui_board.moves import DROP_OUT, CarryMoai, CarryPukao
from engine.ru_ra_re.events import Chosen
from locales import in_language, languages
from tables import Advice, Look, SeatInfo
from tables.model.values import Explainable
from tables.views.advice import MOST
from tests.cogs.test_screens import assert_fits, look, parts, with_emojis
from tests.engine.rapa_nui_board.movers import chained_game
from tests.engine.seeded import Played, Setup, random_game

ENGLISH = Localizer(in_language("en"))
EACH_GAME = pytest.mark.parametrize("game_id", games())
EACH_LANGUAGE = pytest.mark.parametrize("language", languages())


def moments(game_id: str, seats: int, seed: int = 2) -> list[Played]:
    """Return the moves of a random game, except those of chance."""
    setup = Setup(games()[game_id], seats, games()[game_id].chosen_options({}))
    return [one for one in random_game(setup, seed) if one.seat != CHANCE]


def seen_by(played: Played, game_id: str, seats: int, **more: Any) -> Look:
    """Return the look of the player who is to move."""
    game = games()[game_id]
    setup = Setup(game, seats, game.chosen_options({}))
    return replace(look(game, setup, played.before, played.seat), **more)


@EACH_GAME
def test_every_part_of_a_score_has_a_word(game_id: str) -> None:
    assert games()[game_id].part_names
    for part in games()[game_id].part_names:
        assert ENGLISH.has(f"{catalogue(game_id)}.reason_{part}")


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
def test_each_verdict_is_a_sentence_in_each_language(game_id: str, language: str) -> None:
    game, words = games()[game_id], with_emojis(language)
    played = moments(game_id, 2)[8]
    seen = seen_by(played, game_id, 2)
    texts = [game.write_move(move) for move in seen.legal_moves[:2]]
    parts = ((game.part_names[0], 1.2), (OTHERS, 0.6), (game.part_names[-1], -0.4))
    mix = tuple(map(game.write_move, seen.legal_moves[1:3])) if game_id == "ru-ra-re" else ()
    verdicts = [
        (Verdict("alone"), 3),
        (Verdict("close"), 3),
        (Verdict("better", 1.6, parts, (0.7, 0.5)), 5),
        (Verdict("better", -1.0, (), (0.7, 0.5)), 4),
        (Verdict("worse", 1.6, parts, (0.7, 0.5), mix), 5),
        (Verdict("worse", 0.1, (), (0.7, 0.5)), 4),
    ]
    for verdict, count in verdicts:
        for about in (HINT, WHY):
            events = played.events if about == WHY else None
            lines = advice_lines(
                Advice(played.seat, verdict, texts[0], texts[-1], events), seen, words, about
            )
            assert all(lines)
            known = 0 if verdict.name == "worse" else brought(seen, texts[0], about, events)
            assert len(lines) == count + known
            assert_fits(panel_message(seen, words, None, advised=Advised("\n".join(lines), texts[0])))


def brought(seen: Look, move: str, about: str, events: Any) -> int:
    """Return the number of lines on the outcome of a move."""
    screen, names = screens()[seen.table.game_id], Names(seen.table.seats, ENGLISH, seen.seat)
    if about == WHY:
        return len(screen.tell(events, names, ENGLISH)[1 : MOST_KNOWN + 1])
    return len(screen.brings(seen.observation, seen.game.read_move(move), names, ENGLISH)[:MOST_KNOWN])


@EACH_LANGUAGE
@EACH_GAME
def test_each_move_is_an_order_of_its_own_and_what_it_brings_is_a_line(game_id: str, language: str) -> None:
    game, screen, words = games()[game_id], screens()[game_id], Localizer(in_language(language))
    for seats in game.seats[:2]:
        for played in moments(game_id, seats, seed=seats)[::3]:
            seen = seen_by(played, game_id, seats)
            names, orders = Names(seen.table.seats, words, seen.seat), set[str]()
            few = seen.legal_moves[:: 1 + len(seen.legal_moves) // 12]
            for move in few:
                orders.add(screen.advise(move, words))
                lines = screen.brings(seen.observation, move, names, words)
                assert all(line and "\n" not in line and not line.startswith("-#") for line in lines)
            assert len(orders) == len(few)


def test_a_hint_is_an_order_with_what_is_known_of_its_outcome_or_says_that_there_is_no_reason() -> None:
    for played in moments("rapa-nui-cards", 2):
        seen = seen_by(played, "rapa-nui-cards", 2)
        for verdict in (Verdict("alone"), Verdict("close")):
            move = games()["rapa-nui-cards"].write_move(played.move)
            head, *lines = advice_lines(Advice(played.seat, verdict, move), seen, ENGLISH, HINT)
            assert re.fullmatch(r"💡 \*\*Hint: (Play|Take|Buy|Lay|Add|Discard) .+\*\*", head)
            assert "<@" not in head
            has_reason = len(lines) > 1
            assert lines[-1].endswith("No single reason stands out.") != has_reason
            if move.startswith("take"):
                assert lines[0].startswith(("Uncovers ", "Empties ", "Uses up "))
            if has_reason and move.startswith("play"):
                # The next hint may take from another column.
                assert lines[0].startswith("Most you can get at once after it: ")
                assert "column" not in lines[0]


def test_a_mix_is_said_in_place_of_one_choice() -> None:
    played = moments("ru-ra-re", 2)[0]
    seen = seen_by(played, "ru-ra-re", 2)
    mixed = Verdict("mixed", mix=("choose 2", "choose 5"), is_even=True)
    given = Advice(played.seat, mixed, "choose 2", "choose 5", played.events)
    line, *rows = advice_lines(given, seen, ENGLISH, HINT)
    assert line.startswith("💡 **Hint: Mix row 2 and row 5 about equally")
    assert [row[:6] for row in rows] == ["Row 2:", "Row 5:"]
    _, line = advice_lines(given, seen, ENGLISH, WHY)
    who = Names(seen.table.seats, ENGLISH)(played.seat)
    assert line.startswith(f"It's best for {who} to mix row 2 and row 5 about equally")
    mostly = replace(given, verdict=replace(mixed, is_even=False))
    line, *_ = advice_lines(mostly, seen, ENGLISH, HINT)
    assert "Choose row 2 most of the time and row 5 now and then" in line


@EACH_LANGUAGE
def test_a_hint_says_when_another_move_brings_more_at_once(language: str) -> None:
    words, played = Localizer(in_language(language)), moments("ru-ra-re", 2)[0]
    seen = seen_by(played, "ru-ra-re", 2)
    for mix in ((), ("choose 2", "choose 5")):
        for key, verdict in (
            ("better", Verdict("better", 2.0, mix=mix)),
            ("better_to_win", Verdict("better", 0.1, (), (0.7, 0.5), mix)),
            ("close", Verdict("close", mix=mix)),
        ):
            given = Advice(played.seat, verdict, "choose 2", "choose 3", tempts=True)
            lines = advice_lines(given, seen, words, HINT)
            said = words(f"advice.{key}_tempting", points=words.count("advice.points", 2))
            assert lines.count(said) == 1
            assert screens()["ru-ra-re"].advise(seen.game.read_move("choose 3"), words) in lines[-1]
            assert lines[0].count("5") == bool(mix)


@pytest.mark.parametrize(
    ("points", "told"),
    [(0.4, "less than a point"), (1.2, "about 1 point"), (2.6, "about 3 points")],
)
def test_how_much_better_is_said_roughly(points: float, told: str) -> None:
    assert lines_on(Verdict("better", points)) == [
        f"It's worth {told} more by the end of the game than the next best move. No single reason stands out."
    ]


def lines_on(verdict: Verdict) -> list[str]:
    """Return the lines of a hint for the card game with this verdict, without the line on the move."""
    played = moments("rapa-nui-cards", 2)[0]
    given = Advice(played.seat, verdict, "skip")
    return advice_lines(given, seen_by(played, "rapa-nui-cards", 2), ENGLISH, HINT)[1:]


@pytest.mark.parametrize(
    ("parts", "points", "told"),
    [
        ((("wood", 1.25), ("moai", 0.75)), 2.0, "+1.2 wood · +0.8 Moai"),
        (
            (("wood", 4.04), (OTHERS, -1.06)),
            3.4,
            "+4.0 wood · −1.1 because others score more · +0.5 {rest}",
        ),
        ((("wood", 0.44), ("moai", 0.44)), 1.0, "+0.4 wood · +0.4 Moai · +0.2 {rest}"),
    ],
)
def test_the_points_that_are_shown_add_up(parts: Any, points: float, told: str) -> None:
    _, line = lines_on(Verdict("better", points, parts))
    assert line == f"-# Points at the end: {told.format(rest=ENGLISH('advice.rest'))}"


def test_winning_is_told_as_a_chance() -> None:
    first, chance = lines_on(Verdict("better", 0.1, (), (0.64, 0.5)))
    assert first == "It wins more often than the next best move. No single reason stands out."
    assert chance == "-# Your chance of winning: 64% with this move, 50% with the other"
    for little in ((0.604, 0.596), (0.61, 0.60), (0.73, 0.74)):
        assert len(lines_on(Verdict("better", 2.0, (), little))) == 1


def test_a_weak_move_is_called_a_slip() -> None:
    (line,) = lines_on(Verdict("worse", 3.0))
    assert line.startswith("Probably a slip: ")


def test_what_was_hidden_is_blamed_only_where_anything_is() -> None:
    for game_id, game in games().items():
        played = moments(game_id, 2)[3]
        given = Advice(played.seat, Verdict("alone"))
        lines = {
            about: advice_lines(given, seen_by(played, game_id, 2), ENGLISH, about)[1]
            for about in (HINT, WHY)
        }
        assert (lines[HINT] != lines[WHY]) == game.hides


def offers(view: Any, verb: str) -> list[str]:
    """Return the ids of the buttons for a verb, and of the options for it in lists."""
    drawn = parts(view.to_components())
    options = [option for part in drawn for option in part.get("options", ())]
    assert not any("<" in option["label"] or "**" in option["label"] for option in options)
    ids = [part.get("custom_id", "") for part in drawn] + [option["value"] for option in options]
    return [one for one in ids if f":{verb}:" in one and not one.startswith("o:")]


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
        assert offers(view, HINT) == [str(TableId(usual.table.id, HINT, str(usual.asked)))]
        numbers = [str(TableId(usual.table.id, WHY, str(one.number))) for one in reversed(asked)]
        assert offers(view, WHY) == numbers[:1]
        advised = panel_message(usual, words, url, advised=Advised("told"))
        assert_fits(advised)
        assert offers(advised, WHY) == [numbers[0], *numbers]
        quiet = replace(usual, may_have_hint=False, explainable=())
        assert not offers(panel_message(quiet, words, url), HINT)
        assert not offers(panel_message(quiet, words, url), WHY)


def people(seats: int) -> tuple[SeatInfo, ...]:
    """Return seats with a person on each, who makes all moves."""
    return tuple(SeatInfo(seat, 1000 + seat, "Ana", None) for seat in range(seats))


def test_only_games_in_which_several_choose_at_once_name_choices() -> None:
    assert screens()["ru-ra-re"].choice_name(games()["ru-ra-re"].read_move("choose 3"), ENGLISH) == "row 3"


@EACH_GAME
def test_what_one_reads_before_a_click_is_where_a_phone_shows_it(game_id: str) -> None:
    game = games()[game_id]
    for played in moments(game_id, 2)[::3]:
        seen = seen_by(played, game_id, 2)
        advised = Advised("Advice", game.write_move(seen.legal_moves[0]))
        view = panel_message(seen, ENGLISH, None, advised=advised, reader=Reader(is_coached=True))
        [frame] = view.to_components()
        said = [str(one.get("content", "")) for one in frame["components"]]
        kinds = [ComponentType(one["type"]) for one in frame["components"]]
        # The advice and the button that plays it are right above the last buttons.
        below = kinds[said.index("Advice") + 1 :]
        assert below == [ComponentType.action_row] * len(below)
        assert len(below) >= 2
        # A picture is above the tips, and above all that answers the question.
        answers = (at for at, one in enumerate(frame["components"]) if re.search("'(m|choose):", str(one)))
        tips = [at for at, one in enumerate(said) if "💡" in one]
        assert kinds.index(ComponentType.media_gallery) < min([*tips, next(answers)])


def test_the_cards_of_a_row_that_is_gone_are_named_with_it() -> None:
    played = moments("ru-ra-re", 2)[0]
    seen = seen_by(played, "ru-ra-re", 2)
    third, fifth = (cards_text(seen.observation.rows[row - 1], ENGLISH) for row in (3, 5))
    told = replace(Advice(played.seat, Verdict("worse", 3.0), "choose 3", "choose 5"), seen=seen.observation)
    told = replace(told, events=(Chosen(played.seat, 3),))
    head, *_, last = advice_lines(told, replace(seen, observation=None), ENGLISH, WHY)
    assert head.endswith(f"chooses row 3 ({third})")
    assert last == f"-# Better: Choose row 5 ({fifth})"
    mixed = replace(told, verdict=Verdict("mixed", mix=("choose 3", "choose 5"), is_even=True))
    *_, last = advice_lines(mixed, seen, ENGLISH, WHY)
    assert f"mix row 3 ({third}) and row 5 ({fifth}) about" in last
    hint = advice_lines(replace(told, events=None), seen, ENGLISH, HINT)
    assert "(" not in hint[0] + hint[-1]  # The row is still there to be seen.


def test_a_hint_to_stop_says_when_there_is_nothing_else_to_do() -> None:
    game, screen, told = games()["rapa-nui-board"], screens()["rapa-nui-board"], set[bool]()
    for played in chained_game(2, 7):
        if played.seat == CHANCE or DROP_OUT not in (legal := game.legal_moves(played.before, played.seat)):
            continue
        names = Names(seen_by(played, game.id, 2).table.seats, ENGLISH, played.seat)
        lines = screen.brings(game.observe(played.before, played.seat), DROP_OUT, names, ENGLISH)
        carries = any(isinstance(move, CarryMoai | CarryPukao) for move in legal)
        assert lines == ([] if carries else ["There's nothing you can carry now."])
        told.add(carries)
    assert told == {False, True}
