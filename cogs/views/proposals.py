"""What the players of a table are asked to agree to: the question, and the buttons to answer it."""

from __future__ import annotations

import discord

from cogs.text import ui
from cogs.text.ids import ProposalRef, TableId
from cogs.text.language import Localizer
from cogs.text.names import Names
from cogs.text.ui import Item, text
from tables import Look
from tables.model.table import Proposal


def question(proposal: Proposal, names: Names, words: Localizer) -> str:
    """What is asked, and by whom."""
    return "🙋 " + words(f"agree.asks_{proposal.matter.value}", who=names(proposal.seat))


def public_part(look: Look, names: Names, words: Localizer) -> list[str]:
    """For the board: what is asked, and whose answer is missing."""
    if look.proposal is None:
        return []
    missing = words("agree.missing", who=names.listed(look.missing))
    return [f"-# {words.together(question(look.proposal, names, words), missing)}"]


def private_part(look: Look, names: Names, words: Localizer) -> list[Item]:
    """For one player: the question, and what they can answer."""
    if look.proposal is None or look.seat is None:
        return []
    line = question(look.proposal, names, words)
    if look.seat in look.missing:
        return [text(f"**{line}**"), answers(look.table.id, look.proposal, words)]
    parts: list[Item] = [text(line, words("agree.missing", who=names.listed(look.missing)))]
    if look.seat == look.proposal.seat:
        parts.append(ui.ActionRow(_button(look.table.id, "decline", "withdraw", look.proposal, words)))
    return parts


def answers(table_id: str, proposal: Proposal, words: Localizer) -> ui.ActionRow:
    """The buttons to agree and to decline."""
    success = discord.ButtonStyle.success
    return ui.ActionRow(
        _button(table_id, "agree", "agree", proposal, words, success),
        _button(table_id, "decline", "decline", proposal, words),
    )


def _button(
    table_id: str,
    verb: str,
    label: str,
    proposal: Proposal,
    words: Localizer,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button:
    detail = str(ProposalRef(proposal.number, proposal.matter))
    return ui.Button(
        label=words(f"agree.button_{label}"), style=style, custom_id=str(TableId(table_id, verb, detail))
    )
