"""The bot uploads its own emojis at the start; trouble with them does not delay it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import structlog

from cogs.discord_io.application import MOST, ROOMY, own_emojis
from localdiscord import LocalDiscord
from localdiscord.tests.local_bots import channel_of, point_at, running
from tests.local import local_discord

SIGNATURE = b"\x89PNG\r\n\x1a\n"
IMAGES = {name: SIGNATURE + name.encode() for name in ("fish", "berry", "moai")}
ALL = "/applications/*/emojis"
SOON_S = 5.0


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with local_discord() as server:
        yield server
        assert server.crashes == []


@asynccontextmanager
async def logged_in(local: LocalDiscord) -> AsyncIterator[discord.Client]:
    """Return a client as in its `setup_hook`: it knows its application, and has no gateway connection yet."""
    point_at(local)
    async with discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30) as client:
        await client.login(local.token)
        yield client


def at_discord(name: str, image: bytes) -> str:
    return f"{name}_{hashlib.blake2b(image).hexdigest()[:6]}"


def there(local: LocalDiscord) -> list[str]:
    return [emoji["name"] for emoji in local.world.emojis.values()]


def asked(local: LocalDiscord, method: str) -> int:
    """Return the number of requests about emojis."""
    return sum(request.method == method and "/emojis" in request.path for request in local.requests)


def written(local: LocalDiscord, images: dict[str, bytes] = IMAGES) -> dict[str, str]:
    """Return the text for each uploaded emoji."""
    ids = {emoji["name"]: emoji["id"] for emoji in local.world.emojis.values()}
    names = {name: at_discord(name, image) for name, image in images.items()}
    return {name: f"<:{known}:{ids[known]}>" for name, known in names.items() if known in ids}


def put(local: LocalDiscord, name: str) -> None:
    """Upload an emoji, as an earlier version of the bot did."""
    emoji_id = local.world.clock.snowflake()
    local.world.emojis[emoji_id] = {
        "id": emoji_id,
        "name": name,
        "roles": [],
        "user": local.world.bot.payload(),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


async def test_the_first_start_uploads_all_and_the_second_none(local: LocalDiscord) -> None:
    async with logged_in(local) as client:
        first = await own_emojis(client, IMAGES)
    assert list(first) == list(IMAGES)
    assert first == written(local)
    assert there(local) == [at_discord(*item) for item in IMAGES.items()]
    assert (asked(local, "GET"), asked(local, "POST")) == (1, 3)
    async with logged_in(local) as client:
        assert await own_emojis(client, IMAGES) == first
    assert (asked(local, "GET"), asked(local, "POST"), asked(local, "DELETE")) == (2, 3, 0)
    assert local.violations == []


async def test_what_is_uploaded_can_be_shown_in_texts_and_on_buttons(local: LocalDiscord) -> None:
    async with running(local) as bot:
        emojis = await own_emojis(bot, IMAGES)
        view = discord.ui.View()
        view.add_item(discord.ui.Button(emoji=emojis["moai"], custom_id="x"))
        option = discord.SelectOption(label="Berry", emoji=emojis["berry"])
        view.add_item(discord.ui.Select(custom_id="y", options=[option]))
        await channel_of(bot, local, "games").send(emojis["fish"], view=view)
    shown = local.person("Ana").messages()[0]
    assert emojis["fish"] in shown.text
    assert shown.buttons[0].emoji == at_discord("moai", IMAGES["moai"])
    button, select = (row["components"][0] for row in shown.message.components)
    # With its id as a text: a number would be rounded by the page.
    for name, emoji in (("moai", button["emoji"]), ("berry", select["options"][0]["emoji"])):
        assert f"<:{emoji['name']}:" + emoji["id"] + ">" == emojis[name]
    emoji_id = emojis["fish"].strip("<>").split(":")[-1]
    assert local.world.files[f"/cdn/emojis/{emoji_id}.png"] == (IMAGES["fish"], "image/png")


async def test_a_changed_drawing_is_uploaded_and_the_old_one_stays(local: LocalDiscord) -> None:
    changed = IMAGES | {"fish": SIGNATURE + b"a larger fish"}
    async with logged_in(local) as client:
        before = await own_emojis(client, IMAGES)
        after = await own_emojis(client, changed)
        assert await own_emojis(client, IMAGES) == before
    assert after == written(local, changed)
    assert after["fish"] != before["fish"]
    assert after["moai"] == before["moai"]
    assert len(there(local)) == 4
    assert (asked(local, "POST"), asked(local, "DELETE")) == (4, 0)


@pytest.mark.parametrize(
    "order",
    [{"status": 403, "code": 50013}, {"status": 400, "code": 30008}, {"status": 503, "code": 0}],
    ids=str,
)
async def test_an_upload_that_fails_leaves_just_that_one_out(
    local: LocalDiscord, order: dict[str, int]
) -> None:
    local.faults.fail("POST", ALL, **order)  # type: ignore[arg-type]
    with structlog.testing.capture_logs() as logged:
        async with logged_in(local) as client:
            emojis = await own_emojis(client, IMAGES)
            assert list(emojis) == ["berry", "moai"]
            assert emojis == written(local)
            assert list(await own_emojis(client, IMAGES)) == list(IMAGES)
    [line] = logged
    assert (line["event"], line["code"]) == ("emoji_not_uploaded", order["code"])
    assert line["emoji"] == at_discord("fish", IMAGES["fish"])


async def test_what_is_no_image_is_left_out(local: LocalDiscord) -> None:
    async with logged_in(local) as client:
        assert list(await own_emojis(client, {"words": b"words"} | IMAGES)) == list(IMAGES)
        assert list(await own_emojis(client, {"large": SIGNATURE + bytes(262_144)} | IMAGES)) == list(IMAGES)


async def test_a_rate_limit_that_is_too_long_leaves_just_that_one_out(local: LocalDiscord) -> None:
    local.faults.limit("POST", ALL, retry_after=3600)
    async with logged_in(local) as client:
        assert list(await own_emojis(client, IMAGES)) == ["berry", "moai"]


async def test_an_upload_whose_answer_was_lost_is_found_again(local: LocalDiscord) -> None:
    local.faults.fail("POST", ALL, status=500, after=True)  # discord.py tries once more, after a second
    async with logged_in(local) as client:
        emojis = await own_emojis(client, IMAGES)
    assert list(emojis) == list(IMAGES)
    assert emojis == written(local)
    assert len(there(local)) == 3
    assert asked(local, "GET") == 2


@pytest.mark.parametrize("status", [401, 403, 503])
async def test_a_listing_that_fails_leaves_all_out_quickly(local: LocalDiscord, status: int) -> None:
    async with logged_in(local) as client:
        local.faults.fail("GET", ALL, status=status, code=50001)
        began = time.monotonic()
        with structlog.testing.capture_logs() as logged:
            assert await own_emojis(client, IMAGES) == {}
        assert time.monotonic() - began < SOON_S
        assert [(line["event"], line["code"]) for line in logged] == [("emojis_not_listed", 50001)]
        assert asked(local, "POST") == 0
        assert list(await own_emojis(client, IMAGES)) == list(IMAGES)


async def test_a_discord_that_is_gone_leaves_all_out(local: LocalDiscord) -> None:
    async with local_discord() as gone, logged_in(gone) as client:
        await gone.stop()
        assert await own_emojis(client, IMAGES) == {}


async def test_a_client_without_application_has_none(local: LocalDiscord) -> None:
    async with discord.Client(intents=discord.Intents.none()) as client:
        assert await own_emojis(client, IMAGES) == {}


@pytest.mark.parametrize(("method", "patience_s"), [("GET", 0.01), ("POST", 0.5)])
async def test_a_slow_discord_does_not_hold_the_start(
    local: LocalDiscord, method: str, patience_s: float
) -> None:
    async with logged_in(local) as client:
        held = local.faults.hold(method, ALL)
        began = time.monotonic()
        assert await own_emojis(client, IMAGES, patience_s=patience_s) == {}
        assert time.monotonic() - began < SOON_S
        async with asyncio.timeout(SOON_S):
            await held.struck.wait()
        assert held.hits == 1
        held.release()
        # What was under way may end, but nothing else is begun.
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "emojis"))
        assert there(local) == ([at_discord("fish", IMAGES["fish"])] if method == "POST" else [])
        assert list(await own_emojis(client, IMAGES)) == list(IMAGES)


async def test_what_there_is_in_time_is_had(local: LocalDiscord) -> None:
    async with logged_in(local) as client:
        await own_emojis(client, {"berry": IMAGES["berry"]})
        held = local.faults.hold("POST", ALL)
        with structlog.testing.capture_logs() as logged:
            assert list(await own_emojis(client, IMAGES, patience_s=1.0)) == ["berry"]
        held.release()
    assert logged == [{"event": "emojis_unfinished", "missing": 2, "log_level": "warning"}]


async def test_the_bot_is_not_shut_out_when_patience_ends_in_a_global_rate_limit(
    local: LocalDiscord,
) -> None:
    async with logged_in(local) as client:
        limit = local.faults.limit("GET", ALL, retry_after=0.5, is_global=True)
        assert await own_emojis(client, IMAGES, patience_s=0.1) == {}
        assert limit.hits == 1
        async with asyncio.timeout(SOON_S):
            assert await client.fetch_application_emojis() is not None


async def test_a_start_called_off_uploads_no_more(local: LocalDiscord) -> None:
    async with logged_in(local) as client:
        held = local.faults.hold("POST", ALL, after=True)
        asking = asyncio.create_task(own_emojis(client, IMAGES))
        await held.struck.wait()
        work = [task for task in asyncio.all_tasks() if task.get_name() == "emojis"]
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.wait(work)
        held.release()
    assert held.hits == 1
    assert there(local) == [at_discord("fish", IMAGES["fish"])]


async def test_of_two_processes_each_uses_what_the_other_uploaded(local: LocalDiscord) -> None:
    async with logged_in(local) as one, logged_in(local) as other:
        held = local.faults.hold("POST", ALL, times=1)
        first = asyncio.create_task(own_emojis(one, IMAGES))
        await held.struck.wait()
        second = await own_emojis(other, IMAGES)
        held.release()
        assert await first == second == written(local)
    assert len(there(local)) == 3
    # Three by the one, one in vain by the other, who then looked again.
    assert (asked(local, "POST"), asked(local, "GET")) == (4, 3)


async def test_two_processes_at_once_have_all(local: LocalDiscord) -> None:
    images = {f"card_{number}": SIGNATURE + bytes([number]) for number in range(20)}
    async with logged_in(local) as one, logged_in(local) as other:
        had = await asyncio.gather(own_emojis(one, images), own_emojis(other, images))
    assert had[0] == had[1] == written(local, images)
    assert len(had[0]) == len(there(local)) == 20


OTHERS = (
    "fish",
    "fisher_000000",
    "my_fish_000000",
    "fish_00000",
    "fish_0000000",
    "fish_00000g",
    "owl_000000",
)
"""Not ours, although some look like it."""


@pytest.mark.parametrize("others", [0, 400])
async def test_only_the_oldest_of_many_old_drawings_are_deleted(local: LocalDiscord, others: int) -> None:
    for name in OTHERS:
        put(local, name)
    for number in range(others):
        put(local, f"another_{number}")
    old = [f"fish_{number:06x}" for number in range(ROOMY - len(OTHERS) - others)]
    for name in old:
        put(local, name)
    async with logged_in(local) as client:
        emojis = await own_emojis(client, IMAGES)
    assert list(emojis) == list(IMAGES)
    assert len(there(local)) == ROOMY
    assert asked(local, "DELETE") == 3
    assert {*OTHERS, *emojis_of(emojis), *old[3:]} <= {*there(local)}


async def test_room_is_made_where_there_is_none(local: LocalDiscord) -> None:
    others = [f"another_{number}" for number in range(MOST - 5)]
    for name in (*others, *(f"fish_{number:06x}" for number in range(5))):
        put(local, name)
    async with logged_in(local) as client:
        emojis = await own_emojis(client, IMAGES)
    assert list(emojis) == list(IMAGES)
    assert {*there(local)} == {*others, *emojis_of(emojis)}


async def test_where_nothing_may_be_deleted_the_start_goes_on(local: LocalDiscord) -> None:
    for number in range(ROOMY):
        put(local, f"fish_{number:06x}")
    refused = local.faults.fail("DELETE", ALL + "/*", status=403, code=50001, times=100)
    async with logged_in(local) as client:
        assert list(await own_emojis(client, IMAGES)) == list(IMAGES)
    assert refused.hits == 1
    assert len(there(local)) == ROOMY + 3


@pytest.mark.parametrize("name", ["", "fish-hook", "Fisch é", "x" * 26, "fish\n"])
async def test_other_names_are_a_mistake_of_ours(local: LocalDiscord, name: str) -> None:
    async with logged_in(local) as client:
        with pytest.raises(AssertionError):
            await own_emojis(client, {name: SIGNATURE})


async def test_names_of_every_length_are_taken(local: LocalDiscord) -> None:
    async with logged_in(local) as client:
        assert len(await own_emojis(client, {"x": SIGNATURE, "Y" * 25: SIGNATURE})) == 2


async def test_without_drawings_nothing_is_asked(local: LocalDiscord) -> None:
    async with logged_in(local) as client:
        assert await own_emojis(client, {}) == {}
    assert asked(local, "GET") == 0


def emojis_of(emojis: dict[str, str]) -> list[str]:
    """Return the emojis' names at Discord, from their texts in messages."""
    return [text.split(":")[1] for text in emojis.values()]


# The local Discord


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"name": "x"}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "x" * 33}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "a-b"}, {"name": "STRING_TYPE_REGEX"}),
        ({"name": "taken"}, {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}),
        ({"image": "data:image/png;base64,%"}, {"image": "IMAGE_INVALID"}),
        ({"image": base64.b64encode(SIGNATURE).decode()}, {"image": "IMAGE_INVALID"}),
        ({"image": "data:image/png;base64,d29yZHM="}, {"image": "IMAGE_INVALID"}),
        (
            {"image": "data:image/png;base64," + base64.b64encode(SIGNATURE + bytes(262_144)).decode()},
            {"image": "BINARY_TYPE_MAX_SIZE"},
        ),
    ],
)
async def test_what_discord_refuses_is_refused(
    local: LocalDiscord, body: dict[str, Any], errors: dict[str, str]
) -> None:
    put(local, "taken")
    good = {"name": "fish", "image": "data:image/png;base64," + base64.b64encode(SIGNATURE).decode()}
    async with logged_in(local) as client:
        assert client.application_id is not None
        with pytest.raises(discord.HTTPException) as refused:
            await client.http.create_application_emoji(client.application_id, **(good | body))
    assert refused.value.code == 50035
    assert there(local) == ["taken"]
    [violation] = local.violations
    found = {field: fault["_errors"][0]["code"] for field, fault in violation.errors.items()}
    assert found == errors


async def test_an_emoji_may_keep_its_name_and_not_take_anothers(local: LocalDiscord) -> None:
    put(local, "fish")
    put(local, "moai")
    async with logged_in(local) as client:
        fish, _ = await client.fetch_application_emojis()
        await fish.edit(name="fish")
        with pytest.raises(discord.HTTPException):
            await fish.edit(name="moai")


async def test_there_are_no_more_than_2000(local: LocalDiscord) -> None:
    for number in range(MOST):
        put(local, f"another_{number}")
    async with logged_in(local) as client:
        with pytest.raises(discord.HTTPException) as refused:
            await client.create_application_emoji(name="fish", image=SIGNATURE)
    assert refused.value.code == 30008
