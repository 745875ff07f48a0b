#!/bin/sh
# Explores each example for 500 steps with a fixed seed, and for 2,000 with OKIT_LONG: none may have a finding.
# Usage: [OKIT_LONG=1] [OKIT_STORYBOARD=FILE] tools/check-explore.sh PATH-OF-OKIT-RUN
set -eu
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
steps=500
[ -z "${OKIT_LONG:-}" ] || steps=2000
explore() {
  "$binary" explore "$@" --steps $steps --seed 1 --output "$folder/findings" >"$folder/report" || {
    cat "$folder/report" >&2
    echo "explore: $1 has findings" >&2
    exit 1
  }
}
for script in scripts/examples/*.lua scripts/todomvc/todomvc.lua scripts/7guis/*.lua scripts/articles/app.lua \
  scripts/orders/app.lua scripts/bookshop/app.lua scripts/world/app.lua scripts/world/places.lua; do
  case "$script" in *_test.lua) ;; *) explore "$script" ;; esac
done
if [ -n "${OKIT_STORYBOARD:-}" ]; then
  explore scripts/bookshop/storyboard.lua --lua-path "$(dirname "$OKIT_STORYBOARD")"
else
  echo "skipped: explore scripts/bookshop/storyboard.lua (OKIT_STORYBOARD names OKit's Main.storyboard)"
fi
echo "explore: ok"
