"""The controls of a turn, phase by phase, with what each choice costs and leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from cogs.games.contract import Question, move_button
from cogs.games.rapa_nui_cards.preview import (
    best_continuation,
    consequence_text,
    due_line,
    is_stuck,
    scoring_text,
    uncovered_text,
    wastes_turn,
)
from cogs.games.rapa_nui_cards.standing import worth_lines
from cogs.games.rapa_nui_cards.terms import (
    GLORY,
    SYMBOLS,
    WOOD,
    card_name,
    card_text,
    good_name,
    some_of,
)
from cogs.text import ui
from cogs.text.components import Item, rows, text
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.rapa_nui_cards.moves import (
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
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import HAND_SIZE, MOAI_PRICE, Card, Good, Phase
from tables.verbs.planning import Moves

Button = ui.Button


def choices(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """The controls of the present phase."""
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
    """Controls to buy a card, or to play at once, which skips buying without another click."""
    assert seen.viewer is not None
    view = seen.seats[seen.viewer]
    assert view.hand is not None
    buys = [
        move_button(
            question,
            write_move(move),
            words(
                "rapa_nui_cards.buy",
                good=good_name(move.good, words),
                price=words.count("rapa_nui_cards.wood", card_price(view.village, move.good)),
            ),
            words.sign(SYMBOLS[move.good]),
        )
        for move in question.legal_moves
        if isinstance(move, Buy)
    ]
    able = plays(view.hand, view.wood)
    after = [play_button(question, move, words, before=(SKIP,)) for move in able]
    return [
        text(f"**{words('rapa_nui_cards.buy_title')}**"),
        *rows(buys),
        text(f"**{words('rapa_nui_cards.play_instead_title')}**", *moai_hint(seen, words)),
        *rows(after),
        ahead(seen, able, names, words),
    ]


def play(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to play from the hand."""
    return [
        text(f"**{words('rapa_nui_cards.play_title')}**", *moai_hint(seen, words)),
        *rows([play_button(question, move, words) for move in question.legal_moves]),
        ahead(seen, question.legal_moves, names, words),
    ]


def moai_hint(seen: Observation, words: Localizer) -> list[str]:
    """Why a Moai in the hand can't be played, or why one must be discarded; empty if neither is so."""
    assert seen.viewer is not None
    view = seen.seats[seen.viewer]
    if not view.hand or not view.hand[Card.MOAI] or view.wood >= MOAI_PRICE:
        return []
    key = "discard_why" if is_stuck(view.hand, view.wood) else "moai_too_dear"
    return ["-# " + words(f"rapa_nui_cards.{key}", price=MOAI_PRICE, wood=view.wood)]


def play_button(question: Question, move: Move, words: Localizer, before: tuple[Move, ...] = ()) -> Button:
    """The button of a card to play, once the moves `before` are made."""
    style = discord.ButtonStyle.primary
    match move:
        case PlayGatherers(good, count):
            name = card_name(Card(good), words)
            label = words("rapa_nui_cards.play", card=name)
            if count > 1:
                label = words("rapa_nui_cards.play_gatherers", n=count, card=name)
                label += f" · {words.count('rapa_nui_cards.wood', gatherers_price(count))}"
            symbol = words.sign(SYMBOLS[good])
        case Play(card):
            label = words("rapa_nui_cards.play", card=card_name(card, words))
            if card is Card.MOAI:
                label += f" · {words.count('rapa_nui_cards.wood', MOAI_PRICE)}"
            symbol = words.sign(SYMBOLS[card])
        case _:
            label, symbol, style = words("rapa_nui_cards.discard"), "🗑️", discord.ButtonStyle.danger
    moves = Moves(tuple(map(write_move, (*before, move))))
    return move_button(question, moves.encode(), label, symbol, style)


def ahead(seen: Observation, moves: Sequence[Move], names: Names, words: Localizer) -> Item:
    """For each column its front card and what taking it would uncover; for each play what is best taken then.

    What it gives belongs to the play: that changes the village which is counted.
    """
    lines = [f"-# {words('rapa_nui_cards.ahead')}"]
    for number, column in enumerate(seen.columns, 1):
        lines.append(f"-# `{number}` {card_text(column[-1], words)} → {uncovered_text(seen, number, words)}")
    best = [line for move in moves if (line := best_line(seen, move, names, words))]
    return text(*lines, *([f"-# {words('rapa_nui_cards.best')}", *best] if best else []))


def best_line(seen: Observation, move: Move, names: Names, words: Localizer) -> str:
    """What gives the viewer most after a play; empty if that can't be known, or gives them no advantage."""
    then = best_continuation(seen, move)
    if then is None or not then.is_good:
        return ""
    match move:  # By names, as on the buttons: each sign takes some forty of the message's characters.
        case PlayGatherers(good, count):
            played = some_of(good, count, words) if count > 1 else card_name(Card(good), words)
        case Play(card):
            played = card_name(card, words)
        case _:
            played = words("rapa_nui_cards.discard")
    got = scoring_text(seen, then.card, names, words, then.villages)
    column, uncovered = f"`{then.column}`", card_text(then.card, words)
    way = words.count("rapa_nui_cards.best_way", then.takes, played=played, column=column, card=uncovered)
    return f"-# {words('table.pair', name=way, value=got)}"


def take(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to take a front card; for the last one to take also what it would score."""
    assert seen.viewer is not None
    missing = HAND_SIZE - seen.seats[seen.viewer].hand_size
    found: list[Item] = [text(f"**{words.count('rapa_nui_cards.take_title', missing)}**")]
    for move in question.legal_moves:
        assert isinstance(move, Take)
        lines = [
            f"`{move.column}` **{card_text(seen.columns[move.column - 1][-1], words)}**",
            "-# " + uncovered_text(seen, move.column, words),
        ]
        if missing == 1 and (consequence := consequence_text(seen, move.column, names, words)):
            lines.append(f"-# {consequence}")
        if missing == 1 and wastes_turn(seen, move.column):
            lines.append(f"-# ⚠️ {words('rapa_nui_cards.three_moai', price=MOAI_PRICE)}")
        button = move_button(
            question,
            write_move(move),
            words("rapa_nui_cards.take", column=move.column),
            words.sign(SYMBOLS[seen.columns[move.column - 1][-1]]),
            discord.ButtonStyle.primary,
        )
        found.append(ui.Section(text(*lines), accessory=button))
    return found


def sacrifice(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to choose a sacrifice card to lay on the stone: face up, or face down as the active player."""
    assert seen.viewer is not None
    held = seen.seats[seen.viewer].held
    assert held is not None
    down = seen.viewer == seen.active
    title = words(
        "rapa_nui_cards.sacrifice_down_title" if down else "rapa_nui_cards.sacrifice_up_title",
        who=names(seen.active),
    )
    buttons = [
        move_button(
            question,
            write_move(move),
            words("rapa_nui_cards.sacrifice", good=good_name(move.good, words), n=held[move.good]),
            words.sign(SYMBOLS[move.good]),
            discord.ButtonStyle.primary,
        )
        for move in question.legal_moves
        if isinstance(move, Sacrifice)
    ]
    goods = [move.good for move in question.legal_moves if isinstance(move, Sacrifice)]
    return [text(f"**{title}**", *worth_lines(seen, goods, words, gives=True)), *rows(buttons)]


def offer(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to choose a card of the supply to lay on the stone."""
    goods = [move.good for move in question.legal_moves if isinstance(move, Offer)]
    buttons = [
        move_button(
            question,
            write_move(Offer(good)),
            good_name(good, words),
            words.sign(SYMBOLS[good]),
            discord.ButtonStyle.primary,
        )
        for good in goods
    ]
    title = words("rapa_nui_cards.offer_title")
    return [text(f"**{title}**", *worth_lines(seen, goods, words, gives=False)), *rows(buttons)]


def collect(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to choose wood or glory points."""
    assert seen.viewer is not None
    amount = seen.due[seen.viewer]
    buttons = [
        move_button(
            question,
            write_move(move),
            words("rapa_nui_cards.collect", what=words.count(f"rapa_nui_cards.{kind}", amount)),
            words.sign(sign),
            discord.ButtonStyle.primary,
        )
        for move, kind, sign in (
            (Collect(glory=False), "wood", WOOD),
            (Collect(glory=True), "points", GLORY),
        )
    ]
    # Who has chosen before has no more to choose.
    all_get = due_line(Card.MOAI, seen.due, names, words)
    return [text(f"**{words('rapa_nui_cards.collect_title')}**", f"-# {all_get}"), *rows(buttons)]


def collect_instead(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """Controls to choose a card of another good, for one that has run out."""
    assert seen.viewer is not None
    assert seen.scoring is not None
    buttons = [
        move_button(
            question,
            write_move(move),
            good_name(move.good, words),
            words.sign(SYMBOLS[move.good]),
            discord.ButtonStyle.primary,
        )
        for move in question.legal_moves
        if isinstance(move, CollectGood)
    ]
    title = words.count(
        "rapa_nui_cards.instead_title",
        seen.due[seen.viewer],
        good=good_name(Good(seen.scoring.card), words),
    )
    return [text(f"**{title}**"), *rows(buttons)]
