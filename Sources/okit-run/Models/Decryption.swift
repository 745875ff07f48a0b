import OKitEngine

/// Leaving an encrypted model readable, which takes `--decrypt`.
struct Decryption {
  let isAllowed: Bool
  private let output: Output

  init(isAllowed: Bool, _ output: Output) { (self.isAllowed, self.output) = (isAllowed, output) }

  /// Says that a model does not stay encrypted.
  ///
  /// - Parameter effect: What leaves it readable, such as `the conversion to SQLite`.
  /// - Throws: `storage.decrypt` where that is not allowed.
  func leaveReadable(_ model: String, _ effect: String) throws {
    guard isAllowed else {
      throw Diagnostic(
        "storage.decrypt", "the model \"\(model)\" is encrypted, and \(effect) would leave it readable without a key",
        hint: "pass --decrypt to do that")
    }
    output.note("\(effect) leaves the model \(PrintableText.line(model)), which is encrypted, readable without a key")
  }

  /// Says that a model of this machine does not stay encrypted, if it is.
  ///
  /// - Throws: `storage.decrypt`, and what reading throws.
  func check(_ model: String, in storage: FileStorage, _ effect: String) throws {
    guard let stored = try storage.map(ModelsCommand.Documents.path(of: model)),
      EncryptedContent.isContainer(stored.document.bytes)
    else { return }
    try leaveReadable(model, effect)
  }
}
