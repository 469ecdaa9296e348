"""A message as a person sees it; its properties are computed at each access, so they are always current."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from localdiscord.model.channel import Channel, Message
from localdiscord.model.components import BUTTON, SELECTS, alt_texts, custom_ids, walk
from localdiscord.model.errors import Json


@dataclass(frozen=True)
class Button:
    """A button of a message."""

    label: str
    custom_id: str | None
    disabled: bool
    emoji: str | None
    style: int
    url: str | None


@dataclass(frozen=True)
class Select:
    """A select menu of a message; `options`: pairs of label and value."""

    custom_id: str
    placeholder: str | None
    type: int
    disabled: bool
    options: list[tuple[str, str]]
    min_values: int
    max_values: int


@dataclass(frozen=True)
class ShownMessage:
    """A message as a person sees it at present."""

    message: Message

    @property
    def id(self) -> str:
        """The message's id."""
        return self.message.id

    @property
    def channel(self) -> Channel:
        """The message's channel."""
        return self.message.channel

    @property
    def author(self) -> str:
        """The name of the message's author."""
        return self.message.author.name

    @property
    def content(self) -> str:
        """The message's plain text."""
        return self.message.content

    @property
    def payload(self) -> Json:
        """The message object of Discord's API."""
        return self.message.payload()

    @property
    def texts(self) -> list[str]:
        """All texts of the message, from the top down: content, texts, labels, options, alt texts."""
        return [*self.message.texts()]

    @property
    def text(self) -> str:
        """All texts of the message, one a line."""
        return "\n".join(self.message.texts())

    @property
    def components(self) -> list[Json]:
        """The message's components, as Discord stores them."""
        return self.message.components

    @property
    def buttons(self) -> list[Button]:
        """The message's buttons in order."""
        return [as_button(part) for part in walk(self.components) if part["type"] == BUTTON]

    @property
    def selects(self) -> list[Select]:
        """The message's select menus in order."""
        return [as_select(part) for part in walk(self.components) if part["type"] in SELECTS]

    @property
    def custom_ids(self) -> list[str]:
        """The custom ids of the message's components, and the values of their options."""
        return custom_ids({"components": self.components})

    @property
    def attachments(self) -> list[dict[str, Any]]:
        """The message's files."""
        return self.message.attachments

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of the message's pictures."""
        return alt_texts({"attachments": self.attachments, "components": self.components})

    @property
    def ephemeral(self) -> bool:
        """Whether the message is ephemeral: only one person sees it."""
        return self.message.only_for is not None

    @property
    def loading(self) -> bool:
        """Whether the message says that the bot is "thinking"."""
        return self.message.is_loading

    @property
    def deleted(self) -> bool:
        """Whether the message was deleted."""
        return self.message.deleted

    @property
    def edited(self) -> bool:
        """Whether the message was edited after it was sent."""
        return self.message.edited_at is not None

    @property
    def thread(self) -> Channel | None:
        """The thread that was opened on the message; None: there is none."""
        return self.message.thread

    @property
    def mentions(self) -> list[str]:
        """The names of the people whom the message mentions."""
        return [user.name for user in self.message.mentions]

    def button(self, label: str | None = None, *, custom_id: str | None = None) -> Button:
        """Return the button with a label or custom id.

        Raises:
            LookupError: if it isn't there.
        """
        for button in self.buttons:
            if custom_id is not None and button.custom_id == custom_id:
                return button
            if custom_id is None and button.label == label:
                return button
        there = [button.label or button.emoji for button in self.buttons]
        raise LookupError(f"no button {custom_id or label!r}; there are {there}")

    def select(self, placeholder: str | None = None, *, custom_id: str | None = None) -> Select:
        """Return the select menu with a placeholder or custom id; without both, the message's only menu.

        Raises:
            LookupError: if there is no such menu.
        """
        found = [
            select
            for select in self.selects
            if (custom_id is None or select.custom_id == custom_id)
            and (placeholder is None or select.placeholder == placeholder)
        ]
        if len(found) != 1:
            raise LookupError(f"{len(found)} menus are {custom_id or placeholder!r}")
        return found[0]


def as_button(part: Json) -> Button:
    """Return the button that a component describes."""
    emoji = part.get("emoji") or {}
    return Button(
        part.get("label") or "",
        part.get("custom_id"),
        bool(part.get("disabled")),
        emoji.get("name"),
        part["style"],
        part.get("url"),
    )


def as_select(part: Json) -> Select:
    """Return the select menu that a component describes."""
    return Select(
        part["custom_id"],
        part.get("placeholder"),
        part["type"],
        bool(part.get("disabled")),
        [(option["label"], option["value"]) for option in part.get("options") or []],
        part.get("min_values", 1),
        part.get("max_values", 1),
    )
