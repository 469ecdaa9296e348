"""A local Discord: the part of its API that bots use, on loopback, and a page in the browser.

It knows nothing of the bot that connects to it. See README.md.
"""

from .bots import running_bot
from .model.interaction import Interaction, NotAnswered
from .person import Person
from .server import LocalDiscord
from .shown import ShownMessage

__all__ = ["Interaction", "LocalDiscord", "NotAnswered", "Person", "ShownMessage", "running_bot"]
