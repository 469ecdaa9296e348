"""The running instances of the Activity, and OAuth2: a person's code becomes a token for requests."""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets

from localdiscord.model.activity import TOKEN_LASTS_S, Grant
from localdiscord.model.clock import iso
from localdiscord.model.errors import Json, Lacking, Refusal, refusal
from localdiscord.rest.call import Call, route
from localdiscord.rest.guilds import application_payload


@route("GET", "/applications/{application_id}/activity-instances/{instance_id}")
def get_instance(call: Call) -> Json:
    """Return a running instance of the Activity, with the people who are in it."""
    if call.snowflake("application_id") != call.world.application_id:
        raise refusal(10002)
    found = call.world.activities.instances.get(call.params["instance_id"])
    if found is None:
        raise refusal(0)
    return found.payload(call.world.application_id)


@route("POST", "/oauth2/token", needs_token=False)
def exchange_code(call: Call) -> Json:
    """Exchange a person's code for a token: once, within a minute, and with the application's secret."""
    world, form = call.world, call.form
    if not is_application(call):
        call.status = 401
        return {"error": "invalid_client"}
    if form.get("grant_type") in ("refresh_token", "client_credentials"):
        raise Lacking(f"grant_type {form['grant_type']}")
    call.status = 400
    if form.get("grant_type") != "authorization_code":
        return {"error": "unsupported_grant_type", "error_description": "Invalid grant_type in request."}
    grant = world.activities.codes.pop(str(form.get("code")), None)
    if grant is None or world.clock.now() >= grant.until:
        return {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
    call.status = 200
    token = secrets.token_urlsafe(22)
    world.activities.tokens[token] = Grant(grant.user, grant.scopes, world.clock.now() + TOKEN_LASTS_S)
    return {
        "token_type": "Bearer",
        "access_token": token,
        "expires_in": int(TOKEN_LASTS_S),
        "refresh_token": secrets.token_urlsafe(22),
        "scope": " ".join(grant.scopes),
    }


def is_application(call: Call) -> bool:
    """Whether a request has the application's id and secret, in its body or as HTTP Basic authentication."""
    given = f"{call.form.get('client_id')}:{call.form.get('client_secret')}".encode()
    if call.authorization.startswith("Basic "):
        try:
            given = base64.b64decode(call.authorization.removeprefix("Basic "), validate=True)
        except binascii.Error:
            return False
    known = f"{call.world.application_id}:{call.world.activities.secret}"
    return hmac.compare_digest(given, known.encode())


@route("GET", "/oauth2/@me", scope="")
def get_authorization(call: Call) -> Json:
    """Return the scopes that a person's token allows, and the time of its end."""
    grant = call.grant()
    if grant is None:
        raise Refusal(401, 0, "401: Unauthorized")
    told: Json = {"application": application_payload(call), "scopes": grant.scopes}
    if "identify" in grant.scopes:
        told["user"] = grant.user.payload()
    return told | {"expires": iso(grant.until)}
