// The page: says who has opened it, shows what the server sends, and sends what is pressed.

import { closeChoice } from "./choice.js";
import { authorize, instance } from "./frame.js";
import { Link } from "./link.js";
import { setUp } from "./picture.js";
import { Message, setWords } from "./view.js";
import { element, introduce, paragraphs } from "./words.js";

const TRIES = 4, TRY_MS = 1_000, TOLD_MS = 10_000, NEWS_LENGTH = 400, PATIENCE_MS = 1_000, LASTED_MS = 60_000;
const at = (id) => document.getElementById(id);
const [table, state, told, news, dialog] = ["table", "state", "told", "news", "aside"].map(at);
const inside = element("div", { className: "message" });

let words = JSON.parse(document.documentElement.dataset.words);
let pressed = null;
let late = 0;
let views = null;  // What the server says of the table: main, board, asked, people.
let step = null;  // The panel after a press, until something else changes.
let opened = null;  // The message that a press has opened.
let next = 0;

const link = new Link({ shows, told: tell, did, state: connected, left: over });
const main = new Message(at("main"), press);
const board = new Message(at("board"), press);
const aside = new Message(inside, press);

async function start() {
  const code = await authorize();
  const session = await entered({ code, instance });
  if (session.error) return stop(session.error);
  words = session.words;
  document.documentElement.lang = session.language;
  setUp(session);
  setWords(words);
  at("board").setAttribute("aria-label", words.board);
  at("board").setAttribute("role", "region");
  const close = element("button", { type: "button", className: "close", title: words.close, "aria-label": words.close }, "✕");
  close.addEventListener("click", () => dialog.close());
  dialog.append(close, inside);
  dialog.addEventListener("close", () => {
    clearTimeout(next);
    aside.show((opened = null));
  });
  link.start();
}

/** Ask for a session; when many do, or the bot doesn't know of the launch yet, it has not used the code: send it again. */
async function entered(asked, tries = TRIES) {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) };
  const answer = await fetch("session", how);
  if ([404, 429].includes(answer.status) && tries > 1) {
    await new Promise((resolve) => setTimeout(resolve, TRY_MS * (1 + Math.random())));
    return entered(asked, tries - 1);
  }
  return answer.json();
}

/** Without a code the server has no session to give, but says why, in the reader's language. */
async function failed() {
  const { error } = await entered({ code: "", instance: "" }, 1).catch(() => ({}));
  stop(error ?? words.failed);
}

function shows(message) {
  const had = document.activeElement !== document.body;
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const asked = views?.asked;
  if (message.n) views = message;
  if (message.step !== undefined) step = message.step && { ...message.step, from: views };
  else if (step && !(step.choosing ? step.asked === views.asked : same(step.from.main, views.main))) step = null;
  if (message.step !== undefined || message.aside) clearTimeout(next);
  if (message.step !== undefined) opened = null;
  if (message.aside) opened = message.aside;
  if (message.then) next = setTimeout(goOn, message.then_s * 1000, message.then, opened);
  introduce(views?.people ?? {});
  table.classList.toggle("two", Boolean(views?.board));
  const beside = step && same(step.from.board, views.board) ? step.board : views?.board;
  const fresh = [...main.show((step ?? views)?.main), ...board.show(beside)];
  announce(aside.show(opened), fresh);
  dialog.setAttribute("aria-label", inside.querySelector("h1, h2, h3, p")?.textContent ?? "");
  if (opened && !dialog.open) dialog.showModal();
  else if (!opened && dialog.open) dialog.close();
  reveal();
  oneStop();
  mapFirst();
  // Whoever has answered sees the next question from its beginning.
  if (message.did && views.asked !== asked) for (const one of [document.documentElement, at("main"), at("board")]) one.scrollTop = 0;
  const is_lost = closeChoice() || (had && document.activeElement === document.body);
  if (is_lost && !dialog.open) main.focus();
}

/** Press what comes next by itself, such as the next frame of a replay, unless its reader has gone on. */
function goOn(then, from) {
  if (opened !== from) return;
  if (!link.press(then, [])) next = setTimeout(goOn, TRY_MS, then, from);
}

/** Let what is shown be seen. */
function reveal() {
  table.classList.add("shown");
  table.removeAttribute("aria-busy");
}

/** What can be touched in several pictures is one stop of the Tab key. */
function oneStop() {
  const stops = new Set();
  for (const area of table.querySelectorAll(".area")) {
    area.tabIndex = stops.has(area.dataset.answers) ? -1 : 0;
    stops.add(area.dataset.answers);
  }
}

/** Where the board offers what the panel's pictures lack, a narrow page shows it first, and those pictures not again. */
function mapFirst() {
  const answers = (node) => [...node.querySelectorAll(".area")].flatMap((area) => area.dataset.answers.split(","));
  const own = new Set(answers(at("main")));
  const map = [...at("board").querySelectorAll(".picture")].find((one) => answers(one).some((answer) => !own.has(answer)));
  const there = new Set(map ? answers(map) : []);
  table.classList.toggle("mapped", Boolean(map));
  for (const one of table.querySelectorAll(".picture")) {
    one.classList.toggle("map", one === map);
    one.classList.toggle("again", answers(one).length > 0 && answers(one).every((answer) => there.has(answer)));
  }
}

/** Tell screen readers what is new in the texts, without markup. */
function announce(opened, fresh) {
  const texts = (opened.length ? opened : fresh).flatMap(paragraphs);
  const said = [...texts.map((one) => one.textContent).join(" ")].slice(0, NEWS_LENGTH).join("");
  if (said) news.textContent = said;
}

function press(custom_id, values, node) {
  if (!link.press(custom_id, values)) return;
  pressed = node;
  node.setAttribute("aria-busy", "true");
  document.body.classList.add("waits");
  late = setTimeout(() => { state.textContent ||= words.waiting; }, PATIENCE_MS);
}

function did() {
  clearTimeout(late);
  if (state.textContent === words.waiting) state.textContent = "";
  pressed?.removeAttribute("aria-busy");
  pressed = null;
  document.body.classList.remove("waits");
}

function tell(sentence) {
  told.textContent = sentence;
  if (dialog.open) dialog.append(told);
  else document.body.append(told);
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { told.textContent = ""; }, TOLD_MS);
}

let was_lost = false;

function connected(is_so) {
  document.body.classList.toggle("lost", !is_so);
  if (is_so && !was_lost) return;
  was_lost = !is_so;
  state.textContent = is_so ? words.back : words.lost;
  if (is_so) setTimeout(() => { if (!was_lost) state.textContent = ""; }, 3_000);
}

/** Without a session the page asks for a new one, unless it has only begun; without a table there is nothing to show. */
function over(is_unknown) {
  if (is_unknown && performance.now() > LASTED_MS) location.reload();
  else stop(words.over);
}

/** Show a sentence in place of everything, and a way to begin anew. */
function stop(sentence = "") {
  const again = element("button", { type: "button", className: "style-1" }, words.again ?? "↻");
  again.addEventListener("click", () => location.reload());
  if (dialog.open) dialog.close();
  table.replaceChildren(element("div", { className: "over", role: "alert" }, ...paragraphs(sentence), again));
  reveal();
  closeChoice();
}

start().catch(failed);
