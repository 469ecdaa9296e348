"""The end card of a game: a picture to share, with its content in words."""

from __future__ import annotations

from datetime import UTC, datetime

from cogs.discord_io.attachments import Picture
from cogs.games import screens
from cogs.games.contract import GameScreen
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, level_lines
from cogs.text.ui import Item, message, text
from cogs.views.board import game_name, table_button
from engine.game import Result
from pictures.scores import EndCard, best_first, end_card
from tables import Facts, Replay

POST = "post"
"""The verb of the button that posts the end card in the channel, for everybody."""


def end_card_message(
    table: Facts,
    replay: Replay,
    words: Localizer,
    *,
    is_own: bool = False,
    may_post: bool = False,
    is_posted: bool = False,
) -> ui.LayoutView:
    """The end card of a finished game; `replay` is a spectator's.

    `is_own`: Only its reader sees the message, which has the whole score in words, too.  `may_post`: Adds a
    button that posts the card in the channel.  `is_posted`: Adds a line that says so.
    """
    assert replay.result is not None
    card = the_card(table, replay, replay.result, words.for_alt_text)
    lines = spoken_lines(card, words.for_alt_text)
    items: list[Item] = [Picture("end", end_card(card), "\n".join(lines), [text(*lines)])]
    # The picture has only the players' names, so the levels of computer players stand below it.
    items += [text(f"-# {line}") for line in level_lines(table, words)]
    if is_own:
        sheet = screens()[table.game_id].sheet
        names, last = Names(table.seats, words), replay.frames[-1].observation
        scored = sheet(last, replay.result, names, words)
        items += [item for item in scored if not isinstance(item, Picture)]
    if may_post:
        items.append(ui.ActionRow(table_button(table.id, POST, words)))
    if is_posted:
        items.append(text(f"-# {words('table.card_posted')}"))
    return message(items, screens()[table.game_id].colour)


def the_card(table: Facts, replay: Replay, result: Result, words: Localizer) -> EndCard:
    """The content of the end card's picture; `words`: a localizer without signs and mentions."""
    screen, names = screens()[table.game_id], Names(table.seats, words)
    events = (event for frame in replay.frames for event in frame.events)
    remarks = [*best(screen, result, names, words), screen.highlight(events, names, words)]
    return EndCard(
        game=game_name(table.game_id, words),
        emblem=screen.emblem,
        title=screen.title,
        day=words.date(datetime.fromtimestamp(table.changed_at, UTC).date()),
        names=names.in_pictures,
        result=result,
        remarks=[remark for remark in remarks if remark],
    )


def best(screen: GameScreen, result: Result, names: Names, words: Localizer) -> list[str]:
    """For each winner, a sentence on the part of the score that brought them most; empty if no part did."""
    told = []
    for seat, score in enumerate(result.seats):
        scored = screen.scored(score)
        part = max(scored, key=lambda name: scored[name], default="")
        if score.rank == 1 and part and scored[part]:
            what = screen.part(part, scored[part], words)
            told.append(words("table.card_best", who=names(seat), what=what))
    return told


def spoken_lines(card: EndCard, words: Localizer) -> list[str]:
    """The end card in words: lines on the game and day, each player's rank and points, and the remarks."""
    places = (
        words.count("table.card_place", score.points, rank=score.rank, who=card.names[seat])
        for seat in best_first(card.result)
        for score in [card.result.seats[seat]]
    )
    return [f"{card.game}{LIST}{card.day}", *places, *card.remarks]
