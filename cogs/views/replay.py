"""The replay of a game: the message that shows one frame, and the buttons to other frames."""

from __future__ import annotations

from typing import Final

import discord

from cogs.discord_io.attachments import Files
from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import FilePosition, OtherId, ReplayPosition, TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names, spoken, unbroken
from cogs.text.ui import Button, Item, list_row, message, style_if, text
from cogs.views.board import review_button, signed_name, table_button
from cogs.views.story_lines import newest_lines
from cogs.views.times import turns_named
from engine.game import Struct
from tables import Replay

PLAY_ON: Final = "play_on"
"""The verb of the button for a practice table; its detail: the number of moves up to the shown frame."""


class ReplaySource(Struct, frozen=True):
    """The source of a replay: a table (its id), or a file attached to the message (its digest)."""

    table: str = ""
    file: str = ""

    def id(self, step: str, frame: int, is_open: bool) -> str:
        """The custom_id of the button `step` to frame `frame`; `is_open`: whether secrets are shown."""
        stop = ReplayPosition(step, frame, is_open)
        if self.table:
            return str(TableId(self.table, "replay", str(stop)))
        return str(OtherId("replay", str(FilePosition(self.file, stop))))


class OpenReplay(Struct, frozen=True):
    """A replay that somebody watches.

    Attributes:
        source: The table or file from which the game comes.
        name: The table's name, escaped for Discord; empty for a file's game.
        content: The file attached to the messages; empty for a table's game.
    """

    replay: Replay
    source: ReplaySource
    name: str = ""
    content: bytes = b""

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.replay.frames) - 1

    @property
    def files(self) -> Files:
        """The files attached to a message besides its pictures, by name; empty for a table's game."""
        return {f"{self.replay.game_id}.json": self.content} if self.content else {}


def replay_message(
    opened: OpenReplay, number: int, words: Localizer, *, is_playing: bool = False
) -> ui.LayoutView:
    """Frame number `number` of a replay; `is_playing`: whether further frames follow by themselves."""
    replay, source = opened.replay, opened.source
    screen = screens()[replay.game_id]
    frame = replay.frames[number]
    names = Names(frame.seats, words)
    game = unbroken(signed_name(replay.game_id, words))
    called = [game, *filter(None, [opened.name]), words("replay.replay")]
    told = newest_lines(screen.tell(frame.events, names, words), words)
    if replay.result is not None and number == opened.last:
        shown = screen.sheet(frame.observation, replay.result, names, words)
    else:
        shown = screen.board(frame.observation, frame.before, names, words)
    return message(
        [
            text(f"### {LIST.join(called)}", where(replay, number, words), *told),
            *shown,
            *turns(replay, source, number, words),
            ui.ActionRow(*steps(opened, number, words, is_playing=is_playing)),
            *more(replay, source, number, words),
            *(ui.File(f"attachment://{file}") for file in opened.files),
        ],
        screen.colour,
    )


def where(replay: Replay, number: int, words: Localizer) -> str:
    """A line on the move that a frame shows; in a game with secrets, also on whether these are shown."""
    place = words("replay.start")
    if number:
        turn = turn_of(replay, number)
        named = turns_named(replay.game_id, turn, turn, words)
        place = words("replay.at", turn=named, move=number, moves=len(replay.frames) - 1)
    if not replay.game.hides:
        return f"-# {place}"
    known = "open" if replay.is_open else "public" if replay.is_over else "running"
    return f"-# {words.together(place, words(f'replay.{known}'))}"


def steps(opened: OpenReplay, number: int, words: Localizer, *, is_playing: bool) -> list[Button]:
    """Buttons to the first, previous, next and last frame, and to start or stop the automatic replay."""
    last = opened.last

    def step(name: str, to: int, *, reachable: bool) -> Button:
        custom_id = opened.source.id(name, min(max(to, 0), last), opened.replay.is_open)
        label, style = words(f"replay.button_{name}"), style_if(name == "next")
        return Button(label, style, custom_id, disabled=not reachable)

    show = ("stop", number) if is_playing else ("play", number + 1 if number < last else 0)
    return [
        step("first", 0, reachable=number > 0),
        step("back", number - 1, reachable=number > 0),
        step("next", number + 1, reachable=number < last),
        step("last", last, reachable=number < last),
        step(*show, reachable=last > 0),
    ]


def more(replay: Replay, source: ReplaySource, number: int, words: Localizer) -> list[Item]:
    """Buttons of a finished game: show or hide secrets, play on, review, save, share; else none."""
    if not replay.is_over:
        return []
    buttons: list[Button] = []
    if replay.game.hides:
        label = words(f"replay.button_{'public' if replay.is_open else 'open'}")
        buttons.append(Button(label=label, custom_id=source.id("mode", number, not replay.is_open)))
    if source.table:
        if number < len(replay.frames) - 1:
            label, moves = words("replay.button_play_on"), str(replay.frames[number].moves)
            buttons.append(table_button(source.table, PLAY_ON, words, detail=moves, label=label))
        buttons.append(review_button(source.table, words))
        buttons.append(
            Button(label=words("replay.button_file"), custom_id=str(TableId(source.table, "record")))
        )
        buttons.append(table_button(source.table, "share", words))
    return [ui.ActionRow(*buttons)] if buttons else []


def turns(replay: Replay, source: ReplaySource, number: int, words: Localizer) -> list[Item]:
    """A menu of the game's turns, with the present turn selected; empty if there is only one turn."""
    labels = turn_labels(replay, words)
    if len(labels) < 2:
        return []
    current = max(place for place in labels if place <= number)
    options = [
        turn_option(replay, place, labels[place], words, is_current=place == current)
        for place in sorted(labels)
    ]
    title = words(f"{catalogue(replay.game_id)}.replay_jump")
    return [list_row(source.id("jump", number, replay.is_open), title, options)]


def turn_labels(replay: Replay, words: Localizer) -> dict[int, str]:
    """The menu's labels by the frames' numbers: the beginning, each turn (or several together), the end."""
    last = len(replay.frames) - 1
    firsts = [
        move for move in range(1, last + 1) if move == 1 or turn_of(replay, move) > turn_of(replay, move - 1)
    ]
    several = -(-len(firsts) // (ui.MOST_OPTIONS - 2)) or 1
    labels = {0: words("replay.beginning")}
    for at in range(0, len(firsts), several):
        first, to = turn_of(replay, firsts[at]), turn_of(replay, firsts[at : at + several][-1])
        labels[firsts[at]] = turns_named(replay.game_id, first, to, words)
    if replay.is_over:
        labels[last] = words("replay.end")
    return labels


def turn_of(replay: Replay, move: int) -> int:
    """The number of the turn, from 1, in which move number `move` was made."""
    return max(replay.frames[move - 1].turn, 1)


def turn_option(
    replay: Replay, place: int, label: str, words: Localizer, *, is_current: bool
) -> discord.SelectOption:
    """The menu's option for frame number `place`, described by the first event of that frame."""
    if replay.is_over and place == len(replay.frames) - 1:
        return discord.SelectOption(label=label, value=str(place), default=is_current)
    frame = replay.frames[place]
    names, events = Names(frame.seats, words).for_alt_text, frame.events
    lines = spoken(screens()[replay.game_id].tell(events, names, words.for_alt_text), words).split("\n")
    description = ui.fit(lines[0], ui.MOST_OF_AN_OPTION)
    return discord.SelectOption(
        label=label, value=str(place), description=description or None, default=is_current
    )
