"""The checker of deals, a program that strangers can read: it accepts honest servers and catches cheats."""

from __future__ import annotations

import ast
import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from engine.catalogue import games
from engine.deal import Dealt, key, mark, seal
from engine.game import CHANCE, Chance
from engine.record import Ply, Record
from tests.engine.deals import PROGRAM, VECTORS, VERIFY, dealt_game, random_moves, verdict
from tests.engine.replayed import replay
from tests.engine.seeded import Setup, all_setups, few_setups

T = TypeVar("T")
MOST_LINES: Final = 80


def rows(kind: str) -> list[Any]:
    """The test vectors of a kind, as parameters of a test."""
    return [pytest.param(row, id=row.get("name", str(n))) for n, row in enumerate(VECTORS[kind])]


def text_of(items: Sequence[str]) -> str:
    return "".join(items)


@pytest.mark.parametrize("row", rows("seals"))
def test_the_engine_seals_as_the_vectors_say(row: dict[str, Any]) -> None:
    assert seal(row["table"], bytes.fromhex(row["secret"])) == row["seal"]


@pytest.mark.parametrize("row", rows("marks"))
def test_the_engine_marks_words_as_the_vectors_say(row: dict[str, Any]) -> None:
    assert mark(row["word"]) == row["mark"]


@pytest.mark.parametrize("row", rows("keys"))
def test_the_engine_makes_the_keys_of_the_vectors(row: dict[str, Any]) -> None:
    secret, game, version = bytes.fromhex(row["secret"]), row["game"], row["rules_version"]
    made = key(secret, row["table"], game, version, row["options"], row["seats"], row["marks"])
    assert made.hex() == row["key"]


@pytest.mark.parametrize("row", rows("streams"))
def test_the_streams_are_those_of_the_vectors(row: dict[str, Any]) -> None:
    made, stream = bytes.fromhex(row["key"]), bytes.fromhex("".join(row["blocks"]))
    numbers = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    dealt, read = Dealt(made, row["number"]), VERIFY["numbers"](made, row["number"])
    assert [dealt.below(2**32) for _ in numbers] == numbers
    assert [next(read) for _ in numbers] == numbers


@pytest.mark.parametrize("row", rows("numbers"))
def test_numbers_below_bounds_are_those_of_the_vectors(row: dict[str, Any]) -> None:
    made = bytes.fromhex(row["key"])
    dealt, read = Dealt(made, row["number"]), VERIFY["numbers"](made, row["number"])
    assert [dealt.below(bound) for bound in row["bounds"]] == row["drawn"]
    assert [VERIFY["below"](read, bound) for bound in row["bounds"]] == row["drawn"]


@pytest.mark.parametrize("row", rows("shuffles"))
def test_shuffles_are_those_of_the_vectors(row: dict[str, Any]) -> None:
    made = bytes.fromhex(row["key"])
    assert text_of(Dealt(made, row["number"]).shuffled(row["items"])) == row["shuffled"]
    assert VERIFY["shuffled"](VERIFY["numbers"](made, row["number"]), row["items"]) == row["shuffled"]


@pytest.mark.parametrize("row", rows("records"))
def test_the_program_says_of_a_record_what_the_vectors_say(row: dict[str, Any], tmp_path: Path) -> None:
    """As a stranger runs it: alone, without what is installed here."""
    (tmp_path / "record.json").write_text(json.dumps(row["record"]), "utf-8")
    words = [f"{seat}={word}" for seat, word in row["words"].items()]
    given = ["record.json", *words, *(["--seal", row["seal"]] if row["seal"] else [])]
    command = [sys.executable, "-I", "-S", "-X", "utf8", str(PROGRAM), *given]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == (0 if row["is_fair"] else 1)
    said = done.stdout if row["is_fair"] else done.stderr
    assert said.startswith(row["says"])
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["none.json"], ["none.json", "--seal"], ["none.json", "moss"]])
def test_the_program_refuses_what_it_cannot_read(arguments: list[str]) -> None:
    command = [sys.executable, "-I", "-S", str(PROGRAM), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("This record cannot be checked: ")
    assert "Traceback" not in done.stderr


def test_the_program_is_short_and_needs_only_python() -> None:
    text = PROGRAM.read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(isinstance(node, ast.Import) for node in imports)
    assert {one.name for node in imports for one in node.names} <= sys.stdlib_module_names


class InOrder:
    """Replaces chance: shuffled things stay in their order."""

    def below(self, bound: int, /) -> int:
        return 0

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        return tuple(items)


@pytest.mark.parametrize("setup", all_setups(), ids=str)
def test_the_program_knows_each_deck_and_the_order_from_which_it_is_shuffled(setup: Setup) -> None:
    """Else a server could choose that order, and so the deal."""
    game, state, kinds = setup.game, setup.start(), list[str]()
    while game.to_move(state) == (CHANCE,):
        move = game.chance_move(state, InOrder())
        kind, _, dealt = game.write_move(move).partition(" ")
        kinds.append(kind)
        state = game.make(state, CHANCE, move)
    deck = text_of([one[0] * int(one[1:]) for one in VERIFY["DECKS"][game.id].split()])
    assert dealt == (deck[:21] if setup.options.get("beginner_set") == "on" else deck)
    assert kinds[-1] == "shuffle"
    assert kinds[:-1] == (["first"] if setup.options.get("first_player") == "random" else []) + (
        ["order"] if setup.options.get("turn_order") == "random" else []
    )


@pytest.mark.parametrize("game_id", games())
def test_what_is_shuffled_later_is_in_the_same_order(game_id: str) -> None:
    game = games()[game_id]
    letters = [one[0] for one in VERIFY["DECKS"][game_id].split()]
    moves = random_moves(game, 2, game.chosen_options({}), lambda n: InOrder(), seed=1)
    for text in [ply.text.split(" ")[1] for ply in moves if ply.text.startswith("shuffle ")]:
        assert text == text_of(sorted(text, key=letters.index))


def test_the_program_knows_every_game() -> None:
    assert VERIFY["DECKS"].keys() == games().keys()


@pytest.mark.parametrize("setup", few_setups(), ids=str)
def test_whole_games_of_an_honest_server_pass(setup: Setup) -> None:
    words = ["moss", "", "月", " fern "][: setup.seats]
    record = dealt_game(setup.game.id, setup.options, words, SECRET, TABLE, seed=7)
    said = verdict(record, record["deal"]["seal"], dict(enumerate(words, start=1)))
    assert said.endswith("moves of chance are right.")


SECRET: Final = bytes(range(32))
OTHER: Final = bytes(range(1, 33))
REJECTING: Final = bytes.fromhex("df206d53699b10093a9d6344c708bee68c53ccd2592b656f3289208704defa0b")
"""A secret whose first stream has a number that a shuffle of 112 cards rejects: found among 292,687."""
TABLE: Final = "K7QX"
CARDS: Final = "rapa-nui-cards"
WORDS: Final = ("moss", "fern")
SEAL: Final = "The seal in the record is not the seal from the thread."
KEPT_SECRET: Final = "The secret in the record does not match the seal."


def move_of_chance(number: int) -> str:
    return f"Move of chance {number} is "


def word(seat: int) -> str:
    return f"The word of seat {seat} does not match its mark in the record."


@dataclass(frozen=True)
class Table:
    """The public facts of a table before its start, and its secret."""

    game_id: str = CARDS
    words: tuple[str, ...] = WORDS
    secret: bytes = SECRET

    def key(self, **cheat: Any) -> bytes:
        """Return the key of the game; `cheat`: parts that a dishonest server has replaced."""
        game = games()[self.game_id]
        parts = {
            "secret": self.secret,
            "table_id": TABLE,
            "game_id": self.game_id,
            "rules_version": game.rules_version,
            "options": game.chosen_options({}),
            "seats": len(self.words),
            "marks": [mark(one) for one in self.words],
        }
        return key(**{**parts, **cheat})

    def record(self, chance_of: Callable[[int], Chance] | None = None, **cheat: Any) -> dict[str, Any]:
        """Return the record of a game with the given chance, or with the key changed by `cheat`."""
        made = self.key(**cheat)
        return dealt_game(
            self.game_id, {}, self.words, self.secret, TABLE, chance_of or (lambda n: Dealt(made, n))
        )


class Biased(Dealt):
    """A cheat: takes every number modulo the bound, which favours small results."""

    def below(self, bound: int, /) -> int:
        return self._next() % bound if bound > 1 else 0


class Clock:
    """A cheat: draws from a seed that is the time of the start."""

    def __init__(self, time: int) -> None:
        self._random = random.Random(time)

    def below(self, bound: int, /) -> int:
        return self._random.randrange(bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        return tuple(self._random.sample(list(items), len(items)))


class Swapping(Dealt):
    """A cheat: deals honestly, then swaps the first card with the next different one."""

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        order = list(super().shuffled(items))
        other = next(place for place, item in enumerate(order) if item != order[0])
        order[0], order[other] = order[other], order[0]
        return tuple(order)


def with_deal(record: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """Return the record with other statements on its deal."""
    return {**record, "deal": {**record["deal"], **changed}}


CARD_GAME, FARM, REJECTED = Table(), Table("ru-ra-re"), Table("ru-ra-re", ("", ""), REJECTING)
ANEW: Final = Table(secret=OTHER)
MARKS: Final = [mark(one) for one in WORDS]

Cheat = tuple[Table, Callable[[], dict[str, Any]], str]
CHEATS: Final[dict[str, Cheat]] = {
    "deals anew with another secret, once the words are known": (CARD_GAME, ANEW.record, SEAL),
    "tells another secret than the sealed one": (
        CARD_GAME,
        lambda: with_deal(ANEW.record(), seal=seal(TABLE, SECRET)),
        KEPT_SECRET,
    ),
    "tells the sealed secret, but deals by another one": (
        CARD_GAME,
        lambda: CARD_GAME.record(secret=OTHER),
        move_of_chance(2),
    ),
    "takes the seal of another table": (
        CARD_GAME,
        lambda: with_deal(CARD_GAME.record(), table="K7QY"),
        KEPT_SECRET,
    ),
    "skips a number": (
        CARD_GAME,
        lambda: CARD_GAME.record(lambda n: Dealt(CARD_GAME.key(), n + (n > 0))),
        move_of_chance(2),
    ),
    "uses a number twice": (
        FARM,
        lambda: FARM.record(lambda n: Dealt(FARM.key(), 0)),
        move_of_chance(2),
    ),
    "deals anew after a move was taken back": (
        FARM,
        lambda: FARM.record(lambda n: Dealt(FARM.key(), n + 1 if n else 0)),
        move_of_chance(2),
    ),
    "takes numbers modulo the bound": (
        REJECTED,
        lambda: REJECTED.record(lambda n: Biased(REJECTED.key(), n)),
        move_of_chance(1),
    ),
    "draws from a seed that is the time": (
        CARD_GAME,
        lambda: CARD_GAME.record(lambda n: Clock(1_795_894_535 + n)),
        move_of_chance(1),
    ),
    "swaps two cards of a shuffle": (
        CARD_GAME,
        lambda: CARD_GAME.record(lambda n: Swapping(CARD_GAME.key(), n)),
        move_of_chance(2),
    ),
    "gives two players each other's words": (
        CARD_GAME,
        Table(words=WORDS[::-1]).record,
        word(1),
    ),
    "drops a word": (CARD_GAME, Table(words=("moss", "")).record, word(2)),
    "drops a word, but tells its mark": (
        CARD_GAME,
        lambda: CARD_GAME.record(marks=["", MARKS[1]]),
        move_of_chance(1),
    ),
    "deals by other options": (
        CARD_GAME,
        lambda: CARD_GAME.record(options=games()[CARDS].chosen_options({"wood_tiebreak": "off"})),
        move_of_chance(1),
    ),
    "deals for another number of seats": (
        CARD_GAME,
        lambda: CARD_GAME.record(seats=3),
        move_of_chance(2),
    ),
    "deals by other rules": (CARD_GAME, lambda: CARD_GAME.record(rules_version=2), move_of_chance(2)),
}


def is_legal(record: dict[str, Any]) -> bool:
    """Whether a record can be replayed to its end by the rules."""
    game = games()[record["game"]]
    moves = tuple(Ply(seat, text) for seat, text in record["moves"])
    _, steps = replay(game, Record(game.id, 1, record["seats"], record["options"], moves))
    return game.result(steps[-1].state) is not None


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_server_is_caught_that(cheat: str) -> None:
    """Each plays by the rules, and its record is whole: only the check of the deal finds the cheat."""
    table, cheated, says = CHEATS[cheat]
    words = dict(enumerate(table.words, start=1))
    sealed = seal(TABLE, table.secret)
    assert verdict(table.record(), sealed, words).startswith(f"Seal {sealed} and all 2 moves of chance are")
    record = cheated()
    assert is_legal(record)
    assert verdict(record, sealed, words).startswith(says)


def test_a_stranger_who_gives_no_word_is_told_which_words_nobody_checked() -> None:
    record = CARD_GAME.record()
    assert verdict(record, None, {1: "moss"}).endswith("Ask for the words of seats 2 to check them.")
    assert verdict(record, None, {1: "moss", 2: "fern"}).endswith("are right.")


def test_the_order_of_the_options_in_a_file_does_not_matter() -> None:
    record = copy.deepcopy(CARD_GAME.record())
    record["options"] = dict(reversed(record["options"].items()))
    assert verdict(record).startswith("Seal ")
