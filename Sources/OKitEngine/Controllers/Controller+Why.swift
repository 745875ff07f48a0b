/// Why a screen and its rows show what they show.
extension Controller {
  /// What the binding behind a property read last, when it ran, and which write made it run.
  ///
  /// - Parameters:
  ///   - row: nil for the controller's own properties.
  ///   - property: a property of the cell (`detailPath`) or the controller, or the field of the screen that it fills
  ///     (`detail`).
  /// - Throws: `controller.unknownProperty` with the nearest name; `controller.property` when the property is not given.
  public func why(_ row: RowID?, _ property: String) throws -> BindingReport {
    let holders = holders(of: row)
    let name = holders.first.flatMap { Self.property(of: property, $0.component.kind) } ?? property
    for holder in holders {
      // What is shown has been evaluated in this context.
      if let report = holder.why(name) { return report }
    }
    let thing = row == nil ? "screen" : "row"
    let fields = row == nil ? Self.screenFields : Self.rowFields
    let known = holders.flatMap { Array(PropertySchema.table(of: $0.component.kind).keys) } + fields
    guard known.contains(name) else {
      throw Diagnostic(
        "controller.unknownProperty", "the \(thing) has no property \"\(property)\"",
        hint: NearestName.hint(for: property, in: known))
    }
    throw Diagnostic("controller.property", "nothing is given for \"\(name)\" of this \(thing)")
  }

  /// What all bindings behind a row, or the screen itself, read last; constants and what nobody has looked at left out.
  public func why(_ row: RowID?) -> [BindingReport] { holders(of: row).flatMap(\.why) }

  private func holders(of row: RowID?) -> [BoundProperties] { row.map(boundProperties) ?? [properties] }

  private static let rowFields = ["text", "detail", "image", "ribbon", "accessory", "button", "control"]
  private static let screenFields = ["title", "subtitle", "prompt"]

  /// The property that fills a field of the screen.
  private static func property(of field: String, _ kind: ComponentKind) -> String? {
    switch field {
    case "title": return kind.isCell ? nil : "titlePath"
    case "subtitle": return kind.isCell ? nil : "subTitlePath"
    case "prompt": return kind.isCell ? nil : "promptPath"
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
