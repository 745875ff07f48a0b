/// The order of the fields, and the keyboard of the one that has the focus. Text fields take part that are shown and
/// enabled.
extension FieldEditor {
  func isActive(_ cell: EditCell) -> Bool {
    active.map { controller.number(of: cell.id) == $0 } ?? false
  }

  /// Whether the keyboard has a bar for the field: in a form, and where a script says so.
  func showsKeyboard(for cell: EditCell) -> Bool {
    isForm || cell.properties.has(EditCell.fieldKeys.showPrevNextButtons)
      || cell.properties.has(EditCell.fieldKeys.showDoneButton)
  }

  private func shows(_ key: ComponentKey<Bool>, _ cell: EditCell) -> Bool {
    cell.properties.has(key) ? cell.properties[key] : isForm
  }

  /// Whether a text can be typed into the cell now.
  func isField(_ place: DetailController.Place) -> Bool {
    guard controller.isEditing(place.cell), place.cell is EditCell, controller.isShown(place.section),
      let control = place.cell.row(editing: true, isSelected: controller.isSelected(place))?.control
    else { return false }
    return control.isEnabled && control.isTextField
  }

  /// The number of the next field after a cell, or before it; nil at the ends. O(cells in between).
  private func field(_ key: Keyboard.Key, from number: Int?) -> Int? {
    controller.cellNumber(number, plus: key == .previous ? -1 : 1, of: \.mayBeField) { place in
      guard isField(place), let cell = place.cell as? EditCell else { return false }
      return showsKeyboard(for: cell)
    }
  }

  /// The field that has the focus.
  private var focused: (number: Int, cell: EditCell)? {
    guard let number = active ?? firstFocus, let place = controller.place(of: number), isField(place),
      let cell = place.cell as? EditCell
    else { return nil }
    return (number, cell)
  }

  /// The number of the field with `focus`, which has the focus until a field is edited; nil for none.
  var firstFocus: Int? {
    guard isUntouched, controller.definition.mayFocusField else { return nil }
    return controller.cellNumber(nil, plus: 1, of: \.mayHaveFocus) {
      $0.cell.properties[EditCell.fieldKeys.focus] && isField($0)
    }
  }

  // MARK: The bar

  var keyboard: Keyboard? {
    guard let (number, cell) = focused, showsKeyboard(for: cell) else { return nil }
    var buttons: [Keyboard.Button] = []
    if shows(EditCell.fieldKeys.showPrevNextButtons, cell) {
      for key in [Keyboard.Key.previous, .next] {
        buttons.append(button(key, isEnabled: field(key, from: number) != nil))
      }
    }
    if shows(EditCell.fieldKeys.showDoneButton, cell) { buttons.append(button(.done)) }
    buttons.append(button(.cancel))
    return Keyboard(buttons: buttons)
  }

  private func button(_ key: Keyboard.Key, isEnabled: Bool = true) -> Keyboard.Button {
    let (title, image) = controller.face(of: key)
    return Keyboard.Button(key: key, title: title, image: image, isEnabled: isEnabled)
  }

  // MARK: Keys

  /// Does what a key does.
  ///
  /// - Throws: `action.impossible` outside of edit mode, without a field, at the ends, and for a key that is not there.
  func press(_ key: Keyboard.Key) throws {
    switch key {
    case .submit where isForm: try controller.runFunction(.submit)
    case .submit: _ = try submit()
    case .previous, .next: try move(key)
    case .done:
      let (number, cell) = try requireFocus(key)
      let isReturn = cell.properties[EditCell.fieldKeys.closeOnReturn] && !(cell is MultilineCell)
      guard shows(EditCell.fieldKeys.showDoneButton, cell) || isReturn else {
        throw missing(key, cell, "showDoneButton")
      }
      let closes = isReturn && controller.closesOnEnd && isLastOfOneLine(number)
      try cell.acceptInput()
      // What is not valid can still be corrected or dropped.
      let isAccepted = cell.input?.entered == nil
      if isAccepted { activate(nil) }
      cell.runEnd(EditCell.fieldKeys.onEndEdit)
      if closes, isAccepted { try submitAndClose() }
    case .cancel:
      let (_, cell) = try requireFocus(key)
      if cell.input != nil { cell.dropInput() }
      if try !cell.restoreValue() { controller.store.history.endEdit() }
      activate(nil)
      cell.runEnd(EditCell.fieldKeys.onCancelEdit)
    }
  }

  private func isLastOfOneLine(_ number: Int) -> Bool {
    var place = number
    while let next = field(.next, from: place) {
      guard cell(next) is MultilineCell else { return false }
      place = next
    }
    return true
  }

  /// Writes the input of all fields, and closes the screen as a person does, unless a function has left it.
  private func submitAndClose() throws {
    guard isOpen else { return }
    try controller.perform(submitting: true) { [controller] in
      try controller.askToLeave { try controller.runFunction(.close) }
    }
  }

  /// - Parameter start: The number of the cell from which to go while no field is edited.
  func move(_ key: Keyboard.Key, from start: Int? = nil) throws {
    let focused = start == nil ? focused : nil
    if let cell = focused?.cell, !shows(EditCell.fieldKeys.showPrevNextButtons, cell) {
      throw missing(key, cell, "showPrevNextButtons")
    }
    try requireEditing()
    guard let target = field(key, from: focused?.number ?? start ?? active) else {
      if start != nil {
        throw controller.impossible(
          "\"\(controller.name)\" has no text field \(key == .next ? "after" : "before") this one",
          hint: "\"done\" adds what was typed; \"cancel\" drops it")
      }
      guard let cell = focused?.cell else {
        throw controller.impossible(
          "\"\(controller.name)\" has no text field" + (isForm ? "" : " with a keyboard"),
          hint: isForm ? nil : "type into a field, or use showPrevNextButtons = \"#true\"")
      }
      throw controller.impossible(
        "\(PrintableText.quoted(cell.fieldLabel)) is the \(key == .next ? "last" : "first") field",
        hint: "\"done\" ends its editing")
    }
    try begin(target)
  }

  private func requireEditing() throws {
    guard controller.isRowEditing else {
      throw controller.impossible(
        "the fields of \"\(controller.name)\" can only be changed in edit mode", hint: controller.editHint)
    }
  }

  private func requireFocus(_ key: Keyboard.Key) throws -> (number: Int, cell: EditCell) {
    try requireEditing()
    if let focused {
      activate(focused.number)
      return focused
    }
    throw controller.impossible(
      "no field of \"\(controller.name)\" has the focus", hint: "type into a field, or use \"next\"")
  }

  private func missing(_ key: Keyboard.Key, _ cell: EditCell, _ property: String) -> Diagnostic {
    let title = controller.face(of: key).title
    return controller.impossible(
      "the keyboard of \(PrintableText.quoted(cell.fieldLabel)) has no \"\(title)\"",
      hint: "its \(property) is \"#true\" to show it")
  }
}
