package import OKitEngine
import OKitLua

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
  /// The places that differ, one a line.
  package var diff: String?
  package var place: Diagnostic.Place?
  /// The line of the script at `place`.
  package var sourceLine: String?
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
    sourceLine: String? = nil, actions: [String] = [], screen: String? = nil, traceback: [Diagnostic.Note] = [],
    diagnostics: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.diff = diff
    self.place = place
    self.sourceLine = sourceLine
    self.actions = actions
    self.screen = screen
    self.traceback = traceback
    self.diagnostics = diagnostics
  }

  /// Sets `sourceLine` from the text of the script that `place` names.
  package mutating func takeSourceLine(from script: String) {
    guard let line = place?.line, line > 0 else { return }
    let lines = script.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard line <= lines.count else { return }
    sourceLine = String(lines[line - 1])
  }
}
