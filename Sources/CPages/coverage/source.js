// The source of a file, with what was reached in each line.

class SourcePane {
  constructor(choose) {
    this.choose = choose;
    this.title = h("h2", { class: "code" });
    this.scroll = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "source" });
    this.element = h("section", { class: "pane" }, h("div", { class: "bar" }, this.title), this.scroll);
    this.lines = new Map();
  }

  show(file) {
    if (this.file === file) return;
    this.file = file;
    this.lines = new Map();
    fill(this.title, file || "");
    const text = sources[file];
    if (text === undefined) {
      fill(this.scroll, h("p", { class: "empty" }, file ? "The source is not there any more." : "No file."));
      return;
    }
    const found = itemsByLine(file);
    fill(this.scroll, h("div", { class: "source" }, luaLines(text.replace(/\n$/, "")).map((line, index) =>
      this.lineView(line, index + 1, found.get(index + 1)))));
  }

  lineView(line, number, found) {
    const state = found ? stateOfLine(found) : null;
    const counted = found && found.find((item) => item.kind === "line");
    const element = h("div", {
      class: ["line", state && `is-${state}`, found && "has-items"], "data-line": number,
      onclick: found ? () => this.choose(found.find(isMissed) || found[0]) : null,
    },
      h("span", { class: "number" }, number),
      h("span", { class: "hits" }, counted ? countOf(counted).toLocaleString("en") : ""),
      state ? spoken(state) : null, h("span", null, line.length ? line : " "));
    this.lines.set(number, element);
    return element;
  }

  select(item) {
    this.show(item ? item.place.file : this.file);
    for (const element of this.scroll.querySelectorAll(".current")) {
      element.classList.remove("current");
      element.removeAttribute("aria-current");
    }
    const element = item && this.lines.get(item.place.line);
    if (!element) return;
    element.classList.add("current");
    element.setAttribute("aria-current", "true");
    const [top, bottom] = [element.offsetTop - this.scroll.offsetTop, this.scroll.clientHeight];
    if (top < this.scroll.scrollTop + 40 || top > this.scroll.scrollTop + bottom - 60) {
      this.scroll.scrollTop = Math.max(0, top - bottom / 3);
    }
  }
}
