/// A key that was derived from a passphrase, for one file.
package struct PassphraseKey {
  /// The parameters of the derivation, which are not secret.
  package let parameters: JSONValue
  let key: KeyMemory
  /// Distinguishes the key from those of other passphrases. It is derived from the key, so guessing a passphrase from
  /// the id takes as long as guessing it from a file.
  let id: KeyID

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
    let key = try derivation.key(erasing: &passphrase)
    var id = [UInt8](repeating: 0, count: KeyID.size)
    try id.withUnsafeMutableBytes { try KeyDerivation.expand(key.bytes, info: Array("okit key id 1".utf8), to: $0) }
    (self.key, self.id) = (key, KeyID(bytes: id))
  }
}
