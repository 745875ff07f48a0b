// What is about the page and not the application: the connection, notices, a failed reload, the cover, the passphrase.

import { h } from "../document/dom.js";
import { icon, namedImage } from "../document/icons.js";
import { modal } from "./dialogs.js";
import { t } from "../document/strings.js";

const DISCONNECTED = {
  connecting: ["connecting", null], gone: ["connectionLost", "connectionLostText"],
  stopped: ["programStopped", "programStoppedText"], token: ["invalidToken", "invalidTokenText"],
  full: ["tooMany", "tooManyText"], replaced: ["noticeEnded", "noticeEndedText"],
  protocol: ["protocol", "protocolText"],
};

/** What the page waits for: above the screen, or in place of the first one. */
export function waiting(hasScreen, dialogs) {
  if (hasScreen) return dialogs;
  return h("main", { key: "waiting" }, h("h1", { class: "spoken" }, t("connecting")), dialogs);
}

/** What hides the page while it is not connected: nothing below it looks usable. */
export function connection(reason, message) {
  if (!reason) return null;
  const [title, text] = DISCONNECTED[reason];
  const isWaiting = ["connecting", "gone", "full"].includes(reason);
  return h("dialog", {
    class: ["connection", `is-${reason}`], key: "connection", role: "alertdialog",
    "aria-labelledby": "connection-title",
    "aria-describedby": text ? "connection-text" : null,
    hooks: modal(), oncancel: (event) => event.preventDefault(),
  },
  h("div", { class: "dialog-box" },
    isWaiting ? h("span", { class: "spinner is-large", "aria-hidden": "true" })
      : h("span", { class: "big-sign" }, icon("unlink")),
    h("h2", { id: "connection-title", class: "dialog-title", tabindex: "-1" }, t(title)),
    text && h("p", { id: "connection-text", class: "dialog-message" }, t(text)),
    message && h("p", { class: "dialog-message" }, message)));
}

/** The cover of a protected application. A tap asks for authentication. */
export function cover(screen, act) {
  if (!screen?.cover) return null;
  const { text, image } = screen.cover;
  const tap = () => act({ tap: "cover" });
  return h("main", { class: "cover", key: "cover" },
    h("button", { class: "cover-button", onclick: tap, "data-focus": "cover" },
      h("span", { class: "cover-image" }, image ? namedImage(image, "is-huge") : namedImage("🔒", "is-huge")),
      h("h1", { class: "title" }, text || t("protected")),
      h("span", { class: "muted" }, t("tapToAuthenticate"))));
}

/** Asks for the passphrase of encrypted models; it is kept nowhere. */
export function passphrase(question, answer) {
  if (!question) return null;
  const submit = (event) => {
    event.preventDefault();
    const [first, second] = event.currentTarget.querySelectorAll("input");
    if (second && first.value !== second.value) {
      second.setCustomValidity(t("passphraseDiffers"));
      second.reportValidity();
      return;
    }
    answer(first.value);
    event.currentTarget.reset();
  };
  const field = (name, key) => h("label", { class: "dialog-field", key }, h("span", null, t(name)),
    h("input", {
      type: "password", class: "field", autocomplete: "off", required: true,
      "aria-invalid": question.error ? "true" : null,
      "aria-describedby": question.error ? "passphrase-error" : null,
      oninput: (event) => event.target.setCustomValidity(""),
    }));
  return h("dialog", {
    class: "alert passphrase", key: "passphrase", "aria-labelledby": "passphrase-title",
    hooks: modal((element) => element.querySelector("input").focus()),
    oncancel: (event) => event.preventDefault(),
  },
  h("form", { class: "dialog-box", method: "dialog", onsubmit: submit },
    h("div", { class: "dialog-texts" },
      h("h2", { id: "passphrase-title", class: "dialog-title" }, t(question.new ? "newPassphrase" : "passphrase")),
      h("p", { class: "dialog-message" }, t("passphraseText"))),
    h("div", { class: "dialog-fields" }, field("passphrase", "first"),
      question.new && field("passphraseAgain", "second"),
      question.error && h("p", { class: "error", id: "passphrase-error", role: "alert" }, icon("warning"),
        question.error.message)),
    h("div", { class: "dialog-actions" }, h("button", { type: "submit", class: "button is-large is-standard" },
      t("ok")))));
}

/** The report of a reload that failed. Esc hides it; the previous version remains usable. */
export function overlay(diagnostics, hide) {
  if (!diagnostics) return null;
  return h("section", {
    class: "overlay", key: "overlay", "aria-labelledby": "overlay-title", tabindex: "-1",
    onkeydown: (event) => { if (event.key === "Escape") hide(); },
  },
  h("div", { class: "overlay-head" }, icon("warning"),
    h("div", { role: "alert" }, h("h2", { id: "overlay-title" }, t("reloadFailed")), h("p", null, t("reloadKept"))),
    h("button", { class: "icon-button", "aria-label": t("hide"), title: "Esc", onclick: hide }, icon("cancel"))),
  h("div", { class: "overlay-body", tabindex: "0" },
    diagnostics.map((diagnostic, place) => h("div", { class: "diagnostic", key: place }, report(diagnostic)))));
}

/** A diagnostic: message, place, excerpt with a mark, hint. */
function report(diagnostic) {
  const { message, hint, file, line, column, excerpt, code } = diagnostic;
  const place = file && [file, line, line && column].filter(Boolean).join(":");
  return [
    h("p", { class: "message" }, message),
    hint && h("p", { class: "hint" }, hint),
    (place || code) && h("p", { class: "place" }, place && h("code", null, place),
      code && h("code", { class: "code" }, code)),
    excerpt?.text && h("pre", { class: "excerpt" }, h("code", null, excerptParts(excerpt))),
  ];
}

function excerptParts({ text, column, endColumn }) {
  if (!column) return text;
  const characters = [...text];
  const end = Math.max(endColumn || column + 1, column + 1) - 1;
  return [characters.slice(0, column - 1).join(""), h("mark", null, characters.slice(column - 1, end).join("") || " "),
    characters.slice(end).join("")];
}

/** Errors of actions and reports, which leave by themselves. */
export function notices(all, dismiss) {
  return h("aside", { class: "notices", key: "notices", "aria-label": t("notices") },
    all.map((notice) => h("div", { class: ["notice", `is-${notice.kind}`], key: notice.id },
      icon(notice.kind === "error" ? "warning" : notice.kind === "good" ? "check" : "info"),
      h("div", { class: "notice-text" }, notice.diagnostic ? report(notice.diagnostic) : h("p", null, notice.text)),
      h("button", { class: "icon-button", "aria-label": t("dismiss"), onclick: () => dismiss(notice.id) },
        icon("cancel")))));
}
