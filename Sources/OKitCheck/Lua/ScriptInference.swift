/// Infers what the expressions of scripts are. A variable that is assigned twice, and everything else that is not
/// certain, is unknown.
final class ScriptInference {
  let store: ModelStore
  let definition: AppDefinition
  private let scripts: [LuaScript]
  /// The members of the module and its tables, by class.
  let declared: [String: DeclaredClass]
  /// What the first parameter of a function is.
  private var receivers: [ObjectIdentifier: ScriptValue] = [:]
  let facts: ScriptFacts
  /// The classes that calls of `extend` define.
  private var defined: [ObjectIdentifier: ScriptValue] = [:]
  /// The variables whose value is being inferred.
  private var pending: Set<ObjectIdentifier> = []
  /// The classes of the contexts of controllers by name, where the caller accepts that a script may hand over others.
  var contexts: [String: EntityType] = [:]
  private var depth = 0

  init(_ scripts: [LuaScript], _ definitions: ScriptDefinitions) {
    (self.scripts, store, definition) = (scripts, definitions.store, definitions.definition)
    facts = ScriptFacts(scripts)
    let classes = Declarations.sections.flatMap(\.classes)
    declared = Dictionary(classes.map { (String($0.plainName), $0) }) { first, _ in first }
    for script in scripts {
      for call in script.calls { addDefinition(call, in: script) }
    }
    for script in scripts {
      LuaSyntax.walk(script.block, statement: { self.addReceivers(in: $0) }, { self.addReceivers(in: $0) })
    }
  }

  /// A call in the line in which a class of that name was defined, whatever it extends: `base(options):extend("Shop", {
  /// … })`.
  private func addDefinition(_ call: LuaSyntax.Call, in script: LuaScript) {
    guard call.method?.text == "extend", let name = call.arguments.first?.literal?.value else { return }
    func isHere(_ place: Diagnostic.Place?) -> Bool {
      guard let place, place.file == script.file else { return false }
      return script.lines.line(of: call.range.lower) <= place.line
        && place.line <= script.lines.line(of: call.range.upper)
    }
    if let type = store.type(named: name), isHere(type.place) {
      defined[ObjectIdentifier(call)] = .entityClass(type)
    } else if isHere(definition.classes[name]?.place) {
      defined[ObjectIdentifier(call)] = .component(name)
    }
  }

  // MARK: Receivers

  /// Adds what okit passes to functions in the tables of controllers and cells.
  func add(_ callbacks: CallbackContexts) {
    guard !callbacks.classes.isEmpty else { return }
    for case (let function, let type?) in callbacks.classes {
      receivers[function] = type.isReference ? type.referredType.map { .reference(to: $0) } : .entity(type)
    }
    // The functions that these pass to collections.
    for script in scripts { LuaSyntax.walk(script.block, statement: { _ in }, { self.addReceivers(in: $0) }) }
  }

  private func addReceivers(in statement: LuaSyntax.Statement) {
    guard case .function(.field(let owner, _), let function) = statement, let first = function.parameters.first,
      first.name.text == "self"
    else { return }
    switch value(of: owner) {
    case .entityClass(let type): receivers[ObjectIdentifier(function)] = .entity(type)
    case .component(let name): receivers[ObjectIdentifier(function)] = definition.classes[name].map(ScriptValue.shown)
    default: break
    }
  }

  /// The functions in the table of `Class:extend` and `okit.extend`, and those that a collection calls for each
  /// element.
  private func addReceivers(in expression: LuaSyntax.Expression) {
    guard case .call(let call) = expression else { return }
    addReceivers(ofServices: call)
    if let method = call.method, ["find", "filter", "map"].contains(method.text),
      case .function(let function)? = call.arguments.first, case .collection(let element) = value(of: call.callee)
    {
      receivers[ObjectIdentifier(function)] = element
    }
    if call.method?.text == "extend", case .entityClass(let type) = value(of: expression), call.arguments.count > 1,
      let table = call.arguments[1].table
    {
      for entry in table.entries { addReceivers(ofType: type, in: entry.value) }
    } else if case .field(let module, let name) = call.callee, name.text == "extend",
      case .module("okit") = value(of: module),
      call.arguments.count == 2, let type = type(named: call.arguments[0]), let table = call.arguments[1].table
    {
      for case .function(let function) in table.entries.map(\.value) {
        receivers[ObjectIdentifier(function)] = .entity(type)
      }
    }
  }

  /// `t.computed(function(self) … end)`, `t.string("", { didSet = function(self) … end })`.
  private func addReceivers(ofType type: EntityType, in expression: LuaSyntax.Expression) {
    guard case .call(let call) = expression else { return }
    for argument in call.arguments {
      if case .function(let function) = argument { receivers[ObjectIdentifier(function)] = .entity(type) }
      for entry in argument.table?.entries ?? [] where entry.name?.text == "didSet" {
        if case .function(let function) = entry.value { receivers[ObjectIdentifier(function)] = .entity(type) }
      }
    }
  }

  /// The class that the first argument of `okit.extend` names.
  func type(named expression: LuaSyntax.Expression) -> EntityType? {
    if let literal = expression.literal { return store.type(named: literal.value) }
    if case .entityClass(let type) = value(of: expression) { return type }
    return nil
  }

  /// What the first parameter of a function is; nil where it is not certain.
  func receiver(of function: LuaSyntax.Function) -> ScriptValue? { receivers[ObjectIdentifier(function)] }

  // MARK: Values

  func value(of expression: LuaSyntax.Expression) -> ScriptValue {
    guard depth < 50 else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    switch expression {
    case .name(let name, let variable?): return value(of: variable, name)
    case .name(let name, nil): return facts.onlyValue(ofGlobal: name.text).map(value) ?? .unknown
    case .field(let object, let name):
      if case .name(_, let variable?) = object, let assigned = facts.onlyValue(of: name.text, in: variable) {
        return value(of: assigned)
      }
      return member(name.text, of: value(of: object))
    case .index(let object, _, _):
      return element(of: value(of: object))
    case .call(let call): return result(of: call)
    case .parenthesized(let inner, _): return value(of: inner)
    case .constant, .string, .function, .table, .unary, .binary: return .unknown
    }
  }

  /// Returns the property that an expression reads from an entity whose class is known.
  func property(of expression: LuaSyntax.Expression) -> Property? {
    guard case .field(let object, let name) = expression, case .entity(let type) = value(of: object) else { return nil }
    return type.property(named: name.text)
  }

  private func value(of variable: LuaSyntax.Variable, _ name: LuaSyntax.Name) -> ScriptValue {
    guard !variable.isReassigned, pending.insert(ObjectIdentifier(variable)).inserted else { return .unknown }
    defer { pending.remove(ObjectIdentifier(variable)) }
    switch variable.value {
    case .result(let expression, 0): return value(of: expression)
    case .result(.call(let call), let index): return service(of: call, at: index) ?? .unknown
    case .parameter(let link, 0): return receivers[ObjectIdentifier(link.function)] ?? .unknown
    case .loop(let values, 1):
      // for _, element in ipairs(collection)
      guard case .call(let call)? = values.first, case .name(let function, nil) = call.callee,
        function.text == "ipairs",
        let argument = call.arguments.first
      else { return .unknown }
      return element(of: value(of: argument))
    case .result, .parameter, .loop, .function, .number, .unknown: return .unknown
    }
  }

  private func element(of value: ScriptValue) -> ScriptValue {
    switch value {
    case .collection(let element), .table(let element): element
    default: .unknown
    }
  }

  private func member(_ name: String, of value: ScriptValue) -> ScriptValue {
    switch value {
    case .entity(let type):
      if name == "ref" { return .unknown }
      guard let property = type.property(named: name), property.computed == nil else { return .unknown }
      return self.value(of: property.type)
    case .reference(let target): return name == "ref" ? .entity(target) : .unknown
    case .shown(let type):
      if name == "super" { return .inherited(type) }
      guard name == "context" || name == "effectiveContext" else { return .unknown }
      return contexts[type.name].map(ScriptValue.entity) ?? .unknown
    case .module("okit"):
      if name == "Model" || store.type(named: name) != nil {
        return store.type(named: name).map(ScriptValue.entityClass) ?? .unknown
      }
      if definition.classes[name] != nil { return .component(name) }
      let place = "okit.\(name)"
      return declared.values.first { $0.place == place }.map { .module(String($0.plainName)) } ?? .unknown
    case .returned(let script): return field(name, ofTableReturnedBy: script).map(self.value) ?? .unknown
    case .controllers: return definition.classes[name]?.superClass == nil ? .unknown : .component(name)
    case .unknown, .module, .entityClass, .collection, .table, .component, .inherited: return .unknown
    }
  }

  private func value(of type: PropertyType) -> ScriptValue {
    switch type.unwrapped {
    case .entity(let name): store.type(named: name).map(ScriptValue.entity) ?? .unknown
    case .reference(let name, _): store.type(named: name).map { .reference(to: $0) } ?? .unknown
    case .list(let element), .set(let element): .collection(value(of: element))
    case .string, .bool, .int, .double, .date, .day, .data, .color, .image, .enumeration, .map, .optional: .unknown
    }
  }

  // MARK: Calls

  /// The declared classes of clients, and of what they and requests give to scripts, as messages call them.
  static let services = [
    "okit.Client": "a client", "okit.Response": "a response", "okit.ClientResponse": "a response",
    "okit.RequestHandle": "a request", "okit.ServerEvent": "an event", "okit.StatusError": "the error of a response",
  ]

  /// The value of a declared type that only one of those classes has.
  private func service(_ type: DeclaredType) -> ScriptValue? {
    guard case .named(let name, _) = type, Self.services[name] != nil else { return nil }
    return .module(name)
  }

  /// The declared function that a call calls, and its name in messages; nil for any other one.
  func function(of call: LuaSyntax.Call) -> (Declaration, name: String)? {
    let (owner, name): (String, LuaSyntax.Name)
    switch (call.method, call.callee) {
    case (let method?, let object):
      name = method
      switch value(of: object) {
      case .module(let service) where Self.services[service] != nil: owner = service
      case .collection: owner = "okit.Collection"
      default: return nil
      }
    case (nil, .field(let module, let function)):
      guard case .module(let declared) = value(of: module) else { return nil }
      (owner, name) = (declared, function)
    default: return nil
    }
    guard let declared = declared[owner],
      let function = declared.members.first(where: { $0.plainName == name.text && $0.isFunction })
    else { return nil }
    return (function, (declared.place.map { $0 + "." } ?? "") + name.text)
  }

  /// The value of a service that a declared function returns at a place, counted from 0; nil for any other one.
  private func service(of call: LuaSyntax.Call, at index: Int) -> ScriptValue? {
    guard let (function, name) = function(of: call) else { return nil }
    if name == "okit.fetch", let wait = call.arguments.first?.table?.entries.first(where: { $0.name?.text == "wait" }) {
      // Constants of other values are the default, which nobody writes.
      if case .constant = wait.value { return .module("okit.RequestHandle") } else { return .unknown }
    }
    let results = function.results
    return results.indices.contains(index) ? service(results[index].type) : nil
  }

  /// What the functions get that a script passes to a declared function, also as options.
  private func addReceivers(ofServices call: LuaSyntax.Call) {
    guard call.arguments.contains(where: { $0.function != nil || $0.table != nil }),
      let (function, _) = function(of: call)
    else { return }
    for (parameter, argument) in zip(function.parameters, call.arguments) {
      add(argument, parameter.type)
      guard let table = argument.table, case .named(let name, _) = parameter.type, let options = declared[name] else {
        continue
      }
      for entry in table.entries {
        let member = options.members.first { $0.plainName == entry.name?.text }
        if let type = member.flatMap({ try? DeclaredType($0.type) }) { add(entry.value, type) }
      }
    }
  }

  private func add(_ argument: LuaSyntax.Expression, _ type: DeclaredType) {
    guard case .function(let function) = argument, case .function(let signature) = type,
      let value = signature.parameters.first.flatMap({ service($0.type) })
    else { return }
    receivers[ObjectIdentifier(function)] = value
  }

  private func result(of call: LuaSyntax.Call) -> ScriptValue {
    if let service = service(of: call, at: 0) { return service }
    if let known = defined[ObjectIdentifier(call)] { return known }
    if let method = call.method {
      // What is added is returned.
      if ["add", "insert", "find"].contains(method.text), case .collection(.entity(let type)) = value(of: call.callee) {
        return .entity(type)
      }
      if ["filter", "sorted"].contains(method.text), case .collection(let element) = value(of: call.callee) {
        return .table(element)
      }
      guard method.text == "extend", let name = call.arguments.first?.literal?.value else { return .unknown }
      switch value(of: call.callee) {
      case .entityClass: return store.type(named: name).map(ScriptValue.entityClass) ?? .unknown
      case .component: return definition.classes[name] == nil ? .unknown : .component(name)
      default: return .unknown
      }
    }
    if case .name(let name, nil) = call.callee, name.text == "require",
      let module = call.arguments.first?.literal?.value
    {
      return self.module(named: module)
    }
    if case .field(let object, let name) = call.callee, case .field(let module, let model) = object,
      model.text == "Model",
      case .module("okit") = value(of: module)
    {
      return modelResult(name.text, call.arguments)
    }
    if case .field(let module, let name) = call.callee, case .module("okit") = value(of: module) {
      if name.text == "storyboard" { return .controllers }
    }
    if case .entityClass(let type) = value(of: call.callee) { return .entity(type) }
    return function(of: call.callee).map { result(of: $0, call.arguments) } ?? .unknown
  }

  // MARK: Functions of scripts

  /// The function of the script that an expression always is.
  private func function(of expression: LuaSyntax.Expression) -> LuaSyntax.Function? {
    guard case .field(let object, let name) = expression else { return expression.function }
    if case .name(_, let variable?) = object, let assigned = facts.onlyValue(of: name.text, in: variable) {
      return assigned.function
    }
    guard case .returned(let script) = value(of: object) else { return nil }
    return field(name.text, ofTableReturnedBy: script)?.function
  }

  /// What a function returns at its end: a class under the name that it is given, or what it returns in any case.
  private func result(of function: LuaSyntax.Function, _ arguments: [LuaSyntax.Expression]) -> ScriptValue {
    guard !function.isMethod, case .results(let values)? = function.body.statements.last, values.count == 1,
      function.results.count == 1
    else { return .unknown }
    if case .call(let call) = values[0], call.method?.text == "extend",
      case .name(_, let parameter?)? = call.arguments.first,
      !parameter.isReassigned, let index = function.parameters.firstIndex(where: { $0 === parameter }),
      arguments.indices.contains(index), let name = arguments[index].literal?.value
    {
      switch value(of: call.callee) {
      case .component: return definition.classes[name]?.superClass == nil ? .unknown : .component(name)
      case .entityClass: return store.type(named: name).map(ScriptValue.entityClass) ?? .unknown
      default: return .unknown
      }
    }
    return value(of: values[0])
  }

  /// `okit.Model.register(Class)` and `okit.Model.get(name)`.
  private func modelResult(_ function: String, _ arguments: [LuaSyntax.Expression]) -> ScriptValue {
    switch function {
    case "register":
      if case .entityClass(let type)? = arguments.first.map(value) { return .entity(type) }
      return .unknown
    case "get":
      let name = arguments.isEmpty ? ModelStore.defaultModelName : arguments[0].literal?.value
      return name.flatMap(store.root(named:)).flatMap(store.type(of:)).map(ScriptValue.entity) ?? .unknown
    default: return .unknown
    }
  }

  private func module(named name: String) -> ScriptValue {
    if name == "okit" { return .module("okit") }
    let path = name.split(separator: ".").joined(separator: "/")
    let found = scripts.filter { script in
      ["\(path).lua", "\(path)/init.lua"].contains { script.file == $0 || script.file.hasSuffix("/\($0)") }
    }
    return found.count == 1 ? .returned(found[0]) : .unknown
  }

  /// The field of the table that a script ends with: `return { Film = Film }`, or `return M`.
  private func field(_ name: String, ofTableReturnedBy script: LuaScript) -> LuaSyntax.Expression? {
    guard case .results(let values)? = script.block.statements.last, values.count == 1 else { return nil }
    if let table = values[0].table { return table.entries.last { $0.name?.text == name }?.value }
    if case .name(_, let variable?) = values[0] { return facts.onlyValue(of: name, in: variable) }
    return nil
  }
}
