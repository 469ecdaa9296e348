// The connection to the server: a WebSocket, or a long poll where sockets fail.  A press is sent until it is acknowledged.

const FIRST_MS = 500, MOST_MS = 15_000, FAILURES = 2, OPENS_MS = 8_000, PATIENCE_MS = 8_000, POLL_MS = 40_000, POLLS_MS = 120_000;
// Of a connection that died silently nobody tells, so the page asks for itself when nothing comes.
const LOOK_MS = 1_000, QUIET_MS = 6_000, ANSWERS_MS = 4_000, RENEW_MS = 60_000;
const LEFT = 4401;

/** Error of a session that has ended: the page has to say anew who it is. */
class Ended extends Error {}

export class Link {
  #shown = "";
  #socket = null;
  #failures = 0;
  #pressed = null;
  #poll = false;
  #on;
  #timer = 0;
  #patience = 0;
  #posting = false;
  #polls_until = 0;
  #poll_ends = new AbortController();
  #heard_at = 0;
  #asked_at = 0;
  #is_over = false;

  /** `on`: shows(message), told(sentence), did(), state(is connected), left(is unknown). */
  constructor(on) {
    this.#on = on;
  }

  start() {
    document.addEventListener("visibilitychange", () => this.#hurry());
    window.addEventListener("online", () => this.#hurry());
    window.addEventListener("offline", () => this.#lost());
    setInterval(() => this.#look(), LOOK_MS);
    this.#connect();
  }

  /** Send a press; until the server acknowledges it, it is sent again after each new connection. */
  press(press, values) {
    if (this.#pressed) return false;
    this.#pressed = { key: crypto.randomUUID(), press, values };
    this.#send();
    return true;
  }

  #send() {
    if (!this.#pressed) return;
    this.#say(this.#pressed);
    // Whatever isn't acknowledged goes over a new connection.
    clearTimeout(this.#patience);
    const { key } = this.#pressed;
    this.#patience = setTimeout(() => this.#pressed?.key === key && this.#socket && this.#lost(), PATIENCE_MS);
  }

  #say(body) {
    if (this.#poll) return this.#post(body);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(body));
  }

  async #post(body) {
    if (this.#posting) return;
    this.#posting = true;
    try {
      const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
      this.#take(await read(await fetch("press", { ...how, signal: AbortSignal.timeout(PATIENCE_MS) })));
      if (body.key) this.#did(body.key);
    } catch (fault) {
      if (fault instanceof Ended) this.#leave(true);
    } finally {
      this.#posting = false;
    }
  }

  #leave(is_unknown) {
    this.#is_over = true;
    this.#on.left(is_unknown);
  }

  #take(message) {
    if (!message) return;
    if (message.told) this.#on.told(message.told);
    this.#shown = message.n ?? this.#shown;
    this.#on.shows(message);
    if (message.did) this.#did(message.did);
  }

  #did(key) {
    if (this.#pressed?.key !== key) return;
    this.#pressed = null;
    this.#on.did();
  }

  #connect() {
    if (this.#is_over) return;
    if (this.#poll) return this.#polling();
    const socket = new WebSocket(new URL("live", location.href.replace(/^http/, "ws")));
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), OPENS_MS);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#heard_at = performance.now();
      this.#on.state(true);
      this.#send();
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#failures = 0;
      this.#heard_at = performance.now();
      this.#take(JSON.parse(new TextDecoder().decode(data)));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      if (code === LEFT) return this.#leave();
      this.#lost();
    };
  }

  /** Give the connection up, without waiting for what it may still say of itself, and try another. */
  #lost() {
    if (this.#is_over) return;
    if (this.#poll) return this.#poll_ends.abort();
    if (!this.#socket) return;
    this.#release();
    this.#poll = ++this.#failures >= FAILURES;
    this.#polls_until = performance.now() + POLLS_MS;
    this.#again();
  }

  #release() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** When nothing has come for a while: is the server there?  When nothing comes for long, a new socket gets the newest view. */
  async #look() {
    const now = performance.now();
    const is_open = this.#poll || this.#socket?.readyState === WebSocket.OPEN;
    if (!is_open || document.visibilityState !== "visible") return;
    if (this.#socket && now - this.#heard_at > RENEW_MS) return this.#hurry();
    if (now - Math.max(this.#heard_at, this.#asked_at) < QUIET_MS) return;
    this.#asked_at = now;
    const socket = this.#socket;
    try {
      const answer = await fetch(".", { cache: "no-store", signal: AbortSignal.timeout(ANSWERS_MS) });
      if (!answer.ok) throw new Error(answer.status);
    } catch {
      if (this.#socket === socket && this.#heard_at < now) this.#lost();
    }
  }

  async #polling() {
    this.#poll_ends = new AbortController();
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(POLL_MS), this.#poll_ends.signal]);
      const answer = await fetch(`view?after=${this.#shown}`, { signal });
      this.#heard_at = performance.now();
      this.#take(answer.status === 204 ? null : await read(answer));
      this.#failures = FAILURES - 1;  // A socket that fails leads back here at once.
      this.#on.state(true);
      this.#send();
      if (performance.now() > this.#polls_until) this.#poll = false;
      this.#again(0);
    } catch (fault) {
      if (fault instanceof Ended) return this.#leave(true);
      this.#poll = false;  // Sockets may work again when the network does.
      this.#again();
    }
  }

  #again(ms = Math.min(FIRST_MS * 2 ** this.#failures, MOST_MS) * (0.75 + Math.random() / 2)) {
    if (ms) this.#on.state(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), ms);
  }

  /** Connect anew, even if there seems to be a connection: it may have died while nobody looked. */
  #hurry() {
    if (document.visibilityState !== "visible" || this.#poll) return;
    clearTimeout(this.#timer);
    this.#release();
    this.#connect();
  }
}

async function read(answer) {
  if (answer.status === 401) throw new Ended();
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}
