"""Serves gateway connections: heartbeats, IDENTIFY, RESUME and requests for members."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from localdiscord.gateway.wire import SocketWire, compressor
from localdiscord.model.errors import Json
from localdiscord.model.session import GUILD_MEMBERS, GUILDS, PRIVILEGED, RESUME, Session
from localdiscord.model.world import World

HEARTBEAT_MS = 41_250
MESSAGES_A_MINUTE = 120
LARGEST_PAYLOAD = 4096


class Closed(Exception):
    """Raised to end a connection with one of the gateway's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Gateway:
    """All gateway connections of the bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.connections: set[Connection] = set()
        self.open = asyncio.Event()
        self.open.set()
        self.refused = 0  # The number of further connections to be refused.
        self.resumes_to_hang = 0
        self.resumes_to_fail = 0
        self.has_resume_host = True

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Serve one connection until it ends."""
        await self.open.wait()
        if self.refused:
            self.refused -= 1
            return web.Response(status=503)
        if request.path.rstrip("/").endswith(RESUME) and not self.has_resume_host:
            return web.Response(status=503)
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        try:
            wire = SocketWire(socket, request.transport, compressor(request.query.get("compress")))
        except ValueError:
            await socket.close(code=4012, message=b"Unknown compression")
            return socket
        connection = Connection(self, wire)
        self.connections.add(connection)
        try:
            await connection.run()
        except Closed as closed:
            await wire.close(closed.code, closed.reason)
        finally:
            self.connections.discard(connection)
            connection.end()
        return socket


class Connection:
    """One gateway connection, and the session that uses it."""

    def __init__(self, gateway: Gateway, wire: SocketWire) -> None:
        self.gateway = gateway
        self.world = gateway.world
        self.wire = wire
        self.session: Session | None = None
        self._times: list[float] = []

    async def run(self) -> None:
        """Send HELLO, then handle the bot's payloads until the connection ends."""
        self.wire.send_json({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}})
        async for message in self.wire.socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            text = message.data.encode() if isinstance(message.data, str) else message.data
            self._receive(text)
            self.world.events.changed()  # A test may wait for this heartbeat.

    def _receive(self, text: bytes) -> None:
        if len(text) > LARGEST_PAYLOAD:
            raise Closed(4002, "Decode error")
        try:
            payload: Json = orjson.loads(text)
            operation, body = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError):
            raise Closed(4002, "Decode error") from None
        self._count()
        if operation == 1:
            self.wire.send_json({"op": 11, "d": None})
        elif operation == 2:
            self._identify(body)
        elif operation == 6:
            self._resume(body)
        elif self.session is None:
            raise Closed(4003, "Not authenticated")
        elif operation == 8:
            self._send_members(body)
        elif operation in (4, 31):  # Voice and soundboard aren't supported.
            self.world.lack(f"gateway: op {operation}")
        elif operation != 3:  # Presence has no effect here.
            raise Closed(4001, "Unknown opcode")

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        self._times = [time for time in self._times if time > now - 60] + [now]
        if len(self._times) > MESSAGES_A_MINUTE:
            raise Closed(4008, "You are being rate limited")

    def _check_token(self, body: Any) -> None:
        told = body.get("token") if isinstance(body, dict) else None
        if str(told).removeprefix("Bot ") != self.world.token:
            raise Closed(4004, "Authentication failed")

    def _identify(self, body: Any) -> None:
        if self.session is not None:
            raise Closed(4005, "Already authenticated")
        self._check_token(body)
        intents = body.get("intents")
        if not isinstance(intents, int) or intents < 0 or intents >= 1 << 26:
            raise Closed(4013, "Invalid intent(s)")
        if intents & PRIVILEGED & ~self.world.allowed_intents:
            raise Closed(4014, "Disallowed intent(s)")
        shard = body.get("shard", [0, 1])
        if not isinstance(shard, list) or len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            raise Closed(4010, "Invalid shard")
        sessions, session = self.world.events.sessions, Session(intents, (shard[0], shard[1]))
        former = [one for one in sessions.values() if one.wire is None and one.shard == session.shard]
        for old in former:
            del sessions[old.id]
        sessions[session.id] = session
        self.world.identified += 1
        self._carry(session)
        session.dispatch("READY", orjson.dumps(self.world.ready_payload(session.id, shard)))
        is_heard = session.hears(self.world.guild_id)
        if intents & GUILDS and self.world.bot_is_told and is_heard:
            session.dispatch("GUILD_CREATE", orjson.dumps(self.world.guild_create_payload(intents)))
        for channel in self.world.neighbours():
            if not session.hears(channel.guild_id):
                continue
            shown = self.world.neighbour_payload(intents, channel)
            session.dispatch("GUILD_CREATE", orjson.dumps(shown))
        self.world.tell_bot_state()

    def _resume(self, body: Any) -> None:
        self._check_token(body)
        if self.gateway.resumes_to_hang:
            self.gateway.resumes_to_hang -= 1
            return
        if self.gateway.resumes_to_fail:
            self.gateway.resumes_to_fail -= 1
            raise Closed(4000, "Unknown error")
        session = self.world.events.sessions.get(str(body.get("session_id")))
        if session is None:
            self.wire.send_json({"op": 9, "d": False})
            return
        if int(body.get("seq") or 0) > session.number:
            raise Closed(4007, "Invalid seq")
        if not session.replay(self.wire, int(body.get("seq") or 0)):
            self.wire.send_json({"op": 9, "d": False})
            return
        self._carry(session)
        session.dispatch("RESUMED", b'{"_trace":[]}')
        self.world.tell_bot_state()

    def _carry(self, session: Session) -> None:
        session.wire = self.wire
        self.session = session

    def _send_members(self, body: Any) -> None:
        assert self.session is not None
        world = self.world
        wanted = body.get("user_ids")
        wanted = [wanted] if isinstance(wanted, str | int) else wanted
        query, limit = body.get("query"), body.get("limit") or 1000
        if wanted is None and query == "" and not self.session.intents & GUILD_MEMBERS:
            raise Closed(4014, "Disallowed intent(s)")
        everybody = [*world.members(), world.bot]
        if wanted is not None:
            ids = {str(user_id) for user_id in wanted}
            found = [user for user in everybody if user.id in ids]
            missing = sorted(ids - {user.id for user in found})
        else:
            start = str(query or "").lower()
            found = [user for user in everybody if user.name.lower().startswith(start)][:limit]
            missing = []
        chunk: Json = {
            "guild_id": world.guild_id,
            "members": [user.member_payload() for user in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": missing,
            "presences": [],
        }
        if body.get("nonce"):
            chunk["nonce"] = body["nonce"]
        self.session.dispatch("GUILD_MEMBERS_CHUNK", orjson.dumps(chunk))

    def end(self) -> None:
        """Detach the session from this connection, since the connection has ended."""
        self.wire.stop()
        if self.session is not None and self.session.wire is self.wire:
            self.session.wire = None
            if self.wire.socket.close_code in (1000, 1001):  # A bot that ends with this code won't come back.
                self.world.events.sessions.pop(self.session.id, None)
            self.world.tell_bot_state()
