#!/bin/sh
# Checks that each long article begins with a table of its sections, after its first paragraph.
# With --update, rewrites the tables.
set -eu
cd "$(dirname "$0")/.."
status=0
update=false
[ "${1-}" != --update ] || update=true
written=$(mktemp)
trap 'rm -f "$written"' EXIT

# Prints an article with its table of contents. From 500 lines on, the table has the parts of sections, too.
with_contents() {
  awk -v lines="$(wc -l <"$1")" '
    function entry(heading, indent,  anchor) {
      anchor = tolower(heading)
      gsub(/[^a-z0-9 _-]/, "", anchor)
      gsub(/ /, "-", anchor)
      contents = contents indent "- [" heading "](#" anchor ")\n"
    }
    FNR == NR {
      if (/^```/) code = !code
      if (!code && /^## /) entry(substr($0, 4), "")
      if (!code && lines >= 500 && /^### /) entry(substr($0, 5), "  ")
      next
    }
    FNR == 1 { code = 0 }
    /^<!-- contents -->$/ { skipping = 1 }
    !skipping { print }
    skipping && /^<!-- end of contents -->$/ { skipping = 0; getline }
    !placed && FNR > 2 && /^$/ {
      placed = 1
      printf "<!-- contents -->\n\n%s\n<!-- end of contents -->\n\n", contents
    }
  ' "$1" "$1"
}

for article in docs/*.md; do
  [ "$(wc -l <"$article")" -ge 200 ] && grep -q '^## ' "$article" || continue
  with_contents "$article" >"$written"
  cmp -s "$article" "$written" && continue
  if $update; then
    cp "$written" "$article"
  else
    diff -u --label "$article" --label "its sections" "$article" "$written" | head -20 >&2 || true
    echo "contents: $article has another table of contents than its sections;" \
      "update it with: tools/check-contents.sh --update" >&2
    status=1
  fi
done

[ "$status" = 0 ] && echo "contents: ok"
exit "$status"
