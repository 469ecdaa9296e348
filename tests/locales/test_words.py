"""The English sentences don't use words that `docs/words.md` has replaced.

Where a pattern hits a sentence that needs the word, name the key in `NEEDED`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import pytest

from locales import SOURCE, sentences
from tests.locales.source import ROOT


class Word(NamedTuple):
    """A replaced word or phrase, a sentence with it, and its replacement."""

    pattern: str
    before: str
    instead: str


EVERYWHERE: Final = {
    "somebody": Word(r"\b(some|every|any)bod(y|ies)\b", "Offer it to somebody…", "someone, everyone, anyone"),
    "whoever": Word(
        r"\bwhoever\b", "Whoever opened the table can start.", "the host, a name, the player with"
    ),
    "gentle": Word(r"\b(gentle|sensible) (computer|player)|plays sensibly", "a gentle computer", "the level"),
    "computer player": Word(r"\bcomputer players?\b", "A computer player takes the seat.", "computer"),
    "cancel": Word(r"\bcancel(l?ed)?\b", "This table was cancelled.", "close the table, end the game"),
    "begin": Word(r"\b(begins?|began|begun)\b", "This game has begun.", "start"),
    "advice": Word(r"\badvice\b", "No advice could be found.", "hint if asked for, tip if not"),
    "nobody's time": Word(r"\bnobody's\b|\bno clock runs\b", "Nobody's time runs.", "all clocks are stopped"),
    "clocks stand": Word(
        r"\b(boards?|buttons?|clocks?|lines?|messages?|tables?|texts?|words) (stand|lie|sit)s?\b",
        "The board stands here now.",
        "is, are; clocks are stopped",
    ),
    "sit at": Word(r"\bsits? (at|here|in|there)\b", "You sit at no table now.", "you're at a table"),
    "lies": Word(r"\b(lies?|lying)\b", "Your card lies face down.", "is, are"),
    "anew": Word(r"\banew\b", "Clocks begin anew.", "again, start over"),
    "by it": Word(r"\bby it\b", "The others get more by it.", "name what it is"),
    "for": Word(r", for (it|nobody|there)\b", "It closed, for nobody played.", "because"),
    "goes on": Word(r"\bgo(es)? on(?=[.,;:!)]| (as|here|playing|to)\b|$)", "It goes on here.", "continue"),
    "in which to": Word(r"\bin which to\b", "the order in which to place them", "the order you want to"),
    "bookish": Word(
        r"\bforetell|\bmended\b|\bdear(er|est)\b|\bprecious\b", "the dearer one", "more valuable"
    ),
    "one": Word(r"\bone's (own|turn)\b|\bas one\b|\bone (likes|may|wants)\b", "as long as one likes", "you"),
    "bare who": Word(
        r"[,;:] who (has|is|meets|takes)\b", "in secret: who is alone takes it", "the player who"
    ),
    "no such": Word(
        r"\bno such\b|\b(am|are|is|was) no (?!longer|more|room)\w", "I know no such table.", "isn't a"
    ),
    "not": Word(
        r"\bcannot\b|\b(are|can|could|did|do|does|had|has|have|is|was|were|will|would) not\b",
        "It does not know that.",
        "contractions",
    ),
    "you are": Word(
        r"\byou are (?=\w)|(?<!on )\bit is (?=(a|an|the|worth|your) )", "You are away.", "contractions"
    ),
    "already": Word(r"\balready[.,;]", "You have built that already.", "before the verb, if at all"),
    "you are asked": Word(
        r"\byou(’re|'re| are) asked\b", "if not, you are asked", "I ask you, you'll be asked"
    ),
    "panel": Word(r"\bpanels?\b|\bentry\b|\bentries\b", "Your panels still work.", "what the reader sees"),
    "unasked": Word(r"\bunasked\b|\bmeanwhile\b", "You get it unasked.", "automatically; leave it out"),
    "!": Word(r"!", "Watching is fine, though!", "a full stop, except for a win, a welcome, a clash"),
}
"""By name: what no English sentence has, whatever the case of its letters."""
IN_A_GAME: Final = {
    "rapa_nui_board": {
        "erect": Word(r"\berect", "A moai is erected.", "raise"),
        "tired": Word(r"\btired\b", "The transporter is tired.", "exhausted"),
        "style": Word(r"\bstyl(e[ds]?|ing)\b", "You can style any moai.", "crown"),
        "load": Word(r"\bloads?\b", "A load moves over spaces.", "moai or pukao"),
        "outstanding": Word(r"\boutstanding\b", "an outstanding offering", "bonus tile"),
        "bring": Word(
            r"\b(bring|brings|brought)( exactly| \*\*)* (an?|one)\b.* offering", "brings an offering", "make"
        ),
        "fresh one": Word(r"\bfresh (\*\*)?ones?\b", "a fresh one of yours", "fresh transporter"),
        "adjectives": Word(
            r"(?-i:\b(Artistic|Fervent|Popular)\b|Take 3 more)", "Build Fervent", "the tile's noun"
        ),
    },
    "rapa_nui_cards": {
        "goods": Word(r"(?<!tied )\bgoods\b", "your goods", "sacrifice cards"),
        "display": Word(r"\bdisplay\b", "from the display", "columns"),
        "erect": Word(r"\berect", "A Moai is erected.", "raise"),
    },
    "ru_ra_re": {
        "victory points": Word(r"\bvictory points?\b", "All victory points go.", "points; Victory card"),
        "farm": Word(
            r"\bfarm wom[ae]n\b|\bthree of the farm\b", "the three of the farm", "Farm wife; farm cards"
        ),
        "meet": Word(r"\bmeets?\b|\bmet\b", "who meets others", "clash"),
        "is gone": Word(r"\b(is|are) gone\b|\bgo(es)? away\b", "2 is gone.", "goes to the box"),
    },
}
"""By catalogue: what a game has another word for."""
NEEDED: Final = {
    "!": {"table.won", "table.you_won"},
    "whoever": {"rapa_nui_board.rules_6"},
    "display": {"rapa_nui_cards.rules_1"},
    "cancel": {"table.button_cancel", "commands.name_cancel"},
}
"""By name: keys whose sentences need it."""
KEPT: Final = re.compile(r"\{\w+\}|`[^`]*`")
"""Places and commands."""


def found(name: str, word: Word, catalogues: set[str]) -> list[str]:
    """Return the sentences of some catalogues that have a replaced word, except those in `NEEDED`."""
    pattern = re.compile(word.pattern, re.IGNORECASE)
    return [
        f"{catalogue}.{key}: {form!r} has {hit[0]!r}; instead: {word.instead}"
        for catalogue in sorted(catalogues)
        for key, forms in sentences(SOURCE)[catalogue].items()
        if f"{catalogue}.{key}" not in NEEDED.get(name, ())
        for form in forms
        if (hit := pattern.search(KEPT.sub("0", form)))
    ]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_word_that_is_gone_is_in_no_english_sentence(name: str) -> None:
    assert found(name, EVERYWHERE[name], set(sentences(SOURCE))) == []


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, words in IN_A_GAME.items() for name in words]
)
def test_a_game_says_its_own_word(game: str, name: str) -> None:
    assert found(name, IN_A_GAME[game][name], {game}) == []


@pytest.mark.parametrize(
    "word", [*EVERYWHERE.values(), *(word for words in IN_A_GAME.values() for word in words.values())]
)
def test_each_pattern_finds_what_it_is_there_for(word: Word) -> None:
    assert re.search(word.pattern, word.before, re.IGNORECASE)


def test_the_page_on_words_names_this_test() -> None:
    page = (ROOT / "docs" / "words.md").read_text("utf-8")
    assert "tests/locales/test_words.py" in page.partition("\n## ")[0]
