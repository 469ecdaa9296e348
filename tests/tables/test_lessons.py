"""Stored lessons: one row for each person and game, with a journal, across restarts and updates."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.catalogue import games
from tables import LessonLook, Person, Refused, Tables
from tables.lessons import lesson_id
from tables.model.texts import is_lesson
from tests.tables import stores
from tests.tables.toys import ANN, BOB, opened

GAMES = pytest.mark.parametrize("game_id", games())
CARDS = "rapa-nui-cards"
BEGUN = '["start",null,"1"'


@asynccontextmanager
async def real(folder: Path) -> AsyncIterator[Tables]:
    """Tables with the games of the catalogue."""
    async with opened(folder, games=games()) as tables:
        yield tables


def suggested(lesson: LessonLook) -> str:
    """Return the text of the move that a lesson suggests."""
    game, look = lesson.look.game, lesson.look
    assert game.lesson is not None
    return game.write_move(game.lesson.suggested(look.observation, look.legal_moves))


async def on(tables: Tables, lesson: LessonLook, click: str, who: Person = ANN) -> LessonLook:
    """Make the suggested move in a lesson; return the lesson."""
    assert lesson.look.asked is not None
    table = lesson.look.table.id
    return await tables.lessons.play(who, table, click, lesson.look.asked, suggested(lesson))


async def played(tables: Tables, game_id: str, moves: int, who: Person = ANN) -> LessonLook:
    lesson = await tables.lessons.open(who, game_id)
    for number in range(moves):
        lesson = await on(tables, lesson, f"click {number}", who)
    return lesson


def rows(folder: Path) -> list[tuple[int, str, int, str]]:
    return stores.run(folder, "SELECT person_id, game, run, journal FROM lessons")


def spoil(folder: Path, change: Callable[[str], str]) -> None:
    ((journal,),) = stores.run(folder, "SELECT journal FROM lessons")
    stores.run(folder, "UPDATE lessons SET journal = ?", change(journal))


@GAMES
async def test_it_is_played_to_the_end_and_all_is_explained(tmp_path: Path, game_id: str) -> None:
    async with real(tmp_path) as tables:
        lesson = await tables.lessons.open(ANN, game_id)
        assert lesson.coaching.after == "welcome"
        for number in range(150):
            if lesson.is_over:
                break
            lesson = await on(tables, lesson, str(number))
            assert not lesson.is_stale
        assert lesson.is_over
        assert len(lesson.coaching.said) == lesson.topics
        assert lesson.coaching.before is None
        assert lesson.look.result is not None


@GAMES
async def test_it_is_taken_up_where_it_was_left_also_after_a_restart(tmp_path: Path, game_id: str) -> None:
    async with real(tmp_path) as tables:
        before = await played(tables, game_id, 7)
        assert await tables.lessons.open(ANN, game_id) == before
        assert before.look.takes_back == (await tables.lessons.open(ANN, game_id)).look.takes_back
    async with real(tmp_path) as tables:
        assert await tables.lessons.open(ANN, game_id) == before
        assert await tables.lessons.look(ANN, before.look.table.id) == before
        after = await on(tables, before, "another process")
        assert len(rows(tmp_path)) == 1
        assert after.look.table.version > before.look.table.version


async def test_nothing_of_it_stands_among_the_tables_and_nothing_falls_due(tmp_path: Path) -> None:
    async with real(tmp_path) as tables:
        await played(tables, CARDS, 3)
        assert await tables.open_tables() == []
        assert await tables.tables_of(ANN.id) == []
        assert await tables.kept_waiting(1e12) == []
        assert await tables.unshown() == []


async def test_an_old_question_changes_nothing_and_a_click_counts_once(tmp_path: Path) -> None:
    async with real(tmp_path) as tables:
        first = await tables.lessons.open(ANN, CARDS)
        second = await on(tables, first, "a")
        kept = rows(tmp_path)
        for click in ("a", "b"):
            again = await on(tables, first, click)
            assert again.is_stale
            assert again.look == second.look
        assert rows(tmp_path) == kept


async def test_what_is_not_legal_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with real(tmp_path) as tables:
        lesson = await played(tables, CARDS, 2)
        kept, table = rows(tmp_path), lesson.look.table.id
        assert lesson.look.asked is not None
        for text in ("nonsense", "", ";", ">"):
            with pytest.raises(Refused):
                await tables.lessons.play(ANN, table, "x", lesson.look.asked, text)
        assert rows(tmp_path) == kept
        assert (await tables.lessons.open(ANN, CARDS)).look == lesson.look


@GAMES
async def test_moves_beyond_its_end_are_refused(tmp_path: Path, game_id: str) -> None:
    async with real(tmp_path) as tables:
        lesson = await tables.lessons.open(ANN, game_id)
        for number in range(150):
            before, lesson = lesson, await on(tables, lesson, str(number))
            if lesson.is_over:
                break
    async with real(tmp_path / "again") as tables:
        lesson = await played(tables, game_id, number)
        assert lesson.look.asked == before.look.asked is not None
        move, table = suggested(lesson), lesson.look.table.id
        with pytest.raises(Refused, match="table_over"):
            await tables.lessons.play(ANN, table, "x", before.look.asked, f"{move};{move}")
        over = await tables.lessons.play(ANN, table, "y", before.look.asked, f"{move}>{move}>{move}")
        assert over.is_over
        late = await tables.lessons.play(ANN, table, "z", before.look.asked, move)
        assert late.is_stale


async def test_begun_again_its_old_buttons_do_nothing(tmp_path: Path) -> None:
    async with real(tmp_path) as tables:
        old = await played(tables, CARDS, 4)
        new = await tables.lessons.begin_anew(ANN, old.look.table.id)
        assert new.look.table.id != old.look.table.id
        assert new.coaching.after == "welcome"
        late = await on(tables, old, "late")
        assert late.is_stale
        assert late.look == new.look
        twice = await tables.lessons.begin_anew(ANN, old.look.table.id)
        assert twice.is_stale
        assert twice.look == new.look


async def test_everybody_has_lessons_of_their_own_whatever_id_they_send(tmp_path: Path) -> None:
    async with real(tmp_path) as tables:
        ann = await played(tables, CARDS, 3)
        for lesson in (ann.look.table.id, lesson_id(CARDS, 9), "learn00000000", "abcde", ""):
            with pytest.raises(Refused, match="no_lesson"):
                await tables.lessons.look(BOB, lesson)
            with pytest.raises(Refused, match="no_lesson"):
                await tables.lessons.begin_anew(BOB, lesson)
        bob = await played(tables, CARDS, 1, BOB)
        assert (await tables.lessons.look(BOB, ann.look.table.id)).look == bob.look
        assert (await tables.lessons.open(ANN, CARDS)).look == ann.look


async def test_a_game_without_a_lesson_and_one_that_does_not_exist_have_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        for game_id in ("pebbles", "no-such-game"):
            with pytest.raises(Refused, match="unknown_game"):
                await tables.lessons.open(ANN, game_id)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text[: len(text) // 2], id="cut off"),
        pytest.param(lambda _: "[]", id="empty"),
        pytest.param(lambda _: "null", id="nothing"),
        pytest.param(lambda text: text.replace(BEGUN, f'{BEGUN[:-1]}9"'), id="other rules"),
    ],
)
async def test_what_can_t_be_read_any_more_begins_again_and_says_so(
    tmp_path: Path, change: Callable[[str], str]
) -> None:
    async with real(tmp_path) as tables:
        old = await played(tables, CARDS, 4)
        spoil(tmp_path, change)
        new = await tables.lessons.look(ANN, old.look.table.id)
        assert new.is_anew
        assert new.coaching.after == "welcome"
        assert new.look.table.id != old.look.table.id
        assert not (await tables.lessons.open(ANN, CARDS)).is_anew


async def test_a_move_is_taken_back_until_the_computer_has_moved(tmp_path: Path) -> None:
    async with real(tmp_path) as tables:
        first = await tables.lessons.open(ANN, "rapa-nui-cards")
        assert first.look.takes_back is None
        second = await on(tables, first, "a")
        assert second.look.takes_back is not None
        back = await tables.lessons.take_back(ANN, first.look.table.id, "b", second.look.takes_back)
        assert back.look.observation == first.look.observation
        assert back.coaching == first.coaching
        assert back.look.asked != first.look.asked
        stale = await tables.lessons.take_back(ANN, first.look.table.id, "c", second.look.takes_back)
        assert stale.is_stale
        third = await on(tables, await on(tables, back, "d"), "e")
        assert third.look.takes_back is None


async def test_who_is_forgotten_leaves_no_lesson_and_who_asks_is_told_of_it(tmp_path: Path) -> None:
    async with real(tmp_path) as tables:
        await played(tables, CARDS, 2)
        bob = await played(tables, CARDS, 2, BOB)
        exported = await tables.export_person(ANN.id)
        assert [one["game"] for one in exported["lessons"]] == [CARDS]
        assert exported["lessons"][0]["moves"][:3] == ["skip", "gather mulberry 1", "take 1"]
        assert "shuffle" not in str(exported["lessons"])
        await tables.forget_person(ANN.id)
        assert [person for person, *_ in rows(tmp_path)] == [BOB.id]
        with pytest.raises(Refused, match="no_lesson"):
            await tables.lessons.play(ANN, bob.look.table.id, "x", 1, "skip")
        assert [person for person, *_ in rows(tmp_path)] == [BOB.id]


def test_no_two_games_share_the_ids_of_lessons_and_no_table_has_one() -> None:
    ids = [lesson_id(game_id, run) for game_id in games() for run in (1, 2, 36**4 - 1)]
    assert len(set(ids)) == len(ids)
    assert all(is_lesson(one) and len(one) <= 13 for one in ids)
    assert not is_lesson("00001")


@pytest.mark.parametrize("run", [0, -7, 36**4, 2**63 - 1])
async def test_an_odd_number_of_beginnings_keeps_nobody_from_playing(tmp_path: Path, run: int) -> None:
    async with real(tmp_path) as tables:
        await played(tables, CARDS, 2)
        stores.run(tmp_path, "UPDATE lessons SET run = ?", run)
        lesson = await tables.lessons.open(ANN, CARDS)
        after = await on(tables, lesson, "x")
        assert not after.is_stale
        new = await tables.lessons.begin_anew(ANN, after.look.table.id)
        assert new.look.table.id != after.look.table.id
