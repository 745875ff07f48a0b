#!/bin/sh
# The arrows between targets: okit-run → OKitLua → OKitEngine, OKitLua → CLua, and argument parsing only in okit-run.
set -eu
cd "$(dirname "$0")/.."

forbid() {
  if grep -rnE "^[a-z]* *import ($2)\b" "$1"; then
    echo "targets: $1 must not import $2" >&2
    exit 1
  fi
}

forbid Sources/OKitEngine 'OKitLua|CLua|ArgumentParser'
forbid Sources/OKitLua 'ArgumentParser'
forbid Sources/okit-run 'CLua'
swift build --explicit-target-dependency-import-check error >/dev/null
echo "targets: ok"
