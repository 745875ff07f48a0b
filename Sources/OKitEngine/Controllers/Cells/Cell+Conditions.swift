/// The conditions that each cell has in both modes: whether it is enabled or hidden, and its color.
extension Cell {
  /// Whether `hiddenPath` hides the row.
  final var isHidden: Bool { properties[Self.keys.hiddenPath] }

  /// Whether the row and its control can be operated, unless something else forbids it.
  final var isEnabled: Bool { properties[Self.keys.enabledPath] }

  /// - Throws: `action.impossible` when `enabledPath` is false.
  final func checkEnabled() throws {
    if !isEnabled { throw impossible(Self.disabled) }
  }

  /// The reason why nothing can be done, for messages.
  static let disabled = "is disabled: its enabledPath is false"

  /// Gives a row and its control the state and the color.
  final func setConditions(of row: inout Screen.Row) {
    row.isEnabled = isEnabled
    guard let color else { return }
    row.color = color
    row.control?.color = color
  }

  /// As `#rrggbb`; nil for none. Any other text is reported.
  private var color: String? {
    let key = Self.keys.colorPath
    guard properties.has(key) else { return nil }
    let value = properties.value(key)
    if case .color(let color) = value { return color.hex }
    report(Self.colorProblem(of: value), of: key)
    return value.scalarText.flatMap(ColorValue.init(text:))?.hex
  }

  /// Returns the problem of a value that is not a color; nil for one that is, for an empty text and for `none`.
  static func colorProblem(of value: Value) -> Diagnostic? {
    if value.isNull { return nil }
    let text = value.scalarText
    if let text, text.isEmpty || text == "none" || ColorValue(text: text) != nil { return nil }
    return Diagnostic(
      "cell.color", "\(text.map { "\"\($0.prefix(60))\"" } ?? "a \(value.typeName)") is not a color",
      hint: text.flatMap { NearestName.hint(for: $0, in: ColorValue.names) } ?? "use #rrggbb or a name such as red")
  }
}
