// The page: one session with the server, the layers that show its screens, and what stands above them.

import { actionsMenu } from "../rows/actions.js";
import { initial } from "./bars.js";
import { cancelOf } from "./dialogs.js";
import { Back } from "./back.js";
import { Root } from "../document/dom.js";
import { announce, focus, focusOf, restoreFocus } from "../document/focus.js";
import { forgetImages, retryImages, whenLoaded } from "../document/images.js";
import { Inputs, isCover } from "../session/inputs.js";
import { Layer } from "./layer.js";
import { motion as animate } from "../document/motion.js";
import { Notices } from "./notices.js";
import { content } from "./screen.js";
import { nameNow } from "../session/changes.js";
import { Session } from "../session/session.js";
import { connection, notices, overlay, passphrase, waiting } from "./status.js";
import { count, entries, t, useLanguage } from "../document/strings.js";
import { close as closeSwipe } from "../rows/swipe.js";
import { useTheme } from "../document/theme.js";
import { useTimeZone } from "../document/zone.js";

/** A second click, and what a restart has taken with it, which has a notice of its own. */
const QUIET = ["action.stale", "live.lost"];

export class Page {
  disconnected = "connecting";
  /** What the server said when it ended the connection. */
  farewell = undefined;
  diagnostics = null;
  question = null;
  openedActions = null;
  isSettingFocus = false;
  /** What developers see beside the page; null without `?inspect`. */
  inspector = null;
  /** The last `welcome`. */
  welcome = null;
  #root;
  #session;
  isRendering = false;
  #isFresh = false;
  #following = 0;

  constructor(container) {
    this.#root = new Root(container);
    this.inputs = new Inputs((action, sent) => this.act(action, null, { sent }), () => this.render());
    [this.main, this.menu] = [new Layer(this, "s"), new Layer(this, "m")];
    this.notices = new Notices(() => this.render());
    this.back = new Back(() => this.leave());
    whenLoaded(() => this.render());
    this.#session = new Session({
      shown: (motion, before, renamed) => this.#shown(motion, before, renamed),
      welcomed: (message, state) => this.#welcomed(message, state),
      disconnected: (reason) => this.#disconnect(reason),
      noticed: (message) => this.#noticed(message),
      asked: (message) => {
        [this.question, this.disconnected] = [message, null];
        this.render();
      },
      inspected: (message) => this.inspector?.received(message),
      ended: (reason, error) => this.#disconnect(reason, error?.message),
    });
    document.addEventListener("visibilitychange", () => this.#session.viewChanged());
    addEventListener("resize", () => this.#session.viewChanged());
    this.render();
    this.#session.start();
  }

  get screen() { return this.#session.screen; }
  get theme() { return this.screen.theme; }
  get topLayer() { return this.screen?.menu ? this.menu : this.main; }

  // Actions

  /**
   * Performs an action, after what was typed. The result is the error, undefined if it succeeded.
   *
   * @param announcement What a screen reader says when it has succeeded.
   */
  async act(action, announcement = null, { sent = null, isOptional = false } = {}) {
    if (!sent) this.inputs.flush();
    closeSwipe();
    // Only these move the focus to another field; an answer to typing comes when the person may be elsewhere.
    const follows = !sent && !isOptional;
    if (follows) this.#following++;
    const { covers } = this.inputs;
    const error = await this.#session.act(action, sent);
    if (follows) this.#following--;
    if (error?.code === "app.past" && await this.inspector?.discards()) {
      return this.act(action, announcement, { sent, isOptional });
    }
    const isQuiet = QUIET.includes(error?.code) || (isOptional && error?.code === "action.impossible")
      || (sent && isCover(error) && covers !== this.inputs.covers);
    if (error && !isQuiet) this.notices.show("error", error);
    if (!error && announcement) announce(announcement);
    return error;
  }

  /** Does what a person may not have meant as an action: that it is impossible is not worth a notice. */
  try(action) { return this.act(action, null, { isOptional: true }); }

  /** Asks for what the Inspector shows; false without a connection. */
  inspect(id, request, args) { return this.#session.inspect(id, request, args); }

  askColumns(from) { this.#session.columns(from); }

  askRows(from, size) { this.#session.rows(from, size); }

  /** Leaves what is topmost, as the browser's Back does. */
  leave() {
    const { screen } = this;
    if (!screen) return Promise.resolve();
    if (this.openedActions) return Promise.resolve(this.closeActions());
    const dialog = screen.alert || screen.sheet;
    if (dialog) {
      const cancel = cancelOf(dialog);
      return cancel ? this.act({ tap: cancel.id }) : Promise.resolve();
    }
    if (screen.help) return this.act({ tap: "help" });
    if (screen.menu) return this.act(this.can("back") ? "back" : { tap: "cover" });
    return this.act(this.can("back") ? "back" : "close");
  }

  async undo(action) {
    if (!this.can(action)) return;
    const error = await this.act(action);
    if (!error) announce(t(action === "undo" ? "undone" : "redone"));
  }

  can(action) { return (this.screen?.actions || []).includes(action); }

  get canLeave() { return this.can("back") || this.can("close"); }

  answer(text) {
    this.question = null;
    this.disconnected = this.screen ? null : "connecting";
    this.#session.answerPassphrase(text);
    this.render();
  }

  // The actions of a row

  openActions(layer, id, anchor) {
    const found = layer.rowIndex.get(id);
    if (!found) return;
    layer.setCurrent(id);
    const rows = layer.screen.sections[found.section].rows.filter((row) => !row.id.startsWith("add:"));
    this.openedActions = { layer, id, row: found.row, anchor, place: { index: found.place, count: rows.length } };
    this.#coverBack();
    this.render();
  }

  closeActions() {
    this.openedActions = null;
    this.#coverBack();
    this.render();
  }

  /** The browser's Back closes what covers the screen. */
  #coverBack() {
    const { alert, sheet, help } = this.screen;
    this.back.cover(Boolean(alert || sheet || help || this.openedActions));
  }

  // The server's messages

  #welcomed(message, { isRestarted, isSame, lost }) {
    this.welcome = message;
    useLanguage(message.language);
    useTimeZone(message.timeZone);
    document.documentElement.dir = message.direction || "ltr";
    this.inputs.restore(isSame);
    retryImages();
    if (!isSame) {
      // Another process, or a copy of a tab: the numbers of instances start again.
      this.#isFresh = true;
      this.back.stack = [];
      for (const layer of [this.main, this.menu]) layer.forget();
      this.#root.forget();
    }
    const names = lost.map((action) => this.#nameOf(action)).filter(Boolean);
    if (isRestarted && names.length) this.notices.show("info", t("notPerformed", names.join(", ")));
    if (this.screen && isSame) {
      this.disconnected = null;
      this.render();
    }
    this.inspector?.welcomed();
  }

  /** What an action was about, in the words of the screen on which it was done. */
  #nameOf(action) {
    if (typeof action === "string") return action;
    const id = Object.values(action).find((value) => typeof value === "string") || "";
    const label = document.querySelector(`[data-focus="${CSS.escape(id)}"]`);
    const row = this.topLayer.screen && this.topLayer.row(id.split("/")[0]);
    const text = label?.getAttribute("aria-label") || label?.textContent.trim();
    return `“${row?.label || text || action.search || id}”`;
  }

  #disconnect(reason, message) {
    if (!(reason === "gone" && !this.screen)) [this.disconnected, this.farewell] = [reason, message];
    this.render();
  }

  #noticed({ reload, diagnostics = [], log = [] }) {
    if (reload === "failed") {
      this.diagnostics = diagnostics;
    } else {
      if (reload === "done") {
        if (this.diagnostics) this.notices.show("good", t("reloaded"));
        this.diagnostics = null;
      }
      for (const diagnostic of diagnostics) this.notices.show(diagnostic.severity === "error" ? "error" : "info",
        diagnostic);
    }
    for (const { level, message } of log) {
      const method = { debug: "debug", info: "info", warn: "warn", error: "error" }[level] || "log";
      console[method](message);
    }
    this.render();
  }

  #shown(motion, before, renamed) {
    const { screen } = this;
    if (this.#isFresh) before = null;
    this.#isFresh = false;
    const top = this.topLayer;
    const focused = this.main.screen ? focusOf(before?.menu ? this.menu : this.main) : {};
    const isRenamed = before && !before.menu && !screen.menu && isReloaded(before, screen, motion, renamed);
    if (isRenamed) {
      this.back.rename(before.instance, screen.instance);
      this.inputs.moveTo([screen.instance], { from: before.instance, to: screen.instance });
    }
    const hadMenu = Boolean(before?.menu);
    // While the menu is open, the instance is that of the menu.
    const mainInstance = screen.menu && this.main.screen?.name === screen.name ? this.main.instance : screen.instance;
    const isSameView = Boolean(before) && !before.cover === !screen.cover
      && (this.main.instance === mainInstance || isRenamed);
    const isSameMenu = hadMenu && Boolean(screen.menu) && this.menu.instance === screen.instance;
    if (screen.cover) {
      forgetImages();
      this.openedActions = null;
      this.inputs.hide();
    } else {
      this.inputs.show();
    }
    if (!isSameView) this.openedActions = null;
    useTheme(screen.theme);
    document.title = screen.cover ? screen.cover.text || "okit" : screen.title || screen.name || "okit";
    this.disconnected = null;
    this.question = null;
    if (!screen.cover) {
      this.main.show(screen, mainInstance, isSameView);
      if (isSameView && renamed.size) this.#rename(renamed, focused);
      if (screen.menu) {
        this.menu.show({ ...screen.menu, alert: screen.alert, sheet: screen.sheet }, screen.instance, isSameMenu);
      } else {
        this.menu.leave();
      }
      this.back.follow(screen.instance, this.canLeave || Boolean(screen.menu), motion);
      if (!isSameView) this.inputs.moveTo([...this.back.stack, this.main.instance, screen.instance]);
    }
    if (this.openedActions) {
      const row = this.openedActions.layer.row(this.openedActions.id);
      if (row) this.openedActions.row = row;
      else this.openedActions = null;
    }
    this.#coverBack();
    this.inputs.cover({
      all: Boolean(screen.cover || screen.alert || screen.sheet || screen.help), main: Boolean(screen.menu) });
    this.render();
    this.#placeFocus({ motion, before, focused, isSameView, isSameMenu, hadMenu, top });
    if (!isSameView && motion) animate(document.getElementById(this.main.id("screen")), motion);
    this.#announceChanges(before, isSameView);
    this.inspector?.shown(renamed);
  }

  /** A reload of the script gives the same rows other ids. */
  #rename(renamed, focused) {
    this.main.rename(renamed);
    this.inputs.rename(renamed);
    for (const name of ["part", "row"]) focused[name] = nameNow(focused[name], renamed);
    if (this.openedActions) this.openedActions.id = nameNow(this.openedActions.id, renamed);
  }

  #placeFocus({ motion, before, focused, isSameView, isSameMenu, hadMenu, top }) {
    const { screen } = this;
    this.isSettingFocus = true;
    try {
      if (screen.cover) return focus(document.querySelector(".cover [data-focus]"));
      if (screen.alert || screen.sheet || screen.help) return undefined;
      const field = top.focusedField;
      const isNew = top === this.menu ? !isSameMenu : !isSameView;
      const isClosed = hadMenu && !screen.menu && isSameView;
      if (field && (isNew || (this.#following && field !== top.lastField)) && !top.isListed) {
        top.lastField = field;
        if (focus(top.part(field))) return top.revealFocus();
      }
      top.lastField = field;
      if (isNew && document.activeElement?.matches("[role=tab]")) return undefined;
      if (isNew) {
        const current = top.place.current;
        const isReturn = ["pop", "dismiss"].includes(motion) || (current && top.place.anchor);
        if (isReturn && current && focus(top.element(current))) return top.revealFocus();
        // The first screen leaves the focus where the browser begins.
        if (before || motion || screen.menu) return focus(top.part("heading"));
        return undefined;
      }
      if (isClosed && document.activeElement === document.body) return focus(top.part("left:0") || top.part("heading"));
      if (top.pendingRow !== null) return top.focusPending();
      return restoreFocus(focused, top);
    } finally {
      this.isSettingFocus = false;
    }
  }

  #announceChanges(before, isSameView) {
    const { screen } = this;
    if (!before || !isSameView || screen.cover) return;
    const [old, now] = [before.total ?? rowCount(before), screen.total ?? rowCount(screen)];
    if (old !== now && screen.kind !== "detail") announce(entries(now));
    else if (!before.activity && screen.activity) announce(t("busy"));
  }

  /** Goes to a title of the index. Only a list that has other rows than these asks for them. */
  goToIndex(layer, title) {
    const { screen } = layer;
    if (screen.total !== undefined) return layer.follow(this.act({ tap: `index:${title}` }));
    const titles = screen.index;
    const sections = new Map(screen.sections.map((section, place) => [initial(section.header), place]).reverse());
    const place = titles.indexOf(title);
    const next = [...titles.slice(place), ...titles.slice(0, place).reverse()].find((one) => sections.has(one));
    if (next !== undefined) layer.showSection(sections.get(next));
  }

  // Showing

  render() {
    if (this.isRendering) return;
    this.isRendering = true;
    try {
      const { openedActions: opened } = this;
      this.#root.show(
        this.screen && content(this),
        opened && actionsMenu(opened, opened.layer),
        overlay(this.diagnostics, () => {
          this.diagnostics = null;
          this.render();
        }),
        notices(this.notices.all, (id) => this.notices.dismiss(id)),
        waiting(Boolean(this.screen), [
          passphrase(this.question, (text) => this.answer(text)), connection(this.disconnected, this.farewell),
        ]));
      if (this.screen?.cover) this.#root.forget();
    } finally {
      this.isRendering = false;
    }
  }
}

/** Whether a screen is what a reload of the script has made of another one: it edits the same things. */
function isReloaded(before, screen, motion, renamed) {
  if (before.instance === screen.instance || (motion && motion !== "replace")) return false;
  if (before.name !== screen.name || before.kind !== screen.kind) return false;
  if (renamed.size) return true;
  const things = (one) => new Set(one.sections.flatMap((section) => section.rows.map((row) => row.field || row.id)));
  const [old, now] = [things(before), things(screen)];
  return !old.size || [...now].some((thing) => old.has(thing));
}

function rowCount(screen) {
  return screen.sections.reduce((sum, section) => sum + section.rows.filter((row) => !row.id.startsWith("add:")).length,
    0);
}
