"""Accounts of people and of the bot, and the bot's token, which holds the id of its application."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import Final

from localdiscord.model.errors import Json

APPLICATION_ID: Final = "1200000000000000000"
"""The application id of a bot whose token contains no id; always the same."""
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


@dataclass(slots=True, eq=False)
class User:
    """The account of a person or of the bot.

    Attributes:
        dms_open: whether the bot may send the person direct messages.
        in_guild: whether the person (or the bot) is a member of the guild now.
        nick: the nickname in the guild.
        timeout_until: the end of their timeout in the guild, in ISO 8601.
        installed: whether they have installed the application for themselves.
    """

    id: str
    username: str
    global_name: str | None
    joined_at: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True
    in_guild: bool = True
    roles: list[str] = field(default_factory=list)
    nick: str | None = None
    timeout_until: str | None = None
    installed: bool = False

    @property
    def name(self) -> str:
        """The name that others see: the display name, else the username."""
        return self.global_name or self.username

    @property
    def mention(self) -> str:
        """The text that mentions the user in a message."""
        return f"<@{self.id}>"

    def payload(self) -> Json:
        """Return the user object that Discord's API shows to all."""
        return {
            "id": self.id,
            "username": self.username,
            "discriminator": "0001" if self.bot else "0",
            "global_name": self.global_name,
            "avatar": None,
            "avatar_decoration_data": None,
            "collectibles": None,
            "primary_guild": None,
            "public_flags": 0,
            "flags": 0,
            "bot": self.bot,
        }

    def own_payload(self) -> Json:
        """Return the user object that Discord's API shows to the user themselves."""
        own = {"verified": True, "mfa_enabled": True, "locale": self.locale, "email": None}
        return self.payload() | own

    def person_payload(self) -> Json:
        """Return the person's data for the page, with language, membership, installation, open DMs."""
        own = {"locale": self.locale, "dms_open": self.dms_open, "in_guild": self.in_guild}
        return self.payload() | own | {"installed": self.installed}

    def member_payload(self, *, with_user: bool = True) -> Json:
        """Return the member object of the user in the guild."""
        member: Json = {
            "nick": self.nick,
            "roles": self.roles,
            "joined_at": self.joined_at,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "avatar": None,
            "banner": None,
            "communication_disabled_until": self.timeout_until,
        }
        return {"user": self.payload(), **member} if with_user else member


def token_of(application_id: str) -> str:
    """Return a token that holds an application's id."""
    named = base64.urlsafe_b64encode(application_id.encode()).decode().rstrip("=")
    return f"{named}.Glocal.no-secret-known-to-the-local-Discord-0"


def application_of(token: str) -> str:
    """Return the application's id that a token holds."""
    named = token.partition(".")[0]
    try:
        told = base64.urlsafe_b64decode(named + "=" * (-len(named) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return APPLICATION_ID
    return told if told.isdigit() and 15 <= len(told) <= 20 and told[0] != "0" else APPLICATION_ID
