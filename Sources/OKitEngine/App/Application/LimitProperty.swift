extension Diagnostic.Limit {
  /// The property of the options of an application that holds the limit. Messages about an exceeded limit name it; a
  /// host with names of its own for the limits, such as options of a command, supplies its own hints.
  package var property: String { self == .document ? "documentLimit" : "limits.\(rawValue)" }

  /// The hint for Swift programs.
  package var hint: String { "raise \(property)" }
}
