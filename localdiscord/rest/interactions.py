"""Answers to interactions: the first by the callback route, further ones by the webhook of the token."""

from __future__ import annotations

from typing import Any

import orjson

from localdiscord.changes.activities import launch
from localdiscord.changes.announcements import tell_message
from localdiscord.changes.contents import check_form, shape
from localdiscord.changes.interactions import acknowledge, is_expired
from localdiscord.changes.messages import blank, check_may_answer, check_may_change, delete, edit, place, post
from localdiscord.checks.commands import check_choices
from localdiscord.checks.components import ComponentCheck
from localdiscord.model.channel import COMMAND_ANSWER, EPHEMERAL, LOADING, REPLY, Message
from localdiscord.model.errors import FormErrors, Json, Lacking, bad_form, refusal
from localdiscord.model.events import Seen
from localdiscord.model.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from localdiscord.model.permissions import BITS
from localdiscord.model.world import World
from localdiscord.rest.call import Call, route
from localdiscord.rest.messages import reference_to

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL, LAUNCH = 4, 5, 6, 7, 8, 9, 12
UNKNOWN_HERE = (10, 13)  # premium required, a purchase
ALLOWED = {
    COMMAND: (MESSAGE, DEFER, SHOW_MODAL, LAUNCH),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, SHOW_MODAL, LAUNCH),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (MESSAGE, DEFER, LAUNCH),
}
MOST_FOLLOW_UPS = 5
HOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = HOOK + "/messages/@original"
OF_HOOK = HOOK + "/messages/{message_id}"


@route(
    "POST",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    needs_token=False,
    limited=False,
)
def answer(call: Call) -> bytes | None:
    """Handle the first answer to an interaction, which must come within three seconds."""
    interaction = interaction_in(call)
    kind = call.form.get("type")
    allowed = ALLOWED[interaction.type]
    if kind in UNKNOWN_HERE:
        raise Lacking(f"type {kind}")
    if interaction.type == MODAL and interaction.message is not None:
        allowed = (*allowed, DEFER_UPDATE, UPDATE)
    if kind not in allowed:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")
    data = call.form.get("data") or {}
    ANSWERS[kind](call, interaction, data)
    acknowledge(call.world, interaction, kind)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    return response(interaction, kind)


def interaction_in(call: Call) -> Interaction:
    """Return the interaction that the path names, if it can still be answered.

    Raises:
        Refusal: 10062 (there is no such interaction, or its time is over) or 40060 (it was answered before).
    """
    found = call.world.interactions.get(call.snowflake("interaction_id"))
    if found is None or found.token != call.params["interaction_token"]:
        raise refusal(10062)
    if found.acknowledged:
        raise refusal(40060)
    if found.failed:
        raise refusal(10062)
    return found


def answer_message(world: World, interaction: Interaction, *, ephemeral: bool) -> Message:
    """Return a new message that answers an interaction; it has no content yet."""
    message = blank(world, interaction.channel, world.bot)
    message.application_id = world.application_id
    message.metadata = interaction.metadata()
    if interaction.type == COMMAND and not interaction.answers:
        message.type = COMMAND_ANSWER
        message.legacy_interaction = {
            "id": interaction.id,
            "type": COMMAND,
            "name": interaction.command_name(),
            "user": interaction.user.payload(),
        }
    else:
        quoted = interaction.original or interaction.message
        if quoted is not None:
            message.type = REPLY
            message.referenced, message.reference = quoted, reference_to(quoted)
    if ephemeral:
        message.only_for = interaction.user
        message.flags = EPHEMERAL
    return message


def is_private(interaction: Interaction, data: Json) -> bool:
    """Whether an answer is ephemeral: by the bot's wish, or since the person may not use apps in public."""
    if (data.get("flags") or 0) & EPHEMERAL:
        return True
    channel = interaction.channel
    if channel.is_direct or not interaction.is_of_person:
        return False
    return not channel.permissions_of(interaction.user) & BITS["USE_EXTERNAL_APPS"]


def send(call: Call, interaction: Interaction, data: Json) -> None:
    """Handle the answer "a new message"."""
    check_form(call.world, data, call.uploads, None)
    call.verify()
    ephemeral = is_private(interaction, data)
    check_may_answer(call.world, interaction.channel, ephemeral=ephemeral)
    message = answer_message(call.world, interaction, ephemeral=ephemeral)
    interaction.original = message
    interaction.answers.append(message)
    post(call.world, message, data, call.uploads)


def defer(call: Call, interaction: Interaction, data: Json) -> None:
    """Handle the answer "a message later"; until then, people see that the bot is "thinking"."""
    call.verify()
    ephemeral = is_private(interaction, data)
    check_may_answer(call.world, interaction.channel, ephemeral=ephemeral)
    message = answer_message(call.world, interaction, ephemeral=ephemeral)
    message.flags |= LOADING
    interaction.original = message
    interaction.answers.append(message)
    place(call.world, message)
    tell_message(call.world, "MESSAGE_CREATE", message)


def defer_update(call: Call, interaction: Interaction, _data: Json) -> None:
    """Handle the answer "perhaps an edit of the clicked message later"."""
    call.verify()
    interaction.original = interaction.message


def update(call: Call, interaction: Interaction, data: Json) -> None:
    """Handle the answer "an edit of the clicked message"."""
    message = interaction.message
    if message is None or message.deleted:
        raise refusal(10008)
    check_may_change(call.world, message)
    check_form(call.world, data, call.uploads, message)
    call.verify()
    interaction.original = message
    edit(call.world, message, data, call.uploads)


def offer(call: Call, interaction: Interaction, data: Json) -> None:
    """Handle the answer "choices for an autocompletion"."""
    choices = data.get("choices") or []
    errors = FormErrors()
    check_choices(choices, ("data", "choices"), errors)
    errors.refuse_if_any()
    call.verify()
    interaction.choices = choices
    body: Json = {"nonce": interaction.nonce, "choices": choices}
    remember(call.world, interaction, "CHOICES", body)
    event = "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE"
    call.world.events.to_one_screen(event, interaction.user, body)


def show_modal(call: Call, interaction: Interaction, data: Json) -> None:
    """Handle the answer "a modal", which opens on the person's page."""
    errors = FormErrors()
    errors.length(("data", "custom_id"), data.get("custom_id"), 1, 100)
    errors.length(("data", "title"), data.get("title"), 1, 45)
    check = ComponentCheck(errors, emojis=call.world.emojis, modal=True)
    check.form(data.get("components") or [], ("data", "components"))
    errors.refuse_if_any()
    call.verify()
    modal: Json = {
        "id": interaction.id,
        "channel_id": interaction.channel.id,
        "title": data["title"],
        "custom_id": data["custom_id"],
        "components": shape(data["components"], []),
        "application": {"id": call.world.application_id, "name": call.world.bot.username},
        "nonce": interaction.nonce,
    }
    interaction.modal = modal
    remember(call.world, interaction, "MODAL", modal)
    call.world.events.to_one_screen("INTERACTION_MODAL_CREATE", interaction.user, modal)


def launch_activity(call: Call, interaction: Interaction, _data: Json) -> None:
    """Handle the answer "the Activity", which opens in a frame on the person's page."""
    if call.world.activities.url is None:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", "The application has no Activity.")
    call.verify()
    user, channel = interaction.user, interaction.channel
    interaction.instance_id = launch(call.world, user, channel, interaction.nonce).id


def remember(world: World, interaction: Interaction, event: str, body: Json) -> None:
    """Remember an event that one person saw."""
    world.events.history.append(Seen(event, orjson.dumps(body), frozenset([interaction.user.id])))


ANSWERS: dict[int, Any] = {
    MESSAGE: send,
    DEFER: defer,
    DEFER_UPDATE: defer_update,
    UPDATE: update,
    CHOICES: offer,
    SHOW_MODAL: show_modal,
    LAUNCH: launch_activity,
}


def response(interaction: Interaction, kind: int) -> bytes:
    """Return the body of the response to a first answer; `kind`: the answer's type."""
    message = interaction.original
    told: Json = {"id": interaction.id, "type": interaction.type, "channel_id": interaction.channel.id}
    answer: Json = {"interaction": told}
    if interaction.instance_id is not None:
        told["activity_instance_id"] = interaction.instance_id
        answer["resource"] = {"type": kind, "activity_instance": {"id": interaction.instance_id}}
    if message is not None:
        told["response_message_id"] = message.id
        told["response_message_loading"] = message.is_loading
        told["response_message_ephemeral"] = message.only_for is not None
        if kind in (MESSAGE, DEFER, UPDATE):
            answer["resource"] = {"type": kind, "message": orjson.Fragment(message.raw())}
    return orjson.dumps(answer)


def interaction_of_hook(call: Call) -> Interaction:
    """Return the interaction whose token the path names.

    Raises:
        Refusal: 10015 before the first answer, 50027 after 15 minutes.
    """
    if call.snowflake("webhook_id") != call.world.application_id:
        raise refusal(10015)
    found = call.world.by_token.get(call.params["webhook_token"])
    if found is None:
        raise refusal(50027)
    if is_expired(call.world, found):
        raise refusal(50027)
    if not found.acknowledged or found.type == AUTOCOMPLETE:
        raise refusal(10015)
    return found


def answer_in(call: Call) -> Message:
    """Return the message that the path names, which must be one of the interaction's answers.

    Raises:
        Refusal: 10008 (there is no such answer), or as `interaction_of_hook`.
    """
    interaction, message_id = interaction_of_hook(call), call.params.get("message_id")
    if message_id is None:
        found = interaction.original
    else:
        own = [*interaction.answers, interaction.original]
        if call.world.bot_is_in(interaction.channel):
            own.append(interaction.message)
        found = next((message for message in own if message is not None and message.id == message_id), None)
    if found is None or found.deleted:
        raise refusal(10008)
    return found


@route("POST", HOOK, needs_token=False, limited=False)
def follow_up(call: Call) -> bytes:
    """Post another message, and return it. After a deferral, the first message is the deferred answer."""
    interaction, body = interaction_of_hook(call), call.form
    original = interaction.original
    if original is not None and original.is_loading and not original.deleted:
        check_may_change(call.world, original)
        check_form(call.world, body, call.uploads, original)
        call.verify()
        return edit(call.world, original, body, call.uploads).raw()
    check_form(call.world, body, call.uploads, None)
    call.verify()
    ephemeral = is_private(interaction, body)
    check_may_answer(call.world, interaction.channel, ephemeral=ephemeral)
    if interaction.is_of_person and interaction.follow_ups == MOST_FOLLOW_UPS:
        raise refusal(40094)
    interaction.follow_ups += 1
    message = answer_message(call.world, interaction, ephemeral=ephemeral)
    interaction.answers.append(message)
    return post(call.world, message, body, call.uploads).raw()


@route("GET", ORIGINAL, needs_token=False, limited=False)
@route("GET", OF_HOOK, needs_token=False, limited=False)
def get_answer(call: Call) -> bytes:
    """Return one of the messages that answer an interaction."""
    return answer_in(call).raw()


@route("PATCH", ORIGINAL, needs_token=False, limited=False)
@route("PATCH", OF_HOOK, needs_token=False, limited=False)
def edit_answer(call: Call) -> bytes:
    """Edit one of the messages that answer an interaction, and return it."""
    message = answer_in(call)
    check_may_change(call.world, message)
    check_form(call.world, call.form, call.uploads, message)
    call.verify()
    return edit(call.world, message, call.form, call.uploads).raw()


@route("DELETE", ORIGINAL, needs_token=False, limited=False)
@route("DELETE", OF_HOOK, needs_token=False, limited=False)
def delete_answer(call: Call) -> None:
    """Delete one of the messages that answer an interaction."""
    delete(call.world, answer_in(call))
