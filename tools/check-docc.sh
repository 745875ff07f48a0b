#!/bin/sh
# Converts the DocC catalogs of all products together, so that they can link to each other, and fails on any warning, such
# as a broken link. Requires a debug build. Writes the documentation to the folder given as an argument, if there is one.
set -eu
cd "$(dirname "$0")/.."
if ! command -v docc >/dev/null 2>&1; then
  echo "docc: this Swift toolchain has no docc; skipped" >&2
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/symbols" "$work/okit.docc"

tools/check-public.py --graphs "$work/symbols"
for graph in "$work"/symbols/*.json; do
  product=$(basename "$graph" .symbols.json)
  cp "Sources/$product/$product.docc"/*.md "$work/okit.docc" ||
    { echo "docc: $product has no page Sources/$product/$product.docc/$product.md" >&2; exit 1; }
done

docc convert "$work/okit.docc" --additional-symbol-graph-dir "$work/symbols" \
  --output-dir "${1:-$work/documentation}" --fallback-display-name okit --fallback-bundle-identifier okit \
  --warnings-as-errors >"$work/docc.log" 2>&1 || {
  cat "$work/docc.log" >&2
  echo "docc: the catalogs have errors" >&2
  exit 1
}
echo "docc: ok"
