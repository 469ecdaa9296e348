"""The package is complete: `pip install` brings all that it needs."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

from localdiscord.__main__ import main

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
INSTALLED = PROJECT["tool"]["setuptools"]


def modules() -> list[Path]:
    """Return the paths of the modules that are installed."""
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*.py")]
    return sorted(path for path in found if path.parts[0] not in {"tests", "build"})


def imported(path: Path) -> set[str]:
    """Return the top-level names that a module imports, except the package's own modules."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names - {"localdiscord"}


def test_every_folder_of_modules_is_installed() -> None:
    folders = {".".join(("localdiscord", *path.parent.parts)) for path in modules()}
    assert folders == set(INSTALLED["packages"])


def test_every_file_of_the_page_is_installed() -> None:
    patterns = INSTALLED["package-data"]["localdiscord"]
    installed = {path for pattern in patterns for path in ROOT.glob(pattern)}
    assert {path for path in (ROOT / "page").rglob("*") if path.is_file()} <= installed
    assert ROOT / "py.typed" in installed


def test_what_is_imported_comes_with_python_or_is_a_dependency() -> None:
    needed = {re.split(r"\W", one)[0] for one in PROJECT["project"]["dependencies"]}
    found = {name for path in modules() for name in imported(ROOT / path)}
    assert found - sys.stdlib_module_names == needed


def test_the_installed_command_is_what_python_runs_by_the_packages_name() -> None:
    assert PROJECT["project"]["scripts"] == {"localdiscord": "localdiscord.__main__:main"}
    assert callable(main)
