"""Reads values of rows that we would not have written: a default takes their place, and it is logged."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

import msgspec
import structlog

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

E = TypeVar("E", bound=StrEnum)


def one_of(otherwise: E, text: str) -> E:
    """The value that a text names; `otherwise` where it names none."""
    try:
        return type(otherwise)(text)
    except ValueError:
        log.error("value_unknown", kind=type(otherwise).__name__)
        return otherwise


def texts(text: str) -> Mapping[str, str]:
    """The texts of a JSON object by name; an empty mapping where it is anything else."""
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.MsgspecError, ValueError):
        log.error("texts_unreadable", length=len(text))
        return {}


def number(text: str) -> int | None:
    """The number that a text holds; None where it is empty or anything else."""
    if text.isascii() and text.isdigit():
        return int(text)
    if text:
        log.error("number_unreadable", length=len(text))
    return None
