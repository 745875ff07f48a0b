/// What an exploration checks.
package enum Oracle: String, Sendable, Hashable, CaseIterable {
  /// An error of a script, an exceeded limit, a diagnostic.
  case error
  /// A screen on which no action changes anything.
  case deadEnd
  /// A relaunch gives the same models, and the home screen that they give.
  case store
  /// Undoing a step gives the models before it.
  case undo
  /// Redoing it gives the models after it.
  case redo
  /// The screen equals one that is built from scratch.
  case stale
  /// What the test expects.
  case property

  package static let names = allCases.map(\.rawValue)

  /// The code of its faults; those of `error` have their own.
  var code: Diagnostic.Code {
    switch self {
    case .error: "function.failed"
    case .deadEnd: "explore.deadEnd"
    case .store: "explore.store"
    case .undo: "explore.undo"
    case .redo: "explore.redo"
    case .stale: "explore.stale"
    case .property: "explore.property"
    }
  }
}

/// A fault that an oracle has found.
package struct ExploredFault: Error, Sendable, Hashable {
  package var oracle: Oracle
  /// Its code, message and place.
  package var diagnostic: Diagnostic
  /// What tells it from other faults at the same place: a property, a path without data.
  package var subject: String

  package init(_ oracle: Oracle, _ diagnostic: Diagnostic, subject: String = "") {
    (self.oracle, self.diagnostic, self.subject) = (oracle, diagnostic, subject)
  }

  package init(_ oracle: Oracle, _ message: String, place: Diagnostic.Place?, subject: String) {
    self.init(oracle, Diagnostic(oracle.code, message, place: place), subject: subject)
  }

  /// What is equal for two flows to the same fault.
  package struct Cause: Sendable, Hashable {
    package let oracle: Oracle
    package let code: String
    package let file: String
    package let line: Int
    package let subject: String
  }

  package var cause: Cause {
    // What a model loses, it loses on every screen.
    let place: Diagnostic.Place? =
      switch oracle {
      case .store, .undo, .redo: nil
      case .error, .deadEnd, .stale, .property: diagnostic.place
      }
    return Cause(
      oracle: oracle, code: diagnostic.code.rawValue, file: place?.file ?? "", line: place?.line ?? 0,
      subject: subject)
  }
}

extension Diagnostic {
  /// Whether a function of a script was running.
  fileprivate var hasFrames: Bool { notes.contains { if case .frame = $0 { true } else { false } } }
}

extension ExploredFault {
  /// The fault of a diagnostic that an application has reported; nil for what is not one: input and removals that the
  /// model refuses, one screen too many after a walk along references, and failed requests that models send.
  package init?(reported diagnostic: Diagnostic) {
    let code = diagnostic.code.rawValue
    guard diagnostic.severity != .note, !Self.refusals.contains(code), !code.hasPrefix("http.") else { return nil }
    // A server does not have what it had before.
    if code == "storage.missing", diagnostic.place?.file.contains("://") == true { return nil }
    // What a person has entered does not fit the property of its control.
    if code == "model.type", diagnostic.origin?.part != nil, !diagnostic.hasFrames { return nil }
    // Without a line of a script, a message tells two problems apart.
    self.init(.error, diagnostic, subject: diagnostic.place == nil ? diagnostic.origin?.label ?? "" : "")
  }

  private static let refusals: Set = [
    "app.endpoint", "cell.invalid", "cell.url", "cell.value", "form.discarded", "lua.exit", "model.invalid",
    "model.restricted", "navigation.depth",
  ]
}
