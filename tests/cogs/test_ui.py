"""Our parts of messages compared with discord.py's: both send Discord the same bytes."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
import pytest
from discord.http import handle_message_parameters

from cogs.text import ui

OPTIONS = [
    discord.SelectOption(label="One", value="1", description="the first", default=True),
    discord.SelectOption(label="Two", value="2", emoji="🗿"),
]
OURS = "<:fish_1a2b3c:1574118796157779968>"
STYLES = [
    discord.ButtonStyle.primary,
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
]

SAME: list[Any] = [
    *(
        pytest.param(lambda of, style=style: of.Button(label="a", custom_id="b", style=style))
        for style in STYLES
    ),
    lambda of: of.Button(label="a", custom_id="b"),
    lambda of: of.Button(label="", custom_id="b", emoji="🗿", disabled=True),
    lambda of: of.Button(label="a", custom_id="b", emoji=OURS),
    lambda of: of.Button(label="a", url="https://example.org/"),
    lambda of: of.Select(custom_id="a", options=OPTIONS),
    lambda of: of.Select(custom_id="a", options=OPTIONS, placeholder="b", min_values=0, max_values=2),
    lambda of: of.UserSelect(custom_id="a"),
    lambda of: of.MentionableSelect(custom_id="a", placeholder="b"),
    lambda of: of.UserSelect(custom_id="a", placeholder="b"),
    lambda of: of.TextDisplay("a\nb"),
    lambda of: of.Separator(),
    lambda of: of.File("attachment://a.json"),
    lambda of: of.ActionRow(of.Button(label="a", custom_id="b"), of.Button(label="c", custom_id="d")),
    lambda of: of.Section(of.TextDisplay("a"), accessory=of.Button(label="b", custom_id="c")),
    lambda of: of.Container(of.TextDisplay("a"), of.Separator()),
    lambda of: of.Container(of.TextDisplay("a"), accent_colour=0xC96A3D),
    lambda of: of.Container(of.TextDisplay("a"), accent_colour=0),
]


def sent(drawn: Any) -> bytes:
    """Return the bytes for Discord, with the keys in order, since digests of these bytes are stored."""
    return msgspec.json.encode(drawn)


@pytest.mark.parametrize("made", SAME)
def test_a_part_is_sent_as_that_of_discord_py(made: Any) -> None:
    assert sent(ui.payloads([made(ui)])[0]) == sent(made(discord.ui).to_component_dict())


@pytest.mark.parametrize("description", ["", "A fish."])
def test_a_picture_is_sent_as_that_of_discord_py(description: str) -> None:
    item = discord.MediaGalleryItem("attachment://a.png", description=description)
    theirs: Any = discord.ui.MediaGallery(item)
    ours = ui.MediaGallery("attachment://a.png", description)
    assert sent(ui.payloads([ours])[0]) == sent(theirs.to_component_dict())


def framed(of: Any) -> Any:
    """Return a frame with parts at several depths."""
    row = of.ActionRow(of.Button(label="a", custom_id="b"), of.Button(label="c", custom_id="d"))
    beside = of.Section(of.TextDisplay("four"), accessory=of.Button(label="e", custom_id="f"))
    return of.Container(of.TextDisplay("three"), row, beside)


def view_of_theirs(*parts: Any) -> Any:
    view = discord.ui.LayoutView(timeout=None)
    for part in parts:
        view.add_item(part)
    return view


async def test_a_message_is_sent_walked_and_counted_as_that_of_discord_py() -> None:
    view, other = ui.LayoutView(framed(ui)), view_of_theirs(framed(discord.ui))
    assert sent(view.to_components()) == sent(other.to_components())
    assert view.content_length() == other.content_length() == len("threefour")
    walked, others = view.walk_children(), list(other.walk_children())
    assert [type(part).__name__ for part in walked] == [type(part).__name__ for part in others]


@pytest.mark.parametrize("beyond", [0, 1])
async def test_a_message_has_at_most_as_many_parts_as_that_of_discord_py(beyond: int) -> None:
    inside = len(ui.LayoutView(framed(ui)).walk_children())
    texts = ui.MOST_PARTS - inside + beyond
    ours = (framed(ui), *(ui.TextDisplay("a") for _ in range(texts)))
    others = (framed(discord.ui), *(discord.ui.TextDisplay("a") for _ in range(texts)))
    if not beyond:
        assert len(ui.LayoutView(*ours).walk_children()) == view_of_theirs(*others).total_children_count
        return
    with pytest.raises(ValueError, match="too_many_parts"):
        ui.LayoutView(*ours)
    with pytest.raises(ValueError, match="40"):
        view_of_theirs(*others)


def test_what_is_made_of_a_message_is_made_once() -> None:
    view = ui.LayoutView(ui.TextDisplay("a"))
    assert view.to_components() is view.to_components()


def test_discord_py_takes_a_message_and_keeps_nothing_of_it() -> None:
    """What its functions ask of a view; the evenings in `tests/play` send messages by each of them."""
    view = ui.LayoutView(ui.TextDisplay("a"))
    taken = ui.sendable(view)
    assert taken is view  # type: ignore[comparison-overlap]
    assert taken.is_finished()
    with handle_message_parameters(view=taken, content=None) as params:
        assert params.payload is not None
        assert params.payload["components"] == view.to_components()
        assert discord.MessageFlags._from_value(params.payload["flags"]).components_v2
