"""A shared game shows only public facts, and its message is never too long."""

from __future__ import annotations

import pytest
from msgspec import structs

from cogs.discord_io.attachments import MOST_ALT, pictures
from cogs.text.language import Localizer
from cogs.views.end_card import LAST_MS, LASTS_MS, MOST_FRAMES, moving_picture, share_message
from engine.catalogue import games
from engine.players import PLAYERS
from locales import in_language, languages
from pictures import Film
from tables import Replay
from tables.views.replay import file_of, of_file, of_table
from tests.cogs.test_replay import replay
from tests.cogs.test_screens import assert_fits
from tests.engine.seeded import Setup
from tests.tables.test_replay import table_of

ENGLISH = Localizer(in_language("en"))
MOST = [Setup(game, max(game.seats), {}) for game in games().values()]


def film(shown: Replay) -> Film:
    drawn = moving_picture(shown, ENGLISH).drawn
    assert isinstance(drawn, Film)
    return drawn


@pytest.mark.parametrize("setup", MOST, ids=str)
def test_it_leads_from_the_deal_to_the_last_move(setup: Setup) -> None:
    shown = replay(setup, is_open=False)
    made, count = film(shown), len(shown.frames)
    begun, end = (structs.replace(shown, frames=(shown.frames[at],)) for at in (0, -1))
    assert made.scenes[0] == film(begun).scenes[0]
    assert made.scenes[-1].placed[0] == film(end).scenes[0].placed[0]  # The rest marks what has changed.
    assert len(made.scenes) == len(made.ms) == min(count, MOST_FRAMES)
    assert sum(made.ms) <= LASTS_MS
    assert made.ms[-1] == LAST_MS
    assert min(made.ms) >= 200  # Less could not be seen.


@pytest.mark.parametrize("setup", MOST, ids=str)
def test_the_record_of_the_game_gives_the_same_message(setup: Setup) -> None:
    table = table_of(setup, 3)
    read = of_file(file_of(table), games(), PLAYERS, is_open=False)
    messages = [
        share_message(table.facts, shown, moving_picture(shown, ENGLISH), ENGLISH, "Later.")
        for shown in (of_table(table, False), read)
    ]
    assert messages[0].digest == messages[1].digest
    assert film(read) == film(of_table(table, False))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("setup", MOST, ids=str)
def test_its_words_fit_in_every_language(setup: Setup, language: str) -> None:
    words, table = Localizer(in_language(language)), table_of(setup, 3)
    shown = of_table(table, False)
    view = share_message(
        table.facts, shown, moving_picture(shown, words), words, words("table.share_missing")
    )
    assert_fits(view)
    moving, card = pictures(view)
    assert moving.alt.startswith(words.count("table.share_alt", len(shown.frames) - 1) + "\n")
    assert 0 < len(card.alt) < MOST_ALT
