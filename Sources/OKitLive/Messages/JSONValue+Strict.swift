extension JSONValue {
  /// Parses what a client has sent.
  ///
  /// - Parameter name: What messages call it, such as `the message`.
  /// - Throws: `json.syntax`, with the byte in the message.
  package static func parse(_ bytes: [UInt8], called name: String) throws -> JSONValue {
    do {
      return try JSONReader.read(bytes) { reader in
        reader.container = name
        return try reader.readValue()
      }
    } catch {
      var diagnostic = error.asDiagnostic
      guard let offset = diagnostic.place?.offset, !bytes.isEmpty else { throw diagnostic }
      diagnostic.message = "cannot read \(name): byte \(offset): \(diagnostic.message)"
      throw diagnostic
    }
  }

  /// Rejects members that an object of a kind does not have.
  ///
  /// - Parameter what: What the object is, with an article: for messages.
  /// - Throws: `live.message`.
  package func reject(membersBut keys: [String], of what: String) throws(Diagnostic) {
    guard case .object(let members) = self else { return }
    for key in members.keys.sorted() where !keys.contains(key) {
      let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw Diagnostic(
        "live.message", "unknown member \"\(key.prefix(100))\" of \(what); expected \(names)",
        hint: NearestName.hint(for: key, in: keys))
    }
  }
}
