#!/bin/sh
# Installs missing build dependencies on Debian and its derivatives; elsewhere, prints what to install.
# Usage: tools/setup.sh [--build]; with --build, without what only tests need.
set -eu

if ! command -v swift >/dev/null 2>&1; then
  echo "setup: Swift 6.2 or later is required: https://www.swift.org/install" >&2
  exit 1
fi

missing=""
command -v pkg-config >/dev/null 2>&1 || missing="$missing pkgconf"
pkg-config --exists lua5.4 2>/dev/null || missing="$missing liblua5.4-dev"
[ -e /usr/include/sqlite3.h ] || missing="$missing libsqlite3-dev"
[ -e "/usr/include/$(uname -m)-linux-gnu/curl/curl.h" ] || [ -e /usr/include/curl/curl.h ] ||
  missing="$missing libcurl4-openssl-dev"
[ -e /usr/include/expat.h ] || missing="$missing libexpat1-dev"
[ -e /usr/include/openssl/evp.h ] || missing="$missing libssl-dev"
[ -e /usr/include/zlib.h ] || missing="$missing zlib1g-dev"
if [ "${1:-}" != --build ]; then
  # Tests make certificates with it.
  command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
  # Tests store models on these servers.
  [ -e /usr/sbin/lighttpd ] || missing="$missing lighttpd"
  [ -e /usr/lib/lighttpd/mod_webdav.so ] || missing="$missing lighttpd-mod-webdav"
  [ -e /usr/lib/lighttpd/mod_openssl.so ] || missing="$missing lighttpd-mod-openssl"
  [ -e /usr/sbin/nginx ] || missing="$missing nginx-extras"
  # The service of scripts/articles.
  command -v python3 >/dev/null 2>&1 || missing="$missing python3"
  # Third-party Lua modules that the tests use.
  for module in penlight:pl/init luassert:luassert/init say:say/init inspect:inspect; do
    [ -e "/usr/share/lua/5.3/${module#*:}.lua" ] || missing="$missing lua-${module%%:*}"
  done
  # Tests drive the language server with its client.
  command -v nvim >/dev/null 2>&1 || missing="$missing neovim"
  # Tests use full-screen sessions in it.
  command -v tmux >/dev/null 2>&1 || missing="$missing tmux"
  # Pages are opened in a browser, where Debian has it; otherwise their check is skipped, and says so.
  command -v chromium >/dev/null 2>&1 || ! apt-cache show chromium >/dev/null 2>&1 || missing="$missing chromium"
  # Pictures of screens are drawn by a second renderer, where Debian has it.
  command -v rsvg-convert >/dev/null 2>&1 || ! apt-cache show librsvg2-bin >/dev/null 2>&1 || missing="$missing librsvg2-bin"
  # luacheck checks our Lua files against the engine's declarations.
  command -v luacheck >/dev/null 2>&1 || missing="$missing lua-check"
fi

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: install Lua 5.4, SQLite, libcurl, OpenSSL 3, expat and zlib with their headers; tests also need the" \
    "modules, the servers and the editor (Debian: apt-get install$missing)" >&2
  exit 1
fi

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
$as_root apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -q -y --no-install-recommends $missing
