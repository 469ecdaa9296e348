"""Every click on our components: its id is read, what it asks for is done, and the outcome is shown.

Not by discord.py's view store: the custom_id alone says what a click asks for.  So buttons of an earlier
process work, nothing is kept for messages, and an id that was never on a message is answered like any other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord.ext import commands
from msgspec.structs import replace

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import is_ephemeral, is_private
from cogs.discord_io.watching import OTHER
from cogs.interactions.advice import advisers
from cogs.interactions.answer import answer
from cogs.interactions.end_card import posted_card, shown_card
from cogs.interactions.ending import ended
from cogs.interactions.follow import UNFOLLOW, clicked_follow, is_stop
from cogs.interactions.learn import clicked_lesson, opened_lesson
from cogs.interactions.my_games import my_games
from cogs.interactions.parts import ClickParts
from cogs.interactions.play import new_panel, own_look, panel_reply
from cogs.interactions.privacy import clicked_data, clicked_forget
from cogs.interactions.refused import panel_telling
from cogs.interactions.rematch import call_again
from cogs.interactions.seating import seated
from cogs.interactions.set_up import clicked_set_up, set_up_reply
from cogs.interactions.settings import changed_setting
from cogs.interactions.settle import settlements
from cogs.messages.left_behind import is_lobby_of
from cogs.messages.whereabouts import BOARD, THREAD, answered, message_url
from cogs.people.contacts import by, person
from cogs.text import details, ids
from cogs.text.components import plain
from cogs.text.names import written_table_name
from cogs.views.board import ZOOM, board_message, done_message
from cogs.views.end_card import POST
from cogs.views.log import log_message
from cogs.views.menu import SURE
from cogs.views.replay import ReplaySource
from cogs.views.rules import rules_message, zoom_message
from cogs.views.story_lines import story_lines
from tables import Facts, Outcome, Phase, Refused
from tables.lessons import is_lesson
from tables.verbs import P, Verb, lobby, play, seat_changes
from tables.views import looks

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction
Handler = Callable[[Interaction, ids.TableId], Awaitable[Reply]]

WITHOUT_TABLE: Final = frozenset({"learn", "rules", "replay", "set", "games", "data", "forget"})
"""The verbs of ids that name no table."""
CLICKS: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What comes from our messages: a form that was opened by a button on one tells that message too."""


class Router(commands.Cog):
    """Receives component interactions and hands them to `tables`."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts
        self._tables = parts.tables
        self._verbs: Mapping[str, Handler] = {
            "join": self.join,
            "leave": self.leave,
            "start": self.start,
            "cancel": self.cancel,
            "computer": self.add_computer,
            "uncomputer": self.remove_computer,
            "set_up": self.set_up,
            "cards": self.cards,
            "refresh": self.refresh,
            ZOOM: self.zoom,
            ids.PICK: self.pick,
            "back": self.take_back,
            "log": self.log,
            "rules": self.rules,
            "again": self.play_again,
            "replay": self.replay,
            "record": self.record,
            "review": parts.reviewer.clicked,
            "follow": partial(clicked_follow, parts),
            "card": partial(shown_card, parts),
            POST: partial(posted_card, parts),
            **settlements(parts),
            **advisers(parts),
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a click, in the task that discord.py runs for it; commands go to `cogs.commands`."""
        if interaction.type not in CLICKS or interaction.message is None or not interaction.data:
            return
        custom_id = str(interaction.data.get("custom_id", ""))
        log.debug("click", person=interaction.user.id)
        clicked = ids.read(custom_id)
        if isinstance(clicked, ids.OtherId) and clicked.verb == ids.CHOOSE:
            values: Any = interaction.data.get("values") or [""]
            clicked = ids.read(str(values[0]))
        table_id = clicked.table if isinstance(clicked, ids.MoveId | ids.TableId) else None
        within = partial(panel_telling, self._parts, interaction, clicked)
        with self._parts.displays.message(interaction.message.id).clicked():
            work = self._outcome(interaction, clicked)
            await answer(self._parts, interaction, work, table_id, within, self._verb(clicked))

    def _verb(self, clicked: ids.MoveId | ids.TableId | ids.OtherId | None) -> str:
        """What a click asks for, in one word of ours: an id may say anything."""
        match clicked:
            case ids.MoveId():
                return "play"
            case ids.TableId(verb=verb) if verb in self._verbs:
                return verb
            case ids.OtherId(verb=verb) if verb in WITHOUT_TABLE:
                return verb
            case _:
                return OTHER

    async def _outcome(
        self, interaction: Interaction, clicked: ids.MoveId | ids.TableId | ids.OtherId | None
    ) -> Reply:
        match clicked:
            case ids.MoveId(table=table) | ids.TableId(table=table) if is_lesson(table):
                return await clicked_lesson(self._parts, interaction, clicked)
            case ids.MoveId():
                await self._parts.access.checked(interaction, clicked.table, "play")
                return await self.play(interaction, clicked)
            case ids.TableId(verb=verb) if verb in self._verbs:
                await self._parts.access.checked(
                    interaction, clicked.table, UNFOLLOW if is_stop(clicked) else verb
                )
                return await self._verbs[verb](interaction, clicked)
            case ids.OtherId(verb="learn"):
                return await opened_lesson(self._parts, interaction, clicked.detail)
            case ids.OtherId(verb="rules"):
                rules = details.RulesPage.parse(clicked.detail)
                words = self._parts.people.words_for(interaction)
                view = rules_message(rules.game_id, rules.page, words)
                return Reply(view, edit=is_private(interaction))
            case ids.OtherId(verb="replay"):
                to = details.FilePosition.parse(clicked.detail)
                return await self._parts.replay_player.clicked(
                    interaction, ReplaySource(file=to.file), to.stop
                )
            case ids.OtherId(verb="set"):
                return await changed_setting(self._parts, interaction, clicked.detail)
            case ids.OtherId(verb="games"):
                return await my_games(self._parts, interaction, clicked.detail)
            case ids.OtherId(verb="data"):
                return await clicked_data(self._parts, interaction, clicked.detail)
            case ids.OtherId(verb="forget"):
                return await clicked_forget(self._parts, interaction, clicked.detail)
            case _:
                raise Refused("unknown_button")

    # Moves

    async def play(self, interaction: Interaction, clicked: ids.MoveId) -> Reply:
        """Answer a question of the game."""
        asked, moves = clicked.asked, clicked.moves
        await self._tables.check_reached(clicked.table, asked)
        done = await self._tables.do(clicked.table, *by(interaction), play.played, asked, moves)
        note = await self._note(interaction, done, asked)
        return await panel_reply(self._parts, interaction, done.look, note)

    async def pick(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Go one step further in choosing a move; only the clicker sees it, and nothing is stored."""
        look = await own_look(self._parts, interaction, clicked.table)
        pick = details.Pick.parse(clicked.detail)
        await self._tables.check_reached(clicked.table, pick.asked)
        if look.asked != pick.asked:
            words = self._parts.people.words_for(interaction)
            return await panel_reply(self._parts, interaction, look, f"-# {words('table.stale')}")
        return await panel_reply(self._parts, interaction, look, picked=pick.picked)

    async def take_back(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Undo one's latest click, if it is the one that the button was made for."""
        number = details.number(clicked.detail, 0)
        done = await self._tables.do(clicked.table, *by(interaction), looks.taken_back, number)
        words = self._parts.people.words_for(interaction)
        note = f"-# {words('table.stale')}" if done.status == "stale" else ""
        return await panel_reply(self._parts, interaction, done.look, note)

    async def _note(self, interaction: Interaction, done: Outcome, asked: int) -> str:
        """A line for a click on an old panel: that it is old, and what has happened since."""
        if done.status != "stale":
            return ""
        words = self._parts.people.words_for(interaction)
        since = await self._tables.read(done.look.table.id, looks.log_since_asked, interaction.user.id, asked)
        lines = story_lines(since, done.look, words)[-3:]
        return f"-# {words('table.stale')} " + " ".join(" ".join(line.split()) for line in lines)

    async def cards(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Open one's private panel."""
        await self._parts.people.note_locale(interaction)
        look = await own_look(self._parts, interaction, clicked.table)
        return await new_panel(self._parts, interaction, look)

    async def refresh(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Repaint one's private panel."""
        look = await own_look(self._parts, interaction, clicked.table)
        return await panel_reply(self._parts, interaction, look)

    # Lobby

    async def join(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Sit down."""
        await self._adopt(interaction, clicked.table)
        done = await seated(self._parts, interaction, clicked.table, lobby.joined)
        return await self._shown(interaction, done)

    async def leave(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Stand up."""
        return await self._changed(interaction, clicked, seat_changes.left)

    async def start(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Begin the game."""
        await self._parts.people.note_locale(interaction)
        await self._adopt(interaction, clicked.table)
        done = await self._tables.do(clicked.table, *by(interaction), play.started)
        if is_ephemeral(interaction) and done.look.observation is not None:
            return await panel_reply(self._parts, interaction, done.look)
        return await self._shown(interaction, done)

    async def cancel(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """End the table; a running game once the clicker says that they are sure."""
        who = await self._parts.access.checked(interaction, clicked.table, clicked.verb)
        is_sure = clicked.detail == SURE
        await self._adopt(interaction, clicked.table)
        done = await ended(self._parts, interaction, clicked.table, who, is_sure=is_sure)
        if isinstance(done, Reply):
            return done
        reply = await self._shown(interaction, done)
        return replace(reply, edit=reply.edit or is_ephemeral(interaction))

    async def add_computer(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Let a computer player sit down."""
        return await self._changed(interaction, clicked, lobby.with_computer, clicked.detail)

    async def remove_computer(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Let the computer player named on the button stand up; where it names none, as once, the latest."""
        seat = details.number(clicked.detail) if clicked.detail else None
        return await self._changed(interaction, clicked, lobby.without_computer, seat)

    async def set_up(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Show its owner what can be chosen at a table, or choose it."""
        await self._adopt(interaction, clicked.table)
        return await clicked_set_up(self._parts, interaction, clicked)

    async def _changed(
        self, interaction: Interaction, clicked: ids.TableId, verb: Verb[P], *args: P.args, **kwargs: P.kwargs
    ) -> Reply:
        """Run the verb; the board, in place of the message clicked if that is it, else a confirmation."""
        await self._adopt(interaction, clicked.table)
        who, click = by(interaction)
        return await self._shown(
            interaction, await self._tables.do(clicked.table, who, click, verb, *args, **kwargs)
        )

    async def _shown(self, interaction: Interaction, done: Outcome) -> Reply:
        """The board or the panel of *Set up…*, in place of the message clicked; else a confirmation."""
        look = await self._tables.look(done.look.table.id, None)
        is_owner = look.table.owner_id == interaction.user.id
        if is_ephemeral(interaction) and look.table.phase is Phase.LOBBY and is_owner:
            return set_up_reply(self._parts, interaction, look)
        shown = await self._tables.messages.get(look.table.id)
        board, thread, message = shown.get(BOARD), shown.get(THREAD), interaction.message
        if message is not None and board is not None and message.id == board.message_id:
            view = board_message(
                look, self._parts.words(look.table.locale), thread.message_id if thread else None
            )
            return Reply(view, edit=True, shown=partial(answered, self._parts, look.table))
        words = self._parts.people.words_for(interaction)
        return Reply(done_message(look, message_url(look, shown), words))

    async def _adopt(self, interaction: Interaction, table_id: str) -> None:
        """Note a lobby as the board if it is clicked before `/table new` knows what its reply has become.

        Else the repaint that a change brings would post a second one.
        """
        if BOARD in await self._tables.messages.get(table_id):
            return
        message, look = interaction.message, await self._tables.look(table_id, None)
        if message is None:
            return
        if is_lobby_of(message, look.table):
            await self._parts.painters.board.posted(look, message.channel.id, message.id)

    async def play_again(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """Open a table like the finished one, or sit down at the one that another player opened so."""
        old, who = await self._tables.facts(clicked.table), person(interaction)
        seat = old.seat_of(who.id)
        if interaction.guild_id is None and seat is not None:  # Their nickname is known from then.
            who = replace(who, name=old.seats[seat].name)
        done = await self._tables.again(clicked.table, who)
        table = done.look.table
        await self._parts.people.note_locale(interaction)
        is_mine = table.owner_id == interaction.user.id
        if is_mine and done.status == "done":
            self._parts.refresher.post(table.id)
            await call_again(self._parts, clicked.table, done.look)
        words = self._parts.people.words_for(interaction)
        key = "again_opened" if is_mine else "again_joined"
        where = f"<#{table.channel_id}>"
        return Reply(plain(words(f"table.{key}", table=written_table_name(table), channel=where)))

    # Reading

    async def zoom(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """A part of the board enlarged; another part takes its place in the same message."""
        words = self._parts.people.words_for(interaction)
        look = await self._tables.look(clicked.table, None)
        has_back = self._has_back(interaction, look.table)
        view = zoom_message(look, clicked.detail, words, has_back=has_back)
        is_further = bool(clicked.detail) and is_private(interaction)
        return Reply(view, edit=is_further or is_ephemeral(interaction))

    async def log(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """The newest lines of the play-by-play."""
        words = self._parts.people.words_for(interaction)
        look = await self._tables.look(clicked.table, interaction.user.id)
        logged = await self._tables.read(clicked.table, looks.log_of, interaction.user.id)
        thread = (await self._tables.messages.get(clicked.table)).get(THREAD)
        thread_id, has_back = thread.message_id if thread else None, self._has_back(interaction, look.table)
        view = log_message(look, logged, words, thread_id, has_back=has_back)
        return Reply(view, edit=is_ephemeral(interaction))

    async def rules(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """The rules of the table's game."""
        words = self._parts.people.words_for(interaction)
        table = await self._tables.table(clicked.table)
        page = details.number(clicked.detail, 0)
        back_to = table if self._has_back(interaction, table) else None
        return Reply(rules_message(table.game_id, page, words, back_to), edit=is_ephemeral(interaction))

    def _has_back(self, interaction: Interaction, table: Facts) -> bool:
        """Whether what is opened takes the place of the clicker's own panel, and leads back to it."""
        return is_ephemeral(interaction) and table.seat_of(interaction.user.id) is not None

    async def replay(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """A frame of the table's game."""
        source, stop = ReplaySource(table=clicked.table), details.ReplayPosition.parse(clicked.detail)
        return await self._parts.replay_player.clicked(interaction, source, stop)

    async def record(self, interaction: Interaction, clicked: ids.TableId) -> Reply:
        """The file of the table's game."""
        return await self._parts.replay_player.record(interaction, clicked.table)
