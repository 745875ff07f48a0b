extension ComponentDescriptor {
  package static let progressCell = declare(
    "ModelProgressCell", .cell(ProgressCell.self), extends: tableCell, control: .progress,
    functions: [.getValue, .getMaxValue], "A row with a progress bar."
  ) { progressCellTable }

  package static let (progressCellTable, progressKeys) = properties(extending: tableCell) {
    (
      valuePath: $0.number("valuePath", fills: .control, "the progress, from 0 to the maximum"),
      maxValuePath: $0.number("maxValuePath", default: "#100", effect: "control.max", "the value of a full bar"),
      dataPath: $0.dataPath()
    )
  }
}

extension Control.Kind {
  package static let progress = Control.Kind(
    "progress", "progress bar", role: .progressbar, edits: nil, driving: .readOnly("it only shows a value"),
    text: { control in
      guard let share = control.share(from: .int(0)) else { return "░░░░░░░░░░" }
      let filled = Int((share * 10).rounded())
      return String(repeating: "█", count: filled) + String(repeating: "░", count: 10 - filled)
        + " \(Int((share * 100).rounded())) %"
    })
}

/// A bar that shows how far something is, from 0 to a maximum (`ModelProgressCell`).
///
/// Unless the maximum says otherwise, the value is in percent. A person cannot change it.
package final class ProgressCell: Cell {
  override class var isReusable: Bool { true }

  override func control(editing: Bool, isSelected: Bool) -> Control? {
    let keys = ComponentDescriptor.progressKeys
    let number = BoundedNumber(
      overridden(.getValue) ?? properties.value(keys.valuePath), from: .int(0),
      to: overridden(.getMaxValue) ?? properties.value(keys.maxValuePath))
    return Control(kind: .progress, value: number.current, isEnabled: false, max: number.maximum)
      .with(texts: numberText)
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    let keys = ComponentDescriptor.progressKeys
    switch function {
    case .getValue: return properties.value(keys.valuePath)
    case .getMaxValue: return properties.value(keys.maxValuePath)
    default: return try super.inherited(function, arguments)
    }
  }

  package override func edit(_ edit: ScreenAction.Edit, editing: Bool, isSelected: Bool) throws {
    throw impossible("only shows a value and cannot be changed")
  }
}
