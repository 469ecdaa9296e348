"""Features that the local Discord lacks are answered by 501 and logged, not silently ignored."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from localdiscord import LocalDiscord
from localdiscord.model import permissions
from localdiscord.rest.call import ROUTES
from localdiscord.rest.server import find, tree_of
from localdiscord.tests.answers import answers
from localdiscord.tests.local_bots import channel_of, running
from localdiscord.tests.raw import Api, button, row
from localdiscord.tests.rest.test_answers import APP, GENERAL, GUILD, described, filled

ROOT = Path(__file__).resolve().parents[3]
POLL = {"question": {"text": "Tea?"}, "answers": [{"poll_media": {"text": "Yes"}}]}
SEND, MESSAGE = GENERAL + "/messages", GENERAL + "/messages/{message}"
HOOK, ORIGINAL = "/webhooks/{app}/{token}", "/webhooks/{app}/{token}/messages/@original"
FORWARD = {"type": 1, "channel_id": "{general}", "message_id": "{message}"}
OVERWRITES = "permission_overwrites"
PERMISSION = {"id": "{ana}", "type": 1, "deny": "2048"}


def requests() -> list[Any]:
    """Return requests, each with the missing feature that is logged."""
    callback = "/interactions/{click}/{token}/callback"
    rows = [
        ("a reaction", "PUT", MESSAGE + "/reactions/👍/@me", None, ""),
        ("pins", "GET", GENERAL + "/messages/pins", None, ""),
        ("pins as they were", "GET", GENERAL + "/pins", None, ""),
        ("bulk deletion", "POST", SEND + "/bulk-delete", {"messages": ["1", "2"]}, ""),
        ("a webhook", "POST", GENERAL + "/webhooks", {"name": "hook"}, ""),
        ("an invitation", "POST", GENERAL + "/invites", {}, ""),
        ("a known path with another method", "PATCH", "/users/@me", {"username": "New"}, ""),
        ("what Discord doesn't have either", "GET", "/nothing/here", None, ""),
        ("an expired poll", "POST", GENERAL + "/polls/{message}/expire", None, ""),
        ("a poll", "POST", SEND, {"content": "x", "poll": POLL}, "poll"),
        ("a poll alone", "POST", SEND, {"poll": POLL}, "poll"),
        ("stickers", "POST", SEND, {"sticker_ids": ["1"]}, "sticker_ids"),
        ("stickers in an edit", "PATCH", MESSAGE, {"sticker_ids": ["1"]}, "sticker_ids"),
        ("a forwarded message", "POST", SEND, {"message_reference": FORWARD}, "message_reference.type"),
        ("a poll as an answer", "POST", callback, {"type": 4, "data": {"poll": POLL}}, "poll"),
        ("a purchase as an answer", "POST", callback, {"type": 13}, "type 13"),
        ("a poll afterwards", "POST", HOOK, {"poll": POLL}, "poll"),
        ("a poll for an answer", "PATCH", ORIGINAL, {"poll": POLL}, "poll"),
        ("a channel's permissions", "PATCH", GENERAL, {OVERWRITES: [PERMISSION]}, OVERWRITES),
        ("a channel's place", "PATCH", GENERAL, {"position": 3}, "position"),
        ("an application's tags", "PATCH", "/applications/@me", {"tags": ["game"]}, "tags"),
        ("a group's channel", "POST", "/users/@me/channels", {"access_tokens": ["a"]}, "access_tokens"),
        ("members with a role", "PUT", GUILD + "/members/{ana}/roles/1", None, ""),
        ("permissions of commands", "GET", APP + "/guilds/{guild}/commands/permissions", None, ""),
    ]  # fmt: skip
    return [pytest.param(*request, id=name) for name, *request in rows]


@pytest.mark.parametrize(("method", "path", "body", "field"), requests())
async def test_what_is_not_here_is_answered_501_and_changes_nothing(
    local: LocalDiscord, method: str, path: str, body: Any, field: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Api(local) as api:
        ana, world = local.person("Ana"), local.world
        _, sent = await api.post({"content": "x", "components": [row(button())]})
        click = await ana.click(ana.messages()[-1], "Go")
        world.bot_permissions = permissions.ALL
        names = {"app": world.application_id, "guild": world.guild_id, "ana": ana.user.id}
        names |= {"general": local.channel("general").id, "click": click.id, "token": click.token}
        names["message"] = sent["id"]
        if path.startswith("/webhooks"):
            answer = {"type": 4, "data": {"content": "y"}}
            await api.ask("POST", f"/interactions/{click.id}/{click.token}/callback", answer)
        before = [message.payload() for message in local.channel("general").messages.values()]
        for _ in range(2):
            status, answer = await api.ask(method, path.format(**names), filled(body, names))
            message = "501: Not in the local Discord" + (f": {field}" if field else "")
            assert (status, answer) == (501, {"message": message, "code": 0})
        assert [message.payload() for message in local.channel("general").messages.values()] == before
        [said] = local.lacks
        shown = re.sub(r"{token}", "…", re.sub(r"{(?!token)\w+}", "{id}", path))
        assert said == f"{method} {shown.replace('/1', '/{id}')}" + (f": {field}" if field else "")
        assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
            f"The bot uses what the local Discord doesn't have: {said}"
        ]
        assert local.violations == []


@pytest.mark.parametrize("path", ["/api/v9/users/@me", "/api/users/@me", "/api/v100/users/@me"])
async def test_other_versions_of_the_api_are_answered_501(local: LocalDiscord, path: str) -> None:
    async with Api(local) as api, api.session.get(local.page.rstrip("/") + path) as answer:
        assert (answer.status, local.lacks) == (501, [f"GET {path}"])


async def test_empty_fields_of_what_is_not_here_are_no_trouble(local: LocalDiscord) -> None:
    empty: dict[str, Any] = {"poll": None, "sticker_ids": [], "message_reference": None}
    async with Api(local) as api:
        assert (await api.post({"content": "x"} | empty))[0] == 200
        path = f"/channels/{local.channel('general').id}"
        plain = {"name": "hall", "nsfw": False, "position": None, "permission_overwrites": []}
        local.world.bot_permissions = permissions.ALL
        assert (await api.ask("PATCH", path, plain | {"rate_limit_per_user": 5}))[1][
            "rate_limit_per_user"
        ] == 5
    assert local.lacks == []


async def test_discord_py_raises_at_once_and_goes_on(local: LocalDiscord) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        sent = await channel.send("x", tts=True)
        assert sent.tts
        poll = discord.Poll("Tea?", timedelta(hours=1)).add_answer(text="Yes")
        for trouble in (channel.send(poll=poll), sent.forward(channel), sent.add_reaction("👍"), sent.pin()):
            before = len(list(local.requests))
            with pytest.raises(discord.DiscordServerError) as caught:
                await trouble
            assert (caught.value.status, len(list(local.requests)) - before) == (501, 1)
        assert len(local.lacks) == 4
        await channel.send("y")


async def test_a_private_thread_keeps_who_may_invite_to_it(local: LocalDiscord) -> None:
    async with running(local) as bot:
        thread = await channel_of(bot, local).create_thread(name="T", invitable=False)
        assert (thread.invitable, local.lacks) == (False, [])


async def test_voice_is_said_not_to_be_here(local: LocalDiscord) -> None:
    async with running(local) as bot:
        guild = bot.guilds[0]
        await guild.change_voice_state(channel=None)
        assert await local.until(lambda: local.lacks) == ["gateway: op 4"]


async def test_no_more_is_said_than_somebody_reads(local: LocalDiscord) -> None:
    async with Api(local) as api:
        for number in range(60):
            await api.ask("GET", f"/nothing/number{number}")
    assert len(local.lacks) == 50


async def test_the_terminal_says_what_is_not_here(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os, urllib.request, urllib.error\n"
        "try: urllib.request.urlopen(os.environ['DISCORD_API_BASE'] + '/sticker-packs')\n"
        "except urllib.error.HTTPError as error: raise SystemExit(error.code - 500)"
    )
    words = (sys.executable, "-m", "localdiscord", "--bot", f"{sys.executable} {bot}")
    process = await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=PIPE, cwd=ROOT)
    out, told = await process.communicate()
    assert process.returncode == 1
    assert told.decode() == "The bot uses what the local Discord doesn't have: GET /sticker-packs\n"
    assert re.fullmatch(r"page  http://\S+/\napi   http://\S+/api/v10\ntoken \S+\n", out.decode())


@described
def test_no_route_of_discords_is_taken_for_another() -> None:
    schemas, tree = answers(), tree_of(ROUTES)
    assert schemas is not None
    ours = {(route.method, route.template) for route in ROUTES}
    for path, method in schemas.operations():
        found = (find(tree, path.strip("/").split("/")) or {}).get(method)
        mine = path.replace("/thread-members/@me", "/thread-members/{user_id}")
        assert (found is not None) is ((method, mine) in ours), path
        assert found is None or found.template == mine
