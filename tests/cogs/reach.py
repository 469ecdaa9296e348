"""Clicks on all of a question's controls, to find the moves that can be reached, and in how many clicks."""

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
"""Returns the controls of a question, with its steps chosen so far."""


def shown(items: Sequence[Item]) -> ui.LayoutView:
    """Return a message with these controls."""
    return ui.LayoutView(ui.Container(*items))


def clickable(view: ui.LayoutView) -> list[str]:
    """Return the ids of all enabled buttons, and the values of all options of lists."""
    found: list[str] = []
    for item in view.walk_children():
        if isinstance(item, ui.Button) and not item.disabled:
            found.append(item.custom_id or "")
        elif isinstance(item, ui.Select):
            found += (option.value for option in item.options)
    return found


def is_worth_following(picked: str, known: Collection[str]) -> bool:
    """Whether to look at a step: always, but for plans of several moves and for other parts of the board.

    Of plans with the same length, only some are looked at, since there are too many.  Other parts of the
    board show the same controls, so only a few of these steps are looked at, too.
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
    """Return each move that can be reached, with the fewest clicks; `look` is called with each panel."""
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
