"""Each route's answer and each gateway event must fit Discord's own description."""

from __future__ import annotations

from typing import Any

import pytest

from localdiscord import LocalDiscord
from localdiscord.rest.call import ROUTES
from localdiscord.rest.server import find
from localdiscord.tests.answers import PARTS, answers, parts
from localdiscord.tests.raw import Api, button, row, select, text, v2

described = pytest.mark.skipif(answers() is None, reason="Discord's API description is not at hand")
PICTURE = "data:image/png;base64,iVBORw0KGgo="
EMBED = {"title": "T", "color": None, "fields": [{"name": "n", "value": "v"}], "footer": {"text": "f"}}
PARTED = v2(
    text(),
    {"type": 9, "components": [text()], "accessory": {"type": 11, "media": {"url": "https://x.org/a.png"}}},
    {"type": 12, "items": [{"media": {"url": "https://x.org/a.png"}}]},
    {"type": 13, "file": {"url": "http://127.0.0.1/cdn/attachments/1/2/a.txt"}},
    {"type": 14},
    {"type": 17, "components": [row(button(emoji={"name": "🎲"}))]},
    row(select()),
    row({"type": 5, "custom_id": "who", "default_values": [{"type": "user", "id": 5}]}),
    row({"type": 8, "custom_id": "where", "channel_types": [0]}),
)
COMMAND = {
    "name": "go",
    "description": "Goes",
    "default_member_permissions": 8,
    "options": [{"type": 3, "name": "where", "description": "Where", "choices": None}],
}
APP, GUILD = "/applications/{app}", "/guilds/{guild}"
GENERAL, THREAD, SECOND = "/channels/{general}", "/channels/{thread}", "/channels/{second}"
HOOK = "/webhooks/{app}/{token}"

PEOPLES = {
    ("POST", "/oauth2/token"),
    ("GET", "/applications/{application_id}/activity-instances/{instance_id}"),
}
"""The routes for which a person must be in an Activity; `test_activities.py` tests them."""
REQUESTS: list[tuple[str, str, str, Any]] = [
    ("", "GET", "/gateway", None),
    ("", "GET", "/soundboard-default-sounds", None),
    ("", "GET", "/gateway/bot", None),
    ("", "GET", "/oauth2/applications/@me", None),
    ("", "GET", "/applications/@me", None),
    ("", "PATCH", "/applications/@me", {"description": "New"}),
    ("", "PATCH", "/applications/@me", {"description": {"default": "New"}}),
    ("", "GET", "/users/@me", None),
    ("", "GET", "/users/@me/guilds", None),
    ("", "GET", "/users/{ana}", None),
    ("", "GET", GUILD, None),
    ("", "GET", GUILD + "?with_counts=true", None),
    ("", "GET", GUILD + "/channels", None),
    ("", "GET", GUILD + "/roles", None),
    ("", "GET", GUILD + "/members?limit=9", None),
    ("", "GET", GUILD + "/members/search?query=a", None),
    ("", "GET", GUILD + "/members/{ana}", None),
    ("", "PUT", APP + "/commands", [COMMAND]),
    ("command", "POST", APP + "/commands", COMMAND | {"name": "stay"}),
    ("", "GET", APP + "/commands?with_localizations=true", None),
    ("", "GET", APP + "/commands/{command}", None),
    ("", "PATCH", APP + "/commands/{command}", {"description": "Stays"}),
    ("", "DELETE", APP + "/commands/{command}", None),
    ("", "PUT", APP + "/guilds/{guild}/commands", [COMMAND]),
    ("local", "POST", APP + "/guilds/{guild}/commands", COMMAND | {"name": "stay"}),
    ("", "GET", APP + "/guilds/{guild}/commands", None),
    ("", "GET", APP + "/guilds/{guild}/commands/{local}", None),
    ("", "PATCH", APP + "/guilds/{guild}/commands/{local}", {"description": "Stays"}),
    ("", "DELETE", APP + "/guilds/{guild}/commands/{local}", None),
    ("emoji", "POST", APP + "/emojis", {"name": "fish", "image": PICTURE}),
    ("", "GET", APP + "/emojis", None),
    ("", "GET", APP + "/emojis/{emoji}", None),
    ("", "PATCH", APP + "/emojis/{emoji}", {"name": "bird"}),
    ("", "DELETE", APP + "/emojis/{emoji}", None),
    ("direct", "POST", "/users/@me/channels", {"recipient_id": "{ana}"}),
    ("", "GET", "/channels/{direct}", None),
    ("", "GET", GENERAL, None),
    ("", "PATCH", GENERAL, {"topic": "Talk"}),
    ("", "POST", GENERAL + "/typing", None),
    ("message", "POST", GENERAL + "/messages", {"content": "<@{ana}>", "embeds": [EMBED], "nonce": "1"}),
    ("", "POST", GENERAL + "/messages", PARTED),
    ("", "POST", GENERAL + "/messages", {"content": "x", "message_reference": {"message_id": "{message}"}}),
    ("", "GET", GENERAL + "/messages", None),
    ("", "GET", GENERAL + "/messages/{message}", None),
    ("", "PATCH", GENERAL + "/messages/{message}", {"content": "new", "embeds": [EMBED]}),
    ("thread", "POST", GENERAL + "/messages/{message}/threads", {"name": "T"}),
    ("second", "POST", GENERAL + "/threads", {"name": "S", "type": 11}),
    ("", "GET", THREAD, None),
    ("", "GET", THREAD + "/messages", None),
    ("", "PATCH", THREAD, {"name": "N"}),
    ("", "PUT", THREAD + "/thread-members/{ana}", None),
    ("", "GET", THREAD + "/thread-members", None),
    ("", "GET", THREAD + "/thread-members/{ana}", None),
    ("", "DELETE", THREAD + "/thread-members/{ana}", None),
    ("", "GET", GUILD + "/threads/active", None),
    ("", "PATCH", SECOND, {"archived": True}),
    ("", "GET", GENERAL + "/threads/archived/public", None),
    ("", "POST", "/interactions/{click}/{token}/callback?with_response=true", {"type": 4, "data": PARTED}),
    ("", "GET", HOOK + "/messages/@original", None),
    ("", "PATCH", HOOK + "/messages/@original", {"components": [text()]}),
    ("follow", "POST", HOOK, {"content": "more", "flags": 64}),
    ("", "GET", HOOK + "/messages/{follow}", None),
    ("", "PATCH", HOOK + "/messages/{follow}", {"content": "less"}),
    ("", "DELETE", HOOK + "/messages/{follow}", None),
    ("", "DELETE", HOOK + "/messages/@original", None),
    ("", "DELETE", GENERAL + "/messages/{message}", None),
    ("", "DELETE", SECOND, None),
    ("", "DELETE", GENERAL, None),
]
"""One request for each route: the name under which the answer's id is stored, then the request."""


def filled(value: Any, names: dict[str, str]) -> Any:
    """Return a body with the stored ids in place of names."""
    if isinstance(value, dict):
        return {key: filled(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, names) for inner in value]
    return value.format(**names) if isinstance(value, str) else value


@described
async def test_the_answer_of_each_route_is_what_the_description_says() -> None:
    rights = ("ADMINISTRATOR",)
    async with LocalDiscord(privileged=True, bot_permissions=rights) as local, Api(local) as api:
        ana, world, tried = local.person("Ana"), local.world, set()
        await api.post({"content": "x", "components": [row(button())]})
        shown = ana.messages()[-1]
        names = {"app": world.application_id, "guild": world.guild_id, "ana": ana.user.id}
        names["general"] = local.channel("general").id
        for name, method, path, body in REQUESTS:
            if "{click}" in path:  # This comes at once, since a click waits for three seconds only.
                click = await ana.click(shown, "Go")
                names |= {"click": click.id, "token": click.token}
            where = path.format(**names)
            status, answer = await api.ask(method, where, filled(body, names))
            assert status < 300, (method, path, answer)
            if name:
                names[name] = answer["id"]
            found = find(local.rest._tree, where.partition("?")[0].strip("/").split("/"))
            assert found is not None
            tried.add((method, found[method].template))
        assert {(route.method, route.template) for route in ROUTES if route.scope != ""} - tried == PEOPLES
        assert not local.crashes


async def test_the_first_answer_to_an_interaction_tells_of_no_limit(local: LocalDiscord) -> None:
    async with Api(local) as api:
        ana = local.person("Ana")
        sent = await api.session.post(
            f"{local.api_base}/channels/{local.channel('general').id}/messages",
            json={"content": "x", "components": [row(button())]},
        )
        click = await ana.click(ana.messages()[-1], "Go")
        answer = await api.session.post(f"{local.api_base}{click.callback}", json={"type": 6})
        assert answer.status == 204
        assert ["X-RateLimit-Bucket" in one.headers for one in (sent, answer)] == [True, False]


@described
@pytest.mark.parametrize(
    ("event", "body", "missing"),
    [
        ("MESSAGE_CREATE", {"id": "1"}, "author"),
        ("GUILD_CREATE", {"channels": [{"id": "1"}]}, "region"),
        ("INTERACTION_CREATE", {"member": {"user": {"id": "1"}}}, "username"),
    ],
)
def test_what_an_event_lacks_is_found(event: str, body: Any, missing: str) -> None:
    schemas = answers()
    assert schemas is not None
    assert any(f'"{missing}" is a required property' in fault for fault in schemas.in_event(event, body))


def test_each_part_of_an_event_is_looked_at() -> None:
    assert parts({"a": [{"b": 1}, {"b": 2}, {}]}, ["a", "*", "b"]) == [1, 2]
    assert all(PARTS.values())
