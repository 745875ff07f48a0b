#!/bin/sh
# Compares okit.d.lua and okit.luacheckrc with the engine's declarations, and checks our Lua files with luacheck and the Lua
# language server, if they are installed.
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
  if $update; then
    cp "$written" "$2"
  elif ! diff -u --label "$2" --label "okit-run api --format $1" "$2" "$written" >&2; then
    echo "api: $2 differs from the engine's declarations; update it with: make api" >&2
    status=1
  fi
}

check luals okit.d.lua
check luacheck okit.luacheckrc

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
