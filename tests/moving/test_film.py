"""Films: cuts, scrolling and pressed buttons; README's moving pictures are up to date."""

from __future__ import annotations

import io

import pytest
from noto_cjk_sans_jp_bold import FONT_PATH  # type: ignore[import-untyped]
from PIL import Image, ImageChops, ImageFont

from engine.catalogue import games
from engine.players import PLAYERS
from tables.views.replay import of_file
from tests.moving.__main__ import FORMATS, MOST_BYTES, RECORD, ROOT, TURN, shared
from tests.moving.film import AIM_MS, GOLD, PRESS_MS, Film, Format, Photo, in_lines

FORM = Format(200, 150, 10, is_touched=False)
LOW = (20.0, 500.0, 90.0, 520.0)


def photo() -> Photo:
    """Return a message of 600 px that gets darker towards its end, with a button near the end."""
    image = Image.linear_gradient("L").resize((200, 600)).convert("RGB")
    return Photo(image, {"high": (20.0, 10.0, 90.0, 30.0), "low": LOW})


def film() -> Film:
    made = Film(FORM)
    made.chapter("One thing")
    made.show(photo(), 2000)
    return made


def test_a_button_is_scrolled_to_only_where_it_is_not_seen() -> None:
    high, low = film(), film()
    high.press("high")
    low.press("low")
    assert [frame.ms for frame in high.frames()] == [2000, AIM_MS, PRESS_MS]
    assert [frame.ms for frame in low.frames()] == [2000, 60, 60, 60, 60, AIM_MS, PRESS_MS]


def test_a_pressed_button_has_a_ring_around_it_and_room_below() -> None:
    made = film()
    made.press("low")
    top = made.reached(photo(), "low")
    assert LOW[3] - top < FORM.window * 5 / 6 + 1
    before, aimed = made.frames()[-3].image, made.frames()[-2].image
    assert aimed.getpixel((50, int(LOW[1]) - top + FORM.strip - 6)) == (255, 197, 61)
    assert ImageChops.difference(before, aimed).getbbox() is not None


def test_a_message_is_never_scrolled_beyond_its_end() -> None:
    made = film()
    made.show(photo(), 10, float("inf"))
    last = made.frames()[-1].image
    assert last.getpixel((100, FORM.height - 1)) == photo().image.getpixel((100, 599))


def test_all_frames_are_of_the_same_size_and_the_bar_grows_with_the_chapters() -> None:
    made = film()
    made.chapter("Another")
    made.show(photo(), 500)
    first, second = (frame.image for frame in made.frames())
    assert first.size == second.size == (200, 150)
    gold = tuple(bytes.fromhex(GOLD[1:]))
    bars = [[image.getpixel((x, FORM.strip - 1)) == gold for x in (50, 150)] for image in (first, second)]
    assert bars == [[True, False], [True, True]]


@pytest.mark.parametrize("form", [form for form, _ in FORMATS.values()])
def test_a_long_caption_stands_in_two_lines_and_a_short_one_in_one(form: Format) -> None:
    font = ImageFont.truetype(FONT_PATH, form.letters)
    assert in_lines("Short words", font, form.width) == "Short words"
    lines = in_lines("The same few words " * 4, font, form.width).split("\n")
    assert len(lines) == 2


def test_replay_reads_the_record_of_the_moving_pictures() -> None:
    replay = of_file(RECORD.read_bytes(), games(), PLAYERS, is_open=False)
    assert any(frame.turn == TURN for frame in replay.frames)


def test_the_game_in_docs_is_as_share_posts_it() -> None:
    with (
        Image.open(ROOT / "docs" / "game.webp") as kept,
        Image.open(io.BytesIO(shared(RECORD.read_bytes()))) as made,
    ):
        assert (kept.size, getattr(kept, "n_frames", 1)) == (made.size, getattr(made, "n_frames", 1))


@pytest.mark.parametrize("name", FORMATS)
def test_the_moving_pictures_in_docs_keep_their_size(name: str) -> None:
    path, (form, _) = ROOT / "docs" / f"{name}.webp", FORMATS[name]
    assert path.stat().st_size <= MOST_BYTES
    with Image.open(path) as image:
        assert image.size == (form.width, form.height)
        assert getattr(image, "n_frames", 1) > 10
