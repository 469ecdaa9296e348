"""The version's number has one source: the program prints it, and the list of changes begins with it."""

from __future__ import annotations

import re
import sys
import tomllib

import pytest

import bot
from tests.house.test_house import ROOT

NUMBER = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def test_the_program_says_its_version(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["bot.py", "--version"])
    with pytest.raises(SystemExit) as ended:
        bot.arguments()
    assert ended.value.code == 0
    assert capsys.readouterr().out.split()[-1] == NUMBER


def test_each_release_says_what_to_do_before_updating_and_the_newest_is_this_one() -> None:
    releases = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert releases[0].split()[0] == NUMBER
    for release in releases[:-1]:  # Before the first there was nothing to update.
        assert release.split("\n\n")[1].startswith("**Before you update:**")


def test_a_release_has_at_most_three_kilobytes_in_the_same_parts() -> None:
    for release in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        assert len(release.encode()) <= 3_000
        parts = re.findall(r"^### (.*)$", release, re.MULTILINE)
        assert parts == [part for part in ("Added", "Changed", "Fixed") if part in parts]
