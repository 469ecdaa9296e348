"""A player's private panel: their cards, and the controls to answer an open question of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import repeat, takewhile
from typing import Final

import discord
from msgspec.structs import replace

from cogs.discord_io.attachments import MOST_CHARACTERS, Picture, quietly, saying_besides
from cogs.games import screens
from cogs.games.contract import Question
from cogs.text import ui
from cogs.text.ids import PLAY, Pick
from cogs.text.language import Localizer, catalogue
from cogs.text.names import LIST, Names, capital, place_link, spoken, written_table_name
from cogs.text.ui import Item, fits, message, rows, style_if, text
from cogs.views import times
from cogs.views.advice import hint_button, why_button, why_list
from cogs.views.board import (
    board_link,
    closer_button,
    colour,
    daily_button,
    large_button,
    own_button,
    proposal_part,
    replay_button,
    review_button,
    signed_name,
    state_name,
    symbol,
    table_button,
    take_back_button,
)
from cogs.views.menu import OF_LIST
from cogs.views.story_lines import NEWS_CHARACTERS, SMALL, cancelled_line, news
from engine.game import Result, Seat, Struct
from tables.daily import day_of
from tables.model.table import Facts, Phase, winners
from tables.model.values import Look

NEXT: Final = "next"
"""The verb of a button that opens another table's panel; its detail is the clicked panel's table id."""
MOST_OFFERED: Final = 8
"""The most tables in a list from which one is chosen."""


class Onward(Struct, frozen=True):
    """The other tables that wait for a panel's reader: the id of the most urgent table, and their number."""

    table_id: str
    count: int


class Advised(Struct, frozen=True):
    """A hint or explanation in a panel: its text, and the move that a button plays; empty: no button."""

    told: str
    move: str = ""


class Reader(Struct, frozen=True):
    """The reader of a panel, with all facts about the reader that change the panel.

    Attributes:
        describes: Whether words below the pictures describe them, too.
        is_coached: Whether a line helps the reader, to whom the game is new, to decide.
        is_offered_words: Whether the pictures' alternative texts mention the setting for `describes`.
        onward: The reader's other tables that wait for them; None: no table waits, the tables aren't known,
            or this table waits for the reader, too.
        rated: A line on the change of the reader's rating by the table's game; empty: there is no change.
    """

    describes: bool = False
    is_coached: bool = False
    is_offered_words: bool = False
    onward: Onward | None = None
    rated: str = ""


NEWS_BESIDE: Final = 2
"""The most lines of news in a panel whose reader has to decide something: picture and controls come first."""
BOLD: Final = "**"
"""The beginning of a line in bold."""
USUAL: Final = Reader()
"""The default reader, who has changed no setting and has played the game before."""


def panel_message(
    look: Look,
    words: Localizer,
    board_url: str | None,
    note: str = "",
    *,
    board: Look | None = None,
    picked: str = "",
    advised: Advised | None = None,
    reader: Reader = USUAL,
) -> ui.LayoutView:
    """The panel of the player who is `look`'s viewer; the table's game has begun.

    Args:
        look: All that the player may know.
        words: The player's language.
        board_url: The address of the board's message; None: there is none.
        note: A line above everything else, such as the result of the player's last click or a reminder.
        board: A spectator's look, whose board is shown above the player's own things, for a message that
            calls the player to their turn; None: no board.
        picked: The steps of a move that the player has chosen so far; empty: none.
        advised: A hint or explanation for the player, in place of the news; None: none.
        reader: The facts about the player that change the panel, such as settings and experience.
    """
    anew = partial(panel_message, words=words, board_url=board_url, note=note, picked=picked, advised=advised)
    table = look.table
    names = Names(table.seats, words, look.seat)
    notes = [note] if note else []
    # A question comes before the news, except for players by ear, who need the news first.
    is_decision = table.phase is Phase.RUNNING and look.asked is not None and not reader.describes
    lines = recent(look, words, is_decision=is_decision)
    report = text(*lines)
    told = [report] if lines and not advised else []
    name = written_table_name(table)
    title = f"### {symbol(table.game_id)} " + (f"[{name}]({board_url})" if board_url else name)
    if owes(look):
        title += f" · {words('table.your_turn')}"
    items: list[Item] = [text(title, *notes), *([] if is_decision else told)]
    stand: list[Item] = []
    if table.phase is Phase.OVER:
        items += over(look, words, reader.rated)
    elif table.phase is Phase.CANCELLED:
        line = cancelled_line(look, words)
        items += [] if any(line in one for one in lines) else [text(line)]
    else:
        items += way_back(look, words)
        items += proposal_part(look, names, words)
        shown, stand = pictured(look, board, names, words, reader), standing(look, names, words)
        turn = (
            asked(look, names, words, picked, reader, advised)
            if look.asked is not None
            else waiting(look, words)
        )
        is_below = bool(first_pictures(turn))
        if is_decision:
            items += [*turn, *shown] if is_below else [*shown, *turn]
            items += [*told, *stand]
        else:
            items += [ui.Separator(), *turn, *shown] if is_below else shown
            items += stand if is_below else [*stand, ui.Separator(), *turn]
    # Phones show the end of a message, where the buttons for advice are.
    if advised:
        items += [text(advised.told), *play_button(look, advised.move, words), *why_list(look, words)]
    buttons = footer(look, words, board_url, reader)
    if words.has_large_board and fits([*items, *(larger := rows([*buttons, *large_button(table, words)]))]):
        items += larger
    else:
        items += rows(buttons)
    if (look.explainable or look.may_have_hint) and not fits(items):
        # A panel with many choices may lack room for the buttons that ask for reasons, and for a hint.
        less = {"explainable": ()} if look.explainable else {"may_have_hint": False}
        return anew(look=replace(look, **less), board=board, reader=reader)
    view = message(items, colour(table.game_id))
    excess = view.content_length() - MOST_CHARACTERS
    if excess > 0 and reader.is_coached:
        return anew(look=look, board=board, reader=replace(reader, is_coached=False))
    if excess > 0:
        # If there is too little room, the news is cut first, since the log has it, too.
        most = len("\n".join(lines)) - excess
        report.content = "\n".join(recent(look, words, most, is_decision=is_decision))
        view = message(items, colour(table.game_id))
        if view.content_length() > MOST_CHARACTERS:
            view = message([item for item in items if item not in stand], colour(table.game_id))
        if view.content_length() > MOST_CHARACTERS and reader.describes:
            # The descriptions move into the pictures' alternative texts.
            return anew(look=look, board=board, reader=replace(reader, describes=False))
    return view


def recent(look: Look, words: Localizer, most: int = NEWS_CHARACTERS, *, is_decision: bool) -> list[str]:
    """The viewer's news in at most `most` characters; if `is_decision`, only a few lines in small text."""
    if not is_decision:
        return news(look, words, most)
    # Neither the title, nor the line in small text that says how many lines are left out.
    lines = [line for line in news(look, words, MOST_CHARACTERS, None)[1:] if not line.startswith(SMALL)]
    # Lines in bold, on the viewer's own choice or on a scoring, are kept rather than others.
    kept = sorted(range(len(lines)), key=lambda place: lines[place].startswith(BOLD))[-NEWS_BESIDE:]
    told = [SMALL + lines[place] for place in sorted(kept)]
    while told and len("\n".join(told)) > most:
        del told[0]
    return told


def play_button(look: Look, advised: str, words: Localizer) -> list[Item]:
    """A button that plays the advised move; empty if there is no such move, or no open question."""
    if not advised or look.asked is None:
        return []
    pick = str(Pick(look.asked, advised))
    return [ui.ActionRow(table_button(look.table.id, PLAY, words, detail=pick, label=words("advice.play")))]


def way_back(look: Look, words: Localizer) -> list[Item]:
    """A line if the viewer has conceded or a computer plays for them, with a way back; else empty."""
    assert look.seat is not None
    info = look.table.seats[look.seat]
    if info.conceded:
        return [text("🏳️ " + words("time.you_conceded"))]
    if not info.may_come_back:
        return []
    success = discord.ButtonStyle.success
    button = table_button(look.table.id, "return", words, success, label=words("time.button_return"))
    return [ui.Section(text("🤖 " + words("time.you_are_covered")), accessory=button)]


def ahead(look: Look, words: Localizer) -> list[Item]:
    """The viewer's planned moves, with a button to drop them, or a text that the next one is illegal now."""
    if not look.ahead:
        return []
    planned = screens()[look.table.game_id].planned(look.observation, look.ahead, words)
    if look.asked is not None:
        return [text(words("table.ahead_not", moves=planned))]
    button = table_button(look.table.id, "unplan", words)
    return [ui.Section(text(words("table.ahead", moves=planned)), accessory=button)]


def pictured(look: Look, board: Look | None, names: Names, words: Localizer, reader: Reader) -> list[Item]:
    """Pictures of the viewer's own things and, if the controls show no board, of `board` (None: none)."""
    screen = screens()[look.table.game_id]
    items: list[Item] = []
    if board is not None and not screen.choices_show_board:
        items += screen.board(board.observation, board.before, names, words)
    beside = bool(items) or (screen.choices_show_board and owes(look))
    items += screen.own(look.observation, look.before, names, words, beside_board=beside)
    if reader.describes:
        return items
    quiet = quietly(items)
    if not reader.is_offered_words:
        return quiet
    hint = words.for_alt_text("settings.describe_hint", setting=words("settings.describe"))
    return saying_besides(quiet, spoken([hint], words))


def standing(look: Look, names: Names, words: Localizer) -> list[Item]:
    """A line or two in small text on the viewer's standing in the game; empty if they have given up."""
    assert look.seat is not None
    if look.table.seats[look.seat].conceded:
        return []
    lines = screens()[look.table.game_id].standing(look.observation, look.before, names, words)
    return [text(*(f"-# {line}" for line in lines))] if lines else []


def asked(
    look: Look,
    names: Names,
    words: Localizer,
    picked: str,
    reader: Reader,
    advised: Advised | None = None,
) -> list[Item]:
    """The viewer's open question: the time left, and the controls to answer the question.

    The controls may show what a hint (`advised`) is about; None: there is no hint.
    """
    assert look.asked is not None
    assert look.seat is not None
    screen = screens()[look.table.game_id]
    move = look.game.read_move(advised.move) if advised and advised.move else None
    question = Question(look.table.id, look.asked, look.legal_moves, picked, advised=move)
    clock = times.clock_part(look, look.seat, None, words)
    controls = screen.choices(look.observation, question, names, words)
    pictures = first_pictures(controls)
    head = [f"-# {clock}"] if clock else []
    if look.answered:
        waits = words("table.answered_waiting", who=names.listed(look.to_move))
        head = [f"## ✅ {words('table.answered')}", waits]
    elif reader.is_coached and not picked:
        head += hint_lines(look, words)
    told = [*ahead(look, words), *([text(*head)] if head else [])]
    return [*pictures, *told, *controls[len(pictures) :]]


def first_pictures(items: Sequence[Item]) -> list[Item]:
    """The pictures at the beginning of a message's items."""
    return list(takewhile(lambda item: isinstance(item, Picture), items))


def hint_lines(look: Look, words: Localizer) -> list[str]:
    """A line of advice on the open question, for people new to the game; empty if there is no advice."""
    game_id = look.table.game_id
    topic, name = screens()[game_id].hint(look.observation, look.legal_moves), catalogue(game_id)
    if not topic:
        return []
    coached = f"{name}.coach_{topic}"
    return ["-# 💡 " + words(coached if words.has(coached) else f"{name}.lesson_{topic}")]


def waiting(look: Look, words: Localizer) -> list[Item]:
    """A text on the players whose turn it is, and on the time that they have."""
    names = Names(look.table.seats, words)
    waits = words("table.waiting_for", who=names.listed(look.to_move))
    return [*ahead(look, words), text(waits, *times.clock_lines(look, names, words))]


def over(look: Look, words: Localizer, rated: str = "") -> list[Item]:
    """The items of an ended game for the viewer; `rated`: a line on their rating; empty: no such line."""
    assert look.seat is not None
    told = [rated] if rated else []
    if look.result is None:
        has_won = look.seat in winners(look.table.seats, None)
        return [text(f"🏁 **{words('time.you_won_early' if has_won else 'time.you_conceded')}**", *told)]
    own = look.result.seats[look.seat]
    key = "table.you_won" if own.rank == 1 else f"table.you_came_{own.rank}"
    return [
        text(
            f"🏁 **{words(key)}** {words.count('table.points', own.points)}",
            *margin(look, look.result, look.seat, words),
            *told,
        )
    ]


def margin(look: Look, result: Result, seat: Seat, words: Localizer) -> list[str]:
    """Lines on the lead of `seat` over the next player, or on its gap to the winner, with the causes."""
    scores, names = result.seats, Names(look.table.seats, words, seat)
    own = scores[seat]
    others = sorted((score.rank, other) for other, score in enumerate(scores) if other != seat)
    if others[0][0] == own.rank == 1:
        equals = [other for rank, other in others if rank == 1]
        return [words("table.shared", who=names.listed(equals))]
    rivals = [other for rank, other in others if rank == others[0][0]]
    who, apart = names.listed(rivals), abs(own.points - scores[rivals[0]].points)
    if not apart:
        return [words("table.level", who=who)]
    total = words.count("table.points", scores[rivals[0]].points)
    told = words("table.won_ahead" if own.rank == 1 else "table.won_behind", who=who, total=total, n=apart)
    winner, loser = (seat, rivals[0]) if own.rank == 1 else (rivals[0], seat)
    return [told, *decided(look, result, winner, loser, names, words)]


def decided(
    look: Look, result: Result, winner: Seat, loser: Seat, names: Names, words: Localizer
) -> list[str]:
    """A line on the part of the score in which the winner leads most, and a line that compares all parts."""
    screen = screens()[look.table.game_id]
    ahead, behind = (screen.scored(result.seats[one]) for one in (winner, loser))
    # No players' signs, since a narrow line would break after a sign.
    first, second = (
        words("table.you") if one == names.viewer else names.plain(one) for one in (winner, loser)
    )
    most = max(ahead, key=lambda name: ahead[name] - behind.get(name, 0))
    both = words(
        "table.decided_points", winner=first, ahead=ahead[most], loser=second, behind=behind.get(most, 0)
    )
    parts = {name: (ahead.get(name, 0), behind.get(name, 0)) for name in (*ahead, *behind)}
    compared = (
        screen.part(name, f"{one} : {other}", words) for name, (one, other) in parts.items() if one or other
    )
    heads = capital(first) if winner == names.viewer else first
    return [
        words("table.decided", what=screen.part(most, both, words)),
        f"-# {heads} : {second} — {LIST.join(compared)}",
    ]


def footer(look: Look, words: Localizer, board_url: str | None, reader: Reader) -> list[ui.Button]:
    """The buttons below a panel: next table, take back, refresh, advice, menu, rematch, replay, guide, board.

    The panel's title is a link to the board.  Readers to whom words describe the pictures also get a button
    with the board's name.
    """
    table = look.table
    buttons: list[ui.Button] = []
    if (onward := reader.onward) is not None:
        label, primary = words("table.button_next_table", n=onward.count), discord.ButtonStyle.primary
        buttons.append(table_button(onward.table_id, NEXT, words, primary, detail=table.id, label=label))
    if table.phase is Phase.RUNNING:
        buttons += take_back_button(look, words)
    if table.phase is Phase.RUNNING and look.asked is None:
        buttons.append(table_button(table.id, "refresh", words))
    buttons += [*hint_button(look, words), *why_button(look, words)]
    if table.phase is Phase.RUNNING and look.seat is not None and table.seats[look.seat].is_persons:
        buttons.append(table_button(table.id, "more", words, label=words("menu.button_more")))
    if table.phase is Phase.OVER:
        primary, day = discord.ButtonStyle.primary, day_of(table)
        shared = table_button(table.id, "share", words)
        if day is None and table.channel_id:
            buttons.append(table_button(table.id, "again", words, primary))
        elif day is not None:
            shared = daily_button(day, words, words("daily.button_results"), primary)
        buttons.append(replay_button(table.id, words))
        if look.result is not None:
            buttons += [review_button(table.id, words), shared]
    if table.phase is Phase.RUNNING and look.asked is None:
        buttons += closer_button(look, words)
    if reader.is_coached and look.asked is not None and not look.may_ask_back:
        # After the viewer's first move, the menu has it.
        buttons.append(table_button(table.id, "guide", words))
    return [*buttons, *board_link(board_url if reader.describes else None, words)]


def owes(look: Look) -> bool:
    """Whether the table waits for an answer of the viewer of `look`."""
    return look.asked is not None and not look.answered


def chooser_message(looks: list[Look], words: Localizer) -> ui.LayoutView:
    """A list of tables, those that wait for the viewer first, each with a button for the viewer's panel."""
    looks = sorted(looks, key=lambda look: (not owes(look), -look.table.created_at))
    found = [(look.table, own_button(look.table, words, style_if(owes(look))), owes(look)) for look in looks]
    return choice_message(words("table.which"), found, words)


def which_message(found: list[Facts], verb: str, words: Localizer, *told: str) -> ui.LayoutView:
    """The question which of several tables a command means; each table has a button with `verb`.

    `told`: Lines on top.
    """
    style = discord.ButtonStyle.danger if verb == "cancel" else discord.ButtonStyle.secondary
    labels = {Phase.RUNNING: words("menu.cancel")} if verb == "cancel" else {}
    detail = OF_LIST if verb == "cancel" else ""
    buttons = [
        table_button(one.id, verb, words, style, detail=detail, label=labels.get(one.phase)) for one in found
    ]
    return choice_message(words("table.which_one"), list(zip(found, buttons, repeat(False))), words, *told)


def choice_message(
    heading: str, found: list[tuple[Facts, ui.Button, bool]], words: Localizer, *told: str
) -> ui.LayoutView:
    """A list of at most `MOST_OFFERED` tables.

    `found`: Each table, its button, and whether the table waits for an answer of the viewer.
    """
    items: list[Item] = [text(*told, f"**{heading}**")]
    for table, button, waits in found[:MOST_OFFERED]:
        line = f"{signed_name(table.game_id, words)} · {written_table_name(table)}"
        state = words("table.your_turn") if waits else state_name(table, words)
        items.append(ui.Section(text(line, f"-# {place_link(table, words)} · {state}"), accessory=button))
    if len(found) > MOST_OFFERED:
        items.append(text(f"-# {words.count('table.more_tables', len(found) - MOST_OFFERED)}"))
    return message(items)
