"""The code and the catalogues know of each other: no key is missing, none is left over."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from cogs.kit.language import catalogue
from cogs.kit.places import NEEDED
from engine.catalogue import games
from engine.players import LEVELS, PLAYERS
from locales import SOURCE, in_language, sentences
from tables import Phase
from tests.locales.source import HOLE, ROOT, called, calls, first_text, sources, texts, tree_of

CATALOGUES = sentences(SOURCE)
KEYS = {f"{name}.{key}" for name, catalogue in CATALOGUES.items() for key in catalogue}
GAMES = {catalogue(game_id): game for game_id, game in games().items()}
KEY = re.compile(rf"({'|'.join(CATALOGUES)}|\{{\}})\.([a-z_0-9{{}}]+)")
IDS = [str(path.relative_to(ROOT)) for path in sources()]
EACH_MODULE = pytest.mark.parametrize("path", sources(), ids=IDS)

UNSAID = {
    "not_chance": "of moves of chance, which nobody but the table makes",
}
"""Codes of refusals that reach no person."""


def places(key: str) -> set[str]:
    name, _, text = key.partition(".")
    forms = CATALOGUES[name][text]
    return {place for form in forms for _, place, _, _ in Formatter().parse(form) if place}


def hits(text: str) -> set[str]:
    """The keys that a string of the code may name; its places stand for anything."""
    pattern = re.compile(re.escape(text).replace(re.escape(HOLE), "[a-z_0-9]+"))
    return {key for key in KEYS if pattern.fullmatch(key)}


@EACH_MODULE
def test_every_key_that_the_code_names_exists(path: Path) -> None:
    for text in texts(tree_of(path)):
        if KEY.fullmatch(text.value) and not text.value.startswith(HOLE):
            assert hits(text.value), f"line {text.line} names {text.value}"


def test_every_sentence_is_named_by_the_code() -> None:
    strings = {text.value for path in sources() for text in texts(tree_of(path))}
    named: set[str] = set()
    for string in filter(KEY.fullmatch, strings):
        found = hits(string)
        if string.partition(".")[2] == HOLE:
            # Any key of a catalogue: then the rest of it has to stand somewhere by itself.
            found = {key for key in found if key.partition(".")[2] in strings}
        named |= found
    # A refusal's code is said where it is refused.
    named = {key for key in named if ".refused_" not in key or key.partition(".refused_")[2] in strings}
    assert sorted(KEYS - named) == []


@EACH_MODULE
def test_a_sentence_gets_all_that_it_holds(path: Path) -> None:
    for call in calls(path):
        key = first_text(call)
        if key not in KEYS or called(call) in ("said", "has", "turn"):
            continue
        counted = len(CATALOGUES[key.partition(".")[0]][key.partition(".")[2]]) > 1
        assert (called(call) == "count") == counted, f"line {call.lineno}: {key}"
        given = {keyword.arg for keyword in call.keywords} | ({"n"} if counted else set())
        assert None in given or places(key) <= given, f"line {call.lineno}: {key}"


@EACH_MODULE
def test_every_refusal_has_its_sentence_and_all_that_it_holds(path: Path) -> None:
    for call in calls(path):
        code = first_text(call)
        if code is None or called(call) not in ("Refused", "IllegalMove", "StorageProblem") or code in UNSAID:
            continue
        if called(call) == "StorageProblem":
            found = {f"start.{code}"} & KEYS
        else:
            found = {f"refused.{code}", *(f"{game}.refused_{code}" for game in GAMES)} & KEYS
        assert found, f"line {call.lineno}: {code}"
        given = {keyword.arg for keyword in call.keywords}
        assert None in given or all(places(key) <= given for key in found), f"line {call.lineno}: {code}"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_a_name_a_teaser_and_words_for_each_option(name: str) -> None:
    options = GAMES[name].options
    expected = {f"option_{option.name}" for option in options}
    expected |= {f"option_{option.name}_{value}" for option in options for value in option.values}
    assert {key for key in CATALOGUES[name] if key.startswith("option_")} == expected
    assert {"name", "teaser"} <= set(CATALOGUES[name])


def test_every_seat_computer_player_phase_and_permission_has_its_word() -> None:
    seats = max(seats for game in games().values() for seats in game.seats)
    expected = {f"computer_name_{seat + 1}" for seat in range(seats)}
    expected |= {f"player_{player}" for player in PLAYERS} | {f"add_{player}" for player in LEVELS}
    expected |= {f"state_{phase.value}" for phase in Phase}
    expected |= {f"permission_{name}" for name in NEEDED}
    kinds = re.compile("(computer_name|player|add|state|permission)_.+")
    assert {key for key in CATALOGUES["table"] if kinds.fullmatch(key)} == expected
    assert all(in_language(SOURCE).has(f"table.{key}") for key in expected)
