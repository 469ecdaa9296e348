"""The Activity's page over real connections: who gets in, what they see, and what a press does."""

from __future__ import annotations

import asyncio
import html
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord.abc import _Overwrites

from cogs.activity import identity, presses, server
from cogs.activity.server import LARGEST
from cogs.activity.session import COOKIE, Limits
from cogs.discord_io.application import sent_commands
from cogs.discord_io.watching import Answered, Watcher
from cogs.messages.whereabouts import BOARD
from cogs.ops import receiver
from cogs.views.board import LARGE
from engine.catalogue import games
from locales import in_language
from tables import StorageFailed
from tables.store.messages import LARGE_BOARD
from tests.play.comings_and_goings import until
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening
from tests.play.frame import Frame, frames, in_turn, move
from tests.play.pairing import Pairing
from tests.play.test_as_guest import Place

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
KEY = "a key that is the page's"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def evening(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    """One evening with the Activity for all tests, each with a table of its own."""
    folder = tmp_path_factory.mktemp("activity")
    async with an_evening(folder, people=ENGLISH, has_activity=True) as began:
        limits = [patch(f"tables.changes.TABLES_PER_{what}", 100) for what in ("CHANNEL", "PERSON")]
        with limits[0], limits[1]:
            yield began


async def test_who_asks_to_be_forgotten_is_in_no_note_of_launches(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    async with frames(evening, "Dao"):
        mark = evening.tables.seal(LARGE_BOARD, evening.person("Dao").id)
        assert mark in (await evening.tables.messages.get(table))[LARGE_BOARD].extra
    await evening.tables.forget_person(evening.person("Dao").id)
    assert LARGE_BOARD not in await evening.tables.messages.get(table)


async def test_a_card_played_on_the_page_is_seen_by_all_and_in_the_messages(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Ben", "Dao") as (*players, dao):
        ana, ben = in_turn(*players)
        assert move(ana) in ana.touch()
        assert "My cards" in dao.buttons()
        assert not dao.touch()
        assert dao.views["board"] is None
        assert set(dao.views["people"].values()) == {"Ana", "Ben"}
        for one in (ana, ben, dao):
            assert "Large board" not in one.buttons()
            assert one.views["main"]["pictures"]
        first = move(ana)
        await ana.press(first)
        assert move(ana).split(":")[3] != first.split(":")[3]
        await ana.press_label("↩ Take back")
        assert move(ana).split(":")[3] == first.split(":")[3]
        await ana.press(move(ana))
        await ana.press(move(ana))
        assert "Your turn" not in ana.text()
        await ben.until(lambda: "Your turn" in ben.text())
        told = f"<@{evening.person(ben.name).id}>** must play a card"
        await dao.until(lambda: told in dao.text())
        await evening.painted()
        assert told in evening.board().text
        assert not ana.told


OWN = {"ru-ra-re": "My cards", "rapa-nui-cards": "My cards", "rapa-nui-board": "My board"}
"""The buttons that open a player's panel."""


@pytest.mark.parametrize("game", list(games()))
async def test_message_and_page_follow_each_other(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(server, "WAIT_S", 600.0)  # Only the change itself can bring the page news in time.
    await evening.started("Ana", "Ben", game=game)
    async with frames(evening, "Ana", "Ben", "Dao") as (*players, dao):
        ana, ben = in_turn(*players)
        await evening.press(ana.name, OWN[game])
        panel, seen = evening.person(ana.name).ephemeral("games")[-1], ana.views["main"]
        await evening.forge(ana.name, panel, move(ana))
        await ana.until(lambda: ana.views["main"] != seen)
        if game == "rapa-nui-board":
            await ben.until(lambda: "Your turn" in ben.text())
        mover = ana if game == "rapa-nui-cards" else ben
        told, seen = evening.board().text, dao.views["main"]
        await mover.press(move(mover))
        await dao.until(lambda: dao.views["main"] != seen)
        await evening.painted()
        assert evening.board().text != told
        assert not mover.told


@pytest.mark.parametrize("game", list(games()))
async def test_a_page_that_is_closed_in_mid_choice_leaves_nothing(evening: Evening, game: str) -> None:
    table = await evening.started("Ana", "Ben", game=game)
    version = (await evening.tables.table(table)).version
    async with frames(evening, "Ana", "Ben") as players:
        ana = in_turn(*players)[0]
        usual = ana.views["main"]
        step = next((press for press in ana.touch() if ":pick:" in press), ana.buttons()["More…"])
        await ana.press(step)
        assert ana.views["main"] != usual or ana.views["aside"] is not None
        await ana.socket.close()
        await ana.connect()
        assert ana.views["main"] == usual
        assert ana.views["aside"] is None
    assert (await evening.tables.table(table)).version == version
    servers = [worker.bot.large_board for worker in evening.workers]
    await until(evening, lambda: not any(one._pages._open for one in servers))


async def test_what_is_pressed_beside_the_game_opens_beside_it(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Dao") as (ana, dao):
        await dao.press_label("Log")
        assert dao.views["aside"] is not None
        await ana.press_label("More…")
        assert ana.views["aside"] is not None
        await ana.press_label("‹ Back", "aside")
        assert ana.views["aside"] is None
        await dao.press_label("My cards")
        assert dao.told[-1].startswith("You aren't playing at this table,")


@pytest.mark.parametrize("is_private", [True, False])
async def test_a_page_can_not_say_on_which_message_a_press_was(evening: Evening, is_private: bool) -> None:
    dao = await alone(evening)
    table = (await evening.tables.tables_of(evening.person("Dao").id))[-1].id
    await evening.tables.messages.remove(table, BOARD)
    before = await evening.tables.messages.get(table)
    assert BOARD not in before
    await dao.press(f"t:{table}:refresh", is_private=is_private)
    await evening.settled()
    assert not dao.told
    after = await evening.tables.messages.get(table)
    assert {name: after[name] for name in before} == before
    await dao.close()


async def test_a_press_counts_once_however_often_it_comes(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Ben") as players:
        ana = in_turn(*players)[0]
        play, before = move(ana), (await evening.tables.table(table)).version
        await ana.press(play, key=KEY)
        version = (await evening.tables.table(table)).version
        assert version > before
        await ana.press(play, key=KEY)
        await ana.socket.close()
        await ana.connect()
        await ana.press(play, key=KEY)
        async with ana.http.post(
            f"{ana.base}press", json={"key": KEY, "press": play}, headers=ana.headers
        ) as answer:
            assert (await answer.json())["did"] == KEY
        assert (await evening.tables.table(table)).version == version
        assert not ana.told


async def test_who_has_no_socket_gets_the_same_by_waiting(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Ben") as players:
        ana, ben = in_turn(*players)
        async with ben.http.get(f"{ben.base}view?after=-1") as answer:
            first = await answer.json()
        assert first["main"] == ben.views["main"]
        waiting = asyncio.create_task(ben.http.get(f"{ben.base}view?after={first['n']}"))
        await ana.press(move(ana))
        async with await waiting as answer:
            assert (await answer.json())["n"] != first["n"]


async def test_the_page_goes_to_the_table_that_its_reader_opened_last(evening: Evening) -> None:
    one = await evening.started("Ana", "Ben")
    board = evening.board()
    other = await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Ben") as (ana, ben):
        assert any(f":{other}:" in press for press in ana.buttons().values())
        await (await evening.person("Ana").click(board, "Large board")).answered()
        await ana.until(lambda: any(f":{one}:" in press for press in ana.buttons().values()))
        await ana.socket.close()
        await ana.connect()
        assert any(f":{one}:" in press for press in ana.buttons().values())
        dao = Frame(evening, "Dao")
        await evening.person("Dao").launch("games")
        dao.join()
        await dao.begin()
        assert f"Table ID: {one}" in dao.text()
        await dao.close()
        assert all(f":{other}:" in press for press in ben.buttons().values() if press.startswith("t:"))


async def test_who_leaves_the_activity_sees_no_more(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    monkeypatch.setattr(identity, "FRESH_S", 0.0)
    monkeypatch.setattr(identity, "NEW_S", 0.0)
    async with frames(evening, "Ana", "Ben", "Dao") as (*players, dao):
        ana = in_turn(*players)[0]
        evening.person("Dao").close_activity()
        await ana.press(move(ana))
        await dao.until(lambda: dao.socket.closed)
        assert dao.socket.close_code == 4401
        async with dao.http.get(f"{dao.base}view?after=-1") as answer:
            assert answer.status == 401


async def test_a_secret_choice_changes_no_byte_of_what_others_get(evening: Evening) -> None:
    await evening.started("Ana", "Ben", game="ru-ra-re")
    async with frames(evening, "Ana", "Ben", "Dao") as (ana, ben, dao):
        seen: list[list[Any]] = []
        choices = list(ana.touch())
        assert len(choices) > 1
        await evening.settled()  # The thread is there, which the board names.
        for choice in choices[:2]:
            await ana.press(choice)
            for one in (ben, dao):
                await one.socket.close()
                await one.connect()
            seen.append([one.views for one in (ben, dao)])
        assert seen[0] == seen[1]


# Strangers


async def asked(frame: Frame, method: str, path: str, **how: Any) -> int:
    """The status of a request with the session of a page."""
    headers = {**frame.headers, **how.pop("headers", {})}
    async with frame.http.request(method, frame.base + path, headers=headers, **how) as answer:
        assert "Server" not in answer.headers
        return answer.status


FOREIGN = {"Origin": "https://x.example"}
PRESS = {"key": KEY, "press": "t:zzzz0:log"}


@pytest.mark.parametrize(
    ("status", "method", "path", "how"),
    [
        pytest.param(403, "POST", "press", {"json": PRESS, "headers": FOREIGN}, id="site"),
        pytest.param(403, "POST", "press", {"json": PRESS, "headers": {"Origin": "null"}}, id="no site"),
        pytest.param(403, "POST", "session", {"json": {}, "headers": FOREIGN}, id="login"),
        pytest.param(403, "GET", "live", {"headers": FOREIGN}, id="socket"),
        pytest.param(400, "GET", "live", {}, id="no socket"),
        pytest.param(413, "POST", "press", {"data": b" " * (LARGEST + 1)}, id="huge"),
        pytest.param(400, "POST", "press", {"data": b"{"}, id="no JSON"),
        pytest.param(400, "POST", "press", {"data": b"[" * 4000}, id="deep"),
        pytest.param(400, "POST", "press", {"json": {**PRESS, "key": "short"}}, id="short key"),
        pytest.param(400, "POST", "press", {"json": {**PRESS, "press": "x" * 101}}, id="long press"),
        pytest.param(400, "POST", "press", {"json": {**PRESS, "values": ["x"] * 26}}, id="many values"),
        pytest.param(405, "GET", "files/../server.py", {}, id="path"),
        pytest.param(404, "GET", "files/..%2fserver.py", {}, id="hidden path"),
        pytest.param(405, "GET", "secrets", {}, id="no such page"),
        pytest.param(401, "POST", "", {"data": b"{}"}, id="an interaction that isn't signed"),
    ],
)
async def test_what_is_no_request_of_the_page_is_refused(
    evening: Evening, visitor: Frame, status: int, method: str, path: str, how: dict[str, Any]
) -> None:
    if "data" in how:
        how = {**how, "headers": {"Content-Type": "application/json"}}
    assert await asked(visitor, method, path, **how) == status


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def visitor(evening: Evening) -> AsyncIterator[Frame]:
    """Somebody who looks at a table."""
    await evening.started("Ana", "Ben")
    async with frames(evening, "Cleo") as [cleo]:
        yield cleo


async def test_a_cookie_that_was_changed_or_is_missing_opens_nothing(visitor: Frame) -> None:
    cookie = next(one.value for one in visitor.http.cookie_jar if one.key == COOKIE)
    body, _, seal = cookie.partition(".")
    for forged in ("", body, f"{body}.", f"{body[:-2]}AA.{seal}", f"{body}.{seal[:-1]}0x", "é.é", "x" * 5000):
        for method, path in (("GET", "view?after=-1"), ("POST", "sprites"), ("GET", "live")):
            async with (
                aiohttp.ClientSession() as http,
                http.request(
                    method,
                    visitor.base + path,
                    headers={**visitor.headers, "Cookie": f"{COOKIE}={forged}"},
                ) as answer,
            ):
                assert answer.status == 401 or (len(forged) > 4000 and answer.status == 400)


async def test_only_who_is_in_the_instance_gets_a_session(evening: Evening, visitor: Frame) -> None:
    await evening.person("Dao").launch("lounge")
    dao = Frame(evening, "Dao")
    dao.join()
    try:
        assert (await dao.session(instance=visitor.instance))[0] == 401
        assert (await dao.session(instance="../../users/@me"))[0] == 401
        for code in ("nonsense", "non sense"):
            assert (await dao.session(instance=visitor.instance, code=code))[0] == 401
        status, told = await dao.session()
        assert (status, told["error"][:12]) == (404, "Which table?")
    finally:
        await dao.close()


async def test_a_channel_that_a_role_may_not_see_stays_shut(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    used = await evening.person("Ana").command("table new", channel="lounge", game="ru-ra-re")
    await used.answered()
    lounge_id = int(evening.discord.channel("lounge").id)
    [hidden] = await evening.tables.tables_in(lounge_id)
    # The local Discord has no roles: the gateway's cache gets one, and a person the role's id.
    [guild] = evening.bot.guilds
    look: Any = {"id": "999", "name": "Jailed", "permissions": "0", "position": 1, "color": 0, "hoist": False}
    look |= {"managed": False, "mentionable": False, "colors": {"primary_color": 0}}
    monkeypatch.setitem(guild._roles, 999, discord.Role(guild=guild, state=guild._state, data=look))
    monkeypatch.setattr(evening.person("Dao").user, "roles", ["999"])
    lounge: Any = guild.get_channel(lounge_id)
    async with frames(evening, "Dao") as [dao]:
        evening.bot.parts.membership._known.clear()
        await dao.press(f"t:{hidden.id}:log")
        assert not dao.told
        denied = _Overwrites({"id": "999", "type": 0, "allow": "0", "deny": f"{1 << 10}"})
        monkeypatch.setattr(lounge, "_overwrites", [*lounge._overwrites, denied])
        await dao.press(f"t:{hidden.id}:log")
        assert "can't find that table" in dao.told[-1]


async def test_drawings_are_no_way_to_fill_the_memory(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(evening, monkeypatch, "_may_draw")
    await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Dao") as (ana, dao):
        large = [f"ground:shore@{1900 + n}x1999" for n in range(60)]
        assert await dao.sprites("ground:shore@9000x9999") == (200, {})
        monkeypatch.setattr(server, "MOST_DRAWN", 10_000)
        assert (await dao.sprites(*large))[0] == 413
        assert (await dao.sprites("ground:shore@9x9"))[0] == 429
        assert (await ana.sprites("ground:shore@9x9"))[0] == 200


async def test_who_presses_without_end_is_slowed_down(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(evening, monkeypatch, "_may_press")
    await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Dao") as (ana, dao):
        for _ in range(3):
            assert not dao.told
            await dao.press_label("Log")
        assert "too fast" in dao.told[-1]
        await ana.press_label("More…")
        assert not ana.told


async def test_who_asks_for_sessions_without_end_keeps_out_nobody_in_another_place(
    evening: Evening, visitor: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(evening, monkeypatch, "_may_begin")
    statuses = [(await visitor.session(code="nonsense"))[0] for _ in range(3)]
    assert statuses == [401, 401, 429]
    dao = await alone(evening)
    await dao.close()


def limited(evening: Evening, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Let each person do something twice, and then never again."""
    for worker in evening.workers:
        monkeypatch.setattr(worker.bot.large_board, what, Limits(0.0, 2.0, worker.bot.parts.now))


class Counting(Watcher):
    """Keeps which clicks have ended, and how."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, str]] = []

    def answered(self, click: Answered) -> None:
        assert click.steps
        if click.verb != LARGE:  # The launch of the page may end after the page is there.
            self.ended.append((click.verb, click.outcome))


async def test_presses_are_counted_where_clicks_are(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Ben") as players:
        await evening.settled()
        counting = Counting()
        for worker in evening.workers:
            monkeypatch.setitem(vars(worker.bot.parts), "watchers", (counting,))
        ana, ben = in_turn(*players)
        play = move(ana)
        await ana.press(play)
        await ben.press(play)
        await ben.press("t:zzzz0:log")
        assert counting.ended == [("play", "done"), ("play", "refused"), ("log", "refused")]


@pytest.mark.parametrize("language", ["de", "ja"])
async def test_whatever_fails_is_told_in_the_readers_language(visitor: Frame, language: str) -> None:
    words = in_language(language)
    headers = {"Accept-Language": f"{language}-x,en;q=0.5"}
    async with visitor.http.get(visitor.base, headers=headers) as answer:
        assert html.escape(words("activity.page_failed")) in await answer.text()
    foreign = {**headers, "Origin": "https://x.example"}
    async with visitor.http.post(f"{visitor.base}session", json={}, headers=foreign) as answer:
        assert await answer.json() == {"error": words("activity.page_failed")}
    async with aiohttp.ClientSession() as http, http.get(f"{visitor.base}view", headers=headers) as answer:
        assert await answer.json() == {"error": words("activity.page_over")}


async def test_every_drawing_of_a_picture_is_served(visitor: Frame) -> None:
    names = set()
    for picture in visitor.views["main"]["pictures"]:
        scene = picture["scene"]
        names.add(f"ground:{scene['ground']}@{scene['width']}x{scene['height']}")
        for one in scene["placed"]:
            if not one["sprite"].startswith("text:"):
                names.add(f"{one['sprite']}@{one['width']}x{one['height']}")
    wanted, found = sorted(names), {}
    for at in range(0, len(wanted), 60):
        found.update((await visitor.sprites(*wanted[at : at + 60]))[1])
    assert set(found) == names
    assert all(drawn.startswith("<svg") for drawn in found.values())
    wrong = ["art:../render", "art:..", "os.path:x", "text:light:Ana", "ground:none", "number:light:q"]
    assert await visitor.sprites(*wrong) == (200, {})


async def test_the_page_may_be_framed_by_discord_alone(visitor: Frame) -> None:
    async with visitor.http.get(visitor.base) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none';")
        assert "frame-ancestors https://discord.com https://*.discord.com https://*.discordsays.com" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_commands_are_sent_with_the_one_that_launches_the_activity(evening: Evening) -> None:
    before = [one for one in evening.discord.commands if one["type"] == 4]
    assert len(before) == 1
    for anyway in (True, False):
        await sent_commands(evening.bot.tree, anyway=anyway)
    assert [one for one in evening.discord.commands if one["type"] == 4] == before


@pytest.mark.postgres
@pytest.mark.parametrize("pairing", [Pairing("https", "postgres", 2)], ids=str)
@pytest.mark.asyncio(loop_scope="function")
async def test_a_page_may_come_from_a_process_that_does_not_own_the_table(
    tmp_path: Path, pairing: Pairing
) -> None:
    async with an_evening(tmp_path, people=ENGLISH, pairing=pairing, has_activity=True) as evening:
        table = await evening.started("Ana", "Ben")
        await evening.settled()
        keeper = evening.keeper(table)
        [other] = [one for one in evening.workers if one is not keeper]
        opened = []
        for name, worker in (("Ana", other), ("Ben", keeper)):
            evening.discord.use_activity_url(f"http://127.0.0.1:{worker.port}/activity/")
            opened.append(Frame(evening, name))
            await opened[-1].open()
        mover, waiting = in_turn(*opened)
        await mover.press(move(mover))
        assert not mover.told
        await mover.press(move(mover))
        await waiting.until(lambda: "Your turn" in waiting.text())
        await waiting.press(move(waiting))
        assert not waiting.told
        for one in opened:
            await one.close()


async def test_a_body_that_never_ends_is_given_up(visitor: Frame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiver, "READ_WITHIN_S", 0.05)

    async def slow() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(1)

    assert await asked(visitor, "POST", "press", data=slow()) == 408


async def alone(evening: Evening) -> Frame:
    """The page of somebody who plays a computer in direct messages."""
    used = await evening.person("Dao").command("table new", channel="@bot", game="ru-ra-re")
    await used.answered()
    table = (await evening.tables.tables_of(evening.person("Dao").id))[-1].id
    await evening.settled()
    await evening.forge("Dao", used.messages[-1], f"t:{table}:solo:casual")
    await evening.settled()
    dao = Frame(evening, "Dao")
    await dao.open(evening.panel("Dao"))
    return dao


async def test_a_game_in_direct_messages_is_played_on_the_page(evening: Evening) -> None:
    dao = await alone(evening)
    await dao.press(move(dao))
    assert not dao.told
    await dao.close()


async def test_a_finished_game_is_replayed_and_reviewed_on_the_page(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presses, "PACE_S", 0.01)
    monkeypatch.setattr(presses, "REVIEW_S", 0.01)
    table = await evening.started("Ana", "Ben", game="ru-ra-re")
    async with frames(evening, "Ana") as [ana]:
        await evening.run_to_the_end(table, "Ana", "Ben")
        await ana.until(lambda: "Replay" in ana.buttons())
        await ana.press_label("Replay")
        shown = ana.text("aside")
        await ana.press(next(one for one in ana.buttons("aside").values() if ":replay:play." in one))
        await ana.until(lambda: ana.text("aside") != shown)
        await ana.press_label("Review")
        shown = ana.text("aside")
        await ana.until(lambda: ana.text("aside") != shown)
        assert not ana.told
        await ana.press_label("Share")
        assert ana.told[-1] == "That only works in the message itself, not here."
        await ana.press_label("Play again")
        await evening.settled()
        assert "Join" in [button.label for button in evening.board().buttons]
        assert len(ana.told) == 1


async def test_a_guest_s_table_in_a_group_is_played_on_the_page(evening: Evening) -> None:
    evening.discord.install("Ana")
    place = Place(evening, evening.discord.add_group("Ana", "Ben", "Cleo"))
    await place.begun()
    opened = [Frame(evening, name) for name in ("Ana", "Cleo")]
    for one in opened:
        await one.open(place.board)
    ana, cleo = opened
    await ana.press(move(ana))
    assert not ana.told
    assert not any(press.startswith("m:") for press in cleo.buttons().values())
    for one in opened:
        await one.close()


async def test_a_store_that_fails_is_told_and_the_page_goes_on(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    async with frames(evening, "Ana", "Ben") as players:
        ana = in_turn(*players)[0]
        with monkeypatch.context() as broken:
            broken.setattr(evening.database, "write", fails)
            await ana.press(move(ana))
            assert "Nothing has changed" in ana.told[-1] or "again" in ana.told[-1]
        await ana.press(move(ana))
        assert len(ana.told) == 1


async def fails(*_: Any) -> None:
    """Fail as a full disk does."""
    raise StorageFailed("full")


async def test_a_clock_that_is_set_back_takes_nothing_away() -> None:
    now = [1_000.0]
    limits = Limits(1.0, 2.0, lambda: now[0])
    assert limits.take("Ana")
    now[0] = 0.0
    assert limits.take("Ana")
    assert not limits.take("Ana")
    assert limits.take("Ben")
    now[0] = 1.5
    assert limits.take("Ana")
