#!/bin/sh
# The scripts of the benchmarks start and compute the right results; nothing is measured.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

"$swift" build --product okit-bench >/dev/null
"$("$swift" build --show-bin-path)/okit-bench" --root . --check
echo "benchmarks: ok"
