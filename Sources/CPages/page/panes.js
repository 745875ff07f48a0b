// Tabs whose panes keep their scroll positions, and lists that draw only what is visible.

/** Tabs over one scrolling pane. A tab is `{ id, title, count, draw }`. */
class Tabs {
  constructor(label, tabs, selected) {
    this.tabs = tabs;
    this.scrolls = new Map();
    this.bar = h("div", { class: "tabs", role: "tablist", "aria-label": label });
    this.pane = h("div", { class: "scroll", role: "tabpanel", id: `${label}-panel`, tabindex: 0 });
    this.buttons = tabs.map((tab) => h("button", {
      role: "tab", id: `${label}-${tab.id}`, "aria-controls": this.pane.id, type: "button",
      onclick: () => this.chosen(tab.id),
    }));
    append(this.bar, this.buttons);
    this.bar.addEventListener("keydown", (event) => this.moved(event));
    this.id = tabs.some((tab) => tab.id === selected) ? selected : tabs[0].id;
    /** Called with the tab that a person has chosen. */
    this.onchoose = () => {};
  }

  chosen(id) {
    this.id = id;
    this.draw();
    this.onchoose(id);
  }

  /** Chooses a tab by its number, from 1. */
  chooseNumber(number) { if (this.tabs[number - 1]) this.chosen(this.tabs[number - 1].id); }

  moved(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const index = this.tabs.findIndex((tab) => tab.id === this.id);
    const next = (index + step + this.tabs.length) % this.tabs.length;
    this.chosen(this.tabs[next].id);
    this.buttons[next].focus();
  }

  /** Remembers the position, unless it is less only because the content is shorter than another one was. */
  leave() {
    const { scrollTop, scrollLeft, scrollHeight, clientHeight } = this.pane;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
    if (this.drawn && !(isAtEnd && scrollTop < this.position(this.drawn)[0])) {
      this.scrolls.set(this.drawn, [scrollTop, scrollLeft]);
    }
    this.drawn = this.id;
  }

  position(id) { return this.scrolls.get(id) || [0, 0]; }

  /** Draws the selected pane at the position where a person has left it. */
  draw() {
    this.leave();
    this.tabs.forEach((tab, index) => {
      const isSelected = tab.id === this.id;
      const count = tab.count ? tab.count() : 0;
      this.buttons[index].setAttribute("aria-selected", isSelected);
      this.buttons[index].tabIndex = isSelected ? 0 : -1;
      this.buttons[index].classList.toggle("is-empty", Boolean(tab.count) && !count);
      fill(this.buttons[index], tab.title, count ? h("span", { class: "count" }, count.toLocaleString("en")) : null);
      if (isSelected) this.pane.setAttribute("aria-labelledby", this.buttons[index].id);
    });
    fill(this.pane, this.tabs.find((tab) => tab.id === this.id).draw());
    [this.pane.scrollTop, this.pane.scrollLeft] = this.position(this.id);
  }
}

/** A list in a scrolling pane that has elements only for what is visible. The heights of items are known. */
class WindowedList {
  constructor(pane, attributes, heightOf, draw) {
    Object.assign(this, { pane, heightOf, drawItem: draw, items: [], tops: [0] });
    this.list = h("div", { ...attributes, class: "windowed" });
    pane.append(this.list);
    pane.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(pane);
  }

  set(items) {
    this.items = items;
    this.tops = [0];
    for (const item of items) this.tops.push(this.tops[this.tops.length - 1] + this.heightOf(item));
    this.list.style.setProperty("height", `${this.tops[items.length]}px`);
    this.redraw();
  }

  redraw() {
    this.range = null;
    this.draw();
  }

  /** The index of the item at a height. */
  index(height) {
    let [low, high] = [0, this.items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle + 1] <= height) low = middle + 1; else high = middle;
    }
    return low;
  }

  draw() {
    const top = this.pane.scrollTop - this.list.offsetTop;
    const first = Math.max(0, this.index(Math.max(0, top)) - 8);
    const last = Math.min(this.items.length, this.index(Math.max(0, top + (this.pane.clientHeight || 800))) + 9);
    if (this.range && this.range[0] === first && this.range[1] === last) return;
    this.range = [first, last];
    const elements = [];
    for (let index = first; index < last; index++) {
      const element = this.drawItem(this.items[index], index);
      element.style.setProperty("top", `${this.tops[index]}px`);
      element.style.setProperty("height", `${this.tops[index + 1] - this.tops[index]}px`);
      elements.push(element);
    }
    const focused = this.list.contains(document.activeElement) && document.activeElement.id;
    fill(this.list, elements);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** Scrolls only as far as needed to show an item. */
  show(index) {
    const [top, bottom] = [this.tops[index], this.tops[index + 1]];
    const height = this.pane.clientHeight;
    if (top < this.pane.scrollTop) this.pane.scrollTop = Math.max(0, top - 60);
    else if (bottom > this.pane.scrollTop + height) this.pane.scrollTop = bottom - height + 60;
    this.draw();
  }
}
