"""The parts of a message (components): values that hold only what is sent to Discord.

Names and arguments are those of `discord.ui`.  The parts of `discord.ui` also know their view, row and
callback, which we don't need, since `interactions/router.py` reads clicks from ids; they take several times
as long to build.  `tests/cogs/test_ui.py` proves that both send the same bytes.  Forms are discord.py's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, ClassVar, Final, TypeVar, cast

import discord
import msgspec
from discord import ButtonStyle, ComponentType, PartialEmoji, SelectOption, SeparatorSpacing

T = TypeVar("T")

Payload = dict[str, Any]
"""A JSON object as Discord receives it."""

Input = discord.ui.Label[discord.ui.Modal]
"""An input of a form with its label, of discord.py's types."""

MOST_PARTS: Final = 40
"""Discord's limit for the number of parts (components) of a message, nested ones included."""
MOST_OPTIONS: Final = 25
"""Discord's limit for the number of options of a list."""
MOST_OF_AN_OPTION: Final = 100
"""Discord's limit for an option's label, and for its description, in characters."""
MOST_OF_A_LABEL: Final = 80
"""Discord's limit for a button's label, in characters."""


class Item:
    """A part of a message (component); its attributes are never changed.

    Attributes:
        children: The parts inside this one.
    """

    __slots__ = ()

    children: Sequence[Item] = ()

    def _sent(self) -> Payload:
        """The part as JSON for Discord."""
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class TextDisplay(Item):
    """A text with Discord's markup."""

    content: str

    def _sent(self) -> Payload:
        return {"type": ComponentType.text_display.value, "content": self.content}


class Separator(Item):
    """A line between two parts."""

    __slots__ = ()

    def _sent(self) -> Payload:
        return {
            "type": ComponentType.separator.value,
            "divider": True,
            "spacing": SeparatorSpacing.small.value,
        }


@dataclass(slots=True, eq=False)
class MediaGallery(Item):
    """A picture; `media` is its URL, `description` its alternative text."""

    media: str
    description: str

    def _sent(self) -> Payload:
        item: Payload = {"media": {"url": self.media}, "spoiler": False}
        if self.description:
            item["description"] = self.description
        return {"type": ComponentType.media_gallery.value, "items": [item]}


@dataclass(slots=True, eq=False)
class File(Item):
    """A file that is shown by its name; `media` is its URL."""

    media: str

    def _sent(self) -> Payload:
        return {"type": ComponentType.file.value, "file": {"url": self.media}, "spoiler": False}


@dataclass(slots=True, eq=False)
class Button(Item):
    """A button with a `custom_id`, or a link to `url`; `emoji`: a Unicode emoji, or `<:name:id>`."""

    label: str
    style: ButtonStyle = ButtonStyle.secondary
    custom_id: str | None = None
    url: str | None = None
    emoji: str | None = None
    disabled: bool = False

    def _sent(self) -> Payload:
        style = ButtonStyle.link if self.url else self.style
        drawn: Payload = {"type": ComponentType.button.value, "style": style.value, "disabled": self.disabled}
        if self.label:
            drawn["label"] = self.label
        if self.custom_id:
            drawn["custom_id"] = self.custom_id
        if self.url:
            drawn["url"] = self.url
        if self.emoji:
            drawn["emoji"] = _emoji(self.emoji)
        return drawn


@lru_cache(maxsize=512)
def _emoji(sign: str) -> Payload:
    return {**PartialEmoji.from_str(sign).to_dict()}


@dataclass(slots=True, eq=False)
class UserSelect(Item):
    """A list from which one person is chosen."""

    custom_id: str
    placeholder: str = ""

    kind: ClassVar = ComponentType.user_select

    def _sent(self) -> Payload:
        return _list(self.kind, self.custom_id, self.placeholder, 1, 1)


class MentionableSelect(UserSelect):
    """A list from which one person or role is chosen."""

    __slots__ = ()

    kind = ComponentType.mentionable_select


@dataclass(slots=True, eq=False)
class Select(Item):
    """A list of options; between `min_values` and `max_values` of them are chosen, by default one."""

    custom_id: str
    options: Sequence[SelectOption]
    placeholder: str = ""
    min_values: int = 1
    max_values: int = 1

    def _sent(self) -> Payload:
        drawn = _list(
            ComponentType.string_select, self.custom_id, self.placeholder, self.min_values, self.max_values
        )
        if self.options:
            drawn["options"] = [option.to_dict() for option in self.options]
        return drawn


def _list(kind: ComponentType, custom_id: str, placeholder: str, fewest: int, most: int) -> Payload:
    drawn: Payload = {
        "type": kind.value,
        "custom_id": custom_id,
        "min_values": fewest,
        "max_values": most,
        "disabled": False,
        "required": kind is ComponentType.string_select,  # As discord.py sends it; it matters in forms only.
    }
    if placeholder:
        drawn["placeholder"] = placeholder
    return drawn


class ActionRow(Item):
    """Up to five buttons beside each other, or a list."""

    __slots__ = ("children",)

    def __init__(self, *children: Item) -> None:
        self.children = children

    def _sent(self) -> Payload:
        return {"type": ComponentType.action_row.value, "components": payloads(self.children)}


class Section(Item):
    """A text with a button (`accessory`) beside it; the button is the last of `children`."""

    __slots__ = ("children",)

    def __init__(self, text: TextDisplay, *, accessory: Button) -> None:
        self.children = (text, accessory)

    def _sent(self) -> Payload:
        text, accessory = payloads(self.children)
        return {"type": ComponentType.section.value, "components": [text], "accessory": accessory}


class Container(Item):
    """A frame around parts; `accent_colour` is the colour of the frame's edge, 0xRRGGBB; None: no colour."""

    __slots__ = ("accent_colour", "children")

    def __init__(self, *children: Item, accent_colour: int | None = None) -> None:
        self.children = children
        self.accent_colour = accent_colour

    def _sent(self) -> Payload:
        return {
            "type": ComponentType.container.value,
            "accent_color": self.accent_colour or None,
            "spoiler": False,
            "components": payloads(self.children),
        }


class LayoutView:
    """A complete, immutable message; data computed from it, such as its JSON, is cached.

    discord.py takes it as a view (`sendable`), but doesn't store it, since `is_finished` returns True.

    Raises:
        ValueError: The message has more than `MOST_PARTS` parts.
    """

    __discord_ui_view__ = True
    timeout = 0.0

    def __init__(self, *children: Item) -> None:
        self.children = children
        self._walked = tuple(_walked(children, []))
        if len(self._walked) > MOST_PARTS:
            raise ValueError("too_many_parts")

    @cached_property
    def digest(self) -> str:
        """A hash of the message; two messages with equal digests look the same."""
        return blake2b(msgspec.json.encode(self.to_components()), digest_size=12).hexdigest()

    @cached_property
    def _payloads(self) -> list[Payload]:
        return payloads(self.children)

    def walk_children(self) -> Sequence[Item]:
        """All parts of the message, nested ones included, in order."""
        return self._walked

    def content_length(self) -> int:
        """The number of characters of all texts of the message."""
        return sum(len(item.content) for item in self._walked if isinstance(item, TextDisplay))

    def to_components(self) -> list[Payload]:
        """The message's parts as JSON for Discord."""
        return self._payloads

    def has_components_v2(self) -> bool:
        """Tell discord.py that the message has parts other than rows of buttons."""
        return True

    def is_finished(self) -> bool:
        """Tell discord.py that it need not store the message to dispatch clicks on it."""
        return True


def sendable(view: LayoutView) -> discord.ui.LayoutView:
    """The same message, typed as discord.py's view; it has all attributes that discord.py uses."""
    return cast(discord.ui.LayoutView, view)


def payloads(items: Iterable[Item]) -> list[Payload]:
    """The parts of a message as JSON for Discord."""
    return [item._sent() for item in items]


def _walked(items: Iterable[Item], found: list[Item]) -> list[Item]:
    for item in items:
        found.append(item)
        if item.children:
            _walked(item.children, found)
    return found


def message(items: Sequence[Item], colour: int | None = None) -> LayoutView:
    """A message of `items` in a frame; `colour` is the colour of the frame's edge; None: no colour."""
    return LayoutView(Container(*items, accent_colour=colour))


def fits(items: Sequence[Item]) -> bool:
    """Whether a message of `items` in a frame would keep Discord's limit, `MOST_PARTS`."""
    return len(_walked(items, [])) < MOST_PARTS  # The frame itself counts as a part.


def plain(*lines: str) -> LayoutView:
    """A message that consists of lines of text only."""
    return LayoutView(text(*lines))


def rows(buttons: Sequence[Button], width: int = 5) -> list[Item]:
    """The buttons as action rows of at most `width` buttons each."""
    return [ActionRow(*buttons[at : at + width]) for at in range(0, len(buttons), width)]


def list_row(custom_id: str, placeholder: str, options: Sequence[SelectOption]) -> ActionRow:
    """A row with a list from which one option is chosen."""
    return ActionRow(Select(custom_id, options, placeholder))


def form(title: str, custom_id: str, inputs: Iterable[Input]) -> discord.ui.Modal:
    """A form of discord.py's; the router reads its submission by the form's `custom_id`."""
    made = discord.ui.Modal(title=title, custom_id=custom_id, timeout=None)
    for one in inputs:
        made.add_item(one)
    made.stop()  # This keeps discord.py from storing the form.
    return made


def field(custom_id: str, label: str, how: str, **about: Any) -> Input:
    """An input of a form, which may be left empty; `how`: its description; `about`: as for `TextInput`."""
    typed: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id=custom_id, required=False, **about)
    return discord.ui.Label(text=label, description=how, component=typed)


def style_if(is_chosen: bool) -> ButtonStyle:
    """The style of a button that chooses an option: coloured if the option is chosen already."""
    return ButtonStyle.primary if is_chosen else ButtonStyle.secondary


def text(*lines: str) -> TextDisplay:
    """A text of several lines, as one part of a message."""
    return TextDisplay("\n".join(lines))


def fit(words: str, most: int) -> str:
    """A text, cut with an ellipsis if it is longer than `most` characters."""
    return words if len(words) <= most else words[: most - 1] + "…"
