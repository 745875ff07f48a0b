#!/bin/sh
# The dependencies between targets: okit-run → OKitTesting → OKitLua, okit-run → OKitLanguageServer → OKitCheck → OKitLua → OKitBackup →
# OKitEncryption → OKitEngine, okit-run → OKitScaffold → OKitStoryboard and OKitSQLite, OKitLua → OKitSQLite → OKitEngine,
# OKitLua → OKitStoryboard → OKitEngine, OKitLua → LuaSyntax → OKitEngine, OKitLua → CLua, OKitTesting → CTesting, argument parsing only in
# okit-run, and cryptography only in OKitEncryption. Only OKitStoryboard reads XML with expat.
set -eu
cd "$(dirname "$0")/.."

forbid() {
  if grep -rnE "^(@testable )?[a-z]* *import ($2)\b" "$1"; then
    echo "targets: $1 must not import $2" >&2
    exit 1
  fi
}

crypto=CCrypto
later='LuaSyntax|OKitLua|OKitCheck|OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|ArgumentParser'
storages='OKitEncryption|OKitBackup|OKitSQLite|CSQLite'
storyboards='OKitStoryboard|CExpat'
forbid Sources/OKitEngine "$later|CLua|$storages|$storyboards|$crypto"
forbid Sources/OKitEncryption "$later|CLua|OKitBackup|OKitSQLite|CSQLite|$storyboards"
forbid Sources/OKitBackup "$later|CLua|OKitSQLite|CSQLite|$storyboards|$crypto"
forbid Sources/OKitSQLite "$later|CLua|OKitEncryption|OKitBackup|$storyboards|$crypto"
forbid Sources/OKitStoryboard "$later|CLua|$storages|$crypto"
forbid Sources/LuaSyntax "OKitLua|OKitCheck|OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|ArgumentParser|CLua|$storages|$storyboards|$crypto"
forbid Sources/OKitLua "OKitBackup|$storyboards|OKitCheck|OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|ArgumentParser|CSQLite|$crypto"
forbid Sources/OKitTesting "OKitBackup|$storyboards|OKitCheck|OKitLanguageServer|OKitScaffold|CSQLite|CLua|ArgumentParser|$crypto"
forbid Sources/OKitCheck "OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|CSQLite|CExpat|CLua|ArgumentParser|$storages|$crypto"
forbid Sources/OKitLanguageServer "OKitScaffold|OKitTesting|CTesting|CSQLite|CExpat|CLua|ArgumentParser|$storages|$storyboards|$crypto"
forbid Sources/OKitScaffold "OKitLua|OKitCheck|OKitLanguageServer|OKitTesting|CTesting|CSQLite|CExpat|CLua|ArgumentParser|OKitEncryption|OKitBackup|$crypto"
forbid Sources/okit-run "CSQLite|CExpat|CLua|CTesting|$crypto"
swift build --explicit-target-dependency-import-check error >/dev/null
echo "targets: ok"
