"""The play-by-play: one line for each event, and one for a scoring with all gains."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.rapa_nui_cards import terms
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names
from engine.game import Event, Seat
from engine.rapa_nui_cards import events as happened
from engine.rapa_nui_cards import moves
from engine.rapa_nui_cards.state import Card, Good


def tell(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """The events of one move, as lines of the play-by-play."""
    lines: list[str] = []
    scored: int | None = None
    for event in events:
        line = told(event, names, words)
        if line is not None:
            scored = len(lines) if isinstance(event, happened.ScoringBegan) else scored
            lines.append(line)
    got = [event for event in events if isinstance(event, happened.Received)]
    if got:
        gains = LIST.join(f"{names(event.seat)}{TIE}{terms.gain_text(event.gain, words)}" for event in got)
        if scored is None:
            lines.append(gains)  # The gains belong to a scoring that an earlier move began.
        else:
            lines[scored] += f" {gains}"
    elif scored is not None:
        lines[scored] += f" {words(f'rapa_nui_cards.{outcome(events)}')}"
    return lines


def advise(move: moves.Move, words: Localizer) -> str:
    """A move in the imperative, such as `Buy fish`, without a full stop."""
    match move:
        case moves.Buy(good):
            return words("rapa_nui_cards.advise_buy", good=terms.good_text(good, words))
        case moves.SkipBuy():
            return words("rapa_nui_cards.advise_skip")
        case moves.PlayGatherers(good, n) if n > 1:
            card = terms.card_text(Card(good), words)
            return words("rapa_nui_cards.play_gatherers", n=n, card=card)
        case moves.PlayGatherers(card) | moves.Play(card):
            return words("rapa_nui_cards.play", card=terms.card_text(Card(card), words))
        case moves.DiscardMoai():
            return words("rapa_nui_cards.discard")
        case moves.Sacrifice(good):
            return words("rapa_nui_cards.advise_sacrifice", good=terms.good_text(good, words))
        case moves.Offer(good):
            return words("rapa_nui_cards.advise_offer", good=terms.good_text(good, words))
        case moves.Take(column):
            return words("rapa_nui_cards.advise_take", column=column)
        case moves.Collect(glory):
            return words(f"rapa_nui_cards.advise_{'glory' if glory else 'wood'}")
        case moves.CollectGood(good):
            return words("rapa_nui_cards.collect", what=terms.good_text(good, words))
        case _:
            raise AssertionError(move)


def brief(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """The lines of `tell` without those on cards that the viewer took and on columns, which a picture has."""
    own = [one for one in events if isinstance(one, happened.Taken) and one.seat == names.viewer]
    others = [one for one in events if one not in own and not isinstance(one, happened.Refilled)]
    return tell(others, names, words)


def outcome(events: Sequence[Event]) -> str:
    """The key of the sentence on a scoring (finished or not) that has brought nobody anything."""
    if any(isinstance(event, happened.TurnBegan) for event in events):
        return "nobody_gets"
    # The scoring waits for somebody's choice.
    cards = [event.card for event in events if isinstance(event, happened.ScoringBegan)]
    return "told_moai_choice" if Card.MOAI in cards else "told_good_choice"


def told(event: Event, names: Names, words: Localizer) -> str | None:
    """The line of the play-by-play on one event; None: another line or the board shows the event."""
    match event:
        case happened.FirstDrawn(seat):
            return words("rapa_nui_cards.told_first", who=names(seat))
        case happened.DisplayLaid():
            return words("rapa_nui_cards.told_display")
        case happened.Bought(seat, good, price):
            cost = words.count("rapa_nui_cards.wood", price)
            return words(
                "rapa_nui_cards.told_bought", who=names(seat), good=terms.good_text(good, words), price=cost
            )
        case happened.Played(seat, card, count, wood):
            what = terms.card_text(card, words) + (f" ×{count}" if count > 1 else "")
            key = "told_played_for" if wood else "told_played"
            cost = words.count("rapa_nui_cards.wood", wood)
            return words(f"rapa_nui_cards.{key}", who=names(seat), what=what, price=cost)
        case happened.MoaiDiscarded(seat):
            return words("rapa_nui_cards.told_discarded", who=names(seat))
        case happened.Sacrificed(seat, good):
            return laid("told_sacrificed", seat, good, names, words)
        case happened.LaidFaceDown(seat, good):
            key = "told_face_down" if good is None else "told_face_down_known"
            return laid(key, seat, good, names, words)
        case happened.Offered(seat, good):
            return laid("told_offered", seat, good, names, words)
        case happened.Taken(seat, column, card):
            return words(
                "rapa_nui_cards.told_taken", who=names(seat), card=terms.card_text(card, words), column=column
            )
        case happened.Refilled(column, cards, deck):
            front_first = LIST.join(terms.card_text(card, words) for card in reversed(cards))
            return words.count("rapa_nui_cards.told_refilled", deck, column=column, cards=front_first)
        case happened.ScoringBegan(card, _, majority):
            what = terms.card_text(card, words)
            line = words("rapa_nui_cards.told_scoring", card=what)
            if majority is not None:
                line = words("rapa_nui_cards.told_majority", card=what, who=names(majority))
            return words.signed(terms.GLORY, f"**{line}**")
        case happened.GameEnded(revealed):
            lines = [f"🏁 **{words('rapa_nui_cards.told_ended')}**"]
            if revealed:
                turned = LIST.join(
                    f"{names(card.seat)} {terms.good_text(card.good, words)}" for card in revealed
                )
                line = f"{words('rapa_nui_cards.told_revealed')} {turned}"
                lines.append(words.signed(terms.SACRIFICE_CARDS, line))
            return "\n".join(lines)
        case _:
            return None


def laid(key: str, seat: Seat, good: Good | None, names: Names, words: Localizer) -> str:
    """A line on a card that a player has laid on the stone; `good` is None if only its owner knows it."""
    known = {} if good is None else {"good": terms.good_text(good, words)}
    return words.signed(terms.STONE, words(f"rapa_nui_cards.{key}", who=names(seat), **known))
