"""Members and moderators of a table's channel, as Discord says; without an answer, nobody has rights."""

from __future__ import annotations

import pytest

from cogs.people import access
from cogs.people.access import KEPT_S
from tables.verbs.access import NOWHERE, Presence
from tests.play.evening import PATIENCE_S, Evening

pytestmark = pytest.mark.only_with("gateway", "it tells of what comes and goes")

SEES = Presence(sees=True, posts=True)
MODERATES = Presence(sees=True, moderates=True, posts=True)


async def presence(evening: Evening, name: str, channel: str = "games") -> Presence | None:
    """Return what the bot finds out about a person without a click of theirs."""
    place = evening.discord.channel(channel)
    who = evening.person(name).id
    membership = evening.bot.parts.membership
    return await membership.presence(int(evening.discord.world.guild_id), int(place.id), who)


def asked(evening: Evening) -> int:
    """Return how often Discord was asked for a member."""
    return sum("/members/" in request.path for request in evening.discord.requests)


async def until_heard(evening: Evening) -> None:
    """Wait until the bot has received the gateway's events so far, by a further change."""
    created = evening.bot.wait_for("guild_channel_create", timeout=PATIENCE_S)
    evening.discord.create_channel("told")
    await created
    deleted = evening.bot.wait_for("guild_channel_delete", timeout=PATIENCE_S)
    evening.discord.delete_channel("told")
    await deleted


async def test_a_channel_s_own_permissions_say_who_sees_and_moderates_it(evening: Evening) -> None:
    assert await presence(evening, "Ben") == SEES
    evening.discord.change_permissions("Ben", "games", allow=["MANAGE_MESSAGES"])
    evening.discord.change_permissions("Cleo", "games", deny=["VIEW_CHANNEL"])
    evening.discord.change_permissions("Dao", "lounge", allow=["MANAGE_MESSAGES"])
    await until_heard(evening)
    assert await presence(evening, "Ben") == MODERATES
    assert await presence(evening, "Cleo") == NOWHERE
    assert await presence(evening, "Dao") == SEES
    assert await presence(evening, "Dao", "lounge") == MODERATES


async def test_who_has_left_or_whose_channel_is_gone_is_nowhere(evening: Evening) -> None:
    evening.person("Ben").leave_server()
    assert await presence(evening, "Ben") == NOWHERE
    guild, stranger = int(evening.discord.world.guild_id), 1 << 60
    assert await evening.bot.parts.membership.presence(guild, 1, evening.person("Ana").id) == NOWHERE
    assert await evening.bot.parts.membership.presence(guild, 1, stranger) == NOWHERE
    assert await evening.bot.parts.membership.presence(None, 1, stranger) is None
    removed = evening.bot.wait_for("guild_remove", timeout=PATIENCE_S)
    evening.discord.remove_bot()
    await removed
    assert await presence(evening, "Ana") == NOWHERE


@pytest.mark.slow
async def test_what_discord_does_not_say_is_neither_yes_nor_no_and_is_asked_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "PATIENCE_S", 0.3)  # discord.py asks again and again, ever more slowly.
    for status, code in ((500, 0), (403, 50001), (404, 10004)):
        evening.discord.faults.fail("GET", "/guilds/*/members/*", status=status, code=code, times=5)
        assert await presence(evening, "Ben") is None
        evening.discord.faults.clear()
    assert await presence(evening, "Ben") == SEES
    unavailable = evening.bot.wait_for("guild_unavailable", timeout=PATIENCE_S)
    evening.discord.begin_outage()
    await unavailable
    assert await presence(evening, "Ben") is None


async def test_discord_is_asked_once_for_many_clicks_and_again_after_a_moment(evening: Evening) -> None:
    for _ in range(20):
        assert await presence(evening, "Ben") == SEES
    assert asked(evening) == 1
    evening.person("Ben").leave_server()
    evening.discord.clock.advance(KEPT_S)
    assert await presence(evening, "Ben") == NOWHERE
    assert asked(evening) == 2


async def test_a_thread_goes_by_its_channel(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.discord.until(lambda: evening.discord.threads, timeout_s=PATIENCE_S)
    await evening.settled()
    thread = evening.discord.threads[-1].id
    evening.discord.change_permissions("Cleo", "games", deny=["VIEW_CHANNEL"])
    evening.discord.change_permissions("Dao", "games", allow=["MANAGE_MESSAGES"])
    await until_heard(evening)
    assert [await presence(evening, name, thread) for name in ("Ben", "Cleo", "Dao")] == [
        SEES,
        NOWHERE,
        MODERATES,
    ]
