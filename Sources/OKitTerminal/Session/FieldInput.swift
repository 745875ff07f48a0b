/// What a person types into a field, until the application has it.
struct FieldInput {
  enum Target: Hashable {
    /// The control of a row, or of a cell of a grid.
    case control(RowID)
    case dialogField(DialogPartID)
    case search
  }

  let target: Target
  var buffer: LineBuffer
  let isSecure: Bool
  let isMultiline: Bool
  /// Whether the application gets a number in place of a text, and only at the end.
  let isNumber: Bool
  /// What the field edits, by the name that it keeps after a reload.
  let name: String?
  /// What the application has; nil for a secure text.
  var sent: String?
  /// Whether the application does not have the text.
  var isUnsent = false
  /// When the text is sent without a further key; nil for one that the application has, and for a number.
  var due: ContinuousClock.Instant?
  /// Whether the application has not taken what was sent last.
  var isRefused = false

  /// The time without a key after which a text is sent.
  private static let rest = Duration.milliseconds(100)

  init(
    _ target: Target, _ text: String, isSecure: Bool = false, isMultiline: Bool = false, isNumber: Bool = false,
    name: String? = nil
  ) {
    (self.target, buffer, self.isSecure, self.isMultiline) = (target, LineBuffer(text), isSecure, isMultiline)
    (self.isNumber, self.name, sent) = (isNumber, name, isSecure ? nil : text)
  }

  var element: TextElement {
    switch target {
    case .control(let row): .element(.control(.id(row)))
    case .dialogField(let part): .element(.dialogPart(part))
    case .search: .element(.search)
    }
  }

  /// The row of the control.
  var row: RowID? { if case .control(let row) = target { row } else { nil } }

  /// Edits the text.
  mutating func edit(_ key: TerminalKey, at now: ContinuousClock.Instant) {
    let before = buffer.characters
    buffer.edit(key, isMultiline: isMultiline)
    guard buffer.characters != before else { return }
    isUnsent = true
    if !isNumber { due = now + Self.rest }
  }

  /// Returns the action that sends the text; nil for a text that is not a number.
  var action: JSONValue? {
    let text = buffer.text
    switch target {
    case .control(let row):
      let id = JSONValue.string(ElementID.control(.id(row)).description)
      guard isNumber else { return ["edit": id, "text": .string(text)] }
      guard let number = Double(text.replacing(",", with: ".")), number.isFinite else { return nil }
      return ["edit": id, "value": .double(number)]
    case .dialogField(let part): return ["edit": .string(part.description), "text": .string(text)]
    case .search: return ["search": .string(text)]
    }
  }

  /// The part of the text around the cursor that is shown on one line, and the columns before the cursor in it.
  func shown(columns: Int) -> (text: String, before: Int) {
    if isSecure { return (String(repeating: "•", count: min(buffer.characters.count, 6)), min(buffer.cursor, 6)) }
    let widths = buffer.characters.map { TextWidth.columns(TextWidth.printable(String($0))) }
    var (start, before) = (0, widths[..<buffer.cursor].reduce(0, +))
    while before > columns, start < buffer.cursor {
      before -= widths[start]
      start += 1
    }
    var (end, used) = (start, 0)
    while end < widths.count, used + widths[end] <= columns {
      used += widths[end]
      end += 1
    }
    return (String(buffer.characters[start..<end]), before)
  }
}
