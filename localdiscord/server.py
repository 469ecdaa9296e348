"""The local Discord as one object, which tests and programs start, inspect and disturb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

from aiohttp import web

from localdiscord.changes import activities
from localdiscord.changes import guild as guilds
from localdiscord.changes.interactions import deliver
from localdiscord.changes.messages import delete
from localdiscord.checks.openapi import load
from localdiscord.client.page import Page, forwarded_to
from localdiscord.client.person import Person
from localdiscord.gateway.connections import Gateway
from localdiscord.model import permissions
from localdiscord.model.channel import GUILD_KINDS, Channel, Message
from localdiscord.model.errors import Json
from localdiscord.model.events import Seen
from localdiscord.model.interaction import Interaction
from localdiscord.model.session import PRIVILEGED, RESUME
from localdiscord.model.user import APPLICATION_ID, User, token_of
from localdiscord.model.world import World
from localdiscord.rest.faults import Faults
from localdiscord.rest.limits import Limits
from localdiscord.rest.server import PREFIX, Rest

T = TypeVar("T")
PEOPLE = {"Ana": "en-US", "Ben": "de", "Chloé": "fr", "Dao": "th"}
GUILD = "Local server"
CHANNELS = ("general", "lounge")
BOT_NAME = "Bot"
LARGEST_REQUEST = 128 * 1024 * 1024


class LocalDiscord:
    """A Discord on 127.0.0.1 that runs within `async with`.

    Args:
        port: the port to listen at; 0: any free port.
        token: the bot's token; None: a fixed one of Discord's form, whose first part is the id of the bot
            and its application.
        guild: the guild's name.
        people: the people's names, each with a locale.
        channels: the names of the guild's text channels; the first is the main one.
        bot_name: the name of the bot's user and application.
        bot_permissions: the names of the bot's permissions in the guild.
        activity_url: the address of the application's Activity; None: it has none.
        privileged: whether the bot may use the intents for members and message content.
        check: whether requests are checked against Discord's OpenAPI description, if a copy is at hand.
        openapi: the description's path; None: the path in the environment's `DISCORD_OPENAPI`.
        channel_limit: posts, and edits, per channel in a time, such as `(5, 5.0)` seconds; None: no limit.
        global_limit: requests in all in a time, such as `(50, 1.0)` seconds; None: no limit.
        old_edits: edits of messages older than an hour, per channel in a time; None: no limit.
        nonce_lasts_s: seconds for which a nonce is remembered.
        remembered: how many of the latest events are remembered, for `seen_by`.
        seed: the seed that selects the interactions over HTTPS sent with a wrong signature first.

    Attributes:
        clock: the clock, which can be advanced.
        bot: the bot's user.
        requests: the bot's requests, the newest 100,000.
        violations: all malformed requests (50035), by our rules or Discord's OpenAPI description.
        lacks: the features that the bot used and the local Discord doesn't support (status 501).
        crashes: faults of the local Discord itself; tests may assert that there are none.
        unguarded: the bot's messages without `allowed_mentions`, which notify all whom they mention.
        pings: the notifications of people.
        faults: the faults of requests that tests have set.
        limits: the rate limits in force.
    """

    def __init__(
        self,
        port: int = 0,
        token: str | None = None,
        *,
        guild: str = GUILD,
        people: Mapping[str, str] | Iterable[str] = PEOPLE,
        channels: Iterable[str] = CHANNELS,
        bot_name: str = BOT_NAME,
        bot_permissions: Iterable[str] = permissions.EVERYONE,
        activity_url: str | None = None,
        privileged: bool = False,
        check: bool = True,
        openapi: str | None = None,
        channel_limit: tuple[int, float] | None = None,
        global_limit: tuple[int, float] | None = None,
        old_edits: tuple[int, float] | None = (3, 3600.0),
        nonce_lasts_s: float = 300.0,
        remembered: int = 50_000,
        seed: int = 1,
    ) -> None:
        self.port = port
        self.world = World(
            token=token or token_of(APPLICATION_ID),
            guild_name=guild,
            channels=channels,
            bot_name=bot_name,
            people=people if isinstance(people, Mapping) else dict.fromkeys(people, "en-US"),
            bot_permissions=bot_permissions,
            allowed_intents=PRIVILEGED if privileged else 0,
            remembered=remembered,
            nonce_lasts_s=nonce_lasts_s,
        )
        self.use_activity_url(activity_url)
        self.token = self.world.token
        self.clock = self.world.clock
        self.bot = self.world.bot
        self.requests = self.world.requests
        self.violations = self.world.violations
        self.lacks = self.world.lacks
        self.crashes = self.world.crashes
        self.unguarded = self.world.unguarded
        self.pings = self.world.pings
        self.faults = Faults()
        self.limits = Limits(self.clock, channel_limit, global_limit, old_edits)
        self.gateway = Gateway(self.world)
        self.rest = Rest(self.world, self.limits, self.faults, load(openapi) if check else None, seed)
        self.endpoint = self.rest.endpoint
        self._people = Page(self.world)
        self._persons: dict[str, Person] = {}
        self._runner: web.ServerRunner | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Begin to listen on loopback."""
        server = web.Server(self._serve, request_factory=make_request, access_log=None)
        self._runner = web.ServerRunner(server, handle_signals=False, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.world.base_url = f"http://127.0.0.1:{self.port}"

    async def stop(self) -> None:
        """Stop listening, and close all connections."""
        self.faults.clear()
        await self.endpoint.close()
        self.gateway.open.set()
        for connection in list(self.gateway.connections):
            connection.wire.cut()
        self._people.close()
        for timer in list(self.world.clock.timers):
            timer.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path
        if path.startswith("/api/"):
            return await self.rest.serve(request)
        if path.rstrip("/") in ("/gateway", "/gateway" + RESUME):
            return await self.gateway.serve(request)
        return await self._people.serve(request)

    # Addresses

    @property
    def api_base(self) -> str:
        """The base address of the bot's requests, for `discord.http.Route.BASE`."""
        return self.world.base_url + PREFIX

    @property
    def gateway_url(self) -> str:
        """The gateway's address, as `GET /gateway` returns it."""
        return self.world.gateway_url

    @property
    def page(self) -> str:
        """The address of the page."""
        return self.world.base_url + "/"

    @property
    def forwarded_to(self) -> str | None:
        """The origin of the page in a browser elsewhere; None: no service forwards the page's port.

        Such a service may not forward other ports, such as that of an Activity.
        """
        return forwarded_to(self.world.base_url)

    @property
    def public_key(self) -> str:
        """The public key, in hex, with which the bot checks interactions that come over HTTPS."""
        return self.endpoint.public_key

    async def use_interactions_url(self, url: str | None) -> None:
        """Send interactions to an address of the bot from now on; None: send them over the gateway.

        The address is tested first, as in the developer portal: it must answer a ping, and refuse a ping with
        a wrong signature.  Bots can set their address by themselves, with `PATCH /applications/@me`.

        Raises:
            EndpointRefused: if the address fails one of these tests.
        """
        await self.endpoint.use(url)

    @property
    def client_secret(self) -> str:
        """The application's client secret, with which the bot exchanges people's codes for tokens."""
        return self.world.activities.secret

    def use_activity_url(self, url: str | None) -> None:
        """Open the application's Activity at an address from now on; None: remove the Activity.

        As in the developer portal, the application gets an entry-point command, unless it has one.
        """
        activities.use(self.world, url)

    # State

    @property
    def online(self) -> bool:
        """Whether the bot is connected to the gateway."""
        return bool(self.world.shards_online)

    def person(self, who: str | User) -> Person:
        """Return the driver of a person, found by name, id or user.

        Raises:
            LookupError: if there is no such person.
        """
        for user in self.world.people.values():
            if who is user or who in (user.id, user.global_name, user.username):
                return self._persons.setdefault(user.id, Person(self.world, user))
        raise LookupError(f"nobody is called {who!r}")

    def add_person(self, name: str, locale: str = "en-US") -> Person:
        """Add a person to the guild, and return their driver."""
        user = self.world.add_person(name, locale)
        guilds.tell_people(self.world)
        return self.person(user)

    def channel(self, what: str | Channel | Message) -> Channel:
        """Return a text channel by name, any channel by id, or the channel of a message.

        Raises:
            LookupError: if there is none.
        """
        return self.world.find_channel(what)

    @property
    def threads(self) -> list[Channel]:
        """All threads, archived ones included."""
        return [channel for channel in self.world.channels.values() if channel.is_thread]

    @property
    def commands(self) -> list[Json]:
        """The registered commands, as Discord lists them."""
        return self.world.all_commands()

    # The past

    @property
    def invalid_requests(self) -> int:
        """The number of requests that count towards Discord's ban (401, 403, 429)."""
        return sum(request.status in (401, 403, 429) for request in self.world.requests)

    def seen_by(self, who: str | User | Person) -> list[Seen]:
        """Return the events that a person has received, oldest first, with their content at that time."""
        return (who if isinstance(who, Person) else self.person(who)).seen()

    async def until(self, predicate: Callable[[], T], *, timeout_s: float = 5.0) -> T:
        """Wait until a predicate is true, evaluating it after each change; return its result.

        Raises:
            TimeoutError: if the predicate doesn't become true in time.
        """
        return await self.world.events.until(predicate, timeout_s)

    # Disturbances

    def drop_gateway(self, *, stay_down: bool = False) -> None:
        """Cut the bot's gateway connection; its session keeps events until the bot resumes it.

        Args:
            stay_down: whether new connections have to wait until `raise_gateway()`.
        """
        if stay_down:
            self.gateway.open.clear()
        for connection in list(self.gateway.connections):
            connection.wire.cut()
            connection.end()

    def silence_gateway(self, *, heartbeats: bool = False) -> None:
        """Send nothing more over the present gateway connections, but leave them open.

        Args:
            heartbeats: whether heartbeats are still acknowledged.
        """
        for connection in list(self.gateway.connections):
            connection.wire.lets_through = lambda frame: heartbeats and frame.startswith(b'{"op":11')

    def spoil_resumes(self, times: int, *, hang: bool = False) -> None:
        """Make the next `times` attempts to resume a session fail; `hang`: by no response at all."""
        if hang:
            self.gateway.resumes_to_hang = times
        else:
            self.gateway.resumes_to_fail = times

    def lose_resume_host(self) -> None:
        """Refuse all connections that resume a session, as if their host were gone."""
        self.gateway.has_resume_host = False

    def raise_gateway(self) -> None:
        """Let the bot connect to the gateway again."""
        self.gateway.open.set()

    def ask_to_reconnect(self) -> None:
        """Tell the bot to reconnect and resume its session (operation 7)."""
        for connection in list(self.gateway.connections):
            connection.wire.send_json({"op": 7, "d": None})

    def invalidate_session(self, *, resumable: bool = False) -> None:
        """Tell the bot that its session is invalid (operation 9); `resumable`: it may resume it."""
        for connection in list(self.gateway.connections):
            if connection.session is not None and not resumable:
                self.world.events.sessions.pop(connection.session.id, None)
            connection.wire.send_json({"op": 9, "d": resumable})

    def deliver_again(self, interaction: Interaction) -> None:
        """Deliver an interaction once more, with the same id and token."""
        deliver(self.world, interaction)

    def deliver_late(self, lateness_s: Callable[[Interaction], float]) -> None:
        """Delay each interaction by the seconds that `lateness_s` returns, so that the order may change."""
        self.world.lateness_s = lateness_s

    def deny(self, channel: str | Channel, *names: str) -> None:
        """Take permissions from the bot in a channel; no names: give all permissions back.

        Raises:
            ValueError: if a permission is unknown.
        """
        guilds.deny(self.world, self.channel(channel), names)

    def change_permissions(
        self, who: str | User, channel: str | Channel, *, allow: Iterable[str] = (), deny: Iterable[str] = ()
    ) -> None:
        """Allow or deny a person permissions in a channel; no permissions: give the person everybody's again.

        Raises:
            ValueError: if a permission is unknown.
        """
        person = self.person(who).user
        guilds.change_permissions(self.world, self.channel(channel), person, allow, deny)

    def found_server(
        self, name: str, founder: str | User, *, members: Iterable[str | User] = (), with_bot: bool = True
    ) -> Channel:
        """Have a person found another server with one channel, with the bot or without it."""
        people = [self.person(who).user for who in members]
        own = self.person(founder).user
        return guilds.found_server(self.world, name, own, members=people, with_bot=with_bot)

    def add_group(self, *people: str | User, name: str = "") -> Channel:
        """Add a group of people or, for two, their direct-message channel; the bot is no member of either.

        Raises:
            ValueError: if there are not 2 to 10 people.
        """
        return guilds.add_group(self.world, [self.person(who).user for who in people], name)

    def install(self, person: str | User, installed: bool = True) -> None:
        """Have a person install the application for themselves, or uninstall it."""
        guilds.change_person(self.world, self.person(person).user, installed=installed)

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a moderator would."""
        delete(self.world, message)

    def delete_thread(self, thread: Channel) -> None:
        """Delete a thread, as a moderator would."""
        guilds.delete_thread(self.world, thread)

    def close_thread(self, thread: str | Channel, *, lock: bool = False) -> None:
        """Archive a thread, as a moderator would; with `lock`, only moderators can unarchive it."""
        guilds.close_thread(self.world, self.channel(thread), lock=lock)

    def reopen_thread(self, thread: str | Channel) -> None:
        """Unlock and unarchive a thread, as a moderator would."""
        guilds.reopen_thread(self.world, self.channel(thread))

    def create_channel(self, name: str, kind: str = "text") -> Channel:
        """Create a channel below the others, as a moderator would; `kind`: a name in `GUILD_KINDS`."""
        return guilds.create_channel(self.world, name, GUILD_KINDS[kind])

    def require_tag(self, forum: str | Channel, *names: str, moderated: Iterable[str] = ()) -> None:
        """Make a forum's posts need a tag, as a moderator would; only moderators may set `moderated` tags."""
        guilds.set_tags(self.world, self.channel(forum), names, moderated)

    def delete_channel(self, channel: str | Channel) -> None:
        """Delete a channel with its threads, as a moderator would."""
        guilds.delete_channel(self.world, self.channel(channel))

    def remove_bot(self) -> None:
        """Remove the bot from the guild; its messages stay."""
        guilds.remove_bot(self.world)

    def invite_bot(self) -> None:
        """Let the bot into the guild again."""
        guilds.invite_bot(self.world)

    def begin_outage(self) -> None:
        """Make the guild unavailable at the gateway; requests still succeed (`faults` makes them fail)."""
        guilds.begin_outage(self.world)

    def end_outage(self) -> None:
        """End the guild's outage."""
        guilds.end_outage(self.world)

    def set_person(self, who: str | User, **change: Unpack[guilds.Change]) -> None:
        """Change a person's account: direct messages, language, nickname, timeout, or membership."""
        guilds.change_person(self.world, self.person(who).user, **change)


def make_request(message: Any, payload: Any, protocol: Any, writer: Any, task: Any) -> web.BaseRequest:
    """Return a request whose body may hold large files; called by aiohttp."""
    loop = protocol._loop
    return web.BaseRequest(message, payload, protocol, writer, task, loop, client_max_size=LARGEST_REQUEST)
