"""The project's code as syntax trees: its strings and their places."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("cogs", "engine", "tables", "pictures")
HOLE: Final = "{}"
"""Stands for each placeholder of an f-string."""


@cache
def sources() -> tuple[Path, ...]:
    """Return the modules whose strings may reach people."""
    ways_in = (ROOT / "bot.py", ROOT / "locales" / "typed.py")
    return (*ways_in, *sorted(path for name in FOLDERS for path in (ROOT / name).rglob("*.py")))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


class Text:
    """A string in the code that is no docstring; an f-string is one string, with `{}` for each placeholder.

    Attributes:
        value: The string.
        line: The number of its first line.
        above: The nodes around it, from the outermost.
    """

    def __init__(self, value: str, line: int, above: tuple[ast.AST, ...]) -> None:
        self.value = value
        self.line = line
        self.above = above


def texts(node: ast.AST, above: tuple[ast.AST, ...] = ()) -> Iterator[Text]:
    """Yield all strings below `node`, including those inside the placeholders of f-strings."""
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
    """Yield all calls in a module."""
    return (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """Return the last part of a called function's name: `count` for `words.count(…)`."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def first_text(call: ast.Call) -> str | None:
    """Return the first argument of a call if it is a literal string; else None."""
    match call.args:
        case [ast.Constant(value=str(value)), *_]:
            return value
        case _:
            return None
