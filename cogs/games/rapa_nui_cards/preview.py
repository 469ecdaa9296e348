"""What playing and taking a card would uncover, and what scoring that would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.games.rapa_nui_cards.terms import card_text, due_text, joined
from cogs.text.language import Localizer
from cogs.text.names import TIE, Names
from engine.counts import Counts, added, changed, with_more
from engine.rapa_nui_cards.moves import DISCARD, Move, Play, PlayGatherers, gatherers_price, plays
from engine.rapa_nui_cards.observe import Observation, known_stone
from engine.rapa_nui_cards.play import dues, values
from engine.rapa_nui_cards.state import COLUMN_SIZE, MOAI_PRICE, Card, Good


class Continuation(NamedTuple):
    """What can be taken after a play: the card that is scored then.

    Attributes:
        column: The column from which the last card is taken, from 1.
        takes: So many cards of that column are taken.
        card: The card that this uncovers.
        villages: The villages after the play.
        own: What that brings the viewer, in about as many points.
        lead: So much more it brings them than whoever else gets most of it.
        wastes_turn: The viewer would hold three Moai then, and too little wood to raise one.
    """

    column: int
    takes: int
    card: Card
    villages: tuple[Counts, ...]
    own: float
    lead: float
    wastes_turn: bool

    @property
    def is_good(self) -> bool:
        """Whether it brings the viewer anything, and nobody else more."""
        return self.own > 0 and self.lead >= 0


def best_continuation(seen: Observation, move: Move) -> Continuation | None:
    """Of what can be taken after a play, what gives the viewer most compared with the best of the others.

    What wastes their next turn comes last.  Only cards that lie open count; None: taking uncovers none of
    them.
    """
    assert seen.viewer is not None
    villages, (hand, wood) = _villages_after(seen, move), _left_after(seen, move)
    most = move.count if isinstance(move, PlayGatherers) else 1
    found = []
    for column, cards in enumerate(seen.columns, 1):
        for takes in range(1, min(most, len(cards) - 1) + 1):
            card = cards[-1 - takes]
            due = dues(villages, card)
            got = [_points(seen, card, amount) for amount in due]
            own = got.pop(seen.viewer)
            # Where other cards are taken before, which ones is still to be chosen.
            held = with_more(hand, cards[-takes:]) if takes == most else hand
            wastes = is_stuck(held, wood + _wood_due(card, due[seen.viewer]))
            found.append(Continuation(column, takes, card, villages, own, own - max(got), wastes))
    return max(found, key=lambda one: (not one.wastes_turn, one.lead, one.own), default=None)


def is_stuck(hand: Counts, wood: int) -> bool:
    """Whether somebody with this hand and this much wood could only discard a Moai.  Rules: 3.2."""
    return plays(hand, wood) == (DISCARD,)


def wastes_turn(seen: Observation, column: int) -> bool:
    """Whether the last card to take, if it comes from `column`, makes the viewer's next turn a wasted one.

    As far as it is known now: other scorings may bring wood until then.
    """
    assert seen.viewer is not None
    view, cards = seen.seats[seen.viewer], seen.columns[column - 1]
    if view.hand is None or (len(cards) == 1 and seen.deck_size <= COLUMN_SIZE):
        return False
    wood = view.wood
    if len(cards) > 1:
        due = dues([one.village for one in seen.seats], cards[-2])
        wood += _wood_due(cards[-2], due[seen.viewer])
    return is_stuck(changed(view.hand, cards[-1], 1), wood)


def _wood_due(card: Card, due: int) -> int:
    """How much wood somebody may have of what they are due when `card` is uncovered."""
    return due if card in (Card.LUMBERJACK, Card.MOAI) else 0


def _left_after(seen: Observation, move: Move) -> tuple[Counts, int]:
    """The viewer's hand and wood after a play."""
    assert seen.viewer is not None
    view = seen.seats[seen.viewer]
    assert view.hand is not None
    match move:
        case PlayGatherers(good, count):
            return changed(view.hand, good, -count), view.wood - gatherers_price(count)
        case Play(card):
            return changed(view.hand, card, -1), view.wood - (MOAI_PRICE if card is Card.MOAI else 0)
        case _:
            return changed(view.hand, Card.MOAI, -1), view.wood


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
    """About how many points that is: goods by the stone as it is known, wood half a point: it buys cards."""
    if card is Card.LUMBERJACK:
        return amount / 2
    return amount * max(1, values(known_stone(seen))[card]) if card < len(Good) else amount


def scoring_text(
    seen: Observation,
    card: Card,
    names: Names,
    words: Localizer,
    villages: Sequence[Counts] | None = None,
) -> str:
    """What each player would get if `card` were scored, with the villages as they are, or with others."""
    return due_line(card, dues(villages or [view.village for view in seen.seats], card), names, words)


def due_line(card: Card, due: Counts, names: Names, words: Localizer) -> str:
    """What each player is due as `card` is scored."""
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
