// The map of an application: its screens, each with the ways that lead from it and the flow to it.

const map = pageData();
const reached = map.screens.filter((screen) => screen.visits > 0);
const missing = map.screens.filter((screen) => screen.visits === 0);

function waysFrom(screen) { return map.transitions.filter((way) => way.from === screen.id); }

function wayView(way) {
  const marks = [way.automatic ? "automatic" : null, way.declared ? "declared" : null,
    way.count ? plural(way.count, "time") : "never followed"].filter(Boolean).join(" · ");
  return h("li", { class: ["way", way.count ? null : "is-unreached"] },
    h("span", { class: "name" }, way.label || way.action || "segue"),
    h("a", { href: `#screen=${encodeURIComponent(way.to)}` }, `→ ${way.to}`), h("span", { class: "time" }, marks));
}

function screenView(screen, item) {
  const ways = waysFrom(screen);
  return item(screen, ["test", screen.visits ? null : "is-unreached"],
    h("span", { class: "sign", role: "img", "aria-label": screen.visits ? "reached" : "never reached" },
      screen.visits ? "✓" : "✕"),
    h("span", { class: "name" }, screen.id),
    h("span", { class: "time" }, screen.visits ? plural(screen.visits, "visit") : "never reached"),
    ways.length ? h("ul", { class: "ways" }, ways.map(wayView)) : null,
    screen.flow.length ? h("pre", { class: "flow" }, screen.flow.join("\n")) : null,
    screen.tests.length ? h("p", { class: "links" }, screen.tests.map((test) => h("span", null, test))) : null);
}

const page = searchList({
  entries: map.screens, label: "Search screens and actions", name: "screen", keyOf: (screen) => screen.id,
  textOf: (screen) => [screen.id, ...waysFrom(screen).flatMap((way) => [way.action, way.label, way.to])].join("\n"),
  view: (shown, item) => (shown.length ? h("ul", null, shown.map((screen) => screenView(screen, item)))
    : h("p", { class: "empty" }, "No screen matches.")),
});
page.addKeys("screen that was never reached", missing);
listPage(page, h("span", { class: `badge ${missing.length ? "fail" : "pass"}` },
  `${reached.length} of ${map.screens.length}`),
  "Flow map", `${plural(map.screens.length, "screen")} · ${plural(map.transitions.length, "transition")}`);
page.start();
