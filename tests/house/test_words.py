"""Commands to type, files and names in the documents exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tables.columns import COLUMNS

ROOT = Path(__file__).parents[2]
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").glob("*.md"))),
    *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))),
    "docs/deals/README.md",
]


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_that_a_page_names_is_in_the_makefile(page: str) -> None:
    named = set(
        re.findall(r"^ *make (\S+)$|`make ([^`\s]+)`", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    )
    targets = set(re.findall(r"^([\w./-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {one or other for one, other in named} <= targets


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_folder_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for path in re.findall(
        r"`((?:cogs|engine|tables|tests|locales|docs|pictures|benchmarks|deploy)/[\w./]*)`", text
    ):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("page", PAGES)
def test_every_name_that_a_page_gives_with_a_file_stands_in_that_file(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for path, name in re.findall(r"`((?:cogs|engine|tables|tests|pictures)[\w./]*\.py)` `([\w.]+)`", text):
        assert re.search(rf"\b{name.rpartition('.')[2]}\b", (ROOT / path).read_text("utf-8")), (path, name)


def test_the_page_on_the_database_names_each_of_its_tables() -> None:
    section = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("## The database")[2]
    rows = re.findall(r"^\| (`.*?) \|", section.partition("\n## ")[0], re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(COLUMNS)


def test_the_libraries_that_are_explained_are_those_that_are_pinned() -> None:
    rows = re.findall(r"^\| (.*?) \|", (ROOT / "docs" / "libraries.md").read_text("utf-8"), re.MULTILINE)
    explained = [name.lower() for row in rows if row != "library" for name in row.split(", ")]
    pinned: list[str] = []
    for file in ("requirements.txt", "requirements/dev.txt"):
        text = (ROOT / file).read_text("utf-8")
        pinned += [name.lower() for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)]
    assert sorted(explained) == sorted(pinned)


def test_pull_requests_are_tried_from_the_oldest_python_on() -> None:
    project, workflow = (ROOT / "pyproject.toml", ROOT / ".github" / "workflows" / "test.yml")
    oldest = re.findall(r'^requires-python = ">=([\d.]+)"$', project.read_text("utf-8"), re.MULTILINE)
    assert oldest == re.findall(r'python: \["([\d.]+)"', workflow.read_text("utf-8"))
