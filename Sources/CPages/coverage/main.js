// The page of coverage: the items, the source of the selected one, and its tests.

let selected = null;
let shown = [];

const search = h("input", {
  class: "field", type: "search", placeholder: "Search items and files", "aria-label": "Search items and files",
  oninput: () => draw(),
  onkeydown: (event) => {
    const first = shown.find((entry) => entry.item);
    if (event.key === "Enter" && first) { select(first.item); search.blur(); }
  },
});
const kind = h("select", { class: "field", "aria-label": "Kind", onchange: () => draw() },
  h("option", { value: "" }, "All kinds"),
  kinds.filter((kind) => report.totals[kind]).map((kind) => h("option", { value: kind }, pluralOf(kind))));
const missedOnly = h("input", {
  type: "checkbox", "aria-label": "missed only", checked: items.some(isMissed), onchange: () => draw() });
const scroll = h("div", { class: "scroll", role: "list", "aria-label": "items" });
const list = new WindowedList(scroll, {}, (entry) => (entry.item ? 48 : 34), entryView);
const source = new SourcePane((item) => select(item));
const details = h("div", { class: "details", role: "region", "aria-label": "item", "aria-live": "polite" });

function entryView(entry) {
  if (!entry.item) return h("h3", { class: "file" }, entry.file);
  const { item } = entry;
  return h("div", {
    class: ["item", `is-${stateOf(item)}`, item === selected && "is-selected"], role: "listitem",
    "aria-current": item === selected ? "true" : null, onclick: () => select(item),
  },
    h("span", { class: "what" }, h("span", { class: "kind" }, item.kind), " ", h("code", null, item.text)),
    h("span", { class: "where" }, `${item.place.line}:${item.column}`, " · ", verdict(item)));
}

function draw() {
  const query = search.value.trim().toLowerCase();
  const found = items.filter((item) => (!kind.value || item.kind === kind.value)
    && (!missedOnly.checked || isMissed(item))
    && `${item.text}\n${item.place.file}\n${item.kind}`.toLowerCase().includes(query));
  shown = [];
  for (const item of found) {
    if (!shown.length || shown[shown.length - 1].item.place.file !== item.place.file) {
      shown.push({ file: item.place.file });
    }
    shown.push({ item });
  }
  list.set(shown);
  empty.hidden = shown.length > 0;
}

function select(item) {
  selected = item;
  address.set({ item: item ? item.id : null });
  source.select(item);
  list.redraw();
  const index = shown.findIndex((entry) => entry.item === item);
  if (index >= 0) list.show(index);
  fill(details, item ? detailsView(item) : h("p", { class: "empty" }, "Select an item to see its tests."));
}

function detailsView(item) {
  return [
    h("h2", null, `${item.kind} `, h("code", null, item.text)),
    h("p", { class: "muted code" }, `${item.place.file}:${item.place.line}:${item.column}`),
    h("ul", { class: "outcomes" }, outcomesOf(item).map(([name, count]) =>
      h("li", { class: count ? "badge pass" : "badge fail" }, `${name} `, count ? count.toLocaleString("en") : "never"))),
    h("h3", null, item.tests.length ? plural(item.tests.length, "test") : "No test reaches it."),
    h("ul", { class: "tests-of" }, item.tests.map((index) => tests[index]).map((test) =>
      h("li", null, test.name, " ", h("span", { class: "muted code" }, `${test.file}:${test.line}`)))),
  ];
}

function move(step, among) {
  const all = shown.filter((entry) => entry.item).map((entry) => entry.item);
  const start = all.indexOf(selected);
  for (let index = start < 0 ? (step > 0 ? 0 : all.length - 1) : start + step; all[index]; index += step) {
    if (among(all[index])) return select(all[index]);
  }
}

function fromAddress() {
  const item = items.find((item) => item.id === address.get("item")) || null;
  if (item && !isMissed(item) && missedOnly.checked) {
    missedOnly.checked = false;
    draw();
  }
  select(item);
  if (!item) source.show(items.length ? items[0].place.file : null);
}

keys.add("j", "The next item", () => move(1, () => true), "ArrowDown");
keys.add("k", "The previous item", () => move(-1, () => true), "ArrowUp");
keys.add("n", "The next item that was missed", () => move(1, isMissed));
keys.add("p", "The previous item that was missed", () => move(-1, isMissed));
keys.add("/", "Search items and files", () => search.focus());
keys.start();

const empty = h("p", { class: "empty", hidden: true }, items.length ? "No item matches." : "No application was launched.");
const totals = kinds.filter((kind) => report.totals[kind]).map((kind) => {
  const total = report.totals[kind];
  return h("li", { class: ["total", total.covered === total.of && "is-full"] },
    h("span", { class: "name" }, pluralOf(kind)), h("strong", null, `${percent(total)} %`),
    h("span", { class: "muted" }, `${total.covered.toLocaleString("en")}/${total.of.toLocaleString("en")}`));
});
document.body.append(
  h("header", { class: "header" },
    h("div", { class: "titles" }, h("h1", null, "Coverage"), h("p", null,
      `${plural(tests.length, "test")} · ${plural(new Set(items.map((item) => item.place.file)).size, "file")}`)),
    h("ul", { class: "totals", "aria-label": "totals" }, totals),
    h("div", { class: "tools" }, h("button", { class: "button round", type: "button", "aria-label": "Keys",
      onclick: () => keys.help() }, "?"))),
  h("main", { class: "coverage" },
    h("section", { class: "pane list" },
      h("div", { class: "bar" }, search, kind, h("label", { class: "check" }, missedOnly, " missed only")),
      empty, scroll),
    h("div", { class: "right" }, source.element, details)));
address.read();
draw();
fromAddress();
address.observe(fromAddress);
