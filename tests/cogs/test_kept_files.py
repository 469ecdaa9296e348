"""Which files an edit names and which it sends, also where several edits of a message are under way."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.discord_io.faults import INVALID_FORM
from cogs.discord_io.kept_files import MOST_REFUSED, Kept, KeptFiles
from cogs.discord_io.message_parts import KEPT

MESSAGE = 7
FILES = {"board-1.png": b"1"}


def shown(*file_ids: int, name: str = "board-1.png", message_id: int = MESSAGE, at: int = 0) -> Any:
    """A message that has a file, as Discord tells it; `at`: when it was edited last, in seconds."""
    items = [
        {"media": {"url": f"https://cdn/attachments/1/{one}/{name}?ex=1", "attachment_id": str(one)}}
        for one in file_ids
    ]
    gallery: Any = {"type": 12, "id": 1, "items": items}
    parts = [discord.MediaGalleryComponent(gallery, None)] if items else []
    return SimpleNamespace(id=message_id, components=parts, edited_at=datetime.fromtimestamp(at, UTC))


def clicked(*file_ids: int, **how: Any) -> Any:
    """A click on such a message, of which discord.py has not made the parts yet."""
    message = shown(*file_ids, **how)
    kept, message.components = message.components, []
    message._handle_components = lambda parts: setattr(message, "components", parts)
    return SimpleNamespace(message=message, data={KEPT: kept})


class Edits:
    """Edits under way: each is answered when it is told to be."""

    def __init__(self, kept: KeptFiles) -> None:
        self.kept = kept
        self.sent: list[list[Any]] = []
        self._answers: list[asyncio.Future[Any]] = []

    async def begin(self, message_id: int = MESSAGE) -> asyncio.Task[Any]:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def edit(attachments: list[Any]) -> Any:
            self.sent.append(attachments)
            return await answer

        self._answers.append(answer)
        task = asyncio.create_task(self.kept.edited(message_id, FILES, edit))
        await asyncio.sleep(0)
        return task

    def named(self, number: int) -> list[int]:
        """The ids of the files that an edit names."""
        return [one.id for one in self.sent[number] if isinstance(one, Kept)]

    async def end(self, number: int, task: asyncio.Task[Any], told: Any) -> None:
        self._answers[number].set_result(told)
        await task


async def test_after_an_answer_that_nobody_confirms_only_files_are_named_that_were_there_at_the_click() -> (
    None
):
    kept, other = KeptFiles(lambda: 0.0), "score-1.png"
    edits = Edits(kept)
    kept.note(shown(11))
    await edits.end(0, await edits.begin(), None)
    assert edits.named(0) == [11]
    kept.seen(clicked(11))
    await edits.end(1, await edits.begin(), None)
    assert edits.named(1) == [11]
    kept.seen(clicked(12))  # As where another process has edited it.
    await edits.end(2, await edits.begin(), None)
    assert edits.named(2) == []
    kept.seen(clicked(13))
    await edits.end(3, await edits.begin(), shown(14))
    assert edits.named(3) == []  # Files were sent, and nobody told their ids.
    kept.seen(clicked(name=other))
    await edits.end(4, await edits.begin(), shown(15))
    assert edits.named(4) == []


async def test_where_others_edit_too_a_click_tells_what_its_message_has() -> None:
    edits = Edits(KeptFiles(lambda: 0.0, others_edit=True))
    edits.kept.seen(clicked(11))
    await edits.end(0, await edits.begin(), shown(11))
    edits.kept.seen(clicked(12))
    under_way = await edits.begin()
    edits.kept.seen(clicked(12))  # By now it may lose them.
    second = await edits.begin()
    assert [edits.named(number) for number in range(3)] == [[11], [12], []]
    await edits.end(1, under_way, shown(13))
    await edits.end(2, second, shown(13))


@pytest.mark.parametrize("others_edit", [True, False])
async def test_a_click_on_what_was_edited_meanwhile_tells_nothing_new(others_edit: bool) -> None:
    edits = Edits(KeptFiles(lambda: 0.0, others_edit=others_edit))
    await edits.end(0, await edits.begin(), shown(12, at=2))
    edits.kept.seen(clicked(11, at=1))
    await edits.end(1, await edits.begin(), shown(12, at=3))
    assert edits.named(1) == [12]


async def test_a_click_of_before_two_edits_at_once_tells_nothing_new() -> None:
    edits = Edits(KeptFiles(lambda: 0.0, others_edit=True))
    edits.kept.note(shown(1, at=1))
    tasks = [await edits.begin(), await edits.begin()]
    await edits.end(1, tasks[1], shown(3, at=3))
    await edits.end(0, tasks[0], shown(2, at=2))
    edits.kept.seen(clicked(2, at=2))
    await edits.end(2, await edits.begin(), shown(4, at=4))
    assert edits.named(2) == []
    edits.kept.seen(clicked(5, at=5))  # Another process has edited it since.
    await edits.end(3, await edits.begin(), shown(5, at=6))
    assert edits.named(3) == [5]


@pytest.fixture
def edits() -> Edits:
    return Edits(KeptFiles(lambda: 0.0))


async def test_an_edit_names_what_the_message_has(edits: Edits) -> None:
    edits.kept.note(shown(1))
    await edits.end(0, await edits.begin(), shown(1))
    await edits.end(1, await edits.begin(), shown(1))
    assert [edits.named(number) for number in (0, 1)] == [[1], [1]]


@pytest.mark.parametrize("first", [0, 1])
async def test_while_another_edit_is_under_way_nothing_is_named_and_afterwards_neither(
    edits: Edits, first: int
) -> None:
    edits.kept.note(shown(1))
    tasks = [await edits.begin(), await edits.begin()]
    await edits.end(first, tasks[first], shown(2 + first))
    tasks.append(await edits.begin())  # The other one may still take away what the first has brought.
    await edits.end(1 - first, tasks[1 - first], shown(3 - first))
    await edits.end(2, tasks[2], shown(4))
    last = await edits.begin()
    assert [edits.named(number) for number in range(4)] == [[1], [], [], []]
    await edits.end(3, last, shown(5))
    await edits.end(4, await edits.begin(), shown(5))
    assert edits.named(4) == [5]


async def test_only_several_refusals_in_a_row_have_all_files_of_other_messages_sent(
    edits: Edits,
) -> None:
    async def refused(attachments: list[Any]) -> Any:
        if any(isinstance(one, Kept) for one in attachments):
            response: Any = SimpleNamespace(status=400, reason="")
            raise discord.HTTPException(response, {"code": INVALID_FORM})
        return shown(2)

    edits.kept.note(shown(9, message_id=9))
    for number in range(MOST_REFUSED):
        await edits.end(number, await edits.begin(9), shown(9, message_id=9))
        edits.kept.note(shown(1))
        for _ in range(number + 1):
            await edits.kept.edited(MESSAGE, FILES, refused)
            edits.kept.note(shown(1))
    await edits.end(MOST_REFUSED, await edits.begin(9), None)
    assert [edits.named(number) for number in range(MOST_REFUSED + 1)] == [[9]] * MOST_REFUSED + [[]]


async def test_edits_of_other_messages_have_no_part_in_it(edits: Edits) -> None:
    edits.kept.note(shown(1))
    edits.kept.note(shown(2, message_id=8))
    here, elsewhere = await edits.begin(), await edits.begin(8)
    await edits.end(0, here, shown(1))
    await edits.end(1, elsewhere, shown(2, message_id=8))
    await edits.end(2, await edits.begin(), shown(1))
    assert edits.named(2) == [1]


async def test_an_edit_that_failed_leaves_nothing_behind(edits: Edits) -> None:
    async def fails(_: list[Any]) -> Any:
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await edits.kept.edited(MESSAGE, FILES, fails)
    await edits.end(0, await edits.begin(), shown(1))
    await edits.end(1, await edits.begin(), shown(1))
    assert [edits.named(number) for number in (0, 1)] == [[], [1]]
