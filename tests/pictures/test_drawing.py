"""Rendering of scenes: every sprite exists, shapes differ, and the pixels are those of the scene."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

import pictures
from cogs.games import emoji_files
from engine.rapa_nui_board.state import OFFERINGS, RESOURCES, TILES
from engine.rapa_nui_cards.game import GAME
from pictures import Placed, Scene
from pictures.rapa_nui_board.composed import IMPROVEMENTS
from pictures.rapa_nui_board.parts import art as board_art
from pictures.rapa_nui_cards.board import art
from pictures.render import inside, make_ground, render, sprite, svg
from pictures.ru_ra_re.composed import ANIMALS, FARM
from tests.engine.seeded import Setup
from tests.pictures import lobbies, rapa_nui_board_island, rapa_nui_board_players, ru_ra_re
from tests.pictures.painted import encode, paint
from tests.pictures.scenes import CARD_SETUPS, drawn

FOLDER = Path(pictures.__file__).parent
ART = sorted(FOLDER.glob("**/art/*.svg"))
KINDS = ("fish", "mulberry", "sweet_potato", "grain", "lumberjack", "priest", "moai", "wood", "glory")


def some_scenes() -> Iterator[Scene]:
    yield from list(drawn(Setup(GAME, 3, {})))[::25]
    yield from list(ru_ra_re.drawn(3))[::25]
    yield from list(rapa_nui_board_players.drawn(2))[::90]
    yield from list(rapa_nui_board_island.drawn(2))[::90]
    yield from list(lobbies.lobbies())[::4]


@pytest.mark.slow
def test_a_picture_is_its_ground_with_each_sprite_upon_it() -> None:
    for scene in some_scenes():
        whole = make_ground(scene.ground, scene.width, scene.height).convert("RGBA")
        expected = whole.crop((0, 0, scene.width, scene.height))
        for placed in scene.placed:
            drawn_alone = sprite(placed.sprite, placed.width, placed.height)
            expected.alpha_composite(drawn_alone, (placed.x, placed.y))
        difference = ImageChops.difference(paint(scene), expected.convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 0.5  # Two ways to round.


@pytest.mark.slow
def test_the_file_shows_the_picture() -> None:
    for scene in some_scenes():
        file, picture = render(scene), paint(scene)
        shown = Image.open(io.BytesIO(file))
        assert shown.format == "PNG"
        assert shown.size == (scene.width, scene.height)
        difference = ImageChops.difference(shown.convert("RGB"), picture)
        assert max(ImageStat.Stat(difference).mean) < 2.5
        # One point in a thousand may look otherwise: no edge is blurred, and no drawing lacks its colour.
        assert sum(difference.convert("L").histogram()[20:]) < scene.width * scene.height / 1000
        assert len(file) < 200 * 1024


def test_a_picture_put_together_from_kept_parts_is_the_one_painted_at_once() -> None:
    for scene in (*some_scenes(), Scene(201, 399, "shore", (Placed("a", "art:seat_1", -20, 180, 300, 300),))):
        assert render(scene) == encode(paint(scene), scene.ground)


def test_equal_scenes_have_one_key_and_others_another() -> None:
    scenes = list(drawn(Setup(GAME, 2, {})))
    assert len({scene.key for scene in scenes}) == len(set(scenes))
    again = list(drawn(Setup(GAME, 2, {})))
    assert [scene.key for scene in again] == [scene.key for scene in scenes]
    one = Scene(10, 10, "dusk", (Placed("a", "art:seat_1", 1, 2, 3, 4),))
    assert one.key != Scene(10, 10, "dusk", (Placed("a", "art:seat_2", 1, 2, 3, 4),)).key


@pytest.mark.parametrize("path", ART, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_drawing_is_plain_svg_without_letters(path: Path) -> None:
    text = path.read_text("utf-8")
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert not tags & {"text", "tspan", "image", "style", "script", "foreignObject"}
    assert "href" not in text
    assert inside(text).strip()


@pytest.mark.slow
def test_nothing_that_is_drawn_holds_letters_but_names() -> None:
    scenes = [scene for setup in CARD_SETUPS for scene in list(drawn(setup))[::50]]
    scenes += [*list(ru_ra_re.drawn(4))[::20], *list(rapa_nui_board_players.drawn(4))[::40]]
    scenes += lobbies.lobbies()
    for scene in scenes:
        for placed in scene.placed:
            if placed.sprite.startswith("text:"):
                assert placed.role.startswith("player/")
            else:
                assert "<text" not in svg(placed.sprite, placed.width, placed.height), placed.sprite


def test_every_drawing_is_used() -> None:
    code = "".join(path.read_text("utf-8") for path in FOLDER.rglob("*.py"))
    code += "".join(path.read_text("utf-8") for path in FOLDER.parent.glob("cogs/games/*/terms.py"))
    used = {placed.sprite for setup in CARD_SETUPS for scene in drawn(setup) for placed in scene.placed}
    used |= {placed.sprite for seats in (2, 4) for scene in ru_ra_re.drawn(seats) for placed in scene.placed}
    used |= {placed.sprite for scene in rapa_nui_board_players.drawn(2) for placed in scene.placed}
    names = {re.split(r"[:.]", name)[-1] for name in used} | set(re.findall(r"\w+", code))
    names |= {f"{part}_{name}" for part in ("ground", "hand", "scene", "trunk") for name in names}
    assert [path.stem for path in ART if path.stem not in names] == []


def silhouette(name: str) -> Image.Image:
    return sprite(name, 48, 48).getchannel("A").point(lambda alpha: 255 if alpha > 127 else 0)


@pytest.mark.parametrize(
    "names",
    [
        [f"art:seat_{seat}" for seat in (1, 2, 3, 4)],
        [art(kind) for kind in KINDS],
        [f"ru_ra_re:icon.{kind}" for kind in ("king", "church", "victory", "knight", *ANIMALS, *FARM)],
        [f"rapa_nui_board:symbol.{tile.name.lower()}" for tile in TILES],
        [board_art(resource.name.lower()) for resource in RESOURCES],
        [board_art(offering.name.lower()) for offering in OFFERINGS],
        [board_art(drawing) for drawing in IMPROVEMENTS.values()],
        [f"rapa_nui_board:hand_{figure}" for figure in ("villager", "sorcerer", "chief")],
    ],
    ids=[
        "seats",
        "rapa_nui_cards",
        "ru_ra_re",
        "ahu_tiles",
        "resources",
        "offerings",
        "improvements",
        "figures",
    ],
)
def test_colour_is_never_all_that_tells_two_things_apart(names: list[str]) -> None:
    for one, other in combinations(names, 2):
        apart = ImageChops.difference(silhouette(one), silhouette(other))
        assert ImageStat.Stat(apart).mean[0] / 255 > 0.06, (one, other)


def test_every_emoji_is_a_small_square_picture() -> None:
    for name, content in emoji_files().items():
        image = Image.open(io.BytesIO(content))
        assert image.format == "PNG"
        assert image.size == (128, 128)
        assert len(content) < 64 * 1024, name
        covered = ImageStat.Stat(image.getchannel("A")).mean[0] / 255
        assert 0.15 < covered < 0.98, name
