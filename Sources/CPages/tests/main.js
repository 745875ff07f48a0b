// The list of tests with links to their pages.

const { tests, note } = pageData();
const failed = tests.filter((test) => test.status !== "pass");
const keyOf = (test) => test.page || `${test.file}:${test.line} ${test.name}`;
const reports = { fail: ["✕", "failed"], pass: ["✓", "passed"], stopped: ["■", "stopped"] };
const elements = new Map();
let shown = tests;
let selected = null;

const list = h("div");
const input = h("input", {
  class: "field", type: "search", placeholder: "Search tests", "aria-label": "Search tests", oninput: () => draw(),
  onkeydown: (event) => { if (event.key === "Enter" && shown.length) { select(shown[0]); input.blur(); } },
});

function testView(test) {
  const [sign, word] = reports[test.status] || ["?", test.status];
  const element = h("li", { class: `test is-${test.status}`, onclick: () => select(test) },
    h("span", { class: "sign", role: "img", "aria-label": word }, sign),
    test.page ? h("a", { class: "name", href: encodeURI(test.page) }, test.name)
      : h("span", { class: "name" }, test.name),
    h("span", { class: "time" }, test.us === undefined ? "" : duration(test.us)),
    test.failure ? h("p", { class: "reason" }, test.failure) : null,
    h("p", { class: "links" }, h("span", { class: "code" }, placeText(test)),
      test.attempt > 1 ? h("span", null, `attempt ${test.attempt}`) : null,
      test.page ? h("a", { href: encodeURI(test.page) }, "page") : null,
      test.trace ? h("a", { href: encodeURI(test.trace) }, "trace") : null));
  elements.set(test, element);
  return element;
}

function draw() {
  const query = input.value.trim().toLowerCase();
  shown = tests.filter((test) => `${test.name}\n${test.file}\n${test.failure || ""}`.toLowerCase().includes(query));
  const files = [...new Set(shown.map((test) => test.file))];
  fill(list, files.map((file) => [h("h2", null, file), h("ul", null, shown.filter((test) =>
    test.file === file).map(testView))]),
    shown.length ? null : h("p", { class: "empty" }, tests.length ? "No test matches." : "No test has a trace."));
  mark();
}

function mark() {
  for (const [test, element] of elements) element.classList.toggle("is-selected", test === selected);
}

function select(test) {
  selected = test;
  address.set({ test: keyOf(test) });
  mark();
  elements.get(test).scrollIntoView({ block: "nearest" });
}

function move(step, among) {
  const index = among.indexOf(selected);
  const next = index < 0 ? among[step > 0 ? 0 : among.length - 1] : among[index + step];
  if (next) select(next);
}

function placeText(place) { return place.line ? `${place.file}:${place.line}` : place.file; }

function fromAddress() {
  selected = tests.find((test) => keyOf(test) === address.get("test")) || null;
  mark();
}

keys.add("j", "The next test", () => move(1, shown), "ArrowDown");
keys.add("k", "The previous test", () => move(-1, shown), "ArrowUp");
keys.add("n", "The next failure", () => move(1, failed.filter((test) => shown.includes(test))));
keys.add("p", "The previous failure", () => move(-1, failed.filter((test) => shown.includes(test))));
keys.add("Enter", "Opens the page of the test",
  () => { if (selected && selected.page) location.href = encodeURI(selected.page); });
keys.add("/", "Search tests", () => input.focus());
keys.start();

const status = failed.length ? "fail" : "pass";
document.body.append(
  h("header", { class: "header" },
    h("span", { class: `badge ${status}` }, failed.length ? `${failed.length} failed` : "Passed"),
    h("div", { class: "titles" }, h("h1", null, "Traces"), h("p", null,
      [plural(tests.length, "test"), note].filter(Boolean).join(" · "))),
    h("div", { class: "tools" }, h("button", { class: "button round", type: "button", "aria-label": "Keys",
      onclick: () => keys.help() }, "?"))),
  h("main", { class: "tests" }, h("div", { class: "column" }, input, list)));
address.read();
draw();
fromAddress();
address.observe(fromAddress);
