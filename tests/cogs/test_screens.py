"""Messages of random games: they keep Discord's limits, and don't differ if only secrets do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import structs

from cogs.activity.views import view_of
from cogs.discord_io.attachments import pictures, without_pictures
from cogs.games import emoji_files, screens
from cogs.games.contract import Question
from cogs.text import ids
from cogs.text.language import Localizer
from cogs.text.names import Names
from cogs.text.ui import Item, LayoutView
from cogs.views.board import board_message
from cogs.views.menu import menu_message
from cogs.views.panel import Reader, panel_message
from cogs.views.reading import guide_message, rules_message, zoom_message
from cogs.views.story_lines import newest_lines
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Event, Viewer
from engine.rapa_nui_board.state import ISLANDS
from localdiscord.model.components import texts
from locales import in_language, languages
from tables import Facts, Kind, LogEntry, Look, Phase, Refused, SeatInfo
from tables.model.table import Cover, Matter, Proposal, WhenLate
from tables.model.values import TurnClock
from tables.verbs.auto_answers import Moves
from tests.cogs.reach import reached
from tests.engine.rapa_nui_board.test_secrets import rearranged as board_rearranged
from tests.engine.rapa_nui_cards.test_secrets import rearranged as cards_rearranged
from tests.engine.ru_ra_re.test_secrets import rearranged as rows_rearranged
from tests.engine.seeded import Played, Setup, few_setups, random_game
from tests.locales.pseudo import UNSPOKEN, speak, unspoken

SETUPS = pytest.mark.parametrize("setup", few_setups(), ids=str)


def is_spoken(setup: Setup, place: int) -> bool:
    """Whether a setup is tested in the language at a place in the list.

    Setups with most seats are tested in each language in one of their variants; for all others, languages
    take turns.
    """
    if setup.seats < max(setup.game.seats):
        return few_setups().index(setup) % len(languages()) == place
    alike = [one for one in few_setups() if (one.game, one.seats) == (setup.game, setup.seats)]
    return alike.index(setup) == place % len(alike)


SPOKEN_SETUPS = pytest.mark.parametrize(
    ("setup", "language"),
    [
        pytest.param(setup, language, id=f"{setup}-{language}")
        for setup in few_setups()
        for place, language in enumerate(languages())
        if is_spoken(setup, place)
    ],
)
MOST_COMPONENTS = 40
MOST_CHARACTERS = 4000
MOST_ALT = 1024
SNOWFLAKE = 10**19
"""As long as any Discord id."""
TABLE_ID, TABLE_NAME, PERSON = "z" * 13, "Wir sind die vom Freitag, immer um acht!", "Wer auch immer"
ANY_LANGUAGE = re.compile(
    rf"{TABLE_ID}|{TABLE_NAME[:-1]}|{PERSON}|x{{240}}|{UNSPOKEN}|{'|'.join(filter(None, ISLANDS[4].names))}"
)
"""What stands in messages in any language: names, signs, addresses."""
READERS = (Reader(), Reader(describes=True, is_coached=True))
"""Who gets the least to read, and who the most."""


def happened(events: Sequence[Event]) -> LogEntry:
    """Return a journal entry with these events."""
    return LogEntry(1, Kind.MOVE, None, tuple(events), "", by_hand=False, taken_back=False, at=0.0)


def look(game: AnyGame, setup: Setup, state: Any, viewer: Viewer, before: Any = None) -> Look:
    """Return a table as a viewer sees it, with the longest possible ids."""
    seats = tuple(
        SeatInfo(seat, SNOWFLAKE + seat, PERSON * 2, None, Cover.STAY, gone=seat > 1)
        for seat in range(setup.seats)
    )
    result = game.result(state)
    asked = 999_999_999 if viewer in game.to_move(state) and viewer is not None else None
    table = Facts(
        id=TABLE_ID,
        game_id=game.id,
        rules_version=game.rules_version,
        options=setup.options,
        seats=seats,
        wanted_seats=None,
        guild_id=SNOWFLAKE,
        channel_id=SNOWFLAKE,
        pace_s=1.0,
        locale="en",
        owner_seat=0,
        phase=Phase.OVER if result else Phase.RUNNING,
        version=999_999,
        created_at=0.0,
        changed_at=0.0,
        turn_s=7 * 24 * 3600.0,
        when_late=WhenLate.SEAT,
        name=TABLE_NAME,
    )
    to_move = tuple(seat for seat in game.to_move(state) if seat != CHANCE)
    return Look(
        game=game,
        table=table,
        seat=viewer,
        observation=game.observe(state, viewer),
        before=game.observe(state if before is None else before, viewer),
        to_move=to_move,
        owed_since=dict.fromkeys(to_move, 1),
        asked=asked,
        answered=False,
        legal_moves=game.legal_moves(state, viewer) if asked is not None and viewer is not None else (),
        takes_back=None if viewer is None else 999_999,
        may_ask_back=viewer is not None,
        result=result,
        clocks={
            seat: TurnClock(seat, 1e9, 1.1e9, is_late=False, away_until=1.2e9, called_at=1e9)
            for seat in to_move
        },
        proposal=None if result else Proposal(999_999, Matter.BACK, 0, 1),
        auto_answers={one.name: " ".join(one.values[: 1 + 3 * (viewer or 0)]) for one in game.auto_answers},
    )


def with_emojis(language: str) -> Localizer:
    """Return a language with our own emojis, which take most room."""
    return Localizer(in_language(language), {name: f"<:{name}_abcdef:{SNOWFLAKE}>" for name in emoji_files()})


def parts(component: Any) -> list[dict[str, Any]]:
    """Return a component and all components inside it."""
    if isinstance(component, list):
        return [part for one in component for part in parts(one)]
    inner = [component[name] for name in ("components", "accessory") if name in component]
    return [component, *(part for one in inner for part in parts(one))]


def assert_fits(view: Any) -> None:
    """Check Discord's limits for a message of Components V2."""
    drawn = parts(view.to_components())
    assert len(drawn) <= MOST_COMPONENTS
    assert sum(len(part.get("content", "")) for part in drawn) <= MOST_CHARACTERS
    custom_ids = [part["custom_id"] for part in drawn if "custom_id" in part]
    assert len(custom_ids) == len(set(custom_ids))
    for item in (item for part in drawn if part["type"] == 12 for item in part["items"]):
        # Whatever is longer is cut off.
        assert 1 <= len(item["description"]) < MOST_ALT
    for part in drawn:
        assert part["type"] != 10 or part["content"]
        assert part["type"] != 1 or 1 <= len(part["components"]) <= 5
        assert part["type"] != 2 or 1 <= len(part["label"]) <= 80
        assert len(part.get("placeholder", "")) <= 150
        assert len(part.get("options", ())) <= 25
        for option in part.get("options", ()):
            assert 1 <= len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
    for custom_id in custom_ids:
        assert 1 <= len(custom_id) <= ids.MAX_LENGTH
        assert str(ids.read(custom_id)) == custom_id


def drawn_of(setup: Setup, played: Played, words: Localizer) -> Iterator[LayoutView]:
    """Yield all messages after a move: the board, and each player's panel and menu."""
    game, url = setup.game, f"https://discord.com/channels/{'1' * 60}"
    public = look(game, setup, played.after, None)
    yield board_message(public, words, SNOWFLAKE)
    for seat in range(setup.seats):
        mine = look(game, setup, played.after, seat)
        yield panel_message(mine, words, url, "-# " + "x" * 240)
        if mine.table.phase is Phase.RUNNING:
            yield menu_message(mine, words, has_lists=True)
        # In direct messages there are always pictures.
        told = structs.replace(mine, recent=(happened(game.seen(played.events, seat)),) * 9)
        yield panel_message(told, words, url, board=public, reader=READERS[seat % 2])


@pytest.mark.slow
@SPOKEN_SETUPS
async def test_everything_that_is_drawn_of_a_game_fits_discord(setup: Setup, language: str) -> None:
    game, words = setup.game, with_emojis(language)
    screen = screens()[game.id]
    for place, played in enumerate(random_game(setup, seed=21)):
        if CHANCE in game.to_move(played.after):
            continue
        names = Names(look(game, setup, played.after, None).table.seats, words)
        story = screen.tell(game.seen(played.events, None), names, words)
        assert sum(map(len, newest_lines(story, words))) < 3900
        if place % 7 and game.to_move(played.after):
            continue
        for view in drawn_of(setup, played, words):
            assert_fits(view)
            assert_fits(without_pictures(view))


@pytest.mark.slow
@pytest.mark.parametrize("setup", [one for one in few_setups() if one.seats == max(one.game.seats)], ids=str)
def test_everything_that_is_drawn_is_in_the_catalogues_and_has_room_for_longer_words(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a language that nobody speaks, 40 % longer than English."""
    speak(monkeypatch)
    game, words = setup.game, with_emojis("en")
    for place, played in enumerate(random_game(setup, seed=21)):
        if CHANCE in game.to_move(played.after):
            continue
        names = Names(look(game, setup, played.after, None).table.seats, words)
        story = "\n".join(screens()[game.id].tell(game.seen(played.events, None), names, words))
        assert unspoken(story, ANY_LANGUAGE) == []
        if place % 8 and game.to_move(played.after):
            continue
        for view in drawn_of(setup, played, words):
            for one in (view, without_pictures(view)):
                assert_fits(one)
                said = "\n".join(texts({"components": one.to_components()}))
                assert unspoken(said, ANY_LANGUAGE) == []


async def test_a_panel_that_is_full_tells_the_newest_of_what_has_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.views.story_lines.NEWS_LINES", 40)
    setup, words = Setup(games()["rapa-nui-cards"], 4, {"open_hands": "on"}), with_emojis("de")
    played = list(random_game(setup, seed=21))[60]
    mine = look(setup.game, setup, played.after, 0)
    news = [f"({number}) happened" for number in range(100)]
    public = look(setup.game, setup, played.after, None)
    free = MOST_CHARACTERS - panel_message(mine, words, None, "-", board=public).content_length()
    for room, told in ((700, news), (300, news), (150, news), (150, news[-12:])):
        monkeypatch.setattr("cogs.views.story_lines._news_of", lambda *_, lines=told: lines)
        mine = structs.replace(mine, recent=(happened(()),))
        view = panel_message(mine, words, None, "x" * (free - room), board=public)
        assert_fits(view)
        content = " ".join(part.get("content", "") for part in parts(view.to_components()))
        there = [line for line in news if line in content]
        assert there == news[-len(there) :]
        assert len(there) > 1
        assert words.count("table.left_out", len(told) - len(there)) in content


@pytest.mark.slow
@SETUPS
async def test_a_panel_offers_just_what_is_legal(setup: Setup) -> None:
    game, words = setup.game, Localizer(in_language("en"))
    for played in islice(random_game(setup, seed=4), 0, None, 3):
        for seat in game.to_move(played.before):
            if seat == CHANCE:
                continue
            mine = look(game, setup, played.before, seat)
            assert mine.asked is not None
            question = Question(mine.table.id, mine.asked, mine.legal_moves)
            moves = reached(partial(controls, mine, Names(mine.table.seats, words), words), question)
            for joined in moves:
                state = played.before
                for text in Moves.parse(joined).now:
                    state, _ = game.apply(state, seat, game.read_move(text))
            legal = {game.write_move(move) for move in mine.legal_moves}
            assert {Moves.parse(joined).now[0] for joined in moves} == legal


def controls(mine: Look, names: Names, words: Localizer, question: Question) -> list[Item]:
    return screens()[mine.table.game_id].choices(mine.observation, question, names, words)


REARRANGED: dict[str, Callable[[Any, Viewer, int], Any]] = {
    "rapa-nui-cards": cards_rearranged,
    "ru-ra-re": rows_rearranged,
    "rapa-nui-board": board_rearranged,
}
"""By game: another state of which a viewer knows as much, written from the rule page."""
HIDING = [game_id for game_id in REARRANGED if games()[game_id].hides]
"""Of those that hide nothing there is no such other state."""


def test_every_game_is_known_to_the_test_of_secrets() -> None:
    assert set(REARRANGED) == set(games())


@pytest.mark.slow
@pytest.mark.parametrize("game_id", HIDING)
async def test_two_games_that_differ_in_secrets_look_the_same_to_everybody_else(game_id: str) -> None:
    compared, game = 0, games()[game_id]
    for seats in game.seats:
        setup = Setup(game, seats, {})
        for place, played in enumerate(random_game(setup, seed=33)):
            state = played.after
            if CHANCE in game.to_move(state) or not game.to_move(state):
                continue
            for viewer in (None, *range(seats)):
                if seats > 2 and (place + (viewer or 0)) % 2:
                    continue
                other = REARRANGED[game_id](state, viewer, 8)
                if other == state:
                    continue
                words = Localizer(in_language(languages()[compared % len(languages())]))
                compared += 1
                both = [look(game, setup, one, viewer) for one in (state, other)]
                if viewer is None:
                    drawn = [board_message(one, words, SNOWFLAKE) for one in both]
                else:
                    reader = READERS[compared % 2]
                    boards = [look(game, setup, one, None) for one in (state, other)]
                    drawn = [
                        panel_message(one, words, None, board=board, reader=reader)
                        for one, board in zip(both, boards, strict=True)
                    ]
                assert drawn[0].digest == drawn[1].digest
                pages = [view_of(view, one, words) for view, one in zip(drawn, both, strict=True)]
                assert msgspec.json.encode(pages[0]) == msgspec.json.encode(pages[1])
    assert compared > 100


def test_ids_are_read_as_they_were_written_and_nothing_else_is() -> None:
    for known in (
        ids.MoveId("k3f9a", 12, "skip;play moai"),
        ids.TableId("k3f9a", "join"),
        ids.TableId("k3f9a", "computer", "sensible"),
        ids.OtherId("rules", "rapa-nui-cards.2"),
    ):
        assert ids.read(str(known)) == known
    for unknown in ("", "m:", "m:K3F9A:1:skip", "m:k3f9a:1:", "t:k3f9a:", "m:k3f9a:1:skip\n", "x" * 200):
        assert ids.read(unknown) is None


def test_every_game_has_a_screen_and_rules() -> None:
    for game_id in games():
        for language in languages():
            words = with_emojis(language)
            pages = screens()[game_id].rules(words)
            assert len(pages) > 2
            shown = [rules_message(game_id, page, words) for page in range(len(pages))]
            shown.append(guide_message(game_id, words))
            alts = [picture.alt for picture in pictures(shown[-1])]
            assert all(re.match("1 ?[:：]", alt) and len(alt) < MOST_ALT for alt in alts)
            for view in shown:
                assert_fits(view)
                assert_fits(without_pictures(view))
            assert sum(len(pictures(view)) for view in shown) >= 2


async def test_whoever_is_asked_though_they_planned_is_told_what_cannot_be_done() -> None:
    game = games()["rapa-nui-board"]
    setup, words = Setup(game, 3, {}), Localizer(in_language("en"))
    played = next(one for one in random_game(setup, 1) if one.seat != CHANCE)
    for seat in range(3):
        planned = structs.replace(look(game, setup, played.before, seat), ahead=("villager C2",))
        said = str(panel_message(planned, words, None).to_components())
        assert ("no longer possible:" in said) == (seat == played.seat)
        assert ("Planned next" in said) == ("unplan" in said) == (seat != played.seat)


@pytest.mark.parametrize(("seats", "names"), [(2, ["west", "east"]), (3, ["west", "middle", "east"])])
async def test_each_part_of_a_board_is_shown_from_nearer_and_no_other(seats: int, names: list[str]) -> None:
    game, words = games()["rapa-nui-board"], Localizer(in_language("de"))
    setup = Setup(game, seats, {})
    played = next(one for one in random_game(setup, 1) if one.seat != CHANCE)
    seen = look(game, setup, played.before, None)
    digests = [zoom_message(seen, name, words).digest for name in names]
    assert len(set(digests)) == len(names)
    assert zoom_message(seen, "", words).digest == digests[0]
    for name in names:
        view = zoom_message(seen, name, words)
        assert_fits(view)
        buttons = [part for part in parts(view.to_components()) if "custom_id" in part]
        assert [ids.read(one["custom_id"]).detail for one in buttons] == names  # type: ignore[union-attr]
    with pytest.raises(Refused):
        zoom_message(seen, "north", words)
    cards = games()["rapa-nui-cards"]
    setup = Setup(cards, 3, {})
    played = next(one for one in random_game(setup, 1) if one.seat != CHANCE)
    with pytest.raises(Refused):
        zoom_message(look(cards, setup, played.before, None), "", words)
