"""The private panel, behind *Set up…*, on which a table's host changes settings before the game begins.

The settings are divided into two forms, the `SHEETS`; sending a form changes all of its settings at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from cogs.text import ui
from cogs.text.ids import CHOOSE, OtherId, TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names, table_name
from cogs.text.ui import Input, Item, list_row, message, rows, text
from cogs.views.board import colour, place_lines, table_button, title
from cogs.views.menu import SURE
from cogs.views.story_lines import cancelled_line
from cogs.views.times import PACES, TURNS, duration
from engine.game import Option, Struct
from engine.players import LEVELS
from locales import in_language, languages
from tables import Look, Phase, WhenLate
from tables.model.limits import TABLE_NAME_LENGTH
from tables.model.texts import cleaned
from tables.verbs.lobby import max_seats, missing_seats

SET_UP: Final = "set_up"
"""The verb of the panel's controls for settings; their detail is a sheet, `EASIER`, or a `Setting`."""
NEW_POST: Final = "new_post"
"""The verb of the button that moves the table to a new post of the same forum."""
RULES: Final = "rules"
TIMES: Final = "times"
SHEETS: Final = (RULES, TIMES)
"""The forms, by name: one for name, players and rules, one for pace and language."""
EASIER: Final = "easier"
"""The detail of the button that sets every option to the value that makes a first game easier."""
NAME: Final = "name"
"""The `custom_id` of a form's input for the table's name."""
CHECKS: Final = "checks"
"""The prefix of the `custom_id` of a form's checkboxes; the names of the settings follow."""
ANY: Final = "any"
"""The value of a setting that decides nothing: any number of players, any time."""
SETTINGS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "seats": ("wanted_seats", {ANY: None, **{str(seats): seats for seats in range(1, 10)}}),
    "turn": ("turn_s", {ANY: None, **TURNS}),
    "late": ("when_late", {late.value: late for late in WhenLate}),
    "pace": ("pace_s", PACES),
    "hints": ("hints", {"off": False, "on": True}),
    "rated": ("rated", {"off": False, "on": True}),
    "language": ("locale", {code: code for code in languages()}),
}
"""The settings besides the game's options, by name: the table's field, and the field's value per choice."""
SIGN: Final = "🌱"
"""The sign before settings that can make a first game easier."""
MOST_RADIO: Final = 4
"""The most values of a setting that are shown as radio buttons; more values are shown in a list."""


class Selection(Struct, frozen=True):
    """A setting of a table, or an option of its game, as a form shows it.

    Attributes:
        setting: The name of the setting in `custom_id`s.
        label: The name of the setting in words.
        values: The possible values, each with its label.
        easier: The value that makes a first game easier; None: there is none.
    """

    setting: str
    label: str
    chosen: str
    values: Mapping[str, str]
    easier: str | None = None

    @property
    def is_check(self) -> bool:
        """Whether the setting can only be on or off, so that a checkbox shows it."""
        return self.values.keys() == {"on", "off"}


def set_up_message(look: Look, words: Localizer, note: str = "", *, in_forum: bool = False) -> ui.LayoutView:
    """The panel of settings; for a table closed meanwhile, a text on that.

    `note`: A line on top.  `in_forum`: Whether the table is in a forum's post, and can get its own post.
    """
    table, found = look.table, choices(look, words)
    if table.phase is Phase.CANCELLED:
        return message([text(title(table, words), cancelled_line(look, words))], colour(table.game_id))
    primary, danger = discord.ButtonStyle.primary, discord.ButtonStyle.danger
    missing = missing_seats(look.game, table)
    waits = [f"-# {words.count('table.missing', missing)}"] if missing else []
    easier = [
        words("table.pair", name=one.label, value=one.values[str(one.easier)])
        for one in found[RULES]
        if one.easier not in (None, one.chosen)
    ]
    details = [*SHEETS, *([EASIER] if easier else [])]
    items: list[Item] = [
        text(title(table, words), *([note] if note else [])),
        text(*place_lines(look, words), *waits),
        text(*(line for sheet in SHEETS for line in summary(look, sheet, words))),
        *computers_part(look, words),
        *invited_part(look, words),
        *([text(f"-# {words('set_up.button_easier')} → {LIST.join(easier)}")] if easier else []),
        ui.ActionRow(
            table_button(table.id, "start", words, primary, disabled=missing > 0),
            *(
                table_button(table.id, SET_UP, words, detail=one, label=words(f"set_up.button_{one}"))
                for one in details
            ),
        ),
        ui.ActionRow(
            *([table_button(table.id, NEW_POST, words)] if in_forum else []),
            table_button(table.id, "cancel", words, danger, label=words("set_up.button_close")),
        ),
    ]
    return message(items, colour(table.game_id))


def unanswered_message(look: Look, words: Localizer) -> ui.LayoutView:
    """The question whether to start the game without the people who have not taken their reserved seats."""
    table, absent = look.table, look.table.reserved()
    who = words.listed(f"<@{one.offered_to}>" for one in absent)
    label = words("set_up.button_start_anyway")
    buttons = ui.ActionRow(
        table_button(table.id, "start", words, discord.ButtonStyle.primary, detail=SURE, label=label),
        table_button(table.id, SET_UP, words),
    )
    asked = words.count("set_up.unanswered", len(absent), who=who)
    return message([text(title(table, words), asked), buttons])


def choices(look: Look, words: Localizer) -> dict[str, list[Selection]]:
    """All settings and options of a table, by the name of their sheet (form)."""
    options = [_option(look, option, words) for option in look.game.options]
    turns = {ANY: words("set_up.turn_any")} | {name: duration(s, words) for name, s in TURNS.items()}
    times = [_selection(look, "turn", words, turns)]
    times += [_selection(look, name, words) for name in ("late", "pace")]
    return {
        RULES: [
            _seats(look, words),
            *options,
            *(_selection(look, name, words) for name in ("hints", "rated")),
        ],
        TIMES: [*times, _language(look, words)],
    }


def summary(look: Look, sheet: str, words: Localizer) -> list[str]:
    """Two lines: the heading of a sheet, and its settings with their values."""
    told = [
        words("table.pair", name=one.label, value=one.values.get(one.chosen, one.chosen))
        for one in choices(look, words)[sheet]
        if one.setting != "late" or look.table.turn_s is not None
    ]
    return [f"**{words(f'set_up.{sheet}')}**", LIST.join(told)]


def sheet_form(look: Look, sheet: str, words: Localizer) -> discord.ui.Modal:
    """The form of `sheet`, one of `SHEETS`, filled with the present values."""
    table, found, inputs = look.table, choices(look, words)[sheet], list[Input]()
    if sheet == RULES:
        named, shown = cleaned(table.name)[:TABLE_NAME_LENGTH] or None, table_name(table)[:TABLE_NAME_LENGTH]
        label, how = words("set_up.name"), words("set_up.name_how")
        about = {"default": named, "placeholder": shown, "max_length": TABLE_NAME_LENGTH}
        inputs.append(ui.field(NAME, label, how, **about))
    inputs += [Input(text=one.label, component=_picker(one)) for one in found if not one.is_check]
    if checks := [one for one in found if one.is_check]:
        inputs.append(Input(text=words("set_up.checks"), component=_checkboxes(checks)))
    return ui.form(words(f"set_up.{sheet}"), str(TableId(table.id, SET_UP, sheet)), inputs)


def _picker(choice: Selection) -> discord.ui.Item[discord.ui.Modal]:
    """Radio buttons for a setting's values; for a single value or more than `MOST_RADIO`, a list.

    A person can leave the choice empty only if the current value isn't offered any more.
    """
    must = choice.chosen in choice.values
    kind = discord.RadioGroupOption if 2 <= len(choice.values) <= MOST_RADIO else discord.SelectOption
    options: list[Any] = [
        kind(label=label, value=value, default=value == choice.chosen)
        for value, label in choice.values.items()
    ]
    if kind is discord.RadioGroupOption:
        return discord.ui.RadioGroup(custom_id=choice.setting, options=options, required=must)
    return discord.ui.Select(custom_id=choice.setting, options=options, min_values=int(must), required=must)


def _checkboxes(checks: list[Selection]) -> discord.ui.Item[discord.ui.Modal]:
    """A group of checkboxes, one for each of `checks`; a checkbox's value is its setting's name."""
    options = [
        discord.CheckboxGroupOption(
            label=f"{SIGN} {one.label}" if one.easier else one.label,
            value=one.setting,
            description=one.values["on"],
            default=one.chosen == "on",
        )
        for one in checks
    ]
    custom_id = ".".join((CHECKS, *(one.setting for one in checks)))
    return discord.ui.CheckboxGroup(custom_id=custom_id, required=False, min_values=0, options=options)


def computers_part(look: Look, words: Localizer) -> list[Item]:
    """A list to seat a computer player, if a seat is free; a button to remove the latest one, if any."""
    table = look.table
    items: list[Item] = []
    if len(table.seats) < max_seats(look.game, table):
        items.append(computer_list(table.id, len(table.seats), words))
    latest = next((info.seat for info in reversed(table.seats) if info.computer), None)
    if latest is not None:
        label = words("table.button_uncomputer", name=Names(table.seats, words).plain(latest))
        remove = table_button(table.id, "uncomputer", words, detail=str(latest), label=label)
        items.append(ui.ActionRow(remove))
    return items


def invited_part(look: Look, words: Localizer) -> list[Item]:
    """A list to invite a person or role, if a seat is free, and buttons to end reservations of seats."""
    table, reserved = look.table, look.table.reserved()
    buttons = [
        table_button(
            table.id,
            "invite",
            words,
            detail=str(one.offered_to),
            label=words("set_up.button_uninvite", name=cleaned(one.name))[: ui.MOST_OF_A_LABEL],
        )
        for one in reserved
    ]
    items = rows(buttons)
    if table.has_server and len(table.seats) + len(reserved) < max_seats(look.game, table):
        # The id changes with the free seat, as in `computer_list`.
        custom_id = str(TableId(table.id, "invite", f"new{len(table.invited)}"))
        items.insert(0, ui.ActionRow(ui.MentionableSelect(custom_id, words("set_up.invite"))))
    return items


def computer_list(table_id: str, seat: int, words: Localizer) -> Item:
    """A list of computer players, the weakest first, to put one on `seat`, the next free seat."""
    options = [
        discord.SelectOption(
            label=words(f"table.add_{player}"), value=str(TableId(table_id, "computer", player))
        )
        for player in LEVELS
    ]
    # In a list with the same id, Discord would go on showing the last choice, so the seat changes the id.
    return list_row(str(OtherId(CHOOSE, f"computer{seat}")), words("set_up.computers"), options)


def _option(look: Look, option: Option, words: Localizer) -> Selection:
    """An option of the game as a `Selection`."""
    key = f"{catalogue(look.game.id)}.option_{option.name}"
    chosen = look.table.options.get(option.name, option.default)
    values = {value: words(f"{key}_{value}") for value in option.values}
    return Selection(option.name, words(key), chosen, values, option.easier)


def _seats(look: Look, words: Localizer) -> Selection:
    taken = len(look.table.seats)
    labels = {ANY: words("set_up.seats_any", most=max(look.game.seats))}
    labels |= {str(seats): str(seats) for seats in look.game.seats if seats >= taken}
    return _selection(look, "seats", words, labels)


def _language(look: Look, words: Localizer) -> Selection:
    spoken = {code: in_language(code)("table.language") for code in languages()}
    return Selection("language", words("set_up.language"), in_language(look.table.locale).language, spoken)


def _selection(look: Look, name: str, words: Localizer, labels: Mapping[str, str] | None = None) -> Selection:
    """The setting `name` as a `Selection`; `labels`: of its values; None: `set_up.<name>_<value>`."""
    field, values = SETTINGS[name]
    now = getattr(look.table, field)
    chosen = next((value for value, means in values.items() if means == now), str(now))
    labels = labels or {value: words(f"set_up.{name}_{value}") for value in values}
    return Selection(name, words(f"set_up.{name}"), chosen, labels)
