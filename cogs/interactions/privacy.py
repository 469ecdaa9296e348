"""Clicks on what is stored of a person: shown, given as a file, deleted on request."""

from __future__ import annotations

import json
from typing import Final

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.text import ui
from cogs.text.ui import message, plain, text
from cogs.views.my_data import data_message, question_message
from tables import Refused

FILE: Final = "my-data.json"


@button("data")
async def my_data(click: Click) -> Reply:
    """Show what is stored of the clicker, or give it as a file if the detail says `file`.

    Raises:
        Refused: There is no such button (`unknown_button`).
    """
    stored = await click.tables.export_person(click.interaction.user.id)
    if click.detail == "":
        return Reply(data_message(stored, click.words), edit=click.is_private)
    if click.detail != "file":
        raise Refused("unknown_button")
    content = json.dumps(stored, ensure_ascii=False, indent=1, default=str).encode()
    view = message([text(click.words("mine.file")), ui.File(f"attachment://{FILE}")])
    return Reply(view, files={FILE: content})


@button("forget")
async def forgotten(click: Click) -> Reply:
    """Delete what is stored of the clicker if the detail says `yes`; else ask.

    Raises:
        Refused: `unknown_button`; as `Tables.forget_person`.
    """
    who, words = click.interaction.user.id, click.words
    if click.detail == "":
        stored = await click.tables.export_person(who)
        return Reply(question_message(stored, words), edit=click.is_private)
    if click.detail != "yes":
        raise Refused("unknown_button")
    await click.tables.forget_person(who, is_leaving=True)
    click.parts.attachments.forget()
    told = plain(words("table.forgotten"), words("mine.stays"))
    return Reply(told, edit=click.is_private)
