"""A player who has only the texts knows everything that the pictures of the board game show.

The texts are alternative texts and small print or, where there are no pictures, the texts in their place.
These tests find out the facts in them by the sentences of the catalogue, in each language, and by nothing
else.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from cogs.discord_io.attachments import without_pictures
from cogs.games import screens
from cogs.games.rapa_nui_board.screen import score_lines
from cogs.text.language import Localizer
from cogs.text.names import Names
from cogs.views.board import board_message
from cogs.views.panel import panel_message
from engine.counts import Counts, counted
from engine.game import CHANCE, Event, PublicEvent, Seat
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.rounds import points
from engine.rapa_nui_board.state import (
    AT_HAND,
    IMPROVEMENTS,
    IN_VILLAGE,
    ISLANDS,
    MOAI,
    NO_TILES,
    NOTHING,
    OFFERINGS,
    ON_ISLAND,
    OUTSTANDING,
    RESOURCE_LIMIT,
    RESOURCES,
    SIZES,
    STACKS,
    TILE_COUNTS,
    TILES,
    Improvement,
    OfferingTile,
    Phase,
    Player,
    Resource,
    Size,
    Spot,
    State,
)
from locales import in_language, languages
from tables import Look
from tests.cogs.ear import Ear, plain, spoken_seats
from tests.cogs.test_screens import SNOWFLAKE, assert_fits, look, with_emojis
from tests.engine.rapa_nui_board.derived import noted
from tests.engine.rapa_nui_board.movers import chained_game
from tests.engine.rapa_nui_board.situations import BLUE, placing
from tests.engine.seeded import Setup

IN_EACH_LANGUAGE = pytest.mark.parametrize("language", languages())
WITH_EACH_NUMBER = pytest.mark.parametrize("seats", GAME.seats)
NAMES = tuple(f"Wer auch immer auf Platz {seat} sitzt!" for seat in range(1, 5))
"""As long as Discord takes them."""
PARTS = {
    language: in_language(language)("rapa_nui_board.aloud_parts", before="", after="").replace("\u00a0", " ")
    for language in languages()
}
"""What is heard between the things of one player."""
PHASES = (Phase.DISPLAY, Phase.PLACE, Phase.TRANSPORT, Phase.OVER)
CARRIED = (Phase.COLLECT, Phase.TAKE, Phase.EXCHANGE)


def shown(setup: Setup, state: State, viewer: Seat | None) -> Look:
    """Return a look at a table whose players have clearly different names."""
    one = look(GAME, setup, state, viewer)
    seats = tuple(replace(info, name=NAMES[info.seat]) for info in one.table.seats)
    return replace(one, table=replace(one.table, seats=seats))


class Heard(NamedTuple):
    """The facts about the table found in the texts, in the form of the observation."""

    round: int
    phase: str
    quiet_rounds: int
    order: tuple[Seat, ...]
    spots: tuple[Spot, ...]
    players: tuple[Player, ...]
    points: tuple[int, ...]
    moai: Counts
    pukao: int
    display: Counts
    free: Counts
    stacks: tuple[tuple[int, int], ...]
    outstanding: tuple[Seat | None, ...]
    transport: tuple[Seat, Size | None, tuple[int, ...]] | None


def known(state: State) -> Heard:
    """Return the facts that the texts should contain."""
    columns = ISLANDS[state.seats].columns
    taken = [sum(column) for column in zip(*(player.sculptors for player in state.players), strict=True)]
    tops = zip(STACKS[state.seats], state.stacks, strict=True)
    return Heard(
        round=state.round,
        phase=(Phase.TRANSPORT if state.phase in CARRIED else state.phase).value,
        quiet_rounds=state.quiet_rounds,
        order=state.order,
        spots=state.spots,
        players=tuple(
            replace(player, offerings=tuple(sorted(player.offerings, key=lambda tile: tile.offering)))
            for player in state.players
        ),
        points=tuple(points(state, seat) for seat in range(state.seats)),
        moai=state.moai,
        pukao=state.pukao,
        display=state.display,
        free=tuple(spaces - used for spaces, used in zip(columns, taken, strict=True)),
        stacks=tuple((left, values[-left] if left else 0) for values, left in tops),
        outstanding=state.outstanding,
        transport=None
        if state.transport is None
        else (state.transport.seat, state.transport.size, state.transport.path),
    )


class BoardEar(Ear):
    """A listener to a board game with a given number of players."""

    def __init__(self, language: str, seats: int) -> None:
        super().__init__(language, "rapa_nui_board")
        self.island = ISLANDS[seats]
        self.seats = {name: seat for seat, name in enumerate(NAMES[:seats])}
        self.seats |= {f"<@{SNOWFLAKE + seat}>": seat for seat in range(seats)}
        words = in_language(language)

        def named(kind: str, things: Any) -> dict[str, Any]:
            return {plain(words(f"rapa_nui_board.{kind}_{thing.name.lower()}")): thing for thing in things}

        self.sizes, self.tiles = named("size", SIZES), named("tile", TILES)
        self.offerings, self.won = named("offering", OFFERINGS), named("outstanding", OUTSTANDING)
        self.improvements, self.moai = named("improvement", IMPROVEMENTS), named("moai", SIZES)
        self.resources = named("resource", RESOURCES)
        self.effects = named("effect", TILES)
        self.nothing = words("rapa_nui_board.none")
        self.tablet = words("rapa_nui_board.tablet")

    def match(self, key: str, text: str) -> tuple[str, ...] | None:
        """Return the texts in the placeholders of a sentence; None: the text is not this sentence."""
        found = re.fullmatch(f"(?:{self.pattern(key)})", text)
        return tuple(group for group in found.groups() if group is not None) if found else None

    def one(self, key: str) -> tuple[str, ...] | None:
        """Return the texts in the placeholders of a sentence heard at most once; None: it isn't heard."""
        found = self.all(key)
        assert len(found) < 2
        return found[0] if found else None

    def numbers(self, text: str) -> tuple[int, ...]:
        """Return the numbers of spaces: `E1 G3`."""
        return tuple(self.island.numbers[space] for space in text.split(" "))

    def counts(self, kind: str, things: Any, text: str) -> Counts:
        """Return the number of each thing: `2 reeds, 1 egg`."""
        parts = text.split(", ")
        amounts = (
            [self.amount(f"{kind}_{thing.name.lower()}", part) or 0 for part in parts] for thing in things
        )
        return tuple(map(sum, amounts))

    def tile_counts(self, text: str) -> Counts:
        """Return the number of ahu tiles of each kind: `Rest ×2, Mana`."""
        counts = [0] * len(TILES)
        for part in text.split(", "):
            name, _, count = part.partition(" ×")
            counts[self.tiles[name]] = int(count or 1)
        return tuple(counts)

    def parts_of(self, seat: Seat) -> list[str]:
        """Return the parts of the lines that begin with a player's name."""
        told = [line for who, line in self.all("aloud_seat") if self.seats.get(who) == seat]
        return [part for line in told for part in line.removesuffix(".").split(PARTS[self.language])]

    def small_print(self) -> dict[Seat, list[str]]:
        """Return the small print on each player, in the order of play."""
        lines = (line.split(" — ") for line in self.said)
        return {self.seats[head]: rest for head, *rest in lines if head in self.seats and len(rest) > 1}


def heard(ear: BoardEar) -> Heard:
    """Return all facts found in the texts."""
    small = ear.small_print()
    head = next(line for line in ear.said if any(ear.match("empty_ahu", part) for part in line.split(", ")))
    said = head.split(", ")
    rounds = [found for part in said if (found := ear.match("round", part))]
    quiet = [found for part in said if (found := ear.match("quiet_rounds", part))]
    phases = [
        phase.value
        for phase in PHASES
        if any(ear.match(f"phase_{phase.value}", one) is not None for one in said)
    ]
    supply, free = ear.one("aloud_supply"), ear.one("aloud_free")
    display, under_way = ear.one("aloud_display"), ear.one("under_way")
    assert supply is not None
    assert free is not None
    players = [heard_player(ear, seat, small[seat]) for seat in range(len(small))]
    return Heard(
        round=int(rounds[0][0]) if rounds else 0,
        phase=phases[0],
        quiet_rounds=int(quiet[0][0]) if quiet else 0,
        order=tuple(small),
        spots=heard_spots(ear),
        players=tuple(players),
        points=tuple(ear.amount("points", small[seat][1]) or 0 for seat in range(len(small))),
        moai=ear.counts("count", SIZES, supply[0]),
        pukao=int(supply[1]),
        display=ear.tile_counts(display[0]) if display else NO_TILES,
        free=tuple(map(int, free[0].split(", "))),
        stacks=heard_stacks(ear),
        outstanding=heard_outstanding(ear, len(small)),
        transport=heard_transport(ear, under_way) if under_way else None,
    )


def heard_spots(ear: BoardEar) -> tuple[Spot, ...]:
    """Return the things on each space."""
    spots = [Spot() for _ in ear.island.ids]
    for key, pukao in (("aloud_bare", False), ("aloud_styled", True)):
        for (told,) in ear.all(key):
            for size, _, spaces in (part.partition(" ") for part in told.split(", ")):
                for number in ear.numbers(spaces):
                    spots[number] = replace(spots[number], moai=ear.sizes[size], pukao=pukao)
    for (told,) in ear.all("aloud_tiles"):
        for part in told.split(", "):
            lying = re.fullmatch(r"(.+?) ((?:[A-H]\d ?)+)", part)
            assert lying
            for number in ear.numbers(lying[2]):
                spots[number] = replace(spots[number], tile=ear.tiles[lying[1]])
    for seat in set(ear.seats.values()):
        for part in ear.parts_of(seat):
            for key in ("fresh", "exhausted"):
                for number in ear.numbers(found[0]) if (found := ear.match(f"aloud_{key}", part)) else ():
                    more = getattr(spots[number], key) + 1
                    spots[number] = replace(spots[number], owner=seat, **{key: more})
    return tuple(spots)


def heard_map(ear: BoardEar) -> dict[int, tuple[Resource, ...]]:
    """Return the resources that each space of the land shows."""
    told = ear.one("aloud_map")
    assert told is not None
    assert ear.numbers(f"{told[1]} {told[2]}") == (ear.island.crater, ear.island.pukao_quarry)
    shows = {}
    for part in told[0].split(", "):
        names, _, spaces = part.partition(" ")
        for number in ear.numbers(spaces):
            shows[number] = tuple(ear.resources[name] for name in names.split("/"))
    return shows


def heard_player(ear: BoardEar, seat: Seat, small: list[str]) -> Player:
    """Return a player's things, by the small print and by the pictures' lines."""
    told = ear.parts_of(seat)

    def part(key: str) -> str | None:
        return next(
            (found[0] if found else "" for one in told if (found := ear.match(key, one)) is not None), None
        )

    def columns(key: str) -> Counts:
        listed = (part(key) or "").split()
        return tuple(listed.count(str(column)) for column in range(1, len(ear.island.columns) + 1))

    placing = next((found[0] for one in small if (found := ear.match("to_place", one))), "").split(", ")
    built = next((found[0] for one in small if (found := ear.match("built", one))), "")
    named = [ear.improvements[name] for name in built.split(", ") if built]
    improvements = tuple(tile in named for tile in IMPROVEMENTS)
    villagers = [ear.amount("count_villagers", one) or 0 for one in placing]
    chief_elsewhere = ON_ISLAND if improvements[Improvement.CHIEF] else IN_VILLAGE
    offerings = [
        OfferingTile(ear.offerings[stack[1]], int(value))
        for line in told
        for one in line.split(", ")
        if (stack := re.fullmatch(r"(.+?) ([\d ]+)", one)) and stack[1] in ear.offerings
        for value in stack[2].split()
    ]
    carved, kept, owned = part("aloud_carved"), part("aloud_kept"), part("aloud_owned")
    return Player(
        resources=ear.counts("count", RESOURCES, small[0]),
        villagers=sum(villagers),
        sculptors=columns("aloud_sculptors"),
        sorcerer=placed(ear, "sorcerer", placing, part("aloud_sorcerer"), ON_ISLAND),
        chief=placed(ear, "chief", placing, part("aloud_chief"), chief_elsewhere),
        chipped_in=columns("aloud_chipped"),
        moai=ear.counts("count", SIZES, carved or ""),
        safekept=ear.counts("count", SIZES, kept or ""),
        tiles=ear.tile_counts(owned) if owned else NO_TILES,
        tablet=part("aloud_tablet") is not None,
        improvements=improvements,
        offerings=tuple(offerings),
        dropped_out=any(ear.match("dropped_out", one) is not None for one in small),
    )


def placed(ear: BoardEar, figure: str, placing: list[str], position: str | None, elsewhere: int) -> int:
    """Return the position of a sorcerer or chief."""
    if position is not None:
        return int(position)
    is_at_hand = any(ear.match(f"figure_{figure}", one) is not None for one in placing)
    return AT_HAND if is_at_hand else elsewhere


def heard_stacks(ear: BoardEar) -> tuple[tuple[int, int], ...]:
    """Return the number of offerings left of each kind, and the points of the top one."""
    told = ear.one("aloud_stacks")
    assert told is not None
    stacks = {}
    for part in told[0].split(", "):
        found = re.fullmatch(r"(.+?) (\d)(?: \((\d+)\))?", part)
        assert found
        stacks[ear.offerings[found[1]]] = (int(found[2]), int(found[3] or 0))
    return tuple(stacks[offering] for offering in OFFERINGS)


def heard_outstanding(ear: BoardEar, seats: int) -> tuple[Seat | None, ...]:
    """Return the owner of each outstanding tile; check that each tile is named, as owned or as free."""
    told = ear.one("aloud_outstanding")
    assert told is not None
    whose: dict[Any, Seat | None] = {}
    if told[0] != ear.nothing:
        whose = {ear.won[part.rpartition(" (")[0]]: None for part in told[0].split(", ")}
    for seat in range(seats):
        for part in ear.parts_of(seat):
            if found := ear.match("aloud_won", part):
                whose |= {ear.won[name]: seat for name in found[0].split(", ")}
    return tuple(whose[tile] for tile in OUTSTANDING)


def heard_transport(ear: BoardEar, under_way: tuple[str, ...]) -> tuple[Seat, Size | None, tuple[int, ...]]:
    """Return the carrier, the load and the path of a transport."""
    who, what, path = under_way
    return ear.seats[who.strip()], ear.moai.get(what), ear.numbers(path)


def assert_knows_the_table(ear: BoardEar, setup: Setup, state: State, words: Localizer) -> None:
    """Check that a listener finds all facts: with pictures, and with texts in their place."""
    message = board_message(shown(setup, state, None), words, SNOWFLAKE)
    assert_fits(message)
    for one in (message, without_pictures(message)):
        assert_fits(one)
        ear.listen(one)
        assert heard_map(ear) == {space: ear.island.resources[space] for space in ear.island.land}
        assert heard(ear) == known(GAME.observe(state, None).state)


def assert_knows_their_own(ear: BoardEar, player: Player) -> None:
    assert ear.counts("count", RESOURCES, ear.after("own_resources")[0]) == player.resources
    carved = ear.after("own_moai")
    assert ear.counts("count", SIZES, carved[0] if carved else "") == player.moai
    lines = (line.split(" — ") for line in ear.said if " — " in line)
    owned = [name for name, *effect in lines if " — ".join(effect) in ear.effects]
    assert (ear.tile_counts(", ".join(owned)) if owned else NO_TILES) == player.tiles
    assert any(line.startswith(ear.tablet) for line in ear.said) == player.tablet


@pytest.mark.slow
@spoken_seats(1)
def test_the_table_is_known_by_ear_in_whole_games(seats: int, language: str) -> None:
    ear, words = BoardEar(language, seats), Localizer(in_language(language))
    options = {"auto_collect": "off", "beginner_set": "off" if seats < 4 else "on"}
    setup = Setup(GAME, seats, GAME.chosen_options(options))
    phases: set[Phase] = set()
    for place, played in enumerate(chained_game(seats, 7, **setup.options)):
        state = played.before
        if played.seat == CHANCE or (place % 7 and state.phase in phases):
            continue
        phases.add(state.phase)
        assert_knows_the_table(ear, setup, state, words)
        ear.listen(panel_message(shown(setup, state, played.seat), words, None))
        assert_knows_their_own(ear, state.players[played.seat])
    assert phases >= {Phase.PLACE, Phase.TRANSPORT, *CARRIED}


@IN_EACH_LANGUAGE
@WITH_EACH_NUMBER
@pytest.mark.parametrize("is_late", [False, True])
def test_a_crowded_table_is_known_by_ear_and_fits_discord(seats: int, language: str, is_late: bool) -> None:
    setup = Setup(GAME, seats, GAME.chosen_options({}))
    ear, state = BoardEar(language, seats), crowded(setup, is_late=is_late)
    assert_knows_the_table(ear, setup, state, with_emojis(language))
    for seat in range(seats):
        message = panel_message(shown(setup, state, seat), with_emojis(language), None)
        assert_fits(message)
        assert_fits(without_pictures(message))
        ear.listen(message)
        assert_knows_their_own(ear, state.players[seat])


def crowded(setup: Setup, *, is_late: bool) -> State:
    """Return a state with as many facts as possible.

    Every player has all seven figures, each on a space of its own, and three improvements.  Early, every ahu
    has its tile; late, it has a moai, and the players have tiles and offerings.
    """
    game = chained_game(setup.seats, 3, **setup.options)
    state: State = next(one.after for one in game if one.after.phase is Phase.TRANSPORT)
    island, seats = state.island, state.seats
    moai = [size for size in SIZES for _ in range(MOAI[seats][size])]
    tiles = [tile for tile in TILES for _ in range(TILE_COUNTS[tile])]
    spots = {space: state.spots[space] for space in range(len(island.ids))}
    for place, space in enumerate(island.ahu):
        if is_late:
            spots[space] = Spot(moai=moai[place], pukao=place % 3 > 0)
        else:
            spots[space] = Spot(tile=tiles[-1 - place])
    for place, space in enumerate(island.land[: 4 * seats]):
        acted = place // seats % 2
        spots[space] = replace(spots[space], owner=place % seats, fresh=1 - acted, exhausted=acted)
    offerings = [OfferingTile(offering, value) for offering in OFFERINGS for value in STACKS[seats][offering]]
    players = []
    for seat in range(seats):
        owned = counted(tiles[: len(island.ahu)][seat::seats], len(TILES)) if is_late else NO_TILES
        player = Player(
            resources=(RESOURCE_LIMIT,) * len(RESOURCES),
            villagers=0,
            sculptors=(1, 0, 0),
            sorcerer=seat + 1,
            chief=1 + seat % 3,
            chipped_in=(0, 0, 1) if is_late else (0, 0, 0),
            moai=(0, 0, 0) if is_late else (1, 1, 1),
            safekept=(0, 0, 0),
            tiles=owned,
            tablet=True,
            improvements=(True, seat % 2 == 0, seat % 2 == 1, True),
            offerings=tuple(offerings[seat::seats]) if is_late else (),
            dropped_out=is_late,
        )
        players.append(player)
    won = tuple(tile % seats if is_late else None for tile in OUTSTANDING)
    return replace(
        state,
        spots=tuple(spots.values()),
        players=tuple(players),
        **noted(tuple(spots.values()), players),
        round=19,
        quiet_rounds=2,
        outstanding=won,
        stacks=(0,) * len(OFFERINGS) if is_late else state.stacks,
        moai=(0, 0, 0) if is_late else state.moai,
        pukao=6 if is_late else 20,
    )


@pytest.mark.parametrize("tablet", [False, True])
@pytest.mark.parametrize("tiles", ["", "chip_in", "barter take_2_more chip_in"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_panel_has_room_for_every_figure_and_free_action(seats: int, tiles: str, tablet: bool) -> None:
    rich = {"resources": "2r", "tiles": tiles, "tablet": tablet, "chief": AT_HAND}
    state = placing(seats, decider=BLUE, blue=rich)
    setup = Setup(GAME, seats, GAME.chosen_options({}))
    panel_message(shown(setup, state, BLUE), Localizer(in_language("en")), None)


SILENT = {
    happened.TilesLaid: "the board shows them",
    happened.MoaiErected: "where it was carried to is told",
    happened.MoaiStyled: "likewise",
}
"""Events that have no words of their own."""


@IN_EACH_LANGUAGE
def test_every_event_is_told_or_silent_on_purpose(language: str) -> None:
    screen, words = screens()[GAME.id], Localizer(in_language(language))
    told: set[type[Event]] = set()
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        setup = Setup(GAME, seats, GAME.chosen_options({"auto_collect": "off"}))
        for played in chained_game(seats, seed, **setup.options):
            names = Names(shown(setup, played.after, None).table.seats, words)
            events = GAME.seen(played.events, None)
            assert len(screen.tell(events, names, words)) <= len(events)
            for event in events:
                lines = screen.tell([event], names, words)
                paired = isinstance(event, happened.Paid | happened.OfferingTaken)
                assert bool(lines) == (type(event) not in SILENT and not paired)
                told.add(type(event))
    kinds = {
        kind for kind in vars(happened).values() if isinstance(kind, type) and issubclass(kind, PublicEvent)
    }
    assert kinds - {PublicEvent} - told == set()


async def test_the_score_of_whoever_has_nothing_left_names_no_resources() -> None:
    setup = Setup(GAME, 2, {})
    *_, last = chained_game(2, 2)
    rich = last.after.players[0]
    for player in (replace(rich, resources=NOTHING), replace(rich, resources=NOTHING, offerings=())):
        state = replace(
            last.after, players=(player, *last.after.players[1:]), outstanding=(None,) * len(OUTSTANDING)
        )
        one, words = shown(setup, state, 0), Localizer(in_language("en"))
        assert one.result is not None
        names = Names(one.table.seats, words)
        lines = score_lines(one.observation, one.result, 0, names, words)
        assert len(lines) == 2 + bool(player.offerings)
        assert "nothing" not in " ".join(lines)
