#!/bin/sh
# Runs tests again and again in fresh processes, with one and with four jobs: what they print and report is the same each time,
# except for the time that they take.
# Usage: check-order.sh okit-run [RUNS [FILES…]]
set -eu
cd "$(dirname "$0")/.."
okit_run=${1:-.build/debug/okit-run}
runs=${2:-8}
[ $# -gt 2 ] && shift 2 || set -- Tests/Lua/order_test.lua Tests/Lua/seeded_ids_test.lua Tests/Lua/iteration_test.lua Tests/Lua/requests_test.lua
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { # jobs, file
  # What tests print goes to the standard error, and comes in any order from several jobs.
  "$okit_run" test --format json --jobs "$@" >"$folder/report" 2>"$folder/printed" || true
  { sed -E 's/"duration":[0-9.e-]+/"duration":0/g' "$folder/report"; sort "$folder/printed"; }
}

run 1 "$@" >"$folder/first"
number=1
while [ "$number" -lt "$runs" ]; do
  number=$((number + 1))
  run $((number % 2 * 3 + 1)) "$@" >"$folder/next"
  diff "$folder/first" "$folder/next" >&2 || { echo "order: run $number differs from the first" >&2; exit 1; }
done
echo "order: ok"
