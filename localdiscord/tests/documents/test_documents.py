"""The documents name only things that exist: names, options, files, requests."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import pytest

from localdiscord import LocalDiscord, Person
from localdiscord.__main__ import arguments
from localdiscord.client.page import Page
from localdiscord.startup.sitecustomize import POINTS
from localdiscord.tests.documents.tables import PAGE

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]
MOST_BYTES_OF_README = 5_000
MOST_BYTES_OF_PICTURES = 300_000
CALL = re.compile(r"`([a-z_.]+)(?:\([^`]*\))?`")
LINK = re.compile(r"\]\(([^):#]+)\)")


def text(path: Path) -> str:
    """Return the text of a page."""
    return path.read_text("utf-8")


def rows(page: str, heading: str) -> list[str]:
    """Return the first cells of the table below a heading."""
    section = text(DOCS / page).partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
    assert len(found) > 2
    return found[2:]


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= MOST_BYTES_OF_README


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    for link in LINK.findall(text(page)):
        assert (page.parent / link).exists(), link


def test_every_document_is_linked_from_the_readme() -> None:
    linked = {(ROOT / link).resolve() for link in LINK.findall(text(ROOT / "README.md"))}
    assert {path for path in PAGES if path.name != "README.md"} <= linked
    assert PAGE in linked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_folder_and_module_that_a_page_names_is_there(page: Path) -> None:
    for name in re.findall(r"`((?:tests|page|docs|[a-z]+)/[\w./]*|\w+\.(?:py|toml|md))`", text(page)):
        assert (ROOT / name).exists() or name.startswith("build/") or name == "mybot.py", name


@pytest.mark.parametrize("heading", ["What the test can look up", "What moderators and time do", "Trouble"])
async def test_every_name_of_the_local_discord_exists(heading: str) -> None:
    async with LocalDiscord() as local:
        for row in rows("testing.md", heading):
            for name in CALL.findall(row):
                holder: object = local
                for step in name.split("."):
                    assert hasattr(holder, step), name
                    holder = getattr(holder, step)


@pytest.mark.parametrize("heading", ["What people do", "What people see"])
def test_every_name_of_a_person_exists(heading: str) -> None:
    for row in rows("testing.md", heading)[0:]:
        for name in CALL.findall(row):
            assert hasattr(Person, name), name


def test_the_page_on_running_lists_the_options_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    known: set[str] = set()
    add = argparse.ArgumentParser.add_argument

    def noted(parser: argparse.ArgumentParser, *names: str, **settings: object) -> argparse.Action:
        known.update(name for name in names if name.startswith("--"))
        return add(parser, *names, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(argparse.ArgumentParser, "add_argument", noted)
    monkeypatch.setattr(sys, "argv", ["localdiscord"])
    arguments()
    listed = {re.findall(r"--[a-z-]+", row)[0] for row in rows("running.md", "Options of the command")}
    assert listed == known - {"--help"}


def test_the_page_on_the_protocol_lists_all_requests() -> None:
    requests = re.findall(r"^\| `([A-Z]+) /local/([^`? ]+)", text(DOCS / "page-protocol.md"), re.MULTILINE)
    shapes = {(method, path.split("/")[0], path.count("/")) for method, path in requests}
    assert shapes == set(Page(LocalDiscord().world)._answers)


def test_every_library_that_is_pointed_here_has_its_section() -> None:
    names = {"discord": ("discord.py", "py-cord"), "interactions": ("interactions.py",)}
    for module in POINTS:
        package = module.partition(".")[0]
        for name in names.get(package, (package,)):
            assert f"\n## {name}\n" in text(DOCS / "libraries.md")


def test_the_pictures_are_small_and_shown() -> None:
    pictures = [*DOCS.glob("*.png")]
    assert sum(path.stat().st_size for path in pictures) <= MOST_BYTES_OF_PICTURES
    shown = "".join(map(text, PAGES))
    assert [path.name for path in pictures if f"{path.name})" not in shown] == []
