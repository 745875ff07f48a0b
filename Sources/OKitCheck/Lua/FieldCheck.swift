/// Finds fields that entities, collections and the module do not have.
struct FieldCheck {
  private let inference: ScriptInference
  private let names: FieldNames
  private let options: OptionCheck

  init(_ inference: ScriptInference) {
    self.inference = inference
    names = FieldNames(inference)
    options = OptionCheck(inference)
  }

  /// The unknown fields in a script.
  func findings(in script: LuaScript) -> [LocatedDiagnostic] {
    var found: [LocatedDiagnostic] = []
    var written: Set<SourceRange> = []
    let (expected, defined) = exceptions(in: script)
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        if case .function = statement { return }
        for (object, name) in statement.assignedFields {
          guard case .shown(let type) = inference.value(of: object) else { continue }
          written.insert(name.range)
          if let diagnostic = unwritable(name.text, of: type) { found.append((diagnostic, name.range)) }
        }
      },
      { expression in
        let (object, name): (LuaSyntax.Expression, LuaSyntax.Name)
        switch expression {
        case .field(let owner, let field): (object, name) = (owner, field)
        case .call(let call):
          found += options.findings(in: call, of: script)
          guard let method = call.method else { return }
          (object, name) = (call.callee, method)
        default: return
        }
        guard !defined.contains(name.range), !written.contains(name.range) else { return }
        if let diagnostic = unknown(name.text, of: inference.value(of: object)) {
          found.append((diagnostic, name.range))
        }
      })
    return found.filter { _, range in
      !expected.contains { $0.lower <= range.lower && range.upper <= $0.upper }
    }
  }

  /// What is exempt: functions whose errors `pcall` catches, and fields that a script adds.
  private func exceptions(in script: LuaScript) -> (expected: [SourceRange], defined: Set<SourceRange>) {
    var expected: [SourceRange] = []
    for call in script.calls {
      if case .name(let name, _) = call.callee, ["pcall", "xpcall"].contains(name.text) { expected.append(call.range) }
    }
    var defined: Set<SourceRange> = []
    LuaSyntax.walk(
      script.block,
      statement: { statement in
        for (object, name) in statement.assignedFields {
          if case .function = statement { defined.insert(name.range) }
          if case .module = inference.value(of: object) { defined.insert(name.range) }
        }
      })
    return (expected, defined)
  }

  private func unknown(_ name: String, of value: ScriptValue) -> Diagnostic? {
    switch value {
    case .entity(let type):
      // Functions that only bindings find are not methods.
      return names.has(name, type) ? nil : diagnostic(name, of: type.name, candidates: names.candidates(type))
    case .reference(let target):
      let type = inference.store.types.reference
      guard !names.has(name, type) else { return nil }
      var diagnostic = diagnostic(name, of: "a reference", candidates: names.candidates(type))
      if names.has(name, target) { diagnostic.hint = "did you mean \"ref.\(name)\"?" }
      return diagnostic
    case .collection:
      let members = names.members(of: "okit.Collection")
      return members.contains(name) ? nil : diagnostic(name, of: "a collection", candidates: members)
    case .module(let declared):
      let members = names.members(of: declared)
      guard let declared = inference.declared[declared], !members.contains(name) else { return nil }
      let service = ScriptInference.services[String(declared.plainName)]
      // A class of entities has functions besides the declared ones.
      guard declared.place != nil || service != nil,
        inference.store.type(named: name) == nil, inference.definition.classes[name] == nil
      else {
        return nil
      }
      if declared.plainName == "okit", name == "Model" || Self.testNames.contains(name) { return nil }
      return diagnostic(name, of: declared.place ?? service ?? "", candidates: members)
    case .shown(let type): return unknown(name, of: type)
    case .inherited(let type):
      let known = type.descriptor.functionNames + (type.superClass?.functionNames ?? [])
      return known.contains(name) ? nil : diagnostic(name, of: "the superclass of \"\(type.name)\"", candidates: known)
    case .entityClass(let type): return unknown(name, ofModule: type)
    case .unknown, .table, .component, .controllers, .returned: return nil
    }
  }

  /// A function that `okit.Model` does not have: a script may add some of its own, but hardly one with nearly the name
  /// of another.
  private func unknown(_ name: String, ofModule type: EntityType) -> Diagnostic? {
    guard type.place == nil, type.name == "Model", !names.has(name, type) else { return nil }
    let members = names.members(of: "okit.ModelClass") + names.members(of: "okit.EntityClass")
    guard !members.contains(name), NearestName.hint(for: name, in: members) != nil else { return nil }
    return diagnostic(name, of: "okit.Model", candidates: members)
  }

  /// A controller has its fields, functions and the properties that its definition gives; a cell also those that it
  /// could have.
  private func unknown(_ name: String, of type: ComponentClass) -> Diagnostic? {
    guard type.descriptor.isCell || type.descriptor.isController, !names.has(name, type) else { return nil }
    return diagnostic(name, of: "\"\(type.name)\"", candidates: names.candidates(type))
  }

  /// An assignment to a field of a controller or cell that raises an error.
  private func unwritable(_ name: String, of type: ComponentClass) -> Diagnostic? {
    if type.descriptor.isCell {
      guard !Cell.fieldNames.contains(name) else { return nil }
      return Diagnostic(
        "lua.field", "a cell has no field \"\(name)\" to assign", hint: NearestName.hint(for: name, in: Cell.fieldNames)
      )
    }
    guard type.descriptor.isController, name != "editing" else { return nil }
    return Diagnostic(
      "lua.field", "only the field \"editing\" of a controller can be assigned",
      hint: NearestName.hint(for: name, in: ["editing"]) ?? "keep the value in a local variable or in a model")
  }

  /// What only test files have.
  private static let testNames: Set = ["test", "launch", "describe", "expect"]

  private func diagnostic(_ name: String, of owner: String, candidates: [String]) -> Diagnostic {
    Diagnostic("lua.field", "\(owner) has no field \"\(name)\"", hint: NearestName.hint(for: name, in: candidates))
  }
}
