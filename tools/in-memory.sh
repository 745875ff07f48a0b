#!/bin/sh
# Runs a command whose temporary files are in memory if there is enough of it, where syncing a file takes no time.
#
#   tools/in-memory.sh COMMAND [ARGUMENT …]
set -eu
required=4000000
available=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
[ "${available:-0}" -ge "$required" ] || exec "$@"
folder=$(mktemp -d /dev/shm/okit.XXXXXX)
trap 'rm -rf "$folder"' EXIT
TMPDIR=$folder "$@"
