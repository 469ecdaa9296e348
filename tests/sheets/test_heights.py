"""In the page, in Chromium, 400 px wide: a decision's picture and buttons fit on a phone's screen.

A phone shows some 730 px at once.  The limits hold for two players, the reader's tips on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser

from cogs.text.ids import PICK, TableId
from engine.players import PLAYERS
from localdiscord import Person
from localdiscord.tests.browsers import IN_THE_BROWSER
from tables import Look
from tables import Person as Player
from tables.verbs import play
from tables.verbs.auto_answers import Moves
from tests.engine.seeded import Seeded
from tests.sheets.phone import Phone
from tests.sheets.stage import Stage, a_stage

pytestmark = [*IN_THE_BROWSER, pytest.mark.slow]

SCREEN: Final = 730
"""The px of a phone's screen in which messages are seen."""
MEASURE: Final = """view => {
  const kinds = '[data-custom-id^="m:"], [data-custom-id*=":pick:"], [role=combobox]';
  const controls = [...view.querySelectorAll(kinds)];
  const besides = /:pick:[0-9]+[.](plan|tiles|in )|:free[.]/;
  const answers = controls.filter(one => !besides.test(one.dataset.customId));
  const frame = view.getBoundingClientRect();
  return [frame.height, ...answers.map(one => one.getBoundingClientRect().bottom - frame.top)];
}"""
"""The height of a message, and where each control ends that answers the question; what else can be done (a
plan, free actions, other parts of the board) may be below."""

LIMITS: Final = {"ru-ra-re": (730, 900), "rapa-nui-cards": (900, 900), "rapa-nui-board": (1100, 900)}
"""By game the most px of a panel with a decision, tips and all, and of a final board."""
LEVEL: Final = "casual"
STEPS: Final = ("moai", "pukao", "plan")
"""The first words of the steps of a move that are looked at, too: there the question goes on."""


class Ruler:
    """Measures the panels of a table's first player."""

    def __init__(self, stage: Stage, phone: Phone, table: str) -> None:
        self._stage, self._phone, self._table = stage, phone, table
        self.found: dict[str, list[float]] = {}

    async def panel(self, kind: str) -> None:
        """Open the panel, and a further step of its question, and measure both."""
        board = [one for one in self._phone.person.messages(self._phone.channel) if not one.ephemeral][-1]
        await self._click(board, str(TableId(self._table, "cards")))
        await self._measure(kind)
        ids = [one.custom_id or "" for one in self._phone.newest().buttons]
        begins = f"t:{self._table}:{PICK}:"
        steps = (one for one in ids if one.startswith(begins) and one.split(".", 1)[1].split(" ")[0] in STEPS)
        if step := next(steps, ""):
            await self._click(self._phone.newest(), step)
            await self._measure(f"{kind}, one step further")

    async def final(self) -> float:
        """Return the height of the finished game's public message."""
        await self._stage.painted(self._table)
        board = [one for one in self._phone.person.messages(self._phone.channel) if not one.ephemeral][-1]
        view = await self._phone.shown(board)
        return float((await view.evaluate(MEASURE))[0])

    async def _click(self, message: Any, custom_id: str) -> None:
        await self._stage.answered(await self._phone.person.click(message, custom_id=custom_id))

    async def _measure(self, kind: str) -> None:
        view = await self._phone.shown(self._phone.newest())
        self.found[kind] = await view.evaluate(MEASURE)


def kind_of(look: Look) -> str:
    """Return the kind of a decision: the phase, and the kinds of moves."""
    seen = look.observation
    kinds = {type(move).__name__ for move in look.legal_moves}
    return " ".join([getattr(seen, "state", seen).phase.value, *sorted(kinds)])


async def played(stage: Stage, table: str, people: list[Person], ruler: Ruler) -> None:
    """Play a game to its end; measure the first person's panel at each new kind of decision."""
    moves = 0
    while True:
        looks = [await stage.tables.look(table, person.id) for person in people]
        asked = [look for look in looks if look.asked is not None and not look.answered]
        if not asked:
            return
        look, person = asked[-1], people[looks.index(asked[-1])]
        if person is people[0] and kind_of(look) not in ruler.found:
            await stage.painted(table)
            await ruler.panel(kind_of(look))
        moves += 1
        assert look.seat is not None
        assert look.asked is not None
        move = PLAYERS[LEVEL](look.game, look.observation, look.seat, Seeded(moves))
        text, who = Moves((look.game.write_move(move),)).encode(), Player(person.id, person.user.name)
        await stage.tables.do(table, who, f"{table}:{moves}", play.played, look.asked, text)


@pytest.mark.parametrize("game", LIMITS)
async def test_a_decision_is_on_one_phone_screen(browser: Browser, tmp_path: Path, game: str) -> None:
    async with a_stage(tmp_path, [game]) as stage:
        people = [stage.discord.add_person(name, "en-US") for name in ("Ana", "Ben")]
        phone = await Phone.opened(stage, browser, people[0], stage.discord.channel(game))
        await stage.answered(await people[0].command("table new", phone.channel, game=game))
        [facts] = await stage.tables.tables_in(int(phone.channel.id))
        ruler = Ruler(stage, phone, facts.id)
        await stage.painted(facts.id)
        board = people[1].messages(phone.channel)[-1]
        await stage.answered(await people[1].click(board, custom_id=str(TableId(facts.id, "join"))))
        await stage.tables.do(facts.id, Player(people[0].id, "Ana"), "start", play.started)
        await stage.painted(facts.id)
        await played(stage, facts.id, people, ruler)
        most, most_at_end = LIMITS[game]
        table = "\n".join(
            f"{kind}: {found[0]:.0f}, {max(found[1:]):.0f}" for kind, found in ruler.found.items()
        )
        assert max(height for height, *_ in ruler.found.values()) <= most, table
        assert max(end for _, *ends in ruler.found.values() for end in ends) <= SCREEN, table
        assert await ruler.final() <= most_at_end
        assert phone.faults == []
