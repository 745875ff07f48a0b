#!/bin/sh
# Prepares Lua for a binary that contains it and exports its functions to native modules. The static Swift runtime hides
# the symbols of all archives (--exclude-libs ALL), so the archive becomes one object file; a linker script, which
# `-llua5.4` finds before the shared library, names it, and a file for pkg-config names its folder. Lua's code gets a
# section of its own, by which a limit knows where it may stop it.
# Usage: tools/embed-lua.sh FOLDER
set -eu
compiler=$(command -v clang || command -v cc) || {
  echo "embed-lua: a C compiler is required; Swift's toolchain has clang" >&2
  exit 1
}
archive=$("$compiler" -print-file-name=liblua5.4.a)
if [ ! -e "$archive" ]; then
  echo "embed-lua: liblua5.4.a is missing (Debian: apt-get install liblua5.4-dev)" >&2
  exit 1
fi
objcopy=$(command -v llvm-objcopy || command -v objcopy) || {
  echo "embed-lua: objcopy is required (Debian: apt-get install binutils)" >&2
  exit 1
}

mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ "$folder/lua5.4.o" -nt "$archive" ] && [ "$folder/lua5.4.o" -nt "$0" ] || {
  "$compiler" -r -nostdlib -o "$folder/lua5.4.o" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive
  "$objcopy" --rename-section .text=okit_lua_code "$folder/lua5.4.o"
}
echo "INPUT($folder/lua5.4.o)" >"$folder/liblua5.4.so"

# The package asks pkg-config for Lua, whose answer precedes the options of a build.
cat >"$folder/lua5.4.pc" <<END
Name: Lua
Description: Lua, as a part of the binary
Version: $(pkg-config --modversion lua5.4)
Cflags: $(pkg-config --cflags lua5.4)
Libs: -L$folder -llua5.4
END
