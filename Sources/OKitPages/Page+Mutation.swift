extension Page {
  /// The page of a run of mutants.
  ///
  /// - Parameter mutation: `files`, `tests` and `counts`, as `mutation/main.js` reads them.
  package init(mutation: JSONValue, title: String) throws {
    self.init(.mutation, title: title, data: try mutation.jsonBytes())
  }
}
