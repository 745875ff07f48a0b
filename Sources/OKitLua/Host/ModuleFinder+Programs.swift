/// Recognizes programs before they run.
extension ModuleFinder {
  /// Parts of a text that may define a controller, or that run code which the text does not show.
  private static let marks = ["Controller", "Contoller", "load", "dofile", "okit[", "_G", "_ENV"]

  /// Whether a script cannot define a controller: neither its text nor that of a module that it requires mentions one.
  ///
  /// - Throws: what reading a module throws.
  func isProgram(_ text: String) throws -> Bool {
    var texts = [text]
    var known: Set<String> = ["okit"]
    while let text = texts.popLast() {
      if Self.marks.contains(where: text.contains) { return false }
      let names = text.matches(of: /require\s*\(?\s*["']([^"']*)["']/).map { String($0.1) }
      // A computed name is that of any module.
      guard names.count == text.matches(of: /require/).count else { return false }
      for name in names where known.insert(name).inserted {
        guard let module = try find(name), module.library == nil else { return false }
        texts.append(module.text)
      }
    }
    return true
  }
}
