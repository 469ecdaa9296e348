"""A driver for tests: acts as a person in Discord's client, and reads what that person sees."""

from __future__ import annotations

from typing import Any

from localdiscord.changes.activities import frame_url, leave
from localdiscord.changes.attachments import give
from localdiscord.changes.guild import change_person, open_thread, post_in
from localdiscord.changes.interactions import check_may_use, interact
from localdiscord.changes.messages import blank, check_may_say, post
from localdiscord.client.clicks import checked_click, modal_data
from localdiscord.client.commands import (
    ATTACHMENT,
    MESSAGE_COMMAND,
    SUBCOMMAND,
    USER_COMMAND,
    checked_use,
    command_of,
)
from localdiscord.client.frame import enter, run
from localdiscord.model.channel import OF_POSTS, PRIVATE_THREAD, THREAD_KINDS, Channel, Message
from localdiscord.model.components import BUTTON
from localdiscord.model.errors import BadInput, Json
from localdiscord.model.events import Seen
from localdiscord.model.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from localdiscord.model.shown_message import ShownMessage
from localdiscord.model.user import User
from localdiscord.model.world import World

Where = str | Channel | Message | ShownMessage


class Person:
    """A person in the guild, controlled by a test; made by `LocalDiscord.person(name)`.

    Without a channel, a method uses the guild's main channel.
    """

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user

    @property
    def id(self) -> int:
        """The person's id as a number, as discord.py has it."""
        return int(self.user.id)

    # Actions of the person

    async def command(self, text: str, channel: Where | None = None, **options: Any) -> Interaction:
        """Use a command, such as `poll new`; `options`: by name (`_` for `-`); a file is `(name, bytes)`.

        Raises:
            BadInput: if Discord's client would not send it.
        """
        place = self._channel(channel)
        data = checked_use(self.world, self.user, self._data(text, options), place)
        return self._interact(place, COMMAND, data)

    async def use(
        self, name: str, target: User | Person | Message | ShownMessage, channel: Where | None = None
    ) -> Interaction:
        """Use a command in the menu of a person in a channel, or of a message.

        Raises:
            BadInput: if Discord's client would not send this use.
        """
        if isinstance(target, Message | ShownMessage):
            kind, channel = MESSAGE_COMMAND, as_shown(target).channel
            target_id = as_shown(target).message.id
        else:
            kind, target_id = USER_COMMAND, raw_value(target)
        place = self._channel(channel)
        data = {"name": name, "type": kind, "target_id": target_id}
        return self._interact(place, COMMAND, checked_use(self.world, self.user, data, place))

    async def complete(
        self, text: str, option: str, typed: str, channel: Where | None = None, **options: Any
    ) -> list[tuple[str, Any]]:
        """Type into an option with autocompletion; return the offered choices as pairs of name and value.

        Raises:
            BadInput: if the option has no autocompletion.
            NotAnswered: if the bot does not answer in time.
        """
        data = self._data(text, options | {option: typed}, focused=option)
        place = self._channel(channel)
        data = checked_use(self.world, self.user, data, place, completing=True)
        interaction = self._interact(place, AUTOCOMPLETE, data)
        await interaction.answered()
        return [(choice["name"], choice["value"]) for choice in interaction.choices or []]

    async def click(
        self, message: Message | ShownMessage, label: str | None = None, *, custom_id: str | None = None
    ) -> Interaction:
        """Click a button of a message, found by its label or custom id.

        Raises:
            LookupError: if there is no such button.
            BadInput: if the button is disabled or a link.
        """
        shown = as_shown(message)
        button = shown.button(label, custom_id=custom_id)
        data = {"component_type": BUTTON, "custom_id": button.custom_id}
        data = checked_click(self.world, self.user, shown.message, data)
        return self._interact(shown.channel, COMPONENT, data, shown.message)

    async def choose(
        self,
        message: Message | ShownMessage,
        values: str | User | Person | list[Any],
        *,
        custom_id: str | None = None,
        placeholder: str | None = None,
    ) -> Interaction:
        """Choose options of a select menu, by their values or labels.

        Raises:
            LookupError: if there is no such menu.
            BadInput: if the values aren't offered.
        """
        shown = as_shown(message)
        select = shown.select(placeholder, custom_id=custom_id)
        labels = dict(select.options)
        wanted = [raw_value(value) for value in (values if isinstance(values, list) else [values])]
        offered = set(labels.values())
        chosen = [value if value in offered else labels.get(value, value) for value in wanted]
        data: Json = {"component_type": select.type, "custom_id": select.custom_id, "values": chosen}
        data = checked_click(self.world, self.user, shown.message, data)
        return self._interact(shown.channel, COMPONENT, data, shown.message)

    async def forge(
        self,
        message: Message | ShownMessage,
        custom_id: str,
        *,
        values: list[str] | None = None,
        component_type: int | None = None,
    ) -> Interaction:
        """Send a click that Discord's client would not send: with any custom id, on any message."""
        shown = as_shown(message)
        kind = component_type or (3 if values is not None else BUTTON)
        data: Json = {"component_type": kind, "custom_id": custom_id, "id": 1}
        if values is not None:
            data["values"] = values
        return self._interact(shown.channel, COMPONENT, data, shown.message)

    async def raw(
        self,
        kind: int,
        data: Json,
        channel: Where | None = None,
        message: Message | ShownMessage | None = None,
    ) -> Interaction:
        """Send an interaction of any type with any data, without checks."""
        about = as_shown(message).message if message is not None else None
        return interact(self.world, self.user, self._channel(channel), kind, data, message=about)

    async def submit(self, opened: Interaction, **values: Any) -> Interaction:
        """Fill and send the form that an interaction opened; `values`: the inputs, by custom id or label.

        Raises:
            LookupError: if the interaction opened no form.
            BadInput: if the form can't be sent with these values.
        """
        if opened.modal is None:
            raise LookupError("the interaction opened no form")
        data = modal_data(self.world, opened.modal, values, opened.channel)
        return self._interact(opened.channel, MODAL, data, opened.message, opened)

    async def launch(self, channel: Where | None = None) -> Interaction | None:
        """Use the entry-point command; None: Discord launches the Activity itself, without the bot.

        Raises:
            BadInput: if Discord's client would not send this use.
        """
        return enter(self.world, self.user, self._channel(channel))

    @property
    def launched(self) -> str | None:
        """The address that the person's frame has opened; None: the person has no Activity open."""
        instance = self.world.activities.of(self.user)
        return frame_url(self.world, instance, self.user) if instance else None

    def in_frame(self, command: str, **args: Any) -> Any:
        """Send a command such as `GET_CHANNEL` as the page in the person's frame; return the answer's data.

        Raises:
            BadInput: if the person has no Activity open.
            FrameRefusal: if Discord's client refuses the command.
        """
        return run(self.world, self.user, command, args)

    def authorize(self, *scopes: str) -> str:
        """Allow the application what its page asks for (without scopes: `identify`); return the code.

        Raises:
            BadInput: if the person has no Activity open.
        """
        asked: Json = {"client_id": self.world.application_id, "scope": list(scopes) or ["identify"]}
        return str(self.in_frame("AUTHORIZE", **asked)["code"])

    def close_activity(self) -> None:
        """Close the person's frame."""
        leave(self.world, self.user)

    def say(self, text: str, channel: Where | None = None) -> ShownMessage:
        """Write a message in a channel; an archived thread is unarchived by this.

        Raises:
            BadInput: if the person may not write there.
        """
        place = self._channel(channel)
        check_may_say(self.world, self.user, place)
        message = blank(self.world, place, self.user)
        return ShownMessage(post(self.world, message, {"content": text}))

    def post(self, title: str, text: str, forum: Where) -> Channel:
        """Open a post in a forum, with its first message; return the post.

        Raises:
            BadInput: if the channel is no forum, or Discord would not let them write there.
        """
        return post_in(self.world, self.user, self._channel(forum), title, text)

    def open_thread(self, name: str, channel: Where | None = None, *, private: bool = False) -> Channel:
        """Open a thread in a channel; return the thread.

        Raises:
            BadInput: if the channel has no such threads.
        """
        parent = self._channel(channel)
        kinds = THREAD_KINDS.get(parent.type, frozenset())
        kind = PRIVATE_THREAD if private else min(kinds, default=0)
        if kind not in kinds or parent.type in OF_POSTS:
            raise BadInput(f"{parent.name!r} has no such threads")
        return open_thread(self.world, parent, name, kind, self.user)

    def write_to_bot(self, text: str) -> ShownMessage:
        """Write a direct message to the bot."""
        return self.say(text, self.world.direct_channel(self.user))

    def close_direct_messages(self) -> None:
        """Forbid the bot to send this person direct messages, as in Discord's settings."""
        change_person(self.world, self.user, dms_open=False)

    def open_direct_messages(self) -> None:
        """Allow the bot to send this person direct messages again."""
        change_person(self.world, self.user, dms_open=True)

    def leave_server(self) -> None:
        """Make the person leave the guild; then they see only their direct messages."""
        change_person(self.world, self.user, in_guild=False)

    def come_back(self) -> None:
        """Make the person join the guild again."""
        change_person(self.world, self.user, in_guild=True)

    # What the person sees

    def messages(self, channel: Where | None = None) -> list[ShownMessage]:
        """The messages that the person sees in a channel, oldest first, their ephemeral ones included."""
        place = self._channel(channel)
        found = place.messages.values() if place.seen_by(self.user) and not place.deleted else []
        return [ShownMessage(m) for m in found if m.only_for in (None, self.user)]

    def direct_messages(self) -> list[ShownMessage]:
        """The direct messages between the person and the bot, oldest first."""
        return self.messages(self.world.direct_channel(self.user))

    def ephemeral(self, channel: Where | None = None) -> list[ShownMessage]:
        """The person's ephemeral messages, oldest first, in one channel or in all."""
        places = [self._channel(channel)] if channel is not None else self.world.channels.values()
        found = [m for place in places for m in place.messages.values() if m.only_for is self.user]
        return [ShownMessage(message) for message in sorted(found, key=lambda m: int(m.id))]

    def seen(self) -> list[Seen]:
        """All events that the person has received, each with its content at the time of receipt."""
        return [seen for seen in self.world.events.history if seen.reached(self.user.id)]

    def pings(self) -> list[ShownMessage]:
        """The messages that have notified the person."""
        return [ShownMessage(ping.message) for ping in self.world.pings if ping.user is self.user]

    # Helpers

    def _interact(
        self,
        channel: Channel,
        kind: int,
        data: Json,
        message: Message | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        check_may_use(self.world, self.user, channel, kind, message)
        return interact(self.world, self.user, channel, kind, data, message=message, parent=parent)

    def _channel(self, where: Where | None) -> Channel:
        if where is None:
            return self.world.find_channel(self.world.main_channel)
        if isinstance(where, ShownMessage):
            return where.channel
        if where == "@bot":
            return self.world.direct_channel(self.user)
        return self.world.find_channel(where)

    def _data(self, text: str, given: dict[str, Any], focused: str | None = None) -> Json:
        name, *words = text.split()
        command = command_of(self.world, {"name": name})
        steps: list[Json] = []
        holder = command
        for word in words:
            inside = {option["name"]: option for option in holder.get("options") or []}
            if word not in inside:
                raise BadInput(f"{holder['name']!r} has no subcommand {word!r}")
            holder = inside[word]
            steps.append(holder)
        known = {option["name"]: option["type"] for option in holder.get("options") or []}
        options: list[Json] = []
        for key, value in given.items():
            option_name = key if key in known else key.replace("_", "-")
            if isinstance(value, tuple) and known.get(option_name) == ATTACHMENT:
                value = give(self.world, *value)
            entry: Json = {"name": option_name, "value": raw_value(value)}
            options.append(entry | {"focused": True} if key == focused else entry)
        for step in reversed(steps):
            options = [{"name": step["name"], "type": step.get("type", SUBCOMMAND), "options": options}]
        return {"id": command["id"], "name": command["name"], "type": 1, "options": options}


def as_shown(message: Message | ShownMessage) -> ShownMessage:
    """Return a message as people see it."""
    return message if isinstance(message, ShownMessage) else ShownMessage(message)


def raw_value(value: Any) -> Any:
    """Return an option's value as Discord's client sends it: people and channels become their ids."""
    if isinstance(value, Person):
        return value.user.id
    if isinstance(value, User | Channel):
        return value.id
    return value
