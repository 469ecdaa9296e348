"""A local Discord on this machine: the part of Discord's API that bots use, and a page in the browser.

The package knows nothing of the bot that connects to it; see README.md.
"""

from localdiscord.bots import running_bot
from localdiscord.client.frame import FrameRefusal
from localdiscord.client.person import Person
from localdiscord.model.errors import BadInput
from localdiscord.model.events import Seen
from localdiscord.model.interaction import Interaction, NotAnswered
from localdiscord.model.shown_message import ShownMessage
from localdiscord.server import LocalDiscord

__all__ = [
    "BadInput",
    "FrameRefusal",
    "Interaction",
    "LocalDiscord",
    "NotAnswered",
    "Person",
    "Seen",
    "ShownMessage",
    "running_bot",
]
