// Notices: errors of actions and reports, each once. They leave after a time in which they can be read.

import { announce } from "../document/focus.js";

const MOST = 4;
const SHORTEST = 5000;
const PER_CHARACTER = 60;

export class Notices {
  all = [];
  #number = 0;
  #render;

  constructor(render) { this.#render = render; }

  /**
   * @param kind `error`, `info` or `good`.
   * @param content A text, or a diagnostic.
   */
  show(kind, content) {
    const text = typeof content === "string" ? content : [content.message, content.hint].filter(Boolean).join(" ");
    const known = this.all.find((notice) => notice.text === text);
    if (known) this.dismiss(known.id);
    const notice = { id: ++this.#number, kind, text, diagnostic: typeof content === "string" ? null : content };
    this.all = [...this.all, notice].slice(-MOST);
    this.#leaveLater(notice);
    announce(text);
    this.#render();
  }

  dismiss(id) {
    this.all = this.all.filter((notice) => notice.id !== id);
    this.#render();
  }

  /** A person who reads it, with the pointer or the focus, keeps it. */
  #leaveLater(notice) {
    setTimeout(() => {
      if (document.querySelector(".notices:is(:hover, :focus-within)")) this.#leaveLater(notice);
      else this.dismiss(notice.id);
    }, SHORTEST + PER_CHARACTER * notice.text.length);
  }
}
