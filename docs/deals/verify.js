// The twin of verify.py: the same checks with the same sentences.  It needs WebCrypto, which browsers and Node have.
// It exports nothing, so that a page opened from a folder can load it, too; import it and use `globalThis.deals`.

// The letter of each kind of card and how many there are, in their order before the shuffle.
const DECKS = {
  "rapa-nui-cards": "F5 U5 S5 G5 L12 P9 M9",
  "ru-ra-re": "K10 C10 25 35 45 N15 S5 H5 P5 O5 G5 E5 U5 D5 F8 W8 B6",
  "rapa-nui-board": "r4 b4 t4 c4 x2 w2 f1 h2 s2 k2 m1 q1",
};
// White space around a word, as Python knows it.
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const OUTER_SPACE = new RegExp(`^${SPACE}|${SPACE}$`, "g");

const bytesOf = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (text) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))));

async function hmac(key, text) {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, kind, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytesOf(text)));
}

const seal = (table, secret) => sha256(`tables/deal/1\n${table}\n${hex(secret)}`);

async function mark(word) {
  const typed = word.normalize("NFC").replace(OUTER_SPACE, "");
  return typed ? sha256(typed) : "";
}

function key(secret, table, game, rulesVersion, options, seats, marks) {
  const chosen = Object.keys(options).sort().map((name) => `${name}=${options[name]}`).join(",");
  const fields = ["tables/deal/1", table, game, rulesVersion, chosen, seats, marks.join(",")];
  return hmac(secret, fields.join("\n"));
}

// The stream of move of chance n, four bytes at a time.
async function* numbers(key, n) {
  for (let block = 0; ; block++) {
    const data = new DataView((await hmac(key, `chance\n${n}\n${block}`)).buffer);
    for (let at = 0; at < 32; at += 4) yield data.getUint32(at);
  }
}

// A number from 0 to bound - 1, all equally likely.
async function below(stream, bound) {
  if (bound === 1) return 0;
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const number = (await stream.next()).value;
    if (number < limit) return number % bound;
  }
}

// By Fisher and Yates.
async function shuffled(stream, items) {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = await below(stream, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order.join("");
}

function need(isRight, sentence) {
  if (!isRight) throw new Error(sentence);
}

// What was checked, as a sentence; throws an Error with a sentence at the first fault.
// `given` is the seal from the thread or null; `words` maps seats, counted from 1, to their words.
async function check(record, given, words) {
  const { game, seats, options, deal } = Object(record);
  const hasAll = options && deal?.secret && Array.isArray(deal.marks) && Array.isArray(record.moves);
  need(hasAll && /^([0-9a-f]{2})*$/i.test(deal.secret), "This record cannot be checked.");
  const { table, marks } = deal;
  const secret = unhex(deal.secret);
  need(deal.version === 1 && secret.length === 32 && marks.length === seats && Object.hasOwn(DECKS, game),
    "This program does not know this game or this version of the scheme.");
  need(given === null || given === deal.seal, "The seal in the record is not the seal from the thread.");
  need((await seal(table, secret)) === deal.seal, "The secret in the record does not match the seal.");
  for (const [seat, word] of words) {
    need(seat >= 1 && seat <= seats && marks[seat - 1] === (await mark(word)),
      `The word of seat ${seat} does not match its mark in the record.`);
  }
  const from = await key(secret, table, game, record.rules_version, options, seats, marks);
  let deck = DECKS[game].split(" ").map((kind) => kind[0].repeat(Number(kind.slice(1)))).join("");
  if (options.beginner_set === "on") deck = deck.slice(0, 21);
  const starts = [["first", options.first_player], ["order", options.turn_order], ["shuffle", "random"]];
  const due = starts.filter(([, how]) => how === "random").map(([kind]) => kind);
  const texts = record.moves.filter(([seat]) => seat === -1).map(([, text]) => text);
  for (let n = 0; n < Math.max(texts.length, due.length); n++) {
    const [text, kind, stream] = [texts[n] ?? "", due[n] ?? "shuffle", numbers(from, n)];
    let cards = [...deck];
    if (n >= due.length) {
      cards = [...text.split(" ")[1]].sort((one, other) => deck.indexOf(one) - deck.indexOf(other));
      need(cards.every((card) => deck.includes(card)), "This record cannot be checked.");
    }
    const items = kind === "order" ? "0123".slice(0, seats) : cards;
    const right = kind === "first" ? await below(stream, seats) : await shuffled(stream, items);
    need(text === `${kind} ${right}`,
      `Move of chance ${n + 1} is “${text}”, but this deal gives “${kind} ${right}”.`);
  }
  const trusted = marks.map((_, seat) => seat + 1).filter((seat) => marks[seat - 1] && !words.has(seat));
  const asked = trusted.length ? `  Ask for the words of seats ${trusted.join(", ")} to check them.` : "";
  return `Seal ${deal.seal} and all ${texts.length} moves of chance are right.${asked}`;
}

globalThis.deals = { DECKS, seal, mark, key, numbers, below, shuffled, check, hex, unhex };
