from __future__ import annotations

import pytest

from localdiscord.checks.text import is_command_name, is_unicode_emoji


@pytest.mark.parametrize("emoji", ["🗿", "🐟", "1️⃣", "🏴‍☠️", "👩🏽‍🌾", "🇨🇱", "▶️", "▶", "ℹ️", "❤️‍🔥", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
def test_one_emoji_is_one(emoji: str) -> None:
    assert is_unicode_emoji(emoji)


@pytest.mark.parametrize("text", ["", "a", "→", "★", "×", "12", ":fish:", "🗿🐟", "🗿 ", "é", "漢"])
def test_other_signs_are_no_emoji(text: str) -> None:
    assert not is_unicode_emoji(text)


@pytest.mark.parametrize("name", ["table", "my-cards", "neue_partie", "règles", "ตาราง", "桌子", "l'île"])
def test_names_that_commands_may_have(name: str) -> None:
    assert is_command_name(name)


@pytest.mark.parametrize("name", ["", "Table", "two words", "dot.ted", "x" * 33, "Été", "a/b"])
def test_names_that_commands_may_not_have(name: str) -> None:
    assert not is_command_name(name)
