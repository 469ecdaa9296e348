"""The colours in which pictures are stored, chosen from the approved pictures.

`python -m tests.pictures.palettes` chooses them anew, after drawings have got other colours.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from PIL import Image, ImageColor

from pictures.drawings import GROUNDS, INKS
from pictures.render import PALETTES
from tests.pictures.golden import SCENES
from tests.pictures.painted import paint

COLOURS = 256


def flat(images: list[Image.Image]) -> list[tuple[int, ...]]:
    """Return colours that must stay exact: those of numbers, and those of 1/500 of a picture or more."""
    counts: Counter[tuple[int, ...]] = Counter()
    for image in images:
        size = image.width * image.height
        for count, colour in image.getcolors(size) or ():
            if count > size // 500 and isinstance(colour, tuple):
                counts[colour] += count
    numbers = [ImageColor.getrgb(ink) for ink in INKS.values()]
    return list(dict.fromkeys([*numbers, *(colour for colour, _ in counts.most_common(COLOURS // 2))]))


def chosen(images: list[Image.Image]) -> Image.Image:
    """Return the best 256 colours for these pictures, as a picture of 16 by 16 pixels."""
    sheet = Image.new("RGB", (max(each.width for each in images), sum(each.height for each in images)))
    top = 0
    for image in images:
        sheet.paste(image, (0, top))
        top += image.height
    # The first choice takes colours far from each other; from there, they are moved to suit most pixels.
    kept = flat(images)
    found = sheet.quantize(COLOURS - len(kept), method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    square = Image.new("P", (16, 16))
    square.putpalette([*chain.from_iterable(kept), *(found.getpalette() or [])][: 3 * COLOURS])
    square.putdata(range(COLOURS))
    return square


def main() -> None:
    """Choose the colours for all backgrounds."""
    scenes = [compose() for compose in SCENES.values()]
    for ground in GROUNDS:
        images = [paint(scene) for scene in scenes if scene.ground == ground]
        chosen(images).save(PALETTES / f"{ground}.png", optimize=True)


if __name__ == "__main__":
    main()
