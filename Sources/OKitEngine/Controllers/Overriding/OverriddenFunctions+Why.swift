/// Explanations of what functions of scripts have returned.
extension OverriddenFunctions {
  /// Returns what a function has read whose value the row shows.
  ///
  /// - Parameter name: The function, or the part of the row that it fills (`text`); nil for another name, and for a
  ///   function that has not run.
  func why(_ name: String) -> BindingReport? {
    let row = OverridableFunction.rowFor.name
    if case .map(let fields)? = lastValue(of: row), fields[name] != nil { return report(row) }
    guard let field = PropertySchema.Field(rawValue: name) else { return report(name) }
    return definition.descriptor.functions.lazy.filter { $0.field == field }.compactMap { self.report($0.name) }.first
  }

  /// The same of all functions that have run, by name.
  var why: [BindingReport] { shownNames.sorted().compactMap(report) }
}
