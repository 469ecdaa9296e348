"""Pictures of games, made from observations of their states.  Nothing here knows Discord.

A game's folder composes a *scene* (which sprite stands where) from an observation.  `render` draws scenes
from sprites, made from SVG once and cached.  `Studio` draws off the event loop, and caches pictures.
"""

from pictures.scene import Film, Placed, Scene
from pictures.studio import ANY_PURPOSE, Purpose, Rank, Studio, Unwanted

__all__ = ["ANY_PURPOSE", "Film", "Placed", "Purpose", "Rank", "Scene", "Studio", "Unwanted"]
