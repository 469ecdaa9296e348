"""Shared by all controls of a turn: the question, and functions that make its buttons, lists and maps.

A *pick*, the text of a step, is the beginning of a move's text, such as `barter rr`; or the number of a legal
move whose text is too long for an id, such as `at 12`.  A prefix such as `in west` makes the panel show that
part of the board.  Any other text counts as no pick.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeVar

import discord

from cogs.discord_io.attachments import MOST_ALT, Picture
from cogs.games.contract import Question, move_button, pick_id
from cogs.games.rapa_nui_board.alt_text import aside_lines, island_lines
from cogs.games.rapa_nui_board.terms import space_text
from cogs.text.ids import CHOOSE, OtherId
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names, spoken
from cogs.text.ui import MOST_OF_AN_OPTION, MOST_OPTIONS, Button, Item, fit, list_row, text
from engine.game import Seat
from engine.rapa_nui_board.moves import (
    CarryMoai,
    CarryPukao,
    LendAHand,
    Move,
    PlaceChief,
    PlaceSculptor,
    PlaceSorcerer,
    PlaceVillager,
    Rest,
    write_move,
)
from engine.rapa_nui_board.state import Island, Observation, Phase, Player, State
from pictures.rapa_nui_board.beside import aside
from pictures.rapa_nui_board.island import cut, part_with, regions

M = TypeVar("M")

ASIDE: Final = "aside"
"""The name of the part of the board that is beside the island."""
_AT: Final = re.compile(r"at ([0-9]{1,5})")
_IN: Final = re.compile(r"in ([a-z]+)( .*)?", re.DOTALL)


@dataclass(frozen=True)
class Turn:
    """A question to the viewer, with all data for its controls.

    Attributes:
        part: The name of the board's part that the viewer has opened; empty: the part that the choice needs.
        beside: Buttons that don't answer the question, such as those to the other parts of the board (made by
            `map`); they stand below the controls.
    """

    seen: Observation
    question: Question
    names: Names
    words: Localizer
    part: str = ""
    beside: list[Button] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The whole state of the game, as this game hides nothing."""
        return self.seen.state

    @property
    def seat(self) -> Seat:
        """The seat of the viewer, who has to answer."""
        assert self.seen.viewer is not None
        return self.seen.viewer

    @property
    def player(self) -> Player:
        """The viewer's things in the game."""
        return self.state.players[self.seat]

    @property
    def island(self) -> Island:
        """The island on the side of the board in use."""
        return self.state.island

    # Legal moves

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(map(write_move, self.question.legal_moves))

    def moves(self, kind: type[M]) -> list[M]:
        """The legal moves of one type."""
        return [move for move in self.question.legal_moves if isinstance(move, kind)]

    def beginning(self, start: str) -> list[Move]:
        """The legal moves whose texts begin with the words in `start`."""
        legal = zip(self.question.legal_moves, self._texts, strict=True)
        return [move for move, written in legal if written.startswith(f"{start} ")]

    def picked_move(self) -> Move | None:
        """The legal move that the viewer has picked by its number (`at 12`); None: they have picked none."""
        found = _AT.fullmatch(self.question.picked)
        return self.move_at(int(found[1])) if found else None

    def move_at(self, number: int) -> Move | None:
        """The legal move with the index `number` (from 0); None if there is none."""
        return self.question.legal_moves[number] if number < len(self.question.legal_moves) else None

    @cached_property
    def _numbers(self) -> dict[Move, int]:
        return {move: number for number, move in enumerate(self.question.legal_moves)}

    def number(self, move: Move) -> int:
        """The index of a legal move (from 0), by which the move can be picked."""
        return self._numbers[move]

    def at(self, move: Move) -> str:
        """The text in an id that picks a legal move by its number: `at 12`."""
        return f"at {self.number(move)}"

    # Buttons and lists

    def move(self, move: Move, label: str, emoji: str | None = None, **how: Any) -> Button:
        """A button that answers the question with `move`; `how`: further arguments of `move_button`."""
        return move_button(self.question, write_move(move), label, emoji or None, **how)

    def pick(self, picked: str, label: str, emoji: str | None = None, **how: Any) -> Button:
        """A button that leads to the step `picked` of choosing a move; `how`: arguments of the button."""
        return Button(label, custom_id=pick_id(self.question, picked), emoji=emoji or None, **how)

    def back(self, picked: str = "") -> Button:
        """A button back to an earlier step, `picked`; empty: the first step."""
        return self.pick(picked, self.words("rapa_nui_board.turn_back"))

    def lists(self, name: str, options: Sequence[discord.SelectOption], placeholder: str) -> list[Item]:
        """Select menus with all `options`; none if there are no options.

        The ids of menus differ from question to question, or Discord would go on showing the last choice.
        """
        parts = [options[at : at + MOST_OPTIONS] for at in range(0, len(options), MOST_OPTIONS)]
        return [
            list_row(
                str(OtherId(CHOOSE, f"{name}.{self.question.asked}.{at}")),
                f"{placeholder}{LIST}{at}/{len(parts)}" if len(parts) > 1 else placeholder,
                part,
            )
            for at, part in enumerate(parts, 1)
        ]

    # The map

    def map(
        self,
        options: Iterable[str] = (),
        way: Sequence[str] = (),
        marked: Sequence[str] = (),
        about: str = "",
        step: str = "",
    ) -> list[Item]:
        """A picture of the part of the board where the decision is; `beside` gets the buttons to other parts.

        Args:
            options: The spaces to choose from, which stand out.
            way: The spaces of a transport's path.
            marked: The spaces already chosen.
            about: A space that the picture shows unless a hint is about another one; `ASIDE`: the part beside
                the island is shown.
            step: The text of the present step, which stays the same when the viewer opens another part.
        """
        chosen = sorted(set(options))
        concerned = {*chosen, *way, *marked}
        hinted = self._hinted()
        about = hinted or about or (way[-1] if way else "")
        part = "" if hinted else self.part
        part = part or (
            ASIDE if about == ASIDE else part_with(self.state.seats, concerned or self._own(), about)
        )
        scene = aside(self.state) if part == ASIDE else cut(self.state, part, chosen, way, marked)
        head, told = self._map_lines(chosen, way), aside_lines if part == ASIDE else island_lines
        for_alt_text = self.words.for_alt_text
        label = for_alt_text("rapa_nui_board.turn_part", part=self._label(part))
        alt = spoken((*head, label, *told(self.state, self.names.for_alt_text, for_alt_text)), for_alt_text)
        instead = text(*(f"-# {line}" for line in head), *told(self.state, self.names, for_alt_text))
        self.beside[:] = self._other_parts(part, concerned, step)
        return [Picture("island", scene, fit(alt, MOST_ALT - 1), [instead])]

    def _hinted(self) -> str:
        """The space that a hint's move is about, or `ASIDE`; empty if there is no such move."""
        match self.question.advised:
            case PlaceVillager(space=space) | LendAHand(space=space) | Rest(space=space):
                return space
            case CarryMoai(path=path) | CarryPukao(path=path):
                return path[-1]
            case PlaceSculptor() | PlaceChief() | PlaceSorcerer():
                return ASIDE
            case _:
                return ""

    def _own(self) -> list[str]:
        """The spaces that hold figures of the viewer."""
        spots = zip(self.island.ids, self.state.spots, strict=True)
        return [space for space, spot in spots if spot.owner == self.seat]

    def _other_parts(self, shown: str, concerned: Collection[str], step: str) -> list[Button]:
        """Buttons to the other parts of the board; none if the decision is about the part `shown` only."""
        parts = regions(self.state.seats)
        if not self.part and self.state.phase is not Phase.PLACE and set(concerned) <= set(parts[shown]):
            return []
        return [
            self.pick(f"in {name} {step}".rstrip(), self._label(name))
            for name in (*parts, ASIDE)
            if name != shown
        ]

    def _label(self, part: str) -> str:
        return self.words(f"rapa_nui_board.region_{part}")

    def _map_lines(self, options: Sequence[str], way: Sequence[str]) -> list[str]:
        """Lines on the spaces to choose from and on the path that the picture of the map shows."""
        words = self.words.for_alt_text
        lines = []
        if options:
            lines.append(words("rapa_nui_board.turn_map_options", list=" ".join(options)))
        if way:
            spaces = LIST.join(space_text(space, self.state.seats, words) for space in way)
            lines.append(words("rapa_nui_board.turn_map_way", list=spaces))
        return lines


def as_option(button: Button, description: str = "") -> discord.SelectOption:
    """A list option with the effect of a button; its texts are cut to Discord's limits."""
    label, description = (
        fit(one.replace(TIE, " "), MOST_OF_AN_OPTION) for one in (button.label, description)
    )
    return discord.SelectOption(
        label=label, value=str(button.custom_id), description=description or None, emoji=button.emoji
    )


def part_picked(picked: str, seats: int) -> tuple[str, str]:
    """The part of the board in a step such as `in west at 12` (empty: no part), and the rest of the step."""
    found = _IN.fullmatch(picked)
    if found is None or found[1] not in (*regions(seats), ASIDE):
        return "", picked
    return found[1], (found[2] or "").removeprefix(" ")
