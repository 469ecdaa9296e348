"""The contract of all games, tested for each game with all numbers of seats and all options."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import isfinite
from typing import Any

import msgspec
import pytest

from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Event, IllegalMove, IllegalOption
from engine.record import Ply, Record, final, steps
from engine.standings import lead
from tests.engine.replayed import replay
from tests.engine.seeded import Played, Reached, Seeded, Setup, in_reached_states, random_game, telling_setups

SETUPS = pytest.mark.parametrize("setup", telling_setups(), ids=str)
GAMES = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
SEEDS = range(3)
OTHERS = 80
"""About so many moves that are not legal are tried in each state, others in the next."""


@cache
def every_move(game: AnyGame) -> tuple[Any, ...]:
    """Return all moves that are made in some games with any number of seats."""
    setups = [Setup(game, seats, {}) for seats in game.seats]
    found = {played.move for setup in setups for seed in range(12) for played in random_game(setup, seed)}
    return tuple(sorted(found, key=game.write_move))


def whole(setup: Setup, seed: int) -> list[Played]:
    return list(random_game(setup, seed))


@pytest.mark.slow
@SETUPS
def test_every_legal_move_applies_and_every_other_one_raises_and_changes_nothing(setup: Setup) -> None:
    game, moves = setup.game, every_move(setup.game)
    step = max(1, len(moves) // OTHERS)
    for number, played in enumerate(whole(setup, seed=11)):
        written = msgspec.json.encode(played.before)
        for seat in (CHANCE, *range(setup.seats), setup.seats):
            legal = game.legal_moves(played.before, seat)
            others = {*moves[number % step :: step]} - {*legal}
            # Moves that count as one with a listed one are legal too: the game says which.
            unlisted = {move for move in others if game.is_legal(played.before, seat, move)}
            assert legal or not unlisted
            for move in (*legal, *unlisted):
                assert game.is_legal(played.before, seat, move)
                told: list[Event] = []
                made = game.make(played.before, seat, move, told)
                assert (made, tuple(told)) == game.apply(played.before, seat, move)
                assert game.make(played.before, seat, move) == made
            for move in others - unlisted:
                if seat == played.seat == CHANCE and move == played.move:
                    continue
                if seat != CHANCE or CHANCE not in game.to_move(played.before):
                    with pytest.raises(IllegalMove):
                        game.apply(played.before, seat, move)
        assert msgspec.json.encode(played.before) == written


@SETUPS
def test_who_is_to_move_has_legal_moves_and_nobody_else_has(setup: Setup) -> None:
    for played in whole(setup, seed=5):
        to_move = setup.game.to_move(played.before)
        for seat in range(setup.seats):
            assert bool(setup.game.legal_moves(played.before, seat)) == (seat in to_move)


@SETUPS
def test_some_of_the_legal_moves_are_promising(setup: Setup) -> None:
    for played in whole(setup, seed=15):
        for seat in range(setup.seats):
            legal = setup.game.legal_moves(played.before, seat)
            promising = setup.game.promising_moves(played.before, seat)
            assert set(promising) <= set(legal)
            assert bool(promising) == bool(legal)


@SETUPS
def test_at_the_end_nobody_owes_anything_and_there_is_a_result(setup: Setup) -> None:
    for seed in SEEDS:
        moves = whole(setup, seed)
        for played in moves:
            assert setup.game.result(played.before) is None
        end = moves[-1].after
        assert setup.game.to_move(end) == ()
        assert all(setup.game.legal_moves(end, seat) == () for seat in range(setup.seats))
        result = setup.game.result(end)
        assert result is not None
        assert len(result.seats) == setup.seats
        for seat in result.seats:
            assert seat.points == sum(part.points for part in seat.parts)
            better = [other for other in result.seats if other.rank < seat.rank]
            assert all(other.points >= seat.points for other in better)
            assert seat.rank == 1 + len(better)


@SETUPS
def test_a_record_replays_to_the_live_state_after_each_move(setup: Setup) -> None:
    game, moves = setup.game, whole(setup, seed=3)
    plies = tuple(Ply(played.seat, game.write_move(played.move)) for played in moves)
    record = Record(game.id, game.rules_version, setup.seats, setup.options, plies)
    written = msgspec.json.encode(record)
    start, done = replay(game, msgspec.json.decode(written, type=Record))
    assert start == moves[0].before
    assert [(step.state, step.events) for step in done] == [(one.after, one.events) for one in moves]


@SETUPS
def test_a_record_with_each_choice_as_it_was_in_the_end_leads_to_the_same(setup: Setup) -> None:
    game, start, moves = setup.game, setup.start(), whole(setup, seed=3)
    made = [(one.before, Ply(one.seat, game.write_move(one.move))) for one in moves]
    for length in (1, len(made) // 3, len(made) // 2, len(made)):
        done = list(steps(game, start, final(game, made[:length])))
        assert done[-1].state == moves[length - 1].after
        before = [start, *(step.state for step in done)]
        answered = [
            (step.ply.seat, game.question(state, step.ply.seat))
            for state, step in zip(before, done, strict=False)
            if step.ply.seat != CHANCE
        ]
        assert len(set(answered)) == len(answered)


@GAMES
def test_a_damaged_record_gives_the_steps_before_the_fault(game: AnyGame) -> None:
    setup = Setup(game, game.seats[0], {})
    plies = [Ply(played.seat, game.write_move(played.move)) for played in whole(setup, seed=3)]
    plies[10] = Ply(plies[10].seat, "nonsense")
    made: list[Ply] = []
    with pytest.raises(IllegalMove):
        made.extend(step.ply for step in steps(game, setup.start(), plies))
    assert made == plies[:10]


@SETUPS
def test_states_go_to_json_and_back_without_loss(setup: Setup) -> None:
    for played in whole(setup, seed=7):
        text = msgspec.json.encode(played.after)
        again = msgspec.json.decode(text, type=type(played.after))
        assert again == played.after
        assert msgspec.json.encode(again) == text
        assert hash(again) == hash(played.after)
        assert repr(again) == repr(played.after)  # Enums stay enums: `3 == Card.GRAIN` hides the difference.


@SETUPS
def test_moves_go_to_text_and_back(setup: Setup) -> None:
    for seed in SEEDS:
        for played in random_game(setup, seed):
            text = setup.game.write_move(played.move)
            assert setup.game.read_move(text) == played.move
            assert text.isascii()
            assert text.isprintable()
            assert 1 <= len(text) <= (200 if played.seat == CHANCE else 70)
            assert ";" not in text


@GAMES
@pytest.mark.parametrize("text", ["", " ", "nonsense", "take", "take 0", "buy  fish", "shuffle", "shuffle X"])
def test_other_texts_are_no_moves(game: AnyGame, text: str) -> None:
    with pytest.raises(IllegalMove) as illegal:
        game.read_move(text)
    assert illegal.value.code == "unknown_move"


@SETUPS
def test_a_question_has_a_number_that_no_earlier_one_had(setup: Setup) -> None:
    last: dict[int, int] = {}
    standing: set[int] = set()
    for played in whole(setup, seed=9):
        asked = set(setup.game.to_move(played.before)) - {CHANCE}
        for seat in asked:
            number = setup.game.question(played.before, seat)
            if seat not in last or number != last[seat]:
                assert number > last.get(seat, -1)
            else:
                assert seat in standing
            last[seat] = number
        standing = asked


@SETUPS
def test_a_question_stands_until_all_have_answered_who_were_asked_it_together(setup: Setup) -> None:
    """A seat that is asked alone is asked anew after its answer; one that may change its answer is not."""
    answered: dict[int, int] = {}
    for played in whole(setup, seed=14):
        game, seat = setup.game, played.seat
        together = set(game.to_move(played.before))
        if seat == CHANCE:
            continue
        number = game.question(played.before, seat)
        answered[seat] = number
        owe = {one for one in together if answered.get(one) != game.question(played.before, one)}
        stands = seat in game.to_move(played.after) and game.question(played.after, seat) == number
        assert stands == bool(owe)


@SETUPS
def test_obvious_moves_are_the_only_legal_ones(setup: Setup) -> None:
    for played in whole(setup, seed=2):
        for seat in range(setup.seats):
            obvious = setup.game.obvious_move(played.before, seat)
            if obvious is not None:
                assert setup.game.legal_moves(played.before, seat) == (obvious,)


@SETUPS
def test_a_question_stands_until_it_is_answered(setup: Setup) -> None:
    """Reading a state, and moves that are refused, ask nothing anew."""
    for played in whole(setup, seed=4):
        if played.seat != CHANCE:
            again = msgspec.json.decode(msgspec.json.encode(played.before), type=type(played.before))
            number = setup.game.question(played.before, played.seat)
            assert setup.game.question(again, played.seat) == number


@SETUPS
def test_after_the_end_every_move_is_refused(setup: Setup) -> None:
    end = whole(setup, seed=6)[-1].after
    for seat in (CHANCE, *range(setup.seats + 1)):
        assert setup.game.obvious_move(end, seat) is None
        for move in every_move(setup.game):
            with pytest.raises(IllegalMove):
                setup.game.apply(end, seat, move)


@SETUPS
def test_the_same_move_in_the_same_state_leads_to_the_same(setup: Setup) -> None:
    for played in whole(setup, seed=8):
        again = setup.game.apply(played.before, played.seat, played.move)
        assert again == (played.after, played.events)
        told: list[Event] = []
        assert setup.game.make(played.before, played.seat, played.move, told) == played.after
        assert tuple(told) == played.events
        assert setup.game.make(played.before, played.seat, played.move) == played.after


@SETUPS
def test_what_is_seen_is_immutable_and_comes_in_order(setup: Setup) -> None:
    for played in whole(setup, seed=10):
        for viewer in (None, *range(setup.seats)):
            hash(setup.game.observe(played.after, viewer))
            seen = setup.game.seen(played.events, viewer)
            hash(seen)
            rest = iter(played.events)
            assert all(any(type(event) is type(one) for event in rest) for one in seen)


@in_reached_states()
def test_an_estimate_of_the_lead_is_one_of_the_totals(reached: Reached, seed: int) -> None:
    setup, state = reached
    totals = setup.game.totals(state)
    for seat in range(setup.seats):
        assert setup.game.worth(state, seat) == pytest.approx(lead(totals, seat))


@SETUPS
def test_the_parts_of_a_final_score_add_up_to_its_total(setup: Setup) -> None:
    game = setup.game
    result = game.result(whole(setup, seed=13)[-1].after)
    assert result is not None
    assert len(set(game.part_names)) == len(game.part_names)
    for seat in result.seats:
        parts = game.final_parts(seat)
        assert len(parts) == len(game.part_names)
        assert not game.part_names or sum(parts) == seat.points


@SETUPS
def test_an_estimate_of_the_lead_is_a_number_and_true_at_the_end(setup: Setup) -> None:
    game, moves = setup.game, whole(setup, seed=12)
    for played in moves:
        assert all(isfinite(game.worth(played.after, seat)) for seat in range(setup.seats))
    result = game.result(moves[-1].after)
    assert result is not None
    points = [seat.points for seat in result.seats]
    for seat in range(setup.seats):
        others = points[:seat] + points[seat + 1 :]
        lead = game.worth(moves[-1].after, seat)
        assert lead > 0 or points[seat] <= max(others)
        assert lead < 0 or points[seat] >= min(others)


@SETUPS
def test_chance_takes_no_move_that_it_could_not_have_drawn(setup: Setup) -> None:
    game = setup.game
    for played in whole(setup, seed=1):
        if played.seat != CHANCE:
            break
        for other in (played.move for played in whole(setup, seed=2) if played.seat != CHANCE):
            with pytest.raises(IllegalMove):
                game.apply(played.before, CHANCE, other)


@in_reached_states(examples=150)
def test_a_determinised_observation_looks_the_same_to_its_viewer(setup_and_state: Reached, seed: int) -> None:
    setup, state = setup_and_state
    for viewer in (None, *range(setup.seats)):
        seen = setup.game.observe(state, viewer)
        guessed = setup.game.determinise(seen, Seeded(seed))
        assert setup.game.observe(guessed, viewer) == seen
        assert repr(msgspec.json.decode(msgspec.json.encode(guessed), type=type(guessed))) == repr(guessed)
        assert setup.game.to_move(guessed) == setup.game.to_move(state)
        if viewer is not None:
            assert setup.game.legal_moves(guessed, viewer) == setup.game.legal_moves(state, viewer)


@in_reached_states(examples=50)
def test_a_determinised_memory_is_remembered_and_looks_the_same(setup_and_state: Reached, seed: int) -> None:
    setup, state = setup_and_state
    for viewer in (None, *range(setup.seats)):
        recalled = setup.game.recall(state, viewer)
        guessed = setup.game.determinise(recalled, Seeded(seed))
        assert setup.game.recall(guessed, viewer) == recalled
        assert setup.game.observe(guessed, viewer) == setup.game.observe(state, viewer)


def hides_at_most(seen: Any, whole: Any) -> bool:
    """Whether an observation, as plain values, equals `whole` except for hidden parts (None)."""
    match seen, whole:
        case None, _:
            return True
        case dict(), dict():
            shared = [name for name in seen if name != "viewer"]
            return seen.keys() == whole.keys() and all(hides_at_most(seen[n], whole[n]) for n in shared)
        case ((list() | tuple()), (list() | tuple())):
            pairs = zip(seen, whole, strict=False)
            return len(seen) == len(whole) and all(hides_at_most(one, other) for one, other in pairs)
        case _:
            return bool(seen == whole)


@SETUPS
def test_what_is_revealed_is_what_all_seats_know_together(setup: Setup) -> None:
    game = setup.game
    for played in whole(setup, seed=13):
        revealed = msgspec.to_builtins(game.reveal(played.after))
        assert revealed["viewer"] is None
        hash(game.reveal(played.after))
        for viewer in (None, *range(setup.seats)):
            observed = msgspec.to_builtins(game.observe(played.after, viewer))
            memory = msgspec.to_builtins(game.recall(played.after, viewer))
            # A memory may have fields of its own: what was seen adds up to them.
            recalled = {name: memory[name] for name in observed}
            assert hides_at_most(recalled, revealed)
            assert hides_at_most(observed, recalled)


@SETUPS
def test_turns_are_counted_from_one_and_never_back(setup: Setup) -> None:
    moves = whole(setup, seed=14)
    turns = [setup.game.turn(moves[0].before), *(setup.game.turn(played.after) for played in moves)]
    assert turns[0] in (0, 1)
    assert all(later >= turn for turn, later in pairwise(turns))
    assert turns[-1] > 1


@SETUPS
def test_a_turn_is_one_seat_s_to_its_end_or_everybody_s(setup: Setup) -> None:
    owners = {
        (setup.game.turn(played.after), setup.game.whose_turn(played.after))
        for played in whole(setup, seed=14)
        if setup.game.turn(played.after)
    }
    assert len(owners) == len(dict(owners))


@in_reached_states(examples=50)
def test_the_number_of_the_turn_tells_nothing_hidden(setup_and_state: Reached, seed: int) -> None:
    setup, state = setup_and_state
    guessed = setup.game.determinise(setup.game.observe(state, None), Seeded(seed))
    assert setup.game.turn(guessed) == setup.game.turn(state)
    assert setup.game.whose_turn(guessed) == setup.game.whose_turn(state)


@GAMES
def test_options(game: AnyGame) -> None:
    with pytest.raises(IllegalOption):
        game.start(game.seats[0], {"no_such_option": "on"})
    for option in game.options:
        assert game.chosen_options({})[option.name] == option.default
        with pytest.raises(IllegalOption):
            game.start(game.seats[0], {option.name: "no such value"})


@SETUPS
def test_a_standing_answer_is_a_legal_move_of_who_is_asked(setup: Setup) -> None:
    game = setup.game
    for number, played in enumerate(whole(setup, seed=2)):
        for seat in range(setup.seats):
            auto_answers = {
                one.name: one.values[number % len(one.values) :] if one.is_list else (one.values[number % 2],)
                for one in game.auto_answers
            }
            seen = game.observe(played.before, seat)
            assert game.auto_move(seen, {}) is None
            move = game.auto_move(seen, auto_answers)
            assert move is None or move in game.legal_moves(played.before, seat)
        assert game.auto_move(game.observe(played.before, None), {}) is None
