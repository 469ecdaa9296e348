"""Checks that nobody has received anything that they must not know.

For each state in the journal, the public messages are drawn with all hidden cards exchanged for others.  A
line or picture that reveals the real cards is in none of these drawings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.catalogue import games
from engine.game import CHANCE, Seat
from localdiscord import Seen
from localdiscord.model.errors import Json
from tables import Look
from tables.model.table import Table
from tests.cogs.test_screens import REARRANGED
from tests.soak import drawing
from tests.soak.replays import Life
from tests.soak.stage import Stage

LANGUAGES = ("en", "de", "fr")
"""The languages of the players."""
SAMPLE = 3
"""The secrets of each seat are drawn, in all languages, at every entry whose number this divides."""
ANYBODY = -1
PICK = ":pick:"
EVENTS = ("MESSAGE_CREATE", "MESSAGE_UPDATE")


@dataclass
class Known:
    """Lines of text and names of files, as they are in messages."""

    lines: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)

    def add(self, payloads: list[Json]) -> None:
        """Add the lines and files of these messages."""
        self.lines |= drawing.all_lines(payloads)
        self.files |= drawing.all_files(payloads)


class Whose(NamedTuple):
    """A seat while one person has it: its table, its number, the person's id; 0: a computer player."""

    table_id: str
    seat: Seat
    person_id: int


@dataclass
class Own:
    """The drawings for the person on a seat, and the secret part of them."""

    known: Known = field(default_factory=Known)
    secret: Known = field(default_factory=Known)


def elsewhere(table: Table, seed: int) -> Table:
    """Return the table with everything changed that a spectator can't know."""
    position = table.position
    if position is None or CHANCE in position.to_move or not getattr(position.state, "turn", 1):
        return table
    state: Any = REARRANGED[table.game.id](position.state, None, seed)
    step = replace(table.steps[-1], position=replace(position, state=state))
    return replace(table, steps=(*table.steps[:-1], step))


def leaks(stage: Stage, lives: list[Life]) -> Iterator[str]:
    """Find messages with things that their reader must not know."""
    readable = [life for life in lives if not life.fault and games()[life.game_id].hides]
    public = Known()
    own: dict[Whose, Own] = {}
    for life in readable:
        _learn(stage, life, public, own)
    seen = [one for one in stage.discord.world.events.history if one.event in EVENTS and not _is_apart(one)]
    yield from _leaked("everybody", [one for one in seen if one.audience is None], [public], own)
    for who in stage.people:
        allowed = [*(one.known for whose, one in own.items() if whose.person_id == who.id), public]
        others = {whose: one for whose, one in own.items() if whose.person_id != who.id}
        alone = [one for one in seen if one.audience is not None and one.reached(who.user.id)]
        yield from _leaked(who.user.name, alone, allowed, others)


def _is_apart(seen: Seen) -> bool:
    """Whether a message does not show a real table: it is a page of rules, an open replay or a puzzle."""
    apart = (":replay:", ":review:", ":rules:", "o:rules")
    return any(sign in one for one in seen.custom_ids for sign in apart)


def _leaked(name: str, seen: list[Seen], allowed: list[Known], own: Mapping[Whose, Own]) -> Iterator[str]:
    told: dict[str, dict[str, Seen]] = {whose.table_id: {} for whose in own}
    for one in seen:
        read = dict.fromkeys((*drawing.lines(one.payload), *one.file_names), one)
        whole = " ".join((one.text, *one.custom_ids))
        for table in [table for table in told if table in whole]:
            told[table] |= read
        offered = [
            custom_id for custom_id in one.custom_ids if custom_id.startswith("m:") or PICK in custom_id
        ]
        if one.audience is None and offered:
            yield f"everybody was offered {offered[:3]}"
    may_know = {text for known in allowed for text in known.lines | known.files}
    for whose, mine in own.items():
        secrets = (mine.secret.lines | mine.secret.files) - may_know
        here = told[whose.table_id]
        leaked = sorted(secrets & here.keys())
        if leaked:
            whole = " / ".join(drawing.lines(here[leaked[0]].payload))
            yield f"{name} saw of seat {whose.seat} at {whose.table_id}: {leaked[:3]} in {whole[:300]!r}"


def _learn(stage: Stage, life: Life, public: Known, own: dict[Whose, Own]) -> None:
    """Collect all that everybody may see of a table, and all that each of its seats may see."""
    languages = {who.id: who.user.locale for who in stage.people}
    now = stage.clock.now()
    former: tuple[int | None, ...] = ()
    for place, table in enumerate(life.tables):
        position = table.position
        if position is not None and CHANCE in position.to_move:
            continue
        look = replaced(life, place, elsewhere(table, stage.seed)).look(place, None, now)
        public.add(drawing.board(look, None))
        as_it_is = (id(position), *(info.person_id for info in table.facts.seats))
        if position is None or as_it_is == former:
            continue
        former = as_it_is
        for info in table.facts.seats:
            mine = own.setdefault(Whose(life.id, info.seat, info.person_id or 0), Own())
            if info.person_id in languages:
                mine.known.add(drawing.own(_from(life, place, info.seat, now), languages[info.person_id]))
            if place % SAMPLE == 0:
                _learn_secrets(mine.secret, life, place, info.seat, now, stage.seed)


def _learn_secrets(secret: Known, life: Life, place: int, seat: Seat, now: float, seed: int) -> None:
    """Collect the parts of a seat's panel that would be different with other hidden cards."""
    there = replaced(life, place, elsewhere(life.tables[place], seed))
    for language in LANGUAGES:
        real, other = Known(), Known()
        real.add(drawing.own(_from(life, place, seat, now), language))
        other.add(drawing.own(_from(there, place, seat, now), language))
        secret.lines |= real.lines - other.lines
        secret.files |= real.files - other.files


def _from(life: Life, place: int, seat: Seat, now: float) -> Look:
    """Return a seat's look at a table after the entry at index `place`."""
    seats = [
        replace(info, person_id=ANYBODY) if info.seat == seat else info
        for info in life.tables[place].facts.seats
    ]
    facts = replace(life.tables[place].facts, seats=tuple(seats))
    return replaced(life, place, replace(life.tables[place], facts=facts)).look(place, ANYBODY, now)


def replaced(life: Life, place: int, table: Table) -> Life:
    """Return a life with another table at index `place`."""
    tables = list(life.tables)
    tables[place] = table
    return Life(life.id, life.game_id, life.row, life.entries, tables, life.messages)
