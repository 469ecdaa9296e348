// The connection to the server: a WebSocket, or a long poll where sockets fail.  A press is sent until it is acknowledged.

const FIRST_MS = 500, MOST_MS = 15_000, FAILURES = 2, OPENS_MS = 8_000, PATIENCE_MS = 10_000, POLL_MS = 40_000, POLLS_MS = 120_000;
const LEFT = 4401;

/** Error of a session that has ended: the page has to say anew who it is. */
export class Ended extends Error {}

export class Link {
  #shown = 0;
  #socket = null;
  #failures = 0;
  #pressed = null;
  #poll = false;
  #on;
  #timer = 0;
  #patience = 0;
  #posting = false;
  #polls_until = 0;

  /** `on`: shows(message), told(sentence), did(), state(is connected), left(is unknown). */
  constructor(on) {
    this.#on = on;
  }

  start() {
    document.addEventListener("visibilitychange", () => this.#hurry());
    window.addEventListener("online", () => this.#hurry());
    this.#connect();
  }

  get isWaiting() {
    return this.#pressed !== null;
  }

  /** Send a press; until the server acknowledges it, it is sent again after each new connection. */
  press(press, values, shown) {
    if (this.#pressed) return false;
    this.#pressed = { key: crypto.randomUUID(), press, values, shown };
    this.#send();
    return true;
  }

  closeAside() {
    this.#say({ close: true });
  }

  #send() {
    if (!this.#pressed) return;
    this.#say(this.#pressed);
    // Of a connection that died silently nobody tells: whatever isn't acknowledged goes over a new one.
    clearTimeout(this.#patience);
    const { key } = this.#pressed;
    this.#patience = setTimeout(() => this.#pressed?.key === key && this.#socket?.close(), PATIENCE_MS);
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
      if (fault instanceof Ended) this.#on.left(true);
    } finally {
      this.#posting = false;
    }
  }

  #take(message) {
    if (!message) return;
    if (message.told) this.#on.told(message.told);
    if (message.n !== undefined) {
      this.#shown = message.n;
      this.#on.shows(message);
    }
    if (message.did) this.#did(message.did);
  }

  #did(key) {
    if (this.#pressed?.key !== key) return;
    this.#pressed = null;
    this.#on.did();
  }

  #connect() {
    if (this.#poll) return this.#polling();
    const socket = new WebSocket(new URL("live", location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), OPENS_MS);
    socket.onopen = () => {
      this.#on.state(true);
      this.#send();
    };
    socket.onmessage = ({ data }) => {
      this.#failures = 0;
      this.#take(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (code === LEFT) return this.#on.left();
      this.#poll = ++this.#failures >= FAILURES;
      this.#polls_until = performance.now() + POLLS_MS;
      this.#again();
    };
  }

  async #polling() {
    try {
      const answer = await fetch(`view?after=${this.#shown}`, { signal: AbortSignal.timeout(POLL_MS) });
      this.#take(answer.status === 204 ? null : await read(answer));
      this.#failures = FAILURES - 1;  // A socket that fails leads back here at once.
      this.#on.state(true);
      this.#send();
      if (performance.now() > this.#polls_until) this.#poll = false;
      this.#again(0);
    } catch (fault) {
      if (fault instanceof Ended) return this.#on.left(true);
      this.#poll = false;  // Sockets may work again when the network does.
      this.#again();
    }
  }

  #again(ms = Math.min(FIRST_MS * 2 ** this.#failures, MOST_MS) * (0.75 + Math.random() / 2)) {
    if (ms) this.#on.state(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), ms);
  }

  #hurry() {
    if (document.visibilityState !== "visible" || this.#socket || this.#poll) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}

async function read(answer) {
  if (answer.status === 401) throw new Ended();
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}
