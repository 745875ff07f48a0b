// A screen: bars, rows, and what covers them.

import { header, index, keyboard, search, tabs, toolbar } from "./bars.js";
import { dialogs, help, modal } from "./dialogs.js";
import { h, isolated } from "../document/dom.js";
import { form, views } from "../rows/form.js";
import { columnPager, grid } from "../rows/grid.js";
import { list } from "../rows/list.js";
import { cover } from "./status.js";
import { entries, t } from "../document/strings.js";
import { swipes } from "../rows/swipe.js";

/** Everything that the application shows. */
export function content(page) {
  const { screen, main, menu } = page;
  if (screen.cover) return cover(screen, (action) => page.act(action));
  const hasTabs = screen.tabs.length > 0;
  return [
    h("div", { class: ["app", hasTabs && "has-tabs", `is-${screen.kind}`], key: "app" },
      hasTabs && tabs(main),
      body(main, { canGoBack: !screen.menu && page.can("back"), backTitle: screen.back })),
    screen.menu && menuPanel(page, menu),
    !screen.menu && [dialogs(main), help(main)],
  ];
}

/** The screen of a layer. */
function body(layer, navigation) {
  const { screen } = layer;
  const isMain = layer.name === "s";
  const side = index(layer);
  return h(isMain ? "main" : "div", {
    class: ["screen", screen.editing && "is-editing", `kind-${screen.kind}`, side && "has-index"],
    key: `${layer.name} ${layer.view}`, kept: true, id: layer.id("screen"),
    oninput: () => layer.typed(), onfocusout: (event) => layer.left(event),
  },
  h("div", { class: "screen-head", key: "head" }, header(layer, navigation), search(layer)),
  screen.stopped && h("p", { class: "stopped", key: "stopped", role: "alert" },
    t("stopped"), ": ", isolated(screen.stopped)),
  screen.kind === "grid" && columnPager(layer),
  h("div", { class: "scroll-frame", key: "frame", id: isMain ? layer.id("panel") : null,
    role: isMain && screen.tabs.length ? "tabpanel" : null,
    "aria-labelledby": isMain && screen.tabs.length ? layer.id(screen.tabs.find((tab) => tab.selected)?.id || "title")
      : null },
  h("div", {
    class: "scroll", key: "scroll", hooks: layer.scrollHooks, tabindex: isOperable(screen) ? "-1" : "0",
    ...swipes(() => layer),
    role: isOperable(screen) ? null : "region", "aria-labelledby": isOperable(screen) ? null : layer.id("title"),
    ...pull(layer),
  },
  h("div", { class: "space" }, h("div", { class: "slab" }, rows(layer)))),
  side),
  keyboard(layer),
  toolbar(layer));
}

function rows(layer) {
  const { screen } = layer;
  if (screen.kind === "views") return views(layer);
  const isEmpty = !screen.sections.some((section) => section.rows.length);
  const parts = screen.kind === "grid" ? grid(layer) : screen.kind === "detail" ? form(layer) : list(layer);
  const text = screen.search?.text ? t("noResults", screen.search.text) : entries(0);
  return [parts, isEmpty && screen.kind !== "detail" && !screen.activity
    && h("p", { class: "empty", key: "empty" }, text)];
}

/** Whether something in the rows takes the focus, with which the rows are scrolled. */
function isOperable(screen) {
  if (screen.kind === "views") return screen.views.some((view) => view.kind === "button");
  return screen.sections.some((section) => section.rows.some((row) => screen.kind !== "detail" || !row.control
    || row.control.enabled));
}

/** Pulling down with a finger refreshes. */
function pull(layer) {
  if (!layer.screen.refresh) return {};
  let start = null;
  return {
    ontouchstart: (event) => { start = event.currentTarget.scrollTop <= 0
      && event.touches.length === 1 ? event.touches[0].clientY : null; },
    ontouchend: (event) => {
      if (start !== null && event.currentTarget.scrollTop <= 0
        && event.changedTouches[0].clientY - start > 110) layer.act("refresh");
      start = null;
    },
  };
}

/** The open menu; what is beside it closes it. */
function menuPanel(page, layer) {
  const close = () => page.act({ tap: "cover" });
  return h("dialog", {
    class: "menu", key: "menu", "aria-labelledby": layer.id("title"), hooks: modal(),
    oncancel: (event) => {
      event.preventDefault();
      close();
    },
    onclick: (event) => { if (event.target === event.currentTarget) close(); },
  }, body(layer, { canGoBack: page.can("back"), backTitle: null }), dialogs(layer), help(layer));
}
