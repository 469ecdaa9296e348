"""The end card lists the players by rank, with all names, and as many remarks as there are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cogs.games import screens
from cogs.text.language import catalogue
from engine.catalogue import games
from engine.game import Part, Result, SeatResult
from locales import in_language, languages
from pictures import Scene
from pictures.lettering import fitted
from pictures.render import render
from pictures.scores import CARD_NAME, LETTERS, ROOM, WINNERS_NAME, EndCard, end_card
from tests.pictures.scenes import NAMES, by_role, number

PHONE = 0.3
"""A picture 1,000 wide in a message on a screen of 400."""
REMARK = "What brought Hotu Matu'a most in all these rounds: the offerings 48."


def card(seats: int, remarks: int = 2, game_id: str = "rapa-nui-cards") -> EndCard:
    """Return the end card of a game that the last seat has won."""
    scores = tuple(SeatResult(40 + seat, (Part("glory", 40 + seat),), seats - seat) for seat in range(seats))
    result = Result(scores, "deck_used_up")
    screen = screens()[game_id]
    return EndCard(
        "Rapa Nui",
        screen.emblem,
        screen.title,
        "Sunday, 22 November",
        NAMES[:seats],
        result,
        (REMARK,) * remarks,
    )


def texts(scene: Scene, role: str) -> list[str]:
    """Return the drawn words that have a role."""
    return [placed.sprite.split(":", 2)[2] for placed in by_role(scene)[role]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_says_who_came_where(seats: int) -> None:
    scene = end_card(card(seats))
    tops = []
    for seat in range(seats):
        size = WINNERS_NAME if seat == seats - 1 else CARD_NAME
        assert texts(scene, f"player/{seat}") == [fitted(NAMES[seat], size, ROOM)]
        assert number(scene, f"total/{seat}") == 40 + seat
        assert number(scene, f"rank/{seat}") == (None if seat == seats - 1 else seats - seat)
        assert len(by_role(scene)[f"winner/{seat}"]) == (seat == seats - 1)
        tops.append(by_role(scene)[f"row/{seat}"][0].y)
    assert tops == sorted(tops, reverse=True)
    assert texts(scene, "game") == ["Rapa Nui"]
    assert texts(scene, "day") == ["Sunday, 22 November"]


def test_bars_show_points_beside_those_of_the_best_and_nothing_for_none() -> None:
    shown = card(3)
    scores = (SeatResult(0, (), 3), SeatResult(15, (), 2), SeatResult(60, (), 1))
    roles = by_role(end_card(replace(shown, result=Result(scores, "end"))))
    assert "bar/0" not in roles
    assert (roles["bar/1"][0].width, roles["bar/2"][0].width) == (ROOM / 4, ROOM)
    assert roles["bar/1"][0].x == roles["bar/2"][0].x


@pytest.mark.parametrize("game_id", screens())
def test_it_shows_what_stands_for_its_game_and_its_file_is_small(game_id: str) -> None:
    scene = end_card(card(4, 2, game_id))
    assert by_role(scene)["land"][0].sprite == screens()[game_id].title
    assert len(render(scene)) < 120_000


def test_its_words_are_read_on_a_phone() -> None:
    assert min(LETTERS, CARD_NAME) * PHONE >= 12


@pytest.mark.parametrize("language", languages())
def test_what_a_game_is_called_stands_on_it_whole(language: str) -> None:
    for game_id in games():
        name = in_language(language)(f"{catalogue(game_id)}.name")
        assert texts(end_card(replace(card(2), game=name)), "game") == [name]


@pytest.mark.parametrize("remarks", [0, 1, 5])
def test_all_remarks_stand_on_it(remarks: int) -> None:
    scene = end_card(card(4, remarks))
    said = [placed.sprite.split(":", 2)[2] for placed in scene.placed if placed.role.startswith("remark/")]
    assert " ".join(said) == " ".join([REMARK] * remarks)
    assert all(placed.y + placed.height <= scene.height for placed in scene.placed)
    assert all(placed.x + placed.width <= scene.width for placed in scene.placed)
