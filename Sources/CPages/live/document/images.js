// Images with bytes. They need the token, which an element cannot send: the page requests them and shows blobs.

import { h } from "./dom.js";
import { namedImage } from "./icons.js";
import { t } from "./strings.js";
import { tab } from "../session/tab.js";

/** How many images are kept that nothing shows. */
const MOST_KEPT = 200;

/**
 * By id and checksum, in the order of their last use: `{url}`, or `{failed}`, or a request that is not answered. `seen` is the
 * number of arrivals before the last use: whatever is shown was used since the last one.
 */
const kept = new Map();
let onLoaded = () => {};

/** How often an image has arrived, after which elements with images show something else. */
export let arrivals = 0;

/** Calls a function whenever an image has been loaded. */
export function whenLoaded(callback) { onLoaded = callback; }

/** The URL of an image; null until it is loaded. */
function url(info) {
  const key = `${info.id} ${info.checksum}`;
  const known = kept.get(key);
  if (known) {
    known.seen = arrivals;
    kept.delete(key);
    kept.set(key, known);
    return known.url || null;
  }
  const image = { seen: arrivals };
  kept.set(key, image);
  load(key, image, info);
  return null;
}

async function load(key, image, info) {
  try {
    const headers = { Authorization: `Bearer ${tab.token}` };
    const response = await fetch(`/image?id=${encodeURIComponent(info.id)}`, { headers });
    if (!response.ok) throw new Error(String(response.status));
    // The bytes decide; a type such as text/html would make the blob a page.
    const type = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/.test(info.format || "") ? info.format : "image/png";
    const bytes = await response.arrayBuffer();
    // The application may be covered by now.
    if (kept.get(key) === image) image.url = URL.createObjectURL(new Blob([bytes], { type }));
  } catch {
    image.failed = true;
  }
  const unused = [...kept].filter(([, other]) => other.seen < arrivals && (other.url || other.failed));
  for (const [old, other] of unused.slice(0, Math.max(0, unused.length - MOST_KEPT))) {
    if (other.url) URL.revokeObjectURL(other.url);
    kept.delete(old);
  }
  arrivals++;
  onLoaded();
}

/** Asks again for the images that did not come, as after a lost connection. */
export function retryImages() {
  for (const [key, image] of kept) if (image.failed) kept.delete(key);
  arrivals++;
}

/** Forgets all images, because a covered application shows none. */
export function forgetImages() {
  for (const image of kept.values()) if (image.url) URL.revokeObjectURL(image.url);
  kept.clear();
}

/**
 * The image of a row or a cell.
 *
 * @param label The text for screen readers; empty for an image beside a text that says the same.
 */
export function picture(name, info, className, label = "") {
  if (!info) return name ? namedImage(name, className) : null;
  const source = url(info);
  const isSmall = info.width && info.width <= 48;
  if (!source) {
    const failed = kept.get(`${info.id} ${info.checksum}`)?.failed;
    return failed ? namedImage("image", className) : h("span", { class: ["picture", "is-loading", className],
      "aria-hidden": "true" });
  }
  if (info.template) {
    return h("span", {
      class: ["picture", "is-template", className], role: label ? "img" : null, "aria-label": label || null,
      "aria-hidden": label ? null : "true", style: { "mask-image": `url(${source})` },
    });
  }
  return h("img", {
    class: ["picture", isSmall && "is-pixels", className], src: source, alt: label, draggable: "false",
    width: info.width ? Math.round(info.width / info.scale) : null,
    height: info.height ? Math.round(info.height / info.scale) : null,
  });
}

/** The text of an image for screen readers. */
export function imageLabel(control) { return control.imageInfo?.label || control.text || t("image"); }
