import OKitDocuments
import OKitEncryption

extension ModelsCommand {
  /// `okit-run models rekey`
  struct Rekey: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rekey",
      abstract: "Changes the key or passphrase of encrypted models.",
      discussion: """
        Encrypts okit/keys/keys.json with another key. The models stay as they are, so that this takes no time. Copies \
        of the folder from before still open with the old key.

        EXAMPLES:
          Protects models that use the default key with a passphrase:
            okit-run models rekey --documents demo --new-passphrase-file new.txt
          Replaces a passphrase by a key file:
            okit-run models rekey --documents demo --passphrase-file old.txt --new-key-file okit.key
        """)
    @OptionGroup var documents: Documents

    @Option(
      help: ArgumentHelp("The new key file; created if missing.", valueName: "file"), completion: .file())
    var newKeyFile: String?

    @Option(
      help: ArgumentHelp("A file whose first line is the new passphrase.", valueName: "file"), completion: .file())
    var newPassphraseFile: String?

    @Flag(help: "Ask for the new passphrase on the terminal.")
    var askNew = false

    @Flag(help: "Use a new default key, in okit/keys/default.key.")
    var newDefaultKey = false

    func validate() throws {
      let keys = [
        ("--new-key-file", newKeyFile != nil), ("--new-passphrase-file", newPassphraseFile != nil),
        ("--ask-new", askNew), ("--new-default-key", newDefaultKey),
      ]
      guard keys.contains(where: \.1) else {
        throw ValidationError("No new key: pass \(keys.map(\.0).joined(separator: ", ")).")
      }
      try KeyOptions.checkOne(keys.map { (name: $0.0, isGiven: $0.1) })
    }

    func run() throws {
      try Output.reporting(documents.format) { output in
        try documents.expectNoModel()
        let models = try documents.open(.owner, output)
        try models.rekey(to: newKey)
        output.note("changed the key of \(models.documents)")
      }
    }

    private var newKey: EncryptionKey {
      if let newKeyFile { return .file(newKeyFile) }
      if let newPassphraseFile { return Passphrase.key(file: newPassphraseFile) }
      return askNew ? Passphrase.keyFromTerminal : .standard
    }
  }
}
