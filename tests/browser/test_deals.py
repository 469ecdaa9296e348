"""In Chromium: the page that checks a deal, opened from its folder, agrees with verify.py."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import Browser, FilePayload, Page, expect

from localdiscord.tests.browsers import IN_THE_BROWSER
from tests.browser.pages import NARROW
from tests.engine.deals import FOLDER, VECTORS, VERIFY

pytestmark = IN_THE_BROWSER

COMPUTED = """async (vectors) => {
  const made = {}, { unhex, hex } = deals;
  const from = (row) => deals.numbers(unhex(row.key), row.number);
  made.seals = await Promise.all(vectors.seals.map((row) => deals.seal(row.table, unhex(row.secret))));
  made.marks = await Promise.all(vectors.marks.map((row) => deals.mark(row.word)));
  made.keys = await Promise.all(vectors.keys.map(async (row) => hex(await deals.key(
    unhex(row.secret), row.table, row.game, row.rules_version, row.options, row.seats, row.marks))));
  made.streams = await Promise.all(vectors.streams.map(async (row) => {
    const stream = from(row), read = [];
    while (read.length < 24) read.push((await stream.next()).value.toString(16).padStart(8, "0"));
    return read.join("");
  }));
  made.numbers = await Promise.all(vectors.numbers.map(async (row) => {
    const stream = from(row), drawn = [];
    for (const bound of row.bounds) drawn.push(await deals.below(stream, bound));
    return drawn;
  }));
  made.shuffles = await Promise.all(vectors.shuffles.map((row) => deals.shuffled(from(row), row.items)));
  made.records = [];
  for (const { record, seal, words } of vectors.records) {
    const given = new Map(Object.entries(words).map(([seat, word]) => [Number(seat), word]));
    made.records.push(await deals.check(record, seal, given).catch((fault) => fault.message));
  }
  made.decks = deals.DECKS;
  return made;
}"""


async def opened(browser: Browser) -> Page:
    """Open the page from its folder, as a stranger would; check that it loads nothing but its script."""
    page = await browser.new_page(viewport=NARROW)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto((FOLDER / "index.html").as_uri())
    assert asked == [(FOLDER / name).as_uri() for name in ("index.html", "verify.js")]
    return page


async def test_the_script_computes_what_the_vectors_say(browser: Browser) -> None:
    page = await opened(browser)
    made: dict[str, Any] = await page.evaluate(COMPUTED, VECTORS)
    results = {"seals": "seal", "marks": "mark", "keys": "key", "numbers": "drawn", "shuffles": "shuffled"}
    for kind, result in results.items():
        assert made[kind] == [row[result] for row in VECTORS[kind]], kind
    assert made["streams"] == ["".join(row["blocks"]) for row in VECTORS["streams"]]
    for row, said in zip(VECTORS["records"], made["records"], strict=True):
        assert said.startswith(row["says"]), row["name"]
    assert made["decks"] == VERIFY["DECKS"]


async def test_the_page_says_whether_a_deal_is_fair(browser: Browser) -> None:
    page = await opened(browser)
    rows = {row["name"]: row for row in VECTORS["records"]}
    names = ("a whole card game, with words", "a word that is not its mark's", "two cards swapped")
    for number, row in enumerate(map(rows.__getitem__, names)):
        content = json.dumps(row["record"]).encode()
        file = FilePayload(name=f"{number}.json", mimeType="application/json", buffer=content)
        await page.get_by_label("The seal").fill(row["seal"])
        await page.get_by_label("record file").set_input_files(file)
        for seat, word in row["words"].items():
            await page.get_by_label(f"The word of seat {seat}").fill(word)
        sign = "✅" if row["is_fair"] else "❌"
        await expect(page.get_by_role("status")).to_contain_text(f"{sign} {row['says']}")
    assert await page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


async def test_a_file_can_be_dropped_and_without_a_seal_the_page_asks_to_compare_it(browser: Browser) -> None:
    page = await opened(browser)
    drop = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "record.json", { type: "application/json" }));
      const event = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("drop", event));
    }"""
    await page.evaluate(drop, json.dumps(VECTORS["records"][1]["record"]))
    await expect(page.get_by_role("status")).to_contain_text(
        "Now compare this seal with the seal in the thread."
    )
    await page.get_by_label("The seal").fill("0" * 64)
    await expect(page.get_by_role("status")).to_contain_text("is not the seal from the thread")
    await page.evaluate(drop, "no record")
    await expect(page.get_by_role("status")).to_contain_text("❌ This file is not the record")
