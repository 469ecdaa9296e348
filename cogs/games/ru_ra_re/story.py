"""The play-by-play: chosen rows, cards that leave them, and players who choose again."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.ru_ra_re.terms import card_text, cards_text, points_text
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names
from engine.game import Event, Seat
from engine.ru_ra_re import events as happened
from engine.ru_ra_re.state import Card, Meeting, Sheet


def tell(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """The events of one move, as lines of the play-by-play."""
    return [line for event in events for line in told(event, names, words)]


def brief(events: Sequence[Event], names: Names, words: Localizer) -> list[str]:
    """Lines on each row chosen in one move, the viewer's first and in bold, and a line on a scoring.

    If the viewer chose no row, as on the board, one line tells of all rows, since only two lines are shown.
    The board and panels themselves show that the deck has run out, and that the last turn has begun.
    """
    again = [event for event in events if isinstance(event, happened.ChoiceBegan)]
    own, others, scored = list[str](), list[str](), list[str]()
    for event in events:
        match event:
            case happened.Taken(seat, row, cards) if seat == names.viewer:
                own.append(words("ru_ra_re.own_taken", n=row, cards=cards_text(cards, words)))
            case happened.Clashed(row, seats, card) if names.viewer in seats:
                who = names.listed(seat for seat in seats if seat != names.viewer)
                own.append(words("ru_ra_re.own_clash", n=row, who=who, card=card_text(card, words)))
                chooses = any(names.viewer in event.seats for event in again)
                own.append(words("ru_ra_re.own_again" if chooses else "ru_ra_re.own_empty"))
            case happened.TurnEnded(_, empty_handed) if names.viewer in empty_handed:
                pass  # The line on the viewer's clash says so.
            case happened.Taken() | happened.Clashed() | happened.TurnEnded():
                others += told(event, names, words)
            case happened.FirstScored() | happened.FinalScored():
                scored += told(event, names, words)
            case _:
                pass
    if own:
        others.insert(0, f"**{words.together(*own)}**")
    elif others:
        others = [words.together(*others)]
    return [*others, *scored]


def told(event: Event, names: Names, words: Localizer) -> list[str]:
    """The lines of the play-by-play on one event; empty if the event needs none."""
    match event:
        case happened.Chosen(seat, row) if names.viewer is None:
            return [words("ru_ra_re.told_chosen", who=names(seat), n=row)]  # In an open replay only.
        case happened.Revealed():
            return [f"**{words('ru_ra_re.told_all')}**"]
        case happened.Taken(seat, row, cards):
            return [taken_line(seat, row, cards, names, words)]
        case happened.Clashed(row, seats, card):
            return [clash_line(row, seats, card, names, words)]
        case happened.ChoiceBegan(_, seats):
            return [words("ru_ra_re.told_again", who=names.listed(seats))]
        case happened.TurnEnded(_, empty_handed) if empty_handed:
            return [words.count("ru_ra_re.told_empty", len(empty_handed), who=names.listed(empty_handed))]
        case happened.FirstScored(sheets):
            return [scoring_line("told_first", sheets, names, words)]
        case happened.RedCrossesLeft():
            return [words("ru_ra_re.told_crosses")]
        case happened.BoxShuffled():
            return [words("ru_ra_re.told_box")]
        case happened.Refilled(cards):
            return refill_lines(cards, words)
        case happened.LastTurnAnnounced():
            return [f"**{words('ru_ra_re.told_last')}**"]
        case happened.TurnBegan(turn):
            return [f"-# {words('ru_ra_re.told_turn', n=turn)}"]
        case happened.FinalScored(sheets):
            return [scoring_line("told_final", sheets, names, words)]
        case _:
            return []


def taken_line(seat: Seat, row: int, cards: Sequence[Card], names: Names, words: Localizer) -> str:
    """A line on a player who alone chose a row and took its cards."""
    return words("ru_ra_re.told_taken", n=row, who=names(seat), cards=cards_text(cards, words))


def clash_line(row: int, seats: Sequence[Seat], card: Card, names: Names, words: Localizer) -> str:
    """A line on several players who chose the same row, whose outermost card (`card`) was removed."""
    sign = "" if words.is_alt_text else "💥 "
    who = names.listed(seats)
    return sign + words("ru_ra_re.told_clash", n=row, who=who, card=card_text(card, words))


def meeting_line(meeting: Meeting, names: Names, words: Localizer) -> str:
    """A line on one row after the choices: the player who took its cards, or the players who clashed."""
    if len(meeting.seats) == 1:
        return taken_line(meeting.seats[0], meeting.row, meeting.cards, names, words)
    return clash_line(meeting.row, meeting.seats, meeting.cards[-1], names, words)


def scoring_line(key: str, sheets: Sequence[Sheet], names: Names, words: Localizer) -> str:
    """A line on each player's points in a scoring."""
    got = (f"{names(seat)} +{points_text(sheet.points, words)}" for seat, sheet in enumerate(sheets))
    return f"**{words(f'ru_ra_re.{key}')}**{LIST}{LIST.join(got)}"


def refill_lines(cards: Sequence[Sequence[Card]], words: Localizer) -> list[str]:
    """Lines on the new cards of each row; empty if none were laid."""
    rows = [
        words("ru_ra_re.told_row", n=number, cards=words.listed(card_text(card, words) for card in laid))
        for number, laid in enumerate(cards, 1)
        if laid
    ]
    return [f"-# {words('ru_ra_re.told_refilled', rows=LIST.join(rows))}"] if rows else []
