/// A name in a binding, or the text of a property that is a name, with what it stands for. Nothing is evaluated.
package struct BindingReference {
  /// What a name stands for, as far as the schema determines it.
  package enum Meaning: Hashable, Sendable {
    /// A property, with the topmost class that declares it.
    case property(owner: String)
    /// A function of a class, with the topmost class that has it, or an extension function with its type.
    case function(owner: String)
    /// A function of a controller that a script has defined.
    case controllerFunction(owner: String)
    /// The name of a model.
    case model
    /// The key of a localized text.
    case localizedText
    /// The name of a controller.
    case controller
    /// The name of a class of entities.
    case entityClass
    /// What every entity or value has, or what okit's own classes have.
    case builtIn
    /// The class of the value before is not known.
    case unknown
  }

  package let name: String
  /// The UTF-8 offsets in the text.
  package let range: SourceRange
  /// Several for a name that is read in contexts of several classes.
  package let meanings: [Meaning]
  /// The property that has the text, with the place of its definition.
  package let origin: Diagnostic.Origin
  package let text: String
  /// Whether a control writes the binding.
  package var isEdited = false
  /// Whether it looks up a text by a key that only the data tell.
  package var readsAnyText = false
  /// The values of the enumeration whose localized texts are shown.
  package var localizedCases: [String] = []

  package init(
    name: String, range: SourceRange, meanings: [Meaning], origin: Diagnostic.Origin, text: String,
    isEdited: Bool = false, readsAnyText: Bool = false, localizedCases: [String] = []
  ) {
    (self.name, self.range, self.meanings, self.origin, self.text) = (name, range, meanings, origin, text)
    (self.isEdited, self.readsAnyText, self.localizedCases) = (isEdited, readsAnyText, localizedCases)
  }
}

/// Finds what the names in the bindings of the definitions stand for.
extension DefinitionCheck {
  /// All names in bindings, and all properties whose texts are names. A binding that is read in several contexts has
  /// its names once for each.
  package var references: [BindingReference] {
    var collector = ReferenceCollector(self)
    for controller in definition.controllers {
      for part in [controller] + controller.ownSectionRows { collector.addNames(of: part) }
    }
    // Also those of components that nothing reads.
    for text in localizedTexts where text.isWritten { collector.add(text) }
    guard let home = definition.firstController else { return collector.found }
    let contexts = ContextTypes.all(from: home, context: homeType, definition, evaluator)
    for controller in definition.controllers {
      if controller === definition.application {
        for reader in readers(ofApplication: controller, in: applicationType) { collector.add(reader, controller) }
        continue
      }
      // A container reads only what its tabs show.
      guard controller.isScreen else {
        for reader in readers(ofTabs: controller, in: controller === home ? homeType : nil) {
          collector.add(reader, controller)
        }
        continue
      }
      let all = contexts[controller.name] ?? []
      let known = all.filter { $0.controller != nil }
      let unknown = ContextTypes(controller, context: nil, from: nil, evaluator)
      for types in known.isEmpty ? [unknown] : known {
        for reader in readers(of: controller, types) { collector.add(reader, controller) }
      }
    }
    return collector.found
  }
}

extension DefinitionCheck {
  /// The names of a binding that a script reads at an entity of a class; none for a text that is not a binding.
  ///
  /// - Parameter context: nil for a context of an unknown class.
  package func references(in text: String, context: EntityType?) -> [BindingReference] {
    // What is not a binding fails when it is read.
    guard let program = try? evaluator.program(text) else { return [] }
    var collector = ReferenceCollector(self)
    collector.add(program, context)
    return collector.found
  }

  /// Calls a function for each binding in the value of a property, with the path and the schema of its property.
  func visitBindings(
    of value: PropertyValue, named name: String, _ schema: PropertySchema,
    _ visit: (BindingProgram, String, PropertySchema) -> Void
  ) {
    visitValues(of: value, named: name, schema) { value, name, schema in
      if case .binding(let program) = value { visit(program, name, schema) }
    }
  }

  /// Calls a function for each binding and each function in the value of a property, with the path and the schema of
  /// its property.
  func visitValues(
    of value: PropertyValue, named name: String, _ schema: PropertySchema,
    _ visit: (PropertyValue, String, PropertySchema) -> Void
  ) {
    func record(_ values: PropertyValues, _ fields: SchemaTable, _ name: String) {
      for (schema, value) in zip(fields.schemas, values.slots) {
        if let value { visitValues(of: value, named: "\(name).\(schema.name)", schema, visit) }
      }
    }
    switch value {
    case .binding, .function: visit(value, name, schema)
    case .list(let parts):
      for (index, part) in parts.enumerated() { visitValues(of: part, named: "\(name)[\(index + 1)]", schema, visit) }
    case .moreActions(let actions):
      for (index, action) in actions.enumerated() {
        let name = "\(name)[\(index + 1)]"
        switch action {
        case .name(let value): visitValues(of: value, named: name, schema, visit)
        case .record(let values): record(values, MoreActionDefinition.fields, name)
        }
      }
    case .callouts(let callouts):
      for (index, callout) in callouts.enumerated() {
        record(callout, CalloutDefinition.fields, "\(name)[\(index + 1)]")
      }
    case .text, .segue, .component, .components, .sections: break
    }
  }
}

private struct ReferenceCollector {
  private let check: DefinitionCheck
  private(set) var found: [BindingReference] = []

  init(_ check: DefinitionCheck) { self.check = check }

  private var evaluator: Evaluator { check.evaluator }
  private var store: ModelStore { check.store }

  // MARK: Texts that are names

  mutating func addNames(of controller: ComponentClass) {
    for (segue, component) in DefinitionCheck.segues(in: controller.values, of: nil) {
      add(segue.to, .controller, component?.origin("segue", of: controller) ?? controller.origin("segue"))
    }
    for content in DefinitionCheck.contents(of: controller) where !content.name.isEmpty {
      add(content.name, .controller, content.origin)
    }
    let home = ComponentDescriptor.applicationKeys.homeIdentifier
    if controller.descriptor === ComponentDescriptor.application, let name = controller.values.text(home) {
      add(name, .controller, controller.origin("homeIdentifier"))
    }
    for (slot, schema) in controller.descriptor.table.schemas.enumerated() where schema.kind == .entityType {
      if case .text(let name)? = controller.values[slot: slot] {
        add(name, .entityClass, controller.origin(schema.name))
      }
    }
  }

  private mutating func add(_ name: String, _ meaning: BindingReference.Meaning, _ origin: Diagnostic.Origin) {
    found.append(
      BindingReference(
        name: name, range: SourceRange(0, name.utf8.count), meanings: [meaning], origin: origin, text: name))
  }

  // MARK: Bindings

  mutating func add(_ text: DefinitionCheck.LocalizedText) {
    let binding = text.origin.binding ?? ""
    for key in text.keys {
      found.append(
        BindingReference(
          name: key, range: Self.place(of: key, text.range, binding), meanings: [.localizedText], origin: text.origin,
          text: binding))
    }
  }

  mutating func add(_ reader: DefinitionCheck.Reader, _ controller: ComponentClass) {
    check.visitBindings(of: reader.value, named: reader.schema.name, reader.schema) { program, name, schema in
      var inner = reader
      inner.schema = schema
      add(program, inner, named: name, controller)
    }
  }

  private mutating func add(
    _ program: BindingProgram, _ reader: DefinitionCheck.Reader, named name: String, _ controller: ComponentClass
  ) {
    guard program.constant == nil else { return }
    var context = Context(program: program, origin: reader.origin(name), type: reader.type, reader: reader)
    context.origin.binding = program.text
    for (key, range) in DefinitionCheck.keys(in: program.binding.parts) {
      append(key, Self.place(of: key, range, program.text), [.localizedText], context)
    }
    let isAction = reader.schema.kind == .action || reader.schema.name == "moreActionsTap"
    for part in program.parts {
      if isAction, let call = part.onlyCall, check.lacks(call.name, reader.type) {
        append(call.name, call.range, [meaning(of: call.name, onController: controller)], context)
        for parameter in call.parameters ?? [] { add(parameter, context) }
        continue
      }
      if reader.schema.takesLiterals, evaluator.startsNowhere(part, in: reader.type) { continue }
      add(part, context)
    }
  }

  mutating func add(_ program: BindingProgram, _ type: EntityType?) {
    let context = Context(program: program, origin: .init(owner: "", property: ""), type: type)
    for (key, range) in DefinitionCheck.keys(in: program.binding.parts) {
      append(key, Self.place(of: key, range, program.text), [.localizedText], context)
    }
    for part in program.parts { add(part, context) }
  }

  private struct Context {
    let program: BindingProgram
    var origin: Diagnostic.Origin
    let type: EntityType?
    var reader: DefinitionCheck.Reader?
  }

  private mutating func append(
    _ name: String, _ range: SourceRange, _ meanings: [BindingReference.Meaning], _ context: Context,
    readsAnyText: Bool = false, localizedCases: [String] = []
  ) {
    found.append(
      BindingReference(
        name: name, range: range, meanings: meanings, origin: context.origin, text: context.program.text,
        isEdited: context.reader?.isWritten == true, readsAnyText: readsAnyText, localizedCases: localizedCases))
  }

  private mutating func add(_ part: PartProgram, _ context: Context) {
    switch part.source {
    case .constant, .localized: break
    case .formula(let formula):
      for part in formula.parts { add(part, context) }
      addCalls(of: formula, context)
    case .path(let start, let steps): add(start, steps, part, context)
    }
  }

  private mutating func add(
    _ start: PartProgram.Start, _ steps: [Step], _ part: PartProgram, _ context: Context
  ) {
    if case .model(let name, let range) = start {
      let end = range.lower + name.utf8.count
      let text = Array(context.program.text.utf8)
      // The default model has no name in the text.
      if end < text.count, text[end] == UInt8(ascii: ">"), text[range.lower..<end].elementsEqual(name.utf8) {
        append(name, SourceRange(range.lower, end), [.model], context)
      }
    } else if case .name(let first)? = steps.first, context.reader?.isEnteredValue(first) == true {
      return
    }
    var receivers: [ObjectIdentifier: StaticValue] = [:]
    let value = evaluator.staticValue(part, in: context.type) { step, receiver in
      if case .name(let name) = step { receivers[ObjectIdentifier(name)] = receiver }
    }
    for name in steps.flatMap(\.names) {
      let receiver = receivers[ObjectIdentifier(name)] ?? .undetermined
      let isShown = context.reader?.localizesCases == true && steps.last?.names.last === name
      let looksUp = localized(name.name, receiver, name.parameters?.first, context)
      append(
        name.name, name.range, meanings(of: name.name, on: receiver), context,
        readsAnyText: looksUp.anyText, localizedCases: isShown ? value.cases ?? [] : looksUp.cases)
      for parameter in name.parameters ?? [] { add(parameter, context) }
    }
  }

  /// The extension functions that a formula calls: `f(x, …)` is `x/f(…)`.
  private mutating func addCalls(of formula: FormulaProgram, _ context: Context) {
    var (parts, calls) = (formula.parts[...], formula.calls[...])
    // The part that a node is, if it is one.
    var operands: [PartProgram?] = []
    for node in formula.parsed?.nodes ?? [] {
      var own: PartProgram?
      switch node.kind {
      case .path: own = parts.popFirst()
      case .binding(let written):
        own = written.count == 1 ? parts.first : nil
        parts = parts.dropFirst(written.count)
      case .call:
        guard let step = calls.popFirst()?.step else { break }
        let given = node.operands.map { operands[$0] }
        let receiver = given.first?.map { evaluator.staticValue($0, in: context.type) } ?? .undetermined
        let looksUp =
          DefinitionCheck.word(of: step.name, node, formula.parsed) == nil
          ? localized(step.name, receiver, given.dropFirst().first ?? nil, context) : (cases: [], anyText: false)
        append(
          step.name, step.range, meanings(ofFunction: step.name), context, readsAnyText: looksUp.anyText,
          localizedCases: looksUp.cases)
      default: break
      }
      operands.append(own)
    }
  }

  /// What a function looks up by a value that only the schema or the data tell: the values of an enumeration, or any
  /// text. A word that is written is among `localizedTexts`.
  private func localized(
    _ name: String, _ receiver: StaticValue, _ parameter: PartProgram?, _ context: Context
  ) -> (cases: [String], anyText: Bool) {
    let word: StaticValue
    let use = DefinitionCheck.localizedWord(of: name)
    switch use {
    case nil: return ([], false)
    case .receiver: word = receiver
    case .parameter, .parameterAndPlural:
      switch parameter?.source {
      case .constant, nil: return ([], false)
      case .some: word = parameter.map { evaluator.staticValue($0, in: context.type) } ?? .undetermined
      }
    }
    guard let cases = word.cases else { return ([], true) }
    return (cases + (use == .parameterAndPlural ? cases.map { $0 + "s" } : []), false)
  }

  /// The range of a key without the sign in front of it; the whole range for a key with escapes.
  private static func place(of key: String, _ range: SourceRange, _ text: String) -> SourceRange {
    let start = range.upper - key.utf8.count
    guard start >= range.lower, text.utf8.dropFirst(start).prefix(key.utf8.count).elementsEqual(key.utf8) else {
      return range
    }
    return SourceRange(start, range.upper)
  }

  // MARK: Meanings

  private func meanings(of name: String, on receiver: StaticValue) -> [BindingReference.Meaning] {
    switch evaluator.resolved(receiver) {
    case .entity(let type): return evaluator.meanings(of: name, on: type).nonEmpty
    case .anyEntity(let types): return types.flatMap { evaluator.meanings(of: name, on: $0) }.unique.nonEmpty
    case .reference:
      return name == "ref" ? [.builtIn] : evaluator.meanings(of: name, on: store.types.reference).nonEmpty
    case .value(let type): return [evaluator.extensionMeaning(of: name, [type, "Any"])].compactMap(\.self).nonEmpty
    case .list(let element):
      let own = meanings(of: name, on: element)
      guard own == [.unknown] else { return own }
      return [evaluator.extensionMeaning(of: name, ["List"])].compactMap(\.self).nonEmpty
    default: return [.unknown]
    }
  }

  /// A function that a formula calls: the value of its first argument is not followed.
  private func meanings(ofFunction name: String) -> [BindingReference.Meaning] {
    let ofClasses = store.types.all.flatMap { evaluator.meanings(of: name, on: $0) }
    let ofValues = FunctionRegistry.coreTypes.compactMap { evaluator.extensionMeaning(of: name, [$0]) }
    return (ofClasses + ofValues).unique.nonEmpty
  }

  private func meaning(of name: String, onController controller: ComponentClass) -> BindingReference.Meaning {
    guard let owner = check.definition.owner(ofFunction: name, in: controller) else { return .unknown }
    guard owner.function(named: name) != nil else { return .builtIn }
    return .controllerFunction(owner: owner.topmost(withFunction: name).name)
  }
}

extension ComponentClass {
  /// The topmost class of a script that has a function.
  package func topmost(withFunction name: String) -> ComponentClass {
    var owner = self
    while let above = owner.superClass, above.function(named: name) != nil { owner = above }
    return owner
  }
}

extension Evaluator {
  /// Returns what a name stands for on entities of a class: of the class itself, else of those below it; nothing for an
  /// unknown name.
  package func meanings(of name: String, on type: EntityType) -> [BindingReference.Meaning] {
    if let own = ownMeaning(of: name, on: type) { return [own] }
    if type.referredType != nil, let reference = type.superType { return meanings(of: name, on: reference) }
    return store.types.subtypes(of: type).compactMap { ownMeaning(of: name, on: $0) }.unique
  }

  private func ownMeaning(of name: String, on type: EntityType) -> BindingReference.Meaning? {
    switch resolver.meaning(of: name, on: type) {
    case .property:
      var owner = type
      while let above = owner.superType, above.property(named: name) != nil { owner = above }
      return owner.place == nil ? .builtIn : .property(owner: owner.name)
    case .function:
      var owner = type
      while let above = owner.superType, above.function(named: name) != nil { owner = above }
      return owner.place == nil ? .builtIn : .function(owner: owner.name)
    case .extended:
      let chain = sequence(first: type, next: \.superType).map(\.name)
      return extensionMeaning(of: name, chain + ["Entity", "Any"])
    case .id, .parent, .model, .typeName, .target, .referenceText: return .builtIn
    case .unknown: return nil
    }
  }

  /// Returns what an extension function of the first of some types is; nil where none has one with the name.
  package func extensionMeaning(of name: String, _ types: [String]) -> BindingReference.Meaning? {
    for type in types {
      switch functions.lookup(name, types: [type]) {
      case .host: return .function(owner: type)
      case .builtIn, .list: return .builtIn
      case nil: continue
      }
    }
    return nil
  }
}

extension Step {
  fileprivate var names: [NameStep] {
    switch self {
    case .name(let name): [name]
    case .collection(_, let operand, _): operand.flatMap(\.names)
    case .parent, .root, .dereference, .index: []
    }
  }
}

extension StaticValue {
  /// The values of an enumeration; nil for anything else.
  fileprivate var cases: [String]? {
    guard case .property(let property, _) = self, case .enumeration(let cases) = property.type.unwrapped else {
      return nil
    }
    return cases
  }
}

extension [BindingReference.Meaning] {
  fileprivate var nonEmpty: Self { isEmpty ? [.unknown] : self }

  fileprivate var unique: Self {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
