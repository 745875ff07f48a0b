#!/bin/sh
# Measures OKit beside the peers that are installed: `tools/bench.sh [--json] [--list] [workload …]`.
# The table or the JSON lines go to the standard output, everything else to the standard error.
set -eu
cd "$(dirname "$0")/.."

bench() { swift build --package-path Benchmarks --disable-build-manifest-caching -c release -Xswiftc -static-stdlib --product okit-bench "$@"; }

swift build -c release -Xswiftc -static-stdlib --product okit-run >&2
bench >&2
exec "$(bench --show-bin-path)/okit-bench" --root . "$@"
