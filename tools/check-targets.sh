#!/bin/sh
# The dependencies between targets: okit-run → OKitTesting → OKitLua, okit-run → OKitCheck → OKitLua → OKitBackup → OKitEncryption → OKitEngine,
# OKitLua → OKitSQLite → OKitEngine, OKitLua → CLua, OKitTesting → CTesting, argument parsing only in okit-run, and cryptography
# only in OKitEncryption.
set -eu
cd "$(dirname "$0")/.."

forbid() {
  if grep -rnE "^(@testable )?[a-z]* *import ($2)\b" "$1"; then
    echo "targets: $1 must not import $2" >&2
    exit 1
  fi
}

crypto='Crypto|CryptoExtras|_CryptoExtras'
later='OKitLua|OKitCheck|OKitTesting|CTesting|ArgumentParser'
storages='OKitEncryption|OKitBackup|OKitSQLite|CSQLite'
forbid Sources/OKitEngine "$later|CLua|$storages|$crypto"
forbid Sources/OKitEncryption "$later|CLua|OKitBackup|OKitSQLite|CSQLite"
forbid Sources/OKitBackup "$later|CLua|OKitSQLite|CSQLite|$crypto"
forbid Sources/OKitSQLite "$later|CLua|OKitEncryption|OKitBackup|$crypto"
forbid Sources/OKitLua "OKitCheck|OKitTesting|CTesting|ArgumentParser|CSQLite|$crypto"
forbid Sources/OKitTesting "CSQLite|CLua|ArgumentParser|$crypto"
forbid Sources/OKitCheck "OKitTesting|CTesting|CSQLite|CLua|ArgumentParser|$storages|$crypto"
forbid Sources/okit-run "CSQLite|CLua|CTesting|$crypto"
swift build --explicit-target-dependency-import-check error >/dev/null
echo "targets: ok"
