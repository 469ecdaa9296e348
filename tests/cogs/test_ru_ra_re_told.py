"""What Ru-Ra-Re tells of the choices: to each player their own row, and on the board everybody's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from cogs.games.ru_ra_re.terms import cards_text
from cogs.views.panel import NEWS_BESIDE, panel_message, recent
from cogs.views.story_lines import latest, story_lines
from engine.game import CHANCE, Event, Viewer
from engine.ru_ra_re.events import BoxShuffled, FirstScored, Taken
from engine.ru_ra_re.game import GAME
from tables import Kind, LogEntry, Look
from tables.model.values import Undoing
from tests.cogs.test_screens import happened, look, with_emojis
from tests.engine.seeded import Played, Setup, random_game

ENGLISH = with_emojis("en")
SEATS = pytest.mark.parametrize("seats", GAME.seats)
HINTS = (replace(happened(()), kind=Kind.HINT, seat=1),) * 2
"""The entries of another player's hints, which the news of everybody tells of."""


def entry(played: Played, viewer: Viewer) -> tuple[LogEntry, ...]:
    """Return a move as a viewer knows it, as a journal entry; empty if the viewer doesn't learn of it."""
    events = GAME.seen(played.events, viewer)
    return (replace(happened(events), seat=played.seat),) if events else ()


def looks(seats: int, viewer: Viewer, seed: int = 3) -> Iterator[tuple[Look, tuple[Event, ...]]]:
    """Yield what a viewer knows after each move, with the events since their latest move, that move included.

    A spectator has no moves: for these, the events are those of the latest move of a player.
    """
    setup, since = Setup(GAME, seats, {}), list[Played]()
    for played in random_game(setup, seed):
        is_latest = played.seat != CHANCE if viewer is None else played.seat == viewer
        since = [played] if is_latest else [*since, played]
        entries = tuple(known for one in since for known in entry(one, viewer))
        mine = replace(look(GAME, setup, played.after, viewer), recent=entries)
        yield mine, tuple(event for known in entries for event in known.events)


def taken_text(one: Taken) -> str:
    return ENGLISH("ru_ra_re.own_taken", n=one.row, cards=cards_text(one.cards, ENGLISH))


@SEATS
def test_ones_own_row_is_told_at_the_next_decision_whatever_else_has_happened(seats: int) -> None:
    besides = set[type[Event]]()
    for mine, events in looks(seats, 0):
        own = [one for one in events if isinstance(one, Taken) and one.seat == 0]
        for more in ((), HINTS) if own and mine.asked is not None else ():
            lines = recent(replace(mine, recent=(*mine.recent, *more)), ENGLISH, is_decision=True)
            assert len(lines) <= NEWS_BESIDE
            assert taken_text(own[-1]) in "\n".join(lines)
            besides |= {type(event) for event in events}
    assert besides >= {FirstScored, BoxShuffled}


@SEATS
def test_the_board_tells_every_row_that_was_taken_even_if_the_last_round_begins(seats: int) -> None:
    most = 0
    for public, events in looks(seats, None):
        taken, lines = [one for one in events if isinstance(one, Taken)], latest(public, ENGLISH)
        most = max(most, len(taken))
        for one in taken:
            assert f"Row {one.row}: " in lines[0]
            assert f"takes {cards_text(one.cards, ENGLISH)}." in lines[0]
    assert most == seats


def test_the_panel_says_all_the_last_round_that_it_is_the_last() -> None:
    told = {
        (mine.observation.last_turn, ENGLISH("ru_ra_re.last_turn") in str(panel.to_components()))
        for mine, _ in looks(3, 0)
        if mine.asked is not None
        for panel in [panel_message(mine, ENGLISH, None)]
    }
    assert told == {(False, False), (True, True)}


def test_undone_choices_are_called_undone_for_those_who_hear_no_line_through_them() -> None:
    setup = Setup(GAME, 2, {})
    played = next(
        one for one in random_game(setup, 3) if any(isinstance(event, Taken) for event in one.events)
    )
    back = replace(happened(()), kind=Kind.BACK, seat=0, undoing=Undoing(entry(played, None), ""))
    public = look(GAME, setup, played.after, None)
    [line] = story_lines([back], public, ENGLISH)
    assert line.endswith("goes back to an earlier move. Undone: ~~Everyone has chosen~~")
