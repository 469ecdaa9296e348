"""Every sentence exists in every language, completely, with the same placeholders."""

from __future__ import annotations

import csv
import re
from datetime import UTC, datetime
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

import locales
from locales import FOLDER, SOURCE, in_language, languages, sentences

KEYS = sorted(f"{name}.{key}" for name, catalogue in sentences(SOURCE).items() for key in catalogue)
OTHERS = [language for language in languages() if language != SOURCE]
EMOJI = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
BLOCK = re.compile(r"^(?:#{1,3}|-#|>|\*|-) ", re.MULTILINE)
COMMAND = re.compile(r"`/([^`]+)`")
LABEL = re.compile(r"table\.((button|add)_.+|direct_(on|off)|language(_auto)?)")
PAIRS = {
    "en": ("“”",),
    "de": ("„“",),
    "fr": ("«»",),
    "it": ("«»",),
    "es": ("«»", "¿?", "¡!"),
    "ja": ("「」", "（）"),
}
"""Quotation marks and other signs of a language that come in twos."""
STRAIGHT = re.compile(r"['\"]")
"""Quotation marks and apostrophes of typewriters."""
LONGEST_BUTTON = 80
LONGEST_TEXT_OF_A_COMMAND = 100
LONGEST_NAME_IN_A_MENU = 32


def forms_of(language: str, key: str) -> tuple[str, ...]:
    name, _, text = key.partition(".")
    return sentences(language)[name][text]


def places(text: str) -> set[str]:
    """Return the placeholders of a sentence, with their formats."""
    parsed = Formatter().parse(text)
    return {f"{name}!{conversion}:{spec}" for _, name, spec, conversion in parsed if name is not None}


N = next(iter(places("{n}")))


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_sentences_as_english(language: str) -> None:
    mine = {f"{name}.{key}" for name, catalogue in sentences(language).items() for key in catalogue}
    assert sorted(mine - set(KEYS)) == []
    assert sorted(set(KEYS) - mine) == []


@pytest.mark.parametrize("language", languages())
def test_every_sentence_is_whole_in_every_language(language: str) -> None:
    counts = get_plural(language.replace("-", "_")).num_plurals
    every = ((name, key) for name, keys in sentences(SOURCE).items() for key in keys)
    for name, key in every:
        source, forms = sentences(SOURCE)[name][key], sentences(language)[name][key]
        assert len(forms) == (counts if len(source) > 1 else 1), key
        for place, form in enumerate(forms):
            assert form.strip() == form, key
            assert form, key
            # Where English says "one" in words, so may a singular.
            is_singular = place == 0 and counts > 1
            optional = {N} if is_singular and N not in places(source[0]) else set()
            assert places(form) | optional == places(source[-1]) | optional, key
            for mark in ("**", "`", "*"):
                assert form.count(mark) % 2 == 0, (key, mark)
            for pair in ("()", "[]", *PAIRS.get(language, ())):
                assert form.count(pair[0]) == form.count(pair[1]), (key, pair)
            assert STRAIGHT.search(form) is None or language == SOURCE, key
            # Headings, small print, emojis as in English.
            assert BLOCK.findall(form) == BLOCK.findall(source[-1]), key
            assert EMOJI.findall(form) == EMOJI.findall(source[-1]), key


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_says_its_language_and_how_it_counts(language: str) -> None:
    plural = get_plural(language.replace("-", "_"))
    for name, source in sentences(SOURCE).items():
        path = FOLDER / language / f"{name}.po"
        header = path.read_text("utf-8").partition("\n\n")[0]
        assert f"nplurals={plural.num_plurals}; plural={plural.plural_expr};" in header, path
        assert f"Language: {language}\\n" in header, path
        assert "charset=utf-8" in header, path
        with path.open("rb") as file:
            catalogue = read_po(file, abort_invalid=True)
        for message in catalogue:
            assert not message.fuzzy or not message.id, message.id
            forms = message.string
            key = message.id if isinstance(message.id, str) else message.id[0]
            assert not key or message.pluralizable == (len(source[key]) > 1), key
            assert not message.pluralizable or (forms and len(forms) == plural.num_plurals), message.id
        written = re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
        assert len(written) == len(set(written)), path


@pytest.mark.parametrize("language", languages())
def test_labels_and_descriptions_fit_discord(language: str) -> None:
    for key in KEYS:
        for form in forms_of(language, key):
            if LABEL.fullmatch(key):
                assert len(form) <= LONGEST_BUTTON, key
            if re.search(r"\.(button|add)_", key):
                assert len(form) <= LONGEST_BUTTON // 2, key  # Five stand in a row.
            if key.startswith("commands.") or ".option_" in key or key.endswith(".name"):
                assert len(form) <= LONGEST_TEXT_OF_A_COMMAND, key
            if key.startswith("commands.menu_"):
                assert len(form) <= LONGEST_NAME_IN_A_MENU, key


@pytest.mark.parametrize("language", languages())
def test_names_of_commands_and_options_are_names_to_discord(language: str) -> None:
    words = in_language(language)
    names = [key for key in KEYS if key.startswith("commands.name_")]
    assert names
    for key in names:
        assert re.fullmatch(r"[-_\w]{1,32}", words(key)), key
        assert words(key) == words(key).lower(), key
    # An option that names a table may be called as the command; no two others may.
    apart = [words(key) for key in names if key != "commands.name_which_table"]
    assert len(apart) == len(set(apart))


@pytest.mark.parametrize("language", languages())
def test_a_sentence_names_commands_as_its_readers_see_them(language: str) -> None:
    words = in_language(language)
    for key in KEYS:
        source = COMMAND.findall(forms_of(SOURCE, key)[0])
        expected = [" ".join(words(f"commands.name_{word}") for word in name.split()) for name in source]
        for form in forms_of(language, key):
            assert COMMAND.findall(form) == expected, key


@pytest.mark.parametrize("language", languages())
def test_a_sentence_names_buttons_by_their_labels(language: str) -> None:
    words = in_language(language)
    assert "*X*" in words("table.dm_closed", who="", button="X")
    assert words("table.button_cards") in words("table.direct_off")
    assert re.search(rf"\b{words('table.direct_on')}\b", words("table.direct_closed"))


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("de_DE", "de"),
        ("fr", "fr"),
        ("fr_FR", "fr"),
        ("it", "it"),
        ("it_IT", "it"),
        ("es-ES", "es"),
        ("es-419", "es"),
        ("es_MX", "es"),
        ("ja", "ja"),
        ("ja_JP", "ja"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("xx", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_nearest_language_is_spoken(locale: str | None, language: str) -> None:
    assert in_language(locale).language == language


def test_every_language_has_a_name_of_its_own_for_the_settings() -> None:
    assert {code: in_language(code)("table.language") for code in languages()} == {
        "en": "English",
        "de": "Deutsch",
        "es": "Español",
        "fr": "Français",
        "it": "Italiano",
        "ja": "日本語",
    }


@pytest.mark.parametrize(
    ("language", "n", "points"),
    [
        ("en", 0, "0 points"),
        ("en", 1, "1 point"),
        ("en", 2, "2 points"),
        ("de", 0, "0 Punkte"),
        ("de", 1, "1 Punkt"),
        ("de", 2, "2 Punkte"),
        ("fr", 0, "0 point"),
        ("fr", 1, "1 point"),
        ("fr", 2, "2 points"),
        ("it", 1, "1 punto"),
        ("it", 2, "2 punti"),
        ("es", 1, "1 punto"),
        ("es", 2, "2 puntos"),
        ("ja", 1, "1点"),
        ("ja", 2, "2点"),
    ],
)
def test_each_language_counts_in_its_own_way(language: str, n: int, points: str) -> None:
    assert in_language(language).count("table.points", n) == points


@pytest.mark.parametrize(
    ("language", "listed"),
    [
        ("en", "Ana, Ben and Cleo"),
        ("de", "Ana, Ben und Cleo"),
        ("fr", "Ana, Ben et Cleo"),
        ("it", "Ana, Ben e Cleo"),
        ("es", "Ana, Ben y Cleo"),
        ("ja", "Ana、Ben、Cleo"),
    ],
)
def test_each_language_lists_things_in_its_own_way(language: str, listed: str) -> None:
    words = in_language(language)
    assert words.listed(("Ana", "Ben", "Cleo")) == listed
    assert words.listed(("Ana",)) == "Ana"
    assert words.listed(()) == ""


@pytest.mark.parametrize(
    ("language", "day", "clock"),
    [
        ("en", "Wednesday, July 1, 2026", "3:04\u202fPM"),
        ("de", "Mittwoch, 1. Juli 2026", "15:04"),
        ("fr", "mercredi 1 juillet 2026", "15:04"),
        ("it", "mercoledì 1 luglio 2026", "15:04"),
        ("es", "miércoles, 1 de julio de 2026", "15:04"),
        ("ja", "2026年7月1日水曜日", "15:04"),
    ],
)
def test_each_language_writes_days_and_times_in_its_own_way(language: str, day: str, clock: str) -> None:
    words, at = in_language(language), datetime(2026, 7, 1, 15, 4, tzinfo=UTC)
    assert words.date(at.date()) == day
    assert words.clock(at) == clock


def test_a_sentence_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        in_language("de")("table.no_such_sentence")
    with pytest.raises(KeyError):
        in_language("de").count("table.no_such_sentence", 1)
    assert not in_language("de").has("table.no_such_sentence")


def test_locales_that_read_the_same_language_share_its_sentences() -> None:
    """Discord asks for each of its thirty at every start."""
    assert in_language("en-GB") is in_language("bg") is in_language(None)
    assert in_language("de") is not in_language("fr")


HALF = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: eo\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "which_one"
msgstr "Farita."
"""


def test_a_new_folder_is_a_language_and_what_it_lacks_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / SOURCE).symlink_to(FOLDER / SOURCE)
    (tmp_path / "eo").mkdir()
    (tmp_path / "eo" / "table.po").write_text(HALF, "utf-8")
    monkeypatch.setattr(locales, "FOLDER", tmp_path)
    for remembered in ("languages", "_words"):
        monkeypatch.setattr(locales, remembered, getattr(locales, remembered).__wrapped__)
    words = in_language("eo")
    assert (words.language, words("table.which_one")) == ("eo", "Farita.")
    assert words("table.nothing_yet") == "Nothing has happened yet."
    assert words("menu.asked") == "ask me each time"
    assert [words.count("table.points", n) for n in (1, 2)] == ["1 point", "2 points"]


# What is still English

SAME = {
    ("commands.name_*table", "fr"): "a table is one in French too",
    ("commands.name_divisions", "fr"): "divisions are called so in French too",
    ("league.division", "fr"): "a division",
    ("league.points", "fr"): "points",
    ("commands.name_file", "it"): "a file is one in Italian too",
    ("commands.name_privacy", "it"): "privacy is called so in Italian too",
    ("rapa_nui_board.option_beginner_set_off", "es it"): "no",
    ("rapa_nui_board.points", "fr"): "points",
    ("rapa_nui_board.place_makes", "de it"): "a word of Rapa Nui",
    ("rapa_nui_board.pukao", "de es fr it"): "a word of Rapa Nui",
    ("rapa_nui_board.round", "it"): "players say so in Italian too",
    ("rapa_nui_board.replay_turn", "it"): "players say so in Italian too",
    ("rapa_nui_board.tile_mana", "de es fr it"): "a word of Rapa Nui",
    ("rapa_nui_cards.*_moai", "de it"): "a word of Rapa Nui",
    ("rapa_nui_cards.hand", "de"): "Hand",
    ("rapa_nui_cards.option_open_hands_off", "es it"): "no",
    ("rapa_nui_cards.points", "fr"): "points",
    ("ru_ra_re.name", "de es fr it ja"): "a name",
    ("ru_ra_re.points", "fr"): "points",
    ("table.computer_name_?", "de es fr it"): "names",
    ("table.level_expert", "fr"): "an expert is one in French too",
    ("table.points", "fr"): "points",
    ("time.minutes", "de fr"): "minutes",
}
"""Keys whose sentence may be the English one, in which languages, and why."""


def said(form: str) -> str:
    """Return the words of a sentence, without its placeholders; empty: it has none."""
    words = "".join(text for text, *_ in Formatter().parse(form))
    return words.casefold() if re.search(r"[^\W\d_]", words) else ""


def still_english(language: str) -> set[str]:
    """Return the keys whose sentence equals the English one in some form."""
    mine, english = ({key: {*map(said, forms_of(one, key))} for key in KEYS} for one in (language, SOURCE))
    return {key for key in KEYS if (mine[key] & english[key]) - {""}}


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_still_the_english_one(language: str) -> None:
    may_be = {pattern for pattern, spoken in SAME if language in spoken.split()}
    found = still_english(language)
    assert sorted(key for key in found if not any(fnmatch(key, pattern) for pattern in may_be)) == []
    # What may be English still is.
    assert sorted(pattern for pattern in may_be if not any(fnmatch(key, pattern) for key in found)) == []


# Terms

GLOSSED = [language for language in OTHERS if (FOLDER / language / "glossary.csv").exists()]
UNGLOSSED = ("commands.name_", "start.", "rapa_nui_cards.card_", "rapa_nui_board.aloud_")
"""Names of commands, and what the terminal says, hold no terms of games; a card is called as printed.

What is told of a crowded board by ear must be short."""


def glossary(language: str) -> dict[str, list[str]]:
    """Return the glossary: each English term, longest first, with all its forms in the language."""
    with (FOLDER / language / "glossary.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == [SOURCE, language]
    terms = {term: forms.split("|") for term, forms in rows}
    assert len(terms) == len(rows)
    return dict(sorted(terms.items(), key=lambda row: -len(row[0])))


@cache
def terms_in(source: str, terms: tuple[str, ...]) -> list[str]:
    """Return the terms in an English sentence; within *ahu tile*, *ahu* doesn't count as a term."""
    rest, found = re.sub(r"`[^`]*`|\{\w+\}", "", source), []
    for term in terms:
        rest, times = re.subn(rf"\b{term}(e?s)?\b", "#", rest, flags=re.IGNORECASE)
        found += [term] if times else []
    return found


def says(form: str, language: str, terms: list[str]) -> bool:
    """Whether a sentence contains one of these terms; in Japanese, there are no spaces between words."""
    if language == "ja":
        return any(term in form for term in terms)
    words = "|".join(map(re.escape, terms))
    return re.search(rf"(?<!\w)(?:{words})(?!\w)", form, re.IGNORECASE) is not None


def unlike_the_glossary(language: str) -> list[str]:
    """Return the sentences whose terms differ from the glossary of their language."""
    terms, found = glossary(language), list[str]()
    for key in KEYS:
        if key.startswith(UNGLOSSED):
            continue
        spoken = {term for form in forms_of(SOURCE, key) for term in terms_in(form, tuple(terms))}
        for form in forms_of(language, key):
            found += [f"{key}: {term}" for term in spoken if not says(form, language, terms[term])]
    return sorted(found)


def test_every_language_has_a_glossary_of_the_same_terms_which_english_says() -> None:
    assert GLOSSED == OTHERS
    first, *others = (set(glossary(language)) for language in GLOSSED)
    assert [other ^ first for other in others] == [set()] * len(others)
    terms = tuple(glossary(GLOSSED[0]))
    spoken = {term for key in KEYS for form in forms_of(SOURCE, key) for term in terms_in(form, terms)}
    assert sorted(first - spoken) == []


@pytest.mark.parametrize("language", GLOSSED)
def test_each_term_is_always_said_the_same_way(language: str) -> None:
    assert unlike_the_glossary(language) == []


@pytest.mark.parametrize("language", GLOSSED)
def test_every_form_of_a_term_is_used_somewhere(language: str) -> None:
    forms = [form for key in KEYS for form in forms_of(language, key)]
    listed = (form for words in glossary(language).values() for form in words)
    assert [form for form in listed if not any(says(one, language, [form]) for one in forms)] == []


def test_a_term_said_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {SOURCE: ("Ahu tiles and a moai",), "de": ("Ahu-Platten und ein Moai",)}
    monkeypatch.setattr(f"{__name__}.forms_of", lambda language, key: said[language])
    monkeypatch.setattr(f"{__name__}.KEYS", ["ru_ra_re.name"])
    assert unlike_the_glossary("de") == ["ru_ra_re.name: ahu tile"]
