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
      guard isOpen else { return false }
      showInvalid(invalid.map(\.message), buttons: [.init(controller.localized("OK"))])
      return false
    }
    dropRest()
    let ended = active.flatMap(cell)
    finish(ended)
    return true
  }

  /// Validates all fields, and marks those that are not valid. Those that nobody can change lose their message.
  ///
  /// - Parameter writes: Whether the input of the fields is written if all are valid.
  func validate(writes: Bool) throws -> [Invalid] {
    dropOverwrittenInput()
    let result = try validateWithInput(writes: writes)
    var ofEntity = result.messages
    var invalid: [Invalid] = []
    for (cell, message) in result.fields {
      let written = ofEntity.isEmpty && message == nil ? nil : cell.writtenProperty
      let property = written.flatMap { $0.owner == controller.effectiveContext ? $0.name : nil }
      let ofProperty = property.flatMap { ofEntity[$0] }
      let error = message ?? ofProperty
      mark(cell, error)
      guard let error else { continue }
      invalid.append(Invalid(label: cell.fieldLabel, property: property, message: error))
    }
    let validated = Set(result.fields.map { ObjectIdentifier($0.cell) })
    for cell in changedCells where !validated.contains(ObjectIdentifier(cell)) { mark(cell, nil) }
    for entry in invalid { if let property = entry.property { ofEntity[property] = nil } }
    return invalid
      + ofEntity.sorted { $0.key < $1.key }.map { Invalid(label: $0.key, property: $0.key, message: $0.value) }
  }

  private func mark(_ cell: EditCell, _ error: String?, isGiven: Bool = false) {
    let entered = cell.input?.entered
    let isGiven = isGiven || error != nil && error == cell.givenError
    cell.setInput(
      entered == nil && error == nil ? nil : FieldInput(entered: entered, error: error, isGiven: isGiven))
  }

  /// Shows messages at the fields that write properties, until the next input there, in place of those before.
  ///
  /// - Parameter messages: The messages by the name of a property, or of the member that a service has for it.
  /// - Returns: Those of other names.
  func setErrors(_ messages: [String: String]) throws -> [String: String] {
    var rest = messages
    for cell in controller.fieldSections.flatMap(\.cells).compactMap({ $0 as? EditCell }) {
      try controller.store.budget.step()
      guard let (owner, name) = cell.writtenProperty, owner == controller.effectiveContext else { continue }
      let member = controller.store.type(of: owner)?.path(of: name).joined(separator: ".") ?? name
      if let message = messages[name] ?? messages[member] {
        mark(cell, message, isGiven: true)
        (rest[name], rest[member]) = (nil, nil)
      } else if cell.givenError != nil {
        mark(cell, nil)
      }
    }
    return rest
  }

  // MARK: With the input

  /// What validating found.
  private struct Validated {
    /// The fields that a person can change, each with the message about its value.
    var fields: [(cell: EditCell, message: String?)] = []
    /// What the entity says, by property.
    var messages: [String: String] = [:]

    var isValid: Bool { messages.isEmpty && fields.allSatisfy { $0.message == nil } }
  }

  /// Thrown to take writes back.
  private struct TakeBack: Error {}

  /// Validates as it would be with the input of the fields written, which also decides which fields are shown and
  /// enabled. Keeps the input if it is to be written and nothing is wrong.
  private func validateWithInput(writes: Bool) throws -> Validated {
    var result = Validated()
    var held = HeldFields(changedCells)
    let unchangedWrites = controller.store.unchangedWrites
    do {
      isSubmitting = true
      defer { isSubmitting = false }
      try controller.store.transaction {
        try held.write()
        let cells = try editableCells()
        for cell in cells {
          try controller.store.budget.step()
          result.fields.append((cell, try cell.givenError ?? held.problem(of: cell)))
        }
        let entity = isForm ? controller.validatedEntity.flatMap { EntityValidation($0, controller.evaluator) } : nil
        result.messages = try entity?.messages() ?? [:]
        guard writes, result.isValid else { throw TakeBack() }
      }
    } catch is TakeBack {
      controller.store.unchangedWrites = unchangedWrites
      return result
    }
    for cell in held.valid { try cell.inputWasWritten() }
    return result
  }

  /// The fields that are shown and that a person can change.
  func editableCells() throws -> [EditCell] {
    try controller.fieldSections.flatMap { section in
      let isFollowing = isAskingForValidity && (controller as? DetailController)?.followsValidity(section) == true
      let isShown = !isFollowing && controller.isShown(section)
      return try section.cells.compactMap { cell -> EditCell? in
        try controller.store.budget.step()
        guard isShown, let cell = cell as? EditCell, cell.validates || isForm || cell.input?.entered != nil else {
          return nil
        }
        return isEditable(cell) ? cell : nil
      }
    }
  }

  // MARK: The alert

  /// The most messages in an alert.
  private static let shownMessages = 10

  func showInvalid(_ messages: [String], buttons: [DialogRequest.Button]) {
    var seen: Set<String> = []
    let distinct = messages.filter { seen.insert($0).inserted }
    let rest = distinct.count - Self.shownMessages
    let lines = distinct.prefix(Self.shownMessages) + (rest > 0 ? ["… (+\(rest))"] : [])
    controller.showDialog(
      DialogRequest(
        .alert, title: controller.localized("Invalid Input"), message: lines.joined(separator: "\n"),
        buttons: buttons))
  }
}
