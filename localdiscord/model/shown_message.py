"""A message as a person sees it now: a live view, so that one looks again after each change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from localdiscord.model.channel import Channel, Message
from localdiscord.model.components import BUTTON, SELECTS, alt_texts, custom_ids, walk
from localdiscord.model.errors import Json


@dataclass(frozen=True)
class Button:
    """A button."""

    label: str
    custom_id: str | None
    disabled: bool
    emoji: str | None
    style: int
    url: str | None


@dataclass(frozen=True)
class Select:
    """A select menu; `options` are pairs of label and value."""

    custom_id: str
    placeholder: str | None
    type: int
    disabled: bool
    options: list[tuple[str, str]]
    min_values: int
    max_values: int


@dataclass(frozen=True)
class ShownMessage:
    """What stands in a message now."""

    message: Message

    @property
    def id(self) -> str:
        """Its id."""
        return self.message.id

    @property
    def channel(self) -> Channel:
        """Where it is."""
        return self.message.channel

    @property
    def author(self) -> str:
        """Whose it is, by name."""
        return self.message.author.name

    @property
    def content(self) -> str:
        """Its plain text."""
        return self.message.content

    @property
    def payload(self) -> Json:
        """Discord's whole object."""
        return self.message.payload()

    @property
    def texts(self) -> list[str]:
        """All that is written in it, from the top down: content, texts, labels, options, alt texts."""
        return [*self.message.texts()]

    @property
    def text(self) -> str:
        """The same in one, a line each."""
        return "\n".join(self.message.texts())

    @property
    def components(self) -> list[Json]:
        """Its components as Discord keeps them."""
        return self.message.components

    @property
    def buttons(self) -> list[Button]:
        """Its buttons in order."""
        return [as_button(part) for part in walk(self.components) if part["type"] == BUTTON]

    @property
    def selects(self) -> list[Select]:
        """Its select menus in order."""
        return [as_select(part) for part in walk(self.components) if part["type"] in SELECTS]

    @property
    def custom_ids(self) -> list[str]:
        """All its custom ids and the values of options."""
        return custom_ids({"components": self.components})

    @property
    def attachments(self) -> list[dict[str, Any]]:
        """Its files."""
        return self.message.attachments

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of its pictures."""
        return alt_texts({"attachments": self.attachments, "components": self.components})

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return self.message.only_for is not None

    @property
    def loading(self) -> bool:
        """Whether the bot still thinks."""
        return self.message.is_loading

    @property
    def deleted(self) -> bool:
        """Whether it is gone."""
        return self.message.deleted

    @property
    def edited(self) -> bool:
        """Whether it was changed after it was sent."""
        return self.message.edited_at is not None

    @property
    def thread(self) -> Channel | None:
        """The thread on it."""
        return self.message.thread

    @property
    def mentions(self) -> list[str]:
        """The names of those whom it mentions and may mention."""
        return [user.name for user in self.message.mentions]

    def button(self, label: str | None = None, *, custom_id: str | None = None) -> Button:
        """One button, by label or id.

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
        """One select menu, by placeholder or id, or the only one.

        Raises:
            LookupError: if it isn't there.
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
    """A button from its component."""
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
    """A select menu from its component."""
    return Select(
        part["custom_id"],
        part.get("placeholder"),
        part["type"],
        bool(part.get("disabled")),
        [(option["label"], option["value"]) for option in part.get("options") or []],
        part.get("min_values", 1),
        part.get("max_values", 1),
    )
