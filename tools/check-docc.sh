#!/bin/sh
# Converts the DocC catalog of OKitLua and fails on any warning, such as a broken link. Requires a debug build. Writes
# the documentation to the folder given as an argument, if there is one.
set -eu
cd "$(dirname "$0")/.."
if ! command -v docc >/dev/null 2>&1; then
  echo "docc: this Swift toolchain has no docc; skipped" >&2
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/symbols"

products="$(swift build --show-bin-path)"
swift symbolgraph-extract -module-name OKitLua -I "$products/Modules" -target "$(uname -m)-unknown-linux-gnu" \
  -Xcc "-fmodule-map-file=$products/CLua.build/module.modulemap" \
  -output-dir "$work/symbols" -minimum-access-level public \
  >"$work/extract.log" 2>&1 || { cat "$work/extract.log" >&2; exit 1; }

docc convert Sources/OKitLua/OKitLua.docc --additional-symbol-graph-dir "$work/symbols" \
  --output-dir "${1:-$work/documentation}" --fallback-display-name OKitLua \
  --fallback-bundle-identifier okit.OKitLua --warnings-as-errors >"$work/docc.log" 2>&1 || {
  cat "$work/docc.log" >&2
  echo "docc: the catalog has errors" >&2
  exit 1
}
echo "docc: ok"
