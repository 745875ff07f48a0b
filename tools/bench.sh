#!/bin/sh
# Compares okit with the installed peers: `tools/bench.sh [--json] [--list] [--check] [workload …]`.
# Writes the table or the JSON lines to standard output, everything else to standard error.
set -eu
cd "$(dirname "$0")/.."

build() { swift build -c release -Xswiftc -static-stdlib "$@"; }

build --product okit-run >&2
build --product okit-bench >&2
exec "$(build --show-bin-path)/okit-bench" --root . "$@"
