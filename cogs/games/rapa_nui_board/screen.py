"""The screen of Rapa Nui, the board game, for the contract: score, highlight, hints, rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from cogs.discord_io.attachments import Picture
from cogs.games.contract import GameScreen, details, example_names, played, rank_line
from cogs.games.rapa_nui_board import terms
from cogs.games.rapa_nui_board.advising import advise, brings
from cogs.games.rapa_nui_board.alt_text import island_lines, offerings_text, shown_text
from cogs.games.rapa_nui_board.board import board, own, region, standing
from cogs.games.rapa_nui_board.choices import choices
from cogs.games.rapa_nui_board.placing import planned
from cogs.games.rapa_nui_board.story import tell
from cogs.games.rapa_nui_board.touch import chosen, things
from cogs.games.rapa_nui_board.turn import ASIDE
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names, spoken, tied
from cogs.text.ui import Item, text
from engine.game import Event, Result, Seat
from engine.rapa_nui_board.events import MoaiCarried, PukaoCarried, RoundBegan
from engine.rapa_nui_board.game import GAME, may_stand_on
from engine.rapa_nui_board.moves import SCULPTORS, CarryMoai, CarryPukao, Move, PlaceSorcerer, PlaceVillager
from engine.rapa_nui_board.state import (
    BEGINNER_TILES,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS,
    ISLANDS,
    OFFERING_PRICES,
    OFFERINGS,
    OUTSTANDING,
    OUTSTANDING_POINTS,
    STACKS,
    TILE_COUNTS,
    TILES,
    Observation,
    Phase,
    Size,
    State,
    Tile,
)
from pictures.rapa_nui_board.island import along, regions
from pictures.rapa_nui_board.island import island as island_scene
from pictures.rapa_nui_board.market import chart as chart_scene
from pictures.rapa_nui_board.market import offerings_chart
from pictures.rapa_nui_board.players import sheet as pictured
from pictures.scores import best_first


def sheet(seen: Observation, result: Result, names: Names, words: Localizer) -> list[Item]:
    """The final score: why the game ended, a picture, then each player's rank and parts of the score."""
    order = best_first(result)
    heads = [head(seat, result, names.for_alt_text, words.for_alt_text) for seat in order]
    return [
        text(f"-# {words(f'rapa_nui_board.ended_{result.reason}')}"),
        Picture("score", pictured(result, names.in_pictures), spoken(heads, words), []),
        details(order, partial(score_lines, seen, result), names, words),
        *tie(result, words),
    ]


def head(seat: Seat, result: Result, names: Names, words: Localizer) -> str:
    """A line with the medal, rank, name and total of the player in `seat`."""
    score = result.seats[seat]
    return rank_line("rapa_nui_board", score, names(seat), terms.points_text(score.points, words), words)


def score_lines(seen: Observation, result: Result, seat: Seat, names: Names, words: Localizer) -> list[str]:
    """Lines with a player's total, and in small text the points by part and the things counted."""
    player, for_alt_text = seen.state.players[seat], words.for_alt_text
    scored = (part for part in result.seats[seat].parts if part.points)
    parts = (part_text(part.name, part.points, words) for part in scored)
    won = LIST.join(
        terms.outstanding_name(tile, for_alt_text)
        for tile in OUTSTANDING
        if seen.state.outstanding[tile] == seat
    )
    left = terms.resources_text(player.resources, for_alt_text) if any(player.resources) else ""
    owned = [one for one in (offerings_text(player, for_alt_text), won, left) if one]
    return [
        head(seat, result, names, words),
        f"-# {LIST.join(parts) or words('rapa_nui_board.none')}",
        *([f"-# {' — '.join(owned)}"] if owned else []),
    ]


def part_text(name: str, points: int | str, words: Localizer) -> str:
    """The name of one part of a score with its points."""
    return tied(words(f"rapa_nui_board.part_{name}", n=points))


def tie(result: Result, words: Localizer) -> list[Item]:
    """A text on a shared victory; an empty list if only one player won."""
    if sum(score.rank == 1 for score in result.seats) < 2:
        return []
    return [text(f"-# {words('rapa_nui_board.tie')}")]


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the longest path of a transport; empty if nothing was carried."""
    carried = [event for event in events if isinstance(event, MoaiCarried | PukaoCarried)]
    if not carried:
        return ""
    longest = max(carried, key=lambda event: len(event.path))
    what = terms.carried_text(longest.size if isinstance(longest, MoaiCarried) else None, words)
    who, steps = names(longest.seat), len(longest.path) - 1
    return words.count("rapa_nui_board.longest_way", steps, who=who, what=what)


_FIRST, _SECOND, _ = SCULPTORS
MOST_TOLD: Final = 2
"""The last round in which a tip says to place a sculptor."""


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """The lesson's topic for this turn: on the phase or, in placing, on a figure to place; may be empty."""
    match seen.state.phase:
        case Phase.DISPLAY:
            return "tile"
        case Phase.PLACE:
            return _placing(seen, legal_moves)
        case Phase.TRANSPORT:
            return _carrying(legal_moves)
        case Phase.EXCHANGE:
            return "offering"
        case _:
            return ""


def _placing(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """The lesson's topic on a figure that the viewer should place now; empty if none fits."""
    assert seen.viewer is not None
    state, player = seen.state, seen.state.players[seen.viewer]
    if state.round <= MOST_TOLD and not any(player.sculptors) and _FIRST in legal_moves:
        return "sculptor" if player.villagers > 1 and _SECOND in legal_moves else "sculptor_alone"
    if not state.standing[seen.viewer] and may_stand_on(state, legal_moves, state.bare):
        return "transporter"
    if state.round > 1 and state.pukao and may_stand_on(state, legal_moves, state.plain):
        return "pukao"
    if any(isinstance(move, PlaceSorcerer) for move in legal_moves):
        return "sorcerer"
    return "chain" if any(isinstance(move, PlaceVillager) for move in legal_moves) else ""


def _carrying(legal_moves: Sequence[Move]) -> str:
    """The lesson's topic on carrying or stopping; empty if there is only one load and one destination."""
    goals = {
        (getattr(move, "size", None), move.path[-1])
        for move in legal_moves
        if isinstance(move, CarryMoai | CarryPukao)
    }
    if len(goals) == 1:
        return ""
    if any(isinstance(move, CarryMoai) for move in legal_moves):
        return "carry"
    return "pukao" if any(isinstance(move, CarryPukao) for move in legal_moves) else "stop"


def map_lines(words: Localizer) -> list[str]:
    """A line for each side of the board: the resources of each space, and the columns of the quarry."""
    return [
        words(
            "rapa_nui_board.map",
            players=words.listed(str(seats) for seats, one in ISLANDS.items() if one is island),
            ahu=shown_text(island, island.ahu, words),
            inland=shown_text(island, [space for space in island.land if space not in island.ahu], words),
            crater=island.ids[island.crater],
            quarry=island.ids[island.pukao_quarry],
            columns=LIST.join(map(str, island.columns)),
        )
        for island in dict.fromkeys(ISLANDS.values())
    ]


def price_lines(words: Localizer) -> list[str]:
    """A line with each offering's price, and the points of the tiles in its stack, top first."""
    few, many = min(STACKS), max(STACKS)
    return [
        words(
            "rapa_nui_board.price_list",
            offering=terms.offering_text(offering, words),
            price=terms.resources_text(OFFERING_PRICES[offering], words.for_alt_text),
            values=words.comma.join(map(str, STACKS[many][offering])),
            fewer=words.comma.join(map(str, STACKS[few][offering])),
        )
        for offering in OFFERINGS
    ]


def outstanding_line(words: Localizer) -> str:
    """A line with the conditions for the outstanding tiles, and their points."""
    tiles = (
        f"{terms.outstanding_name(tile, words)} {terms.points_text(OUTSTANDING_POINTS[tile], words)}"
        for tile in OUTSTANDING
    )
    return words("rapa_nui_board.outstanding_list", list=LIST.join(tiles))


def tile_lines(tiles: Sequence[Tile], words: Localizer) -> list[str]:
    """Lines on ahu tiles: each one's number in the picture, how many exist, its effect, when it is used."""
    return [
        words(
            "table.pair",
            name=f"`{number}` **{terms.tile_text(tile, words)}**{TIE}×{TILE_COUNTS[tile]}",
            value=with_time(tile, words),
        )
        for number, tile in enumerate(tiles, 1)
    ]


def with_time(tile: Tile, words: Localizer) -> str:
    """The effect of an ahu tile and when it is used; Favour's effect already says when."""
    effect = terms.tile_effect(tile, words)
    if tile is Tile.FAVOUR:
        return effect
    return words("table.noted", what=effect, note=words(f"rapa_nui_board.when_{terms.key(tile)}"))


def improvement_lines(words: Localizer) -> list[str]:
    """Lines with the price and effect of each improvement."""
    prices = {
        tile: terms.resources_text(IMPROVEMENT_PRICES[tile], words.for_alt_text) for tile in IMPROVEMENTS
    }
    return [
        words(
            "table.pair",
            name=f"**{terms.improvement_text(tile, words)}**{LIST}{prices[tile]}",
            value=terms.improvement_effect(tile, words),
        )
        for tile in IMPROVEMENTS
    ]


SEATS: Final = 3
MOVES: Final = """
-1 order 012
-1 shuffle rbtcxwfrbtcrbtcrbtcxwhhsskkmq
0 sculptor 1
1 villager E2
2 villager D2
0 sculptor 2
1 sculptor 1
2 villager E4
0 villager D1
1 villager F3
2 sculptor 1
0 villager G3
1 villager D3
2 sorcerer 2
0 sorcerer 1
1 sorcerer 3
2 villager F4
"""
CARRIES: Final = CarryMoai(Size.MEDIUM, ("E3", "E2", "D2", "D1"))
"""A legal move in the state of `example`, which shows how a chain works."""
LATER_TILES: Final = tuple(tile for tile in TILES if tile not in BEGINNER_TILES)


def example() -> State:
    """The state of the example game in its first round, before anything is carried."""
    state: State = played(GAME, SEATS, MOVES)
    return state


EXPLAINED: Final = {
    "board": {
        "resources": "resource/A3/*",
        "tile": "tile/E1/*",
        "transporter": "figure/E2/*",
        "crater": "space/E3",
        "pukao_quarry": "space/C3",
        "column": "quarry/1|makes/1|ledge/1",
        "sculptor": "sculptor/0/2",
        "order": "order/0*",
        "star": "star/1|sorcerer/0",
        "supply": "supply/*",
        "carved": "carver/0|carved/0/*",
    },
    "own": {
        "offering": "stack/hut",
        "value": "stack/hut/value",
        "left": "stack/hut/number",
        "price": "stack/hut/price/*",
        "bonus": "outstanding/pair_of_huts*",
        "own_resources": "resource/0/*",
        "in_sight": "points/0*",
        "improvement": "no/improvement/0/fervent|improvement/0/fervent/*",
        "own_offerings": "no/offering/0/*",
        "tablet": "tablet/0",
    },
}
TAUGHT: Final = {
    "tile": "display/*",
    "transporter": "space/D4",
    "sculptor": "quarry/1|makes/1|ledge/1",
    "bigger": "quarry/2|makes/2|ledge/2",
    "sorcerer": "star/*",
    "carved": "carved/0/*",
    "carry": "space/D3",
    "erected": "resource/0/*",
    "pukao": "space/B2",
    "offering": "stack/*",
    "improve": "no/improvement/0/*|improvement/0/*",
    "offered": "outstanding/*",
}


def rules(words: Localizer) -> Sequence[Sequence[Item]]:
    """The pages of the rules: idea, round, placing, chains, moai, pukao, tiles, the end, all tiles, tips."""
    return [
        [page(1, words)],
        [page(2, words)],
        [page(3, words), *island_items(words)],
        [page(4, words), *chain_items(words)],
        [page(5, words)],
        [page(6, words), *offering_items(words)],
        [page(7, words), *tile_items(BEGINNER_TILES, words)],
        [page(8, words), text(*improvement_lines(words)), text(words("rapa_nui_board.rules_end"))],
        [
            page(9, words),
            *tile_items(LATER_TILES, words),
            text(words("rapa_nui_board.rules_tablet")),
            text(words("rapa_nui_board.rules_tips")),
        ],
    ]


def page(number: int, words: Localizer) -> Item:
    """The text of page `number` of the rules, counted from 1."""
    return text(words(f"rapa_nui_board.rules_{number}"))


def island_items(words: Localizer) -> list[Item]:
    """A picture of the island; in words the resources of each space on both sides of the board."""
    lines = map_lines(words.for_alt_text)
    picture = Picture("island", island_scene(example(), example()), spoken(lines, words), [text(*lines)])
    return [text(words("rapa_nui_board.example_island")), picture]


def chain_items(words: Localizer) -> list[Item]:
    """An example of a chain: a picture of its path on the island, and its effects in words."""
    names = example_names(SEATS, words)
    _, events = GAME.apply(example(), 0, CARRIES)
    before = island_lines(example(), names.for_alt_text, words.for_alt_text)
    alt = spoken((*before, *tell(events, names.for_alt_text, words.for_alt_text)), words)
    picture = Picture("way", along(example(), CARRIES.path), alt, [text(*before)])
    return [picture, text(words("rapa_nui_board.example_chain"), *tell(events, names, words))]


def offering_items(words: Localizer) -> list[Item]:
    """The prices and points of offerings, and the conditions for outstanding tiles."""
    for_alt_text = spoken((*price_lines(words.for_alt_text), outstanding_line(words.for_alt_text)), words)
    lines = text(*price_lines(words), outstanding_line(words))
    return [Picture("offerings", offerings_chart(), for_alt_text, []), lines]


def tile_items(tiles: Sequence[Tile], words: Localizer) -> list[Item]:
    """A picture of some ahu tiles, and in words the effect of each."""
    numbered = (
        words("table.pair", name=number, value=terms.tile_name(tile, words))
        for number, tile in enumerate(tiles, 1)
    )
    alt = words.comma.join(numbered)
    return [Picture("tiles", chart_scene(tiles), alt, []), text(*tile_lines(tiles, words))]


class RapaNuiBoardScreen(GameScreen):
    """The appearance of the board game in Discord: in pictures, and in words that screen readers can read."""

    symbol = "🏝️"
    emblem = "rapa_nui_board:pukao"
    title = "rapa_nui_board:land.title"
    colour = 0x2F7F86
    own_button = "rapa_nui_board.button_own"
    choices_show_board = True
    chapters = (RoundBegan,)
    signs = terms.SIGNS

    board = staticmethod(board)
    own = staticmethod(own)
    standing = staticmethod(standing)
    choices = staticmethod(choices)
    planned = staticmethod(planned)
    advise = staticmethod(advise)
    brings = staticmethod(brings)
    hint = staticmethod(hint)
    region = staticmethod(region)
    things = staticmethod(things)
    chosen = staticmethod(chosen)
    tell = staticmethod(tell)
    sheet = staticmethod(sheet)
    part = staticmethod(part_text)
    highlight = staticmethod(highlight)
    taught_things = TAUGHT
    taught_steps = dict.fromkeys(("sculptor", "bigger", "sorcerer"), f"in {ASIDE}")
    explained = EXPLAINED
    example = staticmethod(example)
    rules = staticmethod(rules)

    def task(self, seen: Observation, words: Localizer) -> str:
        """The task of the player who decides, in words that follow their name."""
        return words(f"rapa_nui_board.task_{seen.state.phase.value}")

    def your_task(self, seen: Observation, words: Localizer, called: int = 1) -> str:
        """The task of the player who decides, addressed to this player."""
        return words(f"rapa_nui_board.your_task_{seen.state.phase.value}")

    def regions(self, seen: Observation) -> Sequence[str]:
        """The names of the parts of the island: west, east, and the middle of the large island."""
        return tuple(regions(seen.state.seats))


SCREEN: Final = RapaNuiBoardScreen()
