"""Counts what the bot's objects hold, so that a test can see what grows."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sized
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

from msgspec import Struct

OURS = frozenset({"tables", "cogs", "pictures", "discord"})
CONTAINERS = (dict, list, set, deque, WeakKeyDictionary, WeakSet, WeakValueDictionary)


def census(*roots: object) -> Counter[str]:
    """How many things the containers hold that can be reached from some objects, by class and attribute.

    Values (`Struct`) count as things: a state has as many parts as it needs.
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
    """The attributes that an object has itself, by name."""
    yield from getattr(one, "__dict__", {}).items()
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(one, name):
                yield name, getattr(one, name)
