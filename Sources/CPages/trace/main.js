// The trace page.

const trace = Trace.from(pageData());
address.read();

const timeline = new Timeline(trace, (item) => select(item));
const viewer = new Viewer(trace, address.get("screen"));
const details = new Details(trace, address.get("tab"));
const headline = h("button", { class: "headline", type: "button", hidden: true,
  onclick: () => select(trace.failed[0]) });

details.tabs.onchoose = (tab) => address.set({ tab });
details.onselect = (item) => select(item);
viewer.onside = (screen) => address.set({ screen });

/** Shows an item in all panes; null for no selection. */
function show(item) {
  timeline.select(item);
  viewer.show(item);
  details.show(item);
}

function select(item) {
  address.set({ action: item ? item.key : null });
  show(item);
}

function fromAddress() {
  const key = address.get("action");
  return trace.items.find((item) => item.key === key) || null;
}

/** Selects the next or the previous item of those that are visible, or of those that failed. */
function move(step, items) {
  if (!items.length) return;
  const selected = timeline.selected;
  if (!selected) return select(step > 0 ? items[0] : items.at(-1));
  const next = step > 0 ? items.find((item) => item.index > selected.index)
    : items.findLast((item) => item.index < selected.index);
  if (next) select(next);
}

function header() {
  const { header } = trace;
  const test = header.test || {};
  const statuses = { pass: "Passed", fail: "Failed", stopped: "Stopped" };
  const status = trace.status;
  const us = trace.items.reduce((sum, item) => sum + ((item.done && item.done.us) || 0), 0);
  const facts = [
    test.file ? placeText(test) : header.command, test.attempt > 1 ? `attempt ${test.attempt}` : null,
    plural(trace.items.filter((item) => item.type === "action").length, "action"), us ? duration(us) : null,
    header.started ? clockText(header.started) : null, header.okit ? `okit ${header.okit}` : null,
    trace.end && trace.end.dropped ? `${trace.end.dropped} not recorded` : null,
  ].filter(Boolean);
  return h("header", { class: "header" },
    h("span", { class: `badge ${status}` }, statuses[status] || status),
    h("div", { class: "titles" }, h("h1", null, test.name || header.command || "Trace"),
      h("p", null, facts.join(" · "))),
    h("div", { class: "tools" },
      trace.failed.length ? [
        h("button", { class: "button small", type: "button", "aria-label": "Previous failure",
          onclick: () => move(-1, trace.failed) }, "‹"),
        h("span", { class: "muted" }, plural(trace.failed.length, "failure")),
        h("button", { class: "button small", type: "button", "aria-label": "Next failure",
          onclick: () => move(1, trace.failed) }, "›")] : null,
      h("button", { class: "button round", type: "button", "aria-label": "Keys", onclick: () => keys.help() }, "?")));
}

function drawHeadline() {
  const item = trace.failed[0];
  if (!item) return;
  const failure = item.failures[0];
  // A test that has not looked at a problem fails with it.
  const problem = !item.failures.some((other) => other.diff) && ((item.done || {}).diagnostics || [])[0];
  headline.hidden = false;
  fill(headline, h("span", { class: "headline-sign", "aria-hidden": true }, "✕"),
    h("span", { class: "headline-text" }, h("b", null, failureLine(failure)),
      h("span", { class: "muted" }, [problem && problem.message, failure.title,
        placeText(failure.place)].filter(Boolean).join(" · "))));
}

keys.add("j", "The next action", () => move(1, timeline.visible), "ArrowDown");
keys.add("k", "The previous action", () => move(-1, timeline.visible), "ArrowUp");
keys.add("n", "The next failure", () => move(1, trace.failed));
keys.add("p", "The previous failure", () => move(-1, trace.failed));
keys.add("b", "The screen before or after, where one is shown", () => {
  viewer.choose(viewer.side === "before" ? "after" : "before");
  address.set({ screen: viewer.side });
});
keys.add("1", "The tab with this number", (key) => details.tabs.chooseNumber(key), "2", "3", "4", "5", "6", "7");
keys.add("l", "Try a locator", () => viewer.field.focus());
keys.add("/", "Search actions", () => timeline.input.focus());
keys.add("Escape", "Select nothing: changes, log and the like of all actions", () => select(null));
keys.start();

drawHeadline();
document.body.append(header(), headline, h("main", { class: "trace" }, timeline.element, viewer.element,
  details.element));
timeline.list.redraw();
show(fromAddress() || (address.get("action") === null ? trace.failed[0] || trace.items[0] || null : null));
address.observe(() => show(fromAddress()));
