/// Hints in the words of the command line: with its options instead of the properties of Swift programs.
enum OptionHint {
  /// The phrases of libraries and those of the command line; one that contains another goes before it.
  private static let phrases =
    (HintPhrase.allCases.map { ($0.rawValue, $0.option) }
    + Diagnostic.Limit.allCases.map { ($0.hint, raise($0)) }).sorted {
      $0.0.utf8.count > $1.0.utf8.count
    }

  private static func raise(_ limit: Diagnostic.Limit) -> String { "raise it with \(limit.option)" }

  /// Returns the hint of a library in the words of the command line.
  static func text(_ hint: String) -> String {
    // Every application asks for those of its limits when it starts.
    if let limit = Diagnostic.Limit(hint: hint) { return raise(limit) }
    return phrases.reduce(restoring(hint)) { $0.containsBytes(of: $1.0) ? $0.replacing($1.0, with: $1.1) : $0 }
  }

  /// Puts commands in the place of the calls that restore a model.
  private static func restoring(_ hint: String) -> String {
    let (start, end) = HintPhrase.restoring
    guard hint.containsBytes(of: start) else { return hint }
    let parts = hint.split(separator: start, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      guard let end = part.firstRange(of: end) else { return text + start + part }
      let name = StoredDocument.argument(String(part[..<end.lowerBound]))
      return text + "\"okit-run models restore\(name)\"" + part[end.upperBound...]
    }
  }

  /// Returns whether a hint is for the person who has typed the command.
  static func isForCommandLine(_ hint: String) -> Bool {
    hint.contains(HintPhrase.restoring.start) || phrases.contains { hint.contains($0.0) || hint.contains($0.1) }
  }

  /// As `text`, for a test whose command has no options for limits.
  static func textWithoutLimits(_ hint: String) -> String? {
    Diagnostic.Limit(hint: hint) == nil ? text(hint) : nil
  }
}

extension Diagnostic {
  /// The same diagnostic in the words of the command line.
  var withOptions: Diagnostic {
    var copy = self
    copy.hint = hint.map(OptionHint.text)
    // How to recover is a hint, too.
    copy.notes = notes.map { if case .storedState(let text) = $0 { .storedState(OptionHint.text(text)) } else { $0 } }
    // Names the key that was in use, with what selects it. Other messages may quote a script.
    if code == "storage.key" { copy.message = OptionHint.text(message) }
    return copy
  }
}

extension HintPhrase {
  /// The option of `okit-run` that is in the place of the phrase.
  fileprivate var option: String {
    switch self {
    case .read: "run with --allow read"
    case .write: "run with --allow write"
    case .readOrWrite: "run with --allow read or --allow write"
    case .environment: "run with --allow env"
    case .system: "run with --allow os"
    case .native: "run with --allow native"
    case .network: "run with --allow net="
    case .readFolder: "run with --allow read="
    case .writeFolder: ",write="
    case .luaPath: "--lua-path adds"
    case .endpoint: "pass --endpoint URL"
    case .applicationAndEndpoint: "pass the application and --endpoint URL"
    case .applicationOrEndpoint: "needs the application, or --endpoint URL"
    case .endpointMethod: "--endpoint-method selects"
    case .credentials: "with --credentials-file FILE"
    case .credentialsFile: "a file for --credentials-file"
    case .backup: "use okit-run models backup"
    case .convert: "okit-run models convert app.lua"
    case .convertAgain: "run the same command okit-run models convert again"
    case .convertToFile: "run \"okit-run models convert --to file\""
    case .convertWithoutEncryption: "with --to file --decrypt, and then with --to http"
    case .convertInSameWay: "the same command with"
    case .form: " --to "
    case .someEndpoint: " --endpoint URL"
    case .atEndpoint: " --endpoint "
    case .withEndpoint: " with --endpoint "
    case .keepRemote: "with --keep-remote to leave"
    case .repair: "\"okit-run models verify --repair\""
    case .withoutScript: "with --documents DIR instead of the application,"
    case .restore: "\"okit-run models restore\" restores the previous version"
    case .restoreBackup: "\"okit-run models backup restore\" restores a backup"
    case .verify: "\"okit-run models verify\" finds them"
    case .describe: "describe its tables as classes: okit-run models describe "
    case .exportClasses: "pass the application: okit-run models export app.lua"
    case .standardKey: "pass neither --key-file nor --passphrase-file"
    case .otherKey: "pass --key-file or --passphrase-file"
    case .keyFile: "pass it with --key-file"
    case .passphrase: "pass --passphrase-file or --ask"
    case .rekey: "\"okit-run models rekey\""
    case .restoreWithKey: "after \"okit-run models backup restore\", pass it --key-file"
    case .encoding: "--encoding names the encoding of the file"
    case .otherEncoding: "--encoding names another encoding"
    case .noEncoding: "leave out --encoding"
    case .encodings: "name the encoding of the file with --encoding, if it is another one: "
    case .jsonLines: "pass --format jsonl"
    case .importList: "pass --into "
    case .otherImportList: " or --into "
    case .importRows: "with --into"
    case .updates: "--update changes"
    case .exportList: "pass --list "
    case .otherExportList: " or --list "
    case .exportContents: "with --contents"
    case .contents: "--contents adds"
    }
  }
}
