// The connection over which the server tells what happens; it mends itself.

import { parsed } from "./own_files.js";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;

/**
 * Keeps a WebSocket to the server open for the person `as`.
 * `onEvent({t, d})` gets each event, `onStatus("open" | "connecting")` each change; after every "open" the caller
 * loads the state anew, for what happened in between is not told again. Gives a function that ends it.
 */
export function connect(as, { onEvent, onStatus }) {
  let wait = FIRST_WAIT_MS;
  let socket;
  let ended = false;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/local/events?as=${encodeURIComponent(as)}`);
    socket.onopen = () => {
      wait = FIRST_WAIT_MS;
      onStatus("open");
    };
    socket.onmessage = (message) => {
      for (const line of message.data.split("\n")) if (line.trim()) onEvent(parsed(line));
    };
    socket.onclose = () => {
      if (ended) return;
      onStatus("connecting");
      setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
  }

  open();
  return () => {
    ended = true;
    socket.close();
  };
}
