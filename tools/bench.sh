#!/bin/sh
# Measures OKit beside the peers that are installed: `tools/bench.sh [--json] [--list] [workload …]`.
# The table or the JSON lines go to the standard output, everything else to the standard error.
set -eu
cd "$(dirname "$0")/.."

build() { swift build -c release -Xswiftc -static-stdlib "$@"; }

build --product okit-run >&2
build --product okit-bench >&2
exec "$(build --show-bin-path)/okit-bench" --root . "$@"
