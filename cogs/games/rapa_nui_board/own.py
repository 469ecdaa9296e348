"""What a player has: a picture of it, and in words what their tiles do."""

from __future__ import annotations

from cogs.discord_io.attachments import Picture
from cogs.games.rapa_nui_board.alt_text import offerings_text, supply_lines
from cogs.games.rapa_nui_board.terms import (
    figures_text,
    improvement_effect,
    improvement_text,
    moai_counts_text,
    outstanding_name,
    resources_text,
    tablet_text,
    tile_effect,
    tile_text,
)
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names
from engine.game import Seat
from engine.rapa_nui_board.state import Observation, State
from engine.rapa_nui_board.tiles import IMPROVEMENTS, OUTSTANDING, TILES
from pictures.rapa_nui_board.players import players as pictured


def own(
    seen: Observation, before: Observation, names: Names, words: Localizer, *, beside_board: bool = False
) -> list[Item]:
    """The viewer's own things, and what their tiles do: no other picture has them as large."""
    assert seen.viewer is not None
    supply = supply_lines(seen.state, words.for_alt_text)
    alt = spoken((*own_lines(seen.state, seen.viewer, words.for_alt_text), *supply), words)
    instead = [text(*own_lines(seen.state, seen.viewer, words), *supply)]
    picture = Picture(
        "own", pictured(seen.state, before.state, (seen.viewer,), names.in_pictures), alt, instead
    )
    effects = effect_lines(seen.state, seen.viewer, words)
    return [picture, text(*effects)] if effects else [picture]


def own_lines(state: State, seat: Seat, words: Localizer) -> list[str]:
    """Resources, figures to place, carved moai, offerings, outstanding tiles."""
    player = state.players[seat]
    won = (outstanding_name(tile, words) for tile in OUTSTANDING if state.outstanding[tile] == seat)
    told = {
        "own_resources": resources_text(player.resources, words),
        "own_figures": figures_text(player, words),
        "own_moai": moai_counts_text(player.moai, words) if any(player.moai) else "",
        "own_kept": moai_counts_text(player.safekept, words) if any(player.safekept) else "",
        "own_offerings": offerings_text(player, words.for_alt_text),
        "own_outstanding": LIST.join(won),
    }
    return [f"**{words(f'rapa_nui_board.{name}')}** {said}" for name, said in told.items() if said]


def effect_lines(state: State, seat: Seat, words: Localizer) -> list[str]:
    """What the unused ahu tiles, the tablet and the improvements of a player do, in small print."""
    player = state.players[seat]
    lines = [
        tile_text(tile, words)
        + (f"{TIE}×{player.tiles[tile]}" if player.tiles[tile] > 1 else "")
        + f" — {tile_effect(tile, words)}"
        for tile in TILES
        if player.tiles[tile]
    ]
    if player.tablet:
        lines.append(f"{tablet_text(words)} — {words('rapa_nui_board.tablet_effect')}")
    lines += (
        f"{improvement_text(tile, words)} — {improvement_effect(tile, words)}"
        for tile in IMPROVEMENTS
        if player.improvements[tile]
    )
    return [f"-# {line}" for line in lines]
