"""Every sentence exists in every language, with the same places to fill, and none stands in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from locales import SOURCE, languages, sentences, words

ROOT = Path(__file__).parents[2]
KEYS = {f"{name}.{key}" for name, catalogue in sentences(SOURCE).items() for key in catalogue}
OTHERS = [language for language in languages() if language != SOURCE]
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.!?:]? [a-z]{2,}")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_sentences_as_english(language: str) -> None:
    mine = {f"{name}.{key}" for name, catalogue in sentences(language).items() for key in catalogue}
    assert mine == KEYS


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", sorted(KEYS))
def test_a_sentence_is_whole_in_every_language(language: str, key: str) -> None:
    name, _, text = key.partition(".")
    source = sentences(SOURCE)[name][text]
    forms = sentences(language)[name][text]
    assert (len(forms) > 1) == (len(source) > 1)
    for form in forms:
        assert form.strip()
        # In the singular, "one" may stand for the number.
        assert places(form) - {"n"} == places(source[-1]) - {"n"}
        assert len(forms) > 1 or places(form) == places(source[0])
        assert form.count("**") % 2 == 0
        assert form.count("`") % 2 == 0


@pytest.mark.parametrize("language", languages())
def test_labels_and_descriptions_fit_discord(language: str) -> None:
    speech = words(language)
    for key in KEYS:
        if ".button_" in key or ".add_" in key:
            assert len(speech(key)) <= 40, key
        if key.startswith("commands.") or ".option_" in key or key.endswith(".name"):
            assert len(speech(key)) <= 100, key


@pytest.mark.parametrize("language", languages())
def test_names_of_commands_and_options_are_names_to_discord(language: str) -> None:
    speech = words(language)
    for key in KEYS:
        if key.startswith("commands.name_") or ".option_name_" in key:
            assert re.fullmatch(r"[-_\w]{1,32}", speech(key)), key
            assert speech(key) == speech(key).lower(), key


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de", "de"), ("en-US", "en"), ("en-GB", "en"), ("xx", "en"), ("", "en"), (None, "en"), ("de_DE", "de")],
)
def test_the_nearest_language_is_spoken(locale: str | None, language: str) -> None:
    assert words(locale).language == language


def test_plural_forms() -> None:
    assert words("en").count("table.points", 1) == "1 point"
    assert words("en").count("table.points", 0) == "0 points"
    assert words("de").count("table.points", 2) == "2 Punkte"
    with pytest.raises(KeyError):
        words("en")("table.no_such_sentence")
    with pytest.raises(KeyError):
        words("en").count("table.no_such_sentence", 1)


def sources() -> list[Path]:
    folders = ("cogs", "engine", "tables", "pictures")
    return [ROOT / "bot.py", *(path for folder in folders for path in (ROOT / folder).rglob("*.py"))]


def strings(path: Path) -> Iterator[str]:
    """The strings of a module that are no docstrings, those of f-strings with `{}` for each place."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings: set[int] = set()
    inner: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            docstrings.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            inner.update(id(part) for part in node.values)
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield "".join(map(str, parts))
    for node in ast.walk(tree):
        apart = id(node) not in docstrings and id(node) not in inner
        if apart and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_key_that_the_code_names_exists_and_every_sentence_is_named() -> None:
    catalogues = "|".join(sentences(SOURCE))
    named = re.compile(rf"^({catalogues}|\{{\}})\.[a-z_0-9{{}}]+$")
    found: set[str] = set()
    for path in sources():
        for text in filter(named.match, strings(path)):
            pattern = re.compile(re.escape(text).replace(r"\{\}", "[a-z_0-9]+"))
            hits = {key for key in KEYS if pattern.fullmatch(key)}
            if text.partition(".")[0] in sentences(SOURCE):
                assert hits, f"{path.name} names {text}"
            found |= hits
    # Refusals are named by codes of the engine and the tables.
    assert {key for key in KEYS - found if not key.startswith("refused.")} == set()


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_stands_in_the_code(path: Path) -> None:
    speaks = path.is_relative_to(ROOT / "cogs") or path.name == "bot.py"
    for text in strings(path):
        assert not speaks or not SENTENCE.search(text), text
