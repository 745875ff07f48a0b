#!/bin/sh
# Compares okit.d.lua and okit.luacheckrc with what the engine declares, and looks at our Lua files with luacheck and the
# Lua language server, where they are installed.
# Usage: tools/check-api.sh PATH-OF-OKIT-RUN
# With --update the files are written anew.
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
    echo "api: $2 is not what the engine declares; write it anew with: make api" >&2
    status=1
  fi
}

check luals okit.d.lua
check luacheck okit.luacheckrc

if ! command -v luacheck >/dev/null 2>&1; then
  echo "api: luacheck is not installed, so nothing was checked with it" >&2
elif ! luacheck -q --no-color .; then
  status=1
fi

# The language server itself, where somebody has it: over the applications, by their .luarc.json.
if command -v lua-language-server >/dev/null 2>&1; then
  lua-language-server --check=. --checklevel=Warning --logpath="$folder" || status=1
fi

[ "$status" = 0 ] && echo "api: ok"
exit "$status"
