// The models as a tree, a hundred children at a time. A value is edited where it stands.

import { h } from "../document/dom.js";
import { printable } from "./details.js";
import { size } from "./prompt.js";
import { sign } from "./signs.js";

const SIZE = 100;
const ROOT = "";

export class Models {
  title = "Models";
  #inspector;
  /** By path: `{total, pages}` with the children by their first number. The models are those of the key null. */
  #nodes = new Map();
  #open = new Set();
  #revealed = null;
  /** `{path, original, text, isWriting}` with the text as a field shows the original; null unless a value is edited. */
  #edited = null;
  #readers = null;
  #error = null;

  constructor(inspector) { this.#inspector = inspector; }

  clear() {
    this.#nodes.clear();
    [this.#edited, this.#readers, this.#error] = [null, null, null];
  }

  // Reading

  /** Reads again what is open. */
  async refresh() {
    await this.#load(null, 0);
    for (const path of [...this.#open]) {
      const pages = [...(this.#nodes.get(path)?.pages.keys() ?? [0])];
      for (const from of pages) if (!await this.#load(path, from)) break;
    }
    await this.#goOn();
    this.#inspector.render();
  }

  async #load(path, from) {
    try {
      const { total, children } = await this.#inspector.ask("children", { path: path ?? undefined, from });
      const node = this.#nodes.get(path) ?? { total, pages: new Map() };
      node.total = total;
      if (children.length || from === 0) node.pages.set(from, children);
      else node.pages.delete(from);
      this.#nodes.set(path, node);
      return true;
    } catch (error) {
      if (error.code === "live.lost") return false;
      // What was open may be gone.
      this.#open.delete(path);
      this.#nodes.delete(path);
      if (path === null) this.#inspector.refuse(error);
      return false;
    }
  }

  async #toggle(path) {
    if (this.#open.delete(path)) return this.#inspector.render();
    this.#open.add(path);
    await this.#load(path, 0);
    return this.#inspector.render();
  }

  async #more(path, from) {
    await this.#load(path, from);
    this.#inspector.render();
  }

  /** Opens what is above a path, and shows it. */
  reveal(path) { this.#revealed = path; }

  async #goOn() {
    const path = this.#revealed;
    if (path === null) return;
    const [model, steps] = split(path);
    let place = model;
    this.#open.add(place);
    await this.#load(place, 0);
    for (const step of steps) {
      const next = `${place}/${step}`;
      const index = Number(step);
      // An element of a list is on the page with its number.
      if (Number.isInteger(index)) await this.#load(place, Math.floor(index / SIZE) * SIZE);
      if (next === path) break;
      place = next;
      this.#open.add(place);
      if (!await this.#load(place, 0)) break;
    }
  }

  // Editing

  /** Writes what was typed. What is as before is not written. */
  async #commit(edit, node, text) {
    if (edit.isWriting) return;
    if (text === edit.text) return this.#leave(edit);
    const value = text === "" && !node.isText ? null : spliced(edit.original, edit.text, text);
    edit.isWriting = true;
    try {
      await this.#inspector.ask("set", { path: node.path, value });
      if (this.#edited === edit) [this.#edited, this.#error] = [null, null];
      await this.refresh();
    } catch (error) {
      edit.isWriting = false;
      this.#error = { path: node.path, message: error.message };
      this.#inspector.refuse(error);
    }
    this.#inspector.render();
  }

  #leave(edit) {
    if (this.#edited !== edit) return;
    [this.#edited, this.#error] = [null, null];
    this.#inspector.render();
  }

  async #showReaders(path) {
    if (this.#readers?.path === path) {
      this.#readers = null;
      this.#inspector.overlay.mark([]);
      return this.#inspector.render();
    }
    try {
      const ids = await this.#inspector.ask("readers", { path });
      this.#readers = { path, ids };
      this.#inspector.overlay.mark(ids);
    } catch (error) { this.#inspector.refuse(error); }
    return this.#inspector.render();
  }

  // Showing

  content() {
    return h("div", { class: "model-tree", key: "models", role: "tree", "aria-label": "Models", onkeydown: treeKey,
      hooks: { changed: (element) => this.#scroll(element) } },
    this.#children(null, 1));
  }

  #scroll(element) {
    const found = this.#revealed !== null
      && element.querySelector(`[data-path="${CSS.escape(this.#revealed)}"]`);
    if (!found) return;
    this.#revealed = null;
    found.scrollIntoView({ block: "center" });
    found.classList.add("is-revealed");
    found.addEventListener("animationend", () => found.classList.remove("is-revealed"), { once: true });
  }

  #children(path, level) {
    const node = this.#nodes.get(path);
    if (!node) return [];
    const rows = [];
    let next = 0;
    for (const [from, children] of [...node.pages].sort(([a], [b]) => a - b)) {
      if (from > next) rows.push(this.#gap(path, next, from, level));
      rows.push(children.map((child) => this.#row(child, level)));
      next = from + children.length;
    }
    if (next < node.total) rows.push(this.#gap(path, next, node.total, level));
    return rows;
  }

  #gap(path, from, end, level) {
    return h("button", { key: `more ${path} ${from}`, class: "node is-more", style: { "--level": level },
      onclick: () => this.#more(path, Math.floor(from / SIZE) * SIZE) },
    `Show ${from + 1} to ${Math.min(from + SIZE, end)} of ${this.#nodes.get(path).total}`);
  }

  #row(node, level) {
    const { path, kind } = node;
    const name = printable(node.name);
    const hasChildren = ["entity", "list"].includes(kind) && node.count !== 0;
    const isOpen = hasChildren && this.#open.has(path);
    return [
      h("div", { key: `row ${path}`, class: ["model-row", `is-${kind}`], role: "treeitem", "data-path": path,
        "aria-level": level, "aria-expanded": hasChildren ? String(isOpen) : null, style: { "--level": level } },
      hasChildren ? h("button", { class: ["twist", isOpen && "is-open"], "aria-label": `${isOpen ? "Close" : "Open"} ${
        name}`, onclick: () => this.#toggle(path) }, "›") : h("span", { class: "twist" }),
      h("span", { class: "model-name" }, name), this.#value(node),
      h("button", { class: ["small", "readers-button", this.#readers?.path === path && "is-on"],
        title: "Elements that read it", "aria-label": `Elements that read ${name}`,
        onclick: () => this.#showReaders(path) }, sign("readers"))),
      this.#error?.path === path && h("p", { key: `error ${path}`, class: "problem", role: "alert" },
        this.#error.message),
      this.#readers?.path === path && this.#readerList(level),
      isOpen && this.#children(path, level + 1),
    ];
  }

  #value(node) {
    const { kind, type = "", text, editable, path } = node;
    if (this.#edited?.path === path) return this.#field(node);
    const shown = kind === "list" ? `${node.count} ${node.count === 1 ? "element" : "elements"}`
      : kind === "entity" ? text ?? node.id ?? "" : text ?? "nil";
    const value = printable(shown);
    if (!editable) return [h("span", { class: ["model-value", kind === "entity" && "faint"] }, value),
      h("span", { class: "model-type" }, kind === "computed" ? `${type}, computed` : type)];
    return [h("button", { class: "model-value is-editable", title: "Edit", "data-edit": path,
      onclick: () => this.#edit(node) }, value || "“”"), h("span", { class: "model-type" }, type)];
  }

  #edit({ path, text = "" }) {
    [this.#edited, this.#error] = [{ path, original: text, text }, null];
    this.#inspector.render();
  }

  #field(node) {
    const edit = this.#edited;
    return h(node.isText ? "textarea" : "input", { class: "model-field", "aria-label": printable(node.name),
      spellcheck: "false", hooks: { created: (element) => begin(element, edit) },
      oninput: (event) => { if (node.isText) size(event.target); },
      onkeydown: (event) => {
        event.stopPropagation();
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          this.#commit(edit, node, event.target.value);
        }
        if (event.key === "Escape") this.#leave(edit);
      },
      // Removing the field takes its focus, within rendering: whether the edit goes on is known after it.
      onblur: () => queueMicrotask(() => { if (!this.#error) this.#leave(edit); }) });
  }

  #readerList(level) {
    const { ids, path } = this.#readers;
    return h("p", { key: `readers ${path}`, class: "reader-list", style: { "--level": level } },
      ids.length ? ids.map((id) => h("button", { key: id, class: "link-button", onclick: () =>
        this.#inspector.select(id, { scrolls: true }) }, id)) : "No element on this screen reads it.");
  }
}

/** Shows the text of an edit. Fields have line feeds only, and those of one line have none. */
function begin(field, edit) {
  field.value = edit.original;
  edit.text = field.value;
  if (field.matches("textarea")) size(field);
  field.focus();
  field.select();
}

/** The original with what has changed between its text in a field and the one typed: its other line ends stay. */
function spliced(original, before, after) {
  const characters = original.match(/\r\n|[^]/g) ?? [];
  // A field may have dropped characters.
  if (characters.length !== before.length) return after;
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start] === after[start]) start++;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return characters.slice(0, start).join("") + after.slice(start, after.length - end)
    + characters.slice(characters.length - end).join("");
}

/** The model and the steps of a path. */
function split(path) {
  const end = path.indexOf(">");
  const hasName = end >= 0 && !path.slice(0, end).includes("/");
  const model = hasName ? path.slice(0, end + 1) : ROOT;
  return [model, path.slice(model.length).split("/").filter(Boolean)];
}

function treeKey(event) {
  const rows = [...event.currentTarget.querySelectorAll("button, .model-field")];
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || event.target.matches(".model-field")) return;
  event.preventDefault();
  rows[rows.indexOf(event.target) + step]?.focus();
}
