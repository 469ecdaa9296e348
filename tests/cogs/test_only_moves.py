"""A player with only one legal move is told that it was made for them; other readers are not."""

from __future__ import annotations

import pytest
from msgspec import structs

from cogs.text.language import Localizer
from cogs.views.story_lines import news
from engine.game import Viewer
from engine.rapa_nui_board.game import GAME
from locales import in_language, languages
from tests.cogs.test_screens import happened, look
from tests.engine.rapa_nui_board.situations import YELLOW, carrying
from tests.engine.seeded import Setup

MADE = {
    "en": "*(your only move, made for you)*",
    "de": "*(dein einziger möglicher Zug, automatisch gespielt)*",
    "es": "*(no tenías otra jugada, así que la he hecho por ti)*",
    "fr": "*(ton seul coup, joué pour toi)*",
    "it": "*(la tua unica mossa possibile: l’ho fatta io per te)*",
    "ja": "*（ほかに手がないので、代わりに進めました）*",
}


def told(language: str, viewer: Viewer, *, forced: bool) -> list[str]:
    """Return the lines in a panel on a figure's owner who could only stop."""
    state = carrying()
    move = GAME.obvious_move(state, YELLOW)
    assert move is not None
    after, events = GAME.apply(state, YELLOW, move)
    seen = look(GAME, Setup(GAME, 3, {}), after, viewer)
    entry = structs.replace(happened(events), seat=YELLOW, forced=forced)
    return news(structs.replace(seen, recent=(entry,)), Localizer(in_language(language)))


@pytest.mark.parametrize("language", languages())
def test_a_move_made_for_somebody_is_told_to_them_though_it_is_small_print(language: str) -> None:
    _, line = told(language, YELLOW, forced=True)
    assert line.endswith(MADE[language])
    assert not line.startswith("-#")
    assert told(language, 0, forced=False) == []
