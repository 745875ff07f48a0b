extension ComponentDescriptor {
  /// The properties of all cells with a control that edits a value. A script can extend the class with a control of its
  /// own.
  package static let editCell = declare(
    "ModelEditCell", .cell(ScriptedEditCell.self), extends: tableCell,
    functions: [.isReadOnly, .updateControlInDisplay, .cellUpdateEdit],
    ownFunctions: ScriptedEditCell.controlFunctions, "A row with a control that edits a value."
  ) { editCellTable }

  package static let (editCellTable, editKeys) = properties(extending: tableCell) {
    (
      readOnly: $0.bool("readOnly", default: "#false", effect: "control.enabled", "disables the control"),
      controlInDisplay: $0.bool(
        "controlInDisplay", default: "#true", effect: "row.control", "shows the control outside edit mode too, disabled"
      ),
      form: $0.fields()
    )
  }
}

/// A cell with a control that edits a value (`ModelEditCell`).
package class EditCell: Cell {
  private static let editKeys = ComponentDescriptor.editKeys

  /// What a person has entered and the model does not have; nil for nothing.
  // Unchecked because every cell that is left forgets them: no access of these is ever made inside another one.
  @exclusivity(unchecked) final var input: FieldInput?

  /// The value of the model when the input was entered.
  @exclusivity(unchecked) final var valueBeforeInput: Value?

  /// What a field that writes at once has written since its editing began, and the value before that.
  @exclusivity(unchecked) final var liveEdit: (start: Value, written: Value)?

  /// Whether the input is being validated and written.
  @exclusivity(unchecked) final var isAccepting = false

  /// Whether the function runs that the end of the editing calls.
  @exclusivity(unchecked) final var isEnding = false

  /// The number of validations that run now.
  @exclusivity(unchecked) final var validations = 0

  /// Whether a function that validates or writes the input runs now. Who has called it continues with the input.
  final var isBusy: Bool { isAccepting || validations > 0 }

  override func prepareForReuse() {
    super.prepareForReuse()
    (input, valueBeforeInput, liveEdit) = (nil, nil, nil)
    (isAccepting, isEnding, validations) = (false, false, 0)
  }

  /// The control in display mode and edit mode; `isEnabled` is its only difference.
  func makeControl(isEnabled: Bool) -> Control? { nil }

  /// Whether what is entered is a secret.
  var isSecure: Bool { false }

  /// The function that writes the value of the control, such as `setText`; nil without a control.
  var setter: OverridableFunction? { nil }

  /// The argument of the setter for what a person did.
  ///
  /// - Throws: `action.impossible` when the control does not know that kind of edit or value; `cell.value`.
  func argument(for edit: ScreenAction.Edit) throws -> Value { throw impossible("cannot be edited like that") }

  /// The value that the built-in setter writes for its argument.
  ///
  /// - Throws: `action.impossible` for a value that the control does not offer; `cell.value` for a text that the format
  ///   does not accept.
  func value(from argument: Value) throws -> Value { argument }

  final override func control(editing: Bool, isSelected: Bool) -> Control? {
    guard editing || isControlInDisplay else { return nil }
    let isOpen = isSelected || !needsSelection
    guard var control = makeControl(isEnabled: editing && isOpen && !isReadOnly && self.isEnabled && hasTarget) else {
      return nil
    }
    showInput(in: &control)
    return control
  }

  private var isControlInDisplay: Bool {
    overridden(.updateControlInDisplay)?.truth ?? properties[Self.editKeys.controlInDisplay]
  }

  /// Whether the control can be operated only while its row is selected, which opens it.
  private var needsSelection: Bool { component.descriptor.control?.driving.needsSelection == true }

  /// Whether there is something to write to: no path to it leads through nil.
  final var hasTarget: Bool { missingTarget == nil }

  /// The reason why there is nothing to write to, for messages; nil where there is something.
  final var missingTarget: String? {
    guard !hasScriptedSetter, let slot = component.descriptor.controlSlot, let program = properties.program(slot: slot),
      properties.read(slot: slot, .value).isNull
    else { return nil }
    guard evaluator.leadsThroughNil(program, properties.context) else { return nil }
    return isNowhere ? "its contextPath gives no entity" : "\"\(program.quotedText)\" leads through nil"
  }

  final var isReadOnly: Bool { overridden(.isReadOnly)?.truth ?? properties[Self.editKeys.readOnly] }

  package final override func edit(_ edit: ScreenAction.Edit, editing: Bool, isSelected: Bool) throws {
    (isRowEditing, isRowSelected) = (editing, isSelected)
    if isSecure { noteSecret(edit) }
    guard editing else { throw impossible("can only be changed in edit mode", hint: controller.editHint) }
    guard !isReadOnly else { throw impossible("is read-only") }
    try checkEnabled()
    if let missingTarget { throw impossible("has no target: \(missingTarget)") }
    guard isSelected || !needsSelection else {
      throw impossible("can only be changed while its row is selected", hint: ControlDriving.selectionHint)
    }
    guard let setter else { throw impossible("has no control") }
    let function = componentClass.override(of: setter)
    if function == nil { _ = try target() }
    let argument: Value
    do {
      argument = try self.argument(for: edit)
      // A field that keeps its input shows a message instead.
      if !keepsInput { _ = try value(from: argument) }
    } catch let refused as Diagnostic where refused.code == "cell.value" {
      // The place is that of the step: a test that types what no user could has the mistake.
      let origin = function == nil ? try target().origin() : componentClass.origin(of: setter)
      throw refused.from(origin).appending(.property(origin))
    }
    noteEdit()
    try enter(argument)
  }

  /// Notes that a person edits the field, for the history.
  final func noteEdit() {
    let (kind, number) = id.place
    let field = EditedField(
      controller: controller.handle, row: (kind, number, id.entity), component: ObjectIdentifier(component),
      context: effectiveContext)
    evaluator.store.history.beginEdit(of: field, evaluator.store)
  }

  /// Runs the setter: the script's function, else the built-in one.
  final func runSetter(_ argument: Value) throws {
    guard let setter, let function = componentClass.override(of: setter) else { return try write(argument) }
    let origin = componentClass.origin(of: setter)
    guard let fields = controller.fields else {
      return services.start(function, receiver: .handle(handle), arguments: [argument], origin: origin) { _ in }
    }
    fields.write(argument, of: self) { ended in
      services.start(function, receiver: .handle(handle), arguments: [argument], origin: origin, ended: ended)
    }
  }

  /// Keeps what is entered into a secure field out of messages and changes.
  private func noteSecret(_ edit: ScreenAction.Edit) {
    switch edit {
    case .text(let text), .value(.string(let text)): evaluator.store.secrets.add(text)
    case .value(let value): if let text = value.scalarText { evaluator.store.secrets.add(text) }
    case .option, .steps: break
    }
  }

  /// Whether the control writes a property that its class declares as secret.
  final var writesSecret: Bool {
    guard evaluator.store.secrets.isDeclared else { return false }
    let written = evaluator.store.graph.withoutTracking { writtenProperty }
    return written.map { owner, name in
      evaluator.store.type(of: owner)?.secrets.contains { $0.name == name } == true
    } ?? false
  }

  /// Keeps the value of the property that a secure field shows out of messages and changes.
  final func noteSecretProperty() {
    guard isSecure, let written = evaluator.store.graph.withoutTracking({ writtenProperty }) else { return }
    evaluator.store.secrets.add(property: written.name, of: written.owner)
  }

  /// The binding to which the control writes, and what makes its origin.
  ///
  /// - Throws: `action.impossible` without one.
  private func target() throws -> (program: BindingProgram, origin: () -> Diagnostic.Origin) {
    guard let slot = component.descriptor.controlSlot else { throw impossible("has no control") }
    let name = component.descriptor.table.schemas[slot].name
    guard let program = properties.program(slot: slot) else { throw impossible("has no \(name) to write to") }
    return (program, { [self] in origin(name) })
  }

  /// The built-in setter.
  final func write(_ argument: Value) throws {
    _ = try target()
    try set(try value(from: argument))
  }

  /// Writes a value to the binding of the control.
  final func set(_ value: Value) throws {
    let (program, origin) = try target()
    do {
      // The consequences of the change may fail too; then the change itself is rolled back.
      try evaluator.store.transaction { try evaluator.set(program, effectiveContext, value) }
    } catch var diagnostic as Diagnostic {
      if diagnostic.code == "model.type", diagnostic.hint == nil { diagnostic.hint = hint(forRefused: value) }
      throw evaluator.located(diagnostic, in: program, of: origin())
    }
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .isReadOnly: return .bool(properties[Self.editKeys.readOnly])
    case .updateControlInDisplay: return .bool(properties[Self.editKeys.controlInDisplay])
    default: break
    }
    guard function == setter, let accepted = function.argument else {
      return try super.inherited(function, arguments)
    }
    let given = arguments.first ?? .null
    guard let argument = accepted.convert(given, evaluator) else {
      throw Diagnostic(
        "controller.argument", "\(function) needs \(accepted.expected), got \(evaluator.store.summary(given))")
    }
    try write(argument)
    return .null
  }

  /// The hint in the message about a refused value: which values the control accepts. Nil for no hint.
  func hint(forRefused value: Value) -> String? { nil }

  func wrongEdit(_ needed: String, _ edit: ScreenAction.Edit) -> Diagnostic {
    let got =
      switch edit {
      case .text(let text): evaluator.store.summary(.string(text))
      case .value(let value): evaluator.store.summary(value)
      case .option(let index): "option \(index)"
      case .steps(let count): "\(count) steps"
      }
    return impossible("needs \(needed), got \(got)")
  }

  /// The index of the option that a person chose.
  func chosenIndex(_ edit: ScreenAction.Edit, of count: Int) throws -> Int {
    switch edit {
    case .option(let index), .value(.int(let index)):
      guard index >= 0, index < count else { throw impossible("has no option \(index); it has \(count)") }
      return index
    case .text, .value, .steps: throw wrongEdit("an option", edit)
    }
  }

  /// Returns a value inside the bounds of the control, and notes that what a person has entered is outside of them.
  func noting(_ entered: Value, clampedTo value: Value) -> Value {
    guard entered != value else { return value }
    let isBelow = entered.order(to: value) == .before
    let isDate = value.double == nil
    let bound = isDate ? isBelow ? "the earliest date" : "the latest date" : isBelow ? "the minimum" : "the maximum"
    // A short date may be the same in two centuries.
    let days = [entered, value].map { $0.double == nil ? locale.longText(of: $0) : nil }
    let texts =
      days[0] != days[1]
      ? days.map { $0 ?? "" } : [entered, value].map { text(ofEntered: $0) ?? $0.scalarText ?? "" }
    services.report(
      Diagnostic("cell.clamped", "\"\(label)\": \(texts[0]) was clamped to \(texts[1]), \(bound)", severity: .note))
    return value
  }

  /// Returns the number that a person has set, inside the bounds of the control, and notes how it differs from what was
  /// entered.
  ///
  /// - Throws: `action.impossible` for anything but a number, `cell.value`.
  final func set(_ number: BoundedNumber, to edit: ScreenAction.Edit) throws -> Value {
    let edit = try readingNumber(edit)
    guard let value = number.set(edit) else { throw wrongEdit("a number", edit) }
    let clamped = number.clamped(value)
    guard case .value(let entered) = edit else { return clamped }
    // The note has the number that was entered: the value is the nearest one of its type.
    if clamped != value { return noting(entered, clampedTo: clamped) }
    if entered.double != value.double {
      let texts = [entered, value].map { text(ofEntered: $0) ?? $0.scalarText ?? "" }
      services.report(
        Diagnostic(
          "cell.rounded", "\"\(label)\": \(texts[0]) was rounded to \(texts[1]), because its value is an integer",
          severity: .note))
    }
    return clamped
  }

  // MARK: Localized values

  /// The text of a value that a person has entered, where the control shows texts of its values.
  func text(ofEntered value: Value) -> String? { locale.text(of: value) }

  /// The locale and the time zone of an application never change, so that rows need not depend on them.
  var locale: FunctionContext { evaluator.functionContext() }

  /// Returns the edit with a number in place of a text that a person typed.
  ///
  /// - Throws: `cell.value` for a text that is not a number.
  func readingNumber(_ edit: ScreenAction.Edit) throws -> ScreenAction.Edit {
    guard case .text(let text) = edit else { return edit }
    if let number = try formattedNumber(text) { return .value(number) }
    guard let number = locale.number(in: text) else {
      throw Diagnostic("cell.value", "\"\(text)\" is not a number", hint: numberHint)
    }
    return .value(number)
  }

  /// An example of an accepted number.
  var numberHint: String { "use a number such as \(locale.text(of: .double(1234.5)) ?? "1234.5")" }
}
