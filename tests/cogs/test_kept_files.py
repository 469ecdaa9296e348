"""Tests of which files an edit uploads, and which it names by their ids."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.discord_io.attachments import Kept, KeptFiles
from cogs.discord_io.faults import INVALID_FORM

MESSAGE = 7
FILES = {"board-1.png": b"1"}


def shown(*file_ids: int, name: str = "board-1.png", message_id: int = MESSAGE) -> Any:
    """Return a message with files, as Discord returns it."""
    items = [
        {"media": {"url": f"https://cdn/attachments/1/{one}/{name}?ex=1", "attachment_id": str(one)}}
        for one in file_ids
    ]
    gallery: Any = {"type": 12, "id": 1, "items": items}
    parts = [discord.MediaGalleryComponent(gallery, None)] if items else []
    return SimpleNamespace(id=message_id, components=parts)


class Edits:
    """A function that edits messages, and records the ids of the files that each edit names."""

    def __init__(self) -> None:
        self.kept = KeptFiles()
        self.named: list[list[int]] = []

    async def edit(self, told: Any, *faults: Exception, message_id: int = MESSAGE) -> None:
        """Edit a message; Discord raises these faults first, then returns `told`."""
        waiting = [*faults]

        async def edit(attachments: list[Any]) -> Any:
            self.named.append([one.id for one in attachments if isinstance(one, Kept)])
            if waiting:
                raise waiting.pop(0)
            return told

        await self.kept.edited(message_id, FILES, edit)


def refused(code: int) -> discord.HTTPException:
    """Return the exception for an edit that Discord refuses."""
    return discord.HTTPException(SimpleNamespace(status=400, reason=""), {"code": code, "message": ""})


@pytest.fixture
def edits() -> Edits:
    return Edits()


async def test_an_edit_names_what_the_message_has(edits: Edits) -> None:
    edits.kept.note(shown(1))
    await edits.edit(shown(1))
    await edits.edit(shown(1))
    assert edits.named == [[1], [1]]


async def test_nothing_is_named_of_a_message_that_is_not_known_or_has_other_files(edits: Edits) -> None:
    edits.kept.note(shown(1, name="score-1.png"))
    await edits.edit(shown(2))
    await edits.edit(shown(3), message_id=0)
    assert edits.named == [[], []]


async def test_where_nobody_tells_what_an_edit_brought_nothing_is_named_next(edits: Edits) -> None:
    edits.kept.note(shown(1))
    await edits.edit(None)
    await edits.edit(shown(2))
    assert edits.named == [[1], []]


async def test_an_edit_that_fails_leaves_nothing_known(edits: Edits) -> None:
    edits.kept.note(shown(1))
    with pytest.raises(discord.HTTPException):
        await edits.edit(None, refused(50001))
    await edits.edit(shown(2))
    assert edits.named == [[1], []]


async def test_where_a_file_that_is_named_is_gone_all_are_sent(edits: Edits) -> None:
    edits.kept.note(shown(1))
    await edits.edit(shown(2), refused(INVALID_FORM))
    await edits.edit(shown(2))
    assert edits.named == [[1], [], [2]]


async def test_a_click_tells_what_its_message_has_unless_that_is_known(edits: Edits) -> None:
    edits.kept.seen(shown(1))
    await edits.edit(shown(2))
    edits.kept.seen(shown(1))
    await edits.edit(shown(2))
    assert edits.named == [[1], [2]]
    edits.kept.note(shown())
    await edits.edit(shown(3))
    assert edits.named[-1] == []


@pytest.mark.parametrize("is_told", [True, False])
async def test_a_click_on_a_message_that_has_lost_its_files_since_names_none(
    edits: Edits, is_told: bool
) -> None:
    edits.kept.note(shown(1))
    if is_told:
        edits.kept.note(shown())
    else:
        edits.kept.note(shown())
    edits.kept.seen(shown(1))
    await edits.edit(shown(2))
    assert edits.named == [[]]
