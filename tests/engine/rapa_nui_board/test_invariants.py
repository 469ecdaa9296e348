"""Invariants.  Rules: Rapa Nui board 11, last paragraphs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.counts import added, counted
from engine.game import CHANCE, IllegalMove
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import (
    AT_HAND,
    IN_VILLAGE,
    MOAI,
    NO_TILES,
    STACKS,
    TILE_COUNTS,
    TILES,
    VILLAGERS,
    Improvement,
    Phase,
    State,
    Tile,
)
from tests.engine.rapa_nui_board.movers import chained_game, sensible_game
from tests.engine.seeded import Played, Seeded, Setup, random_game

pytestmark = pytest.mark.slow

SEATS = pytest.mark.parametrize("seats", GAME.seats)


def assert_all_is_true(state: State) -> None:
    """Check the invariants of the paragraph "Always true"."""
    island = state.island
    erected = counted((spot.moai for spot in state.spots if spot.moai is not None), 3)
    there = added(state.moai, erected)
    for player in state.players:
        there = added(there, player.moai)
        assert all(0 <= kept <= moai for kept, moai in zip(player.safekept, player.moai, strict=True))
        assert all(0 <= count <= 8 for count in player.resources)
        assert sum(player.improvements) <= 3
        assert min((*player.tiles, *player.sculptors, player.villagers)) >= 0
    assert there == MOAI[state.seats]
    assert state.pukao + sum(spot.pukao for spot in state.spots) == 20
    assert sorted(state.order) == list(range(state.seats))
    for space, spot in enumerate(state.spots):
        assert spot.moai is not None or not spot.pukao
        assert (spot.owner is None) == (spot.fresh + spot.exhausted == 0)
        assert (spot.owner is None and spot.moai is None) or space in island.land
        assert spot.tile is None or space in island.ahu
        if space in island.ahu and state.phase not in (Phase.DRAW_ORDER, Phase.SHUFFLE):
            assert (spot.tile is None) == (spot.moai is not None)
    assert_tiles_are_all_there(state)
    assert_figures_are_all_there(state)
    for stack, kind in zip(state.stacks, range(5), strict=True):
        taken = sum(tile.offering == kind for player in state.players for tile in player.offerings)
        assert stack + taken == len(STACKS[state.seats][kind])


def assert_tiles_are_all_there(state: State) -> None:
    if state.phase in (Phase.DRAW_ORDER, Phase.SHUFFLE):
        return
    kinds = counted((spot.tile for spot in state.spots if spot.tile is not None), len(TILES))
    for player in state.players:
        kinds = added(kinds, player.tiles)
    kinds = added(added(kinds, state.display), state.aside)
    # What the tablet copied was never a tile, so the count stays.
    expected = tuple(
        count if tile <= Tile.FAVOUR or not state.beginner_set else 0
        for tile, count in zip(Tile, TILE_COUNTS, strict=True)
    )
    assert kinds == expected


def assert_figures_are_all_there(state: State) -> None:
    standing = Counter[int]()
    for spot in state.spots:
        if spot.owner is not None:
            standing[spot.owner] += spot.fresh + spot.exhausted
    stars = [player.sorcerer for player in state.players if player.sorcerer > 0]
    assert len(stars) == len(set(stars))
    for seat, player in enumerate(state.players):
        lent = (player.sorcerer < 0) + (player.chief == -1)
        figures = player.villagers + sum(player.sculptors) + standing[seat] - lent
        assert figures == VILLAGERS + player.improvements[Improvement.POPULAR]
        assert (player.chief == IN_VILLAGE) == (not player.improvements[Improvement.CHIEF])
        if state.phase in (Phase.TRANSPORT, Phase.TAKE, Phase.COLLECT, Phase.EXCHANGE):
            assert player.sorcerer != AT_HAND
    for column, size in enumerate(state.island.columns):
        assert sum(player.sculptors[column] for player in state.players) <= size


@SEATS
@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32 - 1), st.booleans(), st.booleans())
def test_the_paragraph_always_true(seats: int, seed: int, beginner: bool, auto: bool) -> None:
    options = {"beginner_set": "on" if beginner else "off", "auto_collect": "on" if auto else "off"}
    for played in chained_game(seats, seed, **options):
        assert_all_is_true(played.after)
    assert GAME.result(played.after) is not None


@SEATS
def test_it_is_so_among_sensible_players_too(seats: int) -> None:
    for played in sensible_game(seats, seed=1):
        assert_all_is_true(played.after)


@SEATS
def test_every_move_that_is_not_listed_is_refused_and_changes_nothing(seats: int) -> None:
    """Also late in a game, when chains stand."""
    chance = Seeded(seats)
    seen = [played for played in chained_game(seats, seed=seats) if played.seat != CHANCE]
    every = list(dict.fromkeys(played.move for played in seen))
    for played in chance.shuffled(seen)[:40]:
        written = msgspec.json.encode(played.before)
        legal = GAME.legal_moves(played.before, played.seat)
        for move in chance.shuffled(every)[:60]:
            if not GAME.is_legal(played.before, played.seat, move):
                assert move not in legal
                with pytest.raises(IllegalMove):
                    GAME.apply(played.before, played.seat, move)
        assert len(set(legal)) == len(legal)
        for move in chance.shuffled(legal)[:30]:
            assert_all_is_true(GAME.apply(played.before, played.seat, move)[0])
        assert msgspec.json.encode(played.before) == written


def late_games(seats: int) -> list[Played]:
    played = [one for seed in range(12) for one in chained_game(seats, seed)]
    return [*played, *sensible_game(seats, seed=1)]


def test_chain_builders_use_every_kind_of_move_and_tile_and_see_late_states() -> None:
    played = [one for seats in GAME.seats for one in late_games(seats)]
    made = {type(one.move) for one in played}
    lacking = {one for one in moves.Move.__args__ if one not in made}
    assert lacking == {moves.Collect}
    used = Counter[Any]()
    for one in played:
        for event in one.events:
            for name in ("by", "log_road", "mana", "take_3_more", "thrift", "feast"):
                by = getattr(event, name, None)
                if by is not None:
                    used[type(event).__name__, name, by] += 1
    assert len({key[:2] for key in used}) == 13
    assert {one.after.phase for one in played} == {*Phase} - {Phase.COLLECT, Phase.DRAW_ORDER}
    reasons = {
        event.reason for one in played for event in one.events if isinstance(event, happened.GameEnded)
    }
    assert reasons == {"island_full", "quiet_rounds"}


def test_without_auto_collect_owners_are_asked() -> None:
    asked = [
        played
        for seed in range(8)
        for played in chained_game(4, seed, auto_collect="off")
        if isinstance(played.move, moves.Collect)
    ]
    assert len(asked) > 5
    for played in asked:
        assert played.before.transport is not None
        assert played.seat != played.before.transport.seat
        assert len(GAME.legal_moves(played.before, played.seat)) == 2


@SEATS
def test_turns_go_round_among_those_who_have_something_left_to_do(seats: int) -> None:
    for seed in range(6):
        for played in chained_game(seats, seed):
            state: State = played.after
            if isinstance(played.move, moves.Placement) and state.phase is Phase.PLACE:
                due = {
                    seat
                    for seat, one in enumerate(state.players)
                    if one.villagers or AT_HAND in (one.sorcerer, one.chief)
                }
            elif played.before.phase is state.phase is Phase.TRANSPORT and ends_turn(played):
                due = {seat for seat, one in enumerate(state.players) if not one.dropped_out}
            else:
                continue
            at = state.order.index(played.seat)
            after = [*state.order[at + 1 :], *state.order[: at + 1]]
            assert state.decider == next(seat for seat in after if seat in due)


def ends_turn(played: Played) -> bool:
    return isinstance(played.move, moves.DropOut | moves.CarryMoai)


@SEATS
def test_the_first_round_begins_with_the_first_one_and_random_orders_differ(seats: int) -> None:
    orders = set()
    for seed in range(20):
        for played in random_game(Setup(GAME, seats, {}), seed):
            if played.after.phase is Phase.PLACE:
                orders.add(played.after.order)
                assert played.after.decider == played.after.order[0]
                break
    assert len(orders) > 1
    state = Setup(GAME, seats, {"turn_order": "seats"}).start()
    assert (state.order, state.phase) == (tuple(range(seats)), Phase.SHUFFLE)


@SEATS
def test_the_most_moves_of_a_turn_are_about_those_of_the_page(seats: int) -> None:
    """The page: at most 221 transports, 45 different `Take`, 454 different `Exchange`."""
    most = Counter[Phase]()
    for seed in range(8):
        for played in chained_game(seats, seed):
            if played.seat != CHANCE:
                legal = GAME.legal_moves(played.before, played.seat)
                most[played.before.phase] = max(most[played.before.phase], len(legal))
                assert all(len(GAME.write_move(move)) <= 60 for move in legal)
    assert most[Phase.TAKE] <= 45
    assert most[Phase.EXCHANGE] <= 454
    assert most[Phase.TRANSPORT] <= 450
    assert sum(NO_TILES) == 0
