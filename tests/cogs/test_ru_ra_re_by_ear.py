"""Ru-Ra-Re by ear: a player who has only the texts knows every row, every count and every choice."""

from __future__ import annotations

import re

import pytest

from cogs.text.language import Localizer
from cogs.views.board import board_message
from cogs.views.panel import Reader, panel_message
from engine.game import CHANCE
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain, in_sight
from engine.ru_ra_re.state import CARDS, Card
from locales import in_language, languages
from tests.cogs.ear import Ear, plain, spoken_seats
from tests.cogs.test_screens import look
from tests.engine.seeded import Setup, random_game

NAMES = {
    language: {in_language(language)(f"ru_ra_re.card_{card.name.lower()}"): card for card in CARDS}
    for language in languages()
}


def heard_rows(ear: Ear, key: str = "row") -> dict[int, tuple[Card, ...]]:
    """Return the rows, each from its innermost card."""
    found: dict[int, tuple[Card, ...]] = {}
    empty = {number for (number,) in ear.all("row_empty")}
    for number, cards, *_ in ear.all(key):
        if number in empty:
            continue
        outer = re.fullmatch(ear.pattern("outermost"), cards)
        names = [*outer[1].split(", "), outer[2]] if outer else [cards]
        found[int(number)] = tuple(NAMES[ear.language][name] for name in names)
    return found


def heard_gains(ear: Ear) -> dict[int, int | None]:
    """Return the points that each row would bring, from the line that lists them."""
    [(listed,)] = ear.all("gains_alone")
    found = (re.fullmatch(ear.pattern("gain_at"), part) for part in listed.split(", "))
    return {int(one[1]): ear.amount("points", one[2]) for one in found if one}


def heard_collection(ear: Ear, text: str) -> tuple[int, ...]:
    """Return the number of each card: `King ×2, Victory card (3) = 3 points`."""
    counts = [0] * len(CARDS)
    for part in text.split(", "):
        for name in sorted(filter(part.startswith, NAMES[ear.language]), key=len)[-1:]:
            count = re.match(r" ×(\d+)", part.removeprefix(name))
            counts[NAMES[ear.language][name]] = int(count[1]) if count else 1
    return tuple(counts)


def assert_knows_the_table(ear: Ear, seen: Observation) -> None:
    rows = heard_rows(ear) | {int(number): () for (number,) in ear.all("row_empty")}
    assert rows == dict(enumerate(seen.rows, 1))
    numbers = [line.split(", ") for line in ear.said if ", " in line]
    counts = [(ear.amount("deck", one[0]), ear.amount("box", one[1])) for one in numbers if len(one) == 2]
    assert (len(seen.deck or ()) or seen.deck_size, sum(seen.box) + seen.unseen_size) in counts
    assert (plainly(ear, "last_turn") in ear.said) == seen.last_turn
    assert (plainly(ear, "red_cross") in ear.said) == (seen.first_scoring is None)
    assert heard_seats(ear) == known_seats(ear, seen)


def heard_seats(ear: Ear) -> list[tuple[object, ...]]:
    """Return for each player: whether they have chosen, points now and if scored now, their collection."""
    found: list[tuple[object, ...]] = []
    for _, standing, points, cards in (line.split(" — ") for line in ear.said if line.count(" — ") == 3):
        now, _, then = points.partition(" (")
        total = int(re.findall(r"\d+", then)[0]) if then else ear.amount("points", now)
        found.append((standing, ear.amount("points", now), total, heard_collection(ear, cards)))
    return found


def known_seats(ear: Ear, seen: Observation) -> list[tuple[object, ...]]:
    """Return the same facts as `heard_seats`, from the observation."""
    found: list[tuple[object, ...]] = []
    for seat, points in enumerate(seen.points):
        key = "is_served" if not seen.waiting[seat] else "is_ready" if seen.ready[seat] else "is_choosing"
        total = in_sight(seen.points, seen.collections, seat)
        found.append((plainly(ear, key), points, total, seen.collections[seat]))
    return found


def plainly(ear: Ear, key: str) -> str:
    return plain(in_language(ear.language)(f"ru_ra_re.{key}"))


@pytest.mark.slow
@spoken_seats(2)
def test_whole_games_can_be_played_by_ear(seats: int, language: str) -> None:
    setup, ear, words = Setup(GAME, seats, {}), Ear(language, "ru_ra_re"), Localizer(in_language(language))
    for place, played in enumerate(random_game(setup, (3, 21)[languages().index(language) % 2])):
        state, seat = played.before, played.seat
        if seat == CHANCE:
            continue
        public, mine = look(GAME, setup, state, None), look(GAME, setup, state, seat)
        ear.listen(board_message(public, words))
        assert_knows_the_table(ear, public.observation)
        ear.listen(panel_message(mine, words, None, board=public))
        heard, known = heard_seats(ear), known_seats(ear, public.observation)
        assert sorted(map(str, heard)) == sorted(map(str, known))
        assert heard_collection(ear, ear.after("collection")[0]) == mine.observation.collections[seat]
        seen: Observation = mine.observation
        rows = {row: cards for row, cards in enumerate(seen.rows, 1) if cards}
        gains = {row: gain(seen.collections, seat, cards) for row, cards in rows.items()}
        assert heard_rows(ear) == rows
        assert heard_gains(ear) == gains
        ear.listen(panel_message(mine, words, None, reader=Reader(describes=place % 2 == 0)))
        told = {int(row): ear.amount("points", points) for row, _, points in ear.all("row_gain")}
        assert heard_rows(ear, "row_gain") == rows
        assert told == gains
        # The buttons: each legal row, with the same.
        assert {int(row): int(points) for row, points in ear.all("button_row")} == gains
        legal = {GAME.write_move(move) for move in GAME.legal_moves(state, seat)}
        assert legal == {f"choose {row}" for row in gains}
        assert heard_collection(ear, ear.after("collection")[0]) == seen.collections[seat]
        chosen = [int(row) for (row,) in ear.all("chosen_title")]
        assert chosen == ([seen.choices[seat]] if seen.choices[seat] is not None else [])
