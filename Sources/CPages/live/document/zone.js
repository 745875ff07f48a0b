// The time zone of the application, which may be another one than that of this machine.

let format = formatOf(undefined);

/** Selects the time zone by its name, such as `Europe/Berlin` or `GMT+1`. */
export function useTimeZone(name) {
  const offset = /^GMT([+-])(\d{1,2}):?(\d\d)?$/.exec(name);
  const timeZone = offset ? `${offset[1]}${offset[2].padStart(2, "0")}:${offset[3] || "00"}` : name;
  try { format = formatOf(timeZone); } catch { format = null; }
}

/** Whether the browser knows the time zone, so that it can choose times there. */
export function knowsTimeZone() { return format !== null; }

function formatOf(timeZone) {
  const [numeric, digits] = ["numeric", "2-digit"];
  return new Intl.DateTimeFormat("en-US", { timeZone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23",
    year: numeric, month: digits, day: digits, hour: digits, minute: digits, second: digits, era: "short" });
}

/** What the clocks of the time zone show, as `2020-01-31T12:00:00`; empty for a date before our era. */
export function wallTime(date) {
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  if (parts.era !== "AD") return "";
  return `${parts.year.padStart(4, "0")}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}

/** The date at which the clocks show this, or would show it where they are put forward. */
export function dateOf(wall) {
  const shown = Date.parse(`${wall}Z`);
  const offset = (time) => Date.parse(`${wallTime(new Date(time))}Z`) - time;
  const first = shown - offset(shown);
  const second = shown - offset(first);
  return new Date(wallTime(new Date(second)) === wall ? second : first);
}
