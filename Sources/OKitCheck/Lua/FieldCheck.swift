import OKitEngine
import OKitLua

/// Finds fields that entities, collections and the module do not have.
struct FieldCheck {
  private let inference: ScriptInference

  init(_ inference: ScriptInference) { self.inference = inference }

  /// The unknown fields in a script.
  func findings(in script: LuaScript) -> [LocatedDiagnostic] {
    var found: [LocatedDiagnostic] = []
    let (expected, defined) = exceptions(in: script)
    LuaSyntax.walk(script.block) { expression in
      let (object, name): (LuaSyntax.Expression, LuaSyntax.Name)
      switch expression {
      case .field(let owner, let field): (object, name) = (owner, field)
      case .call(let call):
        guard let method = call.method else { return }
        (object, name) = (call.callee, method)
      default: return
      }
      guard !defined.contains(name.range),
        !expected.contains(where: { $0.lower <= name.range.lower && name.range.upper <= $0.upper })
      else { return }
      if let diagnostic = unknown(name.text, of: inference.value(of: object)) { found.append((diagnostic, name.range)) }
    }
    return found
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
        switch statement {
        case .function(.field(_, let name), _): defined.insert(name.range)
        case .assignment(let targets, _):
          for case .field(let object, let name) in targets {
            if case .module = inference.value(of: object) { defined.insert(name.range) }
          }
        default: break
        }
      }, { _ in })
    return (expected, defined)
  }

  private func unknown(_ name: String, of value: ScriptValue) -> Diagnostic? {
    switch value {
    case .entity(let type):
      let all = inference.store.types.subtypes(of: type)
      let names = Self.entityNames(inference, isReference: type.isReference)
      guard !names.contains(name), all.allSatisfy({ lacks(name, $0) }) else { return nil }
      // Functions that only bindings find are not methods.
      return diagnostic(name, of: type.name, candidates: type.properties.map(\.name) + type.functionNames + names)
    case .reference(let target):
      let names = Self.entityNames(inference, isReference: true)
      let type = inference.store.types.reference
      guard !names.contains(name), inference.store.types.subtypes(of: type).allSatisfy({ lacks(name, $0) }) else {
        return nil
      }
      var diagnostic = diagnostic(name, of: "a reference", candidates: Array(names))
      if !lacks(name, target) { diagnostic.hint = "did you mean \"ref.\(name)\"?" }
      return diagnostic
    case .collection:
      let names = inference.declared["okit.Collection"]?.memberNames ?? []
      guard !names.isEmpty, !names.contains(name) else { return nil }
      return diagnostic(name, of: "a collection", candidates: names)
    case .module(let declared):
      guard let declared = inference.declared[declared], !declared.memberNames.contains(name) else { return nil }
      // A class of entities has functions besides the declared ones.
      guard declared.place != nil, inference.store.type(named: name) == nil, inference.definition.classes[name] == nil
      else {
        return nil
      }
      if declared.plainName == "okit", name == "Model" || Self.testNames.contains(name) { return nil }
      return diagnostic(name, of: declared.place ?? "okit", candidates: declared.memberNames)
    case .unknown, .entityClass, .component, .returned: return nil
    }
  }

  /// What only test files have.
  private static let testNames: Set = ["test", "launch", "describe", "expect"]

  private static func entityNames(_ inference: ScriptInference, isReference: Bool) -> Set<String> {
    let classes = isReference ? ["okit.Entity", "okit.Reference"] : ["okit.Entity"]
    return Set(classes.flatMap { inference.declared[$0]?.memberNames ?? [] })
  }

  private func lacks(_ name: String, _ type: EntityType) -> Bool {
    type.property(named: name) == nil && type.function(named: name) == nil
  }

  private func diagnostic(_ name: String, of owner: String, candidates: [String]) -> Diagnostic {
    Diagnostic("lua.field", "\(owner) has no field \"\(name)\"", hint: NearestName.hint(for: name, in: candidates))
  }
}
