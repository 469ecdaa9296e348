"""Every sentence exists in every language, whole, with the same places to fill."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from locales import FOLDER, SOURCE, in_language, languages, sentences

KEYS = sorted(f"{name}.{key}" for name, catalogue in sentences(SOURCE).items() for key in catalogue)
OTHERS = [language for language in languages() if language != SOURCE]
EMOJI = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
BLOCK = re.compile(r"^(?:#{1,3}|-#|>|\*|-) ", re.MULTILINE)
COMMAND = re.compile(r"`/([^`]+)`")
LABEL = re.compile(r"table\.((button|add)_.+|direct_(on|off)|language(_auto)?)")
LONGEST_BUTTON = 80
LONGEST_TEXT_OF_A_COMMAND = 100


def forms_of(language: str, key: str) -> tuple[str, ...]:
    name, _, text = key.partition(".")
    return sentences(language)[name][text]


def places(text: str) -> set[str]:
    """The places of a sentence, with how they are written out."""
    parsed = Formatter().parse(text)
    return {f"{name}!{conversion}:{spec}" for _, name, spec, conversion in parsed if name is not None}


N = next(iter(places("{n}")))


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_sentences_as_english(language: str) -> None:
    mine = {f"{name}.{key}" for name, catalogue in sentences(language).items() for key in catalogue}
    assert sorted(mine - set(KEYS)) == []
    assert sorted(set(KEYS) - mine) == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(sentences(SOURCE)))
def test_every_sentence_is_whole_in_every_language(language: str, name: str) -> None:
    for key, source in sentences(SOURCE)[name].items():
        forms = sentences(language)[name][key]
        assert (len(forms) > 1) == (len(source) > 1), key
        for place, form in enumerate(forms):
            assert form.strip() == form, key
            assert form, key
            # Where English says "one" in words, so may the singular.
            optional = {N} if place == 0 and N not in places(source[0]) else set()
            assert places(form) | optional == places(source[-1]) | optional, key
            for mark in ("**", "`", "*"):
                assert form.count(mark) % 2 == 0, (key, mark)
            # Headings, small print, emojis as in English.
            assert BLOCK.findall(form) == BLOCK.findall(source[-1]), key
            assert EMOJI.findall(form) == EMOJI.findall(source[-1]), key


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(sentences(SOURCE)))
def test_a_catalogue_says_its_language_and_how_it_counts(language: str, name: str) -> None:
    path = FOLDER / language / f"{name}.po"
    header = path.read_text("utf-8").partition("\n\n")[0]
    plural = get_plural(language.replace("-", "_"))
    assert f"nplurals={plural.num_plurals}; plural={plural.plural_expr};" in header
    assert f"Language: {language}\\n" in header
    assert "charset=utf-8" in header
    with path.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    for message in catalogue:
        assert not message.fuzzy or not message.id, message.id
        forms = message.string
        assert not message.pluralizable or (forms and len(forms) == plural.num_plurals), message.id
    written = re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
    assert len(written) == len(set(written))


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
    assert [in_language(code)("table.language") for code in ("en", "de", "fr")] == [
        "English",
        "Deutsch",
        "Français",
    ]
    assert len({in_language(code)("table.language") for code in languages()}) == len(languages())


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
    ],
)
def test_each_language_counts_in_its_own_way(language: str, n: int, points: str) -> None:
    assert in_language(language).count("table.points", n) == points


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
