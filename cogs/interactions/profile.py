"""`/profile` and `/leaderboard`: a person's games, and the best players of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import islice
from typing import Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import is_guest
from cogs.history.leaderboard import MOST_GAMES, Standings, leaderboard_message, listed
from cogs.history.profile import Profile, profile_message
from cogs.interactions.click import Click
from cogs.text.ui import plain
from engine.catalogue import games
from tables import Refused
from tables.model.limits import DAY_S
from tables.model.values import Played
from tables.played import OF_PERSON, OF_SERVER, closest, most_games, rivals
from tables.views.ratings import BANDS, Rating, Ratings

MONTH_S: Final = 30 * DAY_S
TRIED: Final = 10
"""How many of the month's closest games are tried: the first whose channel the reader sees is shown."""


async def profile(click: Click, whom: discord.abc.User | None = None) -> Reply:
    """Show the profile of a person: the clicker, or somebody who lets others see the profile.

    In somebody else's profile, the clicker sees no game whose deal other people still play, replays of this
    server's games only, and only opponents who let others see their profile, too.
    """
    who = click.user_id if whom is None else whom.id
    is_own = who == click.user_id
    if not (is_own or _is_shown(click, who)):
        raise Refused("profile_hidden", who=f"<@{who}>")
    results = click.tables.results
    found = await results.of(OF_PERSON, who)
    if not is_own:
        found = [one for one in found if not await click.tables.is_dealt_on(one)]
    ratings = await results.ratings()
    met = rivals(found, who)
    return Reply(
        profile_message(
            Profile(
                person_id=who,
                is_own=is_own,
                games=found,
                replayed=found if is_own else _of_server(click, found),
                rivals=[one for one in met if is_own or _is_shown(click, one.person_id)],
                ratings={
                    (game_id, band): ratings.changes(who, game_id, band)
                    for game_id in games()
                    for band in BANDS
                },
                describes=click.tables.people.preferences(click.user_id).describes is True,
            ),
            click.words,
        )
    )


async def leaderboard(click: Click, game_id: str | None = None) -> Reply:
    """Show the leaderboard of the clicker's server, for one game or all; elsewhere, say where to look."""
    guild_id = None if is_guest(click.interaction) else click.interaction.guild_id
    if guild_id is None:
        return Reply(plain(click.words("profile.no_server")))
    if game_id is not None and game_id not in games():
        raise Refused("unknown_game", game=game_id)
    found = await click.tables.results.of(OF_SERVER, guild_id)
    ratings = await click.tables.results.ratings()
    people = {one.person_id for game in found for one in game.seats if one.person_id is not None}
    shown = {one for one in people if _is_shown(click, one)}
    found = [one for one in found if game_id in (None, one.game_id)]
    busiest = [one for one in most_games(found) if one[0] in shown]
    lists = _lists(ratings, [game_id] if game_id else games(), shown)
    # Some may have left the server, so a few more are read than are listed.
    named = {one for one, _ in islice(busiest, MOST_GAMES + 2)}
    for _, _, ranked in lists:
        named |= {one for one, _ in islice(ranked, listed(len(lists)) + 2)}
    here = await _members(click, guild_id, named)
    standings = Standings(
        lists=[
            (game, band, left)
            for game, band, ranked in lists
            if (left := [one for one in ranked if one[0] in here])
        ],
        busiest=[one for one in busiest if one[0] in here],
        month=await _of_month(click, found, shown),
        is_listed=_is_shown(click, click.user_id),
    )
    return Reply(leaderboard_message(standings, click.words))


def _is_shown(click: Click, person_id: int) -> bool:
    """Whether other people may see a person's profile."""
    return click.tables.people.preferences(person_id).shows_profile


def _of_server(click: Click, found: Iterable[Played]) -> list[Played]:
    """Return the games that were played on the clicker's server."""
    guild_id = None if is_guest(click.interaction) else click.interaction.guild_id
    return [one for one in found if guild_id is not None and one.guild_id == guild_id]


def _lists(
    ratings: Ratings, game_ids: Iterable[str], shown: set[int]
) -> list[tuple[str, str, list[tuple[int, Rating]]]]:
    lists = [
        (game_id, band, [one for one in ratings.ranked(game_id, band) if one[0] in shown])
        for game_id in game_ids
        for band in BANDS
    ]
    return [one for one in lists if one[2]]


async def _members(click: Click, guild_id: int, people: Iterable[int]) -> set[int]:
    """Return which of `people` are in a server, after requests if need be; a failed request counts as yes."""
    wanted = sorted(people)
    there = await asyncio.gather(*(click.parts.membership.is_member(guild_id, one) for one in wanted))
    return {one for one, is_there in zip(wanted, there, strict=True) if is_there}


async def _of_month(click: Click, found: Iterable[Played], shown: set[int]) -> Played | None:
    """Return the game with the closest result of the last 30 days, in a channel that the clicker sees.

    `shown`: The people whose profiles others may see; games of other people are left out.  None: no game is
    left.
    """
    since = click.parts.now() - MONTH_S
    recent = (one for one in found if one.at >= since)
    allowed = (one for one in recent if {seat.person_id for seat in one.seats} <= {None, *shown})
    for game in closest(allowed)[:TRIED]:
        presence = await click.parts.membership.by_click(click.interaction, game.guild_id, game.channel_id)
        if presence is not None and presence.sees:
            return game
    return None
