#!/bin/bash
# The tests in Swift. What has failed comes last again, where a log that was cut still has it.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

if ! ${SWIFT:-swift} test --skip-build 2>&1 | tee "$log"; then
  echo "failed:" >&2
  grep -A 8 'recorded an issue' "$log" | grep -Ev '^(◇|✔|↳|--)' | tail -n 60 >&2
  exit 1
fi
