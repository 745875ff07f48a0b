// The socket, and connecting again: after 0.2 s, then ever later up to 5 s, and at once when the tab is shown or the
// network returns.

import { tab } from "./tab.js";

const FIRST_DELAY = 200;
const LONGEST_DELAY = 5000;

export class Connection {
  #socket = null;
  #delay = FIRST_DELAY;
  #timer = null;
  #isEnded = false;
  #handlers;

  /**
   * @param handlers `opened()`, `received(message)`, `lost(reason)`. The reason is `gone` while the program does not
   *   answer, `token` for a token that it does not accept, `full` when too many pages are open.
   */
  constructor(handlers) {
    this.#handlers = handlers;
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#retryNow(); });
  }

  connect() {
    if (this.#socket || this.#isEnded) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`, ["okit.1", `token.${tab.token}`]);
    this.#socket = socket;
    let wasOpen = false;
    socket.addEventListener("open", () => {
      wasOpen = true;
      this.#handlers.opened();
    });
    socket.addEventListener("message", (event) => {
      this.#delay = FIRST_DELAY;
      if (socket === this.#socket) this.#handlers.received(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#lose(wasOpen);
    });
  }

  /** Sends a message; false without a connection. */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Closes the socket, and opens another one. */
  restart() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#later();
  }

  /** Closes the socket for good. */
  end() {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  async #lose(wasOpen) {
    if (this.#isEnded) return;
    this.#later();
    this.#handlers.lost(wasOpen ? "gone" : await whyRefused());
  }

  #later() {
    clearTimeout(this.#timer);
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => this.connect(), this.#delay);
    this.#delay = Math.min(this.#delay * 1.6, LONGEST_DELAY);
  }

  #retryNow() {
    if (this.#socket || this.#isEnded) return;
    clearTimeout(this.#timer);
    this.#delay = FIRST_DELAY;
    this.connect();
  }
}

/** A browser does not say why a handshake failed; a request does. */
async function whyRefused() {
  try {
    const response = await fetch("/screen?format=text&width=1", { headers: { Authorization: `Bearer ${tab.token}` } });
    return response.status === 401 ? "token" : response.status === 503 ? "full" : "gone";
  } catch {
    return "gone";
  }
}
