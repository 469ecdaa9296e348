"""The board, what a player has, and how they stand: in pictures, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.discord_io.attachments import Picture, SmallPrint
from cogs.games.contract import standing_line
from cogs.games.rapa_nui_cards.terms import (
    HAND,
    SACRIFICE_CARDS,
    STONE,
    SUNSET,
    card_name,
    card_text,
    cards_text,
    gain_text,
    glory_text,
    good_name,
    good_text,
    goods_text,
    joined,
    some_good_text,
    wood_text,
)
from cogs.text import ui
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names, tied
from engine.counts import Counts, changed
from engine.game import Seat
from engine.rapa_nui_cards.observe import (
    Observation,
    SeatView,
    known_stone,
    knows_all_goods,
    public_total,
    totals_in_sight,
)
from engine.rapa_nui_cards.play import values, worth_of
from engine.rapa_nui_cards.state import COLUMN_SIZE, GOODS, Card, Good, Phase
from pictures.rapa_nui_cards.board import board as pictured
from pictures.rapa_nui_cards.board import own as with_display
from pictures.rapa_nui_cards.board import own_alone


def board(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[Item]:
    """The picture; below it in small print what ends the game, and what each has, which tells who is who."""
    instead = [
        display(seen, words),
        text(*stone_lines(seen, names, words)),
        *last_scoring(seen, names, words),
    ]
    picture = Picture(
        "board", pictured(seen, before, names.in_pictures), board_alt_text(seen, names, words), instead
    )
    for_alt_text = names.for_alt_text, words.for_alt_text
    seats = SmallPrint(
        seat_texts(seen, names, words),
        lambda: [spoken([part], words) for part in seat_texts(seen, *for_alt_text)],
    )
    ending = [f"-# {line}" for line in ending_lines(seen, words)]
    return [picture, *([text(*ending)] if ending else []), seats]


def board_alt_text(seen: Observation, names: Names, words: Localizer) -> str:
    """The alternative text: all of the picture that the small print does not say."""
    names, words = names.for_alt_text, words.for_alt_text
    return spoken(
        (
            *column_lines(seen.columns, words),
            *ending_lines(seen, words),
            words.count("rapa_nui_cards.aloud_deck", seen.deck_size),
            *stone_lines(seen, names, words),
            *scoring_lines(seen, names, words),
        ),
        words,
    )


def turn_order(seen: Observation) -> list[Seat]:
    """The seats in the order of play, the first player first."""
    return [(seen.first + step) % len(seen.seats) for step in range(len(seen.seats))]


def display(seen: Observation, words: Localizer) -> Item:
    """The four columns, each from its front card to the one laid first."""
    deck = words.count("rapa_nui_cards.deck", seen.deck_size)
    lines = [f"**{words('rapa_nui_cards.display')}** · {deck}"]
    for number, column in enumerate(seen.columns, 1):
        front, *beneath = reversed(column)
        covered = "".join(f" ‹ {card_text(card, words)}" for card in beneath)
        lines.append(f"`{number}` **{card_text(front, words)}**{covered}")
    return text(*lines)


def stone_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """The stone, with what the cards on it that are known make goods worth, and the supply."""
    known = known_stone(seen)
    goods = stone_goods(known, words) if any(known) else words("rapa_nui_cards.stone_empty")
    lines = [f"**{words.signed(STONE, words('rapa_nui_cards.stone'))}** {goods}"]
    lines += turned_over_lines(seen, names, words)
    laid = [card.seat for card in seen.face_down if card.good is None]
    if laid:
        who = joined(f"{names(seat)} {laid.count(seat)}" for seat in turn_order(seen) if seat in laid)
        lines.append("-# " + words.count("rapa_nui_cards.face_down", len(laid), who=who))
    lines.append(f"-# {words('rapa_nui_cards.supply')} {goods_text(seen.supply, words, zeros=True)}")
    return lines


def turned_over_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """Who laid which card face down, as far as that is known; these are counted with the others."""
    laid = joined(
        f"{names(card.seat)} {good_text(card.good, words)}"
        for card in seen.face_down
        if card.good is not None
    )
    key = "was_face_down" if seen.phase is Phase.OVER else "known_face_down"
    return [f"-# {words(f'rapa_nui_cards.{key}')} {laid}"] if laid else []


def stone_goods(stone: Counts, words: Localizer) -> str:
    """How many cards of each good lie on the stone, and what each good is worth by that."""
    worth = values(stone)
    value = [words("rapa_nui_cards.worth", n=worth[good]) for good in GOODS]
    return joined(
        tied(words("table.noted", what=some_good_text(good, stone[good], words), note=value[good]))
        for good in GOODS
    )


def seat_texts(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """What each player has, in the order of play."""
    return ["\n".join(seat_lines(seen, seat, names, words)) for seat in turn_order(seen)]


def seat_lines(seen: Observation, seat: Seat, names: Names, words: Localizer) -> list[str]:
    """What one player has, in small print."""
    view, for_alt_text = seen.seats[seat], words.for_alt_text
    marks = [
        words("rapa_nui_cards.is_active") if seat == seen.active and seen.phase is not Phase.OVER else "",
        words("rapa_nui_cards.is_first") if seat == seen.first else "",
    ]
    head = " ".join((f"**{names(seat)}**", *(mark for mark in marks if mark)))
    points = glory_text(view.glory, for_alt_text)
    in_sight = public_total(seen, seat)
    if in_sight != view.glory:
        known = "points_in_sight_goods" if knows_all_goods(seen) else "points_in_sight"
        points = tied(words("table.noted", what=points, note=words(f"rapa_nui_cards.{known}", n=in_sight)))
    numbers = (
        wood_text(view.wood, for_alt_text),
        points,
        tied(words.count("rapa_nui_cards.hand_size", view.hand_size)),
        tied(words.count("rapa_nui_cards.held_size", view.held_size)),
    )
    lines = [f"-# {head} — {joined(numbers)} — {cards_text(view.village, for_alt_text)}"]
    if view.hand is not None and view.held is not None:
        hand, held = cards_text(view.hand, for_alt_text), goods_text(view.held, for_alt_text)
        heads = words.sign(HAND), words.sign(SACRIFICE_CARDS)
        if words.is_alt_text:
            heads = words("rapa_nui_cards.hand"), words("rapa_nui_cards.held")
        lines.append(f"-# {heads[0]} {hand} — {heads[1]} {held}")
    return lines


def last_scoring(seen: Observation, names: Names, words: Localizer) -> list[Item]:
    """What was scored last, and what it gave."""
    lines = scoring_lines(seen, names, words)
    return [ui.Separator(), text(*lines)] if lines else []


def scoring_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """What was scored last, and what it gave, in a line; none before the first scoring."""
    if seen.scoring is None:
        return []
    gains = seen.scoring.gains
    got = joined(
        f"{names(seat)}{TIE}{gain}" for seat in turn_order(seen) if (gain := gain_text(gains[seat], words))
    )
    line = words("rapa_nui_cards.scored_last", card=card_text(seen.scoring.card, words))
    return [f"{line} {got or words('rapa_nui_cards.nobody_gets')}"]


def column_lines(columns: Sequence[Sequence[Card]], words: Localizer) -> list[str]:
    """Each column of the display: its front card, then the cards beneath, the nearest first."""
    return [
        column_line(number, [card_name(card, words) for card in reversed(column)], words)
        for number, column in enumerate(columns, 1)
        if column
    ]


def column_line(number: int, cards: Sequence[str], words: Localizer) -> str:
    """One column, `cards` from its front card on."""
    front, *beneath = cards
    if not beneath:
        return words("rapa_nui_cards.aloud_column_last", n=number, front=front)
    return words("rapa_nui_cards.aloud_column", n=number, front=front, beneath=LIST.join(beneath))


def ending_lines(seen: Observation, words: Localizer) -> list[str]:
    """The columns of which the last card, once taken, ends the game: a setting sun in the picture."""
    if not 0 < seen.deck_size <= COLUMN_SIZE:
        return []
    last = [str(number) for number, column in enumerate(seen.columns, 1) if len(column) == 1]
    if not last:
        return []
    line = words.count("rapa_nui_cards.ends_game_at", len(last), columns=words.listed(last))
    return [words.signed(SUNSET, line)]


def own(
    seen: Observation, before: Observation, names: Names, words: Localizer, *, beside_board: bool = False
) -> list[Item]:
    """The viewer's hand, sacrifice cards, and what they laid face down, with the display to take from."""
    lines, aloud = own_lines(seen, words), words.for_alt_text
    alt_lines = own_lines(seen, aloud)
    scene = own_alone(seen, before) if beside_board else with_display(seen, before)
    if not beside_board:
        alt_lines += [*column_lines(seen.columns, aloud), *ending_lines(seen, aloud)]
    return [Picture("cards", scene, spoken(alt_lines, words), [text(*lines)])]


def own_lines(seen: Observation, words: Localizer) -> list[str]:
    """The viewer's own things in words."""
    assert seen.viewer is not None
    view = seen.seats[seen.viewer]
    assert view.hand is not None
    assert view.held is not None
    lines = [
        f"**{words.signed(HAND, words('rapa_nui_cards.hand'))}** {cards_text(view.hand, words)}",
        f"**{words.signed(SACRIFICE_CARDS, words('rapa_nui_cards.held'))}** {goods_text(view.held, words)}",
    ]
    laid = [card.good for card in seen.face_down if card.seat == seen.viewer and card.good is not None]
    if laid:
        counts = tuple(laid.count(good) for good in Good)
        title = words.signed(STONE, words("rapa_nui_cards.own_face_down"))
        lines.append(f"**{title}** {goods_text(counts, words)}")
    lines.append(joined((wood_text(view.wood, words), glory_text(view.glory, words))))
    lines.append(f"-# {words('rapa_nui_cards.village')} {cards_text(view.village, words)}")
    return lines


def standing(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[str]:
    """Who is ahead, goods included; how goods are counted and what has changed them; the viewer's village."""
    assert seen.viewer is not None
    totals, worth = totals_in_sight(seen), values(known_stone(seen))
    said = [total_text(view, total, worth, words) for view, total in zip(seen.seats, totals, strict=True)]
    village = cards_text(seen.seats[seen.viewer].village, words.for_alt_text)
    about = (
        counted_text(seen, words),
        changed_by_stone(seen, before, words),
        f"{words('rapa_nui_cards.village')} {village}",
    )
    return [standing_line(totals, said, names, words), LIST.join(filter(None, about))]


def total_text(view: SeatView, total: tuple[int, int], worth: Counts, words: Localizer) -> str:
    """A player's total in words, and how much of it is for goods, or how many of those are hidden."""
    least, most = total
    points = words.count("rapa_nui_cards.points", most)
    if view.held is not None:
        return words("rapa_nui_cards.standing_goods", points=points, n=worth_of(view.held, worth))
    if not view.held_size:
        return points
    if least < most:
        points = words("rapa_nui_cards.standing_span", least=least, points=points)
    return words.count("rapa_nui_cards.standing_hidden", view.held_size, points=points)


def counted_text(seen: Observation, words: Localizer) -> str:
    """By what goods are counted, and that cards which the viewer doesn't know may change that."""
    hidden = sum(card.good is None for card in seen.face_down)
    if hidden:
        return words.count("rapa_nui_cards.standing_face_down", hidden)
    if not any(known_stone(seen)):
        return f"{words('rapa_nui_cards.stone')} {words('rapa_nui_cards.stone_empty')}"
    return words("rapa_nui_cards.standing_stone")


def worth_lines(seen: Observation, goods: list[Good], words: Localizer, *, gives: bool) -> list[str]:
    """What one more card of each good on the stone would make of the viewer's goods.

    By the cards on the stone that the viewer knows; all four values may change.  `gives`: the card is one of
    the viewer's own.
    """
    assert seen.viewer is not None
    held, known = seen.seats[seen.viewer].held, known_stone(seen)
    assert held is not None
    lines = []
    for good in goods:
        left = changed(held, good, -1) if gives else held
        value = change_text((held, values(known)), (left, values(changed(known, good, 1))), words)
        lines.append("-# " + words("table.pair", name=good_text(good, words), value=value))
    return lines


def changed_by_stone(seen: Observation, before: Observation, words: Localizer) -> str:
    """What has become of the viewer's goods by what was just laid on the stone; empty: nothing has."""
    assert seen.viewer is not None
    held, former = seen.seats[seen.viewer].held, before.seats[seen.viewer].held
    assert held is not None
    assert former is not None
    # What they laid there themselves is counted as it was then; what they have got since is no change of it.
    had = tuple(map(max, held, former))
    was, worth = values(known_stone(before)), values(known_stone(seen))
    if known_stone(before) == known_stone(seen) or worth_of(had, was) == worth_of(held, worth):
        return ""
    value = change_text((had, was), (held, worth), words)
    return words("table.pair", name=words("rapa_nui_cards.stone_changed"), value=value)


def change_text(now: tuple[Counts, Counts], then: tuple[Counts, Counts], words: Localizer) -> str:
    """What goods are worth and will be, and each good's value that is another one then.

    `now` and `then`: how many goods of each kind, and what one of each is worth.
    """
    points = words.count("rapa_nui_cards.points", worth_of(*then))
    total = words("rapa_nui_cards.goods_then", now=worth_of(*now), points=points)
    if worth_of(*now) == worth_of(*then):
        total = words("rapa_nui_cards.goods_stay", points=points)
    (_, was), (_, worth) = now, then
    moved = joined(
        TIE.join((tied(good_name(good, words)), str(was[good]), "→", str(worth[good])))
        for good in GOODS
        if was[good] != worth[good]
    )
    return words("table.noted", what=total, note=moved) if moved else total
