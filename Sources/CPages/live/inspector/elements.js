// The screen as a tree, and what the selected element is made of.

import { h } from "../document/dom.js";
import { bindings, link, part, placeText, printable } from "./details.js";
import { elementOf } from "./overlay.js";
import { screenTree } from "./screentree.js";

export class Elements {
  title = "Elements";
  #inspector;
  #found = null;
  #error = null;
  #hovered = null;
  #scrollsTo = null;

  constructor(inspector) { this.#inspector = inspector; }

  clear() { [this.#found, this.#error, this.#hovered] = [null, null, null]; }

  select(id, scrolls) {
    this.#inspector.overlay.mark([]);
    if (scrolls) this.#scrollsTo = id;
    else elementOf(id)?.scrollIntoView({ block: "nearest" });
  }

  /** The pointer is over an element of the page. */
  hovered(id) {
    if (id === this.#hovered) return;
    this.#hovered = id;
    this.#inspector.render();
  }

  async refresh() {
    const { selected } = this.#inspector;
    if (!selected) return;
    try {
      const found = await this.#inspector.ask("element", { element: selected });
      if (selected === this.#inspector.selected) [this.#found, this.#error] = [found, null];
    } catch (error) {
      if (error.code === "live.lost") return;
      [this.#found, this.#error] = [null, error];
      this.#inspector.refuse(error);
    }
    this.#inspector.render();
  }

  content() {
    const { screen, selected, overlay } = this.#inspector;
    return [
      h("div", { class: "screen-tree", key: "tree", role: "tree", "aria-label": "Elements of the screen",
        onpointerleave: () => overlay.hover(null), onkeydown: treeKey,
        hooks: { changed: (element) => this.#scroll(element) } },
      screen && screenTree(screen).map((node) => this.#node(node, selected))),
      h("div", { class: "details", key: "details" }, this.#details()),
    ];
  }

  #scroll(element) {
    if (!this.#scrollsTo) return;
    element.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    this.#scrollsTo = null;
  }

  #node({ id, name, text, level }, selected) {
    return h("button", {
      key: id, class: ["node", id === this.#hovered && "is-hovered"], role: "treeitem", "aria-level": level,
      "aria-selected": String(id === selected), tabindex: id === selected || (!selected && level === 1) ? "0" : "-1",
      style: { "--level": level }, "data-node": id,
      onclick: () => this.#inspector.select(id), onpointerenter: () => this.#inspector.overlay.hover(id),
    }, h("span", { class: "node-name" }, name), text && h("span", { class: "node-text" }, printable(text)));
  }

  #details() {
    if (this.#error) return h("p", { class: "problem", role: "alert" }, this.#error.message);
    const found = this.#found;
    if (!found) return h("p", { class: "empty-note" }, "Pick an element of the page, or choose one above.");
    const goTo = (path) => this.#inspector.showModel(path);
    return [
      h("p", { class: "stack", key: "stack" }, found.stack.slice().reverse().map((name, index) => [
        index > 0 && h("span", { class: "faint" }, " › "), h("span", {}, name)])),
      found.test && h("p", { class: "test-line", key: "test" }, h("code", {}, printable(found.test)),
        h("button", { class: "small", title: "Copy the line for a test",
          onclick: () => navigator.clipboard?.writeText(found.test) }, "Copy")),
      found.entity && h("p", { class: "entity", key: "entity" }, h("span", { class: "label" }, found.entity.class),
        link(found.entity.path || "/", () => goTo(found.entity.path))),
      bindings(found.reports, goTo),
      found.parts.map((one, index) => part(one, `part ${index}`)),
      part(found.controller, "controller"),
      h("p", { class: "faint place-note", key: "note" }, placeText(found.controller.place)),
    ];
  }
}

function treeKey(event) {
  const step = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
  const next = step && event.target[step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
