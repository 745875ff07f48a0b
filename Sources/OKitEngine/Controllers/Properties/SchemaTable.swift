/// The properties of a class, or the fields of a record, by slot.
package struct SchemaTable: Sendable {
  package private(set) var schemas: [PropertySchema]
  /// The names of the properties, by slot.
  package private(set) var names: [String]
  /// What holds where nothing is given, by slot: the default values of the schemas, which many components share.
  private(set) var defaults: [Value]
  /// What is known of these.
  private(set) var knownDefaults: [KnownValue]
  /// The slot of `dataPath` where it is another name for the property of the control, or for `shownSlot`.
  private(set) var dataAlias: Int?
  /// The property for which `dataPath` stands in a class without a control.
  private(set) var shownSlot: Int?

  /// A table that begins with the properties of the class above.
  init(extending table: SchemaTable? = nil) {
    (schemas, names, defaults) = (table?.schemas ?? [], table?.names ?? [], table?.defaults ?? [])
    knownDefaults = table?.knownDefaults ?? []
    (dataAlias, shownSlot) = (table?.dataAlias, table?.shownSlot)
  }

  /// A table with more properties after those of another one.
  init(_ table: SchemaTable, and schemas: [PropertySchema]) {
    self.init(extending: table)
    for schema in schemas { append(schema) }
  }

  /// A table with keys for its properties.
  static func with<Keys>(_ declare: (inout SchemaTable) -> Keys) -> (SchemaTable, Keys) {
    var table = SchemaTable()
    let keys = declare(&table)
    return (table, keys)
  }

  /// Returns the slot of the property with a name; nil for any other name.
  ///
  /// The longest table has less than a hundred names, so that a search takes about as long as a hash. A start, which
  /// declares all classes, makes no table of names for each of them.
  package func slot(named name: String) -> Int? { names.lastIndex(of: name) }

  /// The slot of the property at the beginning of a path such as `moreActions[1].tap`.
  func slot(ofPath path: String) -> Int? {
    slot(named: path) ?? slot(named: String(path.prefix { $0 != "." && $0 != "[" }))
  }

  package subscript(name: String) -> PropertySchema? { slot(named: name).map { schemas[$0] } }

  package func name<Result>(of key: ComponentKey<Result>) -> String { schemas[key.slot].name }

  // MARK: Declaring

  private mutating func add<Result>(
    _ name: String, _ kind: PropertySchema.Kind, _ text: String?, _ field: PropertySchema.Field?, _ effect: String?,
    _ meaning: String
  ) -> ComponentKey<Result> {
    append(PropertySchema(name, kind, default: text, fills: field, effect: effect, meaning))
    return ComponentKey(slot: schemas.count - 1)
  }

  private mutating func append(_ schema: PropertySchema) {
    // Few classes have more properties of their own.
    if schemas.count == schemas.capacity { schemas.reserveCapacity(schemas.count + 32) }
    schemas.append(schema)
    names.append(schema.name)
    defaults.append(schema.defaultValue)
    knownDefaults.append(KnownValue(schema.defaultValue))
  }

  /// A property whose value is used as it is.
  ///
  /// - Parameter constants: the names among its values.
  mutating func any(
    _ name: String, default text: String? = nil, fills field: PropertySchema.Field? = nil, constants: [String] = [],
    effect: String? = nil, _ meaning: String
  ) -> ComponentKey<Value> {
    defer { schemas[schemas.count - 1].constants = constants }
    return add(name, .value(.any), text, field, effect, meaning)
  }

  /// `dataPath`, the general name of the property that fills the control.
  mutating func dataPath() -> ComponentKey<Value> {
    let key = any(
      "dataPath", effect: "control.value",
      "the general name of the binding of the control: another name for `textPath`, `onPath`, `valuePath` and the like")
    dataAlias = key.slot
    return key
  }

  /// `dataPath`, the general name of the property that a view shows.
  mutating func dataPath(showing shown: ComponentKey<String>, effect: String) -> ComponentKey<Value> {
    let key = any("dataPath", effect: effect, "another name for `\(schemas[shown.slot].name)`")
    (dataAlias, shownSlot) = (key.slot, shown.slot)
    return key
  }

  mutating func formula(_ name: String, effect: String, _ meaning: String) -> ComponentKey<Bool> {
    add(name, .formula, nil, nil, effect, meaning)
  }

  mutating func bool(
    _ name: String, default text: String? = nil, fills field: PropertySchema.Field? = nil, effect: String? = nil,
    _ meaning: String
  ) -> ComponentKey<Bool> { add(name, .value(.bool), text, field, effect, meaning) }

  mutating func int(
    _ name: String, default text: String? = nil, fills field: PropertySchema.Field? = nil, effect: String? = nil,
    _ meaning: String
  ) -> ComponentKey<Int> { add(name, .value(.number), text, field, effect, meaning) }

  mutating func number(
    _ name: String, default text: String? = nil, fills field: PropertySchema.Field? = nil, effect: String? = nil,
    _ meaning: String
  ) -> ComponentKey<Double> { add(name, .value(.number), text, field, effect, meaning) }

  /// - Parameter standard: what holds when nothing is given and is not a constant, for documentation.
  mutating func string(
    _ name: String, default text: String? = nil, standard: String? = nil, fills field: PropertySchema.Field? = nil,
    effect: String? = nil, _ meaning: String
  ) -> ComponentKey<String> {
    defer { if let standard { schemas[schemas.count - 1].standard = standard } }
    return add(name, .value(.string), text, field, effect, meaning)
  }

  /// A text that is not a binding, unless it begins with `=`.
  mutating func literal(_ name: String, effect: String, _ meaning: String) -> ComponentKey<String> {
    defer { schemas[schemas.count - 1].isLiteral = true }
    return add(name, .value(.string), nil, nil, effect, meaning)
  }

  mutating func date(
    _ name: String, fills field: PropertySchema.Field? = nil, effect: String? = nil,
    _ meaning: String
  ) -> ComponentKey<DateValue> { add(name, .value(.date), nil, field, effect, meaning) }

  mutating func color(
    _ name: String, fills field: PropertySchema.Field? = nil, effect: String? = nil,
    _ meaning: String
  ) -> ComponentKey<ColorValue> { add(name, .value(.color), nil, field, effect, meaning) }

  mutating func image(
    _ name: String, fills field: PropertySchema.Field? = nil, effect: String? = nil,
    _ meaning: String
  ) -> ComponentKey<ImageValue> { add(name, .value(.image), nil, field, effect, meaning) }

  mutating func entity(_ name: String, effect: String, _ meaning: String) -> ComponentKey<EntityID> {
    add(name, .value(.entity), nil, nil, effect, meaning)
  }

  mutating func list(_ name: String, effect: String, _ meaning: String) -> ComponentKey<CollectionRef> {
    add(name, .value(.list), nil, nil, effect, meaning)
  }

  /// A property of several values.
  mutating func parts(
    _ name: String, of type: PropertySchema.ResultType, effect: String, _ meaning: String
  ) -> ComponentKey<[Value?]> { add(name, .multipart(type), nil, nil, effect, meaning) }

  /// A property of several texts.
  ///
  /// - Parameter literals: The parts that are texts as they are written.
  mutating func texts(
    _ name: String, literals: PropertySchema.Literals = .none, effect: String, _ meaning: String
  ) -> ComponentKey<[String?]> {
    defer { schemas[schemas.count - 1].literals = literals }
    return add(name, .multipart(.string), nil, nil, effect, meaning)
  }

  mutating func action(_ name: String, _ meaning: String) -> ComponentKey<ActionProperty> {
    add(name, .action, nil, nil, nil, meaning)
  }

  /// - Parameter standard: what holds when nothing is given, for documentation.
  mutating func plainText(
    _ name: String, standard: String? = nil, effect: String, _ meaning: String
  ) -> ComponentKey<PlainText> {
    defer { schemas[schemas.count - 1].standard = standard }
    return add(name, .text, nil, nil, effect, meaning)
  }

  mutating func choice(_ name: String, of names: [String], effect: String, _ meaning: String) -> ComponentKey<PlainText>
  {
    add(name, .choice(names), nil, nil, effect, meaning)
  }

  mutating func entityType(_ name: String, effect: String, _ meaning: String) -> ComponentKey<PlainText> {
    add(name, .entityType, nil, nil, effect, meaning)
  }

  mutating func segue(_ name: String, effect: String, _ meaning: String) -> ComponentKey<Segue> {
    add(name, .segue, nil, nil, effect, meaning)
  }

  mutating func barButtons(_ name: String, effect: String, _ meaning: String) -> ComponentKey<[Component]> {
    add(name, .barButtons, nil, nil, effect, meaning)
  }

  mutating func view(_ name: String, effect: String, _ meaning: String) -> ComponentKey<Component> {
    add(name, .view, nil, nil, effect, meaning)
  }

  /// A property of another kind.
  ///
  /// - Parameter type: What its values are read as.
  mutating func part<Result>(
    _ name: String, _ kind: PropertySchema.Kind, _ type: Result.Type, effect: String, _ meaning: String
  ) -> ComponentKey<Result> { add(name, kind, nil, nil, effect, meaning) }
}
