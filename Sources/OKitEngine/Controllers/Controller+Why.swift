/// Why a row shows what it shows.
extension Controller {
  /// What the binding behind a row's property read last, and which write made it run.
  ///
  /// - Parameter property: a property of the cell (`detailPath`), or the field of the screen that it fills (`detail`).
  /// - Throws: `controller.unknownProperty` with the nearest name; `controller.property` when the property is not given.
  public func why(_ row: RowID, _ property: String) throws -> BindingReport {
    let holders = boundProperties(of: row)
    let name = holders.first.flatMap { Self.property(of: property, $0.component.kind, isEditing) } ?? property
    for holder in holders {
      // What is shown has been evaluated in this context.
      if let report = holder.why(name) { return report }
    }
    let known = holders.flatMap { Array(PropertySchema.table(of: $0.component.kind).keys) } + Self.fields
    guard known.contains(name) else {
      throw Diagnostic(
        "controller.unknownProperty", "the row has no property \"\(property)\"",
        hint: NearestName.hint(for: property, in: known))
    }
    throw Diagnostic("controller.property", "nothing is given for \"\(name)\" of this row")
  }

  private static let fields = ["text", "detail", "image", "ribbon", "accessory", "button", "control"]

  /// The property that fills a field of the screen.
  private static func property(of field: String, _ kind: ComponentKind, _ editing: Bool) -> String? {
    switch field {
    case "text": return "path"
    case "detail": return "detailPath"
    case "image": return "imagePath"
    case "ribbon": return "ribbonColor"
    case "accessory": return "accyPath"
    case "button": return "accyText"
    case "control":
      switch kind {
      case .switchCell: return "onPath"
      case .textCell, .multilineCell: return "textPath"
      case .dateCell: return "datePath"
      case .segmentCell: return "selectIndexPath"
      case .pickerCell: return "selectionPath"
      case .sliderCell, .stepperCell: return "valuePath"
      default: return nil
      }
    default: return nil
    }
  }
}
