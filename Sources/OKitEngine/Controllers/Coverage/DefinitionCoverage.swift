/// Counts what the definitions of an application do: the outcomes of its bindings, its controllers, cells, actions,
/// segues and answers of dialogs. `DefinitionCoverage+Defining` finds all of them when the application is launched.
///
/// A definition is found again by its place, its property and its text, because each row has its own bindings, and a
/// script may make the same cell many times.
package final class DefinitionCoverage {
  struct Key: Hashable {
    var file: String
    var line: Int
    var part: String?
    var element: String?
    /// Without the number of an element of a list, whose text tells it apart.
    var property: String
    var text: String?
    var isAction = false
  }

  /// A binding that was found before anything ran.
  struct DefinedBinding {
    let counter: CoverageCounter
    let program: BindingProgram
    /// As the class has it.
    let property: String
    /// The controller.
    let definition: ComponentClass
    /// The part of the controller that has the binding; nil for the controller itself.
    let component: Component?
    /// What shows the rows of a section of a detail; nil elsewhere.
    let list: ComponentClass?
  }

  package private(set) var counters: [CoverageCounter] = []
  private(set) var bindings: [DefinedBinding] = []
  /// Whether it is known which of the bindings can be nil: from the first screen on.
  package var isTyped: Bool
  private var known: [Key: CoverageCounter] = [:]
  private var segues: [(counter: CoverageCounter, segue: Segue)] = []
  /// For what is not counted: constants.
  private let uncounted = CoverageCounter(
    CoveredDefinition(kind: .controller, owner: "", place: .init(file: "")))

  /// Whether definitions are also added that nothing has reached.
  let isComplete: Bool

  package init(isComplete: Bool = true) { (self.isComplete, isTyped) = (isComplete, !isComplete) }

  // MARK: Definitions

  /// Returns the counter of a definition, which is added if it is new.
  @discardableResult
  func add(_ item: CoveredDefinition) -> CoverageCounter {
    let key = Self.key(of: item)
    if let counter = known[key] { return counter }
    let counter = CoverageCounter(item)
    known[key] = counter
    counters.append(counter)
    return counter
  }

  func add(_ binding: DefinedBinding) { bindings.append(binding) }

  func add(_ segue: Segue, _ item: CoveredDefinition) { segues.append((add(item), segue)) }

  private static func key(of item: CoveredDefinition) -> Key {
    var property = item.property
    if property.hasSuffix("]"), let start = property.lastIndex(of: "[") { property = String(property[..<start]) }
    var key = Key(
      file: item.place.file, line: item.place.line, part: item.part, element: item.element, property: property,
      text: item.text)
    switch item.kind {
    case .action: key.isAction = true
    // Several controllers may be defined at a line.
    case .controller: key.text = item.owner
    case .answer: key.text = item.owner
    case .binding, .cell, .segue: break
    }
    return key
  }

  // MARK: Events

  /// A property was evaluated.
  func count(_ value: Value, _ properties: BoundProperties, place: Int) {
    let compiled = properties.compiled
    if compiled.counters.isEmpty { compiled.counters = Array(repeating: nil, count: compiled.observed.count) }
    let counter = compiled.counters[place] ?? counter(of: properties, place)
    compiled.counters[place] = counter
    counter.count(value)
  }

  private func counter(of properties: BoundProperties, _ place: Int) -> CoverageCounter {
    let (component, observed) = (properties.component, properties.compiled.observed[place])
    guard let text = properties.text(at: place),
      let item = component.covered(
        observed.name(in: component.descriptor.table), slot: observed.slot, kind: .binding(isBool: observed.isBool),
        text, of: properties.definition)
    else { return uncounted }
    return add(item)
  }

  /// Returns the counter of a binding that is read for several elements or values; nil for a constant.
  ///
  /// - Parameter definition: that of the controller.
  func counter(
    of program: BindingProgram, property: String, of component: Component, in definition: ComponentClass
  ) -> CoverageCounter? {
    guard program.isCounted, let slot = component.descriptor.table.slot(ofPath: property) else { return nil }
    let isBool = component.descriptor.table.schemas[slot].isCountedAsBool
    return component.covered(property, slot: slot, kind: .binding(isBool: isBool), program.text, of: definition)
      .map(add)
  }

  /// An action has run.
  func countAction(_ action: PropertyValue, _ origin: Diagnostic.Origin) {
    guard var item = CoveredDefinition(action, origin) else { return }
    // A class of cells has no element, and is not a part.
    for (part, element) in [(origin.part, origin.element), (origin.part, nil), (nil, nil)] {
      (item.part, item.element) = (part, element)
      if let counter = known[Self.key(of: item)] {
        counter.others += 1
        return
      }
    }
    (item.part, item.element) = (origin.part, origin.element)
    add(item).others += 1
  }

  /// A segue of a controller has opened a screen.
  func countSegue(_ segue: Segue, from definition: ComponentClass) {
    let names = Set(sequence(first: definition, next: \.superClass).map(\.name))
    for (counter, known) in segues where known == segue && names.contains(counter.item.owner) { counter.others += 1 }
  }

  func countShown(_ definition: ComponentClass) {
    guard let item = definition.covered else { return }
    add(item).others += 1
  }

  /// A cell was shown in a row.
  func countShown(_ cell: Component, in definition: ComponentClass) {
    guard let item = cell.covered(in: definition) else { return }
    add(item).others += 1
  }

  // MARK: Dialogs

  /// A dialog was opened, whose answers can be chosen.
  package func open(_ dialog: DialogRequest) {
    for button in dialog.buttons { if let item = item(button, of: dialog) { add(item) } }
  }

  func answer(_ dialog: DialogRequest, _ index: Int) {
    guard dialog.buttons.indices.contains(index), let item = item(dialog.buttons[index], of: dialog) else { return }
    add(item).others += 1
  }

  private func item(_ button: DialogRequest.Button, of dialog: DialogRequest) -> CoveredDefinition? {
    dialog.place.map { CoveredDefinition(kind: .answer, owner: button.title, place: $0) }
  }
}

extension CoveredDefinition {
  /// An action; nil without a place.
  init?(_ action: PropertyValue, _ origin: Diagnostic.Origin) {
    guard let place = origin.place else { return nil }
    let text = if case .binding(let program) = action { program.text } else { String?.none }
    self.init(
      kind: .action, owner: origin.owner, part: origin.part, element: origin.element, property: origin.property,
      text: text, place: place)
  }
}

extension PropertySchema {
  /// Whether the outcomes of a binding are true and false.
  var isCountedAsBool: Bool { result == .bool || kind == .formula }
}

extension BindingProgram {
  /// Whether its value can differ: it is not made of constants and texts.
  var isCounted: Bool {
    parts.contains { part in
      guard !part.isEmpty else { return false }
      switch part.source {
      case .constant, .localized: return false
      case .path, .formula: return true
      }
    }
  }
}
