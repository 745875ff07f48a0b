// Dates: the text in the format of the application, with the picker of the browser beside it.

import { h } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { t } from "../document/strings.js";
import { field } from "./textfields.js";
import { plain } from "./values.js";
import { dateOf, knowsTimeZone, wallTime } from "../document/zone.js";

const TYPES = { time: "time", date: "date", dateAndTime: "datetime-local" };

export function dateControl(control, row, layer) {
  if (!control.enabled) return plain(control, layer.theme);
  const text = field({ ...control, value: control.text ?? "" }, row, layer);
  const isDay = typeof control.value === "string" && !control.value.includes("T");
  // A browser has no picker for durations, nor for times of a time zone that it does not know.
  if (control.mode === "countDownTimer" || !isDay && !knowsTimeZone()) return text;
  const type = isDay ? "date" : TYPES[control.mode] || "date";
  const name = type === "time" ? t("chooseTime") : t("chooseDate");
  return h("span", { class: "with-button date" },
    text,
    h("button", {
      class: "icon-button", "aria-label": `${name}: ${control.label}`,
      onclick: (event) => open(event.currentTarget.nextSibling),
    }, icon(type === "time" ? "clock" : "calendar")),
    h("input", {
      type, class: "native-picker", tabindex: "-1", "aria-hidden": "true", ".value": local(control.value, type),
      min: local(control.min, type) || null, max: local(control.max, type) || null,
      onchange: (event) => {
        const date = absolute(event.target.value, type, control.value, isDay || control.value === null);
        if (!date) return;
        layer.inputs.drop(layer.key(control.id));
        layer.act({ edit: control.id, date });
      },
    }));
}

function open(picker) {
  try { picker.showPicker(); } catch { picker.focus(); }
}

/** A date as the value of a picker, in the time zone of the application. */
function local(value, type) {
  if (typeof value !== "string" || !value) return "";
  if (!value.includes("T")) return type === "date" ? value : "";
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "";
  const wall = wallTime(date);
  return type === "date" ? wall.slice(0, -9) : type === "time" ? wall.slice(-8, -3) : wall.slice(0, -3);
}

/** The value of a picker as a date of the application. What the picker does not show stays as it was. */
function absolute(text, type, before, isDay) {
  if (!text) return null;
  if (isDay && type === "date") return text;
  const [day, time] = wallTime(new Date(before || Date.now())).split("T");
  const picked = { date: `${text}T${time}`, time: `${day}T${text}`, "datetime-local": text }[type];
  const date = dateOf(type === "date" ? picked : `${picked.slice(0, picked.indexOf("T") + 6)}:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
