internal import Glibc

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
  /// - Throws: `file.write` for one with files that okit has not written.
  package func check() throws(Diagnostic) {
    guard PathKind(of: path) != .missing else { return }
    let own = Set(listed())
    guard let other = files().first(where: { !own.contains($0) }) ?? (own.isEmpty ? path : nil) else { return }
    throw Diagnostic(
      "file.write",
      "cannot replace \(PrintableText.line(path)): okit has not written \(PrintableText.line(other))",
      hint: "choose another name for the test")
  }

  /// Replaces the folder by the one that `write` fills; what `write` throws leaves it as it was.
  ///
  /// - Throws: `file.write`, and what `write` throws.
  package func replace(_ write: (_ data: String) throws -> Void) throws {
    try check()
    let new = RecordedFolder("\(path).\(String(UInt64.random(in: 0...(.max)), radix: 16))")
    // After `rename`, there is nothing to remove.
    defer { TemporaryDirectory.remove(new.path) }
    try new.makeData()
    try write("\(new.path)/\(Self.data)")
    try new.write((new.files() + [Self.marker]).joined(separator: "\n") + "\n", to: Self.marker)
    try remove()
    guard rename(new.path, path) == 0 else {
      let error = FileError.last()
      throw Diagnostic(
        "file.write", "cannot write \(PrintableText.line(path)): \(error.reason)", hint: error.writingHint)
    }
  }

  /// Replaces the folder by one with the documents of models.
  ///
  /// - Throws: `file.write`.
  package func replace(with models: [String: JSONValue]) throws {
    try replace { data in
      for (name, model) in models {
        let file = try FileReplacement("\(data)/\(name).json", isPrivate: true)
        try file.write(Array((try model.json(pretty: true) + "\n").utf8))
        try file.finish()
      }
    }
  }

  /// Removes the folder, if there is one.
  ///
  /// - Throws: `file.write` for one with files that okit has not written.
  package func remove() throws(Diagnostic) {
    try check()
    TemporaryDirectory.remove(path)
  }

  /// The files that okit has written; none for a folder without a list of them, which is not replaced then.
  private func listed() -> [String] {
    guard let bytes = try? RegularFile.read("\(path)/\(Self.marker)", limit: 64 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The paths of all files below the folder.
  private func files(in folder: String = "") -> [String] {
    (SystemFile.names(in: folder.isEmpty ? path : "\(path)/\(folder)") ?? []).flatMap { name in
      let file = folder.isEmpty ? name : "\(folder)/\(name)"
      return PathKind(of: "\(path)/\(file)") == .folder ? files(in: file) : [file]
    }
  }

  /// Creates the folder for documents.
  ///
  /// - Throws: `file.write`.
  package func makeData() throws(Diagnostic) { try makeFolders(of: "\(Self.data)/x") }

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
