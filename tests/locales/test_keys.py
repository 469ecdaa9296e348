"""The code and the catalogues have the same keys: none is missing, none is unused."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from string import Formatter

import pytest

from cogs.interactions.doctor import USED
from cogs.text.language import catalogue
from engine.catalogue import games
from engine.players import LEVELS, PLAYERS
from locales import SOURCE, in_language, sentences
from tables import Phase
from tests.locales.source import HOLE, ROOT, called, calls, first_text, sources, texts, tree_of

CATALOGUES = sentences(SOURCE)
KEYS = {f"{name}.{key}" for name, catalogue in CATALOGUES.items() for key in catalogue}
GAMES = {catalogue(game_id): game for game_id, game in games().items()}
KEY = re.compile(rf"({'|'.join(CATALOGUES)}|\{{\}})\.([a-z_0-9{{}}]+)")

UNSAID = {
    "not_chance": "of moves of chance, which nobody but the table makes",
}
"""Codes of refusals that reach no person."""


def places(key: str) -> set[str]:
    name, _, text = key.partition(".")
    forms = CATALOGUES[name][text]
    return {place for form in forms for _, place, _, _ in Formatter().parse(form) if place}


def hits(text: str) -> set[str]:
    """Return the keys that a string of the code may mean, if its placeholders match anything."""
    pattern = re.compile(re.escape(text).replace(re.escape(HOLE), "[a-z_0-9]+"))
    return {key for key in KEYS if pattern.fullmatch(key)}


def every_call() -> Iterator[tuple[ast.Call, str]]:
    """Each call in the code, and where it stands."""
    for path in sources():
        yield from ((call, f"{path.relative_to(ROOT)}:{call.lineno}") for call in calls(path))


def test_every_key_that_the_code_names_exists() -> None:
    for path in sources():
        for text in texts(tree_of(path)):
            if KEY.fullmatch(text.value) and not text.value.startswith(HOLE):
                assert hits(text.value), f"{path}:{text.line} names {text.value}"


def test_every_sentence_is_named_by_the_code() -> None:
    assert unnamed(KEYS) == []


@pytest.mark.parametrize(
    "left_over",
    [
        "table.told_wondrous",
        "table.state_waiting_long",  # Of a phase that there is not.
        "rapa_nui_board.tile_hammer",
        "rapa_nui_cards.standing_collect_feathers",
        "ru_ra_re.lesson_dragons",
        "ru_ra_re.refused_too_sleepy",
    ],
)
def test_a_sentence_left_over_is_found_also_where_the_code_puts_keys_together(left_over: str) -> None:
    assert unnamed({left_over}) == [left_over]


def unnamed(keys: Iterable[str]) -> list[str]:
    """Return the keys that the code neither contains nor can build from known parts."""
    return sorted(
        key
        for key in keys
        if key not in strings() and not any(makes(string, made, key) for string, made in put_together())
    )


def makes(string: str, made: re.Pattern[str], key: str) -> bool:
    """Whether a string with placeholders can become this key with known parts."""
    found = made.fullmatch(key)
    if found is None:
        return False
    if string.partition(".")[2] == HOLE:  # Any key of a catalogue: then the rest of it has to be a string.
        return key.partition(".")[2] in strings()
    if ".refused_" in string:  # A refusal's code is said where it is refused.
        return key.partition(".refused_")[2] in strings()
    return all(map(is_known, found.groups()[string.startswith(HOLE) :]))  # The catalogue itself is known.


def is_known(part: str) -> bool:
    """Whether a part of a key is in the code, as a string or as the name of something.

    A setting's name together with its value also counts, as two parts.
    """
    known, words = strings() | called_so(), part.split("_")
    halves = (("_".join(words[:at]), "_".join(words[at:])) for at in range(1, len(words)))
    return part in known or part.isdigit() or any(one in known and other in known for one, other in halves)


@cache
def strings() -> frozenset[str]:
    """All strings of the code."""
    return frozenset(text.value for path in sources() for text in texts(tree_of(path)))


@cache
def put_together() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the strings with placeholders that name keys, each with a pattern of the possible keys."""
    found = (string for string in strings() if HOLE in string and KEY.fullmatch(string))
    place = re.escape(HOLE), "([a-z_0-9]+)"
    return tuple((string, re.compile(re.escape(string).replace(*place))) for string in found)


@cache
def called_so() -> frozenset[str]:
    """Return the names of all kinds of events, members of enumerations and options, in lower case."""
    found: set[str] = set()
    for path in sources():
        for node in ast.walk(tree_of(path)):
            match node:
                case ast.ClassDef(name=name, bases=bases):
                    is_enum = any("Enum" in ast.unparse(base) for base in bases)
                    members = (one.targets[0] for one in node.body if is_enum and isinstance(one, ast.Assign))
                    found |= {name.lower(), *(one.id.lower() for one in members if isinstance(one, ast.Name))}
                case ast.AsyncFunctionDef(
                    args=ast.arguments(args=options), decorator_list=[ast.Call() as call, *_]
                ):
                    found |= {option.arg for option in options if called(call) == "command"}
    return frozenset(found)


def test_a_sentence_gets_all_that_it_holds() -> None:
    for call, where in every_call():
        key = first_text(call)
        if key not in KEYS or called(call) in ("said", "has", "turn"):
            continue
        counted = len(CATALOGUES[key.partition(".")[0]][key.partition(".")[2]]) > 1
        assert (called(call) == "count") == counted, f"{where}: {key}"
        given = {keyword.arg for keyword in call.keywords} | ({"n"} if counted else set())
        assert None in given or places(key) <= given, f"{where}: {key}"


def test_every_refusal_has_its_sentence_and_all_that_it_holds() -> None:
    for call, where in every_call():
        code = first_text(call)
        if code is None or called(call) not in ("Refused", "IllegalMove", "StorageProblem") or code in UNSAID:
            continue
        if called(call) == "StorageProblem":
            found = {f"start.{code}"} & KEYS
        else:
            found = {f"refused.{code}", *(f"{game}.refused_{code}" for game in GAMES)} & KEYS
        assert found, f"{where}: {code}"
        given = {keyword.arg for keyword in call.keywords}
        assert None in given or all(places(key) <= given for key in found), f"{where}: {code}"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_a_name_a_teaser_its_length_and_words_for_its_turns_and_each_option(name: str) -> None:
    options = GAMES[name].options
    expected = {f"option_{option.name}" for option in options}
    expected |= {f"option_{option.name}_{value}" for option in options for value in option.values}
    assert {key for key in CATALOGUES[name] if key.startswith("option_")} == expected
    turns = {"replay_turn", "replay_turns", "replay_jump", "review_picture"}
    assert {"name", "teaser", "lasts", *turns} <= set(CATALOGUES[name])


def test_every_seat_computer_player_phase_and_permission_has_its_word() -> None:
    seats = max(seats for game in games().values() for seats in game.seats)
    expected = {f"computer_name_{seat + 1}" for seat in range(seats)}
    expected |= {f"player_{player}" for player in PLAYERS} | {f"add_{player}" for player in LEVELS}
    expected |= {f"state_{phase.value}" for phase in Phase}
    expected |= {f"permission_{name}" for name in USED}
    kinds = re.compile("(computer_name|player|add|state|permission)_.+")
    assert {key for key in CATALOGUES["table"] if kinds.fullmatch(key)} == expected
    assert all(in_language(SOURCE).has(f"table.{key}") for key in expected)
