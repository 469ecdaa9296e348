"""A local Discord: the part of its API that bots use, on loopback, and a page in the browser.

It knows nothing of the bot that connects to it. See README.md.
"""

from localdiscord.bots import running_bot
from localdiscord.client.person import Person
from localdiscord.model.errors import BadInput
from localdiscord.model.events import Seen
from localdiscord.model.interaction import Interaction, NotAnswered
from localdiscord.model.shown_message import ShownMessage
from localdiscord.server import LocalDiscord

__all__ = [
    "BadInput",
    "Interaction",
    "LocalDiscord",
    "NotAnswered",
    "Person",
    "Seen",
    "ShownMessage",
    "running_bot",
]
