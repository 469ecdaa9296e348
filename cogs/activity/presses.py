"""Answers presses on the page: makes a click of each press, and takes the view of the router's answer.

Such a click has no token, so nothing is sent to Discord in answer to it.  As on an ephemeral message, only
the person sees the reply.  A public reply is not posted; the table's own messages show its effect.
"""

from __future__ import annotations

import time
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final

import discord
from msgspec.structs import replace

from cogs.activity.identity import Identity, Instance
from cogs.activity.launch import noted
from cogs.activity.session import Session
from cogs.activity.views import Told, View, board_of, view_of, with_panel
from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import sentence
from cogs.discord_io.watching import SENT, WORKED
from cogs.interactions.answer import RELAYED, game_of, outcome_of, tell_watchers
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.replays import PACE_S
from cogs.interactions.router import chosen, reply
from cogs.people.access import AtOwner
from cogs.text import ids
from engine.game import Struct
from tables import Facts, Refused
from tables.model.texts import cleaned
from tables.verbs.access import Presence, Right, check, relation

EPHEMERAL: Final = 1 << 6
"""Discord's flag of messages that only one person sees."""
WORD, LIST = 2, 3
"""Discord's numbers for the types of components that the page has: buttons, and lists of texts."""
MOST_VALUES: Final = 25
LONGEST: Final = 100
"""The most characters of the custom_id of a button or list, or of a value chosen in a list."""
REVIEW_S: Final = 2.0
"""Seconds after which the page asks again whether a review is ready."""
IN_SERVER, IN_DIRECT, IN_GROUP = 0, 1, 2
"""The contexts of interactions, as Discord numbers them."""


class Press(Struct, frozen=True):
    """A press on the page, as the page sends it.

    Attributes:
        key: A text by which the page tells presses apart; a second press with the same key has no effect.
        press: The custom_id of the pressed button or list.
        values: The values chosen in the list; empty for a button.
    """

    key: str
    press: str
    values: tuple[str, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Whether the press has all texts that it needs, and no text is too long."""
        texts_fit = all(len(one) <= LONGEST for one in (self.press, *self.values))
        return (
            16 <= len(self.key) <= 64 and bool(self.press) and len(self.values) <= MOST_VALUES and texts_fit
        )


class Done(Struct, frozen=True):
    """The result of a press: the messages that the page shows next.

    Attributes:
        step: The person's panel with a line at its top, or at a step of choosing a move, shown until the
            table changes; None: the press has not changed the panel.
        aside: The message that the press has opened; None: no message.
        told: A sentence for the person; empty: no sentence.
        then: The custom_id of a button in `aside` that the page itself presses after `then_s` seconds, to
            show the next frame of a running replay, or the progress of a review; empty: no button.
        table: The id of the panel's table.
        version: The version of the table that the panel shows.
    """

    step: Told | None = None
    aside: View | None = None
    told: str = ""
    then: str = ""
    then_s: float = 0.0
    table: str = ""
    version: int = 0


class Left(Exception):
    """Raised if a person isn't in the Activity's instance any more, so that their session is over."""


class Presses:
    """Answers presses, and checks which tables people may see; `identity` asks Discord about people."""

    def __init__(self, parts: ClickParts, identity: Identity) -> None:
        self._parts = parts
        self._identity = identity

    async def done(self, session: Session, press: Press, shown: str) -> Done:
        """Carry out a press, and return the result; a refusal is a sentence in the result.

        Args:
            session: The session of the person who has pressed.
            press: The press.
            shown: The id of the table that the page shows.

        Raises:
            AtOwner: Another process owns the table.
            Left: The person isn't in the Activity's instance any more.
            Refused: `discord_trouble`.
        """
        asked = chosen({"custom_id": press.press, "values": press.values})
        table_id = shown if asked is None or not asked.table else asked.table
        interaction = await self._interaction(session, press, table_id)
        click = Click(self._parts, interaction)
        if asked is not None:
            click.verb, click.table, click.detail = asked.verb, asked.table, asked.detail
        steps: dict[str, float] = {}
        began, outcome = time.perf_counter(), "unsent"
        try:
            with self._parts.capacity.answering():
                given = await reply(click)
                steps[WORKED] = time.perf_counter() - began
                done = await self._shown(click, given, session, shown)
            outcome = "done"
            return done
        except AtOwner:
            outcome = RELAYED
            raise
        except Exception as fault:
            outcome = outcome_of(fault)
            number = f"{(interaction.id >> 16) % 16**6:06x}"
            return Done(told=sentence(fault, click.words, await game_of(self._parts, click.table), number))
        finally:
            steps[SENT] = time.perf_counter() - began - steps.get(WORKED, 0.0)
            if outcome != RELAYED:
                tell_watchers(click, outcome, steps)

    async def _shown(self, click: Click, given: Reply, session: Session, shown: str) -> Done:
        words = click.words
        if given.form is not None or given.launched is not None or given.files:
            return Done(told=words("activity.in_message"))
        look = given.panel
        if look is not None:
            if look.table.id != shown:
                await noted(click, session.instance)
            picked = click.detail.partition(".")[2] if click.verb == ids.PICK else ""
            _, board = await board_of(self._parts.tables, words, look.table.id)
            step = with_panel(look, words, given.view, board, choosing=bool(picked))
            return Done(step, table=look.table.id, version=look.table.version)
        if given.public:
            if given.late is None:
                return Done(told=words("activity.in_message"))
            given = await given.late()  # The public message is posted by a repaint.
        return Done(aside=view_of(given.view), **self._then(click, given))

    def _then(self, click: Click, given: Reply) -> dict[str, Any]:
        """Return `then` and `then_s` of `Done` for a running replay or review; empty for other answers."""
        if click.verb == "review" and given.shown is not None:
            return {"then": str(ids.TableId(click.table, click.verb, click.detail)), "then_s": REVIEW_S}
        stop = ids.ReplayPosition.parse(click.detail)
        if click.verb != "replay" or stop.step != "play" or given.shown is None:
            return {}
        following = str(replace(stop, frame=stop.frame + 1))
        return {"then": str(ids.TableId(click.table, click.verb, following)), "then_s": PACE_S}

    async def joined(self, session: Session) -> Instance:
        """Return a session's instance; raises `Left` if the person isn't in the instance, or `Refused`."""
        instance = await self._identity.joined(session.instance, session.person)
        if instance is None:
            raise Left
        return instance

    async def check_reads(self, session: Session, table_id: str) -> Facts:
        """Return a table that a person may see; raises `Refused` if they may not see it, or `Left`."""
        instance = await self.joined(session)
        facts = await self._parts.tables.facts(table_id)
        here = await self._presence(session, instance, facts)
        check(Right.READ, relation(facts, session.person, here, follows=False), table_id)
        return facts

    async def _presence(self, session: Session, instance: Instance, facts: Facts) -> Presence:
        """Return a person's rights in a table's channel.

        A person in an instance sees the instance's channel, since Discord lets nobody else in.  The person's
        other rights are requested from Discord.
        """
        is_there = (instance.channel_id, instance.guild_id) == (facts.channel_id, facts.guild_id)
        if facts.guild_id is None:
            return Presence(sees=is_there, posts=is_there)
        known = await self._parts.membership.presence(facts.guild_id, facts.channel_id, session.person)
        known = known or Presence()
        return Presence(is_there or known.sees, known.moderates, known.posts)

    async def _interaction(self, session: Session, press: Press, table_id: str) -> discord.Interaction[Any]:
        """Return the interaction that Discord would have sent for a click on an ephemeral message."""
        instance, client = await self.joined(session), self._parts.client
        guild_id, channel_id = instance.guild_id, instance.channel_id
        here, name, member = Presence(sees=True), session.name, await self._member(session, instance)
        is_guest = False
        with suppress(Refused):  # Of an unknown table, the click is refused.
            facts = await self._parts.tables.facts(table_id)
            if facts.channel_id == channel_id:
                here, is_guest = await self._presence(session, instance, facts), facts.guest
                if (seat := facts.seat_of(session.person)) is not None:
                    name = facts.seats[seat].name
                elif member is not None and not is_guest:
                    name = cleaned(member.display_name)
        of_all = {"username": session.name, "discriminator": "0", "avatar": None}
        user = {**of_all, "id": str(session.person), "global_name": name}
        author = {**of_all, "id": str(client.user.id if client.user else 0), "bot": True}
        told: Any = {
            "id": str(number_of(session.person, session.instance, press.key)),
            "application_id": author["id"],
            "type": discord.InteractionType.component.value,
            "token": "",
            "version": 1,
            "locale": session.locale,
            "entitlements": [],
            "attachment_size_limit": 0,
            "channel_id": str(channel_id),
            "app_permissions": str(await self._allowed(instance)),
            "data": {
                "custom_id": press.press,
                "component_type": LIST if press.values else WORD,
                **({"values": list(press.values)} if press.values else {}),
            },
            "message": {
                "id": str(number_of(session.person, session.instance)),
                "channel_id": str(channel_id),
                "type": 0,
                "content": "",
                "flags": EPHEMERAL,
                "author": author,
                "components": [],
            },
            "authorizing_integration_owners": (
                {"1": str(session.person)} if is_guest else {"0": str(guild_id or 0)}
            ),
        }
        if guild_id is None:
            channel: Any = {"id": str(channel_id), "type": 3 if is_guest else 1, "recipients": []}
            told |= {"channel": channel, "user": user, "context": IN_GROUP if is_guest else IN_DIRECT}
            return discord.Interaction(data=told, state=client._connection)
        may = {"send_messages": here.posts, "send_messages_in_threads": here.posts}
        may |= {"view_channel": here.sees, "manage_messages": here.moderates}
        allowed = discord.Permissions(**may, use_application_commands=here.posts).value
        # By the roles, other channels of the server are open to the person or not.
        roles = [str(role.id) for role in member.roles if not role.is_default()] if member is not None else []
        of_member = {"user": user, "nick": name, "roles": roles, "flags": 0, "joined_at": None}
        told |= {
            "guild_id": str(guild_id),
            "channel": {
                "id": str(channel_id),
                "type": 0,
                "name": "",
                "position": 0,
                "permission_overwrites": [],
            },
            "member": {**of_member, "permissions": str(allowed)},
            "context": IN_SERVER,
        }
        return discord.Interaction(data=told, state=client._connection)

    async def _member(self, session: Session, instance: Instance) -> discord.Member | None:
        """Return a person as a member of the instance's server; None: no server, or one without the bot.

        Raises:
            Refused: `discord_trouble`.
        """
        if instance.guild_id is None:
            return None
        place, membership = (instance.guild_id, instance.channel_id), self._parts.membership
        try:
            return (await membership.member(*place, session.person))[0]
        except Refused as refused:
            if refused.code == "invite_not_here":
                return None
            raise

    async def _allowed(self, instance: Instance) -> int:
        """Return the bot's permissions in an instance's place, as Discord's bits; 0: not known."""
        if instance.guild_id is None:
            return 0
        known = await self._parts.membership.of_bot(instance.guild_id, instance.channel_id)
        return 0 if known is None else known[1].value


def number_of(*texts: str | int) -> int:
    """Return a number like an id of Discord's, always the same for the same texts."""
    return int.from_bytes(blake2b(repr(texts).encode(), digest_size=8).digest()) >> 2
