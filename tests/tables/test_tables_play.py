"""Playing: questions and their numbers, repeated or late clicks, secret choices, taking back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.game import CHANCE
from tables import Kind, Person, Phase, Tables
from tables.verbs.lobby import cancelled
from tables.verbs.play import played
from tables.views.looks import log_of, record_of, taken_back
from tests.engine.replayed import replay
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    DAN,
    GAMES,
    Clicks,
    frozen,
    opened,
    opening,
    refusal,
    running,
    say,
)


async def asked(tables: Tables, table: str, person: Person) -> int | None:
    return (await tables.look(table, person.id)).asked


async def test_chance_is_settled_with_the_start(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        look = await tables.look(table, ANN.id)
        assert look.observation.deck == 9
        assert look.table.version == 4  # open, join, start, and the move of chance
        assert (look.to_move, look.seat, look.asked) == ((0,), 0, 4)
        told = await tables.read(table, log_of, None, 0)
        assert [happening.kind for happening in told] == [Kind.OPEN, Kind.JOIN, Kind.START]


async def test_only_who_is_asked_sees_moves(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        assert len((await tables.look(table, ANN.id)).legal_moves) == 5
        for viewer in (BOB.id, CAT.id, None):
            look = await tables.look(table, viewer)
            assert (look.legal_moves, look.asked, look.to_move) == ((), None, (0,))


async def test_a_drawn_card_is_seen_by_its_owner_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        answer = await say(tables, table, ANN, "draw", "1")
        (card,) = answer.look.observation.hand
        events = {
            viewer: (await tables.read(table, log_of, viewer, 4))[0].events
            for viewer in (ANN.id, BOB.id, None)
        }
        assert events[ANN.id][0].card == card  # type: ignore[attr-defined]
        assert events[BOB.id] == events[None]
        assert events[None][0].card is None  # type: ignore[attr-defined]


async def test_several_moves_in_one_click_are_made_or_refused_together(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        before = frozen(await tables.look(table, ANN.id))
        assert await refusal(say(tables, table, ANN, "add 2;add 1;roll", "1")) == (
            "not_now",
            {"verb": "roll", "number": 0},
        )
        assert frozen(await tables.look(table, ANN.id)) == before
        answer = await say(tables, table, ANN, "add 2;add 1;add 1;end", "1")
        assert answer.look.observation.heap == 4
        assert [happening.number for happening in await tables.read(table, log_of, None, 4)] == [
            5,
            6,
            7,
            8,
        ]
        assert answer.look.to_move == (1,)


async def test_joined_moves_that_are_the_same_count_each(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        answer = await say(tables, table, ANN, "add 1;add 1", "1")
        assert answer.look.observation.heap == 2


@pytest.mark.parametrize("text", ["", ";", "???", "add", "add 1;", "add 99999999999999999999", "add 1;;end"])
async def test_what_is_no_move_is_refused(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        code, _ = await refusal(say(tables, table, ANN, text, "1"))
        assert code in {"unknown_move", "not_now"}
        assert (await tables.table(table)).version == 4


async def test_the_same_click_at_once_and_later_has_its_effect_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        clicks = [tables.do(table, ANN, "same", played, 4, "add 1") for _ in range(6)]
        answers = await asyncio.gather(*clicks)
        assert sorted(answer.status for answer in answers) == ["done", *["repeated"] * 5]
        assert (await tables.do(table, ANN, "same", played, 4, "add 1")).status == "repeated"
        assert (await tables.look(table, None)).observation.heap == 1


async def test_two_different_clicks_on_one_question_have_one_effect(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        answers = await asyncio.gather(
            *(tables.do(table, ANN, f"c{n}", played, 4, "add 1") for n in range(4))
        )
        assert sorted(answer.status for answer in answers) == ["done", "stale", "stale", "stale"]
        assert (await tables.look(table, None)).observation.heap == 1


async def test_a_click_on_an_old_panel_only_shows_the_present(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "add 1;end", "1")
        before = await tables.look(table, ANN.id)
        answer = await tables.do(table, ANN, "2", played, 4, "add 1")
        assert answer.status == "stale"
        assert answer.look == before


async def test_who_was_not_asked_is_told_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        assert await refusal(tables.do(table, BOB, "1", played, 4, "add 1")) == ("not_your_turn", {})
        assert await refusal(tables.do(table, CAT, "2", played, 4, "add 1")) == ("not_your_table", {})
        assert await refusal(tables.do(table, CAT, "3", taken_back)) == ("not_your_table", {})
        await tables.new(opening(guild_id=1, channel_id=2, wanted_seats=2), ANN, "n")
        (lobby,) = await tables.tables_in(2)
        assert await refusal(tables.do(lobby.id, ANN, "4", played, 1, "add 1")) == ("not_started", {})


async def test_obvious_moves_are_made_with_the_move_before_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table, click = await running(tables), Clicks()
        await say(tables, table, ANN, "sleep", click())
        answer = await say(tables, table, BOB, "add 1;end", click())
        said = [(h.seat, h.events[0].verb) for h in await tables.read(table, log_of, None, 4)]  # type: ignore[attr-defined]
        assert said == [(0, "sleep"), (1, "add"), (1, "end"), (0, "wake")]
        assert answer.look.to_move == (1,)


async def test_a_finished_game_has_a_result_and_a_record_that_replays(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table, click = await running(tables, target="3"), Clicks()
        assert await refusal(tables.read(table, record_of)) == ("not_over", {})
        await say(tables, table, ANN, "draw", click())
        await say(tables, table, BOB, "add 2", click())
        await tables.do(table, BOB, click(), taken_back)
        await say(tables, table, BOB, "add 1;end", click())
        answer = await say(tables, table, ANN, "add 2", click())
        assert answer.look.table.phase is Phase.OVER
        assert answer.look.result is not None
        assert answer.look.result.seats[0].rank == 1
        assert await refusal(say(tables, table, BOB, "end", click())) == ("table_over", {})
        assert await refusal(tables.do(table, ANN, click(), taken_back)) == ("table_over", {})
        assert await refusal(tables.do(table, ANN, click(), cancelled, moderator=True)) == ("table_over", {})
        record = await tables.read(table, record_of)
        assert [(ply.seat, ply.text) for ply in record.moves][1:] == [
            (0, "draw"),
            (1, "add 1"),
            (1, "end"),
            (0, "add 2"),
        ]
        _, steps = replay(GAMES["pebbles"], record)
        assert GAMES["pebbles"].observe(steps[-1].state, 0) == answer.look.observation
        assert await tables.tables_in(70) == []


@pytest.mark.parametrize("game", ["fingers", "fingers-staying"])
class TestSimultaneous:
    async def test_two_answers_to_one_question_are_both_right(self, tmp_path: Path, game: str) -> None:
        async with opened(tmp_path) as tables:
            table = await running(tables, (ANN, BOB, CAT), game)
            number = await asked(tables, table, ANN)
            assert number == await asked(tables, table, BOB)
            assert number is not None
            answers = await asyncio.gather(
                tables.do(table, ANN, "a", played, number, "show 1"),
                tables.do(table, BOB, "b", played, number, "show 2"),
            )
            assert [answer.status for answer in answers] == ["done", "done"]
            look = await tables.look(table, CAT.id)
            assert (look.to_move, look.observation.ready) == ((2,), (True, True, False))

    async def test_a_choice_may_be_changed_under_the_same_number(self, tmp_path: Path, game: str) -> None:
        async with opened(tmp_path) as tables:
            table = await running(tables, game=game)
            first = await say(tables, table, ANN, "show 1", "a")
            assert (first.look.answered, first.look.to_move) == (True, (1,))
            assert first.look.asked == 3
            again = await tables.do(table, ANN, "b", played, 3, "show 3")
            assert (again.status, again.look.asked, again.look.observation.mine) == ("done", 3, 3)
            last = await say(tables, table, BOB, "show 1", "c")
            assert last.look.observation.points == (3, 1)
            assert last.look.to_move == (0, 1)
            # Entry 6, without the one that changed a choice: nobody hears of that one.
            assert (last.look.asked, last.look.answered) == (5, False)
            assert (await tables.do(table, ANN, "d", played, 3, "show 1")).status == "stale"

    async def test_a_secret_choice_tells_others_nothing(self, tmp_path: Path, game: str) -> None:
        seen = []
        for number, changes in enumerate((["show 1"], ["show 2"])):
            folder = tmp_path / str(number)
            async with opened(folder) as tables:
                table = await running(tables, game=game)
                for place, text in enumerate(changes):
                    await say(tables, table, ANN, text, f"a{place}")
                look = await tables.look(table, BOB.id)
                seen.append(
                    (
                        frozen(look),
                        await tables.read(table, log_of, BOB.id),
                        await tables.read(table, log_of, None),
                    )
                )
        assert seen[0] == seen[1]

    async def test_that_a_choice_was_changed_is_not_told(self, tmp_path: Path, game: str) -> None:
        async with opened(tmp_path) as tables:
            table = await running(tables, game=game)
            await say(tables, table, ANN, "show 1", "a")
            before = await tables.read(table, log_of, BOB.id)
            await say(tables, table, ANN, "show 2", "b")
            assert await tables.read(table, log_of, BOB.id) == before
            assert len(await tables.read(table, log_of, ANN.id)) == len(before) + 1

    async def test_taking_a_choice_back_leaves_the_others_question(self, tmp_path: Path, game: str) -> None:
        async with opened(tmp_path) as tables:
            table = await running(tables, game=game)
            await say(tables, table, ANN, "show 1", "a")
            answer = await tables.do(table, ANN, "b", taken_back)
            assert (answer.look.asked, answer.look.answered, answer.look.to_move) == (5, False, (0, 1))
            assert await asked(tables, table, BOB) == 3
            assert (await tables.do(table, ANN, "c", played, 3, "show 2")).status == "stale"
            assert (await tables.do(table, BOB, "d", played, 3, "show 2")).status == "done"
            assert await refusal(tables.do(table, ANN, "e", taken_back)) == ("nothing_to_take_back", {})

    async def test_what_was_revealed_stays(self, tmp_path: Path, game: str) -> None:
        async with opened(tmp_path) as tables:
            table = await running(tables, game=game)
            await say(tables, table, ANN, "show 1", "a")
            await say(tables, table, BOB, "show 1", "b")
            assert await refusal(tables.do(table, BOB, "c", taken_back)) == (
                "cannot_take_back",
                {"why": "revealed"},
            )
            why = {"why": "other_acted"}
            assert await refusal(tables.do(table, ANN, "d", taken_back)) == ("cannot_take_back", why)


async def test_a_click_is_taken_back_whole_and_its_question_asked_anew(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        before = await tables.look(table, ANN.id)
        assert before.takes_back is None
        answer = await say(tables, table, ANN, "add 1;add 1;end", "1")
        assert answer.look.takes_back == 5
        back = await tables.do(table, ANN, "2", taken_back)
        assert back.look.observation == before.observation
        assert (back.look.asked, back.look.takes_back) == (8, None)
        assert (await tables.do(table, ANN, "2", taken_back)).status == "repeated"
        assert await refusal(tables.do(table, ANN, "3", taken_back)) == ("nothing_to_take_back", {})
        told = await tables.read(table, log_of, BOB.id, 4)
        assert [(h.number, h.kind, h.taken_back) for h in told] == [
            (5, Kind.MOVE, True),
            (6, Kind.MOVE, True),
            (7, Kind.MOVE, True),
            (8, Kind.BACK, False),
        ]


async def test_clicks_are_taken_back_one_after_the_other(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        for click in ("1", "2", "3"):
            await say(tables, table, ANN, "add 1", click)
        heaps = [(await tables.do(table, ANN, f"b{n}", taken_back)).look.observation.heap for n in range(3)]
        assert heaps == [2, 1, 0]


async def test_a_button_takes_back_the_click_that_it_was_made_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        first = (await say(tables, table, ANN, "add 1", "1")).look.takes_back
        second = (await say(tables, table, ANN, "add 1", "2")).look.takes_back
        assert (await tables.do(table, ANN, "b1", taken_back, first)).status == "stale"
        assert (await tables.do(table, ANN, "b2", taken_back, second)).status == "done"
        assert (await tables.do(table, ANN, "b3", taken_back, second)).status == "stale"
        assert (await tables.look(table, None)).observation.heap == 1
        await say(tables, table, ANN, "end", "3")
        own = (await tables.look(table, ANN.id)).takes_back
        await say(tables, table, BOB, "add 1", "4")
        assert await refusal(tables.do(table, ANN, "b4", taken_back, own)) == (
            "cannot_take_back",
            {"why": "other_acted"},
        )


async def test_pressed_twice_at_once_it_takes_one_click_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "add 1", "1")
        number = (await say(tables, table, ANN, "add 1", "2")).look.takes_back
        backs = await asyncio.gather(*(tables.do(table, ANN, f"b{n}", taken_back, number) for n in range(3)))
        assert sorted(back.status for back in backs) == ["done", "stale", "stale"]
        assert (await tables.look(table, None)).observation.heap == 1


async def test_obvious_moves_go_back_with_the_move_before_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "sleep", "1")
        await say(tables, table, BOB, "add 1;end", "2")
        assert await refusal(tables.do(table, ANN, "3", taken_back)) == (
            "cannot_take_back",
            {"why": "other_acted"},
        )
        answer = await tables.do(table, BOB, "4", taken_back)
        assert answer.look.observation.asleep == (0,)
        assert answer.look.to_move == (1,)
        # Now nobody has acted after her.
        assert (await tables.do(table, ANN, "5", taken_back)).look.observation.asleep == ()


@pytest.mark.parametrize("move", ["draw", "roll"])
async def test_what_told_something_hidden_cannot_be_taken_back(tmp_path: Path, move: str) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        answer = await say(tables, table, ANN, move, "1")
        assert answer.look.takes_back is None
        assert await refusal(tables.do(table, ANN, "2", taken_back)) == (
            "cannot_take_back",
            {"why": "revealed"},
        )


async def test_a_die_is_in_the_journal_as_a_move_of_chance(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "roll", "1")
        assert [(h.number, h.seat) for h in await tables.read(table, log_of, None, 4)] == [
            (5, 0),
            (6, CHANCE),
        ]


async def test_a_person_can_play_whatever_name_they_have_now(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        assert (await say(tables, table, Person(ANN.id, "Anna"), "add 1", "1")).status == "done"
        assert await refusal(say(tables, table, Person(DAN.id, "Ann"), "end", "2")) == ("not_your_table", {})


async def test_after_each_change_subscribers_hear_of_it_and_their_faults_harm_nobody(tmp_path: Path) -> None:
    heard: list[str] = []

    def faulty(table: str) -> None:
        raise RuntimeError(table)

    async with opened(tmp_path) as tables:
        tables.subscribe(faulty)
        tables.subscribe(heard.append)
        table = await running(tables)
        assert heard == [table] * 3
        await tables.do(table, ANN, "1", played, 4, "add 1")
        await tables.do(table, ANN, "1", played, 4, "add 1")
        await tables.do(table, ANN, "2", played, 4, "add 1")
        assert heard == [table] * 4
