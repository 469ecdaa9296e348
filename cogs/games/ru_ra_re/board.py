"""The board, the things of a player, and the standing: in pictures, and the same in words."""

from __future__ import annotations

from cogs.discord_io.attachments import MOST_ALT, Picture, SmallPrint
from cogs.games.contract import standing_line
from cogs.games.ru_ra_re.story import meeting_line
from cogs.games.ru_ra_re.terms import SUNSET, card_text, collection_text, points_text, row_cards, row_line
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, spoken, tied
from cogs.text.ui import Item, text
from engine.game import Seat
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain, in_sight, next_gain
from engine.ru_ra_re.state import SCORING_FROM, Phase
from pictures.ru_ra_re.board import SLOTS, own_alone, slot_points
from pictures.ru_ra_re.board import board as pictured
from pictures.ru_ra_re.board import own as with_rows


def board(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[Item]:
    """The board's picture, the meaning of its signs, and in small text each player's cards and points.

    What differs from the earlier observation `before` is highlighted in the picture.
    """
    aloud = words.for_alt_text
    alt_lines = [*sign_lines(seen, aloud), *table_lines(seen, names.for_alt_text, aloud)]
    if len(spoken(alt_lines, words)) >= MOST_ALT:  # The choices are left out here; the thread has them.
        alt_lines.pop()
    picture = Picture(
        "board",
        pictured(seen, before, names.in_pictures),
        spoken(alt_lines, words),
        [text(*table_lines(seen, names, words))],
    )
    signs = [*sign_lines(seen, words), *scoring_lines(seen, words)]
    seats = SmallPrint(
        seat_lines(seen, names, words),
        lambda: [spoken([line], aloud) for line in seat_lines(seen, names.for_alt_text, aloud)],
    )
    return [picture, *([text(*signs)] if signs else []), seats]


def table_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """Lines on the deck, the box, each row of cards, and the latest secret choices, now revealed."""
    box = sum(seen.box) + seen.unseen_size
    lines = [words.count("ru_ra_re.deck", seen.deck_size) + LIST + words.count("ru_ra_re.box", box)]
    lines += (row_line(number, cards, words) for number, cards in enumerate(seen.rows, 1))
    if seen.revealed:
        met = words.together(*(meeting_line(meeting, names, words) for meeting in seen.revealed[-1]))
        lines.append(f"-# {words('ru_ra_re.latest')} {met}")
    return lines


def sign_lines(seen: Observation, words: Localizer) -> list[str]:
    """Lines that explain signs in the picture: the red cross, and the setting sun of the last turn."""
    return [*cross_lines(seen, words), *last_turn_lines(seen, words)]


def cross_lines(seen: Observation, words: Localizer) -> list[str]:
    """A line that explains red crosses; empty after the first scoring, when there are none."""
    return [f"-# {words('ru_ra_re.red_cross')}"] if seen.first_scoring is None else []


def last_turn_lines(seen: Observation, words: Localizer) -> list[str]:
    """A line, with the picture's setting sun, that says that this is the last turn; else empty."""
    if not seen.last_turn or seen.phase is Phase.OVER:
        return []
    return [f"-# {words.signed(SUNSET, words('ru_ra_re.last_turn'))}"]


def scoring_lines(seen: Observation, words: Localizer) -> list[str]:
    """A line on the number of cards that brings the first scoring; empty after that scoring."""
    if seen.first_scoring is not None:
        return []
    most = max(map(sum, seen.collections))
    return [f"-# {words('ru_ra_re.until_first', needed=SCORING_FROM, n=most)}"]


def seat_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """A line for each player: whether they have chosen, their points and their cards."""
    return [seat_line(seen, seat, names, words) for seat in range(len(seen.points))]


def seat_line(seen: Observation, seat: Seat, names: Names, words: Localizer) -> str:
    """A line in small text on one player: whether they have chosen, their points and their cards."""
    for_alt_text = words.for_alt_text
    points, total = (
        points_text(seen.points[seat], for_alt_text),
        in_sight(seen.points, seen.collections, seat),
    )
    if seen.phase is not Phase.OVER and total != seen.points[seat]:
        points = tied(words("table.noted", what=points, note=words("ru_ra_re.in_sight", n=total)))
    parts = [f"**{names(seat)}**", points, collection_text(seen.collections[seat], for_alt_text)]
    if seen.phase is not Phase.OVER:
        parts.insert(1, words(f"ru_ra_re.{choice_state(seen, seat)}"))
    return "-# " + " — ".join(parts)


def choice_state(seen: Observation, seat: Seat) -> str:
    """The key of the sentence that says whether a player has chosen, is choosing, or has taken a row."""
    if not seen.waiting[seat]:
        return "is_served"
    return "is_ready" if seen.ready[seat] else "is_choosing"


def own(
    seen: Observation, before: Observation, names: Names, words: Localizer, *, beside_board: bool = False
) -> list[Item]:
    """The viewer's cards with their points, and the rows with the points that each would bring.

    `beside_board`: Whether the message shows the board, too; the rows' cards are then left out.  Differences
    from the earlier observation `before` are highlighted in the picture.
    """
    crosses = [] if beside_board else cross_lines(seen, words.for_alt_text)
    choice = gain_lines if beside_board else choice_lines
    scene = (own_alone if beside_board else with_rows)(seen, before)
    alt = spoken((*crosses, *choice(seen, words.for_alt_text)), words)
    picture = Picture("choice", scene, alt, [text(*choice(seen, words))])
    lines = [f"-# {line}" for line in collection_lines(seen, words.for_alt_text)]
    notes = [] if beside_board else [*last_turn_lines(seen, words), *scoring_lines(seen, words)]
    return [
        picture,
        *([text(*notes)] if notes else []),
        SmallPrint(lines, lambda: [spoken([line], words) for line in lines]),
    ]


def gain_lines(seen: Observation, words: Localizer) -> list[str]:
    """A line on the points that each row would bring the viewer alone; for a viewer with a row, a remark."""
    if not seen.waiting[seen.seat]:
        return [words("ru_ra_re.waits_for_none")]
    gains = []
    for number, cards in enumerate(seen.rows, 1):
        if cards:
            points = points_text(gain(seen.collections, seen.seat, cards), words)
            gains.append(tied(words("ru_ra_re.gain_at", n=number, points=points)))
    return [words("ru_ra_re.gains_alone", list=LIST.join(gains))]


def choice_lines(seen: Observation, words: Localizer) -> list[str]:
    """A line on each row's cards and, if the viewer has no row yet, on the points that it would bring."""
    lines = []
    for number, cards in enumerate(seen.rows, 1):
        if cards and seen.waiting[seen.seat]:
            lines.append(gain_line(seen, number, words))
        else:
            lines.append(row_line(number, cards, words))
    return lines


def gain_line(seen: Observation, row: int, words: Localizer) -> str:
    """A line on a row's cards, and on the points that the row would bring the viewer."""
    cards = seen.rows[row - 1]
    points = points_text(gain(seen.collections, seen.seat, cards), words)
    return words("ru_ra_re.row_gain", n=row, cards=row_cards(cards, words), points=points)


def collection_lines(seen: Observation, words: Localizer) -> list[str]:
    """Lines on the viewer's cards: their points now, and the points for one more card of each kind."""
    cards, worth = seen.collections[seen.seat], slot_points(seen.collections, seen.seat)
    have, more = [], dict[int, list[str]]()
    for slot in (slot for line in SLOTS for slot in line):
        first = slot.cards[0]
        points = points_text(worth.get(slot.name, 0), words)
        for card in slot.cards:
            if cards[card]:
                what = card_text(card, words) + (tied(f" ×{cards[card]}") if cards[card] > 1 else "")
                is_last = card == max(one for one in slot.cards if cards[one])
                have.append(words("ru_ra_re.scores", card=what, points=points) if is_last else what)
        added = next_gain(seen.collections, seen.seat, first)
        if added:
            more.setdefault(added, []).append(card_text(first, words))
    own_cards = LIST.join(have) or words("ru_ra_re.no_cards")
    lines = [f"{words('ru_ra_re.collection')} {own_cards}"]
    if more:
        gains = (words("ru_ra_re.gain", card=words.comma.join(more[n]), n=n) for n in sorted(more))
        lines.append(words("ru_ra_re.next", list=LIST.join(gains)))
    return lines


def standing(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[str]:
    """A line on who is ahead, by points so far and the value of each collection; `before` isn't used."""
    totals = [in_sight(seen.points, seen.collections, seat) for seat in range(len(seen.points))]
    said = [points_text(total, words) for total in totals]
    return [standing_line([(total, total) for total in totals], said, names, words)]
