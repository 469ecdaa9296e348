"""Keeps each player's panel up to date: an ephemeral one in a channel, or one in direct messages.

A click on an ephemeral panel lets the bot edit that panel for 15 minutes, of which the bot uses 14.  These
panels are known in memory only.  The message of *Set up…* is such a panel, too; it becomes its reader's game
panel when the game starts.

A panel in direct messages is posted anew to call its player to a turn; other changes edit it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.attachments import Call
from cogs.discord_io.faults import TROUBLE, code_of, is_denied
from cogs.history.ratings import change_line
from cogs.messages.board import tell_in_thread
from cogs.messages.display import ByToken, Display, age_s
from cogs.messages.parts import Parts
from cogs.messages.repaint import Noting, Trying
from cogs.messages.story import called_to, is_called, mentions, public_turn
from cogs.messages.tracked_message import PanelNote, TrackedMessage, TurnMark, Update
from cogs.messages.whereabouts import (
    FRESH_S,
    THREAD,
    UNTIL_THE_END,
    Shown,
    answered,
    channel,
    message_at,
    message_url,
    nonce,
    panel_name,
)
from cogs.people.contacts import CLOSED, may_be_open
from cogs.text import ui
from cogs.text.ui import message, plain, text
from cogs.views import calls
from cogs.views.board import own_label
from cogs.views.follow import left_message
from cogs.views.menu import menu_message
from cogs.views.panel import Advised, Onward, Reader, owes, panel_message
from cogs.views.set_up import set_up_message
from cogs.views.times import moment
from engine.game import Seat
from tables import Facts, Look, MessageRef, Phase
from tables.store.messages import Note
from tables.timing.preferences import Coach, Notice

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class EphemeralUpdater:
    """Keeps the latest ephemeral panel of each player up to date, and marks former panels as outdated."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def answered(
        self,
        interaction: discord.Interaction,
        look: Look,
        picked: str,
        message_id: int,
        is_sure: bool,
        *,
        onward: Onward | None = None,
        is_menu: bool = False,
    ) -> None:
        """Remember that the answer to an interaction shows a panel; called in the click's task.

        `is_sure`: whether Discord has confirmed the answer.  `picked`, `onward` and `is_menu`: as for
        `TrackedMessage.has_answered`.
        """
        message = self._parts.displays.message(message_id)
        # If the answer is not confirmed, the message may lack the menu, so repaints show the panel.
        message.has_answered(look.asked, picked, onward, is_menu=is_menu and is_sure)
        self._parts.displays.covered(message_id)  # The message may have shown another table's panel.
        self._keep(look, ByToken(interaction, message))
        answered(self._parts, look.table, message_id, is_sure)

    def _keep(self, look: Look, panel: ByToken) -> None:
        """Remember a reader's latest panel, and have their former panel say that it is outdated."""
        if self._parts.displays.of(look.table.id).keep(panel.interaction.user.id, panel):
            self._parts.refresher.changed(look.table.id)

    async def paint(self, display: Display, shown: Shown, tried: Trying) -> None:
        """Update the ephemeral panels of a table; called at each repaint of the table."""
        display.forget_expired()
        for reader in list(display.panels):
            if (panel := display.panels.get(reader)) is not None:
                await tried(f"panel:{panel.message.message_id}", self._paint, display, panel, shown)
        for former in list(display.former.values()):
            await self._retire(display, former)

    async def _paint(self, display: Display, panel: ByToken, shown: Shown) -> None:
        reader = panel.interaction.user.id
        look = await self._parts.tables.look(display.table_id, reader)
        if not has_panel(look):
            await self._part(display, reader, panel, look)
            return
        if panel.message.picked(look.asked):
            return
        if panel.message.menu_at is not None and look.table.phase is Phase.RUNNING:
            return
        view = await self._view(panel, look, shown)
        if panel.message.shows(view):
            return
        drawn = await self._parts.attachments.rendered(view)
        if panel.message.is_clicked:
            # The answer to the click may not show this view, so a further repaint follows.
            self._parts.refresher.changed(display.table_id)
            return

        def is_latest() -> bool:
            return display.panels.get(reader) is panel  # False: a click on it was answered meanwhile.

        if await panel.show(self._parts.attachments.kept, view, *drawn, is_latest) is False:
            display.covered(panel.message.message_id)  # The reader has dismissed the panel.

    async def _view(self, panel: ByToken, look: Look, shown: Shown) -> ui.LayoutView:
        """Return the view that an ephemeral panel is to show now."""
        words = self._parts.people.words_for(panel.interaction)
        if look.observation is None:
            forum = await self._parts.membership.forum_of(panel.interaction, look.table)
            return set_up_message(look, words, in_forum=forum is not None)
        reader = await reader_of(self._parts, panel.interaction.user.id, look, panel.message.onward)
        return panel_message(look, words, message_url(look, shown), reader=reader)

    async def _part(self, display: Display, reader: int, panel: ByToken, look: Look) -> None:
        """Edit a panel to say that its reader has left the table, unless a click has replaced the panel."""
        await panel.message.unclicked()
        if display.panels.get(reader) is not panel:
            return
        del display.panels[reader]
        await self._say(
            panel, left_message(look.table, reader, self._parts.people.words_for(panel.interaction))
        )

    async def _retire(self, display: Display, former: ByToken) -> None:
        """Edit a former panel to say that it is outdated, unless a click has made it the latest again."""
        message = former.message
        await message.unclicked()
        if display.former.pop(message.message_id, None) is None:
            return
        await self._say(former, plain(self._parts.people.words_for(former.interaction)("table.opened_anew")))

    async def _say(self, panel: ByToken, view: ui.LayoutView) -> None:
        """Edit a panel to show a view without pictures; a failure is only logged."""
        try:
            await panel.show(self._parts.attachments.kept, view, view)
        except TROUBLE as fault:
            log.info("former_panel_stays", code=code_of(fault), fault=type(fault).__name__)


def has_panel(look: Look) -> bool:
    """Whether the viewer can have a panel of this table: as a player, or as the owner who sets it up."""
    if look.observation is not None:
        return look.seat is not None
    is_owner = look.seat is not None and look.seat == look.table.owner_seat
    return look.table.phase is Phase.CANCELLED or (look.table.phase is Phase.LOBBY and is_owner)


FIRST_GAMES: Final = 2
"""The coach helps in so many first games of each kind, unless a person has switched it on or off."""


async def reader_of(parts: Parts, person_id: int, look: Look, onward: Onward | None = None) -> Reader:
    """Return what changes a player's panel: settings, experience, and other waiting tables (`onward`).

    Raises:
        StorageFailed: The settings or finished games could not be read.
    """
    wanted = parts.tables.people.preferences(person_id)
    is_asked, is_coached = look.asked is not None, wanted.coach is Coach.ON
    # Discord doesn't say who uses a screen reader, so panels offer descriptions until a player's first move.
    is_offered = is_asked and wanted.describes is None and not look.may_ask_back
    if is_asked and (is_offered or wanted.coach is Coach.AUTO):
        finished = await parts.tables.people.finished(person_id, look.table.game_id, FIRST_GAMES)
        is_coached = is_coached or (wanted.coach is Coach.AUTO and finished < FIRST_GAMES)
        is_offered = is_offered and not finished
    rated = ""
    if look.table.rated and (change := await parts.tables.results.change(look.table, person_id)):
        rated = change_line(change, look.table, parts.people.words(person_id))
    return Reader(wanted.describes is True, is_coached, is_offered, None if owes(look) else onward, rated)


class DirectPanelUpdater:
    """Keeps each player's panel in their direct messages up to date, unless they have switched it off."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def answered(
        self,
        look: Look,
        turn: TurnMark | None,
        picked: str,
        onward: Onward | None,
        message_id: int,
        is_sure: bool,
        *,
        is_menu: bool = False,
    ) -> None:
        """Remember that the answer to a click shows a player their panel or menu.

        `turn`: the player's turn; if Discord has confirmed that it took the panel (`is_sure`), no call to the
        turn is needed.  `picked`, `onward` and `is_menu`: as for `TrackedMessage.has_answered`.
        """
        message = self._parts.displays.message(message_id)
        message.has_answered(look.asked, picked, onward, is_menu=is_menu and is_sure)
        if is_sure and not is_menu:
            message.told = turn
        answered(self._parts, look.table, message_id, is_sure)

    async def paint(self, table_id: str, seat: Seat, person_id: int, shown: Shown, noting: Noting) -> None:
        """Update one player's panel; called at each repaint of the table.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        look = await self._parts.tables.look(table_id, person_id)
        if look.seat != seat:
            return  # The player has left the seat, and a repaint for this change will follow.
        notes = self._parts.tables.people.get(person_id)
        ref = shown.get(panel_name(seat))
        if ref is not None and ref.message_id and ref.channel_id != notes.dm_channel_id:
            await self.retire(look.table, seat, ref)
            ref = None
        is_closed = not self._parts.people.takes_direct(person_id)
        if is_closed:
            await self.tell_closed(table_id, seat, person_id, shown, was_closed=notes.dm_state == CLOSED)
            if not may_be_open(notes, self._parts.now()):
                return
        turn = called_to(self._parts, look, seat, person_id)
        if is_closed and (turn is not None or look.table.phase is not Phase.RUNNING):
            return  # A refused call would be lost: only a panel without a call tests if messages get through.
        if turn is None and notes.dm_channel_id is not None and not is_closed:
            begun = self._parts.displays.of(table_id).begun
            await self._parts.attachments.give_up(begun, about(table_id, seat))
        await self._show(look, turn, ref, noting, is_tried=is_closed)

    async def _show(
        self, look: Look, turn: TurnMark | None, ref: MessageRef | None, noting: Noting, *, is_tried: bool
    ) -> None:
        """Have a player's panel show the table; post it anew if it is old, or to call the player to a turn.

        `is_tried`: Whether Discord has refused the player's direct messages; the panel is then posted to find
        out whether Discord still refuses them.
        """
        seat, person_id = own_seat(look)
        noted = PanelNote.parse(ref.extra if ref else "")
        known = self._parts.displays.noted(look.table.id, ref.message_id if ref else 0, noted.digest)
        # Computed only once, since the answer changes when the call falls due.
        is_uncalled = turn is not None and not is_called(look, seat, turn, self._parts.now())
        is_call = turn is not None and turn != (known.told or noted.turn) and not is_uncalled
        if known.menu_at == (look.asked or 0) and look.table.phase is Phase.RUNNING and not is_call:
            view = menu_message(look, self._parts.people.words(person_id), has_lists=False)
        else:
            view = await self.panel(look, turn, picked=known.picked(look.asked), onward=known.onward)
        post = partial(self._post, look, turn, ref, view, is_call=is_call, is_uncalled=is_uncalled)
        if is_uncalled and ref is None and person_id in self._parts.displays.of(look.table.id).panels:
            return  # The player has just started the game, in an ephemeral panel, which is enough for now.
        if is_tried or (ref is None and look.table.phase is Phase.RUNNING):
            await known.replaced_by(post)
            return
        if ref is None or not (ref.message_id or is_call):
            return  # The player has deleted the panel; the next turn's call posts a new one.
        clock = look.clocks.get(seat)
        is_reminder = turn is not None and (turn.reminder > 0 or (clock is not None and clock.is_called_late))
        done = await known.update(
            view,
            partial(
                self._parts.attachments.edit, message_at(self._parts, ref.channel_id, ref.message_id), view
            ),
            post,
            is_post=is_call or age_s(ref.message_id, self._parts.discord_clock.now()) > FRESH_S,
            is_again=is_call and is_reminder,
        )
        match done:
            case Update.SHOWN:
                note = panel_noted(look, ref.channel_id, known, turn if is_call else known.told or noted.turn)
                noting.put(replace(note, still=ref.message_id))
            case Update.GONE:
                note = panel_noted(look, ref.channel_id, TrackedMessage(0), None)
                noting.put(replace(note, still=ref.message_id))
            case Update.CLICKED:
                self._parts.refresher.mark(look.table.id)

    async def _post(
        self,
        look: Look,
        turn: TurnMark | None,
        ref: MessageRef | None,
        view: ui.LayoutView,
        *,
        is_call: bool,
        is_uncalled: bool,
    ) -> None:
        """Post a player's panel and note it; then delete the former panel (`ref`; None: there is none).

        `is_call`: whether the panel calls the player to `turn`.  `is_uncalled`: whether the call comes later,
        so that the note must not name `turn`.
        """
        seat, person_id = own_seat(look)
        parts, table, name = self._parts, look.table, panel_name(seat)
        former = parts.displays.message(ref.message_id if ref else 0)
        call = await self._call(look, turn) if is_call else None
        public = await public_turn(parts, look, turn)
        try:
            channel_id = await parts.people.direct_channel(parts.client, person_id)
            sent = await parts.attachments.send(
                channel(parts, channel_id),
                view,
                nonce=nonce(parts, table.id, name, public, former.message_id),
                silent=call is None,  # Without a call: no news, or the thread notifies.
                call=call,
                begun=parts.displays.of(table.id).begun,
            )
        except discord.HTTPException as fault:
            await self._refused(table, seat, person_id, fault)
            return
        await parts.people.opened(person_id, channel_id)
        if f"closed:{seat}" in await parts.tables.messages.get(table.id):
            await parts.tables.messages.remove(table.id, f"closed:{seat}")
        posted = parts.displays.noted(table.id, sent.id, "")
        posted.choice, posted.onward = former.choice, former.onward
        if parts.displays.of(table.id).is_behind and call is None:
            parts.refresher.mark(table.id)
        else:
            posted.posted(view)

        note = panel_noted(look, channel_id, posted, None if is_uncalled else turn)
        if name not in await parts.tables.messages.put_all(table.id, [note]):
            # The player has left the seat, so nothing else would ever delete this panel.
            await self.delete(table.id, channel_id, sent.id)
        if ref is not None and ref.message_id != sent.id:
            await self.delete(table.id, ref.channel_id, ref.message_id)

    async def _refused(self, table: Facts, seat: Seat, person_id: int, fault: discord.HTTPException) -> None:
        """Note that a player left the server, or gets no direct messages; raise other faults again."""
        parts = self._parts
        was_closed = parts.tables.people.get(person_id).dm_state == CLOSED
        is_hopeless = parts.displays.of(table.id).rests.is_hopeless(panel_name(seat), fault)
        if not (is_hopeless or (was_closed and is_denied(fault))):
            raise fault
        if await parts.left_players.ask(table.guild_id, person_id):
            return  # The board shows that the player has left.
        await parts.people.closed(person_id, parts.now(), fault)
        shown = await parts.tables.messages.get(table.id)
        await self.tell_closed(table.id, seat, person_id, shown, was_closed=True)

    async def _call(self, look: Look, turn: TurnMark | None) -> Call | None:
        """Return a player's call to a turn; None: the player gets calls in the thread, or none now."""
        seat, person_id = own_seat(look)
        people, now = self._parts.people, self._parts.now()
        zone = self._parts.tables.people.preferences(person_id).zone
        if people.notice(person_id, look.table) is not Notice.DIRECT or people.is_quiet(person_id, now):
            return None
        seen_by_all = await self._parts.tables.look(look.table.id, None)
        if seen_by_all.table.phase is not Phase.RUNNING:
            return None  # The game has ended since this repaint read the table.
        words = people.words(person_id)
        is_reminder = turn is not None and turn.reminder > 0
        sentence = calls.to_turn(seen_by_all, seat, now, words, zone, is_reminder=is_reminder)
        return Call(sentence, about(look.table.id, seat))

    def turn(self, look: Look) -> TurnMark | None:
        """Return the turn to which a player must be called; None: the game isn't waiting for the player."""
        return called_to(self._parts, look, *own_seat(look))

    async def panel(
        self,
        look: Look,
        turn: TurnMark | None,
        note: str = "",
        picked: str = "",
        advised: Advised | None = None,
        onward: Onward | None = None,
    ) -> ui.LayoutView:
        """Return the view of a player's panel; on a `turn` of the player (None: no turn), also the board."""
        seat, person_id = own_seat(look)
        words = self._parts.people.words(person_id)
        clock = look.clocks.get(seat)
        if turn and turn.reminder and clock and clock.runs_out is not None:
            reminder = f"⏰ **{words('time.reminder', when=moment(clock.runs_out))}**"
            note = f"{note}\n{reminder}" if note else reminder
        url = message_url(look, await self._parts.tables.messages.get(look.table.id))
        board = await self._parts.tables.look(look.table.id, None) if turn else None
        reader = await reader_of(self._parts, person_id, look, onward)
        return panel_message(
            look, words, url, note, board=board, picked=picked, advised=advised, reader=reader
        )

    async def retire(self, table: Facts, seat: Seat, ref: MessageRef) -> None:
        """Edit a panel to say that its player has left the seat, and delete the panel's note in the database.

        If the player isn't known, or has another seat of the table by now, the panel is deleted instead.
        """
        people, stored = self._parts.people, self._parts.tables.people
        left = (info.person_id for _, info in reversed(table.former) if info.person_id is not None)
        there = (one for one in left if stored.get(one).dm_channel_id == ref.channel_id)
        person_id = next(there, None)
        if person_id is None or table.seat_of(person_id) is not None or not ref.message_id:
            await self.delete(table.id, ref.channel_id, ref.message_id)
        else:
            view = left_message(table, person_id, people.words(person_id))
            sent = message_at(self._parts, ref.channel_id, ref.message_id)
            message = self._parts.displays.message(ref.message_id)
            await message.unclicked()
            try:
                await message.show(view, partial(self._parts.attachments.edit, sent, view))
            except TROUBLE as fault:
                log.info("old_panel_stays", table=table.id, code=code_of(fault), fault=type(fault).__name__)
        await self._parts.tables.messages.remove(table.id, panel_name(seat))

    async def adopt(self, look: Look, channel_id: int, message_id: int) -> None:
        """Note a clicked panel as its player's, unless a newer panel is noted; delete an older noted panel.

        A panel without a note comes from a process that was killed too early.  If another process owns the
        table, do nothing: the owner notes the panel, or posts it again with the same nonce, for which Discord
        returns the clicked message.
        """
        if look.seat is None or not self._parts.tables.cluster.is_ours(look.table.id):
            return
        former = (await self._parts.tables.messages.get(look.table.id)).get(panel_name(look.seat))
        if former is None or self._parts.displays.message(former.message_id).is_replaced:
            return  # The click came before Discord's answer to our post, which is about to be noted.
        if former.message_id and message_id > former.message_id:
            known = self._parts.displays.noted(look.table.id, message_id, "")
            note = panel_noted(look, channel_id, known, PanelNote.parse(former.extra).turn)
            await self._parts.tables.messages.put_all(look.table.id, [note])
            await self.delete(former.table_id, former.channel_id, former.message_id)

    async def delete(self, table_id: str, channel_id: int, message_id: int) -> None:
        """Delete a panel once no click on it is being answered, since the answer would edit the message."""
        if not message_id:
            return
        await self._parts.displays.message(message_id).unclicked()
        try:
            await message_at(self._parts, channel_id, message_id).delete()
        except TROUBLE as fault:
            log.info("old_panel_stays", table=table_id, code=code_of(fault), fault=type(fault).__name__)

    async def tell_closed(
        self, table_id: str, seat: Seat, person_id: int, shown: Shown, *, was_closed: bool
    ) -> None:
        """Say once in the thread that a player gets no direct messages, and can use *My cards* instead.

        `was_closed`: Whether Discord refuses the messages; False: the player has switched them off, and the
        thread gets no message.
        """
        name = f"closed:{seat}"
        if THREAD not in shown or name in shown or not was_closed:
            return
        look = await self._parts.tables.look(table_id, None)
        words = self._parts.words(look.table.locale)
        button = own_label(look.table.game_id, words)
        line = words("table.dm_closed", who=f"<@{person_id}>", button=button)
        told = await tell_in_thread(
            self._parts,
            look,
            lambda before: message([text(*filter(None, (before, line)))]),
            nonce=nonce(self._parts, table_id, name),
            call=Call(line, f"{table_id} {name}"),
            allowed_mentions=mentions([person_id]),
        )
        await self._parts.tables.messages.put(table_id, name, told.message.channel.id, 0, UNTIL_THE_END)


def own_seat(look: Look) -> tuple[Seat, int]:
    """Return the viewer's seat and the id of the person there; the viewer must be a player of the table."""
    assert look.seat is not None
    return look.seat, look.table.seats[look.seat].person_id or 0


def panel_noted(look: Look, channel_id: int, message: TrackedMessage, turn: TurnMark | None) -> Note:
    """Return the database note of a player's panel, to be written only if the player still has the seat."""
    seat, of = own_seat(look)
    extra = PanelNote(turn, message.digest).encode()
    return Note(panel_name(seat), channel_id, message.message_id, look.table.version, extra, of)


def about(table_id: str, seat: Seat) -> str:
    """Return the subject (`Call.about`) of the calls to a player's turns at a table."""
    return f"{table_id} {panel_name(seat)}"
