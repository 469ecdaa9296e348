"""Asks Discord which person has opened the page, and whether the person is in the Activity's instance."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import aiohttp
import discord
import structlog
from aiohttp import hdrs
from discord.http import Route

from cogs.discord_io.faults import CUT, TROUBLE, code_of
from engine.game import Struct
from tables import Refused

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

CODE: Final = re.compile(r"[A-Za-z0-9._~-]{1,256}")
"""The form of the codes with which a page proves who has opened it."""
INSTANCE: Final = re.compile(r"[A-Za-z0-9-]{1,128}")
"""The form of an instance's id; an instance is the Activity in one place, which people have joined."""
WITHIN_S: Final = 5.0
"""The timeout for Discord's answer, in seconds."""
FRESH_S: Final = 20.0
"""Seconds for which Discord's answer on an instance is taken as true."""
NEW_S: Final = 1.0
"""Seconds for which Discord's answer on an instance counts for a person whom the answer doesn't list."""
LASTS_S: Final = 300.0
"""Seconds for which Discord's answer on an instance is taken as true while Discord can't be reached."""
KEPT: Final = 1_000


class Visitor(Struct, frozen=True):
    """A person who has opened the page: id, name and locale, as Discord reports them."""

    id: int
    name: str
    locale: str


class Instance(Struct, frozen=True):
    """An instance of the Activity: its place, and the ids of the people in it."""

    channel_id: int
    guild_id: int | None
    people: frozenset[int]


NOBODY: Final = Instance(0, None, frozenset())
"""Stands for an instance that doesn't exist, or doesn't exist any more."""


class _Known(NamedTuple):
    """Discord's answer on an instance, the time of the request, and the earliest time of the next request."""

    instance: Instance
    at: float
    ask_at: float


class Identity:
    """Asks Discord about people and instances.

    Args:
        client: The bot's client, which is logged in.
        api_base: The address of Discord's API.
        secret: The secret of the application, with which a code is exchanged for the person's own token.
        now: Tells the time, in seconds since 1970.
    """

    def __init__(self, client: discord.Client, api_base: str, secret: str, now: Callable[[], float]) -> None:
        self._client = client
        self._api_base = api_base
        self._secret = secret
        self._now = now
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def visitor(self, code: str) -> Visitor:
        """Return the person to whom Discord gave a code; the token that the code is exchanged for isn't kept.

        Raises:
            Refused: `activity_code`: Discord doesn't know the code; `discord_trouble`: Discord fails.
        """
        if not CODE.fullmatch(code):
            raise Refused("activity_code")
        form = {
            "client_id": str(self._client.application_id),
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        patience = aiohttp.ClientTimeout(WITHIN_S)
        try:
            async with aiohttp.ClientSession(timeout=patience, cookie_jar=aiohttp.DummyCookieJar()) as http:
                async with http.post(f"{self._api_base}/oauth2/token", data=form) as answer:
                    granted = await _read(answer)
                bearer = {hdrs.AUTHORIZATION: f"{granted['token_type']} {granted['access_token']}"}
                async with http.get(f"{self._api_base}/users/@me", headers=bearer) as answer:
                    told = await _read(answer)
            name = str(told.get("global_name") or told["username"])
            return Visitor(int(told["id"]), name, str(told.get("locale") or ""))
        except (*CUT, ValueError, KeyError, TypeError) as fault:
            log.warning("visitor_unknown", fault=type(fault).__name__)
            raise Refused("discord_trouble") from None

    async def joined(self, instance_id: str, person_id: int, *, is_new: bool = False) -> Instance | None:
        """Return an instance if a person is, or was lately, in it; None: the person isn't in the instance.

        `is_new`: Whether the person may have joined just now; a stored answer without them is then too old.

        Raises:
            Refused: `discord_trouble`: Discord can't be reached.
        """
        if not INSTANCE.fullmatch(instance_id):
            return None
        found = await self._instance(instance_id, FRESH_S)
        if person_id not in found.people:  # The person may have just joined.
            found = await self._instance(instance_id, 0.0 if is_new else NEW_S)
        return found if person_id in found.people else None

    async def _instance(self, instance_id: str, fresh_s: float) -> Instance:
        now = self._now()
        known = self._known.get(instance_id)
        if known is not None:
            if now < min(known.ask_at, known.at + fresh_s):
                return known.instance
            # Until Discord answers, other tasks use the former answer.
            self._known[instance_id] = known._replace(ask_at=now + WITHIN_S)
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=self._client.application_id,
            instance_id=instance_id,
        )
        try:
            async with asyncio.timeout(WITHIN_S):
                found = _instance(await self._client.http.request(route))
        except discord.NotFound:
            found = NOBODY
        except (*TROUBLE, ValueError, KeyError, TypeError) as fault:
            log.warning("instance_unknown", code=code_of(fault), fault=type(fault).__name__)
            if known is not None and now - known.at < LASTS_S:
                return known.instance
            raise Refused("discord_trouble") from None
        latest = self._known.get(instance_id)
        if latest is None or latest.at <= now:  # Else a later request was answered earlier.
            self._known[instance_id] = _Known(found, now, now + FRESH_S)
            self._known.move_to_end(instance_id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found


async def _read(answer: aiohttp.ClientResponse) -> Any:
    """Return the JSON of an answer; raises `Refused` (`activity_code`) if Discord denied the request."""
    if answer.status in (400, 401, 403):
        raise Refused("activity_code")
    answer.raise_for_status()
    return await answer.json(content_type=None)


def _instance(told: Any) -> Instance:
    place = told["location"]
    guild = place.get("guild_id")
    people = frozenset(int(one) for one in told["users"])
    return Instance(int(place["channel_id"]), None if guild is None else int(guild), people)
