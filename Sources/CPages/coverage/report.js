// The report: its items, what they missed, and their tests.

const { report, sources } = pageData();
const { tests, items } = report;
const kinds = ["line", "function", "branch", "binding", "controller", "cell", "action", "segue", "answer"];
const pluralOf = (kind) => (kind === "branch" ? "branches" : `${kind}s`);
const outcomesOf = (item) => Object.entries(item.outcomes).sort(([left], [right]) => (left < right ? 1 : -1));
const missedOf = (item) => outcomesOf(item).filter(([, count]) => count === 0).map(([name]) => name);
const reachedOf = (item) => outcomesOf(item).filter(([, count]) => count > 0).map(([name]) => name);
const countOf = (item) => outcomesOf(item).reduce((sum, [, count]) => sum + count, 0);
const isMissed = (item) => missedOf(item).length > 0;
const percent = ({ covered, of }) => (of ? Math.floor((covered * 100) / of) : 100);

/** What an item has reached, in a word or two. */
function verdict(item) {
  const reached = reachedOf(item);
  if (!reached.length) return "never";
  return isMissed(item) ? `only ${reached.join(", ")}` : "covered";
}

function stateOf(item) { return !reachedOf(item).length ? "missed" : isMissed(item) ? "partial" : "covered"; }

/** The items of a file by line. */
function itemsByLine(file) {
  const lines = new Map();
  for (const item of items) {
    if (item.place.file !== file) continue;
    if (!lines.has(item.place.line)) lines.set(item.place.line, []);
    lines.get(item.place.line).push(item);
  }
  return lines;
}

/** The worst state of the items of a line. */
function stateOfLine(found) {
  const states = found.map(stateOf);
  const line = found.find((item) => item.kind === "line");
  if (line && stateOf(line) === "missed") return "missed";
  return states.every((state) => state === "covered") ? "covered"
    : states.every((state) => state === "missed") ? "missed" : "partial";
}
