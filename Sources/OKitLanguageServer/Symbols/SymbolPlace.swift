/// A place in a document at which the names of its application are known.
struct SymbolPlace {
  let workspace: Workspace
  let index: SymbolIndex
  /// The name of the file in the index.
  let file: String
  /// The UTF-8 offset in the text that was checked.
  let offset: Int

  /// - Parameter isExact: whether the answer must know all files as they are now, even if that takes a check.
  /// - Returns: nil for a document of no application, for a text that was changed here since the last complete check,
  ///   and before the first one.
  /// - Throws: invalid parameters; for an exact answer, a script with a mistake.
  init?(_ params: JSONValue, _ workspace: Workspace, isExact: Bool) throws(ResponseError) {
    let document = try workspace.document(try params.required("textDocument") { $0["uri"]?.string })
    let position = try params.required("position", \.position)
    if isExact { try workspace.bringUpToDate(document) }
    guard let found = SymbolFile(document, workspace),
      let offset = found.shift.old(document.text.offset(of: position))
    else { return nil }
    (self.workspace, index, file) = (workspace, found.index, found.file)
    self.offset = offset
  }

  /// The locations of occurrences; those of which the text has changed since are left out.
  func locations(_ occurrences: [Occurrence]) -> [JSONValue] {
    SymbolLocations(index, workspace).all(occurrences)
  }
}

/// A document in the names of its application.
struct SymbolFile {
  let index: SymbolIndex
  /// Its name in the index.
  let file: String
  /// The script with its syntax tree; nil for a file that is none, or that the application does not load.
  let script: LuaScript?
  /// From the text that was checked to that of the document.
  let shift: TextShift

  init?(_ document: OpenDocument, _ workspace: Workspace) {
    guard let path = document.path, let analysis = workspace.application(naming: path)?.analysis,
      let index = analysis.symbols,
      let file = index.files.first(where: { DocumentURI.real($0) == path }), let text = index.text(of: file)
    else { return nil }
    (self.index, self.file) = (index, file)
    script = analysis.scripts.first { $0.file == file }
    shift = TextShift(from: text, to: document.text.bytes)
  }
}

extension Workspace {
  /// Checks the application of a document unless its files are as they were checked.
  ///
  /// - Throws: a script that does not run to its end.
  fileprivate func bringUpToDate(_ document: OpenDocument) throws(ResponseError) {
    guard let path = document.path, let application = application(naming: path) else { return }
    let index = application.analysis?.symbols
    if application.needsCheck,
      index?.files.allSatisfy({ text(of: DocumentURI.real($0))?.bytes == index?.text(of: $0) }) != true
    {
      check(application)
    }
    guard application.isComplete else {
      throw ResponseError(.requestFailed, "the application has a mistake; solve it before you rename")
    }
  }
}

/// The locations of occurrences in the texts that the editor shows. Each file is read once.
struct SymbolLocations {
  private let index: SymbolIndex
  private let workspace: Workspace

  init(_ index: SymbolIndex, _ workspace: Workspace) { (self.index, self.workspace) = (index, workspace) }

  func all(_ occurrences: [Occurrence]) -> [JSONValue] {
    var files: [String: (uri: String, text: DocumentText, shift: TextShift)] = [:]
    return occurrences.compactMap { occurrence -> JSONValue? in
      if files[occurrence.file] == nil {
        let path = DocumentURI.real(occurrence.file)
        guard let text = workspace.text(of: path), let old = index.text(of: occurrence.file) else { return nil }
        files[occurrence.file] = (workspace.uri(of: path), text, TextShift(from: old, to: text.bytes))
      }
      guard let (uri, text, shift) = files[occurrence.file], let range = shift.new(occurrence.range) else { return nil }
      return ["uri": .string(uri), "range": text.range(range)]
    }
  }
}

/// Where the places of a text are in a changed version of it: before and after the part that has changed.
struct TextShift {
  private let prefix: Int
  private let suffix: Int
  private let oldCount: Int
  private let newCount: Int

  init(from old: [UInt8], to new: [UInt8]) {
    (oldCount, newCount) = (old.count, new.count)
    guard old != new else {
      (prefix, suffix) = (old.count, 0)
      return
    }
    let shorter = min(old.count, new.count)
    var (prefix, suffix) = (0, 0)
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    while suffix < shorter - prefix, old[old.count - suffix - 1] == new[new.count - suffix - 1] { suffix += 1 }
    (self.prefix, self.suffix) = (prefix, suffix)
  }

  /// The offset in the old text; nil inside of the change.
  func old(_ offset: Int) -> Int? {
    if offset <= prefix { return offset }
    return offset >= newCount - suffix ? offset - newCount + oldCount : nil
  }

  /// The range in the new text; nil for one that touches the change.
  func new(_ range: SourceRange) -> SourceRange? {
    if range.upper <= prefix { return range }
    guard range.lower >= oldCount - suffix else { return nil }
    return SourceRange(range.lower - oldCount + newCount, range.upper - oldCount + newCount)
  }
}
