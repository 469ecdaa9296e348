"""Tokens of bots in Discord's shape: many libraries read the bot's id from the first of the three parts."""

from __future__ import annotations

import base64
import binascii
from typing import Final

APPLICATION_ID: Final = "1200000000000000000"
"""Of a bot whose token names no other: the same each time, and so is its token."""


def token_of(application_id: str) -> str:
    """A token with an application's id in it."""
    named = base64.urlsafe_b64encode(application_id.encode()).decode().rstrip("=")
    return f"{named}.Glocal.no-secret-known-to-the-local-Discord-0"


def application_of(token: str) -> str:
    """The application's id in a token."""
    named = token.partition(".")[0]
    try:
        told = base64.urlsafe_b64decode(named + "=" * (-len(named) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return APPLICATION_ID
    return told if told.isdigit() and 15 <= len(told) <= 20 and told[0] != "0" else APPLICATION_ID
