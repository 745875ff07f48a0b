// Icons, drawn as lines of 24 by 24 points: those of UIKit's bar buttons, and others that applications often name.

import { h } from "./dom.js";

const PATHS = {
  add: "M12 5v14M5 12h14",
  action: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  back: "M15 5l-7 7 7 7",
  book: "M5 19.5V5a2 2 0 0 1 2-2h12v18H6.5A1.5 1.5 0 0 1 5 19.5A1.5 1.5 0 0 1 6.5 18H19",
  bookmarks: "M7 4h10v16l-5-4-5 4z",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 0 0 0-6.4",
  cancel: "M6 6l12 12M18 6L6 18",
  cart: "M3 4h3l2.5 11h9L20 8H7M9.5 19.5h.01M17 19.5h.01",
  check: "M5 12.5l5 5L19.5 7",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5.5l3.5 2",
  compose: "M12 5H5v14h14v-7M10 14l.7-3L18 3.7l2.3 2.3L13 13.3z",
  disclosure: "M9 5l7 7-7 7",
  down: "M12 5v14M6 13l6 6 6-6",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  fastForward: "M4 6l8 6-8 6zM12 6l8 6-8 6z",
  folder: "M3 6h6l2 2h10v11H3z",
  gear: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
  heart: "M12 20S4 15 4 9.2A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2C20 15 12 20 12 20z",
  help: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9.3 9.3a2.8 2.8 0 1 1 3.9 2.6c-.8.4-1.2.9-1.2 1.9M12 16.8h.01",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  image: "M4 5h16v14H4zM4 16l4.5-4.5 4 4L16 12l4 4M15.5 8.7h.01",
  info: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 11v5.5M12 7.7h.01",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  minus: "M5 12h14",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  pause: "M8.5 5v14M15.5 5v14",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4.5 20c.8-3.8 3.7-5.5 7.5-5.5s6.7 1.7 7.5 5.5",
  play: "M7 5l12 7-12 7z",
  refresh: "M20 12a8 8 0 1 1-2.3-5.6L20 8.5M20 4v4.5h-4.5",
  reply: "M9 7L4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  rewind: "M20 6l-8 6 8 6zM12 6l-8 6 8 6z",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M16.2 16.2L21 21",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.2 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z",
  tag: "M4 4h8l8 8-8 8-8-8zM8.2 8.2h.01",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  unlink: "M6 6l12 12M18 6L6 18",
  up: "M12 19V5M6 11l6-6 6 6",
  warning: "M12 4l9 16H3zM12 10v4.5M12 17.2h.01",
};

const OTHER_NAMES = {
  bookmark: "bookmarks", checkmark: "check", compose: "compose", delete: "trash", done: "check", favorite: "heart",
  group: "person", organize: "folder", pencil: "edit", plus: "add", settings: "gear", stop: "cancel", user: "person",
  xmark: "cancel", reload: "refresh", share: "action", date: "calendar", time: "clock", bin: "trash", photo: "image",
};

/** The icon with a name; null for an unknown name. */
export function icon(name) {
  const path = PATHS[name] || PATHS[OTHER_NAMES[name]];
  if (!path) return null;
  return h("svg", { class: ["icon", `icon-${name}`], viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("path", { d: path }));
}

/** An image that an application has only named: an icon, an emoji, or else the first letter on a tile. */
export function namedImage(name, className) {
  const drawn = icon(name.replace(/\.(png|pdf|jpe?g|svg)$/i, ""));
  if (drawn) return h("span", { class: ["named-image", className], "aria-hidden": "true" }, drawn);
  const isEmoji = /^\p{Extended_Pictographic}/u.test(name) && name.length <= 8;
  const sign = isEmoji ? name : (name.match(/[\p{L}\p{N}]/u) || ["▢"])[0].toUpperCase();
  return h("span", { class: ["named-image", isEmoji ? "is-emoji" : "is-letter", className], "aria-hidden": "true" },
    sign);
}
