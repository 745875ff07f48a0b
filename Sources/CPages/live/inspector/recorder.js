// What a person does, as the lines of a test.

import { h } from "../document/dom.js";
import { printable } from "./details.js";

export class Recorder {
  title = "Recorder";
  #inspector;
  #state = { isOn: false, lines: [] };
  #result = null;
  #isVerifying = false;
  #error = null;

  constructor(inspector) { this.#inspector = inspector; }

  clear() { [this.#state, this.#result, this.#error] = [{ isOn: false, lines: [] }, null, null]; }

  show(state) {
    this.#state = state ?? { isOn: false, lines: [] };
    this.#inspector.render();
  }

  get isOn() { return this.#state.isOn; }

  async #ask(request, args) {
    try {
      const answer = await this.#inspector.ask(request, args);
      this.#error = null;
      return answer;
    } catch (error) {
      if (error.code !== "live.lost") this.#error = error;
      this.#inspector.refuse(error);
      return null;
    } finally { this.#inspector.render(); }
  }

  async #record(isOn) {
    if (isOn) this.#result = null;
    const state = await this.#ask("record", { on: isOn });
    if (state) this.show(state);
  }

  /** The next click asserts what the element shows. */
  #expect() {
    this.#inspector.overlay.pick(!this.#inspector.overlay.isPicking, async (id) => {
      const state = await this.#ask("expect", { element: id });
      if (state) this.show(state);
    });
  }

  async #exchange(line, text) {
    const state = await this.#ask("exchange", { line, by: text });
    if (state) this.show(state);
  }

  async #verify() {
    [this.#isVerifying, this.#result] = [true, null];
    this.#inspector.render();
    this.#result = await this.#ask("verify", {});
    this.#isVerifying = false;
    this.#inspector.render();
  }

  async #copy() {
    const text = await this.#ask("test", {});
    if (text) await navigator.clipboard?.writeText(text);
  }

  content() {
    const { isOn, lines } = this.#state;
    const isEmpty = !lines.length;
    return [
      h("div", { class: "recorder-tools", key: "tools" },
        h("button", { class: ["small", "record-button", isOn && "is-on"], "aria-pressed": String(isOn),
          onclick: () => this.#record(!isOn) }, isOn ? "Stop" : "Record"),
        h("button", { class: ["small", this.#inspector.overlay.isPicking && "is-strong"], disabled: !isOn,
          title: "The next click asserts what the element shows", onclick: () => this.#expect() }, "Assert"),
        h("button", { class: "small", disabled: isEmpty || this.#isVerifying, onclick: () => this.#verify() },
          this.#isVerifying ? "Running …" : "Verify"),
        h("button", { class: "small", disabled: isEmpty, onclick: () => this.#copy() }, "Copy the test")),
      this.#error && h("p", { class: "problem", role: "alert", key: "error" }, this.#error.message,
        this.#error.hint && h("span", { class: "hint" }, ` — ${this.#error.hint}`)),
      h("ol", { class: "recorder-lines", key: "lines", "aria-label": "Lines of the test" },
        lines.map((line) => this.#line(line))),
      isEmpty && h("p", { class: "empty-note", key: "none" }, isOn ? "Use the page: each action becomes a line."
        : "A recording begins at the first screen, with the models as they are now."),
      this.#result && h("div", { key: "result", class: ["recorder-result", this.#result.passes && "is-good"],
        role: "status" }, h("b", {}, this.#result.passes ? "The test passes." : "The test fails."),
      h("pre", {}, this.#result.output.trim())),
    ];
  }

  #line({ line, text, expects, alternatives }) {
    const isExchangeable = alternatives.length > 1;
    return h("li", { key: line, class: expects ? "is-expectation" : null },
      isExchangeable ? h("select", { class: "recorder-line", "aria-label": "Locator", ".value": text,
        onchange: (event) => this.#exchange(line, event.target.value) },
      alternatives.map((one) => h("option", { key: one, value: one, selected: one === text }, printable(one))))
        : h("code", { class: "recorder-line" }, printable(text)));
  }
}
