#!/bin/sh
# The scripts of the benchmarks start and compute the right results; nothing is measured.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

# shellcheck disable=SC2086
"$swift" build --product okit-bench ${BUILD_OPTIONS:-} >/dev/null
"$("$swift" build --show-bin-path)/okit-bench" --root . --check
echo "benchmarks: ok"
