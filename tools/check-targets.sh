#!/bin/sh
# The dependencies between targets: okit-run → OKitTesting → OKitLua → OKitEncryption, OKitSQLite → OKitEngine, OKitLua → CLua,
# OKitTesting → CTesting, argument parsing only in okit-run, and cryptography only in OKitEncryption.
set -eu
cd "$(dirname "$0")/.."

forbid() {
  if grep -rnE "^(@testable )?[a-z]* *import ($2)\b" "$1"; then
    echo "targets: $1 must not import $2" >&2
    exit 1
  fi
}

crypto='Crypto|CryptoExtras|_CryptoExtras'
forbid Sources/OKitEngine "OKitLua|OKitEncryption|OKitSQLite|CSQLite|OKitTesting|CLua|CTesting|ArgumentParser|$crypto"
forbid Sources/OKitEncryption 'OKitLua|OKitSQLite|CSQLite|OKitTesting|CLua|CTesting|ArgumentParser'
forbid Sources/OKitSQLite "OKitLua|OKitEncryption|OKitTesting|CLua|CTesting|ArgumentParser|$crypto"
forbid Sources/OKitLua "CSQLite|OKitTesting|CTesting|ArgumentParser|$crypto"
forbid Sources/OKitTesting "CSQLite|CLua|ArgumentParser|$crypto"
forbid Sources/okit-run "CSQLite|CLua|CTesting|$crypto"
swift build --explicit-target-dependency-import-check error >/dev/null
echo "targets: ok"
