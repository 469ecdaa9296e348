"""The pseudo-language: its construction, and that it finds the texts that it should find."""

from __future__ import annotations

import re

import pytest

from locales import SOURCE, in_language, sentences
from tests.locales.pseudo import CLOSING, OPENING, pseudo, speak, unspoken
from tests.locales.test_catalogues import BLOCK, COMMAND, EMOJI, places

NAMES = re.compile("Ana")


@pytest.mark.parametrize("name", sorted(sentences(SOURCE)))
def test_a_sentence_keeps_its_places_its_formatting_its_emojis_and_its_commands(name: str) -> None:
    for key, forms in sentences(SOURCE)[name].items():
        for form in forms:
            other = pseudo(form)
            for found in (places, BLOCK.findall, EMOJI.findall, COMMAND.findall):
                assert found(other) == found(form), key
            assert [other.count(mark) for mark in "*`[]()\n"] == [form.count(mark) for mark in "*`[]()\n"], (
                key
            )
            assert other.count(OPENING) == other.count(CLOSING), key
            assert len(other) >= len(form), key


def test_it_is_longer_by_two_fifths() -> None:
    forms = [form for catalogue in sentences(SOURCE).values() for one in catalogue.values() for form in one]
    assert 1.3 < sum(map(len, map(pseudo, forms))) / sum(map(len, forms)) < 1.5


def test_every_sentence_with_a_letter_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    words = speak(monkeypatch)
    assert in_language("x-pseudo") is in_language("de") is words
    for name, catalogue in sentences(SOURCE).items():
        for key in catalogue:
            if key.startswith("name_") and name == "commands":
                continue
            said = words(f"{name}.{key}")
            assert unspoken(re.sub(r"\{\w+\}|`[^`]*`", "", said), NAMES) == [], said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (pseudo("Ready."), False),
        (f"-# {pseudo('Seat')} 1: Ana", False),
        ("12 · **3**", False),
        (pseudo("a {thing}").format(thing=pseudo("fish")), False),
        ("Ready.", True),
        (f"{pseudo('Ready.')} Go", True),
        (pseudo("a {thing}").format(thing="fish"), True),
        (f"{pseudo('Ready.')}\nGo", True),
        ("日本", True),
    ],
)
def test_what_is_in_no_catalogue_is_found(text: str, found: bool) -> None:
    assert bool(unspoken(text, NAMES)) == found
