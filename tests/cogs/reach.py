"""Somebody who clicks on everything: which moves a question's controls lead to, and in how many clicks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from cogs.games.contract import Question
from cogs.text import ids, ui
from cogs.text.ids import Pick
from cogs.text.ui import Item

PLAN = "plan "
PLANS_FOLLOWED = 3
ELSEWHERE = "in "
ELSEWHERE_FOLLOWED = 12

Show = Callable[[Question], Sequence[Item]]
"""The controls of a question, as far as it is picked."""


def shown(items: Sequence[Item]) -> ui.LayoutView:
    """Controls as a message."""
    return ui.LayoutView(ui.Container(*items))


def clickable(view: ui.LayoutView) -> list[str]:
    """The ids of all buttons that can be pressed, and of all options of lists."""
    found: list[str] = []
    for item in view.walk_children():
        if isinstance(item, ui.Button) and not item.disabled:
            found.append(item.custom_id or "")
        elif isinstance(item, ui.Select):
            found += (option.value for option in item.options)
    return found


def is_worth_following(picked: str, known: Collection[str]) -> bool:
    """A plan of several moves grows in too many ways: of plans as long as one another some are enough.

    Another part of the board is shown with the same controls: that, too, is looked at some times only.
    """
    if picked.startswith(ELSEWHERE):
        return sum(one.startswith(ELSEWHERE) for one in known) < ELSEWHERE_FOLLOWED
    if not picked.startswith(PLAN):
        return True
    alike = [one for one in known if one.startswith(PLAN) and len(one) == len(picked)]
    return len(alike) < PLANS_FOLLOWED


def reached(
    show: Show, question: Question, look: Callable[[ui.LayoutView], Any] = lambda view: None
) -> dict[str, int]:
    """Each move that can be made, and the fewest clicks that it takes; `look` is called with each panel."""
    clicks: dict[str, int] = {}
    known, panels, number = {question.picked}, [question.picked], 0
    while panels:
        number += 1
        further: list[str] = []
        for picked in panels:
            view = shown(show(Question(question.table, question.asked, question.legal_moves, picked)))
            look(view)
            for custom_id in clickable(view):
                one = ids.read(custom_id)
                assert not isinstance(one, ids.OtherId | None), custom_id
                assert one.table == question.table
                if isinstance(one, ids.MoveId):
                    assert one.asked == question.asked
                    clicks.setdefault(one.moves, number)
                    continue
                assert one.verb == ids.PICK, custom_id
                pick = Pick.parse(one.detail)
                assert pick.asked == question.asked
                if pick.picked not in known and is_worth_following(pick.picked, known):
                    known.add(pick.picked)
                    further.append(pick.picked)
        panels = further
    return clicks
