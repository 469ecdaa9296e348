"""Serves the page in the browser: its files, people's actions on it, and the events that people see."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import orjson
from aiohttp import WSMsgType, web

from localdiscord.changes import guild
from localdiscord.changes.activities import leave
from localdiscord.changes.attachments import give
from localdiscord.changes.interactions import check_may_use, interact
from localdiscord.changes.messages import blank, check_may_say, delete, post
from localdiscord.checks.commands import ENTRY_POINT
from localdiscord.client.clicks import checked_click, with_resolved
from localdiscord.client.commands import checked_use
from localdiscord.client.frame import FrameRefusal, enter, run
from localdiscord.gateway.wire import SocketWire
from localdiscord.model import permissions
from localdiscord.model.channel import GUILD_KINDS, PRIVATE_THREAD, TEXT, Channel
from localdiscord.model.errors import BadInput, Json, Refusal, bad_form, refusal
from localdiscord.model.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from localdiscord.model.user import LOCALES, User
from localdiscord.model.world import World

PAGE = Path(__file__).resolve().parent.parent / "page"
Answer = Callable[[web.BaseRequest, list[str]], Awaitable[web.StreamResponse]]


class Page:
    """Answers the page's requests, and streams events to the page."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._wires: set[SocketWire] = set()
        self._answers: dict[tuple[str, str, int], Answer] = {
            ("GET", "state", 0): self._state,
            ("GET", "channels", 2): self._messages,
            ("POST", "channels", 2): self._say,
            ("POST", "posts", 1): self._post,
            ("POST", "channels", 0): self._create_channel,
            ("PATCH", "channels", 1): self._change_channel,
            ("DELETE", "channels", 1): self._delete_channel,
            ("DELETE", "messages", 2): self._delete_message,
            ("POST", "files", 0): self._give,
            ("POST", "interactions", 0): self._interact,
            ("POST", "activities", 1): self._in_frame,
            ("DELETE", "activities", 0): self._leave,
            ("PATCH", "people", 1): self._change_person,
            ("PATCH", "bot", 0): self._change_bot,
            ("GET", "events", 0): self._events,
        }

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request of the page."""
        path = request.path
        if path.startswith("/cdn/"):
            return self._file(path)
        if not path.startswith("/local/"):
            return self._page(path)
        first, *rest = path.removeprefix("/local/").strip("/").split("/")
        answer = self._answers.get((request.method, first, len(rest)))
        try:
            if answer is None:
                raise refusal(0)
            if not is_own_page(request, forwarded_to(self.world.base_url)):
                raise Refusal(403, 0, "403: Forbidden")
            return await answer(request, rest)
        except Refusal as refused:
            return json(refused.payload(), refused.status)
        except BadInput as bad:
            return json({"message": str(bad), "code": 50035}, 400)

    def close(self) -> None:
        """Close the event streams of all open pages."""
        for wire in list(self._wires):
            wire.cut()

    def _file(self, path: str) -> web.Response:
        found = self.world.files.get(path)
        if found is None:
            return web.Response(status=404)
        content, kind = found
        headers = {
            "Cache-Control": "public, max-age=31536000",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        }
        if not kind.startswith(("image/", "audio/", "video/")):
            # A `download` attribute works only for the page's own host name.
            headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(path.rsplit('/', 1)[-1])}"
        return web.Response(body=content, content_type=kind, headers=headers)

    def _page(self, path: str) -> web.StreamResponse:
        name = "index.html" if path == "/" else path.removeprefix("/static/")
        file = (PAGE / name).resolve()
        if (path != "/" and not path.startswith("/static/")) or not file.is_relative_to(PAGE):
            return web.Response(status=404)
        if not file.is_file():
            return web.Response(status=404, text="The page is not there.")
        return web.FileResponse(file, headers={"Cache-Control": "no-cache"})

    def _me(self, request: web.BaseRequest) -> User:
        user = self.world.people.get(request.query.get("as", ""))
        if user is None:
            raise refusal(10013)
        return user

    def _channel(self, channel_id: str, user: User) -> Channel:
        channel = self.world.channel(channel_id)
        if not channel.seen_by(user):
            raise refusal(10003)
        return channel

    async def _state(self, request: web.BaseRequest, _rest: list[str]) -> web.Response:
        world = self.world
        me = self._me(request) if "as" in request.query else None
        channels_of_guild = world.guild_channels()
        if me is not None and world.share_guild(me):
            world.direct_channel(me)  # People can write to the bot before it writes to them.
        channels = [channel for channel in world.channels.values() if is_listed(channel, me)]
        return json(
            {
                "me": me.person_payload() if me is not None else None,
                "people": [user.person_payload() for user in world.people.values()],
                "guild": {"id": world.guild_id, "name": world.guild_name},
                "servers": [server(channel) for channel in channels if channel.founder],
                "channels": [channel.payload() for channel in channels],
                "commands": world.all_commands(),
                "bot": world.bot.payload() | world.bot_state(),
                "emojis": list(world.emojis.values()),
                "lacks": world.lacks,
                "address": world.base_url,
                "permissions": {c.id: permissions.names(c.denied) for c in channels_of_guild},
            }
        )

    async def _messages(self, request: web.BaseRequest, rest: list[str]) -> web.Response:
        user = self._me(request)
        channel = self._channel(rest[0], user)
        found = [m.payload() for m in channel.messages.values() if m.only_for in (None, user)]
        return json(found)

    async def _say(self, request: web.BaseRequest, rest: list[str]) -> web.Response:
        user = self._me(request)
        channel = self._channel(rest[0], user)
        content = (await form(request)).get("content")
        if not isinstance(content, str) or not content.strip():
            raise refusal(50006)
        if len(content) > 2000:
            raise bad_form(("content",), "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
        check_may_say(self.world, user, channel)
        message = post(self.world, blank(self.world, channel, user), {"content": content})
        return json(message.payload())

    async def _give(self, request: web.BaseRequest, _rest: list[str]) -> web.Response:
        self._me(request)
        return json({"id": give(self.world, request.query.get("name", ""), await request.read())})

    async def _interact(self, request: web.BaseRequest, _rest: list[str]) -> web.Response:
        user, body = self._me(request), await form(request)
        channel = self._channel(str(body.get("channel_id")), user)
        kind, data, nonce = body.get("type"), body.get("data") or {}, body.get("nonce")
        if kind == COMMAND and data.get("type") == ENTRY_POINT:
            enter(self.world, user, channel, nonce)
        elif kind in (COMMAND, AUTOCOMPLETE):
            check_may_use(self.world, user, channel, kind)
            data = checked_use(self.world, user, data, channel, completing=kind == AUTOCOMPLETE)
            interact(self.world, user, channel, kind, data, nonce=nonce)
        elif kind == COMPONENT:
            message = channel.messages.get(str(body.get("message_id")))
            if message is None:
                raise refusal(10008)
            data = checked_click(self.world, user, message, data)
            check_may_use(self.world, user, channel, kind, message)
            interact(self.world, user, channel, kind, data, message=message, nonce=nonce)
        elif kind == MODAL:
            opened = self._opened_by(user, data)
            kept = {key: data[key] for key in ("custom_id", "components") if key in data}
            data = with_resolved(self.world, kept, channel)
            message = opened.message
            check_may_use(self.world, user, channel, kind, message)
            interact(self.world, user, channel, kind, data, message=message, nonce=nonce, parent=opened)
        else:
            raise bad_form(("type",), "BASE_TYPE_CHOICES", "Value must be one of (2, 3, 4, 5).")
        return web.Response(status=204)

    async def _in_frame(self, request: web.BaseRequest, rest: list[str]) -> web.Response:
        user, args = self._me(request), await form(request)
        try:
            return json({"data": run(self.world, user, rest[0], args)})
        except FrameRefusal as refused:
            return json({"evt": "ERROR", "data": {"code": refused.code, "message": str(refused)}})

    async def _leave(self, request: web.BaseRequest, _rest: list[str]) -> web.Response:
        leave(self.world, self._me(request))
        return web.Response(status=204)

    def _opened_by(self, user: User, data: Json) -> Interaction:
        custom_id = str(data.get("custom_id"))
        named = self.world.interactions.get(str(data.get("id")))
        if named is not None and named.user is user and named.modal is not None:
            return named
        for interaction in reversed(self.world.interactions.values()):
            modal = interaction.modal
            if interaction.user is user and modal is not None and modal["custom_id"] == custom_id:
                return interaction
        raise BadInput(f"no form {custom_id!r} is open")

    async def _change_person(self, request: web.BaseRequest, rest: list[str]) -> web.Response:
        user = self.world.people.get(rest[0])
        if user is None:
            raise refusal(10013)
        body = await form(request)
        locale, dms_open = body.get("locale"), body.get("dms_open")
        if locale is not None and locale not in LOCALES:
            raise bad_form(("locale",), "BASE_TYPE_CHOICES", f"Value must be one of {sorted(LOCALES)}.")
        change: guild.Change = {"dms_open": dms_open, "locale": locale}
        change |= {"in_guild": body.get("in_guild"), "installed": body.get("installed")}
        guild.change_person(self.world, user, **change)
        return json(user.person_payload())

    async def _change_bot(self, request: web.BaseRequest, _rest: list[str]) -> web.Response:
        if (await form(request)).get("in_guild"):
            guild.invite_bot(self.world)
        else:
            guild.remove_bot(self.world)
        return web.Response(status=204)

    async def _create_channel(self, request: web.BaseRequest, _rest: list[str]) -> web.Response:
        body = await form(request)
        kind = body.get("type", TEXT)
        if kind not in GUILD_KINDS.values():
            raise bad_form(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {[*GUILD_KINDS.values()]}.")
        return json(guild.create_channel(self.world, name_in(body), kind).payload())

    async def _post(self, request: web.BaseRequest, rest: list[str]) -> web.Response:
        user, body = self._me(request), await form(request)
        content, forum = body.get("content"), self._channel(rest[0], user)
        if not isinstance(content, str) or not content.strip():
            raise refusal(50006)
        return json(guild.post_in(self.world, user, forum, name_in(body), content[:2000]).payload())

    async def _change_channel(self, request: web.BaseRequest, rest: list[str]) -> web.Response:
        channel, body = self.world.channel(rest[0]), await form(request)
        if channel.is_thread and "archived" in body:
            if body["archived"]:
                guild.close_thread(self.world, channel, lock=bool(body.get("locked")))
            else:
                guild.reopen_thread(self.world, channel)
        if "denied" in body:
            try:
                guild.deny(self.world, channel, body["denied"])
            except ValueError as error:
                raise bad_form(("denied",), "BASE_TYPE_CHOICES", str(error)) from None
        return json(channel.payload())

    async def _delete_message(self, request: web.BaseRequest, rest: list[str]) -> web.Response:
        user = self._me(request)
        message = self._channel(rest[0], user).messages.get(rest[1])
        if message is None or message.only_for not in (None, user):
            raise refusal(10008)
        delete(self.world, message)
        return web.Response(status=204)

    async def _delete_channel(self, _request: web.BaseRequest, rest: list[str]) -> web.Response:
        channel = self.world.channel(rest[0])
        if channel.is_direct:
            raise refusal(50024)
        if channel.is_thread:
            guild.delete_thread(self.world, channel)
        else:
            guild.delete_channel(self.world, channel)
        return web.Response(status=204)

    async def _events(self, request: web.BaseRequest, _rest: list[str]) -> web.StreamResponse:
        user = self._me(request)
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        wire = SocketWire(socket, request.transport)
        screens = self.world.events.screens.setdefault(user.id, set())
        screens.add(wire)
        self._wires.add(wire)
        self.world.events.changed()
        try:
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
        finally:
            wire.stop()
            screens.discard(wire)
            self._wires.discard(wire)
            if not screens:
                self.world.events.screens.pop(user.id, None)
        return socket


def is_listed(channel: Channel, user: User | None) -> bool:
    """Whether a channel is in a person's list of channels; None: whether it is in everybody's."""
    if user is None:
        return not channel.is_direct and channel.founder is None and channel.type != PRIVATE_THREAD
    return channel.seen_by(user)


def server(channel: Channel) -> Json:
    """Return what the page shows of another server, given the server's channel."""
    people = [user.id for user in channel.people]
    return {"id": channel.guild_id, "name": channel.name, "has_bot": channel.has_bot, "people": people}


def forwarded_to(base_url: str) -> str | None:
    """Return the origin to which a service forwards the page's port for a browser elsewhere, or None.

    `LOCALDISCORD_ORIGIN` names it. In a GitHub Codespace, it consists of the Codespace's name and the port.
    """
    if named := os.environ.get("LOCALDISCORD_ORIGIN"):
        return named
    space, domain = map(os.environ.get, ("CODESPACE_NAME", "GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN"))
    return f"https://{space}-{urlsplit(base_url).port}.{domain}" if space and domain else None


def is_own_page(request: web.BaseRequest, forwarded: str | None) -> bool:
    """Whether a request comes from this page or from no page; requests of other sites are refused.

    `forwarded`: the page's origin in a browser elsewhere; None: nobody forwards the port.
    """
    host = request.headers.get("Host", "")
    origin = request.headers.get("Origin")
    is_host_ours = host.rpartition(":")[0] in ("127.0.0.1", "localhost")
    if forwarded and (is_host_ours or host == forwarded.partition("://")[2]) and origin in (None, forwarded):
        return True
    if not is_host_ours:  # A host name made to point to this machine.
        return False
    return origin is None or origin == f"http://{host}"


def name_in(body: Json) -> str:
    """Return the name of a new channel or post in a request's body.

    Raises:
        Refusal: 50035 if it is no name.
    """
    name = body.get("name")
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 100:
        raise bad_form(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    return name.strip()


async def form(request: web.BaseRequest) -> Json:
    """Return the JSON object in a request's body.

    Raises:
        Refusal: 50109 if the body is no JSON object.
    """
    try:
        body = orjson.loads(await request.read() or b"{}")
    except ValueError:
        raise refusal(50109) from None
    if not isinstance(body, dict):
        raise refusal(50109)
    return body


def json(body: Any, status: int = 200) -> web.Response:
    """Return a response with a JSON body."""
    return web.Response(body=orjson.dumps(body), status=status, content_type="application/json")
