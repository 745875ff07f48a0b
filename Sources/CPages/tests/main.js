// The list of tests with links to their pages.

const { tests, note } = pageData();
const failed = tests.filter((test) => test.status !== "pass");
const reports = { fail: ["✕", "failed"], pass: ["✓", "passed"], stopped: ["■", "stopped"] };

function placeText(place) { return place.line ? `${place.file}:${place.line}` : place.file; }

function testView(test, item) {
  const [sign, word] = reports[test.status] || ["?", test.status];
  return item(test, `test is-${test.status}`,
    h("span", { class: "sign", role: "img", "aria-label": word }, sign),
    test.page ? h("a", { class: "name", href: encodeURI(test.page) }, test.name)
      : h("span", { class: "name" }, test.name),
    h("span", { class: "time" }, test.us === undefined ? "" : duration(test.us)),
    test.failure ? h("p", { class: "reason" }, test.failure) : null,
    h("p", { class: "links" }, h("span", { class: "code" }, placeText(test)),
      test.attempt > 1 ? h("span", null, `attempt ${test.attempt}`) : null,
      test.page ? h("a", { href: encodeURI(test.page) }, "page") : null,
      test.trace ? h("a", { href: encodeURI(test.trace) }, "trace") : null));
}

function listView(shown, item) {
  if (!shown.length) return h("p", { class: "empty" }, tests.length ? "No test matches." : "No test has a trace.");
  return [...new Set(shown.map((test) => test.file))].map((file) => [h("h2", null, file),
    h("ul", null, shown.filter((test) => test.file === file).map((test) => testView(test, item)))]);
}

const page = searchList({
  entries: tests, label: "Search tests", name: "test", view: listView,
  keyOf: (test) => test.page || `${test.file}:${test.line} ${test.name}`,
  textOf: (test) => `${test.name}\n${test.file}\n${test.failure || ""}`,
});
page.addKeys("failure", failed);
keys.add("Enter", "Opens the page of the test", () => {
  const test = page.selected();
  if (test && test.page) location.href = encodeURI(test.page);
});
listPage(page, h("span", { class: `badge ${failed.length ? "fail" : "pass"}` },
  failed.length ? `${failed.length} failed` : "Passed"),
  "Traces", [plural(tests.length, "test"), note].filter(Boolean).join(" · "));
page.start();
