"""Finds circles of imports among our modules and the local Discord's, imports for types alone included."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
OURS: Final = ("cogs", "tables", "pictures", "locales", "engine")
READ: Final = (*OURS, "localdiscord")

Imports = dict[str, set[str]]
"""For each module, those of them that it imports; by dotted names."""


def imports() -> Imports:
    """Which of the modules each of them imports."""
    paths = [path.relative_to(ROOT) for folder in READ for path in (ROOT / folder).rglob("*.py")]
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {module: set(imported(ROOT / path, modules.keys())) - {module} for module, path in modules.items()}


def imported(path: Path, modules: Set[str]) -> Iterator[str]:
    """Which of `modules` a module imports; a package only if it takes from it what is no module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from modules & {name if name in modules else node.module for name in names}


def largest_circle(graph: Imports) -> set[str]:
    """The largest set of modules that all import each other, directly or not; empty if there is none."""
    reached = {module: reachable(graph, module) for module in graph}
    circles = ({one for one in reached[module] if module in reached[one]} for module in graph)
    return max(circles, key=len, default=set())


def reachable(graph: Imports, start: str) -> set[str]:
    """All modules that a module imports, directly or not; itself included if it is among them."""
    found: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        if (module := waiting.pop()) not in found:
            found.add(module)
            waiting += graph[module]
    return found
