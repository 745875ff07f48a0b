#!/bin/sh
# Builds the package of Examples/Embedding, which depends on this one as other programs do, and runs its tests. Fails when
# a program with OKitLua compiles cryptography, SQLite, libcurl, expat or a target of the command line.
set -eu
cd "$(dirname "$0")/../Examples/Embedding"
swift build --build-tests
products=$(swift build --show-bin-path)
for target in CCrypto CCurl ArgumentParser OKitSQLite OKitHTTP OKitEncryption OKitBackup OKitStoryboard OKitCheck \
  OKitDocuments OKitLanguageServer OKitPages OKitScaffold okit_run; do
  [ -z "$(find "$products/$target.build" -name '*.o' 2>/dev/null | head -1)" ] ||
    { echo "embedding: a program with OKitLua compiles $target" >&2; exit 1; }
done
"$products/shops" >/dev/null
swift test --skip-build
echo "embedding: ok"
