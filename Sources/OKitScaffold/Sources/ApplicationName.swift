/// The name of an application and its folder.
package struct ApplicationName {
  /// The folder as the command line names it, without slashes at its end.
  package let folder: String
  let words: Words

  /// - Throws: `new.name` for a name that cannot be a folder, or of which no name of a class can be made.
  package init(_ path: String) throws {
    var folder = path
    while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    let name = folder.parts(at: "/").last.map(String.init) ?? folder
    self.folder = folder
    words = Words(name)
    guard name.utf8.count <= Self.maximumLength else {
      throw Diagnostic(
        "new.name", "the name has \(name.utf8.count) bytes, and the limit is \(Self.maximumLength)",
        hint: "use a shorter name")
    }
    guard !name.isEmpty, name != ".", name != "..", !name.begins(with: "-"),
      !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { throw Self.failure(name) }
    guard words.camelCase.first?.isLetter == true else { throw Self.failure(name) }
  }

  /// The name for people: `Book Shop`.
  package var title: String { words.label }

  /// The maximum length of the name in bytes: the temporary folder beside it has a longer one.
  private static let maximumLength = 100

  private static func failure(_ name: String) -> Diagnostic {
    let letters = Words(name).camelCase.drop { !$0.isLetter }
    return Diagnostic(
      "new.name", "\"\(PrintableText.line(name))\" cannot be the name of an application",
      hint: "use a name that begins with an ASCII letter, such as \"\(letters.isEmpty ? "shop" : String(letters))\"")
  }
}
