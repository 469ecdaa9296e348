"""Later answers to an interaction: /webhooks/{application id}/{token}."""

from __future__ import annotations

from localdiscord.errors import refusal
from localdiscord.model.channel import EPHEMERAL, Message
from localdiscord.model.interaction import AUTOCOMPLETE, Interaction
from localdiscord.posting import check_may_answer, check_may_change, delete, edit, post
from localdiscord.rest.call import Call, route
from localdiscord.rest.interactions import answer_message
from localdiscord.shaping import check_form
from localdiscord.using import is_expired

HOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = HOOK + "/messages/@original"
MESSAGE = HOOK + "/messages/{message_id}"


def interaction_in(call: Call) -> Interaction:
    """The interaction whose token is in the path.

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


def message_in(call: Call, interaction: Interaction) -> Message:
    """The message in the path, which must be one of the interaction's.

    Raises:
        Refusal: 10008.
    """
    message_id = call.params.get("message_id")
    if message_id is None:
        found = interaction.original
    else:
        own = [*interaction.answers, interaction.message]
        found = next((message for message in own if message is not None and message.id == message_id), None)
    if found is None or found.deleted:
        raise refusal(10008)
    return found


@route("POST", HOOK, needs_token=False, limited=False)
def follow_up(call: Call) -> bytes:
    """Send one more message; the first one after a deferred answer is that answer."""
    interaction, body = interaction_in(call), call.form
    original = interaction.original
    if original is not None and original.is_loading and not original.deleted:
        check_may_change(call.world, original)
        check_form(call.world, body, call.uploads, original)
        call.verify()
        return edit(call.world, original, body, call.uploads).raw()
    check_form(call.world, body, call.uploads, None)
    call.verify()
    ephemeral = bool((body.get("flags") or 0) & EPHEMERAL)
    check_may_answer(call.world, interaction.channel, ephemeral=ephemeral)
    message = answer_message(call.world, interaction, ephemeral=ephemeral)
    interaction.answers.append(message)
    return post(call.world, message, body, call.uploads).raw()


@route("GET", ORIGINAL, needs_token=False, limited=False)
@route("GET", MESSAGE, needs_token=False, limited=False)
def get_answer(call: Call) -> bytes:
    """One of the interaction's messages."""
    return message_in(call, interaction_in(call)).raw()


@route("PATCH", ORIGINAL, needs_token=False, limited=False)
@route("PATCH", MESSAGE, needs_token=False, limited=False)
def edit_answer(call: Call) -> bytes:
    """Change one of the interaction's messages."""
    message = message_in(call, interaction_in(call))
    check_may_change(call.world, message)
    check_form(call.world, call.form, call.uploads, message)
    call.verify()
    return edit(call.world, message, call.form, call.uploads).raw()


@route("DELETE", ORIGINAL, needs_token=False, limited=False)
@route("DELETE", MESSAGE, needs_token=False, limited=False)
def delete_answer(call: Call) -> None:
    """Delete one of the interaction's messages."""
    delete(call.world, message_in(call, interaction_in(call)))
