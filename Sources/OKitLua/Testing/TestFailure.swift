public import OKitEngine

/// One reason why a test failed, with what helps to understand it.
public struct TestFailure: Sendable, Hashable {
  public enum Kind: String, Sendable {
    /// An `expect` that does not hold.
    case assertion
    /// Any other error: of the test, of the application, of a hook.
    case error
  }

  public var kind: Kind
  /// What was expected and what was found, without the place.
  public var message: String
  /// The places that differ, one a line.
  public var diff: String?
  public var place: Diagnostic.Place?
  /// The line of the script at `place`.
  public var sourceLine: String?
  /// What the test did last, oldest first.
  public var actions: [String]
  /// The screen at that moment, as text.
  public var screen: String?
  /// The functions that were running, innermost first.
  public var traceback: [String]
  /// Diagnostics that the application had reported by then.
  public var diagnostics: [String]

  public init(
    _ kind: Kind = .assertion, _ message: String, diff: String? = nil, place: Diagnostic.Place? = nil,
    sourceLine: String? = nil, actions: [String] = [], screen: String? = nil, traceback: [String] = [],
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
  public mutating func takeSourceLine(from script: String) {
    guard let line = place?.line, line > 0 else { return }
    let lines = script.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard line <= lines.count else { return }
    sourceLine = String(lines[line - 1])
  }
}
