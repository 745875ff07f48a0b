#!/bin/sh
# Explores each example for 2,000 steps with a fixed seed: none may have a finding.
# Usage: tools/check-explore.sh PATH-OF-OKIT-RUN
set -eu
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for script in scripts/examples/*.lua scripts/todomvc/todomvc.lua scripts/7guis/*.lua scripts/articles/app.lua \
  scripts/orders/app.lua scripts/bookshop/app.lua scripts/world/app.lua scripts/world/places.lua; do
  # The files of other tests, and a sheet of 2,600 cells, which takes minutes.
  case "$script" in *_test.lua | */cells.lua) continue ;; esac
  "$binary" explore "$script" --steps 2000 --seed 1 --output "$folder/findings" >"$folder/report" || {
    cat "$folder/report" >&2
    echo "explore: $script has findings" >&2
    exit 1
  }
done
echo "explore: ok"
