"""A player who has only the texts knows everything that the pictures show, every legal move and every price.

The texts are those that a screen reader reads: texts, labels, alternative texts.  These tests find out the
facts in them by the sentences of the catalogue, in each language, and by nothing else.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from cogs.text.language import Localizer
from cogs.text.names import capital
from cogs.views.board import board_message
from cogs.views.panel import Reader, panel_message
from engine.game import CHANCE, Seat
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import SKIP
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.play import values
from engine.rapa_nui_cards.state import CARDS, COLUMN_SIZE, GOODS, Phase
from locales import in_language, languages
from tests.cogs.ear import Ear, plain, spoken_seats
from tests.cogs.test_screens import look
from tests.engine.seeded import Played, Setup, random_game

SEEDS = (3, 21, 40)
"""Of the games; each language is spoken in all but one."""


class CardEar(Ear):
    """A listener to the card game."""

    def __init__(self, language: str) -> None:
        super().__init__(language, "rapa_nui_cards")
        words = in_language(language)
        self.cards = {words(f"rapa_nui_cards.card_{card.name.lower()}"): card for card in CARDS}
        self.goods = {words(f"rapa_nui_cards.good_{good.name.lower()}"): good for good in GOODS}
        named = [(name, good.name.lower()) for name, good in self.goods.items()]
        self.priced = {
            plain(capital(words("table.pair", name=name, value=price))): (f"buy {good}", price)
            for name, good in named
            for price in range(6)
        }
        self.counted = {
            plain(capital(words("table.noted", what=name, note=count))): f"sacrifice {good}"
            for name, good in named
            for count in range(1, 30)
        }
        self.single = {capital(name): good for name, good in named}

    def village(self, text: str) -> tuple[int, ...]:
        """Return the number of each card: `Fish ×2, Moai`."""
        counts = [0] * len(CARDS)
        for part in text.split(", "):
            name, _, count = part.partition(" ×")
            if name in self.cards:
                counts[self.cards[name]] = int(count or 1)
        return tuple(counts)

    def store(self, text: str) -> tuple[int, ...]:
        """Return the number of each good: `2 fish, 1 grain (worth 3)`."""
        counts = [0] * len(GOODS)
        for part in text.split(", "):
            for good in GOODS:
                amount = self.amount(f"some_{good.name.lower()}", re.sub(r" \(.*\)", "", part))
                counts[good] += amount or 0
        return tuple(counts)


def heard_display(ear: CardEar) -> dict[int, tuple[int, ...]]:
    """Return the columns, each from its rearmost card to its front card."""
    columns: dict[int, tuple[int, ...]] = {}
    for number, front, beneath in ear.all("aloud_column"):
        names = [front, *beneath.split(", ")]
        columns[int(number)] = tuple(ear.cards[name] for name in reversed(names))
    for number, front in ear.all("aloud_column_last"):
        columns[int(number)] = (ear.cards[front],)
    return columns


def heard_seats(ear: CardEar) -> list[tuple[int | None, ...]]:
    """Return each player's wood, points, cards in hand, sacrifice cards and village, in the order of play."""
    found: list[tuple[int | None, ...]] = []
    for line in ear.said:
        parts = line.split(" — ")
        if len(parts) < 3:
            continue
        wood, points, hand, held = parts[1].split(", ")
        points = re.sub(r" \(.*\)", "", points)
        numbers = zip(("wood", "points", "hand_size", "held_size"), (wood, points, hand, held), strict=True)
        found.append((*(ear.amount(key, text) for key, text in numbers), *ear.village(parts[2])))
    return found


def assert_knows_what_ends_the_game(ear: CardEar, seen: Observation) -> None:
    last = [str(place) for place, column in enumerate(seen.columns, 1) if len(column) == 1]
    ends = [re.findall(r"\d", columns) for (columns,) in ear.all("ends_game_at")]
    assert ends in ([], [last] * len(ends))
    assert bool(ends) == (bool(last) and 0 < seen.deck_size <= COLUMN_SIZE)


def assert_knows_the_table(ear: CardEar, seen: Observation, *, in_order: bool = True) -> None:
    assert heard_display(ear) == dict(enumerate(seen.columns, 1))
    assert {int(deck) for (deck,) in ear.all("aloud_deck")} == {seen.deck_size}
    assert ear.store(ear.after("supply")[0]) == seen.supply
    assert ear.store(ear.after("stone")[0]) == seen.stone
    assert_knows_what_ends_the_game(ear, seen)
    laid = sum(int(found[0]) for found in ear.all("face_down"))
    assert laid == len(seen.face_down)
    order = [(seen.first + step) % len(seen.seats) for step in range(len(seen.seats))]
    expected = [
        (view.wood, view.glory, view.hand_size, view.held_size, *view.village)
        for view in (seen.seats[seat] for seat in order)
    ]
    heard = heard_seats(ear)
    assert heard == expected if in_order else sorted(map(str, heard)) == sorted(map(str, expected))


def assert_knows_their_own(ear: CardEar, seen: Observation) -> None:
    assert seen.viewer is not None
    assert_knows_what_ends_the_game(ear, seen)
    view = seen.seats[seen.viewer]
    assert ear.village(ear.after("hand")[0]) == view.hand
    assert ear.store(ear.after("held")[0]) == view.held
    own = [card.good for card in seen.face_down if card.seat == seen.viewer]
    assert not own or ear.store(ear.after("own_face_down")[0]) == tuple(own.count(good) for good in GOODS)


def heard_moves(ear: CardEar, phase: Phase) -> dict[str, int]:
    """Return the offered moves, in the journal's form, each with its price in wood."""
    moves: dict[str, int] = {}
    for line in ear.said:
        what, _, cost = line.partition(", ")
        price = ear.amount("wood", cost) or 0
        gathered = re.fullmatch(ear.pattern("play_gatherers"), what)
        if phase is Phase.BUY and line in ear.priced:
            moves |= [ear.priced[line]]
        elif gathered and max(*gathered.groups()) in ear.cards:
            count, card = sorted(gathered.groups())  # Languages say the number first, or last.
            moves[f"gather {ear.cards[card].name.lower()} {count}"] = price
        elif (played := re.fullmatch(ear.pattern("play"), what)) and played[1] in ear.cards:
            card = ear.cards[played[1]]
            name = card.name.lower()
            moves[f"gather {name} 1" if card < len(GOODS) else f"play {name}"] = price
        elif re.fullmatch(ear.pattern("discard"), line):
            moves["discard"] = 0
        elif phase is Phase.TAKE and (taken := re.fullmatch(ear.pattern("take"), line)):
            moves[f"take {taken[1]}"] = 0
        elif phase is Phase.SACRIFICE and line in ear.counted:
            moves[ear.counted[line]] = 0
        elif phase is Phase.COLLECT_MOAI and (taken := re.fullmatch(ear.pattern("collect"), line)):
            is_wood = ear.amount("wood", taken[1]) is not None
            moves["collect wood" if is_wood else "collect glory"] = 0
        elif line in ear.single and phase in (Phase.OFFER, Phase.COLLECT_OTHER):
            verb = "offer" if phase is Phase.OFFER else "instead"
            moves[f"{verb} {ear.single[line]}"] = 0
    return moves


def legal_moves(state: Any, seat: Seat) -> dict[str, int]:
    """Return all legal moves, including those after skipping the purchase, each with its price."""
    after = [(state, move) for move in GAME.legal_moves(state, seat) if move != SKIP]
    if SKIP in GAME.legal_moves(state, seat):
        skipped, _ = GAME.apply(state, seat, SKIP)
        after += [(skipped, move) for move in GAME.legal_moves(skipped, seat)]
    prices = {}
    for begun, move in after:
        then, _ = GAME.apply(begun, seat, move)
        pays = GAME.write_move(move).split()[0] in ("buy", "gather", "play")
        prices[GAME.write_move(move)] = begun.wood[seat] - then.wood[seat] if pays else 0
    return prices


@pytest.mark.slow
@spoken_seats(0)
def test_whole_games_can_be_played_by_ear(seats: int, language: str) -> None:
    setup, ear, words = Setup(GAME, seats, {}), CardEar(language), Localizer(in_language(language))
    phases: set[Phase] = set()
    without = languages().index(language) % len(SEEDS)
    for seed in (*SEEDS[:without], *SEEDS[without + 1 :]):
        for place, played in enumerate(random_game(setup, seed)):
            state, seat = played.before, played.seat
            if seat == CHANCE or (place % 3 and state.phase in phases):
                continue
            phases.add(state.phase)
            public, mine = look(GAME, setup, state, None), look(GAME, setup, state, seat)
            ear.listen(board_message(public, words))
            assert_knows_the_table(ear, public.observation)
            ear.listen(panel_message(mine, words, None, reader=Reader(describes=True)))
            assert_knows_their_own(ear, mine.observation)
            assert heard_moves(ear, state.phase) == legal_moves(state, seat)
            # Without descriptions below the pictures, their alternative texts say the same.
            ear.listen(panel_message(mine, words, None, board=public))
            assert_knows_the_table(ear, public.observation, in_order=False)
            assert_knows_their_own(ear, mine.observation)
            assert heard_moves(ear, state.phase) == legal_moves(state, seat)
    assert phases >= {Phase.BUY, Phase.PLAY, Phase.TAKE, Phase.SACRIFICE, Phase.COLLECT_MOAI}


def test_the_finished_board_is_heard_with_the_stone_revealed_and_with_the_values_that_were_scored() -> None:
    ear, setup = CardEar("en"), Setup(GAME, 2, {})
    *_, last = random_game(setup, SEEDS[1])
    over = look(GAME, setup, last.after, None)
    laid = [card.good for card in over.observation.face_down]
    stone = tuple(count + laid.count(good) for good, count in zip(GOODS, last.after.stone, strict=True))
    assert values(stone) != values(last.after.stone)  # It matters here.
    ear.listen(board_message(over, Localizer(in_language("en"))))
    heard = ear.after("stone_revealed")[0]
    assert ear.store(heard) == stone
    assert tuple(map(int, re.findall(r"worth (\d)", heard))) == values(stone)
    assert ear.all("face_down") == []


@cache
def rare_questions() -> list[tuple[Setup, Played]]:
    """Return rare questions (offer from the supply, take another good), from games with short supplies."""
    games = ((Setup(GAME, seats, {}), seed) for seats in (2, 3, 4) for seed in range(60))
    return [
        (setup, played)
        for setup, seed in games
        for played in random_game(setup, seed)
        if played.before.phase in (Phase.OFFER, Phase.COLLECT_OTHER)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("place", range(len(languages())), ids=languages())
def test_the_rare_questions_can_be_answered_by_ear(place: int) -> None:
    """Languages take turns, and in each both questions are put."""
    language = languages()[place]
    ear, words, heard = CardEar(language), Localizer(in_language(language)), set()
    for number, (setup, played) in enumerate(rare_questions()):
        phase = played.before.phase
        if number % len(languages()) != place and phase is Phase.OFFER:
            continue
        ear.listen(panel_message(look(GAME, setup, played.before, played.seat), words, None))
        assert heard_moves(ear, phase) == legal_moves(played.before, played.seat)
        heard.add(phase)
    assert heard == {Phase.OFFER, Phase.COLLECT_OTHER}
