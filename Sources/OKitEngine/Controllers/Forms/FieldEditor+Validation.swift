/// Validating all fields of a screen.
extension FieldEditor {
  /// An invalid value.
  struct Invalid {
    /// What a person calls the field; without a field, the name of the property.
    var label: String
    /// The property of the entity of the form; nil for a field that writes elsewhere.
    var property: String?
    var message: String

    /// The value for a script.
    var value: Value {
      var members: [String: Value] = ["label": .string(label), "message": .string(message)]
      members["property"] = property.map(Value.string)
      return .map(members)
    }
  }

  /// Validates all fields, and writes the input of all or of none. Shows an alert when a value is not valid.
  ///
  /// - Returns: Whether all are valid.
  func submit() throws -> Bool {
    let invalid = try validate(writes: true)
    guard invalid.isEmpty else {
      // A function that validates has left the screen: what is not valid is lost with it.
      guard controller.services.isOpen(controller) else { return false }
      showInvalid(invalid.map(\.message), buttons: [.init(controller.localized("OK"))])
      return false
    }
    let ended = active.flatMap(cell)
    activate(nil)
    ended?.runEndEdit()
    return true
  }

  /// Validates all fields, and marks those that are not valid.
  ///
  /// - Parameter writes: Whether the input of the fields is written if all are valid.
  func validate(writes: Bool) throws -> [Invalid] {
    let cells = try editableCells()
    var messages: [String?] = []
    for cell in cells {
      try controller.store.budget.step()
      messages.append(try cell.input?.entered.map { try cell.problem(of: $0) } ?? cell.problemOfValue())
    }
    let isValid = messages.allSatisfy { $0 == nil }
    let held = zip(cells, messages).compactMap { cell, message in
      cell.input?.entered != nil && message == nil ? cell : nil
    }
    var ofEntity = try validateEntity(with: held, writes: writes && isValid)
    var invalid: [Invalid] = []
    for (cell, message) in zip(cells, messages) {
      let written = ofEntity.isEmpty && message == nil ? nil : cell.writtenProperty
      let property = written.flatMap { $0.owner == controller.effectiveContext ? $0.name : nil }
      let ofProperty = property.flatMap { ofEntity[$0] }
      let error = message ?? ofProperty
      mark(cell, error)
      guard let error else { continue }
      invalid.append(Invalid(label: cell.fieldLabel, property: property, message: error))
    }
    for entry in invalid { if let property = entry.property { ofEntity[property] = nil } }
    return invalid
      + ofEntity.sorted { $0.key < $1.key }.map { Invalid(label: $0.key, property: $0.key, message: $0.value) }
  }

  private func mark(_ cell: EditCell, _ error: String?) {
    let entered = cell.input?.entered
    cell.setInput(entered == nil && error == nil ? nil : FieldInput(entered: entered, error: error))
  }

  /// The cells that are shown and can be edited, and those with input.
  private func editableCells() throws -> [EditCell] {
    try controller.sections.flatMap { section in
      let isShown = controller.isShown(section)
      return try section.cells.compactMap { cell -> EditCell? in
        try controller.store.budget.step()
        guard let cell = cell as? EditCell else { return nil }
        if cell.input?.entered != nil { return cell }
        guard isShown, cell.validates || isForm else { return nil }
        let row = cell.row(editing: controller.isRowEditing, isSelected: cell.isRowSelected)
        return row?.control != nil && !cell.isReadOnly && cell.hasTarget ? cell : nil
      }
    }
  }

  /// Thrown to take writes back.
  private struct TakeBack: Error {}

  /// Calls the function `validate` of the form's entity as it would be with the input of cells, and keeps the input if it is to be
  /// written and nothing is wrong.
  ///
  /// - Returns: The messages by property.
  private func validateEntity(with held: [EditCell], writes: Bool) throws -> [String: String] {
    let entity = isForm ? controller.effectiveContext.flatMap { EntityValidation($0, controller.evaluator) } : nil
    guard entity != nil || writes && !held.isEmpty else { return [:] }
    var messages: [String: String] = [:]
    do {
      isSubmitting = true
      defer { isSubmitting = false }
      try controller.store.transaction {
        for cell in held where !cell.hasScriptedSetter {
          if let entered = cell.input?.entered { try cell.write(entered) }
        }
        messages = try entity?.messages() ?? [:]
        guard writes, messages.isEmpty else { throw TakeBack() }
      }
    } catch is TakeBack { return messages }
    for cell in held { try cell.inputWasWritten() }
    return [:]
  }

  // MARK: The alert

  /// The most messages in an alert.
  private static let shownMessages = 10

  func showInvalid(_ messages: [String], buttons: [DialogRequest.Button]) {
    var seen: Set<String> = []
    let distinct = messages.filter { seen.insert($0).inserted }
    let rest = distinct.count - Self.shownMessages
    let lines = distinct.prefix(Self.shownMessages) + (rest > 0 ? ["… (+\(rest))"] : [])
    controller.services.show(
      DialogRequest(
        .alert, title: controller.localized("Invalid Input"), message: lines.joined(separator: "\n"),
        buttons: buttons))
  }
}
