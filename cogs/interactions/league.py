"""Leagues: the command `/league`, and the clicks on a league's messages."""

from __future__ import annotations

from contextlib import suppress

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE
from cogs.discord_io.origin import check_channel, is_guest
from cogs.history import league as views
from cogs.history.league import END, HERE, JOIN, LEAVE, MANAGE, PAUSE, PLACE, RESUME, RUNS, START, SURE
from cogs.interactions.click import Click, button
from cogs.messages.whereabouts import is_deleted
from cogs.text.ui import plain
from tables import Refused
from tables.store.leagues import League, LeaguePhase, Settings
from tables.verbs.access import NOWHERE, Presence, check_league, check_moves_league


@button(views.VERB)
async def league(click: Click) -> Reply:
    """Do a step in a league; the detail is the step and the league's id: `join.5f1c0a`."""
    step, _, league_id = click.detail.partition(".")
    leagues, words = click.tables.leagues, click.words
    known = await leagues.get(league_id)
    if step == HERE + SURE:
        return await _moved(click, known)
    await _check(click, known.guild_id, known.channel_id, runs=step in RUNS)
    match step:
        case step if step == JOIN:
            await leagues.join(known.id, click.person)
            await click.parts.people.note_locale(click.interaction, of_anybody=True)
            return await _told(click, known, "league.joined_you")
        case step if step == LEAVE and known.phase is LeaguePhase.RUNNING:
            await _member(click, known)
            return Reply(views.question_message(known, LEAVE, words))
        case step if step in (LEAVE, LEAVE + SURE):
            await leagues.leave(known.id, click.user_id)
            return await _told(click, known, "league.left_you")
        case step if step == PLACE:
            return await _place(click, known)
        case step if step == END:
            return Reply(views.question_message(known, END, words), edit=click.is_private)
        case step if step in RUNS:
            steps = {
                START: leagues.start,
                PAUSE: leagues.pause,
                RESUME: leagues.resume,
                END + SURE: leagues.end,
            }
            if step != MANAGE:
                await steps[step](known.id)
            return await _managed(click, known)
    raise Refused("unknown_button")


async def _check(click: Click, guild_id: int | None, channel_id: int, *, runs: bool) -> Presence:
    """Return the clicker's rights in a league's channel; raises `Refused` if they don't suffice.

    `runs`: whether a moderator's rights are needed.  The rights come from the click alone, so that strangers
    can't make the bot send requests to Discord.
    """
    presence = await click.parts.membership.by_click(click.interaction, guild_id, channel_id)
    check_league(presence or NOWHERE, runs=runs)
    return presence or NOWHERE


async def _moved(click: Click, known: League) -> Reply:
    """Have a league whose channel was deleted go on in the place of the click.

    Raises:
        Refused: `no_league`: the channel still exists; what `check_moves_league` and `Leagues.move` raise.
    """
    asked = click.interaction
    if known.guild_id != asked.guild_id or not await _is_mine_to_move(click, known):
        raise Refused("no_league")
    check_channel(asked)
    await click.tables.leagues.move(known.id, asked.channel_id or 0)
    return await _managed(click, known)


async def _is_mine_to_move(click: Click, known: League) -> bool:
    """Whether the league's channel was deleted; raises `Refused` if the clicker may not move the league."""
    asked = click.interaction
    presence = await click.parts.membership.by_click(asked, asked.guild_id, asked.channel_id or 0)
    check_moves_league(
        presence or NOWHERE,
        opened=known.opener_id == click.user_id,
        runs_server=asked.permissions.manage_guild or asked.permissions.manage_channels,
    )
    return await is_deleted(click.parts, known.channel_id)


async def _member(click: Click, known: League) -> None:
    """Raise `Refused` (`not_in_league`) if the clicker isn't in the league."""
    season = await click.tables.leagues.season(known.id)
    if click.user_id not in season.members:
        raise Refused("not_in_league")


async def _place(click: Click, known: League) -> Reply:
    await _member(click, known)
    season = await click.tables.leagues.season(known.id)
    urls = await click.parts.updaters.leagues.urls(season)
    reserve = await click.tables.leagues.reserve_s(known.id, click.user_id)
    shown = views.place_message(season, click.user_id, reserve, urls, click.words)
    return Reply(shown, edit=click.is_private)


async def _told(click: Click, known: League, key: str) -> Reply:
    await _shown(click, known)
    return Reply(plain(click.words(key)), edit=click.is_private)


async def _managed(click: Click, known: League, *told: str) -> Reply:
    """Update the league's message; then return the moderators' menu, with the lines `told`."""
    await _shown(click, known)
    season = await click.tables.leagues.season(known.id)
    return Reply(views.manage_message(season, click.words, *told), edit=click.is_private)


async def _shown(click: Click, known: League) -> None:
    with suppress(*TROUBLE):  # The next round of all leagues shows it.
        await click.parts.updaters.leagues.show(known.id)


async def opened_league(click: Click, settings: Settings | None, name: str) -> Reply:
    """Open a league in the place of a command; without `settings`, show the league of the place.

    A moderator gets the league's menu; other people get a message on their own rank.  If the place has no
    league, a person who may move a league whose channel was deleted is asked whether to move it here.

    Raises:
        Refused: `league_server`; what `check_league`, `check_channel` and `Leagues.open` raise.
    """
    guild_id, channel_id = click.interaction.guild_id, click.interaction.channel_id or 0
    if guild_id is None or is_guest(click.interaction):
        raise Refused("league_server")
    presence = await _check(click, guild_id, channel_id, runs=settings is not None)
    if settings is None:
        for known in await click.tables.leagues.in_channel(channel_id):
            return await (_managed if presence.moderates else _place)(click, known)
        for known in await click.tables.leagues.running_in(guild_id) if presence.moderates else ():
            with suppress(Refused):
                if await _is_mine_to_move(click, known):
                    return Reply(views.question_message(known, HERE, click.words))
        raise Refused("open_league" if presence.moderates else "no_league")
    check_channel(click.interaction)
    await click.parts.people.note_locale(click.interaction, of_anybody=True)
    known = await click.tables.leagues.open(settings, guild_id, channel_id, click.person, click.key, name)
    return await _managed(click, known, click.words("league.opened"))
