"""Every worked example and every ruling of the page has its test."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "rapa_nui_board.md").read_text("utf-8")


def numbered(heading: str) -> set[int]:
    """The numbers in the first column of the tables of a section."""
    section = PAGE.split(f"## {heading}")[1].split("\n## ")[0]
    return {int(number) for number in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)}


def test_every_worked_example_has_its_test() -> None:
    tests = "\n".join(path.read_text("utf-8") for path in HERE.glob("test_examples*.py"))
    named = {int(number) for number in re.findall(r'id="(\d+)\b', tests)}
    for name in re.findall(r"def test_(\d[\w]*)", tests):
        named |= {int(number) for number in re.findall(r"(?:^|_and_)(\d+)(?=_)", name)}
    examples = numbered("13. Worked examples")
    assert len(examples) == 80
    assert examples - named == set()


def test_every_ruling_has_its_test() -> None:
    tests = "\n".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    told = re.findall(r"[Rr]ulings?[_ ](\d+)(?:(?:_and_|_to_| and | to )(\d+))?", tests)
    named = set()
    for first, last in told:
        named |= set(range(int(first), int(last or first) + 1))
    assert numbered("12. Rulings") - named == set()
