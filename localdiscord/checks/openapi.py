"""Checks requests against Discord's own OpenAPI description, if a copy is available."""

from __future__ import annotations

import importlib
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

from localdiscord.model.errors import FormErrors, Json

# Discord also accepts numbers as ids, which discord.py sends (recipient_id, attachments' ids).
SNOWFLAKE = {"oneOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]}


class Description:
    """The OpenAPI description; the validator of each request is made at its first use, then cached."""

    def __init__(self, document: Json, library: Any) -> None:
        schemas = document["components"]["schemas"]
        schemas["SnowflakeType"] = SNOWFLAKE
        # A plain text is also accepted, according to Discord's documentation; discord.py sends it.
        schemas["ApplicationFormPartial"]["properties"]["description"]["type"].append("string")
        self._document = document
        self._library = library
        self._validators: dict[tuple[str, str], Any] = {}

    def faults(self, method: str, template: str, body: Any) -> FormErrors | None:
        """Return the faults of a request's body; None: there are none."""
        key = (method, template)
        if key not in self._validators:
            self._validators[key] = self._compile(*key)
        validator = self._validators[key]
        if validator is None or validator.is_valid(body):
            return None
        errors = FormErrors()
        for error in deepest(list(validator.iter_errors(body))):
            errors.add(tuple(error.instance_path), "SCHEMA_MISMATCH", str(error.message)[:300])
        return errors

    def _compile(self, method: str, template: str) -> Any:
        operation = self._document["paths"].get(template, {}).get(method.lower())
        if operation is None:
            return None
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None:
            return None
        root = {"allOf": [schema], "components": self._document["components"]}
        return self._library.Draft202012Validator(root)


def deepest(errors: list[Any]) -> list[Any]:
    """Return the errors at the deepest place, the most specific ones: a union of schemas adds many others."""
    found: list[Any] = []
    for error in errors:
        context = getattr(error.kind, "context", None)
        below = [inner for branch in context for inner in branch] if context else []
        if below:
            below = deepest(below)
            most = max(len(list(inner.instance_path)) for inner in below)
            found += [inner for inner in below if len(list(inner.instance_path)) == most][:3]
        else:
            found.append(error)
    return found[:10]


@lru_cache(maxsize=4)
def load(place: str | None = None) -> Description | None:
    """Load the description from path `place` or `DISCORD_OPENAPI`; None: its file or library is missing."""
    path = place or os.environ.get("DISCORD_OPENAPI")
    if not path:
        return None
    try:
        library = importlib.import_module("jsonschema_rs")
        return Description(orjson.loads(Path(path).read_bytes()), library)
    except (ImportError, OSError):
        return None
