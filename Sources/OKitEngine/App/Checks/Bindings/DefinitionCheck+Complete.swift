/// The mistakes that a start leaves to the first look at a screen: names in every binding, numbers of parameters, and
/// steps that may end at nil.
extension DefinitionCheck {
  /// What a check knows about the functions of the script besides the schema.
  package struct ScriptFunctions {
    /// Returns how many parameters a function of one of these types takes, besides the value that it is called on; nil
    /// where that is not known.
    var parameters: (_ types: [String], _ name: String) -> ClosedRange<Int>?

    package init(parameters: @escaping (_ types: [String], _ name: String) -> ClosedRange<Int>?) {
      self.parameters = parameters
    }
  }

  /// A property with bindings or functions, and the class of the entities in whose contexts it is read.
  struct Reader {
    let value: PropertyValue
    var schema: PropertySchema
    let type: EntityType?
    let origin: (String) -> Diagnostic.Origin
    /// Whether a control writes the binding.
    var isWritten = false
    /// Whether the values of an enumeration are shown by their localized texts.
    var localizesCases = false

    /// Whether a name is the entered value, which a formula of a validation reads beside the properties of the entity.
    func isEnteredValue(_ name: NameStep) -> Bool { schema.name == "validationFormula" && name.name == "value" }
  }

  func completeMistakes(of controller: ComponentClass, _ types: ContextTypes) -> [Mistake] {
    guard isComplete else { return [] }
    return mistakes(readers(of: controller, types), controller) + readValuesOfParts(controller, types)
  }

  /// The properties of the application are read in its own context.
  func mistakesOfApplication(_ application: ComponentClass, in type: EntityType?) -> [Mistake] {
    guard isComplete else { return [] }
    let (values, table) = (application.values, application.descriptor.table)
    return mistakes(readers(ofApplication: application, in: type), application)
      + contextPath(
        values[ComponentDescriptor.applicationKeys.contextPath], in: rootType, application.origin("contextPath"))
      + readValues(values, table, in: { _ in type }, { application.origin($0) })
  }

  func readers(ofApplication application: ComponentClass, in type: EntityType?) -> [Reader] {
    readers(
      application.values, application.descriptor.table, in: { $0 == "contextPath" ? rootType : type },
      { application.origin($0) })
  }

  /// The titles, images and badges of tabs.
  func mistakesOfTabs(_ tabBar: ComponentClass, in type: EntityType?) -> [Mistake] {
    guard isComplete else { return [] }
    return mistakes(readers(ofTabs: tabBar, in: type), tabBar)
  }

  func readers(ofTabs tabBar: ComponentClass, in type: EntityType?) -> [Reader] {
    guard tabBar.descriptor === ComponentDescriptor.tabBar else { return [] }
    return tabBar.values.components(ComponentDescriptor.tabs).flatMap { tab in
      readers(tab.values, tab.descriptor.table, in: { _ in type }, { tab.origin($0, of: tabBar) })
    }
  }

  func readNames(of controller: ComponentClass, _ types: ContextTypes) -> Set<String> {
    var names: Set<String> = []
    for reader in readers(of: controller, types) where reader.type === types.given {
      guard case .binding(let program) = reader.value else { continue }
      for case .path(.context, let steps) in program.parts.flatMap(\.paths).map(\.source) {
        guard case .name(let name)? = steps.first, !reader.isEnteredValue(name),
          definition.owner(ofFunction: name.name, in: controller) == nil,
          !(reader.schema.takesLiterals && program.hasPart(name))
        else { continue }
        names.insert(name.name)
      }
    }
    return names
  }

  // MARK: Readers

  /// The class of the entities in whose contexts a property of a controller is read.
  func contextClass(of property: String, _ controller: ComponentClass, _ types: ContextTypes) -> EntityType? {
    if ["quickName", "quickImage"].contains(property), controller.descriptor.isKind(of: .list),
      let slot = controller.descriptor.table.slot(named: property),
      case .binding(let program)? = controller.values[slot: slot],
      evaluator.readsRows(program, row: types.row, own: types.controller)
    {
      return types.row
    }
    return switch controller.descriptor.contextRole(of: property, isInRow: false) {
    case .given: types.given
    case .selection: types.selection
    case .row: types.row
    case .column: types.column
    case .own, .option: types.controller
    }
  }

  func readers(of controller: ComponentClass, _ types: ContextTypes) -> [Reader] {
    let isList = controller.descriptor.isKind(of: .list)
    let table = controller.descriptor.table
    var all = readers(
      controller.values, table, in: { contextClass(of: $0, controller, types) }, { controller.origin($0) })
    if controller.descriptor.isKind(of: .detail) {
      for (index, section) in controller.values.sections(DetailController.detailKeys.sections).enumerated() {
        all += readers(
          section.values, SectionDefinition.fields, in: { _ in types.controller },
          {
            controller.origin("sections[\(index + 1)].\($0)")
          })
      }
    }
    all += types.sections.flatMap { readers(of: $0.list, $0.types) }
    for (cell, type) in types.cells {
      let given = types.givenToCells
      let options = optionType(of: cell, in: type)
      let slot = cell.descriptor.editedSlot
      var own = readers(
        cell.values, cell.descriptor.table,
        in: { name in
          switch cell.descriptor.contextRole(of: name, isInRow: isList) {
          case .given: given
          case .option: options
          case .own, .row, .column, .selection: type
          }
        }, { cell.origin($0, of: controller) })
      for index in own.indices where slot.map({ cell.descriptor.table.schemas[$0].name }) == own[index].schema.name {
        own[index].isWritten = true
        own[index].localizesCases = cell.localizesCases
      }
      all += own
    }
    for (button, given, type) in types.buttons {
      all += readers(
        button.values, button.descriptor.table,
        in: { name in
          let role = button.descriptor.contextRole(of: name, isInRow: false)
          return role == .given || role == .row ? given : type
        },
        {
          button.origin($0, of: controller)
        })
    }
    return all
  }

  private func readers(
    _ values: PropertyValues, _ table: SchemaTable, in type: (String) -> EntityType?,
    _ origin: @escaping (String) -> Diagnostic.Origin
  ) -> [Reader] {
    var readers: [Reader] = []
    for (slot, value) in values.slots.enumerated() {
      guard let value else { continue }
      let schema = table.schemas[slot]
      switch value {
      case .binding, .function, .list, .moreActions, .callouts:
        readers.append(Reader(value: value, schema: schema, type: type(schema.name), origin: origin))
      case .text, .segue, .component, .components, .sections: break
      }
    }
    return readers
  }

  /// The class of the options of a picker.
  private func optionType(of cell: Component, in type: EntityType?) -> EntityType? {
    guard cell.descriptor.isKind(of: .pickerCell),
      case .binding(let program)? = cell.values[ComponentDescriptor.pickerKeys.dataPath],
      case .list(let element) = evaluator.resolved(evaluator.staticValue(program, in: type))
    else { return nil }
    return element.entityType(in: store)
  }

  // MARK: Mistakes

  private func mistakes(_ readers: [Reader], _ controller: ComponentClass) -> [Mistake] {
    var found: [Mistake] = []
    for reader in readers {
      visitBindings(of: reader.value, named: reader.schema.name, reader.schema) { program, name, schema in
        var inner = reader
        inner.schema = schema
        found += mistakes(inner, program, name, controller)
      }
    }
    return found
  }

  private func mistakes(
    _ reader: Reader, _ program: BindingProgram, _ name: String, _ controller: ComponentClass
  ) -> [Mistake] {
    guard program.constant == nil else { return [] }
    let outer = evaluator.originSource
    defer { evaluator.originSource = outer }
    let isText = reader.schema.showsText
    evaluator.originSource = OriginSource {
      var origin = BindingOrigin(reader.origin(name), isText: isText)
      origin.constants = reader.schema.constantNames
      return origin
    }
    let isAction = reader.schema.kind == .action || reader.schema.name == "moreActionsTap"
    return program.parts.flatMap { part -> [Mistake] in
      if isAction, let call = part.onlyCall, lacks(call.name, reader.type) {
        // A function of the controller; `action` reports a name that neither has.
        return callMistakes(call, of: controller, reader, program, name)
      }
      if reader.schema.takesLiterals, evaluator.startsNowhere(part, in: reader.type) { return [] }
      return mistakes(reader, part, program, name)
    }
  }

  /// Whether a context has no such name, so that it may be one of the controller.
  func lacks(_ name: String, _ type: EntityType?) -> Bool {
    guard let type else { return true }
    if case .unknown = evaluator.resolver.meaning(of: name, on: type) { return true }
    return false
  }

  private func callMistakes(
    _ call: NameStep, of controller: ComponentClass, _ reader: Reader, _ program: BindingProgram, _ name: String
  ) -> [Mistake] {
    let given = call.parameters ?? []
    var found = given.flatMap { mistakes(reader, $0, program, name) }
    if controller.function(named: call.name) != nil,
      let range = functions?.parameters(chain(of: controller), call.name), !range.contains(given.count)
    {
      found.append(wrongCount(call, range, program, reader.origin(name)))
    }
    return found
  }

  private func chain(of controller: ComponentClass) -> [String] {
    var (names, next) = ([controller.name], controller.superClass)
    while let above = next { (names, next) = (names + [above.name], above.superClass) }
    return names
  }

  private func mistakes(
    _ reader: Reader, _ part: PartProgram, _ program: BindingProgram, _ name: String
  ) -> [Mistake] {
    if case .formula(let formula) = part.source {
      return formula.parts.flatMap { mistakes(reader, $0, program, name) }
        + mistakesOfCalls(reader, part, program, name)
    }
    if case .path(.context, let steps) = part.source, case .name(let first)? = steps.first,
      reader.isEnteredValue(first)
    {
      return []
    }
    var found: [Mistake] = []
    var nullable: SourceRange?
    // The first name in a context of an unknown class may be a function of the controller.
    let first: NameStep? =
      if case .path(_, let steps) = part.source, case .name(let step)? = steps.first { step } else { nil }
    // A grid calls the function at the end of `cellPath` with the column.
    let last: NameStep? =
      if reader.schema.name == "cellPath", case .path(_, let steps) = part.source, case .name(let step)? = steps.last {
        step
      } else { nil }
    let value = evaluator.staticValue(part, in: reader.type) { step, receiver in
      if case .name(let step) = step {
        let count = step.parameters?.count ?? 0
        if let range = parameters(of: step, on: receiver), !range.contains(count),
          step !== last || !range.contains(count + 1)
        {
          found.append(wrongCount(step, range, program, reader.origin(name)))
        }
        found += (step.parameters ?? []).flatMap { mistakes(reader, $0, program, name) }
        if let wrong = wrongPattern(step, on: receiver, program) {
          found.append(mistake(wrong, program, reader.origin(name)))
        }
        if step !== first, step.parameters != nil, case .undetermined = evaluator.resolved(receiver),
          let unknown = unknownFunction(step, program)
        {
          found.append(mistake(unknown, program, reader.origin(name)))
        }
        if nullable == nil, receiver.mayBeNil { nullable = step.range }
      }
    }
    if value.isMistake, let unknown = unknownName(value, program, reader.origin(name)) {
      found.append(unknown)
    } else if reader.isWritten, let nullable {
      found.append(mistake(maybeNil(nullable, program), program, reader.origin(name)))
    }
    return found
  }

  /// The extension functions that a formula calls.
  private func mistakesOfCalls(
    _ reader: Reader, _ part: PartProgram, _ program: BindingProgram, _ name: String
  ) -> [Mistake] {
    var found: [Mistake] = []
    let visit: Evaluator.StepVisitor = { step, receiver in
      guard case .name(let step) = step else { return }
      if let range = parameters(of: step, on: receiver), !range.contains(step.parameters?.count ?? 0) {
        found.append(wrongCount(step, range, program, reader.origin(name)))
      }
      let value = evaluator.follow(step, on: receiver)
      if value.isMistake, let unknown = unknownName(value, program, reader.origin(name)) {
        found.append(unknown)
      } else if step.isFormulaFunction, !isAnswered(step, of: reader.origin(name)), case .undetermined = value,
        let unknown = unknownFunction(step, program)
      {
        found.append(mistake(unknown, program, reader.origin(name)))
      }
    }
    _ = evaluator.staticValue(part, in: reader.type, visit: visit, isReplaced: reader.isEnteredValue)
    return found
  }

  /// A function that no value has, whatever it is called on.
  private func unknownFunction(_ step: NameStep, _ program: BindingProgram) -> Diagnostic? {
    guard evaluator.functions.lookup(step.name, types: FunctionRegistry.coreTypes) == nil,
      store.types.all.allSatisfy({ lacks(step.name, $0) })
    else { return nil }
    let others = step.isFormulaFunction ? FormulaFunction.names : []
    let known = others + evaluator.functions.names(types: FunctionRegistry.coreTypes)
    return Diagnostic(
      "binding.function", "unknown function \"\(step.name)\"",
      excerpt: .init(source: SourceText(name: "", text: program.text), range: step.range),
      hint: NearestName.hint(for: step.name, in: known))
  }

  private func maybeNil(_ range: SourceRange, _ program: BindingProgram) -> Diagnostic {
    Diagnostic(
      "binding.nullable", "nothing is written while the value before this step is nil", severity: .note,
      excerpt: .init(source: SourceText(name: "", text: program.text), range: range))
  }

  /// The diagnostic of an unknown name with the code that tells what the name was to be.
  func named(_ diagnostic: Diagnostic, _ value: StaticValue) -> Diagnostic {
    guard isComplete else { return diagnostic }
    var named = diagnostic
    switch value {
    case .unknown(let step, _), .unknownOnElements(let step, _), .unknownOnReference(let step):
      named.code = step.parameters == nil ? "binding.property" : "binding.function"
    case .unknownFunction(let step, let type), .unknownFunctionOnElements(let step, let type):
      let others = FunctionRegistry.coreTypes.filter { $0 != type && $0 != "Any" && $0 != "Entity" }
      let owner = others.first { evaluator.functions.lookup(step.name, types: [$0]) != nil }
      named.code = owner == nil ? "binding.function" : "binding.type"
      if let owner { named.hint = named.hint ?? "it is a function of \(owner)" }
    case .unknownModel: if named.code == "binding.unknownModel" { named.code = "binding.model" }
    case .wrong, .entity, .anyEntity, .property, .reference, .value, .list, .undetermined: break
    }
    return named
  }

  // MARK: Parameters

  private func parameters(of step: NameStep, on receiver: StaticValue) -> ClosedRange<Int>? {
    switch evaluator.resolved(receiver) {
    case .entity(let type): return parameters(of: step, on: type)
    case .value(let type):
      let implementation = evaluator.functions.lookup(step.name, types: [type, "Any"])
      return implementation.flatMap { parameters(of: step, $0, types: [type, "Any"]) }
    case .list(let element):
      if case .entity(let type) = element, !lacks(step.name, type) { return parameters(of: step, on: type) }
      let implementation = evaluator.functions.lookup(step.name, types: ["List"])
      return implementation.flatMap { parameters(of: step, $0, types: ["List"]) }
    case .undetermined where step.parameters != nil: return parametersOfOnlyFunction(step)
    default: return nil
    }
  }

  /// The parameters of the only function with a name, whatever it is called on.
  private func parametersOfOnlyFunction(_ step: NameStep) -> ClosedRange<Int>? {
    let types = FunctionRegistry.coreTypes.filter { evaluator.functions.lookup(step.name, types: [$0]) != nil }
    guard types.count == 1, case .host? = evaluator.functions.lookup(step.name, types: types),
      store.types.all.allSatisfy({ $0.property(named: step.name) == nil && $0.function(named: step.name) == nil }),
      evaluator.functions.lookup(step.name, types: store.types.all.map(\.name)) == nil
    else { return nil }
    return functions?.parameters(types, step.name)
  }

  private func parameters(of step: NameStep, on type: EntityType) -> ClosedRange<Int>? {
    let types = Array(sequence(first: type, next: \.superType).map(\.name))
    switch evaluator.resolver.meaning(of: step.name, on: type) {
    case .function:
      // A class below may define another function.
      let below = store.types.subtypes(of: type)
      let isOverridden = below.contains {
        $0 !== type && $0.function(named: step.name) != type.function(named: step.name)
      }
      return isOverridden ? nil : functions?.parameters(types, step.name)
    case .extended(let implementation): return parameters(of: step, implementation, types: types + ["Entity", "Any"])
    case .property, .id, .parent, .model, .typeName, .target, .referenceText, .unknown: return nil
    }
  }

  private func parameters(
    of step: NameStep, _ implementation: FunctionRegistry.Implementation, types: [String]
  ) -> ClosedRange<Int>? {
    switch implementation {
    case .builtIn(let function): function.parameters
    case .list(let function): function.parameters
    case .host: functions?.parameters(types, step.name)
    }
  }

  private func wrongCount(
    _ step: NameStep, _ range: ClosedRange<Int>, _ program: BindingProgram, _ origin: Diagnostic.Origin
  ) -> Mistake {
    let (least, most) = (range.lowerBound, range.upperBound)
    let wanted =
      most == .max ? "at least \(least)" : least == most ? most == 0 ? "no" : "\(most)" : "\(least) to \(most)"
    let diagnostic = Diagnostic(
      "binding.arity",
      "\"\(step.name)\" takes \(wanted) parameter\(wanted == "1" ? "" : "s"), not \(step.parameters?.count ?? 0)",
      excerpt: .init(source: SourceText(name: "", text: program.text), range: step.range))
    return mistake(diagnostic, program, origin)
  }
}

extension StaticValue {
  /// Whether the value may be nil, so that a step from it leads to nothing.
  fileprivate var mayBeNil: Bool {
    guard case .property(let property, _) = self, property.computed == nil else { return false }
    switch property.type {
    case .entity: return property.role != .deferred
    case .optional(let inner): return inner.entityTypeName != nil
    default: return false
    }
  }
}

extension BindingProgram {
  /// Whether a part of the binding is only a name.
  fileprivate func hasPart(_ name: NameStep) -> Bool { parts.contains { $0.onlyName === name } }
}

extension Component {
  /// Whether a choice shows the values of an enumeration by their localized texts: always, unless it has titles of its
  /// own.
  fileprivate var localizesCases: Bool {
    if descriptor.isKind(of: .segmentCell) { return values[ComponentDescriptor.segmentKeys.segmentsPath] == nil }
    return descriptor.isKind(of: .pickerCell) || descriptor.isKind(of: .textPickerCell)
  }
}
