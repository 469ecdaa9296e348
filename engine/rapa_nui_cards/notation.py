"""The moves of Rapa Nui, the card game, as short texts, both ways: `gather grain 2`."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove
from engine.rapa_nui_cards.moves import (
    BUYS,
    COLLECT_GLORY,
    COLLECT_WOOD,
    COLLECTS_INSTEAD,
    DISCARD,
    GATHERS,
    OFFERS,
    PLAYS,
    SACRIFICES,
    SKIP,
    TAKES,
    Buy,
    Collect,
    CollectGood,
    DiscardMoai,
    DrawFirst,
    Move,
    Offer,
    Play,
    PlayGatherers,
    Sacrifice,
    Shuffle,
    SkipBuy,
    Take,
)
from engine.rapa_nui_cards.state import CARDS

CARD_LETTERS: Final = "FUSGLPM"
"""How a shuffle is written, by `Card`: Fish, mUlberry, Sweet potato, Grain, Lumberjack, Priest, Moai."""


def write_move(move: Move) -> str:
    """The short text of a move: `buy fish`, `gather grain 2`, `take 3`."""
    match move:
        case Buy(good):
            return f"buy {good.name.lower()}"
        case SkipBuy():
            return "skip"
        case Play(card):
            return f"play {card.name.lower()}"
        case PlayGatherers(good, count):
            return f"gather {good.name.lower()} {count}"
        case DiscardMoai():
            return "discard"
        case Sacrifice(good):
            return f"sacrifice {good.name.lower()}"
        case Offer(good):
            return f"offer {good.name.lower()}"
        case Take(column):
            return f"take {column}"
        case Collect(glory):
            return "collect glory" if glory else "collect wood"
        case CollectGood(good):
            return f"instead {good.name.lower()}"
        case DrawFirst(seat):
            return f"first {seat}"
        case Shuffle(cards):
            return "shuffle " + "".join(CARD_LETTERS[card] for card in cards)


_DECISIONS: Final[tuple[Move, ...]] = (
    *BUYS,
    SKIP,
    *PLAYS.values(),
    *(move for moves in GATHERS for move in moves),
    DISCARD,
    *SACRIFICES,
    *OFFERS,
    *TAKES,
    COLLECT_WOOD,
    COLLECT_GLORY,
    *COLLECTS_INSTEAD,
)
_BY_TEXT: Final[dict[str, Move]] = {
    **{write_move(move): move for move in _DECISIONS},
    **{write_move(DrawFirst(seat)): DrawFirst(seat) for seat in range(4)},
}


def read_move(text: str) -> Move:
    """The move of a text by `write_move`.

    Raises:
        IllegalMove: No move has this text (code `unknown_move`).
    """
    move = _BY_TEXT.get(text)
    if move is not None:
        return move
    word, _, letters = text.partition(" ")
    if word == "shuffle" and letters and all(letter in CARD_LETTERS for letter in letters):
        return Shuffle(tuple(CARDS[CARD_LETTERS.index(letter)] for letter in letters))
    raise IllegalMove("unknown_move")
