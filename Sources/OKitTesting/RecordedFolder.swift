/// The documents directory beside a test that okit has written.
package struct RecordedFolder {
  /// Where the documents of models are below it.
  package static let data = "okit/data"
  /// The file that tells that okit has written the folder.
  private static let marker = "okit/recorded"

  package let path: String

  package init(_ path: String) { self.path = path }

  /// The folder of a test file: `shop_test_documents` of `shop_test.lua`.
  package init(besideTest test: String) {
    self.init((test.hasSuffix(".lua") ? String(test.dropLast(4)) : test) + "_documents")
  }

  /// Checks that the folder may be replaced.
  ///
  /// - Throws: `file.write` for one that okit has not written.
  package func check() throws(Diagnostic) {
    guard PathKind(of: path) != .missing, PathKind(of: "\(path)/\(Self.marker)") != .file else { return }
    throw Diagnostic(
      "file.write", "cannot write \(PrintableText.line(path)): it exists, and okit has not written it",
      hint: "choose another name for the test")
  }

  /// Replaces the folder by an empty one.
  ///
  /// - Throws: `file.write`.
  package func replace() throws(Diagnostic) {
    try check()
    TemporaryDirectory.remove(path)
    try write("", to: Self.marker)
    try makeData()
  }

  /// Creates the folder for documents.
  ///
  /// - Throws: `file.write`.
  package func makeData() throws(Diagnostic) { try makeFolders(of: "\(Self.data)/x") }

  /// Replaces the folder by one with the documents of models.
  ///
  /// - Throws: `file.write`.
  package func replace(with models: [String: JSONValue]) throws {
    try replace()
    for (name, model) in models { try write(try model.json(pretty: true) + "\n", to: "\(Self.data)/\(name).json") }
  }

  private func makeFolders(of file: String) throws(Diagnostic) {
    do throws(FileError) { try SystemFile.makeFolders(ofFile: "\(path)/\(file)", mode: 0o700) } catch {
      throw Diagnostic(
        "file.write", "cannot create \(PrintableText.line(error.path ?? path)): \(error.reason)",
        hint: error.writingHint)
    }
  }

  private func write(_ text: String, to file: String) throws(Diagnostic) {
    try makeFolders(of: file)
    let replacement = try FileReplacement("\(path)/\(file)", isPrivate: true)
    try replacement.write(Array(text.utf8))
    try replacement.finish()
  }
}
