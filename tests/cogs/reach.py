"""Somebody who clicks on everything: which moves a question's controls lead to, and in how many clicks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from discord import ui

from cogs import ids
from cogs.screens.contract import Item, Question, read_pick

Show = Callable[[Question], Sequence[Item]]
"""The controls of a question, as far as it is picked."""


def shown(items: Sequence[Item]) -> ui.LayoutView:
    """Controls as a message."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items))
    view.stop()
    return view


def clickable(view: ui.LayoutView) -> list[str]:
    """The ids of all buttons, and of all options of lists."""
    found: list[str] = []
    for item in view.walk_children():
        if isinstance(item, ui.Button):
            found.append(item.custom_id or "")
        elif isinstance(item, ui.Select):
            found += (option.value for option in item.options)
    return found


def reached(
    show: Show, question: Question, seen: Callable[[ui.LayoutView], Any] = lambda view: None
) -> dict[str, int]:
    """Each move that can be made, and the fewest clicks that it takes; `seen` is called with each panel."""
    clicks: dict[str, int] = {}
    known, waiting = {""}, [""]
    for number in range(1, len(question.legal_moves) + 100):
        following: list[str] = []
        for picked in waiting:
            view = shown(show(Question(question.table, question.asked, question.legal_moves, picked)))
            seen(view)
            for custom_id in clickable(view):
                match ids.read(custom_id):
                    case ids.MoveId(table, asked, moves) if (table, asked) == (question.table, question.asked):
                        clicks.setdefault(moves, number)
                    case ids.TableId(table, ids.PICK, detail) if table == question.table:
                        asked_picked = read_pick(detail)
                        assert asked_picked is not None
                        asked, further = asked_picked
                        assert asked == question.asked
                        if further not in known:
                            known.add(further)
                            following.append(further)
                    case other:
                        raise AssertionError(f"{custom_id}: {other}")
        if not following:
            break
        waiting = following
    return clicks
