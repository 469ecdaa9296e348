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

let words = {};
let pressed = null;
let late = 0;

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
    aside.show(null);
    link.closeAside();
  });
  link.start();
}

/** Ask for a session; when many do, the server has not looked at the code, which is then sent again. */
async function entered(asked, tries = TRIES) {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) };
  const answer = await fetch("session", how);
  if (answer.status === 429 && tries > 1) {
    await new Promise((resolve) => setTimeout(resolve, TRY_MS * (1 + Math.random())));
    return entered(asked, tries - 1);
  }
  return answer.json();
}

/** Without a code the server has no session to give, but says why, in the reader's language. */
async function failed() {
  const { error } = await entered({ code: "", instance: "" }, 1).catch(() => ({}));
  stop(error ?? "⚠️");
}

function shows(message) {
  const had = document.activeElement !== document.body;
  introduce(message.people ?? {});
  table.classList.toggle("two", Boolean(message.board));
  const fresh = [...main.show(message.main), ...board.show(message.board)];
  announce(aside.show(message.aside), fresh);
  dialog.setAttribute("aria-label", inside.querySelector("h1, h2, h3, p")?.textContent ?? "");
  if (message.aside && !dialog.open) dialog.showModal();
  else if (!message.aside && dialog.open) dialog.close();
  reveal();
  oneStop();
  const is_lost = closeChoice() || (had && document.activeElement === document.body);
  if (is_lost && !dialog.open) main.focus();
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
