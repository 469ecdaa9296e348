"""The controls of a turn, phase by phase, and the things in the pictures that each choice is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import discord

from cogs.games.contract import Question, move_button
from cogs.games.rapa_nui_cards import terms
from cogs.games.rapa_nui_cards.board import worth_lines, worth_told
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names, capital
from cogs.text.ui import Button, Item, rows, text
from engine.counts import Counts, added, changed, with_more
from engine.rapa_nui_cards.moves import (
    DISCARD,
    SKIP,
    Buy,
    Collect,
    CollectGood,
    Move,
    Offer,
    Play,
    PlayGatherers,
    Sacrifice,
    Take,
    card_price,
    gatherers_price,
    plays,
    write_move,
)
from engine.rapa_nui_cards.observe import Observation, known_stone
from engine.rapa_nui_cards.play import dues, values
from engine.rapa_nui_cards.state import COLUMN_SIZE, HAND_SIZE, MOAI_PRICE, Card, Good, Phase
from pictures.rapa_nui_cards.board import art
from tables.verbs.auto_answers import Moves


class Continuation(NamedTuple):
    """A possible way to go on after a play: cards to take, and the scoring of the card that they uncover.

    Attributes:
        column: The number of the column from which the last card is taken, counted from 1.
        takes: The number of cards that are taken from that column.
        card: The uncovered card, which is scored.
        villages: The villages of all players after the play.
        own: The viewer's gain from the scoring, in points.
        lead: The viewer's gain, less that of the opponent who gains most.
        wastes_turn: Whether the viewer could then only discard a Moai in the next turn.
    """

    column: int
    takes: int
    card: Card
    villages: tuple[Counts, ...]
    own: float
    lead: float
    wastes_turn: bool


def best_continuation(seen: Observation, move: Move) -> Continuation | None:
    """The continuation of the play `move` with the greatest lead: the viewer's gain less the best opponent's.

    Continuations that waste the viewer's next turn come last.  Only continuations that uncover an open card
    count; None: there are none.
    """
    villages, (hand, wood) = _villages_after(seen, move), _left_after(seen, move)
    most = move.count if isinstance(move, PlayGatherers) else 1
    found = []
    for column, cards in enumerate(seen.columns, 1):
        for takes in range(1, min(most, len(cards) - 1) + 1):
            card = cards[-1 - takes]
            due = dues(villages, card)
            got = [_points(seen, card, amount) for amount in due]
            own = got.pop(seen.seat)
            # Cards that are first taken from other columns are still the viewer's choice, so they don't
            # count.
            held = with_more(hand, cards[-takes:]) if takes == most else hand
            wastes = is_stuck(held, wood + _wood_due(card, due[seen.seat]))
            found.append(Continuation(column, takes, card, villages, own, own - max(got), wastes))
    return max(found, key=lambda one: (not one.wastes_turn, one.lead, one.own), default=None)


def is_stuck(hand: Counts, wood: int) -> bool:
    """Whether a player with this hand and this amount of wood could only discard a Moai.  Rules: 3.2."""
    return plays(hand, wood) == (DISCARD,)


def wastes_turn(seen: Observation, column: int) -> bool:
    """Whether taking this turn's last card from `column` leaves only discarding a Moai for the next turn."""
    view, cards = seen.own, seen.columns[column - 1]
    if view.hand is None or (len(cards) == 1 and seen.deck_size <= COLUMN_SIZE):
        return False
    wood = view.wood
    if len(cards) > 1:
        due = dues([one.village for one in seen.seats], cards[-2])
        wood += _wood_due(cards[-2], due[seen.seat])
    return is_stuck(changed(view.hand, cards[-1], 1), wood)


def _wood_due(card: Card, due: int) -> int:
    """The wood that a player gets, or may choose, when `card` is scored; `due`: the player's amount."""
    return due if card in (Card.LUMBERJACK, Card.MOAI) else 0


def _left_after(seen: Observation, move: Move) -> tuple[Counts, int]:
    """The viewer's hand and wood after the play `move`."""
    view = seen.own
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
    """An estimate in points of a gain when `card` is scored: goods by value, wood half a point."""
    if card is Card.LUMBERJACK:
        return amount / 2
    return amount * max(1, values(known_stone(seen))[card]) if card < len(Good) else amount


def due_line(card: Card, due: Counts, names: Names, words: Localizer) -> str:
    """A line on each player's gain when `card` is scored, the viewer's first; `due`: each seat's amount.

    All gain the same kind of thing, so only the first gain names it.
    """
    # Begin with the viewer's seat.
    order = sorted(range(len(due)), key=lambda seat: seat != names.viewer)
    gaining = [seat for seat in order if due[seat]]
    got = LIST.join(
        f"{names.short(seat)}{TIE}"
        + (terms.due_text(card, due[seat], words) if seat == gaining[0] else f"+{due[seat]}")
        for seat in gaining
    )
    return got or words("rapa_nui_cards.nobody_gets")


def uncovered_text(seen: Observation, column: int, words: Localizer) -> str:
    """A text on the card uncovered by taking the front card of `column` (from 1), or on the game's end."""
    cards = seen.columns[column - 1]
    if len(cards) > 1:
        return words("rapa_nui_cards.uncovers", card=terms.card_text(cards[-2], words))
    if seen.deck_size <= COLUMN_SIZE:
        return words("rapa_nui_cards.ends_game")
    return words("rapa_nui_cards.uncovers_new")


def choices(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """The buttons and texts with which the viewer chooses in the present phase."""
    show: dict[Phase, Callable[..., list[Item]]] = {
        Phase.BUY: buy_or_play,
        Phase.PLAY: play,
        Phase.TAKE: take,
        Phase.SACRIFICE: sacrifice,
        Phase.OFFER: offer,
        Phase.COLLECT_MOAI: collect,
        Phase.COLLECT_OTHER: collect_instead,
    }
    return show[seen.phase](seen, question, names, words)


def buy_or_play(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to buy a card; or to play at once, which saves the click to skip buying."""
    view, buys = seen.own, list[Button]()
    assert view.hand is not None
    for move in question.legal_moves:
        if isinstance(move, Buy):
            price = card_price(view.village, move.good)
            label = words("table.pair", name=terms.good_name(move.good, words), value=price)
            buys.append(good_button(question, move, label, words, discord.ButtonStyle.secondary))
    able = plays(view.hand, view.wood)
    after = [play_button(question, move, words, before=(SKIP,)) for move in able]
    return [
        text(f"**{words('rapa_nui_cards.buy_title')}**", *moai_hint(seen, words)),
        *rows(buys),
        *rows(after),
        *(ahead(seen, able, names, words) if question.is_told("take") else []),
    ]


def play(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to play a card from the hand."""
    return [
        text(f"**{words('rapa_nui_cards.play_title')}**", *moai_hint(seen, words)),
        *rows([play_button(question, move, words) for move in question.legal_moves]),
        *(ahead(seen, question.legal_moves, names, words) if question.is_told("take") else []),
    ]


def moai_hint(seen: Observation, words: Localizer) -> list[str]:
    """A text on why a Moai in the hand can't be played, or must be discarded; empty if it can be played."""
    view = seen.own
    if not view.hand or not view.hand[Card.MOAI] or view.wood >= MOAI_PRICE:
        return []
    key = "discard_why" if is_stuck(view.hand, view.wood) else "moai_too_dear"
    return ["-# " + words(f"rapa_nui_cards.{key}", price=MOAI_PRICE, wood=view.wood)]


def good_button(
    question: Question,
    move: Buy | Sacrifice | Offer | CollectGood,
    label: str,
    words: Localizer,
    style: discord.ButtonStyle = discord.ButtonStyle.primary,
) -> Button:
    """A button that makes a move with a card of some good, with that good's sign."""
    sign = words.sign(terms.SYMBOLS[move.good])
    return move_button(question, write_move(move), capital(label), sign, style)


def play_button(question: Question, move: Move, words: Localizer, before: tuple[Move, ...] = ()) -> Button:
    """A button that makes the moves in `before`, then plays a card or discards a Moai."""
    style = discord.ButtonStyle.primary
    match move:
        case PlayGatherers(good, count):
            name = terms.card_name(Card(good), words)
            label = words("rapa_nui_cards.play", card=name)
            if count > 1:
                label = words("rapa_nui_cards.play_gatherers", n=count, card=name)
                label += f" · {words.count('rapa_nui_cards.wood', gatherers_price(count))}"
            symbol = words.sign(terms.SYMBOLS[good])
        case Play(card):
            label = words("rapa_nui_cards.play", card=terms.card_name(card, words))
            if card is Card.MOAI:
                label += f" · {words.count('rapa_nui_cards.wood', MOAI_PRICE)}"
            symbol = words.sign(terms.SYMBOLS[card])
        case _:
            label, symbol, style = words("rapa_nui_cards.discard"), "🗑️", discord.ButtonStyle.danger
    moves = Moves(tuple(map(write_move, (*before, move))))
    return move_button(question, moves.encode(), label, symbol, style)


def ahead(seen: Observation, moves: Sequence[Move], names: Names, words: Localizer) -> list[Item]:
    """A text on the best cards to take after each of `moves`; empty if no move brings an advantage."""
    lines = best_lines(seen, moves, names, words)
    return [text(f"-# {words('rapa_nui_cards.best')}", *(f"-# {line}" for line in lines))] if lines else []


def best_lines(seen: Observation, moves: Sequence[Move], names: Names, words: Localizer) -> list[str]:
    """Lines on the best cards to take after each of `moves` that brings an advantage at once.

    Plays with the same best cards share a line, with the gains of the viewer and of the opponent who gains
    most.
    """
    plays_before: dict[tuple[int, int, Card, Counts], list[str]] = {}
    for move in moves:
        if way := best_way(seen, move):
            plays_before.setdefault(way, []).append(played_name(move, words))
    lines = []
    for (takes, column, card, due), played in plays_before.items():
        way_text = words.count(
            "rapa_nui_cards.best_way",
            takes,
            played=words.either(played),
            column=f"`{column}`",
        )
        lines.append(words("table.pair", name=way_text, value=due_line(card, due, names, words)))
    return lines


def best_way(seen: Observation, move: Move) -> tuple[int, int, Card, Counts] | None:
    """The best cards to take after the play `move`: their number, column, the card scored, and the gains.

    The gains are those of the viewer and of the opponent who gains most.  None: no way to go on brings an
    advantage.
    """
    then = best_continuation(seen, move)
    if then is None or then.own <= 0 or then.lead < 0:
        return None
    due = dues(then.villages, then.card)
    _, rival = max((amount, seat) for seat, amount in enumerate(due) if seat != seen.seat)
    both = tuple(amount if seat in (seen.seat, rival) else 0 for seat, amount in enumerate(due))
    return then.takes, then.column, then.card, both


def gain_lines(seen: Observation, move: Move, names: Names, words: Localizer) -> list[str]:
    """A line on the gains from the best cards to take after a play.

    The line doesn't name the column of these cards, since a hint may prefer another column.
    """
    way = best_way(seen, move)
    if way is None:
        return []
    *_, card, due = way
    return [words("rapa_nui_cards.best_gain", gain=due_line(card, due, names, words))]


def played_name(move: Move, words: Localizer) -> str:
    """The name of a play without emojis, each of which takes about forty of a message's characters."""
    match move:
        case PlayGatherers(good, count):
            return terms.card_name(Card(good), words) + (f" ×{count}" if count > 1 else "")
        case Play(card):
            return terms.card_name(card, words)
        case _:
            return words("rapa_nui_cards.discard")


def brings(seen: Observation, move: Move, names: Names, words: Localizer) -> list[str]:
    """Lines on the outcome of a legal move, as far as the viewer can know it."""
    match move:
        case Take(column):
            found = [uncovered(seen, column, names, words)]
        case Sacrifice(good):
            found = [worth_told(seen, good, words, gives=True)]
        case Offer(good):
            found = [worth_told(seen, good, words, gives=False)]
        case Play() | PlayGatherers():
            found = gain_lines(seen, move, names, words)
        case _:
            found = []
    return [capital(line) for line in found]


def uncovered(seen: Observation, column: int, names: Names, words: Localizer) -> str:
    """A text on the card that taking from `column` uncovers; at the last take, also on each player's gain."""
    told, beneath = uncovered_text(seen, column, words), seen.columns[column - 1][:-1]
    if seen.own.hand_size < HAND_SIZE - 1 or not beneath:
        return told
    due = dues([view.village for view in seen.seats], beneath[-1])
    return words("table.pair", name=told, value=due_line(beneath[-1], due, names, words))


def take(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to take a front card; for a turn's last card, with each player's gain."""
    missing = HAND_SIZE - seen.own.hand_size
    lines = [f"**{words.count('rapa_nui_cards.take_title', missing)}**"]
    buttons, dear = [], list[str]()
    for move in question.legal_moves:
        assert isinstance(move, Take)
        front, told = seen.columns[move.column - 1][-1], uncovered(seen, move.column, names, words)
        lines.append(f"-# `{move.column}` **{terms.card_text(front, words)}** {told}")
        if missing == 1 and wastes_turn(seen, move.column):
            dear.append(f"`{move.column}`")
        label, sign = words("rapa_nui_cards.take", column=move.column), words.sign(terms.SYMBOLS[front])
        buttons.append(move_button(question, write_move(move), label, sign, discord.ButtonStyle.primary))
    if dear:
        lines.append(f"-# ⚠️ {' '.join(dear)} {words('rapa_nui_cards.three_moai', price=MOAI_PRICE)}")
    return [text(*lines), *rows(buttons)]


def sacrifice(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to lay a sacrifice card of the viewer on the stone: face down in the viewer's own turn."""
    held = seen.own.held
    assert held is not None
    way = "down" if seen.viewer == seen.active else "up"
    title = words(f"rapa_nui_cards.sacrifice_{way}_title", who=names(seen.active))
    goods = [move.good for move in question.legal_moves if isinstance(move, Sacrifice)]
    buttons = [
        good_button(
            question,
            Sacrifice(good),
            words("table.noted", what=terms.good_name(good, words), note=held[good]),
            words,
        )
        for good in goods
    ]
    return [text(f"**{title}**", *worth_lines(seen, goods, words, gives=True)), *rows(buttons)]


def offer(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to choose a card of the supply to lay on the stone."""
    goods = [move.good for move in question.legal_moves if isinstance(move, Offer)]
    buttons = [good_button(question, Offer(good), terms.good_name(good, words), words) for good in goods]
    title = words("rapa_nui_cards.offer_title")
    return [text(f"**{title}**", *worth_lines(seen, goods, words, gives=False)), *rows(buttons)]


def collect(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to choose between wood and glory points, for a Moai that is scored."""
    amount = seen.due[seen.seat]
    buttons = [
        move_button(
            question,
            write_move(move),
            words("rapa_nui_cards.collect", what=words.count(f"rapa_nui_cards.{kind}", amount)),
            words.sign(sign),
            discord.ButtonStyle.primary,
        )
        for move, kind, sign in (
            (Collect(glory=False), "wood", terms.WOOD),
            (Collect(glory=True), "points", terms.GLORY),
        )
    ]
    # Players who have already chosen get nothing more from this scoring.
    all_get = due_line(Card.MOAI, seen.due, names, words)
    return [text(f"**{words('rapa_nui_cards.collect_title')}**", f"-# {all_get}"), *rows(buttons)]


def collect_instead(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to choose a card of another good in place of one that has run out."""
    assert seen.scoring is not None
    goods = [move.good for move in question.legal_moves if isinstance(move, CollectGood)]
    buttons = [
        good_button(question, CollectGood(good), terms.good_name(good, words), words) for good in goods
    ]
    title = words.count(
        "rapa_nui_cards.instead_title",
        seen.due[seen.seat],
        good=terms.good_name(Good(seen.scoring.card), words),
    )
    return [text(f"**{title}**"), *rows(buttons)]


HELD: Final = "held/{own}/{1}|no/held/{own}/{1}"
SUPPLY: Final = "supply/{1}"
IN_HAND: Final = f"hand {art('card.{1}')}"
TOUCHED: Final[Mapping[str, Sequence[str]]] = {
    "take": ("column/{1}|column_number/{1}",),
    "play": (IN_HAND,),
    "gather": (IN_HAND,),
    "discard": (f"hand {art('card.moai')}",),
    "sacrifice": (HELD,),
    "buy": (HELD, SUPPLY),
    "instead": (HELD, SUPPLY),
    "offer": (SUPPLY,),
    "collect": ("{1}/{own}",),
}
"""The things in the pictures that moves are about, for `GameScreen.touched`."""
