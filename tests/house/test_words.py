"""What the pages tell people to type exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tables.columns import COLUMNS

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/hosting.md", "docs/cluster.md"]
MAKING = [page for page in PAGES if page != "docs/cluster.md"]
"""Those that name targets of the Makefile."""
LONGEST = {"docs/hosting.md": 9 << 10, "docs/cluster.md": 5 << 10}
"""The most bytes of pages."""


@pytest.mark.parametrize("page", MAKING)
def test_every_make_target_that_a_page_names_is_in_the_makefile(page: str) -> None:
    named = set(
        re.findall(r"^ *make (\S+)$|`make ([^`\s]+)`", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    )
    targets = set(re.findall(r"^([\w./-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert named
    assert {one or other for one, other in named} <= targets


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_folder_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for named in re.findall(r"\]\(([^):#]+)\)|`((?:cogs|engine|tables|tests|locales|docs)/[\w./]*)`", text):
        path = (ROOT / page).parent / named[0] if named[0] else ROOT / named[1]
        assert path.exists(), path


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


@pytest.mark.parametrize("page", LONGEST)
def test_a_page_is_no_longer_than_its_readers_have_time(page: str) -> None:
    assert (ROOT / page).stat().st_size <= LONGEST[page]


def test_pull_requests_are_tried_from_the_oldest_python_on() -> None:
    project, workflow = (ROOT / "pyproject.toml", ROOT / ".github" / "workflows" / "test.yml")
    oldest = re.findall(r'^requires-python = ">=([\d.]+)"$', project.read_text("utf-8"), re.MULTILINE)
    assert oldest == re.findall(r'python: \["([\d.]+)"', workflow.read_text("utf-8"))
