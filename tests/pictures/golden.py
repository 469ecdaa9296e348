"""A few pictures that a person has approved; `python -m tests.pictures.golden` draws them anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from PIL import Image

from engine.rapa_nui_board.state import State
from engine.rapa_nui_cards.game import GAME
from pictures import Scene
from pictures.course import course_picture
from pictures.rapa_nui_board.beside import aside
from pictures.rapa_nui_board.island import choices, cut, region, regions
from pictures.rapa_nui_cards.board import board, own, own_alone, sheet
from pictures.rapa_nui_cards.composed import HOURS
from pictures.scene import Sketch
from pictures.scores import end_card
from tests.engine.seeded import Setup
from tests.pictures import lobbies, rapa_nui_board_island, rapa_nui_board_players, ru_ra_re
from tests.pictures.course import a_course
from tests.pictures.painted import paint
from tests.pictures.scenes import NAMES, Moment, moments, the_end
from tests.pictures.spreads import SPREADS
from tests.pictures.test_end_card import card

FOLDER: Final = Path(__file__).parent / "golden"
SIZE: Final = 0.6
"""The size of the stored pictures, relative to that of drawn ones."""


def at(seats: int, share: float, options: dict[str, str] | None = None) -> Moment:
    """Return a moment of a random game: 0 is its beginning, 1 its end."""
    all_ = list(moments(Setup(GAME, seats, options or {}), seed=11))
    return all_[round((len(all_) - 1) * share)]


def middle_ways(seats: int, state: State) -> list[tuple[str, ...]]:
    """Return the paths of all transports through the middle of the island."""
    middle = set(regions(seats)["middle"])
    return [way for way in rapa_nui_board_island.ways(state) if set(way) <= middle]


def late_island(seats: int) -> State:
    """Return a state with many possible transports through the middle of the island."""
    states = (state for _, state in rapa_nui_board_island.moments(seats))
    return max(states, key=lambda state: len(middle_ways(seats, state)))


def late_way(seats: int) -> tuple[str, ...]:
    """Return the longest of the paths in `middle_ways`."""
    return max(middle_ways(seats, late_island(seats)), key=len)


def hours() -> Scene:
    """Return the card game's landscape at all times of day, side by side."""
    sketch = Sketch(1000, 4 * 243, "shore")
    for place, name in enumerate(HOURS):
        x, y = 500 * (place % 2), 243 * (place // 2)
        sketch.put(f"land/{name}", f"rapa_nui_cards:land.{name}", x, y, 500, 243)
    return sketch.scene()


FROM_BEYOND: Final = ("E3", "D3", "D2", "C2", "B2", "A2")
"""A path that begins west of the large island."""

SCENES: Final[Mapping[str, Callable[[], Scene]]] = {
    "board_2_early": lambda: board(*at(2, 0.15).seen(None), NAMES),
    "board_3_open_hands": lambda: board(*at(3, 0.5, {"open_hands": "on"}).seen(None), NAMES),
    "board_4_late": lambda: board(*at(4, 0.9).seen(None), NAMES),
    "board_4_open_hands": lambda: board(*at(4, 0.6, {"open_hands": "on"}).seen(None), NAMES),
    "course_2": lambda: course_picture(a_course(2, 36, 6, 3)),
    "course_4": lambda: course_picture(a_course(4, 11, 5, 2)),
    "end_card": lambda: end_card(card(4)),
    "hours": hours,
    "lobby_cards": lambda: lobbies.waiting("rapa-nui-cards", 3, 4),
    "lobby_rows": lambda: lobbies.waiting("ru-ra-re", 2, 4),
    "lobby_island": lambda: lobbies.waiting("rapa-nui-board", 1, 3),
    "hand": lambda: own(*at(3, 0.6).seen(1)),
    "hand_alone": lambda: own_alone(*at(3, 0.6).seen(1)),
    "sheet_2": lambda: sheet(*the_end(Setup(GAME, 2, {}), seed=11), NAMES),
    "rapa_nui_board_island_2": lambda: list(rapa_nui_board_island.maps(2))[70],
    "rapa_nui_board_island_4": lambda: list(rapa_nui_board_island.maps(4))[90],
    "rapa_nui_board_region": lambda: region(late_island(3), "middle", late_way(3)),
    "rapa_nui_board_part": lambda: cut(late_island(3), "west", ("A2", "D1"), FROM_BEYOND),
    "rapa_nui_board_aside": lambda: aside(list(rapa_nui_board_island.moments(4))[90][1]),
    "rapa_nui_board_way": lambda: choices(late_island(3), late_way(3)[-1:], late_way(3)),
    "rapa_nui_board_players_2": lambda: list(rapa_nui_board_players.boards(2, seed=11))[60],
    "rapa_nui_board_players_4": lambda: list(rapa_nui_board_players.boards(4, seed=11))[250],
    "rapa_nui_board_own": lambda: list(rapa_nui_board_players.crowded(3))[2],
    "rapa_nui_board_tiles": lambda: next(rapa_nui_board_players.charts()),
    "ru_ra_re_board_2": lambda: list(ru_ra_re.boards(2, seed=11))[30],
    "ru_ra_re_board_4": lambda: list(ru_ra_re.boards(4, seed=11))[60],
    "ru_ra_re_choice": lambda: list(ru_ra_re.hands(3, seed=11))[44],
    "ru_ra_re_choice_alone": lambda: list(ru_ra_re.hands_alone(3, seed=11))[44],
    "ru_ra_re_sheet_3": lambda: ru_ra_re.the_sheet(3, seed=11),
    "spread": lambda: SPREADS["hundreds"].scene,
    "sheet_4": lambda: sheet(*the_end(Setup(GAME, 4, {}), seed=11), NAMES),
}
"""The functions that compose the scenes, by the names of their pictures."""


def small(scene: Scene) -> Image.Image:
    """Draw a scene in the size of the stored pictures."""
    image = paint(scene)
    return image.resize((round(scene.width * SIZE), round(scene.height * SIZE)), Image.Resampling.LANCZOS)


def main() -> None:
    """Draw all pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, compose in SCENES.items():
        small(compose()).save(FOLDER / f"{name}.webp", quality=85, method=6)


if __name__ == "__main__":
    main()
