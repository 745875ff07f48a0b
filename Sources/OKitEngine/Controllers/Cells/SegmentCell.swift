/// A row of segments of which one is chosen (`ModelSegmentCell`).
public final class SegmentCell: EditCell {
  override var valueProperty: String { "selectIndexPath" }

  private var options: [String] { properties.texts("segmentsPath").map { $0 ?? "" } }

  override func makeControl(isEnabled: Bool) -> Control? {
    let options = options
    // A text such as "0" holds the index as well.
    let index = properties.int("selectIndexPath").flatMap { options.indices.contains($0) ? $0 : nil }
    return Control(kind: .segment, value: index.map(Value.int) ?? .null, isEnabled: isEnabled, options: options)
  }

  override func newValue(for edit: Action.Edit) throws -> Value { .int(try chosenIndex(edit, of: options.count)) }
}

extension EditCell {
  /// The index of the option that a person chose.
  func chosenIndex(_ edit: Action.Edit, of count: Int) throws -> Int {
    switch edit {
    case .option(let index), .value(.int(let index)):
      guard index >= 0, index < count else { throw impossible("has no option \(index); it has \(count)") }
      return index
    case .text, .value, .steps: throw wrongEdit("an option", edit)
    }
  }
}
