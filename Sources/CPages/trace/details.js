// What an action did: the failure, and tabs with changes, bindings, log, requests, diagnostics and source.

const mostEntries = 2000;

class Details {
  constructor(trace, tab) {
    this.trace = trace;
    this.item = null;
    this.head = h("div", { class: "details-head" });
    this.tabs = new Tabs("details", [
      { id: "changes", title: "Changes", count: () => this.count("changes"), draw: () => this.changes() },
      { id: "why", title: "Why", count: () => this.count("ran"), draw: () => this.why() },
      { id: "log", title: "Log", count: () => this.count("log"), draw: () => this.log() },
      { id: "requests", title: "Requests", count: () => this.count("requests"), draw: () => this.requests() },
      { id: "diagnostics", title: "Diagnostics", count: () => this.count("diagnostics"),
        draw: () => this.diagnostics() },
      { id: "source", title: "Source", draw: () => this.source() },
    ], tab);
    this.element = h("section", { class: "pane details", "aria-label": "Details" }, this.head, this.tabs.bar,
      this.tabs.pane);
    this.place = null;
  }

  /** Shows an item; null for all of them. */
  show(item) {
    this.item = item;
    this.place = null;
    fill(this.head, item ? this.heading(item) : this.overview());
    this.tabs.draw();
    if (this.tabs.id === "source") this.scrollToLine();
  }

  items() { return this.item ? [this.item] : this.trace.items; }

  /** The entries of one member: of the selected item, or of all. */
  entries(member) {
    return this.items().flatMap((item) => ((item.done && item.done[member]) || []).map((entry) => ({ item, entry })));
  }

  count(member) { return this.items().reduce((sum, item) => sum + ((item.done && item.done[member]) || []).length, 0); }

  overview() {
    return h("div", { class: "summary" }, h("h2", null, "All actions"),
      h("p", { class: "muted" }, `${plural(this.trace.items.length, "action")}. Select one to see only what it did.`));
  }

  heading(item) {
    const { verb, name, role, value } = describeItem(item);
    const { record, done } = item;
    const facts = [
      done && done.us !== undefined ? duration(done.us) : null,
      done && done.turn !== undefined && item.type === "action" ? `turn ${done.turn}` : null,
      record.clock ? clockText(record.clock) : null,
      record.app > 1 ? `application ${record.app}` : null,
    ].filter(Boolean);
    return [
      h("div", { class: "summary" },
        h("h2", null, h("span", { class: "verb" }, verb), " ", name,
          value ? h("span", { class: "value" }, ` = ${value}`) : null,
          role ? h("span", { class: "role" }, ` ${role}`) : null),
        record.line ? h("pre", { class: "call" }, codeLine(record.line)) : null,
        h("p", { class: "facts muted" }, record.place ? this.placeLink(record.place) : null,
          facts.map((fact) => h("span", null, fact)))),
      item.failures.map((failure) => this.failure(failure)),
      this.passed(item),
    ];
  }

  passed(item) {
    const passed = item.expects.filter((expect) => expect.passed !== false);
    if (!passed.length) return null;
    return h("p", { class: "passed" }, `✓ ${plural(passed.length, "expectation")} passed: `,
      passed.slice(0, 12).map((expect, index) => [index ? ", " : "", this.placeLink(expect.place,
        `${expect.matcher || ""}${expect.place ? ` (line ${expect.place.line})` : ""}`)]),
      passed.length > 12 ? ", …" : "");
  }

  failure(failure) {
    const text = failure.place && this.trace.sources.get(failure.place.file);
    const line = failure.place && failure.place.line;
    return h("div", { class: "failure-card", role: "alert" },
      h("div", { class: "failure-title" }, h("span", { "aria-hidden": true }, "✕"), failure.title || "Failed",
        failure.place ? this.placeLink(failure.place) : null),
      failure.message ? messageView(failure.message) : null,
      failure.hint ? h("p", { class: "muted" }, failure.hint) : null,
      failure.diff ? diffView(failure.diff) : null,
      text && line ? h("div", { class: "snippet" }, sourceView(text, new Map([[line, "failed"]]),
        Math.max(1, line - 2), line + 1)) : null,
      traceback(failure.traceback));
  }

  placeLink(place, text) {
    if (!place) return text || null;
    const label = text || placeText(place);
    if (!this.trace.sources.has(place.file)) return h("span", { class: "code" }, label);
    return h("button", { class: "link", type: "button", onclick: () => this.showSource(place) }, label);
  }

  showSource(place) {
    this.place = place;
    this.tabs.chosen("source");
    this.scrollToLine();
  }

  empty(what) { return h("p", { class: "empty" }, this.item ? `This action has no ${what}.`
    : `No action has ${what}.`); }

  /** A list of entries; without a selection, each action has a heading. */
  list(member, what, draw) {
    const entries = this.entries(member);
    if (!entries.length) return this.empty(what);
    let last = null;
    const shown = entries.slice(0, mostEntries).map(({ item, entry }) => {
      const head = !this.item && item !== last ? this.itemHead(item) : null;
      last = item;
      return [head, draw(entry, item)];
    });
    const rest = entries.length - mostEntries;
    return h("div", { class: "entries" }, shown, rest > 0 ? h("p", { class: "empty" },
      `${rest.toLocaleString("en")} more`) : null);
  }

  itemHead(item) {
    const { verb, name } = describeItem(item);
    return h("button", { class: "item-head", type: "button", onclick: () => this.onselect(item) },
      `${item.record.id ?? ""} ${verb} ${name}`);
  }

  changes() {
    const models = this.entries("changes").length ? this.list("changes", "changes", (change) => changeView(change))
      : null;
    const screen = this.item ? this.screenChanges() : null;
    if (!models && !screen) return this.empty("changes");
    return [
      models ? [h("h3", { class: "part-title" }, "Models"), models] : this.item
        ? h("p", { class: "empty" }, "No model has changed.") : null,
      screen ? [h("h3", { class: "part-title" }, "Screen"), screen] : null,
    ];
  }

  screenChanges() {
    const { list } = compareScreens(this.trace.before(this.item), this.trace.after(this.item));
    if (!list.length) return null;
    return h("div", { class: "entries" }, list.slice(0, 300).map((change) =>
      h("div", { class: `change is-${change.type}` },
      h("span", { class: "sign", "aria-label": change.type }, signs[change.type]),
      h("span", { class: "path" }, change.what, change.member ? h("span", { class: "member" }, ` ${change.member}`)
        : null),
      change.type === "changed" ? oldAndNew(change.old, change.value) : null)),
      list.length > 300 ? h("p", { class: "empty" }, `${list.length - 300} more`) : null);
  }

  why() {
    return this.list("ran", "bindings that ran", (ran) => {
      const where = [ran.controller, typeof ran.row === "string" ? ran.row : ran.row
        && inline(ran.row)].filter(Boolean);
      return h("div", { class: "ran" },
        h("div", { class: "ran-head" }, where.map((part) => [h("span", { class: "muted" }, part),
          h("span", { class: "muted", "aria-hidden": true }, " › ")]),
          h("b", null, ran.property || ran.function || "")),
        h("div", { class: "ran-value" }, ran.binding !== undefined && ran.binding !== null
          ? h("code", null, String(ran.binding)) : null,
          h("span", { class: "arrow", "aria-hidden": true }, "→"),
            h("code", { class: "value" }, typeof ran.value === "string" ? ran.value.slice(0, 300) : inline(ran.value))),
        ran.cause ? h("p", { class: "cause" }, `because ${ran.cause} was written`) : null,
        (ran.reads || []).length ? h("p", { class: "reads muted" }, "reads ", [].concat(ran.reads).map((read, index) =>
          [index ? ", " : "", h("code", null, typeof read === "string" ? read : inline(read))])) : null);
    });
  }

  log() {
    return this.list("log", "lines of the log", (line) => {
      const level = (line && line.level) || "info";
      return h("div", { class: `log-line is-${level}` }, h("span", { class: "level" }, level),
        h("span", { class: "log-text" }, logText(line)));
    });
  }

  requests() {
    return this.list("requests", "requests", (request) => {
      const { answer, error } = request;
      const isFailed = error || (answer && answer.status >= 400);
      const status = answer ? answer.status : error ? "failed" : "no answer";
      return h("details", { class: "request" },
        h("summary", null, h("b", { class: "method" }, request.method), h("span", { class: "url" }, request.url),
          h("span", { class: isFailed ? "badge fail" : "badge" }, status)),
        error ? h("p", { class: "body" }, error.message ?? inline(error)) : null,
        this.message("Request", request), answer ? this.message("Answer", answer) : null);
    });
  }

  /** The headers and the body of a request or an answer. */
  message(title, { headers, json, body, size }) {
    const content = json === undefined ? body ?? (size ? plural(size, "byte") : null) : JSON.stringify(json, null, 2);
    const lines = Object.entries(headers || {}).map(([name, value]) => `${name}: ${value}`);
    return lines.length || content !== null ? [h("h3", { class: "part-title" }, title),
      lines.length ? h("pre", { class: "body muted" }, lines.join("\n")) : null,
      content !== null ? h("pre", { class: "body" }, content) : null] : null;
  }

  diagnostics() {
    return this.list("diagnostics", "diagnostics", (value) => {
      const diagnostic = typeof value === "string" ? { message: value } : value;
      const place = placeOf(diagnostic) || diagnostic.place;
      return h("div", { class: `diagnostic is-${diagnostic.severity || "error"}` },
        h("div", null, h("b", null, diagnostic.severity || "error"), " ",
          diagnostic.code ? h("code", { class: "muted" }, diagnostic.code) : null, " ",
          place ? this.placeLink(place) : null),
        h("p", null, diagnostic.message || ""), diagnostic.hint ? h("p", { class: "muted" }, diagnostic.hint) : null,
        diagnostic.excerpt ? h("pre", { class: "body" }, excerptText(diagnostic.excerpt)) : null,
          traceback(diagnostic.traceback));
    });
  }

  source() {
    if (!this.trace.sources.size) return h("p", { class: "empty" }, "The trace has no sources.");
    const place = this.sourcePlace();
    const files = [...this.trace.sources.keys()];
    const select = h("select", { class: "field", "aria-label": "File",
      onchange: () => this.showSource({ file: select.value }) },
      files.map((file) => h("option", { value: file, selected: file === place.file }, file)));
    const marks = new Map();
    const item = this.item;
    if (item) {
      for (const frame of [item.record.place, ...(item.record.stack || [])]) {
        if (frame && frame.file === place.file) marks.set(frame.line, "current");
      }
      for (const failure of item.failures) if (failure.place
        && failure.place.file === place.file) marks.set(failure.place.line, "failed");
    }
    if (place.line && !marks.has(place.line)) marks.set(place.line, "current");
    const frames = item ? (item.record.stack || []).filter((frame) => frame && frame.file) : [];
    return [
      h("div", { class: "source-bar" }, files.length > 1 ? select : h("code", null, place.file),
        frames.length > 1 ? h("div", { class: "frames" }, frames.slice(0,
          8).map((frame) => this.placeLink(frame, placeText(frame, true)))) : null),
      sourceView(this.trace.sources.get(place.file), marks),
    ];
  }

  sourcePlace() {
    const failed = this.item && this.item.failures.find((failure) => failure.place
      && this.trace.sources.has(failure.place.file));
    const candidates = [this.place, failed && failed.place, this.item && this.item.record.place,
      ...((this.item && this.item.record.stack) || []),
      placeOf(this.trace.header.test)];
    return candidates.find((place) => place && this.trace.sources.has(place.file))
      || { file: this.trace.sources.keys().next().value };
  }

  scrollToLine() {
    const { line } = this.sourcePlace();
    const element = line && this.tabs.pane.querySelector(`[data-line="${Number(line)}"]`);
    if (element) this.tabs.pane.scrollTop = Math.max(0,
      element.offsetTop - this.tabs.pane.offsetTop - this.tabs.pane.clientHeight / 3);
  }
}

const signs = { added: "+", removed: "−", changed: "~" };

function changeView(change) {
  const types = { add: "added", remove: "removed" };
  const type = types[change.op] || "changed";
  const value = change.value !== undefined ? change.value : change.new;
  return h("div", { class: `change is-${type}` },
    h("span", { class: "sign", "aria-label": type }, signs[type]), h("span", { class: "path" }, change.path),
    type === "changed" ? oldAndNew(change.old, value)
      : valueView(type === "added" ? value : change.old, type === "added" ? "new" : "old"));
}

function oldAndNew(old, value) {
  return h("span", { class: "values" }, valueView(old, "old"),
    h("span", { class: "arrow", role: "img", "aria-label": "becomes" }, "→"), valueView(value, "new"));
}

function valueView(value, className) {
  if (value !== null && typeof value === "object" && Object.keys(value).length) {
    const text = JSON.stringify(value, null, 2);
    return h("details", { class: className }, h("summary", null, inline(value, 80)), h("pre", { class: "body" }, text));
  }
  return h("code", { class: className }, inline(value, 500));
}

/** A message; what was expected and what was there are one below the other. */
function messageView(message) {
  const pair = /^(expected .*), (got .*)$/s.exec(message);
  return pair ? diffView(`${pair[1]}\n${pair[2]}`) : h("p", { class: "failure-message" }, message);
}

function diffView(text) {
  return h("pre", { class: "diff" }, text.split("\n").map((line) => {
    const className = /^(-|expected)/.test(line) ? "wanted" : /^(\+|received|got)/.test(line) ? "got" : null;
    return h("span", { class: ["diff-line", className] }, line || " ");
  }));
}

function codeLine(text) {
  return luaLines(text).map((line, index) => [index ? "\n" : null, line]);
}

function logText(line) { return typeof line === "string" ? line : line ? line.message ?? line.text ?? inline(line)
  : ""; }

function excerptText(excerpt) {
  if (typeof excerpt === "string") return excerpt;
  const caret = excerpt.column ? "\n" + " ".repeat(excerpt.column - 1)
    + "^".repeat(Math.max(1, (excerpt.endColumn || 0) - excerpt.column)) : "";
  return (excerpt.text || "") + caret;
}

function traceback(frames) {
  if (!frames || !frames.length) return null;
  return h("details", { class: "traceback" }, h("summary", null, plural(frames.length, "call")),
    h("ol", null, frames.map((frame) =>
    h("li", null, frame.note || `${placeText(frame)}${frame.function ? ` in ${frame.function}` : ""}`))));
}

function clockText(clock) { return typeof clock === "string" ? clock.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")
  : inline(clock); }
