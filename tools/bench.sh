#!/bin/sh
# Compares okit with the installed peers: `tools/bench.sh [--json] [--list] [--check] [workload …]`.
# Writes the table or the JSON lines to standard output, everything else to standard error.
set -eu
cd "$(dirname "$0")/.."

tools/build-release.sh okit-run >&2
tools/build-release.sh okit-start >&2
tools/build-release.sh okit-bench >&2
exec "$(tools/build-release.sh okit-bench --show-bin-path)/okit-bench" --root . "$@"
