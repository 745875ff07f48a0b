/// What an item of a coverage report is.
package enum CoverageKind: String, Sendable, CaseIterable {
  case line, function, branch, binding, controller, cell, action, segue, answer

  /// What the summary and the options call several of them: `lines`.
  package var plural: String { self == .branch ? "branches" : rawValue + "s" }

  package init?(plural: String) {
    guard let kind = Self.allCases.first(where: { $0.plural == plural }) else { return nil }
    self = kind
  }
}

/// What an item of a coverage report can do, once or several times.
package enum CoverageOutcome: String, Sendable, CaseIterable {
  /// A line or function ran.
  case run
  /// A condition or a binding with a Bool.
  case `true`, `false`
  /// A binding.
  case value, `nil`
  /// A controller or a cell was on the screen.
  case shown
  /// An action, or the transition to another screen.
  case performed
  /// The answer of a dialog was chosen.
  case chosen
}
