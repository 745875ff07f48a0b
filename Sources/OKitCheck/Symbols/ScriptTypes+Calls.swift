/// The results of calls, and the parameters of functions.
extension ScriptTypes {
  // MARK: Results

  func result(of call: LuaSyntax.Call, _ index: Int) -> ScriptType {
    if index == 0 {
      let certain = ScriptType(base.value(of: .call(call)))
      if !certain.isUnknown { return certain }
    }
    if let method = call.method { return result(of: method.text, on: type(of: call.callee), call, index) }
    if case .name(let name, nil) = call.callee, let known = result(ofGlobal: name.text, call, index) { return known }
    if case .field(let object, let name) = call.callee {
      switch type(of: object) {
      case .object("okit"):
        switch name.text {
        case "launch": return .object("okit.App")
        case "date", "day", "now", "today", "localized", "image": return .scalar
        default: break
        }
      case .object("table") where name.text == "unpack":
        return call.arguments.first.map { element(of: type(of: $0)) } ?? .nothing
      case .object("string"), .object("math"), .object("os"), .object("utf8"): return .scalar
      default: break
      }
    }
    switch type(of: call.callee) {
    case .functions(let functions): return functions.map { result(of: $0, index) }.reduce(.nothing) { $0.merged($1) }
    case .entityClass(let type): return .entities([type])
    case .component, .object: return declaredResult(of: call)
    case .scalar: return .scalar
    case .nothing: return .nothing
    default: return .unknown
    }
  }

  private func result(ofGlobal name: String, _ call: LuaSyntax.Call, _ index: Int) -> ScriptType? {
    switch name {
    case "setmetatable", "assert": call.arguments.indices.contains(index) ? type(of: call.arguments[index]) : .nothing
    case "tostring", "tonumber", "type", "#", "select", "rawlen": .scalar
    case "require":
      if case .returned(let script) = base.value(of: .call(call)) {
        script.block.results.compactMap(\.first).map(type).reduce(.nothing) { $0.merged($1) }
      } else {
        nil
      }
    default: nil
    }
  }

  func result(of function: LuaSyntax.Function, _ index: Int) -> ScriptType {
    function.results.map { values -> ScriptType in
      if values.indices.contains(index) { return type(of: values[index]) }
      guard case .call(let call)? = values.last else { return .nothing }
      return result(of: call, index - values.count + 1)
    }.reduce(.nothing) { $0.merged($1) }
  }

  private func result(of method: String, on receiver: ScriptType, _ call: LuaSyntax.Call, _ index: Int) -> ScriptType {
    switch receiver {
    case .list(let element):
      switch method {
      case "find", "add", "insert": return element
      case "filter", "sorted": return .list(element)
      case "map": return call.arguments.first.map { .list(resultOfCallback($0)) } ?? .unknown
      default: return .scalar
      }
    case .entities(let types):
      if method == "snapshot" { return receiver }
      guard case .functions(let functions) = member(method, of: receiver) else {
        let names = ["getString", "getBool", "getInt", "getDouble", "getDate", "getImage"]
        return names.contains(method) || types.isEmpty ? .scalar : .unknown
      }
      return functions.map { result(of: $0, index) }.reduce(.nothing) { $0.merged($1) }
    case .entityClass, .component: return method == "extend" ? .unknown : .scalar
    case .object("okit.App") where method == "model" || method == "snapshot":
      let name = call.arguments.isEmpty ? ModelStore.defaultModelName : call.arguments[0].literal?.value
      return name.flatMap(rootType).map { .entities([$0]) } ?? .unknown
    case .object: return declaredResult(of: call)
    case .tables:
      guard case .functions(let functions) = member(method, of: receiver) else { return .unknown }
      return functions.map { result(of: $0, index) }.reduce(.nothing) { $0.merged($1) }
    case .reference: return .unknown
    case .scalar, .functions: return .scalar
    case .nothing: return .nothing
    case .unknown: return .unknown
    }
  }

  private func resultOfCallback(_ expression: LuaSyntax.Expression) -> ScriptType {
    guard case .functions(let functions) = type(of: expression) else { return .unknown }
    return functions.map { result(of: $0, 0) }.reduce(.nothing) { $0.merged($1) }
  }

  // MARK: Declared classes

  func declared(_ name: String, of className: String) -> ScriptType {
    guard let member = declaration(name, of: className) else { return .unknown }
    let place = "\(className).\(name)"
    if base.declared[place]?.place == place { return .object(place) }
    return member.isFunction ? .unknown : type(declared: member.type)
  }

  private func declaredResult(of call: LuaSyntax.Call) -> ScriptType {
    let (object, name): (LuaSyntax.Expression, String)
    if let method = call.method {
      (object, name) = (call.callee, method.text)
    } else if case .field(let owner, let field) = call.callee {
      (object, name) = (owner, field.text)
    } else {
      return .unknown
    }
    guard case .object(let className) = type(of: object), let result = declaration(name, of: className)?.result else {
      return .unknown
    }
    return type(declared: result)
  }

  private func declaration(_ name: String, of className: String) -> Declaration? {
    var (waiting, seen) = ([className], Set<String>())
    while let next = waiting.popLast(), seen.insert(next).inserted {
      guard let declared = base.declared[next] else { continue }
      if let found = declared.members.first(where: { $0.plainName == name }) { return found }
      waiting += declared.parents
    }
    return nil
  }

  private func type(declared text: String) -> ScriptType {
    var text = Substring(text)
    if text.hasSuffix("?") { text = text.dropLast() }
    if text.hasSuffix("[]") { return .list(type(declared: String(text.dropLast(2)))) }
    switch text {
    case "string", "integer", "number", "boolean", "nil", "": return .scalar
    case "okit.Entity", "any", "table", "T": return .unknown
    default:
      return base.declared[String(text)] != nil ? .object(String(text)) : text.hasPrefix("\"") ? .scalar : .unknown
    }
  }

  // MARK: Parameters

  func parameter(_ index: Int, of function: LuaSyntax.Function) -> ScriptType {
    if index == 0, function.isMethod || function.parameters.first?.name.text == "self" {
      if let owner = owners[ObjectIdentifier(function)] { return owner }
      if let receiver = base.receiver(of: function) { return ScriptType(receiver) }
    }
    if let known = parameterOfHook(index, function) { return known }
    var found = calls(of: function).map { call -> ScriptType in
      let place = call.method == nil ? index : index - 1
      if place < 0 { return type(of: call.callee) }
      return call.arguments.indices.contains(place) ? type(of: call.arguments[place]) : .nothing
    }
    if let passed = facts.passed[ObjectIdentifier(function)] {
      found.append(argument(index, ofCallbackOf: passed.call))
    }
    return found.isEmpty ? .unknown : found.reduce(.nothing) { $0.merged($1) }
  }

  /// The calls of a function by its names.
  func calls(of function: LuaSyntax.Function) -> [LuaSyntax.Call] {
    (facts.names[ObjectIdentifier(function)] ?? []).flatMap { facts.calls[$0] ?? [] }.filter { call in
      let callee = call.method.map { member($0.text, of: type(of: call.callee)) } ?? type(of: call.callee)
      if case .functions(let functions) = callee { return functions.contains { $0 === function } }
      return false
    }
  }

  private func argument(_ index: Int, ofCallbackOf call: LuaSyntax.Call) -> ScriptType {
    guard let method = call.method else {
      if call.name?.text == "computed", case .some(let type) = schemaTypes[ObjectIdentifier(call)] {
        return index == 0 ? .entities([type]) : .nothing
      }
      return .unknown
    }
    switch type(of: call.callee) {
    case .list(let element) where ["find", "filter", "map"].contains(method.text): return index == 0 ? element : .scalar
    default: return .unknown
    }
  }

  /// What okit passes to functions that it calls by their names.
  private func parameterOfHook(_ index: Int, _ function: LuaSyntax.Function) -> ScriptType? {
    if let observer = observers[ObjectIdentifier(function)] {
      return index == 0 ? .entities([observer.owner]) : type(of: observer.property.type)
    }
    let names = facts.names[ObjectIdentifier(function)] ?? []
    // Plain tables of an older version, with its names.
    if names.contains("migrate") || names.contains("migrateRow") { return .scalar }
    guard names.contains("sync"), case .entities(let types)? = owners[ObjectIdentifier(function)] else { return nil }
    let deferred = types.flatMap(\.properties).compactMap { property -> ScriptType? in
      property.isDeferred ? type(of: property.type) : nil
    }
    return index == 1 ? deferred.first : nil
  }
}
