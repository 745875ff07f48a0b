// Which rows of a long list belong to a scroll position. A browser limits the height of an element to about 17 million
// points, which a million rows exceed: then a point of the scroll bar stands for several points of rows.

const TALLEST = 12e6;
const STEP = 20;
const MOST_ROWS = 1000;

export class RowRange {
  /**
   * @param total The number of all rows.
   * @param rowHeight The height of a row on average, its share of the headers included.
   * @param viewHeight The height of what is visible.
   */
  constructor(total, rowHeight, viewHeight) {
    [this.total, this.rowHeight, this.viewHeight] = [total, rowHeight, viewHeight];
    this.height = Math.max(viewHeight, Math.min(TALLEST, total * rowHeight));
  }

  /** The number of rows, with a fraction, that can be above the view. */
  get #above() { return Math.max(0, this.total - this.viewHeight / this.rowHeight); }

  /** The row at the top of the view, with a fraction, at a scroll position. */
  rowAt(position) {
    const most = this.height - this.viewHeight;
    return most <= 0 ? 0 : Math.min(1, Math.max(0, position / most)) * this.#above;
  }

  /** The scroll position with a row at the top. */
  position(row) {
    return this.#above <= 0 ? 0 : Math.min(1, Math.max(0, row / this.#above)) * (this.height - this.viewHeight);
  }

  /** The rows to ask for around a row at the top of the view: `{from, count}`. */
  around(row) {
    const visible = Math.ceil(this.viewHeight / this.rowHeight);
    const count = Math.min(MOST_ROWS, Math.max(60, Math.ceil((visible * 4) / STEP) * STEP));
    const from = Math.floor((row - (count - visible) / 2) / STEP) * STEP;
    return { from: Math.max(0, Math.min(from, this.total - count)), count: Math.min(count, this.total) };
  }
}
