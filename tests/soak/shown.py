"""Checks that the messages in Discord agree with the journal at the end: boards, panels and play-by-play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import and_, or_

from cogs.views.board import title
from localdiscord.model.channel import Message
from tables.model.table import Kind, Phase, SeatInfo
from tests.soak import drawing
from tests.soak.replays import Life, without_direct_messages
from tests.soak.stage import SPARED, Stage


def _message(stage: Stage, channel_id: int, message_id: int) -> Message | None:
    """Return a message; None: it doesn't exist any more."""
    world = stage.discord.world
    places = (*world.channels.values(), *world.direct.values())
    place = next((one for one in places if one.id == str(channel_id)), None)
    found = place.messages.get(str(message_id)) if place is not None else None
    return None if found is None or found.deleted else found


def _is_spared(stage: Stage, life: Life) -> bool:
    channel = stage.discord.world.channels.get(str(life.row.channel_id))
    return channel is not None and channel.name in SPARED


def boards(stage: Stage, lives: list[Life]) -> Iterator[str]:
    """Find tables without a board, and boards that don't agree with their tables' journals."""
    for life in lives:
        if life.fault:
            continue
        channel_id, message_id, _ = life.messages.get("board", (0, 0, 0))
        found = _message(stage, channel_id, message_id)
        if found is None:
            if _is_spared(stage, life) and life.row.phase != Phase.CANCELLED:
                yield f"{life.id}: there is no board"
            continue
        look = life.look(-1, None, stage.clock.now())
        thread = life.messages.get("thread", (0, 0, 0))[1] or None
        shown = drawing.lines({"components": found.components})
        wanted = [drawing.lines(way) for way in drawing.board(look, thread)]
        if shown not in wanted:
            ago = stage.clock.now() - life.entries[-1].at
            last = f"{life.entries[-1]} {ago:.1f} s ago, board noted as {life.messages['board'][2]}"
            yield f"{life.id} ({last}): {_difference(shown, wanted[0])}"
        yield from _other_boards(stage, life, found, title(look.table, drawing.words(look.table.locale)))


def _other_boards(stage: Stage, life: Life, board: Message, head: str) -> Iterator[str]:
    for other in list(board.channel.messages.values()):
        if other is board or other.deleted or other.only_for is not None or not _is_spared(stage, life):
            continue
        of_table = any(
            one.startswith(f"t:{life.id}:") for one in drawing.ids({"components": other.components})
        )
        if of_table and drawing.plain(head) in drawing.told(other.components):
            yield f"{life.id}: another board stands there too"


def _difference(shown: list[str], wanted: list[str]) -> str:
    missing = [line for line in wanted if line not in shown]
    beyond = [line for line in shown if line not in wanted]
    return f"missing {missing[:4]}, instead {beyond[:4]}"


def panels(stage: Stage, lives: list[Life]) -> Iterator[str]:
    """Find players' panels that don't show the present question and the present state."""
    shut = without_direct_messages(stage.bot.database)
    for life in lives:
        if life.fault or life.row.phase not in (Phase.RUNNING, Phase.OVER):
            continue
        for info in life.row.seats:
            channel_id, message_id, _ = life.messages.get(f"panel:{info.seat}", (0, 0, 0))
            found = _message(stage, channel_id, message_id)
            is_shut = info.person_id in shut  # These players use *My cards* instead.
            if found is not None and info.person_id is not None and not info.gone and not is_shut:
                yield from _panel(stage, life, info, found)


def _panel(stage: Stage, life: Life, info: SeatInfo, found: Message) -> Iterator[str]:
    who = next(one for one in stage.people if one.id == info.person_id)
    look = life.look(-1, info.person_id, stage.clock.now())
    shown = {"components": found.components}
    there, name = drawing.ids(shown), f"{life.id} for {who.user.name}"
    if f"t:{life.id}:fill" in there:
        return  # The panel shows the player's menu.
    asked = {one.split(":")[2] for one in there if one.startswith("m:")}
    asked |= {one.split(":")[3].split(".")[0] for one in there if ":pick:" in one}
    if asked - {str(look.asked)}:
        yield f"{name}: asks {sorted(asked)}, asked is {look.asked}"
        return
    ways = drawing.panel(look, life.look(-1, None, stage.clock.now()), who.user.locale)
    if look.asked is None or there == drawing.ids(ways[0]):
        missing = [[line for line in drawing.lines(way) if line not in drawing.lines(shown)] for way in ways]
        # Discord's own emojis are longer than those here, so where lines are left out, one more may be
        # missing.
        is_short = any(drawing.is_left_out(f"-# {line}") for line in drawing.lines(shown))
        if all(len(of_way) > 2 * is_short for of_way in missing):
            beyond = [line for line in drawing.lines(shown) if line not in drawing.all_lines(ways)]
            closest = min(missing, key=len)
            yield f"{name} (entry {len(life.entries)}): missing {closest[:4]}, instead {beyond[:4]}"


def stories(stage: Stage, lives: list[Life]) -> Iterator[str]:
    """Find events that the thread does not report, or reports more than once."""
    for life in lives:
        thread_id = life.messages.get("thread", (0, 0, 0))[1]
        thread = stage.discord.world.channels.get(str(thread_id))
        if life.fault or thread is None or not _is_spared(stage, life):
            continue
        public = [one for one in thread.messages.values() if one.only_for is None and not one.deleted]
        lines = [line for one in public for line in drawing.told(one.components)]
        said = Counter(drawing.nameless(line) for line in lines if drawing.is_story(line))
        surely, perhaps = _happened(stage, life)
        twice, untold = said - perhaps, surely - said
        if twice:
            yield f"{life.id}: told too often {dict(list(twice.items())[:3])}"
        if untold and not any(drawing.is_left_out(line) for line in lines):
            yield f"{life.id}: never told {dict(list(untold.items())[:3])}"


def _happened(stage: Stage, life: Life) -> tuple[Counter[str], Counter[str]]:
    """Return the lines that must be in the thread, and those that may be there.

    Two kinds of entries read differently at later states: an offer of a seat, which may be withdrawn and made
    again, and the start, which names the present computer players.  Their lines may be those of any state
    since.
    """
    surely, perhaps = Counter[str](), Counter[str]()
    last = len(life.tables) - 1
    at_last = life.look(-1, None, stage.clock.now())
    for place in range(last + 1):
        reads_differently = life.entries[place].kind in (Kind.OFFER, Kind.START)
        until = last if reads_differently else min(place + 1, last)
        states = [(life.tables[later], life.look(later, None, 0.0)) for later in range(place, until)]
        told = (drawing.story(table, look, place) for table, look in [*states, (life.now, at_last)])
        ways = [Counter(map(drawing.nameless, lines)) for lines in told]
        surely += reduce(and_, ways)
        perhaps += reduce(or_, ways)
    return surely, perhaps


def pings(stage: Stage) -> Iterator[str]:
    """Find mentions of people whose turn it is not, and who are not asked for anything."""
    for ping in stage.discord.pings:
        # The message as it was then, since later edits no longer name those who have answered.
        lines = [line for line in drawing.told(ping.components) if f"<@{ping.user.id}>" in line]
        is_call = f"<@{ping.user.id}>" in ping.content or any(drawing.calls(line) for line in lines)
        if not ping.message.channel.is_direct and not is_call:
            yield f"{ping.user.name} was called by {drawing.told(ping.components)}"


def bare_calls(stage: Stage) -> Iterator[str]:
    """Find calls that still show only their sentence, since the message was never completed."""
    for ping in stage.discord.pings:
        message = ping.message
        is_bare = message.author is stage.discord.bot and not message.components and not message.deleted
        if is_bare and drawing.is_story(message.content):
            place = "a direct message" if message.channel.is_direct else message.channel.name
            yield f"{message.content!r} is all that was said to {ping.user.name} in {place}"
