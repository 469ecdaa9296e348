"""A lesson: the game, recent events with explanations, advice for the next move, and the controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from cogs.discord_io.attachments import MOST_CHARACTERS, Picture, SmallPrint, quietly
from cogs.games import screens
from cogs.games.contract import Question
from cogs.text import ui
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names, unbroken
from cogs.text.ui import Item, message, rows, text
from cogs.views.board import (
    closer_button,
    game_name,
    learn_button,
    signed_name,
    table_button,
    take_back_button,
)
from cogs.views.panel import first_pictures, over
from cogs.views.reading import guide_items
from cogs.views.story_lines import MOST_CHARACTERS as MOST_CHARACTERS_OF_NEWS
from cogs.views.story_lines import news
from tables import LessonLook

NEWS_LINES: Final = 6
"""The most lines of news in a lesson, which also explains the latest events."""
PRIMARY: Final = discord.ButtonStyle.primary
ANEW: Final = "anew"
"""The verb of a button that begins a lesson again."""
REAL: Final = "real"
"""The verb of a button that opens a real table of the lesson's game, which everybody in the channel sees."""
BEGIN: Final = "begin"
"""The verb of a button that leads from the explained pictures to the first decision."""


def lesson_message(
    lesson: LessonLook,
    words: Localizer,
    note: str = "",
    picked: str = "",
    *,
    explains: bool = False,
    describes: bool = False,
) -> ui.LayoutView:
    """The message of a lesson, with the line `note` on top; other sentences stand right above the controls.

    `picked`: the steps of a move that the learner has chosen so far.  `explains`: whether the message
    explains the game's pictures, before the first decision.  `describes`: whether words below the pictures
    describe them, too.
    """
    screen = screens()[lesson.look.table.game_id]
    title = words("learn.title", game=unbroken(signed_name(lesson.look.table.game_id, words)))
    head = text(f"### 🎓 {title}", *([note] if note else []))
    if explains:
        begin = table_button(lesson.look.table.id, BEGIN, words, PRIMARY, label=words("learn.button_begin"))
        guide = guide_items(lesson.look.table.game_id, words)
        hints = text(f"-# {LIST.join(_hints(lesson, words))}")
        return message([head, text(_why(lesson, words)), *guide, ui.ActionRow(begin), hints], screen.colour)
    game = _marked(lesson, _game(lesson, words, describes=describes))
    choices = [] if lesson.is_over else _marked(lesson, _choices(lesson, words, picked))
    pictures = first_pictures(choices)
    above = [head, *pictures] if pictures else [head, *game, ui.Separator()]
    below = [*choices[len(pictures) :], *(game if pictures else []), *_footer(lesson, words)]
    room = MOST_CHARACTERS - message([*above, *below]).content_length()
    told = _told(lesson, words, min(room, MOST_CHARACTERS_OF_NEWS))
    return message([*above, *told, *below], screen.colour)


def _marked(lesson: LessonLook, items: Sequence[Item]) -> list[Item]:
    """A copy of a message's parts; in the pictures, the things that the lesson is explaining are outlined."""
    things = screens()[lesson.look.table.game_id].taught_things
    roles = [things[topic] for topic in lesson.coaching[:2] if topic is not None and topic in things]
    return [item.rimmed(roles) if roles and isinstance(item, Picture) else item for item in items]


def _game(lesson: LessonLook, words: Localizer, *, describes: bool) -> list[Item]:
    """The board and the learner's own things; at the end of the game, the result with all points.

    Texts beside the pictures are left out, since they mention things that the lesson explains later.
    """
    look = lesson.look
    names, screen = Names(look.table.seats, words, look.seat), screens()[look.table.game_id]
    if look.result is not None:
        return [*over(look, words), *screen.sheet(look.observation, look.result, names, words)]
    board = [] if screen.choices_show_board else screen.board(look.observation, look.before, names, words)
    own = screen.own(look.observation, look.before, names, words, beside_board=bool(board))
    shown = [item for item in (*board, *own) if isinstance(item, Picture | SmallPrint)]
    return list(shown) if describes else quietly(shown)


def _told(lesson: LessonLook, words: Localizer, most: int) -> list[Item]:
    """Texts of at most `most` characters: the news, its explanation, and advice for the next move."""
    before = lesson.coaching.before
    # These sentences stand above the explained pictures already.
    why = "" if lesson.is_first else _why(lesson, words)
    how = f"### 👉 {words('table.your_turn')}\n{_said(lesson, before, words)}" if before else ""
    said = [why, words("learn.over") if lesson.is_over else how]
    most -= sum(map(len, said))
    happened = [] if lesson.is_over else news(lesson.look, words, most, NEWS_LINES)
    small = "\n".join(f"-# {line.removeprefix('-# ')}" for line in happened)
    return [text(one) for one in (small, *said) if one]


def _why(lesson: LessonLook, words: Localizer) -> str:
    """The explanation of the latest events; empty if there is nothing new to explain."""
    return f"💡 {_said(lesson, lesson.coaching.after, words)}" if lesson.coaching.after else ""


def _said(lesson: LessonLook, topic: str, words: Localizer) -> str:
    """The lesson's sentence on a topic."""
    return words(f"{catalogue(lesson.look.table.game_id)}.lesson_{topic}")


def _choices(lesson: LessonLook, words: Localizer, picked: str) -> list[Item]:
    """The controls for the learner's move; `picked`: the steps chosen so far."""
    look = lesson.look
    assert look.asked is not None
    names, screen = Names(look.table.seats, words, look.seat), screens()[look.table.game_id]
    picked = picked or screen.taught_steps.get(lesson.coaching.before or "", "")
    question = Question(look.table.id, look.asked, look.legal_moves, picked, lesson.coaching.said)
    return screen.choices(look.observation, question, names, words)


def _footer(lesson: LessonLook, words: Localizer) -> list[Item]:
    table = lesson.look.table
    rules = table_button(table.id, "rules", words)
    buttons = [*take_back_button(lesson.look, words), rules, *closer_button(lesson.look, words)]
    if lesson.is_over:
        real = table_button(table.id, REAL, words, PRIMARY, label=words("learn.button_real"))
        buttons = [real, rules, table_button(table.id, ANEW, words, label=words("learn.button_anew"))]
    hints = _hints(lesson, words)
    return [ui.ActionRow(*buttons), *([text(f"-# {LIST.join(hints)}")] if hints else [])]


def _hints(lesson: LessonLook, words: Localizer) -> list[str]:
    """Texts on the number of topics to come and on how to leave; at the end, on the topics not met."""
    left = lesson.topics - len(lesson.coaching.said)
    met = [words.count("learn.left", left)] if left else []
    if not lesson.is_over:
        return [*met, words("learn.leave")]
    return [*met, words("learn.missed")] if left else []


def lessons_message(words: Localizer) -> ui.LayoutView:
    """The list of all lessons; each has a button labelled with the game's name."""
    head = text(f"## 🎓 {words('learn.which')}", words("learn.about"))
    buttons = [
        learn_button(game_id, words, game_name(game_id, words), screen.symbol)
        for game_id, screen in screens().items()
    ]
    return message([head, *teasers(words), *rows(buttons)])


def teasers(words: Localizer) -> list[Item]:
    """A text for each game: its name and subject."""
    # The game's duration is left out, since a lesson is shorter.
    return [
        text(f"**{signed_name(game_id, words)}**", f"-# {words(f'{catalogue(game_id)}.teaser')}")
        for game_id in screens()
    ]
