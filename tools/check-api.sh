#!/bin/sh
# Compares the files that are generated from the engine's declarations: library/okit.d.lua, library/okit.luacheckrc, the
# tables of properties in docs/controllers.md, the table of members in docs/lua.md, and the list of properties for
# tests. Then checks our Lua files with luacheck and the Lua language server, if they are installed.
# Usage: tools/check-api.sh PATH-OF-OKIT-RUN
# With --update, rewrites the files.
set -eu
update=false
[ "${1-}" != --update ] || { update=true; shift; }
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
status=0
folder=$(mktemp -d)
written=$folder/written
trap 'rm -rf "$folder"' EXIT

check() { # format, file
  "$binary" api --format "$1" >"$written"
  compare "$1" "$2"
}

compare() { # format, file
  if $update; then
    cp "$written" "$2"
  elif ! diff -u --label "$2" --label "okit-run api --format $1" "$2" "$written" >&2; then
    echo "api: $2 differs from the engine's declarations; update it with: make api" >&2
    status=1
  fi
}

# Replaces each table between its markers in an article. A class without markers is an error.
check_tables() { # format, article
  "$binary" api --format "$1" >"$folder/tables"
  awk '
    /^<!-- (properties|members): / { marker = $0 }
    FNR == NR { if (marker) tables[marker] = tables[marker] $0 "\n"; if ($0 == "<!-- end -->") marker = ""; next }
    marker && !skipping { skipping = 1; printf "%s", tables[marker]; delete tables[marker] }
    !skipping { print }
    $0 == "<!-- end -->" { marker = ""; skipping = 0 }
    END { for (left in tables) { print "api: no place for " left > "/dev/stderr"; status = 1 } exit status }
  ' "$folder/tables" "$2" >"$written" || status=1
  compare "$1" "$2"
}

check luals library/okit.d.lua
check luacheck library/okit.luacheckrc
check property-list Tests/Lua/properties/declared.lua
check_tables properties docs/controllers.md
check_tables members docs/lua.md

if ! command -v luacheck >/dev/null 2>&1; then
  echo "api: luacheck is not installed; skipped" >&2
elif ! luacheck -q --no-color .; then
  status=1
fi

# Checks the applications with the language server, which reads their .luarc.json.
if command -v lua-language-server >/dev/null 2>&1; then
  lua-language-server --check=. --checklevel=Warning --logpath="$folder" || status=1
fi

[ "$status" = 0 ] && echo "api: ok"
exit "$status"
