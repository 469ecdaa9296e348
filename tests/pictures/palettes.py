"""The colours in which pictures are stored, chosen from those that a person looked at.

`python -m tests.pictures.palettes` chooses them anew, where drawings have got other colours.
"""

from __future__ import annotations

from PIL import Image

from pictures.grounds import GROUNDS
from pictures.render import COLOURS, PALETTES, paint
from tests.pictures.golden import SCENES


def chosen(images: list[Image.Image]) -> Image.Image:
    """The colours that these pictures need most, as a square of 16 by 16."""
    sheet = Image.new("RGB", (max(each.width for each in images), sum(each.height for each in images)))
    top = 0
    for image in images:
        sheet.paste(image, (0, top))
        top += image.height
    # So chosen, the colour furthest from all is nearest to one; from there, to suit most of what is drawn.
    found = sheet.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    square = Image.new("P", (16, 16))
    square.putpalette(found.getpalette() or [])
    square.putdata(range(COLOURS))
    return square


def main() -> None:
    """Choose the colours of all grounds."""
    scenes = [compose() for compose in SCENES.values()]
    for ground in GROUNDS:
        images = [paint(scene) for scene in scenes if scene.ground == ground]
        chosen(images).save(PALETTES / f"{ground}.png", optimize=True)


if __name__ == "__main__":
    main()
