// Lua and commands, as in `okit-run repl`.

import { h } from "../document/dom.js";
import { read, write } from "../session/tab.js";
import { printable } from "./details.js";

const STORED = "okit.prompt";
const MOST = 200;

export class Prompt {
  title = "Prompt";
  #inspector;
  #entries = [];
  #next = 0;
  #history = JSON.parse(read(STORED) || "[]");
  #place = 0;
  #candidates = [];

  constructor(inspector) {
    this.#inspector = inspector;
    this.#place = this.#history.length;
  }

  clear() {
    [this.#entries, this.#candidates, this.#history] = [[], [], []];
    write(STORED, "[]");
  }

  async #run(field) {
    const text = field.value;
    if (!text.trim()) return;
    this.#candidates = [];
    try {
      const { outcome, output } = await this.#inspector.ask("run", { text });
      if (outcome === "incomplete") {
        field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
        return void size(field);
      }
      this.#entries.push({ key: this.#next++, text, output });
      this.#entries = this.#entries.slice(-MOST);
      if (this.#history.at(-1) !== text) this.#history.push(text);
      this.#history = this.#history.slice(-MOST);
      write(STORED, JSON.stringify(this.#history));
      this.#place = this.#history.length;
      field.value = "";
      size(field);
    } catch (error) {
      this.#entries.push({ key: this.#next++, text, output: [{ error: true, text: error.message }] });
      this.#inspector.refuse(error);
    }
    this.#inspector.render();
  }

  async #complete(field) {
    const text = field.value.slice(0, field.selectionStart);
    try {
      const { start, candidates } = await this.#inspector.ask("complete", { text });
      const written = [...text].slice(start).join("");
      const common = candidates.reduce((prefix, one) => {
        let length = 0;
        while (length < prefix.length && prefix[length] === one[length]) length++;
        return prefix.slice(0, length);
      }, candidates[0] ?? "");
      if (common.length > written.length) {
        field.setRangeText(common, text.length - written.length, text.length, "end");
      }
      this.#candidates = candidates.length > 1 ? candidates : [];
    } catch (error) { this.#inspector.refuse(error); }
    this.#inspector.render();
  }

  #recall(field, step) {
    const place = this.#place + step;
    if (place < 0 || place > this.#history.length) return;
    this.#place = place;
    field.value = this.#history[place] ?? "";
    size(field);
  }

  #key(event) {
    const field = event.target;
    event.stopPropagation();
    const isSingle = !field.value.includes("\n");
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.#run(field);
    else if (event.key === "Tab" && !event.shiftKey && field.value) this.#complete(field);
    else if (event.key === "ArrowUp" && isSingle) this.#recall(field, -1);
    else if (event.key === "ArrowDown" && isSingle) this.#recall(field, 1);
    else return;
    event.preventDefault();
  }

  content() {
    return [
      h("div", { class: "prompt-output", key: "output", role: "log", "aria-label": "Results", tabindex: "0",
        hooks: { created: toEnd, changed: toEnd } },
      !this.#entries.length && h("p", { class: "empty-note", key: "none" },
        "Lua runs in the application, each text as a turn. A text with “:” in front is a command, such as :why."),
      this.#entries.map(({ key, text, output }) => h("div", { key, class: "prompt-entry" },
        h("pre", { class: "prompt-text" }, printable(text, { keepsLines: true })),
        output.map((part) => h("pre", { class: part.error ? "is-error" : null },
          printable(part.text.replace(/\n$/, ""), { keepsLines: true })))))),
      this.#candidates.length > 0 && h("p", { class: "candidates", key: "candidates" }, this.#candidates.join("  ")),
      h("div", { class: "prompt-line", key: "line" }, h("span", { class: "prompt-sign", "aria-hidden": "true" }, "›"),
        h("textarea", { class: "prompt-field", rows: 1, spellcheck: "false", autocapitalize: "off",
          "aria-label": "Lua, or a command", oninput: (event) => size(event.target),
          onkeydown: (event) => this.#key(event) })),
    ];
  }
}

/** Shows all lines of a field, up to twelve. */
export function size(field) {
  field.rows = Math.min(12, field.value.split("\n").length);
}

function toEnd(element) { element.scrollTop = element.scrollHeight; }
