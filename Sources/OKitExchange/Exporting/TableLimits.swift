extension DocumentExport {
  /// The maximum number of columns of a table, as SQLite has it.
  static let maximumColumns = 2000

  static func tooManyColumns(_ what: String, at place: Diagnostic.Place) -> Diagnostic {
    Diagnostic("export.columns", "expected at most \(maximumColumns) \(what), found more", place: place)
  }
}
