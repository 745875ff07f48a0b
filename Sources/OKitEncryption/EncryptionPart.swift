extension ApplicationPart {
  /// Encrypted models, with the default key.
  public static let encryption: ApplicationPart = .encryption(.standard)

  /// Encrypted models: those of `okit.ModelEncrypted` and `okit.ModelEncryptedHttp`.
  ///
  /// - Parameter key: The source of the key that protects them.
  public static func encryption(_ key: EncryptionKey) -> ApplicationPart { encryption(key, attempts: 1) }

  /// - Parameter attempts: The maximum number of prompts for a passphrase.
  package static func encryption(_ key: EncryptionKey, attempts: Int) -> ApplicationPart {
    ApplicationPart { parts in
      parts.keys = { documents, writesFiles, memory in
        let store = SecureStore(key, documents: documents, attempts: attempts)
        store.writesFiles = writesFiles
        store.derivationLimit = DerivationLimit(memory: memory.limit, hint: memory.hint)
        return store
      }
    }
  }
}
