"""The pages in `docs/rules/`: each game has one, and all its examples and rulings are tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.catalogue import games

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "docs" / "rules"
NAMES = [game_id.replace("-", "_") for game_id in games()]
EACH = pytest.mark.parametrize("name", NAMES)
FEWEST_EXAMPLES, FEWEST_RULINGS = 25, 13


def numbered(name: str, heading: str) -> list[int]:
    """The numbers in the first column of the tables of a section."""
    page = (PAGES / f"{name}.md").read_text("utf-8")
    section = re.split(rf"^## \d+\. {heading}.*$", page, flags=re.MULTILINE)[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if re.match(r"\| (?!#|---)", line)]
    numbers = [re.match(r"\| (\d+) \|", row) for row in rows]
    assert all(numbers), "a row without a number"
    return [int(number[1]) for number in numbers if number]


def written_tests(name: str, pattern: str) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((HERE / name).glob(pattern)))


def test_every_game_has_its_page_and_every_page_its_game() -> None:
    assert sorted(path.stem for path in PAGES.glob("*.md")) == sorted(NAMES)


@EACH
def test_examples_and_rulings_are_numbered_from_one(name: str) -> None:
    for heading, fewest in (("Worked examples", FEWEST_EXAMPLES), ("Rulings", FEWEST_RULINGS)):
        numbers = numbered(name, heading)
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= fewest


@EACH
def test_every_worked_example_has_its_test(name: str) -> None:
    tests = written_tests(name, "test_examples*.py")
    named = set()
    for numbers in re.findall(r'id="(\d+(?:, \d+)*)\b', tests):
        named |= set(map(int, numbers.split(", ")))
    for written in re.findall(r"def test_(\d[\w]*)", tests):
        named |= {int(number) for number in re.findall(r"(?:^|_and_)(\d+)(?=_)", written)}
    assert set(numbered(name, "Worked examples")) - named == set()


@EACH
def test_every_ruling_has_its_test(name: str) -> None:
    told = re.findall(
        r"[Rr]ulings?[_\s](\d+)(?:(?:_and_|_to_| and | to )(\d+))?", written_tests(name, "test_*.py")
    )
    named = set()
    for first, last in told:
        named |= set(range(int(first), int(last or first) + 1))
    assert set(numbered(name, "Rulings")) - named == set()


@EACH
def test_a_ruling_names_only_examples_that_there_are(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text("utf-8")
    examples = set(numbered(name, "Worked examples"))
    for numbers in re.findall(r"\bexamples? (\d+(?:(?:, | and )\d+)*)", page):
        assert set(map(int, re.findall(r"\d+", numbers))) <= examples
    rulings = set(numbered(name, "Rulings"))
    for number in re.findall(r"\bruling (\d+)", page):
        assert int(number) in rulings


def test_nothing_speaks_of_other_rule_pages() -> None:
    root = HERE.parents[1]
    places = [path for end in ("py", "md", "po", "toml") for path in root.rglob(f"*.{end}")]
    for path in places:
        if not any(part.startswith(".") for part in path.relative_to(root).parts):
            assert "shared/" + "rules" not in path.read_text("utf-8"), path
