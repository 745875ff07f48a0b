// What a person enters belongs to the browser, from the first key until the server has confirmed the latest action:
// no update changes the text, the caret or a composition. What is not written yet survives a reload of the page.

import { nameNow } from "./changes.js";
import { read, write } from "./tab.js";

const STORED = "okit.inputs";
const REST = 100;

export class Inputs {
  #act;
  #render;
  /** By key: `{value, action, field, instance, seq, timer, isSecure, isConfirmed}`. */
  #entries = new Map();
  /** What the server has and the application may not have written, as in a form, by field: `{text, instance}`. */
  #held = new Map();
  /** What was entered before a restart, by field. */
  #offers = new Map();
  #composing = null;
  /** The answers that are awaited. */
  #answers = new Set();
  #isHidden = false;
  /** What covers fields: `{all, main}`; `main` is the screen below a menu. */
  #covered = { all: false, main: false };
  /** How often something has come to cover fields. */
  covers = 0;

  /**
   * @param act Performs an action: `act(action, sent)` returns its error.
   * @param render Shows the screen again.
   */
  constructor(act, render) { [this.#act, this.#render] = [act, render]; }

  /** What a control shows: the entered value, or else that of the screen. */
  shown(key, value) {
    const entry = this.#entries.get(key);
    return entry ? entry.value : value;
  }

  /**
   * A text was typed; it is sent after a rest.
   *
   * @param target `{key, instance, field, isSecure, action(text)}`.
   */
  type(target, text) {
    const entry = this.#open(target, text);
    clearTimeout(entry.timer);
    if (this.#composing !== target.key) entry.timer = setTimeout(() => this.#send(target.key), REST);
    this.#store();
  }

  compose(key, isComposing) { this.#composing = isComposing ? key : null; }

  /** A value was chosen; it is sent at once, or after the last one was answered. */
  choose(target, value) {
    const entry = this.#open({ ...target, isChoice: true }, value);
    if (entry.seq !== null) entry.isWaiting = true;
    else this.#send(target.key);
  }

  #open(target, value) {
    let entry = this.#entries.get(target.key);
    if (!entry) this.#entries.set(target.key, (entry = { seq: null, timer: 0 }));
    Object.assign(entry, target, { value, isSent: false, isConfirmed: false });
    return entry;
  }

  /** Sends what was typed, before another action. */
  flush() {
    for (const [key, entry] of this.#entries) if (!entry.isSent && entry.timer
      && this.#composing !== key) this.#send(key);
  }

  /** Whether the application may not have what was typed. */
  get isPending() {
    return this.#answers.size > 0 || [...this.#entries.values()].some((entry) => !entry.isSent);
  }

  /** Sends what was typed, and waits until the screen is that of it. */
  async written() {
    this.flush();
    await Promise.all(this.#answers);
  }

  /** A dialog, the menu or the cover hides fields: what was typed in them waits until it has gone. */
  cover(covered) {
    if ((covered.all && !this.#covered.all) || (covered.main && !this.#covered.main)) this.covers++;
    this.#covered = covered;
    for (const [key, entry] of this.#entries) if (entry.isHeld) this.#send(key);
  }

  #isCovered(key) {
    const [, layer, id] = key.split("|");
    return (this.#covered.all && !id.startsWith("dialog:")) || (this.#covered.main && layer === "s");
  }

  async #send(key) {
    const entry = this.#entries.get(key);
    if (!entry || entry.isSent) return;
    clearTimeout(entry.timer);
    entry.timer = 0;
    entry.isHeld = this.#isCovered(key);
    if (entry.isHeld) return;
    [entry.isSent, entry.isWaiting] = [true, false];
    const { covers } = this;
    let number;
    const answer = this.#act(entry.action(entry.value), (seq) => { number = entry.seq = seq; });
    this.#answers.add(answer);
    const error = await answer;
    this.#answers.delete(answer);
    if (this.#entries.get(key) !== entry || entry.seq !== number) return;
    entry.seq = null;
    // A lost action is neither confirmed nor repeated: the text stays for the same field.
    if (error?.code === "live.lost") return;
    // The screen was covered before the text arrived.
    if (isCover(error) && covers !== this.covers && entry.isSent) {
      entry.isSent = false;
      return this.#send(entry.key);
    }
    if (entry.isWaiting) return this.#send(key);
    if (!entry.isSent) return;
    entry.isConfirmed = true;
    if (!error && entry.field && isKept(entry)) {
      this.#held.set(entry.field, { text: entry.value, instance: entry.instance });
    }
    if (error || !this.#isEdited(entry)) this.#entries.delete(key);
    this.#store();
    this.#render();
  }

  /** Whether the person is still in the field. The text of a secure one is nowhere else. */
  #isEdited(entry) { return entry.isSecure || document.activeElement?.dataset.input === entry.key; }

  /** Editing has ended: the field shows the value as the application formats it, once it has it. */
  leave(key) {
    const entry = this.#entries.get(key);
    if (!entry || entry.isSecure) return;
    if (entry.isConfirmed) this.#entries.delete(key);
    else if (!entry.isSent) this.#send(key);
    this.#store();
    this.#render();
  }

  /** Forgets what was entered: the field shows the value of the screen. */
  drop(key) {
    clearTimeout(this.#entries.get(key)?.timer);
    this.#entries.delete(key);
    this.#store();
  }

  /** Keeps what belongs to screens that are open; a reload of the script gives the same screen another instance. */
  moveTo(instances, renamed) {
    for (const [field, held] of [...this.#held]) {
      if (renamed && held.instance === renamed.from) held.instance = renamed.to;
      else if (!instances.includes(held.instance)) this.#held.delete(field);
    }
    for (const [key, entry] of [...this.#entries]) {
      if (renamed && entry.instance === renamed.from) {
        this.#entries.delete(key);
        entry.instance = renamed.to;
        entry.key = `${renamed.to}${key.slice(key.indexOf("|"))}`;
        this.#entries.set(entry.key, entry);
      } else if (!instances.includes(entry.instance)) {
        clearTimeout(entry.timer);
        this.#entries.delete(key);
      }
    }
    this.#store();
  }

  /** Rows have got other ids: what is entered in them, but not sent, is sent for the new ones. */
  rename(renamed) {
    for (const [key, entry] of [...this.#entries]) {
      const [instance, layer, id] = key.split("|");
      const now = nameNow(id, renamed);
      if (now === id) continue;
      this.#entries.delete(key);
      clearTimeout(entry.timer);
      Object.assign(entry, { key: [instance, layer, now].join("|"), isRestored: !entry.isConfirmed, timer: 0 });
      this.#entries.set(entry.key, entry);
    }
    this.#store();
  }

  // What survives a reload of the page, or a restart

  /** While the application is covered, what was entered is in the memory alone. */
  hide() {
    this.#isHidden = true;
    write(STORED, "[]");
  }

  show() {
    if (!this.#isHidden) return;
    this.#isHidden = false;
    this.#store();
  }

  #store() {
    if (this.#isHidden) return;
    const open = [...this.#entries.values()].filter(isKept);
    write(STORED, JSON.stringify([
      ...[...this.#offers].map(([field, text]) => ({ field, text })),
      ...[...this.#held].map(([field, { text, instance }]) => ({ field, text, instance })),
      ...open.map(({ key, field, instance, value }) => ({ key, field, instance, text: value })),
    ]));
  }

  /**
   * Reads what was entered before the page was reloaded.
   *
   * @param isSame Whether the process is the same; after a restart, the texts are offered.
   */
  restore(isSame) {
    if (!isSame) {
      this.#store();
      this.#entries.clear();
      this.#held.clear();
    }
    let stored = [];
    try { stored = JSON.parse(read(STORED) || "[]"); } catch { stored = []; }
    for (const { key, field, instance, text } of stored) {
      if (!isSame || instance === undefined) {
        if (field) this.#offers.set(field, text);
      } else if (!key) {
        if (!this.#held.has(field)) this.#held.set(field, { text, instance });
      } else if (!this.#entries.has(key)) {
        const state = { seq: null, timer: 0, isSent: true, isRestored: true };
        this.#entries.set(key, { key, field, instance, value: text, ...state });
      }
    }
    this.#store();
  }

  /** Sends a text again that was entered before the page was reloaded, once its field is shown. */
  resume(target) {
    const entry = this.#entries.get(target.key);
    if (!entry?.isRestored) return;
    entry.isRestored = false;
    Object.assign(entry, target, { isSent: false });
    entry.timer = setTimeout(() => this.#send(target.key), 0);
  }

  /** A field shows another text without a message: the application has written what was entered. */
  follow(field, value, hasError) {
    const held = this.#held.get(field);
    if (held && !hasError && held.text !== value) this.#held.delete(field);
  }

  /** The text that was entered in a field before a restart, unless the field has it. */
  offer(field, value) {
    const text = field ? this.#offers.get(field) : undefined;
    return text === undefined || text === value ? null : text;
  }

  takeOffer(field) {
    this.#offers.delete(field);
    this.#store();
  }
}

/** Whether an action may have failed because something covers the screen. */
export function isCover(error) { return ["action.impossible", "app.covered"].includes(error?.code); }

/** Whether the value of an entry is a text that may be stored. */
function isKept(entry) { return !entry.isSecure && !entry.isChoice; }
