"""Clicks that fill a table, set it up, begin its game, cancel it, or open another table like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE
from cogs.discord_io.origin import is_guest, places
from cogs.interactions.click import Click, button
from cogs.interactions.panel import new_panel, panel_reply
from cogs.messages.story import mentions
from cogs.messages.whereabouts import (
    BOARD,
    CALL,
    THREAD,
    UNTIL_THE_END,
    answered,
    channel,
    is_lobby_of,
    message_url,
    nonce,
)
from cogs.text.ids import Setting, number
from cogs.text.names import place_link, written_table_name
from cogs.text.ui import plain
from cogs.views.board import SOLO, board_message, done_line, done_message
from cogs.views.menu import BACK, OF_LIST, SURE, sure_message
from cogs.views.panel import which_message
from cogs.views.set_up import (
    CHECKS,
    EASIER,
    NAME,
    RULES,
    SET_UP,
    SETTINGS,
    SHEETS,
    set_up_message,
    sheet_form,
    unanswered_message,
)
from cogs.views.times import PACES
from tables import Facts, Look, Opening, Outcome, Person, Phase, Refused
from tables.model.texts import cleaned
from tables.rematch import again
from tables.verbs import P, Verb, lobby, play, seat_changes
from tables.verbs.access import Right

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PACE: Final = "brisk"
"""The default pace of computer players."""


def opening(
    click: Click,
    game_id: str,
    seats: int | None,
    options: Mapping[str, str] | None = None,
) -> Opening:
    """Return the settings of a table to open in the place of a click or command: the given ones, or defaults.

    The table's language is the server's or, if that is Discord's default for servers (`en-US`), the
    person's.  `seats`: the number of seats; None: as many as people sit down.  `options`: the game's options
    that differ from their defaults.
    """
    of_server = click.interaction.guild_locale
    is_set = of_server not in (None, discord.Locale.american_english)
    return Opening(
        game_id=game_id,
        options=options or {},
        wanted_seats=seats,
        guild_id=click.interaction.guild_id,
        channel_id=places(click.interaction)[0],
        guest=is_guest(click.interaction),
        pace_s=PACES[PACE],
        locale=str(of_server) if is_set else click.words.language,
    )


def board_reply(click: Click, look: Look) -> Reply:
    """Return the public reply that becomes the board of a table; `look`: the table as a spectator sees it."""
    parts, table = click.parts, look.table
    view = board_message(look, parts.words(table.locale))

    async def posted(sent: discord.Message | None) -> None:
        if sent is not None:
            await parts.updaters.board.posted(look, sent.channel.id, sent.id, view, click.interaction)
        elif not table.guest:
            # Discord did not return the reply's message, so the refresher posts the board.
            parts.refresher.post(table.id)

    async def late() -> Reply:
        """Reply with a link to the board, which a repaint posts: a late reply can't become the board."""
        if table.guest:
            return Reply(plain(click.words("table.show_it", table=written_table_name(table))))
        parts.refresher.post(table.id)
        await parts.refresher.painted(table.id)
        return await done_reply(click)

    return Reply(view, public=True, shown=partial(answered, parts, table), posted=posted, late=late)


async def done_reply(click: Click) -> Reply:
    """Return the reply that confirms a change of the clicked table, with a link to the table's board."""
    look = await click.look()
    told = done_line(look.table, click.user_id, click.words)
    return Reply(done_message(look, await click.url(look), click.words, told))


@button("continue", Right.ACT)
async def continued(click: Click) -> Reply:
    """Post the board anew in a place where the bot is a guest, such as a group message."""
    facts = await click.facts()
    if not facts.guest or facts.channel_id != click.interaction.channel_id:
        raise Refused("plays_elsewhere")
    return board_reply(click, await click.look())


async def seated(click: Click, verb: Verb[P], *args: P.args, **kwargs: P.kwargs) -> Outcome:
    """Run a verb that seats the clicker; return its outcome; raises what `Tables.do` raises.

    The clicker's language is stored first, since the table's owner may write to a player as soon as the
    player has the seat.
    """
    with suppress(Refused):  # `do` raises it again, unless this click has seated the clicker before.
        await click.tables.check(click.table, click.person, verb, *args, **kwargs)
        await click.parts.people.note_locale(click.interaction, of_anybody=True)
    return await click.do(verb, *args, **kwargs)


async def ended(click: Click, step: str = "", place: str = "") -> Outcome | Reply:
    """Cancel a table; while its game runs and `step` isn't `SURE`, return a question to confirm.

    `place`: `OF_LIST` if the question replaces a list of tables to end; else empty.

    Raises:
        Refused: The clicker may not cancel the table; raised before the question, too.
    """
    moderates = click.relation.presence.moderates
    look = await click.look()
    is_played = look.table.phase is Phase.RUNNING and look.fault is None
    if step == SURE or not is_played:
        return await click.do(lobby.cancelled, moderates)
    await click.tables.check(click.table, click.person, lobby.cancelled, moderates)
    look = await click.tables.look(click.table, click.user_id)
    return Reply(sure_message(look, "cancel", click.words, place), edit=click.is_private)


async def able(click: Click, found: Iterable[Facts], verb: str) -> list[Facts]:
    """Return the tables in `found` at which the clicker may do `verb` ("leave" or "cancel").

    The clicker's rights in the tables' channel have been checked.
    """
    may = []
    for facts in found:
        with suppress(Refused):
            if verb == "cancel":
                moderates = click.relation.presence.moderates
                await click.tables.check(facts.id, click.person, lobby.cancelled, moderates)
            else:
                await click.tables.check(facts.id, click.person, seat_changes.left)
            may.append(facts)
    return may


async def endable_reply(click: Click, *told: str) -> Reply:
    """Return the list of the channel's tables that the clicker may end, with the lines `told` on top."""
    await click.check(Right.READ)
    here = await click.tables.tables_in((await click.facts()).channel_id)
    found = await able(click, here, "cancel")
    if not (found or told):
        raise Refused("none_to_end")
    view = which_message(found, "cancel", click.words, *told) if found else plain(*told)
    return Reply(view, edit=click.is_ephemeral)


@button("join", Right.READ)
async def joined(click: Click) -> Reply:
    """Seat the clicker at the table."""
    await adopt(click)
    return await _shown(click, await seated(click, lobby.joined))


@button("leave", Right.ACT)
async def left(click: Click) -> Reply:
    """Free the clicker's seat at the table."""
    return await _changed(click, seat_changes.left)


@button("start", Right.READ)
async def started(click: Click) -> Reply:
    """Begin the table's game; if a seat is still reserved and the detail isn't `SURE`, ask first."""
    await click.parts.people.note_locale(click.interaction)
    await adopt(click)
    if click.detail != SURE and (await click.facts()).reserved():
        await click.tables.check(click.table, click.person, play.started)
        return Reply(unanswered_message(await click.look(), click.words), edit=click.is_ephemeral)
    done = await click.do(play.started)
    if click.is_ephemeral and done.look.observation is not None and not _is_panel_sent(click, done.look):
        return await panel_reply(click, done.look)
    return await _shown(click, done)


def _is_panel_sent(click: Click, look: Look) -> bool:
    """Whether the bot is about to send the clicker's panel, below the board in their direct messages."""
    return look.table.is_direct and click.parts.people.takes_direct(click.user_id)


@button(SOLO, Right.READ)
async def against_computers(click: Click) -> Reply:
    """Fill the free seats with computer players, start the game, and open the clicker's panel.

    The detail is the level of the computer players.
    """
    await click.parts.people.note_locale(click.interaction)
    await adopt(click)
    done = await click.do(play.started_with_computers, click.detail)
    return await (_shown(click, done) if _is_panel_sent(click, done.look) else panel_reply(click, done.look))


def is_of_list(click: Click) -> bool:
    """Whether the clicked button is in a list of tables to end, or in a question that replaces the list."""
    return click.verb == "cancel" and click.detail.endswith(OF_LIST)


@button("cancel", Right.READ)
async def cancelled(click: Click) -> Reply:
    """Cancel the table, or first ask for a confirmation; in a list of tables to end, show the list again."""
    await adopt(click)
    step, place = click.detail.removesuffix(OF_LIST), OF_LIST if is_of_list(click) else ""
    if step == BACK:
        return await endable_reply(click)
    done = await ended(click, step, place)
    if isinstance(done, Reply):
        return done
    if place:
        return await endable_reply(click, done_line(done.look.table, click.user_id, click.words))
    return await _shown(click, done)


@button("computer", Right.READ)
async def computer_added(click: Click) -> Reply:
    """Seat a computer player; the detail is the player's level."""
    return await _changed(click, lobby.with_computer, click.detail)


@button("uncomputer", Right.READ)
async def computer_removed(click: Click) -> Reply:
    """Remove the computer player of the seat in the detail, or the last one (old buttons have no detail)."""
    return await _changed(click, lobby.without_computer, number(click.detail) if click.detail else None)


@button("invite", Right.READ)
async def invited(click: Click) -> Reply:
    """Reserve a seat for the chosen person, or call the chosen role; without a choice, end a reservation."""
    await adopt(click)
    await click.tables.check(click.table, click.person, lobby.check_may_set_up)
    data: Mapping[str, Any] = click.interaction.data or {}
    if not data.get("values"):
        done = await click.do(lobby.uninvited, number(click.detail))
        return await set_up_reply(click, done.look)
    role: Any = next(iter((data.get("resolved") or {}).get("roles", {}).values()), None)
    is_role, table = role is not None, await click.facts()
    if table.is_direct:
        raise Refused("not_now")  # In direct messages, nobody else sees the table.
    if table.guest:
        raise Refused("not_as_guest")
    await click.check(Right.AGAIN)  # Needed to post the line to the table's channel.
    # Discord reports a clicker's permissions only for the channel in which they click.
    is_there = table.channel_id in places(click.interaction)
    mentions_all = is_there and click.interaction.permissions.mention_everyone
    if is_role and not (role["mentionable"] or mentions_all):
        raise Refused("role_not_mentioned")
    bots = "no_bots_invited"
    whom = Person(int(role["id"]), "") if is_role else chosen_person(click.interaction, bots)
    return await set_up_reply(click, (await called(click, whom, is_role=is_role)).look)


async def called(click: Click, whom: Person, *, is_role: bool = False) -> Outcome:
    """Reserve a seat for a person; call the person, or a role, to the lobby, unless that was done before.

    Raises:
        Refused: What `lobby.invited` raises.
    """
    is_called = any(one.offered_to == whom.id for _, one in (await click.facts()).invited)
    done = await click.do(lobby.invited, whom, is_role=is_role)
    if done.status == "done" and not is_called and not done.look.table.guest:
        await _call_in(click, done.look, whom, is_role=is_role)
    return done


async def _call_in(click: Click, look: Look, whom: Person, *, is_role: bool) -> None:
    """Post a line in a lobby's channel that invites a person or role, and mentions nobody else."""
    table, url = look.table, message_url(look, await click.tables.messages.get(look.table.id))
    line = click.parts.words(table.locale)(
        "table.invite_call",
        whom=f"<@&{whom.id}>" if is_role else f"<@{whom.id}>",
        who=f"<@{click.user_id}>",
        table=written_table_name(table),
        url=url or f"https://discord.com/channels/{table.guild_id}/{table.channel_id}",
    )
    role = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(whom.id)])
    await _call(click, table, table.channel_id, line, whom.id, role if is_role else mentions([whom.id]))


def chosen_person(interaction: discord.Interaction[Any], no_bots: str = "no_bots") -> Person:
    """Return the person chosen in a list; raises `Refused` with the code `no_bots` if the person is a bot."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values") or []
    users = (data.get("resolved") or {}).get("users") or {}
    if len(values) != 1 or values[0] not in users:
        raise Refused("unknown_button")
    user = users[values[0]]
    if user.get("bot"):
        raise Refused(no_bots)
    return Person(int(user["id"]), cleaned(user.get("global_name") or user["username"]))


async def _changed(click: Click, verb: Verb[P], *args: P.args, **kwargs: P.kwargs) -> Reply:
    """Run a verb at the table; return the clicked board or *Set up…* panel repainted, or a confirmation."""
    await adopt(click)
    return await _shown(click, await click.do(verb, *args, **kwargs))


async def _shown(click: Click, done: Outcome) -> Reply:
    """Return the clicked board or *Set up…* panel repainted or, for a click elsewhere, a confirmation."""
    look = await click.tables.look(done.look.table.id, None)
    is_owner = look.table.owner_id == click.user_id
    if click.is_ephemeral and look.table.phase is Phase.LOBBY and is_owner:
        return await set_up_reply(click, look)
    shown = await click.tables.messages.get(look.table.id)
    board, thread = shown.get(BOARD), shown.get(THREAD)
    if click.message is not None and board is not None and click.message.id == board.message_id:
        words = click.parts.words(look.table.locale)
        view = board_message(look, words, thread.message_id if thread else None)
        return Reply(view, edit=True, shown=partial(answered, click.parts, look.table))
    told = done_line(look.table, click.user_id, click.words)
    view = done_message(look, message_url(look, shown), click.words, told)
    return Reply(view, edit=click.is_ephemeral)


@button("again", Right.AGAIN)
async def played_again(click: Click) -> Reply:
    """Open a table like the finished one; if another player has opened one, seat the clicker there.

    If all others are computer players, the game begins at once, and the clicker's panel opens.
    """
    old, who = await click.facts(), click.person
    seat = old.seat_of(who.id)
    if click.interaction.guild_id is None and seat is not None:  # DMs lack the nickname.
        who = replace(who, name=old.seats[seat].name)
    done = await again(click.tables, click.table, who)
    table = done.look.table
    await click.parts.people.note_locale(click.interaction)
    is_mine = table.owner_id == who.id
    if is_mine and done.status == "done" and table.guest:
        return board_reply(click, await click.tables.look(table.id, None))
    if is_mine and done.status == "done":
        click.parts.refresher.post(table.id)
        if all(info.computer is not None or info.person_id == who.id for info in old.seats):
            done = await click.tables.do(table.id, who, click.key, play.started)
        await _call_again(click, done.look)
        await click.parts.refresher.painted(table.id)
    if done.look.observation is not None and not _is_panel_sent(click, done.look):
        return await new_panel(click, done.look)
    key = "again_opened" if is_mine else "again_joined"
    place = place_link(table, click.words)
    told = click.words(f"table.{key}", table=written_table_name(table), channel=place)
    return await linked(click, done.look, told)


async def linked(click: Click, look: Look, told: str, *, edit: bool = False) -> Reply:
    """Return the sentence `told` as a reply, with a link to the table's board if there is one."""
    url = await click.url(look)
    return Reply(plain(told, *([click.words("table.see_board", url=url)] if url else [])), edit=edit)


async def _call_again(click: Click, look: Look) -> None:
    """Call the finished table's other players to the new table (`look`), in the old thread or the channel."""
    old, new = await click.tables.table(click.table), look.table
    others = [info.person_id for info in old.seats if info.person_id and info.person_id != new.owner_id]
    thread = (await click.tables.messages.get(old.id)).get(THREAD)
    if not others:
        return
    place = new.channel_id if thread is None else thread.message_id or thread.channel_id
    line = click.parts.words(new.locale)(
        "table.again_call",
        who=f"<@{new.owner_id}>",
        table=written_table_name(new),
        channel=f"<#{new.channel_id}>",
        others=" ".join(f"<@{one}>" for one in others),
    )
    await _call(click, new, place, line, new.id, mentions(others))


async def _call(
    click: Click, table: Facts, place: int, line: str, about: str | int, whom: discord.AllowedMentions
) -> None:
    """Call people to a lobby by a line in a channel or thread; `about` makes the call's nonce unique."""
    try:
        sent = await channel(click.parts, place).send(
            line,  # The line is plain text, since notifications don't show components.
            nonce=nonce(click.parts, click.table, click.verb, about),
            allowed_mentions=whom,
        )
    except TROUBLE as fault:
        # A call that can't be posted is dropped; people can still see the lobby's board in the channel.
        log.info("call_untold", table=click.table, verb=click.verb, fault=type(fault).__name__)
        return
    # By this note, the call is edited once the lobby is over; it is written after the sending.
    await click.tables.messages.put(table.id, f"{CALL}{sent.id}", place, sent.id, UNTIL_THE_END)


@button(SET_UP, Right.READ)
async def clicked_set_up(click: Click) -> Reply:
    """Change settings by a sent form or the detail; else open the form in the detail, or show *Set up…*."""
    await adopt(click)
    setting = Setting.parse(click.detail) if click.detail else Setting("")
    wanted = {setting.name: setting.value} if setting.value else {}
    if click.interaction.type is discord.InteractionType.modal_submit:
        wanted = submitted(click.interaction)
    elif setting.name == EASIER:
        options = (await click.look()).game.options
        wanted = {option.name: option.easier for option in options if option.easier is not None}
    if wanted:
        name = wanted.pop(NAME, None)
        done = await click.do(lobby.set_up, partial(with_settings, settings=wanted), name)
        return await set_up_reply(click, done.look)
    await click.tables.check(click.table, click.person, lobby.check_may_set_up)
    look = await click.look()
    sheet = RULES if setting.name == NAME else setting.name  # Older panels have a button for the name alone.
    if sheet in SHEETS:
        return Reply(plain(click.words("set_up.again")), form=sheet_form(look, sheet, click.words))
    return await set_up_reply(click, look)


async def adopt(click: Click) -> None:
    """Note the clicked message as the table's board, if it shows the lobby and no board is noted yet.

    People may click a lobby before `/table new` knows the id of the lobby's message.  Without the note, a
    repaint would then post a second board.
    """
    message = click.message
    if message is None or BOARD in await click.tables.messages.get(click.table):
        return
    look = await click.look()
    if is_lobby_of(message, look.table):
        await click.parts.updaters.board.posted(look, message.channel.id, message.id)


async def set_up_reply(click: Click, look: Look, note: str = "") -> Reply:
    """Return the panel *Set up…*, with the line `note` on top, in the clicked ephemeral message, or anew."""
    in_forum = await click.parts.membership.forum_of(click.interaction, look.table) is not None
    view = set_up_message(look, click.words, note, in_forum=in_forum)
    kept = set_up_message(look, click.words, in_forum=in_forum) if note else None
    shown = partial(click.parts.updaters.ephemerals.answered, click.interaction, look, "")
    return Reply(view, edit=click.is_ephemeral, kept=kept, shown=shown)


def with_settings(agreed: Opening, settings: Mapping[str, str]) -> Opening:
    """Return a table's settings with some changed; names that aren't in `SETTINGS` are the game's options.

    Raises:
        Refused: `illegal_option`: a setting in `SETTINGS` has no such value.
    """
    for name, value in settings.items():
        if name not in SETTINGS:
            agreed = replace(agreed, options={**agreed.options, name: value})
            continue
        field, values = SETTINGS[name]
        if value not in values:
            raise Refused("illegal_option", name=name, value=value)
        agreed = replace(agreed, **{field: values[value]})
    return agreed


def submitted(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """Return a sent form's values by the inputs' `custom_id`s; a checkbox's value is "on" or "off".

    Inputs left empty are not included, except the table's name.
    """
    data: Any = interaction.data or {}
    found: dict[str, str] = {}
    for one in _inputs(data.get("components")):
        name, values = str(one.get("custom_id", "")), [*(one.get("values") or ())]
        kind, *checks = name.split(".")
        if kind == CHECKS:
            found |= {check: "on" if check in values else "off" for check in checks}
        elif (value := str(values[0] if values else one.get("value") or "")) or name == NAME:
            found[name] = value
    return found


def _inputs(parts: Any) -> Iterator[Any]:
    """Yield all inputs of a form, which stand in labels or rows."""
    for part in parts or ():
        yield part
        yield from _inputs([part["component"]] if "component" in part else part.get("components"))
