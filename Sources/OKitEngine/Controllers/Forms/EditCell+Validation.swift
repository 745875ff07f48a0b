/// Validating values: the type of the property, `validationRequired`, then `validationFormula`.
extension EditCell {
  /// Whether the cell declares a validation.
  final var validates: Bool {
    let keys = Self.fieldKeys
    return isGiven(keys.validationRequired) || isGiven(keys.validationFormula)
  }

  /// Returns the message about an entered value; nil for a valid one.
  ///
  /// - Throws: What a function that validates throws.
  final func problem(of argument: Value) throws -> String? {
    validations += 1
    defer { validations -= 1 }
    let value: Value
    do { value = try self.value(from: argument) } catch let refused as Diagnostic where refused.code == "cell.value" {
      guard ownMessage == nil, let excerpt = refused.excerpt, let range = excerpt.range else { return message }
      let column = excerpt.source.location(of: range.lower).column
      return "\(message) (\(controller.localized("column %@", String(column))))"
    }
    guard hasTarget else { return controller.localized("%@ cannot be saved any more.", fieldLabel) }
    guard fits(value) else { return message }
    return try isValid(value) ? nil : message
  }

  /// The message that a script has given for the field; nil without.
  final var givenError: String? { input.flatMap { $0.isGiven ? $0.error : nil } }

  /// Returns the message about the value of the model; nil for a valid one.
  final func problemOfValue() throws -> String? {
    guard validates else { return nil }
    return try isValid(currentValue) ? nil : message
  }

  /// The value of the control's binding.
  final var currentValue: Value {
    guard let slot = component.descriptor.controlSlot else { return makeControl(isEnabled: false)?.value ?? .null }
    return properties.read(slot: slot, .value)
  }

  /// Whether the property that the control writes takes a value. A function of the script decides itself.
  private func fits(_ value: Value) -> Bool { converted(value) != nil }

  /// Returns a value as the property that the control writes has it; nil for one that it does not take.
  private func converted(_ value: Value) -> Value? {
    if let setter, componentClass.override(of: setter) != nil { return value }
    guard let program = component.descriptor.controlSlot.flatMap(properties.program(slot:)),
      let type = evaluator.writtenType(program, effectiveContext), type.entityTypeName == nil, !type.isReference,
      type.element == nil
    else { return value }
    do { return try evaluator.store.convert(value, to: type, for: "") } catch {
      // Only a value that does not fit fails.
      return nil
    }
  }

  /// The value that the input would write; nil for none, and for input that cannot be written.
  final var enteredValue: Value? {
    guard let entered = input?.entered, hasTarget else { return nil }
    do { return converted(try value(from: entered)) } catch {
      // The problem of the field says so.
      return nil
    }
  }

  private func isValid(_ value: Value) throws -> Bool {
    let keys = Self.fieldKeys
    if properties[keys.validationRequired], isMissing(value) { return false }
    let origin = origin(keys.validationFormula)
    switch component.values[keys.validationFormula] {
    case .binding(let program)?:
      var names = controller.fields?.heldValues(ofFieldsBeside: self) ?? [:]
      names["value"] = value
      let holds = evaluator.check(program, effectiveContext, with: NameOverlay(names), of: origin) == .holds
      count(.bool(holds), of: keys.validationFormula, program)
      return holds
    case .function(let function)?: return try isValid(value, function, origin)
    default: return true
    }
  }

  /// Whether a value is nil, the empty text or a reference to nothing.
  private func isMissing(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .string, .entity: (evaluator.store.referenceKey(of: value) ?? "").isEmpty
    default: false
    }
  }

  private func isValid(_ value: Value, _ function: FunctionRef, _ origin: Diagnostic.Origin) throws -> Bool {
    guard let host = evaluator.host else { return true }
    do {
      let receiver = effectiveContext.map(Value.entity) ?? .null
      let result = try evaluator.because(.property(origin)) {
        try host.call(function, receiver: receiver, arguments: [value, .handle(controller.handle)])
      }
      if case .bool(let isValid)? = FunctionResult.flag.convert(result, evaluator) { return isValid }
      throw Diagnostic(
        "form.formula",
        "validationFormula must return \(FunctionResult.flag.expected), got "
          + evaluator.store.summary(result))
    } catch {
      throw error.asDiagnostic.at(evaluator.place(of: origin)).from(origin).appending(.property(origin))
    }
  }

  // MARK: Messages

  private var message: String {
    // The text of the field may ask for it, too.
    if controller.fields?.isAskingForValidity == true { return "" }
    return ownMessage ?? controller.localized("Please enter a valid value for %@.", fieldLabel)
  }

  /// The message of the script.
  private var ownMessage: String? { properties[Self.fieldKeys.validationMessage].flatMap { $0.isEmpty ? nil : $0 } }

  /// What a person calls the field: the title of its column, else its text, its placeholder or its path.
  final var fieldLabel: String {
    let placeholder = makeControl(isEnabled: false)?.placeholder
    let names = [controller.columnTitle(of: id), builtInText(editing: true), placeholder]
    return names.lazy.compactMap(\.self).first { !$0.isEmpty } ?? label
  }

  /// The property that the field writes, and its entity.
  final var writtenProperty: (owner: EntityID, name: String)? {
    let program =
      component.descriptor.controlSlot.flatMap(properties.program(slot:))
      ?? properties.program(Self.fieldKeys.dataPath)
    return program.flatMap { evaluator.writtenProperty($0, effectiveContext) }
  }
}
