"""The private panel, behind *Set up…*, on which a table's owner changes settings before the game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from msgspec.structs import replace

from cogs.text import ui
from cogs.text.ids import CHOOSE, OtherId, Setting, TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import Names, table_name
from cogs.text.ui import Button, Item, list_row, message, rows, style_if, text
from cogs.views.board import colour, place_lines, table_button, title
from cogs.views.story_lines import cancelled_line
from cogs.views.times import PACES, TURNS, duration
from engine.game import Option, Struct
from engine.players import LEVELS
from locales import in_language, languages
from tables import Look, Phase, WhenLate
from tables.model.limits import TABLE_NAME_LENGTH
from tables.model.table import agreed
from tables.model.texts import cleaned
from tables.verbs.lobby import is_possible, max_seats, missing_seats

SET_UP: Final = "set_up"
"""The verb of the panel's controls for settings; its detail is a `Setting`."""
NAME: Final = "name"
"""The setting for a table's name, which is typed into a form; also the `custom_id` of the form's input."""
ANY: Final = "any"
"""The value of a setting that leaves it open: any number of players, any time."""
SETTINGS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "seats": ("wanted_seats", {ANY: None, **{str(seats): seats for seats in range(1, 10)}}),
    "turn": ("turn_s", {ANY: None, **TURNS}),
    "late": ("when_late", {late.value: late for late in WhenLate}),
    "pace": ("pace_s", PACES),
    "hints": ("hints", {"off": False, "on": True}),
    "language": ("locale", {code: code for code in languages()}),
}
"""The settings besides the game's options, by name: the table's field, and its value for each choice."""
EASIER: Final = "🌱"
"""The sign of settings that can make a first game easier."""
MOST_BUTTONS: Final = 5
"""The most values of a setting that are shown as buttons; more values are shown in a list."""
MOST_LABEL: Final = 80
MOST_OPTION: Final = 100
"""The most characters of a button's label (`MOST_LABEL`) and of an option in a list; Discord's limits."""


class Selection(Struct, frozen=True):
    """A setting of a table, or an option of its game, in words.

    Attributes:
        setting: The name of the setting in `custom_id`s.
        label: The name of the setting in words.
        chosen: The current value.
        values: The possible values, each with its label.
        easier: The value that makes a first game easier; None: there is none.
    """

    setting: str
    label: str
    chosen: str
    values: Mapping[str, str]
    easier: str | None = None

    @property
    def now(self) -> str:
        """The label of the current value."""
        return self.values.get(self.chosen, self.chosen)

    @property
    def is_harder(self) -> bool:
        """Whether another value would make a first game easier."""
        return self.easier not in (None, self.chosen)


def set_up_message(look: Look, words: Localizer, opened: str = "", note: str = "") -> ui.LayoutView:
    """The panel of settings or, if the table was closed meanwhile, a text that says so.

    `opened`: The name of the setting whose values are shown, if any.  `note`: A line on top.
    """
    table = look.table
    if table.phase is Phase.CANCELLED:
        return message([text(title(table, words), cancelled_line(table, words))], colour(table.game_id))
    found = choices(look, words)
    items: list[Item] = [
        text(title(table, words), *([note] if note else []), f"-# {words('set_up.about')}"),
        text(*place_lines(look, words)),
        text(*(line(choice, words) for choice in found)),
        setting_list(table.id, found, opened, words),
    ]
    for choice in found:
        if choice.setting == opened:
            items += values_part(table.id, choice)
    items += rows(
        [easier_button(table.id, one, words) for one in found if one.is_harder and one.setting != opened]
    )
    items += [*computers_part(look, words), table_row(look, words)]
    return message(items, colour(table.game_id))


def choices(look: Look, words: Localizer) -> list[Selection]:
    """All settings and options of a table; those options that can make a first game easier come first."""
    options = [_option(look, option, words) for option in look.game.options]
    return [
        *(one for one in options if one.easier is not None),
        _seats(look, words),
        *(one for one in options if one.easier is None),
        *_times(look, words),
        _selection(look, "hints", words),
        _language(look, words),
    ]


def line(choice: Selection, words: Localizer) -> str:
    """A line with a setting's current value and, if another value makes a first game easier, that value."""
    sign = f"{EASIER} " if choice.easier is not None else ""
    told = sign + words("table.pair", name=choice.label, value=f"**{choice.now}**")
    if not choice.is_harder:
        return told
    return f"{told} · {words('set_up.easier', value=choice.values[choice.easier or ''])}"


def setting_list(table_id: str, found: list[Selection], opened: str, words: Localizer) -> Item:
    """A list of all settings, with their current values; `opened` is the name of the selected setting."""
    options = [
        discord.SelectOption(
            label=choice.label[:MOST_OPTION],
            value=_id(table_id, choice.setting),
            description=choice.now[:MOST_OPTION],
            default=choice.setting == opened,
        )
        for choice in found
    ]
    return list_row(str(OtherId(CHOOSE, SET_UP)), words("set_up.change"), options)


def values_part(table_id: str, choice: Selection) -> list[Item]:
    """The controls to choose a setting's value: buttons or, for more than `MOST_BUTTONS` values, a list."""
    head = text(f"**{choice.label}**")
    if len(choice.values) > MOST_BUTTONS:
        options = [
            discord.SelectOption(
                label=label[:MOST_OPTION],
                value=_id(table_id, choice.setting, value),
                default=value == choice.chosen,
            )
            for value, label in choice.values.items()
        ]
        return [head, list_row(str(OtherId(CHOOSE, choice.setting)), choice.now, options)]
    buttons = [
        Button(label[:MOST_LABEL], style_if(value == choice.chosen), _id(table_id, choice.setting, value))
        for value, label in choice.values.items()
    ]
    return [head, *rows(buttons)]


def easier_button(table_id: str, choice: Selection, words: Localizer) -> Button:
    """A button that gives a setting the value that makes a first game easier."""
    value = choice.easier or ""
    label = f"{EASIER} {words('table.pair', name=choice.label, value=choice.values[value])}"
    return Button(label=label[:MOST_LABEL], custom_id=_id(table_id, choice.setting, value))


def computers_part(look: Look, words: Localizer) -> list[Item]:
    """A list to seat a computer player, if a seat is free, and a button to remove the latest, if any."""
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


def computer_list(table_id: str, seat: int, words: Localizer) -> Item:
    """A list of computer players, the weakest first, to put one on `seat`, the next free seat."""
    options = [
        discord.SelectOption(
            label=words(f"table.add_{player}")[:MOST_OPTION], value=str(TableId(table_id, "computer", player))
        )
        for player in LEVELS
    ]
    # The id changes with the seat: in a list of the same id Discord keeps the choice, and never resends it.
    return list_row(str(OtherId(CHOOSE, f"computer{seat}")), words("set_up.computers"), options)


def table_row(look: Look, words: Localizer) -> Item:
    """The buttons to start the game, to name the table, and to close it."""
    table, primary, danger = look.table, discord.ButtonStyle.primary, discord.ButtonStyle.danger
    may_start = missing_seats(look.game, table) == 0
    return ui.ActionRow(
        table_button(table.id, "start", words, primary, disabled=not may_start),
        table_button(table.id, SET_UP, words, detail=NAME, label=words("set_up.button_name")),
        table_button(table.id, "cancel", words, danger, label=words("set_up.button_close")),
    )


def name_form(look: Look, words: Localizer) -> discord.ui.Modal:
    """A form to type the table's name."""
    table = look.table
    form = discord.ui.Modal(title=words("set_up.name"), custom_id=_id(table.id, NAME), timeout=None)
    typed: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=NAME,
        default=cleaned(table.name)[:TABLE_NAME_LENGTH] or None,
        placeholder=table_name(table)[:MOST_OPTION],
        required=False,
        max_length=TABLE_NAME_LENGTH,
    )
    form.add_item(
        discord.ui.Label(text=words("set_up.name"), description=words("set_up.name_how"), component=typed)
    )
    form.stop()  # So that discord.py doesn't keep the form; the router reads what is submitted.
    return form


def _id(table_id: str, setting: str, value: str = "") -> str:
    return str(TableId(table_id, SET_UP, str(Setting(setting, value))))


def _option(look: Look, option: Option, words: Localizer) -> Selection:
    """An option of the game, with the values that the table's other settings allow."""
    key, now = f"{catalogue(look.game.id)}.option_{option.name}", agreed(look.table)
    chosen = look.table.options.get(option.name, option.default)
    possible = [
        value
        for value in option.values
        if value == chosen
        or is_possible(look.game, replace(now, options={**now.options, option.name: value}))
    ]
    values = {value: words(f"{key}_{value}") for value in possible}
    easier = option.easier if option.easier in values else None
    return Selection(option.name, words(key), chosen, values, easier)


def _seats(look: Look, words: Localizer) -> Selection:
    taken = len(look.table.seats)
    labels = {ANY: words("set_up.seats_any", most=max(look.game.seats))}
    labels |= {str(seats): str(seats) for seats in look.game.seats if seats >= taken}
    return _selection(look, "seats", words, labels)


def _times(look: Look, words: Localizer) -> list[Selection]:
    """The settings for the time per turn, what happens after it, and how fast computer players move."""
    turns = {name: duration(length, words) for name, length in TURNS.items()}
    found = [_selection(look, "turn", words, {ANY: words("set_up.turn_any"), **turns})]
    if look.table.turn_s is not None:
        found.append(_selection(look, "late", words))
    return [*found, _selection(look, "pace", words)]


def _language(look: Look, words: Localizer) -> Selection:
    spoken = {code: in_language(code)("table.language") for code in languages()}
    return Selection("language", words("set_up.language"), in_language(look.table.locale).language, spoken)


def _selection(look: Look, name: str, words: Localizer, labels: Mapping[str, str] | None = None) -> Selection:
    """One of the `SETTINGS`; by default the labels of its values are sentences `set_up.<name>_<value>`."""
    field, values = SETTINGS[name]
    now = getattr(look.table, field)
    chosen = next((value for value, means in values.items() if means == now), str(now))
    labels = labels or {value: words(f"set_up.{name}_{value}") for value in values}
    return Selection(name, words(f"set_up.{name}"), chosen, labels)
