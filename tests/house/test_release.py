"""Changes have notes for people, and a release is made from these notes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.test_house import ROOT
from tests.house.test_version import NUMBER

FRAGMENTS = [path for path in sorted((ROOT / "changes").glob("*.md")) if path.name.count(".") > 1]
KINDS = ("before", "added", "changed", "fixed", "none")


def git(folder: Path, *arguments: str) -> str:
    """Run git in a repository, without this machine's settings."""
    who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", *who, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository, on main, with the files that a release needs."""
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "changes").mkdir()
    for name in ("template.md", "check.py", "README.md"):
        (tmp_path / "changes" / name).write_bytes((ROOT / "changes" / name).read_bytes())
    (tmp_path / ".gitignore").write_text("build/\n")
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "Begin")
    return tmp_path


def changed(clone: Path, name: str, text: str = "Something is new.\n") -> None:
    """Commit a file."""
    (clone / name).write_text(text)
    git(clone, "add", ".")
    git(clone, "commit", "--quiet", "-m", "Change")


def checked(clone: Path) -> int:
    """Return the exit status of the check of a pull request."""
    command = [sys.executable, "changes/check.py", "begun"]
    return subprocess.run(command, cwd=clone, capture_output=True, check=False).returncode


def released(clone: Path, version: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command for a release."""
    command = [sys.executable, str(ROOT / "deploy" / "release.py"), version, *options]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)


def test_a_fragment_is_one_sentence_or_two_on_one_line_and_of_a_known_kind() -> None:
    for path in FRAGMENTS:
        assert re.fullmatch(rf"[\w+-]+\.({'|'.join(KINDS)})\.md", path.name)
        text = path.read_text("utf-8")
        assert text.count("\n") == 1, path
        assert text.endswith(".\n"), path
        assert len(text) <= 250, path


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("bot.py", 1),
        ("changes/note.md", 1),
        ("changes/hints.better.md", 1),
        ("changes/hints.added.md", 0),
        ("changes/tests.none.md", 0),
        ("CHANGELOG.md", 0),
    ],
)
def test_a_change_needs_a_fragment_unless_it_is_a_release(clone: Path, name: str, status: int) -> None:
    git(clone, "tag", "begun")
    changed(clone, name)
    assert checked(clone) == status


def test_a_release_is_shown_first_and_changes_nothing(clone: Path) -> None:
    changed(clone, "changes/hints.added.md", "Hints are better.\n")
    changed(clone, "changes/tests.none.md", "Tests are quicker.\n")
    shown = released(clone, "7.0.0")
    assert shown.returncode == 0, shown.stderr
    assert (
        "\n**Before you update:** Run `python -m tables.backup`.\n\n### Added\n\n- Hints are better.\n"
        in shown.stdout
    )
    assert "quicker" not in shown.stdout
    assert "$ docker build -f deploy/Dockerfile -t tables:7.0.0 -t tables ." in shown.stdout
    assert (git(clone, "status", "--porcelain"), git(clone, "tag")) == ("", "")


@pytest.mark.parametrize("works", [True, False], ids=["docker works", "docker fails"])
def test_a_release_makes_changelog_version_image_commit_and_tag_or_nothing(
    clone: Path, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    changed(clone, "changes/hints.added.md", "Hints are better.\n")
    begun = git(clone, "rev-parse", "HEAD")
    programs = clone / "build"
    programs.mkdir()
    (programs / "docker").write_text(f"#!/bin/sh\nexit {0 if works else 1}\n")
    (programs / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ana@example.org")
    assert (released(clone, "7.0.0", "--go").returncode == 0) is works
    assert git(clone, "status", "--porcelain") == ""
    if not works:
        assert (git(clone, "rev-parse", "HEAD"), git(clone, "tag")) == (begun, "")
        return
    assert git(clone, "log", "-1", "--format=%s").strip() == "Release 7.0.0"
    assert "### Added\n\n- Hints are better." in git(clone, "tag", "-n99", "v7.0.0").replace("\n    ", "\n")
    assert 'version = "7.0.0"' in (clone / "pyproject.toml").read_text()
    releases = re.findall(r"^## (\S+)", (clone / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert releases[:2] == ["7.0.0", NUMBER]
    assert not (clone / "changes" / "hints.added.md").exists()


def test_a_release_is_refused_where_something_is_in_its_way(clone: Path) -> None:
    assert "No fragment" in released(clone, "7.0.0").stderr
    changed(clone, "changes/hints.added.md")
    assert "no version" in released(clone, "seven").stderr
    assert "not above" in released(clone, "0.9.9").stderr
    git(clone, "tag", "v7.0.0")
    assert "not above 7.0.0" in released(clone, "7.0.0").stderr
    (clone / "note").write_text("")
    assert "not clean" in released(clone, "7.0.1").stderr
    git(clone, "checkout", "--quiet", "-b", "side")
    assert "branch main" in released(clone, "7.0.1").stderr


def test_every_action_of_the_workflows_is_pinned_to_a_commit() -> None:
    for path in (ROOT / ".github" / "workflows").iterdir():
        for used in re.findall(r"uses: (.*)", path.read_text("utf-8")):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", used), (path, used)
