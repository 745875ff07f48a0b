internal import Crypto
package import OKitEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A key that was derived from a passphrase, for one file.
package struct PassphraseKey {
  /// The parameters of the derivation, which are not secret.
  package let parameters: JSONValue
  let key: KeyMemory

  /// Derives a new key, and overwrites the passphrase.
  ///
  /// - Throws: `storage.passphrase`, `storage.scrypt`.
  package init(erasing passphrase: inout [UInt8], limit: DerivationLimit = DerivationLimit()) throws {
    try self.init(&passphrase, KeyDerivation(), limit)
  }

  /// Derives the key of a file, and overwrites the passphrase.
  ///
  /// - Throws: `storage.passphrase`; `storage.keys` for wrong parameters; `storage.scrypt`.
  package init(
    erasing passphrase: inout [UInt8], parameters: JSONValue, limit: DerivationLimit = DerivationLimit()
  ) throws {
    let derivation: KeyDerivation
    do { derivation = try KeyDerivation(parameters) } catch {
      passphrase.erase()
      throw error
    }
    try self.init(&passphrase, derivation, limit)
  }

  private init(_ passphrase: inout [UInt8], _ derivation: KeyDerivation, _ limit: DerivationLimit) throws {
    do { try derivation.checkMemory(limit: limit) } catch {
      passphrase.erase()
      throw error
    }
    parameters = .object(derivation.members)
    key = try derivation.key(erasing: &passphrase)
  }

  /// Distinguishes the key from those of other passphrases. It is derived from the key, so guessing a passphrase from
  /// the id takes as long as guessing it from a file.
  var id: KeyID {
    let bytes = key.withKey { key in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: Array("okit key id 1".utf8), outputByteCount: KeyID.size
      ).withUnsafeBytes { Array($0) }
    }
    return KeyID(bytes: bytes)
  }
}
