"""A local Discord: the part of its API that bots use, on loopback, and a page in the browser.

It knows nothing of the bot that connects to it. See README.md.
"""

from localdiscord.bots import running_bot
from localdiscord.model.interaction import Interaction, NotAnswered
from localdiscord.options import BadInput
from localdiscord.person import Person
from localdiscord.seen import Seen
from localdiscord.server import LocalDiscord
from localdiscord.shown import ShownMessage

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
