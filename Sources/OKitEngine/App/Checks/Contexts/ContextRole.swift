/// In whose context a property of a component is read.
package enum ContextRole {
  /// In the context that the component is given: by its opener, its list or its controller.
  case given
  /// In the component's own context, at the end of its `contextPath`.
  case own
  /// In the context of each row of a list.
  case row
  /// At the end of the `selectionContextPath` of a selection.
  case selection
  /// In the context of each option of a picker.
  case option
  /// In the context of each element of the `columnsPath` of a grid.
  case column
}

extension ComponentDescriptor {
  /// Returns in whose context a property is read.
  ///
  /// - Parameter isInRow: whether the component is the cell of a list.
  package func contextRole(of property: String, isInRow: Bool) -> ContextRole {
    switch property {
    case "contextPath": return .given
    case "selectionContextPath" where isController: return .given
    case "selectionPath" where isController: return .selection
    case _ where isKind(of: .list) && Self.rowProperties.contains(property): return .row
    case "columnHeader" where isController: return .column
    case "namePath" where isKind(of: .pickerCell): return .option
    case "sort" where self === Self.column: return .row
    case "tap" where isCell, "tapEdit" where isCell: return isInRow ? .given : .own
    default: return .own
    }
  }

  /// The properties of a list that are read for each row; a list reads the others itself.
  private static let rowProperties: Set = [
    "rowSort", "group", "groupName", "reorderEnabled", "selectPath", "searchPath", "searchFilterPath", "navEnabled",
    "deleteEnabled", "moreEnabled", "moreTap", "moreActions", "moreActionsEnabled", "moreActionsTap", "quickEnabled",
    "quickTap", "tap", "tapEdit", "editEnabled", "autoDeselect", "cellPath", "rowHeader",
  ]
}
