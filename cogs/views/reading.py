"""Messages to read: a game's rules, an enlarged part of the board, the play-by-play, how a game is dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from cogs.discord_io.attachments import Picture
from cogs.games import screens
from cogs.games.contract import example_names
from cogs.text import ui
from cogs.text.ids import OtherId, RulesPage, TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import Names, spoken, unbroken
from cogs.text.ui import Item, message, rows, style_if, text
from cogs.views.board import (
    DEAL,
    ZOOM,
    back_button,
    deal_button,
    learn_button,
    replay_button,
    signed_name,
    table_button,
    title,
)
from cogs.views.story_lines import newest_lines, story_lines
from engine.catalogue import games
from engine.game import LEARNER
from pictures import Scene
from pictures.callouts import numbered
from tables import Facts, LogEntry, Look, Phase, Refused
from tables.model.deals import Deal
from tables.model.limits import WORD_LENGTH


def rules_message(game_id: str, page: int, words: Localizer, back_to: Facts | None = None) -> ui.LayoutView:
    """One page of a game's rules, with buttons to the previous and next page, and to the game's lesson.

    `back_to`: The table whose panel the page replaces, for a button back to the panel; None: no button.

    Raises:
        Refused: There is no such game (`unknown_game`).
    """
    screen = screens().get(game_id)
    if screen is None:
        raise Refused("unknown_game", game=game_id)
    pages = screen.rules(words)
    page = min(max(page, 0), len(pages) - 1)
    head = f"## {unbroken(signed_name(game_id, words))}"
    foot = f"-# {words('table.page', page=page + 1, pages=len(pages))}"

    def turn(label: str, to: int) -> ui.Button:
        other = OtherId("rules", str(RulesPage(game_id, to % 100)))
        custom_id = TableId(back_to.id, "rules", str(to % 100)) if back_to else other
        return ui.Button(label=words(label), custom_id=str(custom_id), disabled=not 0 <= to < len(pages))

    buttons = ui.ActionRow(
        *([back_button(back_to, words)] if back_to else []),
        turn("table.button_previous", page - 1),
        turn("table.button_next", page + 1),
        learn_button(game_id, words),
    )
    guide = [] if page else guide_items(game_id, words)
    return message([text(head), *pages[page], *guide, text(foot), buttons], screen.colour)


def guide_items(game_id: str, words: Localizer) -> list[Item]:
    """Pictures of an example game with numbered things; below each picture, a sentence on each number."""
    items: list[Item] = []
    for part, (scene, things) in explained(game_id, words).items():
        said = [words(f"{catalogue(game_id)}.guide_{thing}") for thing in things]
        aloud = [words("table.pair", name=number, value=one) for number, one in enumerate(said, 1)]
        picture = Picture("guide", numbered(scene, tuple(things.values())), spoken(aloud, words), [])
        lines = (f"`{number}` {one}" for number, one in enumerate(said, 1))
        items += [text(f"### {words(f'table.guide_{part}')}"), picture, text(*lines)]
    return items


def explained(game_id: str, words: Localizer) -> dict[str, tuple[Scene, Mapping[str, str]]]:
    """A game's example pictures (`board`, `own`), each with the things to explain and their roles."""
    game, screen = games()[game_id], screens()[game_id]
    state = screen.example()
    names, found = example_names(game.players(state), words), {}
    for part, make, viewer in (("board", screen.board, None), ("own", screen.own, LEARNER)):
        seen = game.observe(state, viewer)
        scene = next(item.scene for item in make(seen, seen, names, words) if isinstance(item, Picture))
        found[part] = scene, screen.explained[part]
    return found


def guide_message(game_id: str, words: Localizer, back_to: Facts | None = None) -> ui.LayoutView:
    """The pictures of `guide_items`, in which a game's things are explained.

    `back_to`: The table whose panel the message replaces, for a button back to the panel; None: no button.
    """
    back = rows([back_button(back_to, words)] if back_to else [])
    head = text(f"## {unbroken(signed_name(game_id, words))}")
    return message([head, *guide_items(game_id, words), *back], screens()[game_id].colour)


def zoom_message(look: Look, region: str, words: Localizer, *, has_back: bool = False) -> ui.LayoutView:
    """An enlarged part of the board, with buttons to all parts; `region`: the part's name; empty: the first.

    `has_back`: Whether to add a button back to the viewer's panel or lesson, which the message replaces.

    Raises:
        Refused: The game has not begun (`not_started`), or its board has no such part (`unknown_button`).
    """
    table = look.table
    screen, name = screens()[table.game_id], catalogue(table.game_id)
    if look.observation is None:
        raise Refused("not_started", table=table.id)
    regions = screen.regions(look.observation)
    region = region or next(iter(regions), "")
    if region not in regions:
        raise Refused("unknown_button")

    def button(other: str) -> ui.Button:
        label, style = words(f"{name}.region_{other}"), style_if(other == region)
        return table_button(table.id, ZOOM, words, style, detail=other, label=label)

    shown = screen.region(look.observation, region, Names(table.seats, words), words)
    back = [back_button(table, words)] if has_back else []
    buttons = rows([*back, *(button(other) for other in regions)])
    return message([text(title(table, words)), *shown, *buttons], screen.colour)


LINES: Final = 25


def log_message(
    look: Look,
    logged: list[LogEntry],
    words: Localizer,
    thread_id: int | None,
    *,
    end: int = 0,
    has_back: bool = False,
) -> ui.LayoutView:
    """A page of a table's play-by-play, with buttons to other pages and a link to its thread, if any.

    `end`: The number of the page's last line, from 1; 0: the page has the newest lines.  `has_back`: whether
    to add a button back to the viewer's own panel, which the message replaces.
    """
    told = story_lines(logged, look, words)
    shown = told[: end or None]
    lines = newest_lines(shown, words, most_lines=LINES)
    more = [words("table.story_in", thread=f"<#{thread_id}>")] if thread_id else []
    body = lines or [words("table.nothing_yet")]
    page = text(*body, *(f"-# {line}" for line in more))
    buttons = [back_button(look.table, words)] if has_back else []
    if len(lines) < len(shown) or lines[:1] != shown[:1]:
        # The first line shown says how many lines are left out.
        before = str(len(shown) - len(lines) + 1)
        label = words("table.button_earlier")
        buttons.append(table_button(look.table.id, "log", words, detail=before, label=label))
    if len(shown) < len(told):
        label = words("table.button_newest")
        buttons.append(table_button(look.table.id, "log", words, label=label))
    buttons += [replay_button(look.table.id, words)] if look.observation is not None else []
    buttons.append(deal_button(look.table.id, words))
    return message(
        [text(title(look.table, words)), page, *rows(buttons)], screens()[look.table.game_id].colour
    )


WORD: Final = "word"
"""The detail of the button that opens the form for a player's word, and the `custom_id` of its input."""
SIGN: Final = "🎲"


def deal_message(
    table: Facts, deal: Deal, viewer_id: int, words: Localizer, files: Sequence[str], *, has_back: bool
) -> ui.LayoutView:
    """The message on how a table's game is dealt; attached `files` allow anybody to check the deal.

    `viewer_id`: the id of the reader, who may add a word to the deal if they sit in the lobby.  `files`: the
    names of the attached files: a record, and the program that checks it; or none.  `has_back`: whether to
    add a button back to the reader's own panel, which the message replaces.
    """
    seat = table.seat_of(viewer_id)
    lines = [f"**{SIGN} {words('deal.title')}**", words("deal.how"), words("deal.seal"), f"`{deal.seal}`"]
    lines.append(_words_line(table, deal, words))
    if deal.secret is not None:
        lines += [words("deal.secret"), f"`{deal.secret}`"]
    if files:
        own = [f"{seat + 1}=WORD"] if seat is not None and deal.marks[seat] else []
        run = " ".join(("python", *reversed(files), "--seal", deal.seal, *own))
        lines += [words("deal.check"), f"```\n{run}\n```", *([words("deal.check_word")] if own else [])]
    buttons = [back_button(table, words)] if has_back else []
    if table.phase is Phase.LOBBY and seat is not None:
        lines += [] if deal.marks[seat] else [words("deal.word_how")]
        label = words("deal.change_word" if deal.marks[seat] else "deal.add_word")
        primary = discord.ButtonStyle.primary
        buttons.append(table_button(table.id, DEAL, words, primary, detail=WORD, label=label))
    items: list[Item] = [text(title(table, words), *lines), *rows(buttons)]
    items += [ui.File(f"attachment://{name}") for name in files]
    return message(items, screens()[table.game_id].colour)


def word_form(table: Facts, words: Localizer) -> discord.ui.Modal:
    """The form in which a player types a word to be mixed into the deal."""
    typed = ui.field(WORD, words("deal.word"), words("deal.word_kept"), max_length=WORD_LENGTH)
    return ui.form(words("deal.title"), str(TableId(table.id, DEAL, WORD)), [typed])


def sealed_message(table: Facts, deal: Deal, words: Localizer, line: str = "") -> ui.LayoutView:
    """The first message of a table's play-by-play, which is never edited; `line`: a line above the seal."""
    told = words("deal.told", seal=f"`{deal.seal}`")
    by = _words_line(table, deal, words) if any(deal.marks) else ""
    return message([text(*([line] if line else []), f"-# {SIGN} {words.together(told, by)}")])


def _words_line(table: Facts, deal: Deal, words: Localizer) -> str:
    """A sentence that names the players who have added a word to a deal."""
    by = [info.seat for info in table.seats if deal.marks[info.seat]]
    who = Names(table.seats, words).listed(by)
    return words.count("deal.words", len(by), who=who) if by else words("deal.no_words")
