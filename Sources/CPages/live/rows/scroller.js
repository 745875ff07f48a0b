// The scrolling part of a screen. What changes above does not move what the person looks at. Of a long list, a slab of
// rows stands at its place in a space that is as high as all rows.

import { RowRange } from "./range.js";

const DEFAULT_ROW_HEIGHT = 52;
/** Milliseconds after the return of a screen, when all its rows are laid out. */
const RETURN = 300;

export class Scroller {
  #scroll;
  #space;
  #slab;
  #ask;
  #window = null;
  #rowHeight = null;
  #top = 0;
  #last = 0;
  #asked = "";
  #jump = null;
  #rest = 0;
  #returned = 0;
  #watch;

  /**
   * @param element The scrolling element, with the space in it, and the slab in that.
   * @param ask Asks for rows: `ask(from, count)`.
   */
  constructor(element, ask) {
    [this.#scroll, this.#ask] = [element, ask];
    this.#space = element.firstElementChild;
    this.#slab = this.#space.firstElementChild;
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#watch = new ResizeObserver(() => this.#resized());
    this.#watch.observe(element);
    if (this.#slab.querySelector(".row")?.style.getPropertyValue("--height")) this.#return();
  }

  /** The rows keep their heights for their return. */
  end() {
    this.#watch.disconnect();
    clearTimeout(this.#rest);
    clearTimeout(this.#returned);
    if (this.#window) return;
    for (const row of this.#slab.querySelectorAll(".row")) row.style.setProperty("--height", `${row.offsetHeight}px`);
  }

  /** Rows that return are shown sooner when those out of view are laid out only later. */
  #return() {
    this.#space.toggleAttribute("data-returning", true);
    this.#returned = setTimeout(() => {
      const anchor = this.anchor();
      this.#space.removeAttribute("data-returning");
      if (!this.#window && !anchor.isTop) this.#keep(anchor);
    }, RETURN);
  }

  get element() { return this.#scroll; }

  /** What is at the top of the view: `{rows: [{id, offset}], isTop, row}`. */
  anchor() {
    const top = this.#scroll.getBoundingClientRect().top;
    const rows = [];
    for (const element of this.#rowElements()) {
      const edge = element.getBoundingClientRect();
      if (edge.bottom <= top + 1) continue;
      rows.push({ id: element.dataset.row, offset: edge.top - top });
      if (rows.length === 12) break;
    }
    return { rows, isTop: this.#scroll.scrollTop <= 0, position: this.#scroll.scrollTop, row: this.#rowAtTop() };
  }

  /**
   * Follows a change of the rows.
   *
   * @param window `{total, from, count}`: the rows that the slab has; null for all.
   * @param anchor What was at the top before; null for a new screen, and if other rows are to be at the top.
   */
  update(window, anchor) {
    const known = this.#window;
    // What was asked for may have come, and left again.
    if (["total", "from", "count"].some((name) => window?.[name] !== known?.[name])) this.#asked = "";
    this.#window = window;
    if (window) this.#measure();
    else this.#layOut(null);
    if (!anchor) this.#jump = null;
    if (this.#jump && window) return this.#land();
    if (!anchor || anchor.isTop) {
      if (window) this.#place(anchor ? 0 : this.#scroll.scrollTop);
      return;
    }
    if (this.#keep(anchor)) return;
    if (window && anchor.row !== null) {
      this.toRow(anchor.row);
    } else if (!window) {
      this.#scroll.scrollTop = anchor.position;
    }
  }

  /** Shows a row of a long list, which may have to be asked for. The row may have a fraction. */
  toRow(row) {
    const range = this.#range();
    this.#jump = { row };
    this.#scroll.scrollTop = this.#last = range.position(row);
    if (this.#has(Math.floor(row))) this.#land();
    else this.#request(row);
  }

  /** Scrolls as little as possible so that an element is visible. */
  reveal(element) {
    const [view, edge] = [this.#scroll.getBoundingClientRect(), element.getBoundingClientRect()];
    const header = element.closest(".section")?.querySelector(":scope > .section-header");
    const above = view.top + (header && header !== element ? header.offsetHeight : 0);
    if (edge.top < above) this.#scroll.scrollTop -= above - edge.top;
    else if (edge.bottom > view.bottom) this.#scroll.scrollTop += Math.min(edge.bottom - view.bottom + 8,
      edge.top - above);
    // On a low page, the screen scrolls, too.
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  get viewHeight() { return this.#scroll.clientHeight; }

  #rowElements() { return this.#slab.querySelectorAll("[data-row]:not([data-row^=add])"); }

  #range() {
    return new RowRange(this.#window?.total || 0, this.#rowHeight || DEFAULT_ROW_HEIGHT, this.#scroll.clientHeight);
  }

  #has(row) { return this.#window && row >= this.#window.from && row < this.#window.from + this.#window.count; }

  #measure() {
    if (this.#rowHeight === null
      && this.#window.count > 0) this.#rowHeight = this.#slab.offsetHeight / this.#window.count;
    this.#layOut(this.#range().height);
  }

  #layOut(height) {
    this.#space.style.setProperty("height", height === null ? "auto" : `${height}px`);
    this.#space.style.setProperty("--row-height", `${this.#rowHeight || DEFAULT_ROW_HEIGHT}px`);
    this.#space.toggleAttribute("data-windowed", height !== null);
    if (height !== null) return;
    this.#top = 0;
    this.#slab.style.removeProperty("top");
  }

  /** Puts the rows where a row that was visible stays in its place. */
  #keep(anchor) {
    const top = this.#scroll.getBoundingClientRect().top;
    for (const { id, offset } of anchor.rows) {
      const element = this.#slab.querySelector(`[data-row="${CSS.escape(id)}"]`);
      if (!element) continue;
      const shift = element.getBoundingClientRect().top - top - offset;
      if (this.#window) this.#place(this.#top - shift);
      else if (shift) this.#scroll.scrollTop += shift;
      return true;
    }
    return false;
  }

  /** After a jump: the row is at the top of the view, or the last one at its end. */
  #land() {
    const { row } = this.#jump;
    const first = Math.floor(row);
    if (!this.#has(first)) return this.#request(row);
    this.#jump = null;
    const element = this.#rowElements()[first - this.#window.from];
    if (!element) return this.#place(this.#scroll.scrollTop);
    // The header of a section is above its first row.
    const section = element.closest(".section");
    const start = section?.querySelector("[data-row]") === element ? section : element;
    const inside = start.getBoundingClientRect().top - this.#slab.getBoundingClientRect().top;
    const offset = inside + (row - first) * element.offsetHeight;
    this.#place(this.#scroll.scrollTop - offset);
  }

  /** Moves the slab. At the ends of the list, it stands at the ends of the space. */
  #place(top) {
    const range = this.#range();
    const height = this.#slab.offsetHeight;
    const { from, count, total } = this.#window;
    let shift = 0;
    if (from === 0) shift = -top;
    else if (from + count >= total) shift = range.height - height - top;
    else if (top < 0) shift = -top;
    else if (top + height > range.height) shift = range.height - height - top;
    this.#top = top + shift;
    this.#slab.style.setProperty("top", `${this.#top}px`);
    if (Math.abs(shift) > 0.5) this.#scroll.scrollTop += shift;
    this.#last = this.#scroll.scrollTop;
    this.#fill();
  }

  #rowAtTop() {
    if (!this.#window) return null;
    const view = this.#scroll.scrollTop;
    if (view + this.viewHeight < this.#top
      || view > this.#top + this.#slab.offsetHeight) return this.#range().rowAt(view);
    const rows = this.#rowElements();
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle].getBoundingClientRect().bottom - this.#scroll.getBoundingClientRect().top <= 0) low = middle + 1;
      else high = middle;
    }
    return this.#window.from + low;
  }

  #scrolled() {
    if (!this.#window) return;
    const position = this.#scroll.scrollTop;
    if (position === this.#last) return;
    this.#last = position;
    const isOutside = position + this.viewHeight < this.#top || position > this.#top + this.#slab.offsetHeight;
    if (isOutside) {
      this.#jump = { row: this.#range().rowAt(position) };
      this.#request(this.#jump.row);
    } else {
      this.#jump = null;
      this.#fill();
    }
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), 200);
  }

  /** Asks for rows before the view reaches the end of the slab. */
  #fill() {
    const { from, count, total } = this.#window;
    const [above, below] = [this.#scroll.scrollTop - this.#top,
      this.#top + this.#slab.offsetHeight - this.#scroll.scrollTop - this.viewHeight];
    if ((above < this.viewHeight && from > 0) || (below < this.viewHeight && from + count < total)) {
      this.#request(this.#rowAtTop());
    }
  }

  #request(row) {
    const { from, count } = this.#range().around(row);
    const asked = `${from} ${count} ${this.#window.total}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (from === this.#window.from && count === this.#window.count) return;
    this.#ask(from, count);
  }

  /** After scrolling: the scroll bar stands where the rows are in the whole list. */
  #settle() {
    if (!this.#window || this.#jump) return;
    const { from, count, total } = this.#window;
    if (from === 0 || from + count >= total) return this.#place(this.#top);
    const position = this.#range().position(this.#rowAtTop());
    const shift = position - this.#scroll.scrollTop;
    if (Math.abs(shift) < this.viewHeight / 2) return;
    this.#top += shift;
    this.#slab.style.setProperty("top", `${this.#top}px`);
    this.#scroll.scrollTop = this.#last = position;
  }

  #resized() {
    if (!this.#window) return;
    const anchor = this.anchor();
    this.#rowHeight = null;
    this.#measure();
    if (!this.#keep(anchor)) this.#place(this.#top);
  }
}
