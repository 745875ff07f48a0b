internal import OKitStorage

/// The lines whose mutants are tested.
package struct MutationScope: Sendable, Hashable {
  /// Lines of a file, or of the files in a folder.
  struct Part: Sendable, Hashable {
    /// Without symbolic links.
    var path: String
    /// Nil for all.
    var lines: [ClosedRange<Int>]?
  }

  private var parts: [Part] = []
  private var diff: [Part]?

  package init() {}

  /// Whether no part was chosen: all scripts of the applications below the current folder.
  package var isEverything: Bool { parts.isEmpty && diff == nil }

  /// Whether only lines that a diff adds were chosen.
  var isDiff: Bool { diff != nil }

  /// Adds what an argument names: `FILE`, `FILE:LINE`, `FILE:LINE-LINE` or a folder.
  ///
  /// - Throws: `mutation.target` for a file that does not exist, and for lines that are none.
  package mutating func add(_ argument: String) throws(Diagnostic) {
    var (path, lines) = (argument, [ClosedRange<Int>]?.none)
    if PathKind(of: path) == .missing, let colon = argument.lastIndex(of: ":") {
      let numbers = argument[argument.index(after: colon)...].split(separator: "-", omittingEmptySubsequences: false)
      let values = numbers.compactMap { Int($0) }
      if values.count == numbers.count, (1...2).contains(values.count), let first = values.first,
        let last = values.last
      {
        guard first >= 1, last >= first else {
          throw Diagnostic(
            "mutation.target", "\(PrintableText.quoted(argument)) has no lines", hint: "write app.lua:3 or app.lua:3-9")
        }
        (path, lines) = (String(argument[..<colon]), [first...last])
      }
    }
    guard let real = SystemFile.realPath(path) else {
      throw Diagnostic(
        "mutation.target", "there is no file \(PrintableText.line(path)) to mutate",
        hint: "name a script of the application: --mutate app.lua or --mutate app.lua:3-9")
    }
    parts.append(Part(path: real, lines: lines))
  }

  /// Limits the mutants to the lines that a unified diff adds.
  ///
  /// - Throws: `mutation.diff`.
  package mutating func limit(toDiff text: String, file: String) throws(Diagnostic) {
    diff = try UnifiedDiff(text, file: file).added.map { path, lines in
      Part(path: SystemFile.realPath(path) ?? path, lines: lines)
    }
  }

  /// Whether mutants of a file may be tested.
  ///
  /// - Parameter path: Without symbolic links.
  func contains(file path: String) -> Bool { [parts.isEmpty ? nil : parts, diff].allSatisfy { Self.has($0, path) } }

  func contains(_ mutant: Mutant, in path: String) -> Bool {
    [parts.isEmpty ? nil : parts, diff].allSatisfy { Self.has($0, path, mutant.lines) }
  }

  private static func has(_ parts: [Part]?, _ path: String, _ lines: ClosedRange<Int>? = nil) -> Bool {
    guard let parts else { return true }
    return parts.contains { part in
      guard part.path == path || path.begins(with: part.path + "/") else { return false }
      guard let lines, let own = part.lines else { return true }
      return own.contains { $0.overlaps(lines) }
    }
  }

  /// The files that were named alone; a mistake if none of them has a mutant.
  var names: [String] { parts.map(\.path) }
}
