// The pane with the screen before and after an action, and the field for locators.

class Viewer {
  constructor(trace, side) {
    this.trace = trace;
    this.side = side === "before" ? "before" : "after";
    this.scrolls = new Map();
    this.onside = () => {};
    this.field = h("input", {
      class: "field", type: "search", placeholder: 'Try a locator: row "Lamp", role=button label=Add',
        "aria-label": "Locator",
      autocapitalize: "off", spellcheck: "false", oninput: () => this.draw(),
    });
    this.result = h("span", { class: "muted result", role: "status" });
    this.sides = ["before", "after"].map((side) => h("button", {
      class: "button small", type: "button", onclick: () => { this.choose(side); this.onside(side); },
    }, side === "before" ? "Before" : "After"));
    this.body = h("div", { class: "scroll screens" });
    this.element = h("section", { class: "pane viewer", "aria-label": "Screen" },
      h("div", { class: "bar" }, h("div", { class: "sides", role: "group", "aria-label": "Screen shown" }, this.sides),
        h("div", { class: "locator" }, this.field, this.result)),
      this.body);
  }

  choose(side) {
    this.side = side;
    this.draw();
  }

  show(item) {
    this.item = item;
    this.draw();
  }

  draw() {
    this.sides.forEach((button, index) => button.setAttribute("aria-pressed",
      this.side === ["before", "after"][index]));
    const item = this.item || this.trace.items.at(-1);
    for (const body of this.body.querySelectorAll(".content > .app-body")) this.scrolls.set(body.dataset.key,
      body.scrollTop);
    if (!item) return fill(this.body, h("p", { class: "empty" }, "The trace has no actions."));
    const [before, after] = [this.trace.before(item), this.trace.after(item)];
    const difference = compareScreens(before, after);
    const target = item.type === "action" ? targetID(item, before) : null;
    const isOne = !before || !after;
    this.body.dataset.side = isOne ? (before ? "before" : "after") : this.side;
    this.body.classList.toggle("is-single", isOne);
    fill(this.body,
      before ? this.figure("before", before, { target, marks: difference.marks, isBefore: true },
        this.caption(item, difference, "before", target)) : null,
      after ? this.figure("after", after, { target: isOne ? target : null, marks: difference.marks },
        this.caption(item, difference, "after")) : null,
      isOne && !before && !after ? h("p", { class: "empty" }, "No screen was recorded for this action.") : null);
    this.scrollToTarget();
    this.report(item);
  }

  figure(side, screen, options, caption) {
    const locator = readLocator(this.field.value);
    const hits = new Set(locator ? locate(screen, locator).map((element) => element.id) : []);
    const name = screen.name ? `${screen.name}: ` : "";
    const drawing = new ScreenDrawing(screen, {
      ...options, hits, label: `Screen ${side}: ${name}${screen.title || ""}`, choose: (id) => this.chosen(screen, id),
    });
    const body = drawing.element.querySelector(".content > .app-body");
    body.dataset.key = `${side}/${screen.name}`;
    return h("figure", { class: `figure is-${side}` },
      h("figcaption", null, h("b", null, side === "before" ? "Before" : "After"), " ",
        h("span", { class: "muted" }, caption)), drawing.element);
  }

  caption(item, difference, side, target) {
    if (side === "before") return target ? "acts on the outlined element" : "";
    if (item.type !== "action") return "the first screen";
    if (difference.isOther) return "another screen";
    const count = difference.list.length;
    return count ? `${plural(count, "change")} marked` : "nothing has changed";
  }

  /** Fills in the locator of an element that a person clicks. */
  chosen(screen, id) {
    const element = elementsOf(screen).find((element) => element.id === id);
    this.field.value = element ? locatorFor(screen, element) : `id=${id}`;
    this.draw();
  }

  report(item) {
    const locator = readLocator(this.field.value);
    if (!locator) return fill(this.result);
    const isSingle = this.body.classList.contains("is-single");
    const screen = (this.body.dataset.side === "before" || isSingle && !this.trace.after(item))
      ? this.trace.before(item) : this.trace.after(item);
    const count = screen ? locate(screen, locator).length : 0;
    fill(this.result, count === 0 ? "no element matches"
      : `${plural(count, "element")} match${count === 1 ? "es" : ""}`);
  }

  /** Each screen keeps its position, unless what matters would be out of sight. */
  scrollToTarget() {
    for (const body of this.body.querySelectorAll(".content > .app-body")) {
      body.scrollTop = this.scrolls.get(body.dataset.key) || 0;
      const part = body.querySelector(".is-hit") || body.querySelector(".is-target")
        || body.querySelector(".is-changed, .is-added, .is-removed");
      if (!part) continue;
      const [top, bottom] = [part.getBoundingClientRect().top - body.getBoundingClientRect().top,
        part.getBoundingClientRect().bottom - body.getBoundingClientRect().top];
      if (top < 0 || bottom > body.clientHeight) body.scrollTop += top - body.clientHeight / 3;
    }
  }
}
