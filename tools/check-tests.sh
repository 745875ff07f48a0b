#!/bin/bash
# Runs the Swift tests and repeats the failures at the end, so that a truncated log still contains them.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

if ! ${SWIFT:-swift} test --skip-build 2>&1 | tee "$log"; then
  echo "failed:" >&2
  grep -A 8 'recorded an issue' "$log" | grep -Ev '^(◇|✔|↳|--)' | tail -n 60 >&2
  exit 1
fi
