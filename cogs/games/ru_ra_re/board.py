"""The public board: its picture, and in words the rows, what was revealed last, and what each player has."""

from __future__ import annotations

from cogs.discord_io.attachments import MOST_ALT, Picture
from cogs.discord_io.small_print import SmallPrint
from cogs.games.ru_ra_re.story import meeting_line
from cogs.games.ru_ra_re.terms import SUNSET, collection_text, points_text, row_line
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, tied
from engine.game import Seat
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import in_sight
from engine.ru_ra_re.state import SCORING_FROM, Phase
from pictures.ru_ra_re.board import board as pictured


def board(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[Item]:
    """The picture; below it in small print its signs, and what each player has, which tells who is who."""
    aloud = words.for_alt_text
    alt_lines = [*sign_lines(seen, aloud), *table_lines(seen, names.for_alt_text, aloud)]
    if len(spoken(alt_lines, words)) >= MOST_ALT:  # The latest choice, which the thread tells too.
        alt_lines.pop()
    picture = Picture(
        "board",
        pictured(seen, before, names.in_pictures),
        spoken(alt_lines, words),
        [text(*table_lines(seen, names, words))],
    )
    signs = [*sign_lines(seen, words), *scoring_lines(seen, words)]
    seats = SmallPrint(
        seat_lines(seen, names, words),
        lambda: [spoken([line], aloud) for line in seat_lines(seen, names.for_alt_text, aloud)],
    )
    return [picture, *([text(*signs)] if signs else []), seats]


def table_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """Deck, box, rows, and what the latest choice revealed."""
    box = sum(seen.box) + seen.unseen_size
    lines = [words.count("ru_ra_re.deck", seen.deck_size) + LIST + words.count("ru_ra_re.box", box)]
    lines += rows_lines(seen, words)
    if seen.revealed:
        met = words.together(*(meeting_line(meeting, names, words) for meeting in seen.revealed[-1]))
        lines.append(f"-# {words('ru_ra_re.latest')} {met}")
    return lines


def sign_lines(seen: Observation, words: Localizer) -> list[str]:
    """What the signs in the picture mean, in small print: the red cross, and the setting sun."""
    lines = cross_lines(seen, words)
    if seen.last_turn and seen.phase is not Phase.OVER:
        lines.append(f"-# {words.signed(SUNSET, words('ru_ra_re.last_turn'))}")
    return lines


def cross_lines(seen: Observation, words: Localizer) -> list[str]:
    """What a red cross on a card means, in small print, as long as it means something."""
    return [f"-# {words('ru_ra_re.red_cross')}"] if seen.first_scoring is None else []


def scoring_lines(seen: Observation, words: Localizer) -> list[str]:
    """How near the first scoring is, in small print, until it comes; no picture shows that."""
    if seen.first_scoring is not None:
        return []
    most = max(map(sum, seen.collections))
    return [f"-# {words('ru_ra_re.until_first', needed=SCORING_FROM, n=most)}"]


def rows_lines(seen: Observation, words: Localizer) -> list[str]:
    """Each row in a line."""
    return [row_line(number, cards, words) for number, cards in enumerate(seen.rows, 1)]


def seat_lines(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """What each player has, a line each."""
    return [seat_line(seen, seat, names, words) for seat in range(len(seen.points))]


def seat_line(seen: Observation, seat: Seat, names: Names, words: Localizer) -> str:
    """What one player has, in small print."""
    for_alt_text = words.for_alt_text
    points, total = (
        points_text(seen.points[seat], for_alt_text),
        in_sight(seen.points, seen.collections, seat),
    )
    if seen.phase is not Phase.OVER and total != seen.points[seat]:
        points = tied(words("table.noted", what=points, note=words("ru_ra_re.in_sight", n=total)))
    parts = [f"**{names(seat)}**", points, collection_text(seen.collections[seat], for_alt_text)]
    if seen.phase is not Phase.OVER:
        parts.insert(1, words(f"ru_ra_re.{standing(seen, seat)}"))
    return "-# " + " — ".join(parts)


def standing(seen: Observation, seat: Seat) -> str:
    """The key for whether a player has chosen, has yet to choose, or already has a row in this turn."""
    if not seen.waiting[seat]:
        return "is_served"
    return "is_ready" if seen.ready[seat] else "is_choosing"
