/// The last settings of an application, outside of its models: they are needed before a model can be read.
struct SettingsFile {
  static let path = "okit/settings.json"

  private let storage: any DocumentStorage
  /// The content of the file, as far as it is known.
  private var stored: JSONValue?

  init(_ storage: any DocumentStorage) { self.storage = storage }

  /// Returns the stored settings; the defaults if there are none.
  ///
  /// - Parameter report: Receives the reason why the file cannot be read; the defaults apply then.
  mutating func read(_ report: (Diagnostic) -> Void) -> ApplicationSettings {
    // A start that stores nothing opens no storage.
    if storage.isKnownToLack(Self.path) { return ApplicationSettings() }
    do {
      guard let bytes = try storage.read(Self.path) else { return ApplicationSettings() }
      let json = try JSONValue.parse(json: bytes, file: storage.location(of: Self.path))
      stored = json
      return try ApplicationSettings(json)
    } catch {
      let cause = error.diagnostic("settings.file")
      report(
        Diagnostic(
          "settings.file", "the settings of the application cannot be read: \(cause.message); the defaults apply",
          severity: .warning, place: cause.place ?? Diagnostic.Place(file: storage.location(of: Self.path)),
          hint: "the next change of a setting writes the file again"))
      return ApplicationSettings()
    }
  }

  /// Stores settings unless the file has them. Defaults need no file.
  ///
  /// - Throws: What storing throws.
  mutating func write(_ settings: ApplicationSettings) throws {
    let json = settings.jsonValue
    guard json != stored ?? ApplicationSettings().jsonValue else { return }
    try storage.write([
      StorageWrite(path: Self.path, bytes: Array(try json.json(pretty: true).utf8) + [0x0A], keepsPrevious: false)
    ]).check()
    stored = json
  }
}
