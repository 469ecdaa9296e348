"""A second, simple version of the card game, from the rules page alone; it shares no code with `engine/`."""

from __future__ import annotations

from collections.abc import Generator

GOODS = ("fish", "mulberry", "sweet_potato", "grain")
KINDS = (*GOODS, "lumberjack", "priest", "moai")

Asking = Generator[tuple[int, list[str]], str, None]
"""Yields the deciding seat and its legal moves, and is sent the move."""


class Reference:
    """A game in progress: `moves()` returns the legal moves, as the engine's texts; `do()` makes one.

    `pile` (the cards in each pile of the supply) and `held` (the cards dealt to each player) may be smaller
    than in the rules, so that piles and players run out of cards more often.
    """

    def __init__(
        self,
        seats: int,
        first: int,
        cards: list[str],
        *,
        wood_tiebreak: bool = True,
        pile: int | None = None,
        held: tuple[str, ...] = GOODS,
    ) -> None:
        self.n = seats
        self.wood_tiebreak = wood_tiebreak
        self.hand = [[good for i, good in enumerate(GOODS) if i != seat] for seat in range(seats)]
        self.village = [["lumberjack"] for _ in range(seats)]
        self.wood = [0] * seats
        for step in range(seats):
            self.wood[(first + step) % seats] = 2 + step
        self.points = [0] * seats
        self.held = [list(held) for _ in range(seats)]
        self.supply = dict.fromkeys(GOODS, 25 - seats if pile is None else pile)
        self.columns = [cards[i * 4 : i * 4 + 4] for i in range(4)]
        self.deck = cards[16:]
        self.stone: list[str] = []
        self.face_down: list[tuple[int, str]] = []
        self.active = first
        self.over = False
        self.decider = first
        self.options: list[str] = []
        self._script = self._game()
        self._advance(None)

    def do(self, move: str) -> None:
        """Make one of the moves that `moves()` has returned."""
        assert move in self.options
        self._advance(move)

    def moves(self) -> list[str]:
        """Return the legal moves of the deciding seat."""
        return self.options

    def _advance(self, move: str | None) -> None:
        try:
            self.decider, self.options = next(self._script) if move is None else self._script.send(move)
        except StopIteration:
            self.over, self.options = True, []

    # The whole game is one generator: it yields the deciding seat and its legal moves, and is sent the move.

    def _game(self) -> Asking:
        while True:
            me = self.active
            move = yield me, self._buys(me)
            if move != "skip":
                good = move.removeprefix("buy ")
                self.wood[me] -= self._price(me, good)
                self._draw(me, good)
            move = yield me, self._plays(me)
            yield from self._play(me, move)
            uncovered = None
            while len(self.hand[me]) < 3:
                move = yield me, [f"take {i}" for i in (1, 2, 3, 4)]
                column = self.columns[int(move.removeprefix("take ")) - 1]
                self.hand[me].append(column.pop())
                if not column:
                    column += self.deck[:4]
                    del self.deck[:4]
                    if not self.deck:
                        return
                uncovered = column[-1]
            assert uncovered is not None
            yield from self._score(me, uncovered)
            self.active = (me + 1) % self.n

    def _price(self, seat: int, good: str) -> int:
        return max(0, 5 - self.village[seat].count(good))

    def _draw(self, seat: int, good: str) -> None:
        self.supply[good] -= 1
        self.held[seat].append(good)

    def _buys(self, seat: int) -> list[str]:
        return [f"buy {g}" for g in GOODS if self.supply[g] and self._price(seat, g) <= self.wood[seat]] + [
            "skip"
        ]

    def _plays(self, seat: int) -> list[str]:
        hand, wood = self.hand[seat], self.wood[seat]
        if hand == ["moai"] * 3 and wood < 7:
            return ["discard"]
        found = []
        for good in GOODS:
            found += [f"gather {good} {n}" for n in (1, 2, 3) if n <= hand.count(good) and n - 1 <= wood]
        found += [f"play {kind}" for kind in ("lumberjack", "priest") if kind in hand]
        if "moai" in hand and wood >= 7:
            found.append("play moai")
        return found

    def _play(self, me: int, move: str) -> Asking:
        if move == "discard":
            self.hand[me].remove("moai")
            return
        word, kind, *count = move.split()
        cards = int(count[0]) if word == "gather" else 1
        for _ in range(cards):
            self.hand[me].remove(kind)
            self.village[me].append(kind)
        if word == "gather":
            self.wood[me] -= cards - 1
        if kind != "moai":
            return
        self.wood[me] -= 7
        for step in range(1, self.n + 1):
            seat = (me + step) % self.n
            if not self.held[seat]:
                continue
            good = yield seat, [f"sacrifice {g}" for g in GOODS if g in self.held[seat]]
            good = good.removeprefix("sacrifice ")
            self.held[seat].remove(good)
            if seat == me:
                self.face_down.append((me, good))
            else:
                self.stone.append(good)
        if any(self.supply.values()):
            good = yield me, [f"offer {g}" for g in GOODS if self.supply[g]]
            good = good.removeprefix("offer ")
            self.supply[good] -= 1
            self.stone.append(good)

    def _score(self, me: int, card: str) -> Asking:
        counts = [village.count(card) for village in self.village]
        for step in range(self.n):
            seat = (me + step) % self.n
            own, others = counts[seat], counts[:seat] + counts[seat + 1 :]
            bonus = int(own >= 2 and own > max(others))
            if card == "lumberjack":
                self.wood[seat] += own + bonus
            elif card == "priest":
                self.points[seat] += own + bonus
            elif card == "moai":
                if own:
                    choice = yield seat, ["collect wood", "collect glory"]
                    into = self.wood if choice == "collect wood" else self.points
                    into[seat] += own + bonus
            else:
                for _ in range(int(own > 0) + bonus):
                    if self.supply[card]:
                        self._draw(seat, card)
                    elif any(self.supply.values()):
                        good = yield seat, [f"instead {g}" for g in GOODS if self.supply[g]]
                        self._draw(seat, good.removeprefix("instead "))

    def totals(self) -> list[int]:
        """Return the final points of each seat."""
        stone = self.stone + [good for _, good in self.face_down]
        counts = {good: stone.count(good) for good in GOODS}
        steps = sorted(set(counts.values()), reverse=True)
        value = {good: 3 - steps.index(counts[good]) if stone else 0 for good in GOODS}
        return [
            self.points[seat]
            + 4 * self.village[seat].count("moai")
            + self.wood[seat] // 5
            + sum(value[good] for good in self.held[seat])
            for seat in range(self.n)
        ]

    def ranks(self) -> list[int]:
        """Return the rank of each seat; equal seats share one."""
        keys = [
            (total, self.village[seat].count("moai"), self.wood[seat] * self.wood_tiebreak)
            for seat, total in enumerate(self.totals())
        ]
        return [1 + sum(other > key for other in keys) for key in keys]
