from __future__ import annotations

from typing import Any

import pytest

from localdiscord import LocalDiscord
from localdiscord.checks.openapi import load
from localdiscord.tests.raw import Api, button, row, select, text, v2

OLD = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
LONG, SHORT = "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH"
PLACE = "components.0.components.0"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param({"content": "x" * 2001}, [f"content: {LONG}"], id="content of 2001"),
        pytest.param({"content": "x", "nonce": "n" * 26}, [f"nonce: {LONG}"], id="nonce of 26"),
        pytest.param(
            {"content": "x", "embeds": [{"title": "t" * 257}]}, [f"embeds.0.title: {LONG}"], id="title"
        ),
        pytest.param(
            {"embeds": [{"description": "d" * 4000}, {"description": "d" * 2001}]},
            ["embeds: MAX_EMBED_SIZE_EXCEEDED"],
            id="embeds of more than 6000",
        ),
        pytest.param({"embeds": [{"title": "t"}] * 11}, [f"embeds: {LONG}"], id="11 embeds"),
        pytest.param(
            {"content": "x", "components": [row(button(label="l" * 81))]},
            [f"{PLACE}.label: {LONG}"],
            id="label",
        ),
        pytest.param(
            {"content": "x", "components": [row(button(custom_id="c" * 101))]},
            [f"{PLACE}.custom_id: {SHORT}"],
            id="custom id of 101",
        ),
        pytest.param(
            {"content": "x", "components": [row(button(custom_id=""))]},
            [f"{PLACE}.custom_id: {SHORT}"],
            id="no id",
        ),
        pytest.param(
            {"content": "x", "components": [row(button(), button())]},
            ["components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"],
            id="two of an id",
        ),
        pytest.param(
            {"content": "x", "components": [row(button()), row(button())]},
            ["components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"],
            id="two of an id in two rows",
        ),
        pytest.param(
            {"content": "x", "components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
            [f"components.0.components: {SHORT}"],
            id="six buttons",
        ),
        pytest.param(
            {"content": "x", "components": [row(button(custom_id=str(n))) for n in range(6)]},
            [f"components: {SHORT}"],
            id="six rows",
        ),
        pytest.param(
            {"content": "x", "components": [row(select(), button())]},
            ["components.0: COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
            id="a select beside a button",
        ),
        pytest.param(
            {"content": "x", "components": [text()]},
            ["components.0.type: COMPONENT_TYPE_INVALID"],
            id="v1 text",
        ),
        pytest.param(
            {"content": "x", "components": [row(button(label=None))]},
            [f"{PLACE}: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"],
            id="an empty button",
        ),
        pytest.param(
            {"content": "x", "components": [row(button(emoji={"name": "fish"}))]},
            [f"{PLACE}.emoji.name: COMPONENT_INVALID_EMOJI"],
            id="a word as emoji",
        ),
        pytest.param(
            {"content": "x", "components": [row(button(emoji={"name": "fish", "id": "123"}))]},
            [f"{PLACE}.emoji.id: COMPONENT_INVALID_EMOJI"],
            id="an unknown emoji",
        ),
        pytest.param(
            {
                "content": "x",
                "components": [row({"type": 2, "style": 5, "label": "x", "url": "ftp://x.org"})],
            },
            [f"{PLACE}.url: URL_TYPE_INVALID_SCHEME"],
            id="a strange address",
        ),
        pytest.param(
            {
                "content": "x",
                "components": [row(select(options=[{"label": "l", "value": str(n)} for n in range(26)]))],
            },
            [f"{PLACE}.options: {SHORT}"],
            id="26 options",
        ),
        pytest.param(
            {"content": "x", "components": [row(select(placeholder="p" * 151))]},
            [f"{PLACE}.placeholder: {LONG}"],
            id="placeholder",
        ),
        pytest.param(
            {"content": "x", "components": [row(select(options=[{"label": "l" * 101, "value": "v"}]))]},
            [f"{PLACE}.options.0.label: {SHORT}"],
            id="option's label",
        ),
        pytest.param(
            {
                "content": "x",
                "components": [row(select(options=[{"label": "l", "value": "v", "description": "d" * 101}]))],
            },
            [f"{PLACE}.options.0.description: {LONG}"],
            id="option's description",
        ),
        pytest.param(
            {"content": "x", "components": [row(select(options=[{"label": "l", "value": "v"}] * 2))]},
            [f"{PLACE}.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"],
            id="two of a value",
        ),
        pytest.param(
            {"content": "x", "components": [row(select(max_values=2))]},
            [f"{PLACE}.max_values: SELECT_COMPONENT_MAX_VALUES_EXCEEDED"],
            id="more than offered",
        ),
        pytest.param(v2(text(), content="x"), [f"content: {OLD}"], id="v2 with content"),
        pytest.param(v2(text(), embeds=[{"title": "x"}]), [f"embeds: {OLD}"], id="v2 with embeds"),
        pytest.param(
            v2(*(text("x") for _ in range(41))),
            ["components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"],
            id="41",
        ),
        pytest.param(
            v2({"type": 17, "components": [text("x" * 2001)]}, text("x" * 2000)),
            ["components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"],
            id="4001 signs",
        ),
        pytest.param(v2(button()), ["components.0.type: COMPONENT_TYPE_INVALID"], id="a bare button"),
        pytest.param(
            v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
            ["components.0.components.0.type: COMPONENT_TYPE_INVALID"],
            id="a container in a container",
        ),
        pytest.param(
            v2({"type": 9, "components": [text()]}),
            ["components.0.accessory: BASE_TYPE_REQUIRED"],
            id="section",
        ),
        pytest.param(v2({"type": 12, "items": []}), [f"components.0.items: {SHORT}"], id="an empty gallery"),
        pytest.param(
            v2({"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}),
            ["components.0.items.0.media.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"],
            id="a picture that was not sent",
        ),
        pytest.param(v2(text("")), [f"components.0.content: {SHORT}"], id="an empty text"),
        pytest.param({"content": 5}, ["content: BASE_TYPE_STRING"], id="a number as content"),
        pytest.param(
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            ["allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"],
            id="mentions both ways",
        ),
    ],
)
async def test_a_malformed_message_is_refused(local: LocalDiscord, body: Any, expected: list[str]) -> None:
    async with Api(local) as api:
        assert await api.codes(body) == expected
        [violation] = local.violations
        assert violation.source == "rule"
        assert local.person("Ana").messages() == []


@pytest.mark.skipif(load() is None, reason="Discord's API description is not at hand")
async def test_what_only_the_description_forbids_is_refused_too(local: LocalDiscord) -> None:
    async with Api(local) as api:
        assert await api.codes({"content": "x", "tts": "yes"}) == ["tts: SCHEMA_MISMATCH"]
        assert [violation.source for violation in local.violations] == ["schema"]


@pytest.mark.parametrize("body", [{}, {"content": " "}, v2(), {"content": None, "embeds": []}])
async def test_an_empty_message_is_refused(local: LocalDiscord, body: Any) -> None:
    async with Api(local) as api:
        assert (await api.post(body))[1]["code"] == 50006


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/123", 404, 10003),
        ("GET", "/channels/{general}/messages/123", 404, 10008),
        ("GET", "/users/123", 404, 10013),
        ("GET", "/guilds/123", 404, 10004),
        ("POST", "/interactions/123/abc/callback", 404, 10062),
        ("PATCH", "/webhooks/123/abc/messages/@original", 404, 10015),
        ("PATCH", "/webhooks/{app}/abc/messages/@original", 401, 50027),
        ("GET", "/applications/123/commands", 404, 10002),
        ("GET", "/applications/{app}/commands/123", 404, 10063),
        ("GET", "/applications/{app}/emojis/123", 404, 10014),
        ("GET", "/channels/general", 400, 50035),
    ],
)
async def test_unknown_things(local: LocalDiscord, method: str, path: str, status: int, code: int) -> None:
    path = path.format(general=local.channel("general").id, app=local.world.application_id)
    async with Api(local) as api:
        got, answer = await api.ask(method, path)
        assert (got, answer["code"]) == (status, code)


async def test_a_wrong_token_and_broken_json_are_refused(local: LocalDiscord) -> None:
    async with Api(local) as api:
        answer = await api.ask("GET", "/users/@me", headers={"Authorization": "Bot wrong"})
        assert answer == (401, {"message": "401: Unauthorized", "code": 0})
        path = f"/channels/{local.channel('general').id}/messages"
        status, broken = await api.ask("POST", path, data=b"{", headers={"Content-Type": "application/json"})
        assert (status, broken["code"]) == (400, 50109)


NAME = "APPLICATION_COMMAND_INVALID_NAME"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ({"name": "Bad"}, [f"0.name: {NAME}"]),
        ({"name": "two words"}, [f"0.name: {NAME}"]),
        ({"name": "x" * 33}, [f"0.name: {SHORT}"]),
        ({"description": ""}, [f"0.description: {SHORT}"]),
        ({"description": "d" * 101}, [f"0.description: {SHORT}"]),
        ({"name_localizations": {"xx": "gut"}}, ["0.name_localizations.xx: BASE_TYPE_CHOICES"]),
        ({"name_localizations": {"de": "Gut"}}, [f"0.name_localizations.de: {NAME}"]),
        (
            {"options": [{"type": 3, "name": f"o{n}", "description": "d"} for n in range(26)]},
            [f"0.options: {LONG}"],
        ),
        (
            {
                "options": [
                    {"type": 3, "name": "a", "description": "d"},
                    {"type": 3, "name": "b", "description": "d", "required": True},
                ]
            },
            ["0.options.1.required: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"],
        ),
        (
            {
                "options": [
                    {
                        "type": 3,
                        "name": "a",
                        "description": "d",
                        "choices": [{"name": str(n), "value": str(n)} for n in range(26)],
                    }
                ]
            },
            [f"0.options.0.choices: {LONG}"],
        ),
        (
            {
                "options": [
                    {
                        "type": 1,
                        "name": f"sub{s}",
                        "description": "d" * 100,
                        "options": [
                            {"type": 3, "name": f"o{n}", "description": "d" * 100} for n in range(25)
                        ],
                    }
                    for s in range(4)
                ]
            },
            ["0: APPLICATION_COMMAND_TOO_LARGE"],
        ),
    ],
)
async def test_a_malformed_command_is_refused(
    local: LocalDiscord, command: dict[str, Any], expected: list[str]
) -> None:
    from localdiscord.tests.raw import faults

    async with Api(local) as api:
        path = f"/applications/{local.world.application_id}/commands"
        good = {"name": "good", "description": "Good", "type": 1}
        status, answer = await api.ask("PUT", path, [good | command])
        assert (status, sorted(faults(answer["errors"]))) == (400, expected)
        assert local.commands == []


async def test_commands_keep_their_ids_when_set_anew(local: LocalDiscord) -> None:
    async with Api(local) as api:
        path = f"/applications/{local.world.application_id}/commands"
        good = {"name": "good", "description": "Good", "name_localizations": {"de": "gut"}}
        _, [first] = await api.ask("PUT", path, [good])
        _, [second] = await api.ask("PUT", path, [good | {"description": "Better"}])
        assert first["id"] == second["id"]
        assert first["version"] != second["version"]
        _, [listed] = await api.ask("GET", path)
        assert "name_localizations" not in listed
        _, [listed] = await api.ask("GET", path, params={"with_localizations": "true"})
        assert listed["name_localizations"] == {"de": "gut"}


@pytest.mark.parametrize(
    "body",
    [
        {"embeds": ["x"]},
        {"content": "x", "flags": "many"},
        {"content": "x", "components": [{"type": 1, "components": "x"}]},
        {"content": "x", "components": [{"type": 1, "components": ["x"]}]},
        {"content": "x", "components": [{"type": []}]},
        {"content": "x", "attachments": ["x"]},
        {"content": "x", "allowed_mentions": "all"},
        ["x"],
    ],
)
async def test_forms_of_a_strange_shape_are_refused(local: LocalDiscord, body: Any) -> None:
    async with Api(local) as api:
        status, answer = await api.post(body)
        assert (status, answer["code"]) == (400, 50035)
