#!/bin/sh
# Builds a product as it ships: one self-contained binary with the Swift runtime, Foundation and Lua, which exports Lua's
# functions to native modules. Further arguments go to `swift build`.
# Usage: tools/build-release.sh PRODUCT [ARGUMENT …]
set -eu
cd "$(dirname "$0")/.."
tools/embed-lua.sh .build/lua
product=$1
shift
exec "${SWIFT:-swift}" build -c release --product "$product" -Xswiftc -static-stdlib \
  -Xlinker "-L$PWD/.build/lua" -Xlinker '--export-dynamic-symbol=lua*' "$@"
