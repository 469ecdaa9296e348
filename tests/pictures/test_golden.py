"""A few pictures look as they did when a person approved them (`python -m tests.pictures.golden`)."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.pictures.golden import FOLDER, SCENES, small


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_a_picture_looks_as_it_did(name: str) -> None:
    looked_at = Image.open(FOLDER / f"{name}.webp").convert("RGB")
    drawn = small(SCENES[name]())
    assert drawn.size == looked_at.size
    difference = ImageChops.difference(drawn, looked_at)
    assert max(ImageStat.Stat(difference).mean) < 7
    # A card that is another one or stands elsewhere: no place of its size may differ so much.
    places = difference.convert("L").resize((drawn.width // 24, drawn.height // 24), Image.Resampling.BOX)
    assert max(places.tobytes()) < 24


def test_no_stored_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(SCENES)
