"""`/learn` through the real discord.py: a first game alone, in any place."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cogs.text.language import Localizer
from cogs.text.ui import TextDisplay
from cogs.views.lesson import lesson_message
from engine.catalogue import games
from localdiscord import ShownMessage
from locales import in_language
from tables import LessonLook, Person
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, choose, moves_of, steps_of

GAMES = pytest.mark.parametrize("game_id", games())
MOST_CLICKS = 400
BEGIN = "Let's play"
KNOWS = "Now you know the game."


async def learned(evening: Evening, name: str, game_id: str, channel: str = "games") -> ShownMessage:
    """Open a person's lesson by the command; return its message."""
    used = await evening.person(name).command("learn", channel=channel, game=game_id)
    await used.answered()
    await evening.discord.until(
        lambda: re.search(f" left to learn|{KNOWS}", used.messages[-1].text), timeout_s=PATIENCE_S
    )
    return used.messages[-1]


async def shows(evening: Evening, name: str, *texts: str) -> ShownMessage:
    """Wait until a person's newest ephemeral message has these texts, since a late answer is an edit."""

    def there() -> ShownMessage | None:
        shown = now(evening, name)
        return shown if all(one in shown.text for one in texts) else None

    found = await evening.discord.until(there, timeout_s=PATIENCE_S)
    assert found is not None
    return found


async def pressed(evening: Evening, name: str, message: ShownMessage, custom_id: str) -> None:
    """Press a button of a lesson, or choose from a list, and wait until the message shows the effect."""
    edited = message.message.payload()["edited_timestamp"]
    used = await choose(evening.person(name), message, custom_id)
    await used.answered()
    await evening.discord.until(
        lambda: message.message.payload()["edited_timestamp"] != edited, timeout_s=PATIENCE_S
    )


def now(evening: Evening, name: str, channel: str = "games") -> ShownMessage:
    """Return a person's newest ephemeral message."""
    return evening.person(name).ephemeral(channel)[-1]


async def suggested(evening: Evening, name: str, game_id: str) -> tuple[LessonLook, str]:
    """Return a person's lesson, and the id of the button for the suggested move."""
    person = Person(evening.person(name).id, name)
    lesson = await evening.tables.lessons.open(person, game_id)
    look = lesson.look
    if lesson.is_over:
        return lesson, ""
    assert look.game.lesson is not None
    move = look.game.write_move(look.game.lesson.suggested(look.observation, look.legal_moves))
    return lesson, f"m:{look.table.id}:{look.asked}:{move}"


@pytest.mark.slow
@GAMES
async def test_somebody_plays_it_to_the_end_and_nobody_else_sees_anything(
    evening: Evening, game_id: str
) -> None:
    first = await learned(evening, "Ana", game_id)
    assert sentence(game_id, "welcome") in first.text
    await evening.press("Ana", BEGIN, first)
    for _ in range(MOST_CLICKS):
        lesson, wanted = await suggested(evening, "Ana", game_id)
        if not wanted:
            break
        after = None if lesson.is_first else lesson.coaching.after
        said = [topic for topic in (after, lesson.coaching.before) if topic]
        shown = await shows(evening, "Ana", *(sentence(game_id, topic) for topic in said))
        await evening.forge("Ana", shown, wanted)
    shown = await shows(evening, "Ana", KNOWS)
    assert "to learn" not in shown.text
    assert moves_of(shown) == []
    assert len([one for one in evening.person("Ana").ephemeral("games") if "My first game" in one.text]) == 1
    assert evening.person("Ben").messages("games") == []
    assert evening.discord.threads == []
    assert (evening.pings("Ana"), evening.pings("Ben")) == (0, 0)
    assert await evening.tables.open_tables() == []


def sentence(game_id: str, topic: str) -> str:
    return in_language("en")(f"{game_id.replace('-', '_')}.lesson_{topic}")


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("seed", [1, 2])
async def test_whoever_presses_just_anything_comes_to_its_end_too(
    evening: Evening, game_id: str, seed: int
) -> None:
    dice = random.Random(seed)
    await evening.press("Ana", BEGIN, await learned(evening, "Ana", game_id))
    for _ in range(MOST_CLICKS):
        shown = now(evening, "Ana")
        moves, steps = moves_of(shown), [one for one in steps_of(shown) if ":plan" not in one]
        if KNOWS in shown.text:
            return
        offered = steps if steps and (not moves or dice.random() < 0.3) else moves
        await pressed(evening, "Ana", shown, dice.choice(offered))
    raise AssertionError(shown.text)


async def test_without_a_game_it_offers_all_and_a_button_opens_one(evening: Evening) -> None:
    await evening.say("Ana", "learn")
    offer = await shows(evening, "Ana", "the rules one at a time")
    labels = [button.label for button in offer.buttons]
    assert labels == ["Rapa Nui, the board game", "Rapa Nui, the card game", "Ru-Ra-Re"]
    # How long a whole game lasts isn't how long the lesson does.
    assert "45 minutes" not in offer.text
    await pressed(evening, "Ana", offer, "o:learn:ru-ra-re")
    assert (await shows(evening, "Ana", "My first game: ")).id == offer.id


async def test_the_lobby_has_a_button_to_it_for_everybody(evening: Evening) -> None:
    await evening.lobby("Ana")
    board = evening.board()
    await evening.press("Cleo", "My first game")
    await evening.press("Cleo", BEGIN, await shows(evening, "Cleo", "How to read the board"))
    await shows(evening, "Cleo", "Play one of your three cards.")
    assert evening.board().id == board.id
    assert "My first game: " not in evening.board().text


async def test_it_is_taken_up_again_by_the_command_and_after_a_restart_by_its_old_buttons(
    evening: Evening,
) -> None:
    first = await learned(evening, "Ana", "rapa-nui-cards")
    _, wanted = await suggested(evening, "Ana", "rapa-nui-cards")
    await evening.forge("Ana", first, wanted)
    await shows(evening, "Ana", "Now take the front card")
    await evening.end()
    await evening.begin(seed=7)
    _, wanted = await suggested(evening, "Ana", "rapa-nui-cards")
    await (await evening.person("Ana").click(first, custom_id=wanted)).answered()
    await shows(evening, "Ana", "A Lumberjack was scored")
    again = await learned(evening, "Ana", "rapa-nui-cards")
    assert again.id != first.id
    assert "A Lumberjack was scored" in again.text


@GAMES
async def test_it_works_where_the_bot_may_not_write_and_with_direct_messages_closed(
    evening: Evening, game_id: str
) -> None:
    """Nor with pictures: then all of it stands there in words."""
    evening.discord.deny("games", "SEND_MESSAGES", "ATTACH_FILES")
    evening.person("Ana").close_direct_messages()
    shown = await learned(evening, "Ana", game_id)
    assert shown.ephemeral
    for _ in range(3):
        _, wanted = await suggested(evening, "Ana", game_id)
        await evening.forge("Ana", shown, wanted)
    lesson, _ = await suggested(evening, "Ana", game_id)
    assert len(lesson.coaching.said) > 3
    await shows(evening, "Ana", f"{lesson.topics - len(lesson.coaching.said)} rules left to learn")


async def test_in_direct_messages_it_stays_and_notifies_nobody(evening: Evening) -> None:
    """Hidden answers go away when Discord is closed; where nobody else reads, none is needed."""
    shown = await learned(evening, "Ana", "ru-ra-re", "@bot")
    assert not shown.ephemeral
    await evening.press("Ana", BEGIN, shown)
    for _ in range(2):
        _, wanted = await suggested(evening, "Ana", "ru-ra-re")
        await pressed(evening, "Ana", shown, wanted)
    [only] = evening.person("Ana").direct_messages()
    assert only.id == shown.id
    assert "You both chose the same row" in only.text


async def test_of_two_clicks_at_the_same_moment_one_counts(evening: Evening) -> None:
    shown = await learned(evening, "Ana", "rapa-nui-cards")
    lesson, wanted = await suggested(evening, "Ana", "rapa-nui-cards")
    who = evening.person("Ana")
    clicks = [await who.forge(shown, wanted) for _ in range(4)]
    for click in clicks:
        await click.answered()
    after, _ = await suggested(evening, "Ana", "rapa-nui-cards")
    assert after.look.table.version == lesson.look.table.version + 1


async def test_an_old_button_says_that_it_is_old_and_shows_how_it_stands(evening: Evening) -> None:
    shown = await learned(evening, "Ana", "ru-ra-re")
    _, wanted = await suggested(evening, "Ana", "ru-ra-re")
    for _ in range(2):
        await evening.forge("Ana", shown, wanted)
    await shows(evening, "Ana", in_language("en")("table.stale"), "Nobody else chose it")


async def test_rules_and_a_closer_look_open_in_it_and_lead_back(evening: Evening) -> None:
    shown = await learned(evening, "Ana", "rapa-nui-board")
    _, wanted = await suggested(evening, "Ana", "rapa-nui-board")
    await evening.forge("Ana", shown, wanted)
    await shows(evening, "Ana", "Your turn")
    buttons = shown.custom_ids
    for steps, seen in ((("Rules", "Next ▶"), "Page 2 of"), (("🔍 Look closer", "East"), "West")):
        for label in steps:
            await evening.press("Ana", label, shown)
        assert seen in shown.text
        assert "🎓 My first game" not in shown.text.split("\n")[0]
        await evening.press("Ana", "My first game", shown)
        await shows(evening, "Ana", "🎓 My first game")
        assert shown.custom_ids == buttons
    assert [one.id for one in evening.person("Ana").ephemeral("games")] == [shown.id]


async def test_in_direct_messages_the_rules_open_in_it_too(evening: Evening) -> None:
    shown = await learned(evening, "Ana", "ru-ra-re", "@bot")
    for pressed_ in (BEGIN, "Rules"):
        await evening.press("Ana", pressed_, shown)
    assert "The idea" in shown.text
    await evening.press("Ana", "My first game", shown)
    assert "Six rows of cards" in shown.text
    assert [one.id for one in evening.person("Ana").direct_messages()] == [shown.id]


async def test_from_the_rules_a_button_leads_to_the_lesson_and_back_to_it(evening: Evening) -> None:
    await evening.say("Ana", "rules", game="ru-ra-re")
    await evening.press("Ana", "My first game", await shows(evening, "Ana", "The idea"))
    lesson = await shows(evening, "Ana", "Six rows of cards")
    await evening.press("Ana", BEGIN, lesson)
    await evening.press("Ana", "Rules", await shows(evening, "Ana", "Press a row."))
    rules = await shows(evening, "Ana", "The idea")
    assert rules.id == lesson.id
    await evening.press("Ana", "My first game", rules)
    await shows(evening, "Ana", "Six rows of cards")


async def ended(evening: Evening, game_id: str) -> LessonLook:
    """Return Ana's lesson, played to its end without Discord."""
    person = Person(evening.person("Ana").id, "Ana")
    while True:
        lesson, wanted = await suggested(evening, "Ana", game_id)
        if not wanted:
            return lesson
        parts = lesson_message(lesson, Localizer(in_language("en"))).walk_children()
        lasts = [part.content.split("\n")[-1] for part in parts if isinstance(part, TextDisplay)]
        assert not any(line.startswith("### 👉") for line in lasts), "below a heading stands something"
        table, asked, move = wanted.removeprefix("m:").split(":")
        await evening.tables.lessons.play(person, table, wanted, int(asked), move)


async def test_at_the_end_it_can_be_begun_again(evening: Evening) -> None:
    await learned(evening, "Ana", "ru-ra-re")
    lesson = await ended(evening, "ru-ra-re")
    shown = await learned(evening, "Ana", "ru-ra-re")
    assert KNOWS in shown.text
    await evening.press("Ana", "Start again", shown)
    begun = await shows(evening, "Ana", "11 rules left to learn")
    await evening.forge("Ana", begun, f"t:{lesson.look.table.id}:anew")
    await shows(evening, "Ana", in_language("en")("table.stale"), "11 rules left to learn")


@pytest.mark.parametrize("place", ["games", "@bot"])
async def test_at_the_end_a_button_opens_a_real_table_like_it_once(evening: Evening, place: str) -> None:
    await learned(evening, "Ana", "rapa-nui-cards")
    await ended(evening, "rapa-nui-cards")
    shown = await learned(evening, "Ana", "rapa-nui-cards", place)
    for _ in range(2):
        await evening.press("Ana", "Play for real", shown)
        [table] = await evening.tables.open_tables()
        name = await evening.name_of(table.id)
        link = "<#" if place == "games" else "[our direct messages](https://discord.com/channels/@me/"
        assert f"Your table “{name}” is open in {link}" in shown.text
    assert (table.owner_id, table.options["first_player"]) == (evening.person("Ana").id, "1")
    assert [info.computer for info in table.seats] == [None, "beginner"]
    shown_in = evening.person("Ana").messages
    await evening.settled()
    [board] = [one for one in shown_in(place) if "Start" in [button.label for button in one.buttons]]
    await evening.press("Ana", "Start", board)
    await evening.turn("Ana")


VERBS = (
    "play",
    "pick",
    "back",
    "anew",
    "real",
    "begin",
    "rules",
    "closer",
    "join",
    "start",
    "cancel",
    "cards",
    "replay",
)


def forged(lesson: str, verb: str) -> str:
    return f"m:{lesson}:1:skip" if verb == "play" else f"t:{lesson}:{verb}:1.x"


async def test_who_may_do_what_at_a_lesson_its_learner_all_and_others_nothing(tmp_path: Path) -> None:
    """An id opens nothing: whoever sends that of another's lesson means their own."""
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        await learned(evening, "Ana", "rapa-nui-cards")
        lesson, _ = await suggested(evening, "Ana", "rapa-nui-cards")
        offer = evening.person("Dao")
        await evening.say("Dao", "learn")
        message = await shows(evening, "Dao", "the rules one at a time")
        for verb in VERBS:
            clicked = await offer.forge(message, forged(lesson.look.table.id, verb))
            await clicked.answered()
            told = clicked.messages[-1].text
            refusals = ("You haven't started that lesson", "This button no longer works")
            assert told.startswith(refusals), (verb, told)
        after, _ = await suggested(evening, "Ana", "rapa-nui-cards")
        assert after == lesson
        # With a lesson of their own they see that one.
        await learned(evening, "Dao", "rapa-nui-cards")
        own, wanted = await suggested(evening, "Dao", "rapa-nui-cards")
        assert own.look.table.id == lesson.look.table.id
        await evening.forge("Dao", offer.ephemeral("games")[-1], wanted)
        assert (await suggested(evening, "Ana", "rapa-nui-cards"))[0] == lesson
        assert (await suggested(evening, "Dao", "rapa-nui-cards"))[0] != own


async def test_a_move_that_is_not_legal_is_refused_in_the_game_s_own_words(evening: Evening) -> None:
    shown = await learned(evening, "Ana", "rapa-nui-cards")
    lesson, _ = await suggested(evening, "Ana", "rapa-nui-cards")
    look = lesson.look
    await evening.forge("Ana", shown, f"m:{look.table.id}:{look.asked}:play moai")
    await shows(evening, "Ana", in_language("en")("rapa_nui_cards.refused_not_in_hand"))
    assert (await suggested(evening, "Ana", "rapa-nui-cards"))[0] == lesson
