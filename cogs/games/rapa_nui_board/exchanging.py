"""The steps of an exchange: choosing an offering at its cheapest payment, or another payment.  Rules: 7.3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import discord

from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.preview import of_kind, outcome, top_points, worth, worth_text
from cogs.games.rapa_nui_board.turn import Turn, as_option
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import LIST
from cogs.text.ui import Button, Item, rows, text
from engine.rapa_nui_board import events
from engine.rapa_nui_board.legal_transport import after_payment
from engine.rapa_nui_board.moves import By, Exchange
from engine.rapa_nui_board.state import OFFERINGS, Improvement, Offering, Tile

Extras = Mapping[str, Tile]
"""The ahu tiles with extra effects, by the field of a move that says if the tile or the tablet pays."""


def switches(turn: Turn, moves: Sequence[Any], move: Any, extras: Extras) -> list[Button]:
    """Buttons that switch extra effects on or off; each one picks the legal move most similar to `move`."""
    found: dict[str, Button] = {}
    for field, tile in extras.items():
        for by in By:
            is_on = getattr(move, field) is by
            other = _nearest(moves, move, field, None if is_on else by, extras)
            if other is None:
                continue
            sign = terms.TABLET if by is By.TABLET else terms.TILE_SIGNS[tile]
            label = terms.tile_name(tile, turn.words)
            if by is By.TABLET:
                label = turn.words("rapa_nui_board.turn_by_tablet", what=label)
            style = discord.ButtonStyle.primary if is_on else discord.ButtonStyle.secondary
            label = f"✓ {label}" if is_on else label
            picked = turn.at(other)
            found.setdefault(picked, turn.pick(picked, label, turn.words.sign(sign), style=style))
    return list(found.values())


def _nearest(moves: Sequence[Any], move: Any, field: str, by: By | None, extras: Extras) -> Any:
    """Of the `moves` whose `field` is `by`, the one most like `move`, above all in other extra effects."""
    kept = [name for name in extras if name != field]

    def lost(other: Any) -> tuple[int, int]:
        changes = [name for name in other.__struct_fields__ if getattr(other, name) != getattr(move, name)]
        return sum(name in kept for name in changes), len(changes)

    return min((other for other in moves if getattr(other, field) is by), key=lost, default=None)


def uses_text(move: Any, extras: Extras, words: Localizer) -> str:
    """The tiles that a move uses up (or the tablet in place of a tile), in words; empty if it uses none."""
    used = ((tile, getattr(move, field)) for field, tile in extras.items())
    return LIST.join(terms.used_text(tile, by, words) for tile, by in used if by is not None)


STALLS_MOST: Final = 2
"""The most offerings that get a button each; if there are more, a list has all of them."""
EXTRAS: Final[Extras] = {"thrift": Tile.THRIFT, "feast": Tile.FEAST}


def exchanging(turn: Turn) -> list[Item]:
    """Controls to choose an offering; if the viewer has picked one, to choose its payment."""
    move = turn.picked_move()
    return payments(turn, move) if isinstance(move, Exchange) else market(turn)


def market(turn: Turn) -> list[Item]:
    """The offerings that can be taken for their cheapest payments, and a list of other payments."""
    moves = turn.moves(Exchange)
    best = best_exchanges(moves)
    second = turn.state.transport is not None and turn.state.transport.second
    title = "offer_second" if second else "offer_title"
    found: list[Item] = [text(f"**{turn.words(f'rapa_nui_board.{title}')}**")]
    if len(best) > STALLS_MOST:
        options = [stall_option(turn, move) for move in best]
        found += turn.lists("stalls", options, turn.words("rapa_nui_board.offer_list"))
    else:
        found += (stall(turn, move) for move in best)
    others = [group for group in by_price(moves) if len(group) > 1 or group[0] not in best]
    if others:
        options = [price_option(turn, group) for group in others]
        found += turn.lists("otherwise", options, turn.words("rapa_nui_board.offer_otherwise"))
    return found


def taken(move: Exchange) -> Offering:
    """The kind of offering tile that an exchange takes."""
    return OFFERINGS[move.offering + move.artistic]


def best_exchanges(moves: Iterable[Exchange]) -> list[Exchange]:
    """The cheapest exchange for each kind of tile, the most valuable kind first."""
    best: dict[Offering, Exchange] = {}
    for move in sorted(moves, key=uses):
        best.setdefault(taken(move), move)
    return [best[kind] for kind in sorted(best, reverse=True)]


def uses(move: Exchange) -> tuple[int, ...]:
    """A sort key for the cost of an exchange: the tablet used, the tiles used, the payment's value."""
    extras = (move.thrift, move.feast)
    tiles = (By.TABLET in extras, move.feast is not None, move.thrift is not None)
    return (*tiles, worth(move.payment), move.artistic)


def by_price(moves: Sequence[Exchange]) -> list[list[Exchange]]:
    """Exchanges grouped by offering and price; in each group, the one that uses up least comes first."""
    groups: dict[tuple[Offering, bool], list[Exchange]] = {}
    for move in moves:
        groups.setdefault((move.offering, move.artistic), []).append(move)
    dearest_first = sorted(groups.values(), key=lambda group: -taken(group[0]))
    return [sorted(group, key=uses) for group in dearest_first]


def stall(turn: Turn, move: Exchange) -> Item:
    """A part with an offering's points, its cheapest payment (`move`), the tiles won, and a button."""
    words, kind = turn.words, taken(move)
    lines = [f"**{stack_text(turn, kind, words)}**", "-# " + payment_text(move, words)]
    lines += [f"-# {line}" for line in wins(turn, move, words)]
    button = turn.move(
        move,
        words("rapa_nui_board.offer_take", what=terms.offering_name(kind, words)),
        style=discord.ButtonStyle.success,
    )
    return ui.Section(text(*lines), accessory=button)


def stall_option(turn: Turn, move: Exchange) -> discord.SelectOption:
    """A list option with an offering's points, its cheapest payment (`move`), and the tiles won."""
    words, kind = turn.words.for_alt_text, taken(move)
    button = turn.move(move, stack_text(turn, kind, words), turn.words.sign(terms.OFFERING_SIGNS[kind]))
    return as_option(button, LIST.join([payment_text(move, words), *wins(turn, move, words)]))


def stack_text(turn: Turn, kind: Offering, words: Localizer) -> str:
    """The name of a kind of offering, with the points of the tile on top of its stack."""
    return worth_text(kind, top_points(turn.state, kind), words)


def payment_text(move: Exchange, words: Localizer) -> str:
    """The payment of an exchange in words, with the tiles that it uses up."""
    parts = [words("rapa_nui_board.offer_pays", what=terms.resources_text(move.payment, words))]
    if move.artistic:
        parts.append(terms.improvement_text(Improvement.ARTISTIC, words))
    used = uses_text(move, EXTRAS, words)
    return LIST.join([*parts, used] if used else parts)


def wins(turn: Turn, move: Exchange, words: Localizer) -> list[str]:
    """Lines on the outstanding tiles that an exchange would win."""
    return [
        words(
            "rapa_nui_board.offer_wins",
            what=terms.outstanding_name(event.tile, words),
            points=terms.points_text(event.points, words),
        )
        for event in of_kind(outcome(turn, move)[1], events.OutstandingWon)
    ]


# Other payments


def price_option(turn: Turn, group: Sequence[Exchange]) -> discord.SelectOption:
    """A list option that leads to the payments of one price (`group`), with the first one picked."""
    words, first = turn.words.for_alt_text, group[0]
    label = stack_text(turn, taken(first), words)
    if first.artistic:
        price = terms.offering_name(first.offering, words)
        label = words("rapa_nui_board.offer_artistic", what=label, price=price)
    ways = words.count("rapa_nui_board.offer_ways", len(group))
    effects = [
        terms.tile_name(tile, words)
        for name, tile in EXTRAS.items()
        if any(getattr(one, name) for one in group)
    ]
    note = LIST.join([ways, *effects])
    sign = turn.words.sign(terms.OFFERING_SIGNS[taken(first)])
    return as_option(turn.pick(turn.at(first), label, sign), note)


def payments(turn: Turn, move: Exchange) -> list[Item]:
    """Controls to pay for an offering: payments that use the tiles of `move`, and buttons to switch tiles."""
    words, kind = turn.words, taken(move)
    group = [
        one for one in turn.moves(Exchange) if (one.offering, one.artistic) == (move.offering, move.artistic)
    ]
    alike = [one for one in group if (one.thrift, one.feast) == (move.thrift, move.feast)]
    found = [f"**{stack_text(turn, kind, words)}**"]
    if move.artistic:
        artistic = terms.improvement_text(Improvement.ARTISTIC, words)
        price = terms.offering_text(move.offering, words)
        found.append("-# " + words("rapa_nui_board.offer_by_artistic", artistic=artistic, price=price))
    used = uses_text(move, EXTRAS, words)
    if used:
        found.append("-# " + words("rapa_nui_board.turn_uses", list=used))
    if move.feast is not None:
        found.append("-# " + words("rapa_nui_board.offer_then_second"))
    found += [f"-# {line}" for line in wins(turn, move, words)]
    options = [payment_option(turn, one) for one in alike]
    return [
        text(*found),
        *turn.lists("payments", options, words("rapa_nui_board.offer_pay_with")),
        *rows(switches(turn, group, move, EXTRAS)),
        *rows([turn.back()]),
    ]


def payment_option(turn: Turn, move: Exchange) -> discord.SelectOption:
    """A list option that pays for an offering, with the resources that the viewer would keep."""
    words = turn.words.for_alt_text
    left = terms.resources_text(after_payment(turn.player.resources, move.payment), words)
    note = words("rapa_nui_board.turn_keep", what=left)
    return as_option(turn.move(move, terms.resources_text(move.payment, words)), note)
