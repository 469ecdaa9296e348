"""The message on a date's daily deal: its game, and the reader's result compared with other people's."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

import discord

from cogs.discord_io.attachments import Picture
from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import CHOOSE, DailyStep, OtherId, RulesPage
from cogs.text.language import Localizer
from cogs.text.names import LIST, spoken
from cogs.text.ui import Item, list_row, message, rows, text
from cogs.views.board import daily_button, learn_button, own_button, review_button, signed_name
from pictures.spread import spread
from tables.daily import FIRST, Plan, Standing, has_tried
from tables.model.table import OPEN_PHASES

SIGN: Final = "🗓️"
PLAY: Final = "play"
PRACTISE: Final = "again"
POST: Final = "post"
BEST: Final = "best:"
"""The step that opens the replay of one of the best games; the table's id follows."""
PUZZLE: Final = "puzzle"


def daily_message(found: Standing, words: Localizer, today: date, *, counts: bool) -> ui.LayoutView:
    """The message on a date's deal for one person: an invitation to play, or the person's result.

    `today`: today's date in the person's time zone.  `counts`: whether a game begun now with this deal is
    compared with other people's games.
    """
    plan = found.plan
    title = f"### {SIGN} {words('daily.title', day=words.date(plan.day))}"
    about = LIST.join([f"**{signed_name(plan.game_id, words)}**", _against(plan, words)])
    items: list[Item] = [text(title, about)]
    if found.points is not None:
        items += _results(found, words, today)
    else:
        items.append(text(words(_state(found, counts)), *_streak(found, words, today)))
    if has_tried(found.tables) or not counts:
        items += _best(found, words)
    return message([*items, *rows(_buttons(found, words, today, counts))], screens()[plan.game_id].colour)


def _against(plan: Plan, words: Localizer) -> str:
    return words.count("daily.against", plan.seats - 1, level=words(f"table.level_{plan.level}"))


def _best(found: Standing, words: Localizer) -> list[Item]:
    """A list of the date's best games; choosing one opens its replay without names.  Empty: no games."""
    day = found.plan.day.isoformat()
    options = [
        discord.SelectOption(
            label=f"{place}. {words.count('table.points', one.seats[0].points)}",
            value=str(OtherId("daily", str(DailyStep(day, f"{BEST}{one.table_id}")))),
        )
        for place, one in enumerate(found.best, 1)
    ]
    return [list_row(str(OtherId(CHOOSE, day)), words("daily.best"), options)] if options else []


def _state(found: Standing, counts: bool) -> str:
    if any(table.phase in OPEN_PHASES for table in found.tables):
        return "daily.running"
    if any(table.is_compared for table in found.tables):
        return "daily.given_up"
    return "daily.once" if counts else "daily.past"


def _results(found: Standing, words: Localizer, today: date) -> list[Item]:
    assert found.points is not None
    people = sum(found.counts.values())
    told = [f"🏁 **{words.count('daily.points', found.points)}** {_compared(found, words)}".rstrip()]
    marks = [(words(f"table.level_{level}"), points) for level, points in found.levels.items()]
    aloud = [words.count("daily.people", n, points=points) for points, n in sorted(found.counts.items())]
    aloud += [words.count("daily.computer", points, who=who) for who, points in marks]
    picture = Picture("daily", spread(found.counts, found.points, marks), spoken(aloud, words), [])
    strip = [f"`{found.strip}` {words('daily.strip')}"] if found.strip else []
    wait = [] if found.levels else [f"-# {words('daily.computers_follow')}"]
    foot = [words.count("daily.played", people), *_streak(found, words, today)]
    return [text(*told, *strip), picture, text(LIST.join(foot), *wait)]


def _compared(found: Standing, words: Localizer) -> str:
    """The sentence on the share of people with fewer points; empty: nobody else has finished the game."""
    return "" if found.below is None else words("daily.better", percent=round(100 * found.below))


def _streak(found: Standing, words: Localizer, today: date) -> list[str]:
    if not found.streak:
        return []
    told = [f"🔥 {words.count('daily.streak', found.streak)}"]
    if found.freezes and found.plan.day == today:
        told.append(f"❄️ {words.count('daily.freezes', found.freezes)}")
    return told


def _buttons(found: Standing, words: Localizer, today: date, counts: bool) -> list[ui.Button]:
    plan, buttons = found.plan, list[ui.Button]()
    primary = discord.ButtonStyle.primary
    running = next((table for table in found.tables if table.phase in OPEN_PHASES), None)
    tried = next((table for table in found.tables if table.is_compared), None)
    if running is not None:
        buttons.append(own_button(running, words, primary))
    elif tried is None and counts:
        buttons.append(daily_button(plan.day, words, words("daily.button_play"), primary, PLAY))
    else:
        buttons.append(daily_button(plan.day, words, words("daily.button_practise"), step=PRACTISE))
    if found.points is not None:
        buttons.insert(0, daily_button(plan.day, words, words("daily.button_post"), primary, POST))
        buttons += [] if found.levels else [daily_button(plan.day, words, words("daily.button_refresh"))]
        if tried is not None:
            buttons.append(review_button(tried.id, words))
    if found.best and not counts:
        buttons.append(daily_button(plan.day, words, words("daily.button_puzzle"), step=PUZZLE))
    if found.points is None:
        page = str(OtherId("rules", str(RulesPage(plan.game_id))))
        buttons += [ui.Button(words("table.button_rules"), custom_id=page), learn_button(plan.game_id, words)]
    before, after = plan.day - timedelta(days=1), plan.day + timedelta(days=1)
    if before >= FIRST:
        buttons.append(daily_button(before, words, f"◀ {words('daily.button_before')}"))
    if after <= today:
        buttons.append(daily_button(after, words, f"{words('daily.button_after')} ▶"))
    return buttons


def line_message(found: Standing, who: str, words: Localizer) -> ui.LayoutView:
    """The public message with a person's result; it reveals nothing of the deal, and has a button to play."""
    assert found.points is not None
    plan = found.plan
    title = f"{SIGN} **{words('daily.title', day=words.date(plan.day))}**"
    head = LIST.join([title, signed_name(plan.game_id, words), _against(plan, words)])
    told = f"{who}: **{words.count('table.points', found.points)}** {_compared(found, words)}".rstrip()
    strip = [f"`{found.strip}` {words('daily.strip_posted')}"] if found.strip else []
    button = daily_button(plan.day, words, words("daily.button_try"))
    return message([text(head, told, *strip), *rows([button])], screens()[plan.game_id].colour)


def puzzle_later_message(plan: Plan, words: Localizer) -> ui.LayoutView:
    """The message saying that a date's puzzle is not made yet, with a button to ask for it again."""
    again = daily_button(plan.day, words, words("daily.button_puzzle"), discord.ButtonStyle.primary, PUZZLE)
    return message([text(words("daily.puzzle_soon")), *rows([again])], screens()[plan.game_id].colour)
