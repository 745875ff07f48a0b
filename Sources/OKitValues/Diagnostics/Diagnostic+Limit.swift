extension Diagnostic {
  /// A limit of an application: `limit` of a diagnostic names the one that was exceeded.
  public enum Limit: String, Sendable, CaseIterable {
    /// The memory of Lua.
    case memory
    /// The memory of models, texts, blobs and whatever else an application has outside of Lua.
    case growth
    case time, instructions
    /// The depth of calls.
    case depth
    /// The size of a stored model.
    case document
  }

  /// The error of the program that is the reason: what a Swift function threw that a script called, or a storage, a
  /// transport or a key source of the program. Two diagnostics are equal whatever these are.
  public var underlying: (any Error)? {
    get { underlyingError?.error }
    set { underlyingError = newValue.map(UnderlyingError.init) }
  }

  /// Returns the same diagnostic with the error of the program that is the reason.
  package func caused(by error: any Error) -> Diagnostic {
    var copy = self
    copy.underlying = error
    return copy
  }
}

/// An error behind a reference, which does not count for equality.
package final class UnderlyingError: Sendable, Hashable {
  package let error: any Error

  package init(_ error: any Error) { self.error = error }

  package static func == (left: UnderlyingError, right: UnderlyingError) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
