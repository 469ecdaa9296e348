"""Errors of Discord's client and of its API: status, code, message and, for forms, the faulty fields."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """Raised for a request that Discord would refuse; it becomes the response."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Json | None = None,
        headers: dict[str, str] | None = None,
        extra: Json | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message} {errors or ''}".strip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.headers = headers or {}
        self.extra = extra or {}
        self.by_schema = False  # Discord's description found this fault, not our own rules.
        self.by_race = False  # The request was valid until another one was handled first.

    def payload(self) -> Json:
        """Return the response's body."""
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


class BadInput(ValueError):
    """Raised for an input that Discord's client would not let a person send."""


class Lacking(Refusal):
    """Raised for a request that Discord supports, but the local Discord doesn't.

    Attributes:
        what: The field that isn't supported; empty: the whole request.
    """

    def __init__(self, what: str = "") -> None:
        super().__init__(501, 0, "501: Not in the local Discord" + (f": {what}" if what else ""))
        self.what = what


def check_lacking(body: Json, *names: str) -> None:
    """Check that a body has none of the named fields, which the local Discord doesn't support.

    Raises:
        Lacking: the body has one of the fields.
    """
    for name in names:
        if body.get(name):
            raise Lacking(name)


KNOWN = {
    0: (404, "404: Not Found"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10087: (404, "Unknown tag"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30032: (400, "Maximum number of application commands reached (100)"),
    40001: (401, "Unauthorized"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40067: (400, "A tag is required to create a forum post in this channel"),
    40094: (400, "This interaction has hit the maximum number of follow up messages"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (403, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50026: (403, "Missing required OAuth2 scope"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user"),
    50240: (
        400,
        "You cannot remove this app's Entry Point command in a bulk update operation."
        " Please include the Entry Point command in your update request or delete it separately.",
    ),
    160004: (400, "A thread has already been created for this message"),
}


def refusal(code: int) -> Refusal:
    """Return the refusal with one of Discord's error codes."""
    status, message = KNOWN[code]
    return Refusal(status, code, message)


class FormErrors:
    """The faults of a request's body, by field, as one refusal with code 50035."""

    def __init__(self) -> None:
        self.found: list[tuple[tuple[str | int, ...], str, str]] = []

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Add a fault of the field at `path`."""
        self.found.append((path, code, message))

    def required(self, path: tuple[str | int, ...]) -> None:
        """Add the fault that the field at `path` is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def length(self, path: tuple[str | int, ...], value: object, least: int, most: int) -> bool:
        """Whether a text's or list's length is within bounds; if not, add a fault of the field at `path`."""
        if not isinstance(value, str | list):
            self.add(path, "BASE_TYPE_STRING", f"Could not interpret {str(value)[:60]!r} as string.")
            return False
        size = len(value)
        if least <= size <= most:
            return True
        if least == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        else:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def tree(self) -> Json:
        """Return the faults nested by field, as Discord sends them."""
        root: Json = {}
        for path, code, message in self.found:
            node = root
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        return root

    def as_refusal(self) -> Refusal:
        """Return the refusal that lists the faults."""
        return Refusal(400, 50035, "Invalid Form Body", errors=self.tree())

    def refuse_if_any(self) -> None:
        """Raise the refusal if there is any fault.

        Raises:
            Refusal: 50035, with the faults.
        """
        if self.found:
            raise self.as_refusal()


def bad_form(path: tuple[str | int, ...], code: str, message: str) -> Refusal:
    """Return the refusal of a body with one fault."""
    errors = FormErrors()
    errors.add(path, code, message)
    return errors.as_refusal()
