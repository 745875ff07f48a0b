// The timeline: steps, launches, actions, and what failed after them.

const rowHeights = { step: 34, launch: 46, action: 46, test: 46, failure: 50 };

class Timeline {
  /** `choose` is called with the item that a person chooses. */
  constructor(trace, choose) {
    Object.assign(this, { trace, choose, selected: null, query: "" });
    this.scroll = h("div", { class: "scroll timeline" });
    this.counter = h("span", { class: "muted counter", role: "status" });
    this.input = h("input", {
      class: "field", type: "search", placeholder: "Search actions", "aria-label": "Search actions",
      oninput: () => this.search(this.input.value),
      onkeydown: (event) => { if (event.key === "Enter") this.enter(); },
    });
    this.element = h("nav", { class: "pane actions", "aria-label": "Actions" },
      h("div", { class: "bar" }, this.input, this.counter), this.scroll);
    this.list = new WindowedList(this.scroll, { role: "group", "aria-label": "Actions" },
      (row) => rowHeights[row.type], (row) => this.draw(row));
    this.update();
  }

  search(query) {
    this.query = query.trim().toLowerCase();
    this.update();
    this.scroll.scrollTop = 0;
    this.list.redraw();
  }

  enter() {
    const first = this.visible[0];
    if (first) this.choose(first);
    this.input.blur();
  }

  matches(item) {
    if (!this.query) return true;
    item.words ??= this.words(item).toLowerCase();
    return item.words.includes(this.query);
  }

  words(item) {
    const { verb, name, role, value } = describeItem(item);
    const done = item.done || {};
    return [verb, name, role, value, item.record.line, placeText(item.record.place),
      ...(done.changes || []).map((change) => change.path),
      ...(done.log || []).map(logText), ...(done.requests || []).map((request) => request.url),
      ...item.failures.map((failure) => `${failure.message || ""} ${failure.diff || ""}`)].join("\n");
  }

  isHidden(row) {
    for (let step = row.type === "step" ? row.parent
      : row.step; step; step = step.parent) if (step.isFolded) return true;
    return false;
  }

  update() {
    const rows = [];
    this.visible = [];
    for (const row of this.trace.rows) {
      if (row.type === "step") {
        const isFound = !this.query || row.items.some((item) => this.matches(item));
        if (isFound && !this.isHidden(row)) rows.push(row);
      } else if (this.matches(row)) {
        if (!this.query && this.isHidden(row)) continue;
        this.visible.push(row);
        rows.push(row);
        for (const failure of row.failures) rows.push({ type: "failure", item: row, failure });
      }
    }
    const all = this.trace.items.length;
    fill(this.counter, this.query ? `${this.visible.length} of ${all}` : "");
    this.list.set(rows);
    this.scroll.classList.toggle("is-empty", !rows.length);
  }

  /** Selects an item, opens its steps, and scrolls to it. */
  select(item) {
    this.selected = item;
    let isOpened = false;
    for (let step = item && item.step; step; step = step.parent) {
      isOpened ||= step.isFolded;
      step.isFolded = false;
    }
    if (isOpened) this.update(); else this.list.redraw();
    if (!item) return;
    const index = this.list.items.indexOf(item);
    if (index >= 0) this.list.show(index);
  }

  fold(step) {
    step.isFolded = !step.isFolded;
    this.update();
  }

  draw(row) {
    if (row.type === "step") return this.drawStep(row);
    if (row.type === "failure") return this.drawFailure(row);
    const { verb, name, role, value } = describeItem(row);
    const isSelected = row === this.selected;
    const count = ((row.done && row.done.changes) || []).length;
    return h("button", {
      class: ["item", row.failures.length && "has-failed", isSelected && "is-selected",
        `depth-${Math.min(row.depth, 4)}`],
      type: "button", id: `item-${row.key}`, "aria-current": isSelected ? "true" : null,
      onclick: () => this.choose(row),
    },
      h("span", { class: "mark", "aria-hidden": true }, row.failures.length ? "✕" : row.type === "action"
        ? row.record.id : "▸"),
      h("span", { class: "what" },
        h("span", { class: "verb" }, verb), " ",
        h("span", { class: "name" }, row.type === "launch" ? name.split("/").pop() : name), " ",
        value ? [h("span", { class: "value" }, `= ${value}`), " "] : null,
        h("span", { class: "role" }, role),
        row.failures.length ? spoken(`, failed: ${failureLine(row.failures[0])}`) : null),
      h("span", { class: "where" },
        h("span", null, placeText(row.record.place, true) || (row.type === "launch" ? "start" : "")),
        count ? h("span", { class: "changed" }, plural(count, "change")) : null));
  }

  drawStep(step) {
    const count = step.items.length;
    return h("button", {
      class: ["step", step.hasFailed && "has-failed", `depth-${Math.min(step.depth, 4)}`], type: "button",
        id: `step-${step.record.id}`,
      "aria-expanded": !step.isFolded,
      onclick: () => this.fold(step),
    },
      h("span", { class: "fold", "aria-hidden": true }, step.isFolded ? "▸" : "▾"),
        h("span", { class: "step-name" }, step.record.name),
      h("span", { class: "muted" }, plural(count, "action")));
  }

  drawFailure({ item, failure }) {
    return h("div", {
      class: ["failure", item === this.selected && "is-selected", `depth-${Math.min(item.depth, 4)}`],
        "aria-hidden": true,
      onclick: () => this.choose(item),
    },
      h("span", { class: "failure-text" }, failureLine(failure)),
      h("span", { class: "failure-place" }, [failure.title, placeText(failure.place,
        true)].filter(Boolean).join(" · ")));
  }
}
