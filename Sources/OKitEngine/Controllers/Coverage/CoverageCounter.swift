/// Something that a script has defined and that tests reach or miss: a binding, a controller, an action.
package struct CoveredDefinition: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Whether its outcomes are true and false.
    case binding(isBool: Bool)
    case controller, cell, action, segue
    /// A button of an alert or a sheet.
    case answer
  }

  package let kind: Kind
  /// The class that defines it; the title of the button of a dialog.
  package let owner: String
  /// The part of the controller, such as `cell`; nil for the controller itself.
  package var part: String?
  /// Which one of several parts it is.
  package var element: String?
  /// Empty for a controller or a cell as a whole.
  package var property = ""
  /// The text of the binding, or the target of the segue; nil for a function.
  package var text: String?
  package let place: Diagnostic.Place

  /// A name such as `tasks/cell/detailPath`.
  package var path: String {
    let part = part.map { part in element.map { "\(part) \($0)" } ?? part }
    return [owner, part, property.isEmpty ? nil : property].compactMap(\.self).joined(separator: "/")
  }
}

/// How often the outcomes of a definition were reached.
package final class CoverageCounter {
  package let item: CoveredDefinition
  package var (values, nils, trues, falses, others) = (0, 0, 0, 0, 0)

  /// Whether the schema never lets a binding be nil.
  package internal(set) var isRequired = false
  /// The number of the item in the report, once it is known; a negative one if the report leaves it out.
  package var number: Int?

  init(_ item: CoveredDefinition) { self.item = item }

  package var isReached: Bool { values + nils + trues + falses + others > 0 }

  /// Counts a value of a binding.
  func count(_ value: Value) {
    if case .binding(true) = item.kind {
      if value.truth { trues += 1 } else { falses += 1 }
    } else if value.isNull {
      nils += 1
    } else {
      values += 1
    }
  }

  package func reset() { (values, nils, trues, falses, others) = (0, 0, 0, 0, 0) }
}
