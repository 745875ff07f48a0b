/// The source of the key-encryption key, which protects the keys of encrypted models.
public enum EncryptionKey: Sendable {
  /// The file `okit/keys/default.key` below the documents directory, created on first use.
  case standard
  /// A file with 64 hexadecimal digits or 32 bytes, created on first use. Others must not have access to it.
  case file(String)
  /// A passphrase, asked for when it is needed. The parameter is whether it becomes the passphrase of new keys.
  case passphrase(@Sendable (_ isNew: Bool) throws -> [UInt8])
  /// A key that the program keeps.
  case source(any KeySource)

  /// The name of the source in `keys.json`.
  var source: String {
    switch self {
    case .standard: "default"
    case .file: "file"
    case .passphrase: "passphrase"
    case .source: "program"
    }
  }
}
