/// One reason why a test failed, with what helps to understand it.
package struct TestFailure: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// An `expect` that does not hold.
    case assertion
    /// Any other error: of the test, of the application, of a hook.
    case error
  }

  package var kind: Kind
  /// The expected and the actual value, without the place.
  package var message: String
  /// The code of the error; nil for an assertion, and for an error without one.
  package var code: String?
  /// The nearest name, or how to solve the problem; the message has it too.
  package var hint: String?
  /// The places that differ, one a line.
  package var diff: String?
  package var place: Diagnostic.Place?
  /// The line of the script at `place`, cut around the error.
  package private(set) var sourceLine: String?
  /// The column of the error in `sourceLine`, in characters from 1, if it is known.
  package private(set) var sourceColumn: Int?
  /// The column of the error in the whole line.
  package var column: Int?
  /// The names of the steps in which it happened, outermost first.
  package var steps: [String] = []
  /// The last actions of the test, oldest first.
  package var actions: [String]
  /// The screen at that moment, as text.
  package var screen: String?
  /// The functions that were running, innermost first.
  package var traceback: [Diagnostic.Note]
  /// Diagnostics that the application had reported by then.
  package var diagnostics: [String]

  package init(
    _ kind: Kind = .assertion, _ message: String, diff: String? = nil, place: Diagnostic.Place? = nil,
    sourceLine: String? = nil, column: Int? = nil, actions: [String] = [], screen: String? = nil,
    traceback: [Diagnostic.Note] = [], diagnostics: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.diff = diff
    self.place = place
    self.column = column
    self.actions = actions
    self.screen = screen
    self.traceback = traceback
    self.diagnostics = diagnostics
    if let sourceLine { set(source: sourceLine) }
  }

  /// Applies a mask for secrets to everything but the texts of sources.
  mutating func mask(_ shown: (String) -> String) {
    (message, hint, diff, screen) = (shown(message), hint.map(shown), diff.map(shown), screen.map(shown))
    (actions, diagnostics, steps) = (actions.map(shown), diagnostics.map(shown), steps.map(shown))
  }

  /// Sets a line that was cut already.
  mutating func set(shown line: String?, column: Int?) { (sourceLine, sourceColumn) = (line, column) }

  private mutating func set(source line: some StringProtocol) {
    let before = column.map { line.prefix(max(0, $0 - 1)).utf8.count }
    let shown = ShownLine(line, part: (before ?? 0)..<(before ?? 0))
    (sourceLine, sourceColumn) = (shown.text, before == nil ? nil : shown.column)
  }

  /// An error of a file, with its excerpt.
  package init(_ diagnostic: Diagnostic) {
    let hint = diagnostic.hint.map { " (\($0))" } ?? ""
    self.init(.error, diagnostic.message + hint, place: diagnostic.place, traceback: diagnostic.notes)
    (code, self.hint) = (diagnostic.code.rawValue, diagnostic.hint)
    guard let excerpt = diagnostic.excerpt else { return }
    let shown = excerpt.shown
    sourceLine = shown.text
    guard let range = excerpt.range else { return }
    (sourceColumn, column) = (shown.column, excerpt.source.location(of: range.lower).column)
  }

  /// Sets `sourceLine` from the text of the script that `place` names.
  package mutating func takeSourceLine(from script: String) {
    guard let line = place?.line, line > 0 else { return }
    // Lua counts no other line breaks.
    if let text = ShownLine.line(line, of: script) { set(source: text) }
  }

  /// Sets `sourceLine` from the file that `place` names, if there is one.
  mutating func addSourceLine() {
    guard sourceLine == nil, let place, PathKind(of: place.file) == .file,
      let text = try? ScriptFile.read(place.file)  // A deleted file has no line to show.
    else { return }
    takeSourceLine(from: text)
  }
}
