"""The texts for Discord's App Directory keep its limits, and agree with the data that the bot stores."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from locales import in_language, languages
from tests.tables.columns import COLUMNS, NOBODY

ROOT: Final = Path(__file__).parents[2]
DISCOVERY: Final = ROOT / "docs" / "discovery"
LONG, SHORT, MOST_TAGS = 400, 200, 5
"""Discord's limits: characters of the description and of the summary, and the number of tags."""
NO_INTENT: Final = "needs no privileged intent"


def page(name: str) -> str:
    """Return the text of a page as one line."""
    return " ".join((DISCOVERY / name).read_text("utf-8").split())


def test_the_descriptions_fit_in_each_language() -> None:
    written = (DISCOVERY / "descriptions.md").read_text("utf-8")
    found = dict(re.findall(r"(?s)^## ([\w-]+)\n\n(.*?)\s*(?=^## |\Z)", written, re.MULTILINE))
    assert set(found) == set(languages())
    for language, text in found.items():
        long, short = text.split("\n\n")
        assert len(long) <= LONG, language
        assert len(short) <= SHORT, language
        loose = re.compile("(?<!\u00a0)[:;!?]")
        assert language != "fr" or not loose.search(text)


def test_the_tags_fit() -> None:
    [tags] = re.findall(r"\| tags \| (.*?) \|", page("README.md"))
    assert len(tags.split(", ")) <= MOST_TAGS


def test_the_policy_names_each_part_of_the_database_that_tells_of_people_and_no_other() -> None:
    named = set(re.findall(r"\| `(\w+)` \|", page("privacy.md")))
    assert named == {table for table, columns in COLUMNS.items() if set(columns.values()) != {NOBODY}}


def test_the_policies_name_the_buttons_of_the_command() -> None:
    words, policy = in_language("en"), page("privacy.md")
    security = (ROOT / ".github" / "SECURITY.md").read_text("utf-8")
    assert f"*{words('table.button_forget')}*" in security
    for key in ("mine.button_file", "table.button_forget"):
        assert f"*{words(key)}*" in policy
    assert "without your name" in policy
    assert words("mine.ask_ended").rstrip(".").endswith("without your name")


def test_no_privileged_intent_is_asked_for_as_the_first_page_says() -> None:
    source = (ROOT / "cogs" / "client.py").read_text("utf-8")
    assert re.findall(r"intents\.(\w+) = True", source) == ["guilds"]
    for text in ((ROOT / "README.md").read_text("utf-8"), page("README.md"), page("privacy.md")):
        assert NO_INTENT in text
