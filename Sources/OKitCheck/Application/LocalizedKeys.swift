/// The keys that scripts pass to `okit.localized`, under whatever name they call it.
struct LocalizedKeys {
  private let inference: ScriptInference

  init(_ inference: ScriptInference) { self.inference = inference }

  /// Returns the strings that may be the key of a call, with their places.
  func literals(in script: LuaScript) -> [LuaSyntax.StringLiteral] {
    script.calls.flatMap { call -> [LuaSyntax.StringLiteral] in
      guard call.method == nil, isLocalized(call.callee), let key = call.arguments.first else { return [] }
      return literals(key)
    }
  }

  /// Whether an expression is the function `okit.localized`.
  private func isLocalized(_ expression: LuaSyntax.Expression, depth: Int = 0) -> Bool {
    switch expression {
    case .field(let module, let name):
      guard name.text == "localized", case .module("okit") = inference.value(of: module) else { return false }
      return true
    case .name(_, let variable?):
      // local L = okit.localized
      guard depth < 10, !variable.isReassigned, case .result(let value, 0) = variable.value else { return false }
      return isLocalized(value, depth: depth + 1)
    case .parenthesized(let inner, _): return isLocalized(inner, depth: depth + 1)
    default: return false
    }
  }

  /// The strings that an expression may be: itself, both sides of `a and "x" or "y"`, or the value of a local variable.
  private func literals(_ expression: LuaSyntax.Expression, depth: Int = 0) -> [LuaSyntax.StringLiteral] {
    guard depth < 10 else { return [] }
    switch expression {
    case .string(let literal): return [literal]
    case .parenthesized(let inner, _): return literals(inner, depth: depth + 1)
    case .binary("or", let left, let right):
      return literals(left, depth: depth + 1) + literals(right, depth: depth + 1)
    case .binary("and", _, let right): return literals(right, depth: depth + 1)
    case .name(_, let variable?):
      guard !variable.isReassigned, case .result(let value, 0) = variable.value else { return [] }
      return literals(value, depth: depth + 1)
    default: return []
    }
  }
}
