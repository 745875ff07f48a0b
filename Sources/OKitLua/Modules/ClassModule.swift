/// Entity classes: schemas, methods, hooks, instances, extension functions.
struct ClassModule: ScriptModule {
  let environment: ScriptEnvironment

  /// The functions from which the prelude builds classes.
  var internals: [(String, OkitModule.Body)] {
    [
      ("define_entity", define), ("define_method", defineMethod), ("set_version", setVersion),
      ("set_migration", setMigration), ("set_strict", setStrict), ("set_history", setHistory),
      ("set_row_name", setRowName), ("set_from", setFrom),
      ("set_row_migration", setRowMigration), ("set_content", setContent),
      ("fail_property", failProperty), ("entity_number", entityNumber), ("extend", extend),
    ]
  }

  private var store: ModelStore { host.runtime.store }

  private func type(_ name: String) throws -> EntityType { try store.requireType(name, for: "class") }

  private func define(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let (name, superName) = (try call.string(0), try call.string(1))
    let superType = try type(superName)
    let properties = try properties(call, 2, of: name)
    do { try store.define(name, extending: superType, properties: properties, place: call.place) } catch var failure
      as Diagnostic
    {
      if let origin = failure.origin { failure.place = host.runtime.evaluator.place(of: origin) ?? failure.place }
      throw failure
    }
    if superName == BuiltInTypes.mutationName { try OutboxModule(environment: environment).connect() }
    return .nothing
  }

  /// Reads the table of a class, or copies the properties that another application has read from an equal one.
  private func properties(_ call: borrowing LuaCall, _ index: Int, of name: String) throws -> [Property] {
    let (table, known) = (try ClassTable(call, index), host.options.shared?.classes)
    if let known, let properties = try known.properties(of: table, host) {
      try host.state.budget.step(table.items.count)
      return properties
    }
    let content = known.flatMap { _ in table.content }
    let schema = try table.value(call.entry.core)
    var (properties, names): ([Property], [String]) = ([], [])
    for pair in schema.pairs {
      guard case .string(let property) = pair.key, case .table(let description) = pair.value else { continue }
      names.append(property)
      do { properties.append(try read(property, description, of: name)) } catch let failure as Diagnostic {
        throw failure.at(place(of: property, of: name, in: call.place))
      }
    }
    properties.sort { $0.name < $1.name }
    if let known, let content { known.add(properties, of: content, names) }
    return properties
  }

  private func read(_ property: String, _ description: LuaTable, of name: String) throws -> Property {
    guard Self.isName(property) else {
      throw Diagnostic(
        "model.property", "\(name): \"\(property)\" is not a valid property name, because bindings cannot contain it")
    }
    return try SchemaReader(host, owner: name).property(property, description)
  }

  /// `fail_property(class, property, message)`: an error in the line of a property.
  private func failProperty(_ call: borrowing LuaCall) throws -> LuaOutcome {
    throw Diagnostic(
      "model.property", try call.text(2), place: place(of: try call.text(1), of: try call.text(0), in: call.place))
  }

  /// The line of a property in the definition of its class.
  private func place(of property: String, of name: String, in definition: Diagnostic.Place?) -> Diagnostic.Place? {
    host.runtime.evaluator.place(of: Diagnostic.Origin(owner: name, property: property, place: definition))
  }

  /// The characters that have a meaning in bindings.
  private static let specialCharacters = Array("/,()[]>.@#%$!=".utf8)

  private static func isName(_ name: String) -> Bool {
    guard !name.isEmpty, !name.utf8.contains(where: specialCharacters.contains) else { return false }
    return !name.unicodeScalars.contains { $0.isWhitespace }
  }

  private func defineMethod(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let (type, name) = (try type(call.string(0)), try call.string(1))
    if type.property(named: name) != nil {
      throw Diagnostic(
        "model.duplicateProperty", "\(type.name) already has a property \"\(name)\"; a function needs another name")
    }
    let hadStorage = type.storageFunctions != nil
    type.define(function: name, host.register(try call.function(2)))
    guard !hadStorage, type.storageFunctions != nil else { return .nothing }
    if store.roots.values.contains(where: { store.type(of: $0) === type }) {
      throw Diagnostic(
        "class.member", "\(type.name) is registered already: its read and write belong before okit.Model.register")
    }
    return .nothing
  }

  private func setVersion(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let type = try modelType(call.string(0))
    let version = try call.int(1)
    guard version >= 1 else { throw Diagnostic("model.version", "\(type.name).version must be a positive integer") }
    type.version = version
    return .nothing
  }

  private func setMigration(_ call: borrowing LuaCall) throws -> LuaOutcome {
    try modelType(call.string(0)).migration = host.register(try call.function(1))
    return .nothing
  }

  /// `set_strict(class, flag)`: whether a store validates the entities of the class.
  private func setStrict(_ call: borrowing LuaCall) throws -> LuaOutcome {
    store.setStrict(try type(call.string(0)), try call.bool(1))
    return .nothing
  }

  /// `set_history(class, flag)`: whether changes of the entities of the class belong to the steps of the history.
  private func setHistory(_ call: borrowing LuaCall) throws -> LuaOutcome {
    store.setHistory(try type(call.string(0)), try call.bool(1))
    return .nothing
  }

  /// `set_row_name(class, "table" | "key" | "file", name)`: how a database names the class. `"queue"`: where its
  /// mutations are sent one after the other.
  private func setRowName(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let type = try type(call.string(0))
    let (member, name) = (try call.string(1), try call.string(2))
    if member == "queue" {
      guard type.isSubtype(of: BuiltInTypes.mutationName) else {
        throw Diagnostic("class.member", "\(type.name).queue: only a class of okit.Mutation has a queue")
      }
      host.runtime.outbox.setQueue(name, of: type)
      return .nothing
    }
    try checkRows(of: type, member)
    switch member {
    case "table": type.rows.table = name
    case "key": type.rows.key = name
    default:
      guard type.hasRows else {
        throw Diagnostic("class.member", "\(type.name).file: only a class of okit.ModelSQLite has a file")
      }
      type.rows.file = try host.databaseFile(name)
    }
    return .nothing
  }

  /// `set_from(class, table)`: the members of the data of a service by property.
  private func setFrom(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let type = try type(call.string(0))
    let table = try call.table(1)
    let elements = table.array.map { LuaTable.Pair(key: .int(1), value: $0) }
    type.paths = try Dictionary(
      (elements + table.pairs).map { pair in
        guard case .string(let name) = pair.key, case .string(let path) = pair.value else {
          throw Diagnostic(
            "class.member", "\(type.name).from needs names of properties and of members, got \(pair.value.typeName)",
            hint: "write \(type.name).from = { created = \"createdAt\" }")
        }
        guard type.property(named: name) != nil || name == type.key?.member else {
          throw store.unknownProperty(name, of: type)
        }
        let members = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !members.contains("") else {
          throw Diagnostic("class.member", "\(type.name).from.\(name): \"\(path)\" is not a path such as author.name")
        }
        if type.property(named: name)?.isSecret == true, let member = members.last {
          store.secrets.declare(property: member)
        }
        return (name, members)
      }
    ) { _, last in last }
    return .nothing
  }

  /// `set_content(class, file)`: the document beside the script with which a new model begins.
  private func setContent(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let (type, path) = (try type(call.string(0)), try call.string(1))
    guard type.isModel else {
      throw Diagnostic("class.member", "\(type.name).content: only a class of models has content")
    }
    guard !store.roots.values.contains(where: { store.type(of: $0) === type }) else {
      throw Diagnostic(
        "class.member", "\(type.name) is registered already: its content belongs before okit.Model.register")
    }
    guard let files = host.files else {
      throw Diagnostic(
        "file.read", "cannot find \"\(path)\"", hint: "there is no folder to search; \(HintPhrase.luaPath) one")
    }
    let file = try files.locate(path, ending: ".json")
    type.content = ModelContent(file: file.name) {
      try files.readBytes(file, maximum: ScriptFile.maximumSize) {
        Diagnostic("file.read", "cannot read \($0): it is larger than \(ScriptFile.maximumSize >> 20) MiB")
      }
    }
    return .nothing
  }

  private func setRowMigration(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let type = try type(call.string(0))
    try checkRows(of: type, "migrateRow")
    type.rows.migration = host.register(try call.function(1))
    return .nothing
  }

  private func checkRows(of type: EntityType, _ member: String) throws {
    guard host.runtime.registry.storesRows(of: type) else { return }
    throw Diagnostic(
      "model.version",
      "\(type.name) is stored in a database already: its \(member) belongs before okit.Model.register")
  }

  private func modelType(_ name: String) throws -> EntityType {
    let type = try type(name)
    if store.roots.values.contains(where: { store.type(of: $0) === type }) {
      throw Diagnostic(
        "model.version", "\(name) is registered already: its version and migration belong before okit.Model.register")
    }
    guard type.isModel else {
      throw Diagnostic(
        "model.version", "\(name) is not a model; only models have a version")
    }
    return type
  }

  /// `entity_number(class)`: the number by which `create` finds the class.
  private func entityNumber(_ call: borrowing LuaCall) throws -> LuaOutcome {
    call.answer(Int(try type(call.string(0)).index))
  }

  /// `create(number, values)`.
  static func create(_ bridge: AppBridge, _ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let type = bridge.store.types[number: try call.int(0)] else {
      throw Diagnostic("class.values", "unknown class")
    }
    guard !type.isModel else {
      throw Diagnostic(
        "model.create", "\(type.name) is a model: okit.Model.register(\(type.name)) makes or loads it")
    }
    guard let entity = try bridge.create(call, 1, type) else {
      throw Diagnostic("class.values", "\(type.name) needs a table with the names of properties")
    }
    return bridge.answer(entity, call)
  }

  private func extend(_ call: borrowing LuaCall) throws -> LuaOutcome {
    try host.extend(call.string(0), call.string(1), call.function(2))
    return .nothing
  }
}
