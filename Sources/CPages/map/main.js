// The map of an application: its screens, each with the ways that lead from it and the flow to it.

const map = pageData();
const reached = map.screens.filter((screen) => screen.visits > 0);
const missing = map.screens.filter((screen) => screen.visits === 0);
const elements = new Map();
let shown = map.screens;
let selected = null;

const list = h("div");
const input = h("input", {
  class: "field", type: "search", placeholder: "Search screens and actions", "aria-label": "Search screens and actions",
  oninput: () => draw(),
  onkeydown: (event) => { if (event.key === "Enter" && shown.length) { select(shown[0]); input.blur(); } },
});

function waysFrom(screen) { return map.transitions.filter((way) => way.from === screen.id); }

function wayView(way) {
  const marks = [way.automatic ? "automatic" : null, way.declared ? "declared" : null,
    way.count ? plural(way.count, "time") : "never followed"].filter(Boolean).join(" · ");
  return h("li", { class: ["way", way.count ? null : "is-unreached"] },
    h("span", { class: "name" }, way.label || way.action || "segue"),
    h("a", { href: `#screen=${encodeURIComponent(way.to)}` }, `→ ${way.to}`), h("span", { class: "time" }, marks));
}

function screenView(screen) {
  const ways = waysFrom(screen);
  const element = h("li", { class: ["test", screen.visits ? null : "is-unreached"], onclick: () => select(screen) },
    h("span", { class: "sign", role: "img", "aria-label": screen.visits ? "reached" : "never reached" },
      screen.visits ? "✓" : "✕"),
    h("span", { class: "name" }, screen.id),
    h("span", { class: "time" }, screen.visits ? plural(screen.visits, "visit") : "never reached"),
    ways.length ? h("ul", { class: "ways" }, ways.map(wayView)) : null,
    screen.flow.length ? h("pre", { class: "flow" }, screen.flow.join("\n")) : null,
    screen.tests.length ? h("p", { class: "links" }, screen.tests.map((test) => h("span", null, test))) : null);
  elements.set(screen, element);
  return element;
}

function draw() {
  const query = input.value.trim().toLowerCase();
  shown = map.screens.filter((screen) => [screen.id, ...waysFrom(screen).flatMap((way) => [way.action, way.label, way.to])]
    .join("\n").toLowerCase().includes(query));
  elements.clear();
  fill(list, shown.length ? h("ul", null, shown.map(screenView)) : h("p", { class: "empty" }, "No screen matches."));
  mark();
}

function mark() {
  for (const [screen, element] of elements) element.classList.toggle("is-selected", screen === selected);
}

function select(screen) {
  selected = screen;
  address.set({ screen: screen.id });
  mark();
  elements.get(screen)?.scrollIntoView({ block: "nearest" });
}

function move(step, among) {
  const index = among.indexOf(selected);
  const next = index < 0 ? among[step > 0 ? 0 : among.length - 1] : among[index + step];
  if (next) select(next);
}

function fromAddress() {
  const screen = map.screens.find((screen) => screen.id === address.get("screen"));
  if (screen) select(screen);
}

keys.add("j", "The next screen", () => move(1, shown), "ArrowDown");
keys.add("k", "The previous screen", () => move(-1, shown), "ArrowUp");
keys.add("n", "The next screen that was never reached", () => move(1, missing.filter((one) => shown.includes(one))));
keys.add("p", "The previous one", () => move(-1, missing.filter((one) => shown.includes(one))));
keys.add("/", "Search screens and actions", () => input.focus());
keys.start();

document.body.append(
  h("header", { class: "header" },
    h("span", { class: `badge ${missing.length ? "fail" : "pass"}` }, `${reached.length} of ${map.screens.length}`),
    h("div", { class: "titles" }, h("h1", null, "Flow map"),
      h("p", null, `${plural(map.screens.length, "screen")} · ${plural(map.transitions.length, "transition")}`)),
    h("div", { class: "tools" }, h("button", { class: "button round", type: "button", "aria-label": "Keys",
      onclick: () => keys.help() }, "?"))),
  h("main", { class: "tests" }, h("div", { class: "column" }, input, list)));
address.read();
draw();
fromAddress();
address.observe(fromAddress);
