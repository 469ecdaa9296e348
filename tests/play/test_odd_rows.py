"""Odd values in the database, with the whole bot: other tables are unaffected, and people get answers."""

from __future__ import annotations

from math import inf

import pytest
import structlog

from tests.play.evening import Evening, moves_of

pytestmark = pytest.mark.slow

THEIRS = "WHERE person_id IN (SELECT person_id FROM seats WHERE table_id = ?1)"
SPOILED = {
    "messages": "UPDATE messages SET extra = 'odd', version = -5 WHERE table_id = ?1",
    "messages' messages": "UPDATE messages SET message_id = 9223372036854775807 WHERE table_id = ?1",
    "messages' names": "UPDATE messages SET name = name || ':x:?' WHERE table_id = ?1",
    "people": f"UPDATE people SET locale = '{{', dm_state = '!', settings = '[' {THEIRS}",
    "settings": f"""UPDATE people SET settings = '{{"zone": 5, "seen_locale": 5, "away": "9"}}' {THEIRS}""",
    "followers": "UPDATE followers SET what = '{', message_id = -9, told = -1",
    "seats": "UPDATE seats SET name = '', cover = 'odd', person_id = person_id + 5 WHERE table_id = ?1",
    "the table": """UPDATE tables SET options = '[', locale = '!', phase = 'odd', turn_s = -1
                    WHERE id = ?1""",
    "the journal": "UPDATE journal SET text = '{', at = ?2 WHERE table_id = ?1 AND number > 1",
    "the opening": "UPDATE journal SET text = '{', at = ?2 WHERE table_id = ?1 AND number = 1",
}


@pytest.mark.parametrize("what", SPOILED)
async def test_an_odd_row_keeps_no_other_table_from_being_played_and_shown(
    evening: Evening, what: str
) -> None:
    odd = await evening.started("Ana", "Ben")
    await evening.settled()
    await evening.press("Dao", "Follow")
    await evening.settled()
    fine = await evening.started("Cleo", "Dao")
    await evening.dealt("Cleo")
    await evening.settled()
    await evening.end()
    sql, infinite = SPOILED[what], -inf if what == "the journal" else inf
    given = [value for name, value in (("?1", odd), ("?2", infinite)) if name in sql]
    assert evening.rows(f"{sql} RETURNING 1", *given) or what == "followers"
    with structlog.testing.capture_logs() as logged:
        await evening.begin(seed=2)
        await evening.caught_up()
        await evening.kept_house()
        mover = await evening.turn("Cleo", "Dao")
        before = (await evening.tables.table(fine)).version
        panel = await evening.dealt(mover)
        await (await evening.person(mover).click(panel, custom_id=moves_of(panel)[0])).answered()
        await evening.settled()
        assert (await evening.tables.table(fine)).version > before
        shown = await evening.tables.messages.get(fine)
        assert shown["board"].version == (await evening.tables.table(fine)).version
        for name in ("Ana", "Cleo"):
            assert "went wrong" not in await evening.say(name, "games")
            assert f"`{fine}`" in await evening.say(name, "table list")
            assert "went wrong" not in await evening.say(name, "settings")
            assert "went wrong" not in await evening.say(name, "privacy")
    assert not {"repaint_fault", "part_not_painted"} & {line["event"] for line in logged}
