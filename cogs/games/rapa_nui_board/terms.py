"""Resources, moai, tiles, offerings and spaces in words and emojis."""

from __future__ import annotations

from enum import Enum
from typing import Final

from cogs.text.language import Localizer, Sign
from cogs.text.names import LIST, TIE, tied
from engine.counts import Counts
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.state import (
    AT_HAND,
    IMPROVEMENTS,
    ISLANDS,
    OFFERINGS,
    RESOURCES,
    SIZES,
    TILES,
    Improvement,
    Offering,
    Outstanding,
    Player,
    Resource,
    Size,
    Tile,
)
from pictures.rapa_nui_board.parts import art


def key(thing: Enum) -> str:
    """The name of an enum's member in lower case, for keys of sentences and names of sprites."""
    return thing.name.lower()


RESOURCE_SIGNS: Final = tuple(
    Sign(key(resource), unicode, art(key(resource)))
    for resource, unicode in zip(RESOURCES, ("🌾", "🥚", "🪵", "⚪"), strict=True)
)
"""The sign of each resource, in the order of `Resource`."""
MOAI: Final = Sign("moai", "🗿", art("moai"))
PUKAO: Final = Sign("pukao", "🟥", art("pukao"))
TABLET: Final = Sign("tablet", "📜", art("tablet"))
TILE_SIGNS: Final = tuple(
    Sign(f"tile_{key(tile)}", unicode, art(f"plaque.{key(tile)}"))
    for tile, unicode in zip(
        TILES, ("💤", "🔁", "✂️", "🔨", "🧺", "🤲", "🎁", "🤝", "🔒", "🛤️", "✨", "🍲"), strict=True
    )
)
"""The sign of each ahu tile, in the order of `Tile`."""
OFFERING_SIGNS: Final = tuple(
    Sign(key(offering), unicode, art(f"offering.{key(offering)}"))
    for offering, unicode in zip(OFFERINGS, ("🛖", "🐔", "🪓", "🛶", "📿"), strict=True)
)
"""The sign of each offering, in the order of `Offering`."""
IMPROVEMENT_SIGNS: Final = tuple(
    Sign(f"improvement_{key(improvement)}", unicode, art(f"improvement.{key(improvement)}"))
    for improvement, unicode in zip(IMPROVEMENTS, ("🔥", "🎨", "👥", "👑"), strict=True)
)
"""The sign of each improvement, in the order of `Improvement`."""
SIGNS: Final = (*RESOURCE_SIGNS, MOAI, PUKAO, TABLET, *TILE_SIGNS, *OFFERING_SIGNS, *IMPROVEMENT_SIGNS)
"""The signs for which this game has emojis of its own."""


def resource_text(resource: Resource, words: Localizer) -> str:
    """The name of a resource, with its emoji."""
    return tied(words.signed(RESOURCE_SIGNS[resource], words(f"rapa_nui_board.resource_{key(resource)}")))


def resources_text(counts: Counts, words: Localizer, *, zeros: bool = False) -> str:
    """The number of each resource: `2 reeds · 1 egg`; with `zeros` also those of which there are none."""
    parts = (
        tied(
            words.signed(
                RESOURCE_SIGNS[resource],
                words.count(f"rapa_nui_board.count_{key(resource)}", counts[resource]),
            )
        )
        for resource in RESOURCES
        if counts[resource] or zeros
    )
    return LIST.join(parts) or words("rapa_nui_board.nothing")


def moai_text(size: Size, words: Localizer) -> str:
    """The name of a moai of some size, with its emoji."""
    return tied(words.signed(MOAI, words(f"rapa_nui_board.moai_{key(size)}")))


def moai_counts_text(counts: Counts, words: Localizer) -> str:
    """The number of moai of each size, the largest first: `2 large · 1 small`."""
    parts = (
        tied(words.count(f"rapa_nui_board.count_{key(size)}", counts[size]))
        for size in reversed(SIZES)
        if counts[size]
    )
    return LIST.join(parts) or words("rapa_nui_board.none")


def load_text(size: Size | None, words: Localizer) -> str:
    """The name of a load, with its emoji: a moai of `size`; None: a pukao."""
    if size is not None:
        return moai_text(size, words)
    return tied(words.signed(PUKAO, words("rapa_nui_board.pukao")))


def carried_text(size: Size | None, words: Localizer) -> str:
    """The load in a sentence on a transport, with its emoji: a moai of `size`; None: a pukao."""
    if size is None:
        return tied(words.signed(PUKAO, words("rapa_nui_board.carried_pukao")))
    return tied(words.signed(MOAI, words(f"rapa_nui_board.carried_{key(size)}")))


def tile_name(tile: Tile, words: Localizer) -> str:
    """The name of an ahu tile."""
    return words(f"rapa_nui_board.tile_{key(tile)}")


def tile_text(tile: Tile, words: Localizer) -> str:
    """The name of an ahu tile, with its emoji."""
    return tied(words.signed(TILE_SIGNS[tile], tile_name(tile, words)))


def tile_counts_text(counts: Counts, words: Localizer) -> str:
    """The number of ahu tiles of each kind: `Rest ×2 · Mana`."""
    parts = (
        tile_text(tile, words) + (f"{TIE}×{counts[tile]}" if counts[tile] > 1 else "")
        for tile in TILES
        if counts[tile]
    )
    return LIST.join(parts) or words("rapa_nui_board.none")


def tile_effect(tile: Tile, words: Localizer) -> str:
    """The effect of an ahu tile, in words.  Rules: Rapa Nui board 1.3."""
    return words(f"rapa_nui_board.effect_{key(tile)}")


def improvement_name(improvement: Improvement, words: Localizer) -> str:
    """The name of an improvement."""
    return words(f"rapa_nui_board.improvement_{key(improvement)}")


def improvement_text(improvement: Improvement, words: Localizer) -> str:
    """The name of an improvement, with its emoji."""
    return tied(words.signed(IMPROVEMENT_SIGNS[improvement], improvement_name(improvement, words)))


def improvement_effect(improvement: Improvement, words: Localizer) -> str:
    """The effect of an improvement, in words.  Rules: Rapa Nui board 1.4."""
    return words(f"rapa_nui_board.gives_{key(improvement)}")


def offering_name(offering: Offering, words: Localizer) -> str:
    """The name of a kind of offering, without an emoji."""
    return words(f"rapa_nui_board.offering_{key(offering)}")


def offering_text(offering: Offering, words: Localizer) -> str:
    """The name of a kind of offering, with its emoji."""
    return tied(words.signed(OFFERING_SIGNS[offering], offering_name(offering, words)))


def outstanding_name(tile: Outstanding, words: Localizer) -> str:
    """The name of an outstanding offering tile."""
    return words(f"rapa_nui_board.outstanding_{key(tile)}")


def tablet_text(words: Localizer) -> str:
    """The name of the Rongorongo tablet, with its emoji."""
    return tied(words.signed(TABLET, words("rapa_nui_board.tablet")))


def space_text(space: str, seats: int, words: Localizer) -> str:
    """The name of a space, such as `E2`, with its title if it has one: `E1 Te Pito Kura`."""
    island = ISLANDS[seats]
    name = island.names[island.numbers[space]]
    return tied(words("rapa_nui_board.space", id=space, name=name)) if name else space


def points_text(points: int, words: Localizer) -> str:
    """A number of points in words."""
    return tied(words.count("rapa_nui_board.points", points))


def figures_text(player: Player, words: Localizer) -> str:
    """The figures that a player has still to place: `2 villagers · sorcerer`; empty if there are none."""
    parts = [words.count("rapa_nui_board.count_villagers", player.villagers)] if player.villagers else []
    parts += [words("rapa_nui_board.figure_sorcerer")] if player.sorcerer == AT_HAND else []
    parts += [words("rapa_nui_board.figure_chief")] if player.chief == AT_HAND else []
    return LIST.join(tied(part) for part in parts)


def star_text(position: int, words: Localizer) -> str:
    """A label for placing the sorcerer on a star space, with the place in the turn order.  Rules: 5, 6."""
    return words(f"rapa_nui_board.place_star_{position}")


def used_text(tile: Tile, by: By, words: Localizer) -> str:
    """The payment for the effect of `tile`, in words: the tile, or the tablet used as that tile."""
    if by is By.TILE:
        return tile_text(tile, words)
    return words("rapa_nui_board.tablet_as", tablet=tablet_text(words), tile=tile_name(tile, words))


def taken_text(taken: Counts, lost: Counts, words: Localizer) -> str:
    """The resources that a player takes, in words, and those of them that are lost."""
    what = resources_text(taken, words)
    if not any(lost):
        return what
    return words(
        "table.noted", what=what, note=words("rapa_nui_board.lost", list=resources_text(lost, words))
    )
