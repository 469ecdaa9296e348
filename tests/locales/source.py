"""The project's own code as a tree: the strings in it, and where they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("cogs", "engine", "tables", "pictures")
HOLE: Final = "{}"
"""Stands for each place of an f-string."""


@cache
def sources() -> tuple[Path, ...]:
    """All modules whose strings can reach a person."""
    ways_in = (ROOT / "bot.py", ROOT / "locales" / "typed.py")
    return (*ways_in, *sorted(path for name in FOLDERS for path in (ROOT / name).rglob("*.py")))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


class Text:
    """A string of the code that is no docstring; an f-string as one, with `{}` for each place.

    Attributes:
        value: The string.
        line: Where it begins.
        above: The nodes that it stands in, from the outermost.
    """

    def __init__(self, value: str, line: int, above: tuple[ast.AST, ...]) -> None:
        self.value = value
        self.line = line
        self.above = above


def texts(node: ast.AST, above: tuple[ast.AST, ...] = ()) -> Iterator[Text]:
    """All strings below `node`, those inside the places of f-strings too."""
    around = (*above, node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else HOLE for part in node.values]
        yield Text("".join(map(str, parts)), node.lineno, above)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from texts(part.value, around)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield Text(node.value, node.lineno, above)
    for child in ast.iter_child_nodes(node):
        yield from texts(child, around)


def calls(path: Path) -> Iterator[ast.Call]:
    """All calls of a module."""
    return (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """The last name of what is called: `count` of `words.count(…)`."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def first_text(call: ast.Call) -> str | None:
    """The first argument of a call where that is a string as it stands."""
    match call.args:
        case [ast.Constant(value=str(value)), *_]:
            return value
        case _:
            return None
