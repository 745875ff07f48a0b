extension Diagnostic.Limit {
  /// The property of the options of an application that holds the limit.
  package var property: String { self == .document ? "documentLimit" : "limits.\(rawValue)" }

  /// The hint for Swift programs.
  package var hint: String { "raise \(property)" }

  /// The limit that a hint for Swift programs is about; nil for another hint.
  package init?(hint: String) {
    guard let limit = Self.allCases.first(where: { $0.hint == hint }) else { return nil }
    self = limit
  }
}
