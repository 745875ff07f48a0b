// The screen in other themes, languages, widths and sizes of texts, by copies of the application.

import { h } from "../document/dom.js";
import { preview } from "./preview.js";

const WIDTHS = [320, 390, 768, 1280];
const SIZES = [100, 150, 200];

export class Variants {
  title = "Variants";
  #inspector;
  #known = { themes: [], theme: "", locale: "" };
  #chosen = { themes: new Set(), locales: "", widths: new Set([390]), sizes: new Set([100]) };
  #shown = [];
  #isLoading = false;
  #error = null;

  constructor(inspector) { this.#inspector = inspector; }

  clear() { [this.#shown, this.#error] = [[], null]; }

  /** What variants can differ in. */
  begin(known) {
    this.#known = known;
    this.#chosen.themes = new Set([known.theme]);
    this.#chosen.locales ||= [...new Set([known.locale, "de_DE"])].join(" ");
  }

  async #show() {
    [this.#isLoading, this.#error, this.#shown] = [true, null, []];
    this.#inspector.render();
    try {
      for (const locale of this.#chosen.locales.split(/[\s,]+/).filter(Boolean)) {
        for (const theme of this.#chosen.themes) {
          const variant = await this.#inspector.ask("variant", { locale, theme });
          for (const width of this.#chosen.widths) {
            for (const size of this.#chosen.sizes) this.#shown.push({ locale, theme, width, size, variant });
          }
          this.#inspector.render();
        }
      }
    } catch (error) {
      if (error.code !== "live.lost") this.#error = error;
      this.#inspector.refuse(error);
    }
    this.#isLoading = false;
    this.#inspector.render();
  }

  #toggle(set, value) {
    if (!set.delete(value)) set.add(value);
    this.#inspector.render();
  }

  #chips(label, values, set, text) {
    return h("div", { class: "variant-choice", role: "group", "aria-label": label, key: label },
      h("span", { class: "faint" }, label),
      values.map((value) => h("button", { key: value, class: "chip", "aria-pressed": String(set.has(value)),
        onclick: () => this.#toggle(set, value) }, text(value))));
  }

  content() {
    const { themes, locales, widths, sizes } = this.#chosen;
    return [
      h("div", { class: "variant-tools", key: "tools" },
        this.#chips("Themes", this.#known.themes, themes, (name) => name || "default"),
        this.#chips("Widths", WIDTHS, widths, String),
        this.#chips("Texts", SIZES, sizes, (size) => `${size} %`),
        h("div", { class: "variant-choice", key: "locales" },
          h("label", { class: "faint", for: "variant-locales" }, "Locales"),
          h("input", { class: "log-search", id: "variant-locales", ".value": locales, spellcheck: "false",
            oninput: (event) => { this.#chosen.locales = event.target.value; } }),
          h("button", { class: "small is-strong", disabled: this.#isLoading, onclick: () => this.#show() },
            this.#isLoading ? "Loading …" : "Show"))),
      this.#error && h("p", { class: "problem", role: "alert", key: "error" }, this.#error.message),
      h("div", { class: "variant-list", key: "list", tabindex: "0", role: "region", "aria-label": "Variants" },
        !this.#shown.length && !this.#isLoading && h("p", { class: "empty-note" },
          "The screen as copies of the application show it. A copy has the same models, and stores nothing."),
        this.#shown.map((one, index) => h("figure", { key: index, class: "variant" },
          h("figcaption", { class: "faint" }, caption(one)),
          h("div", { class: "preview", memo: one, hooks: { created: (element) => preview(element, one.variant,
            { ...one, room: element.parentElement.clientWidth }) } })))),
    ];
  }
}

function caption({ locale, theme, width, size }) {
  return `${locale} · ${theme || "default"} · ${width} points${size === 100 ? "" : ` · texts of ${size} %`}`;
}
