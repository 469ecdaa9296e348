"""Names that people choose do no harm in any sentence: they look as written, and have no effect."""

from __future__ import annotations

import re
import sys
from math import gcd
from pathlib import Path

import pytest
from msgspec.structs import replace

from cogs.games import screens
from cogs.text.language import Localizer
from cogs.text.names import table_name, tied, written, written_table_name
from cogs.views.board import title
from cogs.views.reading import rules_message
from localdiscord.model.components import texts
from locales import in_language, languages
from tables import Facts, Phase
from tables.model.limits import FILE_NAME_LENGTH
from tables.model.texts import cleaned, id_of

COGS = Path(__file__).parents[2] / "cogs"
NASTY = "**x** @everyone <@1> [a](http://b) \u202e"
ACTIVE = re.compile(r"(?<!\\)(?:\\\\)*([`*_~|<>#\[\](){}:/]|@(?!\u200b))")
"""A sign that Discord would read as more than itself."""
TAKEN = re.compile(
    r"\b(?:interaction\.)?(?:info|guild|server|member|author|user|owner|table|facts)\.(?:name|display_name|global_name|nick)\b"
)


@pytest.mark.parametrize(
    "name",
    [
        NASTY,
        "@everyone",
        "<@123456789012345678>",
        "<#1> </play:1> <:a:1> <t:1:R>",
        "# Big",
        "-# small",
        "> quoted",
        ">>> quoted",
        "- listed",
        "`code` ```block```",
        "||hidden|| ~~gone~~ __under__ _it_ *it*",
        "http://evil.example discord.gg/abc https://x.example/y",
        "[a](<http://b>)",
        "\\*\\*x",
        "back\\",
    ],
)
def test_nothing_in_a_name_is_read_as_more_than_itself(name: str) -> None:
    found = written(name)
    assert ACTIVE.findall(found) == []
    assert re.sub(r"\\(.)", r"\1", found).replace("\u200b", "") == cleaned(name)
    assert not found.endswith("\\") or found.endswith("\\\\")


def test_no_name_that_was_read_is_kept() -> None:
    name = "".join(["Wilhelmina ", "of Rano Raraku"])
    references = sys.getrefcount(name)
    for read in (cleaned, written):
        read(name)
        assert sys.getrefcount(name) == references


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2 sweet potatoes", "2\u00a0sweet\u00a0potatoes"),
        ("🍠 2 sweet potatoes", "🍠 2\u00a0sweet\u00a0potatoes"),
        ("<:potato_1a2b3c:1> +1 wood ☀️ +2", "<:potato_1a2b3c:1> +1\u00a0wood\u00a0☀️ +2"),
    ],
)
def test_a_short_text_stays_on_one_line_but_for_its_emojis(text: str, kept: str) -> None:
    assert tied(text) == kept


@pytest.mark.parametrize("name", ["Ana", "Zoë", "José María", "Ana O'Hara", "王小明", "👩‍🚀 Kim", "x.y"])
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert written(name) == cleaned(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        pytest.param("a\u202eb", "ab", id="turned around"),
        pytest.param("a\nb\u2028c\x00", "abc", id="of several lines"),
        pytest.param("x" * 500, "x" * FILE_NAME_LENGTH, id="too long"),
        pytest.param("\u202e\n", "", id="nothing left"),
    ],
)
def test_a_label_holds_a_name_on_one_line_in_one_direction(name: str, kept: str) -> None:
    assert cleaned(name) == kept


def test_no_sentence_takes_a_name_as_it_comes() -> None:
    taken = []
    for path in sorted(COGS.rglob("*.py")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            for found in TAKEN.finditer(line):
                before = line[: found.start()]
                if not before.endswith(("written(", "cleaned(", " if ")):
                    taken.append(f"{path.name}: {line.strip()}")
    assert taken == []


# Tables


def table(serial: int, locale: str = "en", name: str = "") -> Facts:
    """Return a table with a serial number, in some language, with a chosen name."""
    return Facts(
        id=id_of(serial),
        game_id="chess",
        options={},
        wanted_seats=None,
        guild_id=1,
        channel_id=2,
        pace_s=0.0,
        locale=locale,
        owner_seat=None,
        seats=(),
        phase=Phase.LOBBY,
        version=1,
        created_at=0.0,
        changed_at=0.0,
        name=name,
    )


@pytest.mark.parametrize("language", languages())
def test_no_heading_ends_a_line_with_half_the_name_of_a_game(language: str) -> None:
    words = Localizer(in_language(language))
    for game in screens():
        rules = rules_message(game, 0, words).to_components()
        for heading in (title(replace(table(7), game_id=game), words), texts({"components": rules})[0]):
            assert heading.startswith("#")
            assert re.search(r"-\w", heading.split("\n")[0]) is None, heading


def words_of(language: str, kind: str) -> list[str]:
    return in_language(language)(f"table.name_{kind}").split()


def test_a_table_has_two_plain_words_for_a_name_in_its_own_language() -> None:
    names = [
        table_name(table(77, locale)) for locale in ("en-US", "en-GB", "de", "fr", "it", "es-419", "ja", "xx")
    ]
    assert names == [
        "Clever Flamingo",
        "Clever Flamingo",
        "Kluger Flamingo",
        "Flamant malin",
        "Fenicottero furbo",
        "Flamenco astuto",
        "かしこいフラミンゴ",
        "Clever Flamingo",
    ]


def test_no_two_tables_of_more_than_a_thousand_in_a_row_are_called_the_same() -> None:
    adjectives, nouns = len(words_of("en", "adjectives")), len(words_of("en", "nouns"))
    row = adjectives * nouns
    assert gcd(adjectives, nouns) == 1
    assert row > 1000
    assert len({table_name(table(serial)) for serial in range(5, 5 + row)}) == row


@pytest.mark.parametrize("language", languages())
def test_words_mean_the_same_at_the_same_place_in_each_language(language: str) -> None:
    for kind in ("adjectives", "nouns"):
        mine = words_of(language, kind)
        assert len(mine) == len(set(mine)) == len(words_of("en", kind))
        assert all(written(word) == word for word in mine)


def test_a_table_is_called_as_its_owner_says() -> None:
    assert table_name(table(1, name="Friday round")) == "Friday round"
    assert written_table_name(table(1, name=NASTY)) == written(NASTY)
    assert table_name(table(1, name="\u200b")) == table_name(table(1))
