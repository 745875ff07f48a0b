// The changes from one screen to the next, as `update` describes them. Screens are never modified: a part that is the
// same object in both screens is the same.

/** By section: what identifies it while rows are inserted and sections move. */
const keys = new WeakMap();
let lastKey = 0;

/** Identifies a section among those of its screen. */
export function sectionKey(section) {
  if (!keys.has(section)) keys.set(section, ++lastKey);
  return keys.get(section);
}

/** Lets a section be the same as an earlier one. */
function keepKey(section, earlier) {
  if (earlier) keys.set(section, sectionKey(earlier));
  return section;
}

/** Lets the sections of a screen be those of an earlier one. */
export function keepKeys(screen, earlier) {
  screen?.sections?.forEach((section, place) => keepKey(section, earlier?.sections?.[place]));
}

/** Members that a screen may be without: null removes them. */
const OPTIONAL = ["total", "from", "columns", "columnTotal", "columnFrom", "rowHeaders", "stopped"];

/**
 * Returns a screen with the changes of an update.
 *
 * @param renamed Gets the new ids, by the old ones, of rows and cells that stay: a reload of the script changes them.
 */
export function changed(screen, changes, renamed = new Map()) {
  const next = { ...screen };
  for (const [name, value] of Object.entries(changes.fields || {})) {
    if (value === null && OPTIONAL.includes(name)) delete next[name];
    else next[name] = value;
  }
  keepKeys(changes.fields?.menu, screen.menu);
  if (!changes.sections && !changes.rows) return next;
  const old = screen.sections || [];
  next.sections = changeRows(old, changeSections(old, changes.sections || {}), changes.rows || {}, renamed);
  return next;
}

/** The new sections without their rows, each with the index of the old one that it was. */
function changeSections(old, { removed = [], moved = [], inserted = [], updated = [] }) {
  const leaving = new Set([...removed, ...moved.map((move) => move.from)]);
  const entering = new Map(moved.map((move) => [move.to, { head: old[move.from], origin: move.from }]));
  for (const { place, section } of inserted) entering.set(place, { head: section, origin: null });
  const staying = old.map((head, origin) => ({ head, origin })).filter(({ origin }) => !leaving.has(origin));
  const sections = merge(staying, entering);
  for (const { place, section } of updated) sections[place] = { ...sections[place], head: section };
  return sections;
}

function changeRows(old, sections, { removed = [], moved = [], inserted = [], updated = [] }, renamed) {
  const leaving = old.map(() => new Set());
  for (const [section, row] of [...removed, ...moved.map((move) => move.from)]) leaving[section].add(row);
  const entering = sections.map(() => new Map());
  for (const { from, to } of moved) entering[to[0]].set(to[1], old[from[0]].rows[from[1]]);
  for (const { path, row } of inserted) entering[path[0]].set(path[1], row);
  const rows = sections.map(({ origin }, index) => {
    const before = origin === null ? [] : old[origin].rows;
    if (!entering[index].size && !leaving[origin]?.size) return before;
    return merge(before.filter((_, place) => !leaving[origin]?.has(place)), entering[index]);
  });
  for (const { path: [section, index], row } of updated) {
    if (rows[section] === old[sections[section].origin]?.rows) rows[section] = [...rows[section]];
    const before = rows[section][index];
    [before, ...(before.cells || [])].forEach((part, place) => {
      const now = place ? row.cells?.[place - 1] : row;
      if (now && now.id !== part.id) renamed.set(part.id, now.id);
    });
    rows[section][index] = row;
  }
  return sections.map(({ head, origin }, index) =>
    origin !== null && head === old[origin] && head.rows === rows[index] ? head
      : keepKey({ ...head, rows: rows[index] }, old[origin]));
}

/** Returns a screen with the rows of an earlier one where they are equal. */
export function withKnownRows(screen, earlier) {
  const rows = new Map((earlier.sections || []).flatMap((section) => section.rows.map((row) => [row.id, row])));
  const known = (row) => {
    const before = rows.get(row.id);
    return before && JSON.stringify(before) === JSON.stringify(row) ? before : row;
  };
  const sections = (screen.sections || []).map((section) => ({ ...section, rows: section.rows.map(known) }));
  keepKeys({ sections }, earlier);
  return { ...screen, sections };
}

/** The id of a row, or of a part such as `ID/control`, after rows have got other ids. */
export function nameNow(id, renamed) {
  const [row, ...part] = (id ?? "").split("/");
  return renamed.has(row) ? [renamed.get(row), ...part].join("/") : id;
}

/** Puts elements into a list, each at its place in the result. */
function merge(staying, entering) {
  const result = [];
  let next = 0;
  while (next < staying.length || entering.has(result.length)) {
    result.push(entering.has(result.length) ? entering.get(result.length) : staying[next++]);
  }
  return result;
}
