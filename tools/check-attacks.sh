#!/bin/sh
# Runs malicious scripts: each must end as its first comment says, soon after its deadline, and the process must
# survive.
set -eu
cd "$(dirname "$0")/.."
okit_run=${1:-.build/debug/okit-run}
script=Tests/Lua/attacks/attack.lua
failed=0

"$okit_run" run "$script" </dev/null | grep -E '^[0-9]' >/tmp/attacks.$$
trap 'rm -f /tmp/attacks.$$' EXIT
while read -r number expected allow name; do
  # A script that must end by itself may take longer on a slow machine.
  deadline=60
  [ "$expected" != limit ] || deadline=0.3
  [ "$allow" != none ] && allow="--allow $allow" || allow=""
  status=0
  # shellcheck disable=SC2086
  output=$(timeout 180 "$okit_run" run --limit-time "$deadline" --limit-memory 64M $allow "$script" -- "$number" \
    </dev/null 2>&1) || status=$?
  case "$status $output" in
    *ESCAPED*) found="escape" ;;
    "1 "*"the script exceeded the time limit of"* | "1 "*"the script exceeded the memory limit of"*) found="limit" ;;
    "1 "*) found="error" ;;
    "0 "*) found="ok" ;;
    *) found="status $status" ;;
  esac
  if [ "$found" != "$expected" ]; then
    echo "attacks: $number $name: expected $expected, found $found" >&2
    echo "$output" | tail -n 5 >&2
    failed=1
  fi
done </tmp/attacks.$$

[ "$failed" = 0 ] && echo "attacks: ok ($(wc -l </tmp/attacks.$$))"
exit "$failed"
