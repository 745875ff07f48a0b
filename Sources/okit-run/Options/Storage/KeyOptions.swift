import OKitEncryption

/// The key of encrypted models.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The key file of encrypted models; created if missing (default: $OKIT_KEY_FILE, else okit/keys/default.key).",
      valueName: "file"), completion: .file())
  var keyFile: String?

  @Option(
    help: ArgumentHelp(
      "A file whose first line is the passphrase of encrypted models (default: $OKIT_PASSPHRASE_FILE).",
      valueName: "file"), completion: .file())
  var passphraseFile: String?

  @Flag(help: "Ask for the passphrase of encrypted models on the terminal.")
  var ask = false

  func validate() throws {
    try Self.checkOne([("--key-file", keyFile != nil), ("--passphrase-file", passphraseFile != nil), ("--ask", ask)])
    guard keyFile == nil, passphraseFile == nil, !ask else { return }
    let environment = Environment()
    try Self.checkOne(
      [Environment.Variable.keyFile, .passphraseFile].map { ("$\($0.rawValue)", environment[$0] != nil) })
  }

  /// Rejects more than one key.
  static func checkOne(_ keys: [(name: String, isGiven: Bool)]) throws {
    let given = keys.filter(\.isGiven).map(\.name)
    guard given.count > 1 else { return }
    throw ValidationError("\(given.joined(separator: " and ")) exclude each other; use one of them.")
  }

  /// The key; the command line takes precedence over the environment.
  var key: EncryptionKey {
    if let keyFile { return .file(keyFile) }
    if let passphraseFile { return Passphrase.key(file: passphraseFile) }
    if ask { return Passphrase.keyFromTerminal }
    let environment = Environment()
    if let file = environment[.keyFile] { return .file(file) }
    if let file = environment[.passphraseFile] { return Passphrase.key(file: file) }
    return .standard
  }

  /// The maximum number of passphrase prompts.
  var attempts: Int { ask ? 3 : 1 }
}
