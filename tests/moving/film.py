"""Films: frames made from photographs of messages, with captions, scrolling and pressed buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from noto_cjk_sans_jp_bold import FONT_PATH  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

from pictures.animation import Frame

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in px of a photograph."""
FINE: Final = 4
"""The factor by which pointers are drawn larger first, to get smooth edges."""
GROUND, STRIP, INK, DIM, GOLD = "#1a1a1e", "#2b1d3d", "#ffffff", "#5b4a70", "#ffc53d"
ARROW: Final = ((0, 0), (0, 25), (6, 20), (10, 29), (15, 27), (11, 18), (19, 18))
"""The outline of a mouse pointer from its tip, in px."""
SCROLL_MS: Final = 60
"""Milliseconds for which each frame of scrolling is shown."""
SCROLLED: Final = (0.08, 0.3, 0.7, 0.92)
"""The share of the way that is done in each frame of scrolling."""
AIM_MS: Final = 1000
"""Milliseconds for which the pointer rests on a button before it presses."""
PRESS_MS: Final = 240
"""Milliseconds for which a button is shown pressed."""
ROOM_BELOW: Final = 1 / 6
"""The least share of the window below a button to which the film scrolls."""


class Photo(NamedTuple):
    """A photograph of a message, with the places of its buttons by their `custom_id`s."""

    image: Image.Image
    buttons: Mapping[str, Box]


class Format(NamedTuple):
    """A moving picture's format: its size in px, the letters' size, and whether fingers press the buttons."""

    width: int
    height: int
    letters: int
    is_touched: bool

    @property
    def strip(self) -> int:
        """The height of the caption's strip."""
        return round(self.letters * (3.6 if self.is_touched else 2.3))

    @property
    def window(self) -> int:
        """The height of the part of a message that is shown below the strip, in px."""
        return self.height - self.strip


class Taken(NamedTuple):
    """A picture below the caption's strip, its duration, and its chapter's number, from 0."""

    image: Image.Image
    chapter: int
    ms: int


class Film:
    """A film so far, in chapters.

    Attributes:
        captions: The caption of each chapter.
    """

    def __init__(self, form: Format) -> None:
        self.captions: list[str] = []
        self._form = form
        self._taken: list[Taken] = []
        self._photo = Photo(Image.new("RGB", (form.width, form.window), GROUND), {})
        self._top = 0

    def chapter(self, caption: str) -> None:
        """Begin a chapter with a caption."""
        self.captions.append(caption)

    def show(self, photo: Photo, ms: int, top: float = 0) -> None:
        """Cut to a message, shown from `top` px on, for `ms` milliseconds."""
        self._photo, self._top = photo, self._in_reach(photo, top)
        self._take(ms)

    def press(self, custom_id: str) -> None:
        """Scroll to a button, and show it pressed."""
        before, after = self._top, self.reached(self._photo, custom_id, self._top)
        for part in SCROLLED if before != after else ():
            self._top = round(before + part * (after - before))
            self._take(SCROLL_MS)
        self._top = after
        self._take(AIM_MS, custom_id)
        self._take(PRESS_MS, custom_id, is_down=True)

    def reached(self, photo: Photo, custom_id: str, top: float = 0) -> int:
        """Return the window's top at which a button is shown with room below it: `top` if that suffices."""
        _, upper, _, lower = photo.buttons[custom_id]
        room = self._form.window * ROOM_BELOW
        is_seen = top <= upper and lower + room <= top + self._form.window
        return self._in_reach(photo, top if is_seen else lower + room - self._form.window)

    def frames(self) -> list[Frame]:
        """Return all frames with their captions."""
        strips = [self._strip(number) for number in range(len(self.captions))]
        found = []
        for image, chapter, ms in self._taken:
            frame = Image.new("RGB", (self._form.width, self._form.height), GROUND)
            frame.paste(strips[chapter])
            frame.paste(image, (0, self._form.strip))
            found.append(Frame(frame, ms))
        return found

    def _in_reach(self, photo: Photo, top: float) -> int:
        return round(max(0, min(top, photo.image.height - self._form.window)))

    def _take(self, ms: int, pressed: str = "", *, is_down: bool = False) -> None:
        image = Image.new("RGB", (self._form.width, self._form.window), GROUND)
        image.paste(self._photo.image, (0, -self._top))
        if pressed:
            left, upper, right, lower = self._photo.buttons[pressed]
            self._point(image, (left, upper - self._top, right, lower - self._top), is_down)
        self._taken.append(Taken(image, len(self.captions) - 1, ms))

    def _strip(self, chapter: int) -> Image.Image:
        """Return the strip of a chapter: its caption, and below it the film's progress."""
        form, line, chapters = self._form, self._form.letters // 5, len(self.captions)
        strip = Image.new("RGB", (form.width, form.strip), STRIP)
        draw, font = ImageDraw.Draw(strip), ImageFont.truetype(FONT_PATH, form.letters)
        middle, words = (form.width / 2, (form.strip - line) / 2), self.captions[chapter]
        room = form.width - form.letters
        draw.multiline_text(middle, in_lines(words, font, room), INK, font, "mm", spacing=2, align="center")
        wide = form.width / chapters
        for number in range(chapters):
            left, right = round(wide * number) + 1, round(wide * (number + 1)) - 2
            colour = GOLD if number <= chapter else DIM
            draw.rectangle((left, form.strip - line, right, form.strip - 1), colour)
        return strip

    def _point(self, frame: Image.Image, box: Box, is_down: bool) -> None:
        """Draw a ring around a button, and a mouse pointer or a fingertip on it."""
        size = (frame.width * FINE, frame.height * FINE)
        drawn = Image.new("RGBA", size)
        draw = ImageDraw.Draw(drawn)
        around = 3 if is_down else 7
        left, top, right, bottom = (round(edge * FINE) for edge in box)
        edges = (left - around * FINE, top - around * FINE, right + around * FINE, bottom + around * FINE)
        draw.rounded_rectangle(edges, 14 * FINE, None, GOLD, (6 if is_down else 4) * FINE)
        x, y = right - 16 * FINE, top + (bottom - top) * 0.65
        if self._form.is_touched:
            radius = (12 if is_down else 17) * FINE
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), "#ffffff60", INK, 2 * FINE)
        else:
            draw.polygon([(x + across * FINE, y + down * FINE) for across, down in ARROW], INK, "#000000", 6)
        small = drawn.resize(frame.size, Image.Resampling.BOX)
        frame.paste(small, (0, 0), small)


def in_lines(words: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """Return a caption in one line or, if it is longer than `room` px, in two lines of similar length."""
    parts = words.split(" ")
    cuts = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    if font.getlength(words) <= room or not cuts:
        return words
    return "\n".join(min(cuts, key=lambda cut: max(map(font.getlength, cut))))
