"""Lock files: they have version and hashes of each installed package, direct or not."""

from __future__ import annotations

import importlib.metadata
import re
import sysconfig
from pathlib import Path

import pytest

from tests.house.test_house import ROOT

LISTS = ROOT / "requirements"
LOCKS = sorted(LISTS.rglob("*.lock"))
LOCK_OF = {
    "requirements.txt": ("run.lock", "dev.lock"),
    "requirements/dev.txt": ("dev.lock",),
    "requirements/tools.txt": ("tools.lock",),
    "requirements/uno.txt": ("uno.lock",),
}
"""Each list of direct packages, with the locks that hold them."""
INSTALLERS = (
    *("Makefile", ".ci/run", "deploy/Dockerfile"),
    *(".github/workflows/test.yml", ".devcontainer/devcontainer.json"),
)
COMES_WITH_PYTHON = {"pip", "setuptools"}
HOSTS = ("://", "index", "find-links", "trusted-host", " @ ")


def plain(name: str) -> str:
    """Return a package's name in the spelling of lock files."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(path: Path) -> dict[str, str]:
    """Return the version of each package in a list or a lock file."""
    found = re.findall(r"^([\w.-]+)==([^\s;\\]+)", path.read_text("utf-8"), re.MULTILINE)
    return {plain(name): version for name, version in found}


def entries(lock: Path) -> list[str]:
    """Return the entry of each package in a lock file, with hashes."""
    text = re.sub(r"^#.*\n", "", lock.read_text("utf-8"), flags=re.MULTILINE)
    return text.replace("\\\n", "").splitlines()


@pytest.mark.parametrize("direct", LOCK_OF)
def test_every_direct_package_is_locked_in_the_version_that_its_list_pins(direct: str) -> None:
    wanted = pins(ROOT / direct)
    assert wanted
    for lock in LOCK_OF[direct]:
        assert wanted.items() <= pins(LISTS / lock).items(), "run `make lock`"


def test_every_other_library_for_discord_has_a_lock_of_its_own() -> None:
    libraries = pins(LISTS / "libraries.txt")
    assert {lock.stem for lock in (LISTS / "libraries").iterdir()} == libraries.keys()
    for name, version in libraries.items():
        assert pins(LISTS / "libraries" / f"{name}.lock")[name] == version, "run `make lock`"


def test_the_tests_run_on_the_versions_that_the_bot_runs_on() -> None:
    assert set(entries(LISTS / "run.lock")) <= set(entries(LISTS / "dev.lock"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_locked_package_has_one_version_and_hashes(lock: Path) -> None:
    for entry in entries(lock):
        assert re.fullmatch(r"[\w.-]+==[^\s;]+( ;[^\\]+?)?( +--hash=sha256:[0-9a-f]{64})+", entry), entry
    assert len(entries(lock)) == len(pins(lock))


@pytest.mark.parametrize("path", [*LISTS.rglob("*.txt"), *LOCKS], ids=lambda path: path.name)
def test_no_list_and_no_lock_says_where_packages_come_from(path: Path) -> None:
    text = path.read_text("utf-8")
    assert [host for host in HOSTS if host in text] == []


def test_whatever_installs_packages_asks_for_the_hashes_of_a_lock() -> None:
    """`make` is what CI and the development container call; the image has a line of its own."""
    for name in INSTALLERS:
        text = (ROOT / name).read_text("utf-8") if (ROOT / name).exists() else ""
        text = text.replace("$(INSTALL)", "pip install --require-hashes").replace("\\\n", "")
        lines = [line for line in text.splitlines() if "pip install" in line]
        for line in lines:
            assert "--require-hashes" in line, (name, line)
            assert ".lock" in line or line.startswith("INSTALL :="), (name, line)


def test_nothing_is_installed_here_that_is_not_locked() -> None:
    locked = pins(LISTS / "dev.lock")
    folders = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    installed = {
        plain(one.metadata["Name"]): one.version for one in importlib.metadata.distributions(path=folders)
    }
    odd = {name: version for name, version in installed.items() if locked.get(name) != version}
    assert odd.keys() <= COMES_WITH_PYTHON, "run `make clean` and `make .venv/dev.stamp`"
