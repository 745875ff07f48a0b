/// The values of a component, prepared once for all rows that read them.
final class CompiledProperties {
  let values: PropertyValues
  /// The access to each property, by slot.
  let readings: [PropertyReading]
  /// What is known of each property without reading it, by slot.
  let known: [KnownValue]
  /// The place of each property that is observed as a whole, by slot; -1 for others.
  let places: [Int32]
  /// Whether a script gave a value for each property, by slot.
  let isGiven: [Bool]
  /// The values that are observed while they are read, each with a place in the array of `BoundProperties`.
  let observed: [ObservedProperty]
  /// The parts of rows, if they are those of a cell.
  private(set) lazy var rowParts = (
    display: RowParts(self, editing: false), editing: RowParts(self, editing: true)
  )
  /// The counters of the observed values; empty unless coverage is measured.
  var counters: [CoverageCounter?] = []

  init(_ values: PropertyValues, _ table: SchemaTable) {
    self.values = values
    var observed: [ObservedProperty] = []
    var readings = table.defaults.map(PropertyReading.constant)
    var known = table.knownDefaults
    var places = [Int32](repeating: -1, count: readings.count)
    var isGiven = [Bool](repeating: false, count: readings.count)
    for slot in readings.indices {
      guard let value = values[slot: slot] else { continue }
      let reading = PropertyReading(value, table.schemas[slot], slot, &observed)
      switch reading {
      case .constant(let value): known[slot] = KnownValue(value)
      case .binding(_, let place), .function(_, let place): (known[slot], places[slot]) = ([], Int32(place))
      case .elements: known[slot] = []
      }
      readings[slot] = reading
      isGiven[slot] = true
    }
    (self.readings, self.known, self.places) = (readings, known, places)
    (self.observed, self.isGiven) = (observed, isGiven)
  }

  /// Values that differ from others in their components and functions alone.
  init(_ other: CompiledProperties, _ values: PropertyValues, functions slots: [Int]) {
    self.values = values
    (known, places, observed, isGiven) = (other.known, other.places, other.observed, other.isGiven)
    var readings = other.readings
    for slot in slots {
      guard case .function(let function)? = values[slot: slot] else { continue }
      readings[slot] = .function(function, place: Int(places[slot]))
    }
    self.readings = readings
  }
}

/// What is known of a property before it is read: most properties of a component are constants or not given.
struct KnownValue: OptionSet, Sendable {
  let rawValue: UInt8

  static let constant = KnownValue(rawValue: 1)
  /// A constant that is nil.
  static let null = KnownValue(rawValue: 2)
  /// A constant that is true as a Bool.
  static let on = KnownValue(rawValue: 4)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ value: Value) {
    self = .constant
    if value.isNull { insert(.null) }
    if value.flag { insert(.on) }
  }
}

/// The way in which a property is read.
enum PropertyReading {
  /// A constant, the default, or nil.
  case constant(Value)
  /// A binding that reads something, observed at a place.
  case binding(BindingProgram, place: Int)
  /// A function, observed at a place.
  case function(FunctionRef, place: Int)
  /// A list whose elements are observed from a place on, each with as many fields.
  case elements(place: Int)

  init(_ given: PropertyValue, _ schema: PropertySchema, _ slot: Int, _ observed: inout [ObservedProperty]) {
    let place = observed.count
    func reserve(_ count: Int, _ fields: SchemaTable? = nil) {
      for element in 0..<count {
        guard let fields else {
          observed.append(
            ObservedProperty(slot: slot, element: element, schema, takesLiterals: schema.takesLiterals))
          continue
        }
        for field in fields.schemas {
          observed.append(
            ObservedProperty(
              slot: slot, element: element, field: field.name, field, takesLiterals: schema.takesLiterals))
        }
      }
    }
    switch given {
    case .text(let text): self = .constant(.string(text))
    case .binding(let program):
      if let constant = program.constant {
        self = .constant(constant)
      } else {
        observed.append(ObservedProperty(slot: slot, schema, takesLiterals: schema.takesLiterals))
        self = .binding(program, place: place)
      }
    case .function(let function):
      observed.append(ObservedProperty(slot: slot, schema, takesLiterals: schema.takesLiterals))
      self = .function(function, place: place)
    case .list(let items):
      reserve(items.count)
      self = .elements(place: place)
    case .moreActions(let actions):
      reserve(actions.count, MoreActionDefinition.fields)
      self = .elements(place: place)
    case .callouts(let callouts):
      reserve(callouts.count, CalloutDefinition.fields)
      self = .elements(place: place)
    case .sections(let sections):
      reserve(sections.count, SectionDefinition.fields)
      self = .elements(place: place)
    case .segue, .component, .components: self = .constant(.null)
    }
  }
}

/// The observed value of a component: a property, or an element of its list.
struct ObservedProperty {
  var slot: Int
  /// From 0.
  var element: Int?
  var field: String?
  /// Whether the value is shown as a text.
  var isText: Bool
  /// Whether the value is a Bool.
  var isBool: Bool
  /// Whether a text without a meaning in the context stands for itself.
  var takesLiterals: Bool

  /// - Parameters:
  ///   - slot: That of the property in its class.
  ///   - field: The name of the field of an element.
  ///   - schema: That of the property or of the field.
  ///   - takesLiterals: Whether the property takes texts without a meaning.
  init(slot: Int, element: Int? = nil, field: String? = nil, _ schema: PropertySchema, takesLiterals: Bool) {
    (self.slot, self.element, self.field) = (slot, element, field)
    (isText, isBool, self.takesLiterals) = (schema.showsText, schema.result == .bool, takesLiterals)
  }

  /// The name for messages: `path`, `rowSort[2]`, `sections[1].header`.
  func name(in table: SchemaTable) -> String {
    let name = table.schemas[slot].name
    guard let element else { return name }
    return "\(name)[\(element + 1)]" + (field.map { ".\($0)" } ?? "")
  }
}
