"""PNG files of pictures in palette colours."""

from __future__ import annotations

import struct
from typing import Final
from zlib import crc32

from isal import isal_zlib
from PIL import Image

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
LEVEL: Final = 2
"""How hard to compress, 0 to 3: 3 takes three times as long for files that are no smaller."""


def png(image: Image.Image) -> bytes:
    """A picture of mode `P` as a PNG file.

    Pillow's writer compresses by zlib, which takes five times as long for larger files.  The format: PNG
    specification, third edition, 5 (chunks), 9 (filtering) and 11.2 (IHDR, PLTE, IDAT, IEND).
    """
    header = struct.pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0)
    colours = bytes(image.getpalette("RGB") or ())
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", isal_zlib.compress(_rows(image), LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _rows(image: Image.Image) -> bytes:
    """The numbers of the colours, row by row, each row after a 0: it is not filtered."""
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))
