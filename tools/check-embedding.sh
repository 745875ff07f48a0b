#!/bin/sh
# Builds the package of Examples/Embedding, which depends on this one as other programs do, and runs it and its tests under
# AddressSanitizer with leak detection. Fails when a program with OKitLua compiles cryptography, SQLite, libcurl, expat or
# a target of the command line.
set -eu
cd "$(dirname "$0")/../Examples/Embedding"
# A folder of its own: without the sanitizer, the tests are built in the usual one.
options="--scratch-path .build/sanitized --sanitize=address"
options="$options -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined"
# Swift has too many frames for the detection of use after return.
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0
export LSAN_OPTIONS=suppressions=$PWD/../../tools/leaks.txt:print_suppressions=0
# shellcheck disable=SC2086
swift build $options --build-tests
# shellcheck disable=SC2086
products=$(swift build $options --show-bin-path)
for target in CCrypto CCurl ArgumentParser OKitExchange OKitTrace OKitSQLite OKitHTTP OKitEncryption OKitBackup \
  OKitStoryboard OKitCheck OKitDocuments OKitInspector OKitLanguageServer OKitLive OKitPages OKitScaffold OKitServer \
  NIOCore okit_run; do
  [ -z "$(find "$products/$target.build" -name '*.o' 2>/dev/null | head -1)" ] ||
    { echo "embedding: a program with OKitLua compiles $target" >&2; exit 1; }
done
"$products/shops" >/dev/null
# Without `swift test`, which the sanitizer would watch as well.
"$products/embeddingPackageTests.xctest" --testing-library swift-testing
echo "embedding: ok"
