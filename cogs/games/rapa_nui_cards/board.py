"""The board, the things of a player, and the standing: in pictures, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.discord_io.attachments import Picture, SmallPrint
from cogs.games.contract import standing_line
from cogs.games.rapa_nui_cards import terms
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names, spoken, tied
from cogs.text.ui import Item, text
from engine.counts import Counts, changed
from engine.game import Seat
from engine.rapa_nui_cards.observe import (
    Observation,
    SeatView,
    known_stone,
    knows_all_goods,
    public_total,
    totals_in_sight,
    turn_order,
)
from engine.rapa_nui_cards.play import values, worth_of
from engine.rapa_nui_cards.state import COLUMN_SIZE, GOODS, Card, Good, Phase
from pictures.rapa_nui_cards.board import board as pictured
from pictures.rapa_nui_cards.board import own as with_display
from pictures.rapa_nui_cards.board import own_alone

Holding = tuple[Counts, Counts]
"""A player's number of cards of each good, and the value of each good."""


def board(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[Item]:
    """The board's picture; in small text, the columns that end the game and each player's things.

    Differences from the earlier observation `before` are highlighted in the picture.
    """
    scored = scoring_lines(seen, names, words)
    instead = [
        display(seen, words),
        text(*stone_lines(seen, names, words)),
        *([ui.Separator(), text(*scored)] if scored else []),
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
    """The alternative text of the board's picture, without the facts in the small text below the picture.

    After the game's end, the picture and the text show only the villages.
    """
    names, words = names.for_alt_text, words.for_alt_text
    if seen.phase is Phase.OVER:
        village = words("rapa_nui_cards.village")
        cards = [terms.cards_text(view.village, words) for view in seen.seats]
        return spoken([f"{names(seat)}: {village} {cards[seat]}" for seat in turn_order(seen)], words)
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


def display(seen: Observation, words: Localizer) -> Item:
    """A text with the four columns of cards to take, each from its front card to its rearmost card."""
    deck = words.count("rapa_nui_cards.deck", seen.deck_size)
    lines = [f"**{words('rapa_nui_cards.display')}** · {deck}"]
    for number, column in enumerate(seen.columns, 1):
        front, *beneath = reversed(column)
        covered = "".join(f" ‹ {terms.card_text(card, words)}" for card in beneath)
        lines.append(f"`{number}` **{terms.card_text(front, words)}**{covered}")
    return text(*lines)


def stone_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """Lines on the cards on the stone, the goods' values by these cards, and the supply."""
    known = known_stone(seen)
    goods = stone_goods(known, words) if any(known) else words("rapa_nui_cards.stone_empty")
    lines = [f"**{words.signed(terms.STONE, words('rapa_nui_cards.stone'))}** {goods}"]
    lines += turned_over_lines(seen, names, words)
    laid = [card.seat for card in seen.face_down if card.good is None]
    if laid:
        who = LIST.join(f"{names(seat)} {laid.count(seat)}" for seat in turn_order(seen) if seat in laid)
        lines.append("-# " + words.count("rapa_nui_cards.face_down", len(laid), who=who))
    lines.append(f"-# {words('rapa_nui_cards.supply')} {terms.goods_text(seen.supply, words, zeros=True)}")
    return lines


def turned_over_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """A line on the face-down cards that the viewer knows, with their owners; empty if they know none."""
    laid = LIST.join(
        f"{names(card.seat)} {terms.good_text(card.good, words)}"
        for card in seen.face_down
        if card.good is not None
    )
    key = "was_face_down" if seen.phase is Phase.OVER else "known_face_down"
    return [f"-# {words(f'rapa_nui_cards.{key}')} {laid}"] if laid else []


def stone_goods(stone: Counts, words: Localizer) -> str:
    """A text on each good: the number of its cards on the stone, and the value that follows from it."""
    worth = values(stone)
    value = [words("rapa_nui_cards.worth", n=worth[good]) for good in GOODS]
    return LIST.join(
        tied(words("table.noted", what=terms.some_good_text(good, stone[good], words), note=value[good]))
        for good in GOODS
    )


def seat_texts(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """A text on each player's things, in turn order."""
    return ["\n".join(seat_lines(seen, seat, names, words)) for seat in turn_order(seen)]


def seat_lines(seen: Observation, seat: Seat, names: Names, words: Localizer) -> list[str]:
    """Lines in small text on one player's wood, points, number of cards, village and, if known, cards."""
    view, for_alt_text = seen.seats[seat], words.for_alt_text
    marks = [
        words("rapa_nui_cards.is_active") if seat == seen.active and seen.phase is not Phase.OVER else "",
        words("rapa_nui_cards.is_first") if seat == seen.first else "",
    ]
    head = " ".join((f"**{names(seat)}**", *(mark for mark in marks if mark)))
    points = terms.glory_text(view.glory, for_alt_text)
    in_sight = public_total(seen, seat)
    if in_sight != view.glory:
        known = "points_in_sight_goods" if knows_all_goods(seen) else "points_in_sight"
        points = words("table.noted", what=points, note=words(f"rapa_nui_cards.{known}", n=in_sight))
    numbers = (
        terms.wood_text(view.wood, for_alt_text),
        points,
        tied(words.count("rapa_nui_cards.hand_size", view.hand_size)),
        tied(words.count("rapa_nui_cards.held_size", view.held_size)),
    )
    lines = [f"-# {head} — {LIST.join(numbers)} — {terms.cards_text(view.village, for_alt_text)}"]
    if view.hand is not None and view.held is not None:
        hand, held = terms.cards_text(view.hand, for_alt_text), terms.goods_text(view.held, for_alt_text)
        heads = words.sign(terms.HAND), words.sign(terms.SACRIFICE_CARDS)
        if words.is_alt_text:
            heads = words("rapa_nui_cards.hand"), words("rapa_nui_cards.held")
        lines.append(f"-# {heads[0]} {hand} — {heads[1]} {held}")
    return lines


def scoring_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """A line on the last scoring and each player's gain; empty before the first scoring."""
    if seen.scoring is None:
        return []
    gains = seen.scoring.gains
    got = LIST.join(
        f"{names(seat)}{TIE}{gain}"
        for seat in turn_order(seen)
        if (gain := terms.gain_text(gains[seat], words))
    )
    line = words("rapa_nui_cards.scored_last", card=terms.card_text(seen.scoring.card, words))
    return [f"{line} {got or words('rapa_nui_cards.nobody_gets')}"]


def column_lines(columns: Sequence[Sequence[Card]], words: Localizer) -> list[str]:
    """A line on each column of cards to take: the front card, then the cards behind it, in order."""
    lines = []
    for number, column in enumerate(columns, 1):
        *covered, front = (terms.card_name(card, words) for card in column) if column else ("",)
        if covered:
            beneath = LIST.join(reversed(covered))
            lines.append(words("rapa_nui_cards.aloud_column", n=number, front=front, beneath=beneath))
        elif front:
            lines.append(words("rapa_nui_cards.aloud_column_last", n=number, front=front))
    return lines


def ending_lines(seen: Observation, words: Localizer) -> list[str]:
    """A line on the columns whose last card ends the game when it is taken; empty if there are none."""
    if not 0 < seen.deck_size <= COLUMN_SIZE:
        return []
    last = [str(number) for number, column in enumerate(seen.columns, 1) if len(column) == 1]
    if not last:
        return []
    line = words.count("rapa_nui_cards.ends_game_at", len(last), columns=words.listed(last))
    return [words.signed(terms.SUNSET, line)]


def own(
    seen: Observation, before: Observation, names: Names, words: Localizer, *, beside_board: bool = False
) -> list[Item]:
    """The viewer's hand, sacrifice and face-down cards; unless `beside_board`, also the columns to take from.

    While the viewer chooses a card for the stone, the stone is shown in place of the columns.  Differences
    from the earlier observation `before` are highlighted in the picture.
    """
    lines, aloud = own_lines(seen, words), words.for_alt_text
    alt_lines = own_lines(seen, aloud)
    is_laying = (
        not beside_board and seen.decider == seen.viewer and seen.phase in {Phase.SACRIFICE, Phase.OFFER}
    )
    scene = own_alone(seen, before) if beside_board else with_display(seen, before, shows_stone=is_laying)
    if is_laying:
        alt_lines += [*stone_lines(seen, names.for_alt_text, aloud), *ending_lines(seen, aloud)]
    elif not beside_board:
        alt_lines += [*column_lines(seen.columns, aloud), *ending_lines(seen, aloud)]
    return [Picture("cards", scene, spoken(alt_lines, words), [text(*lines)])]


def own_lines(seen: Observation, words: Localizer) -> list[str]:
    """Lines on the viewer's hand, sacrifice cards, face-down cards, wood, points and village."""
    view = seen.own
    assert view.hand is not None
    assert view.held is not None
    held = words.signed(terms.SACRIFICE_CARDS, words("rapa_nui_cards.held"))
    lines = [
        f"**{words.signed(terms.HAND, words('rapa_nui_cards.hand'))}** {terms.cards_text(view.hand, words)}",
        f"**{held}** {terms.goods_text(view.held, words)}",
    ]
    laid = [card.good for card in seen.face_down if card.seat == seen.viewer and card.good is not None]
    if laid:
        counts = tuple(laid.count(good) for good in Good)
        title = words.signed(terms.STONE, words("rapa_nui_cards.own_face_down"))
        lines.append(f"**{title}** {terms.goods_text(counts, words)}")
    lines.append(LIST.join((terms.wood_text(view.wood, words), terms.glory_text(view.glory, words))))
    lines.append(f"-# {words('rapa_nui_cards.village')} {terms.cards_text(view.village, words)}")
    return lines


def standing(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[str]:
    """A line on who is ahead, goods included, and one on changes of the goods' value since `before`."""
    totals, worth = totals_in_sight(seen), values(known_stone(seen))
    said = [total_text(view, total, worth, words) for view, total in zip(seen.seats, totals, strict=True)]
    changes = changed_by_stone(seen, before, words)
    return [standing_line(totals, said, names, words), *([changes] if changes else [])]


def total_text(view: SeatView, total: tuple[int, int], worth: Counts, words: Localizer) -> str:
    """A player's `total` (least, most) as text, with the points for goods or the number of hidden goods."""
    least, most = total
    points = words.count("rapa_nui_cards.points", most)
    if view.held is not None:
        goods = worth_of(view.held, worth)
        return words("rapa_nui_cards.standing_goods", points=points, n=goods) if goods else points
    if not view.held_size:
        return points
    if least < most:
        points = words("rapa_nui_cards.standing_span", least=least, points=points)
    return words.count("rapa_nui_cards.standing_hidden", view.held_size, points=points)


def worth_lines(seen: Observation, goods: list[Good], words: Localizer, *, gives: bool) -> list[str]:
    """A line on each of `goods`: the viewer's points for all goods if a card of it is laid on the stone.

    `gives`: Whether the card is one of the viewer's own.  The first line says what the others are about.
    """
    lines = [words("rapa_nui_cards.goods_after")]
    for good in goods:
        now, then = _worth_then(seen, good, gives=gives)
        points = f"{worth_of(*now)} → {_points_text(then, words)}"
        value = _with_moved(points, now, then, words)
        lines.append(words("table.pair", name=terms.good_text(good, words), value=value))
    return [f"-# {line}" for line in lines]


def worth_told(seen: Observation, good: Good, words: Localizer, *, gives: bool) -> str:
    """A text on the viewer's points for goods if a card of `good` is laid; `gives`: as in `worth_lines`."""
    return change_text(*_worth_then(seen, good, gives=gives), words)


def _worth_then(seen: Observation, good: Good, *, gives: bool) -> tuple[Holding, Holding]:
    """The viewer's goods with the goods' values, now and after a card of `good` is laid on the stone.

    `gives`: Whether the viewer lays the card from their goods.
    """
    held, known = seen.own.held, known_stone(seen)
    assert held is not None
    left = changed(held, good, -1) if gives else held
    return (held, values(known)), (left, values(changed(known, good, 1)))


def changed_by_stone(seen: Observation, before: Observation, words: Localizer) -> str:
    """A text on the change of the viewer's points for goods by cards laid since `before`; may be empty."""
    held, former = seen.own.held, before.seats[seen.seat].held
    assert held is not None
    assert former is not None
    # Cards that the viewer laid or got meanwhile count in both, since the stone didn't cause their change.
    had = tuple(map(max, held, former))
    was, worth = values(known_stone(before)), values(known_stone(seen))
    if known_stone(before) == known_stone(seen) or worth_of(had, was) == worth_of(held, worth):
        return ""
    points = _points_text((held, worth), words)
    value = words("rapa_nui_cards.goods_then", now=worth_of(had, was), points=points)
    return words("table.pair", name=words("rapa_nui_cards.stone_changed"), value=value)


def change_text(now: Holding, then: Holding, words: Localizer) -> str:
    """The change of points for goods from `now` to `then` as text."""
    points = _points_text(then, words)
    total = words("rapa_nui_cards.goods_then", now=worth_of(*now), points=points)
    if worth_of(*now) == worth_of(*then):
        total = words("rapa_nui_cards.goods_stay", points=points)
    return _with_moved(total, now, then, words)


def _points_text(holding: Holding, words: Localizer) -> str:
    return words.count("rapa_nui_cards.points", worth_of(*holding))


def _with_moved(total: str, now: Holding, then: Holding, words: Localizer) -> str:
    """The text `total` on points, with the goods whose value changes from `now` to `then`."""
    (_, was), (_, worth) = now, then
    moved = LIST.join(
        TIE.join((tied(terms.good_name(good, words)), str(was[good]), "→", str(worth[good])))
        for good in GOODS
        if was[good] != worth[good]
    )
    return words("table.noted", what=total, note=moved) if moved else total
