"""The public board: its picture, and in words the display, the stone, the supply, villages, last scoring."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.discord_io.attachments import Picture
from cogs.discord_io.small_print import SmallPrint
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
from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_cards.observe import Observation, known_stone, knows_all_goods, public_total
from engine.rapa_nui_cards.play import values
from engine.rapa_nui_cards.state import COLUMN_SIZE, GOODS, Card, Phase
from pictures.rapa_nui_cards.board import board as pictured


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
