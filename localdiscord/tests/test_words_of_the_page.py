"""Every text of the page exists in each of its languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "page"
TEXT = r'"((?:[^"\\]|\\.)*)"'
USED = re.compile(rf"\bwords(?:Around)?\({TEXT}")
COUNTED = re.compile(rf"\bcounted\([^,]+, {TEXT}, {TEXT}\)")
TRANSLATED = re.compile(rf"^  {TEXT}: {TEXT},$", re.MULTILINE)
UNTRANSLATED = re.compile(r'"?(?:aria-label|title|placeholder)"?: "[A-Za-z]')
LANGUAGES = ("de", "es", "fr", "it", "ja")


def sources() -> list[str]:
    """Return the page's JavaScript modules, without those of the texts."""
    return [path.read_text("utf-8") for path in PAGE.glob("*.js") if not path.name.startswith("words")]


def used() -> set[str]:
    """Return all texts that the page uses, in English."""
    found: set[str] = set()
    for source in sources():
        found.update(USED.findall(source))
        found.update(sentence for both in COUNTED.findall(source) for sentence in both)
    return found


def translations(language: str) -> dict[str, str]:
    """Return a language's texts by the English ones."""
    return dict(TRANSLATED.findall((PAGE / f"words_{language}.js").read_text("utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_just_the_sentences_that_the_page_says(language: str) -> None:
    assert len(used()) > 100
    assert set(translations(language)) == used()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_braces_is_kept(language: str) -> None:
    for english, sentence in translations(language).items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", sentence)), english


def test_french_signs_stay_on_the_line_of_their_word() -> None:
    loose = re.compile("(?<!\u00a0)[:;!?»]|«(?!\u00a0)")
    assert [said for said in translations("fr").values() if loose.search(said)] == []


def test_no_label_is_written_in_one_language_only() -> None:
    for source in sources():
        assert not UNTRANSLATED.findall(source)
