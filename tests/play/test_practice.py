"""Learning from a finished game: puzzles of its costly moves, and practice tables from any position."""

from __future__ import annotations

import re

import pytest

from engine.players.review import QUICKLY
from localdiscord import ShownMessage
from tables import Mistake, Person, Phase
from tables.verbs.lobby import cancelled
from tables.views.replay import of_table
from tests.play.evening import Evening, moves_of
from tests.play.test_review import ended, labels, latest, reviewed

pytestmark = pytest.mark.slow

FIND, BACK, PLAY_ON = "Find the better move", "Back to the review", "Play on from here"


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten all thinking."""
    monkeypatch.setattr("tables.reviews.budgets", lambda first: (QUICKLY,))


async def in_review(evening: Evening, name: str) -> tuple[str, ShownMessage, Mistake]:
    """Return a finished table, its review as a person sees it, and the costliest move."""
    board = await ended(evening)
    table = await finished(evening)
    await evening.press(name, "Review", board)
    shown = await reviewed(evening, name)
    review = await evening.keeper(table).tables.reviews.review(table)
    return table, shown, review.told[0]


async def finished(evening: Evening) -> str:
    return (await evening.tables.ended_in(int(evening.discord.channel("games").id)))[0].id


async def tried(evening: Evening, name: str, message: ShownMessage, one: Mistake, *, good: bool) -> None:
    """Try a move that is as good as the better one, or a bad one."""
    rows = {f"choose {move.row}" for move in one.good}
    found = [custom_id for custom_id in moves_of(message) if (custom_id.split(":")[3] in rows) is good]
    await (await evening.person(name).click(message, custom_id=found[0])).answered()


@pytest.mark.only_with("one process", "each makes reviews of its own")
async def test_a_costly_move_is_asked_again_three_times_and_then_answered(evening: Evening) -> None:
    table, review, one = await in_review(evening, "Dao")
    told = review.text
    assert "Better: ||" in told
    await evening.press("Dao", FIND, review)
    puzzle = latest(evening, "Dao")
    assert puzzle.id == review.id
    assert "Tries left: 3." in puzzle.text
    assert "Better: " not in puzzle.text
    assert puzzle.attachments
    for left in (2, 1):  # The first bad one may be what was played.
        await tried(evening, "Dao", puzzle, one, good=False)
        assert f"Tries left: {left}." in puzzle.text
        assert re.search(r"that's (not the better move|the move that was played)\. Try again\.", puzzle.text)
    await tried(evening, "Dao", puzzle, one, good=False)
    assert "Here's the answer." in puzzle.text
    assert f"Better: Choose row {one.better.row}" in puzzle.text
    assert labels(puzzle) == [BACK, "Show move 1"]
    await evening.press("Dao", BACK, puzzle)
    assert puzzle.text == told
    await evening.press("Dao", FIND, puzzle)
    await tried(evening, "Dao", puzzle, one, good=True)
    assert "✅" in puzzle.text
    assert "Better: " in puzzle.text
    assert len(evening.person("Dao").ephemeral("games")) == 1
    # Nothing of it is stored, and nobody else was shown anything.
    assert (await evening.tables.table(table)).phase is Phase.OVER
    assert not any(FIND in one.text for one in evening.person("Ana").messages("games"))


@pytest.mark.only_with("one process", "each makes reviews of its own")
async def test_a_puzzle_whose_review_is_forgotten_has_the_review_made_again(evening: Evening) -> None:
    _, review, one = await in_review(evening, "Dao")
    await evening.press("Dao", FIND, review)
    await evening.end()
    await evening.begin()
    puzzle = latest(evening, "Dao")
    await tried(evening, "Dao", puzzle, one, good=True)
    again = await reviewed(evening, "Dao")
    assert again.id == puzzle.id
    assert FIND in labels(again)
    # A forged number of tries, and of a move that the review doesn't tell of.
    table = await finished(evening)
    await evening.forge("Dao", again, f"t:try{'0' * 3}{table}:pick:999.x")
    assert FIND in labels(latest(evening, "Dao"))


async def replayed(evening: Evening, name: str) -> ShownMessage:
    """Return the replay of a finished game, some moves after its beginning."""
    await evening.press(name, "Replay", await ended(evening))
    for _ in range(3):
        await evening.press(name, "Next ▶", latest(evening, name))
    return latest(evening, name)


async def practice(evening: Evening, name: str) -> str:
    """Return the id of a person's practice table."""
    [facts] = await evening.tables.tables_of(evening.person(name).id)
    return facts.id


async def test_a_replay_is_played_on_in_direct_messages_of_whom_nobody_else_is_told(
    evening: Evening,
) -> None:
    shown = await replayed(evening, "Dao")
    await evening.settled()
    old = await finished(evening)
    others = ("Ana", "Ben", "Cleo")
    before = {one: [said.text for said in evening.person(one).messages("games")] for one in others}
    direct = {one: len(evening.person(one).direct_messages()) for one in others}
    [told] = await evening.press("Dao", PLAY_ON, shown)
    assert "“Practice” is open" in told
    await evening.settled()
    table = await practice(evening, "Dao")
    frame = (await evening.tables.read(old, of_table, False)).frames[3]
    look = await evening.look(table)
    assert look.table.is_direct
    assert look.observation == frame.observation
    assert {info.name for info in look.table.seats} == {"", "Dao"}
    await evening.turn("Dao")
    board = evening.person("Dao").direct_messages()[0]
    await evening.press("Dao", "Log", board)
    log = evening.person("Dao").ephemeral(board.message.channel.id)[-1].text
    assert f"Practice: continued from table `{old}`, Round" in log
    assert {one: [said.text for said in evening.person(one).messages("games")] for one in others} == before
    assert {one: len(evening.person(one).direct_messages()) for one in others} == direct
    # A player does from their direct messages, where Dao may not know of the table, in their own seat.
    [told] = await evening.forge("Dao", board, f"t:{old}:play_on:{frame.moves}")
    assert "I can't find that table." in told
    await evening.forge("Ben", await evening.dealt("Ben"), f"t:{old}:play_on:{frame.moves}")
    await evening.settled()
    own = await evening.tables.table(await practice(evening, "Ben"))
    assert [info.name for info in own.seats] == ["", "Ben"]
    # At the end of the replay nothing is left to play.
    await evening.press("Dao", "Last ⏭", shown)
    assert PLAY_ON not in labels(latest(evening, "Dao"))
    frames = (await evening.tables.read(old, of_table, True)).frames
    [refused] = await evening.forge("Dao", shown, f"t:{old}:play_on:{frames[-1].moves}")
    assert "From there, nobody has a choice left to make." in refused


async def test_who_takes_no_direct_messages_plays_on_in_the_channel(evening: Evening) -> None:
    evening.person("Dao").close_direct_messages()
    shown = await replayed(evening, "Dao")
    for _ in range(2):  # At first nobody knows.
        await evening.press("Dao", PLAY_ON, shown)
        await evening.settled()
        table = await practice(evening, "Dao")
        facts = await evening.tables.table(table)
        assert (facts.has_server, facts.phase) == (True, Phase.RUNNING)
        board = evening.board()
        assert "Practice" in board.text
        [panel] = await evening.press("Dao", "My cards", board)
        assert "Practice" in panel
        person = (await evening.look(table)).table.seats
        assert [one.name for one in person if one.person_id] == ["Dao"]
        who = evening.person("Dao")
        await evening.tables.do(table, Person(who.id, "Dao"), f"end {table}", cancelled)
        await evening.settled()
