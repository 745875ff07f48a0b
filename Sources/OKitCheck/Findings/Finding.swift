/// A mistake in an application, at a place in one of its files.
package struct Finding: Hashable, Sendable {
  package var code: String
  package var severity: Diagnostic.Severity
  /// The problem in one sentence.
  package var message: String
  /// The nearest name, or what to write instead.
  package var hint: String?
  package var file: String
  /// From 1.
  package var line: Int
  /// In characters, from 1.
  package var column: Int
  /// The column after the part that is wrong; the same as `column` for an empty one.
  package var endColumn: Int
  /// The line, cut around the part that is wrong.
  package var excerpt: ShownLine

  package init(
    code: String, severity: Diagnostic.Severity, message: String, hint: String? = nil, file: String, line: Int,
    column: Int, endColumn: Int, excerpt: ShownLine
  ) {
    (self.code, self.severity, self.message, self.hint) = (code, severity, message, hint)
    (self.file, self.line, self.column, self.endColumn, self.excerpt) = (file, line, column, endColumn, excerpt)
  }

  /// Whether it is the same mistake at the same place as another finding.
  func isAtPlace(of other: Finding) -> Bool {
    (file, line, column, code) == (other.file, other.line, other.column, other.code)
  }

  /// Findings are sorted by place.
  package static func isOrdered(_ a: Finding, _ b: Finding) -> Bool {
    (a.file, a.line, a.column, a.code, a.message) < (b.file, b.line, b.column, b.code, b.message)
  }
}

/// A mistake at a range of UTF-8 offsets in a script.
typealias LocatedDiagnostic = (diagnostic: Diagnostic, range: SourceRange)

/// The result of checking one application.
package struct CheckResult: Sendable {
  package var findings: [Finding] = []
  /// Whether the script could not be run, so that only a part was checked.
  package var isIncomplete = false
  /// The files that the application has read.
  package var files: Set<String> = []

  package init() {}
}
