"""The texts in database notes of messages: their forms never change, and malformed texts can be read."""

from __future__ import annotations

import pytest

from cogs.messages.tracked_message import PanelNote, StoryNote, ThreadNote, TurnMark

TURNS = [
    pytest.param("12", TurnMark(12), id="a turn"),
    pytest.param("12.1", TurnMark(12, 1), id="its first reminder"),
    pytest.param("1234567890.12", TurnMark(1234567890, 12), id="many"),
]
PANELS = [
    pytest.param("12.2 5f1c0a", PanelNote(TurnMark(12, 2), "5f1c0a"), id="a reminder"),
    pytest.param("12 5f1c0a", PanelNote(TurnMark(12), "5f1c0a"), id="a turn"),
    pytest.param("12 ", PanelNote(TurnMark(12)), id="what it shows is not known"),
    pytest.param(" 5f1c0a", PanelNote(None, "5f1c0a"), id="another one's turn"),
    pytest.param(" ", PanelNote(None), id="it was deleted"),
]
STORIES = [
    pytest.param(" 12 5f1c0a", StoryNote(since=12, digest="5f1c0a"), id="none is under way"),
    pytest.param("41 12 5f1c0a", StoryNote(41, 12, "5f1c0a"), id="another post is under way"),
    pytest.param("41  ", StoryNote(41), id="the first post is under way"),
    pytest.param(" 12 ", StoryNote(since=12), id="what it shows is not known"),
]


@pytest.mark.parametrize(("text", "mark"), TURNS)
def test_a_turn_is_read_as_it_is_written(text: str, mark: TurnMark) -> None:
    assert mark.encode() == text
    assert TurnMark.parse(text) == mark
    assert (mark.reminder > 0) is ("." in text)


@pytest.mark.parametrize(
    "text", ["", "odd", "12.", ".1", "12.0", "12.x", "-1", "1.2.3", " 12", "١٢", "9" * 40]
)
def test_what_is_no_turn_is_read_as_none(text: str) -> None:
    assert TurnMark.parse(text) is None


@pytest.mark.parametrize(("text", "note"), PANELS)
def test_the_note_of_a_panel_is_read_as_it_is_written(text: str, note: PanelNote) -> None:
    assert note.encode() == text
    assert PanelNote.parse(text) == note


@pytest.mark.parametrize(
    ("text", "note"),
    [
        pytest.param("", PanelNote(None), id="nothing"),
        pytest.param("odd", PanelNote(None), id="a word"),
        pytest.param("12", PanelNote(TurnMark(12)), id="a turn alone"),
        pytest.param("odd 5f1c0a", PanelNote(None, "5f1c0a"), id="an odd turn"),
    ],
)
def test_of_an_odd_note_of_a_panel_is_read_what_can_be(text: str, note: PanelNote) -> None:
    assert PanelNote.parse(text) == note


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("", ThreadNote.NOTHING),
        ("unsaid", ThreadNote.UNSAID),
        ("deleted", ThreadNote.DELETED),
        ("again", ThreadNote.AGAIN),
    ],
)
def test_what_became_of_a_thread_is_read_as_it_is_written(text: str, note: ThreadNote) -> None:
    assert note.value == text
    assert ThreadNote.parse(text) is note


def test_the_thread_that_was_left_is_read_as_it_is_written() -> None:
    for note in ThreadNote:
        text = note.leaving(7215)
        assert (ThreadNote.parse(text), ThreadNote.left(text)) == (note, 7215)
        assert (note.leaving(0), ThreadNote.left(note.value)) == (note.value, 0)


@pytest.mark.parametrize("text", ["odd", "UNSAID", "unsaid ", "odd 7"])
def test_an_odd_note_of_a_thread_counts_as_nothing(text: str) -> None:
    assert ThreadNote.parse(text) is ThreadNote.NOTHING


@pytest.mark.parametrize(("text", "note"), STORIES)
def test_the_note_of_the_story_is_read_as_it_is_written(text: str, note: StoryNote) -> None:
    assert note.encode() == text
    assert StoryNote.parse(text) == note


@pytest.mark.parametrize(
    ("text", "note"),
    [
        pytest.param("", StoryNote(), id="nothing, as earlier versions wrote"),
        pytest.param("41", StoryNote(41), id="a post under way, as earlier versions wrote"),
        pytest.param("odd -3 x", StoryNote(digest="x"), id="no numbers"),
    ],
)
def test_of_an_odd_note_of_the_story_is_read_what_can_be(text: str, note: StoryNote) -> None:
    assert StoryNote.parse(text) == note
