extension DrivenRow {
  /// What the binding behind a property of the row read last, and which write made it run.
  ///
  /// - Throws: `row.gone`, `controller.unknownProperty` with the nearest name, `controller.property`.
  public func why(_ property: String) throws -> BindingReport {
    _ = try row()
    guard let top = driver.runtime.top else { throw Diagnostic("row.gone", "there is no screen") }
    return try top.why(id, property)
  }
}
