"""A quiet scene for each kind of card, in flat colours: what its drawing stands before."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 112
HEIGHT: Final = 116


def fill(path: str, colour: str) -> str:
    """An area of one colour."""
    return f'<path d="{path}" fill="{colour}"/>'


def line(path: str, colour: str, width: float = 3) -> str:
    """Strokes with round ends."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def disc(x: float, y: float, radius: float, colour: str) -> str:
    """A round spot."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'


def palm(x: float, top: float, colour: str) -> str:
    """A palm with its crown at `top`."""
    crown = f"M{x} {top} q-10 -8 -18 2 M{x} {top} q-12 0 -14 12 M{x} {top} q10 -8 18 2 M{x} {top} q12 0 14 12"
    return line(f"M{x} {top} q4 30 -2 70", colour, 5) + line(f"{crown} M{x} {top} v-8", colour, 5)


FULL: Final = f"M0 0 H{WIDTH} V{HEIGHT} H0Z"

SCENES: Final = {
    # A canoe out at sea.
    "fish": fill(FULL, "#c9e6e0")
    + fill("M0 30 L14 17 L26 22 L36 30Z", "#8db9bd")
    + fill("M0 30 H112 V116 H0Z", "#9ccfd4")
    + fill("M0 62 C30 54 60 70 112 58 V116 H0Z", "#74b6c4")
    + fill("M0 92 C34 84 76 100 112 90 V116 H0Z", "#4f97ae")
    + fill("M76 24 H104 C101 31 79 31 76 24Z", "#5b4a58")
    + fill("M88 22 V4 L101 20Z", "#f4ead6")
    + line("M6 46 q8 -4 16 0 t16 0 M84 76 q7 -4 14 0 t14 0 M4 104 q8 -4 16 0 t16 0", "#d9efec", 2.5),
    # A garden behind its ring of stones.
    "mulberry": fill(FULL, "#efe2ee")
    + fill("M0 60 C22 36 44 34 66 52 C84 40 100 42 112 52 V116 H0Z", "#cfb2d2")
    + disc(6, 80, 20, "#9fae79")
    + disc(106, 78, 22, "#8ea06a")
    + fill("M0 90 C30 82 82 82 112 90 V116 H0Z", "#8b7391")
    + line("M0 99 H112 M18 90 V98 M44 87 V98 M72 87 V98 M96 90 V98 M30 100 V114 M58 100 V114", "#6d5674", 2.5)
    + line("M84 100 V114", "#6d5674", 2.5),
    # Furrows of red earth.
    "sweet_potato": fill(FULL, "#f8d9ba")
    + disc(92, 20, 13, "#ffeccb")
    + fill("M0 52 C24 30 52 28 74 44 C90 36 104 38 112 46 V116 H0Z", "#e0ab85")
    + fill("M0 68 C30 60 82 60 112 68 V116 H0Z", "#b56a49")
    + line("M30 66 L0 92 M46 63 L22 116 M66 63 L90 116 M82 66 L112 92", "#8f4c33", 3.5)
    + line("M8 76 q-2 -7 -7 -8 M8 76 q2 -8 8 -9 M104 76 q-2 -7 -8 -9 M104 76 q3 -7 8 -8", "#8ba055", 4),
    # Ripe stalks before the sun.
    "grain": fill(FULL, "#fbefc4")
    + disc(56, 52, 40, "#fbdc8e")
    + fill("M0 74 C30 64 80 64 112 74 V116 H0Z", "#e6c160")
    + fill("M0 94 C34 86 80 86 112 94 V116 H0Z", "#cfa03a")
    + line("M7 112 V76 M17 114 V84 M95 114 V84 M105 112 V76", "#a67c1c", 2.5)
    + line("M7 72 l-4 8 M7 72 l4 8 M105 72 l-4 8 M105 72 l4 8", "#a67c1c", 3.5),
    # Palms, as the island had them.
    "lumberjack": fill(FULL, "#dcebcb")
    + fill("M0 66 C26 52 86 52 112 66 V116 H0Z", "#b5cf9c")
    + palm(18, 26, "#86a573")
    + palm(96, 20, "#86a573")
    + palm(64, 12, "#a3bf8d")
    + fill("M0 92 C30 82 82 82 112 92 V116 H0Z", "#6f8f5a"),
    # Orongo: the cliff above the islets, and the first light.
    "priest": fill(FULL, "#f7e7d2")
    + disc(56, 56, 44, "#fbd7a2")
    + fill("M0 62 H112 V116 H0Z", "#a9c0c2")
    + fill("M84 62 L92 46 L97 42 L101 54 L106 62Z M6 62 L14 54 L24 62Z", "#7d8f92")
    + fill("M0 80 C18 78 26 90 44 94 C70 98 94 92 112 84 V116 H0Z", "#b49a72")
    + line("M8 100 q10 -5 20 0 M82 106 q10 -5 20 0", "#8e7650", 3),
    # The quarry's slope, with those that stayed there.
    "moai": fill(FULL, "#c3cfe0")
    + fill("M0 72 L20 26 L34 20 L62 30 L84 18 L98 28 L112 56 V116 H0Z", "#93a0b5")
    + fill("M0 88 L30 60 L52 74 L86 58 L112 82 V116 H0Z", "#75816f")
    + fill("M6 82 L8 68 C10 63 17 63 19 68 L21 82Z M94 78 L96 66 C98 61 104 61 106 66 L108 78Z", "#5f6678")
    + fill("M0 100 C34 92 78 92 112 100 V116 H0Z", "#59674f"),
}
"""What is drawn, by kind."""


def scene(kind: str, x: float, y: float, width: float, height: float) -> str:
    """The scene of a kind in a box.

    Raises:
        KeyError: There is no such kind.
    """
    return (
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' preserveAspectRatio="none">{SCENES[kind]}</svg>'
    )
