"""The touchable areas in pictures of random games: exactly the choices that the message offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cogs.discord_io.attachments import pictures
from cogs.games.touch import Area, areas, offered, with_choice
from cogs.text import ids
from cogs.text.ids import PICK, MoveId, Pick, TableId
from cogs.text.language import Localizer
from cogs.views.board import board_message
from cogs.views.panel import panel_message
from engine.catalogue import games
from engine.game import CHANCE
from engine.rapa_nui_board.moves import CarryMoai
from locales import in_language
from tables.verbs.auto_answers import Moves
from tests.cogs.test_screens import look
from tests.engine.rapa_nui_board.movers import chained_game
from tests.engine.seeded import Played, Setup, random_game

WORDS = Localizer(in_language("en"))
MOST_STEPS = 6
"""How many steps of choosing a move are looked at in a turn."""
UNTOUCHED = {
    "": "It leads back.",
    "in": "It shows another part of the board: the page shows the whole board.",
    "tiles": "It only explains tiles.",
    "plan": "It begins a plan, or takes its last figure back: neither is about a thing.",
    "stop": "To stop is about no thing.",
    "drop": "To stop is about no thing.",
    "ways": "It lists all paths, of which the picture shows one after the other.",
}
"""The kinds of answers that aren't about a thing in a picture, and why."""


def touched(mine: Any, public: Any, picked: str) -> list[Area]:
    """Return the areas of a player's panel and of the board beside it; check that each is offered."""
    panel = panel_message(mine, WORDS, None, picked=picked)
    offers, found = offered(panel, mine, WORDS), []
    for picture in (*pictures(panel), *pictures(board_message(public, WORDS, None))):
        for area in areas(picture.scene, mine, offers):
            assert 0 <= area.x < area.x + area.w <= picture.scene.width
            assert 0 <= area.y < area.y + area.h <= picture.scene.height
            assert (area.label, area.note) == offers[area.press]
            found.append(area)
    return found


def word(picked: str) -> str:
    """Return the kind of an answer: the first word of its last move, or of a step of choosing a move."""
    moves = Moves.parse(picked)
    return [*moves.now, *moves.later][-1].split(" ")[0].removeprefix("*")


def answers(mine: Any, public: Any) -> Iterator[tuple[str, str, bool]]:
    """Yield the answers of a turn's steps: the step, the answer, and whether a touch gives the answer."""
    steps, seen = [""], {""}
    for step in islice(steps, MOST_STEPS):
        areas = {area.press for area in touched(mine, public, step)}
        for press in offered(panel_message(mine, WORDS, None, picked=step), mine, WORDS):
            one = ids.read(press)
            if isinstance(one, MoveId):
                yield step, one.moves, press in areas
            elif isinstance(one, TableId) and one.verb == PICK:
                picked = Pick.parse(one.detail).picked
                yield step, picked, press in areas
                if picked not in seen and word(picked) != "in":
                    seen.add(picked)
                    steps.append(picked)


def games_of(game_id: str) -> Iterator[tuple[Setup, Iterator[Played]]]:
    """Yield games of the fewest and the most players: of the board game, by players who build chains."""
    for seats in (min(games()[game_id].seats), max(games()[game_id].seats)):
        setup = Setup(games()[game_id], seats, {})
        is_board = game_id == "rapa-nui-board"
        yield setup, chained_game(seats, 7) if is_board else random_game(setup, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", list(games()))
def test_each_decision_about_a_thing_is_made_by_touching_it(game_id: str) -> None:
    kinds: Counter[tuple[str, bool]] = Counter()
    came_up: set[str] = set()
    for setup, game in games_of(game_id):
        for place, played in enumerate(islice(game, 240)):
            seat, state = played.seat, played.before
            if seat == CHANCE or place % 4:
                continue
            mine, public = look(setup.game, setup, state, seat), look(setup.game, setup, state, None)
            came_up |= {word(setup.game.write_move(move)) for move in mine.legal_moves}
            for step, answer, is_touched in answers(mine, public):
                is_undo = word(answer) == "plan" and step.startswith(answer)
                assert is_touched or word(answer) in UNTOUCHED, (step, answer)
                assert is_touched or word(answer) != "plan" or is_undo or answer == "plan", (step, answer)
                kinds[word(answer), is_touched] += 1
    touched_words = {kind for kind, is_touched in kinds if is_touched}
    # Plain moves that no button makes alone: the cards' skipping comes before a play.
    assert came_up - touched_words - {*UNTOUCHED, "skip"} == set()


def test_while_a_transport_is_shown_another_space_leads_to_another_path() -> None:
    setup = Setup(games()["rapa-nui-board"], 4, {})
    elsewhere = 0
    for played in chained_game(4, 7):
        seat, state = played.seat, played.before
        if seat == CHANCE or not any(
            isinstance(move, CarryMoai) for move in setup.game.legal_moves(state, seat)
        ):
            continue
        mine, public = look(setup.game, setup, state, seat), look(setup.game, setup, state, None)
        longest = max(mine.legal_moves, key=lambda move: len(getattr(move, "path", ())))
        offers = touched(mine, public, f"at {mine.legal_moves.index(longest)}")
        picked = {ids.read(area.press).detail.partition(".at ")[2] for area in offers}  # type: ignore[union-attr]
        ways = {mine.legal_moves[int(number)].path for number in picked if number}
        panel = panel_message(mine, WORDS, None, picked=f"at {mine.legal_moves.index(longest)}")
        island, *others = pictures(board_message(public, WORDS, None))
        drawn = with_choice(island.scene, mine, offered(panel, mine, WORDS))
        roles = {one.role for one in drawn.placed}
        assert {f"way/{space}" for space in longest.path} <= roles
        assert all(with_choice(one.scene, mine, offered(panel, mine, WORDS)) is one.scene for one in others)
        elsewhere += len(ways - {longest.path})
        assert any(ids.read(area.press).detail.endswith(setup.game.write_move(longest)) for area in offers)  # type: ignore[union-attr]
    assert elsewhere > 3


def test_whoever_is_not_asked_touches_nothing() -> None:
    setup = Setup(games()["ru-ra-re"], 2, {})
    played = next(one for one in random_game(setup, seed=7) if one.seat != CHANCE)
    public = look(setup.game, setup, played.before, None)
    mine = look(setup.game, setup, played.before, 0)
    asked = offered(panel_message(mine, WORDS, None), mine, WORDS)
    for picture in pictures(board_message(public, WORDS, None)):
        assert areas(picture.scene, public, asked) == []
