"""The board game through the real discord.py: whole games, transports in steps, the enlarged island."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest

from engine.players.quick import sensible_player
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import Phase as GamePhase
from localdiscord import ShownMessage
from tables import Look, Matter, Person, Phase
from tables.model.table import Kind
from tables.verbs import play, votes
from tests.engine.seeded import Seeded
from tests.play.evening import PATIENCE_S, Evening, choose, ids_of, moves_of, steps_of
from tests.play.pairing import each_pairing

pytestmark = pytest.mark.slow

EVERYBODY = ("Ana", "Ben", "Cleo", "Dao")
CLOSER = "🔍 Look closer"
CHAIN = (
    ("Ana", "*chip 2;sculptor 1"),
    ("Ben", "villager E2"),
    ("Cleo", "villager F3"),
    ("Ana", "villager E1"),
    ("Ben", "villager D3"),
    ("Cleo", "villager F2"),
    ("Ana", "villager G3"),
    ("Ben", "villager D2"),
    ("Cleo", "villager F4"),
    ("Ana", "sculptor 1"),
    ("Ben", "villager D1"),
    ("Cleo", "villager G4"),
    ("Ana", "sorcerer 1"),
    ("Ben", "sorcerer 2"),
    ("Cleo", "sorcerer 3"),
)
"""Ana has carved a medium and a small moai, and can carry each over others' figures to E1 or to G3."""


SPACES = "E2 D2 F2 D1 C2 F3 F4 C1 E4 D4 C4 D3 B3 B2 B4"
LUMP = (
    ("Ana", "sculptor 1"),
    *((EVERYBODY[at % 4], f"villager {space}") for at, space in enumerate(SPACES.split(), 1)),
    *((name, f"sorcerer {star}") for star, name in enumerate(EVERYBODY, 1)),
)
"""Everybody stands in a lump, and Ana can carry her small moai over very many ways."""


async def begun(evening: Evening, *names: str, **options: str) -> str:
    """Start a table of the board game; return its id once the first player is asked."""
    table = await evening.lobby(*names, game="rapa-nui-board", **options)
    await pressed(evening, names[0], evening.board(), "Start")
    await evening.turn(*names)
    await evening.settled()
    return table


async def played(evening: Evening, table: str, *moves: tuple[str, str]) -> None:
    """Make these moves for these people directly at the table."""
    for name, text in moves:
        asked = (await evening.look(table, name)).asked
        assert asked is not None, (name, text)
        who = Person(evening.person(name).id, name)
        done = await evening.tables.do(table, who, f"question {asked}", play.played, asked, text)
        assert done.status == "done"


async def asked_again(evening: Evening, table: str, name: str) -> Look:
    """Return a person's look at a table, once they are asked something."""
    changed = asyncio.Event()
    evening.tables.subscribe(lambda _: changed.set())
    while (look := await evening.look(table, name)).asked is None:
        await changed.wait()
        changed.clear()
    return look


async def texts(evening: Evening, table: str) -> list[str]:
    """Return the texts of all moves that were not taken back."""
    standing = (await evening.tables._reader.read(table)).mainline
    return [step.entry.text for step in standing if step.entry.kind is Kind.MOVE]


def panel(evening: Evening, name: str) -> ShownMessage:
    """Return a person's own panel."""
    shown = evening.panel(name)
    assert shown is not None
    return shown


def picture(message: ShownMessage, kind: str) -> str:
    """Return the file name of a message's picture of some kind; different pictures have different names."""
    (name,) = [one["filename"] for one in message.attachments if one["filename"].startswith(f"{kind}-")]
    return str(name)


def told(evening: Evening) -> str:
    """Return the play-by-play so far."""
    return plain("\n".join(shown.text for shown in evening.thread()))


def plain(text: str) -> str:
    """Return a text with plain spaces only."""
    return text.replace("\u00a0", " ")


def offered(shown: ShownMessage, label: str) -> str:
    """Return the id of the button, or of the option, whose label begins with this text."""
    there = [(button.label, button.custom_id) for button in shown.buttons if button.custom_id]
    there += [option for menu in shown.selects for option in menu.options]
    found = [custom_id for written, custom_id in there if plain(written).startswith(label)]
    assert found, (label, there)
    return found[0]


async def pressed(evening: Evening, name: str, shown: ShownMessage, label: str) -> ShownMessage:
    """Press the button, or choose the option, whose label begins with this text; return the changed message.

    The change may come later than the answer, since pictures take a while when they are drawn for the first
    time.
    """
    who = evening.person(name)
    before, others = face(shown), {one.id for one in who.ephemeral()}
    await (await choose(who, shown, offered(shown, label))).answered()

    def outcome() -> ShownMessage | None:
        new = [one for one in who.ephemeral() if one.id not in others]
        return new[0] if new else shown if face(shown) != before else None

    came = await evening.discord.until(outcome, timeout_s=PATIENCE_S)
    assert came is not None
    return came


def face(message: ShownMessage) -> tuple[list[str], list[str]]:
    """Return the texts of a message, and the names of its pictures."""
    return message.texts, [one["filename"] for one in message.attachments]


@pytest.mark.parametrize("players", [2, 4])
async def test_a_game_is_played_from_a_lobby_to_the_final_score(evening: Evening, players: int) -> None:
    names = EVERYBODY[:players]
    table = await evening.started(*names, game="rapa-nui-board")
    assert await evening.play_to_the_end(*names) > 40
    assert (await evening.tables.table(table)).phase is Phase.OVER
    await evening.discord.until(lambda: "the game is over." in evening.board().text, timeout_s=PATIENCE_S)
    assert picture(evening.board(), "score")
    result = (await evening.look(table)).result
    assert result is not None
    for seat in result.seats:
        assert f"{seat.points} point" in plain(evening.board().text)
    assert "🌅 **Round 2**" in told(evening)
    assert evening.in_vain() == set()


# A transport


async def ready_to_carry(evening: Evening, **options: str) -> str:
    """Play a game until Ana's panel asks what to carry; return the table's id."""
    table = await begun(evening, "Ana", "Ben", "Cleo", turn_order="seats", **options)
    await played(evening, table, *CHAIN)
    await evening.settled()
    assert "What do you want to carry?" in panel(evening, "Ana").text
    return table


async def test_a_transport_takes_three_clicks_and_is_seen_before_it_is_done(evening: Evening) -> None:
    table = await ready_to_carry(evening)
    shown = panel(evening, "Ana")
    await pressed(evening, "Ana", shown, "Medium moai")
    assert await pressed(evening, "Ana", shown, "E1") == shown
    preview = plain(shown.text)
    ana, ben, cleo = (f"<@{evening.person(name).id}>" for name in ("Ana", "Ben", "Cleo"))
    assert "E3–E2–E1" in preview
    assert f"{ben} gets" in preview
    assert f"{cleo} gets" not in preview
    await pressed(evening, "Ana", shown, "Carry it")
    assert "moai medium E3E2E1" in await texts(evening, table)
    await evening.settled()
    line = next(line for line in told(evening).split("\n") if "a medium moai" in line)
    assert f"{ana} carries" in line
    assert "via E2 to E1" in line
    assert f"{ben} gets" in line


async def test_every_one_of_very_many_ways_can_be_taken(evening: Evening) -> None:
    table = await begun(evening, *EVERYBODY, turn_order="seats")
    await played(evening, table, *LUMP)
    await evening.settled()
    shown = panel(evening, "Ana")
    for label in ("C1", "All 149 routes…", "More expensive ▶"):
        await pressed(evening, "Ana", shown, label)
    assert "149 routes" in plain(shown.text)
    (*_, last) = shown.selects
    assert last.placeholder == "Routes 126–149"
    way, _ = last.options[-1]
    await pressed(evening, "Ana", shown, way)
    assert way in plain(shown.text)
    await pressed(evening, "Ana", shown, "Carry it")
    # The dearest ones use up the tablet.
    made = [text.translate(str.maketrans("", "", "[]")) for text in await texts(evening, table)]
    assert f"moai small {way.replace('–', '')}" in made


@each_pairing
async def test_a_step_is_seen_by_its_clicker_alone_and_changes_nothing(evening: Evening) -> None:
    table = await ready_to_carry(evening)
    version = (await evening.tables.table(table)).version
    received = {name: len(evening.discord.seen_by(name)) for name in EVERYBODY[1:]}
    shown = panel(evening, "Ana")
    first, seen = ids_of(shown), [picture(shown, "island")]
    for label in ("Small moai", "G3", "‹ Back", "E1", "‹ Back", "‹ Back"):
        await pressed(evening, "Ana", shown, label)
        seen.append(picture(shown, "island"))
    assert ids_of(shown) == first
    # Where it could be carried to, and each of two ways.
    spaces, east, north = seen[0], seen[2], seen[4]
    assert seen == [spaces, spaces, east, spaces, north, spaces, spaces]
    assert len({spaces, east, north}) == 3
    await evening.settled()
    assert (await evening.tables.table(table)).version == version
    assert {name: len(evening.discord.seen_by(name)) for name in received} == received


async def test_a_hint_keeps_the_step_at_which_it_is_asked_for(evening: Evening) -> None:
    await ready_to_carry(evening, hints="on")
    for shown in (panel(evening, "Ana"), await pressed(evening, "Ana", evening.board(), "My board")):
        await pressed(evening, "Ana", shown, "Medium moai")
        assert "Where does the" in shown.text
        steps = steps_of(shown)
        await pressed(evening, "Ana", shown, "💡 Hint")
        await evening.settled()
        assert "💡 Hint:" in shown.text.replace("**", "")
        assert "Where does the" in shown.text
        assert set(steps) <= set(steps_of(shown))


@pytest.mark.only_with("one process", "of several, who repaints a panel need not have answered its clicks")
async def test_a_choice_half_made_in_direct_messages_outlasts_a_repaint(evening: Evening) -> None:
    table = await ready_to_carry(evening)
    shown = panel(evening, "Ana")
    await pressed(evening, "Ana", shown, "Small moai")
    half = steps_of(shown), picture(shown, "island")
    ben = Person(evening.person("Ben").id, "Ben")
    assert (await evening.tables.do(table, ben, "propose", votes.proposed, Matter.END)).status == "done"
    await evening.settled()
    assert "asks to end" in told(evening)
    assert panel(evening, "Ana").id == shown.id
    assert (steps_of(shown), picture(shown, "island")) == half
    await played(evening, table, ("Ana", "moai medium E3F3G3"))
    await evening.settled()
    assert not set(steps_of(panel(evening, "Ana"))) & set(half[0])


async def test_a_step_of_an_old_panel_is_recognised_and_the_panel_repainted(evening: Evening) -> None:
    table = await ready_to_carry(evening)
    old = await pressed(evening, "Ana", evening.board(), "My board")
    await pressed(evening, "Ana", old, "Small moai")
    step = offered(old, "G3")
    await played(evening, table, ("Ana", "moai medium E3F3G3"), ("Ana", "take rrr"))
    await played(evening, table, ("Ben", "drop"), ("Cleo", "drop"))
    if len(evening.workers) > 1:
        await evening.settled()  # A repaint by another than answers would lie on top of the answer.
    # By now it may have been repainted: the click was on its way.
    await (await evening.person("Ana").forge(old, step)).answered()
    await evening.discord.until(lambda: "That button was out of date" in old.text, timeout_s=PATIENCE_S)
    # Only E1 is left for the small one: it is shown at once.
    assert "E3–E2–E1" in old.text
    assert (await texts(evening, table))[-1] == "drop"


@each_pairing
async def test_a_step_on_a_panel_that_was_only_just_posted_asks_discord_for_nothing_in_vain(
    evening: Evening,
) -> None:
    table = await begun(evening, "Ana", "Ben", "Cleo", turn_order="seats")
    former = panel(evening, "Ben")
    held = evening.discord.faults.hold("PATCH", f"/channels/{former.channel.id}/messages/*", after=True)
    moved = Person(evening.person("Ana").id, "Ana")
    await evening.tables.do(
        table, moved, "1", play.played, (await evening.look(table, "Ana")).asked or 0, "villager E2"
    )
    await held.struck.wait()
    fresh = panel(evening, "Ben")
    assert fresh.id != former.id
    await (await choose(evening.person("Ben"), fresh, steps_of(fresh)[0])).answered()
    held.release()
    await evening.settled()
    assert [shown.id for shown in evening.person("Ben").direct_messages()] == [fresh.id]
    assert evening.in_vain() == set()


# Placing


async def test_all_figures_of_a_round_are_placed_from_one_private_message(evening: Evening) -> None:
    table = await evening.lobby("Ana", game="rapa-nui-board", seats=3, pace="instant")
    shown = await evening.set_up("Ana", "Beginner (easiest)", "Beginner (easiest)", "Start")
    for label in ("A1", "A2", "A3", "Star ", "A4"):
        await asked_again(evening, table, "Ana")
        # What the computer players did shows by itself.
        await evening.discord.until(lambda: moves_of(shown), timeout_s=PATIENCE_S)
        assert await pressed(evening, "Ana", shown, label) == shown
    look = await asked_again(evening, table, "Ana")
    assert look.observation.state.phase is GamePhase.TRANSPORT
    assert evening.person("Ana").ephemeral("games") == [shown]


async def test_figures_are_planned_and_placed_without_being_asked(evening: Evening) -> None:
    table = await begun(evening, "Ana", "Ben", "Cleo", turn_order="seats")
    shown = panel(evening, "Ana")
    for label in ("Plan ahead", "E2", "D2", "Column 1", "Start the plan"):
        await pressed(evening, "Ana", shown, label)
    await evening.settled()
    assert "Planned next: D2 · Column 1" in plain(panel(evening, "Ana").text).replace("*", "")
    for name in ("Ben", "Cleo", "Dao"):
        assert not any("Planned" in one.text for one in evening.discord.seen_by(name))
    pings = evening.pings("Ana")
    await played(evening, table, ("Ben", "villager F1"), ("Cleo", "villager F2"))
    await evening.settled()
    assert (await texts(evening, table))[-1] == "villager D2"
    assert evening.pings("Ana") == pings  # Nobody is called for what was planned.
    await pressed(evening, "Ana", panel(evening, "Ana"), "Drop the plan")
    await played(evening, table, ("Ben", "villager G1"), ("Cleo", "villager G2"))
    await evening.settled()
    assert (await evening.look(table, "Ana")).asked is not None
    assert evening.pings("Ana") == pings + 1


async def test_a_placement_is_taken_back(evening: Evening) -> None:
    table = await begun(evening, "Ana", "Ben", "Cleo", turn_order="seats")
    await pressed(evening, "Ana", panel(evening, "Ana"), "F3")
    await evening.settled()
    assert "villager F3" in await texts(evening, table)
    assert "places a villager on F3" in told(evening)
    await pressed(evening, "Ana", panel(evening, "Ana"), "↩ Take back")
    await evening.settled()
    assert "villager F3" not in await texts(evening, table)
    assert "F3" in [label for menu in panel(evening, "Ana").selects for label, _ in menu.options]
    assert not moves_of(panel(evening, "Ben"))


# The island from nearer


async def test_anybody_may_look_closer_at_a_part_of_the_island(evening: Evening) -> None:
    table = await begun(evening, "Ana", "Ben", "Cleo")
    shown = await pressed(evening, "Dao", evening.board(), CLOSER)
    assert shown.ephemeral
    seen = [picture(shown, "region")]
    assert "Ahu tiles:" in shown.alt_texts[0]
    for part in ("East", "Middle"):
        assert await pressed(evening, "Dao", shown, part) == shown
        seen.append(picture(shown, "region"))
    assert len(set(seen)) == 3
    for region in ("atlantis", "west;east", "../west", "WEST"):
        said = await evening.forge("Dao", evening.board(), f"t:{table}:closer:{region}")
        assert "This button no longer works." in said[0]


async def test_there_is_no_island_to_look_at_before_the_game_begins(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben", game="rapa-nui-board")
    assert CLOSER not in [button.label for button in evening.board().buttons]
    said = await evening.forge("Dao", evening.board(), f"t:{table}:closer")
    assert said == ["This game hasn't started yet."]


# A game that is over


async def test_a_finished_game_is_replayed_from_its_board_and_from_its_file(evening: Evening) -> None:
    names = ("Ana", "Ben")
    table = await begun(evening, *names)
    chance = Seeded(1)
    while (look := await evening.look(table)).result is None:
        (seat,) = look.to_move
        move = sensible_player(GAME, look.observation, seat, chance)
        await played(evening, table, (names[seat], GAME.write_move(move)))
    await evening.settled()
    shown = await pressed(evening, "Dao", evening.board(), "Replay")
    assert "Before the first move." in shown.text
    first = picture(shown, "island")
    await pressed(evening, "Dao", shown, "Last ⏭")
    last = picture(shown, "score")
    record = (await pressed(evening, "Dao", shown, "Download")).attachments[0]
    assert record["filename"] == f"rapa-nui-board-{table}.json"
    async with aiohttp.ClientSession() as session, session.get(record["url"]) as answer:
        content = await answer.read()
    assert json.loads(content)["game"] == "rapa-nui-board"
    await evening.say("Cleo", "replay", channel="lounge", file=("game.json", content))
    (again,) = evening.person("Cleo").ephemeral("lounge")
    await evening.discord.until(lambda: not again.loading, timeout_s=PATIENCE_S)
    assert picture(again, "island") == first
    await pressed(evening, "Cleo", again, "Last ⏭")
    assert picture(again, "score") == last
