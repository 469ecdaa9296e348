"""Replays: they show what a spectator saw; secrets are shown only for finished games; the list of games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Event, Seat, Told, Viewer
from engine.rapa_nui_cards.events import LaidFaceDown
from engine.rapa_nui_cards.state import Good, Phase
from tables import Person, Refused, Tables
from tables.model.fold import add, opened
from tables.model.table import Entry, Kind, Step, Table, next_entry
from tables.verbs.lobby import cancelled
from tables.views.looks import final_moves, log_of, taken_back
from tables.views.replay import Replay, of_table
from tests.clock import Clock
from tests.engine.rapa_nui_cards.test_secrets import rearranged
from tests.engine.seeded import Seeded, Setup, all_setups, few_setups, random_game
from tests.tables import stores
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    DAN,
    GAMES,
    Clicks,
    Drew,
    Fingers,
    FingerView,
    Ready,
    Said,
    Shown,
    StayingFingerGame,
    Word,
    opening,
    refusal,
    running,
    say,
)
from tests.tables.toys import opened as open_tables

PEOPLE = (ANN, BOB, CAT, DAN)
TOYS = [Setup(GAMES["pebbles"], 3, {"target": "12"}), Setup(GAMES["fingers"], 2, {"rounds": "50"})]
SETUPS = pytest.mark.parametrize("setup", [*few_setups(), *TOYS], ids=str)
CARDS = [setup for setup in all_setups() if setup.game.id == "rapa-nui-cards"]


class Chose(Event, frozen=True):
    """An event: a secret choice."""

    fingers: int


class SecretFingerGame(StayingFingerGame):
    """`FingerGame`, in which even the fact that a seat has chosen is secret."""

    id = "fingers-secret"

    def make(self, state: Fingers, seat: Seat, move: Word, told: Told = None) -> Fingers:
        events: list[Event] = []
        after = super().make(state, seat, move, events)
        if told is not None:
            told += (Chose(move.number), *(event for event in events if not isinstance(event, Ready)))
        return after

    def observe(self, state: Fingers, viewer: Viewer) -> FingerView:
        return replace(super().observe(state, viewer), ready=())


def table_of(setup: Setup, seed: int, moves: int | None = None) -> Table:
    """Return a table at which a random game was played to its end, or for `moves` moves."""
    wanted = opening(
        setup.game.id,
        rules_version=setup.game.rules_version,
        options=setup.options,
        wanted_seats=setup.seats,
        guild_id=None,
        channel_id=CHANNEL,
    )
    table = opened(
        setup.game, "t", Entry(1, Kind.OPEN, 0, msgspec.json.encode(wanted).decode(), None, 0), ANN
    )
    for seat in range(1, setup.seats):
        table = add(table, next_entry(table.facts, Kind.JOIN, seat, "", None, 0), PEOPLE[seat])
    table = add(table, next_entry(table.facts, Kind.START, None, str(setup.game.rules_version), None, 0))
    for played in islice(random_game(setup, seed), moves):
        text = setup.game.write_move(played.move)
        table = add(table, next_entry(table.facts, Kind.MOVE, played.seat, text, None, 0))
    return table


def written(replay: Replay) -> bytes:
    """Return a replay's whole content as bytes, to be compared."""
    frames = [replace(frame, seats=()) for frame in replay.frames]  # Of the game, not of its people.
    told = [replay.game_id, replay.options, replay.is_open, replay.is_over, frames, replay.result]
    return msgspec.json.encode(told)


async def replay(tables: Tables, table: str, is_open: bool = False) -> Replay:
    return await tables.read(table, of_table, is_open)


async def played_at_random(tables: Tables, table: str, people: Sequence[Person], clicks: int) -> list[Any]:
    """Play at random; return a spectator's observation after each click that changed it."""
    chance, click = Seeded(5), Clicks()
    public = await tables.look(table, None)
    seen: list[Any] = []
    for _ in range(clicks):
        if not public.to_move:
            break
        person = people[public.to_move[0]]
        look = await tables.look(table, person.id)
        move = look.legal_moves[chance.below(len(look.legal_moves))]
        await say(tables, table, person, look.game.write_move(move), click())
        public = await tables.look(table, None)
        if (await tables.read(table, log_of, None))[
            -1
        ].number == public.table.version:  # Something was to be seen.
            seen.append(public.observation)
            assert (await replay(tables, table)).frames[-1].observation == seen[-1]
    return seen


@pytest.mark.parametrize("game", ["pebbles", "fingers", "rapa-nui-cards"])
async def test_the_frames_are_what_a_spectator_saw_at_those_moments(tmp_path: Path, game: str) -> None:
    async with open_tables(tmp_path, games={**GAMES, **games()}) as tables:
        table = await running(tables, (ANN, BOB, CAT), game)
        seen = await played_at_random(tables, table, (ANN, BOB, CAT), 200)
        shown = [frame.observation for frame in (await replay(tables, table)).frames]
        # Between two clicks there may be moves that the table made at once: those have frames too.
        rest = iter(shown)
        assert all(any(observation == one for one in rest) for observation in seen)
        assert len(seen) > 3


@SETUPS
def test_a_public_film_shows_what_everybody_saw_and_heard(setup: Setup) -> None:
    table, game = table_of(setup, 3), setup.game
    replay = of_table(table, is_open=False)
    assert [frame.number for frame in replay.frames] == list(range(len(replay.frames)))
    assert (replay.frames[0].seat, replay.frames[0].before) == (CHANCE, replay.frames[0].observation)
    assert all(frame.seat != CHANCE for frame in replay.frames[1:])
    assert all(later.before == frame.observation for frame, later in pairwise(replay.frames))
    assert all(later.turn >= frame.turn for frame, later in pairwise(replay.frames))
    heard = [event for step in table.mainline for event in game.seen(step.events, None)]
    assert [event for frame in replay.frames for event in frame.events] == heard
    assert table.position is not None
    assert replay.frames[-1].observation == game.observe(table.position.state, None)
    assert (replay.is_over, replay.result) == (True, game.result(table.position.state))
    assert (replay.game_id, replay.options, replay.seats) == (game.id, setup.options, table.facts.seats)


@SETUPS
def test_an_open_film_has_a_frame_for_whatever_happened_and_hides_nothing(setup: Setup) -> None:
    table, game = table_of(setup, 3), setup.game
    replay = of_table(table, is_open=True)
    happened: list[Step] = []
    for step in table.mainline:
        if step.is_change:  # Of a choice that was changed, the last one counts, where it was made first.
            place = max(n for n, other in enumerate(happened) if other.entry.seat == step.entry.seat)
            happened[place] = step
        elif step.events:
            happened.append(step)
    movers = [step.entry.seat for step in happened if step.entry.seat != CHANCE]
    assert [frame.seat for frame in replay.frames[1:]] == movers
    told = [event for step in happened for event in step.events]
    assert [event for frame in replay.frames for event in frame.events] == told
    assert table.position is not None
    assert replay.frames[-1].observation == game.reveal(table.position.state)
    assert (replay.is_open, replay.is_over) == (True, True)


@SETUPS
def test_the_same_moment_is_found_where_nothing_is_hidden_and_back(setup: Setup) -> None:
    table, game = table_of(setup, 3), setup.game
    public, opened = (of_table(table, is_open=is_open) for is_open in (False, True))
    states = [step.position.state for step in table.mainline if step.position is not None]
    assert public.frames[-1].moves == opened.frames[-1].moves == len(final_moves(table))
    for frame in public.frames:
        same = opened.frames[opened.number_at(frame.moves)]
        assert (same.moves, same.turn) == (frame.moves, frame.turn)
        assert public.number_at(same.moves) == frame.number
        if len(states) == public.frames[-1].moves + 1:  # No choice was changed.
            assert frame.observation == game.observe(states[frame.moves], None)
    for frame in opened.frames:
        assert public.frames[public.number_at(frame.moves)].moves <= frame.moves


def test_an_open_film_of_cards_shows_every_hand_and_every_face_down_card() -> None:
    replays = [of_table(table_of(setup, 2), is_open=True) for setup in CARDS]
    shown = [frame.observation for replay in replays for frame in replay.frames]
    for seen in shown:
        assert all(view.hand is not None and view.held is not None for view in seen.seats)
        assert all(card.good is not None for card in seen.face_down)
    assert any(seen.face_down for seen in shown)


async def test_chance_that_follows_a_move_belongs_to_its_frame(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table, click = await running(tables), Clicks()
        dealt = (await replay(tables, table)).frames
        assert [(frame.seat, frame.turn, frame.events) for frame in dealt] == [(CHANCE, 1, ())]
        assert dealt[0].observation.deck == 9
        await say(tables, table, ANN, "roll", click())
        (rolled,) = (await replay(tables, table)).frames[1:]
        assert [type(event) for event in rolled.events] == [Said, Said]
        assert (rolled.seat, rolled.turn, rolled.before) == (0, 2, dealt[0].observation)
        assert rolled.observation == (await tables.look(table, None)).observation
        assert rolled.observation.heap > 0


async def test_obvious_moves_have_frames_of_their_own(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table, click = await running(tables), Clicks()
        await say(tables, table, ANN, "sleep", click())
        await say(tables, table, BOB, "add 1;end", click())
        assert [frame.seat for frame in (await replay(tables, table)).frames] == [CHANCE, 0, 1, 1, 0]


async def test_what_was_taken_back_is_not_in_the_film(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table, click = await running(tables), Clicks()
        await say(tables, table, ANN, "add 2", click())
        before = await replay(tables, table)
        await say(tables, table, ANN, "add 1;add 1;end", click())
        assert len((await replay(tables, table)).frames) == len(before.frames) + 3
        await tables.do(table, ANN, click(), taken_back)
        assert await replay(tables, table) == before


@pytest.mark.parametrize("game", [*(g for g in GAMES if g.startswith("fingers")), SecretFingerGame.id])
async def test_what_was_chosen_or_changed_in_secret_makes_no_difference(tmp_path: Path, game: str) -> None:
    replays = []
    for number, choices in enumerate((["show 1"], ["show 3"], ["show 2", "show 1"])):
        async with open_tables(tmp_path / str(number), games={**GAMES, game: secret(game)}) as tables:
            table = await running(tables, game=game)
            for place, text in enumerate(choices):
                await say(tables, table, ANN, text, f"a{place}")
            replays.append(written(await replay(tables, table)))
    assert replays[0] == replays[1] == replays[2]


def secret(game: str) -> AnyGame:
    return SecretFingerGame() if game == SecretFingerGame.id else GAMES[game]


async def test_a_secret_choice_makes_no_frame_until_it_is_shown(tmp_path: Path) -> None:
    game = SecretFingerGame()
    async with open_tables(tmp_path, games={game.id: game}) as tables:
        table, click = await running(tables, game=game.id, rounds="1"), Clicks()
        await say(tables, table, ANN, "show 1", click())
        await say(tables, table, ANN, "show 2", click())
        assert len((await replay(tables, table)).frames) == 1
        await say(tables, table, BOB, "show 3", click())
        dealt, shown = (await replay(tables, table)).frames
        assert (shown.seat, shown.events, shown.before) == (1, (Shown((2, 3)),), dealt.observation)
        # Not even an open replay tells that she changed her mind.
        frames = (await replay(tables, table, is_open=True)).frames
        assert [frame.seat for frame in frames] == [CHANCE, 0, 1]
        assert frames[1].observation.all_chosen == (2, None)


async def test_a_drawn_card_is_shown_in_an_open_film_alone(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table, click = await running(tables, target="3"), Clicks()
        card = (await say(tables, table, ANN, "draw", click())).look.observation.hand[0]
        await say(tables, table, BOB, "add 2;add 1", click())
        for is_open, told in ((False, None), (True, card)):
            drawn = (await replay(tables, table, is_open)).frames[1]
            assert drawn.events == (Drew(0, told),)
            assert drawn.observation.all_hands == (((card,), ()) if is_open else None)


def disguised(table: Table, seed: int) -> Table:
    """Return a table with the same public events, but other secrets."""
    standing = []
    for step in table.mainline:
        position = step.position
        if position is not None and position.state.turn:
            position = replace(position, state=rearranged(position.state, None, seed))
        events = tuple(
            replace(event, good=Good((event.good + 1) % 4))
            if isinstance(event, LaidFaceDown) and event.good is not None
            else event
            for event in step.events
        )
        standing.append(replace(step, position=position, events=events))
    return replace(table, mainline=tuple(standing))


@pytest.mark.parametrize("setup", CARDS, ids=str)
def test_cards_that_lie_elsewhere_in_secret_give_the_same_public_film(setup: Setup) -> None:
    table = table_of(setup, 4)
    laid = [e for step in table.mainline for e in step.events if isinstance(e, LaidFaceDown)]
    assert laid
    public, whole = written(of_table(table, is_open=False)), written(of_table(table, is_open=True))
    for seed in range(3):
        other = disguised(table, seed)
        assert written(of_table(other, is_open=True)) != whole
        assert b'"open_hands":true' in public or written(of_table(other, is_open=False)) == public


def test_a_public_film_of_a_finished_game_keeps_its_hands_secret() -> None:
    setup = next(setup for setup in CARDS if setup.options["open_hands"] == "off")
    for frame in of_table(table_of(setup, 4), is_open=False).frames:
        over = frame.observation.phase is Phase.OVER
        assert all(view.hand is None for view in frame.observation.seats)
        assert all((view.held is None) != over for view in frame.observation.seats)


async def test_a_film_needs_a_game_that_began_and_an_open_one_a_game_that_ended(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        lobby = (await tables.new(opening(guild_id=1, channel_id=2, wanted_seats=2), ANN, "n")).look.table.id
        assert await refusal(replay(tables, lobby)) == ("not_started", {})
        assert await refusal(replay(tables, lobby, is_open=True)) == ("not_started", {})
        await tables.do(lobby, ANN, "c", cancelled)
        assert await refusal(replay(tables, lobby)) == ("not_started", {})
        table = await running(tables)
        assert await refusal(replay(tables, table, is_open=True)) == ("not_over", {})
        assert not (await replay(tables, table)).is_over
        await tables.do(table, ANN, "d", cancelled, moderator=True)
        assert await refusal(replay(tables, table, is_open=True)) == ("not_over", {})
        shown = await replay(tables, table)
        assert (len(shown.frames), shown.is_over, shown.result) == (1, False, None)
        assert (await refusal(replay(tables, "zzzzz")))[0] == "no_such_table"


@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_a_damaged_table_has_no_film_and_says_so(tmp_path: Path, is_cancelled: bool) -> None:
    async with open_tables(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "add 1", "a")
        if is_cancelled:
            await tables.do(table, ANN, "b", cancelled, moderator=True)
    stores.run(tmp_path, "UPDATE journal SET text = 'nonsense' WHERE number = 5")
    async with open_tables(tmp_path) as tables:
        assert await refusal(replay(tables, table)) == ("table_damaged", {"table": table, "number": 5})


def test_a_table_in_memory_is_not_changed_by_looking_at_its_film() -> None:
    table = table_of(TOYS[0], 1)
    before = msgspec.json.encode([table.facts, table.mainline])
    assert of_table(table, is_open=True) == of_table(table, is_open=True)
    assert msgspec.json.encode([table.facts, table.mainline]) == before
    with pytest.raises(Refused, match="not_over"):
        of_table(replace(table, facts=replace(table.facts, phase="running")), is_open=True)


async def test_finished_tables_of_a_channel_are_listed_those_that_ended_last_first(tmp_path: Path) -> None:
    clock = Clock()
    async with open_tables(tmp_path, clock=clock) as tables:
        assert await tables.ended_in(CHANNEL) == []
        gone = await running(tables, name="cancelled")
        await tables.do(gone, ANN, "c", cancelled, moderator=True)
        await running(tables, name="running")
        early, late = [await running(tables, name=name, target="3") for name in ("early", "late")]
        for table in (late, early):
            clock.time += 60
            await say(tables, table, ANN, "add 2;add 1", "end")
        assert [view.id for view in await tables.ended_in(CHANNEL)] == [early, late]
        ended = []
        for number in range(25):
            ended.append(await running(tables, name=f"t{number}", target="3"))
            await say(tables, ended[-1], ANN, "add 2;add 1", "end")
        # All of them ended in the same moment.
        assert [view.id for view in await tables.ended_in(CHANNEL)] == ended[::-1]
        assert await tables.ended_in(CHANNEL + 1) == []
