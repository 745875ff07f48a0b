extension ComponentDescriptor {
  package static let (segmentCell, segmentKeys) = declare(
    "ModelSegmentCell", .cell(SegmentCell.self), extends: editCell, control: .segment,
    "A row with a segmented control."
  ) {
    (
      segmentsPath: $0.texts("segmentsPath", "the titles"),
      selectIndexPath: $0.int("selectIndexPath", fills: .control, "the index of the selected segment, from 0"),
      width: $0.number("width", default: "#200", "accepted, without effect")
    )
  }
}

extension Control.Kind {
  package static let segment = Control.Kind(
    "segment", "segmented control", driving: .choosing(),
    text: { control in
      control.bracketed(
        control.options.enumerated()
          .map { (control.value == .int($0.offset) ? "◉ " : "○ ") + TextWidth.printable($0.element) }
          .joined(separator: "  "))
    })
}

extension ControlDriving {
  /// A control with options, of which one is chosen by title or by index from 0.
  static func choosing(needsSelection: Bool = false) -> ControlDriving {
    ControlDriving(
      [.choose], usage: "choose an option", accepts: "an option", needsSelection: needsSelection
    ) {
      if case .int(let index) = $0.value { .chooseIndex(index) } else { .choose($0.text ?? "") }
    }
  }
}

/// A row of segments of which one is chosen (`ModelSegmentCell`).
package final class SegmentCell: EditCell {
  private static let segmentKeys = ComponentDescriptor.segmentKeys

  private var options: [String] { properties[Self.segmentKeys.segmentsPath].map { $0 ?? "" } }

  override func makeControl(isEnabled: Bool) -> Control? {
    let options = options
    // A text such as "0" holds the index as well.
    let index = properties[Self.segmentKeys.selectIndexPath].flatMap { options.indices.contains($0) ? $0 : nil }
    return Control(kind: .segment, value: index.map(Value.int) ?? .null, isEnabled: isEnabled, options: options)
  }

  override func newValue(for edit: Action.Edit) throws -> Value { .int(try chosenIndex(edit, of: options.count)) }
}
