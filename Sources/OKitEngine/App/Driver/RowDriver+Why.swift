/// Explanations of what the screen shows.
extension RowDriver {
  /// Returns what the binding behind a property of the row read last, when it ran, and which write made it run.
  ///
  /// - Throws: `row.gone`, `controller.unknownProperty` with the nearest name, `controller.property`.
  package func why(_ property: String) throws -> BindingReport {
    _ = try row()
    return try driver.shownController().why(id, property)
  }

  /// The same of all bindings of the row that have run, by property.
  package func why() throws -> [BindingReport] {
    _ = try row()
    return try driver.shownController().why(id)
  }
}

extension AppDriver {
  /// Returns what the binding behind a property of the screen itself (`titlePath`, or the field `title`) read last.
  ///
  /// - Throws: `row.gone` without a screen, `controller.unknownProperty` with the nearest name, `controller.property`.
  package func why(_ property: String) throws -> BindingReport {
    _ = screen
    return try shownController().why(nil, property)
  }

  /// The same of all bindings of the screen itself that have run, by property.
  package func why() throws -> [BindingReport] {
    _ = screen
    return try shownController().why(nil)
  }

  func shownController() throws -> Controller {
    try runtime.checkUncovered()
    guard let top else { throw Diagnostic("row.gone", "no screen is open") }
    return top
  }
}
