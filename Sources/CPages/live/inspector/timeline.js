// The history as a slider: moving it shows earlier and later states of the models, in which nothing runs.

import { h } from "../document/dom.js";
import { printable } from "./details.js";

export class Timeline {
  #inspector;
  #state = { position: 0, present: 0, count: 0, names: [] };
  #wanted = null;
  #isMoving = false;
  #question = null;
  #error = null;

  constructor(inspector) { this.#inspector = inspector; }

  show(state) {
    this.#state = state;
    this.#inspector.render();
  }

  get #isPast() { return this.#state.position !== this.#state.present; }

  /** Moves to a state; while one is on its way, only the last one that was wanted follows. */
  async #move(to) {
    this.#wanted = to;
    if (this.#isMoving) return;
    this.#isMoving = true;
    while (this.#wanted !== null) {
      const next = this.#wanted;
      this.#wanted = null;
      await this.#ask("travel", { to: next });
    }
    this.#isMoving = false;
    this.#inspector.render();
  }

  async #ask(request, args) {
    try {
      this.#state = await this.#inspector.ask(request, args);
      this.#error = null;
      return true;
    } catch (error) {
      this.#error = error.message;
      this.#inspector.refuse(error);
      return false;
    }
  }

  /** Asks whether the later steps are given up; true after they are. */
  asks() {
    if (!this.#isPast) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#question = async (isYes) => {
        this.#question = null;
        this.#inspector.render();
        resolve(isYes && await this.#ask("discard", {}));
        this.#inspector.render();
      };
      this.#inspector.render();
    });
  }

  content() {
    const { position, present, count, names } = this.#state;
    const later = count - position;
    const shown = this.#wanted ?? position;
    const name = printable(names[shown - 1]);
    return h("footer", { class: ["timeline", this.#isPast && "is-past"], key: "timeline" },
      h("div", { class: "timeline-head" },
        h("label", { class: "timeline-label", for: "timeline" }, count ? `Step ${shown} of ${count}` : "History",
          name && h("span", { class: "faint" }, ` ${name}`)),
        this.#isPast && [
          h("button", { class: "small is-strong", key: "return", onclick: () => this.#move(present) },
            "Return to the present"),
          h("button", { class: "small", key: "discard", onclick: () => this.#ask("discard", {}) }, later === 1
            ? "Discard the later step" : `Discard ${later} later steps`)]),
      count > 0 ? h("input", { type: "range", id: "timeline", class: "timeline-slider", min: 0, max: count, step: 1,
        ".value": String(shown), "aria-valuetext": `Step ${shown} of ${count}${name ? `, ${name}` : ""}`,
        style: { "--present": `${(100 * present) / count}%` },
        oninput: (event) => this.#move(Number(event.target.value)) })
        : h("p", { class: "faint" }, "No step yet: each change of the models is one."),
      this.#isPast && h("p", { class: "timeline-note", role: "status" },
        "An earlier or later state is shown. Nothing runs, and nothing is stored."),
      this.#error && h("p", { class: "problem", role: "alert" }, this.#error),
      this.#question && h("dialog", { class: "question", key: "question", role: "alertdialog",
        "aria-labelledby": "question-title", hooks: { created: (element) => element.showModal(),
          removed: (element) => element.close() }, oncancel: (event) => {
          event.preventDefault();
          this.#question(false);
        } },
      h("h2", { id: "question-title" }, later === 1 ? "Discard the later step?" : `Discard ${later} later steps?`),
      h("p", {}, "The action happens in the state that is shown, which becomes the present one."),
      h("div", { class: "question-buttons" },
        h("button", { class: "small", onclick: () => this.#question(false) }, "Cancel"),
        h("button", { class: "small is-strong", onclick: () => this.#question(true) }, "Discard and continue"))));
  }
}
