"""Simultaneous secret choices through the real discord.py: nobody learns anything early."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from hashlib import blake2b
from pathlib import Path

import pytest

from localdiscord import ShownMessage
from tables import Phase
from tables.store.keyed_hash import Seal
from tests.play.conftest import ENGLISH
from tests.play.evening import CHOSEN, PATIENCE_S, Evening, an_evening, moves_of

pytestmark = pytest.mark.slow

EVERYBODY = ("Ana", "Ben", "Cleo", "Dao")
ID = re.compile(r"\d{16,20}")


async def begun(evening: Evening, *names: str) -> str:
    table = await evening.started(*names, game="ru-ra-re")
    for name in names:
        await evening.dealt(name)
    await evening.settled()
    return table


def panel(evening: Evening, name: str) -> ShownMessage:
    shown = evening.panel(name)
    assert shown is not None
    return shown


async def choose(evening: Evening, name: str, row: int) -> None:
    """Press a row on the person's own panel."""
    shown = panel(evening, name)
    ids = (button.custom_id or "" for button in shown.buttons)
    custom_id = next(one for one in ids if one.endswith(f":choose {row}"))
    clicked = await evening.person(name).click(shown, custom_id=custom_id)
    await clicked.answered()


def received(evening: Evening, name: str, since: int = 0, *, is_once: bool = False) -> list[list[str]]:
    """Return all that reached a person, without ids: texts, labels, alternative texts, button ids, files.

    Of nonces, which are another's in every database, what they were made of.  Message by message, each with
    what it came to be: the board, a panel and the answer to a click come in any order.  With `is_once`, what
    is shown twice on end counts once.
    """
    seals = evening.tables.seal
    made_of = seals.made_of if isinstance(seals, Seals) else {}
    messages: defaultdict[str, list[str]] = defaultdict(list)
    for seen in evening.discord.seen_by(name)[since:]:
        nonce = made_of.get(str(seen.payload.get("nonce")))
        said = ID.sub("#", repr((seen.texts, seen.custom_ids, seen.file_names, nonce)))
        if not (is_once and messages[seen.id][-1:] == [said]):
            messages[seen.id].append(said)
    return sorted(messages.values())


class Seals:
    """Replaces the seal of a database, and records the text of each nonce."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal
        self.made_of: dict[str, tuple[str | int, ...]] = {}

    def __call__(self, *parts: str | int) -> str:
        text = self._seal(*parts)
        self.made_of[text] = parts
        return text


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_game_of_secret_choices_is_played_to_its_end(evening: Evening, players: int) -> None:
    names = EVERYBODY[:players]
    table = await begun(evening, *names)
    assert await evening.play_to_the_end(*names) > 20
    assert (await evening.tables.table(table)).phase is Phase.OVER
    await evening.discord.until(lambda: "Final scoring:" in evening.board().text, timeout_s=PATIENCE_S)
    result = (await evening.look(table)).result
    assert result is not None
    for seat in result.seats:
        assert f"{seat.points} point" in evening.board().text.replace("\u00a0", " ")
    assert evening.in_vain() == set()
    story = "\n".join(shown.text for shown in evening.thread())
    for told in ("Everyone has chosen.", " takes ", "First scoring", "The last round starts."):
        assert told in story.replace("\u00a0", " ")


async def test_two_who_answer_at_once_are_both_right(evening: Evening) -> None:
    table = await begun(evening, "Ana", "Ben")
    await asyncio.gather(choose(evening, "Ana", 1), choose(evening, "Ben", 2))
    await evening.settled()
    story = "\n".join(shown.text for shown in evening.thread())
    assert "Row 1:" in story
    assert "Row 2:" in story
    assert (await evening.look(table)).observation.turn == 2
    assert not any(
        "out of date" in shown.text
        for name in ("Ana", "Ben")
        for shown in evening.person(name).direct_messages()
    )


async def test_a_choice_may_be_changed_until_the_last_one_is_in(evening: Evening) -> None:
    table = await begun(evening, "Ana", "Ben")
    await choose(evening, "Ana", 3)
    shown = panel(evening, "Ana")
    assert CHOSEN in shown.text
    assert "Your row: 3" in shown.text
    await choose(evening, "Ana", 5)
    assert "Your row: 5" in panel(evening, "Ana").text
    assert (await evening.look(table, "Ana")).observation.choices[0] == 5
    await choose(evening, "Ben", 3)
    await evening.settled()
    assert (await evening.look(table)).observation.turn == 2
    story = "\n".join(one.text for one in evening.thread())
    assert re.search(r"Row 5: \S+\s<@\d+> takes", story)


async def up_to_the_last_choice(
    folder: Path, first: int, then: int | None, *, revealed: bool = False
) -> dict[str, list[list[str]]]:
    """Have Ana choose, perhaps twice, and Cleo once; return all that everybody else has received.

    `revealed`: Ben chooses, too, and a new turn begins.
    """
    async with an_evening(folder, people=ENGLISH) as evening:
        seals = Seals(evening.tables.seal)
        for one in evening.workers:
            one.tables.seal = seals
        table = await begun(evening, "Ana", "Ben", "Cleo")
        asked = (await evening.look(table, "Ben")).asked
        # How often a lobby is painted while people sit down is a matter of moments, and of no choice.
        begin = {name: len(evening.discord.seen_by(name)) for name in ("Ben", "Cleo", "Dao")}
        if not revealed:
            # It follows the game too.  Once all is revealed, it and the direct message come in any order.
            await evening.press("Ben", "My cards")
        await choose(evening, "Ana", first)
        await evening.settled()
        if then is not None:
            await choose(evening, "Ana", then)
            await evening.settled()
        await choose(evening, "Cleo", 2)
        await evening.settled()
        if revealed:
            await choose(evening, "Ben", 1)
            await evening.settled()
            # On an old panel: it tells what has happened since.
            await evening.forge("Ben", panel(evening, "Ben"), f"m:{table}:{asked}:choose 1")
            await evening.settled()
        for asking in ("Ben", "Dao"):
            await evening.press(asking, "Log")
        await evening.press("Ben", "My cards")
        if not revealed:
            former = evening.person("Ben").ephemeral("games")[0]
            await evening.discord.until(lambda: "in a newer message" in former.text, timeout_s=PATIENCE_S)
        await evening.say("Dao", "replay")
        evening.discord.change_permissions("Dao", "games", allow=["MANAGE_MESSAGES"])
        await evening.say("Dao", "table repair")
        offered = evening.person("Dao").ephemeral("games")[-1]
        if revealed:
            value = offered.selects[0].options[0][1]
            point = await evening.person("Dao").choose(offered, value, custom_id=offered.selects[0].custom_id)
            await point.answered()
        # Who has chosen: where another worker repaints their panel, it may show the answer once more.
        chosen = {"Cleo", *(["Ben"] if revealed else [])} if len(evening.workers) > 1 else set()
        found = {
            name: received(evening, name, since, is_once=name in chosen) for name, since in begin.items()
        }
        return {**found, "moderator": [[repr(menu.options) for menu in offered.selects]]}


def folder(within: Path, name: str) -> Path:
    """Make a folder."""
    path = within / name
    path.mkdir()
    return path


async def test_nothing_that_anybody_receives_tells_a_choice_or_its_change_early(tmp_path: Path) -> None:
    one = await up_to_the_last_choice(folder(tmp_path, "one"), 3, None)
    other = await up_to_the_last_choice(folder(tmp_path, "other"), 6, None)
    changed = await up_to_the_last_choice(folder(tmp_path, "changed"), 3, 6)
    for name in ("Ben", "Cleo", "Dao", "moderator"):
        assert one[name]
        assert one[name] == other[name]
        assert one[name] == changed[name]


async def test_that_a_choice_was_changed_is_not_told_afterwards_either(tmp_path: Path) -> None:
    at_once = await up_to_the_last_choice(folder(tmp_path, "one"), 6, None, revealed=True)
    changed = await up_to_the_last_choice(folder(tmp_path, "changed"), 3, 6, revealed=True)
    for name in ("Ben", "Cleo", "Dao"):
        assert at_once[name] == changed[name]


async def test_what_a_nonce_was_made_of_cannot_be_found_by_trying(evening: Evening) -> None:
    table = await begun(evening, "Ana", "Ben")
    await choose(evening, "Ana", 3)
    await choose(evening, "Ana", 4)
    await choose(evening, "Ben", 2)
    await evening.settled()
    seen = {shown.payload["nonce"] for shown in evening.thread() if "nonce" in shown.payload}
    place = int(evening.discord.channel("games").id)
    tried = {nonce for number in range(100) for nonce in hashes(table, "story", place, number)}
    assert len(seen) >= 2
    assert not seen & tried


def hashes(*parts: str | int) -> list[str]:
    """Return the hashes that an attacker would try who knows how nonces are made, but no secret."""
    text = repr(parts).encode()
    return [blake2b(text, digest_size=12, key=key).hexdigest() for key in (b"", b"\0" * 32)]


async def test_an_answer_that_comes_late_does_not_hide_what_others_chose(evening: Evening) -> None:
    await begun(evening, "Ana", "Ben", "Cleo")
    held = evening.discord.faults.hold("POST", "/interactions/*/callback", times=1)
    shown = panel(evening, "Ana")
    clicked = await evening.person("Ana").click(shown, custom_id=moves_of(shown)[0])
    await held.struck.wait()
    await choose(evening, "Ben", 2)  # The repaint waits for the answer.
    held.release()
    await clicked.answered()
    await evening.settled()
    waiting = rf"Waiting for \S+\s<@{evening.person('Cleo').id}>\."
    await evening.discord.until(lambda: re.search(waiting, panel(evening, "Ana").text), timeout_s=PATIENCE_S)


async def test_everybody_sees_who_has_chosen_and_is_called_once(evening: Evening) -> None:
    await begun(evening, "Ana", "Ben", "Cleo")
    await choose(evening, "Ben", 1)
    await evening.settled()
    await evening.discord.until(lambda: "has chosen" in evening.board().text, timeout_s=PATIENCE_S)
    assert evening.board().text.count("is choosing") == 2
    calls = [shown for shown in evening.thread() if "your turn at table" in shown.text]
    assert [call.text.count("<@") for call in calls] == [2]  # Who has chosen is called no longer.
    assert calls[0].message.edited_at
    for name in ("Ana", "Ben", "Cleo"):
        assert evening.pings(name) == 1


async def test_who_meets_others_is_asked_again_and_called_again(evening: Evening) -> None:
    await begun(evening, "Ana", "Ben", "Cleo")
    for name, row in (("Ana", 4), ("Ben", 4), ("Cleo", 1)):
        await choose(evening, name, row)
    await evening.settled()
    story = "\n".join(shown.text for shown in evening.thread())
    assert "clash." in story
    assert "choose again." in story
    calls = [shown for shown in evening.thread() if "your turn at table" in shown.text]
    for name, times in (("Ana", 2), ("Ben", 2), ("Cleo", 1)):
        assert f"<@{evening.person(name).id}>" in calls[-1].text or times == 1
        assert evening.pings(name) == times
    for name in ("Ana", "Ben"):
        assert "Secretly choose a row" in panel(evening, name).text
    assert "Waiting for" in panel(evening, "Cleo").text


async def test_a_restart_between_choices_changes_and_deals_nothing(evening: Evening) -> None:
    table = await begun(evening, "Ana", "Ben")
    before = (await evening.look(table)).observation
    await choose(evening, "Ana", 4)
    await evening.settled()
    await evening.end()
    await evening.begin(seed=99)
    assert (await evening.look(table, "Ana")).observation.choices[0] == 4
    after = (await evening.look(table)).observation
    assert after.rows == before.rows
    await choose(evening, "Ben", 4)
    await evening.settled()
    met = (await evening.look(table)).observation
    assert len(met.rows[3]) == 2
    assert met.waiting == (True, True)
