// Screens, drawn from their JSON as something that a person recognises.

/** Draws a screen. `marks` are of `compareScreens`, `target` is the id of the element that was acted on. */
class ScreenDrawing {
  constructor(screen, { target = null, marks = new Map(), hits = new Set(), isBefore = false, label, choose }) {
    Object.assign(this, { screen, target, marks, hits, isBefore, choose });
    this.element = h("div", { class: "screen", role: "group", "aria-label": label }, this.all());
    this.useTheme(screen.theme);
    this.element.addEventListener("click", (event) => {
      const part = event.target.closest("[data-id]");
      if (part) this.choose(part.dataset.id);
    });
  }

  /** The colors of the application, unless it has the default theme: then those of the page. */
  useTheme(theme) {
    if (!theme || !theme.name) return;
    const names = { backgroundColor: "ground", groupedBackgroundColor: "grouped", textColor: "ink", tintColor: "tint",
      cellColor: "cell", navBarColor: "nav", tabBarColor: "tabs", toolBarColor: "tools", accentColor: "rule",
      activeColor: "active", placeholderColor: "faint" };
    for (const [name, part] of Object.entries(names)) {
      if (theme[name]) this.element.style.setProperty(`--app-${part}`, theme[name]);
    }
    this.element.classList.add("themed", theme.isDark ? "dark" : "light");
  }

  /** An element of the screen: with its mark, and whether it was acted on. */
  part(id, className, ...children) {
    const mark = this.mark(id);
    const isTarget = id !== null && id === this.target;
    const element = h("div", {
      class: [className, "part", mark && `is-${mark.type}`, isTarget && "is-target", this.hits.has(id) && "is-hit"],
      "data-id": id,
    }, children, mark ? spoken(` (${mark.type})`) : null, isTarget ? spoken(" (acted on)") : null);
    return element;
  }

  /** Before the action, only what it removes has a mark; after it, what it has changed and added. */
  mark(id) {
    const mark = this.marks.get(id);
    return mark && (mark.type === "removed") === this.isBefore ? mark : null;
  }

  notes(id) {
    const mark = this.mark(id);
    if (!mark || !mark.notes.length) return null;
    const more = mark.notes.length > 2 ? [`and ${mark.notes.length - 2} more`] : [];
    return h("div", { class: "notes" }, [...mark.notes.slice(0, 2), ...more].join(" · "));
  }

  all() {
    const { screen } = this;
    const isOpen = screen.menu || screen.alert || screen.sheet || screen.help || screen.cover;
    return [
      h("div", { class: ["content", isOpen && "is-covered"] }, this.main(screen, true)),
      screen.menu && h("div", { class: "menu" }, this.main(screen.menu, false)),
      screen.help && this.help(),
      screen.sheet && this.dialog(screen.sheet, "sheet"),
      screen.alert && this.dialog(screen.alert, "alert"),
      screen.cover && this.part("cover", "cover", screen.cover.text || "Covered"),
    ];
  }

  main(screen, isRoot) {
    const sections = screen.sections || [];
    const isEmpty = screen.kind !== "views" && !sections.some((section) => (section.rows || []).length);
    return [
      this.bar(screen),
      h("div", { class: "app-body", tabindex: isRoot ? 0 : null, role: "group", "aria-label": "rows" },
        screen.search && this.search(screen.search),
        screen.activity && h("div", { class: "activity" }, h("span", { class: "spinner" }), "Loading"),
        screen.kind === "grid" ? this.grid(screen) : sections.map((section) => this.section(section)),
        (screen.views || []).length ? h("div", { class: "views" }, screen.views.map((view) => this.view(view))) : null,
        isEmpty && !screen.activity ? h("div", { class: "nothing" }, "No rows") : null,
        screen.total > 0 ? h("div", { class: "nothing" }, `a part of ${plural(screen.total, "row")}`) : null),
      (screen.index || []).length ? h("div", { class: "index", "aria-hidden": true },
        screen.index.slice(0, 30).map((title) => h("span", null, title))) : null,
      (screen.keyboard || []).length ? h("div", { class: "toolbar" }, screen.keyboard.map((key) => this.button(key)))
        : null,
      (screen.toolbar || []).length ? h("div", { class: "toolbar" },
        screen.toolbar.map((button) => this.button(button))) : null,
      (screen.tabs || []).length ? h("div", { class: "tabbar" }, screen.tabs.map((tab) => this.tab(tab))) : null,
    ];
  }

  bar(screen) {
    const field = (name, className, content) => {
      const mark = screen === this.screen ? this.mark(name) : null;
      return h("div", { class: [className, mark && "is-changed"] }, content, mark ? this.notes(name) : null);
    };
    const title = screen.titleView ? this.view(screen.titleView) : this.runs(screen.titleRuns, screen.title);
    const id = screen === this.screen ? "title" : null;
    return h("div", { class: "navbar" },
      h("div", { class: "buttons" },
        h("div", { class: "side" }, (screen.left || []).map((button) => this.button(button))),
        h("div", { class: "side" }, (screen.right || []).map((button) => this.button(button)))),
      screen.prompt ? field("prompt", "prompt", screen.prompt) : null,
      h("div", { class: ["heading", this.target === "title" && id && "is-target"], "data-id": id },
        field("title", "title", title || " ")),
      screen.subtitle ? field("subtitle", "subtitle", this.runs(screen.subtitleRuns, screen.subtitle)) : null);
  }

  runs(runs, text) {
    if (!runs || !runs.length) return text;
    return runs.map((run) => {
      const element = h("span", { class: [run.bold && "bold", run.italic && "italic", run.link && "linked"] },
        run.text);
      if (run.color) element.style.setProperty("color", run.color);
      return element;
    });
  }

  button(button) {
    const isOff = button.enabled === false;
    const element = this.part(button.id, isOff ? "bar-button is-off" : "bar-button",
      button.title || button.image || button.label);
    if (button.tintColor) element.style.setProperty("color", button.tintColor);
    return element;
  }

  tab(tab) {
    return this.part(tab.id, tab.selected ? "tab is-selected" : "tab", tab.title,
      tab.badge ? h("span", { class: "tab-badge" }, tab.badge) : null);
  }

  search(search) {
    return this.part("search", "search", h("span", { class: "glass", "aria-hidden": true }, "⌕"),
      search.text || h("span", { class: "faint" }, search.label || "Search"),
      (search.scopes || []).length ? this.options(search.scopes, search.scope) : null, this.notes("search"));
  }

  section(section) {
    return h("div", { class: "section" },
      section.header ? h("div", { class: "section-header" }, section.header) : null,
      h("div", { class: "rows" }, (section.rows || []).map((row) => this.row(row))),
      section.footer ? h("div", { class: "section-footer" }, section.footer) : null);
  }

  row(row) {
    const isTyped = row.control && (row.control.kind === "text" || row.control.kind === "multiline");
    const isRepeated = isTyped && (row.text === row.control.value || row.text === row.control.placeholder);
    const title = isRepeated ? row.control.placeholder : row.text ?? (isTyped ? row.control.placeholder : null);
    const detail = row.control && row.detail === row.control.text ? null : row.detail;
    const className = ["row", row.selected && "is-selected", row.enabled === false && "is-off",
      row.accent && "is-accent"];
    const element = this.part(row.id, className.filter(Boolean).join(" "),
      row.ribbon ? h("span", { class: "ribbon" }) : null,
      row.image ? this.image(row.image) : null,
      h("div", { class: ["texts", (row.button || row.image) && "is-stacked"] },
        title ? h("div", { class: isTyped ? "text field-name" : "text" },
          this.runs(isRepeated ? null : row.textRuns, title)) : null,
        detail ? h("div", { class: "detail" }, this.runs(row.detailRuns, detail)) : null),
      row.control ? this.control(row.control) : null,
      row.button ? this.rowButton(row.button) : null,
      row.view ? this.view(row.view) : null,
      this.accessory(row),
      this.notes(row.id));
    const ribbon = element.querySelector(".ribbon");
    if (ribbon && /^#|^[a-z]+$/i.test(row.ribbon)) ribbon.style.setProperty("background", row.ribbon);
    const swipes = [...(row.leading || []).map((name) => `→ ${name}`),
      ...(row.trailing || []).map((name) => `← ${name}`)];
    if (swipes.length) element.title = `Swipe: ${swipes.join(", ")}`;
    return element;
  }

  accessory(row) {
    const signs = { disclosure: "›", detailDisclosure: "ⓘ ›", detail: "ⓘ", checkmark: "✓" };
    const sign = signs[row.accessory];
    return sign ? this.part(`${row.id}/accessory`, `accessory is-${row.accessory}`, sign) : null;
  }

  image(name) {
    return h("div", { class: "image", title: name, role: "img", "aria-label": `image ${name}` },
      h("span", { "aria-hidden": true }, [...name][0].toUpperCase()));
  }

  rowButton(button) {
    return this.part(button.id, button.enabled === false ? "row-button is-off" : "row-button",
      button.title || button.image);
  }

  view(view) {
    const kind = view.kind === "button" ? "row-button" : "label";
    return this.part(view.id || null, view.enabled === false ? `${kind} is-off` : kind,
      this.runs(view.runs, view.text || view.image));
  }

  grid(screen) {
    const row = (cells, className) => h("tr", { class: className }, cells);
    const heads = (screen.columns || []).map((column) => h("th", null, this.part(column.id, "column",
      column.title, column.order ? (column.order === "ascending" ? " ↑" : " ↓") : "")));
    return (screen.sections || []).map((section) => h("div", { class: "section" },
      section.header ? h("div", { class: "section-header" }, section.header) : null,
      h("div", { class: "grid" }, h("table", null,
        h("thead", null, row([screen.rowHeaders ? h("th") : null, heads])),
        h("tbody", null, (section.rows || []).map((line) => row([
          screen.rowHeaders ? h("th", null, this.part(line.id, "column", line.text)) : null,
          (line.cells || []).map((cell) => h("td", null, this.part(cell.id, "grid-cell",
            cell.control ? this.control(cell.control) : [cell.text, " ", cell.detail], this.notes(cell.id)))),
        ])))))));
  }

  dialog(dialog, kind) {
    return h("div", { class: `dialog-layer ${kind}` }, this.part(dialog.id, "dialog",
      dialog.title ? h("div", { class: "dialog-title" }, dialog.title) : null,
      dialog.message ? h("div", { class: "dialog-message" }, dialog.message) : null,
      (dialog.fields || []).map((field) => this.part(field.id, "entry dialog-field",
        field.secure ? "•••" : field.text || h("span", { class: "faint" }, field.placeholder || field.name))),
      h("div", { class: "dialog-actions" }, (dialog.actions || []).map((action) =>
        this.part(action.id, `dialog-action is-${action.style}${action.enabled === false ? " is-off" : ""}`,
          action.title)))));
  }

  help() {
    return h("div", { class: "dialog-layer alert" }, this.part("help", "dialog",
      h("div", { class: "dialog-title" }, this.screen.helpTitle || "Help"),
      this.screen.help.map((callout) => h("div", { class: "callout" },
        h("b", null, callout.label || callout.target || ""), " ", callout.text))));
  }

  options(options, selected) {
    return h("div", { class: "segments" }, options.map((option, index) =>
      h("span", { class: index === selected ? "segment is-on" : "segment" }, option)));
  }

  control(control) {
    const draw = controls[control.kind] || ((control) => h("span", { class: "pill" },
      control.text ?? inline(control.value)));
    const className = ["control", wideControls.has(control.kind) && "is-wide",
      control.enabled === false && "is-disabled", control.focused && "is-focused"];
    return this.part(control.id, className.filter(Boolean).join(" "),
      draw(control, this), control.error ? h("div", { class: "error" }, control.error) : null);
  }
}

const wideControls = new Set(["multiline", "slider", "segment", "progress", "web", "image", "text"]);

/** The drawing of each kind of control. */
const controls = {
  text(control) {
    const text = control.secure ? (control.text || control.value ? "•••" : "") : control.value;
    return h("div", { class: "entry" }, text === null || text === undefined || text === ""
      ? h("span", { class: "faint" }, control.placeholder || "empty") : String(text));
  },

  multiline(control) { return h("div", { class: "entry is-tall" }, controls.text(control).childNodes[0]); },

  switch(control) {
    return h("span", { class: control.value ? "switch is-on" : "switch" }, h("span", { class: "knob" }),
      spoken(control.value ? "on" : "off"));
  },

  slider(control) {
    return [h("span", { class: "bound" }, control.minText), track(control, "slider"),
      h("span", { class: "bound" }, control.maxText),
      h("span", { class: "reading" }, control.text)];
  },

  progress(control) { return track(control, "progress"); },

  stepper(control) {
    return h("span", { class: "stepper" }, h("span", null, "−"), h("b", null, control.text ?? inline(control.value)),
      h("span", null, "+"));
  },

  segment(control, drawing) {
    const options = control.options || [];
    const index = typeof control.value === "number" ? control.value : options.indexOf(control.text);
    return drawing.options(options, index);
  },

  picker(control) { return h("span", { class: "pill" }, control.text || "none",
    h("span", { "aria-hidden": true }, " ▾")); },

  image(control, drawing) {
    const info = control.imageInfo || {};
    return [drawing.image(control.text || info.label || "image"), h("span", { class: "faint" }, control.text || "")];
  },

  web(control) { return h("div", { class: "entry is-tall" }, control.text || inline(control.value)); },
};
controls.textpicker = controls.picker;
controls.date = controls.picker;

function track(control, className) {
  const [min, max] = [Number(control.min) || 0, Number(control.max ?? 1)];
  const share = max > min ? Math.min(1, Math.max(0, (Number(control.value) - min) / (max - min))) : 0;
  return h("span", { class: `track ${className}`, style: { "--share": `${share * 100}%` } }, h("span"));
}
