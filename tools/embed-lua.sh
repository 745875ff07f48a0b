#!/bin/sh
# Prepares Lua for a binary that contains it and exports its functions to native modules. The static Swift runtime hides
# the symbols of all archives (--exclude-libs ALL), so the archive becomes one object file; a linker script, which
# `-llua5.4` finds before the shared library, names it, and a file for pkg-config names its folder. Lua's code gets a
# section of its own, by which a limit knows where it may stop it. The scripts of the program are compiled with it into
# okit-scripts.luac, which CLua embeds.
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

# The names of chunks are those of LuaState.loadPrelude and TestFramework.prelude.
scripts=$(dirname "$0")/../Sources
set --
for file in "$scripts"/CLua/lua/*.lua; do set -- "$@" "=[okit:$(basename "$file" .lua)]" "$file"; done
for file in "$scripts"/CTesting/lua/*.lua; do
  name=$(basename "$file" .lua)
  [ "$name" = entry ] && chunk="=[okit:testing]" || chunk="=[okit:testing-$name]"
  set -- "$@" "$chunk" "$file"
done
# shellcheck disable=SC2046
"$compiler" -O1 -o "$folder/compile-scripts" "$(dirname "$0")/compile-scripts.c" $(pkg-config --cflags lua5.4) \
  "$archive" -lm -ldl
"$folder/compile-scripts" "$@" >"$folder/okit-scripts.new"
# A file that stays as it is needs no compilation of CLua.
cmp -s "$folder/okit-scripts.new" "$folder/okit-scripts.luac" ||
  cp "$folder/okit-scripts.new" "$folder/okit-scripts.luac"
rm "$folder/okit-scripts.new"
