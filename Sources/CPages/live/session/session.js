// The protocol: the screen with its revision, and the actions that the server has not answered.

import { changed, keepKeys, withKnownRows } from "./changes.js";
import { Connection } from "./connection.js";
import { tab } from "./tab.js";

/** Fewer than the server accepts. */
const MOST_UNANSWERED = 32;
/** How many screens that were left are known. */
const MOST_LEFT = 4;

export class Session {
  screen = null;
  language = null;
  #revision = null;
  #connection;
  #handlers;
  #unanswered = new Map();
  #waiting = [];
  /** The last screens that were left, by their instances. */
  #left = new Map();
  #isWelcome = false;
  /** Whether the server has said that it ends. */
  #isStopped = false;

  /**
   * @param handlers `shown(motion, before, renamed)` after each new screen, `welcomed(message, {isRestarted, lost})`,
   *   `disconnected(reason)`, `noticed(message)`, `asked(message)` for a passphrase, `inspected(message)` for what the
   *   Inspector has asked or is told, `ended(reason, error)`.
   */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#connection = new Connection({
      opened: () => this.#hello(),
      received: (message) => this.#receive(message),
      lost: (reason) => {
        this.#isWelcome = false;
        handlers.disconnected(this.#isStopped && reason === "gone" ? "stopped" : reason);
      },
    });
  }

  start() { this.#connection.connect(); }

  /** Whether the screen is that of the application now. */
  get isConnected() { return this.#isWelcome && this.screen !== null; }

  /**
   * Performs an action on the screen that is shown. The result is the error, undefined if it succeeded.
   *
   * @param sent Called with the number of the action.
   */
  act(action, sent) {
    const seq = Math.max(tab.seq, this.#lastSeq) + 1;
    this.#lastSeq = tab.seq = seq;
    sent?.(seq);
    return new Promise((resolve) => {
      const act = { message: { type: "act", seq, instance: this.screen?.instance ?? null, action }, resolve };
      if (this.#unanswered.size >= MOST_UNANSWERED) this.#waiting.push(act);
      else this.#send(act);
    });
  }

  #lastSeq = 0;

  /** Asks for rows of a long list. */
  rows(from, count) { this.#connection.send({ type: "rows", from, count }); }

  /** Asks for the columns of a wide grid from one on. */
  columns(from) { this.#connection.send({ type: "columns", from }); }

  viewChanged() { if (this.#isWelcome) this.#connection.send({ type: "view", ...view() }); }

  /** Asks for what the Inspector shows; false without a connection. */
  inspect(id, request, args) {
    return this.#isWelcome && this.#connection.send({ type: "inspect", id, request, arguments: args });
  }

  answerPassphrase(text) { this.#connection.send({ type: "passphrase", text }); }

  #send(act) {
    this.#unanswered.set(act.message.seq, act);
    if (this.#isWelcome) this.#connection.send(act.message);
  }

  #hello() {
    this.#connection.send({
      type: "hello", protocol: 1, window: tab.window, epoch: tab.epoch, seen: this.#revision ?? undefined, view: view(),
    });
  }

  #receive(message) {
    switch (message.type) {
      case "welcome": return this.#welcome(message);
      case "screen":
        keepKeys(message.screen, this.screen);
        keepKeys(message.screen.menu, this.screen?.menu);
        return this.#show(message.screen, message.revision, null);
      case "update": return this.#update(message);
      case "done": return this.#answer(message.seq, message.error);
      case "notice": return this.#handlers.noticed(message);
      case "passphrase": return this.#handlers.asked(message);
      case "inspected": case "inspection": return this.#handlers.inspected(message);
      case "bye": return this.#end(message);
    }
  }

  #welcome(message) {
    const isSame = message.epoch === tab.epoch && message.window === tab.window;
    const isRestarted = tab.epoch !== undefined && message.epoch !== tab.epoch;
    tab.keep(message.epoch, message.window);
    this.#lastSeq = Math.max(isSame ? this.#lastSeq : 0, message.performed);
    this.language = message.language;
    this.#isWelcome = true;
    this.#isStopped = false;
    const acts = [...this.#unanswered.values(), ...this.#waiting];
    let lost = [];
    if (isSame) {
      for (const act of this.#unanswered.values()) this.#connection.send(act.message);
    } else {
      // Nobody knows whether these were performed.
      this.#unanswered.clear();
      this.#waiting = [];
      this.#left.clear();
      this.#revision = null;
      lost = acts.map((act) => act.message.action);
      for (const act of acts) act.resolve({ code: "live.lost" });
    }
    this.#handlers.welcomed(message, { isRestarted, isSame, lost });
  }

  #show(screen, revision, motion, renamed = new Map()) {
    const before = this.screen;
    this.screen = this.#returned(screen, before);
    this.#revision = revision;
    this.#handlers.shown(motion, before, renamed);
  }

  /** A screen to which a person returns, with the rows that it had, as far as they have not changed. */
  #returned(screen, before) {
    if (screen.cover) this.#left.clear();
    else if (before && before.instance !== screen.instance) {
      if (!before.cover) this.#left.set(before.instance, before);
      if (this.#left.size > MOST_LEFT) this.#left.delete(this.#left.keys().next().value);
    }
    const known = this.#left.get(screen.instance);
    if (!known) return screen;
    this.#left.delete(screen.instance);
    return withKnownRows(screen, known);
  }

  #update({ from, to, changes, motion }) {
    // An update that does not follow the screen: `hello` gets what is missing.
    if (!this.screen || from !== this.#revision) {
      this.#revision = null;
      return this.#connection.restart();
    }
    const renamed = new Map();
    this.#show(changed(this.screen, changes || {}, renamed), to, motion || null, renamed);
  }

  #answer(seq, error) {
    const act = this.#unanswered.get(seq);
    if (!act) return;
    this.#unanswered.delete(seq);
    act.resolve(error);
    if (this.#waiting.length) this.#send(this.#waiting.shift());
  }

  #end({ reason, error }) {
    if (reason === "stopped") {
      this.#isStopped = true;
    } else if (reason === "replaced" || reason === "protocol") {
      this.#isWelcome = false;
      this.#connection.end();
      this.#handlers.ended(reason, error);
    }
  }
}

function view() { return { visible: !document.hidden, width: Math.round(innerWidth) }; }
