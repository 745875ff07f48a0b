// What scripts log and the application reports, with the turn, by level and by a search.

import { h } from "../document/dom.js";
import { printable } from "./details.js";

const LEVELS = ["debug", "info", "warn", "error"];
const MOST = 1000;

export class Log {
  title = "Log";
  #inspector;
  #lines = [];
  #next = 0;
  #hidden = new Set();
  #search = "";

  constructor(inspector) { this.#inspector = inspector; }

  clear() { this.#lines = []; }

  /** Shows the lines from the beginning. */
  begin(lines) {
    this.clear();
    this.add(lines);
  }

  add(lines) {
    for (const line of lines) this.#lines.push({ ...line, key: this.#next++ });
    this.#lines = this.#lines.slice(-MOST);
    this.#inspector.render();
  }

  content() {
    const search = this.#search.toLowerCase();
    const shown = this.#lines.filter(({ level, message, turn }) => !this.#hidden.has(level)
      && (!search || message.toLowerCase().includes(search) || `turn ${turn}` === search));
    return [
      h("div", { class: "log-tools", key: "tools" },
        LEVELS.map((level) => h("button", { key: level, class: ["chip", `is-${level}`],
          "aria-pressed": String(!this.#hidden.has(level)), onclick: () => this.#toggle(level) }, level)),
        h("input", { class: "log-search", type: "search", placeholder: "Search, or turn 12",
          "aria-label": "Search the log", oninput: (event) => {
            this.#search = event.target.value.trim();
            this.#inspector.render();
          } })),
      h("div", { class: "log-lines", key: "lines", role: "log", "aria-label": "Log", tabindex: "0",
        hooks: { created: toEnd, changed: toEnd } },
      shown.map((line) => h("div", { key: line.key, class: ["log-line", `is-${line.level}`] },
        h("span", { class: "log-turn" }, line.turn === undefined ? "" : `turn ${line.turn}`),
        h("span", { class: "log-message" }, printable(line.message, { keepsLines: true }),
          line.diagnostic && origin(line.diagnostic)))),
      !shown.length && h("p", { class: "empty-note", key: "none" }, this.#lines.length ? "No line matches."
        : "Nothing was logged.")),
    ];
  }

  #toggle(level) {
    if (!this.#hidden.delete(level)) this.#hidden.add(level);
    this.#inspector.render();
  }
}

function origin({ code, file, line }) {
  return h("span", { class: "faint" }, ` ${code}${line ? ` · ${file}:${line}` : ""}`);
}

/** New lines are shown, unless the person looks at older ones. */
function toEnd(element) {
  const before = Number(element.dataset.height ?? 0);
  const isAway = element.scrollTop + element.clientHeight < before - 8;
  element.dataset.height = element.scrollHeight;
  if (!isAway) element.scrollTop = element.scrollHeight;
}
