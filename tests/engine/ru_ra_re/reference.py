"""A second, simple version of Ru-Ra-Re, from the rules page alone; it shares no code with `engine/`."""

from __future__ import annotations

ANIMALS = "SHPOGEUD"
VICTORY = "234"
STAYING = "KN" + ANIMALS
"""King, Church, victory 2, 3, 4, kNight; Sheep, Horse, Pig, cOw, Goat, hEn, goose U, Donkey; Farmer, farm
Woman, farmhouse B.  All the others go to the box after the first scoring."""


class Reference:
    """A game in progress, with letters as cards; `choose` takes choices, `need_box` asks for a shuffle."""

    def __init__(self, players: int, order: str) -> None:
        self.players = players
        rows, in_game = {2: (6, 80), 3: (7, 102), 4: (8, 112)}[players]
        self.rows: dict[int, str] = dict.fromkeys(range(1, rows + 1), "")
        self.deck = order[:in_game]
        self.box = order[in_game:]
        self.collection = [""] * players
        self.score = [0] * players
        self.chosen: dict[int, int] = {}
        self.waits: list[int] = []
        self.turn = 0
        self.scorings = 0
        self.last = self.over = self.need_box = False
        self._refill()

    def open_rows(self) -> list[int]:
        """Return the numbers of the rows that may be chosen."""
        return [number for number, cards in self.rows.items() if cards]

    def choose(self, player: int, number: int) -> None:
        """Make a player's choice of a row; after the last player's, all choices are revealed."""
        assert player in self.waits
        assert number in self.open_rows()
        self.chosen[player] = number
        if len(self.chosen) == len(self.waits):
            self._resolve()

    def shuffled(self, order: str) -> None:
        """Put the box's cards, in a new order, on the rows."""
        assert sorted(order) == sorted(self.box)
        self.box, self.need_box = "", False
        self.deck = order
        self._lay()
        # The remaining cards go back to the box; the deck is empty.
        self.box, self.deck = self.deck, ""
        self._begin()

    def _resolve(self) -> None:
        shown, self.chosen = self.chosen, {}
        for number in set(shown.values()):
            who = [player for player, choice in shown.items() if choice == number]
            if len(who) == 1:
                self.collection[who[0]] += self.rows[number]
                self.rows[number] = ""
                self.waits.remove(who[0])
            else:
                self.box += self.rows[number][-1]
                self.rows[number] = self.rows[number][:-1]
        if not self.waits or len(self.open_rows()) <= 1:
            self._end_turn()

    def _end_turn(self) -> None:
        self.waits = []
        thirteen = any(len(cards) >= 13 for cards in self.collection)
        if self.scorings == 0 and (thirteen or self.last):
            self._score()
            for player, cards in enumerate(self.collection):
                self.collection[player] = "".join(card for card in cards if card in STAYING)
                self.box += "".join(card for card in cards if card not in STAYING)
        if self.last:
            self._score()
            self.over = True
        else:
            self._refill()

    def _refill(self) -> None:
        self._lay()
        if any(len(cards) < 3 for cards in self.rows.values()) and self.box:
            self.need_box = True
        else:
            self._begin()

    def _lay(self) -> None:
        for number in self.rows:
            while len(self.rows[number]) < 3 and self.deck:
                self.rows[number] += self.deck[0]
                self.deck = self.deck[1:]

    def _begin(self) -> None:
        self.turn += 1
        self.last = not self.deck
        self.waits = list(range(self.players))
        if len(self.open_rows()) <= 1:
            self._end_turn()

    def _score(self) -> None:
        self.scorings += 1
        churches = max(cards.count("C") for cards in self.collection)
        knights = max(cards.count("N") for cards in self.collection)
        for player, cards in enumerate(self.collection):
            points = min(max(cards.count("K") - 1, 0), 6) ** 2
            if cards.count("C") == churches and churches:
                points += 10
            points += sum(int(card) for card in cards if card in VICTORY)
            points += cards.count("N") * (2 if cards.count("N") == knights else 1)
            for animal in ANIMALS:
                points += sum(range(cards.count(animal) + 1))
            farm = [cards.count("F"), cards.count("W"), cards.count("B")]
            while min(farm[:2]):
                points += 14 if farm[2] else 7
                farm = [farm[0] - 1, farm[1] - 1, max(farm[2] - 1, 0)]
            self.score[player] += points

    def ranks(self) -> list[int]:
        """Return the rank of each player; equal players share one."""
        return [sorted(self.score, reverse=True).index(points) + 1 for points in self.score]
