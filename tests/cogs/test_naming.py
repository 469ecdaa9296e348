"""Names that people gave themselves do no harm in any sentence: they look as they are, and do nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.kit.markup import written
from tables.limits import FILE_NAME_LENGTH
from tables.naming import cleaned

COGS = Path(__file__).parents[2] / "cogs"
NASTY = "**x** @everyone <@1> [a](http://b) \u202e"
ACTIVE = re.compile(r"(?<!\\)(?:\\\\)*([`*_~|<>#\[\](){}:/]|@(?!\u200b))")
"""A sign that Discord would read as more than itself."""
TAKEN = re.compile(
    r"\b(?:interaction\.)?(?:info|guild|server|member|author|user|owner)\.(?:name|display_name|global_name|nick)\b"
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
