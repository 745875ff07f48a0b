// A screen as the page shows it: that of the content, or that of the open menu. It has what belongs to the view and not
// to the application: the scroll position and the row with the tab stop, which return with the screen.

import { isInBackground } from "../controls/textfields.js";
import { Scroller } from "../rows/scroller.js";
import { nameNow } from "../session/changes.js";
import { read, write } from "../session/tab.js";

const STORED = "okit.place";

/** How many screens keep their place. */
const MOST_PLACES = 60;

export class Layer {
  screen = null;
  /** Identifies the screen in the document; a reload of the script keeps it, and so does the way back. */
  view = 0;
  #views = 0;
  #page;
  #places = new Map();
  #scroller = null;
  #anchor = null;
  /** The keys of the elements of rows that have got other ids. */
  #keys = new Map();
  /** Whether the columns are other ones than before. */
  #isAcross = false;
  /** How many titles of the index wait for their rows. */
  #following = 0;

  /** @param name Begins the identifiers of its elements: `s` for the content, `m` for the menu. */
  constructor(page, name) { [this.#page, this.name] = [page, name]; }

  /** Shows another screen, or changes of the same one. */
  show(screen, instance, isSameView) {
    if (!isSameView) {
      this.leave();
      this.#keys.clear();
      this.instance = instance;
      this.view = this.place.view ??= ++this.#views;
    } else if (this.screen) {
      this.#isAcross = this.screen.columnFrom !== screen.columnFrom;
      this.#anchor = this.#scroller?.anchor() ?? null;
      // A reload of the script gives the same screen another instance.
      this.#places.set(instance, this.place);
    }
    [this.screen, this.instance] = [screen, instance];
    this.#index = null;
  }

  /** Rows have got other ids: their elements, the scroll position and the row with the tab stop stay. */
  rename(renamed) {
    for (const [old, now] of renamed) {
      this.#keys.set(now, this.rowKey(old));
      this.#keys.delete(old);
    }
    const { place } = this;
    place.current = nameNow(place.current, renamed);
    this.lastField = nameNow(this.lastField, renamed);
    for (const row of this.#anchor?.rows || []) row.id = nameNow(row.id, renamed);
  }

  /** Identifies the element of a row. */
  rowKey(id) { return this.#keys.get(id) ?? id; }

  /** Forgets the places of all screens. */
  forget() {
    this.#places.clear();
    this.#anchor = null;
    this.instance = null;
  }

  /** Remembers the place of the screen that is left. */
  leave() {
    if (this.screen && this.#scroller) this.place.anchor = this.#scroller.anchor();
    this.#anchor = null;
  }

  /** `{anchor, current, index, view}`: the scroll position, the row with the tab stop, and its number as a view. */
  get place() {
    let place = this.#places.get(this.instance);
    if (!place) this.#places.set(this.instance, (place = { anchor: null, current: null, index: 0 }));
    if (this.#places.size > MOST_PLACES) this.#places.delete(this.#places.keys().next().value);
    return place;
  }

  get theme() { return this.#page.theme; }
  get inputs() { return this.#page.inputs; }
  get isTop() { return this.#page.topLayer === this; }

  id(element) { return `${this.name}-${element}`; }
  key(element) { return `${this.instance}|${this.name}|${element}`; }

  act(action, announcement) { return this.#page.act(action, announcement); }

  /** Presses a key of the keyboard; that a field has no use for it is not a mistake. */
  press(key) { return this.#page.try(key); }

  render() { this.#page.render(); }

  /** A field has got the focus: a form ends the editing of the field before. */
  focused(row) {
    const control = row.control;
    if (!control || control.focused || !row.id.startsWith("cell:") || !this.screen.keyboard) return;
    if (this.#page.isSettingFocus) return;
    this.#page.try({ tap: row.id });
  }

  #isTyped = false;

  /** A person types. */
  typed() { this.#isTyped = true; }

  /** The focus leaves a field, or the keys for it: its editing ends, unless the next field ends it. */
  left(event) {
    const { target, relatedTarget: next } = event;
    if (this.#page.isSettingFocus || this.#page.isRendering || isInBackground(event)) return;
    if (!this.screen.keyboard && !this.#isTyped) return;
    const [from, to] = [fieldOf(target), fieldOf(next)];
    if (!from || to === from || to?.matches(".is-keyboard")) return;
    // The focus returns from a dialog.
    if (next && next.closest("dialog") !== target.closest("dialog")) return;
    if (to?.dataset.row?.startsWith("cell:") && next.matches("[data-input]") && this.screen.keyboard) return;
    this.#isTyped = false;
    this.press("endEditing");
  }

  /** Whether the screen as a whole has an action. */
  can(action) { return this.#page.can(action); }

  openActions(id, anchor) { this.#page.openActions(this, id, anchor); }
  closeActions() { this.#page.closeActions(); }

  // Rows

  #index = null;

  /** By identifier: `{row, section, place, index}`, with the index among all rows. */
  get rowIndex() {
    if (this.#index) return this.#index;
    this.#index = new Map();
    let index = this.screen.from ?? 0;
    this.screen.sections.forEach((section, number) => {
      let place = 0;
      for (const row of section.rows) {
        const adds = row.id.startsWith("add:");
        this.#index.set(row.id, { row, section: number, place: adds ? -1 : place++, index: adds ? -1 : index++ });
      }
    });
    return this.#index;
  }

  row(id) { return this.rowIndex.get(id)?.row; }

  /** The rows of data in their order. */
  get rowIDs() { return [...this.rowIndex.keys()].filter((id) => !id.startsWith("add:")); }

  /** The level of the heading above a row: that of a section, or else of the title. */
  headingLevel(row) {
    const place = this.rowIndex.get(row.id)?.section ?? 0;
    return this.screen.sections.slice(0, place + 1).some((section) => section.header) ? 2 : 1;
  }

  get total() { return this.screen.total ?? this.rowIDs.length; }

  /** The row with the tab stop: the one that had the focus, or else the first one. */
  get current() {
    const place = this.place;
    if (place.current && this.rowIndex.has(place.current)) return place.current;
    return this.rowIDs[0] ?? null;
  }

  setCurrent(id) {
    const found = this.rowIndex.get(id);
    if (found) Object.assign(this.place, { current: id, index: found.index });
  }

  // Elements

  element(id) { return document.getElementById(this.id(id)); }

  get #screenElement() { return document.getElementById(this.id("screen")); }

  /** The element of a part of the screen, by its identifier. */
  part(id) { return this.#screenElement?.querySelector(`[data-focus="${CSS.escape(id)}"]`) ?? null; }

  /** Whether the rows are a list, whose fields do not get the focus by themselves. */
  get isListed() { return ["list", "selection", "menu"].includes(this.screen.kind); }

  /** The control that the application has given the focus. */
  get focusedField() {
    if (!this.screen.editing && !this.screen.keyboard) return null;
    for (const { row } of this.rowIndex.values()) {
      for (const part of [row, ...(row.cells || [])]) if (part.control?.focused
        && part.control.enabled) return part.control.id;
    }
    return null;
  }

  lastField = null;
  pendingRow = null;

  /** Gives the focus to a row by its number among all rows; one that is not here is asked for. */
  focusRow(index, cell = null) {
    const target = Math.max(0, Math.min(this.total - 1, index));
    if (this.total === 0) return;
    this.pendingRow = { index: target, cell };
    if (!this.focusPending()) {
      this.place.index = target;
      this.#scroller.toRow(target);
      this.element("list")?.focus({ preventScroll: true });
    }
  }

  /** Gives the focus to the row that was asked for, once it is here. */
  focusPending() {
    const { index, cell } = this.pendingRow;
    const id = this.rowIDs[index - (this.screen.from ?? 0)];
    const row = id && this.element(id);
    const target = cell && row ? row.querySelector(`[data-cell="${CSS.escape(cell)}"]`) : row;
    if (!target) return false;
    this.pendingRow = null;
    this.setCurrent(id);
    target.focus({ preventScroll: true });
    this.#scroller.reveal(row);
    if (cell) target.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.render();
    return true;
  }

  /** Shows the columns of a wide grid from one on, and gives the focus to a column in the row that has it. */
  showColumns(first, column = null) {
    if (column) this.pendingRow = { index: this.place.index, cell: column };
    this.#page.askColumns(Math.max(0, Math.min(first, this.screen.columnTotal - this.screen.columns.length)));
  }

  /** Scrolls to what has the focus. */
  revealFocus() {
    const element = document.activeElement?.closest("[data-row]");
    if (element && this.#scroller?.element.contains(element)) this.#scroller.reveal(element);
  }

  goToIndex(title) { this.#page.goToIndex(this, title); }

  /** Goes to the first of the rows that the answer to a title of the index brings; only the last title counts. */
  async follow(answer) {
    const { instance } = this;
    this.#following++;
    const error = await answer;
    this.#following--;
    const isHere = this.instance === instance && this.screen.total !== undefined;
    if (!error && !this.#following && isHere) this.#scroller?.toRow(this.screen.from);
  }

  showSection(place) {
    const section = this.#screenElement?.querySelector(`[data-section="${place}"]`);
    const { element } = this.#scroller;
    if (section) element.scrollTop += section.getBoundingClientRect().top - element.getBoundingClientRect().top;
  }

  /** A button above the keyboard. */
  pressKey(key, id) {
    this.inputs.flush();
    if (key === "cancel") this.inputs.drop(document.activeElement?.dataset.input);
    this.#page.act({ tap: id });
  }

  // Scrolling

  /** Hooks of the scrolling element. */
  get scrollHooks() {
    return {
      created: (element) => {
        this.#scroller?.end();
        this.#scroller = new Scroller(element, (from, count) => this.#page.askRows(from, count));
        this.#update(this.place.anchor ?? this.#reloaded());
      },
      // Not every change of the document is one of the rows.
      changed: () => { if (this.#anchor) this.#update(this.#anchor); },
      removed: () => {
        this.#scroller?.end();
        this.#scroller = null;
      },
    };
  }

  /** Keeps the scroll position while the page is reloaded. */
  store() {
    if (this.#scroller) write(STORED, JSON.stringify({ instance: this.instance, anchor: this.#scroller.anchor() }));
  }

  #reloaded() {
    const stored = JSON.parse(read(STORED) || "{}");
    write(STORED, "{}");
    return stored.instance === this.instance ? stored.anchor : null;
  }

  get scroller() { return this.#scroller; }

  #update(anchor) {
    const { total, from } = this.screen;
    const window = total === undefined ? null : { total, from, count: this.rowIDs.length };
    // What was visible does not stay when a title of the index leads elsewhere.
    this.#scroller.update(window, this.#following && window ? null : anchor);
    if (this.#isAcross) this.#scroller.element.scrollLeft = 0;
    this.#isAcross = false;
    this.#anchor = null;
  }
}

/** The cell or the row with the field in which an element is, or the keys for the field. */
function fieldOf(element) {
  const part = element?.closest(".is-keyboard, [data-cell], [data-row]");
  return part?.matches(".is-keyboard, :has([data-input])") ? part : null;
}
