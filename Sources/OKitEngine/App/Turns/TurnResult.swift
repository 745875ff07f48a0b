/// What an action has caused.
public struct TurnResult: Sendable, Hashable {
  /// The net changes of the models, in order.
  public var changes: [Patch]
  /// The problems that it has reported, and that have not stopped it.
  public var diagnostics: [Diagnostic]

  package init(changes: [Patch], diagnostics: [Diagnostic]) {
    (self.changes, self.diagnostics) = (changes, diagnostics)
  }
}
