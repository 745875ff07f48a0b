/// Infers the classes of a model from data.
struct DataInference {
  /// The members of the document.
  private let root: InferredClass
  private let node: DataNode
  private var classes: [InferredClass] = []
  private var known: [ObjectIdentifier: InferredClass] = [:]
  private var names = LuaNames.classes

  /// The maximum number of classes: Lua allows 200 local variables in a script.
  static let maximumClasses = 150

  /// The maximum number of objects: an application has all of them in memory.
  static let maximumRecords = 200_000

  /// The maximum number of tables inside of each other that a script can pass to okit. A list takes one, and a list of
  /// lists two.
  static let maximumDepth = 64

  /// - Parameters:
  ///   - name: The application.
  ///   - file: The file that the data comes from, in messages.
  /// - Throws: `new.data`, `new.depth` and `new.size` for data that no classes can be made of.
  static func draft(of data: DataNode, named name: Words, file: String) throws -> ModelDraft {
    let model = try DataInference(data, name, file).draft(named: name)
    try checkDepth(ContentValue.record(model.content).depth, file)
    return model
  }

  private init(_ data: DataNode, _ name: Words, _ file: String) throws {
    try Self.checkDepth(data.depth, file)
    guard data.recordCount <= Self.maximumRecords else { throw Self.tooManyRecords(file) }
    let shape: Shape
    (node, shape) = try RootRecord.read(data, file: file)
    ShapeUnifier.unify(shape)
    root = InferredClass("", Words([]), shape)
    try addFields(of: root)
    guard classes.count <= Self.maximumClasses else {
      throw Diagnostic(
        "new.size",
        "the data has \(classes.count) classes of objects, and an application at most \(Self.maximumClasses)",
        place: Diagnostic.Place(file: file), hint: "begin with a part of the data")
    }
    for type in classes { findID(of: type) }
    preventEqualIDs()
    for type in classes + [root] { ReferenceInference.findReferences(in: type, to: classes) }
    for type in classes + [root] { PropertyNames.give(to: type) }
  }

  static func tooManyRecords(_ file: String) -> Diagnostic {
    Diagnostic(
      "new.size", "the data has more than \(maximumRecords) objects", place: Diagnostic.Place(file: file),
      hint: "begin with a part of the data, and import the rest with \"okit-run models import\"")
  }

  private static func checkDepth(_ depth: Int, _ file: String) throws {
    guard depth > maximumDepth else { return }
    throw Diagnostic(
      "new.depth", "the data is nested more than \(maximumDepth) levels deep", place: Diagnostic.Place(file: file),
      hint: "begin with a part of the data; a list inside of a list takes two levels")
  }

  // MARK: Classes and roles

  private mutating func addFields(of type: InferredClass) throws {
    for field in type.shape.fields {
      let shape = field.shape.resolved
      let words = Words(field.name)
      let role = try role(of: shape, words, in: type)
      let isOptional = shape.nulls > 0 || shape.count < type.shape.records
      type.fields.append(InferredField(field.name, shape, "", words.label, role, isOptional))
    }
  }

  private mutating func role(of shape: Shape, _ words: Words, in owner: InferredClass) throws -> InferredRole {
    if shape.isScalar || shape.isEmpty { return .scalar(shape.scalars.kind(named: words)) }
    if shape.isRecord { return try recordRole(of: shape, words, in: owner) }
    guard shape.isList else { return .json }
    guard let element = shape.element?.resolved, !element.isEmpty else { return .scalars(.text) }
    let singular = words.withLast(EnglishNouns.singular)
    if element.isRecord, !element.fields.isEmpty { return .records(try type(of: element, singular, in: owner)) }
    if element.isList {
      // A collection holds values or entities: each inner list gets an entity.
      let rows = try type(of: element, Words(singular.all + ["Row"]), in: owner)
      if rows.fields.isEmpty {
        rows.fields = [
          InferredField("", element, "values", "Values", try role(of: element, Words("values"), in: rows), false)
        ]
        rows.valuesProperty = "values"
        // The class of the elements comes before it.
        classes.removeAll { $0 === rows }
        classes.append(rows)
      }
      return .rows(rows)
    }
    return .scalars(element.isScalar ? Self.simple(element.scalars.kind(named: singular)) : .text)
  }

  private mutating func recordRole(of shape: Shape, _ words: Words, in owner: InferredClass) throws -> InferredRole {
    guard let first = shape.fields.first?.shape.resolved else { return .map(.text) }
    guard shape.isMap else { return .record(try type(of: shape, words, in: owner)) }
    guard first.isRecord else {
      var scalars = Scalars()
      for field in shape.fields { scalars.add(field.shape.resolved.scalars) }
      return .map(Self.simple(scalars.kind(named: words)))
    }
    let values = try type(of: first, words.withLast(EnglishNouns.singular), in: owner)
    // The keys of several maps may be the same.
    let isOnly = shape.records == 1 && values.keyProperty == nil && shape[""] == nil
    values.keyProperty = "key"
    (values.id, values.keysInMap) = isOnly ? (.key, shape.names) : (.none, [])
    return .keyed(values)
  }

  /// The kind of the elements of a collection, which has no segments or long texts.
  private static func simple(_ kind: ScalarKind) -> ScalarKind {
    switch kind {
    case .enumeration, .longText: .text
    default: kind
    }
  }

  private mutating func type(of shape: Shape, _ words: Words, in owner: InferredClass) throws -> InferredClass {
    if let type = known[ObjectIdentifier(shape)] { return type }
    let isGeneric = words.all.count == 1 && RootRecord.isGeneric(words.lowercased.first ?? "")
    let own = isGeneric ? Words(["Entry"]) : shape.commonName ?? words
    let name = names.unique(
      own.pascalCase, owner.words.all.isEmpty ? "" : Words(owner.words.all + own.all).pascalCase,
      own.pascalCase.isEmpty ? "" : own.pascalCase + "Entry", fallback: "Entry")
    let type = InferredClass(name, own.all.isEmpty ? Words(["Entry"]) : own, shape)
    known[ObjectIdentifier(shape)] = type
    if shape.isRecord { try addFields(of: type) }
    // Those that a class contains come before it.
    classes.append(type)
    return type
  }

  // MARK: Ids

  private func findID(of type: InferredClass) {
    let shape = type.shape
    for field in type.fields where PropertyNames.ofIDs.contains(field.source.lowercased()) {
      let scalars = field.shape.scalars
      guard case .scalar = field.role, field.shape.count == shape.records, field.shape.nulls == 0,
        scalars.bools + scalars.doubles == 0, let keys = scalars.keys, !scalars.hasDuplicates, !keys.contains("")
      else { continue }
      type.id = .field(field.source)
      return
    }
  }

  /// Ids are unique in the models of an application: numbers, and those that several classes have, get the name of the
  /// class.
  private func preventEqualIDs() {
    let identified = classes.filter { $0.id != .none }
    for type in identified {
      let keys = ReferenceInference.keys(of: type)
      let isShared = identified.contains { $0 !== type && !ReferenceInference.keys(of: $0).isDisjoint(with: keys) }
      if isShared || keys.contains(where: { $0.allSatisfy(\.isNumber) }) {
        type.idPrefix = "\(Words(type.name).camelCase)-"
      }
    }
    // Another class may have ids that begin like these.
    guard identified.count > 1 else { return }
    var taken: Set<String> = []
    for type in identified {
      let ids = ReferenceInference.keys(of: type).map(type.entityID)
      if ids.contains(where: taken.contains) { type.id = .none } else { taken.formUnion(ids) }
    }
  }

  // MARK: Draft

  private func draft(named name: Words) throws -> ModelDraft {
    var names = names
    let base = name.pascalCase
    var model = ModelDraft(name: names.unique(base, base + "Model", fallback: "Content"))
    model.properties = root.fields.map(property)
    model.classes = classes.map { type in
      let plural = type.words.withLast(EnglishNouns.plural)
      var draft = ClassDraft(name: type.name, label: type.words.label, pluralLabel: plural.label)
      draft.properties = type.fields.filter { type.id != .field($0.source) || type.id == .none }.map(property)
      if let key = type.keyProperty { draft.properties.insert(PropertyDraft(key, label: "Key", .text), at: 0) }
      return draft
    }
    model.content = try ContentInference.record(node, root, key: nil)
    model.isFilled = true
    return model
  }

  private func property(_ field: InferredField) -> PropertyDraft {
    var property = PropertyDraft(field.property, label: field.label, Self.kind(field.role))
    let changed = Words(field.source).camelCase != field.property
    property.remark = changed && !field.source.isEmpty ? "\"\(PrintableText.line(field.source))\" in the data" : nil
    switch field.role {
    case .scalar, .record: property.isOptional = field.isOptional
    case .json:
      property.isOptional = field.isOptional
      property.remark = "JSON: the data has values of several types"
    default: break
    }
    return property
  }

  private static func kind(_ role: InferredRole) -> PropertyKind {
    switch role {
    case .scalar(let kind): kind.propertyKind
    case .json: .longText
    case .record(let type): .object(type.name)
    case .records(let type), .keyed(let type), .rows(let type): .objects(type.name)
    case .scalars(let kind): .list(kind.propertyKind)
    case .map(let kind): .map(kind.propertyKind)
    case .reference(let type): .reference(type.name)
    case .references(let type): .references(type.name)
    }
  }
}

extension ScalarKind {
  var propertyKind: PropertyKind {
    switch self {
    case .text: .text
    case .longText: .longText
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .date(let hasTime, _): .date(hasTime: hasTime)
    case .enumeration(let cases): .enumeration(cases)
    }
  }
}
