#!/bin/sh
# Installs what the build needs and is missing. Debian and its relatives; elsewhere it says what to install.
set -eu

if ! command -v swift >/dev/null 2>&1; then
  echo "setup: Swift 6.1 or later is needed: https://www.swift.org/install" >&2
  exit 1
fi

missing=""
[ -e /usr/include/lua5.4/lua.h ] || missing="$missing liblua5.4-dev"
# Modules of the Lua world that the tests run.
for module in penlight:pl/init luassert:luassert/init say:say/init inspect:inspect; do
  [ -e "/usr/share/lua/5.3/${module#*:}.lua" ] || missing="$missing lua-${module%%:*}"
done
# Looks at our Lua files with what the engine declares.
command -v luacheck >/dev/null 2>&1 || missing="$missing lua-check"

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: please install Lua 5.4 with its headers, and these modules for the tests (Debian: apt-get install$missing)" >&2
  exit 1
fi

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
$as_root apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -q -y --no-install-recommends $missing
