/// A path below a documents root that cannot lead out of it.
package struct StoragePath: Hashable, Sendable {
  let text: String
  let folder: [String]
  let name: String

  /// - Throws: `storage.path`, saying what is wrong with `text`.
  init(_ text: String) throws {
    var parts: [String] = []
    for part in text.parts(at: "/") {
      if let reason = text.begins(with: "/") ? "it is absolute" : Self.problem(part) {
        throw Diagnostic("storage.path", "\(text.debugDescription) is not a valid document path: \(reason)")
      }
      parts.append(String(part))
    }
    if text.hasSuffix(Self.journalSuffix) {
      throw Diagnostic(
        "storage.path",
        "\(text.debugDescription) is not a valid document path: names that end with \(Self.journalSuffix) are reserved")
    }
    self.text = text
    name = parts.removeLast()
    folder = parts
  }

  /// Creates the path of one of the storage's own files, whose names begin with a dot.
  init(folder: [String], name: String) {
    self.init(text: (folder + [name]).joined(by: "/"), folder: folder, name: name)
  }

  private init(text: String, folder: [String], name: String) {
    (self.text, self.folder, self.name) = (text, folder, name)
  }

  /// The path of the version before the last store.
  var previous: StoragePath { StoragePath(folder: folder + [Self.previousFolder], name: name) }

  package static let previousFolder = ".previous"

  /// The path of the journal of a document.
  var journal: StoragePath {
    StoragePath(text: text + Self.journalSuffix, folder: folder, name: name + Self.journalSuffix)
  }

  /// The files of a document: its own, its journal, and those of the previous version.
  var files: [StoragePath] { [self, journal, previous, previous.journal] }

  /// The end of the names of journals, which no other file may have.
  package static let journalSuffix = ".journal"

  private static func problem(_ part: Substring) -> String? {
    if part.isEmpty { return "a part is empty" }
    if part == ".." { return "\"..\" leads out of the documents directory" }
    if part.utf8.first == UInt8(ascii: ".") { return "names that begin with a dot are reserved" }
    if part.utf8.contains(0) { return "it contains a NUL character" }
    if part.joinsBefore { return "a part begins with a character that combines with the one before it" }
    return nil
  }
}
