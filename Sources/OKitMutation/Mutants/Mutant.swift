/// One change of a script that tests should notice.
package struct Mutant: Sendable, Hashable {
  /// A line and a column, in characters, both from 1.
  package struct Position: Sendable, Hashable, Comparable {
    package var line: Int
    package var column: Int

    package static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
  }

  /// An outcome of a branch without which the changed code does not run.
  struct Condition: Sendable, Hashable {
    /// The place of the branch in coverage.
    let place: Position
    let outcome: Bool
  }

  /// The script, as messages name it.
  package let file: String
  /// The UTF-8 offsets of what is replaced.
  package let range: SourceRange
  package let start: Position
  /// After the last character.
  package let end: Position
  package let replacement: String
  package let mutator: Mutator
  /// The changed code and what it becomes: `stock > 0 → stock >= 0`.
  package let change: String
  /// The same in each run on the same script.
  package let id: String
  /// The first lines of the statements around it, innermost first, up to the innermost function; nil outside of
  /// functions, where all runs with the script.
  package let statementLines: [Int]?
  /// The conditions and the operators `and` and `or` around it.
  let conditions: [Condition]
  /// The place of the text of the binding that it changes; nil for anything else.
  let binding: Position?
  /// Why a comment excludes it; nil for one that is tested.
  package let ignoreReason: String?

  /// The lines that it changes.
  package var lines: ClosedRange<Int> { start.line...max(start.line, end.column == 1 ? end.line - 1 : end.line) }

  /// Returns the script with the change.
  package func apply(to text: String) -> String {
    let bytes = Array(text.utf8)
    guard range.upper <= bytes.count else { return text }
    return String(decoding: bytes[..<range.lower] + replacement.utf8 + bytes[range.upper...], as: UTF8.self)
  }
}
