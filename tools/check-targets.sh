#!/bin/sh
# The dependencies between targets: okit-run → OKitTesting → OKitLua → OKitEngine, OKitLua → OKitSQLite → OKitEngine,
# OKitLua → CLua, OKitTesting → CTesting,
# and argument parsing only in okit-run.
set -eu
cd "$(dirname "$0")/.."

forbid() {
  if grep -rnE "^(@testable )?[a-z]* *import ($2)\b" "$1"; then
    echo "targets: $1 must not import $2" >&2
    exit 1
  fi
}

forbid Sources/OKitEngine 'OKitSQLite|CSQLite|OKitLua|OKitTesting|CLua|CTesting|ArgumentParser'
forbid Sources/OKitSQLite 'OKitLua|OKitTesting|CLua|CTesting|ArgumentParser'
forbid Sources/OKitLua 'CSQLite|OKitTesting|CTesting|ArgumentParser'
forbid Sources/OKitTesting 'CLua|ArgumentParser'
forbid Sources/okit-run 'CLua|CTesting'
swift build --explicit-target-dependency-import-check error >/dev/null
echo "targets: ok"
