"""Advice in words: a hint, or why a computer player moved as it did."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import discord

from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import CHOOSE, OtherId, TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names
from cogs.text.ui import Button, Item, message, text
from cogs.views.board import colour, table_button, title
from engine.game import Event, Seat
from engine.players.reasons import Reason
from tables import Advice, Facts, Look

HINT: Final = "hint"
"""The verb of the button that asks for a hint; its detail is the question's number."""
WHY: Final = "why"
"""The verb that asks why a computer player made a move; its detail is the move's number in the journal."""
SIGNS: Final = {HINT: "💡", WHY: "❓"}
VERDICTS: Final = frozenset({"better", "worse", "close"})
MIXES: Final = frozenset({"evenly", "mostly"})
MOST_OPTION: Final = 100
"""The most characters of an option in a list; Discord's limit."""
SMALL: Final = "-# "


def hint_button(look: Look, words: Localizer) -> list[Button]:
    """A button that asks for a hint; an empty list if the viewer may not have a hint now."""
    if not look.may_have_hint:
        return []
    label = words("advice.button_hint")
    return [table_button(look.table.id, HINT, words, detail=str(look.asked), label=label)]


def why_list(look: Look, words: Localizer) -> list[Item]:
    """A list of the latest moves of computer players, to ask why one was made; empty if there are none."""
    if not look.explainable:
        return []
    plain = words.for_alt_text  # Options show markup as it is.
    options = [
        discord.SelectOption(
            label=move_line(look.table, move.seat, move.events, plain).replace("**", "")[:MOST_OPTION],
            value=str(TableId(look.table.id, WHY, str(move.number))),
        )
        for move in reversed(look.explainable)
    ]
    # The id changes with the latest move: Discord keeps showing the choice made in a list of the same id.
    custom_id = str(OtherId(CHOOSE, f"{WHY}{look.explainable[-1].number}"))
    return [ui.list_row(custom_id, words("advice.ask"), options)]


def advice_message(advice: Advice, look: Look, words: Localizer, about: str) -> ui.LayoutView:
    """The message with a hint (`about` is `HINT`), or with why a computer player made a move (`WHY`)."""
    lines = advice_lines(advice, look, words, about)
    return message([text(title(look.table, words), *lines)], colour(look.table.game_id))


def advice_lines(advice: Advice, look: Look, words: Localizer, about: str) -> list[str]:
    """The lines of an advice: the move, the verdict on it with reasons, and the other move considered."""
    lines = {said.move: move_line(look.table, advice.seat, said.events, words) for said in advice.said}
    made = next(iter(lines), "")
    mix = next((reason for reason in advice.reasons if reason.name in MIXES), None)
    is_mixed = mix is not None and made in mix.moves
    told, said = lines.get(made, ""), []
    if mix is not None and about == HINT:
        told = mix_text(mix, look, words)
    elif mix is not None:
        said.append(words("advice.mix", mix=mix_text(mix, look, words)))
    if not is_mixed:
        is_other = any(reason.name == "worse" for reason in advice.reasons)
        said += [reason_text(reason, look, words, about, is_other=is_other) for reason in advice.reasons]
    found = [f"{SIGNS[about]} **{words(f'advice.{about}')}** {told}".rstrip(), words.together(*said)]
    if not is_mixed and advice.other in lines:
        found.append(SMALL + words("advice.compared", move=lines[advice.other]))
    return [line for line in found if line]


def move_line(
    table: Facts, seat: Seat, events: Sequence[Event], words: Localizer, former: Collection[Seat] = ()
) -> str:
    """The first line of the play-by-play on a move; `former`: the seats of former players."""
    names = Names(table.seats, words, former=former)
    lines = screens()[table.game_id].tell(events, names, words)
    if not lines:
        return words(f"{catalogue(table.game_id)}.told_nothing", who=names(seat))
    return lines[0].removeprefix(SMALL).partition("\n")[0]


def mix_text(mix: Reason, look: Look, words: Localizer) -> str:
    """A sentence on a mixed strategy: its choices, and how often it is best to make each."""
    screen = screens()[look.table.game_id]
    first, *others = (screen.choice_name(look.game.read_move(move), words) for move in mix.moves)
    if mix.name == "evenly":
        return words("advice.evenly", choices=words.listed([first, *others]))
    return words("advice.mostly", first=first, others=words.listed(others))


def reason_text(reason: Reason, look: Look, words: Localizer, about: str, *, is_other: bool = False) -> str:
    """A sentence on `reason`; empty for a mixed strategy.  `is_other`: The reason favours another move."""
    if reason.name in MIXES:
        return ""
    if reason.name == "alone":
        is_hidden = about == WHY and look.game.hides
        return words("advice.alone_hidden" if is_hidden else "advice.alone")
    if reason.name in VERDICTS:
        few = round(reason.points) < 1
        points = words("advice.little") if few else words.count("advice.points", round(reason.points))
        key = f"advice.{reason.name}" if reason.of > 1 else f"advice.{reason.name}_surely"
        return words(key, points=points, times=reason.times, of=reason.of)
    return why_text(look.table.game_id, reason, words, is_other=is_other)


def why_text(game_id: str, reason: Reason, words: Localizer, *, is_other: bool = False) -> str:
    """A sentence on why a move is better; `is_other`: that move isn't the move being judged."""
    parts = LIST.join(words(f"{catalogue(game_id)}.reason_{part}") for part in reason.parts)
    key, of_the_other = f"advice.{reason.name}", f"advice.{reason.name}_other"
    return words(of_the_other if is_other and words.has(of_the_other) else key, parts=parts)
