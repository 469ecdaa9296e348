"""How fast clicks are answered over HTTPS, in the response itself, compared with the gateway.

`python -m benchmarks.ways`.  As in `clicks`, 64 people click as soon as they are answered, on a bare bot and
on ours, each over the gateway and over HTTPS (by our receiver).  On our bot, they first play: most answers
have pictures, and are sent as requests.  Then they only refresh their panels: all answers are in the
responses.  This second part gets more turns, beside the bare bot alone, since the results of these two are
close.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from benchmarks.crowd import look
from benchmarks.goals import at_least, at_most
from benchmarks.stands import TURNS, alone, in_turn, line, ours


async def main() -> None:
    """Measure all and print the ratios."""
    clicked = Counter[str]()
    async with (
        alone() as bare_gateway,
        alone(https=True) as bare_https,
        ours(clicked) as our_gateway,
        ours(clicked, https=True) as our_https,
    ):
        looked_at = our_https._replace(click=lambda who, _: look(who))
        floor, inline, told, posted = await in_turn(bare_gateway, bare_https, our_gateway, our_https)
        beside, looks = await in_turn(bare_gateway, looked_at, turns=2 * TURNS)
    line("bare bot, gateway", floor)
    line("bare bot, HTTPS", inline)
    line("tables, gateway", told)
    line("tables, HTTPS", posted)
    line("bare bot, gateway", beside)
    line("tables, HTTPS, only looks", looks)
    print(
        f"answered over HTTPS by a request of their own: {posted.callbacks:.1%}; looks: {looks.callbacks:.1%}"
    )
    at_least("ways: answers a second over HTTPS, of a bare gateway bot's", inline.rate / floor.rate, 1)
    at_least("ways: looks a second over HTTPS, of a bare gateway bot's answers", looks.rate / beside.rate, 1)
    at_least(
        "ways: answers a second of tables over HTTPS, of those over the gateway", posted.rate / told.rate, 1
    )
    at_most(
        "ways: CPU a click of tables over HTTPS, times that over the gateway", posted.cpu_ms / told.cpu_ms, 1
    )
    print(f"answers a second of tables over HTTPS, of a bare gateway bot's: {posted.rate / floor.rate:.2f}")


if __name__ == "__main__":
    asyncio.run(main())
