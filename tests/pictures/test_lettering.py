"""Words in pictures: with the letters of all our languages, no wider than their space, and not stored."""

from __future__ import annotations

import unicodedata
from datetime import date
from math import ceil

import pytest
from PIL import Image

from locales import in_language, languages, sentences
from pictures.lettering import LINE, MOST_MARKS, _shaped, fitted, legible, width, wrapped
from pictures.render import shape, sprite
from pictures.scene import Sketch
from tests.pictures.scenes import NAMES

LONG = "The longest way: Hotu Matu'a carried a large moai eleven steps far, and nobody stood in the way."
JAPANESE = "最も長い道のり：アリキは大きなモアイを十一歩運びましたが、誰も邪魔をしませんでした。"


def image(text: str, size: int) -> Image.Image:
    """Draw a text as in a picture."""
    wide, high = ceil(width(text, size)), round(LINE * size)
    return sprite(f"text:light:{text}", wide, high)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Tane", id="English"),
        pytest.param("Größe, Straße, STRAẞE", id="German"),
        pytest.param("Œuvre à l’été", id="French"),
        pytest.param("¿Mañana?", id="Spanish"),
        pytest.param("perché, così", id="Italian"),
        pytest.param("モアイと薬師", id="Japanese"),
        pytest.param("Łukasz Paweł Świątek", id="Polish"),
        pytest.param("Yıldız İpek Şahin", id="Turkish"),
        pytest.param("Əli Rəşid", id="Azerbaijani"),
        pytest.param("Ħal Għarb Ċetta", id="Maltese"),
        pytest.param("Ŋuŋŋá Ŧ", id="Sámi"),
        pytest.param("Þórður Æsa Ðe", id="Icelandic"),
        pytest.param("Åse Øyvind", id="Norwegian"),
        pytest.param("Řehoř Čeněk Ůla", id="Czech"),
        pytest.param("Ľubica Ŕŕ", id="Slovak"),
        pytest.param("Őrs Űzött", id="Hungarian"),
        pytest.param("Ştefan Ţ Șerban Ț", id="Romanian"),
        pytest.param("Ķēniņš Ģirts", id="Latvian"),
        pytest.param("Žydrūnė Ąžuolas", id="Lithuanian"),
        pytest.param("Đorđe Ljubav", id="Croatian"),
        pytest.param("Nguyễn Thị Ơ Ưng Đặng", id="Vietnamese"),
        pytest.param("Ọlá Ẹ̀kọ́ Ṣadé", id="Yoruba"),
        pytest.param("Ɓala Ɗanƙo Ƴar", id="Hausa"),
        pytest.param("ʻŌpūnui Kāne", id="Hawaiian"),
        pytest.param("Вождь Ёлка", id="Russian"),
        pytest.param("Олексій Євген Ґалаґан Її", id="Ukrainian"),
        pytest.param("Ўладзімір", id="Belarusian"),
        pytest.param("Ђорђе Јелена Љубав Њ Ћ Џ", id="Serbian"),
        pytest.param("Ѓорѓи Ќе Ѕвезда", id="Macedonian"),
        pytest.param("Қазақ Ұлт Әсем Һ Ңғө", id="Kazakh"),
        pytest.param("Ҳусейн Ҷамшед Ӣ", id="Tajik"),
        pytest.param("Ωμέγα Ἀχιλλεύς", id="Greek"),
        pytest.param("Ամենահայ", id="Armenian"),
        pytest.param("ქართველი", id="Georgian"),
        pytest.param("שלום דָּוִד", id="Hebrew"),
        pytest.param("محمد علي", id="Arabic"),
        pytest.param("می‌خواهم پژمان", id="Persian"),
        pytest.param("ٹیپو ڈار", id="Urdu"),
        pytest.param("नरेन्द्र मोदी", id="Hindi"),
        pytest.param("বাংলা", id="Bengali"),
        pytest.param("தமிழ்", id="Tamil"),
        pytest.param("తెలుగు", id="Telugu"),
        pytest.param("ಕನ್ನಡ", id="Kannada"),
        pytest.param("മലയാളം", id="Malayalam"),
        pytest.param("ગુજરાતી", id="Gujarati"),
        pytest.param("ਪੰਜਾਬੀ", id="Punjabi"),
        pytest.param("ଓଡ଼ିଆ", id="Odia"),
        pytest.param("සිංහල", id="Sinhala"),
        pytest.param("สมชาย น้ำ", id="Thai"),
        pytest.param("ລາວ", id="Lao"),
        pytest.param("မြန်မာ မြို့", id="Burmese"),
        pytest.param("ខ្មែរ", id="Khmer"),
        pytest.param("አማርኛ", id="Amharic"),
        pytest.param("추장 ㅋㅋ", id="Korean"),
        pytest.param("简体 繁體", id="Chinese"),
        pytest.param("Tane 🌊🗿", id="emojis"),
        pytest.param("👨‍👩‍👧 🇫🇷 👍🏽", id="emojis of several characters"),
        pytest.param("ᴀɴᴀ ɐuɐ Ⓐⓝⓐ Ａｎａ", id="letters that look unlike those of most"),
    ],
)
def test_the_letters_of_a_language_are_drawn(name: str) -> None:
    written = unicodedata.normalize("NFC", name)
    assert legible(name) == written
    assert legible(unicodedata.normalize("NFD", name)) == written
    check_drawn(written)


def check_drawn(shown: str) -> None:
    """Check that no letter is missing or an empty box, and that the text is visible."""
    glyphs, _ = _shaped(shown)
    assert all(number for _, number, *_ in glyphs)  # 0 is what a font draws for a character that it lacks.
    for word in shown.split():
        box = image(word, 40).getchannel("A").getbbox()
        assert box is not None


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        pytest.param("𝓐𝓷𝓪 𝕭𝖔𝖇 𝟙", "Ana Bob 1", id="letters of mathematics"),
        pytest.param("ᐃᓄᒃᑎᑐᑦ", "inoktitot", id="Inuktitut"),
        pytest.param("བཀྲ་ཤིས", "bkr-shis", id="Tibetan"),
        pytest.param("ⵜⵉⴼⵉⵏⴰⵖ", "tifinagh", id="Tifinagh"),
        pytest.param("ދިވެހި", "dhivehi", id="Dhivehi"),
        pytest.param("ᠮᠣᠩᠭᠣᠯ", "monggol", id="Mongolian"),
        pytest.param("ߒߞߏ", "nko", id="N'Ko"),
        pytest.param("ꓡꓲꓢꓴ", "lisu", id="Lisu"),
        pytest.param("𐌰𐌽𐌰", "ana", id="Gothic"),
        pytest.param("a≔༔b", "a:=:b", id="signs"),
        pytest.param("\ue000", "□", id="a character of somebody's own"),
        pytest.param("\u0378", "□", id="no character"),
        pytest.param("a\nb\x00\u202ec", "a bc", id="characters that control"),
        pytest.param("  a   b ", "a b", id="spaces"),
        pytest.param("ㅤAna\u2800", "Ana", id="blank letters"),
        pytest.param("A\u200b\u2060\ufeffna", "Ana", id="characters of no width"),
    ],
)
def test_what_no_font_has_reads_the_same_and_is_never_an_empty_place(name: str, reads: str) -> None:
    assert legible(name) == reads
    check_drawn(reads)


def test_a_heap_of_marks_stays_a_letter_with_some() -> None:
    shown = legible("H" + "\u0316\u0317\u0318" * 20 + "a")
    assert shown.startswith("H")
    assert shown.endswith("a")
    assert len(shown) <= 2 + MOST_MARKS


@pytest.mark.parametrize(
    ("name", "order"),
    [
        pytest.param("דן", "ןד", id="from right to left"),
        pytest.param("דן כהן", "ןהכ ןד", id="the first word to the right"),
        pytest.param("Dan דן Ben", "Dan ןד Ben", id="among others"),
        pytest.param("דן 12 כהן", "ןהכ 12 ןד", id="numbers as they are"),
        pytest.param("דן…", "…ןד", id="cut at its end"),
    ],
)
def test_a_name_goes_the_way_that_it_is_read(name: str, order: str) -> None:
    drawn_so = [glyph[:2] for glyph in _shaped(name)[0]]
    wanted = [glyph[:2] for letter in order for glyph in _shaped(letter)[0]]
    assert drawn_so == wanted


def test_arabic_letters_are_joined() -> None:
    assert [one[1] for one in _shaped("محمد")[0]] != [
        one[1] for letter in "دمحم" for one in _shaped(letter)[0]
    ]


def test_a_word_stays_in_one_font_where_one_has_it() -> None:
    assert len({glyph[0] for glyph in _shaped("Łukasz")[0]}) == 1
    assert {glyph[0] for glyph in _shaped("Lukas")[0]} == {0}


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
    drawn = image(text, size)
    wide, high = drawn.size
    box = drawn.getchannel("A").getbbox()
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
