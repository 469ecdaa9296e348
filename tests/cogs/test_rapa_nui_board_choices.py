"""The controls of a turn in Rapa Nui, the board game: all legal moves and no others, in few clicks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

import discord
import pytest

from cogs.discord_io.attachments import Picture, pictures, without_pictures
from cogs.games.contract import Question
from cogs.games.rapa_nui_board.choices import choices
from cogs.games.rapa_nui_board.terms import SIGNS
from cogs.text import ids, ui
from cogs.text.ids import Pick
from cogs.text.language import Localizer
from cogs.text.names import MARKS, Names
from cogs.text.ui import Item
from engine.game import CHANCE
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import CarryMoai, CarryPukao, Exchange
from engine.rapa_nui_board.state import OFFERINGS, Phase, State
from locales import in_language, languages
from tables import SeatInfo
from tables.verbs.auto_answers import Moves
from tests.cogs.reach import clickable, reached, shown
from tests.cogs.test_screens import SNOWFLAKE, assert_fits, parts
from tests.engine.rapa_nui_board.movers import chained_game
from tests.engine.rapa_nui_board.situations import BLUE, YELLOW, after, carrying, placing
from tests.engine.seeded import Played, Setup, random_game

MOST_CLICKS = 5
MOST_COMPONENTS = 24
MOST_CHARACTERS = 2200
"""What the frame and the viewer's own things leave of a message."""
MOST_OF_AN_OPTION = 100
MOST_OF_A_PLACEHOLDER = 150
ASKED = 999_999_999
PLAYERS = ("Green_Girl", "Blue*Boy", "Yellow", "Red")


def words(language: str = "en") -> Localizer:
    """Return a language with our own emojis, which take most room."""
    return Localizer(
        in_language(language), {one.name: f"<:{one.name}_abcdef:{SNOWFLAKE}>" for one in SIGNS + MARKS}
    )


def controls(state: State, picked: str = "", language: str = "en", *, plain: bool = False) -> Sequence[Item]:
    """Return the controls of the deciding seat."""
    return show(state, asked(state, picked), Localizer(in_language(language)) if plain else words(language))


def show(state: State, question: Question, language: Localizer) -> Sequence[Item]:
    seats = tuple(
        SeatInfo(seat, SNOWFLAKE + seat, PLAYERS[seat], None, gone=False) for seat in range(state.seats)
    )
    names = Names(seats, language, state.decider)
    return choices(GAME.observe(state, state.decider), question, names, language)


def asked(state: State, picked: str = "") -> Question:
    return Question("z" * 13, ASKED, GAME.legal_moves(state, state.decider), picked)


def pick_of(state: State, move: str) -> str:
    """Return the step that leads to a move."""
    return f"at {GAME.legal_moves(state, state.decider).index(GAME.read_move(move))}"


def drawn(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Return controls as Discord gets them, part by part."""
    return parts(shown(items).to_components())


def heard(items: Sequence[Item]) -> str:
    """Return all texts, labels and options of controls."""
    found: list[str] = []
    for part in drawn(items):
        found += (str(part[name]) for name in ("content", "label", "placeholder") if name in part)
        for option in part.get("options", ()):
            found.append(f"{option['label']}: {option.get('description')}")
    return "\n".join(found).replace("\u00a0", " ")


def assert_lists_fit(view: ui.LayoutView) -> None:
    """Check that lists keep Discord's limits, which `assert_fits` doesn't check."""
    for part in parts(view.to_components()):
        if part["type"] != discord.ComponentType.select.value:
            continue
        assert len(part["placeholder"]) <= MOST_OF_A_PLACEHOLDER
        assert 1 <= len(part["options"]) <= 25
        values = [option["value"] for option in part["options"]]
        assert len(values) == len(set(values))
        assert sum(option.get("default", False) for option in part["options"]) <= 1
        for option in part["options"]:
            assert 1 <= len(option["label"]) <= MOST_OF_AN_OPTION
            assert 1 <= len(option.get("description") or "-") <= MOST_OF_AN_OPTION
            assert len(option["value"]) <= ids.MAX_LENGTH
            assert str(ids.read(option["value"])) == option["value"]


def assert_leaves_room(view: ui.LayoutView) -> None:
    """Check that the message has room for the frame and the viewer's own things, too."""
    assert_fits(view)
    assert_lists_fit(view)
    whole = parts(view.to_components())
    assert len(whole) - 1 <= MOST_COMPONENTS
    assert sum(len(part.get("content", "")) for part in whole) <= MOST_CHARACTERS
    for picture in pictures(view):
        assert len(picture.description) < 1024


def decisions(game: Iterator[Played], every: int = 1) -> Iterator[State]:
    """Yield the states in which a seat decides; of those in which figures are placed, each `every`th one."""
    number = 0
    for played in game:
        if played.seat == CHANCE:
            continue
        number += played.before.phase is Phase.PLACE
        if played.before.phase is not Phase.PLACE or number % every == 0:
            yield played.before


def games(seats: int) -> Iterator[State]:
    """Yield states of games with this number of players: with chains, without, and with questions to owners.

    With more players, more figures are placed; the number of such states is the same for each number of
    players.
    """
    plain = Setup(GAME, seats, {})
    return chain(
        decisions(chained_game(seats, seats), every=4 * seats),
        decisions(chained_game(seats, seats + 22, auto_collect="off"), every=8 * seats),
        islice(decisions(random_game(plain, seats), every=15), 40),
    )


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
async def test_the_controls_lead_to_all_that_is_legal_and_to_nothing_else(seats: int) -> None:
    phases: Counter[Phase] = Counter()
    for number, state in enumerate(games(seats)):
        phases[state.phase] += 1
        language = words(languages()[number % len(languages())])

        def look(view: ui.LayoutView) -> None:
            assert_leaves_room(view)
            assert_fits(without_pictures(view))

        found = reached(lambda question: show(state, question, language), asked(state), look)  # noqa: B023
        found = at_once(found)
        assert set(found) == {GAME.write_move(move) for move in GAME.legal_moves(state, state.decider)}
        assert max(found.values()) <= MOST_CLICKS
        assert_few_clicks(state, found)
    expected = {Phase.PLACE, Phase.TRANSPORT, Phase.TAKE, Phase.EXCHANGE, Phase.COLLECT}
    assert set(phases) == expected | ({Phase.DISPLAY} if seats == 2 else set())


def at_once(found: dict[str, int]) -> dict[str, int]:
    """Return the choices that have an effect at once, without plans."""
    return {moves: clicks for moves, clicks in found.items() if not Moves.parse(moves).later}


def assert_few_clicks(state: State, found: dict[str, int]) -> None:
    """Check that usual moves take few clicks: placing 1, a transport 3, an offering 1."""
    best: dict[Any, int] = {}
    for text, clicks in found.items():
        match GAME.read_move(text):
            case CarryMoai(size, path):
                best[size, path[-1]] = min(clicks, best.get((size, path[-1]), clicks))
            case CarryPukao(path):
                best[None, path[-1]] = min(clicks, best.get((None, path[-1]), clicks))
            case Exchange(offering, _, artistic):
                kind = OFFERINGS[offering + artistic]
                best[kind] = min(clicks, best.get(kind, clicks))
    loads = {load for load, _ in best} if state.phase is Phase.TRANSPORT else set()
    assert max(best.values(), default=0) <= (1 if state.phase is Phase.EXCHANGE else 1 + len(loads) + 1)
    assert max(best.values(), default=0) <= 3
    if state.phase is Phase.TRANSPORT and len(best) == 1:
        assert set(best.values()) == {1}
    for text, clicks in found.items():
        if text.split()[0] in (
            "villager",
            "sculptor",
            "sorcerer",
            "chief",
            "take",
            "collect",
            "tile",
        ):
            assert clicks == 1
        # Who could still carry something is asked before they stop.
        assert text != "drop" or clicks == (2 if loads else 1)
        assert not text.startswith("improve") or clicks == 1


NONSENSE = (
    "x",
    " ",
    "at",
    "at ",
    "at 99999",
    "at 9999",
    "at -1",
    "at ²",
    "at 0x1",
    "at 1 1",
    "two ",
    "two zz",
    "*",
    "**two",
    "barter zz",
    "barter  r",
    "lend 9",
    "lend 1 E9",
    "rest *",
    "moai",
    "moai huge",
    "moai large ",
    "in",
    "in ",
    "in nowhere",
    "in nowhere at 1",
    "in west1",
    "pukao pukao",
    "take",
    "drop",
    "exchange",
    "tablet ",
    "\x00é\n",
    "x" * 500,
)
"""What no button of ours picks."""


@pytest.mark.parametrize("seats", GAME.seats)
async def test_a_pick_that_is_nonsense_shows_the_first_step(seats: int) -> None:
    phases: Counter[Phase] = Counter()
    for state in decisions(chained_game(seats, 1, auto_collect="off"), every=20):
        phases[state.phase] += 1
        if phases[state.phase] > 3:
            continue
        first = drawn(controls(state))
        for picked in NONSENSE:
            assert drawn(controls(state, picked)) == first, picked
    assert len(phases) >= 5


@pytest.mark.parametrize("seats", GAME.seats)
async def test_a_pick_of_another_question_does_no_harm(seats: int) -> None:
    states = list(decisions(chained_game(seats, 2), every=7))[::3]
    picks: set[str] = set()
    for state in states:
        found = map(ids.read, clickable(shown(controls(state))))
        picks |= {Pick.parse(one.detail).picked for one in found if isinstance(one, ids.TableId)}
    assert len(picks) > 8
    for state in states[::4]:
        legal = {GAME.write_move(move) for move in GAME.legal_moves(state, state.decider)}
        for picked in picks:
            found = map(ids.read, clickable(shown(controls(state, picked))))
            assert {one.moves for one in found if isinstance(one, ids.MoveId)} <= legal


# Plans


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
async def test_a_plan_begins_with_what_is_legal_now_and_holds_no_more_than_there_is(seats: int) -> None:
    planned = 0
    for state in decisions(chained_game(seats, 1), every=11):
        if state.phase is not Phase.PLACE:  # Nothing else can be planned.
            continue
        found = reached(lambda question: show(state, question, words()), asked(state))  # noqa: B023
        legal = {GAME.write_move(move) for move in GAME.legal_moves(state, state.decider)}
        player = state.players[state.decider]
        for text, clicks in found.items():
            said = Moves.parse(text)
            if not said.later:
                continue
            planned += 1
            moves = (*said.now, *said.later)
            assert moves[0] in legal
            assert set(moves) - {"sorcerer 1"} <= legal  # Who is first may take it, but not at first.
            assert len(text) <= 70
            kinds = Counter(move.split()[0] for move in moves)
            assert kinds["villager"] + kinds["sculptor"] <= player.villagers
            assert kinds["sorcerer"] <= 1
            assert kinds["chief"] <= 1
            assert clicks == len(moves) + 2  # Into the plan, each figure, and the button that does it.
    assert planned > 20


async def test_a_plan_is_told_step_by_step() -> None:
    state = placing(on="B@E1 Y@E2", decider=YELLOW, yellow={"villagers": 3})
    assert "Plan ahead…" in heard(controls(state))
    said = heard(controls(state, "plan D2q1t2", plain=True))
    assert "Your plan: 1. D2 · 2. Column 1 · 3. Sorcerer on star 2" in said
    assert "Sorcerer on star 1" not in said
    assert "Star 1" not in said
    assert "Start the plan" in said
    ids_there = clickable(shown(controls(state, "plan D2q1t2")))
    assert f"m:{'z' * 13}:{ASKED}:villager D2>sculptor 1>sorcerer 2" in ids_there
    last = placing(on="B@E1", decider=YELLOW, yellow={"villagers": 1, "sorcerer": 1})
    assert "Plan ahead" not in heard(controls(last))


@pytest.mark.parametrize(
    "picked", ["plan E", "plan E1", "plan D2D2", "plan q9", "plan t1t2", "plan zz", "plan x1"]
)
async def test_a_plan_that_cannot_be_shows_the_first_step(picked: str) -> None:
    state = placing(on="B@E1 Y@E2", decider=YELLOW, yellow={"villagers": 3})
    assert drawn(controls(state, picked)) == drawn(controls(state))


# What is said


async def test_the_panel_for_placing_says_what_is_left_and_what_spaces_offer() -> None:
    state = placing(on="B@E1 Y@E2", stands="G3m", decider=YELLOW, yellow={"villagers": 3})
    said = heard(controls(state))
    assert "To place: 3 villagers · sorcerer" in said
    assert "G3 Tongariki: crown the medium moai here · reed or egg · 2 steps from the crater" in said
    assert "D1 Ature Huki: raise a moai here · egg · " in said
    assert "E2: chains only · reed · 1 of your figures · 1 step from the crater" in said
    assert "E1 Te Pito Kura" not in said
    assert "Your moai with one more sculptor: 1 small (5 spaces left)" in said
    assert "in column 2 carves" not in said
    assert "Moai you'll carve" not in said
    state = placing(on="B@E1 Y@E2", decider=YELLOW, yellow={"villagers": 0})
    (picture,) = (item for item in controls(state) if isinstance(item, Picture))
    assert picture.description.startswith("Map section: Quarry and stars.")


async def test_a_transport_is_shown_whole_before_it_is_done() -> None:
    """Rules: Rapa Nui board 13, example 11."""
    state = carrying(
        on="Y@F3 B@F4 B@F5 B@G4", decider=BLUE, blue={"moai": "m"}, lies={"F5": "rest", "G4": "mana"}
    )
    said = heard(controls(state, plain=True))
    assert "F5 Runga Va'e: Rest · 3 eggs · Yellow +1 reed" in said
    assert "G4 Hanga Tetenga: Mana · 3 eggs · Yellow +1 reed" in said
    said = heard(controls(state, pick_of(state, "moai medium E3F3F4G4"), plain=True))
    assert "medium moai → G4 Hanga Tetenga" in said
    assert "E3–F3–F4–G4" in said
    assert "You get ✨ Mana: when you carry, nobody else gets anything." in said
    assert "You get 🥚 3 eggs." in said
    assert f"<@{SNOWFLAKE + YELLOW}> gets 🌾 1 reed." in said
    assert "Carry it" in said


async def test_the_only_transport_there_is_is_shown_at_once() -> None:
    state = carrying(on="Y@E2 Y@E1", yellow={"moai": "l", "resources": "6r"})
    said = heard(controls(state, plain=True))
    assert "You get 🌾 5 reeds. Over your limit and lost: 🌾 3 reeds." in said
    assert "Nobody else gets anything." in said
    assert "Stop for this round" in said
    # Who could still carry is asked before they stop.
    assert "You can still carry: 🗿 large moai." in heard(controls(state, "stop", plain=True))
    stops = [
        any(one.endswith(":drop") for one in clickable(shown(items)))
        for items in (controls(state), controls(state, "stop"), controls(carrying()))
    ]
    assert stops == [False, True, True]


async def test_the_way_that_gives_the_others_least_comes_first() -> None:
    state = carrying(on="B@E2 B@D2 Y@D1 B@F2 B@F1 G@E1 B@D3 B@F3", yellow={"moai": "s"})
    said = heard(controls(state, plain=True))
    assert "-# E3–E2–E1–D1\n" in said
    ways = [line for line in said.splitlines() if line.startswith("E3–")]
    assert len(ways) >= 2
    assert ways[0] == "E3–E2–D2–D1: Blue*Boy +1 reed · 1 egg"
    assert not any(way.startswith("E3–E2–E1–D1") for way in ways)


async def test_an_owner_who_will_choose_is_said_to_choose() -> None:
    state = carrying(on="B@D2 Y@D3 Y@D1", yellow={"moai": "s"}, auto_collect=False)
    said = heard(controls(state, plain=True))
    assert "gets 🌾 reed or 🥚 egg." in said


async def test_mana_and_take_3_more_are_switched_on_and_off() -> None:
    state = carrying(on="B@E2 Y@E1", yellow={"moai": "s", "tiles": "mana take_3_more", "tablet": True})
    found = reached(lambda question: show(state, question, words()), asked(state))
    assert found["moai small E3E2E1"] == 1
    assert found["moai small E3E2E1 mana"] == found["moai small E3E2E1 three"] == 2
    assert found["moai small E3E2E1 mana three"] == found["moai small E3E2E1 *mana three"] == 3
    said = heard(controls(state, pick_of(state, "moai small E3E2E1 *mana three"), plain=True))
    assert "✓ Tablet as Mana" in said
    assert "✓ Windfall (+3)" in said
    assert "Uses up: 🧺 Windfall (+3) · 📜 Rongorongo tablet as Mana." in said
    assert "Nobody else gets anything." in said


async def test_a_pukao_says_which_offerings_could_be_taken() -> None:
    state = carrying(on="B@C2 Y@C1", stands="C1s", yellow={"resources": "4w"})
    said = heard(controls(state, plain=True))
    assert "gets 🌾 1 reed." in said
    assert "🛶 Boat (12 points)" in said
    assert "Necklace" not in said


async def test_an_offering_says_what_it_costs_and_wins() -> None:
    state = carrying(on="Y@C2 Y@C1", stands="C1s", yellow={"resources": "4w", "offerings": "hut8 chicken9"})
    said = heard(controls(after(state, "pukao C3C2C1"), plain=True))
    assert "Boat (12 points)" in said
    assert "for 4 wood" in said
    assert "also wins the bonus tile Three Kinds: 3 points" in said


async def test_an_offering_is_offered_for_what_is_least_valuable_by_artistic_too() -> None:
    rich = {"resources": "4e1w1p", "improvements": "artistic"}
    state = carrying(on="Y@C2 Y@C1", stands="C1s", yellow=rich)
    found = clickable(shown(controls(after(state, "pukao C3C2C1"))))
    assert f"m:{'z' * 13}:{ASKED}:exchange chicken eeee artistic" in found
    assert f"m:{'z' * 13}:{ASKED}:exchange hatchet eewp" not in found


async def test_taking_puts_first_what_is_worth_most_and_says_what_would_be_lost() -> None:
    state = carrying(on="Y@E4 Y@D4 Y@D5", yellow={"moai": "m", "resources": "7e"})
    said = heard(controls(after(state, "moai medium E3E4D4D5"), plain=True)).splitlines()
    assert "Take 3 resources for the moai on D5 Vaihu" in said[0]
    assert said[2:] == [
        "2 reeds · 1 egg",
        "3 reeds",
        "1 reed · 2 eggs (lost: 1 egg)",
        "3 eggs (lost: 2 eggs)",
    ]


async def test_only_the_free_actions_that_can_be_used_stand_beside() -> None:
    rich = {"moai": "s", "resources": "2w", "tiles": "barter rest", "tablet": False}
    said = heard(controls(carrying(on="Y@E1*", yellow=rich), plain=True))
    assert "Build Popularity · 2 wood" in said
    assert "your fifth villager joins you" in said
    assert "\nBarter" in said
    assert "\nRest" in said
    assert "tablet" not in said.lower()
    poor = {"moai": "s", "tiles": "barter rest", "tablet": False}
    said = heard(controls(carrying(on="Y@E1", yellow=poor), plain=True))
    assert "Build" not in said
    assert "Rest" not in said


@pytest.mark.parametrize("held", ["r", "8r", "2e", "rewp", "3r3e3w3p", "8r8e8w8p"])
async def test_whoever_holds_little_or_much_can_barter_and_take(held: str) -> None:
    rich = {"resources": held, "tiles": "barter take_2_more", "tablet": True}
    for state in (carrying(yellow=rich), placing(decider=YELLOW, yellow=rich)):
        found = reached(
            lambda question: show(state, question, words()),  # noqa: B023
            asked(state),
            assert_leaves_room,
        )
        assert set(at_once(found)) == {GAME.write_move(move) for move in GAME.legal_moves(state, YELLOW)}


async def test_many_free_actions_make_a_list_instead_of_rows() -> None:
    rich = {"resources": "3r3e3w3p", "tiles": "barter take_2_more", "tablet": True}
    items = controls(carrying(yellow=rich), plain=True)
    (free,) = (item for item in shown(items).walk_children() if isinstance(item, ui.Select))
    assert len(free.options) == 4 + 2 + 1 + 1  # Improvements, tiles, the tablet, and what they all do.
    assert (
        free.options[0].description
        == "when you raise a moai, you may upgrade each resource you take by one step"
    )


async def test_the_map_tells_the_spaces_to_choose_from_the_way_and_all_that_stands_there() -> None:
    state = carrying(on="Y@E2 Y@E1 Y@F2 Y@F1", yellow={"moai": "s"})
    first, *_ = map_text(controls(state))
    assert first == "You can choose: E1 F1."
    first, *others = map_text(controls(state, pick_of(state, "moai small E3E2E1")))
    assert first == "Route: E3 Rano Raraku, E2, E1 Te Pito Kura."
    assert "Yellow: fresh on E1 F1 E2 F2; sorcerer on star 3." in others


def map_text(items: Sequence[Item]) -> list[str]:
    """Return the map's alternative text, which the text in place of the picture must contain, too."""
    (island,) = (item for item in items if isinstance(item, Picture))
    alt = island.description.splitlines()
    assert alt[0] == heard(island.instead).splitlines()[0].removeprefix("-# ").replace(" · ", ", ")
    return alt


async def test_a_name_in_a_list_is_as_the_player_writes_it() -> None:
    state = carrying(on="G@E2 Y@E1 G@E4 Y@E5", yellow={"moai": "s"})
    assert "Green_Girl +1 reed" in heard(controls(state, plain=True))


def crowd(spaces: str, **parts: Any) -> State:
    """Return a turn of Yellow, who has a small moai, with figures on these spaces, the colours in turn."""
    on = " ".join(f"{'BGYR'[number % 4]}@{space}" for number, space in enumerate(spaces.split()))
    return carrying(4, on=on, yellow={"moai": "s"}, **parts)


TWO_PAGES = "E2 D2 F2 C2 F3 F4 E4 D4 C4 D3 B3 B2 B4 D1 E1"
MANY = f"{TWO_PAGES} C1"
THOUSANDS = f"{MANY} F1 G2 G3 G4 A2 A3 A4 B1 B5 C5 D5 E5 F5 G5"


@pytest.mark.slow
async def test_the_cheapest_ways_stand_in_one_list_and_all_of_them_a_step_further() -> None:
    state = crowd(TWO_PAGES)
    legal = [move for move in GAME.legal_moves(state, YELLOW) if isinstance(move, CarryMoai)]
    to = Counter(move.path[-1] for move in legal)
    goal, count = to.most_common(1)[0]
    assert count > 75
    first = GAME.write_move(next(move for move in legal if move.path[-1] == goal))
    items = controls(state, pick_of(state, first), plain=True)
    (ways,) = (item for item in shown(items).walk_children() if isinstance(item, ui.Select))
    assert len(ways.options) == 25
    assert f"All {count} routes…" in heard(items)
    found = reached(lambda question: show(state, question, words("de")), asked(state), assert_leaves_room)
    assert set(at_once(found)) == {GAME.write_move(move) for move in GAME.legal_moves(state, YELLOW)}
    assert max(found[GAME.write_move(move)] for move in legal) <= 4 + count // 75


async def test_pages_of_ways_go_from_the_cheapest_to_the_dearest_and_back_to_the_transport() -> None:
    state = crowd(MANY)
    legal = GAME.legal_moves(state, YELLOW)
    at = next(number for number, move in enumerate(legal) if isinstance(move, CarryMoai))
    given: list[int] = []
    page, pages = 1, 1
    while page <= pages:
        items = controls(state, f"ways {at} {page}", plain=True)
        lists = [item for item in shown(items).walk_children() if isinstance(item, ui.Select)]
        gains = [option.description or "" for one in lists for option in one.options]
        given += [0 if "nobody" in one else one.count("+") + one.count(" · ") for one in gains]
        assert ("◀ Cheaper" in heard(items), "‹ Back" in heard(items)) == (page > 1, True)
        pages += "More expensive ▶" in heard(items)
        assert "leaves out" not in heard(items)
        page += 1
    assert pages > 1
    assert sum(given[:50]) < sum(given[-50:])
    assert len(given) == sum(isinstance(move, CarryMoai) and goes_to(move, legal[at]) for move in legal)


def goes_to(move: Any, other: Any) -> bool:
    return bool(move.path[-1] == other.path[-1])


async def test_where_there_are_thousands_the_list_says_that_the_dearest_are_left_out() -> None:
    state = crowd(THOUSANDS)
    legal = GAME.legal_moves(state, YELLOW)
    at = next(number for number, move in enumerate(legal) if isinstance(move, CarryMoai))
    for language in languages():
        view = shown(controls(state, f"ways {at} 1", language))
        assert_leaves_room(view)
    assert "Not listed: the routes that give the others" in heard(controls(state, f"ways {at} 1", plain=True))
    dear = "moai small E3E2D2C2B2B3B4C4D4E4F4F3F2F1E1"
    assert GAME.read_move(dear) not in legal
    assert after(state, dear) != state


@pytest.mark.parametrize(
    "picked", ["ways 0 1", "ways 99999 1", "ways x 1", "ways 1", "ways -1 1", "ways 1 1 1"]
)
async def test_ways_that_nobody_can_have_picked_lead_to_the_first_step(picked: str) -> None:
    state = crowd(MANY)
    assert heard(controls(state, picked, plain=True)) == heard(controls(state, plain=True))


async def test_a_page_of_ways_that_there_is_not_is_the_nearest_one() -> None:
    state = crowd(MANY)
    at = pick_of(state, GAME.write_move(GAME.legal_moves(state, YELLOW)[-1])).removeprefix("at ")
    assert heard(controls(state, f"ways {at} 0")) == heard(controls(state, f"ways {at} 1"))
    assert heard(controls(state, f"ways {at} 999")) == heard(controls(state, f"ways {at} 998"))
