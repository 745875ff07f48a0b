/// Entering values: a field writes at once, or holds what was entered until its editing ends. The editing of a control
/// that nothing is typed into, such as a switch, ends with each change. A value that is not valid stays in the control
/// and is not written.
extension EditCell {
  static let fieldKeys = ComponentDescriptor.editKeys.form

  /// Whether the field holds its input until editing ends.
  private var holdsInput: Bool {
    guard let fields = controller.fields else { return false }
    if properties.has(Self.fieldKeys.liveUpdate) { return !properties[Self.fieldKeys.liveUpdate] }
    return fields.isForm && isTyped
  }

  /// Whether texts are typed into the control. What is done with any other control is complete by itself.
  private var isTyped: Bool {
    let kind = component.descriptor.control ?? makeControl(isEnabled: true)?.kind
    return kind?.driving.gestures.contains(.type) ?? false
  }

  /// Whether a value that is not valid stays in the control. Otherwise entering it fails.
  final var keepsInput: Bool { controller.fields.map { $0.isForm || validates || holdsInput } ?? false }

  /// Takes the argument of the setter for what a person has entered.
  ///
  /// - Throws: `cell.invalid` for an invalid value where the controller keeps no input; what validating and writing
  ///   throw.
  final func enter(_ argument: Value) throws {
    guard holdsInput else {
      let fields = controller.fields?.isOpen == true ? controller.fields : nil
      try enterAtOnce(argument)
      if !isTyped { fields?.finish(self) }
      return
    }
    let error = properties[Self.fieldKeys.instantValidation] ? try problem(of: argument) : nil
    setInput(FieldInput(entered: argument, error: error))
  }

  private func enterAtOnce(_ argument: Value) throws {
    if controller.fields?.isForm == true || validates, let error = try problem(of: argument) {
      guard controller.fields != nil else {
        throw Diagnostic("cell.invalid", error).from(origin("validationFormula"))
      }
      return setInput(FieldInput(entered: argument, error: error))
    }
    let before = ownValue
    let start = liveEdit.flatMap { $0.written == before ? $0.start : nil } ?? before
    try write(entered: argument)
    if controller.fields != nil { liveEdit = (start, ownValue) }
  }

  /// The value of the property; of a field with a setter of the script that of its control.
  private var ownValue: Value { hasScriptedSetter ? makeControl(isEnabled: true)?.value ?? .null : currentValue }

  /// Writes the value again that a field which writes at once had when its editing began, unless something else has
  /// written since.
  ///
  /// - Returns: Whether it was written.
  final func restoreValue() throws -> Bool {
    guard let edit = liveEdit, edit.start != edit.written, edit.written == ownValue else { return false }
    noteEdit()
    if hasScriptedSetter { try runSetter(edit.start) } else { try set(edit.start) }
    return true
  }

  /// Writes a valid value. If the turn fails, the field has its input again.
  private func write(entered argument: Value) throws {
    let before = input
    if before != nil { dropInput() }
    do { try runSetter(argument) } catch {
      setInput(before)
      throw error
    }
  }

  /// Whether a function of the script writes.
  final var hasScriptedSetter: Bool { setter.map { componentClass.override(of: $0) != nil } ?? false }

  /// Forgets the input. If the turn fails, the field has its input again.
  final func dropInput() {
    let before = input
    services.whenRolledBack { [weak self] in self?.setInput(before) }
    setInput(nil)
  }

  /// Runs after a submit, which has written the input of all fields except where a function of the script writes.
  final func inputWasWritten() throws {
    guard let entered = input?.entered else { return }
    if hasScriptedSetter { return try write(entered: entered) }
    dropInput()
  }

  /// Forgets input that is not valid, or a message, if something else has written the property since.
  final func dropOverwrittenInput() throws {
    guard let input, let valueBeforeInput, !isBusy, hasTarget, currentValue != valueBeforeInput || isRewritten else {
      return
    }
    if let entered = input.entered, input.error == nil, try problem(of: entered) == nil { return }
    dropInput()
  }

  /// Whether its property was written in this turn with the value that it had.
  private var isRewritten: Bool {
    guard let writes = evaluator.store.unchangedWrites, !writes.isEmpty, let written = writtenProperty else {
      return false
    }
    return writes.contains(UnchangedWrite(entity: written.owner, property: written.name))
  }

  final func setInput(_ new: FieldInput?) {
    guard input != new else { return }
    if input?.entered != new?.entered || input == nil {
      valueBeforeInput = new == nil ? nil : evaluator.store.graph.withoutTracking { currentValue }
    }
    input = new
    becomeStale()
    evaluator.store.graph.noteChange()
    controller.fields?.inputChanged(of: self)
  }

  /// Validates the value of the field, and writes it if it was held and is valid. A function that validates or writes
  /// may end the editing once more, as by closing the screen: the input is written once.
  final func acceptInput() throws {
    guard !isAccepting, givenError == nil else { return }
    isAccepting = true
    defer { isAccepting = false }
    if let entered = input?.entered {
      if let error = try problem(of: entered) {
        setInput(FieldInput(entered: entered, error: error))
      } else {
        try write(entered: entered)
      }
    } else {
      setInput(try problemOfValue().map { FieldInput(error: $0) })
    }
  }

  /// Runs the action of the script, because editing has ended: `onEndEdit` or `onCancelEdit`.
  final func runEnd(_ key: ComponentKey<ActionProperty>) {
    guard !isEnding, let action = component.values[key] else { return }
    // The function may end the editing once more, as by closing the screen.
    isEnding = true
    defer { isEnding = false }
    services.run(
      action, context: effectiveContext, controller: controller, extra: [.bool(input?.error == nil)],
      origin: origin(key)
    ) { _ in }
  }

  // MARK: Showing

  /// Shows what was entered in place of the value of the model.
  final func showInput(in control: inout Control) {
    if let entered = input?.entered {
      let hasText = control.text != nil || control.kind != .text && control.kind != .multiline
      control = control.replacingValue(entered)
      if hasText { control.text = control.chosenOption ?? text(ofEntered: entered) }
    }
    // A field that a person cannot change has nothing to correct.
    control.error = input?.error.flatMap { isEnabled && !isReadOnly ? $0 : nil }
    if control.isEnabled, control.isTextField, let fields = controller.fields, fields.isActive(self) {
      control.isFocused = true
      control.hasKeyboard = fields.showsKeyboard(for: self)
    }
  }
}
