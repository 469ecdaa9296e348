"""The application's Activity: a web page that people open in a frame, and the data they let it know."""

from __future__ import annotations

from dataclasses import dataclass, field

from localdiscord.model.channel import Channel
from localdiscord.model.errors import Json
from localdiscord.model.user import User

CODE_LASTS_S = 60.0
TOKEN_LASTS_S = 7 * 24 * 3600.0
EMBEDDED = 1 << 17
"""The flag of an application that has an Activity."""
SECRET = "local-client-secret-that-opens-nothing"


@dataclass(slots=True)
class Frame:
    """A person's frame in an instance; `scopes`: of the token with which the frame authenticated."""

    id: str
    scopes: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class Instance:
    """An Activity that runs in a channel, with the frames of its people by their ids."""

    launch_id: str
    channel: Channel
    frames: dict[str, Frame] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The instance's id, which contains the launch and the place."""
        return f"i-{self.launch_id}-{self.location['id']}"

    @property
    def location(self) -> Json:
        """The place, as Discord describes it: `gc` a channel of a server, `pc` a private channel."""
        channel = self.channel
        if channel.is_direct:
            return {"id": f"pc-{channel.id}", "kind": "pc", "channel_id": channel.id}
        place = {"channel_id": channel.id, "guild_id": channel.guild_id}
        return {"id": f"gc-{channel.guild_id}-{channel.id}", "kind": "gc", **place}

    def payload(self, application_id: str) -> Json:
        """Return the instance as Discord's API shows it to the bot."""
        return {
            "application_id": application_id,
            "instance_id": self.id,
            "launch_id": self.launch_id,
            "location": self.location,
            "users": [*self.frames],
        }


@dataclass(slots=True)
class Grant:
    """The scopes that a person has granted to the application, until the time `until`."""

    user: User
    scopes: list[str]
    until: float


class Activities:
    """The application's Activity with its running instances, and people's OAuth2 codes and tokens.

    Attributes:
        url: the address of the page; None: the application has no Activity.
        secret: the application's client secret.
    """

    def __init__(self) -> None:
        self.url: str | None = None
        self.secret = SECRET
        self.instances: dict[str, Instance] = {}
        self.codes: dict[str, Grant] = {}
        self.tokens: dict[str, Grant] = {}

    def of(self, user: User) -> Instance | None:
        """Return the instance in which a person has a frame; None: the person has no frame."""
        return next((one for one in self.instances.values() if user.id in one.frames), None)

    def grant(self, authorization: str, now: float) -> Grant | None:
        """Return the grant whose token a header `Authorization` holds; None: it holds no valid one."""
        kind, _, token = authorization.partition(" ")
        found = self.tokens.get(token) if kind == "Bearer" else None
        return found if found is not None and now < found.until else None
