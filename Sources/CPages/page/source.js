// Lines of Lua with numbers and colors.

const luaWords = new Set(
  ("and break do else elseif end false for function goto if in local nil not or repeat return then "
  + "true until while").split(" "));
const luaTokens = new RegExp([
  /(--\[(=*)\[[^]*?(?:\]\2\]|$)|--[^\n]*)/, // a comment
  /("(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|\[(=*)\[[^]*?(?:\]\4\]|$))/, // a text
  /(\b\d[\w.]*)/, // a number
  /([A-Za-z_]\w*)/, // a word
].map((token) => token.source).join("|"), "g");

/** The lines of a source as arrays of texts and elements. Texts that span lines are split. */
function luaLines(text) {
  const lines = [[]];
  const add = (part, name) => part.split("\n").forEach((piece, index) => {
    if (index) lines.push([]);
    if (piece) lines[lines.length - 1].push(name ? h("span", { class: name }, piece) : piece);
  });
  let end = 0;
  for (const match of text.matchAll(luaTokens)) {
    const name = match[1] ? "comment" : match[3] ? "string" : match[5] ? "literal"
      : luaWords.has(match[6]) ? "keyword" : null;
    if (!name) continue;
    add(text.slice(end, match.index));
    add(match[0], name);
    end = match.index + match[0].length;
  }
  add(text.slice(end));
  return lines;
}

/** A part of a text without the blanks that all its lines begin with; all of a text stays as it is. */
function outdented(text, from, to) {
  const lines = text.split("\n");
  const shown = to === Infinity ? [] : lines.slice(from - 1, to).filter((line) => line.trim());
  const blanks = shown.length ? Math.min(...shown.map((line) => /^ */.exec(line)[0].length)) : 0;
  return lines.map((line, index) => (index >= from - 1 && index < to ? line.slice(blanks) : line)).join("\n");
}

/**
 * A part of a source, or all of it.
 *
 * @param marks A map from line numbers to `current` or `failed`.
 */
function sourceView(text, marks, from = 1, to = Infinity) {
  const lines = luaLines(outdented(text.replace(/\n$/, ""), from, to));
  return h("div", { class: "source", role: "group", "aria-label": "source" },
    lines.slice(from - 1, to).map((line, index) => {
      const number = from + index;
      const mark = marks.get(number);
      return h("div", { class: ["line", mark], "data-line": number, "aria-current": mark ? "true" : null },
        h("span", { class: "number" }, number), h("span", null, line.length ? line : " "));
    }));
}
