"""Check the deal of a game: python verify.py record.json [--seal SEAL] [SEAT=word ...]

SEAL is copied from the game's thread; seats count from 1.  After a fault, the exit code is 1.  See README.md.
"""

import hashlib
import hmac
import json
import struct
import sys
import unicodedata

DECKS = {  # The letter of each kind of card and how many there are, in their order before the shuffle.
    "rapa-nui-cards": "F5 U5 S5 G5 L12 P9 M9",
    "ru-ra-re": "K10 C10 25 35 45 N15 S5 H5 P5 O5 G5 E5 U5 D5 F8 W8 B6",
    "rapa-nui-board": "r4 b4 t4 c4 x2 w2 f1 h2 s2 k2 m1 q1",
}


def numbers(key, n):  # The stream of move of chance n, four bytes at a time.
    for block in range(2**32):
        yield from struct.unpack(">8L", hmac.digest(key, f"chance\n{n}\n{block}".encode(), "sha256"))


def below(stream, bound):  # A number from 0 to bound - 1, all equally likely.
    limit = 2**32 - 2**32 % bound
    return next(number for number in stream if number < limit) % bound if bound > 1 else 0


def shuffled(stream, items):  # By Fisher and Yates.
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return "".join(order)


def check(record, seal, words):  # Returns what was checked; exits with a sentence at the first fault.
    game, seats, options, deal = (record[name] for name in ("game", "seats", "options", "deal"))
    table, secret, marks = deal["table"], bytes.fromhex(deal["secret"]), deal["marks"]
    if (deal["version"], len(secret), len(marks)) != (1, 32, seats) or game not in DECKS:
        sys.exit("This program does not know this game or this version of the scheme.")
    if seal is not None and seal != deal["seal"]:
        sys.exit("The seal in the record is not the seal from the thread.")
    if hashlib.sha256(f"tables/deal/1\n{table}\n{secret.hex()}".encode()).hexdigest() != deal["seal"]:
        sys.exit("The secret in the record does not match the seal.")
    for seat, word in words.items():
        typed = unicodedata.normalize("NFC", word).strip().encode()
        if not 1 <= seat <= seats or marks[seat - 1] != (hashlib.sha256(typed).hexdigest() if typed else ""):
            sys.exit(f"The word of seat {seat} does not match its mark in the record.")
    chosen = ",".join(f"{name}={value}" for name, value in sorted(options.items()))
    fields = "tables/deal/1", table, game, str(record["rules_version"]), chosen, str(seats), ",".join(marks)
    key = hmac.digest(secret, "\n".join(fields).encode(), "sha256")
    deck = "".join(kind[0] * int(kind[1:]) for kind in DECKS[game].split())
    deck = deck[: 21 if options.get("beginner_set") == "on" else None]
    starts = {"first": options.get("first_player"), "order": options.get("turn_order"), "shuffle": "random"}
    due = [kind for kind, how in starts.items() if how == "random"]
    texts = [text for seat, text in record["moves"] if seat == -1]
    for n, text in enumerate(texts + [""] * (len(due) - len(texts))):
        kind, stream = due[n] if n < len(due) else "shuffle", numbers(key, n)
        cards = deck if n < len(due) else sorted(text.split(" ")[1], key=deck.index)
        items = "0123"[:seats] if kind == "order" else cards
        right = below(stream, seats) if kind == "first" else shuffled(stream, items)
        if text != f"{kind} {right}":
            sys.exit(f"Move of chance {n + 1} is “{text}”, but this deal gives “{kind} {right}”.")
    trusted = [str(seat) for seat, mark in enumerate(marks, 1) if mark and seat not in words]
    asked = f"  Ask for the words of seats {', '.join(trusted)} to check them." if trusted else ""
    return f"Seal {deal['seal']} and all {len(texts)} moves of chance are right.{asked}"


if __name__ == "__main__":
    try:
        path, *rest = sys.argv[1:]
        seal = rest.pop(rest.index("--seal") + 1) if "--seal" in rest else None
        words = {int(seat): word for seat, _, word in (one.partition("=") for one in rest if one != "--seal")}
        with open(path, encoding="utf-8") as file:
            print(check(json.load(file), seal, words))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
        sys.exit(f"This record cannot be checked: {problem!r}")
