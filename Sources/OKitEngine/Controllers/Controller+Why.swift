/// Explanations of what a screen and its rows show.
extension Controller {
  /// Returns what the binding behind a property, or the script's function in its place, read last, when it ran, and
  /// which write made it run.
  ///
  /// - Parameters:
  ///   - row: nil for the controller's own properties.
  ///   - property: a property of the cell (`detailPath`) or the controller, or the field of the screen that it fills
  ///     (`detail`).
  /// - Throws: `controller.unknownProperty` with the nearest name; `controller.property` when the property is not
  ///   given.
  package func why(_ row: RowID?, _ property: String) throws -> BindingReport {
    hidingSecret(try report(row, property), of: row)
  }

  private func report(_ row: RowID?, _ property: String) throws -> BindingReport {
    if let row, let report = overriddenFunctions(of: row).lazy.compactMap({ $0.why(property) }).first { return report }
    let holders = holders(of: row)
    let name = holders.first.flatMap { Self.property(filling: property, $0.component.descriptor) } ?? property
    for holder in holders {
      // The values on the screen have been evaluated in this context.
      let given = holder.component.values.givenNames.first { $1 == name }?.key
      if let slot = given ?? holder.component.descriptor.table.slot(named: name), let report = holder.why(slot: slot) {
        return report
      }
    }
    let thing = row == nil ? "screen" : "row"
    let fields = row == nil ? PropertySchema.Field.ofScreens : PropertySchema.Field.ofRows
    let known = holders.flatMap(\.component.descriptor.table.names) + fields.map(\.rawValue)
    guard known.contains(name) else {
      throw Diagnostic(
        "controller.unknownProperty", "the \(thing) has no property \"\(property)\"",
        hint: NearestName.hint(for: property, in: known))
    }
    throw Diagnostic("controller.property", "no value is given for \"\(name)\" of this \(thing)")
  }

  /// The name of the property that a part of the row or screen shows.
  private static func property(filling field: String, _ descriptor: ComponentDescriptor) -> String? {
    PropertySchema.Field(rawValue: field).flatMap(descriptor.slot(filling:)).map { descriptor.table.schemas[$0].name }
  }

  /// Returns what all bindings behind a row, or the screen itself, read last, without constants and bindings that have
  /// not run, then the functions of the script that have run for the row.
  package func why(_ row: RowID?) -> [BindingReport] {
    (holders(of: row).flatMap(\.why) + (row.map(overriddenFunctions) ?? []).flatMap(\.why)).map {
      hidingSecret($0, of: row)
    }
  }

  /// Returns the report without the text of a secure field.
  private func hidingSecret(_ report: BindingReport, of row: RowID?) -> BindingReport {
    guard let row, let cell = fields?.cell(of: row), cell.isSecure else { return report }
    let descriptor = cell.component.descriptor
    let control = descriptor.controlSlot.map { descriptor.table.schemas[$0].name }
    let names = [control, "dataPath", OverridableFunction.getText.name]
    guard names.contains(report.property) else { return report }
    var hidden = report
    hidden.value = report.value.map { _ in Secrets.mask }
    return hidden
  }

  private func holders(of row: RowID?) -> [BoundProperties] {
    row.map(boundProperties) ?? [properties] + shownViews.map(\.properties)
  }
}
