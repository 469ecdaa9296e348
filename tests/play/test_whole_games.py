"""Whole games through the real discord.py over real sockets, played only in direct messages."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby, pairwise

import pytest

from tables import Phase
from tables.views.looks import record_of
from tests.play.evening import PATIENCE_S, Evening, moves_of

pytestmark = pytest.mark.slow

EVERYBODY = ("Ana", "Ben", "Cleo", "Dao")


@pytest.mark.parametrize("players", [2, 4])
async def test_a_game_is_played_from_an_empty_lobby_to_the_final_score(
    evening: Evening, players: int
) -> None:
    names = EVERYBODY[:players]
    table = await evening.started(*names)
    assert await evening.play_to_the_end(*names) > 20
    view = await evening.tables.table(table)
    assert view.phase is Phase.OVER
    board = evening.board()
    await evening.discord.until(lambda: "The stone, revealed:" in evening.board().text, timeout_s=PATIENCE_S)
    record = await evening.tables.read(table, record_of)
    assert len(record.moves) > 40
    result = (await evening.look(table)).result
    assert result is not None
    for seat in result.seats:
        assert f"{seat.points} point" in board.text
    assert evening.in_vain() == set()


async def test_each_turn_is_called_once_and_pings_that_person_alone(evening: Evening) -> None:
    names = EVERYBODY[:3]
    table = await evening.started(*names)
    await evening.play_to_the_end(*names)
    await evening.discord.until(lambda: "the game is over" in evening.thread()[-1].text, timeout_s=PATIENCE_S)
    await evening.settled()
    called = Counter(person for person, _ in groupby(calls_in_the_thread(evening)))
    # Each is told once a turn, by direct message, and nowhere else.
    public = (*evening.thread(), *evening.person("Ana").messages("games"))
    assert all(shown.mentions == [] for shown in public)
    steps = (await evening.tables._reader.read(table)).steps
    owing = [step.position.owing if step.position else () for step in steps]
    turns = Counter(now for before, now in pairwise(owing) if now and now != before)
    for name in names:
        seat = (await evening.look(table, name)).seat or 0
        # Who plays on before a post is made needs none.
        assert called[evening.person(name).id] <= evening.pings(name) <= turns[seat,]
    assert sum(called.values()) > 10
    assert not any(shown.buttons for shown in evening.thread())  # All have answered.


def calls_in_the_thread(evening: Evening) -> list[int]:
    """Return the ids of the people whom the play-by-play has called to their turns, in order."""
    thread = evening.discord.threads[-1].id
    seen = (one.text for one in evening.discord.seen_by("Ana") if one.channel_id == thread)
    found = (re.search(r"\*\*\S* ?<@(\d+)>, it's your turn", text.replace("\u00a0", " ")) for text in seen)
    return [int(one[1]) for one in found if one is not None]


async def test_who_likes_it_better_is_called_in_the_thread_or_not_at_all(evening: Evening) -> None:
    await evening.say("Ana", "settings")
    await evening.press("Ana", "Mention in the thread", evening.person("Ana").ephemeral()[-1])
    await evening.say("Ben", "settings")
    await evening.press("Ben", "No notifications", evening.person("Ben").ephemeral()[-1])
    await evening.started("Ana", "Ben")
    await evening.play_to_the_end("Ana", "Ben")
    await evening.settled()
    posts = {shown.id for shown in evening.thread()}
    called = [ping for ping in evening.discord.pings if ping.message.id in posts]
    assert evening.pings("Ben") == 0
    assert evening.pings("Ana") == len(called) > 3
    assert all("your turn at table" in ping.content for ping in called)
    assert all(shown.mentions in ([], ["Ana"]) for shown in evening.thread())


async def test_nobody_receives_what_only_another_may_know(evening: Evening) -> None:
    names = EVERYBODY[:3]
    table = await evening.started(*names)
    await evening.play_to_the_end(*names)
    seen = evening.discord.seen_by("Dao")
    assert seen
    assert not any("Hand:" in one.text for one in seen)
    assert not any(custom_id.startswith("m:") for one in seen for custom_id in one.custom_ids)
    for name in names:
        mine = (await evening.look(table, name)).seat
        hands = [one for one in evening.discord.seen_by(name) if "Hand:" in one.text]
        assert hands, mine
        assert {one.channel_id for one in hands} == {hands[0].channel_id}


async def test_one_person_plays_against_computer_players(evening: Evening) -> None:
    await evening.lobby("Ana", pace="instant", seats=3)
    await evening.set_up("Ana", "Steady", "Beginner (easiest)")
    await evening.press("Ana", "Start")
    assert await evening.play_to_the_end("Ana") > 5
    await evening.discord.until(lambda: "The stone, revealed:" in evening.board().text, timeout_s=PATIENCE_S)


async def test_a_usual_turn_takes_four_clicks_at_most(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    clicks = 0
    while True:
        panel = await evening.dealt(first)
        mine = moves_of(panel)
        if not mine:
            break
        # One card played, one card taken: what most turns are.
        chosen = next((one for one in mine if "gather" in one and one.endswith("1")), mine[0])
        clicked = await evening.person(first).click(panel, custom_id=chosen)
        await clicked.answered()
        clicks += 1
    assert clicks <= 4


async def test_my_cards_serves_as_well_as_direct_messages(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    await evening.press(first, "My cards")
    panel = evening.person(first).ephemeral("games")[-1]
    assert "Hand:" in panel.text
    assert "Your turn" in panel.text
    play = next(b for b in panel.buttons if b.custom_id and "gather" in b.custom_id)
    clicked = await evening.person(first).click(panel, custom_id=play.custom_id)
    await clicked.answered()
    assert "Take a card;" in evening.person(first).ephemeral("games")[-1].text
    # The direct message follows by itself.
    await evening.discord.until(
        lambda: "Take a card;" in (evening.panel(first) or panel).text, timeout_s=PATIENCE_S
    )
