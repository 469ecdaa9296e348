"""The layout of tiles on a sheet, and the equal deals of tables."""

from __future__ import annotations

import io

from PIL import Image

from tests.sheets.paper import COLUMNS, Tile, in_columns, laid_out
from tests.sheets.stage import Alike
from tests.sheets.walk import locale_of


def picture(colour: str, high: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (400, high), colour).save(file, "PNG")
    return file.getvalue()


def test_tiles_stand_in_order_in_columns_that_are_about_as_high() -> None:
    heights = [300, 900, 200, 400, 100, 700, 500, 800, 300, 600] * 3
    columns = in_columns(heights)
    assert [place for column in columns for place in column] == list(range(len(heights)))
    assert len(columns) == COLUMNS
    highs = [sum(heights[place] for place in column) for column in columns]
    assert max(highs) < 2 * min(highs)


def test_one_tile_stands_alone() -> None:
    assert in_columns([700]) == [[0]]


def test_a_sheet_holds_all_tiles_whole() -> None:
    colours = ("#ff0000", "#00ff00", "#0000ff")
    sheet = laid_out("日本語", [Tile("the lobby", picture(colour, 500)) for colour in colours])
    counts = {colour: count for count, colour in sheet.getcolors(1 << 24) or []}
    for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255)):
        assert counts[colour] == 400 * 500


def test_all_tables_are_dealt_alike_in_whatever_order() -> None:
    first, second = Alike(), Alike()
    second.below(7)
    second.shuffled("abc")
    assert first.shuffled(range(40)) == second.shuffled(range(40)) != tuple(range(40))
    assert first.below(1000) == second.below(1000)


def test_discords_name_of_a_language_is_found() -> None:
    assert [locale_of(language) for language in ("en", "es", "de", "ja")] == ["en-US", "es-ES", "de", "ja"]
