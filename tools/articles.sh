#!/bin/sh
# Starts the server of scripts/articles on this machine, and the client with it. Stops the server in the end.
# Usage: tools/articles.sh OKIT_RUN [ARGUMENT …]
set -eu
cd "$(dirname "$0")/.."
program=$1
shift
address=$(mktemp)
python3 scripts/articles/server.py >"$address" &
server=$!
trap 'kill "$server"; rm -f "$address"' EXIT
until [ -s "$address" ]; do
  kill -0 "$server"
  sleep 0.1
done
"$program" run scripts/articles/app.lua --allow net "$@" -- "$(cat "$address")"
