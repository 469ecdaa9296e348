"""The studio draws each scene once, off the event loop, and survives scenes that can't be drawn."""

from __future__ import annotations

import asyncio
import threading

import pytest

from pictures import ANY_PURPOSE, Placed, Purpose, Rank, Scene, Studio, Unwanted
from pictures.render import render


def scene(number: int) -> Scene:
    return Scene(300, 300, "dusk", (Placed("n", f"number:gold:{number}", 10, 10, 60, 60),))


BROKEN = Scene(300, 300, "dusk", (Placed("n", "art:no_such_thing", 10, 10, 60, 60),))


async def test_what_many_ask_for_at_once_is_drawn_once() -> None:
    studio = Studio()
    pictures = await asyncio.gather(*(studio.picture(scene(1)) for _ in range(20)))
    assert set(pictures) == {render(scene(1))}
    assert await studio.picture(scene(1)) == pictures[0]
    assert studio.drawn == 1
    await asyncio.gather(studio.picture(scene(2)), studio.picture(scene(1)))
    assert studio.drawn == 2
    studio.close()


async def test_the_event_loop_goes_on_while_a_picture_is_drawn() -> None:
    may_end = threading.Event()

    def slow(drawn: Scene) -> bytes:
        assert may_end.wait(20)
        return render(drawn)

    studio = Studio(slow)
    asked = asyncio.create_task(studio.picture(scene(3)))
    for _ in range(100):
        await asyncio.sleep(0)
    assert not asked.done()
    may_end.set()
    assert await asked == render(scene(3))
    studio.close()


async def test_one_who_stops_waiting_stops_nobody_else() -> None:
    may_end = threading.Event()

    def slow(drawn: Scene) -> bytes:
        assert may_end.wait(20)
        return render(drawn)

    studio = Studio(slow)
    impatient = asyncio.create_task(studio.picture(scene(4)))
    patient = asyncio.create_task(studio.picture(scene(4)))
    await asyncio.sleep(0)
    impatient.cancel()
    may_end.set()
    assert await patient == render(scene(4))
    assert impatient.cancelled()
    assert studio.drawn == 1
    studio.close()


async def test_a_scene_that_cannot_be_drawn_says_so_each_time_and_harms_no_other() -> None:
    studio = Studio()
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            await studio.picture(BROKEN)
    assert await studio.picture(scene(5)) == render(scene(5))
    assert studio.drawn == 3
    studio.close()


async def test_the_oldest_pictures_make_room_for_new_ones() -> None:
    size = len(render(scene(10)))
    studio = Studio(kept_bytes=int(size * 2.5))
    for number in (10, 11, 10, 12):  # 10 was asked for again: 11 is the oldest.
        await studio.picture(scene(number))
    drawn = studio.drawn
    await studio.picture(scene(10))
    await studio.picture(scene(12))
    assert studio.drawn == drawn
    await studio.picture(scene(11))
    assert studio.drawn == drawn + 1
    studio.close()


class Easel:
    """Draws when the test allows it, in a number of parts, and records the order."""

    def __init__(self, parts: int = 1) -> None:
        self.began: list[str] = []
        self.may_draw = threading.Event()
        self.starts = threading.Semaphore(0)
        self._parts = parts

    def __call__(self, drawn: Scene) -> bytes | None:
        self.began.append(drawn.key)
        self.starts.release()
        assert self.may_draw.wait(20)
        return drawn.key.encode() if self.began.count(drawn.key) == self._parts else None

    def order(self, *numbers: int) -> list[int]:
        """Return the numbers of the scenes in the order in which they, or their parts, were drawn."""
        keys = {scene(number).key: number for number in numbers}
        return [keys[key] for key in self.began]


async def busy(studio: Studio, easel: Easel, purpose: Purpose = ANY_PURPOSE) -> asyncio.Task[bytes]:
    """Keep the painter busy, so that all other pictures wait."""
    task = asyncio.create_task(studio.picture(scene(90), purpose))
    await asyncio.to_thread(easel.starts.acquire)
    return task


async def test_what_a_click_waits_for_is_drawn_before_repaints_and_those_before_what_is_drawn_ahead() -> None:
    easel = Easel()
    studio = Studio(easel)
    tasks = [await busy(studio, easel)]
    ranks = (Rank.AHEAD, Rank.REPAINT, Rank.CLICK, Rank.REPAINT, Rank.CLICK)
    for number, rank in enumerate(ranks):
        tasks.append(asyncio.create_task(studio.picture(scene(number), Purpose(rank))))
        await asyncio.sleep(0)
    # One for whom a click waits too is as urgent as any click.
    tasks.append(asyncio.create_task(studio.picture(scene(1), Purpose(Rank.CLICK))))
    await asyncio.sleep(0)
    easel.may_draw.set()
    await asyncio.gather(*tasks)
    assert easel.order(*range(5), 90) == [90, 1, 2, 4, 3, 0]
    studio.close()


@pytest.mark.parametrize("rank", [Rank.AHEAD, Rank.REPAINT])
async def test_what_is_half_drawn_gives_way_to_what_a_click_waits_for(rank: Rank) -> None:
    easel = Easel(parts=3)
    studio = Studio(easel)
    half = await busy(studio, easel, Purpose(rank))
    also = asyncio.create_task(studio.picture(scene(1), Purpose(rank)))
    asked = asyncio.create_task(studio.picture(scene(2), Purpose(Rank.CLICK)))
    await asyncio.sleep(0)
    easel.may_draw.set()
    assert await asked == scene(2).key.encode()
    await asyncio.gather(half, also)
    assert easel.order(1, 2, 90) == [90] + [2] * 3 + [90] * 2 + [1] * 3
    assert studio.drawn == 3
    studio.close()


async def test_what_is_half_drawn_is_left_so_once_nobody_wants_it() -> None:
    easel, wanted = Easel(parts=2), True
    studio = Studio(easel)
    half = await busy(studio, easel, Purpose(Rank.CLICK, lambda: wanted))
    wanted = False
    easel.may_draw.set()
    with pytest.raises(Unwanted):
        await half
    assert (easel.order(90), studio.drawn) == ([90], 0)
    studio.close()


async def test_what_is_half_drawn_does_not_keep_a_studio_from_closing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    easel = Easel(parts=2)
    studio = Studio(easel)
    half = await busy(studio, easel)
    shutdown = studio._painter.shutdown

    def let_draw(**how: bool) -> None:
        easel.may_draw.set()
        shutdown(**how)

    monkeypatch.setattr(studio._painter, "shutdown", let_draw)
    await asyncio.to_thread(studio.close)
    with pytest.raises(Unwanted):
        await half
    assert easel.order(90) == [90]


async def test_what_nobody_wants_any_more_is_never_begun() -> None:
    easel = Easel()
    studio = Studio(easel)
    other_one = await busy(studio, easel)
    wanted = True
    overtaken = asyncio.create_task(studio.picture(scene(1), Purpose(Rank.REPAINT, lambda: wanted)))
    left = asyncio.create_task(studio.picture(scene(2)))
    shared = asyncio.create_task(studio.picture(scene(3), Purpose(Rank.REPAINT, lambda: wanted)))
    other = asyncio.create_task(studio.picture(scene(3)))
    await asyncio.sleep(0)
    left.cancel()
    wanted = False
    await asyncio.gather(left, return_exceptions=True)
    easel.may_draw.set()
    with pytest.raises(Unwanted):
        await overtaken
    assert await other == await shared == scene(3).key.encode()
    await other_one
    assert {scene(1).key, scene(2).key}.isdisjoint(easel.began)
    # Asked for again, it is drawn.
    assert await studio.picture(scene(1)) == scene(1).key.encode()
    assert studio.drawn == 3
    studio.close()


async def test_what_is_to_be_forgotten_is_not_kept_though_it_is_just_being_drawn() -> None:
    may_end = threading.Event()

    def slow(drawn: Scene) -> bytes:
        assert may_end.wait(20)
        return render(drawn)

    studio = Studio(slow)
    asked = asyncio.create_task(studio.picture(scene(4)))
    await asyncio.sleep(0)
    studio.forget()
    may_end.set()
    assert await asked == await studio.picture(scene(4))
    assert studio.drawn == 2
    studio.forget()
    await studio.picture(scene(4))
    assert studio.drawn == 3
    studio.close()


async def test_no_part_that_shows_a_name_is_kept_once_all_is_to_be_forgotten() -> None:
    may_begin, kept, forgotten = threading.Event(), list[str](), threading.Semaphore(0)

    def late(drawn: Scene) -> bytes:
        assert may_begin.wait(20)
        kept.append(drawn.key)
        return render(drawn)

    def forget() -> None:
        kept.clear()
        forgotten.release()

    studio = Studio(late, forget)
    asked = asyncio.create_task(studio.picture(scene(4)))
    await asyncio.sleep(0)
    studio.forget()
    may_begin.set()
    await asked
    for _ in ("at once", "when what was being drawn is drawn"):
        assert await asyncio.to_thread(forgotten.acquire, timeout=20)
    assert kept == []
    studio.close()


async def test_a_closed_studio_draws_nothing_more_and_gives_what_it_has() -> None:
    studio = Studio()
    await studio.picture(scene(1))
    studio.close()
    assert await studio.picture(scene(1)) == render(scene(1))
    with pytest.raises(Unwanted):
        await studio.picture(scene(2))
