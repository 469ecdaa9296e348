"""How fast the bot answers the clicks of 64 people, compared with bots of discord.py alone.

`python -m benchmarks.clicks`.  The bots take turns.  There are two floors: a bare bot, which answers each
click by an edit with texts and buttons (`bare_bot.py`), and a bot that sends constant messages, as many and
as large as ours (`constant_bot.py`).
"""

from __future__ import annotations

import asyncio
from collections import Counter

from benchmarks.goals import at_least, at_most
from benchmarks.stands import alone, in_turn, line, ours


async def main() -> None:
    """Measure all bots, and print the ratios."""
    clicked = Counter[str]()
    async with alone() as bare_bot, ours(clicked) as our_bot:
        floor, own = await in_turn(bare_bot, our_bot)
    line("bare discord.py bot", floor)
    line("tables, every move durable", own)
    print(", ".join(f"{count} {what}" for what, count in sorted(clicked.items())))
    async with alone() as bare_bot, alone("constant_bot", own.sent) as constant_bot:
        beside, same = await in_turn(bare_bot, constant_bot)
    line("bare discord.py bot", beside)
    line("the same from constants", same)
    at_least("clicks: answers a second, of the bare bot's", own.rate / floor.rate, 0.28)
    for name, share, times in (("median", 0.5, 2), ("99th percentile", 0.99, 3)):
        at_most(f"clicks: {name}, times the bare bot's", own.waits.ms(share) / floor.waits.ms(share), times)
    at_most("clicks: the longest wait, seconds", own.waits.ms(1) / 1000, 1)
    cpu, same_cpu = own.cpu_ms / floor.cpu_ms, same.cpu_ms / beside.cpu_ms
    print(f"CPU a click, times the bare bot's: {cpu:.1f}; of the same from constants: {same_cpu:.1f}")


if __name__ == "__main__":
    asyncio.run(main())
