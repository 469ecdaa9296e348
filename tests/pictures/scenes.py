"""Helpers of the tests of pictures: observations to draw, usual and crowded; functions that read scenes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import CHANCE, Result, Viewer
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.observe import FaceDownView, Observation
from engine.rapa_nui_cards.state import Good, Phase, State
from pictures import Placed, Scene
from pictures.rapa_nui_cards.board import board, own, own_alone, sheet
from tests.engine.seeded import Setup, all_setups, random_game

CARD_SETUPS = [one for one in all_setups() if one.game is GAME and one.options["first_player"] == "random"]

NAMES = ("Tane", "Make-make", "Hotu Matu'a", "アリキ 🗿 of the far side of the island")
"""The players' names: short and long, with letters of two fonts."""


class Moment(NamedTuple):
    """A state of a random game, and the state before."""

    setup: Setup
    before: State
    state: State

    def seen(self, viewer: Viewer) -> tuple[Observation, Observation]:
        """Return a viewer's observation, and the one before."""
        return GAME.observe(self.state, viewer), GAME.observe(self.before, viewer)


def moments(setup: Setup, seed: int = 5) -> Iterator[Moment]:
    """Yield all states of a game after the cards were dealt."""
    for played in random_game(setup, seed):
        if CHANCE not in GAME.to_move(played.before):
            yield Moment(setup, played.before, played.after)


def crowded(seats: int, *, open_hands: bool) -> Observation:
    """Return a board that is fuller than in any game."""
    options = {"open_hands": "on" if open_hands else "off"}
    *_, last = moments(Setup(GAME, seats, options))
    seen = GAME.reveal(last.before) if open_hands else GAME.observe(last.before, None)
    views = tuple(
        replace(
            view,
            wood=88,
            glory=188,
            hand_size=8,
            held_size=88,
            village=(20, 18, 14, 12, 11, 10, 10),
            held=(28, 8, 18, 0) if open_hands else None,
        )
        for view in seen.seats
    )
    laid = tuple(FaceDownView(place % seats, Good(place % 4) if open_hands else None) for place in range(12))
    return replace(
        seen, seats=views, supply=(25, 24, 23, 20), stone=(28, 20, 18, 10), face_down=laid, deck_size=64
    )


def drawn(setup: Setup, seed: int = 5) -> Iterator[Scene]:
    """Yield all pictures of a game: boards, hands, and the score sheet."""
    for moment in moments(setup, seed):
        yield board(*moment.seen(None), NAMES)
        if moment.state.phase is Phase.OVER:
            continue
        for seat in range(setup.seats):
            yield own(*moment.seen(seat))
            yield own_alone(*moment.seen(seat))
    yield sheet(*the_end(setup, seed), NAMES)


def the_end(setup: Setup, seed: int = 5) -> tuple[Observation, Result]:
    """Return a spectator's observation at the end of a game, and the result."""
    *_, last = moments(setup, seed)
    result = GAME.result(last.state)
    assert result is not None
    return GAME.observe(last.state, None), result


def by_role(scene: Scene) -> dict[str, list[Placed]]:
    """Return the sprites of a scene by role, from back to front."""
    found: dict[str, list[Placed]] = defaultdict(list)
    for placed in scene.placed:
        found[placed.role].append(placed)
    return found


def kinds(placed: list[Placed]) -> list[str]:
    """Return the kinds of drawn cards: `card.fish` and `good.fish` are `fish`."""
    return [one.sprite.partition(":")[2].rpartition(".")[2] for one in placed]


def number(scene: Scene, role: str) -> int | None:
    """Return the number written in the sprite of a role; None: there is no number."""
    found = [one.sprite.rpartition(":")[2] for one in scene.placed if one.role == role]
    assert len(found) <= 1, role
    return int(found[0]) if found else None
