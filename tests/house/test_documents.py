"""The documents are right about files, links, commands, buttons, permissions and tests."""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Callable
from math import ceil
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final
from urllib.parse import unquote

import discord
import pytest

from bot import ENDS_WITHIN_S
from cogs.commands.league import LeagueCommand
from cogs.commands.private import PrivateCommands
from cogs.commands.settings import SettingsCommand
from cogs.commands.table import TableCommands
from cogs.discord_io.delivery import TOKEN_LASTS_S
from engine.game import AnyGame
from engine.players.review import MOST
from locales import sentences
from tables.model.limits import (
    ABANDONED_AFTER_S,
    AWAY_S,
    DAY_S,
    LATE_IN_A_ROW,
    LOBBY_ASLEEP_S,
    LONELY_ASLEEP_S,
    TABLE_ASLEEP_S,
    TABLES_PER_CHANNEL,
    TABLES_PER_PERSON,
    TURN_S,
    WARNED_S,
)
from tables.store.postgres.leases import LEASE_S
from tests.engine import test_contract
from tests.engine.seeded import Setup

ROOT: Final = Path(__file__).parents[2]
README: Final = (ROOT / "README.md").read_text("utf-8")
PLAYING: Final = (ROOT / "docs" / "playing.md").read_text("utf-8")
DOCS: Final = ("docs/deals", "docs/decisions", "docs/rules")
PAGES: Final = sorted(
    str(path.relative_to(ROOT))
    for folder in (".", ".github", "benchmarks", "docs", *DOCS, "localdiscord")
    for path in (ROOT / folder).glob("*.md")
)
LINK: Final = re.compile(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)|<img src=\"([^\"]+)\"")
MOST_BYTES: Final = {
    "README.md": 6_000,
    "CONTRIBUTING.md": 12_500,
    "docs/README.md": 2_500,
    "docs/playing.md": 7_168,
    "docs/hosting.md": 10_116,
    "docs/cluster.md": 6_050,
    "docs/architecture.md": 11_600,
    "docs/add-a-game.md": 7_500,
    "docs/add-a-language.md": 2_500,
    "docs/libraries.md": 3_500,
    "docs/deals/README.md": 4_096,
    "docs/ratings.md": 3_000,
    "docs/leagues.md": 2_304,
    "benchmarks/README.md": 6_000,
    "localdiscord/README.md": 5_500,
}
"""The most bytes of a page; longer ones would be read by nobody."""
TICKS: Final = 8
BADGES: Final = 4


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes for a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_within_the_repository_leads_somewhere(page: str) -> None:
    path = ROOT / page
    for found in LINK.finditer(path.read_text("utf-8")):
        link = found[1] or found[2]
        if "://" in link or link.startswith(("mailto:", "../../actions/")):
            continue
        file, _, anchor = link.partition("#")
        target = path if not file else (path.parent / unquote(file)).resolve()
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES)
def test_each_row_of_a_table_has_its_own_line(page: str) -> None:
    ruled = [line for line in (ROOT / page).read_text("utf-8").splitlines() if "|---|" in line]
    assert [line for line in ruled if not re.fullmatch(r" *\|(-+\|)+", line)] == []


@pytest.mark.parametrize(("page", "most"), MOST_BYTES.items())
def test_a_page_is_short_enough_to_be_read(page: str, most: int) -> None:
    assert len((ROOT / page).read_bytes()) <= most


def test_each_claim_of_the_readme_names_the_test_that_proves_it() -> None:
    ticks = re.findall(r"^- ✅ .*?\[test\]\((\S+) \"(\w+)\"\)", README, re.MULTILINE | re.DOTALL)
    assert len(ticks) == README.count("✅") == TICKS
    for file, name in ticks:
        assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE), name


def test_the_badges_of_the_readme_are_true() -> None:
    badges = re.findall(r"^\[!\[(.*?)\]", README, re.MULTILINE)
    assert len(badges) == BADGES
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    [versions] = re.findall(r"python: (\[.*\])", workflow)
    tried = re.findall(r"[\d.]+", versions)
    assert f"Python {tried[0]} to {tried[-1]}" in badges
    licence = tomllib.loads((ROOT / "localdiscord" / "pyproject.toml").read_text("utf-8"))["project"][
        "license"
    ]
    assert f"licence: {licence}" in badges
    assert (ROOT / "LICENSE").read_text("utf-8").startswith(f"{licence} License")


def commands() -> set[str]:
    """Return the slash commands by their full English names."""
    parts: Any = SimpleNamespace(tables=None)
    cogs = (TableCommands, PrivateCommands, SettingsCommand, LeagueCommand)
    found = [command for cog in cogs for command in cog(parts).walk_app_commands()]
    return {f"/{command.qualified_name}" for command in found}


def test_the_page_on_playing_has_each_command_and_no_other() -> None:
    assert re.findall(r"^\| `(/[^`]+)` \|", PLAYING, re.MULTILINE)
    assert set(re.findall(r"^\| `(/[^`]+)` \|", PLAYING, re.MULTILINE)) == commands()
    assert set(re.findall(r"`(/[a-z ]+)`", PLAYING)) <= commands()


def test_each_button_that_the_page_on_playing_names_is_written_so() -> None:
    labels = {
        re.sub(r"^\W+ ", "", one)
        for entries in sentences("en").values()
        for texts in entries.values()
        for one in texts
    }
    named = {name for name in re.findall(r"\*([^*|\n]+)\*", PLAYING.replace("**", "")) if name}
    assert named
    assert named <= labels


def test_the_permissions_of_the_page_on_playing_are_those_that_the_invitation_asks_for() -> None:
    section = PLAYING.partition("The bot asks for six permissions")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([A-Z][^|]+) \| ", section, re.MULTILINE)
    named = {name.lower().replace(" ", "_") for row in rows for name in row.split(", ")}
    [number] = set(re.findall(r"permissions=(\d+)", (ROOT / "docs" / "hosting.md").read_text("utf-8")))
    assert {name for name, is_set in discord.Permissions(int(number)) if is_set} == {
        {"view_channel": "read_messages"}.get(name, name) for name in named
    }


NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FIGURES: Final = {
    "docs/playing.md": (
        f"for {TOKEN_LASTS_S / 60:.0f} minutes after your last click",
        f"up to {NUMBERS[MOST]} costly moves",
        f"from {NUMBERS[int(TURN_S[0] / 60)]} minutes to a week",
        f"After {NUMBERS[LATE_IN_A_ROW]} late turns in a row",
        f"at most {AWAY_S / DAY_S:.0f} days in one turn",
        f"after {NUMBERS[int((LOBBY_ASLEEP_S + WARNED_S) / DAY_S)]} days without a change",
        f"or after {NUMBERS[int((LONELY_ASLEEP_S + WARNED_S) / DAY_S)]} if one person waits",
        f"after {(TABLE_ASLEEP_S + WARNED_S) / DAY_S:.0f} days",
        f"{NUMBERS[int(WARNED_S / DAY_S)].capitalize()} days before",
        f"holds at most {NUMBERS[TABLES_PER_CHANNEL]} open tables; a person can sit at twenty",
        "after a week without a move",
    ),
    "docs/hosting.md": (f"ends within {NUMBERS[ceil(ENDS_WITHIN_S)]} seconds",),
    "docs/cluster.md": (f"by the next owner some {NUMBERS[int(LEASE_S)]} seconds later",),
}
"""Sentences with figures, which are taken from the code."""


@pytest.mark.parametrize("page", FIGURES)
def test_the_figures_of_a_page_are_those_of_the_code(page: str) -> None:
    text = " ".join((ROOT / page).read_text("utf-8").split())
    assert [figure for figure in FIGURES[page] if figure not in text] == []
    assert (TURN_S[1], ABANDONED_AFTER_S, TABLES_PER_PERSON) == (7 * DAY_S, 7 * DAY_S, 20)


def written_game() -> AnyGame:
    """Return the example game in the page on adding games."""
    page = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    module = ModuleType("nim")
    sys.modules[module.__name__] = module  # Where msgspec looks for the types of fields.
    exec(code, module.__dict__)
    game: AnyGame = module.__dict__["GAME"]
    return game


WRITTEN: Final = written_game()
PROMISES: Final = [
    promise
    for name, promise in vars(test_contract).items()
    if name.startswith("test_") and list(inspect.signature(promise).parameters) in (["setup"], ["game"])
]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("seats", WRITTEN.seats)
def test_the_game_of_one_page_keeps_the_contract(promise: Callable[[Any], None], seats: int) -> None:
    if "game" in inspect.signature(promise).parameters:
        promise(WRITTEN)
    else:
        promise(Setup(WRITTEN, seats, WRITTEN.chosen_options({})))


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "decisions").glob("*-*.md")), ids=lambda page: page.stem
)
def test_a_decision_says_when_and_what_in_a_page(page: Path) -> None:
    text = page.read_text("utf-8")
    listed = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    assert f"| [{page.stem[:3]}]({page.name}) | {text.splitlines()[0].removeprefix('# ')} |" in listed
    if page.stem[:3] != "001":  # A table.
        assert re.search(r"^20\d\d-\d\d-\d\d\. ", text, re.MULTILINE)
        assert "**Decided.**" in text
        assert len(text) <= 1_500
