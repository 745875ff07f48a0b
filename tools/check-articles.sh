#!/bin/sh
# Drives the client of scripts/articles in sessions against its server, on loopback: reading, signing in, changes that
# are sent, a server that fails and one that cannot be reached, the order of answers. No output and no file may have the
# token or the password.
# Usage: tools/check-articles.sh OKIT_RUN
set -eu
cd "$(dirname "$0")/.."
program=$1
work=$(mktemp -d)
servers=""
# Each server is stopped by its own process id.
finish() {
  for server in $servers; do kill "$server" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

# Starts a server with its options and a file for its address.
start() { # file, options
  file=$work/$1
  shift
  python3 scripts/articles/server.py "$@" >"$file" &
  last=$!
  servers="$servers $last"
  until [ -s "$file" ]; do
    kill -0 "$last"
    sleep 0.1
  done
}

stop() {
  kill "$last"
  wait "$last" 2>/dev/null || true
  servers=${servers% *}
}

# Runs commands in a session with the server whose address is in a file; everything that it prints is kept.
session() { # file, commands, exit code
  status=0
  echo "> $2" >>"$work/output"
  "$program" run scripts/articles/app.lua --allow net=127.0.0.1 --documents "$work/documents" --exec "$2" -- \
    "$(cat "$work/$1")" >"$work/last" 2>&1 || status=$?
  [ "$status" = "${3:-0}" ] || { cat "$work/last" >&2; exit 1; }
  cat "$work/last" >>"$work/output"
}

expect() { # text, what
  grep -qF -- "$1" "$work/last" || {
    echo "articles: $2: \"$1\" is not in the output" >&2
    cat "$work/last" >&2
    exit 1
  }
}

sign_in='tap Account; tap Sign in; type Email = ada@example.org; type Password = secret; tap Sign in'

start steady
port=$(sed 's/.*:\([0-9]*\).*/\1/' "$work/steady")
session steady 'screen'
expect "30 articles total" "the first page"
session steady "$sign_in; get session>username; get session>token; eval session; changes"
expect "ada" "signing in"
expect "•••" "the token is masked"
session steady 'call articles[0]/favorite(); get articles[0]/favorited; get okit-outbox>pending/@count'
expect "true" "a change"
expect "0" "the change was sent before the next command"
stop

# Nobody answers: the change stays, and the next session sends it, with a server that fails now and then.
session steady 'call articles[1]/favorite(); get articles[1]/favorites; get okit-outbox>pending/@count'
[ "$(tail -n 1 "$work/last")" = 1 ] || {
  echo "articles: the change is not in the outbox" >&2
  cat "$work/last" >&2
  exit 1
}
start failing --port "$port" --fail 0.4
session steady 'get okit-outbox>pending/@count'
expect "0" "the change was sent by the next session"

# Two requests of two timers: the answer of the faster server arrives first.
start slow --latency 3
cat >"$work/two.lua" <<'LUA'
local okit = require "okit"
local App = okit.Model:extend("App", { text = "" })
okit.Model.register(App)
function App:ask(name, url)
  okit.after(0, function()
    okit.fetch(url .. "/tags")
    self.text = self.text .. name
  end)
end
function App:two() self:ask("A", okit.arguments[1]) self:ask("B", okit.arguments[2]) end
okit.ModelDetailTableController:extend("home", { titlePath = "text" })
LUA
"$program" run "$work/two.lua" --allow net=127.0.0.1 --documents "$work/two" --exec 'call two(); get text' -- \
  "$(cat "$work/slow")" "$(cat "$work/steady")" >"$work/last" 2>&1 || true
expect BA "the order of two answers"

# The secrets of the server, which no part of the client may have shown or stored in plain text.
token=$(printf ada | sha256sum | cut -d ' ' -f 1)
for secret in "$token" "$(printf %s "$token" | base64 -w 0)"; do
  if grep -rlF "$secret" "$work/output" "$work/documents"; then
    echo "articles: the token can be read" >&2
    exit 1
  fi
done
echo "articles: passed"
