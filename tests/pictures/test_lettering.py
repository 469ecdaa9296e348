"""Words in pictures: letters of all our languages, never wider than their place, and kept nowhere."""

from __future__ import annotations

from datetime import date

import pytest

from locales import in_language, languages, sentences
from pictures.lettering import EDGE, LINE, _font, drawn, fitted, legible, width, wrapped
from pictures.scene import Sketch
from pictures.sprites import shape, sprite
from tests.pictures.scenes import NAMES

LONG = "The longest way: Hotu Matu'a carried a large moai eleven steps far, and nobody stood in the way."
JAPANESE = "最も長い道のり：アリキは大きなモアイを十一歩運びましたが、誰も邪魔をしませんでした。"


@pytest.mark.parametrize(
    "text",
    [
        "Tane",
        "Größe, Straße",
        "Œuvre à l’été",
        "¿Mañana?",
        "perché, così",
        "モアイと薬師",
        "Вождь",
        "Ωμεγα",
        "추장",
    ],
)
def test_the_letters_of_many_languages_are_there(text: str) -> None:
    assert legible(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Tane 🌊🗿", "Tane"),
        ("🔥", ""),
        ("a\nb\x00\u202ec", "a bc"),
        ("  a   b ", "a b"),
        ("e\u0301", "é"),
        ("Ωμέγα", "Ωμεγα"),
    ],
)
def test_what_the_font_has_not_is_left_out(text: str, left: str) -> None:
    assert legible(text) == left


@pytest.mark.parametrize("language", languages())
def test_what_a_language_writes_into_pictures_is_drawn_whole(language: str) -> None:
    words = in_language(language)
    drawn_words = [words(f"table.computer_name_{seat}") for seat in range(1, 5)]
    drawn_words += [words("table.somebody"), words.date(date(2026, 11, 23))]
    keys = ("name", "most_points", "most_wood", "most_met", "never_met", "longest_way")
    catalogues = (sentences(language)[name] for name in ("rapa_nui_cards", "rapa_nui_board", "ru_ra_re"))
    drawn_words += [form for catalogue in catalogues for key in keys for form in catalogue.get(key, ())]
    assert len(drawn_words) > 12
    # French keeps its signs on the line of their word, by spaces that are drawn as any other.
    assert [text for text in drawn_words if legible(text) != text.replace("\u00a0", " ")] == []


@pytest.mark.parametrize("text", [*NAMES, LONG, JAPANESE, "W" * 80])
@pytest.mark.parametrize("most", [40, 200, 560])
def test_a_line_is_never_too_wide(text: str, most: int) -> None:
    shown = fitted(text, 30, most)
    assert width(shown, 30) <= most
    assert shown == legible(text) or shown.endswith("…") or most == 40


@pytest.mark.parametrize("text", [*NAMES, LONG, JAPANESE, "AVATo Te Wa fi ffl", "Вождь", "추장", ""])
@pytest.mark.parametrize("size", [24, 28, 41])
def test_a_text_is_as_wide_as_the_font_says_of_it_as_a_whole(text: str, size: int) -> None:
    shown = legible(text)
    assert width(shown, size) == _font(size).getlength(shown) + 2 * EDGE * size


@pytest.mark.parametrize("text", [LONG, JAPANESE, "W" * 80, ""])
def test_many_words_go_on_in_the_next_line(text: str) -> None:
    lines = wrapped(text, 30, 400)
    assert all(0 < width(line, 30) <= 400 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert (len(lines) > 1) == bool(text)


@pytest.mark.parametrize(
    ("text", "letters", "lines"),
    [
        ("アリキ", 2, ["アリ", "キ"]),
        ("モアイ、プカオ", 3, ["モア", "イ、プ", "カオ"]),
        ("「石」を置く", 3, ["「石」", "を置く"]),
        ("村に（二つ）", 3, ["村に", "（二", "つ）"]),
        ("カード", 2, ["カー", "ド"]),
    ],
)
def test_japanese_is_broken_between_letters_but_not_before_a_comma_or_after_a_bracket(
    text: str, letters: int, lines: list[str]
) -> None:
    assert wrapped(text, 30, width("石" * letters, 30) + 1) == lines


@pytest.mark.parametrize("text", ["Agjy", "ÄÉÇ", "モアイ"])
def test_letters_are_whole(text: str) -> None:
    size = 40
    wide, high = round(width(text, size)) + 1, round(LINE * size)
    box = drawn(text, "light", wide, high).getchannel("A").getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert 0 <= left < 0.2 * size
    assert wide - 0.25 * size < right <= wide
    assert 0 < top < bottom < high


def test_names_are_kept_nowhere() -> None:
    sketch = Sketch(1000, 300, "dusk")
    sketch.text("player/0", "Tane", 20, 40, 30, "light")
    [placed] = sketch.scene().placed
    before = shape.cache_info()
    assert sprite(placed.sprite, placed.width, placed.height).size == (placed.width, placed.height)
    assert shape.cache_info() == before
