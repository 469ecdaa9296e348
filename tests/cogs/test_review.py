"""Messages of reviews: they keep Discord's limits, and texts say what the picture shows."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.discord_io.attachments import Picture, pictures
from cogs.games.ru_ra_re.terms import cards_text
from cogs.text import ids, ui
from cogs.text.ids import ReplayPosition
from cogs.text.language import Localizer
from cogs.views.review import ANEW, FIND, MOST_RUNS, review_message, told_runs
from engine.players.reasons import Verdict
from engine.players.review import Moment, decisions
from engine.players.weights import OTHERS
from engine.record import Ply, steps
from locales import in_language
from tables import Facts, Mistake, Review, SeatInfo
from tables.model.table import Entry, Kind, Phase, nameless
from tests.cogs.test_screens import SETUPS, SNOWFLAKE, SPOKEN_SETUPS, assert_fits, parts
from tests.engine.seeded import Setup, all_setups, random_game
from tests.pictures.course import a_course
from tests.tables.toys import opening

EN = Localizer(in_language("en"))
NAME = "Wer auch immer" * 2
ENTRY = Entry(7, Kind.MOVE, 0, "", "1", 0)


def table(seats: int, game: str = "ru-ra-re") -> Facts:
    """Return a finished table of people with long names."""
    sat = tuple(SeatInfo(seat, SNOWFLAKE + seat, f"{NAME}{seat}", None) for seat in range(seats))
    agreed = opening(game)
    fields = {name: getattr(agreed, name) for name in agreed.__struct_fields__}
    return Facts(
        **fields,
        id="z" * 13,
        owner_seat=0,
        seats=sat,
        phase=Phase.OVER,
        version=1,
        created_at=0,
        changed_at=0,
    )


def drawn(
    facts: Facts, review: Review, language: str = "en", frames: tuple[int, ...] = (), **how: Any
) -> Any:
    view = review_message(facts, review, frames, Localizer(in_language(language)), **how)
    assert_fits(view)
    return view


def course(seats: int, turns: int = 30) -> tuple[Moment, ...]:
    return tuple(a_course(seats, turns, 9).moments)


@cache
def told_at(game_id: str, seats: int) -> tuple[Mistake, ...]:
    """Return the moves of a random game with the longest texts, each with the longest better move."""
    setup = next(one for one in all_setups() if (one.game.id, one.seats) == (game_id, seats))
    game, start = setup.game, setup.start()
    plies = [Ply(one.seat, game.write_move(one.move)) for one in random_game(setup, seed=5)]
    made = list(steps(game, start, plies))
    longest = sorted(decisions(game, start, made), key=lambda one: -len(made[one.place].events))[:3]
    found = []
    for one in longest:
        others = game.promising_moves(one.before, one.seat)
        better = max(others, key=lambda move: len(game.write_move(move)))
        parts = ((game.part_names[0], 10.2), (OTHERS, 2.5), (game.part_names[1], -0.5))
        verdict = Verdict("worse", 12.4, parts, (0.61, 0.4))
        events, good = made[one.place].events, {better: verdict}
        seen = game.observe(one.before, one.seat)
        moves = seen, one.move, better
        found.append(Mistake(one.place, one.turn, one.seat, verdict, events, one.before, *moves, good, ENTRY))
    return tuple(found)


def told(setup: Setup) -> tuple[Mistake, ...]:
    return told_at(setup.game.id, setup.seats)


@SPOKEN_SETUPS
def test_a_review_fits_discord(setup: Setup, language: str) -> None:
    facts = table(setup.seats, setup.game.id)
    whole = Review(course(setup.seats), 99, 98, is_ready=True, told=told(setup))
    for describes in (False, True):
        drawn(facts, whole, language, (1, 99999, 3), describes=describes)
    drawn(facts, Review(course(setup.seats), 99), language)
    drawn(facts, Review((), 0, is_ready=True), language)
    drawn(facts, Review(course(setup.seats), 99, 98, is_ready=True), language)


def test_two_choices_revealed_together_have_one_button_for_their_frame() -> None:
    setup = next(one for one in all_setups() if one.game.id == "ru-ra-re")
    whole = Review(course(setup.seats), 9, 9, is_ready=True, told=told(setup))
    view = drawn(table(setup.seats), whole, frames=(6, 4, 4))
    labels = [part["label"] for part in parts(view.to_components()) if part["type"] == 2]
    assert [one for one in labels if one.startswith("Show")] == ["Show move 1", "Show move 2 and 3"]


@SETUPS
def test_each_move_that_is_told_has_its_maker_what_was_played_and_what_was_better(setup: Setup) -> None:
    facts = table(setup.seats, setup.game.id)
    found = told(setup)
    view = drawn(facts, Review(course(setup.seats), 9, 9, is_ready=True, told=found), frames=(4, 5, 6))
    said = "\n".join(part.get("content", "") for part in parts(view.to_components()))
    words = in_language("en")
    turn = "Turn" if setup.game.id == "rapa-nui-cards" else "Round"
    for number, one in enumerate(found, 1):
        head = rf"\*\*{number}\.\*\* {turn} {one.turn} · .*{SNOWFLAKE + one.seat}.* · about 12 points"
        others = re.escape(words("advice.others_less"))
        why = (
            rf"-# Points at the end: \+10\.2 .+ · \+2\.5 {others} · \N{{MINUS SIGN}}0\.5 .+ · \+0\.2 .+\n"
            rf"-# .*{SNOWFLAKE + one.seat}>'s chance of winning: 61% with the better move, 40% as played"
        )
        assert re.search(rf"{head}\nPlayed: .+\nBetter: \|\|.+\|\|\n{why}", said)
        if setup.game.id == "ru-ra-re":
            made, better = (
                re.escape(cards_text(one.seen.rows[move.row - 1], EN)) for move in (one.made, one.better)
            )
            assert re.search(rf"\nPlayed: .+ row \d \({made}\)\nBetter: \|\|.+ \({better}\)\|\|\n", said)
    shown = [ids.read(part["custom_id"]) for part in parts(view.to_components()) if part["type"] == 2]
    clicks = [(one.verb, one.detail) for one in shown if isinstance(one, ids.TableId)]
    assert clicks == [
        click
        for one, frame in zip(found, (4, 5, 6), strict=True)
        for click in ((FIND, str(one.place)), ("replay", str(ReplayPosition("at", frame, True))))
    ]


@SPOKEN_SETUPS
def test_a_move_of_a_former_player_names_nobody_who_sits_there_now(setup: Setup, language: str) -> None:
    facts, words = table(setup.seats, setup.game.id), in_language(language)

    def told_of(one: Mistake, *former: SeatInfo) -> str:
        """Return the lines on a move at a table whose players have changed since."""
        then = replace(facts, former=tuple((ENTRY.number + 1, info) for info in former))
        view = drawn(then, Review(course(setup.seats), 9, 9, is_ready=True, told=(one,)), language, (4,))
        said = [str(part.get("content", "")) for part in parts(view.to_components())]
        return next(line for line in said if line.startswith("**1.**"))

    for one in told(setup):
        for left in {(one.seat,), tuple(range(setup.seats))}:
            lines = told_of(one, *map(nameless, left))
            assert words("table.former") in lines.split("\n")[0]
            assert not any(f"<@{SNOWFLAKE + seat}>" in lines for seat in left)
            lines = told_of(one, *(replace(nameless(seat), person_id=7 + seat) for seat in left))
            assert f"<@{7 + one.seat}>" in lines.split("\n")[0]
        assert words("table.former") not in told_of(one)


def test_the_course_is_told_in_the_game_s_own_turns() -> None:
    (picture,) = pictures(drawn(table(2, "rapa-nui-board"), Review(course(2), 9)))
    assert "round by round" in picture.alt
    assert re.search(r"\nRounds? \d", picture.alt)
    assert "turn" not in picture.alt.lower()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_picture_can_be_heard(seats: int) -> None:
    """Who was ahead when, and by how much; whoever wants it reads the same below it."""
    moments, facts = course(seats), table(seats)
    view = drawn(facts, Review(moments, 9))
    (picture,) = pictures(view)
    heard: dict[int, tuple[str, int]] = {}
    ahead = r"(the lead changes hands|.+ leads)(?: and is never more than| by up to) (\d+) points?"
    pattern = rf"Rounds? (\d+)(?:–(\d+))?: (?:neck and neck|{ahead})\."
    _, *lines, last = picture.alt.split("\n")
    assert last.startswith("At the end, ")
    for line in lines:
        found = re.fullmatch(pattern, line)
        assert found is not None, line
        for turn in range(int(found[1]), int(found[2] or found[1]) + 1):
            heard[turn] = found[3] or "", int(found[4] or 0)
    assert sorted(heard) == [moment.turn for moment in moments[:-1]]
    for moment in moments[:-1]:
        who, most = heard[moment.turn]
        best = max(moment.leads)
        assert round(best) <= most
        if who.endswith(" leads"):
            assert moment.leads[int(who.split()[-2][-1])] == best
        elif not who:
            assert best < 1
    said = "\n".join(part.get("content", "") for part in parts(view.to_components()))
    points = [round(lead) for lead in moments[-1].leads]
    if points.count(0) < 2:
        assert f"is {max(points)} points ahead" in said
    behind = [-lead for lead in points if lead < 0] if seats > 2 else []
    assert sorted(map(int, re.findall(r"is (\d+) points? behind", said))) == sorted(behind)
    described = drawn(facts, Review(moments, 9), describes=True)
    assert all(f"-# {line.split(':')[0]}" in str(described.to_components()) for line in lines)
    assert "\n" not in pictures(described)[0].alt
    assert "-# " in str(ui.payloads(picture.instead))


def test_where_the_lead_changes_often_it_says_so_and_tells_long_leads_by_themselves() -> None:
    leads = [
        (1.0 + turn % 7, -1.0) if turn % 2 or turn > 30 else (-1.0, 1.0 + turn % 5) for turn in range(40)
    ]
    restless = [Moment(turn, both) for turn, both in enumerate(leads, 1)]
    runs = told_runs(restless)
    assert len(runs) <= MOST_RUNS
    assert [run.first for run in runs] == [1, *(run.last + 1 for run in runs[:-1])]
    assert (runs[-1].last, runs[-1].seat, runs[-1].changes) == (40, 0, False)
    assert any(run.changes and run.points == 7 for run in runs)
    few = [(run.first, run.last, run.seat) for run in told_runs(restless[:3])]
    assert few == [(1, 1, 1), (2, 2, 0), (3, 3, 1)]


def test_without_anything_to_tell_it_says_so_plainly() -> None:
    facts = table(2)

    def said(review: Review) -> str:
        return str(drawn(facts, review).to_components())

    assert "No move clearly cost" in said(Review(course(2), 9, 9, is_ready=True))
    assert "there's nothing to review" in said(Review(course(2), 0, 0, is_ready=True))
    assert "7 of 9 moves so far" in said(Review(course(2), 9, 7))
    assert not any(isinstance(part, Picture) for part in pictures(drawn(facts, Review((), 0))))


@pytest.mark.parametrize("found", [(), told_at("ru-ra-re", 2)], ids=["nothing", "something"])
def test_one_that_has_not_come_to_its_end_praises_nobody_and_offers_to_go_on(
    found: tuple[Mistake, ...],
) -> None:
    facts, again = table(2), str(ids.TableId("z" * 13, "review", ANEW))

    def said(judged: int) -> str:
        review = Review(course(2), 9, judged, is_ready=True, told=found)
        return str(drawn(facts, review, frames=(4, 5, 6)[: len(found)]).to_components())

    whole, unfinished = said(9), said(7)
    assert "I've only checked 7 of 9 moves so far. *Look again* continues with the rest." in unfinished
    assert again in unfinished
    assert "Well played" not in unfinished
    assert ("haven't found a move that clearly cost" in unfinished) == (not found)
    assert "Only" not in whole
    assert again not in whole
    assert ("Well played" in whole) == (not found)
