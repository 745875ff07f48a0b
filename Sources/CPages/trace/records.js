// The records of a trace, as items of the timeline: launches and actions with what belongs to them.

class Trace {
  /** The data of a page: records, and the values that several of them share, to which `{"$": index}` refers. */
  static from({ shared, records }) {
    const values = [];
    const opened = (value) => {
      if (value === null || typeof value !== "object") return value;
      if (Array.isArray(value)) return value.map(opened);
      if (Object.hasOwn(value, "$")) return values[value.$];
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, opened(member)]));
    };
    for (const value of shared) values.push(opened(value));
    for (const record of records) {
      const names = { screen: ["value", "patch"], done: ["ran"] }[record.kind] || [];
      for (const name of names) if (record[name]) record[name] = opened(record[name]);
    }
    return new Trace(records);
  }

  constructor(records) {
    this.header = {};
    this.end = null;
    this.sources = new Map();
    this.screenRecords = new Map();
    this.screens = new Map();
    /** Launches and actions in their order. */
    this.items = [];
    /** What the timeline shows: items, and steps before their items. */
    this.rows = [];
    const actions = new Map();
    const steps = new Map();
    const open = [];
    const readers = {
      trace: (record) => { this.header = record; },
      source: (record) => this.sources.set(record.file, record.text),
      screen: (record) => this.screenRecords.set(record.id, record),
      launch: (record) => this.addItem({
        type: "launch", key: `launch-${this.items.length}`, record, done: { after: record.screen }, step: open.at(-1),
      }),
      step: (record) => {
        const step = { type: "step", record, parent: steps.get(record.parent) || null, items: [], isFolded: false };
        step.depth = step.parent ? step.parent.depth + 1 : 0;
        steps.set(record.id, step);
        open.push(step);
        this.rows.push(step);
      },
      stepEnd: (record) => {
        const index = open.findIndex((step) => step.record.id === record.id);
        if (index >= 0) open.splice(index);
      },
      action: (record) => actions.set(record.id, this.addItem({
        type: "action", key: String(record.id), record, done: null, step: steps.get(record.step) || null,
      })),
      done: (record) => {
        const item = actions.get(record.id);
        if (item) item.done = record;
      },
      expect: (record) => this.last().expects.push(record),
      end: (record) => { this.end = record; },
    };
    for (const record of records) if (Object.hasOwn(readers, record.kind)) readers[record.kind](record);
    for (const item of this.items) item.failures = this.failuresOf(item);
    this.attachRest();
    /** The items that failed. */
    this.failed = this.items.filter((item) => item.failures.length);
    for (const item of this.failed) for (let step = item.step; step; step = step.parent) step.hasFailed = true;
  }

  addItem(item) {
    Object.assign(item, { expects: [], index: this.items.length, step: item.step || null });
    item.depth = item.step ? item.step.depth + 1 : 0;
    for (let step = item.step; step; step = step.parent) step.items.push(item);
    this.items.push(item);
    this.rows.push(item);
    return item;
  }

  /** The item that an expectation is about; of a test that has done nothing, the test itself. */
  last() {
    return this.items.at(-1)
      || this.addItem({ type: "test", key: "test", record: { place: placeOf(this.header.test) }, done: {} });
  }

  failuresOf(item) {
    const failures = [];
    const error = item.done && item.done.error;
    if (error) failures.push(asFailure(error, item.record.place));
    for (const expect of item.expects) if (expect.passed === false) failures.push(asFailure(expect, expect.place));
    if (item.type === "action" && !item.done) {
      failures.push({ message: "This action did not end: the process was stopped or killed.",
        place: item.record.place });
    }
    return failures;
  }

  /** Gives failures the messages of the test. A failure without an action, such as an error of the test, gets the last. */
  attachRest() {
    const messages = (this.end && this.end.failures) || [];
    const failures = this.items.flatMap((item) => item.failures);
    if (failures.length === messages.length) failures.forEach((failure,
      index) => { failure.message ??= messages[index]; });
    for (const failure of failures) if (failure.diff === failure.message) failure.diff = null;
    if (!failures.length) for (const message of messages) this.last().failures.push(asFailure(message));
  }

  /** The screen with an id, made from its base and patches; null without one. */
  screen(id) {
    const chain = [];
    let record = this.screenRecords.get(id);
    while (record && !this.screens.has(record.id) && record.base !== undefined && record.base !== null) {
      chain.push(record);
      record = this.screenRecords.get(record.base);
    }
    if (!record) return null;
    let value = this.screens.get(record.id) ?? record.value;
    this.screens.set(record.id, value);
    while (chain.length) {
      record = chain.pop();
      value = applyPatch(value, record.patch || []);
      this.screens.set(record.id, value);
    }
    return value;
  }

  before(item) { return item.record.before === undefined ? null : this.screen(item.record.before); }

  after(item) { return item.done && item.done.after !== undefined ? this.screen(item.done.after) : null; }

  get status() {
    if (!this.end) return "stopped";
    return this.end.status;
  }
}

function placeOf(value) { return value && value.file ? { file: value.file, line: value.line } : null; }

/** A failure from an error, an expectation or a text. */
function asFailure(value, place) {
  if (typeof value === "string") return { message: value, place };
  const hint = value.hint && !String(value.message || "").includes(value.hint) ? value.hint : null;
  return {
    title: value.matcher ? `expect … ${value.matcher}` : value.code || null,
    message: value.message || null, hint, diff: asText(value.diff), place: value.place || placeOf(value) || place,
    excerpt: value.excerpt, traceback: value.traceback,
  };
}

function asText(value) {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.map((line) => (typeof line === "string" ? line : inline(line))).join("\n");
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function placeText(place, isShort) {
  if (!place) return "";
  const file = isShort ? place.file.split("/").pop() : place.file;
  return place.line ? `${file}:${place.line}` : file;
}

/** The first line of what failed. */
function failureLine(failure) {
  return failure.message ? failure.message.split("\n")[0] : (failure.diff || "failed").split("\n").slice(0,
    2).join("  ");
}

/** What an action does, for its line of the timeline: `{ verb, name, role, value }`. */
function describeItem(item) {
  const { record } = item;
  if (item.type === "launch") return { verb: "launch", name: record.script || "", role: "" };
  if (item.type === "test") return { verb: "test", name: "", role: "" };
  const target = record.target || {};
  const name = target.label || target.identifier || target.path || "";
  if (record.call) {
    const values = [].concat(record.call.arguments ?? []).map((value) => inline(value, 60));
    return { verb: record.call.name, name: name || values.join(", "), role: target.role || "",
      value: name ? values.join(", ") : "" };
  }
  const { action } = record;
  if (typeof action === "string" || !action) return { verb: action || "action", name, role: target.role || "" };
  const verb = verbOf(action);
  if (verb === "search") return { verb, name: action.search || "", role: action.search ? "" : "(empty)" };
  if (verb === "filter") return { verb, name, role: target.role || "scope", value: String(action.filter) };
  if (verb === "edit") {
    const kinds = { text: "type", option: "choose", steps: "step", date: "pick" };
    const kind = Object.keys(action).find((key) => key !== "edit");
    return { verb: kinds[kind] || "set", name, role: target.role || "", value: inline(action[kind], 60) };
  }
  const rest = Object.entries(action).filter(([key]) => key !== verb).map(([key, value]) =>
    `${key} ${inline(value, 40)}`).join(", ");
  return { verb, name: name || String(action[verb]), role: target.role || "", value: rest };
}

const verbs = ["tap", "swipe", "delete", "more", "quick", "move", "select", "edit", "search", "filter"];

/** The member of an action that gives its kind, such as `tap`. */
function verbOf(action) { return verbs.find((verb) => Object.hasOwn(action, verb)) || Object.keys(action)[0]
  || "action"; }

/** The identifier of the element that an action is about; null for the screen as a whole. */
function targetID(item, screen) {
  const { action, target } = item.record;
  if (action && typeof action === "object") {
    const verb = verbOf(action);
    if (verb === "search" || verb === "filter") return "search";
    const id = String(action[verb]);
    const path = /^row:(\d+)\/(\d+)(\/\w+)?$/.exec(id);
    if (!path || !screen) return id;
    const row = valueAt(topmost(screen), ["sections", path[1], "rows", path[2]]);
    return row ? row.id + (path[3] || "") : id;
  }
  if (!target || !screen) return null;
  const found = elementsOf(screen).find((element) => element.label === target.label
    && (!target.role || element.role === target.role));
  return found ? found.id : null;
}
