/// The occurrences in the Lua of scripts.
extension SymbolCollector {
  mutating func collect(in script: LuaScript) {
    var fields: [(LuaSyntax.Expression, LuaSyntax.Name)] = []
    var tables: [LuaSyntax.Table] = []
    var indices: [(LuaSyntax.Expression, LuaSyntax.Expression, SourceRange)] = []
    var comparisons: [(LuaSyntax.Expression, LuaSyntax.Expression)] = []
    LuaSyntax.walk(script.block) { expression in
      switch expression {
      case .field(let object, let name): fields.append((object, name))
      case .call(let call): if let method = call.method { fields.append((call.callee, method)) }
      case .index(let object, let key, let range): indices.append((object, key, range))
      case .table(let table): tables.append(table)
      case .binary("==", let left, let right), .binary("~=", let left, let right): comparisons.append((left, right))
      default: break
      }
    }
    collectDefinitions(in: script)
    for (object, name) in fields { collect(name, of: object, in: script, .luaName) }
    for (object, key, range) in indices { collect(index: key, of: object, range, in: script) }
    for table in tables { collect(table, in: script) }
    for (left, right) in comparisons { collectComparison(left, right, in: script) }
    for call in script.calls { collect(call, in: script) }
  }

  // MARK: Fields

  private mutating func collect(
    _ name: LuaSyntax.Name, of object: LuaSyntax.Expression, in script: LuaScript, _ context: Occurrence.Context
  ) {
    let isClass = store.type(named: name.text)?.place != nil || definitions.definition.classes[name.text]?.place != nil
    guard names.contains(name.text) || isClass else { return }
    switch types.type(of: object) {
    case .entities(let owners): add(name, of: owners, in: script, context)
    case .reference:
      if name.text != "ref" { add(name, of: [store.types.reference], in: script, context) }
    case .entityClass(let type):
      if type.function(named: name.text) != nil { add(name, of: [type], in: script, context) }
    case .component(let owner):
      if let found = definitions.definition.classes[owner], found.function(named: name.text) != nil {
        let top = found.topmost(withFunction: name.text)
        add(Symbol(.controllerFunction, owner: top.name, name: name.text), script.file, name.range, context)
      }
    case .object("okit"):
      if isClass { add(symbol(ofClass: name.text), script.file, name.range, context) }
    case .unknown:
      if names.contains(name.text) {
        addUncertain(.name(name.text), script.file, name.range, "the class of the value before this name is not known")
      }
    case .tables(let tables): for table in tables { readFields[ObjectIdentifier(table), default: []].insert(name.text) }
    case .nothing, .scalar, .list, .object, .functions: break
    }
  }

  private mutating func add(
    _ name: LuaSyntax.Name, of owners: [EntityType], in script: LuaScript, _ context: Occurrence.Context
  ) {
    for owner in owners {
      for meaning in evaluator.meanings(of: name.text, on: owner) {
        let reference = BindingReference(name: name.text, range: name.range, meaning: meaning)
        for symbol in reference.symbols { add(symbol, script.file, name.range, context) }
      }
    }
  }

  func symbol(ofClass name: String) -> Symbol {
    if store.type(named: name) != nil { return Symbol(.entityClass, name: name) }
    let isController = definitions.definition.controllers.contains { $0.name == name }
    return Symbol(isController ? .controller : .componentClass, name: name)
  }

  private mutating func collect(
    index key: LuaSyntax.Expression, of object: LuaSyntax.Expression, _ range: SourceRange, in script: LuaScript
  ) {
    if let literal = key.literal {
      guard names.contains(literal.value) else { return }
      claim(literal, script.file)
      return collect(
        LuaSyntax.Name(text: literal.value, range: contents(literal)), of: object, in: script, .luaString)
    }
    guard case .entities(let owners) = types.type(of: object) else { return }
    let (found, isComplete) = strings.values(of: key, in: script)
    if isComplete, !found.isEmpty {
      for value in found {
        claim(value.literal, value.script.file)
        let name = LuaSyntax.Name(text: value.literal.value, range: contents(value.literal))
        add(name, of: owners, in: value.script, .luaString)
      }
      return
    }
    for owner in owners {
      for name in owner.properties.map(\.name) + owner.functionNames {
        addUncertain(.name(name), script.file, range, "the script computes the name of this field")
      }
    }
  }

  // MARK: Tables

  private mutating func collect(_ table: LuaSyntax.Table, in script: LuaScript) {
    guard let owners = types.records[ObjectIdentifier(table)] else {
      let found = table.entries.compactMap(\.name).filter { names.contains($0.text) }
      plainFields += found.map { PlainField(table: ObjectIdentifier(table), name: $0, file: script.file) }
      return
    }
    for entry in table.entries {
      if let name = entry.name, names.contains(name.text) {
        var name = name
        let isString = if case .value? = entry.key { true } else { false }
        if isString { name.range = SourceRange(name.range.lower + 1, name.range.upper - 1) }
        add(name, of: owners, in: script, isString ? .luaString : .luaName)
      } else if case .value(let key)? = entry.key, key.literal == nil {
        for name in owners.flatMap({ $0.properties.map(\.name) }) {
          addUncertain(.name(name), script.file, key.range, "the script computes the name of this field")
        }
      }
    }
  }

  /// The fields of tables that nobody is known to read: the tables may become entities.
  mutating func collectPlainFields() {
    var known: Set<ObjectIdentifier> = []
    func add(_ expression: LuaSyntax.Expression) {
      guard let table = expression.table else {
        if case .name = expression, case .tables(let tables) = types.type(of: expression) {
          for table in tables { known.insert(ObjectIdentifier(table)) }
        }
        return
      }
      known.insert(ObjectIdentifier(table))
      for entry in table.entries { add(entry.value) }
    }
    for script in scripts {
      for call in script.calls {
        let object: LuaSyntax.Expression
        if case .field(let owner, _) = call.callee { object = owner } else { object = call.callee }
        switch types.type(of: call.callee) {
        case .component, .entityClass, .object, .scalar: for argument in call.arguments { add(argument) }
        default:
          switch types.type(of: object) {
          case .object, .scalar: for argument in call.arguments { add(argument) }
          default: if types.expectation(call) != nil { for argument in call.arguments { add(argument) } }
          }
        }
      }
    }
    for field in plainFields
    where !known.contains(field.table) && readFields[field.table]?.contains(field.name.text) != true {
      addUncertain(.name(field.name.text), field.file, field.name.range, "the use of this table is not known")
    }
  }

  // MARK: Definitions

  private mutating func collectDefinitions(in script: LuaScript) {
    for found in ScriptFunctionIndex([script], types.base).all {
      let owner: Symbol
      if found.kind == .component {
        let component = definitions.definition.classes[found.type]
        let top = component?.topmost(withFunction: found.name.text).name ?? found.type
        owner = Symbol(.controllerFunction, owner: top, name: found.name.text)
        // A function that okit calls is not the script's to name.
        guard component?.descriptor.functionNames.contains(found.name.text) != true else { continue }
        add(owner, script.file, found.name.range, .luaName, isDefinition: true)
      } else if let type = store.type(named: found.type) {
        define(found.name, on: type, in: script)
      } else {
        add(
          Symbol(.function, owner: found.type, name: found.name.text), script.file, found.name.range, .luaName,
          isDefinition: true)
      }
    }
    for call in script.calls { define(call, in: script) }
  }

  private mutating func define(_ name: LuaSyntax.Name, on type: EntityType, in script: LuaScript) {
    for meaning in evaluator.meanings(of: name.text, on: type) {
      let reference = BindingReference(name: name.text, range: name.range, meaning: meaning)
      for symbol in reference.symbols { add(symbol, script.file, name.range, .luaName, isDefinition: true) }
    }
  }

  /// `Class:extend("Name", { … })`, `okit.extend("Type", { … })`.
  private mutating func define(_ call: LuaSyntax.Call, in script: LuaScript) {
    guard call.name?.text == "extend", let first = call.arguments.first else { return }
    guard let literal = first.literal else { return defineComponents(call, first, in: script) }
    let table = call.arguments.count > 1 ? call.arguments[1].table : nil
    let range = contents(literal)
    if call.method == nil {
      guard case .field(let module, _) = call.callee, case .object("okit") = types.type(of: module) else { return }
      claim(literal, script.file)
      let type = store.type(named: literal.value)
      if type?.place != nil { add(Symbol(.entityClass, name: literal.value), script.file, range, .luaString) }
      for name in table?.entries.compactMap(\.name) ?? [] {
        if let type {
          define(name, on: type, in: script)
        } else {
          add(
            Symbol(.function, owner: literal.value, name: name.text), script.file, name.range, .luaName,
            isDefinition: true)
        }
      }
      return
    }
    switch types.type(of: .call(call)) {
    case .entityClass:
      guard let type = store.type(named: literal.value) else { return }
      claim(literal, script.file)
      add(Symbol(.entityClass, name: literal.value), script.file, range, .luaString, isDefinition: true)
      for name in table?.entries.compactMap(\.name) ?? [] { define(name, on: type, in: script) }
      for case .call(let call) in table?.entries.map(\.value) ?? [] { collect(formulaIn: call, of: type, in: script) }
    case .component:
      claim(literal, script.file)
      guard definitions.definition.classes[literal.value] != nil else { return }
      add(symbol(ofClass: literal.value), script.file, range, .luaString, isDefinition: true)
    default: break
    }
  }
}

extension SymbolCollector {
  /// A function that defines several controllers gets their names.
  private mutating func defineComponents(_ call: LuaSyntax.Call, _ name: LuaSyntax.Expression, in script: LuaScript) {
    guard call.method != nil, case .component = types.type(of: call.callee) else { return }
    for value in strings.values(of: name, in: script).found
    where definitions.definition.classes[value.literal.value]?.place != nil {
      claim(value.literal, value.script.file)
      let symbol = symbol(ofClass: value.literal.value)
      add(symbol, value.script.file, contents(value.literal), .luaString, isDefinition: true)
    }
  }
}

extension BindingReference {
  /// A name outside of bindings.
  init(name: String, range: SourceRange, meaning: Meaning) {
    self.init(name: name, range: range, meanings: [meaning], origin: .init(owner: "", property: ""), text: name)
  }
}
