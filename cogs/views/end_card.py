"""A finished game to share: its moving picture, its end card, and both in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from cogs.discord_io.attachments import Picture
from cogs.games import screens
from cogs.games.contract import GameScreen
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, level_lines
from cogs.text.ui import Item, message, text
from cogs.views.board import game_name
from engine.game import Result
from pictures import Film
from pictures.scores import EndCard, best_first, end_card
from tables import Facts, Replay

SHARE: Final = "share"
"""The verb of the button that shares a finished game."""
MOST_FRAMES: Final = 60
"""The most frames of a moving picture; of a longer game, some are left out."""
FRAME_MS: Final = 600
"""The most milliseconds for which each frame but the last is seen."""
LAST_MS: Final = 3_000
"""The milliseconds for which the last frame is seen."""
LASTS_MS: Final = 15_000
"""The most milliseconds of a moving picture."""


def share_message(
    table: Facts, replay: Replay, moving: Picture, words: Localizer, instead: str
) -> ui.LayoutView:
    """A finished game to share; `instead`: a sentence shown if the moving picture can't be sent.

    `replay` holds only what a spectator may know.  The message's text lists the players by rank, since a
    forwarded message may lose the rest.  The message mentions nobody.
    """
    assert replay.result is not None
    aloud, silent = words.for_alt_text, Names([replace(info, person_id=None) for info in table.seats], words)
    names = Names(table.seats, aloud)
    card = the_card(table, replay, replay.result, names, names.in_pictures, aloud)
    called = [silent(seat) for seat in range(silent.seats)]
    head, *lines = spoken_lines(the_card(table, replay, replay.result, silent, called, words), words)
    items: list[Item] = [
        text(f"### {head}", *lines, *(f"-# {line}" for line in level_lines(table, words))),
        moving.saying(moving.alt, text(f"-# {instead}")),
        Picture("end", end_card(card), "\n".join(spoken_lines(card, aloud)), []),
    ]
    return message(items, screens()[table.game_id].colour)


def moving_picture(replay: Replay, words: Localizer) -> Picture:
    """The moving picture of a game, from the deal to the last move; `replay` is a spectator's.

    Each frame marks the changes since the frame before it.
    """
    screen, last = screens()[replay.game_id], len(replay.frames) - 1
    count = min(last, MOST_FRAMES - 1)
    shown = [replay.frames[round(last * at / max(count, 1))] for at in range(count + 1)]
    boards = [
        next(item for item in board if isinstance(item, Picture))
        for before, frame in pairwise([shown[0], *shown])
        for board in [screen.board(frame.observation, before.observation, Names(frame.seats, words), words)]
    ]
    each_ms = min(FRAME_MS, (LASTS_MS - LAST_MS) // max(count, 1))
    film = Film(tuple(board.scene for board in boards), (*[each_ms] * count, LAST_MS))
    alt = words.count("table.share_alt", last)
    return Picture("game", boards[-1].scene, f"{alt}\n{boards[-1].alt}", [], film)


def the_card(
    table: Facts, replay: Replay, result: Result, names: Names, called: Sequence[str], words: Localizer
) -> EndCard:
    """The content of an end card; `called`: the names in its list of players; `names`: in its remarks."""
    screen = screens()[table.game_id]
    events = (event for frame in replay.frames for event in frame.events)
    remarks = [*best(screen, result, names, words), screen.highlight(events, names, words)]
    return EndCard(
        game=game_name(table.game_id, words),
        emblem=screen.emblem,
        title=screen.title,
        day=words.date(datetime.fromtimestamp(table.changed_at, UTC).date()),
        names=tuple(called),
        result=result,
        remarks=[remark for remark in remarks if remark],
    )


def best(screen: GameScreen, result: Result, names: Names, words: Localizer) -> list[str]:
    """For each winner, a sentence on the part of the score that brought the winner most; may be empty."""
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
