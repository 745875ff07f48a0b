@_spi(Observation) internal import OKitModel

extension ComponentDescriptor {
  package static let segmentCell = declare(
    "ModelSegmentCell", .cell(SegmentCell.self), extends: editCell, control: .segment,
    functions: [.getSelectIndex, .setSelectIndex],
    "A row with a segmented control."
  ) { segmentCellTable }

  package static let (segmentCellTable, segmentKeys) = properties(extending: editCell) {
    (
      segmentsPath: $0.texts(
        "segmentsPath", effect: "control.options", "the titles; default for an enum: its localized values"),
      selectIndexPath: $0.int(
        "selectIndexPath", fills: .control, "the index of the selected segment, from 0, or an enum"),
      byTitle: $0.bool(
        "byTitle", default: "#false", effect: "control.value",
        "whether `selectIndexPath` holds the title of the selected segment instead of its index"),
      width: $0.number("width", default: "#200", effect: "control.width", "the width of the control in points")
    )
  }
}

extension Control.Kind {
  package static let segment = Control.Kind(
    "segment", "segmented control", role: .radiogroup, edits: .index, driving: .choosing(),
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

/// A row of segments of which one is chosen (`ModelSegmentCell`): by its index, by its title or, where the binding ends
/// at an enumeration, by its value.
package final class SegmentCell: EditCell {
  private static let segmentKeys = ComponentDescriptor.segmentKeys

  override class var isReusable: Bool { true }

  override func prepareForReuse() {
    super.prepareForReuse()
    observedTitles = nil
  }

  override func makeControl(isEnabled: Bool) -> Control? {
    let cases = cases(Self.segmentKeys.selectIndexPath)
    let titles = cases == nil ? givenTitles : titlesOfCases
    let own = overridden(.getSelectIndex)
    let index = own.map(\.int) ?? builtInIndex(cases)
    let value = index.flatMap { titles.indices.contains($0) ? Value.int($0) : nil } ?? .null
    var control = Control(kind: .segment, value: value, isEnabled: isEnabled, options: titles).withChosenText
    control.look = Boxed(ControlLook(width: properties[Self.segmentKeys.width]))
    return control
  }

  private func builtInIndex(_ cases: [String]?) -> Int? {
    let selection = properties.value(Self.segmentKeys.selectIndexPath)
    if cases == nil, properties[Self.segmentKeys.byTitle] {
      let title = properties.string(slot: Self.segmentKeys.selectIndexPath.slot)
      return title.flatMap { givenTitles.firstIndex(of: $0) }
    }
    // A text such as "0" holds the index as well.
    guard let cases else { return selection.int }
    return cases.firstIndex { selection == .string($0) }
  }

  override var setter: OverridableFunction? { .setSelectIndex }

  override func argument(for edit: ScreenAction.Edit) throws -> Value {
    guard let cases = cases(Self.segmentKeys.selectIndexPath) else {
      return .int(try chosenIndex(edit, of: titles.count))
    }
    return .int(try chosenCase(edit, of: cases))
  }

  override func value(from argument: Value) throws -> Value {
    guard let index = argument.int else { return argument }
    guard let cases = cases(Self.segmentKeys.selectIndexPath) else {
      let (index, titles) = (try chosenIndex(.option(index), of: titles.count), titles)
      return properties[Self.segmentKeys.byTitle] ? .string(titles[index]) : .int(index)
    }
    return .string(cases[try chosenIndex(.option(index), of: cases.count)])
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    guard function == .getSelectIndex else { return try super.inherited(function, arguments) }
    return builtInIndex(cases(Self.segmentKeys.selectIndexPath)).map(Value.int) ?? .null
  }

  // MARK: Titles

  @exclusivity(unchecked) private var observedTitles: Observed<[String]>?

  /// The titles that are given; of an enumeration, those and for each other value its localized text.
  private var titles: [String] {
    cases(Self.segmentKeys.selectIndexPath) == nil ? givenTitles : titlesOfCases
  }

  private var titlesOfCases: [String] {
    let observed: Observed<[String]>
    if let observedTitles, observedTitles.context == properties.context {
      observed = observedTitles
    } else {
      observed = observe { [weak self] in self?.readTitles() }
      observedTitles = observed
    }
    return observed.result ?? []
  }

  private var givenTitles: [String] { properties[Self.segmentKeys.segmentsPath].map { $0 ?? "" } }

  private func readTitles() -> [String] {
    let (cases, given) = (cases(Self.segmentKeys.selectIndexPath) ?? [], givenTitles)
    return cases.enumerated().map { index, name in
      given.indices.contains(index) ? given[index] : evaluator.localized(name)
    }
  }
}
