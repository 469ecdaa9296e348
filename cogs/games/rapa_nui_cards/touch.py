"""The things in the pictures that each answer is about, for `cogs.games.touch`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.rapa_nui_cards.moves import Move
from engine.rapa_nui_cards.observe import Observation
from pictures.rapa_nui_cards.board import art
from tables.verbs.auto_answers import Moves


def things(seen: Observation, legal_moves: Sequence[Move], texts: Iterable[str]) -> Mapping[str, list[str]]:
    """The things that the last move in each of `texts` is about; a text is a move, perhaps after `skip`."""
    return {text: things_of(seen, Moves.parse(text).now[-1]) for text in texts}


def things_of(seen: Observation, move: str) -> list[str]:
    """The columns and cards that a move is about, and the wood or points that it brings."""
    verb, _, rest = move.partition(" ")
    kind, _, _ = rest.partition(" ")
    own, supply = (f"held/{seen.viewer}/{kind}", f"supply/{kind}")
    mine = f"{own}|{own}/number|no/{own}"
    match verb:
        case "take":
            return [f"column/{kind}|column_number/{kind}"]
        case "play" | "gather":
            return [f"hand {art(f'card.{kind}')}"]
        case "discard":
            return [f"hand {art('card.moai')}"]
        case "sacrifice":
            return [mine]
        case "buy" | "instead":
            return [mine, f"{supply}|{supply}/number"]
        case "offer":
            return [f"{supply}|{supply}/number"]
        case "collect":
            return [f"{kind}/{seen.viewer}|{kind}/{seen.viewer}/number"]
        case _:
            return []


def chosen(seen: Observation, legal_moves: Sequence[Move], texts: Iterable[str]) -> None:
    """None: the game has no choice in several steps, of which a picture of the board could show the first."""
