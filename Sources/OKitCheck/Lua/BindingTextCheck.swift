/// Checks the bindings that scripts pass to functions of entities, and to `sorted` of collections, whose class is
/// known: `film:getString "director/ref/name"`.
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
      guard let method = call.method, let text = call.arguments.first?.literal,
        let type = context(of: method.text, on: call.callee),
        let mistake = mistake(in: text.value, type)
      else { return nil }
      let whole = SourceRange(0, text.value.utf8.count)
      return (mistake, text.sourceRange(of: mistake.excerpt?.range ?? whole))
    }
  }

  /// The class of the entities at which a function reads its argument; nil for a function that reads no binding.
  private func context(of function: String, on receiver: LuaSyntax.Expression) -> EntityType? {
    switch inference.value(of: receiver) {
    case .entity(let type): Self.functions.contains(function) && type.function(named: function) == nil ? type : nil
    case .collection(.entity(let type)): function == "sorted" ? type : nil
    default: nil
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
