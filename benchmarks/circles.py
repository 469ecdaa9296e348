"""Finds import cycles among our modules and the local Discord's; imports only for types count, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
OURS: Final = ("cogs", "tables", "pictures", "locales", "engine")
READ: Final = (*OURS, "localdiscord")

Imports = dict[str, set[str]]
"""The modules that each module imports, all by dotted names."""


def imports() -> Imports:
    """Return which of the modules each module imports."""
    paths = [path.relative_to(ROOT) for folder in READ for path in (ROOT / folder).rglob("*.py")]
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {module: set(imported(ROOT / path, modules.keys())) - {module} for module, path in modules.items()}


def imported(path: Path, modules: Set[str]) -> Iterator[str]:
    """Yield those of `modules` that a file imports; a package only if a name of its own is imported."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from modules & {name if name in modules else node.module for name in names}


def largest_circle(graph: Imports) -> set[str]:
    """Return the largest set of modules that all import each other, directly or not; may be empty."""
    reached = {module: reachable(graph, module) for module in graph}
    circles = ({one for one in reached[module] if module in reached[one]} for module in graph)
    return max(circles, key=len, default=set())


def reachable(graph: Imports, start: str) -> set[str]:
    """Return all modules that `start` imports, directly or not; `start` itself only if it is in a cycle."""
    found: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        if (module := waiting.pop()) not in found:
            found.add(module)
            waiting += graph[module]
    return found
