/// The changes that give a symbol another name.
package struct SymbolRename: Sendable {
  package struct Edit: Hashable, Sendable {
    package var file: String
    /// The UTF-8 offsets that the new text replaces.
    package var range: SourceRange
    package var text: String
  }

  package var symbol: Symbol
  package var newName: String
  /// Sorted by file and place.
  package var edits: [Edit]
  /// What the edits cannot change, such as stored documents: whole sentences.
  package var notes: [String]
}

/// Renaming. Edits either name every place, or none: a rename fails where a place may name the symbol without saying
/// so.
extension SymbolIndex {
  /// Returns the name at an offset that can be renamed.
  ///
  /// - Throws: `rename.none` where nothing of the application is named, `rename.kind` for what has a name outside of
  ///   the files.
  package func renamed(at offset: Int, in file: String) throws(Diagnostic) -> Occurrence {
    let found = occurrences(at: offset, in: file)
    guard let first = found.first else {
      throw Diagnostic(
        "rename.none", "there is no name of the application at this place",
        hint: "rename properties, functions, controllers and localized texts")
    }
    let symbol = first.symbol
    switch symbol.kind {
    case .property, .function, .controllerFunction, .controller, .localizedText: break
    case .model:
      throw Diagnostic(
        "rename.kind", "the model \"\(symbol.name)\" cannot be renamed: its stored document has this name")
    case .entityClass:
      throw Diagnostic(
        "rename.kind", "the class \(symbol.name) cannot be renamed: stored documents name the classes of entities")
    case .componentClass:
      throw Diagnostic("rename.kind", "the class \(symbol.name) cannot be renamed")
    }
    guard found.count == 1 else {
      let names = found.map(\.symbol.description).joined(separator: ", ")
      throw Diagnostic("rename.shared", "this name stands for several symbols: \(names)", place: place(of: first))
    }
    guard !definitions(of: symbol).isEmpty else {
      throw Diagnostic("rename.none", "nothing in the files defines \(symbol.description)")
    }
    return first
  }

  /// Returns the changes that rename what is named at an offset.
  ///
  /// - Throws: what `renamed` throws; `rename.name` for a name that is not one or is taken, `rename.shared` where a
  ///   place names another symbol too, `rename.uncertain` with notes for places of which it is not known.
  package func rename(at offset: Int, in file: String, to newName: String) throws(Diagnostic) -> SymbolRename {
    let symbol = try renamed(at: offset, in: file).symbol
    return try rename(symbol, to: newName)
  }

  /// Returns the changes that rename a symbol; see `rename(at:in:to:)`.
  package func rename(_ symbol: Symbol, to newName: String) throws(Diagnostic) -> SymbolRename {
    guard newName != symbol.name else { return SymbolRename(symbol: symbol, newName: newName, edits: [], notes: []) }
    try checkName(newName, for: symbol)
    try checkTaken(newName, for: symbol)
    let places = references(to: symbol)
    try checkShared(places, symbol)
    try checkUncertain(symbol)
    let edits = places.map { SymbolRename.Edit(file: $0.file, range: $0.range, text: text(newName, at: $0)) }
    return SymbolRename(symbol: symbol, newName: newName, edits: edits, notes: notes(symbol, newName))
  }

  /// A key without quotes in a file of texts gets them where its new name needs them.
  private func text(_ newName: String, at place: Occurrence) -> String {
    guard place.context == .texts, let bytes = facts.contents[place.file],
      place.range.lower == 0 || bytes[safe: SourceRange(place.range.lower - 1, place.range.lower)].first != 0x22,
      !newName.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || "0123456789_.-$:".unicodeScalars.contains($0) }
      )
    else { return newName }
    return "\"\(newName)\""
  }

  // MARK: The new name

  private func checkName(_ name: String, for symbol: Symbol) throws(Diagnostic) {
    switch symbol.kind {
    case .property, .function, .controllerFunction:
      guard LuaToken.isName(name) else {
        throw Diagnostic(
          "rename.name", "\"\(name)\" is not a name of Lua", hint: "use letters, digits and \"_\", and no keyword")
      }
      if symbol.kind == .property, ["id", "parent", "model", "ref", "type", "value"].contains(name), name != "type" {
        throw Diagnostic("rename.name", "\"\(name)\" is taken: bindings give this name a meaning")
      }
      guard BindingNames.isName(name), symbol.kind == .property || FormulaFunction.named(name) == nil else {
        throw Diagnostic("rename.name", "formulas give \"\(name)\" another meaning", hint: "use another name")
      }
    case .controller:
      let unusable = ["\"", "'", "\\", "<", "&", "\n"]
      guard !name.isEmpty, !unusable.contains(where: name.contains) else {
        throw Diagnostic("rename.name", "\"\(name)\" is not a name of a controller", hint: "use letters and digits")
      }
    case .localizedText:
      guard BindingNames.isKey(name), !name.contains("\""), !name.contains("'") else {
        throw Diagnostic(
          "rename.name", "\"\(name)\" cannot be written as a key in bindings",
          hint: "use no signs of bindings, such as \",\", \"(\" and \"/\"")
      }
    case .model, .entityClass, .componentClass: throw Diagnostic("rename.kind", "\(symbol.name) cannot be renamed")
    }
  }

  private func checkTaken(_ name: String, for symbol: Symbol) throws(Diagnostic) {
    let owner: String
    switch symbol.kind {
    case .property, .function, .controllerFunction:
      owner = symbol.owner ?? ""
      let taken = facts.names[owner]?.contains(name) == true
      let used = symbols.contains { other in
        guard other.name == name else { return false }
        return other.owner == owner || (symbol.kind != .property && other.kind == .controllerFunction)
          || (symbol.kind == .controllerFunction && (other.kind == .function || other.kind == .property))
      }
      guard taken || used else { return }
    case .controller:
      owner = "the application"
      guard facts.controllers.contains(name) || facts.openedByName.contains(name) else { return }
    case .localizedText:
      owner = "the application"
      guard facts.texts.contains(name) || facts.impliedTexts[name] != nil else { return }
    case .model, .entityClass, .componentClass: return
    }
    throw Diagnostic("rename.name", "\"\(name)\" is taken: \(owner) has this name already", hint: "use another name")
  }

  // MARK: The places

  private func checkShared(_ places: [Occurrence], _ symbol: Symbol) throws(Diagnostic) {
    for found in places {
      let others = occurrences(at: found.range.lower, in: found.file).filter {
        $0.range == found.range && $0.symbol != symbol
      }
      if let other = others.first {
        throw Diagnostic(
          "rename.shared",
          "\(place(of: found)): the name stands for \(symbol.description) and for \(other.symbol.description)",
          place: place(of: found), hint: "write the two names at places of their own")
      }
      if facts.contents[found.file].map({ !$0[safe: found.range].elementsEqual(symbol.name.utf8) }) == true {
        throw Diagnostic(
          "rename.uncertain", "\(symbol.description) is written with escapes here", place: place(of: found),
          hint: "write the name as it is")
      }
    }
  }

  private func checkUncertain(_ symbol: Symbol) throws(Diagnostic) {
    var places = uncertain[symbol.kind.isText ? .text(symbol.name) : .name(symbol.name)]
    switch symbol.kind {
    case .property, .function: places += uncertain[.anyName]
    case .controllerFunction: break
    case .controller:
      places += uncertain[.anyController]
      if facts.openedByName.contains(symbol.name) {
        throw Diagnostic(
          "rename.kind", "okit opens \"\(symbol.name)\" by this name",
          hint: "give the application controller a homeIdentifier or a menuIdentifier")
      }
    case .localizedText:
      places += uncertain[.anyText]
      if let reason = facts.impliedTexts[symbol.name] {
        throw Diagnostic("rename.uncertain", "\"\(symbol.name)\" cannot be renamed: \(reason)")
      }
    case .model, .entityClass, .componentClass: break
    }
    places += facts.unreadable.filter { $0.text.contains(symbol.name) }.map {
      UncertainPlace(file: $0.name, range: SourceRange(0, 0), reason: "the script cannot be parsed")
    }
    places = places.filter { place in
      let line = facts.lines[place.file]?.line(of: place.range.lower) ?? 0
      return !facts.ignored.contains("rename.uncertain", place.file, line)
    }
    guard !places.isEmpty else { return }
    let shown = places.prefix(5).map { "\(self.place(of: $0.range, in: $0.file)): \($0.reason)" }
    let rest = places.count > shown.count ? ["and \(places.count - shown.count) more places"] : []
    throw Diagnostic(
      "rename.uncertain",
      "\(places.count) place\(places.count == 1 ? "" : "s") may name \(symbol.description): "
        + (shown + rest).joined(separator: "; "),
      place: self.place(of: places[0].range, in: places[0].file),
      hint: "write -- okit: ignore rename.uncertain in the line of each place that means something else")
  }

  private func notes(_ symbol: Symbol, _ newName: String) -> [String] {
    switch symbol.kind {
    case .property:
      guard facts.stored.contains(symbol) else { return [] }
      return [
        "Stored documents keep the name \"\(symbol.name)\". Increase the version of the model, and set "
          + "new.\(newName) = old.\(symbol.name) in its function migrate; in a database, column = \"\(symbol.name)\" "
          + "keeps the column."
      ]
    case .function, .controllerFunction, .controller, .localizedText, .model, .entityClass, .componentClass: return []
    }
  }

  private func place(of occurrence: Occurrence) -> Diagnostic.Place { place(of: occurrence.range, in: occurrence.file) }

  private func place(of range: SourceRange, in file: String) -> Diagnostic.Place {
    guard let place = facts.lines[file]?.place(of: range.lower) else { return .init(file: file) }
    return .init(file: file, line: place.line, column: place.column)
  }
}

extension BindingNames {
  /// Whether bindings and formulas read a text as a name.
  static func isName(_ text: String) -> Bool {
    // A text that is not a binding is not a name either.
    return [text, "=\(text)", "=x.\(text)"].allSatisfy { names(in: $0).last?.name == text }
  }

  /// Whether bindings read a text after a sign as the key of a localized text.
  static func isKey(_ text: String) -> Bool {
    func keys(_ binding: String) -> [String] {
      // A text that is not a binding is not a key either.
      ((try? Binding.parse(binding))?.parts ?? []).flatMap { part -> [String] in
        switch part.kind {
        case .localized(let key): return [key]
        case .path(let path):
          return path.segments.flatMap { segment -> [String] in
            guard case .keyPath(_, let arguments?, _) = segment.kind else { return [] }
            return arguments.compactMap { if case .localized(let key) = $0.kind { key } else { nil } }
          }
        default: return []
        }
      }
    }
    return keys("%\(text)") == [text] && keys("f(%\(text),#1)") == [text] && text.first?.isWhitespace == false
  }
}

extension [UInt8] {
  fileprivate subscript(safe range: SourceRange) -> ArraySlice<UInt8> {
    range.lower >= 0 && range.upper <= count ? self[range.lower..<range.upper] : []
  }
}
