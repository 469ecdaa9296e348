"""Agreements of players: taking back, ending, seats that change hands, automatic answers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.game import AnyGame, AutoAnswer
from tables import Cover, Kind, Matter, Person, Phase, Tables
from tables.model.table import Ending
from tables.timing.preferences import OnlyMove, with_preferences
from tables.verbs.auto_answers import with_auto_answer
from tables.verbs.lobby import cancelled
from tables.verbs.seat_changes import came_back, conceded, left_behind, offered, taken, yielded
from tables.verbs.votes import agreed, declined, proposed
from tables.views.looks import log_of, record_of, taken_back
from tables.views.replay import of_table
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    DAN,
    GAMES,
    Clicks,
    PebbleGame,
    PebbleView,
    Word,
    frozen,
    opened,
    opening,
    put,
    refusal,
    running,
    say,
    until,
)


async def number_of(tables: Tables, table: str) -> int:
    """Return the number of the table's question."""
    proposal = (await tables.look(table, None)).proposal
    assert proposal is not None
    return proposal.number


# Taking back, and ending


async def test_a_move_that_revealed_something_is_taken_back_once_all_others_agree(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB, CAT))
        assert await refusal(tables.do(table, ANN, click(), proposed, Matter.BACK)) == (
            "nothing_to_take_back",
            {},
        )
        before = await tables.look(table, ANN.id)
        await say(tables, table, ANN, "draw", click())
        assert await refusal(tables.do(table, ANN, click(), taken_back)) == (
            "cannot_take_back",
            {"why": "revealed"},
        )
        await tables.do(table, ANN, click(), proposed, Matter.BACK)
        number = await number_of(tables, table)
        assert await refusal(tables.do(table, ANN, click(), agreed, number)) == ("agreed_already", {})
        assert await refusal(tables.do(table, DAN, click(), agreed, number)) == ("not_your_table", {})
        await tables.do(table, CAT, "cat agrees", agreed, number)
        assert (await tables.do(table, CAT, "cat agrees", agreed, number)).status == "repeated"
        assert await refusal(tables.do(table, CAT, click(), agreed, number)) == ("agreed_already", {})
        assert (await tables.look(table, ANN.id)).asked is None
        await tables.do(table, BOB, click(), agreed, number)
        after = await tables.look(table, ANN.id)
        assert (after.observation, after.legal_moves) == (before.observation, before.legal_moves)
        assert after.asked != before.asked  # A panel of before is old.
        assert after.proposal is None
        assert await refusal(tables.do(table, BOB, click(), agreed, number)) == ("proposal_gone", {})


async def test_what_others_did_since_goes_back_too(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        before = await tables.look(table, ANN.id)
        await say(tables, table, ANN, "draw", click())
        await say(tables, table, BOB, "draw", click())
        await tables.do(table, ANN, click(), proposed, Matter.BACK)
        await tables.do(table, BOB, click(), agreed, await number_of(tables, table))
        assert (await tables.look(table, ANN.id)).observation == before.observation


async def test_a_proposal_to_take_back_ends_with_the_next_move_of_a_person(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "draw", click())
        await tables.do(table, ANN, click(), proposed, Matter.BACK)
        number = await number_of(tables, table)
        assert await refusal(tables.do(table, BOB, click(), proposed, Matter.END)) == (
            "proposal_open",
            {},
        )
        await say(tables, table, BOB, "sleep", click())
        assert (await tables.look(table, None)).proposal is None
        assert await refusal(tables.do(table, BOB, click(), agreed, number)) == ("proposal_gone", {})


@pytest.mark.parametrize("who", [ANN, BOB], ids=["withdrawn", "declined"])
async def test_a_proposal_can_be_declined_or_withdrawn(tmp_path: Path, who: Person) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.do(table, ANN, click(), proposed, Matter.END)
        number = await number_of(tables, table)
        await say(tables, table, ANN, "sleep", click())  # It may be thought over while the game goes on.
        await tables.do(table, who, click(), declined, number)
        assert await refusal(tables.do(table, BOB, click(), declined, number)) == ("proposal_gone", {})
        assert (await tables.table(table)).phase is Phase.RUNNING
        await tables.do(table, BOB, click(), proposed, Matter.END)


async def test_all_agree_to_end_without_a_result(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, computers=["random"])
        await tables.do(table, BOB, click(), proposed, Matter.END)
        await tables.do(table, ANN, click(), agreed, await number_of(tables, table))
        view = await tables.table(table)
        assert (view.phase, view.ending) == (Phase.CANCELLED, Ending.AGREED)


async def test_with_computer_players_alone_there_is_nobody_to_ask(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN,), computers=["random"], target="600")
        before = (await tables.look(table, ANN.id)).observation
        await say(tables, table, ANN, "draw", click())
        await until(tables, table, lambda look: look.to_move == (0,))
        number = (await tables.look(table, ANN.id)).takes_back
        backs = [await tables.do(table, ANN, click(), taken_back, number) for _ in range(2)]
        assert [back.status for back in backs] == ["done", "stale"]
        look = await tables.look(table, ANN.id)
        assert (look.observation, look.takes_back) == (before, None)


# Seats that change hands


async def test_a_seat_is_offered_and_taken(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        assert await refusal(tables.do(table, CAT, click(), taken, 0)) == ("seat_not_free", {})
        assert await refusal(tables.do(table, ANN, click(), offered, BOB)) == ("sits_there_already", {})
        await say(tables, table, ANN, "draw", click())
        hand = (await tables.look(table, ANN.id)).observation.hand
        await tables.do(table, ANN, click(), offered, CAT)
        assert await refusal(tables.do(table, DAN, click(), taken, 0)) == ("seat_not_free", {})
        assert await refusal(tables.do(table, BOB, click(), taken, 0)) == ("already_seated", {})
        look = (await tables.do(table, CAT, click(), taken, 0)).look
        assert (look.seat, look.observation.hand) == (0, hand)
        assert look.table.owner_id == CAT.id
        assert (await tables.look(table, ANN.id)).seat is None
        assert [view.id for view in await tables.tables_of(CAT.id)] == [table]
        assert await tables.tables_of(ANN.id) == []
        told = await tables.read(table, log_of, None)
    async with opened(tmp_path) as tables:
        look = await tables.look(table, CAT.id)
        assert (look.observation.hand, look.table.seat_left_by(ANN.id)) == (hand, 0)
        assert await tables.read(table, log_of, None) == told
        moved, took = (next(one for one in told if one.kind is kind) for kind in (Kind.MOVE, Kind.TAKE))
        assert ([info.name for info in moved.seats], took.seats) == (["Ann", "Bob"], ())
        stored = await tables.export_person(ANN.id)
        assert [(one["seat"], one["name"]) for one in stored["seats_left"]] == [(0, "Ann")]
        assert ([one["text"] for one in stored["moves"]], stored["tables"]) == (["draw"], [])
        assert (await tables.export_person(CAT.id))["moves"] == []
        await tables.forget_person(ANN.id)
        moved = (await tables.read(table, log_of, None))[moved.number - 1]
        assert [(info.person_id, info.name) for info in moved.seats] == [(None, ""), (BOB.id, "Bob")]
    async with opened(tmp_path) as tables:
        assert (await tables.look(table, CAT.id)).table.seat_left_by(ANN.id) is None


async def test_whoever_takes_a_seat_takes_nothing_back_that_another_did_there(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "add 1", click())
        assert (await tables.look(table, ANN.id)).takes_back is not None
        await tables.do(table, ANN, click(), offered, CAT)
        assert (await tables.do(table, CAT, click(), taken, 0)).look.takes_back is None
        refused = await refusal(tables.do(table, CAT, click(), taken_back))
        assert refused[0] == "cannot_take_back"


async def test_an_offer_can_be_withdrawn(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        assert await refusal(tables.do(table, ANN, click(), offered, None)) == ("nothing_offered", {})
        await tables.do(table, ANN, click(), offered, CAT)
        await tables.do(table, ANN, click(), offered, None)
        assert await refusal(tables.do(table, CAT, click(), taken, 0)) == ("seat_not_free", {})


async def test_a_computer_player_gets_a_seat_for_good(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.do(table, ANN, click(), yielded)
        look = await until(tables, table, lambda look: look.to_move == (1,))
        assert (look.table.seats[0].computer, look.table.seats[0].person_id) == ("sensible", None)
        assert look.table.owner_id == BOB.id
        assert await refusal(tables.do(table, ANN, click(), yielded)) == (
            "not_your_table",
            {},
        )
        await tables.do(table, BOB, click(), yielded)
        view = await tables.table(table)
        assert (view.phase, view.ending) == (Phase.CANCELLED, Ending.LEFT)


async def test_whose_person_left_the_server_anybody_may_sit_there(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB, CAT))
        assert await refusal(tables.do(table, BOB, click(), yielded, 0)) == (
            "seat_not_free",
            {},
        )
        assert await tables.happen(table, left_behind, 0)
        assert not await tables.happen(table, left_behind, 0)
        assert await tables.happen(table, left_behind, 1)
        await tables.do(table, DAN, click(), taken, 0)
        await tables.do(table, CAT, click(), yielded, 1)
        seats = (await tables.table(table)).seats
        assert [(info.person_id, info.computer, info.gone) for info in seats] == [
            (DAN.id, None, False),
            (None, "sensible", False),
            (CAT.id, None, False),
        ]


async def test_who_left_and_plays_all_the_same_is_back(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.happen(table, left_behind, 0)
        await say(tables, table, ANN, "sleep", click())
        assert not (await tables.table(table)).seats[0].gone


async def test_of_two_one_gives_up_and_the_other_has_won(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.do(table, ANN, click(), conceded)
        look = await tables.look(table, BOB.id)
        assert (look.table.phase, look.table.ending, look.result) == (Phase.OVER, Ending.CONCEDED, None)
        assert await refusal(tables.do(table, BOB, click(), conceded)) == ("table_over", {})
        assert await refusal(tables.read(table, record_of)) == ("ended_early", {})
        assert (await tables.read(table, of_table, is_open=True)).result is None


async def test_of_three_one_gives_up_and_comes_last(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB, CAT), target="3")
        await say(tables, table, ANN, "draw", click())  # She would win.
        await tables.do(table, ANN, click(), conceded)
        view = await tables.table(table)
        assert (view.phase, view.owner_id) == (Phase.RUNNING, BOB.id)
        ann = await tables.look(table, ANN.id)
        assert (ann.asked, ann.legal_moves) == (None, ())
        assert await refusal(say(tables, table, ANN, "draw", click())) == ("you_conceded", {})
        assert await refusal(tables.do(table, ANN, click(), came_back)) == ("you_conceded", {})
        assert await tables.tables_of(ANN.id) == []
        await say(tables, table, BOB, "add 2;end", click())
        assert await refusal(say(tables, table, CAT, "add 2;end", click())) == ("table_over", {})
        await say(tables, table, CAT, "add 2", click())
        result = (await tables.look(table, None)).result
        assert result is not None
        assert [own.rank for own in result.seats] == [3, 1, 1]
        assert result.seats[0].points > 0


async def test_where_only_computer_players_are_left_the_game_ends(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN,), computers=["random", "random"], target="600")
        await tables.do(table, ANN, click(), conceded)
        view = await tables.table(table)
        assert (view.phase, view.ending) == (Phase.OVER, Ending.CONCEDED)


# Auto answers


class AnsweringPebbles(PebbleGame):
    """Pebbles with automatic answers: on the number to add, and on ending the turn."""

    id = "answering-pebbles"
    auto_answers = (
        AutoAnswer("adding", ("1", "2", "9"), is_list=True),
        AutoAnswer("then", ("end",), is_list=False),
    )

    def auto_move(self, observation: PebbleView, auto_answers: Mapping[str, tuple[str, ...]]) -> Word | None:
        if observation.viewer != observation.mover or observation.stage == "die":
            return None
        if observation.stage == "more":
            return Word("end") if "then" in auto_answers else None
        return next((Word("add", int(one)) for one in auto_answers.get("adding", ()) if one != "9"), None)


ANSWERING: Mapping[str, AnyGame] = {**GAMES, "answering-pebbles": AnsweringPebbles()}


async def test_what_was_answered_before_is_a_move_of_ones_own(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, game="answering-pebbles")
        version = (await tables.table(table)).version
        others = frozen(await tables.look(table, ANN.id))
        await tables.amend(table, BOB, with_auto_answer, "adding", ("9", "2"))
        await tables.amend(table, BOB, with_auto_answer, "then", ("end",))
        # Nobody else hears of it.
        assert frozen(await tables.look(table, ANN.id)) == others
        assert (await tables.table(table)).version == version
        assert (await tables.look(table, BOB.id)).auto_answers == {"adding": "9 2", "then": "end"}
    async with opened(tmp_path, games=ANSWERING) as tables:
        await say(tables, table, ANN, "sleep", click())
        look = await tables.look(table, ANN.id)
        assert (look.observation.heap, look.to_move) == (4, (0,))  # Ann has woken, too.
        log = await tables.read(table, log_of, None)
        assert [told.seat for told in log if told.kind is Kind.MOVE] == [0, 1, 1, 0, 1, 1]
        # They are Bob's: she can't undo them.
        assert await refusal(tables.do(table, ANN, click(), taken_back)) == (
            "cannot_take_back",
            {"why": "other_acted"},
        )


async def test_a_standing_answer_that_was_taken_back_is_not_given_again(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, game="answering-pebbles")
        await tables.amend(table, BOB, with_auto_answer, "adding", ("1",))
        await say(tables, table, ANN, "add 1;end", click())
        assert (await tables.look(table, BOB.id)).observation.heap == 2
        await tables.do(table, BOB, click(), taken_back)
        look = await tables.look(table, BOB.id)
        assert (look.observation.heap, look.asked is not None) == (1, True)
        await say(tables, table, BOB, "draw", click())
        await say(tables, table, ANN, "draw", click())
        assert (await tables.look(table, BOB.id)).observation.heap == 2


@pytest.mark.parametrize("values", [("3",), ("1", "1"), ("1", "2", "9", "1")])
async def test_answers_that_fit_no_question_are_refused(tmp_path: Path, values: tuple[str, ...]) -> None:
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, game="answering-pebbles")
        assert (await refusal(tables.amend(table, ANN, with_auto_answer, "adding", values)))[
            0
        ] == "unknown_button"
        assert (await refusal(tables.amend(table, ANN, with_auto_answer, "other", ())))[0] == "unknown_button"
        assert (await refusal(tables.amend(table, CAT, with_auto_answer, "adding", ())))[
            0
        ] == "not_your_table"
        assert (await tables.look(table, ANN.id)).auto_answers == {}


async def test_the_standing_answers_of_a_seat_go_with_its_player(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, game="answering-pebbles")
        await tables.amend(table, BOB, with_auto_answer, "adding", ("1",))
        await tables.do(table, BOB, click(), offered, CAT)
        await tables.do(table, CAT, click(), taken, 1)
        assert (await tables.look(table, CAT.id)).auto_answers == {}
    async with opened(tmp_path, games=ANSWERING) as tables:
        assert (await tables.look(table, CAT.id)).auto_answers == {}
        await tables.amend(table, CAT, with_auto_answer, "adding", ("1",))
        assert (await tables.export_person(CAT.id))["standing_answers"] == [
            {"table": table, "name": "adding", "text": "1"}
        ]
        await tables.do(table, CAT, click(), cancelled, moderator=True)
        assert (await tables.export_person(CAT.id))["standing_answers"] == []


async def test_a_single_legal_move_is_made_for_who_wants_that(tmp_path: Path) -> None:
    class OneWay(PebbleGame):
        """Pebbles in which a sleeper has only one move, which a table would not make by itself."""

        id = "one-way"

        def obvious_move(self, state: Any, seat: int) -> Word | None:
            return None

    games: Mapping[str, AnyGame] = {**GAMES, "one-way": OneWay()}
    click = Clicks()
    async with opened(tmp_path, games=games) as tables:
        await put(tables, ANN.id, settings=with_preferences({}, only_move=OnlyMove.ALWAYS))
        table = await running(tables, game="one-way")
        await say(tables, table, ANN, "sleep", click())
        await say(tables, table, BOB, "sleep", click())
        look = await tables.look(table, None)
        assert (look.observation.asleep, look.to_move) == ((1,), (1,))  # Ann was woken, Bob is asked.


async def test_a_move_that_all_know_to_be_the_only_one_is_made_and_its_player_is_told(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "sleep", click())
        await say(tables, table, BOB, "add 1;end", click())

        async def forced(person: Person | None) -> list[str]:
            look = await tables.look(table, None if person is None else person.id)
            return [told.events[0].verb for told in look.recent if told.forced]  # type: ignore[attr-defined]

        assert await forced(ANN) == ["wake"]
        assert await forced(BOB) == await forced(None) == []


async def test_who_wants_to_be_asked_is_asked_for_the_only_move_too_and_nobody_else(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        await put(tables, ANN.id, settings=with_preferences({}, only_move=OnlyMove.NEVER))
        table = await running(tables)
        await say(tables, table, ANN, "sleep", click())
        await say(tables, table, BOB, "sleep", click())
        assert (await tables.look(table, None)).to_move == (0,)
    async with opened(tmp_path) as tables:
        assert (await tables.look(table, ANN.id)).legal_moves == (Word("wake"),)
        await say(tables, table, ANN, "wake", click())
        look = await tables.look(table, None)
        assert (look.observation.asleep, look.to_move) == ((), (0,))  # Bob was woken at once.


async def test_a_computer_player_is_not_asked_for_whom_it_plays(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        await put(tables, ANN.id, settings=with_preferences({}, only_move=OnlyMove.NEVER))
        table = await running(tables, (ANN, BOB, CAT))
        await say(tables, table, ANN, "sleep", click())
        await say(tables, table, BOB, "add 1;end", click())
        await tables.do(table, ANN, click(), yielded)
        look = (await say(tables, table, CAT, "add 1;end", click())).look
        assert look.observation.asleep == ()


async def test_of_a_person_who_leaves_altogether_nothing_stays(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, game="answering-pebbles")
        lobby = (await tables.new(opening(guild_id=7, channel_id=70), BOB, click())).look.table.id
        await tables.amend(table, BOB, with_auto_answer, "adding", ("1",))
        await tables.do(table, ANN, click(), offered, DAN)
        assert await refusal(tables.forget_person(BOB.id)) == ("still_playing", {"count": 2})
        await tables.forget_person(BOB.id, is_leaving=True)
        await tables.forget_person(DAN.id)
        assert (await tables.table(lobby)).phase is Phase.CANCELLED
        seats = (await tables.table(table)).seats
        assert [(info.person_id, info.offered_to, info.cover) for info in seats] == [
            (ANN.id, None, Cover.NONE),
            (None, None, Cover.NONE),
        ]
        assert seats[1].computer == "sensible"
        assert (await tables.export_person(BOB.id))["standing_answers"] == []
