/// Infers what the expressions of all scripts are, from all values that variables, fields and parameters get.
final class ScriptTypes {
  let base: ScriptInference
  var facts: ScriptFacts { base.facts }
  let functions: [String: [LuaSyntax.Function]]
  let owners: [ObjectIdentifier: ScriptType]
  /// The tables that functions of classes return.
  let returnedTables: [ObjectIdentifier: [LuaSyntax.Table]]
  /// The tables that become entities of a class.
  var records: [ObjectIdentifier: [EntityType]] = [:]
  /// The variables whose tables become entities or lists of them.
  var assigned: Set<ObjectIdentifier> = []
  /// The functions that run after a change of a property.
  var observers: [ObjectIdentifier: Observer] = [:]
  /// The classes whose schemas have a call.
  var schemaTypes: [ObjectIdentifier: EntityType] = [:]
  private var known: [ObjectIdentifier: ScriptType] = [:]
  private var pending: Set<ObjectIdentifier> = []
  /// The values that an unfinished inference has taken for nothing.
  private var assumed: Set<ObjectIdentifier> = []
  private var depth = 0

  init(_ scripts: [LuaScript], _ base: ScriptInference) {
    self.base = base
    var returnedTables: [ObjectIdentifier: [LuaSyntax.Table]] = [:]
    var (functions, owners) = ([String: [LuaSyntax.Function]](), [ObjectIdentifier: ScriptType]())
    for found in ScriptFunctionIndex(scripts, base).all {
      functions["\(found.type).\(found.name.text)", default: []].append(found.function)
      if found.kind == .component {
        owners[ObjectIdentifier(found.function)] = .component(found.type)
      } else if let type = base.store.type(named: found.type) {
        owners[ObjectIdentifier(found.function)] = .entities([type])
        returnedTables[ObjectIdentifier(found.function)] = found.function.results.compactMap { $0.first?.table }
      } else {
        owners[ObjectIdentifier(found.function)] = .scalar
      }
    }
    (self.functions, self.owners, self.returnedTables) = (functions, owners, returnedTables)
    readSchemas()
    readRecords(scripts)
  }

  /// The class of the root of a model.
  func rootType(_ name: String) -> EntityType? { base.store.root(named: name).flatMap(base.store.type(of:)) }

  // MARK: Expressions

  func type(of expression: LuaSyntax.Expression) -> ScriptType {
    guard depth < 60 else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    switch expression {
    case .constant(_, let isNil): return isNil ? .nothing : .scalar
    case .string: return .scalar
    case .function(let function): return .functions([function])
    case .table(let table): return records[ObjectIdentifier(table)].map(ScriptType.entities) ?? .tables([table])
    case .parenthesized(let inner, _): return type(of: inner)
    case .unary: return .scalar
    case .binary("and", _, let right): return type(of: right)
    case .binary("or", let left, let right): return type(of: left).merged(type(of: right))
    case .binary: return .scalar
    case .name(_, let variable?): return type(of: variable)
    case .name(let name, nil): return type(ofGlobal: name.text)
    case .field(let object, let name):
      let certain = base.value(of: expression)
      if case .unknown = certain { return member(name.text, of: type(of: object)) }
      return ScriptType(certain)
    case .index(let object, let key, _):
      if let name = key.literal?.value { return member(name, of: type(of: object)) }
      return element(of: type(of: object))
    case .call(let call): return result(of: call, 0)
    }
  }

  private func type(ofGlobal name: String) -> ScriptType {
    if let values = facts.globals[name] { return merged(values) }
    if name == "okit" { return .object("okit") }
    return ["string", "table", "math", "os", "io", "utf8", "coroutine", "debug", "arg"].contains(name)
      ? .object(name) : .unknown
  }

  private func remembering(_ id: ObjectIdentifier, _ infer: () -> ScriptType) -> ScriptType {
    if let known = known[id] { return known }
    guard pending.insert(id).inserted else {
      assumed.insert(id)
      return .nothing
    }
    let found = infer()
    pending.remove(id)
    assumed.remove(id)
    if assumed.isEmpty { known[id] = found }
    return found
  }

  /// Forgets what was inferred before more tables were known to become entities.
  func forget() { known = [:] }

  // MARK: Variables

  private func type(of variable: LuaSyntax.Variable) -> ScriptType {
    remembering(ObjectIdentifier(variable)) {
      let first = firstType(of: variable)
      return first.merged(merged(facts.assignments[ObjectIdentifier(variable)] ?? []))
    }
  }

  private func firstType(of variable: LuaSyntax.Variable) -> ScriptType {
    switch variable.value {
    case .unknown: return .nothing
    case .number: return .scalar
    case .function(let link): return .functions([link.function])
    case .result(let expression, let index):
      if index == 0, !variable.isReassigned {
        let certain = ScriptType(base.value(of: expression))
        if !certain.isUnknown { return certain }
      }
      return result(expression, index)
    case .loop(let values, let index): return loop(values, index)
    case .parameter(let link, let index): return parameter(index, of: link.function)
    }
  }

  private func merged(_ values: [ScriptFacts.Value]) -> ScriptType {
    values.map { result($0.expression, $0.index) }.reduce(.nothing) { $0.merged($1) }
  }

  private func result(_ expression: LuaSyntax.Expression, _ index: Int) -> ScriptType {
    if index == 0 { return type(of: expression) }
    guard case .call(let call) = expression else { return .nothing }
    return result(of: call, index)
  }

  private func loop(_ values: [LuaSyntax.Expression], _ index: Int) -> ScriptType {
    guard case .call(let call)? = values.first, let name = call.name?.text, ["ipairs", "pairs"].contains(name),
      let argument = call.arguments.first
    else { return .unknown }
    return index == 0 ? .scalar : element(of: type(of: argument), withNamed: name == "pairs")
  }

  // MARK: Members

  func member(_ name: String, of type: ScriptType) -> ScriptType {
    switch type {
    case .entities(let types): return types.map { member(name, of: $0) }.reduce(.nothing) { $0.merged($1) }
    case .reference(let target): return name == "ref" ? .entities([target]) : .scalar
    case .list(let element): return element
    case .tables(let tables): return tables.map { field(name, of: $0) }.reduce(.nothing) { $0.merged($1) }
    case .entityClass(let type): return functionType(name, sequence(first: type, next: \.superType).map(\.name))
    case .component(let type): return functionType(name, [type])
    case .object("okit"):
      if let type = base.store.type(named: name) { return .entityClass(type) }
      if base.definition.classes[name] != nil { return .component(name) }
      return declared(name, of: "okit")
    case .object(let declared): return self.declared(name, of: declared)
    case .nothing: return .nothing
    case .scalar: return .scalar
    case .functions: return .nothing
    case .unknown: return .unknown
    }
  }

  private func functionType(_ name: String, _ types: [String]) -> ScriptType {
    let found = types.lazy.compactMap { self.functions["\($0).\(name)"] }.first
    return found.map(ScriptType.functions) ?? .unknown
  }

  private func member(_ name: String, of type: EntityType) -> ScriptType {
    if let property = type.property(named: name) {
      guard property.computed != nil else { return self.type(of: property.type) }
      let functions = functions["\(type.name).\(name)"] ?? computed["\(type.name).\(name)"] ?? []
      return functions.isEmpty ? .unknown : functions.map { result(of: $0, 0) }.reduce(.nothing) { $0.merged($1) }
    }
    switch name {
    case "id", "type": return .scalar
    case "parent": return base.store.owners(of: type).map(ScriptType.entities) ?? .unknown
    case "model": return models(of: type).map(ScriptType.entities) ?? .unknown
    case "ref": return type.isReference ? .unknown : .nothing
    default: return functionType(name, sequence(first: type, next: \.superType).map(\.name) + ["Entity", "Any"])
    }
  }

  /// The classes of models in which entities of a class live; nil where an entity may live in a document of its own.
  private func models(of type: EntityType) -> [EntityType]? {
    var (seen, waiting, models) = ([ObjectIdentifier(type)], [type], [EntityType]())
    while let next = waiting.popLast() {
      if next.isModel { models.append(next) }
      guard let owners = base.store.owners(of: next) else { return nil }
      for owner in owners where !seen.contains(ObjectIdentifier(owner)) {
        seen.append(ObjectIdentifier(owner))
        waiting.append(owner)
      }
    }
    return models
  }

  /// The functions of computed properties, by class and name.
  private lazy var computed: [String: [LuaSyntax.Function]] = {
    var found: [String: [LuaSyntax.Function]] = [:]
    for call in facts.calls["extend"] ?? [] {
      guard let name = call.arguments.first?.literal?.value, call.arguments.count > 1,
        let table = call.arguments[1].table
      else { continue }
      for entry in table.entries {
        guard let property = entry.name, case .call(let call) = entry.value, call.name?.text == "computed",
          case .functions(let functions)? = call.arguments.first.map(type)
        else { continue }
        found["\(name).\(property.text)", default: []] += functions
      }
    }
    return found
  }()

  func type(of type: PropertyType) -> ScriptType {
    switch type.unwrapped {
    case .entity(let name): base.store.type(named: name).map { .entities([$0]) } ?? .unknown
    case .reference(let name, _): base.store.type(named: name).map { .reference(to: $0) } ?? .unknown
    case .list(let element), .set(let element), .map(let element): .list(self.type(of: element))
    case .string, .bool, .int, .double, .date, .day, .data, .color, .image, .enumeration: .scalar
    case .optional: .unknown
    }
  }

  private func field(_ name: String, of table: LuaSyntax.Table) -> ScriptType {
    var found: [ScriptFacts.Value] = table.entries.filter { $0.name?.text == name }.map { ($0.value, 0) }
    if let variable = facts.variables[ObjectIdentifier(table)] {
      found = facts.fields[ObjectIdentifier(variable)]?[name] ?? []
      found += (facts.elements[ObjectIdentifier(variable)] ?? []).map { ($0, 0) }
    }
    for entry in table.entries {
      if case .value(let key)? = entry.key, key.literal == nil { found.append((entry.value, 0)) }
    }
    return merged(found)
  }

  /// The elements of a list, or of the list part of a table.
  func element(of type: ScriptType, withNamed: Bool = false) -> ScriptType {
    switch type {
    case .list(let element): return element
    case .tables(let tables):
      return tables.map { table -> ScriptType in
        var found = table.entries.filter { withNamed || $0.name == nil }.map(\.value)
        if let variable = facts.variables[ObjectIdentifier(table)] {
          found += facts.elements[ObjectIdentifier(variable)] ?? []
          if withNamed { found += (facts.fields[ObjectIdentifier(variable)] ?? [:]).values.joined().map(\.expression) }
        }
        return found.map(self.type).reduce(.nothing) { $0.merged($1) }
      }.reduce(.nothing) { $0.merged($1) }
    case .nothing: return .nothing
    case .scalar: return .scalar
    default: return .unknown
    }
  }
}

extension ScriptType {
  init(_ value: ScriptValue) {
    switch value {
    case .unknown: self = .unknown
    case .module(let name): self = .object(name)
    case .entityClass(let type): self = .entityClass(type)
    case .entity(let type): self = .entities([type])
    case .reference(let target): self = .reference(to: target)
    case .collection(let element), .table(let element):
      let element = ScriptType(element)
      self = .list(element.isUnknown ? .scalar : element)
    case .component(let name): self = .component(name)
    // `ScriptTypes` knows the classes of `self` itself.
    case .shown, .inherited, .controllers: self = .unknown
    case .returned(let script):
      let values = script.block.results.compactMap(\.first)
      // Only a table is followed; the types of the scripts follow anything else.
      self = values.count == 1 ? values[0].table.map { .tables([$0]) } ?? .unknown : .unknown
    }
  }
}
