#!/bin/sh
# Runs Lua's own tests in the sandbox: our standard library must behave like the original.
set -eu
cd "$(dirname "$0")/.."
okit_run=${1:-.build/debug/okit-run}
failed=0

for file in strings pm tpack utf8 sort nextvar closure calls constructs events vararg goto math coroutine errors; do
  if ! output=$("$okit_run" run --limit-time 300 --limit-memory 2G --limit-depth 1000000 \
    --lua-path Tests/Lua Tests/Lua/official/suite.lua -- "$file" </dev/null 2>&1); then
    echo "$output" | tail -n 20 >&2
    echo "lua suite: $file failed" >&2
    failed=1
  fi
done

[ "$failed" = 0 ] && echo "lua suite: ok"
exit "$failed"
