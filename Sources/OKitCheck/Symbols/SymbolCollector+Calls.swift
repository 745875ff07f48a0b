/// The occurrences in strings that calls receive.
extension SymbolCollector {
  mutating func collect(_ call: LuaSyntax.Call, in script: LuaScript) {
    guard let name = call.name?.text else { return }
    if let method = call.method {
      collect(method.text, of: call, in: script)
      return
    }
    if let expected = types.expectation(call) { return collectExpectation(call, of: expected, in: script) }
    guard let first = call.arguments.first, case .field(let owner, _) = call.callee else { return }
    let module: String
    switch types.type(of: owner) {
    case .object(let name): module = name
    // okit.Model is a class as well.
    case .entityClass(let type) where type.place == nil: module = "okit.\(type.name)"
    default: return
    }
    switch (module, name) {
    case ("okit", "localized"): collect(textOf: first, in: script)
    case ("okit", "navigate"), ("okit", "present"), ("okit", "navigateToTarget"):
      collect(controllerIn: first, in: script)
    case ("okit.types", "ref"), ("okit.types", "entity"), ("okit.types", "deferred"):
      if let literal = first.literal { addClass(literal, script) }
    case ("okit.Model", "register"):
      if call.arguments.count > 1 { add(model: call.arguments[1], in: script, isDefinition: true) }
    case ("okit.Model", "get"): add(model: first, in: script)
    case ("okit", "storyboard"): if call.arguments.count > 1 { collect(namesIn: call.arguments[1], in: script) }
    default: break
    }
  }

  private mutating func add(model expression: LuaSyntax.Expression, in script: LuaScript, isDefinition: Bool = false) {
    for value in strings.values(of: expression, in: script).found where store.root(named: value.literal.value) != nil {
      claim(value.literal, value.script.file)
      add(
        Symbol(.model, name: value.literal.value), value.script.file, contents(value.literal), .luaString,
        isDefinition: isDefinition)
    }
  }

  private mutating func addClass(_ literal: LuaSyntax.StringLiteral, _ script: LuaScript) {
    claim(literal, script.file)
    guard store.type(named: literal.value)?.place != nil else { return }
    add(Symbol(.entityClass, name: literal.value), script.file, contents(literal), .luaString)
  }

  // MARK: Texts and controllers

  private mutating func collect(textOf expression: LuaSyntax.Expression, in script: LuaScript) {
    let (found, isComplete) = strings.values(of: expression, in: script)
    for value in found {
      claim(value.literal, value.script.file)
      add(
        Symbol(.localizedText, name: value.literal.value), value.script.file, contents(value.literal), .luaString)
    }
    if !isComplete, ownFiles.contains(script.file) {
      addUncertain(.anyText, script.file, expression.range, "the script computes which text this looks up")
    }
  }

  private mutating func collect(controllerIn expression: LuaSyntax.Expression, in script: LuaScript) {
    let (found, isComplete) = strings.values(of: expression, in: script)
    for value in found where definitions.definition.content(named: value.literal.value) != nil {
      claim(value.literal, value.script.file)
      add(Symbol(.controller, name: value.literal.value), value.script.file, contents(value.literal), .luaString)
    }
    if !isComplete {
      addUncertain(.anyController, script.file, expression.range, "the script computes which controller this opens")
    }
  }

  /// `names = { ["id"] = "books" }`
  private mutating func collect(namesIn options: LuaSyntax.Expression, in script: LuaScript) {
    for entry in options.table?.entries ?? [] where entry.name?.text == "names" {
      for literal in entry.value.table?.entries.compactMap(\.value.literal) ?? [] {
        claim(literal, script.file)
        guard definitions.definition.content(named: literal.value) != nil else { continue }
        add(
          Symbol(.controller, name: literal.value), script.file, contents(literal), .luaString, isDefinition: true)
      }
    }
  }

  // MARK: Methods

  /// The methods of entities and of the application object that take a binding.
  static let bindingMethods: Set = [
    "get", "getString", "getBool", "getInt", "getDouble", "getDate", "getImage", "getAll", "resolve", "contexts", "set",
    "call", "observe", "refAt", "assign", "unassign", "sorted",
  ]

  private mutating func collect(_ method: String, of call: LuaSyntax.Call, in script: LuaScript) {
    guard let first = call.arguments.first else { return }
    switch types.type(of: call.callee) {
    case .entities(let owners) where Self.bindingMethods.contains(method) || method == "values":
      guard !owners.contains(where: { $0.function(named: method) != nil }) else { return }
      for name in method == "values" ? call.arguments : [first] { collect(bindingIn: name, of: owners, in: script) }
    case .list(.entities(let owners)) where method == "sorted": collect(bindingIn: first, of: owners, in: script)
    case .object("okit.App"):
      if ["get", "set", "call"].contains(method) { collect(bindingIn: first, of: [], in: script) }
      if method == "cell", call.arguments.count == 1, let literal = first.literal { collect(cell: literal, in: script) }
      if method == "model" { add(model: first, in: script) }
    case .object("okit.Controller"), .component:
      if ["navigate", "present", "navigateTo", "navigateToTarget"].contains(method) {
        collect(controllerIn: first, in: script)
      }
    default: break
    }
  }

  /// A function that makes a computed property of a binding: `total = formula("= price * quantity")`, where
  /// `formula` returns `t.computed(function(self) return self:get(text) end)`.
  mutating func collect(formulaIn call: LuaSyntax.Call, of type: EntityType, in script: LuaScript) {
    guard call.method == nil, case .functions(let functions) = types.type(of: call.callee) else { return }
    for function in functions {
      for (index, parameter) in function.parameters.enumerated() where call.arguments.indices.contains(index) {
        guard function.results.contains(where: { Self.reads(parameter, in: $0.first) }) else { continue }
        collect(bindingIn: call.arguments[index], of: [type], in: script)
      }
    }
  }

  /// Whether a computed property reads a binding that a variable holds.
  private static func reads(_ variable: LuaSyntax.Variable, in value: LuaSyntax.Expression?) -> Bool {
    guard case .call(let computed)? = value, computed.name?.text == "computed",
      case .function(let function)? = computed.arguments.first
    else { return false }
    var found = false
    LuaSyntax.walk(function.body) { expression in
      guard case .call(let call) = expression, let method = call.method, bindingMethods.contains(method.text),
        case .name(_, let receiver?) = call.callee, receiver === function.parameters.first,
        case .name(_, let argument?)? = call.arguments.first, argument === variable
      else { return }
      found = true
    }
    return found
  }

  private mutating func collect(
    bindingIn expression: LuaSyntax.Expression, of owners: [EntityType], in script: LuaScript
  ) {
    let (found, isComplete) = strings.values(of: expression, in: script)
    for value in found {
      claim(value.literal, value.script.file)
      for owner in owners.isEmpty ? [nil] : owners.map(Optional.some) {
        for reference in check.references(in: value.literal.value, context: owner) {
          add(reference, at: TextPlace(value.script, value.literal))
        }
      }
    }
    guard !isComplete else { return }
    addUncertain(.anyName, script.file, expression.range, "the script computes this binding")
  }
}
