/// Controls: what they write, and where.
extension DefinitionCheck {
  /// A control whose property can never hold what the control writes, or that writes to nothing.
  func control(_ cell: Component, in type: EntityType?, of controller: ComponentClass) -> Mistake? {
    guard let needed = Self.needed(by: cell), let slot = cell.descriptor.controlSlot,
      !Self.decidesValue(cell.componentClass)
    else { return nil }
    let origin = cell.origin(cell.descriptor.table.schemas[slot].name, of: controller)
    guard case .binding(let program)? = cell.values[slot: slot] else {
      guard isEditable(cell, controller), !cell.values.mayLack(slot) else { return nil }
      let reason = cell.values[slot: slot] == nil ? "there is no" : "a function cannot be written as"
      return mistake("binding.notWritable", origin, "\(reason) \(origin.property)", hint: Self.writableHint)
    }
    let value = evaluator.staticValue(program, in: type)
    if var mistake = unknownName(value, program, origin) {
      if case .unknown(let step, let owner) = value {
        let fitting = owner.properties.filter { $0.computed == nil && needed.accepts($0, isEditable: true) }
        mistake.diagnostic.hint =
          NearestName.hint(for: step.name, in: fitting.map(\.name)) ?? mistake.diagnostic.hint
      }
      return mistake
    }
    let isEditable = isEditable(cell, controller)
    if isEditable, var obstacle = evaluator.writeObstacle(program, in: type) {
      obstacle.hint = Self.writableHint
      return mistake(obstacle, program, origin)
    }
    if isComplete, !program.isEmpty, needed != .choice, let entity = value.entityName {
      return wrongType(
        "\(cell.componentClass.name) needs \(needed.noun); \(program.gives("a \(entity)"))", program, origin)
    }
    guard case .property(let property, let owner) = value, property.computed == nil,
      !needed.accepts(property, isEditable: isEditable), !showsDate(cell, property)
    else { return nil }
    let isDateText = needed == .date && property.isDateText
    if isDateText, !isEditable { return nil }
    let use =
      needed == .choice
      ? "declare \(property.name) as a reference, or with a number as its default: \"0\""
      : Control.Kind.cell(for: property.type).map { "use okit.\($0)" }
    return wrongType(
      "\(cell.componentClass.name) needs \(needed.noun); \(owner.name).\(property.name) is \(property.type.article)",
      program, origin,
      hint: isDateText ? "declare \(property.name) = t.date; a picked date is not written to a text" : use)
  }

  /// Nil for a control that edits nothing.
  private static func needed(by cell: Component) -> ControlValue? {
    let isByTitle =
      cell.descriptor.isKind(of: .segmentCell) && cell.values[ComponentDescriptor.segmentKeys.byTitle] != nil
    return isByTitle ? .option : cell.descriptor.control?.edits
  }

  /// A step or bound of a stepper that an Int cannot take, so that it would be rounded.
  func wholeNumbers(_ cell: Component, in type: EntityType?, of controller: ComponentClass) -> [Mistake] {
    let keys = ComponentDescriptor.stepperKeys
    guard cell.descriptor.isKind(of: .stepperCell),
      let (_, property, owner) = evaluator.storedProperty(cell.values[keys.valuePath], in: type),
      property.type.unwrapped == .int
    else { return [] }
    return [keys.stepValuePath, keys.minValuePath, keys.maxValuePath].compactMap { key in
      guard let number = cell.values[key]?.constant?.double, number.isFinite, number != number.rounded() else {
        return nil
      }
      let origin = cell.origin(cell.descriptor.table.name(of: key), of: controller)
      return mistake(
        "binding.type", origin,
        "needs a whole number, because \(owner.name).\(property.name) is an Int; got "
          + (Value.double(number).scalarText ?? ""),
        hint: "declare \(property.name) with a Double as its default, such as 0.0")
    }
  }

  /// Whether functions of the script read or write the value of the control.
  private static func decidesValue(_ cell: ComponentClass) -> Bool {
    cell.hasFunctions
      && cell.descriptor.functions.contains {
        ($0.field == .control || $0.argument != nil) && cell.override(of: $0) != nil
      }
  }

  private static let writableHint = "name a stored property, or only show the value: okit.ModelTableCell, readOnly"

  /// Whether a user may be able to edit the cell; an expression may allow it at any time.
  private func isEditable(_ cell: Component, _ controller: ComponentClass) -> Bool {
    if let readOnly = cell.values[ComponentDescriptor.editKeys.readOnly] { return readOnly.constant?.flag == false }
    let (values, keys) = (controller.values, Controller.keys)
    let isOff = [keys.edit, Controller.tableKeys.editEnabled].contains { values[$0]?.constant?.flag == false }
    return !isOff || values[keys.editAlways] != nil || values[keys.editInherit] != nil
  }
}

extension ControlValue {
  /// Whether a property can hold what the control writes.
  ///
  /// - Parameter isEditable: A field that nobody can edit may show a value of an enum.
  fileprivate func accepts(_ property: Property, isEditable: Bool) -> Bool {
    switch (self, property.type.unwrapped) {
    case (.bool, .int), (.bool, .double): true
    // A text that begins with a Bool, such as "no", holds one.
    case (.bool, .string): BoolText(property.defaultValue.scalarText ?? "") != nil
    case (.option, .string), (.option, .int), (.option, .double), (.option, .bool), (.option, .enumeration): true
    case (.option, _): false
    case (.bool, .bool), (.number, .int), (.number, .double), (.date, .date), (.date, .day): true
    case (.text, .enumeration): !isEditable
    case (.text, .date), (.text, .day), (.text, .data), (.text, .entity), (.text, .reference), (.text, .list),
      (.text, .set), (.text, .map):
      false
    case (.text, _): true
    // OKit's applications keep numbers and indexes in texts, which begin with one: "0". They are written as texts.
    case (.index, .string), (.choice, .string): property.defaultValue.int != nil
    case (.number, .string): property.defaultValue.number != nil
    case (.index, .int), (.index, .enumeration): true
    case (.choice, .int), (.choice, .enumeration), (.choice, .reference), (.choice, .entity): true
    case (.bool, _), (.number, _), (.date, _), (.index, _), (.choice, _): false
    }
  }
}

extension Property {
  /// Whether it is a text whose default reads as a date. It can be read as a date, but a date is not written to it.
  fileprivate var isDateText: Bool { type.unwrapped == .string && defaultValue.date != nil }
}

extension ComponentDescriptor {
  /// The slot of the property that the control writes; nil without a control, and for one that edits nothing.
  var editedSlot: Int? { control?.edits == nil ? nil : controlSlot }
}

extension Control.Kind {
  fileprivate static func cell(for type: PropertyType) -> String? {
    switch type.unwrapped {
    case .string: "ModelTextCell"
    case .bool: "ModelSwitchCell"
    case .int, .double: "ModelStepperCell"
    case .date, .day: "ModelDateCell"
    case .enumeration: "ModelSegmentCell or okit.ModelPickerCell"
    case .data, .color, .image, .entity, .reference, .list, .set, .map, .optional: nil
    }
  }
}
