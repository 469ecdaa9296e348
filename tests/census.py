"""Counts the contents of the bot's objects, so that tests can find what grows and what refers to a table."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sized
from functools import partial
from types import MethodType
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

from msgspec import Struct

OURS = frozenset({"tables", "cogs", "pictures", "discord"})
SEPARATED = re.compile("[: ]")
CONTAINERS = (dict, list, set, deque, WeakKeyDictionary, WeakSet, WeakValueDictionary)


def census(*roots: object) -> Counter[str]:
    """Count the elements of all containers that can be reached from `roots`, by class and attribute.

    A value (`Struct`) counts as one element, since a state has as many parts as it needs.
    """
    held: Counter[str] = Counter()
    seen: set[int] = set()
    waiting: list[object] = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Mapping):
            waiting += [*one, *one.values()]
        elif isinstance(one, (*CONTAINERS, tuple)):
            waiting += one
        elif not isinstance(one, Struct) and type(one).__module__.split(".")[0] in OURS:
            for name, value in attributes(one):
                waiting.append(value)
                if isinstance(value, CONTAINERS):
                    assert isinstance(value, Sized)
                    held[f"{type(one).__name__}.{name}"] += len(value)
    return held


def attributes(one: object) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of an object itself (not of its class), by name."""
    yield from getattr(one, "__dict__", {}).items()
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(one, name):
                yield name, getattr(one, name)


def mentions(root: object, words: Collection[str]) -> set[str]:
    """Return the places, in what can be reached from `root`, with a text that is one of `words`.

    A place is the innermost class and attribute.  A word in a text counts between colons or spaces, too, as
    in `messages:abc`.
    """
    found: set[str] = set()
    seen: set[int] = set()
    waiting: list[tuple[object, str]] = [(root, type(root).__name__)]
    while waiting:
        one, where = waiting.pop()
        if isinstance(one, str):
            if not {one, *SEPARATED.split(one)}.isdisjoint(words):
                found.add(where)
        elif id(one) not in seen:
            seen.add(id(one))
            waiting += [(part, place) for part, place in parts(one, where)]
    return found


def parts(one: object, where: str) -> Iterator[tuple[object, str]]:
    """Yield the parts of an object, each with a class and attribute: its own or, in a container, `where`."""
    if isinstance(one, Mapping):
        yield from ((part, where) for part in (*one, *one.values()))
    elif isinstance(one, (*CONTAINERS, tuple, frozenset)):
        yield from ((part, where) for part in one)
    elif isinstance(one, MethodType):
        yield one.__self__, where
    elif isinstance(one, partial):
        yield from ((part, where) for part in (one.func, one.args, one.keywords))
    elif isinstance(one, asyncio.Task):
        yield one.get_name(), where
    elif isinstance(one, Struct) or type(one).__module__.split(".")[0] in OURS:
        yield from ((value, f"{type(one).__name__}.{name}") for name, value in attributes(one))
