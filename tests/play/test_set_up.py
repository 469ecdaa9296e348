"""A table is opened with its game alone; its opener chooses everything else in the lobby."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from localdiscord import ShownMessage
from locales import in_language
from tables import Phase, Tables, WhenLate
from tests.play.conftest import ENGLISH
from tests.play.evening import DEFERRED, PATIENCE_S, Evening, an_evening, refusal
from tests.play.test_names import HARMFUL, NASTY, TURNED

CHECKS = "checks.wood_tiebreak.open_hands.hints.rated"
NOT_OWNER = "Only the table's host can do that."


async def shows(evening: Evening, *texts: str) -> None:
    """Wait until the board has all these texts."""
    await evening.discord.until(
        lambda: all(text in evening.board().text for text in texts), timeout_s=PATIENCE_S
    )


RULES, TIMES = "Players and rules…", "Pace and language…"


async def test_the_command_asks_for_the_game_and_the_seats_alone(evening: Evening) -> None:
    (command,) = [one for one in evening.discord.commands if one["name"] == "table"]
    (new,) = [one for one in command["options"] if one["name"] == "new"]
    assert [(one["name"], one.get("required", False)) for one in new["options"]] == [
        ("game", True),
        ("seats", False),
    ]


async def test_who_opened_it_sets_a_table_up_in_place_and_all_see_it_at_once(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    assert "Time per turn: no limit · Computer speed: fast" in panel.text
    before = (await evening.tables.table(table)).version
    assert await evening.fill("Ana", panel, TIMES, turn="2d", late="wait", language="de") == []
    # What was not touched stays, and all of it is one change.
    assert "Time per turn: 2 days · When time runs out: the table waits · Computer speed: fast" in panel.text
    assert (await evening.tables.table(table)).version == before + 1
    await shows(evening, "Zeit pro Zug: 2 Tage.", "Mitspielen")
    assert "Table language: Deutsch" in panel.text
    await evening.press("Ana", "🌱 First game", panel)
    assert "Open hands: yes, for learning" in panel.text
    assert "🌱 First game" not in [button.label for button in panel.buttons]
    await evening.fill("Ana", panel, RULES, **{CHECKS: ["open_hands", "hints"], "first_player": "2"})
    assert "Wood breaks ties: no, the victory is shared" in panel.text
    assert [shown.id for shown in evening.person("Ana").ephemeral("games")] == [panel.id]
    assert len([one for one in evening.person("Ana").messages("games") if not one.ephemeral]) == 1
    await evening.settled()
    await evening.press("Ana", "Starten")
    await evening.turn("Ana", "Ben")
    facts = await evening.tables.table(table)
    assert (facts.turn_s, facts.when_late, facts.locale) == (2 * 86400.0, WhenLate.WAIT, "de")
    assert (facts.hints, facts.options["open_hands"], facts.options["wood_tiebreak"]) == (True, "on", "off")


async def test_a_form_that_can_t_be_is_refused_on_the_panel_and_changes_nothing(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    before = await evening.tables.table(table)
    told = {"name": "Mine", "seats": "2", "first_player": "4", CHECKS: []}
    assert await evening.fill("Ana", panel, RULES, **told) == []
    assert "this number of players" in refusal(panel)
    ana = evening.person("Ana")
    opened = await (await ana.click(panel, RULES)).answered()
    await evening.press("Cleo", "Join")
    await (await ana.submit(opened, seats="2")).answered()
    assert "3 seats are already taken or reserved" in refusal(panel)
    await evening.press("Cleo", "Leave")
    after = await evening.tables.table(table)
    assert (after.name, after.wanted_seats, after.options) == ("", None, before.options)


async def test_the_buttons_of_older_panels_do_what_they_say(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    await evening.forge("Ana", panel, f"t:{table}:set_up:turn.2d")
    assert "Time per turn: 2 days" in panel.text
    await evening.forge("Ana", panel, f"t:{table}:set_up:turn")
    assert RULES in [button.label for button in panel.buttons]
    clicked = await evening.person("Ana").forge(panel, f"t:{table}:set_up:name")
    assert (await clicked.answered()).modal is not None


@pytest.mark.parametrize(
    ("server", "discord", "chosen", "spoken"),
    [
        ("en-US", "de", "", "de"),
        ("en-US", "fi", "", "en"),
        ("en-US", "de", "fr", "fr"),
        ("ja", "de", "fr", "ja"),
    ],
)
async def test_a_table_speaks_the_language_of_who_opens_it_unless_the_server_s_was_set(
    evening: Evening, server: str, discord: str, chosen: str, spoken: str
) -> None:
    evening.discord.world.guild_locale = server
    evening.discord.set_person("Ana", locale=discord)
    if chosen:
        await evening.tables.people.revise(evening.person("Ana").id, lambda _: {"locale": chosen})
    table = await evening.lobby("Ana")
    assert (await evening.tables.table(table)).locale == spoken
    assert in_language(spoken)("table.button_join") in [button.label for button in evening.board().buttons]


async def test_computers_come_from_the_panel_which_becomes_one_s_own_board_at_the_start(
    evening: Evening,
) -> None:
    table = await evening.lobby("Ana")
    panel = await evening.set_up("Ana", "Beginner (easiest)", "Steady", "Remove Tane")
    await evening.settled()
    assert "(computer, Beginner)" in evening.board().text
    assert "(computer, Steady)" not in evening.board().text
    # Pressed again on a panel that was not brought up to date yet: the other one stays.
    await evening.forge("Ana", panel, f"t:{table}:uncomputer:2")
    assert "There's no computer at this table." in panel.text
    assert "Makemake" in panel.text
    await evening.press("Ana", "Start", panel)
    assert "Hand:" in panel.text
    assert (await evening.tables.table(table)).phase is Phase.RUNNING
    await evening.settled()
    assert "Set up…" not in [button.label for button in evening.board().buttons]


async def test_everybody_else_is_refused_kindly_whatever_they_send(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    before = await evening.tables.table(table)
    for name in ("Ben", "Dao"):
        assert await evening.press(name, "Set up…") == [NOT_OWNER]
        for custom_id in (*panel.custom_ids, f"t:{table}:set_up:turn.2d", f"t:{table}:set_up:name"):
            if custom_id.startswith("t:"):
                assert await evening.forge(name, evening.board(), custom_id) == [NOT_OWNER], custom_id
    assert await evening.tables.table(table) == before


async def startable(evening: Evening, panel: ShownMessage, *, wanted: bool) -> None:
    """Wait until *Start* is enabled on a panel, or disabled."""
    await evening.discord.until(lambda: panel.button("Start").disabled != wanted, timeout_s=PATIENCE_S)


async def test_the_panel_follows_who_joins_and_leaves(evening: Evening) -> None:
    await evening.lobby("Ana")
    panel = await evening.set_up("Ana")
    for verb, wanted in (("Join", True), ("Leave", False), ("Join", True)):
        await evening.press("Ben", verb)
        await startable(evening, panel, wanted=wanted)
    await evening.press("Ana", "Start", panel)
    assert "Hand:" in panel.text
    assert [shown.id for shown in evening.person("Ana").ephemeral("games")] == [panel.id]


async def test_what_stays_as_it_was_is_not_sent_again(evening: Evening) -> None:
    await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    await evening.settled()
    edited = panel.message.payload()["edited_timestamp"]
    evening.bot.parts.refresher.mark(await evening.table_id())
    await evening.settled()
    assert panel.message.payload()["edited_timestamp"] == edited


async def test_of_two_panels_the_latest_follows_and_the_other_says_so(evening: Evening) -> None:
    await evening.lobby("Ana")
    former, latest = await evening.set_up("Ana"), await evening.set_up("Ana")
    await evening.discord.until(lambda: former.buttons == [], timeout_s=PATIENCE_S)
    assert "in a newer message" in former.text
    await evening.press("Ben", "Join")
    await startable(evening, latest, wanted=True)


async def test_after_15_minutes_it_waits_for_a_click(evening: Evening) -> None:
    table = await evening.lobby("Ana")
    panel = await evening.set_up("Ana")
    evening.discord.clock.advance(15 * 60)
    await evening.press("Ben", "Join")
    await evening.settled()
    assert panel.button("Start").disabled
    assert "Waiting for 1 more player." in panel.text
    await evening.press("Ana", "Beginner (easiest)", panel)
    await startable(evening, panel, wanted=True)
    await evening.press("Ben", "Leave")
    await evening.forge("Ana", panel, f"t:{table}:uncomputer")
    await startable(evening, panel, wanted=False)
    assert evening.in_vain() == set()


async def test_when_the_game_begins_on_the_board_it_becomes_ones_own_panel(evening: Evening) -> None:
    await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    await evening.press("Ana", "Start")
    await evening.discord.until(lambda: "Hand:" in panel.text, timeout_s=PATIENCE_S)


async def test_it_says_that_the_table_was_closed_elsewhere(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    await evening.say("Ana", "table cancel", table=table)
    await evening.discord.until(lambda: "closed before it started" in panel.text, timeout_s=PATIENCE_S)
    assert panel.buttons == []


async def test_whoever_no_longer_owns_the_table_is_told_so_and_changes_nothing(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    await evening.press("Ana", "Leave")
    await evening.settled()
    before = await evening.tables.table(table)
    assert "You've left table" in panel.text
    assert [one.label for one in panel.buttons] == ["Follow"]
    assert await evening.forge("Ana", panel, f"t:{table}:computer:beginner") == [NOT_OWNER]
    assert await evening.tables.table(table) == before


async def test_a_late_click_on_it_says_that_the_game_has_begun_and_shows_ones_own_board(
    evening: Evening,
) -> None:
    await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    add = f"t:{await evening.table_id()}:computer:beginner"
    await evening.press("Ana", "Start")
    await evening.settled()
    assert await evening.forge("Ana", panel, add) == []
    assert "already started" in refusal(panel)
    assert "Hand:" in panel.text


async def test_a_table_is_closed_from_the_panel(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana", "Close table")
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED
    assert "is closed." in panel.text
    assert panel.buttons == []
    await shows(evening, "closed before it started")


# Its name


async def named(evening: Evening, name: str, panel: ShownMessage) -> None:
    """As Ana, open the form with the name, and type one."""
    await evening.fill("Ana", panel, RULES, name=name)


async def test_a_table_has_a_name_that_stands_everywhere_and_who_opened_it_gives_another(
    evening: Evening,
) -> None:
    table = await evening.lobby("Ana", "Ben")
    words = await evening.name_of(table)
    assert len(words.split()) == 2
    assert words in evening.board().text.split("\n")[0]
    assert evening.board().text.split("\n").count(f"-# Table ID: {table}") == 1
    panel = await evening.set_up("Ana")
    await named(evening, "Friday round", panel)
    assert "Friday round" in panel.text.split("\n")[0]
    await shows(evening, "Friday round")
    assert words not in evening.board().text
    assert "Friday round" in await evening.say("Dao", "table list")
    offered = await evening.person("Dao").complete("table show", "table", "friday")
    assert offered == [("Friday round · Rapa Nui, the card game · Ana, Ben", table)]
    assert "Here's [the board](" in await evening.say("Dao", "table show", table="friday round")
    await evening.press("Ana", "Start")
    await evening.turn("Ana", "Ben")
    await evening.settled()
    assert "Friday round" in await evening.say("Ana", "games")
    assert evening.discord.threads[-1].name.startswith("Friday round · ")
    assert "Friday round" in (await evening.dealt("Ana")).text


async def test_an_empty_name_brings_the_two_words_back(evening: Evening) -> None:
    table = await evening.lobby("Ana")
    words = await evening.name_of(table)
    panel = await evening.set_up("Ana")
    for name in ("Mine", ""):
        await named(evening, name, panel)
    await shows(evening, words)


async def test_a_name_that_is_given_twice_or_took_long_stays_in_the_panel(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("Ana")
    panel, ana = await evening.set_up("Ana"), evening.person("Ana")
    await named(evening, "Mine", panel)
    await named(evening, "Mine", panel)
    assert "Mine" in panel.text
    opened = await ana.click(panel, RULES)
    await opened.answered()
    monkeypatch.setattr("cogs.discord_io.delivery.PATIENCE_S", 0.0)
    await (await ana.submit(opened, name="Ours")).answered()
    await evening.settled()
    await evening.discord.until(lambda: "Ours" in panel.text, timeout_s=PATIENCE_S)
    assert [shown.id for shown in ana.ephemeral("games")] == [panel.id]


async def test_nobody_else_gives_a_name(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    ana, ben = evening.person("Ana"), evening.person("Ben")
    opened = await ana.click(await evening.set_up("Ana"), RULES)
    await opened.answered()
    await evening.press("Ana", "Leave")
    sent = await (await ana.submit(opened, name="Mine still")).answered()
    assert NOT_OWNER in sent.messages[-1].text
    assert (await evening.tables.table(table)).name == ""
    assert (await evening.tables.table(table)).owner_id == ben.id


async def test_the_form_shows_the_name_so_far(evening: Evening) -> None:
    await evening.lobby("Ana")
    panel = await evening.set_up("Ana")
    await named(evening, "Before", panel)
    clicked = await evening.person("Ana").click(panel, RULES)
    await clicked.answered()
    assert clicked.modal is not None
    assert clicked.modal["components"][0]["component"]["value"] == "Before"


async def test_where_it_is_too_late_for_a_form_that_is_said(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("Ana")
    panel = await evening.set_up("Ana")
    monkeypatch.setattr("cogs.discord_io.delivery.PATIENCE_S", 0.0)
    check = Tables.check

    def is_deferred() -> bool:
        return list(evening.discord.world.interactions.values())[-1].response_type in DEFERRED

    async def slowly(*checked: Any) -> None:
        await evening.discord.until(is_deferred, timeout_s=PATIENCE_S)
        await check(*checked)

    monkeypatch.setattr(Tables, "check", slowly)
    [told] = await evening.press("Ana", RULES, panel)
    assert "That took too long." in told
    assert "Time per turn" in panel.text


async def test_a_nasty_name_of_a_table_does_no_harm_anywhere(tmp_path: Path) -> None:
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        await evening.lobby("Ana", "Ben")
        await named(evening, NASTY[:40], await evening.set_up("Ana"))
        await evening.settled()
        await evening.say("Dao", "table list")
        await evening.press("Ana", "Start")
        await evening.turn("Ana", "Ben")
        await evening.settled()
        for command in ("games", "cards", "replay"):
            await evening.say("Ana", command)
        seen = [one for name in ENGLISH for one in evening.discord.seen_by(name)]
        bodies = [one.payload for one in seen if "components" in one.payload]
        texts = [str(body.get("content", "")) for body in bodies] + [
            text for one in seen if "components" in one.payload for text in one.texts
        ]
        formatted = [text for text in texts if "\\*\\*x" in text]
        assert formatted
        assert [text for text in formatted for harm in HARMFUL if harm in text] == []
        assert [text for text in texts if TURNED in text] == []
        assert not any(told.message.mention_everyone for told in evening.discord.pings)


# Following


async def test_a_table_is_followed_from_its_lobby_on(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben", first_player="1")
    await evening.press("Dao", "Follow")
    await evening.press("Dao", "Every turn", evening.person("Dao").ephemeral("games")[-1])
    await evening.settled()
    (first,) = evening.person("Dao").direct_messages()
    assert "You're now following this table." in first.text
    evening.discord.clock.advance(61)
    await evening.press("Ana", "Start")
    await evening.turn("Ana")
    await evening.discord.until(
        lambda: any("play a card" in one.text for one in evening.person("Dao").direct_messages()),
        timeout_s=PATIENCE_S,
    )
    assert [one.person_id for one in await evening.tables.followers.of_table(table)] == [
        evening.person("Dao").id
    ]


async def test_a_host_alone_plays_a_computer_at_one_click(evening: Evening) -> None:
    table = await evening.lobby("Ana")
    assert "Start" not in [button.label for button in evening.board().buttons]
    await evening.press("Dao", "Play a computer")
    assert (await evening.tables.table(table)).phase is Phase.LOBBY
    await evening.press("Ana", "Play a computer")
    found = await evening.tables.table(table)
    assert found.phase is Phase.RUNNING
    assert [info.computer for info in found.seats] == [None, "casual"]
    await evening.settled()
    assert "My cards" in [button.label for button in evening.board().buttons]
    assert evening.person("Ana").ephemeral("games")[-1].button("More…")
    assert await evening.turn("Ana")


async def test_once_somebody_has_joined_the_host_starts_as_ever(evening: Evening) -> None:
    await evening.lobby("Ana", "Ben")
    labels = [button.label for button in evening.board().buttons]
    assert "Start" in labels
    assert "Play a computer" not in labels
