"""The verbs of a lobby, and of a table as a whole: end it, keep it open, move it, stop its clocks.

`cogs.ops` calls `moved_to`, `held` and `resumed` for a table in whose channel the bot can't write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from engine.deal import mark
from engine.game import AnyGame, IllegalOption, Seat
from tables.model.deals import DAILY, marks_of
from tables.model.errors import Refused
from tables.model.fold import add
from tables.model.limits import (
    ABANDONED_AFTER_S,
    DAY_S,
    INVITED_PER_TABLE,
    TABLE_NAME_LENGTH,
    TURN_S,
    WORD_LENGTH,
)
from tables.model.table import Facts, Invitation, Kind, Opening, Phase, Table, agreed, next_entry
from tables.model.texts import cleaned
from tables.model.values import Person
from tables.timing.preferences import runs_out_at
from tables.verbs import By


def opening(game: AnyGame, wanted: Opening) -> Opening:
    """Complete a table's settings with the game's newest rules version and a value for every option.

    Raises:
        Refused: `illegal_option`; `rated_no_hints`: hints would help some players of a rated game.
    """
    if wanted.rated and wanted.hints:
        raise Refused("rated_no_hints")
    if wanted.rated and wanted.shared.startswith(DAILY):
        raise Refused("illegal_option", name="rated", value="on")
    if wanted.wanted_seats is not None and wanted.wanted_seats not in game.seats:
        raise Refused("illegal_option", name="seats", value=str(wanted.wanted_seats))
    try:
        options = game.chosen_options(wanted.options)
        game.start(wanted.wanted_seats or game.seats[-1], options)
    except IllegalOption as fault:
        raise Refused("illegal_option", name=fault.name, value=fault.value) from fault
    if wanted.turn_s is not None and not TURN_S[0] <= wanted.turn_s <= TURN_S[1]:
        raise Refused("illegal_option", name="clock", value=str(wanted.turn_s))
    pace_s = max(0.0, wanted.pace_s)
    return replace(wanted, game_id=game.id, rules_version=game.rules_version, options=options, pace_s=pace_s)


def set_up(table: Table, by: By, change: Callable[[Opening], Opening], name: str | None = None) -> Table:
    """The lobby after its owner, `by.person`, replaced its settings by the result of `change`.

    `name`: the lobby's new name, as for `named`; None: it keeps its name.

    Raises:
        Refused: `not_owner`, `illegal_option`, what `change` raises; `more_sit_here`: fewer seats than are
            taken or reserved; `already_started`, `table_over`, `table_cancelled`.
    """
    facts = table.facts
    check_may_set_up(table, by)
    present = agreed(facts)
    wanted = opening(table.game, change(present))
    least = len(facts.seats) + len(facts.reserved())
    if wanted.wanted_seats is not None and wanted.wanted_seats < least:
        raise Refused("more_sit_here", seats=least)
    if name is not None:
        table = named(table, by, name)
    if wanted == present:
        return table
    text = msgspec.json.encode(wanted).decode()
    click = by.click if table.facts is facts else None  # Only one of a click's entries may have its key.
    return add(table, next_entry(table.facts, Kind.SET_UP, facts.owner_seat, text, click, by.at))


def named(table: Table, by: By, name: str) -> Table:
    """The lobby after its owner, `by.person`, renamed it to `name`; an empty name removes the old one.

    Raises:
        Refused: `not_owner`, `already_started`, `table_over`, `table_cancelled`.
    """
    facts = table.facts
    check_may_set_up(table, by)
    name = cleaned(" ".join(name.split())[:TABLE_NAME_LENGTH])
    if name == facts.name:
        return table
    after = add(table, by.entry(facts, Kind.NAME, facts.owner_seat))
    return replace(after, facts=replace(after.facts, name=name))


def check_may_set_up(table: Table, by: By) -> Table:
    """The unchanged table if `by.person` may set it up now; `Tables.check` calls this before a menu is shown.

    Raises:
        Refused: `not_owner`, `already_started`, `table_over`, `table_cancelled`.
    """
    _check_lobby(table.facts)
    _check_owner(table.facts, by.person)
    return table


def joined(table: Table, by: By) -> Table:
    """The table with `by.person` on the next free seat.

    Raises:
        Refused: `already_seated`, `table_full`, `seats_reserved`, `already_started`, `table_over`,
            `table_cancelled`.
    """
    _check_lobby(table.facts)
    if table.facts.seat_of(by.person.id) is not None:
        raise Refused("already_seated")
    _check_room(table, len(table.facts.reserved(by.person.id)))
    return add(table, by.entry(table.facts, Kind.JOIN, len(table.facts.seats)), by.person)


def with_computer(table: Table, by: By, player_id: str) -> Table:
    """The table with a computer player, added by its owner, `by.person`, on the next free seat.

    Raises:
        Refused: `not_owner`, `unknown_player`, `table_full`, `seats_reserved`, `already_started`,
            `table_over`, `table_cancelled`.
    """
    check_may_set_up(table, by)
    if player_id not in by.house.players:
        raise Refused("unknown_player", player=player_id)
    _check_room(table, len(table.facts.reserved()))
    return joined_by_computer(table, player_id, by.click, by.at)


def joined_by_computer(table: Table, player_id: str, click: str | None, at: float) -> Table:
    """The table with a computer player on the next free seat.

    Raises:
        Refused: `table_full`.
    """
    _check_room(table)
    return add(table, next_entry(table.facts, Kind.COMPUTER, len(table.facts.seats), player_id, click, at))


def with_computers(table: Table, at: float, players: Iterable[str]) -> Table:
    """The table with the computer players `players` on the next free seats.

    Raises:
        Refused: `table_full`.
    """
    for player in players:
        table = joined_by_computer(table, player, None, at)
    return table


def without_computer(table: Table, by: By, seat: Seat | None = None) -> Table:
    """The table after its owner, `by.person`, removed a computer player: that on `seat`; None: the last one.

    Raises:
        Refused: `not_owner`, `no_computer`, `already_started`, `table_over`, `table_cancelled`.
    """
    check_may_set_up(table, by)
    seats = [info.seat for info in table.facts.seats if info.computer is not None]
    if not seats or (seat is not None and seat not in seats):
        raise Refused("no_computer")
    return add(table, by.entry(table.facts, Kind.LEAVE, seats[-1] if seat is None else seat))


def invited(table: Table, by: By, whom: Person, *, is_role: bool = False) -> Table:
    """The lobby after its owner called `whom`: a person gets a reserved seat, a role (`is_role`) only a ping.

    Raises:
        Refused: `not_owner`, `sits_there_already`, `called_already`, `invited_enough`, `table_full`,
            `seats_reserved`, `already_started`, `table_over`, `table_cancelled`.
    """
    facts = table.facts
    check_may_set_up(table, by)
    if facts.seat_of(whom.id) is not None:
        raise Refused("sits_there_already")
    is_called = any(one.offered_to == whom.id for _, one in facts.invited)
    if is_called and (is_role or any(one.offered_to == whom.id for one in facts.reserved())):
        raise Refused("called_already")
    if not is_called and len(facts.invited) >= INVITED_PER_TABLE:
        raise Refused("invited_enough", most=INVITED_PER_TABLE)
    _check_room(table, len(facts.reserved()))
    text = Invitation.ROLE if is_role else Invitation.SEAT
    return add(table, by.entry(facts, Kind.INVITE, facts.owner_seat, text), whom)


def uninvited(table: Table, by: By, person_id: int) -> Table:
    """The lobby after its owner, `by.person`, released a person's reserved seat; unchanged if there is none.

    Raises:
        Refused: `not_owner`, `already_started`, `table_over`, `table_cancelled`.
    """
    check_may_set_up(table, by)
    held = next((one for one in table.facts.reserved() if one.offered_to == person_id), None)
    if held is None:
        return table
    entry = by.entry(table.facts, Kind.INVITE, table.facts.owner_seat, Invitation.END)
    return add(table, entry, Person(person_id, held.name))


def with_word(table: Table, by: By, word: str) -> Table:
    """The lobby after its player `by.person` added `word` to the deal; empty: the player took a word back.

    Raises:
        Refused: `word_too_long`, `not_your_table`, `already_started`, `table_over`, `table_cancelled`.
    """
    if len(word) > WORD_LENGTH:
        raise Refused("word_too_long", most=WORD_LENGTH)
    _check_lobby(table.facts)
    seat = seated(table.facts, by.person.id)
    text = mark(word)
    return (
        table if text == marks_of(table)[seat] else add(table, by.entry(table.facts, Kind.WORD, seat, text))
    )


def missing_seats(game: AnyGame, facts: Facts) -> int:
    """How many more players a game needs to start."""
    wanted, taken = facts.wanted_seats, len(facts.seats)
    enough = wanted if wanted is not None else next((n for n in game.seats if n >= taken), taken)
    return max(0, enough - taken)


def cancelled(table: Table, by: By, moderator: bool = False) -> Table:
    """The table after `by.person` ended it without a result.

    A moderator may always end a table. Its owner may end a lobby, a table that can't be replayed, and a game
    without other people, or in which nobody has moved for a week.

    Raises:
        Refused: `not_owner`, `not_abandoned`, `table_over`, `table_cancelled`.
    """
    facts = table.facts
    check_open(facts)
    if not moderator:
        _check_owner(facts, by.person)
        alone = all(info.computer is not None or info.seat == facts.owner_seat for info in facts.seats)
        abandoned_at = runs_out_at(facts.changed_at, ABANDONED_AFTER_S, table.off)
        idle = table.fault is not None or by.at >= abandoned_at
        if facts.phase is Phase.RUNNING and not alone and not idle:
            raise Refused("not_abandoned", days=int(ABANDONED_AFTER_S // DAY_S))
    return add(table, by.entry(table.facts, Kind.CANCEL, facts.seat_of(by.person.id)))


def kept(table: Table, by: By) -> Table:
    """The table after its player `by.person` asked to keep it open, though nobody has moved for long.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`.
    """
    seat = seated(table.facts, by.person.id)
    return add(table, by.entry(table.facts, Kind.KEEP, seat))


def moved_to(
    table: Table, by: By, channel_id: int, guild_id: int | None = None, *, guest: bool = False
) -> Table:
    """The table after its player `by.person` moved it to `channel_id`, as its own channel can't be reached.

    A lobby can be moved at any time, and so can a table where the bot is a guest, even to another server: no
    server's moderators are responsible for such a table. `guild_id`: the server of the new channel, if the
    bot was or is a guest; None: no server. `guest`: whether the bot is a guest in the new channel.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`; `plays_elsewhere`: the old channel can be
            reached.
    """
    facts, seat = table.facts, seated(table.facts, by.person.id)
    if not (facts.held or facts.guest or facts.phase is Phase.LOBBY):
        raise Refused("plays_elsewhere")
    text = f"{channel_id} {guild_id or 0} {int(guest)}" if facts.guest else str(channel_id)
    return add(table, by.entry(facts, Kind.PLACE, seat, text))


def held(table: Table, at: float) -> Table:
    """The table with all clocks stopped, since its channel can't be reached; unchanged if clocks are stopped.

    Raises:
        Refused: `table_over`, `table_cancelled`.
    """
    return _set_held(table, Kind.HOLD, at)


def resumed(table: Table, at: float) -> Table:
    """The table with its clocks restarted, since its channel can be reached again; unchanged if clocks run.

    Raises:
        Refused: `table_over`, `table_cancelled`.
    """
    return _set_held(table, Kind.RESUME, at)


def brought(table: Table, at: float, channel_id: int, lost_id: int) -> Table:
    """The table moved to `channel_id` with its league; unchanged unless it was in the channel `lost_id`.

    Raises:
        Refused: `table_over`, `table_cancelled`.
    """
    check_open(table.facts)
    if table.facts.channel_id != lost_id:
        return table
    return add(table, next_entry(table.facts, Kind.PLACE, None, str(channel_id), None, at))


def _set_held(table: Table, kind: Kind, at: float) -> Table:
    check_open(table.facts)
    if table.facts.held is (kind is Kind.HOLD):
        return table
    return add(table, next_entry(table.facts, kind, None, "", None, at))


def max_seats(game: AnyGame, facts: Facts) -> int:
    """The most players that can sit at a table."""
    return facts.wanted_seats if facts.wanted_seats is not None else game.seats[-1]


def check_readable(table: Table) -> None:
    """Refuse a table that can't be replayed, unless it is cancelled: messages still show cancelled tables.

    Raises:
        Refused: `table_damaged`, `old_rules` or `game_gone`.
    """
    if table.fault is not None and table.facts.phase is not Phase.CANCELLED:
        raise Refused(table.fault.code, table=table.facts.id, number=table.fault.number)


def check_open(facts: Facts) -> None:
    """Refuse a table that has ended.

    Raises:
        Refused: `table_over` or `table_cancelled`.
    """
    if facts.phase is Phase.OVER:
        raise Refused("table_over")
    if facts.phase is Phase.CANCELLED:
        raise Refused("table_cancelled")


def seated(facts: Facts, person_id: int) -> Seat:
    """The seat of a person at an open table.

    Raises:
        Refused: `not_your_table`, `table_over` or `table_cancelled`.
    """
    check_open(facts)
    seat = facts.seat_of(person_id)
    if seat is None:
        raise Refused("not_your_table")
    return seat


def seat_of(facts: Facts, person_id: int) -> Seat:
    """The seat of a person in a running game.

    Raises:
        Refused: `not_your_table`, `not_started`, `table_over`, `table_cancelled` or `you_conceded`.
    """
    seat = seated(facts, person_id)
    if facts.phase is not Phase.RUNNING:
        raise Refused("not_started")
    if facts.seats[seat].conceded:
        raise Refused("you_conceded")
    return seat


def _check_lobby(facts: Facts) -> None:
    check_open(facts)
    if facts.phase is not Phase.LOBBY:
        raise Refused("already_started")


def _check_owner(facts: Facts, person: Person) -> None:
    if facts.owner_seat is None or facts.seat_of(person.id) != facts.owner_seat:
        raise Refused("not_owner")


def _check_room(table: Table, reserved: int = 0) -> None:
    """Refuse one more player at a table without a free seat; `reserved` seats are kept for others."""
    most = max_seats(table.game, table.facts)
    if len(table.facts.seats) >= most:
        raise Refused("table_full", seats=most)
    if len(table.facts.seats) + reserved >= most:
        raise Refused("seats_reserved")
