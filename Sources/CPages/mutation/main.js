// The mutants of a run: a list, and the selected one in its source.

const { files, summary, score } = pageData();
const mutants = files.flatMap((file) => file.mutants.map((mutant) => ({ ...mutant, file })));
const statuses = {
  Survived: ["✕", "survived"], NoCoverage: ["○", "not covered"], Timeout: ["■", "timed out"],
  Killed: ["✓", "killed"], Ignored: ["–", "ignored"],
};
const isOpen = (mutant) => mutant.status === "Survived" || mutant.status === "NoCoverage";
const open = mutants.filter(isOpen);
const elements = new Map();
let shown = [];
let selected = null;

const list = h("div");
const detail = h("section", { class: "detail", "aria-label": "The selected mutant", tabindex: 0 });
const input = h("input", {
  class: "field", type: "search", placeholder: "Search mutants", "aria-label": "Search mutants",
  oninput: () => draw(),
  onkeydown: (event) => { if (event.key === "Enter" && shown.length) { select(shown[0]); input.blur(); } },
});
const choice = h("select", { class: "field", "aria-label": "Status", onchange: () => draw() },
  h("option", { value: "open" }, `Not noticed (${open.length})`),
  h("option", { value: "" }, `All (${mutants.length})`),
  Object.entries(statuses).map(([status, [, word]]) => [status, word, mutants.filter((mutant) =>
    mutant.status === status).length]).filter(([, , count]) => count).map(([status, word, count]) =>
    h("option", { value: status }, `${word[0].toUpperCase()}${word.slice(1)} (${count})`)));
if (!open.length) choice.value = "";

function placeText(mutant) { return `${mutant.file.name}:${mutant.start[0]}:${mutant.start[1]}`; }

function mutantView(mutant) {
  const [sign, word] = statuses[mutant.status] || ["?", mutant.status];
  const element = h("button", { class: "mutant", type: "button", onclick: () => select(mutant) },
    h("span", { class: `sign is-${mutant.status}`, role: "img", "aria-label": word }, sign),
    h("span", { class: "change" }, mutant.change),
    h("span", { class: "place" }, `${mutant.start[0]}:${mutant.start[1]}`));
  elements.set(mutant, element);
  return h("li", null, element);
}

function draw() {
  const query = input.value.trim().toLowerCase();
  shown = mutants.filter((mutant) => (choice.value === "open" ? isOpen(mutant) : !choice.value
    || mutant.status === choice.value)
    && `${mutant.id}\n${mutant.change}\n${mutant.tests.join("\n")}`.toLowerCase().includes(query));
  elements.clear();
  fill(list, files.map((file) => {
    const own = shown.filter((mutant) => mutant.file === file);
    return own.length ? [h("h2", null, file.name), h("ul", { class: "list" }, own.map(mutantView))] : null;
  }), shown.length ? null : h("p", { class: "empty" }, mutants.length ? "No mutant matches." : "There is no mutant."));
  mark();
}

function mark() {
  for (const [mutant, element] of elements) {
    if (mutant === selected) element.setAttribute("aria-current", "true"); else element.removeAttribute("aria-current");
  }
}

/** The lines of a mutant in the source, with what they become. */
function changed(mutant) {
  const lines = mutant.file.source.split("\n");
  const [first, last] = [mutant.start[0], mutant.end[0]];
  const head = [...lines[first - 1]].slice(0, mutant.start[1] - 1).join("");
  const tail = [...(lines[last - 1] || "")].slice(mutant.end[1] - 1).join("");
  return (head + mutant.replacement + tail).split("\n").map((line) => line.trimEnd()).filter(Boolean).join("\n");
}

function show(mutant) {
  const [first, last] = [mutant.start[0], mutant.end[0]];
  const marks = new Map();
  for (let line = first; line <= last; line++) marks.set(line, "current");
  const count = mutant.file.source.replace(/\n$/, "").split("\n").length;
  const tests = mutant.tests.slice(0, 20);
  fill(detail,
    h("h2", null, mutant.change),
    h("dl", null,
      h("dt", null, "Place"), h("dd", { class: "code" }, placeText(mutant)),
      h("dt", null, "Mutator"), h("dd", null, mutant.mutator),
      h("dt", null, "Status"), h("dd", { class: `is-${mutant.status}` }, (statuses[mutant.status] || ["", ""])[1]),
      mutant.killedBy ? [h("dt", null, "Killed by"), h("dd", null, mutant.killedBy)] : null,
      mutant.reason ? [h("dt", null, "Reason"), h("dd", null, mutant.reason)] : null,
      mutant.differs ? [h("dt", null, "Differs first"), h("dd", null, mutant.differs)] : null,
      mutant.status === "Survived" && !mutant.differs
        ? [h("dt", null, "Differs"), h("dd", null, "No test behaves differently.")] : null),
    mutant.assertion ? [h("h3", null, `Add after ${mutant.assertion.file}:${mutant.assertion.line}`),
      h("pre", { class: "assertion" }, mutant.assertion.text)] : null,
    h("h3", null, "Source"),
    sourceView(mutant.file.source, marks, Math.max(1, first - 6), Math.min(count, last + 6)),
    h("h3", null, "With the change"), h("pre", null, changed(mutant) || "(removed)"),
    tests.length ? [h("h3", null, `Covered by ${plural(mutant.tests.length, "test")}`),
      h("ul", null, tests.map((test) => h("li", null, test)),
        mutant.tests.length > tests.length ? h("li", { class: "muted" },
          `and ${mutant.tests.length - tests.length} more`) : null)] : null);
  detail.scrollTop = 0;
}

function select(mutant) {
  selected = mutant;
  address.set({ mutant: mutant.id });
  mark();
  show(mutant);
  elements.get(mutant)?.scrollIntoView({ block: "nearest" });
}

function move(step, among) {
  const index = among.indexOf(selected);
  const next = index < 0 ? among[step > 0 ? 0 : among.length - 1] : among[index + step];
  if (next) select(next);
}

function fromAddress() {
  const wanted = mutants.find((mutant) => mutant.id === address.get("mutant"));
  if (wanted && choice.value === "open" && !isOpen(wanted)) {
    choice.value = "";
    draw();
  }
  selected = wanted || shown[0] || null;
  mark();
  if (selected) show(selected); else fill(detail, h("p", { class: "muted" }, "Select a mutant."));
}

keys.add("j", "The next mutant", () => move(1, shown), "ArrowDown");
keys.add("k", "The previous mutant", () => move(-1, shown), "ArrowUp");
keys.add("n", "The next one that no test notices", () => move(1, open.filter((mutant) => shown.includes(mutant))));
keys.add("p", "The previous one that no test notices", () => move(-1, open.filter((mutant) => shown.includes(mutant))));
keys.add("/", "Search mutants", () => input.focus());
keys.start();

document.body.append(
  h("header", { class: "header" },
    h("span", { class: `badge ${open.length ? "fail" : "pass"}` }, score === undefined ? "No score" : `${score} %`),
    h("div", { class: "titles" }, h("h1", null, "Mutants"), h("p", null, summary.join(" · "))),
    h("div", { class: "tools" }, h("button", { class: "button round", type: "button", "aria-label": "Keys",
      onclick: () => keys.help() }, "?"))),
  h("main", { class: "mutants" },
    h("section", { "aria-label": "Mutants" }, h("div", { class: "tools" }, input, choice), list), detail));
address.read();
draw();
fromAddress();
address.observe(fromAddress);
