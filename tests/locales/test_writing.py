"""Each language keeps its conventions: signs, spaces, full stops, one form of address, short labels."""

from __future__ import annotations

import re
import unicodedata

import pytest

from locales import SOURCE, in_language, languages, sentences

IN_EACH_LANGUAGE = pytest.mark.parametrize("language", languages())
KEPT = re.compile(r"\{\w+\}|`[^`]*`|\]\([^)]*\)|\d\d:\d\d")
"""Places, commands, addresses, and times as one types them."""
FOREIGN = {
    "en": "„«»「」『』¿¡、。",
    "de": "«»”「」『』¿¡、。",
    "fr": "„“”「」『』¿¡、。",
    "it": "„“”「」『』¿¡、。",
    "es": "„“”「」『』、。",
    "ja": "„“”«»‘’¿¡,;:!?()",
}
"""Signs that a language doesn't write; that those of its own come in twos is held by `test_catalogues`."""
TIE = "\u00a0"
"""The space before or behind a French sign, at which no line is broken."""
LOOSE = re.compile(rf"(?<!{TIE})[:;!?»]|«(?!{TIE})|\u202f")
"""A French sign that may lose its word to another line."""
DOTS = {"de": re.compile(r"\w…|}…")}
"""Dots for words left out that stand otherwise than the language sets them: in German behind a space."""
LOOSE_DOTS = re.compile(r"\s…$")
"""In the others right behind their word; at the beginning of a line they may stand alone."""
FORMAL = {
    "de": r"(?<=[a-zäöüß,] )(Sie|Ihnen|Ihre?[mnrs]?)\b",
    "fr": r"\b([Vv]ous|[Vv]otre|[Vv]os)\b",
    "it": r"\b(Lei|Suo[i]?|Su[ae]|[Vv]oi|[Vv]ostr[oaei])\b",
    "es": r"\b([Uu]sted(es)?|[Vv]osotr[oa]s|[Vv]uestr[oa]s?)\b",
    "ja": r"(?:だ|である|だった|しろ|せよ)[。！]",
}
"""Another form of address than the one for friends; in Japanese, another one than the polite."""
TO_SEVERAL = {
    "rapa_nui_board.lesson_sculptor",
    "rapa_nui_cards.lesson_take",
    "ru_ra_re.choose_hint",
    "ru_ra_re.lesson_clash",
    "table.call",
    "time.ended_unreadable",
}
"""Sentences that speak of the reader and others, in words that could be formal."""
LABEL = re.compile(r"\.(button|add)_")
WIDEST = 40
"""Of a button, in columns, of which a Japanese letter takes two: about half of a phone's width."""
ALIKE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿々ー][ \u3000]+[ぁ-ゖァ-ヺ一-鿿々ー]")
"""Japanese words with a space between them."""

COUNTED = re.compile(r"\{(n|price|wood|held|total)\} (\w+s|wood)\b")
"""A number and what it counts."""
NEVER_ONE = {
    "league.how_divisions",
    "rapa_nui_board.free_by_tablet",
    "rapa_nui_board.free_tablet_once",
    "rapa_nui_board.plan_empty",
    "rapa_nui_cards.discard_why",
    "rapa_nui_cards.moai_too_dear",
    "rapa_nui_cards.refused_not_enough_wood",
    "rapa_nui_cards.three_moai",
}
"""Sentences that count without a form for one: there are always more, or one is called like many."""


def said(language: str) -> list[tuple[str, str]]:
    """Return all sentences of a language in all forms, by key, without placeholders and commands."""
    return [
        (f"{name}.{key}", KEPT.sub("0", form))
        for name, catalogue in sentences(language).items()
        for key, forms in catalogue.items()
        for form in forms
    ]


def columns(text: str) -> int:
    """Return the width of a text, in columns of letters."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


@pytest.mark.parametrize("language", FOREIGN)
def test_a_language_writes_its_own_signs_only(language: str) -> None:
    foreign = re.compile(f"[{FOREIGN[language]}]")
    assert [(key, form) for key, form in said(language) if foreign.search(form)] == []


def test_french_signs_stay_on_the_line_of_their_word() -> None:
    assert [(key, form) for key, form in said("fr") if LOOSE.search(form)] == []


@IN_EACH_LANGUAGE
def test_dots_stand_for_words_left_out_as_the_language_sets_them(language: str) -> None:
    wrong = DOTS.get(language, LOOSE_DOTS)
    assert [(key, form) for key, form in said(language) if wrong.search(form)] == []


@pytest.mark.parametrize("language", FORMAL)
def test_people_are_spoken_to_in_one_form_of_address(language: str) -> None:
    found = [(key, form) for key, form in said(language) if re.search(FORMAL[language], form)]
    assert [one for one in found if one[0] not in TO_SEVERAL] == []


@IN_EACH_LANGUAGE
def test_labels_have_room_in_letters_of_double_width_too(language: str) -> None:
    labels = [(key, form) for key, form in said(language) if LABEL.search(key)]
    assert [(key, form) for key, form in labels if columns(form) > WIDEST] == []


def test_japanese_has_no_spaces_between_words() -> None:
    found = [(key, form) for key, form in said("ja") if ALIKE.search(form)]
    # Lists of words, of which each is used by itself.
    assert [one for one in found if not one[0].startswith("table.name_")] == []


def test_what_is_counted_has_a_form_for_one() -> None:
    single = {
        f"{name}.{key}": forms[0]
        for name, catalogue in sentences(SOURCE).items()
        for key, forms in catalogue.items()
        if len(forms) == 1
    }
    assert {key for key, form in single.items() if COUNTED.search(form)} == NEVER_ONE


@pytest.mark.parametrize(("language", "comma"), [("en", ", "), ("fr", ", "), ("ja", "、")])
def test_what_is_named_one_after_the_other_stands_apart_as_in_that_language(
    language: str, comma: str
) -> None:
    assert in_language(language).comma == comma


@IN_EACH_LANGUAGE
def test_no_computer_player_has_a_name_that_is_a_word_of_our_sentences(language: str) -> None:
    """Before what somebody gets, a word is read as an order: *Make +1 wood*."""
    called = {form.lower() for key, form in said(language) if key.startswith("table.computer_name_")}
    others = [form.lower() for key, form in said(language) if not key.startswith("table.computer_name_")]
    assert called & {word for form in others for word in re.findall(r"\w+", form)} == set()
