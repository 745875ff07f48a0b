// Locators that a person tries on a screen: `row "Lamp"`, `role=button label=Add`, or a text.

const locatorMembers = ["role", "label", "text", "detail", "section", "identifier", "value", "id", "index"];

/** Reads a locator; null for an empty text. */
function readLocator(source) {
  const text = source.trim();
  if (!text) return null;
  const locator = {};
  const pairs = [...text.matchAll(/(\w+)\s*=\s*("([^"]*)"|'([^']*)'|[^\s,}]+)/g)];
  for (const pair of pairs) {
    if (locatorMembers.includes(pair[1])) locator[pair[1]] = pair[3] ?? pair[4] ?? pair[2];
  }
  if (Object.keys(locator).length) return locator;
  const quoted = /^(?:app[.:])?(\w+)\s*\(?\s*["“](.*?)["”]\s*\)?.*$/s.exec(text);
  if (quoted) {
    const roles = { row: "row", button: "button", tab: "tab", switch: "switch" };
    return { any: quoted[2], ...(roles[quoted[1]] ? { role: roles[quoted[1]] } : {}) };
  }
  return { any: text.replace(/^["“]|["”]$/g, "") };
}

/** The elements that a locator matches, as okit does: exactly, or else without regard to letter case. */
function locate(screen, locator) {
  const elements = elementsOf(screen);
  const attempt = (equal) => {
    const found = elements.filter((element) => {
      for (const name of ["role", "label", "text", "detail", "section", "identifier", "value", "id"]) {
        if (locator[name] !== undefined && !equal(element[name], locator[name])) return false;
      }
      if (locator.any === undefined) return true;
      return ["label", "text", "identifier", "id"].some((name) => equal(element[name], locator.any));
    });
    const index = Number(locator.index);
    return index ? found.slice(index - 1, index) : found;
  };
  const exact = attempt((a, b) => a !== null && a !== undefined && String(a) === b);
  if (exact.length) return exact;
  return attempt((a, b) => a !== null && a !== undefined && String(a).toLowerCase() === b.toLowerCase());
}

/** The shortest locator that only one element of the screen matches. */
function locatorFor(screen, element) {
  const quoted = (value) => (/[\s,}="]/.test(value) ? `"${value}"` : value);
  const members = element.identifier ? ["identifier"] : ["role", "label", "detail", "section"];
  let text = "";
  for (const name of members) {
    if (!element[name]) continue;
    text += `${text ? " " : ""}${name}=${quoted(element[name])}`;
    if (name !== "role" && locate(screen, readLocator(text)).length === 1) return text;
  }
  const matches = locate(screen, readLocator(text) || { any: "" });
  const index = matches.findIndex((match) => match.id === element.id);
  return matches.length > 1 ? `${text} index=${index + 1}` : text || `id=${element.id}`;
}
