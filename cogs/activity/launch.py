"""The button *Large board*: opens the page in a frame of Discord, and stores from which table.

Discord has one instance of the Activity in each channel, and several tables may share the instance.  So each
table has a database row that lists who opened an instance from the table, and when; a hash that names nobody
stands for each person.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from cogs.activity.session import Session
from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.messages.whereabouts import UNTIL_THE_END
from cogs.text.ui import plain
from cogs.views.board import LARGE
from tables import Refused, Tables
from tables.store.messages import LARGE_BOARD
from tables.verbs.access import Right

MOST, MOST_EACH = 60, 3
"""How many openings of the page from a table are stored, and how many by one person: the latest."""


@button(LARGE, Right.READ)
async def launched(click: Click) -> Reply:
    """Open the page for the clicker; the page shows the table to each person who may read it."""
    if click.interaction.client.large_board is None:
        raise Refused("unknown_button")
    return Reply(plain(click.words("set_up.again")), launched=partial(noted, click))


async def noted(click: Click, instance: str) -> None:
    """Store that the clicker has opened an instance from the click's table, and update the open pages."""
    messages = click.tables.messages
    former = (await messages.get(click.table)).get(LARGE_BOARD)
    mark = _mark(click.tables, instance, click.user_id)
    latest, of_each = [f"{mark}/{click.parts.now():.3f}"], Counter[str]()
    for one in reversed(former.extra.split() if former is not None else []):
        person = one.split("/")[1]
        of_each[person] += 1
        if not one.startswith(f"{mark}/") and of_each[person] <= MOST_EACH:
            latest.insert(0, one)
    place = click.interaction.channel_id or 0
    await messages.put(click.table, LARGE_BOARD, place, 0, UNTIL_THE_END, " ".join(latest[-MOST:]))
    click.interaction.client.large_board.opened(instance)


async def opened_from(tables: Tables, session: Session) -> tuple[str | None, list[str]]:
    """Return the ids of the table from which a person opened their instance, and of the instance's tables.

    The first result is None if the person has joined an instance that only others opened.  The second result
    has the tables from which anybody opened the instance, the latest first.
    """
    mark, own, all_ = _mark(tables, session.instance, session.person), {}, {}
    for table_id, extra in await tables.messages.opened_in(session.instance):
        for one in extra.split():
            by, _, at = one.rpartition("/")
            if by == mark:
                own[float(at)] = table_id
            if by.startswith(f"{session.instance}/"):
                all_[float(at)] = table_id
    return own[max(own)] if own else None, [all_[at] for at in sorted(all_, reverse=True)]


def _mark(tables: Tables, instance: str, person_id: int) -> str:
    return f"{instance}/{tables.seal(LARGE_BOARD, person_id)}"
