/// The tables with which classes are defined, and the tables that become entities.
extension ScriptTypes {
  /// A function that runs after a change of a property.
  typealias Observer = (owner: EntityType, property: Property)

  /// The functions of `didSet`, and the classes of `t.computed(…)` calls.
  func readSchemas() {
    for call in facts.calls["extend"] ?? [] {
      guard call.method != nil, case .entityClass(let type) = type(of: .call(call)), call.arguments.count > 1,
        let table = call.arguments[1].table
      else { continue }
      for entry in table.entries {
        guard let name = entry.name?.text, case .call(let value) = entry.value else { continue }
        schemaTypes[ObjectIdentifier(value)] = type
        guard let property = type.property(named: name) else { continue }
        for option in value.arguments.compactMap(\.table).flatMap(\.entries) where option.name?.text == "didSet" {
          guard case .functions(let functions) = self.type(of: option.value) else { continue }
          for function in functions { observers[ObjectIdentifier(function)] = (type, property) }
        }
      }
    }
    forget()
  }

  /// Finds the tables that become entities: those that classes, lists, fixtures and `apply` receive.
  func readRecords(_ scripts: [LuaScript]) {
    // What a table becomes may tell what another one does.
    for _ in 0..<2 {
      for (id, owner) in owners where facts.names[id]?.contains("validate") == true {
        // The messages, by property.
        for table in returnedTables[id] ?? [] { assign(.table(table), owner) }
      }
      for script in scripts {
        for call in script.calls { readRecords(in: call) }
        LuaSyntax.walk(
          script.block,
          statement: { statement in
            guard case .assignment(let targets, let values) = statement else { return }
            for case (.field(let object, let name), let value) in zip(targets, values) {
              switch type(of: object) {
              case .entities(let types): assign(value, name.text, of: types)
              // The members of the data of a service, by property.
              case .entityClass(let type) where name.text == "from": assign(value, .entities([type]))
              default: break
              }
            }
          })
      }
      forget()
    }
  }

  private func readRecords(in call: LuaSyntax.Call) {
    guard let first = call.arguments.first else { return }
    guard let method = call.method else {
      if case .entityClass(let type) = type(of: call.callee) { return assign(first, .entities([type])) }
      if call.name?.text == "launch", case .object("okit.App") = type(of: .call(call)), call.arguments.count > 1 {
        launch(call.arguments[1])
      }
      return
    }
    // Most methods have nothing to do with entities.
    guard ["add", "insert", "apply", "to_match", "to_equal", "set", "assign"].contains(method.text) else {
      if call.arguments.count > 1, method.text == "relaunch" { launch(call.arguments[0]) }
      return
    }
    switch (method.text, type(of: call.callee)) {
    case ("add", .list(let element)): assign(first, element)
    case ("insert", .list(let element)): if call.arguments.count > 1 { assign(call.arguments[1], element) }
    case ("apply", .entities(let types)): assign(first, .entities(types))
    case ("apply", .object("okit.App")):
      if let root = rootType(ModelStore.defaultModelName) { assign(first, .entities([root])) }
    default: break
    }
  }

  private func launch(_ options: LuaSyntax.Expression) {
    guard let table = options.table, let root = rootType(ModelStore.defaultModelName) else { return }
    for entry in table.entries where entry.name?.text == "fixture" { assign(entry.value, .entities([root])) }
  }

  /// Whether a function compares a value in a test, such as `to_be` and `not_to_be`.
  static func isMatcher(_ name: String) -> Bool { name.hasPrefix("to_") || name.hasPrefix("not_to_") }

  /// A test compares an entity with a table: `expect(book).to_match { title = "Emma" }`.
  func expectation(_ call: LuaSyntax.Call) -> LuaSyntax.Expression? {
    guard case .field(let expectation, let matcher) = call.callee, Self.isMatcher(matcher.text),
      case .call(let expected) = expectation, expected.name?.text == "expect"
    else { return nil }
    return expected.arguments.first
  }

  // MARK: Assigning

  private func assign(_ value: LuaSyntax.Expression, _ property: String, of types: [EntityType]) {
    for type in types {
      if let found = type.property(named: property) { assign(value, self.type(of: found.type)) }
    }
  }

  func assign(_ value: LuaSyntax.Expression, _ type: ScriptType) {
    switch type {
    case .entities, .list, .reference: break
    default: return
    }
    switch value {
    case .table(let table): assign(table, type)
    case .parenthesized(let inner, _): assign(inner, type)
    case .binary(let sign, let left, let right) where sign == "and" || sign == "or":
      assign(left, type)
      assign(right, type)
    case .name(_, let variable?):
      assign(variable, type)
      assign(tablesIn: value, type)
    default: assign(tablesIn: value, type)
    }
  }

  /// The tables that a value is elsewhere, such as those of a list in another script.
  private func assign(tablesIn value: LuaSyntax.Expression, _ type: ScriptType) {
    if case .tables(let tables) = self.type(of: value) { for table in tables { assign(table, type) } }
  }

  private func assign(_ variable: LuaSyntax.Variable, _ type: ScriptType) {
    let id = ObjectIdentifier(variable)
    guard assigned.insert(id).inserted else { return }
    switch variable.value {
    case .result(let expression, 0): assign(expression, type)
    case .parameter(let link, let index):
      for call in calls(of: link.function) {
        let place = call.method == nil ? index : index - 1
        if call.arguments.indices.contains(place) { assign(call.arguments[place], type) }
      }
    default: break
    }
    for (value, index) in facts.assignments[id] ?? [] where index == 0 { assign(value, type) }
    if case .list(let element) = type {
      for value in facts.elements[id] ?? [] { assign(value, element) }
    }
    if case .entities(let types) = type {
      for (name, values) in facts.fields[id] ?? [:] {
        for value in values { assign(value.expression, name, of: types) }
      }
    }
  }

  private func assign(_ table: LuaSyntax.Table, _ type: ScriptType) {
    switch type {
    case .list(let element):
      if case .scalar = element { return }
      if let variable = facts.variables[ObjectIdentifier(table)] { assign(variable, type) }
      for entry in table.entries where entry.name == nil { assign(entry.value, element) }
    case .entities(let types):
      guard records[ObjectIdentifier(table)] == nil else { return }
      records[ObjectIdentifier(table)] = types
      for entry in table.entries { if let name = entry.name { assign(entry.value, name.text, of: types) } }
    case .reference:
      guard records[ObjectIdentifier(table)] == nil else { return }
      records[ObjectIdentifier(table)] = [base.store.types.reference]
    default: break
    }
  }
}
