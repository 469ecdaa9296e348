"""What playing and taking a card would uncover, and what scoring that would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.games.rapa_nui_cards.terms import card_text, due_text, joined
from cogs.kit.language import Localizer
from cogs.kit.names import TIE, Names
from engine.counts import Counts, added, changed
from engine.rapa_nui_cards.moves import Move, Play, PlayGatherers
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.scoring import dues, values
from engine.rapa_nui_cards.state import COLUMN_SIZE, Card, Good


class Continuation(NamedTuple):
    """What can be taken after a play: the card that is scored then.

    Attributes:
        column: The column from which the last card is taken, from 1.
        takes: So many cards of that column are taken.
        card: The card that this uncovers.
        villages: The villages after the play.
    """

    column: int
    takes: int
    card: Card
    villages: tuple[Counts, ...]


def best_continuation(seen: Observation, move: Move) -> Continuation | None:
    """Of what can be taken after a play, what gives the viewer most, and then the others least.

    Only cards that lie open count; None: taking uncovers none of them, or the play takes nothing.
    """
    assert seen.viewer is not None
    viewer, villages = seen.viewer, _villages_after(seen, move)
    most = move.count if isinstance(move, PlayGatherers) else 1
    found = [
        Continuation(column, takes, cards[-1 - takes], villages)
        for column, cards in enumerate(seen.columns, 1)
        for takes in range(1, min(most, len(cards) - 1) + 1)
    ]

    def gain(one: Continuation) -> tuple[float, float]:
        got = [_points(seen, one.card, amount) for amount in dues(one.villages, one.card)]
        own = got.pop(viewer)
        return own, -sum(got)

    return max(found, key=gain, default=None)


def _villages_after(seen: Observation, move: Move) -> tuple[Counts, ...]:
    played: Counts = (0,) * len(Card)
    match move:
        case PlayGatherers(good, count):
            played = changed(played, Card(good), count)
        case Play(card):
            played = changed(played, card, 1)
        case _:
            pass
    return tuple(
        added(view.village, played) if seat == seen.viewer else view.village
        for seat, view in enumerate(seen.seats)
    )


def _points(seen: Observation, card: Card, amount: int) -> float:
    """About how many points that is: goods by the open stone, wood as half a point, since it buys cards."""
    if card is Card.LUMBERJACK:
        return amount / 2
    return amount * max(1, values(seen.stone)[card]) if card < len(Good) else amount


def scoring_text(
    seen: Observation,
    card: Card,
    names: Names,
    words: Localizer,
    villages: Sequence[Counts] | None = None,
) -> str:
    """What each player would get if `card` were scored, with the villages as they are, or with others."""
    due = dues(villages or [view.village for view in seen.seats], card)
    # The viewer first: what do *I* get?
    order = sorted(range(len(due)), key=lambda seat: seat != names.viewer)
    got = joined(f"{names.short(seat)}{TIE}{due_text(card, due[seat], words)}" for seat in order if due[seat])
    return got or words("rapa_nui_cards.nobody_gets")


def uncovered_text(seen: Observation, column: int, words: Localizer) -> str:
    """What taking the front card of `column` (from 1) would uncover."""
    cards = seen.columns[column - 1]
    if len(cards) > 1:
        return words("rapa_nui_cards.uncovers", card=card_text(cards[-2], words))
    if seen.deck_size <= COLUMN_SIZE:
        return words("rapa_nui_cards.ends_game")
    return words("rapa_nui_cards.uncovers_new")


def consequence_text(seen: Observation, column: int, names: Names, words: Localizer) -> str:
    """What taking from `column` as the last card of this turn would score; empty if that cannot be known."""
    cards = seen.columns[column - 1]
    return scoring_text(seen, cards[-2], names, words) if len(cards) > 1 else ""
