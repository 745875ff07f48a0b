/// Encrypts contents for a storage: the part of an encrypted storage that needs a cryptographic library.
///
/// A content is encrypted for a name, the path where it is stored, so that it cannot be read at another path.
package protocol ContentEncryption: AnyObject {
  /// Whether the keys are in memory.
  var isOpen: Bool { get }

  /// The names of the models whose files are encrypted. A plain file of such a model is a forgery.
  var encryptedModels: Set<String> { get }

  /// The names of those that are stored on a server.
  var modelsOnServer: Set<String> { get }

  /// Returns whether a storage has keys: an encrypted content was stored in it once.
  ///
  /// - Throws: what reading throws.
  func isInitialized(in storage: any DocumentStorage) throws -> Bool

  /// Reads the keys of a storage, or creates them where it has none. Does nothing while the keys are in memory.
  ///
  /// - Throws: `storage.key`, `storage.keys`, `storage.keyFile`, `storage.passphrase`, and what reading throws.
  func open(in storage: any DocumentStorage) throws

  /// Overwrites the keys in memory.
  func close()

  /// Returns the writes that belong to the same commit as the first encrypted contents: of the keys, and of what they
  /// authenticate.
  ///
  /// - Parameters:
  ///   - encrypted: The names of models that are stored encrypted from now on.
  ///   - plain: The names of models that are stored plain from now on.
  ///   - onServer: Whether they are stored on a server.
  ///   - storage: The storage of the keys. Keys that something else has removed from it are stored again.
  /// - Returns: The writes, and a function to call with whether the commit has stored them.
  /// - Throws: `storage.closed`, `storage.keyFile`.
  func keyWrites(
    encrypted: [String], plain: [String], onServer: Bool, in storage: any DocumentStorage
  ) throws -> (writes: [StorageWrite], finish: (Bool) -> Void)

  /// Encrypts a content.
  ///
  /// - Parameters:
  ///   - content: Passes the content piece by piece.
  ///   - receive: Gets the container piece by piece.
  /// - Throws: `storage.closed`, and what the parameters throw.
  func encrypt(
    _ name: String, _ content: (StorageWrite.Receiver) throws -> Void, to receive: StorageWrite.Receiver) throws

  /// Decrypts a container.
  ///
  /// - Throws: `storage.closed`, `storage.damaged`, `storage.key`, `storage.container`.
  func decrypt(_ container: UnsafeRawBufferPointer, _ name: String) throws -> [UInt8]
}

/// The signature of encrypted contents.
package enum EncryptedContent {
  /// The first bytes of each container. No text begins with them.
  package static let magic: [UInt8] = [0x89, 0x4F, 0x4B, 0x49, 0x54, 0x0D, 0x0A, 0x1A]

  /// Returns whether a content that is not a container begins almost like one: some of its first bytes were changed.
  static func resemblesContainer(_ bytes: some Collection<UInt8>) -> Bool {
    zip(bytes, magic).count { $0 == $1 } >= magic.count / 2
  }

  /// Returns whether a content is a container.
  package static func isContainer(_ bytes: some Sequence<UInt8>) -> Bool {
    // Iterating a sequence of a type that is not known looks for a conformance at a start.
    bytes.withContiguousStorageIfAvailable { isContainer(UnsafeRawBufferPointer($0)) }
      ?? isContainer(Array(bytes.prefix(magic.count)))
  }

  package static func isContainer(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= magic.count && magic.indices.allSatisfy { bytes[$0] == magic[$0] }
  }
}
