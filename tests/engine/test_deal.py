"""Chance from a sealed secret: uniform, a permutation, and the same for everybody."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deal import LABEL, VERSION, Dealt, key, mark, seal

SECRET = bytes(range(32))
KEY = key(SECRET, "K7QX", "chess", 1, {"b": "2", "a": "1"}, 2, ("", mark("moss")))
BLOCK = 32


class Given(Dealt):
    """A stream that begins with a test's numbers."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(KEY, 0)
        self._left = b"".join(number.to_bytes(4, "big") for number in numbers)


def test_the_label_names_the_version() -> None:
    assert f"tables/deal/{VERSION}" == LABEL


def test_a_seal_and_a_key_hash_the_fields_line_by_line() -> None:
    text = f"tables/deal/1\nK7QX\n{SECRET.hex()}"
    assert seal("K7QX", SECRET) == hashlib.sha256(text.encode()).hexdigest()
    text = f"tables/deal/1\nK7QX\nchess\n1\na=1,b=2\n2\n,{hashlib.sha256(b'moss').hexdigest()}"
    assert hmac.new(SECRET, text.encode(), "sha256").digest() == KEY


def test_a_word_is_marked_however_it_was_typed() -> None:
    assert mark(" caf\u00e9\n") == mark("cafe\u0301") == hashlib.sha256("café".encode()).hexdigest()
    assert mark("") == mark(" \n ") == ""


def _with(args: tuple[Any, ...], place: int, other: Any) -> tuple[Any, ...]:
    return (*args[:place], other, *args[place + 1 :])


def test_each_part_of_a_game_changes_its_key() -> None:
    same: tuple[Any, ...] = (SECRET, "K7QX", "chess", 1, {"a": "1"}, 2, ("", ""))
    others = (bytes(32), "K7QY", "go", 2, {"a": "2"}, 3, ("", mark("moss")))
    changed = {key(*args) for args in (same, *(_with(same, *one) for one in enumerate(others)))}
    assert len(changed) == len(others) + 1


@given(st.integers(1, 2**32), st.integers(0, 1000))
def test_a_number_is_in_range(bound: int, number: int) -> None:
    assert 0 <= Dealt(KEY, number).below(bound) < bound


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_that_no_four_bytes_reach_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=str(bound)):
        Dealt(KEY, 0).below(bound)


@given(st.integers(2, 2**32), st.data())
def test_all_results_come_from_equally_many_numbers_of_the_stream(bound: int, data: st.DataObject) -> None:
    """What is below the limit is so many whole rows of 0 to bound - 1; what is not is passed over."""
    limit = 2**32 - 2**32 % bound
    kept = data.draw(st.integers(0, limit - 1))
    assert limit % bound == 0
    assert Given(kept).below(bound) == kept % bound
    if limit < 2**32:
        passed = data.draw(st.integers(limit, 2**32 - 1))
        assert Given(passed, passed, kept).below(bound) == kept % bound


def test_a_bound_of_one_takes_nothing_from_the_stream() -> None:
    dealt, other = Dealt(KEY, 3), Dealt(KEY, 3)
    assert dealt.below(1) == 0
    assert [dealt.below(50) for _ in range(20)] == [other.below(50) for _ in range(20)]


@given(st.lists(st.integers()), st.integers(0, 1000))
def test_a_shuffle_is_a_permutation(items: list[int], number: int) -> None:
    assert Counter(Dealt(KEY, number).shuffled(items)) == Counter(items)


def test_every_order_comes_up() -> None:
    orders = Counter(Dealt(KEY, number).shuffled("abcd") for number in range(2400))
    assert len(orders) == 24
    assert max(orders.values()) < 2 * 100


def test_the_stream_is_read_across_its_blocks() -> None:
    blocks = b"".join(hmac.new(KEY, f"chance\n5\n{block}".encode(), "sha256").digest() for block in range(3))
    numbers = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, 3 * BLOCK, 4)]
    dealt = Dealt(KEY, 5)
    assert [dealt.below(2**32) for _ in numbers] == numbers
