"""Discord's rules for components in messages and modals, and the defaults that Discord fills in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from localdiscord.checks.text import is_unicode_emoji
from localdiscord.model.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOX_GROUP,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    LINK,
    RADIO_GROUP,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    UPLOAD,
)
from localdiscord.model.errors import FormErrors, Json

Path = tuple[str | int, ...]

MOST_COMPONENTS, MOST_TEXT, MOST_ROWS, MOST_IN_ROW, MOST_OPTIONS = 40, 4000, 5, 5, 25
MOST_BOXES = 10
IN_CONTAINER = frozenset([ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR])
TOP_V2 = IN_CONTAINER | {CONTAINER}
IN_LABEL = SELECTS | {TEXT_INPUT, UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
NOT_HERE = ("COMPONENT_TYPE_INVALID", "The specified component type is invalid in this context")


class ComponentCheck:
    """Checks the components of one message or modal, and adds their faults to `errors`."""

    def __init__(
        self,
        errors: FormErrors,
        *,
        emojis: Collection[str],
        files: Collection[str] = (),
        modal: bool = False,
    ) -> None:
        self.errors = errors
        self.emojis = emojis
        self.files = files
        self.modal = modal
        self.count = 0
        self.text = 0
        self.numbers: set[int] = set()
        self.custom_ids: set[str] = set()

    def message(self, components: list[Json], path: Path, *, v2: bool) -> None:
        """Check the components of a message; `v2`: the message uses Components V2."""
        if not v2:
            if len(components) > MOST_ROWS:
                self.errors.length(path, components, 1, MOST_ROWS)
            allowed = frozenset([ROW])
        else:
            allowed = TOP_V2
        self._children(components, path, allowed)
        if self.count > MOST_COMPONENTS:
            text = f"The maximum number of components ({MOST_COMPONENTS}) was exceeded"
            self.errors.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
        if self.text > MOST_TEXT:
            text = f"The maximum size of displayable text ({MOST_TEXT}) was exceeded"
            self.errors.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)

    def form(self, components: list[Json], path: Path) -> None:
        """Check the components of a modal."""
        self.errors.length(path, components, 1, 5)
        self._children(components, path, frozenset([ROW, LABEL, TEXT]))

    def _children(self, components: Any, path: Path, allowed: Collection[int]) -> None:
        if not isinstance(components, list):
            self.errors.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        for index, component in enumerate(components):
            self._one(component, (*path, index), allowed)

    def _one(self, component: Any, path: Path, allowed: Collection[int]) -> None:
        if not isinstance(component, dict):
            self.errors.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        kind = component.get("type")
        if not isinstance(kind, int) or kind not in allowed:
            self.errors.add((*path, "type"), *NOT_HERE)
            return
        self.count += 1
        number = component.get("id")
        if number:
            if number in self.numbers:
                self.errors.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.numbers.add(number)
        check = CHECKS.get(kind)
        if check is not None:
            check(self, component, path)

    def row(self, component: Json, path: Path) -> None:
        """Check an action row: it holds up to five buttons, or one select menu."""
        inside = (*path, "components")
        children = component.get("components")
        if not isinstance(children, list) or not self.errors.length(inside, children, 1, MOST_IN_ROW):
            if not isinstance(children, list):
                self.errors.required(inside)
            return
        allowed = frozenset([TEXT_INPUT]) if self.modal else SELECTS | {BUTTON}
        self._children(children, inside, allowed)
        if len(children) > 1 and any(child.get("type") != BUTTON for child in children):
            self.errors.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "Component layout row width exceeded")

    def container(self, component: Json, path: Path) -> None:
        """Check a container."""
        inside = (*path, "components")
        children = component.get("components")
        if self.errors.length(inside, children, 1, MOST_COMPONENTS):
            self._children(children, inside, IN_CONTAINER)
        colour = component.get("accent_color")
        if colour is not None and not (isinstance(colour, int) and 0 <= colour <= 0xFFFFFF):
            self.errors.add(
                (*path, "accent_color"), "NUMBER_TYPE_MAX", "int value should be between 0 and 16777215."
            )

    def section(self, component: Json, path: Path) -> None:
        """Check a section: it holds one to three texts beside a button or a thumbnail."""
        inside = (*path, "components")
        if self.errors.length(inside, component.get("components"), 1, 3):
            self._children(component["components"], inside, frozenset([TEXT]))
        if component.get("accessory") is None:
            self.errors.required((*path, "accessory"))
        else:
            self._one(component["accessory"], (*path, "accessory"), frozenset([BUTTON, THUMBNAIL]))

    def text_display(self, component: Json, path: Path) -> None:
        """Check a text display."""
        content = component.get("content")
        if self.errors.length((*path, "content"), content, 1, MOST_TEXT):
            self.text += len(component["content"])

    def thumbnail(self, component: Json, path: Path) -> None:
        """Check a thumbnail."""
        self._media(component, path, "media")

    def gallery(self, component: Json, path: Path) -> None:
        """Check a media gallery: it holds one to ten pictures."""
        items = component.get("items")
        if self.errors.length((*path, "items"), items, 1, 10):
            for index, item in enumerate(component["items"]):
                self._media(item, (*path, "items", index), "media")

    def file(self, component: Json, path: Path) -> None:
        """Check a file component: its file must be attached to the message."""
        self._media(component, path, "file")
        url = str((component.get("file") or {}).get("url", ""))
        if not url.startswith("attachment://") and "/cdn/attachments/" not in url:
            self.errors.add(
                (*path, "file", "url"), "URL_TYPE_INVALID_SCHEME", "Only attachment:// is supported"
            )

    def _media(self, holder: Any, path: Path, key: str) -> None:
        media = holder.get(key) if isinstance(holder, dict) else None
        place = (*path, key, "url")
        if not isinstance(media, dict) or not isinstance(media.get("url"), str):
            self.errors.required(place)
            return
        url = media["url"]
        if not self.errors.length(place, url, 1, 2048):
            return
        scheme, _, rest = url.partition("://")
        if scheme == "attachment":
            if rest not in self.files:
                text = f'The referenced attachment "{rest}" was not found'
                self.errors.add(place, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)
        elif scheme not in ("http", "https"):
            text = (
                f"Scheme {scheme!r} is not supported. Scheme must be one of ('http', 'https', 'attachment')."
            )
            self.errors.add(place, "URL_TYPE_INVALID_SCHEME", text)
        if holder.get("description") is not None:
            self.errors.length((*path, "description"), holder["description"], 1, 1024)

    def separator(self, component: Json, path: Path) -> None:
        """Check a separator."""
        if component.get("spacing") not in (None, 1, 2):
            self._choices((*path, "spacing"), (1, 2))

    def button(self, component: Json, path: Path) -> None:
        """Check a button: it has either a custom id or an address, and a label or an emoji."""
        style = component.get("style")
        if style not in (1, 2, 3, 4, 5, 6):
            self._choices((*path, "style"), (1, 2, 3, 4, 5, 6))
            return
        if style == LINK:
            self._address(component, path)
        elif style != 6:
            self.identify(component, path)
        if component.get("label") is not None:
            self.errors.length((*path, "label"), component["label"], 0, 80)
        if component.get("emoji"):
            self._emoji(component["emoji"], (*path, "emoji"))
        elif not component.get("label") and style != 6:
            text = "A button must have a label or emoji."
            self.errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)

    def _address(self, component: Json, path: Path) -> None:
        if component.get("custom_id") is not None:
            text = "A custom id and url cannot both be specified"
            self.errors.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
        url = component.get("url")
        if url is None:
            self.errors.add((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        elif self.errors.length((*path, "url"), url, 1, 512):
            scheme, _, host = url.partition("://")
            if scheme not in ("http", "https", "discord") or not host:
                text = (
                    f"Scheme {scheme!r} is not supported. Scheme must be one of ('http', 'https', 'discord')."
                )
                self.errors.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", text)

    def identify(self, component: Json, path: Path) -> None:
        """Check that a component's custom id is given, short enough, and different from all others."""
        place = (*path, "custom_id")
        custom_id = component.get("custom_id")
        if component.get("url") is not None:
            text = "A custom id and url cannot both be specified"
            self.errors.add(place, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
        if custom_id is None:
            self.errors.add(place, "COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
        elif self.errors.length(place, custom_id, 1, 100):
            if custom_id in self.custom_ids:
                text = "Component custom id cannot be duplicated"
                self.errors.add(place, "COMPONENT_CUSTOM_ID_DUPLICATED", text)
            self.custom_ids.add(custom_id)

    def _emoji(self, emoji: Any, path: Path) -> None:
        if not isinstance(emoji, dict):
            self.errors.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        elif emoji.get("id"):
            if str(emoji["id"]) not in self.emojis:
                self.errors.add((*path, "id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
        elif not is_unicode_emoji(str(emoji.get("name") or "")):
            self.errors.add((*path, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def select(self, component: Json, path: Path) -> None:
        """Check a select menu."""
        self.identify(component, path)
        if component.get("placeholder") is not None:
            self.errors.length((*path, "placeholder"), component["placeholder"], 0, 150)
        least, most = component.get("min_values"), component.get("max_values")
        least, most = 1 if least is None else least, 1 if most is None else most
        if not 0 <= least <= 25:
            self.errors.add((*path, "min_values"), "NUMBER_TYPE_MIN", "int value should be between 0 and 25.")
        if not max(1, least) <= most <= 25:
            text = f"int value should be between {max(1, least)} and 25."
            self.errors.add((*path, "max_values"), "NUMBER_TYPE_MAX", text)
        if component["type"] == STRING_SELECT:
            self._options(component, path, most, (1, MOST_OPTIONS))

    def _options(self, component: Json, path: Path, most: int, count: tuple[int, int]) -> None:
        inside = (*path, "options")
        options = component.get("options")
        if not self.errors.length(inside, options, *count):
            return
        values: set[str] = set()
        defaults = 0
        for index, option in enumerate(component["options"]):
            place = (*inside, index)
            for key in ("label", "value"):
                self.errors.length((*place, key), option.get(key), 1, 100)
            if option.get("description") is not None:
                self.errors.length((*place, "description"), option["description"], 0, 100)
            if option.get("emoji"):
                self._emoji(option["emoji"], (*place, "emoji"))
            if option.get("value") in values:
                text = "The specified option value is already used"
                self.errors.add((*place, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
            values.add(option.get("value"))
            defaults += bool(option.get("default"))
        if most > len(values):
            text = f"The number of options ({len(values)}) is less than max_values ({most})"
            self.errors.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", text)
        if defaults > most:
            text = "More options are default than can be chosen"
            self.errors.add(inside, "SELECT_COMPONENT_DEFAULTS_EXCEEDED", text)

    def label(self, component: Json, path: Path) -> None:
        """Check a modal's label, which holds one input."""
        self.errors.length((*path, "label"), component.get("label"), 1, 45)
        if component.get("description") is not None:
            self.errors.length((*path, "description"), component["description"], 0, 100)
        if component.get("component") is None:
            self.errors.required((*path, "component"))
        else:
            self._one(component["component"], (*path, "component"), IN_LABEL)

    def text_input(self, component: Json, path: Path) -> None:
        """Check a modal's text input."""
        self.identify(component, path)
        if component.get("style") not in (1, 2):
            self._choices((*path, "style"), (1, 2))
        for key, most in (("label", 45), ("placeholder", 100), ("value", 4000)):
            if component.get(key) is not None:
                self.errors.length((*path, key), component[key], 0, most)

    def radio_group(self, component: Json, path: Path) -> None:
        """Check a modal's radio buttons, of which one is chosen."""
        self.identify(component, path)
        self._options(component, path, 1, (2, MOST_BOXES))

    def checkbox_group(self, component: Json, path: Path) -> None:
        """Check a modal's checkboxes, of which `min_values` to `max_values` are ticked."""
        self.identify(component, path)
        offered, least, most = (
            component.get("options"),
            component.get("min_values"),
            component.get("max_values"),
        )
        if least is not None and not 0 <= least <= MOST_BOXES:
            text = f"int value should be between 0 and {MOST_BOXES}."
            self.errors.add((*path, "min_values"), "NUMBER_TYPE_MIN", text)
        if most is not None and not max(1, least or 0) <= most <= MOST_BOXES:
            text = f"int value should be between {max(1, least or 0)} and {MOST_BOXES}."
            self.errors.add((*path, "max_values"), "NUMBER_TYPE_MAX", text)
        count = len(offered) if isinstance(offered, list) else 0
        self._options(component, path, count if most is None else most, (1, MOST_BOXES))

    def other_input(self, component: Json, path: Path) -> None:
        """Check a modal's single checkbox, or its field for files."""
        self.identify(component, path)

    def _choices(self, path: Path, values: tuple[int, ...]) -> None:
        self.errors.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {values}.")


CHECKS = {
    ROW: ComponentCheck.row,
    BUTTON: ComponentCheck.button,
    TEXT_INPUT: ComponentCheck.text_input,
    SECTION: ComponentCheck.section,
    TEXT: ComponentCheck.text_display,
    THUMBNAIL: ComponentCheck.thumbnail,
    GALLERY: ComponentCheck.gallery,
    FILE: ComponentCheck.file,
    SEPARATOR: ComponentCheck.separator,
    CONTAINER: ComponentCheck.container,
    LABEL: ComponentCheck.label,
    **dict.fromkeys(SELECTS, ComponentCheck.select),
    RADIO_GROUP: ComponentCheck.radio_group,
    CHECKBOX_GROUP: ComponentCheck.checkbox_group,
    **dict.fromkeys((UPLOAD, CHECKBOX), ComponentCheck.other_input),
}
