/// The field of a list into which the texts of new entities are typed.
struct AddField: Sendable, Hashable {
  var text = ""
  var isFocused = false
}

/// Adding entities by typing their texts. The field is not a row of the data; changes of the rows do not affect it.
extension ListController {
  /// The property that gets the text; nil without a field.
  private var addedProperty: String? { properties[Self.listKeys.addField].flatMap { $0.isEmpty ? nil : $0 } }

  /// The row with the field; nil without one.
  func fieldRow(section: Int) -> Screen.Row? {
    guard let property = addedProperty else { return nil }
    var control = Control(
      kind: .text, value: .string(addField.text),
      placeholder: properties[Self.listKeys.addPlaceholder] ?? localized(.propertyLabel, property))
    (control.isFocused, control.hasKeyboard) = (addField.isFocused, addField.isFocused)
    return Screen.Row(id: .add(section: section), path: property, control: control)
  }

  /// Adds the row that adds entities above the rows of a list, or below them, if they begin or end in a range of all
  /// rows.
  func add(_ row: Screen.Row?, to sections: inout [Section], _ range: Range<Int>, of count: Int) {
    guard let row else { return }
    let appends = properties[Self.listKeys.addAppend]
    guard appends ? range.upperBound == count : range.lowerBound == 0 else { return }
    if sections.isEmpty || properties.has(Self.listKeys.group) {
      sections.insert(Section(rows: [row]), at: appends ? sections.count : 0)
    } else if appends {
      sections[sections.count - 1].rows.append(row)
    } else {
      sections[0].rows.insert(row, at: 0)
    }
  }

  /// A range of rows in the order in which a row is sought: first the row that what adds rows is beside.
  func ranges(from range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty, addRow != nil, !properties.has(Self.listKeys.group) else { return [range] }
    let (first, end) = (range.lowerBound, range.upperBound)
    return properties[Self.listKeys.addAppend]
      ? [end - 1..<end, first..<end - 1] : [first..<first + 1, first + 1..<end]
  }

  // MARK: Actions

  /// Performs an action on the field. Any other action on a row takes the focus from it.
  ///
  /// - Returns: False for an action on anything else.
  func performOnField(_ action: ScreenAction, on screen: Screen) throws -> Bool {
    if case .key(let key) = action, addedProperty != nil {
      try press(key)
      return true
    }
    guard let target = action.row else { return false }
    guard case .add? = screen.id(of: target), let row = addRow, row.control != nil else {
      addField.isFocused = false
      return false
    }
    let name = PrintableText.quoted(row.control?.placeholder ?? "")
    switch action {
    case .tapRow: addField.isFocused = true
    case .edit(_, .text(let text)), .edit(_, .value(.string(let text))):
      addField = AddField(text: text, isFocused: true)
    case .edit: throw impossible("\(name) needs a string")
    default: throw impossible("\(name) is a field, not a row of the data")
    }
    return true
  }

  /// Does what a key does while the field has the focus.
  ///
  /// - Throws: `action.impossible` without the focus, and for a key that leads to another field.
  func press(_ key: Keyboard.Key) throws {
    guard addField.isFocused else {
      throw impossible("no field of \"\(name)\" has the focus", hint: "type into a field")
    }
    switch key {
    case .done: try enter()
    case .cancel: addField = AddField()
    case .next, .previous, .submit:
      throw impossible(
        "the field of \"\(name)\" is the only one", hint: "\"done\" adds what was typed; \"cancel\" drops it")
    }
  }

  /// Adds an entity with the text. The field is empty then, and keeps the focus. White space adds nothing.
  private func enter() throws {
    let before = addField
    guard let property = addedProperty, case let text = before.text.trimmed, !text.isEmpty else { return }
    services.whenRolledBack { [weak self] in self?.addField = before }
    try runFunction(.addEntity, [.string(text), .string(property)]) { [weak self] _ in
      guard let self, addField.text == before.text else { return }
      addField.text = ""
    }
  }
}
