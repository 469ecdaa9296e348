"""The guild and its people, and the bot's user and application."""

from __future__ import annotations

from typing import Any

from localdiscord.checks.commands import INSTALLATIONS
from localdiscord.model.activity import EMBEDDED
from localdiscord.model.errors import Json, bad_form, check_lacking, refusal
from localdiscord.model.session import GUILD_MEMBERS
from localdiscord.rest.call import Call, number, route
from localdiscord.rest.endpoint import EndpointRefused

DROPPED = (
    *(
        "cover_image",
        "custom_install_url",
        "event_webhooks_status",
        "event_webhooks_types",
        "event_webhooks_url",
    ),
    *("explicit_content_filter", "flags", "icon", "install_params", "integration_types_config"),
    *("max_participants", "role_connections_verification_url", "tags", "team_id", "type"),
)
"""The fields of an application that the local Discord doesn't support in changes."""


def check_guild(call: Call) -> None:
    """Check that the guild that the path names exists, and that the bot is in it.

    Raises:
        Refusal: 10004 (there is no such guild) or 50001 (the bot isn't in it).
    """
    if call.snowflake("guild_id") != call.world.guild_id:
        raise refusal(10004)
    if not call.world.bot.in_guild:  # See discord-api-docs issues 1716 and 2709.
        raise refusal(50001)


@route("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Json:
    """Return the guild."""
    if not call.world.bot.in_guild:  # An outage makes no difference: discord-api-docs issue 5840.
        raise refusal(10004)
    check_guild(call)
    members = len(call.world.members()) + 1
    counts = {"approximate_member_count": members, "approximate_presence_count": members}
    return call.world.guild_payload() | (counts if call.query.get("with_counts") else {})


@route("GET", "/guilds/{guild_id}/channels")
def list_channels(call: Call) -> list[Json]:
    """Return the guild's channels, without threads."""
    check_guild(call)
    return [channel.payload() for channel in call.world.guild_channels()]


@route("GET", "/guilds/{guild_id}/threads/active")
def list_active_threads(call: Call) -> Json:
    """Return the threads that are not archived and that the bot can see."""
    check_guild(call)
    world = call.world
    seen = [thread for thread in world.threads() if world.bot_may("VIEW_CHANNEL", thread)]
    mine = [t.thread_member_payload(world.bot.id) for t in seen if world.bot.id in t.members]
    return {"threads": [thread.payload() for thread in seen], "members": mine, "has_more": False}


@route("GET", "/guilds/{guild_id}/roles")
def list_roles(call: Call) -> list[Json]:
    """Return the guild's roles."""
    check_guild(call)
    return call.world.roles()


@route("GET", "/guilds/{guild_id}/members")
def list_members(call: Call) -> list[Json]:
    """Return all members of the guild, if the bot has the intent for members."""
    check_guild(call)
    if not call.world.allowed_intents & GUILD_MEMBERS:
        raise refusal(50001)
    limit = number(call.query.get("limit"), 1, 1000, 1, "limit")
    after = int(call.query.get("after") or 0)
    everybody = sorted([call.world.bot, *call.world.members()], key=lambda user: int(user.id))
    return [user.member_payload() for user in everybody if int(user.id) > after][:limit]


@route("GET", "/guilds/{guild_id}/members/search")
def search_members(call: Call) -> list[Json]:
    """Return the members whose names begin with the query's text."""
    check_guild(call)
    start = call.query.get("query", "").lower()
    limit = number(call.query.get("limit"), 1, 1000, 1, "limit")
    found = [user for user in call.world.members() if user.name.lower().startswith(start)]
    return [user.member_payload() for user in found[:limit]]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: Call) -> Json:
    """Return one member of the guild."""
    check_guild(call)
    user_id = call.snowflake("user_id")
    for user in (call.world.bot, *call.world.members()):
        if user.id == user_id:
            return user.member_payload()
    raise refusal(10013 if int(user_id) < 1 << 22 else 10007)


@route("GET", "/users/@me", scope="identify")
def get_me(call: Call) -> Json:
    """Return the bot's user; for a request with a person's token, that person's user."""
    grant = call.grant()
    if grant is None:
        return call.world.bot.own_payload()
    private = () if "email" in grant.scopes else ("email", "verified")
    return {key: value for key, value in grant.user.own_payload().items() if key not in private}


@route("GET", "/users/@me/guilds")
def list_my_guilds(call: Call) -> list[Json]:
    """Return the guilds that the bot is in: one or none."""
    world = call.world
    if not world.bot.in_guild:
        return []
    short: Json = {"owner": False, "permissions": str(world.bot_permissions), "icon": None, "banner": None}
    return [{"id": world.guild_id, "name": world.guild_name, "features": [], **short}]


@route("GET", "/users/{user_id}")
def get_user(call: Call) -> Json:
    """Return any user."""
    return call.world.user(call.snowflake("user_id")).payload()


@route("GET", "/oauth2/applications/@me")
def get_oauth_application(call: Call) -> Json:
    """Return the bot's application."""
    return application_payload(call)


@route("GET", "/applications/@me")
def get_application(call: Call) -> Json:
    """Return the bot's application."""
    return application_payload(call) | {"bot": call.world.bot.payload()}


@route("PATCH", "/applications/@me")
async def edit_application(call: Call) -> Json:
    """Change the application's description or its address for interactions; returns the application."""
    call.verify()
    check_lacking(call.form, *DROPPED)
    told = call.form.get("description", call.world.application_description)
    call.world.application_description = (told["default"] if isinstance(told, dict) else told) or ""
    if "interactions_endpoint_url" in call.form:
        try:
            await call.endpoint.use(call.form["interactions_endpoint_url"])
        except EndpointRefused as refused:
            path = ("interactions_endpoint_url",)
            raise bad_form(path, "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", str(refused)) from refused
    return application_payload(call) | {"bot": call.world.bot.payload()}


def verify_key(call: Call) -> str:
    """Return the application's public key; without PyNaCl, a placeholder."""
    try:
        return call.endpoint.public_key
    except ImportError:
        return "0" * 64


def application_payload(call: Call) -> Json:
    """Return the application object that the bot gets."""
    flags = EMBEDDED if call.world.activities.url else 0
    owner: Any = next(iter(call.world.people.values()), call.world.bot)
    return {
        "id": call.world.application_id,
        "name": call.world.bot.username,
        "icon": None,
        "description": call.world.application_description,
        "summary": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": verify_key(call),
        "flags": flags,
        "flags_new": str(flags),
        "owner": owner.payload(),
        "team": None,
        "rpc_origins": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "integration_types_config": {str(kind): {} for kind in INSTALLATIONS},
        "approximate_guild_count": int(call.world.bot.in_guild),
        "approximate_user_install_count": sum(user.installed for user in call.world.people.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }


@route("GET", "/soundboard-default-sounds")
def list_default_sounds(_call: Call) -> list[Json]:
    """Return an empty list of default sounds, which py-cord requests before it is ready."""
    return []


@route("GET", "/gateway", needs_token=False)
def get_gateway(call: Call) -> Json:
    """Return the gateway's address."""
    return {"url": call.world.gateway_url}


@route("GET", "/gateway/bot")
def get_gateway_bot(call: Call) -> Json:
    """Return the gateway's address, and how many sessions the bot may still start."""
    left = max(0, 1000 - call.world.identified)
    limit = {"total": 1000, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": call.world.gateway_url, "shards": 1, "session_start_limit": limit}
