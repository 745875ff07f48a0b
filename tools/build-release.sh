#!/bin/sh
# Builds a product as it ships: one self-contained binary with the Swift and C++ runtimes, Foundation, SQLite, expat,
# zlib and Lua, which exports Lua's functions to native modules. Further arguments go to `swift build`.
# Usage: tools/build-release.sh PRODUCT [ARGUMENT …]
set -eu
cd "$(dirname "$0")/.."
libraries=.build/libraries
tools/embed-lua.sh "$libraries"
# The linker finds this archive before the shared library. Loading that one would take a quarter of a short run.
compiler=$(command -v clang || command -v cc)
ln -sf "$("$compiler" -print-file-name=libstdc++.a)" "$libraries/libstdc++.a"
for library in sqlite3 expat z; do
  ln -sf "$("$compiler" -print-file-name="lib$library.a")" "$libraries/lib$library.a"
done
export PKG_CONFIG_PATH="$PWD/$libraries"
product=$1
shift
# Packed relocations: the addresses of Swift's metadata, of which a position-independent binary has 135,000, take 30 KB,
# not 3 MB. On x86-64, the program applies them itself, which takes less time than the dynamic linker.
if [ "$(uname -m)" = x86_64 ]; then
  "$compiler" -O2 -fPIE -ffreestanding -fno-stack-protector -c -o "$libraries/relocations.o" tools/relocations.c
  relocations='--pack-dyn-relocs=relr -Xlinker --use-android-relr-tags -Xlinker -l:relocations.o'
else
  relocations='-z -Xlinker pack-relative-relocs'
fi
# Only Lua's functions are exported: an exported function stays in the binary even if nothing calls it. The search for
# shared libraries beside the binary, where none are, is left out. The scripts of the program are bytecode. The
# metadata of generic types such as `Set<Gesture>` is made by the compiler: to make it at run time, each key type
# looks for its conformance among all 7,000 of the binary. So does metadata that is looked up by a mangled name, which
# is smaller, and slow at a start.
# shellcheck disable=SC2086
"${SWIFT:-swift}" build -c release --product "$product" -Xswiftc -static-stdlib --disable-local-rpath \
  -Xswiftc -Xfrontend -Xswiftc -prespecialize-generic-metadata \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -use-ld=lld \
  -Xlinker $relocations -Xlinker --no-export-dynamic \
  -Xcc "--embed-dir=$PWD/$libraries" -Xlinker "-L$PWD/$libraries" -Xlinker '--export-dynamic-symbol=lua*' "$@"

if [ "$product" = okit-run ] && ! grep -aqF '=[okit:okit]' ".build/release/$product"; then
  echo "build-release: the scripts of $product are not bytecode" >&2
  exit 1
fi

# Only a build with further arguments, such as a sanitizer, may need what the system may not have.
needed=$(readelf -d ".build/release/$product" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
  grep -E 'lua|sqlite|expat|libz|[Ss]wift|Foundation|stdc' | tr '\n' ' ') || true
if [ $# = 0 ] && [ -n "$needed" ]; then
  echo "build-release: $product is not self-contained: it needs $needed" >&2
  exit 1
fi
