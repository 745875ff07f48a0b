/// A stored backup, as a list shows it.
public struct Backup: Equatable, Sendable {
  /// The form in which a backup is stored.
  package enum Form: Equatable, Sendable {
    case archive
    /// Encrypted with a passphrase.
    case secure
    /// A folder with documents, as an OKit app creates them.
    case folder
    /// An archive whose first bytes are wrong.
    case damaged
  }

  /// The name of the backup.
  public let name: String
  /// The path of its file or folder.
  package let path: String
  /// The form of the backup's files.
  package let form: Form
  /// Nil where the backup does not say it.
  public let createdAt: DateValue?
  /// Its size in bytes.
  public let size: Int

  /// Larger for newer ones.
  var order: Double { createdAt?.secondsSince2001 ?? -.infinity }

  /// Whether a passphrase encrypts the backup.
  public var isSecure: Bool { form == .secure }

  /// Returns the error for a backup that cannot be read.
  ///
  /// - Parameter offset: The position in the archive.
  func damaged(_ reason: String, at offset: Int? = nil, in storage: any DocumentStorage) -> Diagnostic {
    Diagnostic(
      "backup.damaged", "the backup \"\(name)\" is damaged: \(reason)",
      place: Diagnostic.Place(file: storage.location(of: path), offset: offset))
  }
}
