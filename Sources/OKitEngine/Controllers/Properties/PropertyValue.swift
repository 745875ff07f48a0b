/// The value given for a property of a controller, cell or control.
package indirect enum PropertyValue {
  /// A binding text; numbers and Bools of a script become constants.
  case binding(BindingProgram)
  /// A function of the host: called with the context and the controller.
  case function(FunctionRef)
  /// A plain text: a type, an identifier.
  case text(String)
  /// The parts of a multipart property, one by one.
  case list([PropertyValue])
  case moreActions([MoreActionDefinition])
  case callouts([PropertyValues])
  case segue(Segue)
  case component(Component)
  case components([Component])
  case sections([SectionDefinition])
}

extension PropertyValue {
  /// The text of a binding as a script wrote it, without the sign of a constant or a localized text.
  var writtenText: String? {
    guard case .binding(let program) = self, !program.text.isEmpty else { return nil }
    return program.text.hasPrefix("#") || program.text.hasPrefix("%") ? String(program.text.dropFirst()) : program.text
  }

  var constant: Value? { if case .binding(let program) = self { program.constant } else { nil } }

  /// Whether it is a binding in which nothing was written, or an empty constant.
  var isEmptyText: Bool {
    if case .binding(let program) = self { program.isEmpty || program.constant == .string("") } else { false }
  }

  /// Whether a function of the script is among the values.
  var hasFunction: Bool {
    switch self {
    case .function: true
    case .list(let items): items.contains(where: \.hasFunction)
    case .moreActions(let actions):
      actions.contains { action in
        switch action {
        case .name(let name): name.hasFunction
        case .record(let values): values.hasFunction
        }
      }
    case .callouts(let callouts): callouts.contains(where: \.hasFunction)
    case .component(let component): component.values.hasFunction
    case .components(let components): components.contains { $0.values.hasFunction }
    case .sections(let sections):
      sections.contains { section in
        section.values.hasFunction || section.rows?.hasFunction == true
          || section.cells.contains { $0.values.hasFunction }
      }
    case .binding, .text, .segue: false
    }
  }

  /// The number of parts of a multipart property; nil where only an evaluation tells it.
  var partCount: Int? {
    switch self {
    case .list(let items): items.count
    case .moreActions(let actions): actions.count
    case .binding(let program) where program.parts.count > 1: program.parts.count
    case .binding(let program):
      switch program.only?.source {
      case .constant, .localized: 1
      default: nil
      }
    default: nil
    }
  }

  /// A multipart property as one action for each part; nil for an empty part.
  var actions: [PropertyValue?] {
    switch self {
    case .binding(let program): program.partPrograms.map { $0.map(PropertyValue.binding) }
    case .list(let items): items.map { $0 }
    default: [self]
    }
  }
}

/// An action of the sheet of More... as a list gives it.
package enum MoreActionDefinition {
  /// Only the name; the rest is in the properties beside.
  case name(PropertyValue)
  case record(PropertyValues)

  /// The hint for an action with nothing to run.
  static let missingTapHint = "give it a part of moreActionsTap or a tap, or define onMoreAction"

  /// The fields of a record.
  package static let (fields, keys) = SchemaTable.with {
    (
      name: $0.string("name", effect: "sheet.actions", "its title"),
      enabled: $0.bool("enabled", effect: "sheet.actions", "whether it is shown"),
      tap: $0.action("tap", "runs when the action is chosen")
    )
  }
}

extension [String: Diagnostic.Place] {
  /// Returns the place of the longest known part of a property such as `sections[2].header`.
  func place(ofProperty property: String) -> Diagnostic.Place? {
    var path = property[...]
    while true {
      if let place = self[String(path)] { return place }
      guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
      path = path[..<end]
    }
  }
}

/// The values given for the properties of a class or the fields of a record, by slot.
package struct PropertyValues {
  private(set) var slots: [PropertyValue?]
  /// The places of the values, by properties such as `path` or `sections[2].header`; empty for those of a script, whose
  /// lines are found when a message needs them.
  var places: [String: Diagnostic.Place] = [:]
  /// The names under which a script gave values, by slot, where they are not those of the properties: `dataPath` for
  /// `textPath`.
  var givenNames: [Int: String] = [:]
  /// The slots of the values that were left out because of a mistake in them, which has been reported.
  private(set) var leftOut: Set<Int> = []
  /// Whether a value was left out because no property has its name.
  private var leftOutUnknown = false

  /// No values.
  init(_ table: SchemaTable) { slots = Array(repeating: nil, count: table.schemas.count) }

  /// No values, of no properties.
  init() { slots = [] }

  /// These values with others on top of them, which may be those of a class below.
  func merging(_ own: PropertyValues) -> PropertyValues {
    var merged = own
    for (slot, value) in slots.enumerated() where merged.slots[slot] == nil {
      merged.slots[slot] = value
      if let name = givenNames[slot] { merged.givenNames[slot] = name }
    }
    merged.leftOut.formUnion(leftOut)
    merged.leftOutUnknown = merged.leftOutUnknown || leftOutUnknown
    return merged
  }

  /// Notes that a value was left out.
  ///
  /// - Parameter slot: nil where no property has the name.
  mutating func leaveOut(_ slot: Int?) {
    if let slot { leftOut.insert(slot) } else { leftOutUnknown = true }
  }

  /// Whether a mistake that has been reported explains why a property has no value.
  func mayLack(_ slot: Int) -> Bool { leftOutUnknown || leftOut.contains(slot) }

  /// Returns the place of a property's value: that of the longest known part of its path. Nil if it is not known.
  func place(of property: String) -> Diagnostic.Place? { places.isEmpty ? nil : places.place(ofProperty: property) }

  subscript(slot slot: Int) -> PropertyValue? {
    get { slots[slot] }
    set { slots[slot] = newValue }
  }

  /// Returns the value that a script gave for a property; nil without one.
  subscript<Result>(key: ComponentKey<Result>) -> PropertyValue? {
    get { slots[key.slot] }
    set { slots[key.slot] = newValue }
  }

  /// Whether a function of the script is among the values.
  var hasFunction: Bool { slots.contains { $0?.hasFunction == true } }

  func text(_ key: ComponentKey<PlainText>) -> String? {
    if case .text(let text)? = slots[key.slot] { text } else { nil }
  }

  func segue(_ key: ComponentKey<Segue>) -> Segue? {
    if case .segue(let segue)? = slots[key.slot] { segue } else { nil }
  }

  func component(_ key: ComponentKey<Component>) -> Component? {
    if case .component(let component)? = slots[key.slot] { component } else { nil }
  }

  func components(_ key: ComponentKey<[Component]>) -> [Component] {
    if case .components(let components)? = slots[key.slot] { components } else { [] }
  }

  func sections(_ key: ComponentKey<[SectionDefinition]>) -> [SectionDefinition] {
    if case .sections(let sections)? = slots[key.slot] { sections } else { [] }
  }
}
