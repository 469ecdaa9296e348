"""Agreements of players by clicks: taking back, ending, seats, conceding, automatic answers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.people.contacts import Contacts
from localdiscord import ShownMessage
from locales import in_language
from tables import Phase
from tests.play.evening import PATIENCE_S, Evening, moves_of

pytestmark = pytest.mark.slow


async def opened_menu(evening: Evening, name: str) -> ShownMessage:
    """Open a player's menu, from *My cards* at the board; return it."""
    await evening.press(name, "My cards")
    await evening.press(name, "More…", evening.person(name).ephemeral("games")[-1])
    return evening.person(name).ephemeral("games")[-1]


async def play_one(evening: Evening, *names: str) -> str:
    """Have the player whose turn it is make one click; return their name."""
    mover = await evening.turn(*names)
    panel = await evening.dealt(mover)
    await (await evening.person(mover).click(panel, custom_id=moves_of(panel)[-1])).answered()
    await evening.settled()
    return mover


async def test_all_agree_to_take_a_move_back(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", "Cleo")
    first = await evening.turn("Ana", "Ben", "Cleo")
    others = [name for name in ("Ana", "Ben", "Cleo") if name != first]
    before = (await evening.look(table, first)).observation
    while (await evening.look(table, first)).asked is not None:
        await play_one(evening, first)
    # Somebody else has acted since: it can't simply be taken back.
    played = await play_one(evening, *others)
    menu = await opened_menu(evening, first)
    await evening.press(first, "Ask to take my move back", menu)
    await evening.settled()
    asked = evening.thread()[-1]
    assert "asks to take back their last move, and everything after it." in asked.text
    assert set(asked.mentions) == set(others)
    assert "asks to take back their last move, and everything after it." in evening.board().text
    undoes = r"-# ↩️ This would undo: \S+ <@\d+> takes [^·]+ from column \d · \S+ <@\d+> plays [^·]+\."
    for shown in (asked, evening.board(), *[await evening.dealt(name) for name in others]):
        assert re.search(undoes, shown.text)
        assert {"Agree", "Decline"} <= {button.label for button in shown.buttons}
    theirs, idle = [(await evening.dealt(one)).text for one in sorted(others, key=lambda one: one != played)]
    assert "Your own move would be undone too." in theirs
    assert "Your own move" not in idle + evening.board().text
    for place in (asked, evening.board()):
        assert "aren't playing at this table" in (await evening.press("Dao", "Agree", place))[0]
    await evening.press(others[0], "Agree")
    again = await evening.press(others[0], "Agree", asked)
    assert "already agreed" in again[0]
    await evening.settled()
    mine = await evening.dealt(others[1])
    assert "asks to take back their last move, and everything after it." in mine.text
    await evening.press(others[1], "Agree", mine)
    await evening.settled()
    assert (await evening.look(table, first)).asked is not None
    assert "asks to take" not in evening.board().text
    assert "Agree" not in [button.label for button in evening.board().buttons]
    assert re.search(
        r"takes back their last move\. Undone: ~~\S+ <@\d+> takes .+ · .+ plays .+~~",
        evening.thread()[-1].text,
    )
    assert "Waiting for an answer" not in str([post.text for post in evening.thread()])
    assert before.turn == (await evening.look(table, first)).observation.turn


async def test_one_declines_and_the_game_goes_on(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    await evening.press("Ana", "Ask to end the game", await opened_menu(evening, "Ana"))
    await evening.settled()
    question = evening.thread()[-1]
    assert "asks to end the game without a result." in question.text
    assert "-# Nobody wins or loses, and this can't be undone." in question.text
    agree = question.button("Agree").custom_id or ""
    await evening.press("Ben", "Decline", question)
    await evening.settled()
    assert "declines." in evening.thread()[-1].text
    assert [one.label for one in question.buttons] == ["My cards"]
    # Who still saw it as it was is told.
    assert "That request has already been settled." in (await evening.forge("Ben", question, agree))[0]
    assert (await evening.tables.table(table)).phase is Phase.RUNNING


async def test_all_agree_to_end(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.settled()
    await evening.press("Ana", "Ask to end the game", await opened_menu(evening, "Ana"))
    await evening.settled()
    await evening.press("Ben", "Agree", evening.thread()[-1])
    await evening.settled()
    assert "Everyone agreed to end this game without a result." in evening.board().text
    for name in ("Ana", "Ben"):
        assert "Everyone agreed to end" in (await evening.dealt(name)).text
        assert moves_of(await evening.dealt(name)) == []


async def test_a_seat_is_handed_to_somebody_else(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await play_one(evening, "Ana")
    old = await evening.dealt("Ana")
    hand = (await evening.look(table, "Ana")).observation.seats[0].hand
    menu = await opened_menu(evening, "Ana")
    chosen = await evening.person("Ana").choose(menu, evening.person("Cleo"), custom_id=f"t:{table}:offer")
    await chosen.answered()
    await evening.settled()
    offer = evening.thread()[-1]
    assert offer.mentions == ["Cleo"]
    assert "has offered their seat to" in evening.board().text
    assert "can't take that seat" in (await evening.press("Dao", "Take Ana's seat", offer))[0]
    assert "You're already at this table" in (await evening.press("Ben", "Take Ana's seat", offer))[0]
    mine = await evening.press("Cleo", "Take Ana's seat", offer)
    assert await evening.name_of(table) in mine[0]
    await evening.settled()
    assert (await evening.look(table, "Cleo")).observation.seats[0].hand == hand
    assert "Hand:" in (await evening.dealt("Cleo")).text
    # Ana's cards are gone from her panel and her menu, and she may follow the game from either.
    cleo, ana = (f"<@{evening.person(name).id}>" for name in ("Cleo", "Ana"))
    for shown in (await evening.dealt("Ana"), old, evening.person("Ana").ephemeral("games")[-1]):
        assert f"{cleo} has taken over your seat." in shown.text
        assert [one.label for one in shown.buttons] == ["Follow"]
    assert "aren't playing at this table" in (await evening.press("Ana", "My cards"))[0]
    assert "When should I message you" in (await evening.press("Ana", "Follow", old))[0]
    # A click on what she saw before shows the same.
    rules = await evening.person("Ana").command("rules", channel="games", game="ru-ra-re")
    await rules.answered()
    await evening.forge("Ana", rules.messages[-1], f"t:{table}:withdraw")
    assert "has taken over your seat." in rules.messages[-1].text
    # What Ana did stays hers: in the log, in the replay, and for who has her seat now.
    log, thread = (await evening.press("Ben", "Log"))[0], "\n".join(one.text for one in evening.thread())
    for told in (log, thread, mine[0]):
        assert f"{ana} plays" in told
        assert f"{cleo} takes over a seat." in told
        assert f"{cleo} plays" not in told
    assert "Ana plays" in await evening.say("Ben", "replay", table=table)
    await evening.play_to_the_end("Ben", "Cleo")


async def test_who_takes_a_seat_is_written_to_in_their_language_however_early(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    mover = await evening.turn("Ana", "Ben")
    await evening.settled()
    evening.discord.set_person("Cleo", locale="de")
    menu = await opened_menu(evening, mover)
    offer = next(one for one in menu.custom_ids if one.endswith(":offer"))
    await (await evening.person(mover).choose(menu, evening.person("Cleo"), custom_id=offer)).answered()
    await evening.settled()

    def hold(people: Contacts) -> None:
        note_locale = people.note_locale

        async def noted_late(*args: Any, **kwargs: Any) -> None:
            await evening.settled()
            await note_locale(*args, **kwargs)

        monkeypatch.setattr(people, "note_locale", noted_late)

    for worker in evening.workers:
        hold(worker.bot.parts.people)
    await evening.press("Cleo", f"Take {mover}'s seat", evening.thread()[-1])
    await evening.settled()
    told = evening.person("Cleo").direct_messages()[-1].text
    assert in_language("de")("rapa_nui_cards.held") in told
    assert in_language("en")("rapa_nui_cards.held") not in told


async def test_a_seat_is_given_to_a_computer_player_after_a_second_question(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", pace="instant")
    await evening.settled()
    await evening.press("Ana", "Let a computer play", await opened_menu(evening, "Ana"))
    sure = evening.person("Ana").ephemeral("games")[-1]
    assert "for good" in sure.text
    assert (await evening.tables.table(table)).seats[0].computer is None
    await evening.press("Ana", "Let a computer play", sure)
    await evening.settled()
    view = await evening.tables.table(table)
    assert (view.seats[0].computer, view.owner_id) == ("sensible", evening.person("Ben").id)
    for shown in (await evening.dealt("Ana"), evening.person("Ana").ephemeral("games")[-1]):
        assert "has taken over your seat." in shown.text
    await evening.run_to_the_end(table, "Ben")


async def test_of_two_one_gives_up(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.settled()
    await evening.press("Ana", "Give up", await opened_menu(evening, "Ana"))
    await evening.press("Ana", "Give up", evening.person("Ana").ephemeral("games")[-1])
    await evening.settled()
    assert f"<@{evening.person('Ben').id}> wins!" in evening.board().text.replace("\u00a0", " ")
    assert "You gave up." in (await evening.dealt("Ana")).text
    assert "You won: nobody else is left." in (await evening.dealt("Ben")).text
    assert "gives up." in "\n".join(one.text for one in evening.thread())
    # Play again, and the replay, are there as after any game.
    await evening.press("Ben", "Replay")
    await evening.press("Ben", "Play again")


async def test_of_three_one_gives_up_and_a_computer_player_goes_on(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", "Cleo", pace="instant")
    await evening.settled()
    await evening.press("Ana", "Give up", await opened_menu(evening, "Ana"))
    await evening.press("Ana", "Give up", evening.person("Ana").ephemeral("games")[-1])
    await evening.settled()
    assert "gave up (a computer plays on and can't win)" in evening.board().text
    await evening.run_to_the_end(table, "Ben", "Cleo")
    await evening.discord.until(lambda: "wins!" in evening.board().text or "share" in evening.board().text)
    assert "You finished 3rd." in (await evening.dealt("Ana")).text


async def test_answers_given_before_are_kept_to_oneself_and_used(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    seen = len(evening.discord.seen_by("Ben"))
    menu = await opened_menu(evening, "Ana")
    assert "Current answer: ask me each time" in menu.text
    for label in ("Grain", "Fish", "1. Grain", "Points"):
        await evening.press("Ana", label, evening.person("Ana").ephemeral("games")[-1])
    menu = evening.person("Ana").ephemeral("games")[-1]
    assert "1. Fish" in [button.label for button in menu.buttons]
    assert (await evening.look(table, "Ana")).auto_answers == {"sacrifice": "fish", "collect": "glory"}
    await evening.settled()
    assert len(evening.discord.seen_by("Ben")) == seen  # Nobody else hears of it.
    await evening.press("Ana", "Ask me", menu)
    assert (await evening.look(table, "Ana")).auto_answers == {"collect": "glory"}
    await evening.end()
    await evening.begin()
    await evening.run_to_the_end(table, "Ana", "Ben")
    collected = [
        step.entry
        for step in (await evening.tables._reader.read(table)).mainline
        if step.entry.seat == 0 and step.entry.text.startswith("collect")
    ]
    assert all(entry.text == "collect glory" and "standing" in (entry.click or "") for entry in collected)


@pytest.mark.parametrize(
    "custom_id", ["propose:nothing", "agree:x", "agree:9.x", "take:9", "fill:7", "wish:sacrifice.gold"]
)
async def test_what_no_button_says_is_refused(evening: Evening, custom_id: str) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    refused = await evening.forge("Ana", evening.board(), f"t:{table}:{custom_id}")
    assert len(refused) == 1
    assert (await evening.tables.table(table)).phase is Phase.RUNNING
    await evening.discord.until(lambda: evening.discord.violations == [], timeout_s=PATIENCE_S)
