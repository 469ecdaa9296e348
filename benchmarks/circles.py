"""Which of our modules import each other in a circle, be it for their types alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
OURS: Final = ("cogs", "tables", "pictures", "locales", "engine")

Imports = dict[str, set[str]]
"""The modules of ours that each of them imports, by their dotted names."""


def imports() -> Imports:
    """What all modules of ours import of each other."""
    paths = [path.relative_to(ROOT) for folder in OURS for path in (ROOT / folder).rglob("*.py")]
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {
        module: {name for name in imported(ROOT / path) if name in modules} - {module}
        for module, path in modules.items()
    }


def imported(path: Path) -> Iterator[str]:
    """The dotted names of all that a module imports, and of what it takes out of them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def largest_circle(graph: Imports) -> set[str]:
    """The most modules of which each imports each other, by whatever way."""
    reached = {module: reachable(graph, module) for module in graph}
    circles = ({one for one in reached[module] if module in reached[one]} for module in graph)
    return max(circles, key=len)


def reachable(graph: Imports, start: str) -> set[str]:
    """All that a module imports, by whatever way; itself too if it is one of them."""
    found: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        if (module := waiting.pop()) not in found:
            found.add(module)
            waiting += graph[module]
    return found
