"""The public message of a table: its lobby, later the board, at last the final result."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

import discord

from cogs.discord_io.attachments import Picture, quietly
from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import DailyStep, OtherId, ProposalRef, TableId
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, MARKS, Names, level_lines, spoken, unbroken, written_table_name
from cogs.text.ui import Button, Item, message, rows, text
from cogs.views import times
from cogs.views.story_lines import cancelled_line, latest, proposal_question, undoing_lines
from engine.catalogue import games
from pictures.lobby import Seated
from pictures.lobby import lobby as lobby_scene
from tables.model.table import Facts, Fault, Phase, Proposal, winners
from tables.model.texts import cleaned, is_lesson
from tables.model.values import Look
from tables.verbs.lobby import max_seats, missing_seats

GONE: Final = "📦"
"""The sign of a game that this version of the bot doesn't have."""
ZOOM: Final = "closer"
"""The verb of a button that enlarges a part of the board; its detail names the part; empty: the first."""

LARGE: Final = "large"
"""The verb of the button that opens the Activity, which shows the table on a page of its own."""


def board_message(look: Look, words: Localizer, thread_id: int | None = None) -> ui.LayoutView:
    """A table's public message, which links to the thread with the play-by-play (`thread_id`; None: none).

    `look`: the table as a spectator may know it.  `words`: the sentences in the table's language.
    """
    table = look.table
    match table.phase:
        case Phase.LOBBY | Phase.RUNNING if look.fault is not None:
            items = unreadable(look, look.fault, words)
        case Phase.LOBBY:
            items = lobby(look, words)
        case Phase.RUNNING:
            items = running(look, words, thread_id)
        case Phase.OVER:
            items = over(look, words)
        case Phase.CANCELLED:
            items = [text(title(table, words), cancelled_line(look, words))]
    levels = level_lines(table, words) if table.phase in {Phase.RUNNING, Phase.OVER} else []
    return message([*items, small_print(table, levels, words)], colour(table.game_id))


def unreadable(look: Look, fault: Fault, words: Localizer) -> list[Item]:
    """The items for a table that can't be replayed: the reason, and buttons to leave or close it."""
    names = Names(look.table.seats, words)
    lines = [f"⚠️ {words(f'refused.{fault.code}', table=look.table.id)}"]
    if look.closes_at is not None:
        lines.append(words("time.told_unreadable", when=times.moment(look.closes_at)))
    people = LIST.join(names(info.seat) for info in look.table.seats)
    buttons = ui.ActionRow(
        table_button(look.table.id, "leave", words),
        table_button(look.table.id, "cancel", words, discord.ButtonStyle.danger),
    )
    return [text(title(look.table, words), *lines, f"-# {people}"), buttons]


def title(table: Facts, words: Localizer) -> str:
    """The heading of a table's messages: the name of the game and that of the table."""
    return f"### {unbroken(signed_name(table.game_id, words))} · {written_table_name(table)}"


def small_print(table: Facts, lines: list[str], words: Localizer) -> Item:
    """A text of `lines` and, below them, the table's id, all in small text."""
    return text(*(f"-# {line}" for line in (*lines, words("table.table", id=table.id))))


def signed_name(game_id: str, words: Localizer) -> str:
    """The name of a game, after its sign."""
    return f"{symbol(game_id)} {game_name(game_id, words)}"


def symbol(game_id: str) -> str:
    """The emoji of a game; `GONE` if this version of the bot doesn't have the game."""
    screen = screens().get(game_id)
    return GONE if screen is None else screen.symbol


def colour(game_id: str) -> int | None:
    """The colour at the edge of a game's messages, 0xRRGGBB; None if the bot doesn't have the game."""
    screen = screens().get(game_id)
    return None if screen is None else screen.colour


def game_name(game_id: str, words: Localizer) -> str:
    """The name of a game; if the bot doesn't have the game, a sentence that says so."""
    key = f"{catalogue(game_id)}.name"
    return words(key) if words.has(key) else words("table.game_gone")


def table_button(
    table_id: str,
    verb: str,
    words: Localizer,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    detail: str = "",
    label: str | None = None,
    disabled: bool = False,
) -> Button:
    """A button for `verb` at a table; without `label`, the label is the sentence `table.button_<verb>`."""
    label = label or words(f"table.button_{verb}")
    return ui.Button(label, style, str(TableId(table_id, verb, detail)), disabled=disabled)


def take_back_button(look: Look, words: Localizer) -> list[Button]:
    """A button that undoes the viewer's latest click; empty if the viewer can't undo the click alone."""
    if look.takes_back is None:
        return []
    return [table_button(look.table.id, "back", words, detail=str(look.takes_back))]


def learn_button(game_id: str, words: Localizer, label: str = "", sign: str | None = None) -> Button:
    """A button that opens a game's lesson, for the clicker alone."""
    custom_id = str(OtherId("learn", game_id))
    return ui.Button(label=label or words("learn.button_learn"), emoji=sign, custom_id=custom_id)


def own_label(game_id: str, words: Localizer) -> str:
    """The label of the button that opens a player's own panel, in the game's words: `My cards`."""
    return words(screens()[game_id].own_button)


def own_button(table: Facts, words: Localizer, style: discord.ButtonStyle) -> Button:
    """A button that opens the viewer's own panel."""
    return table_button(table.id, "cards", words, style, label=own_label(table.game_id, words))


def back_button(table: Facts, words: Localizer) -> Button:
    """A button back to the viewer's own panel or lesson, for a message in place of the panel or lesson."""
    if is_lesson(table.id):
        return learn_button(table.game_id, words)
    return table_button(table.id, "refresh", words, label=words("table.button_to_panel"))


def replay_button(table_id: str, words: Localizer) -> Button:
    """A button that opens the replay of a table's game at its beginning."""
    return table_button(table_id, "replay", words, label=words("replay.button_replay"))


def review_button(table_id: str, words: Localizer) -> Button:
    """A button that shows the review of a table's game."""
    return table_button(table_id, "review", words, label=words("review.review"))


def deal_button(table_id: str, words: Localizer) -> Button:
    """A button that shows how a table's game is dealt."""
    return table_button(table_id, DEAL, words)


def daily_button(
    day: date,
    words: Localizer,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    step: str = "",
) -> Button:
    """A button that shows the daily deal of a date or, with a `step`, does this step, such as play."""
    return ui.Button(label, style, str(OtherId("daily", str(DailyStep(day.isoformat(), step)))))


def board_link(url: str | None, words: Localizer) -> list[Button]:
    """A link button to the board's message at address `url`; an empty list if `url` is None."""
    return [Button(words("table.button_board"), url=url)] if url else []


def follow_button(table: Facts, words: Localizer) -> list[Button]:
    """A button to follow a table; an empty list where the bot can't check who may see the table."""
    label = words("follow.button_follow")
    return [table_button(table.id, "follow", words, label=label)] if table.has_server else []


def closer_button(look: Look, words: Localizer) -> list[Button]:
    """A button that enlarges a part of the board; an empty list if the board has no such parts."""
    regions = screens()[look.table.game_id].regions(look.observation)
    return [table_button(look.table.id, ZOOM, words)] if regions else []


def large_button(table: Facts, words: Localizer) -> list[Button]:
    """A button that opens the Activity; an empty list if no game is running."""
    is_there = table.phase is Phase.RUNNING and not is_lesson(table.id)
    return [table_button(table.id, LARGE, words)] if is_there else []


def sleep_part(look: Look, words: Localizer) -> list[Item]:
    """A warning that an idle table will be closed, with a button to keep it open; else empty."""
    if look.closes_at is None:
        return []
    line = "💤 " + words("time.told_warn", when=times.moment(look.closes_at))
    button = table_button(look.table.id, "keep", words, label=words("time.button_keep"))
    return [ui.Section(text(line), accessory=button)]


DEAL: Final = "deal"
"""The verb of the buttons that show a table's deal."""
SOLO: Final = "solo"
"""The verb of the button that starts a game against computers; its detail is their level."""
EASY: Final = "casual"
"""The level of the computer players in a lobby whose owner has chosen no level."""


def lobby(look: Look, words: Localizer) -> list[Item]:
    """The items of a table's message before its game: seats, settings, and buttons to join and start."""
    table = look.table
    fewest = table.wanted_seats or min(look.game.seats)
    about = (words(f"{catalogue(table.game_id)}.{key}") for key in ("teaser", "lasts"))
    head = text(title(table, words), words.together(*about))
    options = option_lines(look, words)
    missing = fewest - len(table.seats)
    waits = words.together(words.count("table.missing", missing), words("set_up.hint"))
    state = waits if missing > 0 else words("table.ready")
    full = len(table.seats) >= max_seats(look.game, table)
    may_start = missing_seats(look.game, table) == 0
    success = discord.ButtonStyle.success
    primary = discord.ButtonStyle.primary
    start = table_button(table.id, "start", words, primary, disabled=not may_start)
    solo = table_button(table.id, SOLO, words, primary, detail=EASY)
    join = table_button(table.id, "join", words, success)
    play = ui.ActionRow(
        *([] if table.is_direct or full else [join]),
        table_button(table.id, "leave", words),
        solo if len(table.seats) == 1 and not may_start and not table.reserved() else start,
        table_button(table.id, "set_up", words),
    )
    read = ui.ActionRow(
        table_button(table.id, "rules", words),
        *follow_button(table, words),
        learn_button(table.game_id, words),
        deal_button(table.id, words),
    )
    held = [f"-# {words('time.held')}"] if table.held else []
    agreed = times.agreed_lines(table, words)
    return [
        head,
        lobby_picture(look, words),
        text(*place_lines(look, words)),
        *options,
        text(*agreed, f"-# {state}", *held),
        *sleep_part(look, words),
        play,
        read,
        *guest_part(table, words),
    ]


def place_lines(look: Look, words: Localizer) -> list[str]:
    """A line for each seat of a table whose game has not begun, taken seats first, then free seats."""
    table, names = look.table, Names(look.table.seats, words)
    lines = []
    for info in table.seats:
        owner = info.person_id is not None and info.person_id == table.owner_id
        level = f"table.player_{info.computer}"
        # A level seated by another version of the bot may have no name here.
        extra = words("table.owner") if owner else words(level) if words.has(level) else ""
        lines.append(words.together(names(info.seat), extra))
    fewest = table.wanted_seats or min(look.game.seats)
    reserved = dict(enumerate(table.reserved(), start=len(table.seats)))
    for seat in range(len(table.seats), max_seats(look.game, table)):
        free = words("table.free" if seat < fewest else "table.free_optional")
        if seat in reserved:
            free = words("table.reserved", who=f"<@{reserved[seat].offered_to}>")
        lines.append(f"{words.sign(MARKS[seat])} *{free}*")
    return lines


def option_lines(look: Look, words: Localizer) -> list[Item]:
    """A text with the game's options that differ from their defaults; empty if all have their defaults."""
    table, name = look.table, catalogue(look.table.game_id)
    unusual = {
        f"{name}.option_{option.name}": table.options[option.name]
        for option in look.game.options
        if table.options.get(option.name, option.default) != option.default
    }
    lines = [
        words("table.pair", name=words(key), value=words(f"{key}_{value}")) for key, value in unusual.items()
    ]
    return [text(*(f"-# {line}" for line in lines))] if lines else []


def running(look: Look, words: Localizer, thread_id: int | None) -> list[Item]:
    """The items of a running game's message: texts above the board, the board, and the buttons."""
    table = look.table
    screen, names = screens()[table.game_id], Names(table.seats, words)
    lines = [
        f"▶ **{names.listed(look.to_move)}** {screen.task(look.observation, words)}",
        *([f"-# 💭 {words('table.thinking')}"] if look.is_long_thinking else []),
        *latest(look, words),
        *times.clock_lines(look, names, words),
        *times.seat_lines(table, names, words),
        *proposal_lines(look, names, words),
    ]
    return [
        text(title(table, words), *lines),
        *option_lines(look, words),
        *screen.board(look.observation, look.before, names, words),
        *rows(
            [
                own_button(table, words, discord.ButtonStyle.primary),
                table_button(table.id, "log", words),
                table_button(table.id, "rules", words),
                *follow_button(table, words),
                *closer_button(look, words),
                *(large_button(table, words) if words.has_large_board else []),
            ]
        ),
        *votes_on(look, words),
        *seats_to_be_had(table, names, words),
        *sleep_part(look, words),
        *([text(f"-# {words('table.story_in', thread=f'<#{thread_id}>')}")] if thread_id else []),
        *guest_part(table, words),
    ]


def votes_on(look: Look, words: Localizer) -> list[Item]:
    """Buttons to answer an open proposal, for players who have yet to answer it; empty if there is none."""
    if look.proposal is None or not look.missing:
        return []
    return [answer_buttons(look.table.id, look.proposal, words)]


def seats_to_be_had(table: Facts, names: Names, words: Localizer) -> list[Item]:
    """Buttons to take an offered seat, and to take or fill the seat of a player who has left the server."""
    buttons: list[Button] = []
    for info in table.seats:
        who, seat = names.for_alt_text.plain(info.seat), str(info.seat)  # Labels aren't formatted.
        if info.gone or info.offered_to is not None:
            label = words("time.button_take", who=who)[: ui.MOST_OF_A_LABEL]
            success = discord.ButtonStyle.success
            buttons.append(table_button(table.id, "take", words, success, detail=seat, label=label))
        if info.gone:
            label = words("time.button_fill", who=who)[: ui.MOST_OF_A_LABEL]
            buttons.append(table_button(table.id, "fill", words, detail=seat, label=label))
    return rows(buttons, 4)


def over(look: Look, words: Localizer) -> list[Item]:
    """The items of a finished game's message: the result, and buttons to play again and look back."""
    table = look.table
    names, screen = Names(table.seats, words), screens()[table.game_id]
    gave_up = (names(info.seat) for info in table.seats if info.conceded)
    told = (f"-# 🏳️ {words('time.told_concede', who=who)}" for who in gave_up)
    lines = [won_line(look, words), *times.rated_lines(table, words), *told]
    # Without a result, the texts below the pictures would say whose turn it is.
    board = screen.board(look.observation, look.before, names, words)
    shown: list[Item] = [item for item in board if isinstance(item, Picture)]
    buttons = [table_button(table.id, "again", words, discord.ButtonStyle.primary)]
    if look.result is not None:
        # The score replaces the board's other pictures, of the players' things.
        shown = quietly([*screen.sheet(look.observation, look.result, names, words), shown[0]])
        buttons += [table_button(table.id, "share", words), review_button(table.id, words)]
    return [
        text(title(table, words), *lines),
        *shown,
        *rows(
            [
                *buttons,
                replay_button(table.id, words),
                table_button(table.id, "log", words),
                *closer_button(look, words),
            ]
        ),
    ]


def won_line(look: Look, words: Localizer) -> str:
    """A line with the winners of a finished game."""
    best = winners(look.table.seats, look.result)
    won = words.count("table.won", len(best), who=Names(look.table.seats, words).listed(best))
    return f"🏆 **{won}**"


def state_name(table: Facts, words: Localizer) -> str:
    """A table's state for lists of tables: its phase; for a lobby, also whether the game may be started."""
    game = games().get(table.game_id)
    may_start = table.phase is Phase.LOBBY and game is not None and missing_seats(game, table) == 0
    return words("table.lobby_ready" if may_start else f"table.state_{table.phase.value}")


def guest_part(table: Facts, words: Localizer) -> list[Item]:
    """How to update the board where the bot is a guest, with a button to post it anew; elsewhere empty."""
    if not table.guest:
        return []
    button = table_button(table.id, "continue", words)
    return [ui.Section(text(f"-# {words('table.as_guest')}"), accessory=button)]


def moved_message(table: Facts, url: str | None, words: Localizer) -> ui.LayoutView:
    """The message that replaces a former board.

    `url`: The new board's address, to which the message links; None: the message tells how to get a board.
    """
    place = words("table.moved", url=url) if url else words("table.see_show")
    return message([text(title(table, words), place)])


def done_message(look: Look, url: str | None, words: Localizer, told: str = "") -> ui.LayoutView:
    """A confirmation (`told`) below a table's title, with a link to the board at `url` (None: not known)."""
    place = [words("table.see_board", url=url) if url else words("table.see_show")]
    if look.table.phase is Phase.CANCELLED:
        place = []  # The board of a cancelled table shows nothing of interest.
    return message([text(title(look.table, words), *([told] if told else []), *place)])


def done_line(table: Facts, person_id: int, words: Localizer) -> str:
    """The sentence on the effect of a click: the person left, joined, started or closed the table."""
    is_open = table.phase in (Phase.LOBBY, Phase.RUNNING)
    is_left = is_open and table.seat_of(person_id) is None
    key = "menu.left" if is_left else f"table.done_{table.phase.value}"
    return words(key, table=written_table_name(table))


def question_line(look: Look, proposal: Proposal, names: Names, words: Localizer) -> str:
    """The line with the question that a proposal asks the players, and the name of the proposer."""
    seat = proposal.seat
    return "🙋 " + proposal_question(proposal.matter, look.undoing, seat, names(seat), words)


def proposal_lines(look: Look, names: Names, words: Localizer) -> list[str]:
    """The board's lines on an open proposal and the players who have yet to answer; empty if none is open."""
    if look.proposal is None:
        return []
    missing = words("agree.missing", who=names.listed(look.missing))
    lines = undoing_lines(look.proposal.matter, look.undoing, look, words)
    return [f"-# {words.together(question_line(look, look.proposal, names, words), missing)}", *lines]


def proposal_part(look: Look, names: Names, words: Localizer) -> list[Item]:
    """The question of an open proposal, for a panel, with buttons to answer; empty if none is open."""
    if look.proposal is None or look.seat is None:
        return []
    line, matter = question_line(look, look.proposal, names, words), look.proposal.matter
    if look.seat in look.missing:
        undoes = undoing_lines(matter, look.undoing, look, words, look.seat)
        return [text(f"**{line}**", *undoes), answer_buttons(look.table.id, look.proposal, words)]
    parts: list[Item] = [text(line, words("agree.missing", who=names.listed(look.missing)))]
    if look.seat == look.proposal.seat:
        parts.append(ui.ActionRow(_answer(look.table.id, "decline", "withdraw", look.proposal, words)))
    return parts


def answer_buttons(table_id: str, proposal: Proposal, words: Localizer) -> ui.ActionRow:
    """The buttons with which a player agrees to a proposal or declines it."""
    success = discord.ButtonStyle.success
    return ui.ActionRow(
        _answer(table_id, "agree", "agree", proposal, words, success),
        _answer(table_id, "decline", "decline", proposal, words),
    )


def _answer(
    table_id: str,
    verb: str,
    label: str,
    proposal: Proposal,
    words: Localizer,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button:
    detail = str(ProposalRef(proposal.number, proposal.matter))
    return table_button(table_id, verb, words, style, detail=detail, label=words(f"agree.button_{label}"))


def lobby_picture(look: Look, words: Localizer) -> Picture:
    """The picture of a lobby; where it can't be sent, no text replaces it: the lobby's lines suffice."""
    names = Names(look.table.seats, words)
    players = [
        Seated(name, is_computer=info.computer is not None)
        for name, info in zip(names.in_pictures, look.table.seats, strict=True)
    ]
    scene = lobby_scene(screens()[look.table.game_id].title, players, max_seats(look.game, look.table))
    return Picture("lobby", scene, spoken(spoken_places(look, words.for_alt_text), words), ())


def spoken_places(look: Look, words: Localizer) -> Iterator[str]:
    """The lines of the alternative text of a lobby's picture: the game, then each seat."""
    table, names = look.table, Names(look.table.seats, words)
    reserved = dict(enumerate(table.reserved(), start=len(table.seats)))
    yield words("table.lobby_waits", game=words(f"{catalogue(table.game_id)}.name"))
    for seat in range(max_seats(look.game, table)):
        if seat in reserved:
            yield words("table.lobby_reserved", n=seat + 1, who=cleaned(reserved[seat].name))
        elif seat >= len(table.seats):
            yield words("table.lobby_free", n=seat + 1)
        elif table.seats[seat].computer is not None:
            yield words("table.lobby_computer", n=seat + 1, who=names(seat))
        else:
            yield words("table.lobby_person", n=seat + 1, who=names(seat))
