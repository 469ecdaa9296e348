"""The file of a finished game: it gives the same game, contains no person's id, and no file does harm."""

from __future__ import annotations

import gzip
import json
import re
import time
import tracemalloc
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import games
from engine.game import CHANCE
from engine.players import PLAYERS
from tables import Refused, SeatInfo
from tables.model.limits import FILE_BYTES, FILE_MOVES
from tables.views.replay import Contents, Replay, file_of, of_file, of_table
from tests.engine.seeded import Setup, few_setups
from tests.tables.test_replay import table_of
from tests.tables.toys import ANN, BOB, GAMES, opened, refusal, running, say

EVERY = {**GAMES, **games()}
TOYS = [
    *(Setup(GAMES["pebbles"], seats, {"target": target}) for seats in (2, 3, 4) for target in ("3", "12")),
    *(Setup(GAMES[game], seats, {"rounds": "2"}) for game in GAMES if game != "pebbles" for seats in (2, 4)),
]
CODES = {
    "bad_record_file",
    "unknown_game",
    "old_rules_file",
    "damaged_record_file",
    "unfinished_record_file",
}
Plain = dict[str, Any]
SECONDS = 10.0
"""No file may take longer, of a processor's time and on a slow machine."""


@cache
def file(game: str = "rapa-nui-cards") -> bytes:
    """Return the file of a short game."""
    options = {"target": "3"} if game == "pebbles" else EVERY[game].chosen_options({})
    return file_of(table_of(Setup(EVERY[game], 2, options), 1))


def replay(content: bytes, is_open: bool = False) -> Replay:
    return of_file(content, EVERY, PLAYERS, is_open)


def refused(content: bytes) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(Refused) as refused:
        replay(content)
    return refused.value.code, refused.value.facts


def with_seats(replay: Replay, seats: tuple[SeatInfo, ...]) -> Replay:
    """Return a replay with other people at the table."""
    frames = tuple(msgspec.structs.replace(frame, seats=seats) for frame in replay.frames)
    return msgspec.structs.replace(replay, frames=frames)


def changed(change: Callable[[Plain], object]) -> bytes:
    """Return a valid file with a change in it."""
    plain: Plain = json.loads(file())
    change(plain)
    return json.dumps(plain).encode()


@pytest.mark.parametrize("setup", [*few_setups(), *TOYS], ids=str)
def test_a_file_has_the_film_of_its_table(setup: Setup) -> None:
    for seed in range(2):
        table = table_of(setup, seed)
        content = file_of(table)
        assert content == file_of(table_of(setup, seed))
        for is_open in (False, True):
            wanted, found = of_table(table, is_open), replay(content, is_open)
            assert found == with_seats(
                wanted, tuple(msgspec.structs.replace(info, person_id=None) for info in wanted.seats)
            )


@pytest.mark.parametrize("game", EVERY)
def test_a_file_is_read_as_it_is_written(game: str) -> None:
    assert Contents.parse(file(game)).encode() == file(game)


def test_the_example_of_the_docstring_is_a_file() -> None:
    example = dedent((Contents.__doc__ or "").partition("\n\n")[2])
    assert Contents.parse(example.encode()).encode().decode() == example


def test_a_file_is_read_by_eyes_too() -> None:
    lines = file().decode().split("\n")
    assert lines[:3] == ["{", '  "format": "rapa-nui-tables/record",', '  "version": 1,']
    first = lines.index('  "moves": [') + 1
    moves = [f"    {json.dumps(move)}" for move in json.loads(file())["moves"]]
    assert lines[first:] == [*(f"{move}," for move in moves[:-1]), moves[-1], "  ]", "}", ""]


async def test_nobody_s_id_is_in_the_file(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, computers=["random"], target="3")
        assert await refusal(tables.read(table, file_of)) == ("not_over", {})
        await say(tables, table, ANN, "add 2;add 1", "a")
        content = await tables.read(table, file_of)
        assert json.loads(content)["players"] == [
            {"name": "Ann", "computer": None},
            {"name": "Bob", "computer": None},
            {"name": "", "computer": "random"},
        ]
        for secret in (ANN.id, BOB.id, table):
            assert str(secret) not in content.decode()
        assert set(json.loads(content)) == {
            *("format", "version", "game", "rules_version", "seats", "options", "players", "moves")
        }
        shown = await tables.read(table, of_table, True)
        assert tables.open_file(content, is_open=True) == with_seats(
            shown, tuple(msgspec.structs.replace(info, person_id=None) for info in shown.seats)
        )
        assert (await refusal(tables.read("zzzzz", file_of)))[0] == "no_such_table"


async def test_who_asked_to_be_forgotten_has_no_name_in_the_file(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, target="3")
        await say(tables, table, ANN, "add 2;add 1", "a")
        await tables.forget_person(ANN.id)
        content = await tables.read(table, file_of)
        assert [player["name"] for player in json.loads(content)["players"]] == ["", "Bob"]
        assert [info.name for info in tables.open_file(content, is_open=False).seats] == ["", "Bob"]
        assert [info.name for info in (await tables.read(table, of_table, False)).seats] == ["", "Bob"]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        pytest.param("Zoë 🗿", "Zoë 🗿", id="as it is"),
        pytest.param("a" * 101, "a" * 100, id="too long"),
        pytest.param("\nA\x00n\x1bn\x7f\u2028 ", "Ann", id="control characters"),
        pytest.param("\u202eAnn\u2066", "Ann", id="turned around"),
        pytest.param("\ud83dAnn", "Ann", id="half a character"),
        pytest.param("", "", id="forgotten"),
    ],
)
def test_names_are_one_line_and_short(name: str, kept: str) -> None:
    read = replay(changed(lambda plain: plain["players"][1].update(name=name)))
    assert read.seats == (SeatInfo(0, None, "Ann", None), SeatInfo(1, None, kept, None))
    table = table_of(Setup(GAMES["pebbles"], 2, {"target": "3"}), 1)
    seats = (table.facts.seats[0], SeatInfo(1, 5, name, None))
    facts = msgspec.structs.replace(table.facts, seats=seats)
    assert replay(file_of(msgspec.structs.replace(table, facts=facts))).seats[1].name == kept


def test_a_computer_player_has_no_name() -> None:
    content = changed(lambda plain: plain["players"][0].update(name="Hal", computer="sensible"))
    assert replay(content).seats[0] == SeatInfo(0, None, "", "sensible")


def test_options_that_are_not_named_have_their_defaults() -> None:
    assert replay(changed(lambda plain: plain.update(options={}))).options == replay(file()).options


def put(*path: str | int, value: Any) -> Callable[[Plain], None]:
    """Return a change that puts `value` at `path`."""

    def change(plain: Any) -> None:
        *outer, last = path
        for name in outer:
            plain = plain[name]
        plain[last] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(put("format", value="chess"), id="another format"),
        pytest.param(put("version", value=2), id="a newer version"),
        pytest.param(put("version", value=True), id="a truth as version"),
        pytest.param(put("secret", value=1), id="an unknown field"),
        pytest.param(put("players", 0, "id", value=1), id="an unknown field of a player"),
        pytest.param(lambda plain: plain.pop("options"), id="no options"),
        pytest.param(lambda plain: plain["players"][0].pop("computer"), id="half a player"),
        pytest.param(put("game", value="../etc"), id="no id of a game"),
        pytest.param(put("game", value="rapa-nui-cards\n"), id="an id with a line break"),
        pytest.param(put("rules_version", value=10**400), id="a huge version of rules"),
        pytest.param(put("seats", value=3), id="fewer players than seats"),
        pytest.param(put("seats", value=2.0), id="a fraction of seats"),
        pytest.param(put("seats", value=10**18), id="a crowd"),
        pytest.param(lambda plain: plain.update(seats=1, players=plain["players"][:1]), id="too few seats"),
        pytest.param(put("options", "colour", value="on"), id="an unknown option"),
        pytest.param(put("options", "first_player", value="9"), id="an unknown value"),
        pytest.param(put("options", "first_player", value="4"), id="a value for more seats"),
        pytest.param(put("options", "first_player", value=None), id="no value"),
        pytest.param(put("players", 0, "name", value=None), id="a name that is none"),
        pytest.param(put("players", 0, "computer", value="deep-blue"), id="an unknown computer player"),
        pytest.param(put("moves", value={}), id="moves without order"),
        pytest.param(put("moves", value=[[0, "skip"]] * (FILE_MOVES + 1)), id="too many moves"),
        pytest.param(put("moves", 1, value=[0]), id="half a move"),
        pytest.param(put("moves", 1, value=[0, "skip", 1]), id="more than a move"),
        pytest.param(put("moves", 1, value=[2, "skip"]), id="a seat that is not there"),
        pytest.param(put("moves", 1, value=[-2, "skip"]), id="a seat below chance"),
        pytest.param(put("moves", 1, value=[10**400, "skip"]), id="a huge seat"),
        pytest.param(put("moves", 1, value=[False, "skip"]), id="a truth as seat"),
        pytest.param(put("moves", 1, value=[0, ""]), id="an empty move"),
        pytest.param(put("moves", 1, value=[0, "x" * 201]), id="a long move"),
        pytest.param(put("moves", 1, value=[0, "skip\n"]), id="a move with a line break"),
        pytest.param(put("moves", 1, value=[0, "sk\u00efp"]), id="a move in other letters"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused(change: Callable[[Plain], object]) -> None:
    assert refused(changed(change)) == ("bad_record_file", {})


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"null", id="null"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"[" * 200_000, id="deep lists"),
        pytest.param(b'{"format":' * 20_000, id="deep objects"),
        pytest.param(b'{"a":' * 5_000 + b"1" + b"}" * 5_000, id="deep and closed"),
        pytest.param(b"1" * 100_000, id="a huge number"),
        pytest.param(b"1e999999999", id="an endless number"),
        pytest.param(b"NaN", id="no number"),
        pytest.param(file().replace(b'"seats": 2', b'"seats": NaN'), id="no number of seats"),
        pytest.param(file().replace(b'"seats": 2', b'"seats": 2, "seats": 2'), id="a key twice"),
        pytest.param(file().replace(b'"Ann",', b'"Ann", "name": "Eve",'), id="a name twice"),
        pytest.param(file().replace(b'"', "“".encode()), id="a phone's quotes"),
        pytest.param(file().replace(b'"moves"', b'"mo\xffves"'), id="a key with a sign that is lost"),
        pytest.param(file().decode().encode("utf-16")[: len(file())], id="half of UTF-16"),
        pytest.param(gzip.compress(file()), id="packed by gzip"),
        pytest.param(b"\x00" * len(file()), id="nothing but zeros"),
        pytest.param(file()[:-20], id="cut short"),
        pytest.param(file() + b"{}", id="something after the end"),
        pytest.param(file() + b" " * FILE_BYTES, id="too large"),
        pytest.param(b"x" * 10_000_000, id="far too large"),
    ],
)
def test_bytes_that_are_no_file_of_ours_are_refused(content: bytes) -> None:
    assert refused(content) == ("bad_record_file", {})


@pytest.mark.parametrize(
    "through",
    [
        pytest.param(lambda text: text.encode("utf-8-sig"), id="UTF-8 with its mark"),
        pytest.param(lambda text: text.encode("utf-16"), id="UTF-16 with its mark"),
        pytest.param(lambda text: b"\xfe\xff" + text.encode("utf-16-be"), id="UTF-16, the other way round"),
        pytest.param(lambda text: text.encode("utf-16-le"), id="UTF-16 without its mark"),
        pytest.param(lambda text: text.encode("utf-16-be"), id="the other way round, without its mark"),
        pytest.param(lambda text: text.encode("utf-32"), id="UTF-32"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="lines of Windows"),
        pytest.param(lambda text: text.replace("\n", "\r").encode(), id="lines of old Macs"),
        pytest.param(lambda text: f"\n  {text}\t\r\n\n ".encode(), id="space around it"),
        pytest.param(lambda text: json.dumps(json.loads(text)).encode(), id="all on one line"),
        pytest.param(lambda text: json.dumps(json.loads(text), indent="\t").encode(), id="set anew"),
        pytest.param(lambda text: json.dumps(json.loads(text), sort_keys=True).encode(), id="sorted by keys"),
    ],
)
def test_a_file_that_went_through_another_program_gives_the_same_game(
    through: Callable[[str], bytes],
) -> None:
    named = changed(lambda plain: plain["players"][0].update(name="Zoë 🗿")).decode()
    assert replay(through(json.dumps(json.loads(named), indent=2, ensure_ascii=False))) == replay(
        named.encode()
    )


def test_a_name_in_an_encoding_of_windows_costs_its_sign_alone() -> None:
    read = replay(file().replace(b"Ann", "Zoë".encode("cp1252")))
    assert [info.name for info in read.seats] == ["Zo\ufffd", "Bob"]
    assert read == with_seats(replay(file()), read.seats)


def test_a_file_of_a_game_or_of_rules_that_we_lack_says_so() -> None:
    assert refused(changed(put("game", value="chess"))) == ("unknown_game", {"game": "chess"})
    facts: dict[str, int | str] = {"found": 7, "known": 1}
    assert refused(changed(put("rules_version", value=7))) == ("old_rules_file", facts)


@pytest.mark.parametrize("place", [0, 1, 10])
@pytest.mark.parametrize("move", [[0, "nonsense"], [-1, "first 0"], [1, "shuffle F"]])
def test_a_move_that_cannot_be_is_named_by_its_number(place: int, move: list[Any]) -> None:
    if (place, move) != (0, [-1, "first 0"]):
        content = changed(lambda plain: plain["moves"].insert(place, move))
        assert refused(content) == ("damaged_record_file", {"number": place + 1})


def test_a_game_has_to_be_over_at_its_end_and_not_before() -> None:
    for kept in (0, 1, 20, -1):
        content = changed(lambda plain, kept=kept: plain.update(moves=plain["moves"][:kept]))  # type: ignore[misc]
        assert refused(content) == ("unfinished_record_file", {})
    moves = len(json.loads(file())["moves"])
    content = changed(lambda plain: plain["moves"].append([0, "skip"]))
    assert refused(content) == ("damaged_record_file", {"number": moves + 1})


def outcome(content: bytes) -> Replay | str:
    """Return the replay of a file, or the code of its refusal."""
    try:
        return replay(content, is_open=True)
    except Refused as refusal:
        return refusal.code


def assert_harmless(content: bytes) -> None:
    """Check that a file gives a replay, or is refused with one of our codes."""
    read = outcome(content)
    if isinstance(read, str):
        assert read in CODES
    else:
        assert read.frames
        assert all(len(info.name) <= 100 for info in read.seats)
        # What has no meaning in this Python's Unicode may have one in a later one, as new emojis do.
        signs = {sign for info in read.seats for sign in info.name}
        assert all(sign.isprintable() or unicodedata.category(sign) == "Cn" for sign in signs)


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=400))
def test_random_bytes_do_no_harm(content: bytes) -> None:
    assert refused(content) == ("bad_record_file", {})


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([*games(), "pebbles", "fingers"]), st.data())
def test_a_file_with_other_bytes_in_it_does_no_harm(game: str, data: st.DataObject) -> None:
    content = bytearray(file(game))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=8))
    assert_harmless(bytes(content))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["on", "2"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(plain: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values inside a value."""
    items: Any = (
        plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    )
    return [path, *(found for name, inner in items for found in places(inner, (*path, name)))]


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.sampled_from([*games(), "pebbles", "fingers"]), st.data())
def test_a_file_with_another_value_in_it_does_no_harm(game: str, data: st.DataObject) -> None:
    plain = json.loads(file(game))
    path = data.draw(st.sampled_from(places(plain)[1:]))
    put(*path, value=data.draw(JSON))(plain)
    assert_harmless(json.dumps(plain).encode())


NUMBERS = ["0", "-1", "99", "999999999", "9" * 60, "1e9", "1.5", ""]


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([*games(), "pebbles"]), st.data())
def test_a_file_with_other_words_and_numbers_in_its_moves_does_no_harm(
    game: str, data: st.DataObject
) -> None:
    plain = json.loads(file(game))
    moves = plain["moves"]
    words = sorted({word for _, text in moves for word in text.split()})
    for _ in range(data.draw(st.integers(1, 3))):
        move = data.draw(st.sampled_from(moves))
        parts = re.split(r"([ ,;:+=-])", move[1])
        at = data.draw(st.integers(0, len(parts) - 1))
        parts[at] = data.draw(st.sampled_from([*NUMBERS, *words, parts[at] * 5]))
        move[1] = "".join(parts)[:200]
    began = time.process_time()
    assert_harmless(json.dumps(plain).encode())
    assert time.process_time() - began < SECONDS


def test_the_longest_file_is_read_in_time_and_little_memory() -> None:
    # One who chooses in secret may change their mind as often as there is room for it in the file.
    plain = json.loads(file("ru-ra-re"))
    first = next(number for number, (seat, _) in enumerate(plain["moves"]) if seat != CHANCE)
    plain["moves"][first:first] = [plain["moves"][first]] * (FILE_MOVES - len(plain["moves"]))
    content = json.dumps(plain).encode()
    assert len(content) <= FILE_BYTES
    tracemalloc.start()
    try:
        began = time.process_time()
        assert not isinstance(outcome(content), str)  # Each of its moves is made.
        assert time.process_time() - began < SECONDS
        assert tracemalloc.get_traced_memory()[1] < 64 * 1024 * 1024
    finally:
        tracemalloc.stop()


@settings(deadline=None, max_examples=200)
@given(st.sampled_from([*games(), "pebbles", "fingers"]), st.data())
def test_a_file_with_its_moves_in_another_order_does_no_harm(game: str, data: st.DataObject) -> None:
    plain = json.loads(file(game))
    moves = plain["moves"]
    for _ in range(data.draw(st.integers(1, 3))):
        at, other = (data.draw(st.integers(0, len(moves) - 1)) for _ in range(2))
        moves[at], moves[other] = moves[other], moves[at]
    assert_harmless(json.dumps(plain).encode())
