extension SecureStore {
  static var isClosed: Diagnostic {
    Diagnostic("storage.closed", "the secure store is closed", hint: "open it with okit.SecureStore.open")
  }

  func wrongKey(_ file: String) -> Diagnostic {
    let name = if case .passphrase = key { "passphrase" } else { "key" }
    return Diagnostic(
      "storage.key",
      """
      the \(name) does not open the encrypted models: they were created with another one, or \(KeyRing.path) was \
      changed
      """,
      place: Diagnostic.Place(file: file), hint: Self.rekey)
  }

  func otherSource(_ ring: KeyRing, _ file: String) -> Diagnostic {
    let expected =
      switch ring.source {
      case "default": "the key in \(DefaultKey.path); \(HintPhrase.standardKey)"
      case "file": "a key file; \(HintPhrase.keyFile)"
      case "program": "a key that a program keeps; use that program"
      default: "a passphrase; \(HintPhrase.passphrase)"
      }
    return Diagnostic(
      "storage.key", "the encrypted models were created with \(expected)", place: Diagnostic.Place(file: file),
      hint: Self.rekey)
  }

  func missingKey(_ path: String) -> Diagnostic {
    Diagnostic(
      "storage.key", "the key file \(path) does not exist, so that the encrypted models cannot be read",
      place: Diagnostic.Place(file: path), hint: "put a copy of the key file back; backups of okit do not contain it")
  }

  private static let rekey = "pass the key in use; \(HintPhrase.rekey) changes it"
}
