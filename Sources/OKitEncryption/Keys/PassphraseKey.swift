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

  /// Derives a new key.
  ///
  /// - Throws: `storage.passphrase`.
  package init(_ passphrase: [UInt8]) throws { try self.init(passphrase, KeyDerivation()) }

  /// Derives the key of a file.
  ///
  /// - Throws: `storage.passphrase`; `storage.keys` for wrong parameters.
  package init(_ passphrase: [UInt8], parameters: JSONValue) throws {
    try self.init(passphrase, KeyDerivation(parameters))
  }

  private init(_ passphrase: [UInt8], _ derivation: KeyDerivation) throws {
    parameters = .object(derivation.members)
    key = try derivation.key(passphrase)
  }

  /// Distinguishes the key from those of other passphrases. It is derived from the key, so guessing a passphrase from the id
  /// takes as long as guessing it from a file.
  var id: KeyID {
    let bytes = key.withKey { key in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: Array("okit key id 1".utf8), outputByteCount: KeyID.size
      ).withUnsafeBytes { Array($0) }
    }
    return KeyID(bytes: bytes)
  }
}
