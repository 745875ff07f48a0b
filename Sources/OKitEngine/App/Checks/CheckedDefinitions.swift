/// The definitions in which the checks at the start have found no mistake, for applications that run the same scripts
/// one after the other: equal definitions are checked once.
///
/// Used by one thread at a time.
package final class CheckedDefinitions {
  private var signatures: Set<Int> = []

  package init() {}

  /// Returns the mistakes in the definitions of an application.
  ///
  /// - Parameter scripts: The numbers of the texts that the application has loaded; a check looks for names in them.
  func mistakes(in definition: AppDefinition, _ evaluator: Evaluator, _ scripts: [Int]) -> [Diagnostic] {
    var signature = DefinitionSignature(scripts)
    signature.add(definition)
    signature.add(evaluator)
    let number = signature.finalize()
    guard !signatures.contains(number) else { return [] }
    let found = DefinitionCheck(definition, evaluator).diagnostics
    if found.isEmpty { signatures.insert(number) }
    return found
  }
}

/// A hash of everything that the checks at the start read.
private struct DefinitionSignature {
  private var hasher = Hasher()
  /// The files of the places. Most definitions follow others in the same few files.
  private var files: [String] = []

  init(_ scripts: [Int]) { hasher.combine(scripts) }

  mutating func finalize() -> Int {
    hasher.combine(files)
    return hasher.finalize()
  }

  private mutating func add(_ place: Diagnostic.Place?) {
    guard let place else { return hasher.combine(-1) }
    if let known = files.suffix(8).lastIndex(of: place.file) {
      hasher.combine(known)
    } else {
      hasher.combine(files.count)
      files.append(place.file)
    }
    let isLine = place.column == nil && place.offset == nil
    hasher.combine(place.line << 1 | (isLine ? 0 : 1))
    if isLine { return }
    hasher.combine(place.column)
    hasher.combine(place.offset)
  }

  mutating func add(_ definition: AppDefinition) {
    for controller in definition.controllers { add(controller) }
  }

  mutating func add(_ evaluator: Evaluator) {
    let store = evaluator.store
    for type in store.types.made where type.place != nil {
      hasher.combine(type.name)
      hasher.combine(type.superType.map(\.name))
      for property in type.properties {
        hasher.combine(property.name)
        hasher.combine(property.type)
        hasher.combine(property.isComputed)
        hasher.combine(property.isTransient)
      }
      hasher.combine(type.functionNames)
    }
    hasher.combine(evaluator.functions.registered)
    hasher.combine(store.roots.mapValues { store.type(of: $0)?.name })
    let context = evaluator.functionContext()
    hasher.combine(context.locale)
    hasher.combine(context.timeZone)
  }

  /// Adds a class and those that it extends, each with its own values.
  private mutating func add(_ definition: ComponentClass) {
    let own = definition.ownFunctionNames
    hasher.combine(own.count)
    for name in own { hasher.combine(name) }
    guard let superClass = definition.superClass else {
      // A built-in class.
      return hasher.combine(ObjectIdentifier(definition.descriptor))
    }
    hasher.combine(definition.name)
    add(definition.place)
    add(definition.own)
    add(superClass)
  }

  private mutating func add(_ component: Component) {
    add(component.componentClass)
    add(component.place)
    if let own = component.own { add(own) }
  }

  private mutating func add(_ given: GivenValues) {
    guard let content = given.content else { return add(given.values) }
    hasher.combine(content.number)
    add(content.components) { $0.add($1) }
  }

  private mutating func add(_ values: PropertyValues) {
    for (slot, value) in values.slots.enumerated() {
      guard let value else { continue }
      hasher.combine(slot)
      add(value)
    }
    hasher.combine(values.places.count)
    hasher.combine(values.leftOut)
  }

  private mutating func add(_ value: PropertyValue) {
    switch value {
    case .binding(let program):
      hasher.combine(0)
      hasher.combine(program.text)
    case .function: hasher.combine(1)
    case .text(let text):
      hasher.combine(2)
      hasher.combine(text)
    case .list(let items):
      hasher.combine(3)
      add(items) { $0.add($1) }
    case .moreActions(let actions):
      hasher.combine(4)
      add(actions) { signature, action in
        switch action {
        case .name(let name): signature.add(name)
        case .record(let values): signature.add(values)
        }
      }
    case .callouts(let callouts):
      hasher.combine(5)
      add(callouts) { $0.add($1) }
    case .segue(let segue):
      hasher.combine(6)
      hasher.combine(segue)
    case .component(let component):
      hasher.combine(7)
      add(component)
    case .components(let components):
      hasher.combine(8)
      add(components) { $0.add($1) }
    case .sections(let sections):
      hasher.combine(9)
      add(sections) { signature, section in
        signature.add(section.values)
        signature.add(section.rows.map { [$0] } ?? []) { $0.add($1) }
        signature.add(section.cells) { $0.add($1) }
      }
    }
  }

  private mutating func add<Part>(_ parts: [Part], _ add: (inout Self, Part) -> Void) {
    hasher.combine(parts.count)
    for part in parts { add(&self, part) }
  }
}
