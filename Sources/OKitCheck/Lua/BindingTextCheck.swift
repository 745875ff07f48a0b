import OKitEngine

/// Checks the bindings that scripts pass to functions of entities whose class is known: `film:getString "director/ref/name"`.
struct BindingTextCheck {
  private let inference: ScriptInference
  private let evaluator: Evaluator

  init(_ inference: ScriptInference, _ evaluator: Evaluator) {
    (self.inference, self.evaluator) = (inference, evaluator)
  }

  /// The functions of entities whose first argument is a binding.
  private static let functions: Set = [
    "get", "getString", "getBool", "getInt", "getDouble", "getDate", "getImage", "getAll", "resolve", "contexts", "set",
    "call", "observe", "refAt", "assign", "unassign",
  ]

  func findings(in script: LuaScript) -> [LocatedDiagnostic] {
    script.calls.compactMap { call in
      guard let method = call.method, Self.functions.contains(method.text), let text = call.arguments.first?.literal,
        case .entity(let type) = inference.value(of: call.callee), type.function(named: method.text) == nil,
        let mistake = mistake(in: text.value, type)
      else { return nil }
      let whole = SourceRange(0, text.value.utf8.count)
      return (mistake, text.sourceRange(of: mistake.excerpt?.range ?? whole))
    }
  }

  private func mistake(in text: String, _ type: EntityType) -> Diagnostic? {
    do throws(Diagnostic) {
      guard var unknown = try unknownName(in: text, type) else { return nil }
      if unknown.code == "binding.unknownName" { unknown.code = "binding.property" }
      unknown.excerpt?.source = SourceText(name: "", text: text)
      return unknown
    } catch { return error }
  }

  private func unknownName(in text: String, _ type: EntityType) throws(Diagnostic) -> Diagnostic? {
    do { return evaluator.unknownName(try evaluator.program(text), in: type) } catch let mistake as Diagnostic {
      throw mistake
    } catch { return nil }
  }
}
