"""The play-by-play is one message a round, which is edited while it goes on; only the newest has buttons.

A row has steps, and the requests that the bot then sends to the thread:

    move     somebody makes one move
    turn     somebody makes moves until it is another one's turn
    later    an hour passes: Discord allows few edits of what stands there
    restart  the bot stops and starts; `killed`: at the next edit that it sends, which nobody answers any more
    gone     a moderator deletes the newest message; `asleep`: archives the thread
    busy     Discord fails at the next edit
"""

from __future__ import annotations

import pytest

from cogs.text.language import Localizer
from cogs.views.story_lines import story_lines
from locales import in_language
from tables.views.looks import log_of
from tests.play.comings_and_goings import move, quiet, running, sent, since, until
from tests.play.evening import PATIENCE_S, Evening, without_own_emojis
from tests.play.test_calls import set_up
from tests.play.test_secret_choices import begun, choose
from tests.play.test_turns_and_time import HOUR_S, pass_time

pytestmark = pytest.mark.slow

NAMES = ("Ana", "Ben")
DONE = {"POST": "post", "PATCH": "edit", "DELETE": "delete"}


async def told(evening: Evening, table: str) -> list[str]:
    """Return the lines of the whole play-by-play, by the journal."""
    look = await evening.tables.look(table, None)
    lines = story_lines(await evening.tables.read(table, log_of, None), look, Localizer(in_language("en")))
    return "\n".join(lines).split("\n")


def shown(evening: Evening) -> list[str]:
    """Return the lines of the play-by-play in the thread, without the calls."""
    texts = [text for one in evening.thread() for text in one.texts]
    lines = [line for text in texts for line in without_own_emojis(text).split("\n")]
    return [line for line in lines if not line.startswith("▶") and line not in ("My cards", "My board")]


def requests(evening: Evening, began: int) -> list[str]:
    """Return the requests to the thread after the first `began` requests."""
    here = f"/channels/{evening.discord.threads[-1].id}/messages"
    found = [one for one in since(evening, began) if one.path.startswith(here)]
    return [DONE[one.method] + ("" if one.status < 400 else " refused") for one in found]


async def owing(evening: Evening, table: str) -> tuple[int, ...]:
    return (await evening.look(table)).to_move


async def step(evening: Evening, table: str, verb: str) -> None:
    """Do a step of a row."""
    here = f"/channels/{evening.discord.threads[-1].id}/messages/*"
    match verb:
        case "move":
            await move(evening, *NAMES)
        case "turn":
            before = await owing(evening, table)
            while await owing(evening, table) == before:
                await move(evening, *NAMES)
                await quiet(evening)
        case "later":
            evening.discord.clock.advance(3601)
        case "restart":
            await evening.end()
            await evening.begin()
            await until(evening, lambda: evening.bot.is_ready())
        case "killed":
            held = evening.discord.faults.hold("PATCH", here)
            await move(evening, *NAMES)
            await held.struck.wait()
            await evening.end()
            held.release()
            await evening.begin()
            await until(evening, lambda: evening.bot.is_ready())
        case "gone":
            evening.discord.delete_message(evening.thread()[-1].message)
        case "asleep":
            evening.discord.close_thread(evening.discord.threads[-1])
        case "busy":
            evening.discord.faults.fail("PATCH", here, status=503, times=1)
    await quiet(evening)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param("move, move, turn, move", "edit", id="a message takes further lines"),
        pytest.param("move, restart, move", "edit, edit", id="another process goes on with it"),
        pytest.param("restart", "", id="which has nothing to do at first"),
        pytest.param(
            "move, later, move, move",
            "edit, post, edit, edit",
            id="an old one is closed, and left for a new one",
        ),
        pytest.param(
            "asleep, move, move",
            "post, edit, edit",
            id="a sleeping thread is woken by a post, and then goes on",
            marks=[
                pytest.mark.only_with("gateway", "it tells that a thread sleeps"),
                pytest.mark.only_with("one process", "another one, which is not told, tries an edit first"),
            ],
        ),
        pytest.param("busy, move, move", "edit refused, edit, edit", id="an edit that failed is made again"),
    ],
)
async def test_what_is_sent(evening: Evening, steps: str, expected: str) -> None:
    table = await running(evening, *NAMES)
    began = sent(evening)
    for verb in steps.split(", "):
        await step(evening, table, verb)
    found = requests(evening, began)
    assert set(found) == {"edit"} if expected == "edit" else ", ".join(found) == expected
    assert shown(evening) == await told(evening, table)
    assert [bool(one.buttons) for one in evening.thread()][:-1] == [False] * (len(evening.thread()) - 1)
    assert evening.thread()[-1].buttons


async def test_an_edit_whose_bot_dies_is_made_once(evening: Evening) -> None:
    table = await running(evening, *NAMES)
    await step(evening, table, "killed")
    await evening.discord.until(lambda: evening.thread()[-1].text, timeout_s=PATIENCE_S)
    await step(evening, table, "move")
    assert shown(evening) == await told(evening, table)
    assert len([one for one in evening.thread() if one.text]) == 1


async def test_a_message_that_somebody_deletes_is_followed_by_another(evening: Evening) -> None:
    table = await running(evening, *NAMES)
    await step(evening, table, "move")
    before = await told(evening, table)
    await step(evening, table, "gone")
    began = sent(evening)
    await step(evening, table, "move")
    await step(evening, table, "move")
    assert requests(evening, began) == ["edit refused", "post", "edit"]
    assert shown(evening) == (await told(evening, table))[len(before) :]


async def test_who_is_called_there_gets_a_new_message_and_the_former_one_lets_go(evening: Evening) -> None:
    for name in NAMES:
        await set_up(evening, name, notice="thread")
    table = await running(evening, *NAMES)
    for _ in range(3):
        pings = len(evening.discord.pings)
        await step(evening, table, "turn")
        assert len(evening.discord.pings) == pings + 1
        assert evening.discord.pings[-1].message is evening.thread()[-1].message
        *others, newest = evening.thread()
        assert newest.buttons
        assert not any(one.buttons or "your turn" in one.text for one in others)
    assert shown(evening) == await told(evening, table)


async def test_a_whole_game_is_a_few_messages_without_buttons(evening: Evening) -> None:
    table = await running(evening, *NAMES)
    await evening.play_to_the_end(*NAMES)
    await until(evening, lambda: "the game is over" in evening.thread()[-1].text)
    await quiet(evening)
    *lines, won = shown(evening)
    assert lines == await told(evening, table)
    assert won.startswith("🏆 ")
    assert len(evening.thread()) < 15
    assert not any(one.buttons for one in evening.thread())


async def test_each_round_is_a_message(evening: Evening) -> None:
    table = await begun(evening, *NAMES)
    await until(evening, lambda: evening.thread())
    for rows in ((3, 3), (1, 2), (1, 2), (4, 4), (1, 2)):
        await quiet(evening)
        for name, row in zip(NAMES, rows, strict=True):
            await choose(evening, name, row)
    await quiet(evening)
    posts = [one.text for one in evening.thread() if one.text]
    assert [post.count("-# Round ") for post in posts] == [1, 1, 1, 1]
    assert shown(evening) == await told(evening, table)


async def test_a_reminder_goes_when_it_is_answered_and_the_story_goes_on_below(evening: Evening) -> None:
    for name in NAMES:
        await set_up(evening, name, notice="thread")
    table = await running(evening, *NAMES, turn="1d")
    await pass_time(evening, 12 * HOUR_S)
    reminder = evening.thread()[-1]
    assert "your time at table" in reminder.text
    await step(evening, table, "turn")
    assert reminder.message.deleted
    assert int(evening.thread()[-1].id) > int(reminder.id)
    assert shown(evening) == await told(evening, table)
